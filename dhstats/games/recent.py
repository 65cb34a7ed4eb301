"""The last turns of every seat, which a view of every game still holds."""

from typing import Any

from dhstats.engine.compiled import compiled

RECENT = 3  # turns of each seat that a view still holds


@compiled()
def make_room(turns: Any, seat: int) -> None:
    """The turns of a seat move on by one, the oldest out of sight; the latest is to be written over."""
    for back in range(RECENT - 1, 0, -1):
        turns[seat, back] = turns[seat, back - 1]
