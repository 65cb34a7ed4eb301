"""What people write into the cells of a playtest sheet, as numbers, places, results, minutes and days."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from dhstats.quoting import quoted
from dhstats.simulate.playtests.grids import Cell
from dhstats.simulate.playtests.headings import ORDINALS, ROLES, WORDS, fold

WIN, LOSS, TIE, NOBODY, TOTAL, MISSING, AND = (
    frozenset(WORDS["cells"][part]) for part in ("win", "loss", "tie", "nobody", "total", "missing", "and")
)
MONTHS = {word: int(number) for number, words in WORDS["months"].items() for word in words}
HALVES = {"½": 0.5, "¼": 0.25, "¾": 0.75}
MEDALS = {"🥇": 1.0, "🥈": 2.0, "🥉": 3.0, "🏆": 1.0}
UNITS = frozenset(("p", "pt", "pkt", "ptos", "pti"))  # behind a number of points
LONGEST = 60  # letters of a cell that holds a number, a day or a length
FIRST_YEAR, LAST_YEAR = 1950, 2100
LARGEST = 10**12  # no score is larger
LONGEST_GAME = 60 * 24 * 7  # minutes
EXCEL_BEGINS = date(1899, 12, 30)  # day 0 of a spreadsheet
_NUMBER = re.compile(r"([~≈]|ca\.?)?\s*([-−–+]?)\s*(\d[\d.,'’ \u00a0\u202f]*)?([½¼¾])?\s*([^\W\d_]*\.?|[*†‡!?+°]*)")


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


def number(cell: Cell, comma: bool | None) -> tuple[float, bool]:
    """A number, and whether it is written with a mark that says more: 45*, ~30.

    `comma` says whether the sheet writes decimals with a comma; None where it has none.
    """
    if isinstance(cell, bool | date | time | timedelta):
        turned = "; spreadsheets turn 3-4 into a day" if isinstance(cell, date) else ""
        raise Unreadable(f"{quoted(written(cell))} is not a number{turned}")
    if isinstance(cell, int | float):
        return _bounded(float(cell), cell), False
    found = _NUMBER.fullmatch(cell.strip()) if len(cell) <= LONGEST else None
    unit = fold(found[5]) if found else ""
    if not found or not (found[3] or found[4]) or (unit and unit not in UNITS and ROLES.get(unit) != "score"):
        raise Unreadable(f"{quoted(cell.strip())} is not a number")
    digits = re.sub(r"['’ \u00a0\u202f](?=\d{3}(\D|$))", "", (found[3] or "0").strip())
    thousands = re.fullmatch(r"\d{1,3}(?:([.,])\d{3})+", digits)
    if thousands and comma in (None, thousands[1] == "."):
        digits = re.sub("[.,]", "", digits)
    digits = digits.replace(".", "") if "," in digits and digits.rfind(".") < digits.rfind(",") else digits
    digits = digits.replace(",", "") if "," in digits and digits.rfind(",") < digits.rfind(".") else digits
    try:
        value = float(digits.replace(",", ".")) + HALVES.get(found[4] or "", 0.0)
    except ValueError:
        raise Unreadable(f"{quoted(cell.strip())} is not a number") from None
    marked = bool(found[1] or re.search(r"[*†‡!?+]", found[5] or ""))
    return _bounded(-value if found[2] in ("-", "−", "–") else value, cell), marked


def _bounded(value: float, cell: Cell) -> float:
    if not abs(value) < LARGEST:
        raise Unreadable(f"{quoted(written(cell))} is larger than any score")
    return value


def decimal_comma(cells: Iterable[Cell]) -> bool | None:
    """Whether texts write decimals with a comma; None where nothing shows it."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str)]
    for mark, answer in ((",", True), (r"\.", False)):
        if any(re.fullmatch(rf"[-−]?\d+{mark}(\d{{1,2}}|\d{{4,}})", text) for text in texts):
            return answer
    return None


