"""A sheet of playtests as columns of numbers: which games were of one evening, who played, what came out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dhstats.questions.shared.first_screen import two_digits
from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer
from dhstats.stats.estimates.mixed import columns_of
from dhstats.stats.sequential.power import blocks_for_effect

Array = np.ndarray[Any, Any]
FEWEST = 4  # games that anything is said of
ENOUGH = 6  # games, below which nothing is shown
ALPHA, POWER = 0.05, 0.8
RUNAWAY = 0.25  # of the winner's points: as large a gap makes a game a runaway


def gap(game: SheetGame) -> float | None:
    """How many points the winner is ahead of the next player; 0 where several share the win."""
    if len(game.players) < 2 or any(each.score is None for each in game.players):
        return None
    scores = sorted(float(each.score or 0.0) for each in game.players)
    won = {each.score for each in game.players if each.won}
    fewest = won == {scores[0]} != {scores[-1]}  # the fewest points win
    return scores[1] - scores[0] if fewest else scores[-1] - scores[-2]


def best(game: SheetGame) -> float | None:
    """The points of the winner, or the most points."""
    scores = [each.score for each in game.players if each.score is not None]
    won = [each.score for each in game.players if each.won and each.score is not None]
    return max(won or scores) if len(scores) == len(game.players) and scores else None


def tied(game: SheetGame) -> float | None:
    """1 where several share the win, 0 where one player has it; None where nobody says who won, or all do together."""
    shares = [each.won for each in game.players]
    if len(shares) < 2 or None in shares or abs(sum(filter(None, shares)) - 1.0) > 0.01:
        return None
    return float(max(filter(None, shares)) < 0.99)


def runaway(game: SheetGame) -> float | None:
    """1 where the gap is at least a quarter of the winner's points, else 0."""
    ahead, points = gap(game), best(game)
    return None if ahead is None or points is None or points <= 0.0 else float(ahead >= RUNAWAY * points)


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured of a game: its name, what it is, its unit, how it is read; whether it is a share of games.

    A difference of `edge` of its mean is worth showing.
    """

    name: str
    what: str
    unit: str
    of: Callable[[SheetGame], float | None]
    rate: bool = False
    edge: float = 0.1


TURNS = Measure("turns", "length", "turns", lambda game: game.turns)
MINUTES = Measure("minutes", "duration", "minutes", lambda game: game.minutes)
BEST = Measure("best", "the winner's score", "points", best)
GAP = Measure("gap", "gap between the winner and the next player", "points", gap, edge=0.3)
TIED = Measure("tied", "shared wins", "games in 100", tied, rate=True)
RUN_AWAY = Measure("runaway", "runaway games", "games in 100", runaway, rate=True)
MEASURES = (TURNS, MINUTES, BEST, GAP, TIED, RUN_AWAY)


def games_for(variance: float, edge: float, questions: int) -> int:
    """About how many games show a difference of the edge, if as many questions share the chance to err."""
    return max(ENOUGH, two_digits(blocks_for_effect(variance, edge, POWER, ALPHA / questions)))


@dataclass(frozen=True)
class Evenings:
    """The games of a sheet with the evening of each, numbered from 0.

    Where the sheet tells no evenings apart, or has one alone, each game counts as independent; `unit` says so. `level`
    is that of intervals; `looks` are how often somebody looks in all, each look with its part of the chance to err.
    """

    sheet: Sheet
    level: float = 1.0 - ALPHA
    looks: int = 1

    @classmethod
    def looked_at(cls, sheet: Sheet, looks: int) -> "Evenings":
        """A sheet at which somebody looks so often: all looks together hold as surely as one does (Bonferroni)."""
        return cls(sheet, 1.0 - ALPHA / looks, looks)

    @cached_property
    def games(self) -> tuple[SheetGame, ...]:
        """All games, in the order in which they were played; of the sheet, where not each has a day."""
        days = [game.day for game in self.sheet.games]
        if None in days:
            return self.sheet.games
        return tuple(sorted(self.sheet.games, key=lambda game: (str(game.day), game.row)))

    @cached_property
    def names(self) -> list[str]:
        """The evening of each game; a game without one is an evening of its own."""
        days = [game.evening or (game.day.isoformat() if game.day else "") for game in self.games]
        return [day or f"\0{at}" for at, day in enumerate(days)]

    @cached_property
    def told(self) -> bool:
        """Whether the sheet tells several evenings apart, and not each game is one."""
        return 1 < len(set(self.names)) < len(self.games)

    @property
    def unit(self) -> str:
        """What counts as independent."""
        return "evenings" if self.told else "games"

    def evenings(self, at: Sequence[int]) -> list[str]:
        """The evening of each of these games, where evenings are told apart; else each is its own."""
        return [self.names[game] if self.told else str(game) for game in at]

    def units(self, at: Sequence[int]) -> tuple[int, str]:
        """How many independent blocks these games are, and what they are: games, where they are of one evening."""
        blocks = len(set(self.evenings(at)))
        return (blocks, self.unit) if blocks > 1 else (len(set(at)), "games")

    def size(self, at: int) -> int:
        """How many played."""
        return len(self.games[at].players)

    def measured(self, measure: Measure) -> tuple[list[int], Array]:
        """The games that have a measure, and its values."""
        found = [(at, value) for at, game in enumerate(self.games) if (value := measure.of(game)) is not None]
        return [at for at, _ in found], np.array([value for _, value in found], np.float64)

    def alike(self, at: Sequence[int]) -> list[Array]:
        """What these games may have in common: their evening; nothing where each is its own."""
        return [columns_of(self.evenings(at))[1]] if self.told and len(set(self.evenings(at))) > 1 else []

    def people(self, at: Sequence[int]) -> list[Array]:
        """Who played in these games, less how many on average; nothing where a name is missing or all always play."""
        who = [{each.player for each in self.games[game].players} for game in at]
        known = sorted({name or "" for names in who for name in names})
        present = np.array([[float(name in names) for name in known] for names in who])
        differ = present.shape[1] > 0 and "" not in known and bool(present.std(axis=0).any())
        return [present - present.mean(axis=0)] if differ else []


@dataclass(frozen=True, slots=True)
class Row:
    """A player in a game of whom a share of the win is known."""

    game: int
    told: SheetPlayer


def rows_of(evenings: Evenings, fits: Callable[[SheetGame], bool]) -> list[Row]:
    """The players of all games of which somebody won, and that fit, a row each."""
    every = enumerate(evenings.games)
    return [Row(at, each) for at, game in every if tied(game) is not None and fits(game) for each in game.players]
