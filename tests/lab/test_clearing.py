"""Room for new comparisons: the oldest go, and nothing that a lab did not write itself, or that somebody needs."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dhstats.lab import shelf
from dhstats.lab.comparisons import NAME, QUESTION
from dhstats.lab.shelf import clear
from dhstats.lab.watching import Watchers
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import open_run
from dhstats.storage.places import each_file_below
from tests.lab.conftest import FFG, PAGE, served

Make = Callable[..., Path]
HOLD = """
import sys, time
from pathlib import Path
from dhstats.storage.lock import Claim
with Claim(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run as comparisons have them."""
    plan = Experiment(NAME, QUESTION, "dragonheart", "ffg", strategies=("random",), games=4, seed=1, moves="none")
    return simulate(plan, tmp_path_factory.mktemp("runs") / "lab", workers=1).folder


@pytest.fixture
def made(pattern: Path, tmp_path: Path) -> Make:
    """What makes a comparison of two runs below a lab's folder, so many seconds old."""

    def make(page: int, number: int, age: int = 0) -> Path:
        folder = tmp_path / "lab" / f"page-{page}" / str(number)
        for name in ("base", "change_1"):
            shutil.copytree(pattern, folder / name)
            now = 2_000_000_000 - age
            os.utime(folder / name / "manifest.json", (now, now))
        return folder

    return make


def size(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum((folder / name).stat().st_size for name in each_file_below(folder))


def everything(folder: Path) -> list[str]:
    """All that lies in a folder."""
    return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*"))


def test_the_newest_stay_as_long_as_there_is_room(made: Make, tmp_path: Path) -> None:
    """Whatever page they are of; what is cleared is counted, and said."""
    old, older, new = made(2, 1, 20), made(10, 3, 30), made(2, 2, 10)
    home, each = tmp_path / "lab", size(new)
    assert clear(home, most=3 * each).comparisons == 0
    found = clear(home, most=2 * each)
    assert (found.comparisons, found.bytes) == (1, each)
    assert [one.exists() for one in (new, old, older)] == [True, True, False]
    assert not older.parent.exists()
    assert "cleared an older comparison below" in found.told(home)
    assert open_run(old / "base").manifest.games == 4
    assert clear(home, needed=[old], most=0).comparisons == 1
    assert [one.exists() for one in (new, old)] == [False, True]
    assert clear(tmp_path / "nowhere").comparisons == 0


def test_nothing_that_a_lab_did_not_write_is_touched(made: Make, pattern: Path, tmp_path: Path) -> None:
    """Other runs, other files, links: neither they nor what they lead to, wherever they lie."""
    home = tmp_path / "lab"
    mine, elsewhere = made(1, 1, 10), tmp_path / "elsewhere"
    shutil.copytree(pattern, elsewhere)
    other = Experiment("mine", QUESTION, "dragonheart", "ffg", strategies=("random",), games=4, seed=1)
    for place in (
        "page-1/2/base",
        "page-1/notes",
        "games/batch",
        "pages/compare-x/games/base",
        "table/dragonheart/0001",
    ):
        simulate(other, home / place, workers=1)
    for place in ("pages/1/base", "page-x/1/base", "page-1/one/base"):
        shutil.copytree(pattern, home / place)
    (home / "page-3").symlink_to(elsewhere.parent, target_is_directory=True)
    (home / "page-1" / "4").symlink_to(elsewhere.parent, target_is_directory=True)
    (home / "page-1" / "5").mkdir()
    (home / "page-1" / "5" / "base").symlink_to(elsewhere, target_is_directory=True)
    broken = made(1, 6)
    for run in ("base", "change_1"):
        (broken / run / "manifest.json").write_text('{"schema": 1, "version": "lab"}')
    linked = made(1, 7)
    for run in ("base", "change_1"):
        shutil.rmtree(linked / run / "games")
        (linked / run / "games").symlink_to(elsewhere / "games", target_is_directory=True)
    (mine / "base" / "notes.txt").write_text("mine")
    (mine / "base" / "games" / "000000.parquet.bak").write_text("mine")
    before = everything(home)
    found = clear(home, most=0)
    gone = set(before) - set(everything(home))
    assert found.comparisons == 1
    assert {name for name in gone if not name.startswith("page-1/1/")} == set()
    assert (mine / "base" / "notes.txt").read_text() == "mine"
    assert (mine / "base" / "games" / "000000.parquet.bak").exists()
    assert not (mine / "change_1").exists()
    assert open_run(elsewhere).manifest.games == 4
    assert len(everything(elsewhere)) == len(everything(pattern))


def test_what_another_process_plays_stays(made: Make, tmp_path: Path) -> None:
    """As long as it holds the run; what was cleared by half is cleared the next time."""
    held = made(1, 1)
    command = [sys.executable, "-c", HOLD, str(held / "change_1")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        assert clear(tmp_path / "lab", most=0).comparisons == 0
        assert (held / "change_1" / "manifest.json").exists()
        other.kill()
    assert clear(tmp_path / "lab", most=0).comparisons == 1
    assert not held.exists()


def test_several_that_clear_at_once_disturb_nobody(made: Make, tmp_path: Path) -> None:
    """Each comparison is cleared, once or by several together, and no error comes of it."""
    for number in range(1, 9):
        made(number, 1, number)
    problems: list[BaseException] = []

    def clearing_too() -> None:
        try:
            clear(tmp_path / "lab", most=0)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=clearing_too) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert problems == []
    clear(tmp_path / "lab", most=0)
    assert list(each_file_below(tmp_path / "lab")) == []


def test_pages_of_several_labs_have_folders_of_their_own(tmp_path: Path) -> None:
    """However they are opened at the same time below the same folder; a page that played nothing leaves none."""
    labs, found = [Watchers(tmp_path) for _ in range(4)], []

    def opening(lab: Watchers) -> None:
        found.extend(lab.of(f"{number:012d}").folder for number in range(20))

    threads = [threading.Thread(target=opening, args=(lab,)) for lab in labs]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(set(found)) == 80
    for lab in labs:
        lab.close()
    assert everything(tmp_path) == []


def test_a_page_that_played_nothing_has_no_folder(tmp_path: Path) -> None:
    """So a lab that is killed leaves none; what one left empty goes later, when no lab can be about to play there."""
    lab = Watchers(tmp_path)
    page = lab.of(PAGE)
    lab.clear()
    assert everything(tmp_path) == []
    assert page.latest == tmp_path / "page-1" / "0"
    clear(tmp_path)
    assert everything(tmp_path) == ["page-1"]
    long_ago = time.time() - 2 * shelf.LEFT
    os.utime(tmp_path / "page-1", (long_ago, long_ago))
    (tmp_path / "page-2").mkdir()
    clear(tmp_path)
    assert everything(tmp_path) == ["page-2"]


def test_a_lab_clears_when_a_comparison_has_ended(
    made: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Those of labs before it when it begins, its own later; the one on the page stays, and it is said what went."""
    monkeypatch.setattr(shelf, "MOST_BYTES", 0)
    monkeypatch.setattr("dhstats.lab.app.warm", lambda *_: None)
    old, said = made(1, 1), []
    with served(tmp_path / "lab", say=said.append) as lab, lab.listening() as until:
        for points in (4, 5):
            assert lab.ask("compare", page=PAGE, **FFG, changes=[{"great_dragon.points": points}], player="random")
            until(lambda event: event.get("deals", 0) >= 250)
            lab.ask("steer", page=PAGE, action="stop")
            until(lambda event: event["state"] == "stopped")
    left = [each.name for each in (tmp_path / "lab").glob("page-*/*")]
    assert not old.exists()
    assert left == ["2"]
    assert len(said) >= 2
    assert all(each.startswith("cleared ") for each in said)
