"""What a wheel holds, and what `make wheel` takes for too much."""

import sys
import tomllib
from pathlib import Path

import pytest

from tests.house import wheel
from tests.house.wheel import COMMANDS, ROOT, Place, dear, listed, newest


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


def test_the_newest_python_beside_this_one_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what it says of itself: one that is older, or does not run, is passed over."""
    for name, lines in {
        "3.98.1": "echo 3 98",
        "3.99.0": "echo 3 99",
        "3.9.18": "echo 3 9",
        "3.100.0": "exit 1",
    }.items():
        python = tmp_path / name / "bin" / "python3"
        python.parent.mkdir(parents=True)
        python.write_text(f"#!/bin/sh\n{lines}\n", "utf-8")
        python.chmod(0o755)
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path / "3.9.18"))
    assert newest() == str(tmp_path / "3.99.0" / "bin" / "python3")
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path / "3.9.18" / "bin"))
    assert newest() == ""
