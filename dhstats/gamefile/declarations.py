"""What a game file declares: fields of its state and moves, who may see them, and keys of its rules for every seat.

The functions are written as the values of class attributes. What they return stands for a number or a list in the eyes
of an editor; dhstats reads it as the declaration that it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dhstats.errors import BadInput
from dhstats.games.declaring import each_of
from dhstats.games.keys import Key
from dhstats.seats import SEATS

EVERYBODY, OWNER, OTHERS, NOBODY = "everybody", "owner", "others", "nobody"  # who sees a field
SEEN = (EVERYBODY, OWNER, OTHERS, NOBODY)

NUMBER, SEAT, PILE, HELD = "number", "seat", "pile", "held"
NO_SEAT, LAST_SEAT = -1, len(SEATS) - 1
LARGEST = 1 << 24  # of numbers that are declared, and of scores: a column of the log holds it


class Position:
    """What every state has, besides the fields that a file declares.

    `mover` is the seat that decides next, counted from 0: a file sets it. `players` is how many play, `decisions` how
    many decisions were made: dhstats sets them.
    """

    mover: int
    players: int
    decisions: int


class Chance:
    """Random draws with an address: the same seed, deal and decision give the same numbers. See `roll`, `shuffle`."""


class Pile:
    """Cards in an order: `count` of them, of which cards[count - 1] lies on top."""

    count: int
    cards: list[int]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the state or of a move.

    It holds whole numbers from `low` to `high` that begin at `start`, in an array of this `shape` unless that is empty.
    `words` name them where they are a choice, or the kinds of cards. A pile has room for `size` cards; it and a hand
    have cards of so many `kinds`. With `by_seat` there is one for every seat; where it is `dealt`, what setup gives a
    seat moves on to the next one from game to game of a deal. A number may be measured `by` a rule. Cards are `of` a
    deck; all seats share it, or every seat has its `own`. It is `said` who sees cards that everybody sees unless it
    is. A `power` is what makes a player unlike the others. What is `chosen` is a part of a move that a seat has chosen
    while others choose at once. A list may lie in `rows`, as the squares of a board do, or have `names` of places.
    """

    kind: str
    low: int = 0
    high: int = 0
    start: int = 0
    words: tuple[str, ...] = ()
    shape: tuple[int, ...] = ()
    size: int = 0
    kinds: int = 0
    by_seat: bool = False
    seen: str = EVERYBODY
    dealt: bool = False
    by: str = ""
    of: str = ""
    own: bool = False
    said: bool = False
    chosen: bool = False
    power: bool = False
    rows: int = 0
    names: tuple[str, ...] = ()

    @property
    def is_cards(self) -> bool:
        """Whether it holds cards, which may lie elsewhere without anybody seeing it."""
        return self.kind in (PILE, HELD)

    @property
    def pooled(self) -> bool:
        """Whether it holds cards that somebody may not see."""
        return self.is_cards and self.hidden

    @property
    def in_hand(self) -> bool:
        """Whether it holds cards of a seat that it alone sees."""
        return self.is_cards and self.by_seat and self.seen == OWNER

    @property
    def card_names(self) -> tuple[str, ...]:
        """The kinds of its cards, by their names or numbers."""
        return self.words or tuple(map(str, range(self.kinds)))

    @property
    def deck(self) -> tuple[str, bool]:
        """The deck of its cards: the name, and whether every seat has one of its own."""
        return self.of, self.own

    @property
    def cells(self) -> tuple[int, ...]:
        """How many there are in each direction for one seat, or on the table: cards by kind are one thing."""
        return self.shape[:-1] if self.kind == HELD else self.shape

    @property
    def hidden(self) -> bool:
        """Whether somebody may not see all of it."""
        return self.seen != EVERYBODY


def number(low: int, high: int, start: int | None = None, *, seen: str = EVERYBODY, by: str = "") -> int:
    """A whole number from `low` to `high`, at first `start` (0, or `low` where 0 is not allowed).

    `by` names the rule against which it is measured, as points against those that win: so trained players look closest
    where it matters, whatever the rule is.
    """
    begin = start if start is not None else (0 if low <= 0 <= high else low)
    return Field(NUMBER, low, high, begin, seen=seen, by=by)  # type: ignore[return-value]


def choice(*words: str, seen: str = EVERYBODY) -> int:
    """One of a few words, at first the first; functions read it as its place, counted from 0."""
    return Field(NUMBER, 0, len(words) - 1, 0, tuple(words), seen=seen)  # type: ignore[return-value]


