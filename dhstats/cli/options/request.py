"""What a command was asked: the folder that is named after it, and what to type to ask the same again."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import Any

import typer

from dhstats.cli.options.parameters import as_typed
from dhstats.cli.terminal import defaults
from dhstats.documents import expanded
from dhstats.errors import BadInput
from dhstats.release import VERSION

# Options that say how a question is answered and where the answer goes, and change nothing of it.
HOW = frozenset(
    {
        "out", "page", "player", "rule_file", "certificate", "html", "json_target", "workers", "cluster", "max_time",
        "max_disk", "nice", "resume", "memory", "temp", "force", "run_code", "csv_folder", "pdf", "pdf_all", "png",
        "open_page", "notify",
    }
)  # fmt: skip
NEEDED = ("run_code",)  # of these what has to be typed again all the same
FILES = (".py", ".toml", ".json")  # what a word may name
LARGEST = 1 << 24  # bytes of a file that is read for the name of a folder
LONGEST_SLUG = 70  # letters of a folder's name before the hash


class Request:
    """A command with the options that decide its answer."""

    def __init__(self, context: typer.Context) -> None:
        self._parameters = context.command.params
        path = context.command_path.partition(" ")[2]  # with the name of its group, as "goals check"
        self._command = path or context.info_name or ""
        self._all = context.params
        self._usual = {each.name: each.default for each in self._parameters}
        self._values: dict[str, Any] = {name: value for name, value in self._all.items() if name not in HOW}

    def meaning(self, **meant: Any) -> Request:
        """The same, saying by parameter what is meant where nothing was said: the usual rules, the usual players."""
        request = copy(self)
        request._values = self._values | meant
        return request

    @property
    def folder(self) -> Path:
        """Where the games of this question lie if nobody says otherwise; another question has another folder."""
        # The command and what sets its question apart, in words that can be a folder's name
        names = [str(each.name) for each in self._parameters if str(each.name) in self._values]
        texts = [text for name in names if not self.is_usual(name) for text in _labels(name, self._values[name])]
        slug = re.sub(r"[^A-Za-z0-9_.=-]+", "_", "-".join([self._command, *texts]))[:LONGEST_SLUG].rstrip("-_.")
        return defaults.folder() / f"{slug}-{self.digest()}"

    def place(self, out: Path | None, *, resume: bool) -> tuple[Path, bool]:
        """The folder, and whether to go on there: in one that is named after the question it is meant."""
        return (out, resume) if out else (self.folder, True)

    def only(self, name: str) -> bool:
        """Whether nothing was asked but one parameter."""
        return all(self.is_usual(each) for each in self._values if each != name)

    def text(self, **known: Any) -> str:
        """The command line that asks the same; `known` is what turned out, such as the seed that was drawn."""
        values = {name: self._all[name] for name in NEEDED if name in self._all} | self._values | known
        arguments = [each for each in self._parameters if each.param_type_name == "argument"]
        options = [each for each in self._parameters if each.param_type_name != "argument"]
        words = ["dhstats", *self._command.split()]
        for each in (*arguments, *options):
            name = str(each.name)
            if name in known or (name in values and values[name] != each.default):
                words += _typed(each, values[name])
        return shlex.join(words)

    def refuse(self, names: Sequence[str], reason: str) -> None:
        """BadInput for options that say nothing in this form of the command."""
        given = [each for each in self._parameters if self._all[str(each.name)] not in (each.default, None, [], ())]
        if said := [each.opts[-1] for each in given if each.name in names]:
            raise BadInput(f"{', '.join(said)}: {reason}")

    def is_usual(self, name: str) -> bool:
        """Whether a parameter says no more than what is usual."""
        return self._values[name] in (None, "", [], ()) or self._values[name] == self._usual.get(name)

    def digest(self, **known: Any) -> str:
        """A few hex digits that differ where anything asked or `known` differs, contents of named files included."""
        asked = {name: value for name, value in self._values.items() if not self.is_usual(name)} | known
        record = {name: list(_texts(value)) for name, value in sorted(asked.items())}
        contents = {text: _contents(text) for texts in record.values() for text in texts}
        question = json.dumps([VERSION, self._command, record, contents], sort_keys=True)
        return hashlib.sha256(question.encode(errors="surrogatepass")).hexdigest()[:8]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif value is not None:
        yield str(value)


def _labels(name: str, value: Any) -> Iterator[str]:
    """A value as part of a folder's name: numbers and switches say of what."""
    for text in _texts(value):
        if isinstance(value, bool):
            yield name if value else f"no_{name}"
        elif isinstance(value, int | float):
            yield f"{name}{text}"
        else:
            yield Path(text).stem if text.endswith(FILES) else text.partition("@")[0] if name == "game" else text


def _contents(text: str) -> list[str]:
    """The hashes of the files that a text names, as "bots.py:patient,greedy" does one; of a huge one its size."""
    found, parts = [], {text, *re.split("[,:@=]", text), *re.split("[,:@= ]", text)}
    for file in (Path(expanded(part)) for part in sorted(parts) if part.endswith(FILES)):
        with suppress(OSError):  # whoever reads it will say what is wrong with it
            size = file.stat().st_size if file.is_file() else -1
            found.append(hashlib.sha256(file.read_bytes()).hexdigest() if 0 <= size <= LARGEST else str(size))
    return found


def _typed(parameter: Any, value: Any) -> list[str]:
    if parameter.param_type_name == "argument":
        return list(_texts(value))
    name = next((name for name in parameter.opts if name.startswith("--")), parameter.opts[0])
    if isinstance(value, bool):
        return [name] if value else list(parameter.secondary_opts[:1])
    return [word for text in _texts(as_typed(value) if name == "--game" else value) for word in (name, text)]
