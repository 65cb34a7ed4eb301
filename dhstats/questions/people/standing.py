"""Where players stand: a precision fitted to their decisions, read off on a scale; how often they find the best.

The scale is what the fit makes of players whose rung is known. Every rung plays itself on the same deals; the same
precision and the same loss are measured of it as of people, with the same expert. A precision in between is read off in
straight lines over λ / (λ + λ of the middle rung), which is nearly even over the rungs and ends at the expert, whose
precision has no end.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from dhstats.documents import read_json
from dhstats.engine.compiled import cache_root
from dhstats.engine.strategy import Strategy
from dhstats.errors import UserError
from dhstats.games import logged
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.match import Match, line_up
from dhstats.players.positions.forks import forking_of
from dhstats.players.positions.judging import Chance, Judge, Judged, together
from dhstats.questions.people.records import Records
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.tables import number, ranged, table, text, whole
from dhstats.stats.estimates import quantal
from dhstats.stats.estimates.quantal import Choices, Precision
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval, student_critical
from dhstats.storage.layout import whole_file
from dhstats.storage.tables import Malformed, listed, record

Array = np.ndarray[Any, Any]
Watch = Callable[[int, int], None]
GAMES, SEED = 500, 1  # of each rung, and where their chance lies
VERSION = 1  # of what is kept of a scale
MIDDLE = 5  # the rung whose precision lies half-way
MAX_BYTES = 1 << 16
TOP = 9  # the expert: a player who finds better plays than the expert errs in its eyes
TIE = 1e-6  # of a win: options that near are alike


@dataclass(frozen=True, slots=True)
class Mark:
    """What is measured of a rung that plays itself: precision (-1: no error at all), loss a decision, first choices."""

    rung: int
    precision: float
    loss: float
    first: float
    decisions: int

    @property
    def unbounded(self) -> float:
        """The precision, infinite where there is no error at all."""
        return math.inf if self.precision < 0.0 else self.precision


@dataclass(frozen=True)
class Scale:
    """The marks of all rungs from 0 to the expert, by which expert, in how many games each."""

    marks: tuple[Mark, ...]
    expert: str
    games: int
    seed: int

    def rung(self, precision: float) -> float:
        """The rung of a precision, from 0 to the expert's."""
        at = np.maximum.accumulate([self._place(mark.unbounded) for mark in self.marks])
        return float(np.interp(self._place(precision), at, [mark.rung for mark in self.marks]))

    def rung_of_loss(self, loss: float) -> float:
        """The rung that loses so much a decision."""
        losses = np.minimum.accumulate([mark.loss for mark in self.marks])
        return float(np.interp(-loss, -losses, [mark.rung for mark in self.marks]))

    def _place(self, precision: float) -> float:
        middle = next(mark.unbounded for mark in self.marks if mark.rung == MIDDLE)
        return 1.0 if math.isinf(precision) else precision / (precision + middle)


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
    bundle: GameBundle, rules: RuleSet, expert: Strategy, watch: Watch = lambda _, __: None, games: int = GAMES
) -> Scale:
    """The scale of a rule set with an expert, as it is kept in the cache, or measured now.

    `watch` is told how many of how many rungs are done.
    """
    terms = json.dumps([VERSION, bundle.game.version, rules.hash, expert.hash, games, SEED, TOP])
    name = hashlib.sha256(terms.encode()).hexdigest()[:24]
    path = cache_root() / "scales" / bundle.game.name / f"{name}.json"
    with suppress(UserError, Malformed, OSError):
        if path.is_file():
            kept = tuple(record(Mark, line, "a rung") for line in listed(read_json(path, MAX_BYTES), "the scale"))
            if [mark.rung for mark in kept] == list(range(TOP + 1)):
                return Scale(kept, expert.hash, games, SEED)
    marks = []
    judge = Judge(bundle, rules, expert)
    for rung in range(TOP + 1):
        watch(rung, TOP + 1)
        judged = judged_rung(bundle, rules, judge, rung, games, SEED)
        choices = choices_of(judged, np.arange(games))
        precision, losses = quantal.fit(choices).value, judged.losses
        first = float((losses <= TIE).mean())
        marks.append(Mark(rung, -1.0 if math.isinf(precision) else precision, float(losses.mean()), first, len(losses)))
    scale = Scale(tuple(marks), expert.hash, games, SEED)
    with suppress(UserError, OSError), whole_file(path, make_folder=True) as draft:  # a cache may be closed
        draft.write_text(json.dumps([asdict(mark) for mark in marks]), encoding="utf-8")
    return scale


