"""Cards from a spreadsheet: a CSV file beside the game file, a row for each card, a column for each fact."""

import ast
import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from dhstats.errors import BadInput, nearest
from dhstats.games.declaring import each_of, key
from dhstats.quoting import quoted

MOST_CARDS, MOST_COLUMNS = 256, 64
SEPARATORS = ",;\t"
_files: ContextVar[Mapping[str, bytes] | None] = ContextVar("files", default=None)  # of the game that is being read


class Cards:
    """The rows of a table: `names` of the cards from its first column, and each other column under its heading.

    A column of whole numbers is an array, one with decimals an array of hundredths, any other a tuple of texts. With
    `key` its numbers become rules, one for each card, which `--set`, `sweep` and `design` may change.
    """

    def __init__(self, file: str, names: tuple[str, ...], columns: Mapping[str, Any]) -> None:
        self._file, self.names, self._columns = file, names, columns

    def __len__(self) -> int:
        return len(self.names)

    def __getattr__(self, column: str) -> Any:
        """A column by its heading; BadInput with the nearest one where there is none."""
        if column.startswith("_"):  # no heading begins so, and copies ask for such names before there are columns
            raise AttributeError(column)
        if column not in self._columns:
            raise BadInput(f"{self._file}: has no column {quoted(column)}; {nearest(column, self._columns)}")
        return self._columns[column]

    def key(self, column: str, low: int, high: int, meaning: str, says: Any = "") -> list[Any]:
        """A rule for each card, as in cards.copper.price, which is usually what the column says."""
        values = getattr(self, column)
        if not isinstance(values, np.ndarray):
            raise BadInput(f"{self._file}: column {quoted(column)} holds texts, and a rule is a number")
        for row, value in enumerate(values, start=2):
            if not low <= value <= high:
                raise BadInput(f"{self._file}: row {row}, column {column}: {value} is not from {low} to {high}")
        defaults = [int(value) for value in values]
        one: Any = key(defaults[0], low, high, meaning, says)
        return each_of(self.names, one, name=f"cards.<card>.{column}", defaults=defaults)


def table(file: str) -> Cards:
    """The cards of a CSV file that lies beside the game file, with commas, semicolons or tabs; see `Cards`.

    The first row has the headings, the first column the names of the cards. A comma within a number, where columns are
    apart by something else, is read as a point.
    """
    content = (_files.get() or {}).get(file) if isinstance(file, str) else None
    if content is None:
        raise BadInput(f'table({file!r}): must name a file next to the game file, such as table("cards.csv")')
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{file}: is not UTF-8; save it as CSV (UTF-8)") from None
    head = text.partition("\n")[0]
    separator = max(SEPARATORS, key=head.count)
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if any(cell.strip() for cell in row)]
    if len(rows) < 2 or not 2 <= len(rows[0]) <= MOST_COLUMNS or len(rows) > MOST_CARDS + 1:
        raise BadInput(f"{file}: must have a row of 2 to {MOST_COLUMNS} headings and 1 to {MOST_CARDS} rows of cards")
    return _cards(file, rows, decimal_comma=separator != ",")


def _cards(file: str, rows: Sequence[Sequence[str]], *, decimal_comma: bool) -> Cards:
    heads = [_word(cell, f"{file}: row 1, column {at}") for at, cell in enumerate(rows[0], start=1)]
    if twice := {head for head in heads if heads.count(head) > 1}:
        raise BadInput(f"{file}: two columns are called {quoted(sorted(twice)[0])}")
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(heads):
            raise BadInput(f"{file}: row {number} has {len(row)} cells, must have {len(heads)}")
    names = tuple(_word(row[0], f"{file}: row {at}, column {heads[0]}") for at, row in enumerate(rows[1:], start=2))
    for at, name in enumerate(names):
        if name in names[:at]:
            raise BadInput(f"{file}: row {at + 2}: a card is called {quoted(name)} already")
    columns = {
        head: _column([row[at].strip() for row in rows[1:]], f"{file}: column {head}", decimal_comma=decimal_comma)
        for at, head in enumerate(heads[1:], start=1)
    }
    return Cards(file, names, columns)


def _word(cell: str, place: str) -> str:
    """A name that functions and rule files can use: blanks and other signs become underscores."""
    word = re.sub(r"\W+", "_", cell.strip()).strip("_").lower()
    if not word or not word.isidentifier():
        raise BadInput(f"{place}: {quoted(cell)} must be a name that begins with a letter")
    return word


def _column(cells: Sequence[str], place: str, *, decimal_comma: bool) -> Any:
    """Whole numbers, hundredths where there are decimals, or texts; an empty cell among numbers is a fault."""
    plain = [cell.replace(",", ".") if decimal_comma else cell for cell in cells]
    numbers = [bool(re.fullmatch(r"[+-]?\d{1,7}(\.\d+)?", cell)) for cell in plain]
    if not any(numbers):
        return tuple(cells)
    for row, (cell, fine) in enumerate(zip(cells, numbers, strict=True), start=2):
        if not fine:
            raise BadInput(f"{place}, row {row}: {quoted(cell)} must be a number, as in the other rows")
    if all("." not in cell for cell in plain):
        return np.array([int(cell) for cell in plain], np.int64)
    return np.array([round(float(cell) * 100) for cell in plain], np.int64)


def named_in(content: bytes) -> tuple[str, ...]:
    """The CSV files that a game file names in table(...), which belong to it as its own lines do."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()  # which is told where the file is read
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    named = [
        each.args[0].value
        for each in calls
        if ast.unparse(each.func).split(".")[-1] == "table" and isinstance(each.args[0], ast.Constant)
    ]
    return tuple(dict.fromkeys(each for each in named if isinstance(each, str) and re.fullmatch(r"[\w-]+\.csv", each)))


@contextmanager
def reading(files: Mapping[str, bytes]) -> Iterator[None]:
    """While a game file is read that these files belong to."""
    token = _files.set(files)
    try:
        yield
    finally:
        _files.reset(token)
