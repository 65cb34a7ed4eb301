"""`dhstats atlas`: the page and its numbers, the same for any number of workers, what is gone on with, mistakes in a line."""

import json
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main

GOALS = '[goals]\nturns = "30 to 50"\nscore = "48 to 52 %"\n'
CHANGE = "[change]\nhand.size = [4, 5, 6]\nend.ship_stacks = [2, 3, 4, 5]\n"
QUICK = ("--deals", "100", "--again", "300", "--more", "2", "--seed", "1")


def written(place: Path, text: str = GOALS + CHANGE, name: str = "own.toml") -> str:
    """A goals file."""
    (place / name).write_text(f'title = "a try"\nplayers = "greedy"\n{text}', "utf-8")
    return name


def answers(file: Path) -> Any:
    """What the numbers of a page say."""
    return json.loads(file.read_text("utf-8"))["runs"][0]["answers"]


@pytest.mark.long(
    "that an atlas does not depend on workers; runs do not in tests/simulate/test_seats, and each_command asks an atlas"
)
def test_any_number_of_workers_lays_out_the_same_and_a_second_run_plays_nothing(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page names the command; games lie in the folder that was named, and are gone on with there."""
    file = written(place)
    for workers in ("1", "2"):
        more = ("--workers", workers, "--out", f"runs{workers}", "--json", f"{workers}.json", "-o", f"{workers}.html")
        assert main(["atlas", file, *QUICK, *more]) == 0
    assert answers(place / "1.json") == answers(place / "2.json")
    told = capsys.readouterr().out
    assert "Which rules decide what kind of game Dragonheart is?" in told
    assert "end.ship_stacks makes" in told
    assert "dhstats atlas own.toml --more 2 --deals 100 --again 300" in (place / "1.html").read_text("utf-8")
    before = {each: each.stat().st_mtime_ns for each in (place / "runs1").rglob("games-1/manifest.json")}
    assert len(before) >= 12
    assert main(["atlas", file, *QUICK, "--out", "runs1", "--resume", "--json", "3.json"]) == 0
    assert answers(place / "3.json") == answers(place / "1.json")
    assert {each: each.stat().st_mtime_ns for each in (place / "runs1").rglob("games-1/manifest.json")} == before
    tables = {each["key"]: each for each in answers(place / "1.json")[0]["tables"]}
    assert {"shares", "map", "map_goals", "together", "quantities", "levels", "rule_sets"} <= set(tables)
