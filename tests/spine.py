"""Which tests `make test` runs: `python -m pytest -p tests.spine`, by the list in `spine.toml`; without it all are run."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LIST = TESTS / "spine.toml"


def read() -> dict[Path, str | list[str]]:
    """Each file of the list with "all" or the names of some of its tests."""
    rooms = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return {
        (TESTS / room / f"test_{name}.py").resolve(): asked
        for room, files in rooms.items()
        for name, asked in files.items()
    }


SPINE = read()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Files that are not listed are not even read."""
    return True if collection_path.name.startswith("test_") and collection_path.resolve() not in SPINE else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of the others those tests are run that are listed; a name that no test has is an error."""
    listed = {item: _is_listed(item) for item in items}
    kept = [item for item in items if listed[item]]
    config.hook.pytest_deselected(items=[item for item in items if not listed[item]])
    if unknown := sorted(_unknown(items)):
        raise pytest.UsageError(f"{LIST.name}: no such tests: {', '.join(unknown)}")
    items[:] = kept


def _names(item: pytest.Item) -> tuple[str, str]:
    """A test's name with its case, and without."""
    name = item.name.removeprefix("test_")
    return name, name.partition("[")[0]


def _is_listed(item: pytest.Item) -> bool:
    asked = SPINE.get(item.path.resolve(), [])
    return item.get_closest_marker("long") is None if asked == "all" else any(name in asked for name in _names(item))


def _unknown(items: list[pytest.Item]) -> Iterator[str]:
    """Names of the list that no test has, in the files that were read."""
    there: dict[Path, set[str]] = {}
    for item in items:
        there.setdefault(item.path.resolve(), set()).update(_names(item))
    for path, names in there.items():
        asked = SPINE.get(path, "all")
        yield from (f"{path.stem}: {name}" for name in asked if asked != "all" and name not in names)
