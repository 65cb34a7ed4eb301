"""Where the games of a sheet stand: its headings, in one row or two, its columns, and where its tables end."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from dhstats.errors import BadInput, nearest
from dhstats.quoting import clipped, quoted
from dhstats.simulate.playtests.grids import GLANCE, Cell, Grid, letters
from dhstats.simulate.playtests.headings import (
    MOST_PLAYERS,
    NOBODY,
    OUTCOMES,
    ROLES,
    SIDES,
    SLOTTED,
    SUMMARY,
    Column,
    classify,
    fold,
    likeness,
    spans,
    summarises,
)
from dhstats.simulate.playtests.values import Unreadable, blank, letters_of, number, place, result, written

ENOUGH = 500  # filled cells of a column, by which it is judged
MOSTLY = 0.6  # of the filled cells of a column, so that it is taken for what they hold


@dataclass(frozen=True, slots=True)
class Table:
    """Games below their headings: rows from `first` up to but without `end`, and what the columns are taken for."""

    grid: Grid
    first: int
    end: int
    columns: tuple[Column, ...]

    def get(self, row: int, column: Column) -> Cell:
        """The cell of a column in a row; rows may end early."""
        cells = self.grid.rows[row]
        return cells[column.at] if column.at < len(cells) else ""

    def filled(self, column: Column) -> list[Cell]:
        """What stands in a column, without its blank cells."""
        cells = (self.get(row, column) for row in range(self.first, self.end))
        return [cell for cell in cells if not blank(cell)]

    def of(self, role: str) -> list[Column]:
        """The columns of a role."""
        return [each for each in self.columns if each.role == role]

    def one(self, role: str) -> Column | None:
        """The first column of a role that is nobody's own."""
        return next((each for each in self.of(role) if not (each.index or each.owner)), None)


@dataclass(frozen=True, slots=True)
class Given:
    """What a person says of columns: what each is taken for, and its heading."""

    columns: tuple[tuple[Column, str], ...] = ()

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "Given":
        """BadInput for a key that names nothing of a game."""
        told = []
        for key, heading in given.items():
            role, _, whose = key.partition("_")
            if role not in (*ROLES.values(), "hours", "none"):
                raise BadInput(
                    f"--column {clipped(key)}: no such column of a game; {nearest(role, {*ROLES.values(), 'none'})}"
                )
            index = int(whose) if whose.isdecimal() and 1 <= int(whose[:3]) <= MOST_PLAYERS else None
            column = Column("" if role == "none" else role, index, "" if index else whose.replace("_", " "))
            told.append((column, heading))
        return cls(tuple(told))

    def matches(self, headings: Sequence[str], lettered: bool = True) -> dict[int, Column]:
        """The columns of a row of headings that are named, by heading, else by letter."""
        found: dict[int, Column] = {}
        for column, wanted in self.columns:
            places = [at for at, each in enumerate(headings) if each.strip() == wanted.strip()]
            places = places or [at for at, each in enumerate(headings) if fold(each) == fold(wanted) != ""]
            if lettered and not places:
                places = [at for at in range(len(headings)) if letters(at) == wanted.strip().upper()]
            found |= dict.fromkeys(places[:1], column)
        return found

    def check(self, rows: Sequence[Sequence[str]], place: str) -> None:
        """BadInput for a heading that no table has."""
        for column, wanted in self.columns:
            if not any(Given(((column, wanted),)).matches(headings) for headings in rows):
                allowed = {clipped(each) for headings in rows for each in headings if each.strip()}
                raise BadInput(
                    f"--column {column.key or 'none'}: {place} has no heading {quoted(wanted)};"
                    f" {nearest(wanted, allowed)}"
                )


def tables(grid: Grid, given: Given) -> tuple[list[Table], list[int]]:
    """The tables of games in a sheet, from its headings on, and the rows at which tables of something else begin."""
    best, starts, others = _starts(grid, given)
    if best is None:
        return [], others
    found, seen = [], []
    for start in sorted(starts):
        headings, first = _headings(grid, start)
        later = [row for row in (*starts, *others) if row >= first]
        found.append(Table(grid, first, min([*later, len(grid.rows)]), ()))
        seen.append(headings)
    given.check(seen, "the table")
    return [settle(table, headings, given) for table, headings in zip(found, seen, strict=True)], others


def _starts(grid: Grid, given: Given) -> tuple[int | None, set[int], list[int]]:
    """The row most like headings, all rows that are headings too, and those that head another kind of table."""
    scores: dict[int, int] = {}
    others = []
    for row, cells in enumerate(grid.rows):
        texts = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
        if row >= GLANCE and sum(fold(text) in ROLES or fold(text) in SUMMARY for text in texts if len(text) < 40) < 2:
            continue
        score = likeness(cells) + 3 * len(given.matches([written(cell) for cell in cells], lettered=False))
        if score:
            scores[row] = score
        elif len(texts) > 1 and _wordy(grid, row) and summarises(texts):
            others.append(row)
    if not scores:
        return None, set(), others
    best = max(scores, key=lambda row: (scores[row], -row))
    least = max(2, MOSTLY * scores[best])
    alike = {row for row, score in scores.items() if row > best + 1 and score >= least and _wordy(grid, row)}
    return best, {best, *alike}, [row for row in others if row > best]


