"""Shards on the workers of a Dask cluster; with `schedulers`, all that knows of `distributed`.

A worker gets the plan of the run, the players without their code, the number of a shard and where the run lies. It
writes the shard there itself and answers with its hashes. What a lost worker was playing is given to another.
"""

import asyncio
import logging
import signal
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

import distributed
from distributed.utils import silence_logging_cmgr

from dhstats.errors import BadInput, ResourceFailure, UserError
from dhstats.games import catalogue
from dhstats.players.match import Lineup, line_up
from dhstats.players.trained import PackedStrategy, pack, unpack
from dhstats.quoting import clipped
from dhstats.simulate.plans.experiment import rules_of
from dhstats.simulate.running.playing import Played
from dhstats.simulate.running.runner import Versions, difference, versions
from dhstats.simulate.tables import Digest, ShardPlan, ShardPlayer
from dhstats.simulate.work.workers import on_each_thread
from dhstats.storage import Manifest
from dhstats.storage.manifest import read_manifest
from dhstats.storage.places import absolute, place

LOCAL = "local:"
GREETING = 10.0  # seconds in which a scheduler has to answer, and a first worker to be there
PATIENCE = 60.0  # seconds that somebody who is there may say nothing


def within(seconds: float, ask: Callable[[], Any]) -> Any:
    """What others answer; TimeoutError where they do not in time, as a stopped process never does."""
    answer: Future[Any] = Future()

    def wait_for_it() -> None:
        try:
            answer.set_result(ask())
        except Exception as error:
            answer.set_exception(error)

    threading.Thread(target=wait_for_it, daemon=True).start()  # one that waits for ever keeps nobody from ending
    return answer.result(seconds)


class Deaf(distributed.WorkerPlugin):  # type: ignore[misc]  # distributed may not be installed, and has then no types
    """Makes a worker process deaf to Ctrl-C, which a terminal sends to all: it is asked to stop in another way."""

    def setup(self, worker: distributed.Worker) -> None:
        """Runs in the worker's main thread."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def processes(text: str) -> Iterator[str]:
    """A cluster of single-threaded processes of this machine, as `local:N` asks; its scheduler's address."""
    number = text.removeprefix(LOCAL)
    if not (number.isascii() and number.isdecimal() and len(number) < 5 and 0 < int(number) <= 1024):
        raise BadInput(f"--cluster {text}: {LOCAL} must be followed by a number of processes from 1 to 1024")
    try:
        cluster = distributed.LocalCluster(
            n_workers=int(number), threads_per_worker=1, processes=True, host="127.0.0.1", memory_limit=0,
            dashboard_address="127.0.0.1:0", scheduler_kwargs={"dashboard": False}, silence_logs=logging.CRITICAL,
        )  # fmt: skip
    except RuntimeError as error:
        raise ResourceFailure(f"--cluster {text}: {error}") from error
    with cluster:
        yield cluster.scheduler_address


@contextmanager
def connected(address: str) -> Iterator[distributed.Client]:
    """A client of the scheduler at an address."""
    try:
        with ThreadPoolExecutor(1) as aside:  # a client that finds nobody would go on trying in the background
            aside.submit(asyncio.run, _knock(address)).result()
        client = distributed.Client(address, set_as_default=False, timeout=GREETING)
    except ValueError:
        raise BadInput(f"--cluster {clipped(address)}: is not an address; write tcp://HOST:8786, or {LOCAL}N") from None
    except OSError as error:
        raise ResourceFailure(
            f"--cluster {address}: no scheduler answers within {GREETING:g} seconds; "
            "start one with `dask scheduler`, or write another address"
        ) from error
    try:
        yield client
    finally:
        client.close()


async def _knock(address: str) -> None:
    arguments = distributed.Security().get_connection_args("client")
    async with asyncio.timeout(GREETING):  # something else may listen there and say nothing
        comm = await distributed.core.connect(address, timeout=GREETING, **arguments)
        await comm.close()


def silence() -> Callable[..., dict[str, float]]:
    """A function that travels as code to a scheduler: for how long it has not heard of each worker."""

    def ask(dask_scheduler: Any) -> dict[str, float]:
        from time import time as now

        return {name: now() - worker.last_seen for name, worker in dask_scheduler.workers.items()}

    return ask


def _question() -> Callable[[], Versions | str]:
    """A function that travels as code, so that a worker without this project can answer as well."""

    def ask() -> Versions | str:
        try:
            from dhstats.simulate.running.runner import versions as theirs
        except ImportError as error:
            return f"{error}; install the same version of dhstats there, with its extra `cluster`"
        return theirs()

    return ask


