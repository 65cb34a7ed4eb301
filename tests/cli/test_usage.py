"""Words of a command line that are wrong: one line that says which, what is allowed and what was probably meant."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dhstats.cli.main import COMMANDS, _commands, app
from tests.cli.conftest import Typed

PLAY = ("--strategies", "random", "--seed", "1", "--out", "here/run")
WRITING = {"--page", "--json", "--html", "--certificate", "--player", "--rule-file"}  # what names a file to write
ENOUGH = {
    "compare": ["ffg", "kosmos"], "sweep": ["ffg", "hand.size=4,5"], "choose": ["ffg", "kosmos"], "audit": ["ffg"],
    "certify": ["run"], "report": ["run"], "cards": ["kill"], "improve": ["kill"], "replay": ["run", "0"],
    "sql": ["run", "FROM games"], "verify": ["run"],
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


@pytest.mark.parametrize(
    ("words", "start", "rest"),
    [
        ("simulate -o x", "-o: no option of `dhstats simulate`; it names a page", "and others; did you mean --out?"),
        ("simulate --output x", "--page: no option of `dhstats simulate`", "did you mean --out?"),
        ("train --page x", "--page: no option of `dhstats train`", "did you mean --player?"),
        ("sql run SELECT -o x", "-o: no option of `dhstats sql`", "did you mean --json?"),
        ("simulate --gmes 5", "--gmes: no option of `dhstats simulate`", "did you mean --games or --game?"),
        ("simulate --strategy=random", "--strategy: no option", "did you mean --strategies?"),
        ("simulate --threads 4", "--threads: no option", "did you mean --workers?"),
        ("simulate -g 3", "-g: no option", "did you mean --game or --games?"),
        ("compare ffg kosmos --games 5", "--games: no option of `dhstats compare`; it belongs to", "did you mean --deals?"),
        ("rules show ffg --seed 1", "--seed: no option of `dhstats rules show`; it belongs to", "lists all"),
        ("value --fresh", "--fresh: no option of `dhstats value`", "did you mean --seed?"),
        ("--games 3 simulate", "--games: no option of `dhstats`; it belongs to simulate", "lists all"),
        ("simulat", '"simulat": no command of `dhstats`', "did you mean 'simulate'?"),
        ("rules shwo", '"shwo": no command of `dhstats rules`', "did you mean 'show'?"),
        ("rules show", "`dhstats rules show` needs RULES (A shipped rule set or a rule file)", "--help"),
        ("sql run", "`dhstats sql` needs SQL (One SELECT", "--help"),
        ("simulate a b", "b: too many words for `dhstats simulate`", "--help"),
        ("simulate --seed", "--seed: a value must follow it (Equal seeds give equal games", ""),
        ("simulate --resume=3", "--resume: is a switch and takes no value", ""),
        ("simulate --seed x", '--seed: must be a whole number, not "x"', ""),
        ("simulate --seed 1.5", '--seed: must be a whole number, not "1.5"', ""),
        ("compare ffg kosmos --alpha x", '--alpha: must be a number, not "x"', ""),
        ("replay run x", 'GAME_ID: must be a whole number, not "x"', ""),
        ("compare ffg kosmos --workers 99999999999999999999", "--workers: must be at most 9,999", ""),
        ("simulate --cluster nothing", "--cluster nothing: is no address; write tcp://HOST:8786, or local:N", ""),
        ("simulate --cluster a.py:f", "--cluster a.py:f: is no address; write tcp://HOST:8786, or local:N", ""),
    ],
)  # fmt: skip
def test_a_wrong_word_is_named_with_what_was_meant(words: str, start: str, rest: str, line: Typed) -> None:
    """Unknown options and commands, missing and surplus words, values of the wrong kind."""
    told = line(*words.split())
    assert told.startswith(start)
    assert rest in told


@pytest.mark.parametrize("form", [["--rules", ""], ["--rules="], ["--until", ""], ["--json", ""], ["--cluster", ""]])
def test_an_empty_value_is_not_passed_over(form: list[str], line: Typed) -> None:
    """An unset variable of a shell does not mean that nothing was asked."""
    name = form[0].rstrip("=")
    assert line("simulate", *PLAY, *form).startswith(f"{name}: the text after it is empty; leave {name} out")


@pytest.mark.parametrize("command", [name for commands in COMMANDS.values() for name in commands])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(command: str, line: Typed) -> None:
    """A folder, a place below a file, a name that is too long; a pipe stays a pipe, as /dev/null would."""
    Path("folder").mkdir()
    Path("file").touch()
    os.mkfifo("pipe")
    names = {name for param in _commands(app).commands[command].params for name in param.opts}  # type: ignore[attr-defined]
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
    words = ("compare", "ffg", "kosmos", *PLAY)
    assert line(*words) == '"reports/page.html": cannot be written there; name another file'


@pytest.mark.parametrize(
    "words", ["simulate --games 4", "compare ffg kosmos --deals 2", "plays --states 20 --deals 20"]
)
def test_a_folder_below_a_file_is_a_wrong_name(words: str, line: Typed) -> None:
    """Nothing failed: another name has to be chosen."""
    Path("file").touch()
    told = line(*words.split(), "--strategies", "random", "--seed", "1", "--out", "file/run")
    assert "cannot be made: there is a file where a folder is needed; choose another --out" in told


ONE = ["fork", "run", "0", "--turn", "2", "--arm", "move=1"]
FORKS = ["fork", "--arm", "play=claim", *PLAY]
BOTH = ["ffg", "--strategies", "random", "--deals", "2", "--seed", "1", "--out", "out"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([*ONE, "--at", "uniform-turn", "--deals", "7"], "--deals: a run has rules, players, decks and a seed of its own"),
        ([*ONE, "--seed", "3"], "--seed: a run has rules, players, decks and a seed of its own; leave that out"),
        ([*ONE, "--out", "x"], "--out: a run has rules"),
        ([*FORKS, "--continuations", "7"], "--continuations: belongs to a game of a run"),
        ([*FORKS, "--turn", "7"], "--turn: belongs to a game of a run, as in `dhstats fork RUN 17 --turn 23`; use --at"),
        (["compare", *BOTH, "hand.siz=3"], "\"hand.siz=3\": hand.siz: unknown key; did you mean 'size'?"),
        (["compare", *BOTH, "hand.size=x"], '"hand.size=x": hand.size = "x": must be a whole number from 1 to 12'),
        (["choose", *BOTH, "kosmos", "--zone", "x"], "--zone: write 0.5pp, from above 0 to below 50pp, not 'x'"),
        (["value", *PLAY, "--also", "gredy"], "strategy 'gredy': not known; did you mean 'greedy'?"),
        (["value", *PLAY, "--also", ","], "--also: name at least one player"),
        (["value", "--game", "dragon", *PLAY, "--ablate"], "--ablate: the place behind the rival's tail has no parts"),
        (["decks", "kil", "mixed", *PLAY], "deck \"kil\": none of the pack; did you mean 'kill'?"),
        (["cards", "kil", *PLAY], "deck \"kil\": none of the pack; did you mean 'kill'?"),
    ],
)  # fmt: skip
def test_what_says_nothing_or_is_none_is_refused_before_anything_is_played(
    words: list[str], complaint: str, line: Typed
) -> None:
    """Options of the other form of a command, tweaks named by what was typed, players and decks that are none."""
    assert complaint in line(*words)


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
