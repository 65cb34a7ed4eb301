"""`dhstats diff` and `dhstats history`: what they show of stored answers, and what they refuse."""

import json
import re
import shutil
from pathlib import Path

import pytest

from dhstats.cli.main import main
from tests.cli.conftest import Typed
from tests.pages.kinds import TURN

HEART = "simulate --strategies greedy --games 200 --moves none"


@pytest.fixture
def two(place: Path, said: Typed) -> Path:
    """Two runs of one seed that differ in a rule."""
    said(*f"{HEART} --seed 1 --out before".split())
    said(*f"{HEART} --seed 1 --set end.ship_stacks=2 --out after".split())
    return place


def test_runs_of_one_seed_are_compared_deal_by_deal(two: Path, said: Typed) -> None:
    """The rule that differs, the numbers that moved, a page and its numbers."""
    told = said("diff", "before", "after", "--json", "numbers.json")
    assert "What changed from before to after?" in told
    assert "One thing differs, end.ship_stacks (3, then 2): that is what moved these numbers." in told
    assert "t over 100 deals" in told
    assert "report: reports/diff-before-after.html" in told
    (answer,) = [json.loads((two / "numbers.json").read_text("utf-8"))["joined"]]
    tables = {each["key"]: each for each in answer["tables"]}
    assert ["rules", "end.ship_stacks", "3", "2"] in tables["differs"]["rows"]
    assert "<h1" in (two / "reports/diff-before-after.html").read_text("utf-8")


def test_equal_runs_are_said_to_be_equal(two: Path, said: Typed) -> None:
    """Every deal came out the same."""
    shutil.copytree("before", "copy")
    told = said("diff", "before", "copy")
    assert re.search(r"Nothing: all \w+ numbers are the same on every deal\.", told)
    assert "Rules, players and game are the same." in told


def test_versions_of_a_game_file_need_no_game(
    place: Path, said: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The lines that differ are counted while this machine keeps the files; nothing is executed where it does not."""
    shutil.copy(TURN, "mine.py")
    game = "simulate --game mine.py --strategies at_twenty --games 200 --moves none --seed 1"
    said(*f"{game} --out data/one".split())
    Path("mine.py").write_text(Path("mine.py").read_text("utf-8") + "\n# a note\n", "utf-8")
    said(*f"{game} --set sides=10 --out data/two".split())
    told = said("diff", "data/one", "data/two")
    assert "2 lines added, 0 removed" in told
    assert "sides (6, then 10)" in told
    Path("mine.py").unlink()
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path / "empty"))
    told = said("diff", "data/one", "data/two")
    assert "its text is not on this machine" in told
    assert "Player's score: " in told
    told = said("history", "data", "-o", "history.html")
    assert "The one step changed a number for certain" in told
    assert "How did mine change over two versions?" in told
    assert not (tmp_path / "empty" / "games").exists()


def test_only_a_rule_on_common_deals_is_what_moved_the_numbers(two: Path, said: Typed) -> None:
    """Another player, or another seed, leaves it open; a trained player follows from the rule."""
    said(*f"{HEART} --seed 2 --set end.ship_stacks=2 --out apart".split())
    told = said("diff", "before", "apart")
    assert "it may be what moved these numbers; runs of one seed are compared by the same deals." in told
    said(*["simulate", "--strategies", "random", "--games", "200", "--moves", "none", "--seed", "1", "--out", "weak"])
    assert "who plays (greedy, then random): it may be what moved these numbers." in said("diff", "before", "weak")


def test_runs_of_one_name_are_told_apart(two: Path, said: Typed) -> None:
    """By the folders that they lie in, in the question and in the name of the page."""
    for run, below in (("before", "old"), ("after", "new")):
        shutil.copytree(run, two / below / "run")
    told = said("diff", "old/run", "new/run")
    assert "What changed from old/run to new/run?" in told
    assert "report: reports/diff-old_run-new_run.html" in told


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("diff before nothing", "nothing: holds no run; name the folder of one"),
        ("diff before page.html", "page.html: holds no run; name the folder of one"),
        ("diff before wood", "before is of dragonheart, wood of dragonwood; name two of one game"),
        ("history before", "has 1 run of one game, and a history needs two"),
        ("history plain.json", "is not a folder on this machine"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    words: str, complaint: str, place: Path, said: Typed, refused: Typed
) -> None:
    """In one line, before a page is written."""
    said(*f"{HEART} --seed 1 --out before".split())
    if "wood" in words:
        said(*f"{HEART} --game dragonwood --seed 1 --out wood".split())
    Path("page.html").write_text("<html>", "utf-8")
    Path("plain.json").write_text("[1, 2]", "utf-8")
    assert complaint in refused(*words.split())
    assert not Path("reports").exists()


def test_a_damaged_run_is_left_out_of_a_history(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the reason; too few remain."""
    manifest = two / "after" / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace("greedy", "gready"), "utf-8")
    assert main(["history", "."]) == 2
    assert "was edited or is damaged" in capsys.readouterr().err
