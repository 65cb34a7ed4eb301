"""Whether something is compiled for a command, which takes seconds where the cache on disk has not got it yet."""

from collections.abc import Callable
from typing import Any

_waiting: list[Callable[[], None]] = []


def at_first(tell: Callable[[], None]) -> None:
    """Calls a function once, when the next function is compiled, in this process or in one that tries a strategy."""
    _waiting.append(tell)


def begins() -> None:
    """Calls whoever waits for the first function to be compiled."""
    while _waiting:
        _waiting.pop()()


def listen() -> None:
    """Lets the compiler say when it begins; what is read from its cache does not count."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            begins()

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Listener())
