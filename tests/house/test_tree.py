"""What no file of the project may hold, checked over everything under version control."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from tests.house.check_locks import problems

ROOT = Path(__file__).resolve().parents[2]
FORBIDDEN_NAMES = {"utils.py", "helpers.py", "common.py"}
LONGEST_MODULE = 400  # a module holds a question with its sentences and tables: one file to open, not three
LONGEST_FUNCTION = 40


def files(pattern: str) -> list[Path]:
    """The files under version control (or about to be) that match."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", pattern],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


def test_lock_files_are_pinned_hashed_and_without_addresses() -> None:
    """Every requirement has a version and a hash, and no line names a place to load from."""
    assert problems() == []


def test_no_package_index_is_named() -> None:
    """No committed text stores the address of a package index."""
    host = re.compile(r"index[-]url|py[p]i\.org|pythonhoste[d]|extra[-]index")
    named = [
        path
        for path in files("*")
        if path.suffix not in {".png", ".json", ".parquet"} and host.search(path.read_text())
    ]
    assert [str(path) for path in named] == []


def test_modules_are_rooms_with_a_noun_for_a_name() -> None:
    """There is no drawer for odds and ends, and no module too long to read."""
    package = files("dhstats/*.py")
    assert [path.name for path in package if path.name in FORBIDDEN_NAMES] == []
    long = {str(path): n for path in package if (n := len(path.read_text().splitlines())) > LONGEST_MODULE}
    assert long == {}


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions of a module and the methods of its classes."""
    holders = [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]
    return [node for holder in holders for node in holder.body if isinstance(node, ast.FunctionDef)]


# What a game file's functions are for is said where the format is: docs/games.md.
OF_THE_PACKAGE = [path for path in files("dhstats/*.py") if path.parent.name != "examples"]


@pytest.mark.parametrize("path", OF_THE_PACKAGE, ids=lambda path: str(path.relative_to(ROOT)))
def test_functions_are_short_and_public_ones_documented(path: Path) -> None:
    """A function's body fits a screen (its docstring not counted); a public one says in a sentence what it is."""
    for node in functions(ast.parse(path.read_text(encoding="utf-8"))):
        described = ast.get_docstring(node) is not None
        first = node.body[1 if described and len(node.body) > 1 else 0]
        assert (node.end_lineno or 0) - first.lineno < LONGEST_FUNCTION, node.name
        assert described or node.name.startswith("_"), node.name


def test_whatever_is_long_says_what_it_protects() -> None:
    """A test that `make test` leaves out says why it is there, and what guards the same until CI runs it."""
    silent = re.compile(r"mark\.long\b(?!\(\s*\"[^\"]{20,}\")")
    named = [path.name for path in files("tests/*.py") if path != Path(__file__) and silent.search(path.read_text())]
    assert named == []


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/tour.md", "docs/charts.md", "docs/strategies.md"])
def test_files_that_the_documentation_names_are_there(page: str) -> None:
    """Whoever follows a walk or a recipe finds each module under the name that it has there."""
    tracked = {str(path.relative_to(ROOT)) for path in files("*")}
    named = re.findall(r"`([\w/]+/[\w.]+\.(?:py|sql|toml))\b", (ROOT / page).read_text(encoding="utf-8"))
    lost = [
        name for name in named if "NAME" not in name and not any(f"/{path}".endswith(f"/{name}") for path in tracked)
    ]
    assert lost == []
