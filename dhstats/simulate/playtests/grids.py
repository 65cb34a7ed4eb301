"""Spreadsheets as grids of cells: CSV in any of its dialects, XLSX, ODS, and the plays that BoardGameGeek hands out."""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from pathlib import Path
from xml.etree import ElementTree

from dhstats.documents import read_bytes
from dhstats.errors import BadInput
from dhstats.quoting import one_line
from dhstats.simulate.playtests import packed

Cell = str | int | float | bool | date | time | timedelta
MOST_BYTES = 64 << 20  # of a file as it lies there
GLANCE = 60  # rows by which a CSV file tells what stands between its cells
SAVE = "save it as .xlsx, .ods or .csv"


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet: its rows of cells from A1 on, in the text as it is written or as what the spreadsheet takes them for.

    `labels` name the rows where they are no rows of a spreadsheet, as the plays of an export.
    """

    name: str
    rows: Sequence[Sequence[Cell]]
    labels: Sequence[str] = field(default=())

    def cell(self, row: int, column: int) -> str:
        """A cell as a spreadsheet names it, such as C7; a row and a column count from zero."""
        return self.labels[row] if self.labels else f"{letters(column)}{row + 1}"

    def row(self, row: int) -> str:
        """A row as a spreadsheet names it."""
        return self.labels[row] if self.labels else str(row + 1)


def letters(column: int) -> str:
    """A column as a spreadsheet names it: A to Z, AA and so on."""
    return (letters(column // 26 - 1) if column >= 26 else "") + chr(65 + column % 26)


def grids(path: Path, likeness: Callable[[Sequence[Cell]], int]) -> tuple[Grid, ...]:
    """The sheets of a file, whatever its format; `likeness` says how much a row looks like the headings of games.

    Errors: BadInput for a file that is too long, packed to harm, protected, or no spreadsheet at all.
    """
    place = one_line(str(path))
    content = read_bytes(path, place, MOST_BYTES)
    if content.startswith(b"PK"):
        return _workbook(content, place)
    if content.startswith((b"\xd0\xcf\x11\xe0", b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"{\\rtf")):
        raise BadInput(f"{place}: an old or protected workbook, a picture or a page, not a sheet; {SAVE}")
    text = _text(content, place)
    beginning = text[:1000].lstrip().casefold()
    if beginning.startswith(("<?xml", "<plays", "<!doctype", "<html")):
        return (_plays(text, place),)
    if beginning.startswith("{"):
        log = '"log"' in beginning
        answer = f"a log of games in JSON; `dhstats import {place}` reads it" if log else f"JSON, not a sheet; {SAVE}"
        raise BadInput(f"{place}: {answer}")
    return (Grid("", _separated(text, place, likeness)),)


def _text(content: bytes, place: str) -> str:
    """The letters of a file: UTF-16 where it says so, UTF-8, or what Windows wrote before."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = content.decode("utf-16", errors="replace")
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252", errors="replace")
    if "\0" in text:
        raise BadInput(f"{place}: not a text, and no workbook; {SAVE}")
    return text


def _separated(text: str, place: str, likeness: Callable[[Sequence[Cell]], int]) -> list[list[Cell]]:
    """The rows of a CSV file by the separator under which some row looks most like headings."""
    hint = re.match(r"sep=(.)\r?\n", text)  # a first line that Excel writes, and shows to nobody
    begin = text[: GLANCE * 2000]

    def fit(mark: str) -> tuple[int, int]:
        glance = [row for row, _ in zip(_rows(begin, place, mark), range(GLANCE), strict=False)]
        return max(map(likeness, glance), default=0), sum(len(row) > 1 for row in glance)

    mark = hint[1] if hint and hint[1] in ",;\t|" else max(",;\t|", key=fit)
    rows, cells = [], 0
    for row in _rows(text, place, mark):
        cells += len(row)
        if cells > packed.MOST_CELLS:
            raise BadInput(f"{place}: {packed.TOO_MANY}")
        rows.append(row)
    return rows


def _rows(text: str, place: str, mark: str) -> Iterator[list[Cell]]:
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    except csv.Error:
        raise BadInput(
            f"{place}: a cell of more than {csv.field_size_limit():,} letters; is a quotation mark missing?"
        ) from None


def _plays(text: str, place: str) -> Grid:
    """The plays of BoardGameGeek's XML, a row a player; a play without players is a row."""
    if re.search("<!(doctype|entity)", text, re.IGNORECASE) or not re.search("<plays?[ >]", text):
        raise BadInput(f"{place}: a page or another kind of XML, not BoardGameGeek's list of plays; {SAVE}")
    try:
        root = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    except (ElementTree.ParseError, ValueError, RecursionError) as error:
        where = f" (line {error.position[0]})" if isinstance(error, ElementTree.ParseError) else ""
        raise BadInput(f"{place}: not valid XML{where}; export the plays again") from None
    about = {"id": "play id", "date": "date", "quantity": "quantity", "length": "minutes", "incomplete": "incomplete"}
    person = {"name": "player", "startposition": "turn order", "color": "color", "score": "score", "win": "win"}
    rows: list[list[Cell]] = [[*about.values(), "game title", "notes", *person.values()]]
    labels = ["headings"]
    for play in root.iter("play"):
        item, told = play.find("item"), play.findtext("comments") or ""
        shared = [play.get(key, "") for key in about]
        shared[3] = "" if shared[3] == "0" else shared[3]  # BoardGameGeek writes 0 for a length that nobody entered
        shared += [item.get("name", "") if item is not None else "", told]
        for player in play.iter("player") or [ElementTree.Element("player")]:
            rows.append([*shared, *(player.get(key, "") for key in person)])
            labels.append(f"play {one_line(shared[0])[:20]}")
    return Grid("", rows, labels=labels)


def _workbook(content: bytes, place: str) -> tuple[Grid, ...]:
    """The sheets of XLSX or ODS, once it is known how many cells they unpack to."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as folder:
            packed.check_size(folder)
    except BadInput as error:
        raise BadInput(f"{place}: {error}") from None
    except packed.DAMAGED:
        raise BadInput(f"{place}: a damaged or protected workbook; open it, and {SAVE}") from None
    import python_calamine  # who reads CSV alone does not wait for it

    try:
        with python_calamine.CalamineWorkbook.from_object(io.BytesIO(content)) as book:
            return tuple(_sheet(book.get_sheet_by_name(name)) for name in book.sheet_names)
    except BaseException as error:  # calamine is written in Rust: what it gives up on is no Exception of Python
        if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
            raise
        raise BadInput(f"{place}: a damaged workbook, or none; open it, and {SAVE}") from None


def _sheet(sheet) -> Grid:  # type: ignore[no-untyped-def]
    rows = sheet.to_python(skip_empty_area=False) if sheet.end else []
    return Grid(sheet.name, rows)
