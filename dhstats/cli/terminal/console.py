"""What a person sees: lines of text, tables, and a progress bar that is silent where nobody looks."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from dhstats.cli.terminal.streams import holds_every_letter
from dhstats.engine.compiling import at_first, at_first_unkept
from dhstats.errors import BadInput
from dhstats.quoting import ascii_json, file_name, json_safe, plain, quoted

if TYPE_CHECKING:
    from dhstats.players.learning.trainees import Watcher
    from dhstats.players.learning.training import Lap
    from dhstats.questions.shared.answer import Opening
    from dhstats.simulate.running.playing import Progress

STDOUT = "-"
TRAINING = "training"  # the title of a bar that shows only where somebody has to be trained
UNKEPT = (
    "a strategy or game file has an array of more than a megabyte, so its compiled code cannot be kept: every command "
    "compiles it again"
)
KNOWN_AFTER = 10.0  # seconds of work after which it is said how long it takes yet
PAUSES = (10.0, 20.0, 30.0, 60.0, 120.0, 300.0)  # seconds between lines of progress
PAGES = Path("reports")  # where pages lie if nobody says otherwise
LONGEST_FOLDER = 200  # bytes of a folder's name that a page may bear as well, with room for its endings
Rows = tuple[list[str], list[list[str]]]  # a table as texts: its head and its rows


class Console:
    """Where text for people goes: stdout, or stderr when stdout carries JSON."""

    def __init__(self, json_target: str | None = None) -> None:
        self._stream = sys.stderr if json_target == STDOUT else sys.stdout
        self.said: list[str] = []  # all that was printed, to be kept

    def say(self, *lines: str) -> None:
        """Prints lines of text; what is no visible letter is spelt out, so that no name can add or hide a line."""
        for line in lines:
            self.said.append(line)
            self._stream.write(plain(line) + "\n")

    def opening(self, opening: Opening | None) -> None:
        """Prints what an answer says first: what was asked, the answer, how sure it is, what follows; a line each."""
        if opening is None:
            return
        from dhstats.questions.shared.first_screen import terminal_lines

        for line, style in terminal_lines(opening):
            if not self._stream.isatty():
                self.say(plain(line))
                continue
            from rich.console import Console as RichConsole
            from rich.text import Text

            self.said.append(plain(line))
            RichConsole(file=self._stream, highlight=False).print(Text(plain(line), style), soft_wrap=True)
        self.say("")

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Prints columns, as wide as their contents."""
        widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
        for row in [head, *rows]:
            self.say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def show_rows(head: Sequence[str], rows: Sequence[Sequence[str]], json_target: str | None) -> None:
    """A table for people, or for programs a record a row, by the names of its head."""
    if json_target:
        write_json(json_target, [dict(zip(head, row, strict=True)) for row in rows])
    else:
        Console().table(head, rows)


def write_json(target: str, value: Any) -> None:
    """Writes a value as JSON to a file, or to stdout for "-"."""
    text = json_safe(value if isinstance(value, str) else json.dumps(value, indent=1, ensure_ascii=False))
    write_text(target, text if target != STDOUT or holds_every_letter() else ascii_json(text))


def check_targets(*targets: Path | str | None, others: Sequence[Path] = ()) -> None:
    """BadInput for a file that cannot be written or, unless among `others`, is somebody else's; nothing is made yet."""
    from dhstats.storage.layout import check_target, reason
    from dhstats.storage.outputs import check_ours
    from dhstats.storage.places import place, remote

    named = set[Any]()
    for target in (*targets, *others):
        if target is None or target == STDOUT:
            continue
        path = place(target)
        check_target(path)
        if target in targets:
            check_ours(path)
        if path in named:
            raise BadInput(f"{path}: is named for two files; name another one of them")
        named.add(path)
        if remote(path):  # a store was asked for when the place was named
            continue
        try:
            folder = next((folder for folder in path.absolute().parents if folder.exists()), path)
            fits = path.name not in ("", "..") and not path.is_dir() and folder.is_dir() and os.access(folder, os.W_OK)
        except OSError as error:
            raise BadInput(f"{quoted(str(path))}: cannot be written: {reason(error)}; name another file") from None
        if not fits:
            raise BadInput(f"{quoted(str(path))}: cannot be written there; name another file")


def page_of(folder: Path, ending: str = "") -> Path:
    """Where the page about a folder lies if nobody says otherwise; a name too long for a file is cut."""
    name = folder.resolve().name
    fits = 0 < len(os.fsencode(name)) <= LONGEST_FOLDER
    return PAGES / f"{name if fits else file_name(name)}{ending}.html"


def write_text(target: str, text: str) -> None:
    """Writes text to a file as a whole, or to stdout for "-"; BadInput, or ResourceFailure where room was lacking."""
    from dhstats.storage.layout import whole_file
    from dhstats.storage.outputs import note
    from dhstats.storage.places import place

    if target == STDOUT:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    check_targets(target)
    path = place(target)
    with whole_file(path, make_folder=True) as draft:
        draft.write_text(text, encoding="utf-8")
    note(path)


Advance = Callable[[int, int, str], None]  # done, planned, note


