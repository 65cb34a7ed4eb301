"""Games of the table kept as people's games are: a log in a run folder of its own, judged by the referee first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue, logged, retelling
from dhstats.games.logged import FORMAT
from dhstats.games.retelling import Kept
from dhstats.lab.table.moments import Moment
from dhstats.lab.table.setup import Opened
from dhstats.lab.table.telling import Teller
from dhstats.simulate.people.reading import read_lines
from dhstats.simulate.people.writing import write_run
from dhstats.simulate.replays.telling import lines, result_of, rules_keys
from dhstats.storage import Run, open_run
from dhstats.storage.layout import MANIFEST

HOME = Path("data/table")
DIGITS = 4  # of the number of a game's folder
MOST = 10**DIGITS - 1
Line = dict[str, Any]


def line(opened: Opened, teller: Teller, moment: Moment, note: Any = None) -> Line:
    """A finished game as a line of a log."""
    setup, logging = opened.setup, logged.load(opened.setup.game)
    at = {"deal_id": setup.deal, "swapped": setup.layout > 0, "layout": setup.layout}
    table = retelling.load(setup.game).set_up(opened.rules.effective, Kept(setup.seed, at, ()))
    programs = [name for seat, name in enumerate(opened.names) if seat not in opened.people]
    told = {
        "log": FORMAT, "game": setup.game, **rules_keys(setup.game, opened.rules), "players": list(opened.names),
        "programs": list(dict.fromkeys(programs)),
        "chance": {"seed": setup.seed, "deal": setup.deal, "layout": setup.layout},
        "turns": [logging.turn(table, row) for row in teller.log(moment.rows)],
        "result": result_of(moment.result, opened.players),
    }  # fmt: skip
    return told | ({"note": note} if note else {})


def save(folder: Path, opened: Opened, teller: Teller, moment: Moment, note: Any = None) -> Run:
    """Keeps a finished game in the next free folder below one, as a run of one game.

    Errors: BadInput for a game that is not over, or at which no person played; ResourceFailure where it cannot be
    written.
    """
    if not moment.over:
        raise BadInput("the game is not over yet, and only whole games are kept")
    if not opened.people:
        raise BadInput("no person played this game; `dhstats simulate` keeps games of programs")
    log = read_lines([("the table", line(opened, teller, moment, note))])
    home = folder / catalogue.short(opened.setup.game)
    home.mkdir(parents=True, exist_ok=True)
    return write_run(log, _reserved(home))


def gather(folder: Path, opened: Opened, out: Path) -> Run:
    """All games that were kept below a folder under these rules, as one run, of which `report` and `people` can tell.

    Both need games of two deals at least. Errors: BadInput where no such game is kept, or `out` holds something.
    """
    told: list[tuple[str, Line]] = []
    game = opened.setup.game
    for run in _kept(folder / catalogue.short(game)):
        if (run.manifest.game, run.manifest.rules_hash) == (game, opened.rules.hash):
            told += [(str(run.folder), line) for line in lines(run, run.manifest.games)]
    if not told:
        raise BadInput(f"{folder}: has no game of these rules; play one to its end and keep it")
    return write_run(read_lines(told), out)


def _kept(home: Path) -> Iterator[Run]:
    """The runs that were written into a folder, in the order of their numbers."""
    for each in sorted(home.iterdir() if home.is_dir() else ()):
        if each.name.isascii() and each.name.isdecimal() and (each / MANIFEST).is_file():
            yield open_run(each)


def _reserved(home: Path) -> Path:
    """A new folder with the next number, made by this call alone, so that two that save at once have one each."""
    taken = [int(each.name) for each in home.iterdir() if each.name.isascii() and each.name.isdecimal()]
    for number in range(max(taken, default=0) + 1, MOST + 1):
        try:
            (out := home / f"{number:0{DIGITS}d}").mkdir()
        except FileExistsError:
            continue
        return out
    raise BadInput(f"{home}: holds {MOST:,} games; move them elsewhere")
