"""What people write into the cells of a playtest sheet, as numbers, places, results, minutes and days."""

import math
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from itertools import groupby, pairwise

from dhstats.quoting import quoted
from dhstats.simulate.playtests.grids import Cell
from dhstats.simulate.playtests.headings import ORDINALS, ROLES, SLOTS, WORDS, fold

WIN, LOSS, TIE, NOBODY, TOTAL, MISSING, AND = (
    frozenset(WORDS["cells"][part]) for part in ("win", "loss", "tie", "nobody", "total", "missing", "and")
)
MONTHS = {word: int(number) for number, words in WORDS["months"].items() for word in words}
HALVES = {"½": 0.5, "¼": 0.25, "¾": 0.75}
MEDALS = {"🥇": 1.0, "🥈": 2.0, "🥉": 3.0, "🏆": 1.0}
UNITS = frozenset(("p", "pt", "pkt", "ptos", "pti"))  # behind a number of points
LONGEST_NAME = 60
LONGEST = 60  # letters of a cell that holds a number, a day or a length
FIRST_YEAR, LAST_YEAR = 1950, 2100
LARGEST = 10**12  # no score is larger
LONGEST_GAME = 60 * 24 * 7  # minutes
EXCEL_BEGINS = date(1899, 12, 30)  # day 0 of a spreadsheet
_NUMBER = re.compile(r"(?:[~≈]|ca\.?)?\s*([-−–+]?)\s*(\d[\d.,'’ \u00a0\u202f]*)?([½¼¾])?\s*([^\W\d_]*\.?|[*†‡!?+°]*)")
_HOUR = r"(?:h|hr|hrs|hours?|std\.?|stunden?|heures?|horas?|ore|ora|uur|uren|godz\.?)"
_CLOCK = re.compile(
    rf"(\d{{1,3}})\s*(?::|{_HOUR}\s*(?:and|und|et|y|e|en|i)?)\s*([0-5]?\d)\s*(?::[0-5]\d|m|min\w*\.?|')?\s*h?"
)
_HOURS = re.compile(rf"(\d+(?:[.,]\d+)?)\s*{_HOUR}")
_MINUTES = re.compile(r"(?:ca\.?|~|≈|about)?\s*(\d+(?:[.,]\d+)?)\s*(?:m|min|mins|mn|minut\w*|minuten|'|′)?\.?")
_TRIPLE = re.compile(r"(?:[^\W\d_]+\.?,?\s+)?(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d\d)(?!\d)")
_NUMBERED = re.compile(rf"({'|'.join(SLOTS)}) \d+")
NO_LENGTH = "is not the length of a game; write minutes, 75 or 1:15"


class Unreadable(Exception):
    """A cell that holds something else than its column; the reason is its text."""


def written(cell: Cell) -> str:
    """A cell as text: 3.0 as 3, a day as 2024-03-05."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < LARGEST:
        return str(int(cell))
    if isinstance(cell, datetime):
        return str(cell.date()) if cell.time() == time() else str(cell)
    return str(cell).strip()


def blank(cell: Cell) -> bool:
    """Whether a cell says nothing: empty, a dash, a question mark, "n/a"."""
    if not isinstance(cell, str):
        return isinstance(cell, float) and math.isnan(cell)
    if not re.search(r"[^\s\-–—−?.…/_*]", cell):
        return True
    return len(cell) < 12 and any(map(str.isalnum, cell)) and fold(cell) in MISSING


def number(cell: Cell, comma: bool | None) -> float:
    """A number; `comma` says whether the sheet writes decimals with a comma, None where nothing shows it."""
    if isinstance(cell, bool | date | time | timedelta):
        turned = "; spreadsheets turn 3-4 into a day" if isinstance(cell, date) else ""
        raise Unreadable(f"{quoted(written(cell))} is not a number{turned}")
    if isinstance(cell, str):
        found = _NUMBER.fullmatch(cell.strip()) if len(cell) <= LONGEST else None
        unit = fold(found[4]) if found else ""
        digits = re.sub(r"['’ \u00a0\u202f](?=\d{3}(\D|$))", "", ((found and found[2]) or "0").strip())
        thousands = re.fullmatch(r"\d{1,3}(?:([.,])\d{3})+", digits)
        if thousands and comma in (None, thousands[1] == "."):
            digits = re.sub("[.,]", "", digits)
        elif {".", ","} <= {*digits}:  # the last of them is that of decimals
            digits = digits.replace(min(".,", key=digits.rfind), "")
        known = found and (found[2] or found[3]) and (not unit or unit in UNITS or ROLES.get(unit) == "score")
        if not found or not known or not re.fullmatch(r"\d*[.,]?\d*", digits):
            raise Unreadable(f"{quoted(cell.strip())} is not a number")
        value = float(digits.replace(",", ".")) + HALVES.get(found[3], 0.0)
        value = -value if found[1] in ("-", "−", "–") else value
    else:
        value = float(cell) if abs(cell) < LARGEST else math.inf
    if not abs(value) < LARGEST:
        raise Unreadable(f"{quoted(written(cell))} is larger than any score")
    return value


def marked(cell: Cell) -> bool:
    """Whether a number is written with a mark that says more: 45*, ~30."""
    return isinstance(cell, str) and bool(re.search(r"^\s*(?:[~≈]|ca)|[*†‡!?+]\W*$", cell))


def decimal_comma(cells: Iterable[Cell]) -> bool | None:
    """Whether texts write decimals with a comma; None where nothing shows it."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str)]
    for mark, answer in ((",", True), (r"\.", False)):
        if any(re.fullmatch(rf"[-−]?\d+{mark}(\d{{1,2}}|\d{{4,}})", text) for text in texts):
            return answer
    return None


