"""What is not dhstats' own stays as it is: files in a folder, places behind a link, names that look like addresses."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.engine.compiled import cache_root
from dhstats.errors import BadInput
from dhstats.players.learning.trainer import ENDING, Draft
from dhstats.simulate.work.checkpoints import Checkpoints, opened
from dhstats.storage.layout import LOCK, UNFINISHED, check_target, is_draft, is_void, remove_drafts, result_around
from dhstats.storage.lock import Claim
from dhstats.storage.places import place

PLAY = ["simulate", "--strategies", "random", "--games", "40", "--seed", "1", "--workers", "1"]
OWN = ["manifest.json.0a1b2c3d.part", "games/000001.parquet.0a1b2c3d.part", f"{UNFINISHED}/list.json.0a1b2c3d.part"]
FOREIGN = [
    *("movie.mkv.part", "manifest.json.part", "manifest.json.0a1b2c3d4.part", "notes.0a1b2c3d.part"),
    *("games/film.part", "games/000001.parquet.part", "games/1.parquet.0a1b2c3d.part", "deep/down/x.part"),
    *("deep/000001.parquet.0a1b2c3d.part", "games/deep/000001.parquet.0a1b2c3d.part", "unfinished/tape.part"),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a home of its own beside it."""
    monkeypatch.setenv("DHSTATS_CACHE", str(cache_root()))
    (tmp_path / "home").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def fill(folder: Path, *names: str) -> None:
    """Makes files with something in them."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("mine")


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, those behind links included."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


# Files


@pytest.mark.parametrize("name", FOREIGN)
def test_a_folder_with_a_file_that_is_no_draft_is_not_played_into(
    here: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What merely ends like a draft is somebody's file: exit code 2, and nothing is changed."""
    fill(here / "d", name)
    before = contents(here)
    assert main([*PLAY, "--out", "d"]) == 2
    assert "exists and is not an empty folder" in capsys.readouterr().err
    assert contents(here) == before


@pytest.mark.parametrize("names", [OWN, FOREIGN], ids=["own", "foreign"])
def test_going_on_removes_drafts_of_its_own_alone(here: Path, names: list[str]) -> None:
    """By their whole name and the place where they lie."""
    assert main([*PLAY, "--out", "d"]) == 0
    played = contents(here)
    fill(here / "d", *names)
    (here / "d" / "games" / "000000.parquet").unlink()
    assert main([*PLAY, "--out", "d", "--resume"]) == 0
    left = set(contents(here)) - set(played)
    assert left == {f"d/{name}" for name in names if name in FOREIGN}
    assert [name for name in (*OWN, *FOREIGN) if is_draft(name)] == OWN


def test_drafts_behind_a_link_stay(here: Path) -> None:
    """A link is not followed, neither by who removes drafts nor by who looks whether a folder is empty."""
    fill(here / "other", "000001.parquet.0a1b2c3d.part")
    (here / "d").mkdir()
    (here / "d" / "games").symlink_to(here / "other")
    remove_drafts(here / "d")
    assert not is_void(here / "d")
    assert contents(here / "other") == {"000001.parquet.0a1b2c3d.part": b"mine"}


def test_what_lies_among_the_parts_of_a_result_stays(here: Path) -> None:
    """Checkpoints remove their list and their parts, and the folder if that is empty then."""
    with opened(here / "d") as checkpoints:
        checkpoints.task("forks", {}).add(3, {})
        fill(here / "d" / UNFINISHED, "diary.txt")
        checkpoints.clear()
    assert contents(here) == {f"d/{UNFINISHED}/diary.txt": b"mine"}
    (here / "d" / UNFINISHED / "diary.txt").unlink()
    Checkpoints(here / "d").clear()
    assert list((here / "d").iterdir()) == []


def test_a_training_does_not_replace_a_file_that_is_no_draft(here: Path) -> None:
    """Its draft has the name of the player's file and an ending; who has such a file keeps it."""
    fill(here, f"player.json{ENDING}")
    with pytest.raises(BadInput, match="is not an unfinished training"):
        Draft(here / "player.json", "terms", fresh=True)
    assert contents(here) == {f"player.json{ENDING}": b"mine"}


