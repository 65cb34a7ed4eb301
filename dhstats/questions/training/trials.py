"""Players at first hand, for questions that train players to be asked: trials between them, and one under examination.

A trial has mean scores on common deals; an examination what others score against a player, and what their own games
give away, deal by deal.
"""

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, check_range
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.machine import processors
from dhstats.players.learning import trainees
from dhstats.players.match import Lineup, Match, line_up
from dhstats.players.positions.forks import Forked, ForkTable
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import DRAWN, Recipe, against_rival
from dhstats.players.strength.examining import outcomes
from dhstats.players.strength.instruments import Instrument, Tries
from dhstats.players.thinking import learning_of
from dhstats.players.trained import as_strategy
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.first_screen import About
from dhstats.simulate.positions.forks import Study
from dhstats.simulate.work.workers import in_order, on_each_thread
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED
from dhstats.storage.run import parts_of_win

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


Rows = tuple[list[str], list[list[str]]]  # the head of a table of texts, and its rows


@dataclass(frozen=True)
class Words:
    """How what trials found is told: as an answer, with whose cards they are and what it is about; as head and rows."""

    answer: Callable[[Sequence[Any], str, About], Answer]
    rows: Callable[[Sequence[Any]], Rows]


def seed_of(deals: int, seed: int | None) -> int:
    """The seed of so many deals, named or drawn; BadInput for numbers that cannot be."""
    check_range("--deals", deals, 2, 10**7)
    if seed is not None and not 0 <= seed < 2**64:
        raise BadInput(f"--seed: must be from 0 to {2**64 - 1}, not {seed}")
    return secrets.randbits(32) if seed is None else seed


def cells(estimate: Estimate, factor: float = 1.0) -> tuple[str, str]:
    """An estimate and its interval as two cells of a table."""
    return words.number(factor * estimate.value, 1), words.between(estimate.interval, 1, factor=factor)


Played = TypeVar("Played")
ROW = 10  # deals that a thread plays at a time


