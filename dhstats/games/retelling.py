"""What a game brings so that its stored games can be told and checked, and so that people can sit at its table.

What somebody who would like to do what they cannot is told depends on nothing that they may not know.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.errors import DataProblem
from dhstats.games.catalogue import brings, part
from dhstats.seats import SEATS
from dhstats.storage.run import first_seats

Row = Mapping[str, Any]  # of a table, by the names of its columns
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as a run keeps it: the seed of its chance, its row of the games table, its rows of the moves table.

    A game that people played with cards of their own has no seed that could lay them out: then `table()` does.
    """

    seed: int
    row: Row
    turns: Sequence[Row]
    table: Callable[[], Any] | None = None

    @property
    def layout(self) -> int:
        """By how many seats the shares of the deal moved on; where two play, they are swapped or not."""
        return int(self.row.get("layout", self.row["swapped"]))


@dataclass(frozen=True, slots=True)
class Step:
    """A turn in words, and what lies on the table after it: in lines of text, and as the game's own value.

    `line` is the turn with all its numbers in columns, `deed` only who did what; `seat` moved, counted from 0.
    """

    seat: int
    line: str
    deed: str
    board: tuple[str, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class Story:
    """A whole game: the deal in words, what lies on the table before the first turn, the turns, the result."""

    deal: tuple[str, ...]
    opening: Any
    steps: tuple[Step, ...]
    result: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Retelling:
    """The functions of a game.

    problems(effective, kept)   the cells of the kept rows that the rules contradict, each a sentence as text
    set_up(effective, kept)     the table before the first turn; `position()` is what lies on it, `players` how many
    deal(players, table)        the deal in words
    step(table, row)            the turn of a logged row, which it plays on the table
    result(players, row)        the result in words
    move(record, effective)     a move of the engine in words
    """

    problems: Callable[[Mapping[str, Any], Kept], Iterable[object]]
    set_up: Callable[[Mapping[str, Any], Kept], Any]
    deal: Callable[[Sequence[str], Any], Sequence[str]]
    step: Callable[[Any, Row], Step]
    result: Callable[[Sequence[str], Row], Sequence[str]]
    move: Callable[[Any, Mapping[str, Any]], str]

    def check(self, rules: Mapping[str, Any], kept: Kept) -> list[str]:
        """What the rules say against a kept game, in sentences; nothing if it stands."""
        return list(map(str, self.problems(rules, kept)))

    def tell(self, rules: Mapping[str, Any], kept: Kept) -> Story:
        """The story of a game; DataProblem with the first cell that the rules contradict."""
        for problem in self.problems(rules, kept):
            raise DataProblem(f"{problem}; `dhstats verify` shows what else is wrong with the run")
        table = self.set_up(rules, kept)
        players = [str(kept.row[seat]) for seat in SEATS[: table.players]]
        opening, deal = table.position(), tuple(self.deal(players, table))
        steps = tuple(self.step(table, row) for row in kept.turns)
        return Story(deal, opening, steps, tuple(self.result(players, kept.row)))


def seat_names(players: int) -> tuple[str, ...]:
    """What seats are called in stories, at a table for so many."""
    return ("player",) if players == 1 else SEATS[:players]


def counted(number: int, word: str) -> str:
    """A number with its word in the right form."""
    return f"{number} {word}" if number in (1, -1) else f"{number} {word}s"


def by_player(players: Sequence[str], said: Iterable[str]) -> list[str]:
    """A line for each player: seat and name in columns, then what is said of them."""
    width = max(map(len, players))
    return [
        f"{seat:<6}  {name:<{width}}  {text}"
        for seat, name, text in zip(seat_names(len(players)), players, said, strict=False)
    ]


def verdict(players: Sequence[str], row: Row, how: str = "") -> str:
    """Who won by the row of a game, and how, if that has to be said; of one player what they scored."""
    if len(players) == 1:
        return f"{players[0]} ends with {counted(int(row['score_first']), 'point')}."
    first = first_seats(row, len(players))
    if len(first) == len(players):
        return "A draw."
    seats, names = _both([SEATS[seat] for seat in first]), _both([players[seat] for seat in first])
    if len(first) == 1:
        return f"The {seats} player, {names}, wins{how and f': {how}'}."
    return f"The {seats} players, {names}, {'share the win' if row['winner'] == NOBODY else 'win'}{how and f': {how}'}."


def _both(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def load(name: str) -> Retelling:
    """The retelling of a game; BadInput with the nearest name if the catalogue knows none of this name."""
    retelling: Retelling = part(name, "retelling")
    return retelling


# ---- At a table ------------------------------------------------------------------------------------------------

Line = tuple[int, str]  # a seat, and what it did or what was done to it


@dataclass(frozen=True, slots=True)
class AtTable:
    """The functions of a game.

    noticed(step, row, seat, effective)  a turn as a seat notices it, without what is hidden from it: lines of who did
                                         what; none where it notices nothing, not even that there was a decision
    kind(move, view, effective)          what a move is about, in words; moves of one kind are listed together
    """

    noticed: Callable[[Step, Row, int, Mapping[str, Any]], tuple[Line, ...]]
    kind: Callable[[Any, Any, Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is against the rules, in one sentence; `key` is the rule that says so, where a single one does."""

    words: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """Something that who has to decide may think of, with all moves that are like it.

    `at` says which moves these are: facts of a move, by name. `reason` is why none of them is legal, None where some
    are. `card` is what the hand calls the card that is tried, "" where there are several.
    """

    at: Mapping[str, Any]
    words: str
    reason: Reason | None = None
    card: str = ""


def table_of(name: str) -> AtTable:
    """What a game brings for its table; BadInput with the nearest name if the catalogue knows none of it."""
    seats: AtTable = part(name, "table")
    return seats


def tries_of(name: str) -> Callable[[Any], Iterable[Tried]]:
    """What a game knows of tries at a referee's table at which somebody decides: nothing, if it has no such part."""
    found: Callable[[Any], Iterable[Tried]] = part(name, "reasons") if brings(name, "reasons") else lambda _: ()
    return found


def tightest(limits: Mapping[str, int], number: int) -> str:
    """The name of the limit that a number is above, the lowest where it is above several, the first of equal ones."""
    name = min(limits, key=lambda each: limits[each])
    return name if number > limits[name] else ""
