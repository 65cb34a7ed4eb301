"""Who is to be found at the address of a cluster: its scheduler and its workers, and whether they play as we do."""

import asyncio
import logging
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import distributed

from dhstats.errors import BadInput, ResourceFailure
from dhstats.quoting import clipped
from dhstats.simulate.running.versions import Versions, difference, versions

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


def fit_workers(client: distributed.Client, address: str) -> int:
    """How many threads the workers have; ResourceFailure if there are none, or one would play otherwise than here."""
    try:
        client.wait_for_workers(1, timeout=GREETING)
    except TimeoutError:
        raise ResourceFailure(f"--cluster {address}: has no workers; start some with `dask worker`") from None
    mine, ask = versions(), _question()
    try:
        answers = within(PATIENCE, partial(client.run, ask, on_error="return"))
        found = {f"worker {name}": there for name, there in answers.items()}
        found["its scheduler"] = within(PATIENCE, partial(client.run_on_scheduler, ask))
    except TimeoutError:
        raise ResourceFailure(
            f"--cluster {address}: a worker or its scheduler does not answer; end it or let it go on"
        ) from None
    for who, there in found.items():
        problem = difference(mine, there) if isinstance(there, dict) else str(there)
        if problem:
            raise ResourceFailure(f"--cluster {address}: {who}: {problem}")
    return sum(client.nthreads().values())


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
            from dhstats.simulate.running.versions import versions as theirs
        except ImportError as error:
            return f"{error}; install the same version of dhstats there, with its extra `cluster`"
        return theirs()

    return ask