LOOK = 2.0  # seconds between a worker's looks at whether to stop, and ours at whether workers are there
TRIES = 2  # how often a shard whose player raised is tried again: another worker may have a sound disk
KEPT = 4  # runs for which a worker keeps a table set
RESUME = "what was finished is kept; continue with --resume"

_lineups: dict[str, tuple[Lineup, Path]] = {}  # of this process, as a worker, by run
_setting = threading.Lock()
_tables: Callable[[], dict[str, tuple[ShardPlayer, Path]]] = on_each_thread(dict)  # one a thread and run


@dataclass(frozen=True, slots=True)
class Task:
    """All that a worker has to know of a run; `name` is unlike that of any other."""

    name: str
    manifest: Manifest
    folder: str
    players: tuple[PackedStrategy, ...]
    versions: Versions
    digest: Digest | None
    game_file: tuple[str, bytes] = ("", b"")  # what played it, where that is a game file: name and content


class Cluster:
    """The workers of a cluster, as a context: of the scheduler at an address, or processes of this machine."""

    def __init__(self, address: str) -> None:
        self.size = 0
        self._address = address
        self._open = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(silence_logging_cmgr(logging.CRITICAL))  # what matters is told as an error
            address, local = self._address, self._address.startswith(LOCAL)
            if local:
                address = stack.enter_context(processes(self._address))
            self._client = stack.enter_context(connected(address))
            if local:
                self._client.register_plugin(Deaf())
            client = self._client
            try:
                client.wait_for_workers(1, timeout=GREETING)
            except TimeoutError:
                raise ResourceFailure(
                    f"--cluster {self._address}: has no workers; start some with `dask worker`"
                ) from None
            mine, ask = versions(), _question()
            try:
                answers = within(PATIENCE, partial(client.run, ask, on_error="return"))
                others = {f"worker {name}": there for name, there in answers.items()}
                others["its scheduler"] = within(PATIENCE, partial(client.run_on_scheduler, ask))
            except TimeoutError:
                raise ResourceFailure(
                    f"--cluster {self._address}: a worker or its scheduler does not answer; end it or let it continue"
                ) from None
            for who, there in others.items():
                problem = difference(mine, there) if isinstance(there, dict) else str(there)
                if problem:
                    raise ResourceFailure(f"--cluster {self._address}: {who}: {problem}")
            self.size = sum(client.nthreads().values())
            self._open = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def prepare(self, lineup: Lineup, manifest: Manifest, out: Path, digest: Digest | None) -> "ClusterWork":
        """Makes the workers ready for a run; each sets its own table when it plays the first shard."""
        players = tuple(pack(strategy) for strategy in lineup.strategies.values())
        name, game_file = f"dhstats-{uuid.uuid4().hex}", catalogue.packed(manifest.game)
        task = Task(name, replace(manifest, shards=()), absolute(out), players, versions(), digest, game_file)
        return ClusterWork(self._client, self._address, task)


