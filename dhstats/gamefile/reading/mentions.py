"""What the functions of a game file mention: fields that there are, nothing of a clock, nothing that may not change."""

import ast
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from dhstats.errors import nearest
from dhstats.gamefile.cards import Cards
from dhstats.gamefile.file import LOOKING, NEEDED, OPTIONAL, UNCOMPILED, GameFile
from dhstats.gamefile.reading.at_once import CHOSEN
from dhstats.quoting import quoted

HELPERS = ("state", "rules", "move")  # what an argument of another function holds, by its name
HELD = {"view": "state"} | {name: name for name in HELPERS}  # the same of those that a file must or may have
NEVER = ("random", "time", "datetime", "secrets", "uuid", "os", "threading")  # modules whose answers nobody can repeat
WHOLE = ("setup", "play", "then", "stuck", "guess", "resolve")  # functions that write into fields
TALKING = ("print", "input", "open", "breakpoint", "exec", "eval")
UNSEEING = ("allowed", "moves", "at_once", "chooses")  # may not know what others choose at the same time
HOW_TO_DRAW = "draw with roll, below or shuffle of dhstats.gamefile"


@dataclass(frozen=True, slots=True)
class Mention:
    """A line of a game file and what is wrong there."""

    line: int
    says: str


def mentions(file: GameFile, source: bytes) -> list[Mention]:
    """Everything that the functions of a file mention and must not, in the order of the lines."""
    written = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    found = {mention for node in _played(file, written) for mention in _of_function(file, node)}
    return sorted(found, key=lambda each: (each.line, each.says))


def _played(file: GameFile, written: Mapping[str, ast.FunctionDef]) -> Iterator[ast.FunctionDef]:
    waiting = [name for name in file.functions if name != UNCOMPILED] + [each.__name__ for each in file.players]
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
                says = "reads what seats choose at once, which nobody knows yet; resolve alone may read it"
                yield Mention(node.lineno, f"{function.name} {says}")
            yield from _of_attribute(file, node, holds)
            yield from _of_module(file, node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from _of_name(file, node)
        elif function.name in WHOLE and isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield Mention(node.lineno, "/ makes decimals, and a field holds whole numbers; write // to round down")
        elif function.name in WHOLE and isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield Mention(node.lineno, f"{node.value} is a decimal, and a field holds whole numbers")
    yield from _changes(function, holds)


def _holds(file: GameFile, function: ast.FunctionDef) -> dict[str, str]:
    """What each argument of a function holds, as far as that is known: state, rules or move."""
    arguments = [each.arg for each in function.args.args]
    if function.name in file.functions:
        wanted = (NEEDED | OPTIONAL)[function.name]
        return {name: HELD[what] for name, what in zip(arguments, wanted, strict=False) if what in HELD}
    if any(function.name == each.__name__ for each in file.players):
        return {}
    return {name: name for name in arguments if name in HELPERS}


def _of_attribute(file: GameFile, node: ast.Attribute, holds: Mapping[str, str]) -> Iterator[Mention]:
    if not isinstance(node.value, ast.Name) or node.value.id not in holds:
        return
    what = holds[node.value.id]
    known = {
        "state": ("mover", "players", "decisions", *file.state),
        "rules": ("players", "turn_limit", "opening_points", *file.keys),
        "move": ("number", *file.move),
    }[what]
    if node.attr not in known:
        whose = "Rules have no key" if what == "rules" else f"{what.capitalize()} has no field"
        yield Mention(node.lineno, f"{whose} {quoted(node.attr)}; {nearest(node.attr, known)}")


def _of_module(file: GameFile, node: ast.Attribute) -> Iterator[Mention]:
    """Something of a module: numpy and math are known to compiled code, and numpy's draws cannot be repeated."""
    if not isinstance(node.value, ast.Name):
        return
    module = getattr(file.module, node.value.id, None)
    if isinstance(module, Cards):
        name = node.attr.upper()
        says = f"functions cannot read a table; give its column a name of the file, as in {name} = {ast.unparse(node)}"
        yield Mention(node.lineno, says)
    if not isinstance(module, ModuleType):
        return
    named = f"{node.value.id}.{node.attr}"
    if module is np and node.attr == "random":
        yield Mention(node.lineno, f"uses {named}, whose draws nobody can repeat; {HOW_TO_DRAW}")
    elif module.__name__.split(".")[0] in NEVER:
        yield Mention(node.lineno, f"uses {named}, which gives another answer each time; {HOW_TO_DRAW}")
    elif module not in (np, math):
        yield Mention(node.lineno, f"uses {named}; compiled functions may use numpy, math and dhstats.gamefile")


def _of_name(file: GameFile, node: ast.Name) -> Iterator[Mention]:
    """A function that was imported by its own name."""
    value: Any = getattr(file.module, node.id, None)
    if node.id in TALKING and value is None:
        yield Mention(node.lineno, f"uses {node.id}; a game says nothing while it is played, `dhstats replay` tells it")
    home = str(getattr(value, "__module__", None) or "").split(".")[0]
    if callable(value) and home in NEVER:
        yield Mention(node.lineno, f"uses {node.id}, which gives another answer each time; {HOW_TO_DRAW}")


def _changes(function: ast.FunctionDef, holds: Mapping[str, str]) -> Iterator[Mention]:
    """What is written into rules and moves, and by functions that look alone into the state."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        else:
            continue
        for target in targets:
            what = holds.get(_root(target), "") if isinstance(target, ast.Attribute | ast.Subscript) else ""
            if what in ("rules", "move"):
                yield Mention(node.lineno, f"{function.name} writes into the {what}; only the state changes in a game")
            elif what == "state" and function.name in LOOKING:
                yield Mention(node.lineno, f"{function.name} changes the state; only setup, play, then and stuck may")


def _root(node: ast.expr) -> str:
    """The name at the beginning of a.b[c].d; "" if there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
