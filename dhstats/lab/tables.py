"""The open tables of the lab: games by their names, for pages to play at; bounded in number, and forgotten in time."""

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.lab import chairs
from dhstats.lab.jobs import Jobs, News, Query, Tell, choice, known, laps, seed, whole, word
from dhstats.lab.rules import Choice, changed
from dhstats.lab.table import session as keeping
from dhstats.lab.table.session import Session
from dhstats.lab.table.setup import Setup, open_table
from dhstats.lab.watching import Watchers
from dhstats.players.learning import trainees
from dhstats.quoting import quoted
from dhstats.storage import Run

MOST_TABLES = 4  # of a page; who opens another one leaves the table that they have not touched for the longest time
MOST_OF_ALL = 32
KEPT = 900.0  # seconds that a table waits for a page that has gone, as when a phone sleeps
DEALS = 10**9  # from which one is drawn where none is named
CARDS = ("decks", "pack", "source")  # keys that say which cards are there, and where rules come from
FOLDER = "table"  # below the lab's, where games are kept
Record = dict[str, Any]


@dataclass
class Table:
    """A game at which a page plays, and what its rules change of the base."""

    session: Session
    page: str
    here: Choice
    changed: list[Record]
    touched: float = field(default_factory=time.monotonic)
    saved: tuple[list[Any], Run] | None = None


