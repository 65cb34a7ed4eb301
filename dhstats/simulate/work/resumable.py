"""Work on a row of items by threads, gathered in order; what is finished is kept in checkpoints, if there are any."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeVar

from dhstats.errors import Interrupted
from dhstats.simulate.work.budget import Budget
from dhstats.simulate.work.checkpoints import Arrays, TaskCheckpoints
from dhstats.simulate.work.workers import in_order

Work = TypeVar("Work")


@dataclass(frozen=True)
class ResumableMap(Generic[Work]):
    """How work on the items from a number on is done by a thread, and how it is written down and read again.

    `what` names the items; `pack` makes arrays of a row of work, `unpack` the reverse.
    """

    what: str
    work: Callable[[int], Work]
    pack: Callable[[list[Work]], Arrays]
    unpack: Callable[[Arrays], list[Work]]
    task: TaskCheckpoints | None
    budget: Budget

    @property
    def kept(self) -> int:
        """How many items are done and written down."""
        return self.task.done if self.task else 0

    def run(self, items: int, step: int, workers: int, watch: Callable[[int], None]) -> list[Work]:
        """All work in order, `step` items at a time; `watch` is told how many items are done.

        Raises Interrupted, or ResourceFailure when the budget is used up or a worker failed; both keep what was done.
        """
        found, done = self._kept(items), self.kept
        saved = len(found)
        starts = range(done, items, step)
        with (
            ThreadPoolExecutor(workers) as pool,
            closing(in_order(pool, self.what, self.work, starts, 2 * workers)) as results,
        ):
            try:
                for each in results:
                    found.append(each)
                    done = min(done + step, items)
                    if self.task and self.task.is_due:
                        saved = self._save(found, saved, done)
                    watch(done)
                    if done < items:
                        self.budget.check(self.what, self._state(done, items))
            except KeyboardInterrupt:
                raise Interrupted(f"{self.what}: stopped; {self._state(done, items)}") from None
            finally:
                self._save(found, saved, done)
        return found

    def _kept(self, items: int) -> list[Work]:
        """All work that is written down; DataProblem where it can be none of this."""
        if self.task is None:
            return []
        parts = self.task.parts()
        try:
            found = [each for arrays in parts for each in self.unpack(arrays)]
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:  # rewritten with its hash
            raise self.task.odd from error
        if not 0 <= self.task.done <= items:
            raise self.task.odd
        return found

    def _save(self, found: list[Work], saved: int, done: int) -> int:
        """Writes down what is new; returns how much then is written."""
        if self.task and saved < len(found):
            self.task.add(done, self.pack(found[saved:]))
        return len(found)

    def _state(self, done: int, items: int) -> str:
        return f"{done:,} of {items:,} are kept" if self.task else "nothing of it is kept"
