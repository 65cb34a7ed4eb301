"""Positions of Dragonwood as one player sees them: written down, told and drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.games.dragonwood.referee.chronicle import Position, dice_of, packed_dice, unpacked
from dhstats.games.dragonwood.table import (
    ACTS,
    CREATURES,
    ENHANCEMENTS,
    N_TARGETS,
    NO_TURN,
    NUMBERS,
    SUITS,
    TITLES,
    VIEW,
)
from dhstats.games.dragonwood.words.notation import SUIT_LETTERS, board_lines, move_text
from dhstats.games.positions import About, Bits, Code, Each, Kind, Named, Notation, Turns, face_down, whole_list

PHASES = ("turn", "reroll", "discard", "pass")
TO_DECIDE = {
    "turn": "what to do",
    "reroll": "whether to roll a die again",
    "discard": "what to discard",
    "pass": "what to pass to the neighbour",
}
_ADVENTURERS = tuple(f"{SUIT_LETTERS[suit]}{number}" for suit in range(SUITS) for number in range(1, NUMBERS + 1))
_TARGETS = TITLES[:N_TARGETS]


@dataclass(frozen=True)
class Dice:
    """Dice in the order in which they were rolled."""

    def write(self, value: Any, about: About) -> list[int]:
        """Their faces."""
        return dice_of(int(value))

    def read(self, told: Any, place: str, about: About) -> int:
        """The dice as one number."""
        return packed_dice(whole_list(told, place, 1, 9))


def _adventurers(_: About) -> Sequence[str]:
    return _ADVENTURERS


def _enhancements(_: About) -> Sequence[str]:
    return ENHANCEMENTS


def _titles(_: About) -> Sequence[str]:
    return TITLES


_CARDS, _HELP = Bits(_adventurers), Bits(_enhancements)
_ATTEMPT: Mapping[str, Kind] = {"act": Code(ACTS), "target": Code(TITLES), "cards": _CARDS, "used": _HELP}
KINDS: Mapping[str, Kind] = {
    **_ATTEMPT,
    "phase": Code(PHASES),
    "hand": _CARDS,
    "laid": _CARDS,
    "discarded": _CARDS,
    "lying": Named(_TARGETS),
    "captured": Each(Named(CREATURES)),
    "owned": Each(_HELP),
    "revealed": Named(TITLES),
    "rolled": Dice(),
    "recent": Turns({**_ATTEMPT, "discarded": _CARDS, "left": Bits(_titles)}, NO_TURN),
}


def _empty() -> Any:
    view = np.zeros(1, VIEW)
    view["recent"], view["turns_left"] = NO_TURN[0], -1
    return view


def _complete(view: Any, _: Mapping[str, Any]) -> None:
    """Says which titles lie in the landscape, and counts its cards."""
    view["landscape"] = sum(1 << title for title in range(N_TARGETS) if view["lying"][title])
    view["open"] = view["lying"].sum()


def _position(view: Any, _: Mapping[str, Any], __: Mapping[str, Any]) -> Position:
    """What lies on the table."""
    players, seat = int(view["rules"]["players"]), int(view["seat"])
    return Position(
        _counted(view["lying"], _TARGETS), int(view["wood_left"]), int(view["adventurers_left"]),
        int(view["discarded"]).bit_count() + int(view["discarded_ladybugs"]), int(view["decks_begun"]),
        tuple(unpacked(int(view["hand"])) if each == seat else () for each in range(players)),
        tuple(_counted(view["captured"][each], CREATURES) for each in range(players)),
        tuple(
            tuple(name for bit, name in enumerate(ENHANCEMENTS) if int(view["owned"][each]) >> bit & 1)
            for each in range(players)
        ),
        tuple(int(view["points"][each]) for each in range(players)), seat,
    )  # fmt: skip


def _counted(numbers: Any, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name, number in zip(names, numbers, strict=False) for _ in range(int(number)))


def _lines(position: Position, view: Any, _: Mapping[str, Any]) -> list[str]:
    return face_down(board_lines(position), view)


def _asked(view: Any, _: Mapping[str, Any]) -> str:
    return TO_DECIDE[PHASES[int(view["phase"])]]


def _move(record: Any, _: Any, __: Mapping[str, Any]) -> str:
    return move_text(record)


NOTATION = Notation(KINDS, _empty(), frozenset({"landscape", "open"}), {}, _complete, _position, _lines, _asked, _move)
