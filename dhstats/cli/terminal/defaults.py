"""Defaults of a project: what `dhstats.toml` in the current folder says where a command line says nothing.

    workers = 4               # threads
    players = "expert"        # who plays
    folder = "games"          # where games lie, in place of data/

Each default that a command uses is shown on standard error. No other folder is looked into, and no default overrules a
file or a run that is named on the command line. A margin is none of them: it means something else in each command.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dhstats import machine
from dhstats.documents import expanded, read_bytes, read_toml
from dhstats.errors import BadInput, nearest
from dhstats.quoting import plain, quoted, quoted_name

FILE = Path("dhstats.toml")
GAMES = Path("data")  # where games lie if nobody says otherwise
PARAMETERS = {"workers": "workers", "players": "strategies", "folder": "out"}  # of commands
OF_SEVERAL = ("meta", "luck")  # commands that compare three players or more, whom a project does not name
OWN = ("experiment", "run")  # parameters that name what has its own players
ASK = "ask"  # types commands, which take the defaults themselves


def read() -> Mapping[str, Any]:
    """What the file of the current folder says; BadInput with file and line for a key or a value that cannot be."""
    table = read_toml(FILE) if FILE.is_file() else {}
    for key, value in table.items():
        if key not in PARAMETERS:
            raise BadInput(f"{_place_of(key)}: unknown key {quoted_name(key)}; {nearest(key, PARAMETERS)}")
        if wrong := _wrong(key, value):
            raise BadInput(f"{_place_of(key)}: {key} must be {wrong}, not {quoted(value)}")
    return table


def _place_of(key: str) -> str:
    lines = read_bytes(FILE).decode("utf-8-sig").splitlines()
    begins = re.compile(rf"""\s*(\[+\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""")
    return f"{FILE}, line {next((at for at, line in enumerate(lines, 1) if begins.match(line)), 1)}"


def _wrong(key: str, value: Any) -> str:
    """What a value must be that cannot be what it is; "" for one that can."""
    if key == "workers":
        whole = type(value) is int and 1 <= value <= machine.MOST_THREADS
        return "" if whole else f"a whole number from 1 to {machine.MOST_THREADS:,}"
    return "" if isinstance(value, str) and value.strip() else "a text that is not empty"


def used(command: str, parameters: set[str]) -> dict[str, Any]:
    """The defaults that a command may use, by its parameters."""
    if command == ASK or not parameters & {*PARAMETERS.values()}:
        return {}
    without = {"strategies"} if command in OF_SEVERAL else set[str]()
    known = {PARAMETERS[key]: value for key, value in read().items() if key != "folder"}
    return {name: value for name, value in known.items() if name in parameters - without}


def show(context: Any) -> None:
    """Says on standard error which defaults a command uses.

    An experiment file or a run has its own players, and who makes a kit of a run plays nothing.
    """
    known, named = context.default_map or {}, context.params
    of_run = bool(named.get("subject")) and Path(named["subject"]).is_dir()
    own = {"strategies"} if of_run or any(named.get(name) for name in OWN) else set[str]()
    for each in context.command.params:
        if each.name in known and each.name in own | ({"workers"} if of_run else set()):
            if context.get_parameter_source(each.name).name == "DEFAULT_MAP":
                named[each.name] = each.default
            del known[each.name]
    taken = {name: each for name, each in known.items() if context.get_parameter_source(name).name == "DEFAULT_MAP"}
    if "resume" in context.params and context.params.get("out") is None and (at := read().get("folder")):
        taken["out"] = at
    if taken:
        text = ", ".join(f"{key} = {taken[name]}" for key, name in PARAMETERS.items() if name in taken)
        sys.stderr.write(plain(f"{FILE}: {text}") + "\n")


def folder() -> Path:
    """Where the games of a question lie if no --out says so."""
    return Path(expanded(str(read().get("folder", GAMES))))
