"""Pages that are open, each with the one comparison that it watches: the latest that was asked for, and no pile."""

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput, ResourceFailure
from dhstats.lab.comparisons import Comparison, Wanted
from dhstats.lab.jobs import check_page
from dhstats.lab.shelf import clear
from dhstats.lab.table.session import reserved
from dhstats.storage.layout import make_folders, reason

MOST_PAGES = 32  # that are open at once, or were loaded again a moment ago
PATIENCE = 20.0  # seconds that a page may be away, as while it is loaded again, before it is forgotten
ENOUGH = 10.0  # seconds in which a game comes to a look, where it ends
GLANCE = 0.05  # seconds between two looks whether there is news
ACTIONS = ("pause", "go", "slow", "fast", "stop")  # what a comparison can be told
PAGES = "page-"  # how folders of pages are called, by their numbers
Event = dict[str, Any]


@dataclass
class Watcher:
    """One open page: what it was told last, and the thread that plays what it asked for last, and says when it has."""

    reserve: Callable[[], Path]
    workers: int | None = None
    played: Callable[[], None] = lambda: None
    number: int = 0
    listeners: int = 0
    left: float = field(default_factory=time.monotonic)
    _told: Event = field(default_factory=lambda: {"state": "idle"})
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _waiting: Comparison | None = None
    _playing: Comparison | None = None
    _thread: threading.Thread | None = None
    _closed: bool = False

    def ask(self, wanted: Wanted) -> int:
        """Plays a comparison instead of what is played now, and numbers it; BadInput, at once, where none can be."""
        with self._changed:
            self.number += 1
            number = self.number
            asked = Comparison(wanted, self.latest, lambda event: self._tell(number, event), self.workers)
            self._leave()
            self._waiting = asked
            if self._thread is None:
                self._thread = threading.Thread(target=self._play, name="comparisons", daemon=True)
                self._thread.start()
            return number

    def steer(self, action: str) -> None:
        """Pauses, resumes, slows down, hurries or stops what is played; BadInput for anything else."""
        with self._changed:
            control = self._playing.control if self._playing else None
            if action not in ACTIONS:
                raise BadInput(f"allowed for a comparison: {', '.join(ACTIONS)}, not {action!r}")
            if action == "stop":
                self._leave()
            elif control and action in ("slow", "fast"):
                control.slow = action == "slow"
            elif control:
                (control.going.set if action == "go" else control.going.clear)()

    def wait(self, seen: int, seconds: float) -> tuple[int, Event]:
        """What the page was told last, once that is newer than what it has seen; else the same again after a while."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or int(self._told.get("event", 0)) > seen, seconds)
            return int(self._told.get("event", 0)), self._told

    @cached_property
    def folder(self) -> Path:
        """Where its games lie; made now if it was not."""
        return self.reserve()

    @property
    def latest(self) -> Path:
        """Where the games lie that the page asked for last."""
        return self.folder / str(self.number)

    def close(self) -> None:
        """Ends what is played; who waits for news has none to come."""
        with self._changed:
            self._leave()
            self._closed = True
            self._changed.notify_all()

    def leave(self) -> None:
        """Removes its folder, unless games lie there."""
        if "folder" in vars(self):
            with suppress(OSError):
                self.folder.rmdir()

    def join(self) -> None:
        """Waits until what was played has ended, but not for ever."""
        if thread := self._thread:
            thread.join(ENOUGH)

    def _leave(self) -> None:
        self._waiting = None
        if self._playing:
            self._playing.control.left.set()

    def _play(self) -> None:
        while True:
            with self._changed:
                self._playing, self._waiting = self._waiting, None
                if self._playing is None:
                    self._thread = None
                    return
                playing = self._playing
            playing.play()
            self.played()

    def _tell(self, number: int, event: Event) -> None:
        """Keeps an event for the page; what an older comparison says is not news any more."""
        with self._changed:
            if number == self.number:
                self._told = {**event, "comparison": number, "event": int(self._told.get("event", 0)) + 1}
                self._changed.notify_all()


class Watchers:
    """All open pages by the names that they give themselves."""

    def __init__(self, folder: Path, workers: int | None = None, say: Callable[[str], None] = lambda _: None) -> None:
        """Below the folder is played what pages ask for; what is cleared there is said."""
        self._folder, self._workers, self._say = folder, workers, say
        self._open: dict[str, Watcher] = {}
        self._lock = threading.Lock()
        self._clearing = threading.Lock()

    def of(self, page: str) -> Watcher:
        """The page of a name, opened now if it is new; BadInput for an invalid name, or for too many pages."""
        check_page(page)
        with self._lock:
            if page not in self._open:
                self._forget()
                if len(self._open) >= MOST_PAGES:
                    raise BadInput(f"{MOST_PAGES} pages are open already; close one of them")
                self._open[page] = Watcher(self._reserved, self._workers, self.clear)
            return self._open[page]

    def news(self, seen: Mapping[str, int], seconds: float) -> dict[str, tuple[int, Event]]:
        """What pages were told last, of those where that is newer than what was seen; nothing after a while."""
        with self._lock:
            pages = {name: self._open[name] for name in seen if name in self._open}
        end = time.monotonic() + seconds
        while True:
            fresh = {name: each.wait(seen[name], 0.0) for name, each in pages.items()}
            if (new := {name: each for name, each in fresh.items() if each[0] > seen[name]}) or time.monotonic() > end:
                return new
            time.sleep(GLANCE)

    def is_open(self, page: str) -> bool:
        """Whether a page of this name is open, or was just now."""
        with self._lock:
            return page in self._open

    def forget_those_who_left(self) -> None:
        """Ends what pages asked for that have been closed for a while."""
        with self._lock:
            self._forget()

    def close(self) -> None:
        """Ends everything that is played, and waits for that."""
        with self._lock:
            pages = list(self._open.values())
        for each in pages:
            each.close()
        for each in pages:
            each.join()
            each.leave()

    def clear(self) -> None:
        """Makes room for comparisons to come, and says so; what is on a page stays."""
        with self._lock:
            needed = [each.latest for each in self._open.values() if each.number]
        with self._clearing:
            cleared = clear(self._folder, needed)
        if cleared.comparisons:
            self._say(cleared.told(self._folder))

    def _reserved(self) -> Path:
        """A new folder for a page, of its own: several labs may play below the same folder."""
        make_folders(self._folder)
        try:
            return reserved(self._folder, PAGES, 0)
        except OSError as error:
            raise ResourceFailure(f"{self._folder}: cannot be written: {reason(error)}") from error

    def _forget(self) -> None:
        last = time.monotonic() - PATIENCE
        for name in [name for name, each in self._open.items() if not each.listeners and each.left < last]:
            left = self._open.pop(name)
            left.close()
            left.leave()
