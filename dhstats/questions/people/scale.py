"""The scale that people are read off on: what the fit makes of players whose rung is known.

Every rung plays itself on the same deals; the same precision and the same loss are measured of it as of people, with
the same expert. A precision in between is read off in straight lines over λ / (λ + λ of the middle rung), which is
nearly even over the rungs and ends at the expert, whose precision has no end.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import read_json
from dhstats.engine.compiled import cache_root
from dhstats.engine.strategy import Strategy
from dhstats.errors import UserError
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.match import Match, line_up
from dhstats.players.positions.judging import Chance, Judge, Judged, together
from dhstats.stats.estimates import quantal
from dhstats.stats.estimates.quantal import Choices
from dhstats.storage.layout import whole_file
from dhstats.storage.typed import Malformed, listed, record

GAMES, SEED = 500, 1  # of each rung, and where their chance lies
VERSION = 1  # of what is kept of a scale
MIDDLE = 5  # the rung whose precision lies half-way
MAX_BYTES = 1 << 16
TOP = 9  # the expert: a player who finds better plays than the expert errs in its eyes
Watcher = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Mark:
    """What is measured of a rung that plays itself: precision (-1: no error at all), loss a decision, first choices."""

    rung: int
    precision: float
    loss: float
    first: float
    decisions: int


@dataclass(frozen=True)
class Scale:
    """The marks of all rungs from 0 to the expert, by which expert, in how many games each."""

    marks: tuple[Mark, ...]
    expert: str
    games: int
    seed: int

    def rung(self, precision: float) -> float:
        """The rung of a precision, from 0 to the expert's."""
        at = np.maximum.accumulate([self._place(_unbounded(mark.precision)) for mark in self.marks])
        return float(np.interp(self._place(precision), at, [mark.rung for mark in self.marks]))

    def rung_of_loss(self, loss: float) -> float:
        """The rung that loses so much a decision."""
        losses = np.minimum.accumulate([mark.loss for mark in self.marks])
        return float(np.interp(-loss, -losses, [mark.rung for mark in self.marks]))

    def _place(self, precision: float) -> float:
        middle = _unbounded(next(mark.precision for mark in self.marks if mark.rung == MIDDLE))
        return 1.0 if math.isinf(precision) else precision / (precision + middle)


def _unbounded(precision: float) -> float:
    return math.inf if precision < 0.0 else precision


def choices_of(judged: Judged, blocks: Any) -> Choices:
    """Valued decisions as a fit takes them; `blocks` has the number of its deal for every game."""
    values = judged.values.astype(np.float64)
    ends = judged.starts + judged.counts
    size = int(judged.counts.sum())
    places = np.arange(size) - np.repeat(np.cumsum(judged.counts) - judged.counts, judged.counts)
    mine = np.repeat(judged.starts, judged.counts) + places
    assert len(ends) == 0 or ends.max() <= len(values)
    best = np.repeat(values[judged.starts + judged.bests], judged.counts)
    starts = np.cumsum(judged.counts) - judged.counts
    numbers, games = np.unique(np.asarray(blocks)[judged.games], return_inverse=True)
    return Choices(best - values[mine], starts, judged.losses, games, len(numbers), unit_of(blocks))


def unit_of(blocks: Any) -> str:
    """What observations are, where games have these numbers of deals: deals, if any two games share one."""
    return "games" if len(np.unique(blocks)) == len(blocks) else "deals"


def scale_of(
    bundle: GameBundle, rules: RuleSet, expert: Strategy, watch: Watcher = lambda _, __: None, games: int = GAMES
) -> Scale:
    """The scale of a rule set with an expert, as it is kept in the cache, or measured now.

    `watch` is told how many of how many rungs are done.
    """
    path = _place_of(bundle, rules, expert, games)
    with suppress(UserError, Malformed, OSError):
        if path.is_file():
            return _read(path, expert, games)
    marks = []
    judge = Judge(bundle, rules, expert)
    for rung in range(TOP + 1):
        watch(rung, TOP + 1)
        marks.append(_mark(bundle, rules, judge, rung, games))
    found = Scale(tuple(marks), expert.hash, games, SEED)
    with suppress(UserError, OSError), whole_file(path, make_folder=True) as draft:  # a cache may be closed
        draft.write_text(json.dumps([asdict(mark) for mark in marks]), encoding="utf-8")
    return found


def _place_of(bundle: GameBundle, rules: RuleSet, expert: Strategy, games: int) -> Path:
    terms = json.dumps([VERSION, bundle.game.version, rules.hash, expert.hash, games, SEED, TOP])
    name = hashlib.sha256(terms.encode()).hexdigest()[:24]
    return cache_root() / "scales" / bundle.game.name / f"{name}.json"


def _read(path: Path, expert: Strategy, games: int) -> Scale:
    lines = listed(read_json(path, MAX_BYTES), "the scale")
    marks = tuple(record(Mark, line, "a rung") for line in lines)
    if [mark.rung for mark in marks] != list(range(TOP + 1)):
        raise Malformed("the scale has other rungs")
    return Scale(marks, expert.hash, games, SEED)


def _mark(bundle: GameBundle, rules: RuleSet, judge: Judge, rung: int, games: int) -> Mark:
    judged = judged_rung(bundle, rules, judge, rung, games, SEED)
    choices = choices_of(judged, np.arange(games))
    precision = quantal.fit(choices).value
    losses = judged.losses
    first = float((losses <= TIE).mean())
    return Mark(rung, -1.0 if math.isinf(precision) else precision, float(losses.mean()), first, len(losses))


TIE = 1e-6  # of a win: options that near are alike


def judged_rung(bundle: GameBundle, rules: RuleSet, judge: Judge, rung: int, games: int, seed: int) -> Judged:
    """The decisions of a rung that plays itself, a deal a game."""
    _, turns = played_alike(bundle, rules, roster.find(bundle, rules, f"skill:{rung}"), games, seed)
    return together(
        [
            judge.judge(game, Chance(seed, game, 0), rows, np.ones(len(rows), np.bool_))
            for game, rows in enumerate(turns)
        ]
    )


def played_alike(
    bundle: GameBundle, rules: RuleSet, player: Strategy, games: int, seed: int
) -> tuple[Any, Sequence[Any]]:
    """Games in which all players are one, a deal a game: their results, and the turns of each."""
    seats = bundle.players(rules.record())
    match = Match(line_up(bundle, rules, [player]), [player.name] * seats)
    results, events = match.play(np.array([[0, 0, *range(seats)]], np.int64), seed, 0, games, logged=True)
    return results[:, 0], turns_by_game(results, events)


def turns_by_game(results: Any, events: Any) -> list[Any]:
    """The turns of each game of a logged match, in the order in which they were played."""
    ends = np.cumsum(results["logged_turns"].ravel().astype(np.int64))
    return [events[start:end] for start, end in pairwise([0, *ends.tolist()])]
