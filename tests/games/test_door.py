"""One way for all games: whatever a game brings is reached from one value, and no list of names has to be touched."""

import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dhstats.games
from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.folder import PARTS, USUAL, folder, found, usual

ROOT = Path(__file__).resolve().parents[2]
PIG = ROOT / "dhstats" / "gamefile" / "examples" / "pig.py"
OF_SOME = {"decks": ("dragon",)}  # what only some games bring, and which
# A copy of a game under another name: all its parts, its rule sets, a run and the page about it.
NEWCOMER = """
import dhstats.games
dhstats.games.__path__.append({home!r})
from dhstats.cli.main import main
from dhstats.games import catalogue
from dhstats.games.folder import PARTS
assert "newcomer" in catalogue.NAMES
print([what for what in PARTS if catalogue.brings("newcomer", what) and catalogue.part("newcomer", what) is not None])
for words in (
    "rules list --game newcomer",
    "simulate --game newcomer --strategies random --games 4 --seed 1 --moves all --out run",
    "report run -o page.html",
):
    assert main(words.split()) == 0, words
"""


@pytest.mark.parametrize("what", PARTS)
@pytest.mark.parametrize("game", catalogue.NAMES)
def test_every_part_of_a_game_that_comes_along_is_reached_from_its_one_value(game: str, what: str) -> None:
    """A part is there to be loaded, and the game says so; what is only of some games is missed in words."""
    door = catalogue.door(game)
    assert door.name == game
    assert door.brings(what) == (game in OF_SOME.get(what, catalogue.NAMES))
    if door.brings(what):
        assert door.part(what) is catalogue.part(game, what) is not None
    else:
        with pytest.raises(BadInput, match=rf"^game {game}: brings no {what}; add games/{game}/.*\.py$"):
            door.part(what)


def test_a_game_is_found_by_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual game stands first, the others by name; one that has nothing yet says which file is missing."""
    (tmp_path / "another").mkdir()
    (tmp_path / "another" / "__init__.py").write_text('"""A game that somebody has begun."""\n')
    monkeypatch.setattr(dhstats.games, "__path__", [*dhstats.games.__path__, str(tmp_path)])
    assert found()[0] == USUAL
    assert list(found()[1:]) == sorted({*catalogue.NAMES, "another"} - {USUAL})
    assert not any(folder("another").brings(what) for what in PARTS)
    with pytest.raises(BadInput, match=r"^game another: brings no stacks; add games/another/words/logged\.py$"):
        folder("another").part("stacks")


@pytest.mark.long("a copy of a whole game compiled, played and reported; every part of each game is reached above")
def test_a_game_in_a_folder_elsewhere_is_played_and_reported_without_a_list(tmp_path: Path) -> None:
    """A copy of Dragonwood under another name: every part, the rule sets, a run and its page, nothing else touched."""
    source, copy = ROOT / "dhstats" / "games" / "dragonwood", tmp_path / "newcomer"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "trained"))
    for path in copy.rglob("*.*"):
        if path.suffix in (".py", ".toml"):
            path.write_text(path.read_text("utf-8").replace("dragonwood", "newcomer"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", NEWCOMER.format(home=str(tmp_path))], cwd=tmp_path, capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == str([what for what in PARTS if what not in OF_SOME])
    assert "--game newcomer" in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.parametrize("what", PARTS)
def test_a_game_file_has_the_same_parts_or_says_what_is_missing(what: str) -> None:
    """Each part that games in folders bring is made from the file, or refused with the reason."""
    door = catalogue.door(catalogue.name_of(str(PIG)))
    if door.brings(what) and what != "stacks":  # nothing is dealt in Pig
        assert door.part(what) is not None
    else:
        with pytest.raises(BadInput, match=r"^game pig: (.*, because a game file |nothing is dealt)"):
            door.part(what)


@pytest.mark.parametrize("path", sorted(PIG.parent.glob("[a-z]*.py")), ids=lambda path: path.stem)
def test_a_game_of_one_file_that_comes_along_is_played_by_its_name(path: Path) -> None:
    """It is the game of its file, as if that were named by its path, and typed by its name again."""
    name = catalogue.name_of(path.stem)
    assert name == f"{path.stem}@{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
    assert catalogue.typed(name) == path.stem
    assert catalogue.short(path.stem) == path.stem
    assert catalogue.name_of(str(path)) == name


def test_all_games_that_come_along_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Those in folders and those of one file, with their titles and who can play."""
    assert main(["games", "list", "--json", "-"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    files = {path.stem for path in PIG.parent.glob("[a-z]*.py")}
    assert {name for name, row in rows.items() if row["source"] == "shipped"} == {*catalogue.NAMES, *files}
    assert (rows["one_turn"]["title"], rows["one_turn"]["players"]) == ("One turn", "1")
    assert (rows["black_lady"]["title"], rows["black_lady"]["players"]) == ("Black Lady", "3 to 4")


def test_the_first_game_with_a_part_is_meant_where_nobody_names_one() -> None:
    """What only some games can be asked is asked of one of them."""
    assert usual("decks") == "dragon"
    assert usual("bundle") == USUAL


def test_no_game_is_named_outside_of_its_folder() -> None:
    """The name of a game is a text of the code in one place, as the game that is meant where nobody names one."""
    package = ROOT / "dhstats"
    homes = [package / "games" / game for game in catalogue.NAMES]
    named = [
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if not any(home in path.parents for home in homes)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in catalogue.NAMES
    ]
    assert named == ["games/folder.py"]