def judged_rung(bundle: GameBundle, rules: RuleSet, judge: Judge, rung: int, games: int, seed: int) -> Judged:
    """The decisions of a rung that plays itself, a deal a game."""
    _, turns = played_alike(bundle, rules, roster.find(bundle, rules, f"skill:{rung}"), games, seed)
    return judged_turns(judge, turns, [Chance(seed, game, 0) for game in range(games)])


def judged_turns(judge: Judge, turns: Sequence[Any], chances: Sequence[Chance]) -> Judged:
    """All decisions of games of which every card is known."""
    every = enumerate(zip(turns, chances, strict=True))
    return together([judge.judge(at, chance, own, np.ones(len(own), np.bool_)) for at, (own, chance) in every])


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


LEVEL = 0.95
EVERYBODY = "all together"
NEAR = 3  # an option is among the first so many if fewer options are worth more


@dataclass(frozen=True)
class Standing:
    """Where somebody stands by so many games and decisions.

    `rung` is that of their precision, `by_loss` that of what they lose a decision (`loss`, a share of a win); `first`
    and `near` are the shares of decisions in which they took the expert's first choice, and one of its three best.
    `better_fit` is how much better per decision, in units of log likelihood, their errors are told by what options are
    worth than by a share of random moves.
    """

    who: str
    games: int
    decisions: int
    precision: Precision
    rung: Estimate
    by_loss: Estimate
    loss: Estimate
    first: Estimate
    near: Estimate
    better_fit: float

    @property
    def nearest(self) -> int:
        """The whole rung that is nearest, to read findings off at."""
        return min(TOP, max(0, round(self.rung.value)))


def judged_games(records: Records, judge: Judge) -> Judged:
    """All decisions of some games, valued by an expert."""
    every = enumerate(records.games)
    return together([judge.judge(at, game.chance, game.turns, game.known) for at, game in every])


def seats_of(records: Records, judged: Judged) -> Array:
    """Who made each decision, by name."""
    names = [game.players for game in records.games]
    pairs = zip(judged.games.tolist(), judged.seats.tolist(), strict=True)
    return np.array([names[game][seat] for game, seat in pairs], object)


def standings(records: Records, judged: Judged, scale: Scale) -> tuple[Standing, ...]:
    """Everybody who is judged together, then each by name where there are several; nobody without a decision."""
    who, blocks = seats_of(records, judged), records.blocks
    found = [standing(EVERYBODY, judged.of(np.isin(who, records.names)), blocks, scale)]
    if len(records.names) > 1:
        found += [standing(name, judged.of(who == name), blocks, scale) for name in records.names]
    return tuple(each for each in found if each is not None)


def standing(who: str, judged: Judged, blocks: Array, scale: Scale) -> Standing | None:
    """Where those stand who made some decisions; None where there is no decision."""
    if not len(judged.games):
        return None
    choices = choices_of(judged, blocks)
    precision, losses = quantal.fit(choices, LEVEL), judged.losses
    lapses = quantal.lapses(choices, TIE)
    sure = choices.log_likelihood(min(precision.value, quantal.LARGEST))
    loss, first, near = (
        mean_over(each, choices.games, choices.n, choices.unit)
        for each in (losses, losses <= TIE, better_options(judged) < NEAR)
    )
    seen, known = precision.interval, loss.interval
    low, high = (scale.rung(end) if not math.isnan(end) else end for end in (max(0.0, seen.low), seen.high))
    rung = _on_ladder(scale.rung(precision.value), low, high, seen)
    low, high = (scale.rung_of_loss(end) for end in (known.high, max(0.0, known.low)))
    by_loss = _on_ladder(scale.rung_of_loss(loss.value), low, high, known)
    better_fit = (sure - lapses.log_likelihood) / len(losses)
    games = len(np.unique(judged.games))
    return Standing(who, games, len(losses), precision, rung, by_loss, loss, first, near, better_fit)


def _on_ladder(value: float, low: float, high: float, known: Interval) -> Estimate:
    """A rung with its interval, as sure as what is known; the standard error is a quarter of the interval."""
    return Estimate(value, (high - low) / 4.0, replace(known, low=low, high=high))


