"""`make bench`: the figures of `dhstats bench`, with plain C++ engines timed in turn where a compiler is there."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = {"dragonheart": HERE / "plain.cpp", "dragonwood": HERE / "plain_dragonwood.cpp"}


def compiler() -> str | None:
    """A C++ compiler of this machine."""
    return shutil.which("g++") or shutil.which("clang++")


def build(game: str, folder: Path) -> Path:
    """The plain engine of a game, as a program."""
    program = folder / game
    subprocess.run([str(compiler()), "-O3", "-std=c++17", "-o", str(program), str(SOURCES[game])], check=True)
    return program


def main() -> int:
    """Compiles the references if it can, and runs the benchmark with any further arguments."""
    words = [sys.executable, "-m", "dhstats", "bench", "--games", "1000000", *sys.argv[1:]]
    if compiler() is None:
        return subprocess.call(words)
    with tempfile.TemporaryDirectory() as folder:
        references = [f"--reference={game}={build(game, Path(folder))}" for game in SOURCES]
        return subprocess.call([*words, *references])


if __name__ == "__main__":
    sys.exit(main())
