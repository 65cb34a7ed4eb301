"""Uniformly random play."""

from typing import Any

from dhstats.engine.stream import below


def choose(view: Any, moves: Any, count: int, noise: Any) -> Any:
    """Does anything that is legal, each move equally likely."""
    return below(noise, count) if count > 1 else 0  # a third of all decisions have one option