def place(cell: Cell) -> float:
    """A rank from its cell: 1, 1st, 2., T1, =3, first, winner."""
    if not isinstance(cell, str):
        value = number(cell, None)[0]
    elif cell.strip() in MEDALS:
        value = MEDALS[cell.strip()]
    else:
        words = [word for word in fold(cell).split() if word not in ("place", "t", "tied", "platz")]
        number_first = bool(words) and words[0].isdecimal() and len(words[0]) < 4 and all(map(str.isalpha, words[1:]))
        named = ORDINALS.get(words[0]) if len(words) == 1 and len(words[0]) > 1 else None
        if not (number_first or named):
            raise Unreadable(f"{quoted(cell.strip())} is not a place; write 1, 2, 3")
        value = float(named or words[0])
    if not 1 <= value <= 100:
        raise Unreadable(f"{quoted(written(cell))} is not a place; write 1, 2, 3")
    return value


def letters_of(cells: Iterable[Cell]) -> dict[str, str]:
    """What the single letters of a column of results mean: W, L and D in English, S, N and U in German."""
    used = {word for cell in cells if isinstance(cell, str) and len(word := fold(cell)) == 1 and word.isalpha()}
    for win, loss, tie in WORDS["letters"]["win_loss_tie"]:
        if used <= {*win, *loss, *tie}:
            return dict.fromkeys(tie, "tie") | dict.fromkeys(loss, "loss") | dict.fromkeys(win, "win")
    return {}


def result(cell: Cell, letters: Mapping[str, str]) -> str:
    """A result for a player: win, loss or tie; `letters` says what single letters mean in its column."""
    text = written(cell).strip().strip("\ufe0f")
    if isinstance(cell, bool | int | float) or text in ("1", "0", "0.5", "0,5"):
        value = float(cell) if isinstance(cell, bool | int | float) else float(text.replace(",", "."))
        kind = {1.0: "win", 0.0: "loss", 0.5: "tie"}.get(value)
    else:
        word = fold(text)
        kinds = {"win": WIN, "loss": LOSS, "tie": TIE}
        kind = next((kind for kind, words in kinds.items() if text in words or (word and word in words)), None)
        kind = letters.get(word) if len(word) == 1 and word.isalpha() else kind
    if kind is None:
        raise Unreadable(f"{quoted(text)} is not a result; write win, loss or tie")
    return kind


_HOUR = r"(?:h|hr|hrs|hours?|std\.?|stunden?|heures?|horas?|ore|ora|uur|uren|godz\.?)"
_CLOCK = re.compile(
    rf"(\d{{1,3}})\s*(?::|{_HOUR}\s*(?:and|und|et|y|e|en|i)?)\s*([0-5]?\d)\s*(?::[0-5]\d|m|min\w*\.?|')?\s*h?"
)
_HOURS = re.compile(rf"(\d+(?:[.,]\d+)?)\s*{_HOUR}")
_MINUTES = re.compile(r"(?:ca\.?|~|≈|about)?\s*(\d+(?:[.,]\d+)?)\s*(?:m|min|mins|mn|minut\w*|minuten|'|′)?\.?")


def minutes(cell: Cell, unit: float = 1.0) -> float:
    """A length in minutes: 75, 75 min, 1:15, 1h15, 1.25 h, or what a spreadsheet keeps as a time.

    `unit` is that of a bare number, in minutes.
    """
    if isinstance(cell, datetime):  # a time of more than a day, which some programs keep as a day after their first
        cell = cell - datetime.combine(EXCEL_BEGINS, time())
    if isinstance(cell, time):
        value = cell.hour * 60 + cell.minute + cell.second / 60
    elif isinstance(cell, timedelta):
        value = cell.total_seconds() / 60
    elif isinstance(cell, int | float) and not isinstance(cell, bool):
        value = float(cell) * (24 * 60 if 0 < cell < 1 and unit == 1 else unit)  # a spreadsheet keeps 1:12 as 0.05 days
    else:
        value = _spoken(cell if isinstance(cell, str) else written(cell), unit)
    if not 0 < value <= LONGEST_GAME:
        raise Unreadable(f"{quoted(written(cell))} is not the length of a game; write minutes, 75 or 1:15")
    return value


def _spoken(text: str, unit: float) -> float:
    text = text.strip().casefold()[: LONGEST + 1]
    if found := _CLOCK.fullmatch(text):
        return int(found[1]) * 60 + int(found[2])
    if found := _HOURS.fullmatch(text):
        return float(found[1].replace(",", ".")) * 60
    if found := _MINUTES.fullmatch(text):
        return float(found[1].replace(",", ".")) * (unit if found[0].strip() == found[1] else 1)
    raise Unreadable(f"{quoted(text)} is not the length of a game; write minutes, 75 or 1:15")


