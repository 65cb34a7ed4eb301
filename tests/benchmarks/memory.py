"""Peak memory of `dhstats simulate` for runs of different lengths: it must not grow with the run.

Each run is a process of its own; its peak is what the operating system says of it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ALLOWED = 0.05  # growth from the shortest run to the longest


def peak(games: int, words: list[str], folder: Path) -> int:
    """The peak resident memory of one run, in KiB."""
    out = folder / f"run-{games}"
    command = [sys.executable, "-m", "dhstats", "simulate", "--games", str(games), "--seed", "1", "--out", str(out)]
    process = subprocess.Popen([*command, *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"a run of {games:,} games ended with {process.returncode}")
    return usage.ru_maxrss


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Measures every length and kind of run; 1 if any grows by more than is allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="100000,1000000,10000000", help="lengths, with commas")
    parser.add_argument("--strategies", default="random")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    lengths = [int(games) for games in chosen.games.split(",")]
    common = ["--strategies", chosen.strategies, "--workers", str(chosen.workers)]
    kinds = {
        "every turn logged": ["--moves", "all"],
        "games alone": ["--moves", "none"],
        "totals alone": ["--moves", "none", "--keep", "totals"],
    }
    worst = 0.0
    say(f"{'':20}" + "".join(f"{games:>14,}" for games in lengths) + "        growth")
    for name, words in kinds.items():
        with tempfile.TemporaryDirectory() as folder:
            peaks = [peak(games, [*common, *words], Path(folder)) for games in lengths]
        growth = peaks[-1] / peaks[0] - 1.0
        worst = max(worst, growth)
        say(f"{name:20}" + "".join(f"{kib / 1024:>10.1f} MiB" for kib in peaks) + f"{growth:>13.1%}")
    return int(worst > ALLOWED)


if __name__ == "__main__":
    sys.exit(main())