class ClusterWork:
    """The shards of a run on the workers of a cluster."""

    chunks = 0  # none is told of before its shard is finished

    def __init__(self, client: distributed.Client, address: str, task: Task) -> None:
        self._client, self._address, self._task = client, address, task
        self._pool = client.get_executor(pure=False, retries=TRIES)
        self._flying: set[Future[Played]] = set()
        self._promised: list[Future[Played]] = []
        self._silent = False  # somebody is there who does not answer
        self._looked = self._peopled = time.monotonic()

    def begin(self, plan: ShardPlan) -> Future[Played]:
        """Has a shard played and written by the next free worker, and by another if that one is lost."""
        try:
            inner = self._pool.submit(play, self._task, plan)
        except (OSError, RuntimeError) as error:
            raise ResourceFailure(f"{self._address}: the scheduler is lost ({error}); {RESUME}") from error
        outer: Future[Played] = Future()
        outer.set_running_or_notify_cancel()  # leaving waits for what was begun
        self._flying.add(inner)
        self._promised = [*(each for each in self._promised if not each.done()), outer]
        inner.add_done_callback(partial(self._told, outer))
        return outer

    def check(self) -> None:
        """Raises ResourceFailure if the cluster has been without workers for too long, or one says nothing any more."""
        now = time.monotonic()
        if now < self._looked + LOOK:
            return
        self._looked = now
        silences = self._silences()
        if silences:
            self._peopled = now
        elif now > self._peopled + PATIENCE:
            raise ResourceFailure(f"{self._address}: has had no workers for {PATIENCE:g} seconds; {RESUME}")
        for worker, seconds in silences.items():
            if seconds > PATIENCE:
                self._silent = True
                raise ResourceFailure(
                    f"{self._address}: worker {worker} has not answered for {seconds:.0f} seconds; end it or let it "
                    f"continue; {RESUME}"
                )

    def stop(self) -> None:
        """Asks the workers to leave off, waits for them a while, and then for nobody."""
        if not self._flying:
            return
        with suppress(OSError, RuntimeError):  # a TimeoutError is an OSError
            patience = LOOK if self._silent else PATIENCE
            within(patience, distributed.Event(self._task.name, self._client).set)
            wait(set(self._flying), patience if self._silences() else 0.0)
        for future in list(self._flying):
            future.cancel()
        if self._silent:  # who does not answer cannot be asked to give a shard back
            for outer in self._promised:
                with suppress(InvalidStateError):  # it came after all
                    outer.set_exception(ResourceFailure(f"{self._address}: a worker does not answer; {RESUME}"))

    def _silences(self) -> dict[str, float]:
        """For how many seconds each worker has said nothing; ResourceFailure where the scheduler does not say."""
        try:
            silent: dict[str, float] = within(PATIENCE, partial(self._client.run_on_scheduler, silence()))
        except TimeoutError:
            self._silent = True
            raise ResourceFailure(
                f"{self._address}: the scheduler has not answered for {PATIENCE:g} seconds; {RESUME}"
            ) from None
        except (OSError, RuntimeError):
            return {}
        return silent

    def _told(self, outer: Future[Played], inner: Future[Played]) -> None:
        """Hands on what a shard came to; what went wrong in the words of this project."""
        self._flying.discard(inner)
        if outer.done():
            return
        if inner.cancelled():
            outer.set_exception(ResourceFailure(f"{self._address}: the scheduler is lost; {RESUME}"))
        elif error := inner.exception():
            outer.set_exception(error if isinstance(error, UserError) else self._failure(error))
        else:
            outer.set_result(inner.result())

    def _failure(self, error: BaseException) -> ResourceFailure:
        text = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        if isinstance(error, distributed.KilledWorker):
            text = f"{error.allowed_failures + 1} workers died playing one shard, the last of them {error.last_worker}"
        return ResourceFailure(f"{self._address}: {text}; {RESUME}")


def play(task: Task, plan: ShardPlan) -> Played:
    """Plays a shard and writes it; this is what runs on a worker."""
    # The table of this thread for a run
    sets = _tables()
    if task.name not in sets:
        with _setting:
            if task.name not in _lineups:
                _make_room(_lineups)
                where = f"worker {distributed.get_worker().address}"
                try:
                    _lineups[task.name] = _arrived(task, where)
                except UserError as error:
                    text = str(error)
                    raise ResourceFailure(text if text.startswith(where) else f"{where}: {text}") from error
            lineup, table_folder = _lineups[task.name]
        _make_room(sets)
        sets[task.name] = (ShardPlayer(lineup, task.manifest, task.digest), table_folder)
    player, folder = sets[task.name]
    played: Played = player.play(plan, folder, _stopped(task.name))
    return played


def _make_room(kept: dict[str, Any]) -> None:
    while len(kept) >= KEPT:
        del kept[next(iter(kept))]


def _arrived(task: Task, where: str) -> tuple[Lineup, Path]:
    """Everything that a run needs, found again where the worker is."""
    if problem := difference(task.versions, versions()):
        raise ResourceFailure(f"{where}: {problem}")
    folder, manifest = place(task.folder), task.manifest
    try:
        seen = read_manifest(folder).plan() == manifest.plan()
    except UserError:
        seen = False
    if not seen:
        raise ResourceFailure(
            f"{where}: cannot see the run in {folder}; --out must be on storage that all workers share"
        )
    catalogue.unpack(*task.game_file)
    bundle = catalogue.load(manifest.game)
    rules = rules_of(manifest)
    return line_up(bundle, rules, [unpack(bundle, rules, player, where) for player in task.players]), folder


def _stopped(name: str) -> Callable[[], bool]:
    """Says whether the run was stopped; asks the scheduler now and then."""
    event, looked = distributed.Event(name), -LOOK

    def stopped() -> bool:
        nonlocal looked
        if time.monotonic() < looked + LOOK:
            return False
        looked = time.monotonic()
        return bool(event.is_set())

    return stopped
