"""What bounds the engine: machine instructions a game, and the functions in which they are spent.

`python -m tests.benchmarks.instructions --game dragonwood --strategy random` compiles everything anew, plays games in
memory with every turn logged, counts instructions with `perf`, and samples each millionth (`nm` of binutils names the
functions).
Seconds depend on what else a machine does; instructions hardly do.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

STEP = 1_000_003  # a prime, so that no loop is always met at the same place
ATTACHING = 1.5  # seconds until `perf` counts
LISTED = 24


class Code(NamedTuple):
    """A function in memory."""

    start: int
    size: int
    name: str


def missing() -> list[str]:
    """The programs that are needed and not there, or not allowed."""
    lacking = [program for program in ("perf", "nm") if shutil.which(program) is None]
    if not lacking:
        words = ["perf", "stat", "-e", "instructions:u", "true"]
        counted = subprocess.run(words, capture_output=True, check=False, text=True)
        if counted.returncode:
            lacking = ["permission for perf"]
        elif "not supported" in counted.stderr:  # as in most virtual machines; perf ends with 0 all the same
            lacking = ["a processor that counts instructions"]
    return lacking


def readable(symbol: str) -> str:
    """The module and the name of a compiled function: of _ZN7dhstats5games4play…, the last two parts."""
    parts, rest = [], symbol.partition("_ZN")[2]
    while number := re.match(r"\d+", rest):
        end = number.end() + int(number[0])
        parts.append(rest[number.end() : end])
        rest = rest[end:]
    return ".".join(parts[-2:]) or symbol


def libraries() -> list[Any]:
    """From now on, whatever numba compiles; each keeps its object file."""
    from numba.core.codegen import JITCodeLibrary

    kept: list[Any] = []
    usual = JITCodeLibrary.__init__

    def keep(self: Any, *arguments: Any, **named: Any) -> None:
        usual(self, *arguments, **named)
        self.enable_object_caching()
        kept.append(self)

    JITCodeLibrary.__init__ = keep
    return kept


def functions(library: Any) -> Iterator[Code]:
    """The functions of a library and where they lie."""
    try:
        content = library._get_compiled_object()
    except RuntimeError:  # part of another library
        return
    with tempfile.NamedTemporaryFile(suffix=".o") as file:
        file.write(content)
        file.flush()
        listed = subprocess.run(["nm", "-S", file.name], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        found = re.match(r"[0-9a-f]{16} ([0-9a-f]{16}) [tTwW] ((?:cfunc\.)?_ZN.*)", line)
        start = library.get_pointer_to_function(found[2]) if found else 0
        if found and start:
            yield Code(start, int(found[1], 16), readable(found[2]))


def watched(engine: Any, chunks: int) -> tuple[int, list[int]]:
    """Plays chunks of games: how many instructions that took, and the addresses of a sample of them."""
    with tempfile.TemporaryDirectory() as folder:
        data, total = Path(folder) / "perf.data", Path(folder) / "total"
        here = ["-e", "instructions:u", "-p", str(os.getpid()), "-o"]
        watchers = [
            subprocess.Popen(["perf", "stat", "-x,", *here, str(total)]),
            subprocess.Popen(["perf", "record", "-q", "-c", str(STEP), *here, str(data)], stderr=subprocess.DEVNULL),
        ]
        time.sleep(ATTACHING)
        for chunk in range(chunks):
            engine.play(chunk)
        for watcher in watchers:
            watcher.send_signal(signal.SIGINT)
            watcher.wait()
        told = subprocess.run(
            ["perf", "script", "-i", str(data), "-F", "ip"], capture_output=True, text=True, check=True
        )
        count = re.search(r"^(\d+),", total.read_text(), re.MULTILINE)
    return int(count[1]) if count else 0, [int(address, 16) for address in told.stdout.split()]


def by_function(addresses: list[int], codes: list[Code]) -> Counter[str]:
    """How many samples fell into each function."""
    codes = sorted(set(codes))
    starts, counts = [code.start for code in codes], Counter[str]()
    for address in addresses:
        code = codes[max(0, bisect_right(starts, address) - 1)]
        counts[code.name if code.start <= address < code.start + code.size else "elsewhere"] += 1
    return counts


def main() -> int:
    """Prints instructions a game, then the functions that spend most of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="dragonwood")
    parser.add_argument("--strategy", default="random")
    parser.add_argument("--games", type=int, default=50_000)
    asked = parser.parse_args()
    if lacking := missing():
        raise SystemExit(f"needed and missing: {', '.join(lacking)}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DHSTATS_CACHE"] = folder  # so that everything is compiled in this process
        kept = libraries()
        from dhstats.simulate.running.speed import Engine

        engine = Engine(asked.strategy, asked.game)
        engine.play(0)
    chunks = -(-asked.games // len(engine.results))
    total, addresses = watched(engine, chunks)
    games = chunks * len(engine.results)
    counts = by_function(addresses, [code for library in kept for code in functions(library)])
    print(f"{total / games:,.0f} instructions a game, {games:,} games of {asked.strategy}")
    for name, count in counts.most_common(LISTED):
        share = count / len(addresses)
        print(f"{share * total / games:10,.0f}  {share:6.1%}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
