"""Whether compiled code can do what the functions of a game file do: each is compiled on its own, with the records."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba import types

from dhstats.documents import Inspection, read_toml
from dhstats.engine.compiled import interpreted
from dhstats.engine.copies import checked_copy
from dhstats.engine.reading.names import complaint
from dhstats.engine.stream import STREAM
from dhstats.errors import BadInput
from dhstats.gamefile.file import TASKS, GameFile
from dhstats.gamefile.playing import records

ALLOWED = (
    "compiled functions count with whole numbers, read and write fields of the state, use if, for, while and their own"
    " functions, and what dhstats.gamefile offers"
)
# What functions may return in place of what they must.
OTHERWISE = {
    types.NoneType: "but returns nothing",
    types.Optional: "but on some paths it returns nothing",
    types.Float: "but returns a decimal; divide by // or write int(...)",
}


def refusals(file: GameFile) -> BadInput | None:
    """What to tell of a file of which something could not be compiled; None where none of its functions is at fault."""
    seen = Inspection(f"game file {file.shown}: {fault}" for fault in code_faults(file))
    try:
        seen.end()
    except BadInput as told:
        return told
    return None


def code_faults(file: GameFile) -> Iterator[str]:
    """For each function that cannot be compiled: its line, what is wrong there, what is allowed in its place."""
    if interpreted():
        return
    for name, function in file.compiled.items():
        if fault := function_fault(file, name, function):
            yield fault


def function_fault(file: GameFile, name: str, function: Callable[..., Any]) -> str:
    """What is wrong with a function; "" if it can be compiled and returns what it must."""
    part: Any = checked_copy(function, divisions=True)
    state, rules, move = records.state(file, records.ENGINE), records.rules(file), records.move(file)
    kinds = {"state": state, "view": state, "rules": rules, "move": move, "chance": STREAM}
    typed = {each: numba.from_dtype(kind) for each, kind in kinds.items()}
    typed |= {"seat": types.int64, "offered": types.Array(typed["move"], 1, "C")}
    signature = tuple(typed[each] for each in TASKS[name].takes)
    try:
        part._within.compile(signature)
    except Exception as error:  # a compiler says in many ways what it does not know
        reasons = read_toml(Path(__file__).with_name("complaints.toml"))["reasons"]
        told = complaint(error, file.path, reasons, f"compiled code cannot do this; {ALLOWED}")
        return told if told.startswith("line ") else f"line {function.__code__.co_firstlineno}: {name}: {told}"
    returned = part._within.overloads[signature].signature.return_type
    if not TASKS[name].returns or isinstance(returned, types.Integer | types.Boolean):
        return ""
    says = next((each for kind, each in OTHERWISE.items() if isinstance(returned, kind)), "but returns something else")
    return f"line {function.__code__.co_firstlineno}: {name} {TASKS[name].returns}, {says}"
