"""Finished parts of work whose result is written at its end: from which a stopped command continues.

They lie in `unfinished/` of the folder of the result, with a list that says what is there, and go once it is written.
"""

import hashlib
import json
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from dhstats import machine
from dhstats.documents import read_json
from dhstats.errors import BadInput, DataProblem
from dhstats.quoting import clipped, quoted
from dhstats.simulate.plans.experiment import Experiment
from dhstats.storage.layout import UNFINISHED, file_sha256, make_folders, remove_drafts, whole_file
from dhstats.storage.lock import Claim
from dhstats.storage.places import files_below, open_file, remote, remove_file
from dhstats.storage.tables import Array, Malformed, check, filled, listed, needed, record

Arrays = dict[str, Array]
LIST = "list.json"
PART_NAME = re.compile(r"[0-9a-f]{12}-\d{12,}\.npz", re.ASCII)
MAX_BYTES = 1 << 26  # of the list; a billion deals have a tenth of this
PART_SECONDS = 2.0  # between two parts: so much is done again after a kill


def is_begun(folder: Path) -> bool:
    """Whether a folder holds parts of a result that has not been written."""
    return (folder / UNFINISHED / LIST).is_file()


@dataclass(frozen=True, slots=True)
class Part:
    """A file with the items of a task that come before `upto`, and after those of the part before."""

    file: str
    upto: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a task: all that its parts depend on, and the parts in order."""

    terms: dict[str, Any]
    parts: list[Part]


@contextmanager
def opened(folder: Path) -> "Iterator[Checkpoints]":
    """The checkpoints in a folder that this process alone writes meanwhile; ResourceFailure where that cannot be."""
    with Claim(folder):
        yield Checkpoints(folder)


class Checkpoints:
    """The parts of several tasks, each in the order of its items; only for the one who has claimed the folder."""

    def __init__(self, folder: Path) -> None:
        """Opens what is there, or begins; DataProblem if the list cannot be read."""
        self._folder = folder / UNFINISHED
        make_folders(self._folder)
        remove_drafts(folder)
        self._list: dict[str, Entry] = _read(self._folder / LIST) if is_begun(folder) else {}

    @property
    def folder(self) -> Path:
        """Where the parts lie."""
        return self._folder

    @property
    def seed(self) -> int | None:
        """The seed of the work that is gone on with; None where it is only beginning."""
        return next((entry.terms.get("seed") for entry in self._list.values()), None)

    def as_begun(self, plan: Experiment, seed: int | None) -> Experiment:
        """The plan with the seed of the work that is gone on with, where nobody named one: it was drawn then."""
        return replace(plan, seed=self.seed) if self.seed is not None and seed is None else plan

    def task(self, name: str, terms: Mapping[str, Any]) -> "TaskCheckpoints":
        """The checkpoints of a task, with all that its parts depend on; BadInput if it was begun on other terms."""
        asked: dict[str, Any] = json.loads(json.dumps(terms))
        known = self._list.setdefault(name, Entry(asked, []))
        if known.terms != asked:
            changed = sorted(key for key in asked.keys() | known.terms if asked.get(key) != known.terms.get(key))
            raise BadInput(
                f"{self._folder.parent}: --resume needs the same question, but {', '.join(changed)}"
                f" {'differs' if len(changed) == 1 else 'differ'}; choose another --out"
            )
        return TaskCheckpoints(self, name, known.parts)

    def put(self, name: str, parts: list[Part], upto: int, arrays: Arrays) -> None:
        """Writes a part of a task and lists it; the items before `upto` are then done."""
        path = self._folder / _file_name(name, upto)
        with whole_file(path) as draft, draft.open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]  # its stub takes no names for arrays
        parts.append(Part(path.name, upto, file_sha256(path)))
        text = json.dumps({name: asdict(entry) for name, entry in self._list.items()}, indent=1)
        with whole_file(self._folder / LIST) as draft:
            draft.write_text(text + "\n", encoding="utf-8")

    def get(self, part: Part) -> Arrays:
        """The arrays of a listed part; DataProblem if its bytes are not those that were written."""
        path = self._folder / part.file
        if not path.is_file() or file_sha256(path) != part.sha256:
            raise DataProblem(f"{path}: is not the part that was written; remove {self._folder} and start again")
        try:
            with open_file(path) as file, np.load(file, allow_pickle=False) as stored:
                return {name: stored[name] for name in stored.files}
        except (AttributeError, EOFError, OSError, ValueError, BadZipFile) as error:  # rewritten together with its hash
            machine.check_shortage(error, path)
            raise DataProblem(f"{path}: holds no arrays; remove {self._folder} and start again") from None

    def clear(self) -> None:
        """Removes all parts, once the result is written; other files stay."""
        for name in files_below(self._folder):
            if name == LIST or PART_NAME.fullmatch(name):
                remove_file(self._folder / name)
        if not remote(self._folder):
            with suppress(OSError):  # not empty: somebody else's files are there
                self._folder.rmdir()


def _file_name(task: str, upto: int) -> str:
    return f"{hashlib.sha256(task.encode()).hexdigest()[:12]}-{upto:012d}.npz"


class TaskCheckpoints:
    """The parts of one task: those of earlier calls, and those that are added now."""

    def __init__(self, checkpoints: Checkpoints, name: str, parts: list[Part]) -> None:
        self._checkpoints, self._name, self._parts = checkpoints, name, parts
        self._written = time.monotonic()

    @property
    def done(self) -> int:
        """How many items, counted from the first, are in parts."""
        return self._parts[-1].upto if self._parts else 0

    @property
    def odd(self) -> DataProblem:
        """What is told where parts have their hashes and hold something else than this work."""
        return DataProblem(f"{self._checkpoints.folder}: holds parts of other work; remove it and start again")

    def parts(self) -> list[Arrays]:
        """All parts in their order."""
        return [self._checkpoints.get(part) for part in self._parts]

    @property
    def is_due(self) -> bool:
        """Whether the last part was a while ago."""
        return time.monotonic() - self._written >= PART_SECONDS

    def add(self, upto: int, arrays: Arrays) -> None:
        """Writes the items up to here as the next part."""
        self._checkpoints.put(self._name, self._parts, upto, arrays)
        self._written = time.monotonic()


def _read(path: Path) -> dict[str, Entry]:
    try:
        table = filled((), read_json(path, MAX_BYTES, error=DataProblem), "")
        return {name: _entry(each, name) for name, each in table.items()}
    except Malformed as error:
        raise DataProblem(f"{path}: is damaged: {error}; remove its folder and start again") from None


def _entry(table: Any, name: str) -> Entry:
    place = f"the task {clipped(name)}"
    values = filled(needed(Entry), table, place)
    parts = [record(Part, each, f"parts[{at}]") for at, each in enumerate(listed(values["parts"], "parts"))]
    entry = Entry(filled((), values["terms"], f"terms in {place}"), parts)
    for part in entry.parts:
        check(part, Part)
        if part.file != _file_name(name, part.upto):
            raise Malformed(f"{quoted(part.file)} is not the name of a part of {place} up to {part.upto}")
    if any(later.upto <= part.upto for part, later in pairwise(entry.parts)):
        raise Malformed(f"the parts of {place} are not in their order")
    return entry
