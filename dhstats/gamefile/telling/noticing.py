"""What others at a table can tell of a move: the parts of it that make a difference to what they see."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dhstats.gamefile.declarations import Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import hiding, records
from dhstats.gamefile.telling.plain import as_records

MOST_OTHERS = 64  # values of a part of a move that are tried in place of what it was
DECIDED = "has decided"
Functions = Mapping[str, Callable[..., Any]]


class Noticing:
    """Holds a move against others that differ from it in one part, as each seat sees what comes of them."""

    def __init__(self, file: GameFile, own: Functions) -> None:
        """`own` are the file's functions in plain Python."""
        self._file, self._own = file, own
        self._hide = hiding.hide(file, plain=True)
        self._view = records.view(file)

    def told(self, state: Any, rules: Any, move: Any, seat: int) -> list[str]:
        """The parts of a move, by name, that a seat knows from what it sees right after it, before chance speaks."""
        seen = self._after(state, rules, move, seat)
        return [name for name in self._file.move if not self._alike(state, rules, move, seat, name, seen)]

    def _alike(self, state: Any, rules: Any, move: Any, seat: int, name: str, seen: bytes | None) -> bool:
        """Whether the seat would see the same with something else in a part of the move."""
        others = _in_place(self._file.move[name], move[name])
        for value in others[:: max(1, -(-len(others) // MOST_OTHERS))]:
            other = move.copy()
            other[name] = value
            if self._after(state, rules, other, seat) == seen:
                return True
        return False

    def _after(self, state: Any, rules: Any, move: Any, seat: int) -> bytes | None:
        """All that a seat may know after a move; nothing of a move that the file cannot play here.

        The cards that they do not see count among it: one that leaves a hand for no other hidden place was shown.
        """
        copy = state.copy()
        try:
            self._own["play"](copy, move, rules)
        except Exception:  # whatever a file may raise
            return None
        view = as_records(np.zeros(1, self._view))[0]
        view["seat"] = seat
        self._hide(view, copy, seat)
        return b"".join(view[name].tobytes() for name in ("state", "unseen", "sizes", "hand_sizes"))


def _in_place(field: Field, said: Any) -> list[Any]:
    """What else could stand in a part of a move: any other value, or of cards one of another kind in place of one."""
    if not field.is_cards:
        return [value for value in range(field.low, field.high + 1) if value != int(said)]
    kinds = np.eye(field.kinds, dtype=np.int64)
    return [said - kinds[one] + other for one in np.flatnonzero(said) for other in np.delete(kinds, one, axis=0)]
