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
    "sql": ["run", "FROM games"], "verify": ["run"], "import": ["log.jsonl"], "people": ["run"], "export": ["run"],
    "atlas": ["goals.toml"], "kit": ["ffg"],
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
        ("sql", "`dhstats sql` needs RUN (A run folder", "--help"),
        ("simulate a b", "b: too many words for `dhstats simulate`", "--help"),
        ("simulate --seed", "--seed: a value must follow it (The same seed gives the same games", ""),
        ("simulate --resume=3", "--resume: is a switch and takes no value", ""),
        ("simulate --seed x", '--seed: must be a whole number, not "x"', ""),
        ("simulate --seed 1.5", '--seed: must be a whole number, not "1.5"', ""),
        ("compare ffg kosmos --alpha x", '--alpha: must be a number, not "x"', ""),
        ("compare ffg kosmos --alpha 0,1", '--alpha: must be a number, not "0,1"; write 0.1', ""),
        ("replay run x", 'GAME_ID: must be a whole number, not "x"', ""),
        ("compare ffg kosmos --workers 99999999999999999999", "--workers: must be at most 9,999", ""),
        ("simulate --cluster nothing", "--cluster nothing: is not an address; write tcp://HOST:8786, or local:N", ""),
        ("simulate --cluster a.py:f", "--cluster a.py:f: is not an address; write tcp://HOST:8786, or local:N", ""),
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
    assert line("simulate", *PLAY.split(), *form).startswith(f"{name}: the text after it is empty; leave {name} out")


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
    assert "cannot be made: there is a file where a folder is needed; choose another --out" in told


ONE, FORKS = "fork run 0 --turn 2 --arm move=1", f"fork --arm play=claim {PLAY}"
BOTH = "ffg --strategies random --deals 2 --seed 1 --out out"


