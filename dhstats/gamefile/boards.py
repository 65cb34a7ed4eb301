"""Maps and boards for game files: which places lie beside each other, as a table of yes and no."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dhstats.errors import BadInput, nearest


def graph(places: Sequence[str], roads: str) -> Any:
    """A table of which places are joined, 0 or 1: `roads` as in "coast-forest forest-hills".

    A road leads both ways; `one>other` leads one way.
    """
    if len(set(places)) < len(places) or not all(isinstance(each, str) and each for each in places):
        raise BadInput("graph(PLACES, ...): places must be different words")
    joined = np.zeros((len(places), len(places)), np.int64)
    for road in roads.split():
        ends = road.split(">") if ">" in road else road.split("-")
        if len(ends) != 2 or ends[0] == ends[1]:
            raise BadInput(f'graph(...): {road!r} must join two places, as in "coast-forest"')
        for end in ends:
            if end not in places:
                raise BadInput(f"graph(...): {end!r} is not one of the places; {nearest(end, places)}")
        one, other = (places.index(end) for end in ends)
        joined[one, other] = 1
        joined[other, one] |= ">" not in road
    return joined


def grid(rows: int, columns: int, *, diagonal: bool = False, round_edges: bool = False) -> Any:
    """Which squares of a board lie side by side: table[one, other], 0 or 1; square (r, c) is number r * columns + c.

    `diagonal` squares count too where that is said; with `round_edges` a board goes on at its other side.
    """
    if not (isinstance(rows, int) and isinstance(columns, int) and rows > 0 and columns > 0 and rows * columns <= 1024):
        raise BadInput("grid(ROWS, COLUMNS) has 1 to 1,024 squares, as in grid(8, 8)")
    joined = np.zeros((rows * columns, rows * columns), np.int64)
    steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0) and (diagonal or 0 in (r, c))]
    for row, column in np.ndindex(rows, columns):
        for down, right in steps:
            to = (row + down, column + right)
            if round_edges:
                to = (to[0] % rows, to[1] % columns)
            if 0 <= to[0] < rows and 0 <= to[1] < columns and to != (row, column):
                joined[row * columns + column, to[0] * columns + to[1]] = 1
    return joined
