"""What a wheel holds, and what `make wheel` takes for too much."""

import tomllib
from pathlib import Path

import pytest

from tests.house import wheel
from tests.house.wheel import COMMANDS, ROOT, Place, dear, listed


def test_every_kind_of_file_of_the_package_goes_into_the_wheel() -> None:
    """What is no Python is named by its ending; `make wheel` compares the wheel itself, file by file."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    kinds = {Path(name).suffix for name in listed("dhstats")} - {".py"}
    assert kinds == {Path(pattern).suffix for pattern in settings["dhstats"]}


def test_a_command_that_costs_more_there_in_every_try_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was compiling in the tree, or was slow once, is measured again."""
    tries: list[tuple[str, int]] = []
    slow, compiled, once, alike, alone = COMMANDS[:5]
    monkeypatch.setattr(wheel, "COMMANDS", COMMANDS[:5])
    monkeypatch.setattr(wheel, "COMPARED", COMMANDS[:4])

    def run(place: Place, command: str, number: int) -> str:
        there = place.python == "there"
        tries.extend([(command, number)] * there)
        cost = {slow: 2.0 + there, compiled: 9.0 * (number == 0 and not there) + 1.0}.get(command, 1.0)
        cost += 2.0 * (command == once and number == 0 and there)
        place.costs[command] = min(cost, place.costs.get(command, cost))
        return ""

    monkeypatch.setattr(Place, "run", run)
    assert dear(Place("there", tmp_path), Place("here", tmp_path)) == [f"{slow}: 3.0 s, and 2.0 s in the tree"]
    assert {command: sum(command == each for each, _ in tries) for command in wheel.COMMANDS} == {
        slow: wheel.TRIES, compiled: 2, once: 2, alike: 1, alone: 1,
    }  # fmt: skip