COMPARE, SWEEP = "compare ffg great_dragon.points=6", "sweep ffg great_dragon.points=0..2"
STUDIES, WATCHED = (COMPARE, SWEEP, "audit ffg"), f"{COMPARE} --until decided"
JUDGED = "judges the score of one of two players"
REFUSED = {
    # Numbers, names and files
    "simulate --games x": '--games: write a whole number, such as 20000, 20,000, 20k or 1.5M, not "x"',
    "simulate --games 0": "games must be from 1 to",
    "simulate --seed -1": "seed must be from 0",
    "simulate --moves some": "moves must be all, none or sample:K",
    "simulate --moves sample:0": "moves must be all, none or sample:K",
    "simulate --design seats": "did you mean 'seat'?",
    "simulate --rules ffgg": "ffg",
    "simulate --strategies gredy": "did you mean 'greedy'?",
    "simulate --strategies greedy,greedy,random": "listed twice",
    "simulate --strategies greedy --design strength": "plays the same game twice",
    "simulate --strategies nofile.py:bot": "nofile.py: cannot be read",
    "simulate --strategies nofile.toml": "nofile.toml: cannot be read",
    "simulate --set hand.sise=4": "did you mean",
    "simulate nosuch.toml": "nosuch.toml: cannot be read",
    "rules show nosuch": "nosuch",
    "strategies show nosuch": "not known",
    # Options of the other form of a command, tweaks named by what was typed
    f"{ONE} --at uniform-turn --deals 7": "--deals: a run has its own rules, players, decks and seed",
    f"{ONE} --seed 3": "--seed: a run has its own rules, players, decks and seed; leave this option out",
    f"{ONE} --out x": "--out: a run has its own rules",
    f"{FORKS} --continuations 7": "--continuations: belongs to a game of a run",
    f"{FORKS} --turn 7": "--turn: belongs to a game of a run, as in `dhstats fork RUN 17 --turn 23`; use --at",
    f"compare {BOTH} hand.siz=3": "\"hand.siz=3\": hand.siz: unknown key; did you mean 'size'?",
    f"compare {BOTH} hand.size=x": '"hand.size=x": hand.size = "x": must be a whole number from 1 to 12',
    f"choose {BOTH} kosmos --zone x": "--zone: write 0.5pp, from above 0 to below 50pp, not 'x'",
    f"value {PLAY} --also gredy": "strategy 'gredy': not known; did you mean 'greedy'?",
    f"value {PLAY} --also ,": "--also: name at least one player",
    f"value --game dragon {PLAY} --ablate": "--ablate: the place behind the rival's tail has no parts",
    f"decks kil mixed {PLAY}": "deck \"kil\": none of the pack; did you mean 'kill'?",
    f"cards kil {PLAY}": "deck \"kil\": none of the pack; did you mean 'kill'?",
    # Players who meet, and who are trained
    "meta --strategies expert,random": "at least three",
    "meta --strategies greedy,random,greedy": "at least three different",
    "meta --deals 9999999999": "must be from 2",
    "skill --rungs 3": "LOW-HIGH",
    "skill --rungs 3-4": "at least three rungs",
    "skill --rungs 0-11": "from 0 to 10",
    "mechanisms --restrictions no_shps": "did you mean 'no_ships'",
    "mechanisms --training-games 0": "games must be from 1",
    "probe nobody": "not known",
    "probe --seed -4": "must be from 0",
    "strength nobody": "not known",
    "strength --tries 0": "must be from 1",
    "strength greedy --verdict expert,nobody": "not known",
    "puzzles nobody": "not known",
    "puzzles greedy --seed -4": "--seed: must be from 0",
    "puzzles greedy --asks 1": "--asks: must be from 2",
    "puzzles --show 0": "--show: dragonheart has puzzles 1 to",
    "puzzles --solution": "--solution: say of which puzzle",
    "puzzles --show 1 --page p.html": "--page: is about all puzzles",
    "train --player p.json --games 0": "games must be from 1",
    "train --player p.json --seed -1": "seed must be from 0",
    "train --player p.json --restriction no_dwarfs": "no_figure",
    "train --player p.json --against nobody": "not known",
    "train --player p.json --rules fgg": "did you mean 'ffg'",
    # What another game has
    "simulate --game dragonwood --strategies ,": "name at least one",
    "compare two end.full_rounds=true --game dragonwood --metric ships": "not known in dragonwood",
    "compare ffg kosmos --metric dragons": "not known in dragonheart",
    "compare standard turn.draws=2 --game dragon --metric ships": "allowed: banish, cancelled, chains",
    "compare standard decks.first=mixd --game dragon": "did you mean 'mixed'?",
    "sweep standard hand.sizes=5..7 --game dragon": "did you mean 'size'?",
    "plan --game dragon --rules ffg": "allowed: four, standard, teams, three",
    "choose standard pack.actions.claw_attack.wound=1 --game dragon": "did you mean 'wounds'?",
    "simulate --game dragon --strategies nobody --games 2 --seed 1": "nobody",
    "plays --game dragonwood --seed 1": "dhstats fork --game dragonwood --arm play=KIND",
    "plays --game dragon --seed 1": "dhstats value --game dragon",
    "simulate --game chess": "game 'chess': not known",
    **{
        f"{words} --game dragonwod": "did you mean 'dragonwood'?"
        for words in (
            *(
                "compare two three",
                "sweep two hand.size=4..6",
                "choose two four",
                "audit",
                "plan",
                "meta",
                "luck",
                "skill",
            ),
            *("mechanisms", "probe", "train", "plays", "fork --arm figure=mover", "rules list", "strategies list"),
        )
    },
    # Rule sets that are compared, swept, chosen from and audited
    **{words.replace(" ffg", " fgg"): "did you mean 'ffg'" for words in STUDIES},
    **{f"{words} --deals {deals}": "must be from 2" for words in STUDIES for deals in (1, 100_000_001)},
    **{f"{words} --strategies a,b,c": "one for a mirror or two" for words in STUDIES},
    **{f"{words} --strategies nobody": "not known" for words in STUDIES},
    **{f"{words} --workers 0": "--workers" for words in (*STUDIES, WATCHED)},
    **{f"{words} --margin {least}": "write 0.5pp" for words in STUDIES for least in ("0.5", "0pp", "50pp", "nanpp")},
    **{f"{WATCHED} {more}": "leave out" for more in ("--adapt", "--blind", "--metric turns --margin 1")},
    "compare ffg kosmoss": "did you mean 'kosmos'",
    "compare ffg great_dragon.pionts=3": "did you mean 'points'",
    "sweep ffg great_dragon.pionts=0..2": "did you mean 'points'",
    "sweep ffg great_dragon.points": "write KEY=FROM..TO",
    "sweep ffg great_dragon.points=3": "at least two levels",
    "sweep ffg great_dragon.points=3,3": "a level twice",
    "sweep ffg great_dragon.points=1,+1": "twice",
    "sweep ffg great_dragon.points=0..99": "at most 60",
    f"{SWEEP} great_dragon.points=0..2": "one rule key or two",
    f"{SWEEP} hand.size=4..6 end.ship_stacks=2..3": "one rule key or two",
    "sweep ffg hand.size=0..2": "hand.size",
    f"{SWEEP} --target 0.5": "a percentage, as 50%",
    f"{SWEEP} --target half": "a percentage, as 50%",
    f"{SWEEP} --metric gap --target 5%": "a number, as 0",
    f"{COMPARE} --metric scor": "did you mean 'score'",
    f"{COMPARE} --metric turns --margin 1pp": "a number of turns",
    f"{COMPARE} --metric draws --margin 1": "write 0.5pp",
    f"{COMPARE} --metric margin --margin 1000": "a number of points",
    f"{COMPARE} --alpha 0.5": "--alpha: must lie between 0 and 0.5",
    f"{COMPARE} --alpha nan": "--alpha: must lie between 0 and 0.5",
    f"{COMPARE} --until soon": 'until "decided"',
    f"{COMPARE} great_dragon.points=6": "is named twice",
    "compare two players=3 --game dragonwood": "'players=3' is for 3 players, the base rules for 2",
    "compare four hand.size=6 --until decided --game dragonwood": JUDGED,
    "choose four hand.size=6 --game dragonwood": JUDGED,
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_says_nothing_or_is_none_is_refused_before_anything_is_played(words: str, line: Typed) -> None:
    """One line that says what is allowed, exit code 2; nothing is written."""
    assert REFUSED[words] in line(*words.split())


@pytest.mark.parametrize("words", ["report nosuch", "sql nosuch FROM", "replay nosuch 1", "verify nosuch"])
def test_a_folder_that_is_not_there_is_data_that_is_missing(words: str, refused: Typed) -> None:
    """Exit code 3."""
    assert "no run here" in refused(*words.split(), code=3)


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
