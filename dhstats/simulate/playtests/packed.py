"""XLSX and ODS before they are unpacked: no file of a few letters may fill the memory."""

import re
import zipfile
import zlib
from collections.abc import Callable
from typing import Any
from xml.parsers import expat

from dhstats.errors import BadInput

MOST_BYTES = 256 << 20  # unpacked, all parts together
MOST_CELLS = (
    2_000_000  # of a sheet, from A1 to its last one, blank ones too: a hundred thousand games in twenty columns
)
PART = 1 << 20  # bytes unpacked at a time
TOO_MANY = f"more than {MOST_CELLS:,} cells; leave what is no playtest in another file"


class _Extent:
    """How far the cells of a sheet reach that hold something, followed through its XML, of either kind."""

    def __init__(self) -> None:
        self.row = self.column = self.height = self.width = 0
        self.repeats = 1

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins: a sheet, a row, a cell, or what stands in a cell."""
        kind = name.rpartition(":")[2]
        if kind in ("table", "sheetData"):
            self.row = self.height = self.width = 0
        elif kind == "row":
            self.row, self.column = int(attributes.get("r", self.row + 1)), 0
        elif kind == "table-row":
            self.repeats = int(attributes.get("table:number-rows-repeated", 1))
            self.row, self.column = self.row + self.repeats, 0
        elif kind == "c":
            self._place(attributes.get("r", ""))
        elif kind in ("table-cell", "covered-table-cell"):
            self.column += int(attributes.get("table:number-columns-repeated", 1))
            if any(key.startswith(("office:", "table:formula")) for key in attributes):
                self._reach()
        elif kind in ("v", "is", "f", "p"):
            self._reach()

    def _place(self, named: str) -> None:
        """A cell of XLSX by its name, else the next one of its row."""
        if not (found := re.fullmatch("([A-Za-z]{1,7})([0-9]{1,10})", named)):
            self.column += 1
            return
        self.row, self.column = int(found[2]), 0
        for letter in found[1].upper():
            self.column = self.column * 26 + ord(letter) - 64

    def _reach(self) -> None:
        self.height, self.width = max(self.height, self.row), max(self.width, self.column)
        if self.height * self.width > MOST_CELLS:
            raise BadInput(TOO_MANY)


def check_size(packed: zipfile.ZipFile) -> None:
    """BadInput for a packed file that is no workbook of either kind, or unpacks to more than anybody wrote."""
    names = {each.filename for each in packed.infolist()}
    if "content.xml" not in names and "xl/workbook.xml" not in names:
        raise BadInput("a packed folder or another kind of document, not a workbook; save it as .xlsx, .ods or .csv")
    left = MOST_BYTES
    for name in names:
        with packed.open(name) as stream:
            left = _follow(stream.read, name, left)


def _follow(read: Callable[[int], bytes], name: str, left: int) -> int:
    """Unpacks a part, follows the cells in it if it is XML, and returns the bytes that are left to the others."""
    parser: Any = expat.ParserCreate() if name.endswith(".xml") else None
    if parser is not None:
        parser.StartElementHandler = _Extent().start
        parser.StartDoctypeDeclHandler = _no_doctype
    while content := read(PART):
        left -= len(content)
        if left < 0:
            raise BadInput(f"unpacks to more than {MOST_BYTES >> 20} MiB, which no sheet of playtests does")
        if parser is not None:
            parser.Parse(content)
    if parser is not None:
        parser.Parse(b"", True)
    return left


def _no_doctype(*_: object) -> None:
    raise ValueError("entities, which no spreadsheet writes")


DAMAGED = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    expat.ExpatError,
    NotImplementedError,
    RuntimeError,
    OSError,
    EOFError,
    ValueError,
)
