"""XLSX and ODS before they are unpacked: no file of a few letters may fill the memory."""

import re
import zipfile
from typing import Any
from xml.parsers import expat

from dhstats.errors import BadInput

MOST_BYTES = 256 << 20  # unpacked, all parts together
MOST_CELLS = 2_000_000  # of a sheet, blank ones too: a hundred thousand games in twenty columns
TOO_MANY = f"more than {MOST_CELLS:,} cells; keep everything else in another file"


class _Extent:
    """How far the cells of a sheet reach that hold something, followed through its XML, of either kind."""

    def __init__(self) -> None:
        self.row = self.column = self.height = self.width = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins: a sheet, a row, a cell, or what stands in a cell."""
        kind = name.rpartition(":")[2]
        if kind in ("table", "sheetData"):
            self.row = self.height = self.width = 0
        elif kind in ("row", "table-row"):
            repeats = int(attributes.get("table:number-rows-repeated", 1))
            self.row, self.column = int(attributes.get("r", self.row + repeats)), 0
        elif kind == "c":
            self._place(attributes.get("r", ""))
        elif kind in ("table-cell", "covered-table-cell"):
            self.column += int(attributes.get("table:number-columns-repeated", 1))
        holds = any(key.startswith(("office:", "table:formula")) for key in attributes) and kind.endswith("table-cell")
        if holds or kind in ("v", "is", "f", "p"):
            self.height, self.width = max(self.height, self.row), max(self.width, self.column)
        if self.height * self.width > MOST_CELLS:
            raise BadInput(TOO_MANY)

    def _place(self, named: str) -> None:
        """A cell of XLSX by its name, else the next one of its row."""
        if not (match := re.fullmatch("([A-Za-z]{1,7})([0-9]{1,10})", named)):
            self.column += 1
            return
        self.row, self.column = int(match[2]), 0
        for letter in match[1].upper():
            self.column = self.column * 26 + ord(letter) - 64


def check_size(packed: zipfile.ZipFile) -> None:
    """BadInput for a packed file that is no workbook of either kind, or unpacks to more than anybody wrote."""
    names = dict.fromkeys(packed.namelist())
    if "content.xml" not in names and "xl/workbook.xml" not in names:
        raise BadInput("a packed folder or another kind of document, not a workbook; save it as .xlsx, .ods or .csv")
    left = MOST_BYTES
    for name in names:
        parser: Any = expat.ParserCreate() if name == "content.xml" or re.match(r"xl/.*\.xml$", name) else None
        if parser:
            parser.StartElementHandler = _Extent().start
        with packed.open(name) as stream:
            while content := stream.read(1 << 20):
                left -= len(content)
                if left < 0:
                    raise BadInput(f"unpacks to more than {MOST_BYTES >> 20} MiB, too large for a sheet of playtests")
                if parser:
                    parser.Parse(content)
        if parser:
            parser.Parse(b"", True)