def _wordy(grid: Grid, row: int) -> bool:
    """Whether a row holds words alone, as headings do."""
    return not any(not isinstance(cell, str) or re.fullmatch(r"[\d.,:\s/-]*\d", cell) for cell in grid.rows[row])


def _headings(grid: Grid, row: int) -> tuple[list[str], int]:
    """The headings of each column, from one row or from two of which the upper names groups, and the row below."""
    alone = [written(cell) for cell in grid.rows[row]]
    best, first = alone, row + 1
    for upper in (row - 1, row):
        if upper >= 0 and upper + 1 < len(grid.rows) and _wordy(grid, upper) and _wordy(grid, upper + 1):
            joined = _joined(*([written(cell) for cell in cells] for cells in grid.rows[upper : upper + 2]))
            if _kinds(joined) > _kinds(best):
                best, first = joined, upper + 2
    return best, first


def _kinds(headings: Sequence[str]) -> int:
    return len({column.key for column in map(classify, headings) if column.role})


def _joined(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """Two rows of headings as one: a group above reaches over the columns to its right that have no other."""
    group, joined = "", []
    for at in range(max(len(upper), len(lower))):
        above, below = (row[at].strip() if at < len(row) else "" for row in (upper, lower))
        group = above or group
        both = f"{group} {below}".strip()
        joined.append(above if not below else both if classify(both).role or not classify(below).role else below)
    return joined


def settle(table: Table, headings: Sequence[str], given: Given) -> Table:
    """The table with its columns: by their headings, by what a person said of them, and by what stands in them."""
    forced = given.matches(headings)
    columns = [replace(classify(heading), at=at, heading=heading) for at, heading in enumerate(headings)]
    blocks = spans(headings)
    for begin, end in blocks if len(blocks) > 1 else ():
        if summarises(headings[begin:end]):
            columns[begin:end] = [Column(at=at, heading=headings[at]) for at in range(begin, end)]
    columns = [replace(forced.get(each.at, each), at=each.at, heading=each.heading) for each in columns]
    table = replace(table, columns=tuple(columns))
    for step in (_contents, _pairs, _repeated, _people, _own, _once):
        table = replace(table, columns=tuple(step(table, forced)))
    return table


def _contents(table: Table, forced: Mapping[int, Column]) -> list[Column]:
    """Columns whose cells say that they are something else than their heading may mean."""
    numbers = {each.index for each in table.of("player")}
    second = 2 in numbers and 1 not in numbers
    return [each if each.at in forced else _by_content(table, each, second) for each in table.columns]


def _by_content(table: Table, column: Column, second: bool) -> Column:
    cells = table.filled(column) if column.role in (*OUTCOMES, "player", "starter", "evening", "version") else []
    figures, results = share(cells, figure), share(cells, outcome(cells))
    if column.role == "starter" and second:
        return replace(column, role="player", index=1, seated=True)
    if not cells:
        return column
    if column.role == "player" and not column.index and figures > MOSTLY:
        texts = [written(cell) for cell in cells]
        counted = all(b == "1" or ((a + b).isdecimal() and int(b) == int(a) + 1) for a, b in pairwise(["0", *texts]))
        seat = unused(column) if table.of("seat") else replace(column, role="seat")
        return seat if counted and len({*texts}) > 1 else replace(column, role="count")
    if column.role == "winner" and results > 0.9 and len({*map(written, cells)}) < 4:
        return replace(column, role="result")
    if column.role == "result":
        return column if results > MOSTLY else _result(table, column, cells, figures)
    if column.role == "place" and share(cells, place) < MOSTLY and lists(cells) < MOSTLY:
        return replace(column, role="ranked") if column.index else unused(column)
    return column


def _result(table: Table, column: Column, cells: Sequence[Cell], figures: float) -> Column:
    """A column "result" without wins holds points, or a name."""
    if not table.of("score") and max(figures, lists(cells)) > MOSTLY:
        return replace(column, role="score")
    return unused(column) if table.of("winner") or figures > MOSTLY else replace(column, role="winner")


def unused(column: Column) -> Column:
    """The column taken for nothing."""
    return Column(at=column.at, heading=column.heading)


def share(cells: Sequence[Cell], read: Callable[[Cell], object]) -> float:
    """The share of cells that can be read so, of as many as show it."""
    good, cells = 0, cells[:ENOUGH]
    for cell in cells:
        with suppress(Unreadable):
            read(cell)
            good += 1
    return good / len(cells) if cells else 0.0


def lists(cells: Sequence[Cell]) -> float:
    """The share of cells that hold several numbers: 34-28."""
    return sum(bool(re.fullmatch(r"\W*\d+\W+\d[\d\W]*", written(cell))) for cell in cells) / len(cells)


def figure(cell: Cell) -> float:
    """A number, however it is written."""
    return number(cell, None)[0]


def outcome(cells: Sequence[Cell]) -> Callable[[Cell], str]:
    """Reads the results of such a column."""
    return partial(result, letters=letters_of(cells))


def _pairs(table: Table, forced: Mapping[int, Column]) -> list[Column]:
    """A score beside "winner" and again beside "loser", or beside "opponent", is that player's own."""
    columns, last, seen = [], "", Counter[str]()
    opponent = any(each.owner == "opponent" or each.role == "opponent" for each in table.columns)
    both = {"winner", "loser"} <= {each.role for each in table.columns}
    twice = Counter(each.key for each in table.columns)
    for each in table.columns:
        last = each.role if each.role in ("winner", "loser") else last
        whose = ""
        if each.role == "opponent" or (both and each.role in ("winner", "loser")):
            each = replace(each, role="player", owner=each.role)
        elif opponent and each.key in SLOTTED:
            whose = "opponent" if seen[each.key] else "me"
        elif both and last and each.key in SLOTTED - {"player"} and twice[each.key] > 1:
            whose = last
        seen[each.key] += 1
        columns.append(replace(each, owner=whose) if whose else each)
    return columns


def _repeated(table: Table, forced: Mapping[int, Column]) -> list[Column]:
    """The same headings again and again are those of one player after the other."""
    often = Counter(each.key for each in table.columns)
    seen = Counter[str]()
    columns = []
    for each in table.columns:
        if each.key in SLOTTED and often[each.key] > 1:
            seen[each.key] += 1
            each = replace(each, index=seen[each.key])
        columns.append(each)
    return columns


def _people(table: Table, forced: Mapping[int, Column]) -> list[Column]:
    """Where no column has scores, columns of numbers, places or results are headed with the name of a player."""
    slots = [each for each in table.columns if each.role in ("score", "place", "result", "player")]
    if any(each.role != "result" or each.index or each.owner for each in slots):
        return list(table.columns)
    told = {at: kind for at, column in enumerate(table.columns) if (kind := _held(table, column))}
    if len(told) < 2:
        return list(table.columns)
    kinds = {*told.values()}
    kind = "score" if "score" in kinds else "result" if "result" in kinds else "place"
    return [
        replace(each, role=kind, owner=each.heading.strip()) if told.get(at) else each
        for at, each in enumerate(table.columns)
    ]


def _held(table: Table, column: Column) -> str:
    """What a column without a known heading holds for a person: score, place or result; empty for none of these."""
    heading = fold(column.heading)
    if column.role or not heading or {heading, *heading.split()} & (NOBODY | SUMMARY):
        return ""
    cells = table.filled(column)
    if share(cells, place) > MOSTLY and any(isinstance(cell, str) and not cell.strip().isdecimal() for cell in cells):
        return "place"
    readers = {"score": figure, "result": outcome(cells)}
    return next((kind for kind, read in readers.items() if share(cells, read) > MOSTLY), "")


def _own(table: Table, forced: Mapping[int, Column]) -> list[Column]:
    """A name in one heading alone is nobody's, as in "score notes"; below a name alone stands who that was."""
    owners = {fold(each.owner): each.owner for each in table.columns if each.owner}
    won = {fold(written(cell)) for column in table.of("winner") for cell in table.filled(column)}
    sides = {fold(each.heading): each.heading.strip() for each in table.columns if not each.role and not owners}
    owners |= {key: heading for key, heading in sides.items() if key in SIDES | won}
    alone = len(owners) < 2 and not owners.keys() & {"winner", "loser", "me", "opponent"}
    columns = []
    for each in table.columns:
        whose = owners.get(fold(each.heading))
        half = each.owner in ("winner", "loser") and not owners.keys() >= {"winner", "loser"}
        if each.owner and (alone or half) and each.at not in forced:
            alike = half and each.key == "power_winner" and not table.of("winner")
            each = Column("winner", at=each.at, heading=each.heading) if alike else unused(each)
        elif whose and not each.role and not alone:
            each = replace(each, role="player", owner=whose)
        columns.append(each)
    return columns


def _once(table: Table, forced: Mapping[int, Column]) -> list[Column]:
    """Of two columns for one thing, other than notes: what a person named, else the first that holds anything."""
    taken: dict[str, int] = {each.key: each.at for each in table.columns if each.at in forced and each.role}
    for filled in (True, False):
        for each in table.columns:
            if each.role and bool(table.filled(each)) == filled:
                taken.setdefault(each.key, each.at)
    kept = {*taken.values()}
    return [each if each.at in kept or each.role in ("notes", "") else unused(each) for each in table.columns]
