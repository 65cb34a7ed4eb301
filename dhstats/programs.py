"""Which files of Python may run: those that a person named, on the command line or in a program of their own.

A strategy file and a game file are programs. Whatever else names one is data, whoever wrote it: a run, an experiment,
a goals file, a certificate. What data name does not run before a person names it as well, or allows it (--run-code).
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from dhstats.documents import expanded
from dhstats.errors import BadInput
from dhstats.quoting import one_line

ENDING = ".py"
FOLDER = "/"  # the end of a path that names the folder of a game's package
NAMING = ("--game", "check", "new", "package")  # the words of a command behind which a game stands


class Said:
    """What one person said may run: the files that they named, or all that their files name."""

    def __init__(self, files: Sequence[str] = (), *, typed: bool = False) -> None:
        """Those of a command line were `typed`; a program that imports dhstats names files by handing them over."""
        self.files, self.typed, self.everything = set(files), typed, False


_said = Said()


@contextmanager
def command_line(words: Sequence[str]) -> Iterator[None]:
    """As long as a command runs, its own words say what may run; commands that it types itself name nothing more."""
    global _said
    before = _said
    if not before.typed:
        folders = [word for said, word in pairwise(words) if said in NAMING]
        folders += [word.removeprefix("--game=") for word in words if word.startswith("--game=")]
        typed = [each for word in words for each in _files_in(word)] + [
            _place(each) for each in folders if is_folder(each)
        ]
        _said = Said(typed, typed=True)
    try:
        yield
    finally:
        _said = before


def is_folder(text: str) -> bool:
    """Whether a name is the path of a game's package."""
    return text.endswith(FOLDER)


def is_path(text: str) -> bool:
    """Whether a name is the path of a program: of a file of Python, or of a game's package."""
    return text.endswith(ENDING) or is_folder(text)


def _files_in(word: str) -> Iterator[str]:
    """The programs that a word of a command line names: pig.py, --game=pig.py, bots.py:patient,greedy."""
    value = word.partition("=")[2] if word.startswith("--") else word
    for text in (value, *value.split(",")):
        if (file := file_of(text.strip())) and not is_folder(file):
            yield _place(file)


def file_of(text: str) -> str:
    """The program that a name stands for, as FILE.py, FILE.py:FUNCTION or FOLDER/; "" for a name of anything else."""
    return text if is_folder(text) else next((e for e in (text, text.rpartition(":")[0]) if e.endswith(ENDING)), "")


def _place(file: str | Path) -> str:
    text = expanded(str(file))
    return os.path.realpath(text) if "\0" not in text else text


def allow_all() -> None:
    """What any file or folder names may run from now on, until the command ends."""
    _said.everything = True


def name(file: str | Path) -> None:
    """A file that a person named in another way than by its path, such as a game by its hash."""
    _said.files.add(_place(file))


def may_run(file: str | Path) -> bool:
    """Whether a file of Python may run: a person named it, or allowed all that their files name."""
    return _said.everything or _place(file) in _said.files


def check(text: str, where: str = "", option: str = "") -> None:
    """BadInput where the file of a name may not run; other names are not checked.

    `where` is the file that names it, `option` what names it in this command. What a program that imports dhstats hands
    over it has named; what a file names it has not, there as here.
    """
    file = file_of(text)
    if file and not _said.typed and not where:
        name(file)
    if file and not may_run(file):
        raise BadInput(refusal(file, where, option))


def refusal(file: str | Path, where: str, option: str = "") -> str:
    """Why a file does not run, and what to type."""
    shown = one_line(str(file))
    named = f"name it as well, as in {option} {shown}, or " if option else ""
    by = f"{where} names {shown}, which" if where else shown
    return f"{by} is a program and is not run for data that name it; look at it, then {named}allow it with --run-code"
