"""Whether something is compiled in this process, which takes seconds where the cache on disk has not got it yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import event


class _Listener(event.Listener):
    """Hears of the first function that is compiled, and not read from disk."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell: Callable[[], None] | None = tell

    def on_start(self, event: Any) -> None:
        """Compiling has begun."""
        tell, self._tell = self._tell, None
        if tell is not None:
            tell()

    def on_end(self, event: Any) -> None:
        """Compiling has ended, of which nothing is said."""


def at_first(tell: Callable[[], None]) -> None:
    """Calls a function once, when the first function of this process is compiled."""
    event.register("numba:compile", _Listener(tell))
