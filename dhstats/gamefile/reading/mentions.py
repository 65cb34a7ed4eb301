"""What the functions of a game file mention: fields that there are, nothing of a clock, nothing that may not change."""

import ast
import math
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from dhstats.errors import nearest
from dhstats.gamefile.cards import Cards
from dhstats.gamefile.file import TASKS, TOLD, GameFile
from dhstats.gamefile.reading.at_once import CHOSEN
from dhstats.quoting import quoted

HELPERS = ("state", "rules", "move")  # what an argument of another function holds, by its name
HELD = {"view": "state"} | {name: name for name in HELPERS}  # the same of those that a file must or may have
NEVER = ("random", "time", "datetime", "secrets", "uuid", "os", "threading")  # modules whose answers nobody can repeat
WRITING = [name for name, task in TASKS.items() if not task.looks and name != TOLD]  # functions that write into fields
TALKING = ("print", "input", "open", "breakpoint", "exec", "eval")
UNSEEING = ("allowed", "moves", "at_once", "chooses")  # may not know what others choose at the same time
HOW_TO_DRAW = "draw with roll, below or shuffle of dhstats.gamefile"

Mention = tuple[int, str]  # a line of a game file, and what is wrong there


def mentions(file: GameFile, source: bytes) -> list[Mention]:
    """Everything that the functions of a file mention and must not, in the order of the lines."""
    written = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    return sorted({mention for node in _played(file, written) for mention in _of_function(file, node)})


def _played(file: GameFile, written: Mapping[str, ast.FunctionDef]) -> Iterator[ast.FunctionDef]:
    waiting = [*file.compiled, *(each.__name__ for each in file.players)]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in written and name not in seen:
            seen.add(name)
            yield written[name]
            waiting += [node.id for node in ast.walk(written[name]) if isinstance(node, ast.Name)]


def _of_function(file: GameFile, function: ast.FunctionDef) -> Iterator[Mention]:
    holds = _holds(file, function)
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute):
            if function.name in UNSEEING and node.attr.startswith(CHOSEN) and file.at_once:
                says = "reads what seats choose at once, which nobody knows yet; only resolve may read it"
                yield node.lineno, f"{function.name} {says}"
            if isinstance(node.value, ast.Name):
                yield from _of_attribute(file, node, node.value.id, holds)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from _of_name(file, node)
        elif function.name in WRITING and isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield node.lineno, "/ makes decimals, and a field holds whole numbers; write // to round down"
        elif function.name in WRITING and isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield node.lineno, f"{node.value} is a decimal, and a field holds whole numbers"
    yield from _changes(function, holds)


def _holds(file: GameFile, function: ast.FunctionDef) -> dict[str, str]:
    """What each argument of a function holds, as far as that is known: state, rules or move."""
    arguments = [each.arg for each in function.args.args]
    if function.name in file.functions:
        takes = TASKS[function.name].takes
        return {name: HELD[what] for name, what in zip(arguments, takes, strict=False) if what in HELD}
    if any(function.name == each.__name__ for each in file.players):
        return {}
    return {name: name for name in arguments if name in HELPERS}


def _of_attribute(file: GameFile, node: ast.Attribute, name: str, holds: Mapping[str, str]) -> Iterator[Mention]:
    """A field that there is not, or something of a module: numpy and math are known to compiled code."""
    known = {
        "state": ("mover", "players", "decisions", *file.state),
        "rules": ("players", "turn_limit", "opening_points", *file.keys),
        "move": ("number", *file.move),
    }
    what, module, named = holds.get(name, ""), getattr(file.module, name, None), f"{name}.{node.attr}"
    if what and node.attr not in known[what]:
        whose = "Rules have no key" if what == "rules" else f"{what.capitalize()} has no field"
        yield node.lineno, f"{whose} {quoted(node.attr)}; {nearest(node.attr, known[what])}"
    if isinstance(module, Cards):
        says = "functions cannot read a table; give its column a name of the file, as in"
        yield node.lineno, f"{says} {node.attr.upper()} = {ast.unparse(node)}"
    elif isinstance(module, ModuleType):
        if module is np and node.attr == "random":
            yield node.lineno, f"uses {named}, whose draws cannot be repeated; {HOW_TO_DRAW}"
        elif module.__name__.split(".")[0] in NEVER:
            yield node.lineno, f"uses {named}, which gives another answer each time; {HOW_TO_DRAW}"
        elif module not in (np, math):
            yield node.lineno, f"uses {named}; compiled functions may use numpy, math and dhstats.gamefile"


def _of_name(file: GameFile, node: ast.Name) -> Iterator[Mention]:
    """A function that was imported by its own name."""
    value: Any = getattr(file.module, node.id, None)
    if node.id in TALKING and value is None:
        yield node.lineno, f"uses {node.id}; a game prints nothing while it is played; `dhstats replay` shows it"
    home = str(getattr(value, "__module__", None) or "").split(".")[0]
    if callable(value) and home in NEVER:
        yield node.lineno, f"uses {node.id}, which gives another answer each time; {HOW_TO_DRAW}"


def _changes(function: ast.FunctionDef, holds: Mapping[str, str]) -> Iterator[Mention]:
    """What is written into rules and moves, and by functions that look alone into the state."""
    looks = function.name in TASKS and TASKS[function.name].looks
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            root = target
            while isinstance(root, ast.Attribute | ast.Subscript):  # to the name at the beginning of a.b[c].d
                root = root.value
            what = holds.get(root.id, "") if isinstance(root, ast.Name) and root is not target else ""
            if what in ("rules", "move"):
                yield node.lineno, f"{function.name} writes into the {what}; only the state changes in a game"
            elif what == "state" and looks:
                yield node.lineno, f"{function.name} changes the state; only setup, play, then and stuck may"