def names_in_cell(text: str) -> list[str]:
    """The names in a cell: "Anna, Ben", "Anna & Ben", "Anna vs. Ben", "Anna und Ben"."""
    parts = re.split(r"[,;/&+|\n]|\s[-–]\s", text)
    names: list[str] = []
    for part in parts:
        words: list[str] = []
        for word in part.split():
            if fold(word) in AND and not (len(word) == 1 and word.isupper()):
                names.append(" ".join(words))
                words = []
            else:
                words.append(word)
        names.append(" ".join(words))
    return [name for name in names if name]


def scored(name: str) -> tuple[str, str]:
    """A name and the score that stands with it: Anna (34), Anna: 34, Anna 34; "" where there is none."""
    if len(name) > LONGEST:
        return name.strip(), ""
    found = re.fullmatch(r"(.*?[^\W\d_].*?)\s*[:=(\s]\s*([-−]?\d+(?:[.,]\d+)?)\s*\)?", name.strip())
    return (found[1].strip(), found[2]) if found else (name.strip(), "")


@dataclass(frozen=True, slots=True)
class Days:
    """How the days of a column are written: whether the month stands first, and whether its cells leave that open."""

    month_first: bool
    open: bool

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> "Days":
        """Decided over a whole column: by days after the twelfth, by dots, else by the order of the games."""
        triples = [found for cell in cells if isinstance(cell, str) and (found := _triple(cell[:LONGEST]))]
        first = sum(a > 12 for a, b, _, _ in triples)
        second = sum(b > 12 for a, b, _, _ in triples)
        if first or second or not triples or all(mark == "." for *_, mark in triples):
            return cls(second > first, False)
        rising = [
            _rises([_made(y, a, b) for a, b, y, _ in triples]),
            _rises([_made(y, b, a) for a, b, y, _ in triples]),
        ]
        return cls(rising == [True, False], True)

    def read(self, cell: Cell) -> date:
        """The day in a cell."""
        day = self._day(cell)
        if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise Unreadable(f"{quoted(written(cell))} is not a day; write it as 2026-03-14")
        return day

    def _day(self, cell: Cell) -> date | None:
        if isinstance(cell, datetime):
            return cell.date()
        if isinstance(cell, date):
            return cell
        if isinstance(cell, int | float) and not isinstance(cell, bool):
            return EXCEL_BEGINS + timedelta(int(cell)) if 18_000 < cell < 74_000 else None
        if not isinstance(cell, str) or len(cell) > LONGEST:
            return None
        text = cell.strip()
        if found := re.match(r"(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})(?!\d)|(\d{4})(\d\d)(\d\d)$", text):
            year, month, day = (int(each) for each in found.groups() if each)
            return _made(year, month, day)
        if triple := _triple(text):
            a, b, year, _ = triple
            return _made(year, a, b) if self.month_first else _made(year, b, a)
        if re.fullmatch(r"\d{5}([.,]\d+)?", text):
            return EXCEL_BEGINS + timedelta(int(text[:5])) if 18_000 < int(text[:5]) < 74_000 else None
        return _named_month(fold(text).split())


def _triple(text: str) -> tuple[int, int, int, str] | None:
    """Two numbers of which one is the month, the year, and what stands between them."""
    found = re.match(r"(?:[^\W\d_]+\.?,?\s+)?(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d\d)(?!\d)", text.strip())
    if not found:
        return None
    year = int(found[4])
    return int(found[1]), int(found[3]), year if year > 99 else 2000 + year, found[2]


def _named_month(words: Sequence[str]) -> date | None:
    """A day whose month is a word: 5 Jan 2024, Jan 5th, 2024, 5. Januar 2024."""
    months = [MONTHS[word] for word in words if word in MONTHS]
    numbers = [int(word) for word in words if word.isdecimal() and len(word) in (1, 2, 4)]
    if len(months) != 1 or len(numbers) < 2:
        return None
    day, year = numbers[:2] if numbers[0] < 100 else numbers[1::-1]
    return _made(year if year > 99 else 2000 + year, months[0], day)


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _rises(days: Sequence[date | None]) -> bool:
    return all(a is not None and b is not None and a <= b for a, b in pairwise(days))
