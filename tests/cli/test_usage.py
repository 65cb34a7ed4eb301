"""Words of a command line that are wrong: one line that says which, what is allowed and what was probably meant."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dhstats.cli.main import COMMANDS, all_commands
from tests.cli.conftest import Typed

PLAY = "--strategies random --seed 1 --out here/run"
WRITING = {"--page", "--json", "--html", "--certificate", "--player", "--rule-file"}  # what names a file to write
ENOUGH = {
    "compare": ["ffg", "kosmos"], "design": ["goals.toml"], "sweep": ["ffg", "hand.size=4,5"], "choose": ["ffg", "kosmos"], "audit": ["ffg"],
    "certify": ["run"], "report": ["run"], "cards": ["kill"], "improve": ["kill"], "replay": ["run", "0"],
    "sql": ["run", "FROM games"], "verify": ["run"], "import": ["log.jsonl"], "people": ["run"], "playtests": ["evenings.csv"], "export": ["run"],
    "atlas": ["goals.toml"], "kit": ["ffg"], "solve": ["kuhn"],
    "diff": ["run", "run"], "history": ["run"],
    "pack": ["run"], "open": ["run.dhs"], "merge": ["run", "run", "--out", "whole"],
}  # fmt: skip


@pytest.fixture
def line(place: Path, refused: Typed) -> Typed:
    """The one line of a command that is refused, and leaves nothing behind."""

    def typed(*words: str) -> str:
        before = sorted(place.rglob("*"))
        told = refused(*words)
        assert sorted(place.rglob("*")) == before
        return told.removeprefix("dhstats: ").rstrip("\n")

    return typed


@pytest.mark.parametrize("command", [name for commands in COMMANDS.values() for name in commands])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(command: str, line: Typed) -> None:
    """A folder, a place below a file, a name that is too long; a pipe stays a pipe, as /dev/null would."""
    Path("folder").mkdir()
    Path("file").touch()
    os.mkfifo("pipe")
    names = {name for param in all_commands().commands[command].params for name in param.opts}
    for option in names & WRITING:
        for name, complaint in (
            ("folder", "cannot be written there"),
            ("file/page", "cannot be written there"),
            ("n" * 300, "the name is too long"),
            ("pipe", "is a device or a pipe, not a file"),
        ):
            assert complaint in line(command, *ENOUGH.get(command, []), option, name)
    assert Path("pipe").is_fifo()


def test_the_usual_place_of_pages_is_looked_at_first(line: Typed) -> None:
    """Nobody plays for hours for a page that has no folder."""
    Path("reports").touch()
    words = ("compare", "ffg", "kosmos", *PLAY.split())
    assert line(*words) == '"reports/page.html": cannot be written there; name another file'


@pytest.mark.parametrize(
    "words", ["simulate --games 4", "compare ffg kosmos --deals 2", "plays --states 20 --deals 20"]
)
def test_a_folder_below_a_file_is_a_wrong_name(words: str, line: Typed) -> None:
    """Nothing failed: another name has to be chosen."""
    Path("file").touch()
    told = line(*words.split(), "--strategies", "random", "--seed", "1", "--out", "file/run")
    assert "cannot be made: a file has the name of the folder; choose another --out" in told


def test_a_full_disk_is_no_reason_to_resume_what_cannot_be_resumed(
    place: Path, refused: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`rules show` into a full disk: a lack of room, not a wrong name; make room and try again."""
    from dhstats.storage import layout

    def full(_: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(layout, "_onto_the_disk", full)
    told = refused("rules", "show", "ffg", "--json", "x.json", code=4)
    assert "x.json: cannot be written: the disk is full; make room and try again" in told
    assert list(place.iterdir()) == []


def test_an_interrupt_while_the_commands_are_imported_is_one_line() -> None:
    """Ctrl-C right after Enter: no traceback of an import, the exit code of an interrupt."""
    begin = (
        "import sys, builtins\n"
        "usual = builtins.__import__\n"
        "def stopped(name, *rest, **more):\n"
        "    if name == 'typer': raise KeyboardInterrupt\n"
        "    return usual(name, *rest, **more)\n"
        "builtins.__import__ = stopped\n"
        "from dhstats.__main__ import run\n"
        "run()\n"
    )
    ended = subprocess.run([sys.executable, "-c", begin], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "dhstats: interrupted\n")
