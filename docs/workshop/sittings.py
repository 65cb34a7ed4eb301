"""Commands of the site, run for real: a sitting is a row of commands in one folder, kept by what it follows from."""

import hashlib
import json
import os
import runpy
import shlex
import shutil
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass
from functools import cache
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("dhstats", "simulations", "requirements/run.txt", "docs/workshop/sittings.py")
READ = {".py", ".txt", ".toml", ".json", ".sql", ".j2", ".css", ".js", ".html"}
WIDTH = "96"  # letters of a line of output
LOG = "log.txt"


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that was run: what it printed, how it ended, its processor seconds."""

    command: str
    code: int
    printed: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Sitting:
    """Commands that are run one after the other in one folder, in which the files of their page lie."""

    commands: tuple[str, ...]
    files: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """What its outcome follows from: all sources, the commands, and the files."""
        written = (f"{name}\0{text}" for name, text in self.files)
        return hashlib.sha256("\n".join((sources(), *self.commands, *written)).encode()).hexdigest()[:16]

    def run(self) -> list[Ran]:
        """Writes its files into the folder that one is in, and runs its commands; RuntimeError for one that fails."""
        for name, text in self.files:
            Path(name).write_text(text, "utf-8")
        return [run(each) for each in self.commands]


class Work(Protocol):
    """What is run for the site in a folder of its own, and kept under its key."""

    @property
    def key(self) -> str:
        """What its outcome follows from."""

    def run(self) -> list[Ran]:
        """Runs it in the folder that one is in; RuntimeError where something fails."""


@cache
def sources() -> str:
    """A hash of all files that an outcome may follow from."""
    below = [path for part in SOURCES for path in (ROOT / part, *sorted((ROOT / part).rglob("*")))]
    paths = [path for path in below if path.is_file() and path.suffix in READ]
    told = hashlib.sha256()
    for path in paths:
        told.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return told.hexdigest()


def outcome(sitting: Work, kept: Path) -> list[Ran]:
    """What the commands of a sitting printed that was held before."""
    return [Ran(**each) for each in json.loads((kept / sitting.key / "ran.json").read_text("utf-8"))]


def hold(every: Iterable[Work], kept: Path, processes: int) -> None:
    """Runs all that is not kept yet, and forgets what nobody asks for any more."""
    wanted = {each.key: each for each in every}
    for old in kept.iterdir() if kept.exists() else ():
        if old.name not in wanted:
            shutil.rmtree(old)
    new = [each for key, each in wanted.items() if not (kept / key / "ran.json").exists()]
    os.environ |= {"DHSTATS_WORKERS": "1", "COLUMNS": WIDTH, "NO_COLOR": "1"}
    failed = []
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(held, each, kept / each.key) for each in new]):
            if error := done.exception():
                failed.append(str(error))
            for each in () if error else done.result():
                sys.stdout.write(f"{each.seconds:5.1f} s  {each.command}\n")
            sys.stdout.flush()
    if failed:
        raise RuntimeError("\n".join(failed))


def held(work: Work, folder: Path) -> list[Ran]:
    """Runs it in a folder that is emptied, and keeps what was printed; RuntimeError where something fails."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "simulations").symlink_to(ROOT / "simulations")
    with chdir(folder):
        ran = work.run()
        Path("ran.json").write_text(json.dumps([asdict(each) for each in ran], indent=1), "utf-8")
    return ran


def run(command: str) -> Ran:
    """Runs one command in this process: of dhstats, or a script of Python."""
    from dhstats.cli.main import main

    began, said = time.process_time(), StringIO()
    with Path(LOG).open("a", encoding="utf-8") as log, redirect_stdout(said), redirect_stderr(log):
        log.write(f"{command}\n")
        script = command.removeprefix("python ")
        code = main(words(command)) if script == command else _script(script)
    if code not in (0, 1):
        raise RuntimeError(f"{command}: ended with {code}: {Path(LOG).read_text('utf-8')[-1000:]}")
    return Ran(command, code, said.getvalue(), time.process_time() - began)


def _script(name: str) -> int:
    runpy.run_path(name, run_name="__main__")
    return 0


def words(command: str) -> Sequence[str]:
    """The words of a command after the name of the program."""
    name, *rest = shlex.split(command.replace("\\\n", " "))
    if name != "dhstats":
        raise ValueError(f"{command}: is no command of dhstats")
    return rest
