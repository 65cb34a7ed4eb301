"""A game file checked as a referee would, in a process that may hang or die: this one only listens."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from dhstats.children import Overtime, by_the_clock, command, heard, told_late
from dhstats.errors import BadInput
from dhstats.quoting import one_line

LIMIT = 5.0  # seconds of work that the file's functions may take for one decision in plain Python
USUAL, QUICK = (200, 600_000), (12, 16_000)  # games, and moves looked at after which there are fewer
SILENCE = 600.0  # seconds of work without a word after which the process is ended
READING = "reading the file"  # it ends itself when it is late, with a line, but for a loop within a library


@dataclass(frozen=True, slots=True)
class Asked:
    """What is checked: the path of a file, by how many games, from which seed; `quick` without a compiler.

    As many games are played as are asked for; else as many as usual, or fewer where each is much work.
    """

    path: str
    games: int | None = None
    seed: int = 1
    limit: float = LIMIT
    quick: bool = False

    def line(self) -> str:
        """All that the process needs to know, in one line."""
        games, work = QUICK if self.quick else USUAL
        words = asdict(self) | {"games": self.games or games, "work": 0 if self.games else work, "sys_path": sys.path}
        return json.dumps(words) + "\n"


@dataclass
class Report:
    """What was checked, in sentences, by how many games, and the faults and cautions, each with how often."""

    checked: list[str] = field(default_factory=list)
    faults: list[tuple[str, int]] = field(default_factory=list)
    cautions: list[tuple[str, int]] = field(default_factory=list)
    games: int = 0
    begun: str = "starting"
    done: bool = False


def check(asked: Asked, watch: Callable[[str], None] = lambda _: None) -> Report:
    """Checks a file; `watch` hears what is done at the moment."""
    report, name = Report(), f"game file {one_line(asked.path)}"
    words = command("dhstats.gamefile.checking.process")
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=os.environ | ({"NUMBA_DISABLE_JIT": "1"} if asked.quick else {}),
    ) as process:  # fmt: skip
        try:
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.write(asked.line())
                process.stdin.close()
            for line in heard(process, lambda: 2.0 * asked.limit if report.begun == READING else SILENCE):
                _write_down(report, json.loads(line), watch)
        except Overtime as late:
            if report.begun != READING:
                worked = f"took longer than {SILENCE / 60:g} minutes of processor time"
                waited = f"waited for longer than {by_the_clock(SILENCE) / 60:g} minutes"
                raise BadInput(f"{name}: {report.begun} {worked if late.worked else waited}, and was ended") from None
            text = f"did not finish while it was read, within {told_late(asked.limit, worked=late.worked)}"
            report.faults, report.done = [(f"{name}: {text}", 1)], True
        finally:
            process.kill()
    if not report.done:
        how = f"signal {-process.returncode}" if process.returncode < 0 else f"exit code {process.returncode}"
        raise BadInput(f"{name}: ended its process while {report.begun} ({how})")
    return report


def _write_down(report: Report, words: dict[str, Any], watch: Callable[[str], None]) -> None:
    if "begun" in words:
        report.begun = words["begun"]
        watch(report.begun)
    report.games = words.get("games", report.games)
    if "checked" in words:
        report.checked.append(words["checked"])
    report.faults += [(problem, 1) for problem in words.get("problems", ())]
    for says, fault, times in words.get("findings", ()):
        (report.faults if fault else report.cautions).append((says, times))
    report.done |= words.get("done", False)
