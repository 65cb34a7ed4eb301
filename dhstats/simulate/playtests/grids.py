"""Spreadsheets as grids of cells: CSV in any of its dialects, XLSX, ODS, and the plays that BoardGameGeek hands out."""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from itertools import islice
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
    # The letters of a file: UTF-16 where it says so, UTF-8, or what Windows wrote before
    try:
        wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        text = content.decode("utf-16" if wide else "utf-8-sig", errors="replace" if wide else "strict")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    if "\0" in text:
        raise BadInput(f"{place}: neither text nor a workbook; {SAVE}")
    beginning = text[:1000].lstrip().casefold()
    if beginning.startswith(("<?xml", "<plays", "<!doctype", "<html")):
        return (_plays(text, place),)
    if beginning.startswith("{") and '"log"' in beginning:
        raise BadInput(f"{place}: a log of games in JSON; `dhstats import {place}` reads it")
    if beginning.startswith("{"):
        raise BadInput(f"{place}: JSON, not a sheet; {SAVE}")
    return (Grid("", _separated(text, place, likeness)),)


def _separated(text: str, place: str, likeness: Callable[[Sequence[Cell]], int]) -> list[list[Cell]]:
    """The rows of a CSV file by the separator under which some row looks most like headings."""
    hint = re.match(r"sep=([,;\t|])\r?\n", text)  # a first line that Excel writes, and shows to nobody

    def fit(mark: str) -> tuple[int, int]:
        glance = list(islice(csv.reader(io.StringIO(text[: GLANCE * 2000], newline=""), delimiter=mark), GLANCE))
        return max(map(likeness, glance), default=0), sum(len(row) > 1 for row in glance)

    rows: list[list[Cell]] = []
    cells = 0
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=hint[1] if hint else max(",;\t|", key=fit)):
            cells += len(row)
            if cells > packed.MOST_CELLS:
                raise BadInput(f"{place}: {packed.TOO_MANY}")
            rows.append([*row])
    except csv.Error:
        most = f"{csv.field_size_limit():,}"
        raise BadInput(f"{place}: a cell of more than {most} letters; is a quotation mark missing?") from None
    return rows


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
        shared = [play.get(key, "") for key in about]
        shared[3] = "" if shared[3] == "0" else shared[3]  # BoardGameGeek writes 0 for a length that nobody entered
        title = next((item.get("name", "") for item in play.iter("item")), "")
        shared += [title, play.findtext("comments") or ""]
        for player in play.iter("player") or [ElementTree.Element("player")]:
            rows.append([*shared, *(player.get(key, "") for key in person)])
            labels.append(f"play {one_line(shared[0])[:20]}")
    return Grid("", rows, labels=labels)


def _workbook(content: bytes, place: str) -> tuple[Grid, ...]:
    """The sheets of XLSX or ODS, once it is known how many cells they unpack to."""
    import python_calamine  # who reads CSV alone does not wait for it

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as folder:
            packed.check_size(folder)
        with python_calamine.CalamineWorkbook.from_object(io.BytesIO(content)) as book:
            sheets = [book.get_sheet_by_name(name) for name in book.sheet_names]
            return tuple(Grid(each.name, each.to_python(skip_empty_area=False) if each.end else []) for each in sheets)
    except BadInput as error:
        raise BadInput(f"{place}: {error}") from None
    except BaseException as error:  # calamine is written in Rust: what it gives up on is no Exception of Python
        if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
            raise
        raise BadInput(f"{place}: a damaged or protected workbook; open it, and {SAVE}") from None
