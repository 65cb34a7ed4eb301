"""Evenings planned ahead: who plays which version in which seat with which power, as evenly as can be."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from dhstats.errors import BadInput

MOST_EVENINGS = 60
TRIES = 5_000  # exchanges that are tried to make a plan more even
PATIENCE = (0.0, 12.0)  # how much less even an exchange may make it at first, so that a better plan is found behind it
# How much each kind of unevenness weighs: who plays how often, who sits where, who plays which version, and so on.
WEIGHTS = {"games": 20, "seats": 4, "versions": 4, "powers": 3, "power seats": 2, "power versions": 1, "meetings": 1}
Key = tuple[str, str, str]  # what is counted, its row and its column


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game to play: evening, table and round count from one; `players` and `powers` by seat."""

    evening: int
    table: int
    round: int
    version: str
    players: tuple[str, ...]
    powers: tuple[str, ...] = ()

    @property
    def keys(self) -> Iterator[Key]:
        """All that is counted of it."""
        for seat, who in enumerate(self.players):
            yield "games", who, "Games"
            yield "seats", who, f"Seat {seat + 1}"
            yield "versions", who, self.version
        for seat, (who, power) in enumerate(zip(self.players, self.powers, strict=False)):
            yield "powers", who, power
            yield "power seats", power, f"Seat {seat + 1}"
            yield "power versions", power, self.version
        for one, other in combinations(sorted(self.players), 2):
            yield "meetings", one, other


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be planned: people, versions, powers, the least and the most players, evenings, games an evening."""

    people: tuple[str, ...]
    seats: tuple[int, int]
    evenings: int
    rounds: int
    versions: tuple[str, ...] = ("",)
    powers: tuple[str, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many play at each table: as few tables as seat everybody; some sit out where no tables do."""
        low, high = self.seats
        count = -(-len(self.people) // high)
        if len(self.people) // count < low:
            count = len(self.people) // low
        if not count:
            raise BadInput(f"--people: {len(self.people)} cannot play a game for {low} or more; name more people")
        playing = min(len(self.people), count * high)
        return tuple(playing // count + (at < playing % count) for at in range(count))


def planned(wanted: Wanted) -> tuple[PlannedGame, ...]:
    """A plan: rotations to begin with, then exchanges that make it more even; the most even of two such searches."""
    return tuple(min((_improved(_rotated(wanted), wanted, patience) for patience in PATIENCE), key=_unevenness))


def _unevenness(games: Iterable[PlannedGame]) -> int:
    counts = Counter(key for game in games for key in game.keys)
    return sum(WEIGHTS[key[0]] * n * n for key, n in counts.items())


def _improved(games: list[PlannedGame], wanted: Wanted, patience: float) -> list[PlannedGame]:
    """The most even plan on the way of many exchanges, of which the first may make it less even by as much."""
    best, worse, counts = games, 0, Counter(key for game in games for key in game.keys)
    rng, tables = np.random.default_rng(0), len(wanted.sizes)
    for bar in np.linspace(patience, -1.0, TRIES) if len(games) > 1 else ():
        at = tables * int(rng.integers(len(games) // tables))
        before = games[at : at + tables]
        after = _exchanged(before, wanted, rng)
        change = Counter(key for game in after for key in game.keys)
        change.subtract(key for game in before for key in game.keys)
        more = sum(WEIGHTS[key[0]] * n * (2 * counts[key] + n) for key, n in change.items() if n)
        if more <= max(0.0, bar):
            games = [*games[:at], *after, *games[at + tables :]]
            counts.update(change)
            best, worse = (games, 0) if worse + more < 0 else (best, worse + more)
    return best


def _rotated(wanted: Wanted) -> list[PlannedGame]:
    """Latin squares where numbers allow: everybody moves on by a place each round, versions change their order."""
    games, people = [], wanted.people
    for evening in range(wanted.evenings):
        for number in range(wanted.rounds):
            turn, first = evening * wanted.rounds + number, 0
            order = [people[(at + turn) % len(people)] for at in range(len(people))]
            for table, size in enumerate(wanted.sizes):
                version = wanted.versions[(evening + number + table) % len(wanted.versions)]
                by = 2 * turn if size % 2 else turn // size  # twice as fast as people: squares that are orthogonal
                powers = tuple(wanted.powers[(seat + by) % len(wanted.powers)] for seat in range(size) if wanted.powers)
                players = tuple(order[first : first + size])
                games.append(PlannedGame(evening + 1, table + 1, number + 1, version, players, powers))
                first += size
    return games


def _exchanged(games: Sequence[PlannedGame], wanted: Wanted, rng: np.random.Generator) -> list[PlannedGame]:
    """The games of a round after two people, or two powers of a game, have changed places."""
    if wanted.powers and rng.random() < 0.4:
        at = int(rng.integers(len(games)))
        spare = [each for each in wanted.powers if each not in games[at].powers]
        dealt = [*games[at].powers, *spare]
        one, other = int(rng.integers(len(games[at].players))), int(rng.integers(len(dealt)))
        dealt[one], dealt[other] = dealt[other], dealt[one]
        changed = replace(games[at], powers=tuple(dealt[: len(games[at].players)]))
        return [changed if place == at else game for place, game in enumerate(games)]
    there = [who for game in games for who in game.players]
    there += [who for who in wanted.people if who not in there]
    one, other = (int(each) for each in rng.integers(len(there), size=2))
    there[one], there[other] = there[other], there[one]
    seated = iter(there)
    return [replace(game, players=tuple(next(seated) for _ in game.players)) for game in games]


@dataclass(frozen=True, slots=True)
class Evenness:
    """How often each row met each column, counted in a plan: `rows`, `columns`, and counts by row.

    `off` is by how much two rows differ at most in a column, `least` by how much some counts have to differ, as what is
    wanted cannot be divided.
    """

    kind: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]

    @property
    def off(self) -> int:
        """The largest difference of two rows in one column."""
        return max((max(column) - min(column) for column in self._by_column), default=0)

    @property
    def least(self) -> int:
        """The difference that no plan can avoid: tables fix who fills a seat and who meets, a plan all other totals."""
        columns = self._by_column
        if "version" in self.kind or self.kind == "powers":
            columns = [[count for column in columns for count in column]]
        return int(any(sum(column) % len(column) for column in columns))

    @property
    def ends(self) -> tuple[int, int]:
        """The smallest and the largest count."""
        every = [count for column in self._by_column for count in column]
        return min(every), max(every)

    @property
    def _by_column(self) -> list[list[int]]:
        if self.kind == "meetings":  # each pair once
            return [[self.counts[one][other] for one, other in combinations(range(len(self.rows)), 2)]]
        return [list(column) for column in zip(*self.counts, strict=True)]


def evenness(games: Sequence[PlannedGame], wanted: Wanted) -> tuple[Evenness, ...]:
    """Every kind of evenness that this plan can be judged by, counted from its games."""
    counts = Counter(key for game in games for key in game.keys)
    seats = tuple(f"Seat {seat + 1}" for seat in range(max(wanted.sizes)))
    resting = sum(wanted.sizes) < len(wanted.people)
    asked = {
        "games": (wanted.people, ("Games",), resting), "seats": (wanted.people, seats, len(seats) > 1),
        "versions": (wanted.people, wanted.versions, len(wanted.versions) > 1),
        "powers": (wanted.people, wanted.powers, bool(wanted.powers)),
        "power seats": (wanted.powers, seats, len(wanted.powers) > 1 and len(seats) > 1),
        "power versions": (wanted.powers, wanted.versions, len(wanted.powers) > 1 and len(wanted.versions) > 1),
        "meetings": (wanted.people, wanted.people, len(wanted.sizes) > 1 or resting),
    }  # fmt: skip
    return tuple(
        Evenness(
            kind, rows, columns, tuple(tuple(_count(counts, kind, row, column) for column in columns) for row in rows)
        )
        for kind, (rows, columns, there) in asked.items()
        if there
    )


def _count(counts: Counter[Key], kind: str, row: str, column: str) -> int:
    one, other = sorted((row, column)) if kind == "meetings" else (row, column)
    return counts[kind, one, other]
