"""A run that is being played: shards on the threads of a pool, handed on in the order of the deals."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from dhstats.errors import Interrupted
from dhstats.players.match import Cast
from dhstats.simulate.experiment import log_every
from dhstats.simulate.shards import NOTHING, Part, ShardPlan, ShardPlayer, Tally, shard_plans, stored_part
from dhstats.storage import Manifest, Shard
from dhstats.storage.layout import TABLES, shard_name, table_file
from dhstats.storage.manifest import write_manifest

SAVE_SECONDS = 1.0  # the manifest is written at most so often: a lost second is played again on --resume

__all__ = ["Part", "Playing", "Progress", "Watcher"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: games of this call, and the running tally for an estimate (blocks and their sums)."""

    games_done: int
    games_planned: int
    seconds: float
    tally: Tally
    arms: int


Watcher = Callable[[Progress], None]


class Playing:
    """A run in play, as a context; leaving it keeps every finished shard, whatever happened."""

    def __init__(
        self, company: Cast | None, manifest: Manifest, out: Path, pool: ThreadPoolExecutor, ahead: int,
        watch: Watcher,
    ) -> None:  # fmt: skip
        """`company` is there unless the run is complete; `ahead` bounds how many shards are in flight."""
        self._company, self._manifest, self._out, self._watch = company, manifest, out, watch
        self._pool, self._ahead = pool, ahead
        self._log_every = log_every(manifest.moves)
        self._shards = {shard.name: shard for shard in manifest.shards}
        self._tally = NOTHING
        self._stop = threading.Event()
        self._flying: dict[Future[tuple[Shard, Part]], ShardPlan] = {}
        self._local = threading.local()
        self._started = self._saved = time.monotonic()

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
        if not self._manifest.complete:
            write_manifest(self._out, self._manifest)
            for table in TABLES[: 2 if self._log_every else 1]:
                (self._out / table).mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self._land()
        if kind is KeyboardInterrupt:
            raise Interrupted(f"{self._out}: stopped; finished shards are kept, go on with --resume") from None

    def parts(self, *, skip_known: bool = False) -> Iterator[Part]:
        """Every part of the run in the order of the deals, played or read; finished ones are left out if asked."""
        known = {shard.first_deal: shard for shard in self._manifest.shards}
        plans = shard_plans(self._manifest)
        waiting = iter([plan for plan in plans if plan.first_deal not in known])
        planned = sum(plan.deals for plan in plans if plan.first_deal not in known) * len(self._manifest.design.arms)
        ready: dict[int, Part] = {}
        for plan in plans:
            if plan.first_deal in known:
                if not skip_known:
                    yield stored_part(self._manifest, self._out, known[plan.first_deal])
                continue
            while plan.first_deal not in ready:
                self._submit(waiting, len(ready))
                self._collect(ready, planned)
            yield ready.pop(plan.first_deal)

    def finish(self) -> None:
        """Notes that a run with a goal has been played to its limit."""
        if self._manifest.until and not self._manifest.ended:
            self._manifest = replace(self._manifest, ended="limit")
            self._save()

    def end_at(self, deals: int) -> None:
        """Ends the run after so many deals: later shards are dropped, the last one is cut by playing it again."""
        if self._company is None:  # it ended before
            return
        self._land()
        ended = replace(self._manifest.ending_at(deals), ended="goal")
        plans = shard_plans(ended)
        whole = {(plan.first_deal, plan.deals) for plan in plans}
        self._shards = {name: s for name, s in self._shards.items() if (s.first_deal, s.deals) in whole}
        self._save()  # what is dropped is not part of the run before its files go
        for number in range(len(plans), self._manifest.planned_shards):
            for table in TABLES:
                table_file(self._out, table, shard_name(number)).unlink(missing_ok=True)
        self._stop.clear()
        done = {shard.first_deal for shard in self._shards.values()}
        for plan in plans:
            if plan.first_deal not in done:
                shard, _ = self._play(plan)
                self._shards[shard.name] = shard
        self._manifest = ended
        self._save()

    def _submit(self, waiting: Iterator[ShardPlan], ready: int) -> None:
        """Keeps some shards in flight and few waiting to be read, so that memory does not grow with the run."""
        while len(self._flying) + ready < 2 * self._ahead and (plan := next(waiting, None)):
            self._flying[self._pool.submit(self._play, plan)] = plan

    def _collect(self, ready: dict[int, Part], planned: int) -> None:
        finished, _ = wait(self._flying, timeout=0.5, return_when=FIRST_COMPLETED)
        for future in finished:
            shard, part = future.result()
            ready[self._flying.pop(future).first_deal] = part
            self._note(shard, part.tally, planned)

    def _play(self, plan: ShardPlan) -> tuple[Shard, Part]:
        player = getattr(self._local, "player", None)
        if player is None:
            assert self._company is not None  # a complete run plays nothing
            player = self._local.player = ShardPlayer(self._company, self._manifest, self._log_every)
        played: tuple[Shard, Part] = player.play(plan, self._out, self._stop.is_set)
        return played

    def _note(self, shard: Shard, tally: Tally, planned: int) -> None:
        self._shards[shard.name] = shard
        self._tally += tally
        now = time.monotonic()
        if now - self._saved > SAVE_SECONDS:
            self._save()
            self._saved = now
        arms = len(self._manifest.design.arms)
        self._watch(Progress(self._tally.games, planned, now - self._started, self._tally, arms))

    def _land(self) -> None:
        """Waits for the shards in flight and keeps those that were finished, whatever happened to others."""
        self._stop.set()
        for future in self._flying:
            if future.cancel() or future.exception() is not None:
                continue
            shard, _ = future.result()
            self._shards[shard.name] = shard
        self._flying.clear()
        if self._company is not None:
            self._save()

    def _save(self) -> None:
        shards = tuple(self._shards[name] for name in sorted(self._shards))
        self._manifest = replace(self._manifest, shards=shards)
        write_manifest(self._out, self._manifest)