FILES = dict.fromkeys(
    ("manifest.json", "games/000000.parquet", "moves/000000.parquet"), "is a file of a run; name another"
)
BESIDE = {
    file: f"d has only the files of a run; name a file next to it, such as {{}}/d-{Path(file).name}"
    for file in ("page.html", "games/page.html", "notes/of/mine.html")
}


@pytest.mark.parametrize(("file", "complaint"), [*FILES.items(), *BESIDE.items()])
def test_no_file_is_put_into_the_folder_of_a_run(
    here: Path, file: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """By no command that writes one, whatever way leads there: each names a place beside the run, which stays sound.

    Nor over one of its files.
    """
    assert main([*PLAY, "--out", "d"]) == 0
    (here / "way").symlink_to(here / "d")
    before = contents(here)
    for words in (
        ["report", "d", "-o", f"d/{file}"], ["report", "d", "-o", "page.html", "--json", f"d/games/../{file}"],
        ["report", "d", "-o", f"way/{file}"], ["report", "d", "-o", f"way/../d/{file}"],
        ["verify", "d", "--json", f"d/{file}"], ["replay", "d", "3", "--html", f"d/{file}"],
        ["sql", "d", "SELECT 1", "--json", f"d/{file}"], ["certify", "d", "--certificate", f"d/{file}"],
        ["train", "--games", "64", "--player", f"d/{file}"], ["study", "d", "-o", f"d/{file}"],
        ["plan", "--page", f"d/{file}"], ["compare", "ffg", "kosmos", "--seed", "1", "--page", f"d/{file}"],
    ):  # fmt: skip
        capsys.readouterr()
        assert main(words) == 2, words
        assert complaint.format(here) in capsys.readouterr().err, words
    assert main(["index", "d"]) == 2
    assert "d has only the files of a run" in capsys.readouterr().err
    assert contents(here) == before
    for words in ([*PLAY, "--out", "d/notes/run"], ["compare", "ffg", "kosmos", "--seed", "1", "--out", "d"]):
        assert main(words) == 2
        assert "d: is a run, which holds only its own games; choose another --out" in capsys.readouterr().err
    assert main(["verify", "d", "--sample", "2"]) == 0


def test_a_list_of_another_program_is_no_run(here: Path) -> None:
    """Pages may lie beside any other file that is called manifest.json."""
    (here / "manifest.json").write_text('{"name": "my site", "schema": 2}')
    check_target(here / "page.html")
    check_target(here / "deep" / "page.html")
    assert result_around(here / "page.html") is None


# Links


@pytest.mark.parametrize("name", ["games", "moves", "totals"])
def test_a_table_that_is_a_link_is_not_written_into(here: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A stranger's run may have a link in the place of a folder; what it leads to is not touched."""
    assert main([*PLAY, "--out", "d"]) == 0
    fill(here / "other", "000000.parquet", "000007.parquet.0a1b2c3d.part")
    for file in (here / "d").glob(f"{name}/*"):
        file.unlink()
    if (here / "d" / name).exists():
        (here / "d" / name).rmdir()
    (here / "d" / name).symlink_to(here / "other")
    (here / "d" / "moves" / "000000.parquet").unlink(missing_ok=True)
    before = contents(here / "other")
    capsys.readouterr()
    assert main([*PLAY, "--out", "d", "--resume"]) == 2
    assert f"d/{name}: is a link to another place; remove it, or choose another --out" in capsys.readouterr().err
    assert contents(here / "other") == before


def test_a_run_within_a_result_is_no_link_but_the_folder_that_is_named_may_be(here: Path) -> None:
    """Whoever names a link means the place to which it leads."""
    (here / "far").mkdir()
    (here / "near").symlink_to(here / "far")
    assert main([*PLAY, "--out", "near"]) == 0
    assert (here / "far" / "manifest.json").is_file()
    with pytest.raises(BadInput, match="is a link to another place"):
        Claim(here / "near")


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to], ids=["symbolic", "hard"])
@pytest.mark.parametrize("content", ["a diary", "{}", ""], ids=["text", "table", "nothing"])
def test_a_lock_file_that_is_another_file_is_not_written_to(
    here: Path, link: Callable[[Path, Path], None], content: str
) -> None:
    """Neither what a link leads to nor another name of the file is changed."""
    (here / "diary").write_text(content)
    (here / "d").mkdir()
    link(here / "d" / LOCK, here / "diary")
    assert main([*PLAY, "--out", "d"]) in (2, 4)
    assert (here / "diary").read_text() == content
    assert (here / "d" / LOCK).exists()
    assert sorted(path.name for path in (here / "d").iterdir()) == [LOCK]


