"""Pages that are open, each with the one comparison that it watches: the latest that was asked for, and no pile."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput
from dhstats.lab.comparisons import Comparison, Wanted

MOST_PAGES = 32  # that are open at once, or were loaded again a moment ago
PATIENCE = 20.0  # seconds that a page may be away, as while it is loaded again, before it is forgotten
Event = dict[str, Any]


@dataclass
class Watcher:
    """One open page: what it was told last, and the thread that plays what it asked for last."""

    folder: Path
    workers: int | None = None
    number: int = 0
    listeners: int = 0
    left: float = field(default_factory=time.monotonic)
    _told: Event = field(default_factory=lambda: {"state": "idle"})
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _waiting: Comparison | None = None
    _playing: Comparison | None = None
    _thread: threading.Thread | None = None

    def ask(self, wanted: Wanted) -> int:
        """Plays a comparison instead of what is played now, and numbers it; BadInput, at once, where none can be."""
        with self._changed:
            self.number += 1
            number = self.number
            asked = Comparison(wanted, self.folder / str(number), lambda event: self._tell(number, event), self.workers)
            self._leave()
            self._waiting = asked
            if self._thread is None:
                self._thread = threading.Thread(target=self._play, name="comparisons", daemon=True)
                self._thread.start()
            return number

    def steer(self, action: str) -> None:
        """Pauses, goes on, slows down, hurries or stops what is played; BadInput for anything else."""
        with self._changed:
            control = self._playing.control if self._playing else None
            acts: dict[str, Callable[[], None]] = {
                "pause": control.going.clear if control else _nothing,
                "go": control.going.set if control else _nothing,
                "slow": (lambda: setattr(control, "slow", True)) if control else _nothing,
                "fast": (lambda: setattr(control, "slow", False)) if control else _nothing,
                "stop": self._leave,
            }
            if action not in acts:
                raise BadInput(f"a comparison can be told {', '.join(acts)}, not {action!r}")
            acts[action]()

    def wait(self, seen: int, seconds: float) -> tuple[int, Event]:
        """What the page was told last, once that is newer than what it has seen; else the same again after a while."""
        with self._changed:
            self._changed.wait_for(lambda: int(self._told.get("event", 0)) > seen, seconds)
            return int(self._told.get("event", 0)), self._told

    def close(self) -> None:
        """Ends what is played."""
        with self._changed:
            self._leave()

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

    def _tell(self, number: int, event: Event) -> None:
        """Keeps an event for the page; what an older comparison says is not news any more."""
        with self._changed:
            if number == self.number:
                self._told = {**event, "comparison": number, "event": int(self._told.get("event", 0)) + 1}
                self._changed.notify_all()


def _nothing() -> None:
    """Nothing is played that could be told something."""


class Watchers:
    """All open pages by the names that they give themselves."""

    def __init__(self, folder: Path, workers: int | None = None) -> None:
        self._folder, self._workers = folder, workers
        self._open: dict[str, Watcher] = {}
        self._lock = threading.Lock()
        self._made = 0

    def of(self, page: str) -> Watcher:
        """The page of a name, opened now if it is new; BadInput for a name that is none, or for too many pages."""
        if not (page.isascii() and page.isalnum() and 8 <= len(page) <= 40):
            raise BadInput("a page names itself by 8 to 40 letters and digits")
        with self._lock:
            if page not in self._open:
                self._forget()
                if len(self._open) >= MOST_PAGES:
                    raise BadInput(f"{MOST_PAGES} pages are open already; close one of them")
                self._made += 1
                while (self._folder / f"page-{self._made}").exists():  # of a lab before this one
                    self._made += 1
                self._open[page] = Watcher(self._folder / f"page-{self._made}", self._workers)
            return self._open[page]

    def is_open(self, page: str) -> bool:
        """Whether a page of this name is open, or was just now."""
        with self._lock:
            return page in self._open

    def forget_those_who_left(self) -> None:
        """Ends what pages asked for that have been closed for a while."""
        with self._lock:
            self._forget()

    def close(self) -> None:
        """Ends everything that is played."""
        with self._lock:
            for each in self._open.values():
                each.close()

    def _forget(self) -> None:
        away = [
            name for name, each in self._open.items() if not each.listeners and time.monotonic() - each.left > PATIENCE
        ]
        for name in away:
            self._open.pop(name).close()