class Tables:
    """All open tables, and what pages ask about them."""

    def __init__(self, opens: Choice, folder: Path, seed: int, watchers: Watchers, jobs: Jobs) -> None:
        self._opens, self._folder, self._seed, self._watchers = opens, folder / FOLDER, seed, watchers
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()
        self._jobs = jobs
        self.questions: dict[str, Callable[[Query], Any]] = {
            "table-places": lambda said: chairs.places(self._choice(said)),
            "table-open": self._open,
            "table-look": lambda said: self._shown(*self._at(said), said),
            "table-move": lambda said: self._do(
                self._due(said), said, lambda game: game.play(said.get("number", -1), whole(said, "decision"))
            ),
            "table-back": lambda said: self._do(
                self._at(said), said, lambda game: game.take_back(whole(said, "turns", 1))
            ),
            "table-go": lambda said: self._do(self._at(said), said, lambda game: game.go_on(whole(said, "steps", 1))),
            "table-branch": self._branch,
            "table-hint": lambda said: self._due(said)[1].session.hint(),
            "table-after": lambda said: self._session(said).afterwards(),
            "table-frames": lambda said: self._session(said).frames(),
            "table-save": self._save,
            "table-gather": self._gather,
            "table-train": self._train,
        }

    # ---- What is open ------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Clears tables of pages that have been gone for long."""
        now = time.monotonic()
        with self._lock:
            for name, table in list(self._tables.items()):
                if not self._watchers.is_open(table.page) and now - table.touched > KEPT:
                    del self._tables[name]

    def _choice(self, query: Query) -> Choice:
        return known(self._opens, choice(query))

    def _at(self, query: Query) -> tuple[str, Table]:
        """The table that is said, which the page that asks now plays at; BadInput for none."""
        name, page = word(query, "table"), word(query, "page", "")
        with self._lock:
            if name not in self._tables:
                raise BadInput(f"table {quoted(name[:40])}: there is no such table, or it was not used for a long time")
            table = self._tables[name]
            table.touched, table.page = time.monotonic(), page or table.page
            return name, table

    def _due(self, query: Query) -> tuple[str, Table]:
        """The table that is said; BadInput where somebody else has to decide there than who looks at the screen."""
        name, table = self._at(query)
        session = table.session
        if len(session.opened.people) > 1 and not session.over and whole(query, "seat") != session.seat:
            raise BadInput("seat: another player must decide; hand the screen over first")
        return name, table

    def _session(self, query: Query) -> Session:
        return self._at(query)[1].session

    def _placed(self, session: Session, page: str, here: Choice) -> tuple[str, Table]:
        """A game on a table of its own, in the place of the page's oldest where it has too many."""
        self._watchers.of(page)  # refuses an invalid name
        # What the rules change of the base, but for decks; nothing of a base that is not at hand
        changes: list[Record] = []
        with suppress(BadInput):
            base = known(self._opens, replace(here, settings=())).load()
            changes = changed(here.game, base, session.opened.rules)
        changes = [each for each in changes if each["key"].partition(".")[0] not in CARDS]
        name, table = secrets.token_urlsafe(9), Table(session, page, here, changes)
        with self._lock:
            mine = [each for each, other in self._tables.items() if other.page == page]
            if len(mine) >= MOST_TABLES:
                del self._tables[min(mine, key=lambda each: self._tables[each].touched)]
            if len(self._tables) >= MOST_OF_ALL:
                raise BadInput(f"{MOST_OF_ALL} games are open already; play one of them to its end")
            self._tables[name] = table
        return name, table

    # ---- What is asked -----------------------------------------------------------------------------------------

    def _open(self, query: Query) -> Record:
        here, page = self._choice(query), word(query, "page")
        self._watchers.of(page)
        setup = Setup(
            here.game, (), here.rules, here.settings, chairs.decks(query.get("decks"), here),
            seed=seed(query, "seed", self._seed), deal=seed(query, "deal", secrets.randbelow(DEALS)),
        )  # fmt: skip
        setup = replace(setup, chairs=chairs.chairs(query.get("seats"), chairs.programs(*setup.load())))
        return self._shown(*self._placed(Session(open_table(setup)), page, here), query)

    def take(self, session: Session, here: Choice, query: Query) -> Record:
        """A game that was begun elsewhere, on a table of the page that asks."""
        return self._shown(*self._placed(session, word(query, "page"), here), query)

    def _shown(self, name: str, table: Table, query: Query) -> Record:
        """The table as a seat is shown it, or who plays alone; of several, if none is named, nobody sees a hand."""
        session = table.session
        opened, people = session.opened, sorted(session.opened.people)
        seat = whole(query, "seat") if query.get("seat") is not None else None
        if seat is None and len(people) > 1 and not session.over:
            seat = next(each for each in people if each != session.seat)
        record = session.shown(seat if people else None)
        settings = list(opened.setup.settings)
        beside = {
            "title": catalogue.title(opened.setup.game), "base": table.here.rules, "changes": settings,
            "changed": table.changed, "advised": False, "trains": chairs.takes(opened.bundle),
        }  # fmt: skip
        with suppress(BadInput):  # nobody can say what moves are worth
            beside["advised"] = bool(opened.adviser.name)
        return {"table": name, **beside, **record}

    def _do(self, at: tuple[str, Table], query: Query, what: Callable[[Session], None]) -> Record:
        what(at[1].session)
        return self._shown(*at, query)

    def _branch(self, query: Query) -> Record:
        """A game that continues a finished one from a turn, perhaps with others at the seats."""
        _, table = self._at(query)
        session, here = table.session, table.here
        if not session.over and session.opened.people:
            raise BadInput("the game is not over yet; take a decision back, or play it to its end")
        seats = None
        if query.get("seats") is not None:
            seats = chairs.chairs(query["seats"], chairs.programs(session.opened.bundle, session.opened.rules))
        branched = session.branch(whole(query, "turn"), seats)
        return self._shown(*self._placed(branched, table.page, here), query)

    def _save(self, query: Query) -> Record:
        """Where the game is kept, and what can be done with it there; who keeps it twice has it once."""
        _, table = self._at(query)
        turns = table.session.turns.tolist()
        with self._lock:
            if table.saved is None or table.saved[0] != turns:
                table.saved = turns, table.session.save(self._folder)
            run = table.saved[1]
        return _kept(run, f"dhstats replay {run.folder} 0 --html game.html")

    def _gather(self, query: Query) -> Record:
        """All games that were kept under the same rules, as one run."""
        session = self._session(query)
        game, home = catalogue.short(session.opened.setup.game), self._folder / "gathered"
        with self._lock:
            home.mkdir(parents=True, exist_ok=True)
            number = sum(1 for each in home.iterdir() if each.is_dir()) + 1
            if number > keeping.MOST:
                raise BadInput(f"{home}: holds {keeping.MOST:,} runs; move them elsewhere")
            run = session.gather(home / f"{game}-{number:0{keeping.DIGITS}d}", self._folder)
        return _kept(run, f"dhstats report {run.folder}", f"dhstats people {run.folder}")

    def _train(self, query: Query) -> News:
        page = word(query, "page")
        self._watchers.of(page)
        if "table" in query:
            opened = self._session(query).opened
            bundle, rules = opened.bundle, opened.rules
        else:
            here = self._choice(query)
            bundle, rules = here.bundle, here.load()
        pupil = chairs.pupil(bundle, rules, word(query, "player"))

        def work(tell: Tell) -> Record:
            tell(f"{pupil.name} begins to train", 0, 0)
            trainees.trained_player(pupil, laps(tell))
            return {"player": pupil.name}

        return self._jobs.ask(page, ("train", bundle.game.name, rules.hash, pupil.name), work, lasting=False)


def _kept(run: Run, *commands: str) -> Record:
    texts = [f"dhstats verify {run.folder}", *commands]
    return {"path": str(run.folder), "games": run.manifest.games, "commands": texts}