def name(cell: Cell) -> str:
    """A name; empty for "player 1", who is nobody whom one meets again."""
    return "" if _NUMBERED.fullmatch(fold(written(cell))) else written(cell)[:LONGEST_NAME]


def place(cell: Cell) -> float:
    """A rank from its cell: 1, 1st, 2., T1, =3, first, winner."""
    if isinstance(cell, str):
        words = [word for word in fold(cell).split() if word not in ("place", "t", "tied", "platz")]
        counted = bool(words) and words[0].isdecimal() and len(words[0]) < 4 and all(map(str.isalpha, words[1:]))
        named = ORDINALS.get(words[0], 0) if len(words) == 1 and len(words[0]) > 1 else 0
        value = MEDALS.get(cell.strip()) or float(words[0] if counted else named)
    else:
        value = number(cell, None)
    if not 1 <= value <= 100:
        raise Unreadable(f"{quoted(written(cell))} is not a place; write 1, 2, 3")
    return value


def seat(cell: Cell) -> int:
    """A seat, counted from one."""
    return round(place(cell))


def letters_of(cells: Iterable[Cell]) -> dict[str, str]:
    """What the single letters of a column of results mean: W, L and D in English, S, N and U in German."""
    used = {word for cell in cells if isinstance(cell, str) and len(word := fold(cell)) == 1 and word.isalpha()}
    for win, loss, tie in WORDS["letters"]["win_loss_tie"]:
        if used <= {*win, *loss, *tie}:
            return dict.fromkeys(tie, "tie") | dict.fromkeys(loss, "loss") | dict.fromkeys(win, "win")
    return {}


def result(cell: Cell, letters: Mapping[str, str]) -> str:
    """A result for a player: win, loss or tie; `letters` says what single letters mean in its column."""
    text = str(int(cell)) if isinstance(cell, bool) else written(cell).strip("\ufe0f")
    word = fold(text)
    kinds = {"win": WIN, "loss": LOSS, "tie": TIE}
    said = next((kind for kind, words in kinds.items() if text in words or (word and word in words)), "")
    kind = {"1": "win", "0": "loss", "0.5": "tie", "0,5": "tie"}.get(text, said)
    kind = letters.get(word, "") if len(word) == 1 and word.isalpha() else kind
    if not kind:
        raise Unreadable(f"{quoted(text)} is not a result; write win, loss or tie")
    return kind


def minutes(cell: Cell, unit: float = 1.0) -> float:
    """A length in minutes: 75, 75 min, 1:15, 1h15, 1.25 h, or what a spreadsheet keeps as a time.

    `unit` is that of a bare number, in minutes.
    """
    value = clock(cell, unit)
    if value == 0:
        raise Unreadable(f"{quoted(written(cell))} {NO_LENGTH}")
    return value


