"""Spreadsheets of playtests as people keep them, read into games; what cannot be used is named by its cell."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from dhstats.errors import BadInput, nearest
from dhstats.quoting import clipped, one_line, quoted
from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer, Unusable
from dhstats.simulate.playtests.grids import Grid, grids
from dhstats.simulate.playtests.headings import Column, fold, likeness
from dhstats.simulate.playtests.layout import Given, Table, tables
from dhstats.simulate.playtests.rows import Draft, Log, Reader
from dhstats.simulate.playtests.winners import WINS, find, judge

NAMES = ("initials", "none", "keep")
SETTINGS = ("sheet", "only", "wins")  # what `given` may say besides columns: which sheet, which title, which points win
MOST_NAMED = 6  # cells in a remark
ENOUGH = 3  # games after which one person in the same column is no chance


def read_sheet(path: Path, given: Mapping[str, str] = {}, names: str = "initials") -> Sheet:
    """The games of a spreadsheet of playtests: CSV, XLSX, ODS or an export of BoardGameGeek.

    `given` says what columns hold (`score_2` and its heading), which of several sheets to read (`sheet`), the plays of
    which title (`only`), and whether the `highest` or `lowest` points win, or `any` (`wins`). `names` are shown as
    initials, kept, or replaced by numbers.

    Errors: BadInput for a file that is no spreadsheet, has no table of games, or lacks a heading that was named.
    """
    if names not in NAMES:
        raise BadInput(f"--names {clipped(names)}: {nearest(names, NAMES)}")
    wins = given.get("wins", "")
    if wins and wins not in WINS:
        raise BadInput(f"--column wins={clipped(wins)}: {nearest(wins, WINS)}")
    asked = Given.of({key: heading for key, heading in given.items() if key not in SETTINGS})
    place = one_line(str(path))
    found = _chosen([_Found(grid, asked) for grid in _wanted(grids(path, likeness), given, place)], place)
    log = found.log
    drafts = _titled(found.drafts, given.get("only", ""), log, place)
    _fill_down(drafts, log)
    drafts = _without_totals(drafts, found.grid, log)
    judge(drafts, log, wins, lambda game: found.grid.row(game.rows[0]))
    drafts = _without_twins(drafts, found.grid, log)
    _seat(drafts, found.columns, log)
    if not drafts:
        raise BadInput(f"{place}: {_why(found)}")
    if log.marked:
        more = f", and {len(log.marked) - MOST_NAMED} more" if len(log.marked) > MOST_NAMED else ""
        log.remark("; ".join(log.marked[:MOST_NAMED]) + more)
    hide = _hiding([*(told.name for game in drafts for told in game.players), *log.strangers], names)
    return Sheet(
        name=path.name,
        games=tuple(_game(game, found.grid, hide) for game in drafts),
        columns=tuple(
            (hide(each.heading), hide(each.key) or "not used") for each in found.columns if each.heading.strip()
        ),
        unusable=tuple(Unusable(each.cell, hide(each.reason)) for each in log.unusable),
        remarks=tuple(map(hide, log.remarks)),
    )


class _Found:
    """The games of one sheet of a file, and all that was seen on the way."""

    def __init__(self, grid: Grid, asked: Given) -> None:
        self.grid, self.log, self.problem = grid, Log(), ""
        self.tables: list[Table] = []
        self.readers: list[Reader] = []
        try:
            self.tables, others = tables(grid, asked)
        except BadInput as error:
            self.problem = str(error)
            return
        self.readers = [Reader(table, self.log) for table in self.tables]
        self.drafts_of = [reader.games() for reader in self.readers]
        for row in others:
            self.log.remark(f"row {grid.row(row)} begins a table that counts players or versions, which is not read")

    @property
    def drafts(self) -> list[Draft]:
        """All games, table after table."""
        return [draft for drafts in self.drafts_of for draft in drafts] if self.tables else []

    @property
    def columns(self) -> list[Column]:
        """The columns of all tables, each heading and use once."""
        every = [each for table in self.tables for each in table.columns]
        return list({(each.heading, each.key): each for each in every}.values())


def _wanted(sheets: Sequence[Grid], given: Mapping[str, str], place: str) -> Sequence[Grid]:
    if not (name := given.get("sheet")):
        return sheets
    same = [each for each in sheets if fold(each.name) == fold(name)]
    if not same:
        raise BadInput(f"{place}: no sheet {quoted(name)}; {nearest(name, [clipped(each.name) for each in sheets])}")
    return same


def _chosen(sheets: Sequence[_Found], place: str) -> _Found:
    """The sheet with the most games; what the others have is said."""
    if not sheets:
        raise BadInput(f"{place}: a workbook without a sheet")
    best = max(sheets, key=lambda each: (len(each.drafts), -bool(each.problem)))
    if not best.tables:
        raise BadInput(f"{place}: {best.problem or _why(best)}")
    others = [f"{quoted(each.grid.name)} ({len(each.drafts)} games)" for each in sheets if each is not best]
    if others:
        rest = ", ".join(others[:MOST_NAMED])
        best.log.remark(
            f"the sheet {quoted(best.grid.name)} is read; not read: {rest}; --column sheet=NAME reads another"
        )
    return best


def _why(found: _Found) -> str:
    """Why a sheet has no games, and what to do."""
    if not found.tables:
        return (
            "no row has the headings of a table of games, such as date, player, score, winner; write them above"
            ' the games, or name a heading of the table: --column score_1="HEADING"'
        )
    if found.log.unusable:
        first = found.log.unusable[0]
        return f"no row below the headings is a game; {first.cell}: {first.reason}"
    return "headings of games, and no game below them"


def _titled(drafts: list[Draft], only: str, log: Log, place: str) -> list[Draft]:
    """The plays of one title: the one that is named, else the one with the most plays."""
    titles = Counter(draft.title for draft in drafts)
    if only:
        same = [draft for draft in drafts if fold(draft.title) == fold(only)]
        if not same:
            raise BadInput(f"{place}: no play of {quoted(only)}; {nearest(only, map(clipped, titles))}")
        return same
    if len(titles) > 1:
        (most, count), *rest = titles.most_common()
        left = ", ".join(f"{number} of {quoted(title)}" for title, number in rest[:MOST_NAMED])
        log.remark(f"{count} plays of {quoted(most)} are read; left out: {left}; --column only=TITLE reads those")
        return [draft for draft in drafts if draft.title == most]
    return drafts


def _fill_down(drafts: Sequence[Draft], log: Log) -> None:
    """A day, an evening, a version that stands once for several games is that of the games below it."""
    filled = 0
    for before, draft in pairwise(drafts):
        if not draft.evening and before.evening:
            draft.day, draft.evening, draft.version = before.day, before.evening, draft.version or before.version
            filled += 1
    if filled:
        log.remark(f"{filled} games without a day are taken for games of the day above them")


def _without_totals(drafts: Sequence[Draft], grid: Grid, log: Log) -> list[Draft]:
    """The games without rows that add up the points above them, or average them, and do not say so."""
    kept: list[Draft] = []
    above: dict[str, list[float]] = {}
    for draft in drafts:
        scores = {told.name or str(at): told.score for at, told in enumerate(draft.players) if told.score is not None}
        sums = len(kept) >= ENOUGH and len(scores) > 1 and not draft.own
        if sums and all(_adds_up(score, above.get(name, [])) for name, score in scores.items()):
            log.remark(f"row {grid.row(draft.rows[0])} is left out as a row of totals: its points add up those above")
            continue
        for name, score in scores.items():
            above.setdefault(name, []).append(score)
        kept.append(draft)
    return kept


def _adds_up(score: float, above: Sequence[float]) -> bool:
    return bool(above) and (score == sum(above) or abs(score - sum(above) / len(above)) < 0.06)


def _without_twins(drafts: Sequence[Draft], grid: Grid, log: Log) -> list[Draft]:
    """The games, those that stand there twice once: rows that are equal in every cell, with a day and points."""
    seen: dict[tuple[str, ...], Draft] = {}
    kept = []
    for draft in drafts:
        twin = seen.setdefault(draft.raw, draft)
        if twin is not draft and sum(told.score is not None for told in draft.players) > 1:
            rows = f"equal to row {grid.row(twin.rows[0])} in every cell"
            if draft.own:
                log.cannot(
                    grid.row(draft.rows[0]),
                    f'{rows}, left out as listed twice; number the games in a column "game" if both were played',
                )
                continue
            log.remark(f"row {grid.row(draft.rows[0])} is {rows}; both are counted, as neither has a day")
        kept.append(draft)
    return kept


def _seat(drafts: Sequence[Draft], columns: Sequence[Column], log: Log) -> None:
    """Seats from who began, or from the numbers of the columns, unless one person is always in the same column."""
    roles = {each.role for each in columns}
    numbered = [each for each in columns if each.index]
    if "seat" in roles:
        _check_seats(drafts, log)
    elif "starter" in roles:
        for draft in drafts:
            first = find(draft.starter, draft.players) if draft.starter else None
            for told in draft.players if first else ():
                told.seat = 1 if told is first else 2 if len(draft.players) == 2 else None
    elif numbered and "ranked" not in roles:
        _by_columns(drafts, numbered, log)


def _by_columns(drafts: Sequence[Draft], numbered: Sequence[Column], log: Log) -> None:
    """Seats by the numbers of the columns; where these may mean something else, a person is told."""
    if not any(each.seated for each in numbered):
        if _same_people(drafts):
            log.remark("the same people stand in the same columns throughout, so their numbers are not taken for seats")
            return
        named = quoted(numbered[0].heading)
        log.remark(f"{named} and the like are taken for seats in turn order; if not so, head the columns with names")
    for draft in drafts:
        for told in draft.players:
            told.seat = told.number


def _check_seats(drafts: Sequence[Draft], log: Log) -> None:
    """Removes the seats of a game in which two players have the same."""
    for draft in drafts:
        counts = Counter(told.seat for told in draft.players if told.seat)
        for told in draft.players:
            if told.seat and counts[told.seat] > 1:
                log.cannot(told.cells.get("seat", ""), f"seat {told.seat} stands there for two players of a game")
                told.seat = None


def _same_people(drafts: Sequence[Draft]) -> bool:
    """Whether each column of players has one person alone over several games."""
    people: dict[int, set[str]] = {}
    for draft in drafts:
        for told in draft.players:
            if told.number and told.name:
                people.setdefault(told.number, set()).add(fold(told.name))
    return len(drafts) >= ENOUGH and len(people) > 1 and all(len(each) == 1 for each in people.values())


def _hiding(names: Sequence[str], how: str) -> Callable[[str], str]:
    """Replaces people's names in a text by initials or numbers; who is spelt in two ways is one person."""
    names = [name for name in names if fold(name) not in ("", "me")]
    people = {fold(name): name for name in reversed(names)}
    order = dict.fromkeys(map(fold, names))
    if how == "none":
        shown = {key: f"player {at}" for at, key in enumerate(order, start=1)}
    elif how == "keep":
        shown = {key: people[key] for key in order}
    else:
        shown = _initials([people[key] for key in order])
    spelt = sorted({name for name in names if len(fold(name)) > 1}, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])" for name in spelt)) if spelt else None

    def hide(text: str) -> str:
        if (key := fold(text)) in shown:
            return shown[key]
        if pattern is None or how == "keep":
            return text
        return pattern.sub(lambda found: shown[fold(found[0])], text)

    return hide


def _initials(people: Sequence[str]) -> dict[str, str]:
    """Names as their initials, with a second letter, a third, at last a number where two would be the same."""
    shown: dict[str, str] = {}
    for name in people:
        words = re.findall(r"[^\W_]+", name)
        tries = [" ".join([f"{words[0][:size]}.", *(f"{word[0]}." for word in words[1:])]) for size in (1, 2, 3)]
        short = [each for each, size in zip(tries, (1, 2, 3), strict=True) if size == 1 or size < len(words[0])]
        numbered = (f"{tries[0]} {number}" for number in range(2, len(people) + 2))
        shown[fold(name)] = next(each for each in (*short, *numbered) if each not in shown.values())
    return shown


def _game(draft: Draft, grid: Grid, hide: Callable[[str], str]) -> SheetGame:
    players = tuple(
        SheetPlayer(hide(told.name) or None, told.seat, told.power or None, told.score, told.place, told.won)
        for told in draft.players
    )
    return SheetGame(
        row=draft.rows[0] + 1, players=players, day=draft.day, evening=hide(draft.evening),
        version=draft.version or None, minutes=draft.minutes, turns=draft.turns, ended_by=draft.ended or None,
        notes=hide(draft.notes),
    )  # fmt: skip
