"""A game at the table of the lab: its setup and its turns; all else is found by following them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import catalogue, logged, retelling
from dhstats.games.logged import FORMAT
from dhstats.games.retelling import Kept
from dhstats.lab.table import advice, seen
from dhstats.lab.table.advice import Programs
from dhstats.lab.table.setup import Chair, Opened, open_table
from dhstats.lab.table.telling import Follower, Moment, Teller
from dhstats.simulate.people.reading import read_lines
from dhstats.simulate.people.writing import write_run
from dhstats.simulate.replays import lines, result_of, rules_keys
from dhstats.storage import Run, open_run
from dhstats.storage.layout import MANIFEST

Array = np.ndarray[Any, Any]
MOST_STEPS = 10_000

HOME = Path("data/table")


class Session:
    """One game at the table, for several threads to call, one after the other.

    Programs play at once until a person has to decide or the game is over. A game without people is played turn by
    turn (`go_on`) for somebody who watches, with all hands open.
    """

    def __init__(self, opened: Opened, rows: Array | None = None, note: dict[str, Any] | None = None) -> None:
        """A new game, or one that continues after these turns; `note` is kept with it when it is saved."""
        self.opened, self._lock = opened, threading.RLock()
        self._follower, self._teller = Follower(opened), Teller(opened)
        self._programs = Programs(opened, dict(opened.programs)) if opened.programs else None
        self._adviser: advice.Adviser | None = None
        origin = opened.setup.origin
        self._note = {**(origin.note if origin else {}), **(note or {})}
        self._moment = self._settled(
            self._follower.reach(np.zeros(0, opened.bundle.game.event) if rows is None else rows)
        )

    # ---- What is to be seen ------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._moment.over

    @property
    def seat(self) -> int:
        """The seat that has to decide; -1 once the game is over."""
        return self._moment.seat

    @property
    def turns(self) -> Array:
        """All turns so far as the rules write them, hidden ones too; with the setup they are the whole game."""
        with self._lock:
            return np.array(self._moment.rows)

    def shown(self, seat: int | None = None) -> seen.Shown:
        """What a person sees (None: whoever has to decide), as a record for JSON; everything once the game is over."""
        with self._lock:
            people = self.opened.people
            if seat is not None and people and seat not in people:
                raise BadInput(f"seat: no person plays at seat {seat!r:.40}; people play at {sorted(people)}")
            looks = self._moment.seat if seat is None else seat
            return seen.shown(self.opened, self._teller, self._moment, looks if people else None)

    def frames(self) -> list[seen.Shown]:
        """All moments of a finished game as replays draw them, the deal first; BadInput before its end."""
        with self._lock:
            advice.check_over(self._moment)
            return seen.frames(self._teller, self._moment)

    # ---- What is done ------------------------------------------------------------------------------------------

    def play(self, number: int, decision: int | None = None) -> None:
        """Plays the legal move of a number, and what programs answer.

        `decision` is what the record said: who sends a move twice plays it once.
        """
        with self._lock:
            moment = self._at_decision()
            if decision is not None and decision != seen.decisions(moment):
                raise BadInput("that decision has been made already, perhaps in another window: this is the table now")
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < moment.count:
                raise BadInput(f"move: must be a whole number from 0 to {moment.count - 1}, not {number!r:.40}")
            self._moment = self._settled(self._follower.reach(self._follower.with_move(self._again(), number)))

    def go_on(self, steps: int = 1) -> None:
        """Lets programs play the next decisions of a game that a person watches; BadInput where people play."""
        with self._lock:
            if self.opened.people:
                raise BadInput("people play this game, and programs answer automatically")
            if not 1 <= steps <= MOST_STEPS:
                raise BadInput(f"steps: must be from 1 to {MOST_STEPS:,}, not {steps}")
            for _ in range(steps):
                if not self._moment.over:
                    self._moment = self._settled(self._answered(self._again()))

    def take_back(self, turns: int = 1) -> None:
        """Takes back the last decisions of a person; BadInput where there are too few."""
        with self._lock:
            made = seen.own_decisions(self.opened, self._moment)
            if not isinstance(turns, int) or not 1 <= turns <= len(made):
                raise BadInput(f"take back: people have made {len(made)} decisions in this game, not {turns!r:.40}")
            self._note["taken_back"] = self._note.get("taken_back", 0) + turns
            if "branched_after" in self._note:  # who goes back behind that plays on from there
                self._note["branched_after"] = min(self._note["branched_after"], made[-turns])
            self._moment = self._settled(self._follower.reach(self._moment.rows[: made[-turns]]))

    def branch(self, turn: int, chairs: Sequence[Chair] | None = None) -> Session:
        """A new game that continues this one from a turn, perhaps with others at the seats."""
        with self._lock:
            if not isinstance(turn, int) or not 0 <= turn <= len(self._moment.rows):
                raise BadInput(f"turn: must be from 0 to {len(self._moment.rows)}, not {turn!r:.40}")
            setup = self.opened.setup
            opened = self.opened if chairs is None else open_table(replace(setup, chairs=tuple(chairs)))
            return Session(opened, np.array(self._moment.rows[:turn]), self._note | {"branched_after": turn})

    def hint(self) -> dict[str, Any]:
        """What the expert would play here, and what every move is worth; BadInput where there is no expert."""
        with self._lock:
            self._at_decision()
            advice = self._advice().hint(self._again(), self._follower)
            self._note["hints"] = self._note.get("hints", 0) + 1
            return advice

    def afterwards(self) -> dict[str, Any]:
        """A finished game reviewed: chances, the costliest decisions, luck; BadInput before its end."""
        with self._lock:
            advice.check_over(self._moment)
            return self._advice().afterwards(self._moment, self._follower)

    def save(self, folder: Path = HOME) -> Run:
        """Keeps the finished game as a run of its own below a folder."""
        with self._lock:
            return save(folder, self.opened, self._teller, self._moment, self._note)

    def gather(self, out: Path, folder: Path = HOME) -> Run:
        """All kept games of these rules as one run."""
        return gather(folder, self.opened, out)

    # ---- Turn by turn ------------------------------------------------------------------------------------------

    def _at_decision(self) -> Moment:
        """The moment, at which somebody has to decide; BadInput of a game that is over, or that programs play alone."""
        if self._moment.over:
            raise BadInput("the game is over; take back a decision, or begin another game")
        if not self.opened.people:
            raise BadInput("only programs play this game; continue it, or branch from it with a person")
        return self._moment

    def _again(self) -> Moment:
        """The moment at hand, reached once more: the follower then holds all its moves."""
        return self._follower.reach(self._moment.rows)

    def _answered(self, moment: Moment) -> Moment:
        """The game after the decision of a program, or a pass."""
        number = self._programs.choose(moment, self._follower) if moment.count and self._programs else 0
        return self._follower.reach(self._follower.with_move(moment, number))

    def _settled(self, moment: Moment) -> Moment:
        """The game once people have to decide again, or it is over."""
        people = self.opened.people
        while people and not moment.over and (moment.seat not in people or not moment.count):
            moment = self._answered(moment)
        return moment

    def _advice(self) -> advice.Adviser:
        if self._adviser is None:
            self._adviser = advice.Adviser(self.opened, self._teller)
        return self._adviser


DIGITS = 4  # of the number of a game's folder
MOST = 10**DIGITS - 1
Line = dict[str, Any]


def line(opened: Opened, teller: Teller, moment: Moment, note: Any = None) -> Line:
    """A finished game as a line of a log."""
    setup, logging = opened.setup, logged.load(opened.setup.game)
    at = {"deal_id": setup.deal, "swapped": setup.layout > 0, "layout": setup.layout}
    table = retelling.load(setup.game).set_up(opened.rules.effective, Kept(setup.seed, at, ()))
    programs = [name for seat, name in enumerate(opened.names) if seat not in opened.people]
    record = {
        "log": FORMAT, "game": setup.game, **rules_keys(setup.game, opened.rules), "players": list(opened.names),
        "programs": list(dict.fromkeys(programs)),
        "chance": {"seed": setup.seed, "deal": setup.deal, "layout": setup.layout},
        "turns": [logging.turn(table, row) for row in teller.log(moment.rows)],
        "result": result_of(moment.result, opened.players),
    }  # fmt: skip
    return record | ({"note": note} if note else {})


def save(folder: Path, opened: Opened, teller: Teller, moment: Moment, note: Any = None) -> Run:
    """Keeps a finished game in the next free folder below one, as a run of one game."""
    if not moment.over:
        raise BadInput("the game is not over yet, and only whole games are kept")
    if not opened.people:
        raise BadInput("no person played this game; `dhstats simulate` keeps games of programs")
    log = read_lines([("the table", line(opened, teller, moment, note))])
    home = folder / catalogue.short(opened.setup.game)
    home.mkdir(parents=True, exist_ok=True)
    return write_run(log, reserved(home, "", DIGITS))


def gather(folder: Path, opened: Opened, out: Path) -> Run:
    """All games that were kept below a folder under these rules, as one run, of which `report` and `people` tell."""
    entries: list[tuple[str, Line]] = []
    game = opened.setup.game
    home = folder / catalogue.short(game)
    files = sorted(home.iterdir() if home.is_dir() else ())
    numbered = [each for each in files if each.name.isascii() and each.name.isdecimal()]
    for run in map(open_run, (each for each in numbered if (each / MANIFEST).is_file())):
        if (run.manifest.game, run.manifest.rules_hash) == (game, opened.rules.hash):
            entries += [(str(run.folder), line) for line in lines(run, run.manifest.games)]
    if not entries:
        raise BadInput(f"{folder}: has no game of these rules; play one to its end and keep it")
    return write_run(read_lines(entries), out)


def reserved(home: Path, prefix: str, digits: int) -> Path:
    """A new folder with the next number, made by this call alone, so that two who ask at once have one each.

    BadInput where all numbers of that many digits are used (0: any number of digits).
    """
    names = [each.name.removeprefix(prefix) for each in home.iterdir() if each.name.startswith(prefix)]
    number, most = max((int(name) for name in names if name.isascii() and name.isdecimal()), default=0), 10**digits - 1
    while True:
        number += 1
        if digits and number > most:
            raise BadInput(f"{home}: holds {most:,} games; move them elsewhere")
        with suppress(FileExistsError):
            (out := home / f"{prefix}{number:0{digits}d}").mkdir()
            return out
