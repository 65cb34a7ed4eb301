"""A real Dask cluster of processes, started as its documentation says."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from distributed import Client

PATIENCE = 300.0  # seconds that a machine may take to start two processes, however busy
ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """A port of this machine that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Whether somebody listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def process(*words: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of this Python that is gone afterwards; it works in another folder, so that paths have to travel."""
    place = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (folder / "log.txt").open("ab") as log:
        started = subprocess.Popen([sys.executable, *words], cwd=folder, env=place, stdout=log, stderr=log)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler without workers: its address and its process."""
    port = str(free_port())
    words = ("-m", "dask", "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    with process(*words, "--dashboard-address", "127.0.0.1:0", folder=folder) as started:
        while started.poll() is None and not answers(int(port)):  # a busy machine takes long to start it
            time.sleep(0.05)
        yield f"tcp://127.0.0.1:{port}", started


@contextmanager
def workers(address: str, folder: Path, count: int = 2) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many single-threaded workers of a scheduler, which knows them."""
    words = ("-m", "dask", "worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    with ExitStack() as stack:
        started = [stack.enter_context(process(*words, folder=folder)) for _ in range(count)]
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=PATIENCE)
        yield started
