"""Uniformly random play."""

from typing import Any

from dhstats.engine.stream import below


def choose(view: Any, moves: Any, count: int, noise: Any) -> Any:
    """Plays any legal move, each equally likely."""
    return below(noise, count)
