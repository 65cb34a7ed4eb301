"""Whether something is compiled for a command, which takes seconds where the cache on disk has not got it yet."""

import warnings
from collections.abc import Callable
from typing import Any

UNKEPT = "Cannot cache compiled function"  # how the compiler's warning begins

_waiting: list[Callable[[], None]] = []


def at_first(tell: Callable[[], None]) -> None:
    """Calls a function once, when the next function is compiled, in this process or in one that tries a strategy."""
    _waiting.append(tell)


def begins() -> None:
    """Calls whoever waits for the first function to be compiled."""
    while _waiting:
        _waiting.pop()()


def at_first_unkept(tell: Callable[[], None]) -> None:
    """Calls a function once, in place of the compiler's own warnings, when something compiled cannot be kept on disk.

    That is so where code from outside names an array of a megabyte or so.
    """
    show, left = warnings.showwarning, [tell]

    def shown(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if not str(message).startswith(UNKEPT):
            show(message, category, *where, **more)
        elif left:
            left.pop()()

    warnings.showwarning = shown


def listen() -> None:
    """Lets the compiler say when it begins; what is read from its cache does not count."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            begins()

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Listener())
