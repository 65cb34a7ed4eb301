"""Installed packages: which distribution brought a file to the folder that many of them share."""

import csv
import sys
from functools import lru_cache
from pathlib import Path

RECORDS = "*.dist-info/RECORD"  # what a distribution brought, a file a line


def shared_folder(file: Path) -> Path | None:
    """The folder of installed packages that a source file lies in; None for one that lies anywhere else."""
    searched = {Path(each).resolve() for each in sys.path if each}
    return next((folder for folder in file.parents if folder in searched and any(folder.glob("*.dist-info"))), None)


def distribution(file: Path, folder: Path) -> str:
    """The distribution that brought a file to this folder; "" where none says so."""
    return _owners(folder, folder.stat().st_mtime_ns).get(file.relative_to(folder).as_posix(), "")


@lru_cache(maxsize=4)
def _owners(folder: Path, changed: int) -> dict[str, str]:
    """The distribution of every source file in a folder, as it was when that was `changed` last."""
    owners = dict[str, str]()
    for record in folder.glob(RECORDS):
        with record.open(encoding="utf-8", errors="replace", newline="") as lines:
            owners |= {row[0]: record.parent.name for row in csv.reader(lines) if row and row[0].endswith(".py")}
    return owners
