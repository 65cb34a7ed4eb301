"""Mistakes of a file that is looked through in several steps, told together at its end."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from dhstats.documents import Inspection, Mistakes
from dhstats.errors import BadInput


@contextmanager
def told_with(problems: Sequence[str]) -> Iterator[None]:
    """A mistake of what stands here is told after these problems, and all at once."""
    try:
        yield
    except BadInput as error:
        more = error.problems if isinstance(error, Mistakes) else (str(error),)
        Seen((*problems, *more)).end()


class Seen(Inspection):
    """An inspection that goes on from problems, and whose own can be gone on from."""

    def __init__(self, problems: Iterable[str] = ()) -> None:
        super().__init__()
        self._problems += problems

    @property
    def problems(self) -> tuple[str, ...]:
        """All that is wrong so far."""
        return tuple(self._problems)
