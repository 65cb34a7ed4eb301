"""Standard output as a command finds it: closed, full, left by its reader, or in letters of another alphabet."""

import codecs
import io
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from dhstats import machine
from dhstats.errors import ResourceFailure
from dhstats.quoting import one_line
from dhstats.release import STRATEGIES

SPELT = {
    "–": "-", "—": "-", "−": "-", "•": "*", "·": "-", "…": "...", "±": "+/-", "×": "x", "÷": "/", "→": "->",
    "≥": ">=", "≤": "<=", "≈": "~", "½": "1/2", "’": "'", "‘": "'", "“": '"', "”": '"',
}  # fmt: skip
SPELLING = "dhstats.spelt"  # the name of the way in which letters are written that an encoding has not


class Closed(io.TextIOBase):
    """Standard output that was closed before the command began."""

    def write(self, text: str) -> int:
        """Nobody can be shown anything."""
        raise ResourceFailure("standard output: is closed; the output cannot be shown")


class Output(io.TextIOWrapper):
    """Standard output, which says so itself where it takes nothing more; ResourceFailure."""

    def write(self, text: str) -> int:
        """Writes text; BrokenPipeError where nobody reads on."""
        with _blamed():
            return super().write(text)

    def flush(self) -> None:
        """Writes what is waiting."""
        with _blamed():
            super().flush()


class Remarks(io.TextIOWrapper):
    """Standard error, which ends no command and changes no exit code where it takes nothing more."""

    def write(self, text: str) -> int:
        """Writes text, or lets it go."""
        try:
            return super().write(text)
        except OSError:
            self._give_up()
            return len(text)

    def flush(self) -> None:
        """Writes what is waiting, or lets it go."""
        try:
            super().flush()
        except OSError:
            self._give_up()

    def _give_up(self) -> None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())


@contextmanager
def _blamed() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ResourceFailure(f"standard output: cannot be written: {error.strerror}") from error


def open_streams() -> None:
    """Makes standard output and error fit for any text, once per process."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # closed: the next file that is opened would take its place
            with suppress(OSError):
                held = os.open(os.devnull, os.O_RDWR)
                if held != number:
                    os.dup2(held, number)
    codecs.register_error(SPELLING, _spelt)
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding, lines = sys.stdout.encoding, sys.stdout.line_buffering
        sys.stdout = Output(sys.stdout.detach(), encoding, SPELLING, line_buffering=lines)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = Remarks(sys.stderr.detach(), sys.stderr.encoding, SPELLING, line_buffering=True)
    sys.stdout = sys.stdout or Closed()
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def _spelt(error: UnicodeError) -> tuple[str, int]:
    """Letters that an encoding has not, in letters that every one has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    spelt = (SPELT.get(letter) or letter.encode("ascii", "backslashreplace").decode() for letter in letters)
    return "".join(spelt), error.end


def drop_output() -> None:
    """Lets what was not written go, so that the end of the process does not try it again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def drop_unwritten() -> None:
    """Writes what is left, or lets it go where that cannot be."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError, ResourceFailure):
        drop_output()


def holds_every_letter() -> bool:
    """Whether standard output can be told any letter as it is."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("_", "-").startswith("utf")


PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP")
LOADER = 127  # the exit code of a process whose loader got no memory
LARGEST = 1 << 20  # bytes of an experiment file that is looked into for strategies
WITHOUT_DOCSTRINGS = 2  # a level of optimization


def keep_docstrings() -> None:
    """Begins the process anew without -OO: help, the ideas of strategies and libraries that draw need docstrings."""
    if sys.flags.optimize < WITHOUT_DOCSTRINGS:
        return
    space = {name: value for name, value in os.environ.items() if name != "PYTHONOPTIMIZE"}
    space["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    words = [sys.executable, "-P", "-m", "dhstats", *sys.argv[1:]]  # -P: nothing is imported from where the user stands
    os.execve(sys.executable, words, space)


def strangers(arguments: Sequence[str]) -> tuple[str, ...]:
    """The code from outside that a command names, itself, in an experiment file, or by a run that played it.

    That is strategies from files (FILE.py:FUNCTION) and of installed packages, and game files (FILE.py). "the code of
    the run" where a command is allowed to play what a stored run names.
    """
    texts = [*arguments, *map(_text_at, arguments)]
    named = [name for text in texts for name in re.findall(r"[^\s,\"'=]+\.py:[^\W\d]\w*", text)]
    named += [name for text in texts for name in re.findall(r'"source": *"([^"]+\.py)"', text)]
    named += [argument.removeprefix("--game=") for argument in arguments if argument.endswith(".py")]
    named += [f"{name}.py" for text in texts for name in re.findall(r'"game": *"(\w+)@[0-9a-f]{12}"', text)]
    words = {word for text in texts for word in re.findall(r"[^\s,\"'=]+", text)}
    if not all(word.startswith("-") for word in words):
        from importlib.metadata import entry_points

        named += sorted(words & set(entry_points(group=STRATEGIES).names))
    return tuple(dict.fromkeys([*named, *["the code of the run"] * ("--run-code" in arguments)]))


def _text_at(argument: str) -> str:
    """What stands in an experiment file, or in the manifest of a run's folder; "" for anything else."""
    with suppress(OSError, ValueError):
        path = Path(argument) if argument.endswith(".toml") else Path(argument, "manifest.json")
        if path.stat().st_size < LARGEST:
            return path.read_text("utf-8", "replace")
    return ""


def outlived(command: Callable[[], int], outside: Sequence[str] = ()) -> int:
    """Runs a command in a process of its own, and says so where that is ended by the system; its exit code.

    Libraries that get no memory abort: no exception, no line, an exit code that means nothing to anybody. So may code
    from `outside` that the command plays.
    """
    from dhstats.children import end_with

    sys.stdout.flush()
    sys.stderr.flush()
    signals = [getattr(signal, name) for name in PASSED_ON]
    # What arrives before the parent is ready to pass it on waits until then: it would end the parent alone.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    parent, child = os.getpid(), os.fork()
    if child == 0:
        os.setpgid(0, 0)  # a terminal signals whole groups: the child would hear of a Ctrl-C twice
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # and may write there nevertheless
        end_with(parent)
        return command()

    def pass_on(number: int, frame: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    def pause(number: int, frame: FrameType | None) -> None:
        pass_on(signal.SIGSTOP, frame)
        os.kill(os.getpid(), signal.SIGSTOP)
        pass_on(signal.SIGCONT, frame)

    for each in signals:
        signal.signal(each, pass_on)
    signal.signal(signal.SIGTSTP, pause)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code >= 0 and code != LOADER:
        return code
    if -code in signals:
        return 128 - code
    sys.stderr.write(f"dhstats: the process {_ended(code, outside)}\n")
    return ResourceFailure.exit_code


def _ended(code: int, outside: Sequence[str]) -> str:
    """How a process ended, probably why, and what to do."""
    if code >= 0:
        return f"could not load what it needs: {machine.NO_MEMORY}"
    how = f"ended by signal {-code}"
    with suppress(ValueError):
        how += f" ({signal.Signals(-code).name})"
    if not outside:
        return f"{how}: {machine.NO_MEMORY}"
    who = one_line(", ".join(outside))
    kept = "what was finished is kept, fix this and continue with --resume"
    if -code == signal.SIGKILL:
        return f"{how}: {machine.NO_MEMORY}; or a strategy uses more and more of it: {who}; {kept}"
    return (
        f"{how} while code from outside played ({who}), which is probably the cause: it calls itself without end,"
        f" divides the lowest number of 64 bits by -1, or calls something that is not compiled; {kept}"
    )
