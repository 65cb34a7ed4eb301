"""How much processor time each test takes: `python -m pytest -n 0 -p tests.house.times --times=FILE tests/FOLDER`.

User seconds of the process and of the children it waited for, so that what else runs on the machine does not count.
A line of FILE is a test with its three phases: fixtures made for it, itself, fixtures taken down. `python -m
tests.house.times FILE...` adds lines up by folder and lists the longest.
"""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PHASES = ("setup", "call", "teardown")


def spent() -> float:
    """User seconds of this process and of the children that it has waited for."""
    times = os.times()
    return times.user + times.children_user


def pytest_addoption(parser: pytest.Parser) -> None:
    """Names the file to write."""
    parser.addoption("--times", type=Path, help="write each test's processor seconds to this file")


def pytest_configure(config: pytest.Config) -> None:
    """Begins a new file."""
    if path := config.getoption("--times"):
        path.write_text("")
        config.pluginmanager.register(Times(path))


class Times:
    """Writes a line a phase."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _measured(self, item: pytest.Item, phase: str) -> Iterator[None]:
        before = spent()
        yield
        line = json.dumps({"test": item.nodeid, "phase": phase, "seconds": round(spent() - before, 3)})
        with self._path.open("a") as file:
            file.write(line + "\n")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Fixtures made for a test."""
        yield from self._measured(item, "setup")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """The test itself."""
        yield from self._measured(item, "call")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Fixtures taken down."""
        yield from self._measured(item, "teardown")


def table(sums: dict[str, float], most: int) -> str:
    """Sums, longest first."""
    rows = sorted(sums.items(), key=lambda row: -row[1])[:most]
    return "\n".join(f"{seconds:9.1f}  {name}" for name, seconds in rows)


def main(paths: list[str]) -> None:
    """Adds up what was measured, by folder, by file and by test."""
    lines: list[dict[str, Any]] = [json.loads(line) for path in paths for line in Path(path).read_text().splitlines()]
    for title, most, key in (
        ("folders", 99, lambda line: "/".join(line["test"].split("::")[0].split("/")[:3])),
        ("files", 40, lambda line: line["test"].split("::")[0]),
        ("tests", 40, lambda line: f"{line['test']} ({line['phase']})"),
    ):
        sums: dict[str, float] = defaultdict(float)
        for line in lines:
            sums[key(line)] += line["seconds"]
        sys.stdout.write(f"{title}, {sum(sums.values()):.1f} user seconds in all\n{table(sums, most)}\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
