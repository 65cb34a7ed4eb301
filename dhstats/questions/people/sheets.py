"""What results alone tell, as of a score sheet: who wins by seat and by name, and by how much."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from dhstats.games.retelling import SEATS
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Finding
from dhstats.questions.shared.first_screen import spelt
from dhstats.simulate.people.reading import Log
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import wilson_mean
from dhstats.storage.run import PARTS, first_seats, parts, parts_of_win

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
            told.append(f"{written} are counted as {spelt(len(names))} players; if they are one, write the name alike.")
        if self.points:
            means = words.listed([words.number(mean, 1) for mean in self.points])
            over = f"Points on average over {_games(self.scored)} with points"
            told.append(f"{over}{', in the order of the seats' if len(self.points) > 1 else ''}: {means}.")
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


def _alike(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Names that are one but for capitals, blanks and kinds of letters."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault("".join(unicodedata.normalize("NFKC", name).casefold().split()), []).append(name)
    return tuple(tuple(sorted(some)) for some in found.values() if len(some) > 1)


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
    return Summary(
        tuple(_line(who, won) for who, won in seats.items()), tuple(_line(who, won) for who, won in ordered), means,
        len(points), unknown, _alike(players),
    )  # fmt: skip


def _line(who: str, won: list[int]) -> Line:
    interval = wilson_mean(sum(won), len(won), UNITS)
    score = sum(won) / (UNITS * len(won))
    return Line(who, len(won), score, interval.low, interval.high, interval.level, interval.method, interval.unit)


def _results(log: Log) -> Iterator[Outcome]:
    """Names, who came first and points of every game."""
    for game in log.games:
        names = game.told.players
        points = tuple(int(game.row[f"score_{seat}"]) for seat in SEATS[: len(names)])
        yield names, first_seats(game.row, len(names)), points
    for told in log.sheets:
        assert told.result is not None  # a sheet says a result
        yield told.players, told.result.first, told.result.scores
