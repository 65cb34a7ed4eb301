"""Games of people: those whose decisions are to be judged, of a log or a run, and what results alone tell of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.retelling import Row
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import records
from dhstats.players.positions.judging import Chance
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Finding
from dhstats.questions.shared.first_screen import spelt
from dhstats.seats import SEATS
from dhstats.simulate.people.reading import Log
from dhstats.simulate.people.writing import log_of
from dhstats.simulate.plans.experiment import is_logged, rules_of
from dhstats.simulate.tables import seated, shard_plans, stored_games, stored_turns
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import wilson_mean
from dhstats.storage import Run
from dhstats.storage.run import PARTS, first_seats, parts, parts_of_win

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Record:
    """A game to be judged: who sat where, what chance laid down, its turns as the engine's records, its result.

    `block` is equal for games that share a deal; `known` says of each turn whether the own cards are known.
    """

    players: tuple[str, ...]
    programs: frozenset[str]
    chance: Chance
    block: tuple[Any, ...]
    turns: Array
    known: Array
    row: Row


@dataclass(frozen=True)
class Records:
    """The games of a run that can be judged."""

    bundle: GameBundle
    rules: RuleSet
    games: tuple[Record, ...]
    people: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Who played and is judged: people, or everybody where nobody is one."""
        every = dict.fromkeys(name for game in self.games for name in game.players)
        programs = frozenset[str]().union(*(game.programs for game in self.games))
        return tuple(name for name in every if name not in programs) or tuple(every)

    @property
    def blocks(self) -> Array:
        """The number of the deal of each game, counted from 0: games of one deal are not independent."""
        numbers: dict[tuple[Any, ...], int] = {}
        return np.array([numbers.setdefault(game.block, len(numbers)) for game in self.games], np.int64)


def records_of(run: Run, most: int) -> Records:
    """At most so many games of a run with their turns."""
    manifest = run.manifest
    bundle, rules = catalogue.load(manifest.game), rules_of(manifest)
    if manifest.log:
        log = log_of(run.folder, manifest)
        games = []
        for at, game in enumerate(log.games[:most]):
            turns, known, block = event_records(bundle, game.turns), np.array(game.known), game.chance.address or (at,)
            told = game.told
            games.append(Record(told.players, told.programs, game.chance, block, turns, known, game.row))
        return Records(bundle, rules, tuple(games), people=True)
    found = tuple(_stored(run, bundle, most))
    if not found:
        raise BadInput(f"{run.folder}: kept no turns, so no decision can be judged; simulate with --moves all")
    return Records(bundle, rules, found, people=False)


def _stored(run: Run, bundle: GameBundle, most: int) -> Iterable[Record]:
    """The logged games of a run of strategies, at most so many."""
    manifest, left = run.manifest, most
    arms = len(manifest.design.arms)
    for plan in shard_plans(manifest) if run.has_moves else ():
        first, last = plan.first_deal * arms, (plan.first_deal + plan.deals) * arms - 1
        last = min(last, first + left - 1) if manifest.moves == "all" else last
        turns = stored_turns(run, first, last)
        for row in stored_games(run, first, last):
            if left > 0 and is_logged(manifest, row["deal_id"]):
                left -= 1
                layout = row["layout"] if "layout" in row else row["swapped"]
                chance = Chance(manifest.seed, int(row["deal_id"]), int(layout))
                own = event_records(bundle, turns[row["game_id"]])
                known, deal = np.ones(len(own), np.bool_), (manifest.seed, chance.deal)
                yield Record(seated(manifest, row), frozenset(), chance, deal, own, known, row)
        if left <= 0:
            return


def event_records(bundle: GameBundle, turns: Sequence[Mapping[str, Any]]) -> Array:
    """Rows of the moves table, with words, as the engine's records."""
    array: Array = records(bundle.game.event, len(turns))
    for name in bundle.event_types():
        words = bundle.words.get(name)
        cells = [turn[name] for turn in turns]
        array[name] = [-1 if cell is None else words.index(cell) for cell in cells] if words else cells
    return array


MOST_NAMED = 40  # players whom a list names
INDEPENDENT = (
    "These intervals treat games as independent. If games of the same evening or of the same players"
    " depend on each other, the intervals are too narrow."
)


@dataclass(frozen=True, slots=True)
class Line:
    """What a seat or a player has won: the share of the wins over so many games, draws shared, and its interval.

    The interval counts `unit`s, each taken as independent of the others.
    """

    who: str
    games: int
    score: float
    low: float
    high: float
    level: float
    method: str
    unit: str


