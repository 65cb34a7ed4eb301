"""A game file as a program: what it may import, and how it is run."""

import ast
import hashlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from dhstats.errors import BadInput
from dhstats.gamefile.luck import clear_choice, next_choice
from dhstats.gamefile.reading.loops import ENDLESS, counted
from dhstats.quoting import one_line, quoted

MOST_BYTES = 1 << 20


def check_name(path: Path, shown: str) -> None:
    """BadInput for a file whose name cannot be that of a game."""
    if path.suffix != ".py" or not path.stem.isidentifier() or not path.stem.isascii():
        raise BadInput(f"game file {shown}: must be called as in pig.py, with letters, digits and _ alone")


def check_imports(content: bytes, shown: str) -> None:
    """A game file stands alone, so that its hash says all: it imports dhstats, numpy and Python's own modules."""
    try:
        tree = ast.parse(content)
    except SyntaxError as error:
        raise BadInput(f"game file {shown}: line {error.lineno}: is not valid Python ({error.msg})") from None
    except (ValueError, RecursionError, MemoryError):
        raise BadInput(f"game file {shown}: is not valid Python") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = ["." if node.level else node.module or ""]
        else:
            continue
        for name in names:
            if problem := _import_fault(name):
                raise BadInput(f"game file {shown}: line {node.lineno}: imports {quoted(name)}{problem}")


def _import_fault(name: str) -> str:
    """What is wrong with importing a module; "" for one that may be imported."""
    top = name.split(".")[0]
    if top not in ("dhstats", "numpy") and top not in sys.stdlib_module_names:
        return "; a game file stands alone and may import dhstats.gamefile, numpy and Python's own modules"
    if top == "random" or name.startswith("numpy.random"):
        return ", whose draws nobody can repeat; draw with roll, below or shuffle of dhstats.gamefile"
    return ""


def run(path: Path, content: bytes, shown: str) -> ModuleType:
    """Runs a game file under a name that stands for its content, so that a cache can find its functions again."""
    mark = content + os.fsencode(path.resolve())
    name = f"dhstats_game_{hashlib.sha256(mark).hexdigest()[:20]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None  # its name ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    vars(module).update(clear_choice=clear_choice, next_choice=next_choice)  # for `offers`
    try:
        exec(counted(content, str(path)), vars(module))
    except (Exception, SystemExit) as error:  # whatever a file may raise
        del sys.modules[name]
        raise BadInput(f"game file {shown}: {line_words(last_line(error, str(path).__eq__))}{_said(error)}") from error
    return module


def last_line(error: BaseException, own: Callable[[str], bool]) -> int:
    """The last line of a file that an error went through, 0 for none; `own` knows the file by its name."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((each.lineno or 0 for each in reversed(frames) if own(each.filename)), 0)


def line_words(line: int) -> str:
    """A line as in "line 12: "; nothing for no line."""
    return f"line {line}: " if line else ""


def _said(error: BaseException) -> str:
    if str(error).endswith(ENDLESS):
        return ENDLESS
    if isinstance(error, BadInput):  # of a declaration
        return one_line(str(error))
    return one_line(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)[:300]
