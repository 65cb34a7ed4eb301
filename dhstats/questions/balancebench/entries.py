"""Entries of the benchmark: dhstats in this process, and programs of others, with the processor time of each claim.

A program gets one JSON object on its input: {"format": 1, "task": {...}, "rows": [...], "seed": N, "budget": seconds}.
It prints a JSON line {"answer": ...} whenever its claim changes, or {"failed": why} where it cannot answer. It ends by
itself, or is stopped once it and all that it started have used the budget. What counts is processor time, never the
time on the clock.
"""

import hashlib
import json
import math
import os
import resource
import shlex
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

from dhstats.children import by_the_clock, end_with
from dhstats.errors import BadInput, UserError
from dhstats.questions.balancebench.ours import Rows, answers, sheet_of
from dhstats.questions.balancebench.processes import LINUX, Processes, adopting
from dhstats.questions.balancebench.tasks import UNDECIDED, Task
from dhstats.quoting import clipped, quoted

OURS = "ours"
FORMAT = 1
PATIENCE = 0.05  # seconds between two looks at how much a program has worked
LONGEST_LINE, MOST_CLAIMS = 10_000, 1_000
TRIED = 2  # looks of a trial, before the clock, in which everything is compiled and loaded
CLOSING = 5.0  # seconds in which the output of a program has to end once its processes have


@dataclass(frozen=True, slots=True)
class Result:
    """A run of an entry on a task: its claims, each with the processor seconds by then.

    `failed` says how it failed, "" if it did not; `cold` are the seconds of the trial before the first run, in which
    everything was compiled and loaded.
    """

    task: str
    entry: str
    seed: int
    claims: tuple[tuple[float, str], ...]
    cpu: float
    failed: str = ""
    cold: float = 0.0

    def standing(self, budget: float) -> str:
        """The claim that stands at a budget: the last that was made by then."""
        return next((answer for cpu, answer in reversed(self.claims) if cpu <= budget), UNDECIDED)


