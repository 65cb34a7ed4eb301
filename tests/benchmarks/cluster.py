"""How fast two processes of a Dask cluster play against two threads, and that a killed one changes no byte.

    python -m tests.benchmarks.cluster [--games 400000] [--rounds 3]

Both crews are there before the clock starts and have played a first run, as on a cluster that is in use; then they play
the same run in turn, so that whatever else the machine does meets both.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import psutil

from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.cluster import Cluster
from dhstats.simulate.running.playing import Executor, Progress, Threads
from dhstats.simulate.running.runner import Prepared, begin, prepare
from tests.benchmarks.kills import hashes_of

AIM = 0.9  # of the rate of as many threads


def rate(prepared: Prepared, executor: Executor, folder: Path) -> float:
    """Games a second while a run is played and written."""
    with begin(prepared, folder, executor, executor.size) as run:
        started = time.perf_counter()
        for _ in run.parts():
            pass
        return prepared.manifest.games / (time.perf_counter() - started)


def alternate(prepared: Prepared, folder: Path, rounds: int) -> list[tuple[float, float]]:
    """The rates of two threads and of two processes, in turn."""
    rates = []
    with Threads(2) as threads, Cluster("local:2") as cluster:
        for number in range(-1, rounds):  # the first round warms both up
            pair = tuple(rate(prepared, executor, folder / f"{executor.__class__.__name__}{number}")
                         for executor in (threads, cluster))  # fmt: skip
            if number >= 0:
                rates.append((pair[0], pair[1]))
                print(f"{number + 1:5}  {pair[0]:12,.0f}  {pair[1]:14,.0f}  {pair[1] / pair[0]:5.2f}", flush=True)
    return rates


def killed(prepared: Prepared, folder: Path) -> int:
    """Plays the run on two processes, one of which is killed in the middle; the number of processes killed."""
    victims: list[int] = []

    def watch(progress: Progress) -> None:
        if not victims and progress.games_done > progress.games_planned // 3:
            process = next(
                p for p in psutil.Process().children(recursive=True) if "spawn_main" in " ".join(p.cmdline())
            )
            victims.append(process.pid)
            process.kill()

    with Cluster("local:2") as cluster, begin(prepared, folder, cluster, cluster.size, watch=watch) as run:
        for _ in run.parts():
            pass
    return len(victims)


def main() -> int:
    """Prints the table; ends with 1 if the aim is missed or a byte differs."""
    asked = argparse.ArgumentParser(description="Two processes of a cluster against two threads.")
    asked.add_argument("--games", type=int, default=400_000)
    asked.add_argument("--rounds", type=int, default=3)
    words = asked.parse_args()
    prepared = prepare(Experiment("cluster", strategies=("expert",), games=words.games, seed=1))
    shards = prepared.manifest.planned_shards
    print(f"{words.games:,} games of expert against himself, every turn logged, {shards} shards\n", flush=True)
    print("round  threads, g/s  processes, g/s  ratio", flush=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        rates = alternate(prepared, folder, words.rounds)
        ratio = median(processes / threads for threads, processes in rates)
        print(f"\nmedian ratio {ratio:.2f}, aim {AIM}", flush=True)
        lost = killed(prepared, folder / "killed")
        same = hashes_of(folder / "killed") == hashes_of(folder / "Threads0") == hashes_of(folder / "Cluster0")
        print(f"{lost} of 2 processes killed in the middle: {'the same bytes' if same else 'OTHER BYTES'}", flush=True)
    return 0 if same and lost == 1 and ratio >= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
