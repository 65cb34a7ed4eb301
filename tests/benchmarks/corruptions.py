"""Single bytes of a run folder are changed at random: `verify` has to find every one, and `sql` to refuse to count it.

`python -m tests.benchmarks.corruptions --count 1000 --seed 1` prints a table and ends with 1 if anything passed unseen.
"""

import argparse
import contextlib
import io
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dhstats.cli.main import main as dhstats
from dhstats.simulate import tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate

DAMAGED = 3  # the exit code
GAMES_PER_SHARD = 120
BOTH_TABLES = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM moves)"


@dataclass(frozen=True, slots=True)
class Corruption:
    """One changed byte of a file: where it is, what it was, and what it is now."""

    file: str
    place: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a corruption: found by `verify`, refused by `sql`, or told with a traceback by either."""

    corruption: Corruption
    found: bool
    refused: bool
    traceback: str

    @property
    def kind(self) -> str:
        """The kind of file that was changed."""
        return self.corruption.file.partition("/")[0]

    @property
    def good(self) -> bool:
        """Whether it was found, refused, and told in words."""
        return self.found and self.refused and not self.traceback


def small_run(folder: Path, games: int = 480) -> Path:
    """A run of a few shards with every turn logged."""
    usual, tables.GAMES_PER_SHARD = tables.GAMES_PER_SHARD, GAMES_PER_SHARD
    try:
        plan = Experiment("corruptions", strategies=("greedy", "random"), games=games, seed=1)
        return simulate(plan, folder, workers=1).folder
    finally:
        tables.GAMES_PER_SHARD = usual


def corruptions(run: Path, count: int, seed: int) -> Iterator[Corruption]:
    """So many bytes by lot: the file first, so that small ones are not spared, then its byte and the new value."""
    chance = random.Random(seed)
    files = sorted(path for path in run.rglob("*") if path.is_file())
    for _ in range(count):
        path = chance.choice(files)
        content = path.read_bytes()
        place = chance.randrange(len(content))
        after = (content[place] + chance.randrange(1, 256)) % 256
        yield Corruption(str(path.relative_to(run)), place, content[place], after)


def tried(run: Path, corruption: Corruption) -> Outcome:
    """Changes the byte, asks both commands, and puts the byte back."""
    path = run / corruption.file
    whole = path.read_bytes()
    try:
        path.write_bytes(whole[: corruption.place] + bytes([corruption.after]) + whole[corruption.place + 1 :])
        verified, told = _asked("verify", str(run), "--sample", "0")
        counted, also_told = _asked("sql", str(run), BOTH_TABLES)
    finally:
        path.write_bytes(whole)
    return Outcome(corruption, verified == DAMAGED, counted == DAMAGED, told or also_told)


def _asked(*words: str) -> tuple[int, str]:
    """The exit code of a command, and its traceback if it failed with one."""
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(heard):
        try:
            return dhstats(list(words)), ""
        except Exception:  # any exception that reaches this place would have been a traceback
            return 1, traceback.format_exc()


def table(outcomes: list[Outcome]) -> str:
    """The counts by kind of file."""
    rows = [("changed bytes in", "tried", "found by verify", "refused by sql", "tracebacks")]
    tries = Counter(outcome.kind for outcome in outcomes)
    for kind in (*sorted(tries), "all files"):
        these = [outcome for outcome in outcomes if kind in (outcome.kind, "all files")]
        counts = (len(these), *(sum(map(bool, column)) for column in zip(*map(_marks, these), strict=True)))
        rows.append((kind, *map(str, counts)))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows)
    return "\n".join(lines)


def _marks(outcome: Outcome) -> tuple[bool, bool, bool]:
    return outcome.found, outcome.refused, bool(outcome.traceback)


def main() -> int:
    """Tries as many corruptions as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run = small_run(Path(folder) / "run")
        if (code := _asked("verify", str(run))[0]) != 0:
            sys.stderr.write(f"the run does not stand before anything is changed: exit code {code}\n")
            return 1
        outcomes = [tried(run, corruption) for corruption in corruptions(run, chosen.count, chosen.seed)]
    bad = [outcome for outcome in outcomes if not outcome.good]
    print(table(outcomes))
    for outcome in bad[:10]:
        print(outcome.corruption, outcome.traceback, sep="\n", end="")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
