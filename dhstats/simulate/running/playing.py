"""A run that is being played: shards by an executor, handed on in the order of the deals."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from dhstats.errors import BadInput, Interrupted, ResourceFailure
from dhstats.players.match import Lineup
from dhstats.simulate import tables
from dhstats.simulate.tables import Digest, Part, ShardPlan, Tally
from dhstats.simulate.work.workers import BEAT, Budget, on_each_thread, outcome, start
from dhstats.storage import Manifest, Run, Shard
from dhstats.storage.layout import MANIFEST, TABLES, make_folders, shard_name, sizes, table_file
from dhstats.storage.lock import Claim
from dhstats.storage.manifest import write_manifest
from dhstats.storage.places import remove_file

Played = tuple[Shard, Part]


class Work(Protocol):
    """The shards of one run as an executor plays them."""

    chunks: int  # how many were begun, as far as that is told while they are played

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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> bool | None: ...


class Threads(ThreadPoolExecutor):
    """Threads of this process: compiled games hold no interpreter lock."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size

    def prepare(self, lineup: Lineup, manifest: Manifest, out: Path, digest: Digest | None) -> Work:
        """Makes the threads ready for a run; each sets its own table when it plays the first shard."""
        return ThreadWork(self, lineup, manifest, out, digest)


class ThreadWork:
    """The shards of a run on the threads of a pool that other runs may share."""

    def __init__(
        self, pool: ThreadPoolExecutor, lineup: Lineup, manifest: Manifest, out: Path, digest: Digest | None
    ) -> None:
        self._pool, self._out, self._stop = pool, out, threading.Event()
        self._player = on_each_thread(lambda: tables.ShardPlayer(lineup, manifest, digest))
        self._counting, self.chunks = threading.Lock(), 0

    def begin(self, plan: ShardPlan) -> Future[Played]:
        """Has a shard played and written by the next free thread."""
        return start(self._pool, str(self._out), lambda: self._player().play(plan, self._out, self._asked))

    def check(self) -> None:
        """Threads do not get lost."""

    def stop(self) -> None:
        """Asks the threads to leave off between two chunks."""
        self._stop.set()

    def _asked(self) -> bool:
        """Answers a thread that is about to play a chunk: whether to stop."""
        with self._counting:
            self.chunks += 1
        return self._stop.is_set()


SAVE_SHARE = 0.05  # of the time that may go into writing the manifest; what it does not list yet is played again

