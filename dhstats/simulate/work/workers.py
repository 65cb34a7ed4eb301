"""Workers that may fail: what they came to, in order, and a clear word where one raised, died, or was not to be had."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, wait
from typing import Any, TypeVar

from dhstats.errors import ResourceFailure, UserError
from dhstats.storage.layout import reason

Item = TypeVar("Item")
Result = TypeVar("Result")
KEPT = "finished parts are kept, go on with --resume"
BEAT = 0.5  # seconds after which somebody who waits looks up


def start(pool: Executor, where: str, work: Callable[..., Result], *items: Any) -> Future[Result]:
    """Hands work to a pool; ResourceFailure if that is broken or gets no thread."""
    try:
        return pool.submit(work, *items)
    except RuntimeError as error:
        told = f"{where}: no worker is to be had: {error}; {KEPT}"
        raise ResourceFailure(told) from error


def outcome(future: Future[Result], where: str) -> Result:
    """What finished work came to; a user's mistake as it is, ResourceFailure for whatever else a worker died of."""
    while not wait([future], timeout=BEAT).done:
        pass  # a signal that comes right before the waiting is only seen by someone who looks up
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, UserError):
        raise error
    words = reason(error) if isinstance(error, OSError) else " ".join(str(error).split())[:300]
    told = f"{type(error).__name__}: {words}".rstrip(": ")
    raise ResourceFailure(f"{where}: a worker failed ({told}); {KEPT}") from error


def in_order(
    pool: Executor, where: str, work: Callable[[Item], Result], items: Iterable[Item], ahead: int
) -> Generator[Result, None, None]:
    """What work on items comes to, in their order, so many items ahead of the reader.

    Whoever leaves early and closes this leaves no work behind.
    """
    waiting, flying = iter(items), deque[Future[Result]]()
    try:
        while True:
            while len(flying) < ahead and (item := next(waiting, None)) is not None:
                flying.append(start(pool, where, work, item))
            if not flying:
                return
            yield outcome(flying.popleft(), where)
    finally:
        for future in flying:
            future.cancel()
