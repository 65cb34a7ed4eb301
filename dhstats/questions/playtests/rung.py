"""Players as people may be: games of a rung of the ladder on common deals, what they miss, how much deals decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.games import logged
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Lineup, Match, line_up
from dhstats.players.positions.forks import forking_of
from dhstats.players.positions.judging import Chance, Judge, together
from dhstats.questions.people.standing import Blunder, blunders
from dhstats.simulate.tables.wins import win_parts
from dhstats.storage.manifest import SEATS
from dhstats.storage.wins import parts_of_win

Array = np.ndarray[Any, Any]
RUNG = 4  # of ten: plays well, and moves at random now and then
DEALS = 2_000  # that they play twice
JUDGED = 100  # deals whose decisions are looked at


@dataclass(frozen=True)
class RungGames:
    """Games of a rung: what they missed, and the first player's share of the win at two tables of every deal.

    `par` is the lead of the first player between experts who play the same deals.
    """

    rung: int
    missed: tuple[Blunder, ...]
    judged: int
    first: Array
    again: Array
    par: Array


def play(
    bundle: GameBundle, rules: RuleSet, expert: Strategy, pupil: Strategy, seed: int,
    watch: Callable[[int], None] = lambda _: None,
) -> RungGames:  # fmt: skip
    """Two games of each deal by players of a rung, one by experts; the first ones are judged decision by decision."""
    seats = bundle.players(rules.record())
    match = Match(line_up(bundle, rules, [pupil]), (pupil.name,) * seats)
    plan = np.array([(0, replicate, *range(seats)) for replicate in range(2)], np.int64)
    results, turns = match.play(plan, seed, 0, JUDGED, logged=True)
    missed = _missed(bundle, rules, expert, seed, results, turns)
    watch(1)
    more, _ = match.play(plan, seed, JUDGED, DEALS - JUDGED)
    watch(2)
    every = np.concatenate([results, more])
    shares = win_parts(every, seats)[0] / parts_of_win(seats)
    return RungGames(
        RUNG, missed, 2 * JUDGED, shares[:, 0], shares[:, 1], _par(line_up(bundle, rules, [expert]), seats, seed)
    )


def _par(lineup: Lineup, seats: int, seed: int) -> Array:
    """The first player's lead on every deal between experts."""
    (name,) = lineup.strategies
    plan = np.array([(0, 0, *range(seats))], np.int64)
    results, _ = Match(lineup, (name,) * seats).play(plan, seed, 0, DEALS)
    names = SEATS[:seats]
    scores = np.stack([results[:, 0][f"score_{each}"] for each in names]).astype(np.float64)
    return np.asarray(scores[0] - scores[1:].max(axis=0))


def _missed(
    bundle: GameBundle, rules: RuleSet, expert: Strategy, seed: int, results: Array, turns: Array
) -> tuple[Blunder, ...]:
    """What the players of these games missed, as the expert sees it."""
    judge, parts, row = Judge(bundle, rules, expert), [], 0
    for number, length in enumerate(results["logged_turns"].ravel().tolist()):
        own = turns[row : row + length]
        parts.append(judge.judge(number, Chance(seed, number // 2, 0), own, np.ones(length, np.bool_)))
        row += length
    told = logged.load(bundle.game.name).kind_names
    names = told(rules.effective) if told else {}
    return blunders(together(parts), np.arange(2 * len(results)) // 2, forking_of(bundle).kinds, names)
