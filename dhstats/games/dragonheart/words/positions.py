"""Positions of Dragonheart as one player sees them: written down, told and drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.games.dragonheart.referee.chronicle import SEATS, Card, Position, Space, packed, unpacked
from dhstats.games.dragonheart.table import BELOW_SHIP, N_PICTURES, NO_TURN, NOBODY, PICTURES, PLACES, VIEW
from dhstats.games.dragonheart.words.notation import board_lines, move_text
from dhstats.games.positions import About, Code, Each, Kind, Named, Notation, Turns, face_down, whole_list


@dataclass(frozen=True)
class Pile:
    """Cards of one picture: their values in order."""

    def write(self, value: Any, about: About) -> list[int]:
        """The values."""
        return unpacked(int(value))

    def read(self, told: Any, place: str, about: About) -> int:
        """The packed pile."""
        return packed(whole_list(told, place, 0, 9))


@dataclass(frozen=True)
class Values:
    """Cards of one picture as a list that stays one."""

    def write(self, value: Any, about: About) -> list[int]:
        """The values."""
        return list(value)

    def read(self, told: Any, place: str, about: About) -> list[int]:
        """The values."""
        return whole_list(told, place, 0, 9)


_TURN: Mapping[str, Kind] = {
    "values": Pile(),
    "picture": Code(PICTURES),
    "target": Code(PLACES),
    "left_cards": Named(PLACES),
    "left_points": Named(PLACES),
    "left_figure": Code(SEATS, "nobody"),
}
KINDS: Mapping[str, Kind] = {
    "hand": Named(PICTURES, Pile()),
    "played": Each(Named(PICTURES, Pile())),
    "figure": Code(SEATS, "nobody"),
    "recent": Turns(_TURN, NO_TURN),
}


def _empty() -> Any:
    view = np.zeros(1, VIEW)
    view["recent"], view["turns_left"], view["emptied"], view["figure"] = NO_TURN[0], -1, -1, NOBODY
    return view


def _board(position: Position) -> list[Sequence[int]]:
    """The values of the cards on every place."""
    return [*(space.values for space in position.spaces), [value for _, value in position.below_ship]]


def _complete(view: Any, told: Mapping[str, Any]) -> None:
    """Counts what lies on each place, and says which pictures are in hand."""
    for place, values in enumerate(told["board"]):
        cards = values or []
        view["cards"][place], view["points"][place] = len(cards), sum(cards)
    view["pictures"] = sum(1 << picture for picture in range(N_PICTURES) if view["hand"][picture])


def _position(view: Any, told: Mapping[str, Any], effective: Mapping[str, Any]) -> Position:
    """What lies on the table."""
    spaces, seat = effective["spaces"], int(view["seat"])
    hands: list[tuple[Card, ...]] = [(), ()]
    own = [(picture, value) for at, picture in enumerate(PICTURES) for value in unpacked(int(view["hand"][at]))]
    hands[seat] = tuple(own)
    last = view["recent"][1 - seat, 0]
    played, reached = int(last["picture"]), int(last["target"])
    return Position(
        tuple(
            Space(name, spaces[name]["slots"], tuple(spaces[name]["takes"]), tuple(told["board"][at] or ()))
            for at, name in enumerate(PICTURES)
        ),
        tuple(("cards", value) for value in told["board"][PLACES.index(BELOW_SHIP)] or ()),
        int(view["stacks"]), effective["end"]["ship_stacks"], int(view["figure"]),
        (int(view["scores"][0]), int(view["scores"][1])), (hands[0], hands[1]),
        (int(view["deck_sizes"][0]), int(view["deck_sizes"][1])),
        PICTURES[played] if played >= 0 else "", PLACES[reached] if reached >= 0 and last["taken_cards"] else "", (),
    )  # fmt: skip


def _lines(position: Position, view: Any, _: Mapping[str, Any]) -> list[str]:
    return face_down(board_lines(position), view)


def _asked(_: Any, __: Mapping[str, Any]) -> str:
    return "what to play"


def _move(record: Any, _: Any, __: Mapping[str, Any]) -> str:
    return move_text(record)


NOTATION = Notation(
    KINDS, _empty(), frozenset({"pictures", "cards", "points"}), {"board": (_board, Named(PLACES, Values()))},
    _complete, _position, _lines, _asked, _move,
)  # fmt: skip
