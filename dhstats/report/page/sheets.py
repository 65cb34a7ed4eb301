"""The tables of pages as data: every number as it was counted, and a line that says where all of it comes from."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dhstats.report.page.page import Page

CARRIED = re.compile(rb'<script type="text/plain" id="sheets">([A-Za-z0-9+/=]*)</script>')
FORMULA = re.compile(r"[=+@\t\r-]")  # with which a spreadsheet takes a text for a formula


@dataclass(frozen=True, slots=True)
class Written:
    """A page that a command wrote: its file, its bytes, and its tables in full."""

    path: Path
    content: bytes
    sheets: dict[str, Any]


_gathered: list[list[Written]] = []  # of the commands that are under way, the inmost last


@contextmanager
def gathering() -> Iterator[list[Written]]:
    """The pages that are written meanwhile, in their order."""
    pages: list[Written] = []
    _gathered.append(pages)
    try:
        yield pages
    finally:
        _gathered.remove(pages)


def gather(path: Path, content: bytes, page: Page | None = None) -> None:
    """Tells whoever gathers pages of one that was written; without its value its tables are as far as it shows them."""
    if _gathered:
        _gathered[-1].append(Written(path, content, sheets(page, whole=True) if page else sheets_in(content)))


def sheets(page: Page, *, whole: bool = False) -> dict[str, Any]:
    """The citation of a page and its tables: the rows that it shows, or the `whole` of them."""
    grids = [(section.key, table) for part in page.parts for section in part.sections for table in section.tables]
    return {
        "citation": page.citation,
        "tables": [
            {
                "name": f"{key}-{table.key}".replace("_", "-"),
                "title": table.title,
                "heads": [f"{head.title} ({head.unit})" if head.unit else head.title for head in table.heads],
                "columns": list(zip(*(table.values if whole else table.values[: len(table.rows)]), strict=True)),
                "left_out": 0 if whole else table.left_out,
            }
            for key, table in grids
        ],
    }


def sheets_in(content: bytes) -> dict[str, Any]:
    """The same of a page that somebody wrote before; a page without tables gives an empty list."""
    carried = CARRIED.search(content)
    held: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(carried[1]))) if carried else {}
    return held or {"citation": "", "tables": []}


def csv_text(sheet: dict[str, Any]) -> str:
    """A table as CSV: numbers unrounded, empty cells for missing ones, and no text that a spreadsheet would compute."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [map(_cell, row) for row in (sheet["heads"], *zip(*sheet["columns"], strict=True))]
    )
    return text.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value