@dataclass(frozen=True, slots=True)
class Summary:
    """All games of a log, with turns and without: what each seat won, what each player won, mean points by seat.

    `scored` counts the games with points, `unknown` those of which the winner is not told. `alike` has names that
    differ in little else than capitals or blanks.
    """

    seats: tuple[Line, ...]
    players: tuple[Line, ...]
    points: tuple[float, ...]
    scored: int
    unknown: int
    alike: tuple[tuple[str, ...], ...] = ()

    @property
    def sentences(self) -> list[str]:
        """The same in sentences."""
        told = [_sentence(f"The {each.who} seat", each) for each in self.seats[:1]]
        told += [_sentence(each.who, each) for each in self.players[:MOST_NAMED]]
        if len(self.players) > MOST_NAMED:
            told.append(f"{words.count(len(self.players) - MOST_NAMED)} more players won less: --json names them.")
        for names in self.alike:
            written = words.listed([f"“{name}”" for name in names])
            told.append(
                f"{written} are counted as {spelt(len(names))} players; if they are one person, spell the "
                f"name the same way."
            )
        if self.points:
            means = words.listed([words.number(mean, 1) for mean in self.points])
            order = ", in the order of the seats" if len(self.points) > 1 else ""
            told.append(f"Points on average over {_games(self.scored)} with points{order}: {means}.")
        if self.unknown:
            told.append(f"The winner of {_games(self.unknown)} is not recorded; wins are counted without.")
        if self.seats:
            told.append(INDEPENDENT)
        return told


def _sentence(who: str, line: Line) -> str:
    interval = wilson_mean(round(line.score * line.games * UNITS), line.games, UNITS)
    share = Estimate(line.score, (line.high - line.low) / 4.0, interval)
    told = words.stated(share, words.PERCENT, f"of {_games(line.games)}")
    return Finding(f"{who} won {told}.").text


def _games(number: int) -> str:
    return words.count(number, "game" if number == 1 else "games")


UNITS = max(PARTS)  # of a win, so that any number of seats can share one
# Of a game of a log: names by seat, the seats that came first, points by seat.
Outcome = tuple[tuple[str, ...], tuple[int, ...] | None, tuple[int, ...] | None]


def summary(log: Log) -> Summary:
    """What the results of a log add up to; games are taken as independent."""
    seats: dict[str, list[int]] = {}
    players: dict[str, list[int]] = {}
    points: list[tuple[int, ...]] = []
    unknown = 0
    for names, first, scores in _results(log):
        points += [scores] if scores is not None else []
        if len(names) == 1:  # nobody wins
            continue
        if first is None:
            unknown += 1
            continue
        shares = parts(np.array([at in first for at in range(len(names))]))
        for seat, name, part in zip(SEATS, names, shares, strict=False):
            share = int(part) * UNITS // parts_of_win(len(names))
            seats.setdefault(seat, []).append(share)
            players.setdefault(name, []).append(share)
    means = tuple(sum(column) / len(column) for column in zip(*points, strict=True))
    ordered = sorted(players.items(), key=lambda each: (-sum(each[1]) / len(each[1]), each[0]))
    alike: dict[str, list[str]] = {}  # names that are one but for capitals, blanks and kinds of letters
    for name in players:
        alike.setdefault("".join(unicodedata.normalize("NFKC", name).casefold().split()), []).append(name)
    return Summary(
        tuple(_line(who, won) for who, won in seats.items()), tuple(_line(who, won) for who, won in ordered), means,
        len(points), unknown, tuple(tuple(sorted(some)) for some in alike.values() if len(some) > 1),
    )  # fmt: skip


def _line(who: str, won: list[int]) -> Line:
    interval = wilson_mean(sum(won), len(won), UNITS)
    score = sum(won) / (UNITS * len(won))
    return Line(who, len(won), score, interval.low, interval.high, interval.level, interval.method, interval.unit)


def _results(log: Log) -> Iterator[Outcome]:
    for game in log.games:
        names = game.told.players
        points = tuple(int(game.row[f"score_{seat}"]) for seat in SEATS[: len(names)])
        yield names, first_seats(game.row, len(names)), points
    for told in log.sheets:
        assert told.result is not None  # a sheet says a result
        yield told.players, told.result.first, told.result.scores
