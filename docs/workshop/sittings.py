"""Commands of the site, run for real: a sitting is a row of commands in one folder, kept by what it follows from."""

import hashlib
import json
import os
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
    """Commands that are run one after the other in one folder."""

    commands: tuple[str, ...]

    @property
    def key(self) -> str:
        """What its outcome follows from: all sources, and the commands."""
        return hashlib.sha256("\n".join((sources(), *self.commands)).encode()).hexdigest()[:16]


@cache
def sources() -> str:
    """A hash of all files that an outcome may follow from."""
    below = [path for part in SOURCES for path in (ROOT / part, *sorted((ROOT / part).rglob("*")))]
    paths = [path for path in below if path.is_file() and path.suffix in READ]
    told = hashlib.sha256()
    for path in paths:
        told.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return told.hexdigest()


def outcome(sitting: Sitting, kept: Path) -> list[Ran]:
    """What the commands of a sitting printed that was held before."""
    return [Ran(**each) for each in json.loads((kept / sitting.key / "ran.json").read_text("utf-8"))]


def hold(sittings: Iterable[Sitting], kept: Path, processes: int) -> None:
    """Holds all sittings that are not kept yet, and forgets those that nobody asks for any more."""
    wanted = {each.key: each for each in sittings}
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


def held(sitting: Sitting, folder: Path) -> list[Ran]:
    """Runs the commands of a sitting in a folder that is emptied; RuntimeError for one that fails."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "simulations").symlink_to(ROOT / "simulations")
    with chdir(folder):
        ran = [run(each) for each in sitting.commands]
        Path("ran.json").write_text(json.dumps([asdict(each) for each in ran], indent=1), "utf-8")
    return ran


def run(command: str) -> Ran:
    """Runs one command of dhstats in this process."""
    from dhstats.cli.main import main

    began, said = time.process_time(), StringIO()
    with Path(LOG).open("a", encoding="utf-8") as log, redirect_stdout(said), redirect_stderr(log):
        log.write(f"{command}\n")
        code = main(words(command))
    if code not in (0, 1):
        raise RuntimeError(f"{command}: ended with {code}: {Path(LOG).read_text('utf-8')[-1000:]}")
    return Ran(command, code, said.getvalue(), time.process_time() - began)


def words(command: str) -> Sequence[str]:
    """The words of a command after the name of the program."""
    name, *rest = shlex.split(command.replace("\\\n", " "))
    if name != "dhstats":
        raise ValueError(f"{command}: is no command of dhstats")
    return rest