def announce_progress() -> None:
    """Lets this process say on stderr how far work is that takes long and, once, that something is compiled."""
    StepLines.wanted = True
    at_first(lambda: _announce("compiling; this is done once, and later commands start faster"))
    at_first_unkept(lambda: _announce(UNKEPT))


class Left:
    """How long work takes yet, in words, by its rate since its first report; nothing before ten seconds of it."""

    def __init__(self) -> None:
        self._since: tuple[float, int] | None = None

    def words(self, done: int, planned: int) -> str:
        """The time left after so much of what is planned; "" where it is not known."""
        from dhstats.simulate.work.workers import duration

        now = time.monotonic()
        if done > 0 and (self._since is None or done < self._since[1]):
            self._since = (now, done)
        began, at = self._since or (now, 0)
        known = now - began >= KNOWN_AFTER and at < done < planned
        return f"about {duration((now - began) * (planned - done) / (done - at))} left" if known else ""


class StepLines:
    """Progress where no terminal shows a bar: lines at growing intervals, of training the first at once."""

    wanted: ClassVar[bool] = False

    def __init__(self, title: str) -> None:
        self._title, self._started, self._left = title, time.monotonic(), Left()
        self._next = iter((0.0, *PAUSES) if title == TRAINING else PAUSES)
        self._due = next(self._next)

    def advance(self, done: int, planned: int, note: str) -> None:
        """Says how far the work has come, if a line is due."""
        passed, left = time.monotonic() - self._started, self._left.words(done, planned)
        if passed >= self._due and done > 0:
            self._due = passed + next(self._next, PAUSES[-1])
            text = f"{self._title}: {done:,} of {planned:,}" + (f", {left}" if left else "")
            _announce(text + (f"; {note}" if note else ""))


def _announce(text: str) -> None:
    sys.stderr.write(plain(text) + "\n")
    sys.stderr.flush()


_shown: list[str] = []  # the titles of the bars that are shown now: of several the outermost alone


@contextmanager
def step_bar(title: str) -> Iterator[Advance]:
    """A bar with time left on stderr, or lines where that is no terminal and they are wanted; none within another."""
    _shown.append(title)
    try:
        with _bar(title) if len(_shown) == 1 else nullcontext(_silent) as advance:
            yield advance
    finally:
        _shown.remove(title)


def _silent(done: int, planned: int, note: str) -> None:
    """Shows nothing."""


@contextmanager
def _bar(title: str) -> Iterator[Advance]:
    if not sys.stderr.isatty():
        yield StepLines(title).advance if StepLines.wanted else _silent
        return
    from rich.console import Console as RichConsole
    from rich.progress import BarColumn, Progress, TextColumn

    texts = ("{task.description}", "{task.fields[note]}", "{task.fields[left]}")
    first, *others = (TextColumn(text, markup=False) for text in texts)
    left = Left()
    with Progress(first, BarColumn(), *others, console=RichConsole(stderr=True), transient=True) as bar:
        task = bar.add_task(title, note="", left="", total=None)

        def advance(done: int, planned: int, note: str) -> None:
            bar.update(task, completed=done, total=planned, note=plain(note), left=left.words(done, planned))

        yield advance


@contextmanager
def training_bar() -> Iterator[Watcher]:
    """A bar for the training of players who are needed first."""
    with step_bar(TRAINING) as advance:
        yield lambda name, lap: advance(*learnt(name, lap))


def learnt(name: str, lap: Lap) -> tuple[int, int, str]:
    """How far a training has come: rounds done and planned, and a note."""
    note = f"{name}: {lap.games:,} games"
    if lap.milestone and not lap.in_place:
        note += f", scores {100 * lap.milestone.score:.1f} % against {lap.milestone.rival}"
    return lap.done, lap.planned, note


@contextmanager
def parts_bar(title: str, one: str) -> Iterator[Callable[[int, int], None]]:
    """A bar that says which of several parts, each called `one`, is being played."""
    with step_bar(title) as advance:
        yield lambda done, planned: advance(done, planned, f"{one} {done + 1} of {planned}")


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[Progress], None]]:
    """A bar for games: with rate, time left and a running estimate."""
    with step_bar(title) as advance:
        yield lambda progress: advance(progress.games_played, progress.games_planned, running_note(progress))


def running_note(progress: Progress) -> str:
    """Rate and running shares of the wins with standard errors over deals: of the first of two, of all, alone none."""
    from dhstats.stats.intervals.blocks import BlockSums

    tally = progress.tally
    rate = progress.games_played / max(progress.seconds, 1e-9)
    text = f"{rate:,.0f} games/s"
    if tally.blocks > 1 and len(tally.totals) > 1:
        sums = [BlockSums(tally.blocks, *own, tally.scale) for own in zip(tally.totals, tally.squares, strict=True)]
        shown = [f"{100 * each.mean:.2f} ± {100 * each.se:.2f}" for each in sums]
        # All have the same, as all win together
        if abs(sum(each.mean for each in sums) - 1.0) > 1e-9 and len(set(shown)) == 1:
            return f"{text} · all win {shown[0]} %"
        text += f" · first player scores {shown[0]} %" if len(shown) == 2 else f" · seats score {', '.join(shown)} %"
    return text
