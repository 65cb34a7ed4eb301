"""Trials between players at first hand: mean scores on common deals, for questions that train players to be asked."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, check_range
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.machine import processors
from dhstats.players.learning import trainees
from dhstats.players.match import line_up
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import DRAWN, Recipe, against_rival
from dhstats.players.strength.examining import outcomes
from dhstats.players.trained import as_strategy
from dhstats.questions.shared import words
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.storage.wins import parts_of_win

Array = np.ndarray[Any, Any]
PART = 1_024  # deals that a thread plays at a time


@dataclass(frozen=True)
class Trial:
    """A player against others of one kind on all seats of each deal, in every layout that is played.

    `scores` in parts of a win and `leads` in points, a value a deal: the sum over its `games`.
    """

    scores: Array
    leads: Array
    seats: int
    games: int

    @property
    def parts(self) -> int:
        """Of how many parts the sum of a deal is that wins all its games."""
        return parts_of_win(self.seats) * self.games

    def score(self, level: float) -> Estimate:
        """The mean score, t over deals."""
        return BlockSums.from_values(self.scores.tolist(), self.parts).estimate(level, (0.0, 1.0))

    def lead(self, level: float) -> Estimate:
        """The mean lead in points, t over deals."""
        return BlockSums.from_values(self.leads.tolist(), self.games).estimate(level)


def difference(one: Trial, other: Trial, level: float) -> Estimate:
    """How much more the one scores than the other, deal by deal on common deals."""
    more = (one.scores - other.scores).tolist()
    return BlockSums.from_values(more, one.parts).estimate(level, (-1.0, 1.0))


@dataclass(frozen=True)
class Trials:
    """Trials on the same deals, under the same rules, between players of whom some are trained for them by a recipe."""

    bundle: GameBundle
    rules: RuleSet
    deals: int
    seed: int
    recipe: Recipe

    @property
    def seats(self) -> int:
        """How many play."""
        return self.bundle.players(self.rules.record())

    @property
    def layouts(self) -> int:
        """In how many layouts each deal is played: in all if players learn all, as it matters which deck begins."""
        return self.seats if self.recipe.places == DRAWN else 1

    def train(self, name: str, watch: trainees.Watcher, restriction: str, against: Strategy) -> Strategy:
        """A player of this name who learnt under a restriction ("" is none) against another who does not learn."""
        pupil = Pupil(self.bundle, self.rules, against_rival(self.recipe), restriction, against)
        return as_strategy(self.bundle, trainees.trained_player(pupil, watch), name, "trained", "")

    def play(self, player: Strategy, opponent: Strategy) -> Trial:
        """Plays a trial; equal seeds give equal deals to every pair of players."""
        lineup = line_up(self.bundle, self.rules, [player, opponent] if player.name != opponent.name else [player])
        parts = [range(self.deals)[first : first + PART] for first in range(0, self.deals, PART)]

        def ended(part: range) -> Array:
            return outcomes(lineup, player.name, opponent.name, part, self.seed, self.layouts)

        with ThreadPoolExecutor(processors()) as pool:
            every = np.concatenate(list(pool.map(ended, parts)))
        scores, leads = in_parts(every[:, :, 0], self.seats), every[:, :, 1].sum(axis=1).astype(np.int64)
        return Trial(scores, leads, self.seats, every.shape[1])


def in_parts(won: Array, seats: int) -> Array:
    """The sum over a deal's games of somebody's shares of the win, in parts of a win; from shape (deals, games)."""
    return np.asarray(np.rint(parts_of_win(seats) * won).astype(np.int64).sum(axis=1))


def seed_of(deals: int, seed: int | None) -> int:
    """The seed of so many deals, named or drawn; BadInput for numbers that cannot be."""
    check_range("--deals", deals, 2, 10**7)
    if seed is not None and not 0 <= seed < 2**64:
        raise BadInput(f"--seed: must be from 0 to {2**64 - 1}, not {seed}")
    return secrets.randbits(32) if seed is None else seed


def cells(found: Estimate, factor: float = 1.0) -> tuple[str, str]:
    """An estimate and its interval as two cells of a table."""
    return words.number(factor * found.value, 1), words.between(found.interval, 1, factor=factor)
