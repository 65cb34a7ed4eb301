"""Where the games of a sheet stand: its headings, in one row or two, its columns, and where its tables end."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, zip_longest

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
FIGURE = partial(number, comma=None)
MOSTLY = 0.6  # of the filled cells of a column, so that it is taken for what they hold
Asked = Sequence[tuple[Column, str]]  # what a person says that a column is, and its heading


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


def parsed(given: Mapping[str, str]) -> Asked:
    """What a person says of columns; BadInput for a key that names nothing of a game."""
    asked = []
    for key, heading in given.items():
        role, _, whose = key.partition("_")
        if role not in (*ROLES.values(), "hours", "none"):
            allowed = nearest(role, {*ROLES.values(), "none"})
            raise BadInput(f"--column {clipped(key)}: no such column of a game; {allowed}")
        index = int(whose) if whose.isdecimal() and 1 <= int(whose[:3]) <= MOST_PLAYERS else None
        owner = "" if index else whose.replace("_", " ")
        asked.append((Column("" if role == "none" else role, index, owner, given=True), heading))
    return asked


def _named(asked: Asked, headings: Sequence[str], lettered: bool = True) -> dict[int, Column]:
    """The columns of a row of headings that a person names, by heading, else by letter."""
    columns: dict[int, Column] = {}
    for column, wanted in asked:
        same = [each.strip() == wanted.strip() or fold(each) == fold(wanted) != "" for each in headings]
        places = [at for at, is_same in enumerate(same) if is_same]
        if lettered and not places:
            places = [at for at in range(len(headings)) if letters(at) == wanted.strip().upper()]
        columns |= dict.fromkeys(places[:1], column)
    return columns


def tables(grid: Grid, asked: Asked) -> tuple[list[Table], list[int]]:
    """The tables of games in a sheet, from its headings on, and the rows at which tables of something else begin."""
    starts, others = _starts(grid, asked)
    heads = [_headings(grid, start) for start in starts]
    for column, wanted in asked if heads else ():
        if not any(_named([(column, wanted)], headings) for headings, _ in heads):
            allowed = nearest(wanted, {clipped(each) for headings, _ in heads for each in headings if each.strip()})
            raise BadInput(f"--column {column.key or 'none'}: the table has no heading {quoted(wanted)}; {allowed}")
    all_tables = []
    for headings, first in heads:
        end = min((row for row in (*starts, *others) if row >= first), default=len(grid.rows))
        all_tables.append(_settle(Table(grid, first, end, ()), headings, asked))
    return all_tables, others


def _starts(grid: Grid, asked: Asked) -> tuple[list[int], list[int]]:
    """The row most like headings with all that are headings too, and the rows that head another kind of table."""
    scores: dict[int, int] = {}
    others = []
    for row, cells in enumerate(grid.rows):
        texts = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
        if row >= GLANCE and sum(fold(text) in ROLES or fold(text) in SUMMARY for text in texts if len(text) < 40) < 2:
            continue
        if score := likeness(cells) + 3 * len(_named(asked, [written(cell) for cell in cells], lettered=False)):
            scores[row] = score
        elif len(texts) > 1 and _wordy(grid, row) and summarises(texts):
            others.append(row)
    if not scores:
        return [], others
    best = max(scores, key=lambda row: (scores[row], -row))
    least = max(2, MOSTLY * scores[best])
    alike = [row for row, score in scores.items() if row > best + 1 and score >= least and _wordy(grid, row)]
    return [best, *alike], [row for row in others if row > best]


def _wordy(grid: Grid, row: int) -> bool:
    """Whether a row holds words alone, as headings do."""
    return not any(not isinstance(cell, str) or re.fullmatch(r"[\d.,:\s/-]*\d", cell) for cell in grid.rows[row])


def _headings(grid: Grid, row: int) -> tuple[list[str], int]:
    """The headings of each column, from one row or from two of which the upper names groups, and the row below."""
    best, first = [written(cell) for cell in grid.rows[row]], row + 1
    for upper in (row - 1, row):
        if upper >= 0 and upper + 1 < len(grid.rows) and _wordy(grid, upper) and _wordy(grid, upper + 1):
            joined = _joined(*([written(cell).strip() for cell in cells] for cells in grid.rows[upper : upper + 2]))
            more, most = ({each.key for each in map(classify, row) if each.role} for row in (joined, best))
            if len(more) > len(most):
                best, first = joined, upper + 2
    return best, first


def _joined(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """Two rows of headings as one: a group above reaches over the columns to its right that have no other."""
    group, joined = "", []
    for above, below in zip_longest(upper, lower, fillvalue=""):
        group = above or group
        both = f"{group} {below}".strip()
        joined.append(above if not below else both if classify(both).role or not classify(below).role else below)
    return joined


def _settle(table: Table, headings: Sequence[str], asked: Asked) -> Table:
    """The table with its columns: by their headings, by what a person said of them, and by what stands in them."""
    columns = dict(enumerate(map(classify, headings)))
    blocks = spans(headings)
    for places in blocks if len(blocks) > 1 else ():
        if summarises([headings[at] for at in places]):
            columns |= dict.fromkeys(places, Column())
    columns |= _named(asked, headings)
    settled = [replace(each, at=at, heading=headings[at]) for at, each in columns.items()]
    for step in (_contents, _repeated, _people, _own, _once):
        settled = step(replace(table, columns=tuple(settled)))
    return replace(table, columns=tuple(settled))


def _contents(table: Table) -> list[Column]:
    """Columns whose cells say that they are something else than their heading may mean."""
    numbers = {each.index for each in table.of("player")}
    first = "player" if 2 in numbers and 1 not in numbers else "starter"  # "first player" beside "second player"
    columns = []
    for each in table.columns:
        if each.role == "starter" and not each.given:
            each = replace(each, role=first, index=1 if first == "player" else None, seated=True)
        elif not each.given and each.role in (*OUTCOMES, "player") and (cells := table.filled(each)):
            role = _by_content(table, each, cells)
            each = replace(each, role=role) if role else _unused(each)
        columns.append(each)
    return columns


def _by_content(table: Table, column: Column, cells: Sequence[Cell]) -> str:
    """The role of a column by what it holds."""
    figures, results = (_share(cells, read) for read in (FIGURE, partial(result, letters=letters_of(cells))))
    if column.role == "player" and not column.index and figures > MOSTLY:
        texts = [written(cell) for cell in cells]
        counted = all(b == "1" or ((a + b).isdecimal() and int(b) == int(a) + 1) for a, b in pairwise(["0", *texts]))
        return "count" if not counted or len({*texts}) == 1 else "" if table.of("seat") else "seat"
    if column.role == "winner" and results > 0.9 and len({*map(written, cells)}) < 4:
        return "result"
    lists = sum(bool(re.fullmatch(r"\W*\d+\W+\d[\d\W]*", written(cell))) for cell in cells) / len(cells)  # 34-28
    if column.role == "result" and results <= MOSTLY:
        if not table.of("score") and max(figures, lists) > MOSTLY:
            return "score"
        return "" if table.of("winner") or figures > MOSTLY else "winner"
    if column.role == "place" and max(lists, _share(cells, place)) < MOSTLY:
        return "ranked" if column.index else ""
    return column.role


def _unused(column: Column) -> Column:
    """The column taken for nothing."""
    return Column(at=column.at, heading=column.heading)


def _share(cells: Sequence[Cell], read: Callable[[Cell], object]) -> float:
    """The share of cells that can be read so, of as many as show it."""
    good, cells = 0, cells[:ENOUGH]
    for cell in cells:
        with suppress(Unreadable):
            read(cell)
            good += 1
    return good / len(cells) if cells else 0.0


def _repeated(table: Table) -> list[Column]:
    """Columns headed alike: of one player after the other, of the winner and the loser, of me and the opponent."""
    columns, last, seen = [], "", Counter[str]()
    opponent = any("opponent" in (each.owner, each.role) for each in table.columns)
    both = bool(table.of("winner") and table.of("loser"))
    often = Counter(each.key for each in table.columns)
    for each in table.columns:
        last = each.role if each.role in ("winner", "loser") else last
        seen[each.key] += 1
        if each.role == "opponent" or (both and each.role in ("winner", "loser")):
            each = replace(each, role="player", owner=each.role)
        elif opponent and each.key in SLOTTED:
            each = replace(each, owner="opponent" if seen[each.key] > 1 else "me")
        elif each.key in SLOTTED and often[each.key] > 1:
            alike = both and each.role != "player"
            each = replace(each, owner=last) if alike else replace(each, index=seen[each.key])
        columns.append(each)
    return columns


def _people(table: Table) -> list[Column]:
    """Where no column has scores, columns of numbers, places or results are headed with the name of a player."""
    slots = [each for role in ("score", "place", "result", "player") for each in table.of(role)]
    held = {each.at: kind for each in table.columns if (kind := _held(table, each))}
    if len(held) < 2 or any(each.role != "result" or each.index or each.owner for each in slots):
        return [*table.columns]
    kind = next(each for each in ("score", "result", "place") if each in held.values())
    return [replace(each, role=kind, owner=each.heading.strip()) if each.at in held else each for each in table.columns]


def _held(table: Table, column: Column) -> str:
    """What a column without a known heading holds for a person: score, place or result; empty for none of these."""
    heading = fold(column.heading)
    if column.role or column.given or not heading or {heading, *heading.split()} & (NOBODY | SUMMARY):
        return ""
    cells = table.filled(column)
    if _share(cells, place) > MOSTLY and any(isinstance(cell, str) and not cell.strip().isdecimal() for cell in cells):
        return "place"
    if _share(cells, FIGURE) > MOSTLY:
        return "score"
    return "result" if _share(cells, partial(result, letters=letters_of(cells))) > MOSTLY else ""


def _own(table: Table) -> list[Column]:
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
        if each.owner and (alone or half) and not each.given:
            alike = half and each.key == "power_winner" and not table.of("winner")
            each = replace(_unused(each), role="winner" if alike else "")
        elif whose and not (each.role or each.given or alone):
            each = replace(each, role="player", owner=whose)
        columns.append(each)
    return columns


def _once(table: Table) -> list[Column]:
    """Of two columns for one thing, other than notes: what a person named, else the first that holds anything."""
    taken: dict[str, int] = {}
    for each in sorted(table.columns, key=lambda each: (not each.given, not table.filled(each))):
        taken.setdefault(each.key, each.at)
    return [
        each if taken[each.key] == each.at or each.role in ("notes", "") else _unused(each) for each in table.columns
    ]