@pytest.mark.timeout(60)
def test_a_pipe_in_place_of_a_lock_file_is_refused(here: Path) -> None:
    """Nobody waits for what will never be written into it."""
    (here / "d").mkdir()
    os.mkfifo(here / "d" / ".lock")
    with pytest.raises(BadInput, match="another program's file, or another name of one"):
        Claim(here / "d")
    assert (here / "d" / ".lock").is_fifo()


@pytest.mark.parametrize("content", [b"mine", b"1234\n", b'["mine"]', b'{"process": 1}' + b" " * 5000])
def test_a_lock_file_of_another_program_stays(here: Path, content: bytes) -> None:
    """It is no table of words about a process, as short as those are: the number of another process, say."""
    (here / "d").mkdir()
    (here / "d" / LOCK).write_bytes(content)
    with pytest.raises(BadInput, match="is another program's file"):
        Claim(here / "d")
    assert contents(here) == {f"d/{LOCK}": content}


# Names


@pytest.mark.parametrize("name", ["~/runs/a", "~nobody:at/s3:"])
def test_a_path_is_one_folder_for_all_commands(here: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """~ is the home folder and a colon a letter; tables, manifest, page and locks are in the same place."""
    folder = Path(name).expanduser() if name.startswith("~/") else here / name
    assert main([*PLAY, "--out", name]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["games", "manifest.json", "moves"]
    capsys.readouterr()
    assert main(["sql", name, "SELECT count(*) AS n FROM games"]) == 0
    assert "40" in capsys.readouterr().out
    assert main(["report", name, "-o", f"{name}.html", "--json", f"{name}.json"]) == 0
    assert main(["verify", name, "--sample", "4"]) == 0
    assert main(["replay", name, "3"]) == 0
    assert folder.with_name(f"{folder.name}.html").is_file()
    assert folder.with_name(f"{folder.name}.json").is_file()
    assert main([*PLAY, "--out", name, "--resume"]) == 0


def test_totals_in_such_folders_are_read(here: Path) -> None:
    """Tables of counts have readers of their own."""
    for name in ("~/t", "t:[1]*"):
        assert main([*PLAY, "--moves", "none", "--keep", "totals", "--out", name]) == 0
        assert main(["report", name, "-o", "page.html"]) == 0
        assert main(["verify", name]) == 0


@pytest.mark.parametrize("name", ["file:/tmp/x", "file:///tmp/x", "FILE:x", "gs://b/x", "http://h/x", "s3a://b/x"])
def test_an_address_that_is_no_bucket_is_refused(here: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, before anything is played."""
    for words in ([*PLAY, "--out", name], ["report", name], ["verify", name], ["report", "d", "-o", name]):
        assert main(words) == 2
        assert "write a path, or s3://BUCKET/PATH" in capsys.readouterr().err
    assert contents(here) == {}


def test_the_home_folder_is_meant_in_every_name_of_a_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rules, strategies and experiments, where the shell leaves a ~ as it is."""
    home = Path.home()
    (home / "r.toml").write_text('extends = "ffg"\n[hand]\nsize = 4\n')
    bot = 'def patient(view, moves, count, randomness):\n    """Plays the first move."""\n    return 0\n'
    (home / "bots.py").write_text(bot)
    (home / "q.toml").write_text("games = 8\nseed = 1\nrules = '~/r.toml'\nstrategies = ['~/bots.py:patient']\n")
    assert main(["rules", "check", "~/r.toml"]) == 0
    assert main(["simulate", "~/q.toml", "--run-code", "--out", "~/run"]) == 0
    assert (home / "run" / "manifest.json").is_file()
    assert contents(here) == {}
    assert place("~/run") == home / "run"
