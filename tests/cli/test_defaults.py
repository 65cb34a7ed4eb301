"""Defaults in `dhstats.toml`, `--open` and `--notify`: what is taken, shown and refused."""

import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest

from dhstats.cli.main import main

COMPARE = "compare ffg end.ship_stacks=2 --deals 40 --seed 1"


def project(text: str, place: Path) -> None:
    """The file of a project."""
    (place / "dhstats.toml").write_text(text, "utf-8")


def test_defaults_are_taken_where_nothing_was_said_and_are_shown(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Players, threads and the folder; the command that a page shows has what decides the answer."""
    project('workers = 1\nplayers = "greedy"\nfolder = "games"\n', place)
    assert main(COMPARE.split()) == 0
    out, told = capsys.readouterr()
    assert "dhstats.toml: workers = 1, players = greedy, folder = games" in told
    assert "players greedy" in out
    (folder,) = (place / "games").iterdir()
    assert "--strategies greedy" in (place / f"reports/{folder.name}.html").read_text("utf-8")


def test_what_is_said_overrules_a_default(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only those that were used are shown."""
    project('players = "denier"\nfolder = "games"\n', place)
    assert main([*COMPARE.split(), "--strategies", "greedy", "--out", "mine"]) == 0
    out, told = capsys.readouterr()
    assert "dhstats.toml" not in told
    assert "players greedy" in out
    assert not (place / "games").exists()


def test_a_file_of_another_folder_is_none_of_this_one(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A project is the current folder alone; a command that has no such option does not read the file."""
    project("nonsense = 1\n", place)
    assert main(["rules", "list"]) == 0
    below = place / "below"
    below.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(below)
        assert main([*COMPARE.split(), "--strategies", "greedy"]) == 0
    assert "dhstats.toml" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("# mine\nplayer = 'greedy'\n", "dhstats.toml, line 2: unknown key player; did you mean 'players'?"),
        ("\n\nworkers = 0\n", "dhstats.toml, line 3: workers must be a whole number from 1 to"),
        ("workers = true\n", "dhstats.toml, line 1: workers must be a whole number from 1 to"),
        ("margin = '1pp'\n", "dhstats.toml, line 1: unknown key margin;"),
        ("folder = ''\n", "dhstats.toml, line 1: folder must be a text that is not empty"),
        ("[players]\na = 1\n", "dhstats.toml, line 1: players must be a text that is not empty"),
        ("players =\n", "dhstats.toml: not valid TOML: line 1"),
        ("players = 'bots.py:clever'\n", "bots.py is a program and is not run for data that name it"),
        ("players = 'nobody'\n", "nobody"),
    ],
)
def test_a_wrong_default_is_refused(text: str, complaint: str, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With file and line; a file of strategies that data name does not run."""
    project(text, place)
    (place / "bots.py").write_text("raise SystemExit(9)\n", "utf-8")
    assert main(COMPARE.split()) == 2
    assert complaint in capsys.readouterr().err
    assert not (place / "data").exists()


def test_a_page_is_opened_and_a_bell_rings(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page that was written, and again if the answer was there before; neither changes the question."""
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    noticed: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda words, **_: noticed.append(words))
    monkeypatch.setattr("shutil.which", lambda name: name if name == "notify-send" else None)
    words = ["goals", "check", "goals.toml", "--seed", "1", "--deals", "500"]
    (place / "goals.toml").write_text('players = "greedy"\n[goals]\nturns = "at most 5"\n', "utf-8")
    for more in (["--open", "--notify"], ["--open"]):
        assert main([*words, *more]) == 1
    (folder,) = (place / "data").iterdir()
    assert opened == [(place / f"reports/{folder.name}.html").as_uri()] * 2
    assert noticed == [["notify-send", "dhstats", "dhstats check: finished"]]
    assert "\a" in capsys.readouterr().err


def test_no_browser_and_a_failure_are_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no browser opens the page is named; a command that failed rings as well and opens nothing."""
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert main([*COMPARE.split(), "--strategies", "greedy", "-o", "page.html", "--open"]) == 0
    assert "--open: no browser opens here; the page is page.html" in capsys.readouterr().err
    assert main([*COMPARE.split(), "--strategies", "nobody", "--open", "--notify"]) == 2
    told = capsys.readouterr().err
    assert "dhstats compare: failed or was stopped" in told
    assert "no browser" not in told


def test_files_and_runs_keep_their_own_players(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An experiment file is played as it stands, in its home folder; a kit or a fork of a run is not refused."""
    (place / "mine.toml").write_text('name = "mine"\nstrategies = ["greedy"]\ngames = 40\nseed = 1\n', "utf-8")
    project('workers = 1\nplayers = "denier"\n', place)
    assert main(["simulate", "mine.toml"]) == 0
    out, told = capsys.readouterr()
    assert "greedy" in out
    assert "players = denier" not in told
    (run,) = (place / "data").iterdir()
    assert main(["kit", str(run), "-o", "kit.html"]) == 0
    assert "dhstats.toml" not in capsys.readouterr().err
    assert "denier" not in (place / "kit.html").read_text("utf-8")
    assert (
        main(["fork", str(run), "0", "--turn", "2", "--arm", "move=1", "--arm", "move=2", "--continuations", "4"]) == 0
    )
    assert "players" not in capsys.readouterr().err
