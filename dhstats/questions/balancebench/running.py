"""Runs of all entries on all tasks: planned, kept in a folder run by run, and continued."""

import json
import math
import multiprocessing
import os
import platform
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dhstats.children import end_with
from dhstats.documents import read_json
from dhstats.errors import BadInput, DataProblem, ResourceFailure
from dhstats.questions.balancebench import entries
from dhstats.questions.balancebench.entries import OURS, Result
from dhstats.questions.balancebench.tasks import Task, digest
from dhstats.quoting import quoted
from dhstats.release import VERSION
from dhstats.storage.layout import is_void, whole_file
from dhstats.storage.lock import Claim

PLAN, RESULTS = "plan.json", "results.jsonl"
MOST_READ = 1 << 20  # bytes of a plan
Watcher = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Plan:
    """What is run: tasks, entries by name with their commands (none for dhstats), seeds, and budgets that rise."""

    tasks: tuple[Task, ...]
    entries: Mapping[str, str]
    seeds: int
    seed: int
    budgets: tuple[float, ...]

    @property
    def record(self) -> dict[str, Any]:
        """What results have to be of to be of this plan: tasks and programs also by hashes of what they say."""
        return {
            "tasks": [each.name for each in self.tasks], "tasks_hash": digest(self.tasks), "seeds": self.seeds,
            "seed": self.seed, "budgets": list(self.budgets), "entries": dict(self.entries), "version": VERSION,
            "programs": {name: entries.files_of(command) for name, command in self.entries.items()},
            "machine": [platform.machine(), platform.node()],
        }  # fmt: skip

    @property
    def runs(self) -> list[tuple[Task, str, int]]:
        """All runs in order: task by task, as what is compiled for one serves all of its runs."""
        seeds = range(self.seed, self.seed + self.seeds)
        return [(task, entry, seed) for task in self.tasks for entry in self.entries for seed in seeds]


def entries_of(named: Sequence[str]) -> dict[str, str]:
    """The entries of a command line by name, each with its command; BadInput for any other text."""
    commands: dict[str, str] = {}
    for each in named or (OURS,):
        name, equals, command = each.partition("=")
        if name in commands or not name.isidentifier() or (not equals and name != OURS) or (equals and name == OURS):
            raise BadInput(f"--entry {quoted(each)}: write ours, or NAME=COMMAND with a name that no other entry has")
        if equals:
            entries.check(name, command)
        commands[name] = command
    return commands


def budgets_of(written: str) -> tuple[float, ...]:
    """Budgets in processor seconds that rise, from a list with commas; BadInput for other texts."""
    try:
        budgets = tuple(float(each) for each in written.split(","))
    except ValueError:
        budgets = ()
    if not budgets or list(budgets) != sorted({*budgets}) or not 0.01 <= budgets[0] <= budgets[-1] <= 1e5:
        raise BadInput(f"--budgets {quoted(written)}: write rising processor seconds from 0.01 to 100,000, as 0.1,1,10")
    return budgets


def run_all(
    plan: Plan, folder: Path, *, resume: bool = False, workers: int = 1, watch: Watcher = lambda *_: None
) -> list[Result]:
    """Every run of a plan, kept in a folder as it ends; those that are there already are not run again.

    BadInput for a folder with other files, or with results of another plan.
    """
    if folder.exists() and not (folder / PLAN).exists() and not is_void(folder):
        raise BadInput(f"{folder}: exists and is not an empty folder; choose another --out")
    with Claim(folder):
        results = _kept(plan, folder, resume=resume)
        known = {(each.task, each.entry, each.seed) for each in results}
        left = [each for each in plan.runs if (each[0].name, *each[1:]) not in known]
        with (folder / RESULTS).open("a", encoding="utf-8") as file:
            for result in _played(plan, left, workers):
                file.write(json.dumps(asdict(result)) + "\n")
                file.flush()
                results.append(result)
                watch(len(results), len(plan.runs), f"{result.task}, {result.entry}")
    return results


def _played(plan: Plan, left: Sequence[tuple[Task, str, int]], workers: int) -> Iterator[Result]:
    """The runs in their order, one at a time in this process, or several, each in its own process."""
    every = [(task, entry, plan.entries[entry], seed, plan.budgets[-1]) for task, entry, seed in left]
    if workers == 1:
        yield from (entries.run(*each) for each in every)
        return
    spawned = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, spawned, _begin, (os.getpid(),))
    try:
        waiting: list[Future[Result]] = [pool.submit(entries.run, *each) for each in every]
        yield from (each.result() for each in waiting)
    except BrokenExecutor as error:
        raise ResourceFailure("a process that ran an entry was ended; use --resume to go on") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(parent: int) -> None:
    """Has a process that runs entries end with its parent, whom alone Ctrl-C ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent)


def _kept(plan: Plan, folder: Path, *, resume: bool) -> list[Result]:
    """The results that a folder has of this plan, which is written there; a last line that was not finished is cut."""
    named, file = folder / PLAN, folder / RESULTS
    if not named.exists():
        with whole_file(named) as draft:
            draft.write_text(json.dumps(plan.record, indent=1), encoding="utf-8")
        return []
    if not resume:
        raise BadInput(f"{folder}: holds results already; continue with --resume, or choose another --out")
    before = read_json(named, MOST_READ)
    record = before if isinstance(before, dict) else {}
    if differing := sorted(key for key, value in plan.record.items() if record.get(key) != value):
        raise BadInput(
            f"{folder}: --resume needs the same plan, but {', '.join(differing)} differ; choose another --out"
        )
    if not file.exists():
        return []
    whole = file.read_bytes().rpartition(b"\n")[0]
    results = [_result(line, file) for line in whole.decode("utf-8", "replace").split("\n") if whole]
    left = {(task.name, entry, seed): task for task, entry, seed in plan.runs}
    for each in results:
        task = left.pop((each.task, each.entry, each.seed), None)
        if task is None or not all(task.allows(answer) for _, answer in each.claims):
            raise DataProblem(f"{file}: has a run twice, or one that is not of this plan; choose another --out")
    with file.open("r+b") as open_file:
        open_file.truncate(len(whole) + bool(whole))
    return results


def _result(line: str, file: Path) -> Result:
    try:
        row = json.loads(line)
        result = Result(**{**row, "claims": tuple((float(cpu), answer) for cpu, answer in row["claims"])})
        texts = (result.task, result.entry, result.failed, *(answer for _, answer in result.claims))
        numbers = (result.cpu, result.cold, *(cpu for cpu, _ in result.claims))
        sound = all(type(each) is str for each in texts) and all(map(_seconds, numbers)) and type(result.seed) is int
    except (ValueError, TypeError, KeyError, RecursionError):
        sound = False
    if not sound:
        raise DataProblem(f"{file}: has a line that is no result, {quoted(line)}; choose another --out")
    return result


def _seconds(value: Any) -> bool:
    return type(value) in {int, float} and 0.0 <= value < math.inf