def mean_over(values: Array, games: Array, n: int, unit: str = "games", level: float = LEVEL) -> Estimate:
    """The mean over decisions with Student's interval over games, or deals, which their decisions share.

    Source: Cochran 1977, Sampling Techniques, section 2.11, for the ratio of two sums over games.
    """
    sums, sizes = np.bincount(games, values.astype(float), n), np.bincount(games, minlength=n)
    mean = float(sums.sum() / sizes.sum())
    method = f"t over {unit}, linearised ratio"
    if n < 2:
        return Estimate(mean, math.nan, Interval(*UNBOUNDED, level, method, n, unit))
    se = math.sqrt(n / (n - 1) * float(((sums - mean * sizes) ** 2).sum())) / float(sizes.sum())
    half = student_critical(level, n - 1) * se
    return Estimate(mean, se, Interval(mean - half, mean + half, level, method, n, unit))


def better_options(judged: Judged) -> Array:
    """Of each decision how many different worths of options lie above that of the one that was taken."""
    values = judged.values.astype(np.float64)
    found = np.zeros(len(judged.games), np.int64)
    rows = zip(judged.starts.tolist(), judged.counts.tolist(), judged.choices.tolist(), strict=True)
    for at, (start, count, choice) in enumerate(rows):
        own = values[start : start + count]
        better = np.sort(own[own > own[choice] + TIE])
        found[at] = 0 if not len(better) else 1 + int((np.diff(better) > TIE).sum())
    return found


FEWEST_BEST = 10  # decisions in which the best play is of a kind, before anything is said of it
FEWEST_GAMES = 5
MOST_KINDS = 40  # kinds that a table has


@dataclass(frozen=True, slots=True)
class Blunder:
    """A kind of play: in how many decisions it was best, how often none of it was made then, what that cost.

    `cost` is the mean loss over all decisions in which it was best, a share of a win; `part` is the part of all that
    they lose which is lost where a play of the kind was best and another kind was played; `instead` is what they played
    most often then.
    """

    kind: str
    decisions: int
    missed: Estimate
    cost: Estimate
    part: float
    instead: str


def blunders(judged: Judged, blocks: Array, kinds: Sequence[str], names: Mapping[str, str]) -> tuple[Blunder, ...]:
    """All kinds of plays that were best often enough, the dearest first. `names` are those kinds that have others."""
    losses, every, unit = judged.losses, float(judged.losses.sum()), unit_of(blocks)
    spoken = [names.get(kind, kind.replace("_", " ")) for kind in kinds]
    found = []
    for column in range(len(kinds)):
        best = judged.best[:, column] == 1
        numbers, games = np.unique(blocks[judged.games[best]], return_inverse=True)
        if best.sum() < FEWEST_BEST or len(numbers) < FEWEST_GAMES:
            continue
        missed = (judged.chosen[:, column] == 0) & (losses > TIE)
        rate, cost = (mean_over(each[best], games, len(numbers), unit) for each in (missed, losses))
        counts = judged.chosen[best & missed].sum(axis=0, dtype=np.int64)
        played = counts.any()  # of any kind
        counts[column] = 0
        part = float(losses[best & missed].sum()) / every if every > 0.0 else 0.0
        instead = spoken[int(counts.argmax())] if played else ""
        found.append(Blunder(spoken[column], int(best.sum()), rate, cost, part, instead))
    return tuple(sorted(found, key=lambda each: -each.part))[:MOST_KINDS]


def missed_by(bundle: GameBundle, rules: RuleSet, judged: Judged, blocks: Array) -> tuple[Blunder, ...]:
    """What players of a game missed, its kinds of plays called as these rules call them."""
    told = logged.load(bundle.game.name).kind_names
    return blunders(judged, blocks, forking_of(bundle).kinds, told(rules.effective) if told else {})


def missed_table(name: str, title: str, found: Sequence[Blunder]) -> Table:
    """What players miss, a kind of play a row."""
    columns = (
        text("kind", "The best play was"), whole("decisions", "Decisions", "decisions"),
        *ranged("missed", "Another kind was played", "share of decisions"),
        *ranged("cost", "Loss per decision", "share of a win"), number("part", "Share of the total loss", "share"),
        text("instead", "Mostly played instead"),
    )  # fmt: skip
    return table(name, title, columns, found)
