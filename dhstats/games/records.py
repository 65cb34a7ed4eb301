"""Records and functions of a game by their names: what the modules of its folder declare for the engine."""

from collections.abc import Iterable
from types import ModuleType
from typing import Any

import numpy as np


def record(*parts: Any) -> np.dtype[Any]:
    """A record that the rules read and write: fields with their types, each where the processor likes it."""
    return np.dtype(list(parts), align=True)


def fields(*names: str, kind: str = "i8", shape: int | tuple[int, ...] = ()) -> list[tuple[str, str, Any]]:
    """Fields of a record that are alike: a whole number each, or several."""
    return [(name, kind, shape) for name in names]


# What modules declare of a `Game` and of its `Learning`: records and sizes in capitals, functions as they are called.
RECORDS = ("rules", "table", "view", "options")
FUNCTIONS = ("shuffle", "deal", "look", "legal", "play", "skip", "same_move", "to_move", "over", "score")
SIZES = ("fixed", "inputs", "ends", "hidden", "restrictions")
LEARNT = (
    "situation", "outlook", "lay", "change", "likelihood", "mark", "which_end", "shortlist", "outcome", "guess",
    "forbids",
)  # fmt: skip


def declared(table: ModuleType, *rules: ModuleType) -> dict[str, Any]:
    """What a `Game` takes from the module of its table, and of functions from those of its rules."""
    rows = {"event": table.ROWS.event, "result": table.ROWS.result}
    return {name: getattr(table, name.upper()) for name in RECORDS} | rows | _named(rules, FUNCTIONS)


def learnt(*players: ModuleType) -> dict[str, Any]:
    """What `Learning` takes from modules of players: sizes and names under capitals, and functions."""
    sizes = {
        name: getattr(module, name.upper()) for module in players for name in SIZES if hasattr(module, name.upper())
    }
    return sizes | _named(players, LEARNT)


def _named(modules: Iterable[ModuleType], names: tuple[str, ...]) -> dict[str, Any]:
    """What several modules have by these names, the last one that has it; other modules by such a name are none."""
    every = (each for module in modules for each in vars(module).items())
    return {name: value for name, value in every if name in names and not isinstance(value, ModuleType)}
