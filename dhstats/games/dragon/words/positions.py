"""Positions of Dragon! as one player sees them: written down, told and drawn.

Cards are named as in the pack; a set of cards of a seat is one of the deck of that place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games.dragon.referee.cardbook import Paper, cardbook
from dhstats.games.dragon.referee.chronicle import Position, Side
from dhstats.games.dragon.referee.referee import deck_of
from dhstats.games.dragon.table import FACINGS, MAX_DECK, MAX_SEATS, PAST_TURN, POWER, SEATS, STEPS, VIEW
from dhstats.games.dragon.words.notation import board_lines, move_text
from dhstats.games.positions import (
    About,
    Bits,
    Code,
    Each,
    Kind,
    Notation,
    Turns,
    face_down,
    listed,
    read_record,
    write_record,
)
from dhstats.games.retelling import counted

ALL = "all"
TOPPING = "topping"
PHASES = (*STEPS, "paying", TOPPING, "shedding")
TO_DECIDE = {
    "agility": "what to play in the agility step", "ground": "which ground card to play", "play": "what to play",
    "discard": "what to discard", "draw": "how many cards to draw", "paying": "what to pay with",
    "topping": "whether to top", "shedding": "what to give up",
}  # fmt: skip


def names_of(about: About) -> list[str]:
    """The cards of a pack by their codes."""
    if "names" not in about.looked_up:
        about.looked_up["names"] = list(cardbook(about.effective["pack"]))
    names: list[str] = about.looked_up["names"]
    return names


def _of_deck(seat: int | None, about: About) -> Sequence[str]:
    """The card in every slot of the deck of a seat, of the seat that sees the view if there is no other."""
    place = about.seat if seat is None else seat
    names, size = names_of(about), int(about.record["deck_size"][place])
    return [names[int(code)] for code in about.record["code"][place][:size]]


def _numbered(seat: int, about: About) -> Sequence[str]:
    """The same, each with the number of its slot."""
    return [f"{name} {slot}" for slot, name in enumerate(_of_deck(seat, about))]


@dataclass(frozen=True)
class BySeat:
    """Something for every seat; each seat has a kind of its own."""

    kinds: Sequence[Kind]

    def write(self, value: Any, about: About) -> list[Any]:
        """A list, as long as there are players."""
        players = int(about.record["players"])
        return [kind.write(each, about) for kind, each in zip(self.kinds[:players], value, strict=False)]

    def read(self, told: Any, place: str, about: About) -> list[Any]:
        """The values in the order of the seats."""
        each = zip(self.kinds, listed(told, place), strict=False)
        return [kind.read(value, f"{place}[{at}]", about) for at, (kind, value) in enumerate(each)]


@dataclass(frozen=True)
class Card:
    """A card by its code; below 0 for none."""

    def write(self, value: Any, about: About) -> str:
        """Its name."""
        return Code(names_of(about)).write(value, about)

    def read(self, told: Any, place: str, about: About) -> int:
        """Its code."""
        return Code(names_of(about)).read(told, place, about)


@dataclass(frozen=True)
class Power:
    """What a dragon is capable of, as a table of what is not nothing."""

    def write(self, value: Any, about: About) -> dict[str, Any]:
        """The table."""
        return write_record(value, _NOTHING[0], {}, about)

    def read(self, told: Any, place: str, about: About) -> Any:
        """The record."""
        return read_record(told, _NOTHING, place, {}, about).view(np.ndarray)[0]


@dataclass(frozen=True)
class Slots:
    """A number for each of a few slots of a deck."""

    def write(self, value: Any, about: About) -> list[list[int]]:
        """Pairs of a slot and its number."""
        return [[slot, int(number)] for slot, number in enumerate(value) if number]

    def read(self, told: Any, place: str, about: About) -> list[int]:
        """A number for every slot."""
        numbers = [0] * MAX_DECK
        for pair in listed(told, place):
            slot, number = pair if isinstance(pair, list) and len(pair) == 2 else (-1, 0)
            if not isinstance(slot, int) or not 0 <= slot < MAX_DECK:
                raise BadInput(f"{place}: must be pairs of a slot below {MAX_DECK} and a number")
            numbers[slot] = number
        return numbers


_NOTHING = np.zeros(1, POWER)
_DECKS = [Bits(partial(_of_deck, seat)) for seat in range(MAX_SEATS)]
_SLOTS = [Bits(partial(_numbered, seat)) for seat in range(MAX_SEATS)]
_TURNS = [
    Turns(dict.fromkeys(("played", "cancelled", "topped", "discarded"), deck), np.zeros(1, PAST_TURN))
    for deck in _DECKS
]


@dataclass(frozen=True)
class Usable:
    """The cards whose special types a dragon may use: all of them, or those of a set."""

    deck: Kind

    def write(self, value: Any, about: About) -> Any:
        """The word for all, or their names."""
        return ALL if value == -1 else self.deck.write(value, about)

    def read(self, told: Any, place: str, about: About) -> Any:
        """The set."""
        return -1 if told == ALL else self.deck.read(told, place, about)


@dataclass(frozen=True)
class Recent:
    """The last turns of every seat, with the cards of its deck."""

    def write(self, value: Any, about: About) -> list[Any]:
        """A list a seat."""
        return [turns.write([each], about)[0] for turns, each in zip(_TURNS, value, strict=True)]

    def read(self, told: Any, place: str, about: About) -> list[Any]:
        """The turns of every seat."""
        each = zip(_TURNS, listed(told, place), strict=False)
        return [turns.read([value], f"{place}[{at}]", about)[0] for at, (turns, value) in enumerate(each)]


KINDS: Mapping[str, Kind] = {
    "step": Code(STEPS),
    "phase": Code(PHASES),
    "facing": Each(Code(FACINGS)),
    "power": BySeat([Power()] * MAX_SEATS),
    "usable": BySeat([Usable(deck) for deck in _DECKS]),
    "grounds": BySeat([Each(deck) for deck in _SLOTS]),
    "attached": BySeat(_SLOTS),
    "until": Each(Slots()),
    "discarded": BySeat(_DECKS),
    "hand": Bits(partial(_of_deck, None)),
    "first_card": Card(),
    "at": Card(),
    "top_card": Card(),
    "recent": Recent(),
}


def _empty() -> Any:
    return np.zeros(1, VIEW)


def _complete(view: Any, _: Mapping[str, Any]) -> None:
    """Nothing follows from the rest; every seat plays the deck of its own place."""
    if view["place"].tolist()[: int(view["rules"]["players"])] != list(range(int(view["rules"]["players"]))):
        raise BadInput("place: in a written position every seat plays the deck of its own place")


def _position(view: Any, _: Mapping[str, Any], effective: Mapping[str, Any]) -> Position:
    """What lies on the table."""
    about = About(view["rules"], effective, int(view["seat"]))
    return Position(tuple(_side(view, seat, about) for seat in range(int(view["rules"]["players"]))), int(view["seat"]))


def _side(view: Any, seat: int, about: About) -> Side:
    """What lies before one player."""
    power, alive = view["power"][seat], bool(int(view["alive"]) >> seat & 1)
    slots = _of_deck(seat, about)
    grounds = (
        (name, rival) for rival in range(MAX_SEATS) for name in _named(seat, view["grounds"][seat, rival], about)
    )
    attached = (
        (slots[slot], int(view["until"][seat, slot]))
        for slot in range(len(slots)) if int(view["attached"][seat]) >> slot & 1
    )  # fmt: skip
    facing = int(view["facing"][seat])
    return Side(
        dragon_of(about.effective, seat), int(view["level"][seat]) + 1, FACINGS[facing] if facing >= 0 else "",
        int(view["wounds"][seat]), int(power["health"]), int(view["siege"][seat]), int(power["lair"]),
        _named(seat, view["hand"], about) if seat == about.seat else (),
        int(view["left"][seat]), int(view["discarded"][seat]).bit_count(), tuple(grounds), tuple(attached), alive,
    )  # fmt: skip


def _named(seat: int, cards: Any, about: About) -> tuple[str, ...]:
    return tuple(_DECKS[seat].write(cards, about))


def dragon_of(effective: Mapping[str, Any], seat: int) -> str:
    """The dragon of a seat as people call it."""
    name = str(deck_of(effective, seat)["dragon"])
    return str(effective["pack"]["dragons"][name].get("title") or name)


def _lines(position: Position, view: Any, effective: Mapping[str, Any]) -> list[str]:
    return face_down(board_lines(position, cardbook(effective["pack"])), view)


def _asked(view: Any, effective: Mapping[str, Any]) -> str:
    phase, cards = PHASES[int(view["phase"])], list(cardbook(effective["pack"]).values())
    return TO_DECIDE[phase] + (_chain(view, cards) if phase == TOPPING else "")


def _chain(view: Any, cards: Sequence[Paper]) -> str:
    """What the chain is about: the card at its end, and the one that it began with."""
    first, last = (cards[int(view[name])].title for name in ("first_card", "top_card"))
    mover, top = SEATS[int(view["mover"])], SEATS[int(view["top_seat"])]
    against = f" against the {SEATS[int(view['rival'])]}" if view["rival"] >= 0 else ""
    began = f", in the chain about {first} of the {mover}{against} ({counted(int(view['depth']), 'top')} so far)"
    return f" {last} of the {top}{began if view['depth'] else against}"


def _move(record: Any, _: Any, effective: Mapping[str, Any]) -> str:
    return move_text(record, effective)


NOTATION = Notation(KINDS, _empty(), frozenset(), {}, _complete, _position, _lines, _asked, _move)
