"""Spreadsheets of playtests as people keep them, read into games; what cannot be used is named by its cell."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from dhstats.errors import BadInput, nearest
from dhstats.quoting import clipped, one_line, quoted
from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer, Unusable
from dhstats.simulate.playtests.grids import Grid, grids
from dhstats.simulate.playtests.headings import Column, fold, likeness
from dhstats.simulate.playtests.layout import Asked, parsed, tables
from dhstats.simulate.playtests.rows import Draft, Log, Reader
from dhstats.simulate.playtests.winners import WINS, find, judge

NAMES = ("initials", "none", "keep")
SETTINGS = ("sheet", "only", "wins")  # what `given` may say besides columns: which sheet, which title, which points win
DECLARED = {
    "fewest points win": "lowest",
    "points do not decide": "any",
}  # in a heading of scores, and which points win
MOST_NAMED = 6  # cells in a remark
ENOUGH = 3  # games after which one person in the same column is no chance
NO_TABLE = (
    "no row has the headings of a table of games, such as date, player, score, winner; write them above"
    ' the games, or name a heading of the table: --column score_1="HEADING"'
)


def read_sheet(path: Path, given: Mapping[str, str] = {}, names: str = "initials") -> Sheet:
    """The games of a spreadsheet of playtests: CSV, XLSX, ODS or an export of BoardGameGeek.

    `given` says what columns hold (`score_2` and its heading), which of several sheets to read (`sheet`), the plays of
    which title (`only`), and whether the `highest` or `lowest` points win, or `any` (`wins`). `names` are shown as
    initials, kept, or replaced by numbers.

    Errors: BadInput for a file that is no spreadsheet, has no table of games, or lacks a heading that was named.
    """
    wins = given.get("wins", "")
    if names not in NAMES:
        raise BadInput(f"--names {clipped(names)}: {nearest(names, NAMES)}")
    if wins not in ("", *WINS):
        raise BadInput(f"--column wins={clipped(wins)}: {nearest(wins, WINS)}")
    asked = parsed({key: heading for key, heading in given.items() if key not in SETTINGS})
    place = one_line(str(path))
    chosen = _chosen(grids(path, likeness), asked, given.get("sheet", ""), place)
    log = chosen.log
    drafts = _titled(chosen.drafts, given.get("only", ""), log, place)
    _fill_down(drafts, log)
    drafts = _without_totals(drafts, chosen.grid, log)
    judge(drafts, log, wins or _declared(chosen.columns))
    drafts = _without_twins(drafts, chosen.grid, log)
    _seat(drafts, chosen.columns, log)
    if log.marked:
        more = f", and {len(log.marked) - MOST_NAMED} more" if len(log.marked) > MOST_NAMED else ""
        log.remark("; ".join(log.marked[:MOST_NAMED]) + more)
    people = [*(told.name for game in drafts for told in game.players), *log.strangers]
    hide, hide_words = _hiding(people, names), _hiding(people, names, words=True)
    columns = {(each.heading, each.key): each for each in chosen.columns if each.heading.strip()}
    return Sheet(
        name=path.name,
        games=tuple(_game(game, hide, hide_words) for game in drafts),
        columns=tuple((hide_words(heading), hide(key) or "not used") for heading, key in columns),
        unusable=tuple(Unusable(each.cell, hide(each.reason)) for each in log.unusable),
        remarks=tuple(map(hide, log.remarks)),
    )


@dataclass(slots=True)
class _Found:
    """The games of one sheet of a file, and why there are none."""

    grid: Grid
    log: Log = field(default_factory=Log)
    drafts: list[Draft] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    problem: str = ""


def _search(grid: Grid, asked: Asked) -> _Found:
    part = _Found(grid)
    try:
        below, others = tables(grid, asked)
    except BadInput as error:
        part.problem = str(error)
        return part
    for table in below:
        part.drafts += Reader(table, part.log).games()
        part.columns += table.columns
    for row in others:
        part.log.remark(f"row {grid.row(row)} begins a table of counts of players or versions, which is not read")
    part.problem = "headings of games, and no game below them" if below else NO_TABLE
    for first in part.log.unusable[:1]:
        part.problem = f"no row below the headings is a game; {first.cell}: {first.reason}"
    return part


def _chosen(sheets: Sequence[Grid], asked: Asked, name: str, place: str) -> _Found:
    """The sheet with the most games, or the one of a name; what the others have is said."""
    if not sheets:
        raise BadInput(f"{place}: a workbook without a sheet")
    same = [each for each in sheets if not name or fold(each.name) == fold(name)]
    if not same:
        raise BadInput(f"{place}: no sheet {quoted(name)}; {nearest(name, [clipped(each.name) for each in sheets])}")
    every = [_search(each, asked) for each in same]
    best = max(every, key=lambda each: (len(each.drafts), each.problem != NO_TABLE))
    if not best.drafts:
        raise BadInput(f"{place}: {best.problem}")
    others = [f"{quoted(each.grid.name)} ({len(each.drafts)} games)" for each in every if each is not best]
    if others:
        read = f"the sheet {quoted(best.grid.name)} is read; not read: {', '.join(others[:MOST_NAMED])}"
        best.log.remark(f"{read}; --column sheet=NAME reads another")
    return best


def _titled(drafts: list[Draft], only: str, log: Log, place: str) -> list[Draft]:
    """The plays of one title: the one that is named, else the one with the most plays."""
    titles = Counter(draft.said.get("title", "") for draft in drafts)
    if only and fold(only) not in map(fold, titles):
        raise BadInput(f"{place}: no play of {quoted(only)}; {nearest(only, map(clipped, titles))}")
    (most, count), *rest = titles.most_common()
    if rest and not only:
        left = ", ".join(f"{number} of {quoted(title)}" for title, number in rest[:MOST_NAMED])
        log.remark(f"{count} plays of {quoted(most)} are read; left out: {left}; --column only=TITLE reads those")
    return [draft for draft in drafts if fold(draft.said.get("title", "")) == fold(only or most)]


def _fill_down(drafts: Sequence[Draft], log: Log) -> None:
    """A day, an evening, a version that stands once for several games is that of the games below it."""
    filled = 0
    for before, draft in pairwise(drafts):
        if {"day", "evening"}.isdisjoint(draft.said) and not {"day", "evening"}.isdisjoint(before.said):
            for role in {"day", "evening", "version"} & before.said.keys():
                draft.said.setdefault(role, before.said[role])
                draft.found.setdefault(role, before.found[role])
            filled += 1
    if filled:
        log.remark(f"{filled} games without a date get the date above them")


def _without_totals(drafts: Sequence[Draft], grid: Grid, log: Log) -> list[Draft]:
    """The games without rows that add up the points above them, or average them, and do not say so."""
    kept: list[Draft] = []
    above: dict[str, list[float]] = {}
    for draft in drafts:
        scores = {told.name or str(at): told.score for at, told in enumerate(draft.players) if told.score is not None}
        if len(kept) >= ENOUGH and len(scores) > 1 and not draft.own:
            pairs = [(score, above.get(name, [])) for name, score in scores.items()]
            if all(more and (score == sum(more) or abs(score - sum(more) / len(more)) < 0.06) for score, more in pairs):
                row = grid.row(draft.rows[0])
                log.remark(f"row {row} is left out as a row of totals: its points add up those above")
                continue
        for name, score in scores.items():
            above.setdefault(name, []).append(score)
        kept.append(draft)
    return kept


def _without_twins(drafts: Sequence[Draft], grid: Grid, log: Log) -> list[Draft]:
    """The games, those that stand there twice once: rows that are equal in every cell, with a day and points."""
    seen: dict[tuple[str, ...], Draft] = {}
    kept = []
    for draft in drafts:
        twin, row = seen.setdefault(draft.raw, draft), grid.row(draft.rows[0])
        equal = f"equal to row {grid.row(twin.rows[0])} in every cell"
        again = twin is not draft and sum(told.score is not None for told in draft.players) > 1
        if again and draft.own:
            number = 'number the games in a column "game" if both were played'
            log.cannot(row, f"{equal}, left out as listed twice; {number}")
            continue
        if again:
            log.remark(f"row {row} is {equal}; both are counted, because neither has a date")
        kept.append(draft)
    return kept


def _seat(drafts: Sequence[Draft], columns: Sequence[Column], log: Log) -> None:
    """Seats from who began, or from the numbers of the columns, unless one person is always in the same column."""
    roles = {each.role for each in columns}
    numbered = [each for each in columns if each.index and "ranked" not in roles]
    if "seat" in roles:
        _check_seats(drafts, log)
    elif "starter" in roles:
        for draft in drafts:
            first = find(draft.said.get("starter", ""), draft.players)
            for told in draft.players if first else ():
                told.seat = 1 if told is first else 2 if len(draft.players) == 2 else None
    elif any(each.seated for each in numbered) or (numbered and _are_seats(drafts, numbered[0], log)):
        for told in (told for draft in drafts for told in draft.players):
            told.seat = told.number


def _check_seats(drafts: Sequence[Draft], log: Log) -> None:
    """Removes the seats of a game in which two players have the same."""
    for draft in drafts:
        counts = Counter(told.seat for told in draft.players if told.seat)
        for told in draft.players:
            if told.seat and counts[told.seat] > 1:
                log.cannot(told.cells.get("seat", ""), f"seat {told.seat} stands there for two players of a game")
                told.seat = None


def _declared(columns: Sequence[Column]) -> str:
    """Which points win, where headings of scores say so, as those of a score sheet for the phone."""
    headings = " ".join(fold(each.heading) for each in columns if each.role == "score")
    return next((wins for words, wins in DECLARED.items() if words in headings), "")


def _are_seats(drafts: Sequence[Draft], column: Column, log: Log) -> bool:
    """Whether numbers of columns are seats: not where each column has one person alone over several games."""
    told = [told for draft in drafts for told in draft.players if told.number and told.name]
    people = {(each.number, fold(each.name)) for each in told}
    if len(drafts) >= ENOUGH and 1 < len(people) == len({number for number, _ in people}):
        log.remark("the same people are in the same columns throughout, so the columns do not count as seats")
        return False
    named = f"{quoted(column.heading)} and the like"
    log.remark(f"{named} count as seats in turn order; if they are not, use names as headings")
    return True


def _hiding(names: Sequence[str], how: str, *, words: bool = False) -> Callable[[str], str]:
    """Replaces people's names in a text by initials or numbers; who is spelt in two ways is one person.

    With `words` each word of a name is replaced as well, as people write in notes, by dots where several have it.
    """
    names = [name for name in names if fold(name) not in ("", "me")]
    people = {fold(name): name for name in reversed(names)}
    order = list(dict.fromkeys(map(fold, names)))
    shown = {key: people[key] if how == "keep" else f"player {at}" for at, key in enumerate(order, start=1)}
    if how == "initials":
        shown = _initials([people[key] for key in order])
    spelt = sorted({name for name in names if len(fold(name)) > 1}, key=len, reverse=True)
    replaced = dict(shown)
    for name in spelt if words else ():
        for word in re.findall(r"[^\W\d_]{2,}", name):
            mine = shown[fold(name)]
            replaced[fold(word)] = mine if replaced.get(fold(word), mine) == mine else shown.get(fold(word), "…")
            spelt = [*spelt, word]
    either = "|".join(re.escape(name) for name in spelt)
    pattern = re.compile(rf"(?<![^\W_])({either})(s?)(?![^\W_])" if either else "(?!)", re.IGNORECASE)

    def hide(text: str) -> str:
        if how == "keep" or fold(text) in shown:
            return shown.get(fold(text), text)
        return pattern.sub(lambda match: replaced.get(fold(match[1]), "…") + match[2], text)

    return hide


def _initials(people: Sequence[str]) -> dict[str, str]:
    """Names as their initials, with a second letter, a third, at last a number where two would be the same."""
    shown: dict[str, str] = {}
    for name in people:
        first, *others = re.findall(r"[^\W_]+", name) or [name]
        sizes = (1, *(size for size in (2, 3) if size < len(first)))
        short = [" ".join([f"{first[:size]}.", *(f"{word[0]}." for word in others)]) for size in sizes]
        numbered = (f"{short[0]} {number}" for number in range(2, len(people) + 2))
        shown[fold(name)] = next(each for each in (*short, *numbered) if each not in shown.values())
    return shown


def _game(draft: Draft, hide: Callable[[str], str], hide_words: Callable[[str], str]) -> SheetGame:
    said, day = draft.said, draft.found.get("day")
    players = tuple(
        SheetPlayer(
            hide(told.name) or None, told.seat, hide_words(told.power) or None, told.score, told.place, told.won
        )
        for told in draft.players
    )
    return SheetGame(
        row=draft.rows[0] + 1, players=players, day=day,
        evening=hide_words(said.get("evening") or (str(day) if day else said.get("day", ""))),
        version=hide_words(said.get("version", "")) or None, minutes=draft.minutes(), turns=draft.found.get("turns"),
        ended_by=hide_words(said.get("ended", "")) or None, notes=hide_words(draft.notes),
    )  # fmt: skip
