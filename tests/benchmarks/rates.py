"""What a game costs: core seconds, bytes and files of `dhstats simulate`, from runs of two lengths.

Start-up and compilation drop out of the difference. The tables of docs/scale.md come from here.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

KINDS = {
    "every turn logged": ["--moves", "all"],
    "games alone": ["--moves", "none"],
    "totals alone": ["--moves", "none", "--keep", "totals"],
}
LENGTHS = {"random": (200_000, 1_000_000), "greedy": (200_000, 1_000_000), "expert": (20_000, 120_000)}


@dataclass(frozen=True, slots=True)
class Cost:
    """Core seconds and bytes of a run."""

    seconds: float
    size: int


def cost(strategy: str, words: list[str], games: int, folder: Path) -> Cost:
    """One run as a process of its own; its time is that of its processor, not of the clock on the wall."""
    out = folder / f"{strategy}-{games}"
    command = [sys.executable, "-m", "dhstats", "simulate", "--strategies", strategy, "--games", str(games)]
    process = subprocess.Popen(
        [*command, "--seed", "1", "--out", str(out), *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{games:,} games of {strategy} ended with {process.returncode}")
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    return Cost(usage.ru_utime + usage.ru_stime, size)


def main() -> int:
    """Prints a row for every player and kind of run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strategies", default=",".join(LENGTHS))
    chosen = parser.parse_args().strategies.split(",")
    sys.stdout.write(
        "| players | kept | games a second and core | core hours for 10^9 | bytes a game |\n|---|---|---|---|---|\n"
    )
    for strategy in chosen:
        short, long = LENGTHS.get(strategy, (20_000, 100_000))
        for name, words in KINDS.items():
            with tempfile.TemporaryDirectory() as folder:
                less, more = (cost(strategy, words, games, Path(folder)) for games in (short, long))
            each = (more.seconds - less.seconds) / (long - short)
            size = (more.size - less.size) / (long - short)
            hours = f"{1e9 * each / 3600:,.1f}"
            sys.stdout.write(f"| {strategy} | {name} | {1 / each:,.0f} | {hours} | {size:,.2f} |\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
