"""What others at a table can tell of a move: the parts of it that make a difference to what they see."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dhstats.gamefile.declarations import Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.telling.plain import Eyes

MOST_OTHERS = 64  # values of a part of a move that are tried in place of what it was
DECIDED = "has decided"
Functions = Mapping[str, Callable[..., Any]]


def noticed(file: GameFile, own: Functions, state: Any, rules: Any, move: Any, seat: int) -> list[str]:
    """The parts of a move, by name, that a seat knows from what it sees right after it, before chance speaks.

    So the move is held against others that differ from it in one part. `own` are the file's functions in plain Python.
    """
    eyes = Eyes(file, own)

    def after(tried: Any) -> bytes | None:
        """All that the seat may know after a move; nothing of a move that the file cannot play here.

        The cards that they do not see count among it: one that leaves a hand for no other hidden place was shown.
        """
        copy = state.copy()
        try:
            own["play"](copy, tried, rules)
        except Exception:  # anything that a file may raise
            return None
        view = eyes.seen(copy, rules, seat)
        return b"".join(view[name].tobytes() for name in ("state", "unseen", "sizes", "hand_sizes"))

    seen, told = after(move), list[str]()
    for name, field in file.move.items():
        values = _in_place(field, move[name])
        for value in values[:: max(1, -(-len(values) // MOST_OTHERS))]:
            other = move.copy()
            other[name] = value
            if after(other) == seen:
                break
        else:
            told.append(name)
    return told


def _in_place(field: Field, said: Any) -> list[Any]:
    """What else could stand in a part of a move: any other value, or of cards one of another kind in place of one."""
    if not field.is_cards:
        return [value for value in range(field.low, field.high + 1) if value != int(said)]
    kinds = np.eye(field.kinds, dtype=np.int64)
    return [said - kinds[one] + other for one in np.flatnonzero(said) for other in np.delete(kinds, one, axis=0)]
