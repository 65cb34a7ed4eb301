"""Who plays the shards of runs: the threads of this process, or anything else that keeps the same promises."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Protocol, Self

from dhstats.players.match import Lineup
from dhstats.simulate.tables.shards import Digest, Part, ShardPlan, ShardPlayer
from dhstats.simulate.work.workers import on_each_thread, start
from dhstats.storage import Manifest, Shard

Played = tuple[Shard, Part]


class Work(Protocol):
    """The shards of one run as an executor plays them."""

    @property
    def chunks(self) -> int:
        """How many chunks were begun, as far as that is told while they are played."""

    def begin(self, plan: ShardPlan) -> Future[Played]:
        """Has a shard played and written."""

    def check(self) -> None:
        """Raises ResourceFailure if nobody is left who could play."""

    def stop(self) -> None:
        """Asks those who play to leave off between two chunks; what they have begun ends soon, one way or the other."""


class Executor(Protocol):
    """Threads or workers that play, as a context: they stop when it is left."""

    @property
    def size(self) -> int:
        """How many shards are played at a time."""

    def prepare(self, lineup: Lineup, manifest: Manifest, out: Path, digest: Digest | None) -> Work:
        """Makes them ready for a run in a folder; `digest` counts the games of one that keeps totals."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...


class Threads:
    """Threads of this process: compiled games hold no interpreter lock."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool = ThreadPoolExecutor(size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown()

    def prepare(self, lineup: Lineup, manifest: Manifest, out: Path, digest: Digest | None) -> Work:
        """Makes the threads ready for a run; each sets its own table when it plays the first shard."""
        return ThreadWork(self._pool, lineup, manifest, out, digest)


class ThreadWork:
    """The shards of a run on the threads of a pool that other runs may share."""

    def __init__(
        self, pool: ThreadPoolExecutor, lineup: Lineup, manifest: Manifest, out: Path, digest: Digest | None
    ) -> None:
        self._pool, self._out = pool, out
        self._stop, self._player = threading.Event(), on_each_thread(lambda: ShardPlayer(lineup, manifest, digest))
        self._counting, self._chunks = threading.Lock(), 0

    @property
    def chunks(self) -> int:
        """How many chunks were begun."""
        return self._chunks

    def begin(self, plan: ShardPlan) -> Future[Played]:
        """Has a shard played and written by the next free thread."""
        return start(self._pool, str(self._out), self._play, plan)

    def check(self) -> None:
        """Threads do not get lost."""

    def stop(self) -> None:
        """Asks the threads to leave off between two chunks."""
        self._stop.set()

    def _play(self, plan: ShardPlan) -> Played:
        return self._player().play(plan, self._out, self._asked)

    def _asked(self) -> bool:
        """Answers a thread that is about to play a chunk: whether to stop."""
        with self._counting:
            self._chunks += 1
        return self._stop.is_set()