def check(name: str, command: str) -> None:
    """BadInput for a command that names no program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"--entry {name}: {quoted(command)} is no command: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise BadInput(f"--entry {name}: {quoted(words[0] if words else '')} is no program that can be run")


def files_of(command: str) -> list[str]:
    """The hashes of the files that a command names, the program first."""
    hashes, (first, *others) = list[str](), shlex.split(command) or [""]
    for word in (shutil.which(first), *others):
        with suppress(OSError):
            if (path := Path(word or "")).is_file():
                hashes.append(hashlib.sha256(path.read_bytes()).hexdigest())
    return hashes


_tried = set[str]()  # tasks that were tried in this process


def run(task: Task, entry: str, command: str, seed: int, budget: float) -> Result:
    """One run of an entry, of dhstats itself where there is no command; nothing that it does raises."""
    try:
        rows = sheet_of(task, seed)
        if command:
            shown, own = task.shown(), task.seed_of(seed, "entry")
            asked = {"format": FORMAT, "task": shown, "rows": rows, "seed": own, "budget": budget}
            return Program(command, json.dumps(asked), task, budget).result(entry, seed)
        return _ours(task, entry, seed, rows, budget)
    except UserError as error:
        return Result(task.name, entry, seed, (), 0.0, str(error))
    except Exception as error:  # a fault of dhstats, or of this machine, costs one run, not all
        return Result(task.name, entry, seed, (), 0.0, clipped(f"stopped by {type(error).__name__}: {error}"))


def _ours(task: Task, entry: str, seed: int, rows: Rows, budget: float) -> Result:
    """A run of dhstats, which sees no more of the task than others do."""
    blind, cold = replace(task, truth="", value=0.0, error=0.0, source="", near=None, sheet={}), 0.0
    if task.name not in _tried:
        began = time.process_time()
        list(islice(answers(blind, task.seed_of(seed, "trial"), rows), TRIED))
        cold = time.process_time() - began
        _tried.add(task.name)
    claims, used = _clocked(answers(blind, task.seed_of(seed), rows), budget)
    return Result(task.name, entry, seed, claims, used, cold=cold)


def _clocked(looks: Iterator[str], budget: float) -> tuple[tuple[tuple[float, str], ...], float]:
    """The claims as they change, until the budget is used up."""
    claims, began, used = [(0.0, UNDECIDED)], time.process_time(), 0.0
    for answer in looks:
        used = time.process_time() - began
        if used > budget:
            break
        if answer != claims[-1][1]:
            claims.append((round(used, 4), answer))
    return tuple(claims[1:]), round(used, 4)


class Program:
    """A program of somebody else on a task, in a session of its own, so that all that it starts ends with it."""

    def __init__(self, command: str, asked: str, task: Task, budget: float) -> None:
        self._command, self._asked, self._task, self._budget = command, asked, task, budget
        self._claims: list[tuple[float, str]] = []
        self._used, self._wrong = 0.0, ""

    def result(self, entry: str, seed: int) -> Result:
        """Runs it until it ends, is wrong, or has used its budget."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with (
            tempfile.TemporaryFile("w+") as given,
            tempfile.TemporaryFile("w+", errors="replace") as complaints,
            adopting(),
        ):
            given.write(self._asked)
            given.seek(0)
            try:
                process = subprocess.Popen(
                    shlex.split(self._command), stdin=given, stdout=subprocess.PIPE, stderr=complaints, text=True,
                    errors="replace", start_new_session=True, preexec_fn=partial(_limit, os.getpid(), self._budget),
                )  # fmt: skip
            except OSError as error:
                return Result(self._task.name, entry, seed, (), 0.0, f"cannot be started: {error.strerror}")
            stopped = self._watched(process)
            if not LINUX:  # elsewhere only the end tells how much it worked
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                self._used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                self._claims = [(self._used, answer) for _, answer in self._claims[-1:]]
            if not self._wrong and not stopped and process.returncode and self._used <= self._budget:
                complaints.seek(0)
                complaint = complaints.read(LONGEST_LINE).strip().splitlines()
                self._wrong = f"ended with {process.returncode}{f': {complaint[-1][:200]}' if complaint else ''}"
        in_time = tuple((round(cpu, 4), answer) for cpu, answer in self._claims if cpu <= self._budget)
        claims = () if self._wrong else in_time
        return Result(self._task.name, entry, seed, claims, round(self._used, 4), self._wrong)

    def _watched(self, process: Any) -> bool:
        """Whether it had to be stopped, as its budget was used up; it and all that it started have ended then."""
        processes, began = Processes(process.pid), time.monotonic()
        reader = threading.Thread(target=self._read, args=(process.stdout, processes), daemon=True)
        reader.start()
        try:
            while not (ended := _ended(process)) and not self._wrong and self._used <= self._budget:
                time.sleep(PATIENCE)
                self._used = processes.worked()
                if time.monotonic() - began > by_the_clock(self._budget):
                    self._wrong = "hardly worked, and did not end: does it wait for something?"
            self._used = processes.worked()
        finally:
            processes.end()
            process.wait()
            reader.join(CLOSING)
            if not reader.is_alive():
                process.stdout.close()
            elif not self._wrong:
                self._wrong = "left a process behind that cannot be ended"
        return not ended

    def _read(self, stream: IO[str], processes: Processes) -> None:
        last = UNDECIDED
        while (line := stream.readline(LONGEST_LINE)) and not self._wrong:
            if not line.strip():
                continue
            answer, failed = _claim(line)
            if answer == last and not failed:
                continue
            self._used = processes.worked()
            if self._used > self._budget:  # what it prints now is too late
                return
            if failed or answer is None or not self._task.allows(answer):
                what = "no claim" if answer is None else "an answer that the task does not have"
                self._wrong = failed or f"printed {what}: {quoted(line.strip())}"
            elif len(self._claims) == MOST_CLAIMS:
                self._wrong = f"changed its claim more than {MOST_CLAIMS:,} times"
            else:
                self._claims.append((self._used, answer))
                last = answer


def _limit(parent: int, budget: float) -> None:
    """Has this process, which becomes a program, end with its parent, and soon after its budget in any case.

    A process in between, as `children.program` has it, would take from the budget.
    """
    end_with(parent)
    most = int(budget) + 2
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))


def _claim(line: str) -> tuple[str | None, str]:
    """The answer of a line, None where it has none; and why the program cannot answer, where it says so."""
    with suppress(ValueError, RecursionError):
        claim = json.loads(line)
        answer, failed = (claim.get(name) if isinstance(claim, dict) else None for name in ("answer", "failed"))
        if (isinstance(answer, float) and math.isfinite(answer)) or type(answer) is int:
            answer = str(round(answer))
        return answer if isinstance(answer, str) else None, failed[:LONGEST_LINE] if isinstance(failed, str) else ""
    return None, ""


def _ended(process: Any) -> bool:
    """Whether a child has ended; where the system says how much it worked, it is kept until it was asked."""
    if not LINUX:
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
