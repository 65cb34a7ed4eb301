"""What files say of rules: keys as settings of the command line, where other files lie, where a key belongs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from dhstats.documents import expanded
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.quoting import quoted

LARGE = 2**64  # from here on numbers are written in hexadecimal, as Python writes no number of many digits
_OF_HOME = re.compile(r"(expert|skill|search)[^@/\\]*@")  # players who have learnt elsewhere: from rules, or in a file


def beside(path: Path, value: Any) -> Any:
    """File names in an experiment are meant from where the experiment lies, those behind expert@ and the like too."""
    if isinstance(value, tuple):
        return tuple(beside(path, item) for item in value)
    if isinstance(value, str) and (value.endswith((".toml", ".json", ".py")) or ".py:" in value):
        head = found[0] if (found := _OF_HOME.match(value)) else ""
        return f"{head}{path.parent / expanded(value.removeprefix(head))}"
    return value


def place_of(path: Path, table: Mapping[str, Any], key: str) -> str:
    """Where a key belongs that stands at the top of a file and is one of the rules; "" for one that is none."""
    with suppress(BadInput):
        bundle = catalogue.load(catalogue.name_of(beside(path, table.get("game", USUAL))))
        source = beside(path, table.get("rules", bundle.default_rules))
        bundle.rule_files.load(source, settings_of(path, {key: table[key]}))
        return "it is a key of the rules: write it under [set]"
    return ""


def settings_of(path: Path, table: Any, prefix: str = "") -> list[str]:
    """A table of rule keys as "a.b=value" texts, so that they are checked like those of the command line."""
    if not isinstance(table, Mapping):
        raise BadInput(f"{path}: set must be a table of rule keys, not {quoted(table)}")
    settings: list[str] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            settings += settings_of(path, value, f"{prefix}{key}.")
        else:
            settings.append(f"{prefix}{key}={_toml(value)}")
    return settings


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, int) and value >= LARGE:
        return hex(value)
    return str(value)