__all__ = ["Part", "Playing", "Progress", "Stop", "Watcher"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: games of this call, and the running tally for an estimate (blocks and their sums).

    `games_played` counts those of unfinished shards too, as far as is known; `size` is the bytes of finished ones.
    """

    games_done: int
    games_planned: int
    seconds: float
    tally: Tally
    games_played: int
    size: int


Watcher = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Stop:
    """With how many deals a run is to end, and why, in the manifest's word for it."""

    deals: int
    ended: str = "goal"


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays what a run still lacks, with the claim on its folder; `digest` counts games that are not kept."""

    lineup: Lineup
    claim: Claim
    digest: Digest | None


class Playing:
    """A run in play, as a context; leaving it always keeps every finished shard."""

    def __init__(
        self, manifest: Manifest, out: Path, players: Players | None, *, executor: Executor, ahead: int,
        watch: Watcher, budget: Budget | None,
    ) -> None:  # fmt: skip
        """There are `players` unless the run is complete; `ahead` bounds how many shards are in flight."""
        self._players, self._manifest, self._out, self._watch = players, manifest, out, watch
        self._executor, self._ahead, self._budget = executor, ahead, budget or Budget()
        self._work = None if players is None else executor.prepare(players.lineup, manifest, out, players.digest)
        self._shards = {shard.name: shard for shard in manifest.shards}
        self._tally, self._size = tables.NOTHING, 0
        self._flying: dict[Future[Played], ShardPlan] = {}
        self._started = time.monotonic()
        self._save_after = 0.0

    @property
    def complete(self) -> bool:
        """Whether every shard is there."""
        return self._manifest.complete

    @property
    def arms(self) -> int:
        """How many games a deal has."""
        return len(self._manifest.design.arms)

    @property
    def planned_deals(self) -> int:
        """The most deals that it takes."""
        return self._manifest.design.deals

    def __enter__(self) -> Self:
        self._budget.written(sum(file.size for file in self._manifest.files()))
        if self._players is None:
            return self
        try:
            make_folders(*(self._out / table for table in self._manifest.tables))
            write_manifest(self._out, self._manifest)
        except ResourceFailure:
            self._players.claim.give_up()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            self._land()
        except ResourceFailure:
            if error is None:  # else that came first, and is what is told
                raise
        finally:
            if self._players is not None:
                if isinstance(error, BadInput) and not self._shards:  # it was no experiment: nothing of it stays
                    with suppress(OSError):
                        remove_file(self._out / MANIFEST)
                self._players.claim.give_up()
        if kind is KeyboardInterrupt:
            raise Interrupted(f"{self._out}: stopped; {self._kept}; continue with --resume") from None

    def parts(self, *, skip_known: bool = False) -> Iterator[Part]:
        """Every part of the run in the order of the deals, played or read; finished ones are left out if asked."""
        known = {shard.first_deal: shard for shard in self._manifest.shards}
        plans = tables.shard_plans(self._manifest)
        waiting = iter([plan for plan in plans if plan.first_deal not in known])
        planned = sum(plan.deals for plan in plans if plan.first_deal not in known) * len(self._manifest.design.arms)
        ready: dict[int, Part] = {}
        self._check_budget()
        for plan in plans:
            if plan.first_deal in known:
                if not skip_known:
                    yield tables.stored_part(self._manifest, self._out, known[plan.first_deal])
                continue
            while plan.first_deal not in ready:
                assert self._work is not None  # a complete run plays nothing
                while len(self._flying) + len(ready) < 2 * self._ahead and (begun := next(waiting, None)):
                    self._flying[self._work.begin(begun)] = begun
                self._work.check()
                finished, _ = wait(self._flying, timeout=BEAT, return_when=FIRST_COMPLETED)
                for future in finished:
                    shard, part = outcome(future, str(self._out))
                    ready[self._flying.pop(future).first_deal] = part
                    if self._keep(shard):
                        self._tally += part.tally
                self._check_budget()
                self._save_at_times()
                self._tell(planned)
            yield ready.pop(plan.first_deal)

    def so_far(self, deals: int) -> Run:
        """The first deals as a run that can be counted, while later ones are played; they are those of whole shards."""
        ended = self._manifest.ending_at(deals)
        shards = tuple(self._shards[shard_name(number)] for number in range(len(tables.shard_plans(ended))))
        return Run(self._out, replace(ended, shards=shards))

    def finish(self) -> None:
        """Notes that a run with a stopping rule has been played to its limit."""
        if self._manifest.until and not self._manifest.ended:
            self._manifest = replace(self._manifest, ended="limit")
            self._save()

    def end_at(self, stop: Stop) -> None:
        """Ends the run after a number of deals: later shards are dropped, the last one is cut by playing it again."""
        if self._players is None:  # it ended before
            return
        self._land()
        ended = replace(self._manifest.ending_at(stop.deals), ended=stop.ended)
        plans = tables.shard_plans(ended)
        whole = {(plan.first_deal, plan.deals) for plan in plans}
        self._shards = {name: s for name, s in self._shards.items() if (s.first_deal, s.deals) in whole}
        self._save()  # what is dropped is not part of the run before its files go
        later = {shard_name(number) for number in range(len(plans), self._manifest.planned_shards)}
        for table in TABLES:
            for name in later & sizes(self._out, table).keys():
                remove_file(table_file(self._out, table, name))
        lineup = self._players.lineup
        work = self._work = self._executor.prepare(lineup, self._manifest, self._out, None)  # the old was stopped
        done = {shard.first_deal for shard in self._shards.values()}
        for plan in plans:
            if plan.first_deal not in done:
                future = work.begin(plan)
                try:
                    shard, _ = outcome(future, str(self._out))
                finally:
                    if not future.done():
                        work.stop()
                        wait([future])
                self._shards[shard.name] = shard
        self._manifest = ended
        self._save()

    def _keep(self, shard: Shard) -> bool:
        """Counts a shard as finished, if the disk that may be used has room for it; else its files go again."""
        files = list(shard.files)
        size = sum(file.size for file in files)
        if not self._budget.has_room(size):
            for file in files:
                remove_file(file.path(self._out))
            self._budget.fill()
            return False
        self._budget.written(size)
        self._size += size
        self._shards[shard.name] = shard
        return True

    def _check_budget(self) -> None:
        """Ends the run as soon as a limit is reached before it is played; ResourceFailure says what was kept."""
        if len(self._shards) < self._manifest.planned_shards and self._budget.used_up:
            self._land()
            self._budget.check(str(self._out), self._kept)

    @property
    def _kept(self) -> str:
        return f"{len(self._shards):,} of {self._manifest.planned_shards:,} shards are finished and kept"

    def _tell(self, planned: int) -> None:
        """Tells who watches how far the run is; of a shard in flight all chunks but the last are played."""
        done, deals = self._tally.games, self._manifest.shard_deals
        chunks = -(-deals // tables.chunk_deals(self.arms))  # of a shard; a short shard has a single short one
        begun = self._work.chunks if self._work else 0
        played = min(planned, max(done, (begun - len(self._flying)) * deals * self.arms // chunks))
        seconds = time.monotonic() - self._started
        self._watch(Progress(done, planned, seconds, self._tally, played, self._size))

    def _land(self) -> None:
        """Waits for the shards in flight and keeps those that were finished."""
        if self._work is not None:
            self._work.stop()
        for future in self._flying:
            if not future.cancel() and future.exception() is None:
                self._keep(future.result()[0])
        self._flying.clear()
        if self._players is not None:
            self._save()

    def _save_at_times(self) -> None:
        """Writes the manifest again, so often that it takes a small share of the time."""
        if len(self._shards) > len(self._manifest.shards) and time.monotonic() >= self._save_after:
            began = time.monotonic()
            self._save()
            ended = time.monotonic()
            self._save_after = ended + (ended - began) / SAVE_SHARE

    def _save(self) -> None:
        if self._players is not None:
            self._players.claim.check()
        shards = tuple(self._shards[name] for name in sorted(self._shards))
        self._manifest = replace(self._manifest, shards=shards)
        write_manifest(self._out, self._manifest)