@dataclass(frozen=True, slots=True)
class Examination:
    """One player, and the deals, rules and threads with which they are examined."""

    trials: Trials
    player: Strategy
    workers: int

    @property
    def seats(self) -> int:
        """How many play."""
        return self.trials.seats

    @property
    def games(self) -> int:
        """How many games a deal has in which somebody is met from every seat, in every layout."""
        return self.seats * self.trials.layouts

    def against(self, other: Strategy, deals: range) -> Array:
        """What another player scores against them in all `games` of each deal, in parts of a win."""
        trials, players = self.trials, [self.player, other] if other.name != self.player.name else [other]
        lineup = line_up(trials.bundle, trials.rules, players)

        def play(part: range) -> Array:
            return outcomes(lineup, other.name, self.player.name, part, trials.seed, trials.layouts)[:, :, 0]

        return in_parts(self._parts(play, deals), self.seats)

    def answered(self, adviser: Strategy, tries: Tries, deals: range) -> Array:
        """The same for somebody who tries their options with the network of an adviser."""
        lineup = self._lineup()
        plan = seatings(self.seats, self.trials.layouts)
        outcome = outcome_of(self.trials.bundle)

        def play(part: range) -> Array:
            table = Instrument(lineup, self.player.name, adviser, tries, watched=False)
            results, _ = table.play(plan, self.trials.seed, part)
            return np.array(
                [[outcome(game, -turn % self.seats)[0] for turn, game in enumerate(row)] for row in results]
            )

        return in_parts(self._parts(play, deals), self.seats)

    def watched(self, adviser: Strategy, tries: Tries, deals: range) -> Array:
        """What is noted of their games among themselves, a game a layout: a row a deal (dtype `loops.NOTED`)."""
        lineup, plan = self._lineup(), self._every_layout()

        def play(part: range) -> Array:
            table = Instrument(lineup, self.player.name, adviser, tries, watched=True)
            _, noted = table.play(plan, self.trials.seed, part)
            return added(noted)

        return self._parts(play, deals)

    def begins(self, player: Strategy, deals: range) -> Array:
        """What the first seat wins among players who are all alike, in parts of a win, a game a layout of each deal."""
        lineup, plan = line_up(self.trials.bundle, self.trials.rules, [player]), self._every_layout()

        def play(part: range) -> Array:
            results, _ = Match(lineup, [player.name] * self.seats).play(plan, self.trials.seed, part.start, len(part))
            return np.asarray(results)

        return self.first_shares(self._parts(play, deals))

    def first_shares(self, results: Array) -> Array:
        """What the first seat wins in the games of each deal, one a layout, in parts of a win."""
        outcome = outcome_of(self.trials.bundle)
        won = np.array([outcome(result, 0)[0] for result in results.ravel().view(np.recarray)])
        return in_parts(won.reshape(-1, self.trials.layouts), self.seats)

    def forked(self, player: Strategy, study: Study, deals: range) -> Forked:
        """The same games, each copied at a moment and played on as a study says."""
        lineup = line_up(self.trials.bundle, self.trials.rules, [player], whole=False)
        plan, names = self._every_layout(), [player.name] * self.seats
        table = on_each_thread(lambda: ForkTable(lineup, names, study.moment, study.arms, study.replicates))
        found = self._each(lambda part: table().play(plan, self.trials.seed, part.start, len(part)), deals)
        forks, parents, results = (
            np.concatenate([getattr(each, name) for each in found]) for name in ("forks", "parents", "results")
        )
        return Forked(forks, parents, results, len(deals) * len(plan))

    def _lineup(self) -> Lineup:
        return line_up(self.trials.bundle, self.trials.rules, [self.player], whole=False)

    def _every_layout(self) -> Array:
        """The plan of games in which nobody moves to another seat."""
        return seatings(self.seats, self.trials.layouts)[:: self.seats]

    def _parts(self, play: Callable[[range], Array], deals: range) -> Array:
        """What playing comes to for rows of deals, one after the other."""
        return np.concatenate(self._each(play, deals))

    def _each(self, play: Callable[[range], Played], deals: range) -> list[Played]:
        """What playing comes to for each row of deals, in their order, whoever plays them."""
        parts = [deals[at : at + ROW] for at in range(0, len(deals), ROW)]
        with (
            ThreadPoolExecutor(self.workers) as pool,
            closing(in_order(pool, "games", play, parts, 2 * self.workers)) as found,
        ):
            return list(found)


def seatings(seats: int, layouts: int = 1) -> Array:
    """The plan of a deal in which the cards stay with the seats, and the players move on; in each of some layouts."""
    order = np.arange(seats)
    return np.array([[k, 0, *(order + turn) % seats] for k in range(layouts) for turn in order], np.int64)


def added(noted: Array) -> Array:
    """What was noted in the games of each deal, added up; from shape (deals, games)."""
    total = noted[:, 0].copy()
    for name in noted.dtype.names or ():
        total[name] = noted[name].sum(axis=1)
    return total


def outcome_of(bundle: GameBundle) -> Callable[..., tuple[float, int]]:
    """How a game says that it ended for a seat, in plain Python."""
    outcome = learning_of(bundle.game).outcome
    plain: Callable[..., tuple[float, int]] = getattr(outcome, "py_func", outcome)
    return plain


def searches(player: Strategy) -> bool:
    """Whether a player tries options themself: then nobody who tries theirs can ask them in every try."""
    return dict(player.weights).get("budget", 0.0) > 0.0


def score(won: Array, exam: Examination, level: float) -> Estimate:
    """The mean share of the win, t over deals; `won` in parts of a win over all games of each deal."""
    return BlockSums.from_values(won.tolist(), parts_of_win(exam.seats) * exam.games).estimate(level, (0.0, 1.0))


def mean(values: Sequence[float], level: float, bounds: tuple[float, float] = UNBOUNDED) -> Estimate:
    """A mean over deals of values that are no whole numbers, which are counted in millionths; t over deals."""
    fine = 1_000_000
    return BlockSums.from_values([round(fine * value) for value in values], fine).estimate(level, bounds)
