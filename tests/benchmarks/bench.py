"""`make bench`: the figures of `dhstats bench`, with a plain C++ engine timed in turn where a compiler is there."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("plain.cpp")


def main() -> int:
    """Compiles the reference if it can, and runs the benchmark with any further arguments."""
    words = [sys.executable, "-m", "dhstats", "bench", "--games", "1000000", *sys.argv[1:]]
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return subprocess.call(words)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "plain"
        subprocess.run([compiler, "-O3", "-std=c++17", "-o", str(program), str(SOURCE)], check=True)
        return subprocess.call([*words, "--reference", str(program)])


if __name__ == "__main__":
    sys.exit(main())