def whose(*, seen: str = EVERYBODY) -> int:
    """A seat, counted from 0, or -1 for nobody, as at first."""
    return Field(SEAT, NO_SEAT, LAST_SEAT, NO_SEAT, seen=seen)  # type: ignore[return-value]


def pile(size: int, kinds: int | tuple[str, ...], *, seen: str = NOBODY, of: str = "") -> Pile:
    """Cards in an order, at most `size`, each of a kind: so many from 0, or these names; empty at first.

    `of` names the deck that they belong to, where there are several: hidden cards of one never lie among another's.
    """
    count, names = _kinds(kinds)
    return Field(PILE, 0, count - 1, 0, names, size=size, kinds=count, seen=seen, of=of)  # type: ignore[return-value]


def held(kinds: int | tuple[str, ...], most: int = 1, *, seen: str = "", of: str = "") -> list[int]:
    """How many cards there are of every kind (so many, or these names), at most `most` of each; none at first.

    `of` names their deck, where there are several. Everybody sees them unless it is said who does.
    """
    count, names = _kinds(kinds)
    return Field(  # type: ignore[return-value]
        HELD, 0, most, 0, names, (count,), kinds=count, seen=seen or EVERYBODY, of=of, said=bool(seen)
    )


def _kinds(told: int | tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return (told, ()) if isinstance(told, int) else (len(told), tuple(told))


def several(count: int, field: Any, *, rows: int = 0, names: Sequence[str] = ()) -> list[Any]:
    """A field repeated, in a list: numbers, rows of cards, piles, or several of these.

    With `rows` pages show the list as a board of that many rows, with `names` each place with its name.
    """
    _check(field, "several(3, number(0, 10))")
    if not isinstance(count, int) or isinstance(count, bool):
        raise BadInput(f"several({count!r}, ...) must begin with a whole number, as in several(3, number(0, 10))")
    if field.by_seat:
        raise BadInput("several(..., each_seat(...)) must be each_seat(several(...)): first the seat, then the place")
    if rows and (not isinstance(rows, int) or rows < 1 or count % rows or field.shape or field.is_cards):
        raise BadInput(
            f"several({count}, ..., rows={rows!r}): a board of single fields has {count} squares in equal rows"
        )
    if names and (
        len(names) != count or not all(isinstance(each, str) for each in names) or field.shape or field.is_cards
    ):
        raise BadInput(f"several({count}, ..., names=...): needs {count} names of places, one for each")
    declared: list[Any] = replace(field, shape=(count, *field.shape), rows=rows, names=tuple(names))
    return declared


def each_seat(field: Any, *, seen: str = "", dealt: bool = False, of: str = "", power: bool = False) -> list[Any]:
    """One of a field, or of a key of the rules, for every seat, in a list; with `seen=OWNER` each sees its own alone.

    `dealt` says that setup gives every seat its share by lot, so that dhstats may hand the shares round the table. With
    `of=OWNER` the cards are of a deck of the seat's own: hidden cards of one seat never lie among those of another.
    With `power=True` a `choice` is what makes players unlike each other, such as a faction: setup deals it, it goes
    round the table with everything that is dealt, and reports say what each is worth.
    """
    if isinstance(field, Key):
        return each_of(SEATS, field, name=field.name or "seats.<seat>.")
    _check(field, "each_seat(number(0, 10))")
    if field.by_seat:
        raise BadInput("each_seat(each_seat(...)) repeats each_seat; write it once")
    own = OWNER in (of, field.of)
    deck = next((name for name in (field.of, of) if name not in ("", OWNER)), "")
    said = field.said or bool(seen)
    declared: list[Any] = replace(
        field, by_seat=True, seen=seen or field.seen, dealt=dealt or power, of=deck, own=own, said=said, power=power
    )
    return declared


def chosen_by_seat(field: Any) -> list[Any]:
    """What every seat has chosen of a field of a move, which it alone sees; of None whether it has chosen, for all."""
    if field is None:
        return Field(NUMBER, 0, 1, 0, by_seat=True)  # type: ignore[return-value]
    words = () if field.kind == HELD else field.words
    return replace(field, kind=NUMBER, kinds=0, words=words, by_seat=True, seen=OWNER, chosen=True)  # type: ignore[no-any-return]


def spoken(name: str) -> str:
    """A name of a file as people read it."""
    return name.replace("_", " ")


def _check(field: Any, example: str) -> None:
    """BadInput for what is no field, and so cannot be repeated."""
    if not isinstance(field, Field):
        raise BadInput(f"{example.partition('(')[0]}(...) repeats a field, as in {example}, not {field!r}")
