"""What the referees of all games share: what they find, and how a log is followed on an ordinary table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, Protocol, TypeVar

from dhstats.engine import stream
from dhstats.engine.compiled import bind
from dhstats.engine.stream import TURN_BLOCKS
from dhstats.games.retelling import NOBODY, Kept, Row


@dataclass(frozen=True, slots=True)
class Problem:
    """A cell of a log that the rules contradict; `turn` is -1 in the row of the games table."""

    game_id: int
    turn: int
    column: str
    logged: str
    should_be: str

    def __str__(self) -> str:
        """The problem as a sentence."""
        place = f"turn {self.turn}" if self.turn >= 0 else "games table"
        return f"game {self.game_id}, {place}: {self.column} is {self.logged}, should be {self.should_be}"


class Played(Protocol):
    """An ordinary table on which decisions are made one after the other."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def decisions(self) -> int:
        """How many were made."""

    def objection(self, choice: Any, /) -> tuple[str, str]:
        """The column that the rules forbid, and what it should be; two empty texts if they allow the choice."""

    def play(self, choice: Any, /) -> Row:
        """Makes the decision; its row of the moves table as it should be."""


def followed(
    kept: Kept, table: Played, choice_of: Callable[[Row], Any],
    outcome: Callable[[Any], Mapping[str, Any]], unit: str = "decisions",
) -> Iterator[Problem]:  # fmt: skip
    """All cells of a kept game that the rules contradict, up to the first decision that could not be made."""
    game = int(kept.row["game_id"])
    for number, row in enumerate(kept.turns):
        if table.over:
            yield Problem(game, number, "turn", "logged", f"absent: the game is over after {table.decisions} {unit}")
            return
        choice = choice_of(row)
        column, should_be = table.objection(choice)
        if column:
            yield Problem(game, number, column, str(row[column]), should_be)
            return
        yield from differences(game, number, row, table.play(choice))
    if table.over:
        yield from differences(game, -1, kept.row, outcome(table))
    else:
        yield Problem(game, -1, "turns", str(kept.row["turns"]), f"more than the {table.decisions} that are logged")


def differences(game: int, turn: int, logged: Mapping[str, Any], right: Mapping[str, Any]) -> Iterator[Problem]:
    """The cells of a logged row that are not what they should be."""
    for name, true in right.items():
        if logged[name] != true:
            yield Problem(game, turn, name, str(logged[name]), str(true))


def by_seat(columns: Mapping[str, Sequence[Any]], seats: Sequence[str]) -> dict[str, Any]:
    """Numbers that every player has, as columns of all seats; -1 where nobody plays."""
    return {
        f"{what}_{name}": numbers[seat] if seat < len(numbers) else NOBODY
        for what, numbers in columns.items()
        for seat, name in enumerate(seats)
    }


def lead_changes(leaders: Sequence[int]) -> int:
    """How often the lead went over to another player; decisions after which nobody led alone are skipped."""
    return sum(a != b for a, b in pairwise(leader for leader in leaders if leader != NOBODY))


def lead_since(leaders: Sequence[int], winner: int) -> int:
    """After how many decisions the winner led for good, all of them if they never did; -1 for a draw."""
    if winner == NOBODY:
        return NOBODY
    return max((turn + 1 for turn, leader in enumerate(leaders) if leader != winner), default=0)


Card = TypeVar("Card")

WORD = 2**32
NUMBERS = ("_M0", "_M1", "_W0", "_W1", "_32", "_MASK")  # of the engine's generator

# The source that the engine compiles, in whole numbers, which cannot overflow.
philox = bind(
    getattr(stream.philox, "py_func", stream.philox), "whole", **{name: int(getattr(stream, name)) for name in NUMBERS}
)


def block(seed: int, deal: int, channel: int, number: int) -> tuple[int, int, int, int]:
    """The four words at an address: Philox4x32-10."""
    words: tuple[int, int, int, int] = philox(number, channel, deal % WORD, deal // WORD, seed % WORD, seed // WORD)
    return words


def words(seed: int, deal: int, channel: int, first_block: int = 0) -> Iterator[int]:
    """The endless row of words of a channel, from a block on."""
    while True:
        yield from block(seed, deal, channel, first_block)
        first_block += 1


def below(source: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1: words that would favour some numbers are thrown away."""
    while True:
        number, rest = divmod(next(source) * n, WORD)
        if rest >= WORD % n:
            return number


def turn_words(seed: int, deal: int, channel: int, turn: int) -> Iterator[int]:
    """The words of a turn of a channel: first words lie four to a block, further ones in blocks of their own."""
    first = block(seed, deal, channel, turn // 4)[turn % 4]
    return chain([first], words(seed, deal, channel, (turn + 1) * TURN_BLOCKS))


def shuffled(source: Iterator[int], cards: list[Card]) -> list[Card]:
    """The cards in random order."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = below(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return order
