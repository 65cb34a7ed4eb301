"""Players trained in the background because a page asked for it: told how far they are, and left when nobody waits."""

import threading
from collections.abc import Callable
from typing import Any

from dhstats.errors import BadInput, UserError
from dhstats.players import trainees
from dhstats.players.roster import Pupil
from dhstats.players.training import Lap

MOST_AT_ONCE = 2
IDLE = {"state": "none"}
Told = dict[str, Any]


class Left(Exception):
    """Nobody waits for the player any more."""


class Training:
    """One player who learns, on a thread of its own."""

    def __init__(self, pupil: Pupil) -> None:
        self._pupil, self._left = pupil, threading.Event()
        self.told: Told = {"state": "training", "player": pupil.name, "done": 0, "most": 0}
        self._thread = threading.Thread(target=self._train, name="training", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether they are still at it."""
        return self._thread.is_alive()

    def leave(self) -> None:
        """Ends it at the next round."""
        self._left.set()

    def _train(self) -> None:
        try:
            trainees.trained_player(self._pupil, self._lap)
            self.told = {**self.told, "state": "done"}
        except Left:
            self.told = {**self.told, "state": "stopped"}
        except UserError as problem:
            self.told = {**self.told, "state": "failed", "problem": str(problem)}

    def _lap(self, name: str, lap: Lap) -> None:
        if self._left.is_set():
            raise Left
        self.told = {"state": "training", "player": name, "done": lap.done, "most": lap.planned}


class Trainings:
    """The trainings that pages wait for, one a page."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: dict[str, Training] = {}

    def begin(self, page: str, pupil: Pupil) -> Told:
        """Has a player trained for a page; BadInput where enough is going on already."""
        with self._lock:
            others = [each for name, each in self._of.items() if name != page and each.running]
            if len(others) >= MOST_AT_ONCE:
                raise BadInput(f"{MOST_AT_ONCE} players are being trained for other pages; wait until one is done")
            if page in self._of and self._of[page].running:
                raise BadInput("a player is being trained for this page already; wait, or stop that first")
            self._of[page] = Training(pupil)
            return self._of[page].told

    def told(self, page: str) -> Told:
        """How far the player is whom a page waits for."""
        with self._lock:
            return self._of[page].told if page in self._of else IDLE

    def stop(self, page: str) -> Told:
        """Ends what a page waits for."""
        with self._lock:
            if page in self._of:
                self._of[page].leave()
        return self.told(page)

    def forget(self, still_open: Callable[[str], bool]) -> None:
        """Ends what pages wait for that have gone."""
        with self._lock:
            for name in [each for each in self._of if not still_open(each)]:
                self._of.pop(name).leave()
