"""What only Dragonwood's rule files hold: the faces of a die, the name of a creature."""

from typing import Any

from dhstats.games.dragonwood.table import CREATURES, MAX_FACE, MAX_SIDES, NO_TITLE
from dhstats.games.kinds import Kind, whole, word

NOBODY = "nobody"


def faces() -> Kind:
    """The numbers on a die."""
    one = whole(1, MAX_FACE)
    allowed = f"a list of 2 to {MAX_SIDES} whole numbers from 1 to {MAX_FACE}"

    def fault(value: object) -> str:
        fits = isinstance(value, list) and 2 <= len(value) <= MAX_SIDES and not any(map(one.fault, value))
        return "" if fits else f"must be {allowed}"

    def encode(value: list[int]) -> list[int]:
        return value + [0] * (MAX_SIDES - len(value))

    return Kind(allowed, fault, _in_order, encode)


def _in_order(value: Any) -> list[int]:
    return sorted(value)


def creature() -> Kind:
    """A creature by name, or nobody."""
    return word({NOBODY: NO_TITLE} | {name: number for number, name in enumerate(CREATURES)})
