"""What there is in Dragon! whose worth can be asked for: the place behind a rival's tail."""

from typing import Any

from dhstats.games.bundle import Item

BEHIND = Item(
    "behind", "place behind the rival's tail", "facings", "behind", main=True,
    moments=(("tail", "tail", "When a dragon faces tail for the first time"),),
)  # fmt: skip


def items(_: Any) -> tuple[Item, ...]:
    """The place behind a rival; cards are told apart by `dhstats cards`, as everybody has their own."""
    return (BEHIND,)
