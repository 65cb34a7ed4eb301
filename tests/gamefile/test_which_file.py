"""Which game file a run was played with: its whole digest is kept and checked, and commands name a file that is it."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.games import catalogue
from dhstats.report.charts.results import ending, ends
from dhstats.storage.manifest import read_manifest, write_manifest
from tests.gamefile.examples import command
from tests.gamefile.small import COUNT_DOWN

Write = Callable[[str, str], Path]


@pytest.fixture
def run(count_down: Path, tmp_path: Path) -> Path:
    """A run of a few games of Count down."""
    folder = tmp_path / "run"
    words = ("--strategies", "random", "--games", "20", "--seed", "1", "--workers", "1")
    command("simulate", "--game", str(count_down), *words, "--out", str(folder))
    return folder


def test_a_run_keeps_the_whole_digest_of_its_file(run: Path, count_down: Path) -> None:
    """Not the twelve signs in the name alone; it stands in the plan of the page too."""
    manifest = read_manifest(run)
    assert manifest.game_file == sha256(count_down.read_bytes()).hexdigest()
    assert manifest.game == f"count_down@{manifest.game_file[:12]}"
    page = run.parent / "page.html"
    command("report", str(run), "--page", str(page))
    assert f"count_down.py with the SHA-256 {manifest.game_file}" in page.read_text()


def test_another_digest_is_found_and_none_is_an_earlier_run(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`verify` compares it with the file that has the name; runs of before that do not say it stay readable."""
    manifest = read_manifest(run)
    write_manifest(run, replace(manifest, game_file="0" * 64))
    assert main(["verify", str(run)]) != 0
    assert f"game_file is {'0' * 64}, but {manifest.game} has {manifest.game_file}" in capsys.readouterr().out
    earlier = replace(manifest, game_file="")
    write_manifest(run, earlier)
    assert "game_file" not in json.loads((run / "manifest.json").read_text())
    assert read_manifest(run) == earlier
    assert earlier.plan() == manifest.plan()
    assert "stands." in command("verify", str(run))


def test_commands_name_the_file_as_long_as_it_is_the_same(
    run: Path, count_down: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its path from where one is, or whole; an edited file is another game, so that the hash is all there is to say."""
    name = read_manifest(run).game
    monkeypatch.chdir(count_down.parent)
    assert catalogue.typed(name) == "count_down.py"
    monkeypatch.chdir(run)
    assert catalogue.typed(name) == str(count_down)
    page = run.parent / "again.html"
    command("report", str(run), "--page", str(page))
    assert f"dhstats simulate --game {count_down}" in page.read_text()
    count_down.write_text(COUNT_DOWN.replace("one, two or three", "1, 2 or 3"))
    assert catalogue.typed(name) == name
    count_down.unlink()
    assert catalogue.typed(name) == name
    assert catalogue.typed("dragonheart") == "dragonheart"


def test_the_file_that_was_named_last_is_named(game_file: Write) -> None:
    """Of two equal files, whichever was named last; a file that moved is found again when it is named."""
    first = game_file("count_down", COUNT_DOWN)
    other = first.parent / "other"
    other.mkdir()
    second = other / "count_down.py"
    second.write_text(COUNT_DOWN)
    name = catalogue.name_of(str(first))
    assert catalogue.name_of(str(second)) == name
    assert Path(catalogue.typed(name)).resolve() == second.resolve()


def test_endings_of_equal_names_are_those_of_their_own_game(game_file: Write) -> None:
    """A file's ending that is called as one of Dragon!'s has the file's word and colour, and Dragon! keeps its own."""
    text = 'ENDINGS = ("ships", "kill")\n' + "\n\ndef ending(state, rules):\n    return 1\n"
    name = catalogue.name_of(str(game_file("endings", COUNT_DOWN + text)))
    assert ends(name) == {
        "ships": ("ships", "kind1"),
        "kill": ("kill", "kind2"),
        "limit": ("limit of decisions", "kind3"),
    } | {"turn_limit": ends("dragon")["turn_limit"]}
    assert ends("dragon")["kill"] == ("killing", "kind1")
    assert "ships" not in ends("dragon")
    assert ending("ships", name) == "ships"
    assert ending("ships", "dragonheart") == "last ship stack"
