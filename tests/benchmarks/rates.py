"""What a game costs: core seconds, bytes and memory of `dhstats simulate`, from runs of two lengths.

Start-up and compilation drop out of the difference. The tables of docs/scale.md come from here. The peak of memory must not
grow with a run, for which `--lengths 100000,10000000` is a hard test.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import struct_rusage
from typing import Any

KINDS = {
    "every turn logged": ["--moves", "all"],
    "games alone": ["--moves", "none"],
    "totals alone": ["--moves", "none", "--keep", "totals"],
}
LENGTHS = {"random": (200_000, 1_000_000), "greedy": (200_000, 1_000_000), "expert": (20_000, 120_000)}
ALLOWED = 0.05  # growth of memory from the shorter run to the longer one


def measured(words: list[str], **settings: Any) -> struct_rusage:
    """What a command took as a process of its own; its time is that of its processor, not of the clock on the wall."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dhstats", *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, **settings,
    )  # fmt: skip
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"dhstats {' '.join(words)} ended with {process.returncode}")
    return usage


def cost(strategy: str, words: list[str], games: int, folder: Path) -> tuple[float, int, int]:
    """Core seconds, bytes on disk and KiB of memory at most of one run."""
    out = folder / f"{strategy}-{games}"
    run = ["simulate", "--strategies", strategy, "--games", str(games), "--seed", "1", "--out", str(out), *words]
    usage = measured(run)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    return usage.ru_utime + usage.ru_stime, size, usage.ru_maxrss


def main() -> int:
    """Prints a row for every player and kind of run; 1 if the memory of any grows by more than is allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strategies", default=",".join(LENGTHS))
    parser.add_argument("--lengths", default="", help="games of the two runs, with a comma")
    chosen, worst = parser.parse_args(), 0.0
    print("| players | kept | games a second and core | core hours for 10^9 | bytes a game | MiB at most | growth |")
    print(f"{'|---' * 7}|")
    for strategy in chosen.strategies.split(","):
        short, long = (
            map(int, chosen.lengths.split(",")) if chosen.lengths else LENGTHS.get(strategy, (20_000, 100_000))
        )
        for name, words in KINDS.items():
            with tempfile.TemporaryDirectory() as folder:
                less, more = (cost(strategy, words, games, Path(folder)) for games in (short, long))
            each, size = ((more[n] - less[n]) / (long - short) for n in (0, 1))
            growth = more[2] / less[2] - 1.0
            worst = max(worst, growth)
            speed = f"{1 / each:,.0f} | {1e9 * each / 3600:,.1f}"
            print(f"| {strategy} | {name} | {speed} | {size:,.2f} | {more[2] / 1024:,.1f} | {growth:.1%} |", flush=True)
    return int(worst > ALLOWED)


if __name__ == "__main__":
    sys.exit(main())
