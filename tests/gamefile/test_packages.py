"""Packages: a folder with a game file and modules of its own, at the places where games that come along have theirs."""

import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.gamefile import opening
from dhstats.games import catalogue
from dhstats.games.folder import PARTS
from dhstats.storage.manifest import read_manifest
from tests.gamefile.examples import command

HEAPS = Path(__file__).parent / "games" / "heaps"


@pytest.fixture
def heaps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package on disk, and its folder the place where one is."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(HEAPS, tmp_path / "heaps", ignore=shutil.ignore_patterns("__pycache__")))


def test_a_package_has_its_own_parts_and_derives_the_others(heaps: Path) -> None:
    """Its question, query, chart, player and rule set are played, counted, answered and drawn with those of any game."""
    command("simulate", "--game", "heaps/", "--strategies", "one,random", "--games", "40", "--seed", "1", "--rules",
            "short", "--moves", "all", "--workers", "1", "--out", "run")  # fmt: skip
    manifest = read_manifest(Path("run"))
    assert manifest.game == f"heaps@{manifest.game_file[:12]}"
    said = command("report", "run", "--page", "page.html")
    assert "Players take 1 most of the time." in said
    page = Path("page.html").read_text()
    assert "How many are taken at once?" in page
    assert "Bars: moves by how many they take." in page
    assert "--game heaps/" in page
    assert "stands." in command("verify", "run")
    assert "The game ends" in command("replay", "run", "0")
    command("replay", "run", "0", "--page", "replay.html")
    assert "One grab on" in Path("replay.html").read_text()
    assert "short" in command("rules", "list", "--game", "heaps/game.py")


def test_a_package_is_named_by_its_folder_or_its_file(heaps: Path) -> None:
    """The same game, whose name has a hash of all its files; data beside them are none of it."""
    name = catalogue.name_of("heaps/")
    assert catalogue.name_of("heaps/game.py") == catalogue.name_of(f"{heaps}/") == name
    files = sorted(path.relative_to(heaps) for path in heaps.rglob("*.*"))
    listed = "".join(f"{sha256((heaps / path).read_bytes()).hexdigest()}  {path.as_posix()}\n" for path in files)
    assert name == f"heaps@{sha256(listed.encode()).hexdigest()[:12]}"
    for beside in ("notes.txt", "data/run.json", "questions/.hidden.sql", "words/__pycache__/logged.pyc"):
        (heaps / beside).parent.mkdir(parents=True, exist_ok=True)
        (heaps / beside).write_text("x")
    assert catalogue.name_of("heaps/") == name
    (heaps / "questions" / "takes.sql").write_text("-- edited")
    assert catalogue.name_of("heaps/") != name
    assert catalogue.typed(name) == name  # no longer what lies there


def test_a_part_that_is_missing_says_which_file_to_add(heaps: Path) -> None:
    """Parts that nothing can derive are named with the module that would hold them."""
    door = catalogue.door(catalogue.name_of("heaps/"))
    assert [what for what in PARTS if not door.brings(what)] == ["decks", "reasons", "puzzles"]
    with pytest.raises(BadInput, match=r"^game heaps: it cannot explain why .*; add words/why_not\.py to its folder$"):
        door.part("reasons")


def test_a_package_travels_to_another_process(
    heaps: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """All its files, which are kept there as here; what is not what its name says is refused."""
    name, content = catalogue.packed(catalogue.name_of("heaps/"))
    monkeypatch.setattr(opening, "cache_root", lambda: tmp_path_factory.getbasetemp() / "elsewhere")
    monkeypatch.setattr(opening, "_opened", {})
    with pytest.raises(BadInput, match="which was never named on this machine"):
        catalogue.door(name)
    with pytest.raises(BadInput, match="its content changed on the way"):
        catalogue.unpack(name, content.replace(b"takes.sql", b"other.sql"))
    catalogue.unpack(name, content)
    assert catalogue.door(name).part("questions").questions


def test_only_a_package_that_a_person_names_is_run(heaps: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Data that name one run nothing, even if its folder is named for something else."""
    mark = heaps / "mark"
    (heaps / "game.py").write_text(
        f"from pathlib import Path\n\nPath({str(mark)!r}).touch()\n" + (heaps / "game.py").read_text()
    )
    Path("plan.toml").write_text('game = "heaps/"\nstrategies = ["random"]\ngames = 2\nseed = 1\n')
    assert main(["simulate", "plan.toml", "--out", "heaps/"]) == 2
    assert "heaps/" in capsys.readouterr().err
    assert not mark.exists()
    assert main(["simulate", "plan.toml", "--game", "heaps/", "--out", "run"]) == 0
    assert mark.exists()


WRONG = {
    "raises": (
        "questions/catalogue.py",
        "OWN = 1 // 0\n",
        "game heaps/: questions/catalogue.py: line 1: ZeroDivisionError",
    ),
    "no game": ("game.py", "", "game heaps/: has no game.py; a package is a folder with a game file of this name"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_package_is_said_with_its_file(name: str, heaps: Path) -> None:
    """One sentence, with the line where a module of the package fails."""
    file, text, said = WRONG[name]
    (heaps / file).write_text(text) if text else (heaps / file).unlink()
    with pytest.raises(BadInput) as refused:
        catalogue.part(catalogue.name_of("heaps/"), "questions")
    assert str(refused.value).startswith(said)


def test_a_package_must_have_a_name_for_a_game(heaps: Path) -> None:
    """As a game file must."""
    heaps.rename("my heaps")
    with pytest.raises(
        BadInput, match=r"^game my heaps/: must have a name such as my_game/, with only letters, digits and _"
    ):
        catalogue.name_of("my heaps/")