def clock(cell: Cell, unit: float = 60.0) -> float:
    """The minutes from midnight, or from any beginning."""
    if isinstance(cell, datetime):  # a time of more than a day, which some programs keep as a day after their first
        cell = cell - datetime.combine(EXCEL_BEGINS, time())
    if isinstance(cell, time):
        value = cell.hour * 60 + cell.minute + cell.second / 60
    elif isinstance(cell, timedelta):
        value = cell.total_seconds() / 60
    elif isinstance(cell, int | float) and not isinstance(cell, bool):
        value = float(cell) * (24 * 60 if 0 < cell < 1 and unit == 1 else unit)  # a spreadsheet keeps 1:12 as 0.05 days
    else:
        text = written(cell).casefold() if len(written(cell)) <= LONGEST else ""
        found = next((found for form in (_CLOCK, _HOURS, _MINUTES) if (found := form.fullmatch(text))), None)
        first = float(found[1].replace(",", ".")) if found else -1.0
        if found and found.re is _CLOCK:
            value = first * 60 + int(found[2])
        else:
            value = first * (60 if found and found.re is _HOURS else unit if found and found[0] == found[1] else 1)
    if not 0 <= value <= LONGEST_GAME:
        raise Unreadable(f"{quoted(written(cell))} {NO_LENGTH}")
    return value


def names_in_cell(text: str) -> list[str]:
    """The names in a cell: "Anna, Ben", "Anna & Ben", "Anna vs. Ben", "Anna und Ben"."""
    names = []
    for part in re.split(r"[,;/&+|\n]|\s[-–]\s", text):
        between = groupby(part.split(), key=lambda word: fold(word) in AND and not (len(word) == 1 and word.isupper()))
        names += [" ".join(words) for is_between, words in between if not is_between]
    return names


def scored(name: str) -> tuple[str, str]:
    """A name and the score that stands with it: Anna (34), Anna: 34, Anna 34; "" where there is none."""
    match = re.fullmatch(r"(.*?[^\W\d_].*?)\s*[:=(\s]\s*([-−]?\d+(?:[.,]\d+)?)\s*\)?", name[:LONGEST].strip())
    return (match[1].strip(), match[2]) if match and len(name) <= LONGEST else (name.strip(), "")


def day_order(cells: Iterable[Cell]) -> tuple[bool, bool]:
    """Whether the month stands first in the days of a column, and whether they leave that open.

    Decided over the whole column: by days after the twelfth, by dots, else by the order of the games.
    """
    found = [each for cell in cells if isinstance(cell, str) and (each := _TRIPLE.match(cell[:LONGEST].strip()))]
    first, second = (sum(int(each[at]) > 12 for each in found) for at in (1, 3))
    if first or second or all(each[2] == "." for each in found):
        return second > first, False
    rises = []
    for month_first in (True, False):
        days = [(_year(each[4]), int(each[1]), int(each[3])) for each in found]
        days = days if month_first else [(year, b, a) for year, a, b in days]
        rises.append(all(a <= b for a, b in pairwise(days)))
    return rises == [True, False], True


def day(cell: Cell, month_first: bool) -> date:
    """The day in a cell."""
    found: date | None = None
    with suppress(ValueError, OverflowError):
        if isinstance(cell, date):
            found = date(cell.year, cell.month, cell.day)
        elif isinstance(cell, str):
            found = _written_day(cell.strip()[:LONGEST], month_first)
        elif isinstance(cell, int | float) and not isinstance(cell, bool):
            found = EXCEL_BEGINS + timedelta(int(cell))
    if found is None or not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise Unreadable(f"{quoted(written(cell))} is not a day; write it as 2026-03-14")
    return found


def _written_day(text: str, month_first: bool) -> date | None:
    """A day as people write it: 2024-01-05, 20240105, 5/1/24, 5 Jan 2024, Jan 5th, 2024, or as the number 45296."""
    if match := re.match(r"(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})(?!\d)|(\d{4})(\d\d)(\d\d)$", text):
        return date(*(int(each) for each in match.groups() if each))
    if match := _TRIPLE.match(text):
        month, day = (match[1], match[3]) if month_first else (match[3], match[1])
        return date(_year(match[4]), int(month), int(day))
    if re.fullmatch(r"\d{5}([.,]\d+)?", text):
        return EXCEL_BEGINS + timedelta(int(text[:5]))
    words = fold(text).split()
    months = [MONTHS[word] for word in words if word in MONTHS]
    numbers = [word for word in words if word.isdecimal() and len(word) in (1, 2, 4)]
    if len(months) != 1 or len(numbers) < 2:
        return None
    day, year = numbers[:2] if len(numbers[0]) < 4 else numbers[1::-1]
    return date(_year(year), months[0], int(day))


def _year(text: str) -> int:
    return int(text) if len(text) > 2 else 2000 + int(text)
