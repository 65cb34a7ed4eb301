"""`dhstats doctor`: what this machine has of what dhstats needs, and what to do where something is missing."""

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

import typer

from dhstats import machine
from dhstats.cli.options.parameters import JsonResult
from dhstats.cli.terminal.console import Console, write_json
from dhstats.release import VERSION

MEMORY, DISK = 2 << 30, 1 << 30  # bytes that are enough for everything but the largest runs
RESOURCE = 4  # the exit code where dhstats cannot work here
BROWSERS = ("firefox", "xdg-open", "open")  # what opens pages besides Chromium


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the machine: what it is here, and what to do where that is not enough; `broken` stops dhstats."""

    what: str
    here: str
    advice: str = ""
    broken: bool = False


def command(json_target: JsonResult = None) -> None:
    """Check this machine: Python, cores, memory, compiler cache, disk, terminal, players, cluster, browser.

    Each line says what is here and, if that is not enough, what to do. Nothing is changed.

    Examples:

      dhstats doctor
      dhstats doctor --json -
    """
    parts = examined()
    advised, console = [each for each in parts if each.advice], Console(json_target)
    broken = any(each.broken for each in parts)
    if json_target:
        write_json(json_target, [asdict(each) for each in parts])
    console.say("dhstats cannot work here yet." if broken else "dhstats can work here.")
    console.table(["what", "here"], [[each.what, each.here] for each in parts])
    console.say(*([""] * bool(advised)), *(f"{each.what}: {each.advice}" for each in advised))
    if broken:
        raise typer.Exit(RESOURCE)


def examined() -> list[Part]:
    """Every part of the machine that matters, in the order in which dhstats needs them."""
    parts = [Part("dhstats", f"{VERSION}, in {Path(__file__).parents[2]}")]
    parts.append(Part("Python", f"{platform.python_version()} ({sys.executable})"))
    for what, ask in (("processors", _speed), ("memory", _memory), ("folders", _folders), ("extras", _extras)):
        try:
            parts += ask()
        except OSError as error:  # of a system that does not say, or a folder that is gone: the other parts count
            advice = f"{error.strerror or error}; if commands fail, work in another folder"
            parts.append(Part(what, "could not be examined", advice))
    return parts


def _extras() -> Iterator[Part]:
    """The terminal, what is only needed for some commands, and what shows pages."""
    yield _terminal()
    for what, module, use in (
        ("cluster", "distributed", "`simulate --cluster`: pip install 'dhstats[cluster]'"),
        ("S3", "s3fs", "run folders in S3: pip install 'dhstats[s3]'"),
    ):
        yield Part(what, "installed" if find_spec(module) else f"not installed; only needed for {use}")
    yield Part("PDF", machine.chromium() or "no Chromium; only needed for --pdf, --pdf-all and --png")
    browser = machine.chromium() or next(filter(None, map(shutil.which, BROWSERS)), "")
    here = browser or "none found; pages are plain HTML files and open in any browser, also on another machine"
    yield Part("browser", here)


def _speed() -> Iterator[Part]:
    """Threads, and whether games are compiled."""
    threads = machine.processors()
    chosen = f", as {machine.THREADS} says" if os.environ.get(machine.THREADS) else ""
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    slow = "other programs are using the processors; runs take longer, but their results are the same"
    yield Part("cores", f"{threads}{chosen}; load {busy:.1f}", slow if busy > 1.5 * threads else "")
    from dhstats.engine.compiled import interpreted

    plain = "games run hundreds of times slower in plain Python; unset NUMBA_DISABLE_JIT"
    yield Part("compiler", "off" if interpreted() else "on", plain if interpreted() else "")


def _memory() -> Iterator[Part]:
    """The memory of the machine; a process that may have too little of it ends before it comes here."""
    has = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0
    little = "use --workers 1 and fewer games at a time" if 0 < has < MEMORY else ""
    yield Part("memory", f"{has / (1 << 30):.1f} GiB" if has else "unknown", little)


def _folders() -> Iterator[Part]:
    """Where compiled games and trained players are kept, and where runs are written."""
    from dhstats.engine.compiled import cache_root

    cache = cache_root()
    size = sum(map(_size, cache.rglob("*")))
    fault = _unwritable(cache)
    again = f"{fault}; every command then compiles games and trains players again: set DHSTATS_CACHE"
    yield Part("compiler cache", f"{cache}, {size >> 20:,} MiB", again if fault else "")
    players = sum(1 for _ in (cache / "players").rglob("*.json"))
    yield Part("trained players", f"{players} in the cache, besides those that come with dhstats")
    for what, place in (("this folder", os.getcwd), ("temporary files", tempfile.gettempdir)):
        try:
            folder = Path(place())
        except OSError:
            yield Part(what, "none", "the folder no longer exists, or cannot be written to", broken=True)
            continue
        free, fault = shutil.disk_usage(folder).free, _unwritable(folder)
        full = "too little room for a large run; free some, or work elsewhere" if free < DISK else ""
        advice = f"{fault}; work in another folder" if fault else full
        yield Part(what, f"{folder}, {free / (1 << 30):.1f} GiB free", advice, broken=bool(fault))


def _size(file: Path) -> int:
    """The bytes of a file; none of a folder, or of what was removed meanwhile."""
    try:
        return file.stat().st_size if file.is_file() else 0
    except OSError:
        return 0


def _unwritable(folder: Path) -> str:
    """Why nothing can be written into a folder, or into the nearest one above it that is there; "" if it can."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    return "" if there.is_dir() and os.access(there, os.W_OK | os.X_OK) else f"{there} cannot be written to"


def _terminal() -> Part:
    """Whether the terminal shows every letter."""
    from dhstats.cli.terminal.streams import holds_every_letter

    encoding = sys.stdout.encoding or "unknown"
    spelt = "signs it lacks are spelt out; set LANG to a UTF-8 locale, such as C.UTF-8"
    return Part("terminal", encoding, "" if holds_every_letter() else spelt)
