"""A game file as a program: what it may import, and how it is run."""

import ast
import hashlib
import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from dhstats.errors import BadInput
from dhstats.gamefile.declarations import chosen_by_seat
from dhstats.gamefile.luck import clear_choice, next_choice
from dhstats.gamefile.reading.loops import ENDLESS, counted
from dhstats.quoting import one_line, quoted


def check_name(stem: str, shown: str, *, package: bool) -> None:
    """BadInput for a file or a folder whose name cannot be that of a game."""
    if not stem.isidentifier() or not stem.isascii():
        what, example = ("", "my_game/") if package else ("file ", "pig.py")
        raise BadInput(f"game {what}{shown}: must have a name such as {example}, with only letters, digits and _")


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
        return "; a game file may import only dhstats.gamefile, numpy and Python's own modules"
    if top == "random" or name.startswith("numpy.random"):
        return ", whose draws cannot be repeated; draw with roll, below or shuffle of dhstats.gamefile"
    return ""


def run(path: Path, content: bytes, shown: str, home: str = "", mark: bytes = b"") -> ModuleType:
    """Runs a game file under a name that stands for its content, so that a cache can find its functions again.

    That of a package is the module `game` in `home`, so that the modules beside it can import it. `mark` is what its
    name is made of, where that is more than its content.
    """
    name = f"{home}.{path.stem}" if home else module_name(mark or content, path)
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None  # its name ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    known = {"clear_choice": clear_choice, "next_choice": next_choice, "chosen_by_seat": chosen_by_seat}
    vars(module).update(known)  # for `offers` and `at_once`
    try:
        exec(counted(content, str(path)), vars(module))
    except (Exception, SystemExit) as error:  # anything that a file may raise
        del sys.modules[name]
        raise BadInput(f"game file {shown}: {line_words(last_line(error, str(path).__eq__))}{_said(error)}") from error
    return module


def module_name(content: bytes, path: Path) -> str:
    """A name for the module of a content that lies at a path."""
    return f"dhstats_game_{hashlib.sha256(content + os.fsencode(path.resolve())).hexdigest()[:20]}"


def package_of(folder: Path, digest: str) -> str:
    """The module that stands for the folder of a package, below which its own modules are imported."""
    name = module_name(digest.encode(), folder)
    if name not in sys.modules:
        sys.modules[name] = package = ModuleType(name)
        package.__path__ = [str(folder)]
    return name


def load_module(name: str, shown: str) -> ModuleType:
    """A module of a package, which is run; BadInput with its line for anything that it may raise."""
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        here = importlib.util.find_spec(name)
        file = str(here.origin) if here else ""
        own = f"{'/'.join(name.split('.')[1:])}.py"
        line = error.lineno or 0 if isinstance(error, SyntaxError) else last_line(error, file.__eq__)
        raise BadInput(f"game {shown}: {own}: {line_words(line)}{_said(error)}") from error


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
