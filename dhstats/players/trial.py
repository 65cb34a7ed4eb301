"""Code from outside is tried before it plays, once: interpreted and compiled, in processes of its own.

Both must play the same games. Whatever a strategy may do to a process (read far beyond an array, call itself without
end, never come back) it does to those, and the user gets one line.
"""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from dhstats import programs
from dhstats.children import Overtime, command, heard, told_late
from dhstats.documents import expanded
from dhstats.engine import compiling
from dhstats.engine.compiled import PACKAGE, cache_root, interpreted, own_sources, source_hash, sources_below
from dhstats.engine.strategy import file_of_package, installed, source_file_hash
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.quoting import one_line

LIMIT = 20.0  # seconds of work that playing may take
GRACE = 2.0  # seconds of work that a process gets to say where it is
DEALS = 10
COMPILING = 600.0  # seconds of work that compiling a game and a strategy may take
KEPT = ("PYTHON", "NUMBA", "DHSTATS", "LD_", "DYLD_", "LC_", "PATH", "HOME", "LANG", "TMPDIR", "XDG_")
LONGER = "(dhstats strategies check --max-time gives it more)"
FOLDER = "tried"  # in the cache: an empty file for each strategy that passed


@dataclass(frozen=True)
class Asked:
    """What is tried: a strategy by what names it, under rules of a game; how long it may work, in seconds, how much."""

    bundle: GameBundle
    rules: RuleSet
    text: str
    limit: float = LIMIT
    deals: int = DEALS

    def line(self, limit: float) -> str:
        """All that a process needs to know, in one line."""
        record = base64.b64encode(self.rules.record().tobytes()).decode()
        words = {"game": self.bundle.game.name, "text": self.text, "rules": record, "deals": self.deals}
        words |= {"limit": limit, "path": sys.path}
        return json.dumps(words) + "\n"


@dataclass
class Report:
    """What a process told of a strategy before it ended, and how it ended."""

    ready: dict[str, str] | None = None
    digests: list[str] = field(default_factory=list)
    late: str | None = None  # time was up: FILE:LINE, as far as that is known
    waits: bool = False  # and the process had hardly worked
    problem: str = ""
    done: bool = False
    code: int = 0


def is_from_outside(bundle: GameBundle, text: str) -> bool:
    """Whether a name is that of a strategy file, or of a strategy that an installed package offers."""
    return text.rpartition(":")[0].endswith(".py") or (text not in bundle.shipped_strategies() and text in installed())


def ensure(bundle: GameBundle, rules: RuleSet, text: str) -> None:
    """Tries code from outside unless it has passed before; raises BadInput in one line that says what happened."""
    outside = is_from_outside(bundle, text) and not interpreted()  # plain Python checks itself
    if outside and programs.file_of(text):
        programs.check(text)
    if outside and not _place(bundle, text).is_file():
        run_trial(Asked(bundle, rules, text))


def _place(bundle: GameBundle, text: str) -> Path:
    """An empty file of the cache that is there once a strategy has passed, as it is now, in the game as it is now."""
    path, _, name = text.rpartition(":")
    if name == text:
        point = installed()[text]
        file = file_of_package(text)  # which may change without its package's version
        code = source_file_hash(file) if file else ""
        content = f"{point.value} {point.dist.version if point.dist else ''} {code}"
    else:
        content = source_file_hash(Path(expanded(path)))
    game = source_hash((*bundle.game.sources, *sources_below(PACKAGE / "players" / "tryout.py")))
    mark = hashlib.sha256(repr((content, name, bundle.game.name, game)).encode()).hexdigest()
    return cache_root() / FOLDER / mark


@dataclass(frozen=True)
class Outcome:
    """How many deals were played compiled, and of these interpreted as well."""

    deals: int
    both: int


def run_trial(asked: Asked) -> Outcome:
    """Plays a strategy interpreted, then compiled, and remembers that it passed."""
    slow = _listen(asked, asked.limit / 2, {"NUMBA_DISABLE_JIT": "1", "PYTHONHASHSEED": "1"})
    _refuse(asked, slow, "in plain Python")
    # Variables of the environment that a strategy's files name, as they are in the second start; None: not there
    path = Path(expanded(asked.text.rpartition(":")[0]))
    sources = own_sources(path) if path.is_file() else ()
    words = {word for file in sources for word in re.findall(r"[\"'](\w+)[\"']", file.read_text("utf-8", "replace"))}
    named = sorted(word for word in words if word.isidentifier() and word.isupper() and not word.startswith(KEPT))
    changed = {name: None if name in os.environ else "1" for name in named}
    fast = _listen(asked, asked.limit, changed | {"NUMBA_DISABLE_JIT": "0", "PYTHONHASHSEED": "2"})
    if fast.problem and changed and fast.ready is None:
        names = ", ".join(changed)
        fast.problem += f" (run again with another {names} in the environment, on which no game may depend)"
    if fast.late is not None:
        fast.late = slow.late or fast.late
    _refuse(asked, fast, "compiled", late=True)
    one, other = slow.ready or {}, fast.ready or {}
    if moved := next((name for name in sorted(one) if other.get(name, one[name]) != one[name]), ""):
        raise _refusal(
            asked,
            f"{moved} differs from one start to the next, so no game could be repeated: does it come from a clock,"
            " the environment, or the order of a set?",
        )
    both = min(len(slow.digests), len(fast.digests))
    if slow.digests[:both] != fast.digests[:both]:
        raise _refusal(
            asked, "plays other games compiled than in plain Python: a number beyond 64 bits, or an order of sums?"
        )
    mark = _place(asked.bundle, asked.text)
    with suppress(OSError):  # a cache that cannot be written is no reason to fail
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    return Outcome(len(fast.digests), both)


def _refuse(asked: Asked, report: Report, how: str, *, late: bool = False) -> None:
    """Raises BadInput for what a process reports, or for how it ended without a word."""
    if report.problem:
        raise BadInput(report.problem)
    if report.late is not None:
        if late or report.waits or report.ready is None:
            place = f" at {report.late}" if report.late else ""
            what = "a game" if report.ready is not None else "reading the file"
            long = told_late(asked.limit, worked=not report.waits, place=place)
            hint = "A strategy only looks and chooses" if report.waits else LONGER
            raise _refusal(asked, f"{what} took longer than {long} {hint}")
    elif not report.done:
        end = f"signal {-report.code}" if report.code < 0 else f"exit code {report.code}"
        kind = "; does it read far beyond an array?" if report.code < 0 else ""
        raise _refusal(asked, f"ended its process {how} ({end}){kind}")


def _refusal(asked: Asked, reason: str) -> BadInput:
    return BadInput(f"strategy {one_line(asked.text)}: {reason}")


def _listen(asked: Asked, limit: float, changed: Mapping[str, str | None]) -> Report:
    """Runs a tryout in a changed environment and takes down what it tells; ends it when it is late."""
    environment = {name: value for name, value in (os.environ | changed).items() if value is not None}
    words = command("dhstats.players.tryout")
    report = Report()
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        try:
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.write(asked.line(limit))
                process.stdin.close()
            try:
                for line in heard(process, lambda: COMPILING if report.ready is None else limit + GRACE):
                    message = json.loads(line)
                    if message.pop("compiling", False):
                        compiling.begins()
                    report.digests += message.pop("digests", ())
                    vars(report).update(message)
            except Overtime as late:
                report.late, report.waits = "", not late.worked
        finally:
            process.kill()
    report.code = process.returncode
    return report
