"""What a command was asked: its folder, its numbers, its old spellings, and the command that asks the same again."""

import html
import io
import json
import os
import re
import shlex
import shutil
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import all_commands, main
from dhstats.cli.options.numbers import whole
from dhstats.cli.options.request import Request
from dhstats.players import pupils
from dhstats.questions.leagues import meta
from dhstats.questions.shared.answer import Answer
from dhstats.report.drawing.drawing import spoken
from dhstats.report.pages import writing
from dhstats.storage.manifest import read_manifest
from tests.cli.conftest import Typed
from tests.players.weak import weak

FEW = ["--strategies", "random", "--deals", "20"]


def pages(home: Path) -> list[Path]:
    """The pages of the questions that were asked in a folder, without the list of them."""
    return sorted(path for path in (home / "reports").iterdir() if path.name != "index.html")


@pytest.fixture
def unanswered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages about runs answer one question, and nobody is trained: what is looked at is the command."""
    answer_little(monkeypatch)


def answer_little(patch: pytest.MonkeyPatch) -> None:
    """The same, for a fixture of the whole file."""
    patch.setattr(meta, "DRAWS", 10)
    patch.setattr(pupils, "known", lambda _: weak("dragonheart", "ffg"))
    patch.setattr(writing, "answer_all", lambda run, *_: (Answer("x", run.manifest.name, (), (), "", "", "", ()),))


# Folders


def folder_of(*words: str) -> Path:
    """The folder of what is asked with these words."""
    command: Any = all_commands()
    return Request(command.commands[words[0]].make_context(words[0], list(words[1:]))).folder


def test_every_question_has_a_folder_of_its_own(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another key, metric, number of deals or content of a file is another question; its folder says what was asked.

    A file's content counts also with a blank in its name, and below the home folder.
    """
    compare = ("compare", "ffg", *FEW)
    asked = [
        ("hand.size=6",), ("great_dragon.points=4",), ("hand.size=6", "--deals", "22"), ("hand.size=6", "--metric", "turns"),
    ]  # fmt: skip
    folders = {folder_of(*compare, *words).name for words in asked}
    assert sum("hand.size=6" in name for name in folders) == 3
    assert sum("great_dragon.points=4" in name for name in folders) == 1
    monkeypatch.setenv("HOME", str(place / "home"))
    (place / "home").mkdir()
    for named in ("mine.toml", "my rules.toml", "~/mine.toml"):
        for size in (4, 6):
            Path(named).expanduser().write_text(f'extends = "ffg"\nhand.size = {size}\n', "utf-8")
            folders.add(folder_of(*compare, named).name)
    assert len(folders) == 4 + 3 * 2


def test_an_equal_question_goes_on_where_it_was(
    place: Path, capsys: pytest.CaptureFixture[str], refused: Typed
) -> None:
    """Also without a seed, which was drawn, and where usual things are named; a finished run is not played again."""
    assert main(["compare", "ffg", "hand.size=6", *FEW]) == 0
    (folder,) = (place / "data").iterdir()
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    for more in (["--game", "dragonheart", "--deals", "20", "--workers", "1"], ["--resume"]):
        assert main(["compare", "ffg", "hand.size=6", *FEW, *more]) == 0
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()} == before
    assert f"seed {read_manifest(folder / 'base').seed}" in capsys.readouterr().out
    assert "holds a run already" in refused("compare", "ffg", "great_dragon.points=4", *FEW, "--out", str(folder))


@pytest.mark.parametrize("name", ["value", "fork"])
def test_forks_that_were_stopped_before_their_page_go_on(
    name: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked again, without --resume: the games are there already, and the answer is the one of a whole run."""
    words = [*ASKED[name], "--seed", "1"]
    with monkeypatch.context() as patch:
        patch.setattr(writing, "write_answers", stopped)
        assert main(words) == 130
    assert main(words) == 0
    (page,) = pages(place)
    assert main([*words, "--out", "whole", "-o", "whole.html"]) == 0
    same = [re.sub(r" --out \S+", "", path.read_text("utf-8")) for path in (page, place / "whole.html")]
    assert same[0] == same[1]


def stopped(*_: object, **__: object) -> None:
    """Ctrl-C."""
    raise KeyboardInterrupt


def test_simulate_names_its_folder_after_all_that_was_asked(place: Path) -> None:
    """More games are another run; the same games are the same one; without a seed every run is a new one."""
    words = ["simulate", "--strategies", "random", "--moves", "none"]
    for more in (["--games", "4", "--seed", "1"], ["--games", "6", "--seed", "1"], ["--games", "4", "--seed", "1"]):
        assert main([*words, *more]) == 0
    assert len(list((place / "data").iterdir())) == 2
    for _ in range(2):
        assert main([*words, "--games", "4"]) == 0
    assert len(list((place / "data").iterdir())) == 4


# The same again

ASKED = {
    line.split()[0]: shlex.split(line)
    for line in (
        "compare ffg great_dragon.points=4 hand.size=4 --metric turns --margin 1 --strategies random --deals 20",
        "sweep ffg great_dragon.points=2..4 --blind --strategies random --deals 20",
        "choose ffg seats.second.points=0..1 --zone 20pp --strategies random --deals 300",
        "value --at uniform-turn --also greedy --replicates 2 --strategies random --deals 8",
        "fork --arm 'a dear one: great_dragon.points=9' --strategies random --deals 8",
        "meta --strategies random,greedy,denier --deals 10",
        "luck --strategies random,greedy,denier --deals 4",
        "skill --rungs 0-2 --deals 4",
        "audit kosmos --metric turns --margin 2 --strategies random --deals 2",
        "plays --states 20 --continuations 2 --deals 20 --set hand.size=4 --strategies random",
        "mechanisms --restrictions no_figure --deals 4",
        "probe greedy --deals 4",
        "strength greedy --deals 4 --tries 4 --verdict greedy,random",
        "decks kill mixed --strategies random --deals 4",
        "cards kill --against banish --forks 0 --strategies random --deals 2",
        "improve kill --against banish --swaps 1 --confirm 4 --deals 500 --strategies random --rule-file new.toml",
    )
}
# What takes its page from options that another question has as well: compare, meta, probe and decks.
ASKED_ALIKE = {"choose", "audit", "luck", "skill", "mechanisms", "cards"}
ALIKE = (pytest.mark.long("the command on six more pages; their options are those of compare, meta, probe and decks"),)
# Whose answer lies in their folder, and what would play or fork again.
KEPT = {
    "value": "dhstats.cli.answers.games.Games.fork", "fork": "dhstats.cli.answers.games.Games.fork",
    "decks": "dhstats.questions.decks.decks.play", "cards": "dhstats.questions.decks.cards.knock_outs",
    "improve": "dhstats.questions.decks.improvement.improve",
    "mechanisms": "dhstats.questions.training.probe.mechanisms",
    "probe": "dhstats.questions.training.probe.probes",
    "strength": "dhstats.questions.training.strength.strength",
}  # fmt: skip
KEEPS_NO_RUN = [name for name in KEPT if name not in ("value", "fork")]
WHERE = ("kept:", "forks:", "report:", "rule file")  # lines that say where an answer went


@pytest.fixture(scope="module")
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a question was asked, with its numbers and what the terminal said."""
    home, said = tmp_path_factory.mktemp("asked") / request.param, io.StringIO()
    home.mkdir()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.chdir(home)
        answer_little(patch)
        assert main([*ASKED[request.param], "--json", "numbers.json"]) == 0
    (home / "said.txt").write_text(said.getvalue(), "utf-8")
    return home


@pytest.mark.usefixtures("unanswered")
@pytest.mark.parametrize(
    "asked", [pytest.param(name, marks=ALIKE * (name in ASKED_ALIKE)) for name in ASKED], indirect=True
)
def test_the_command_on_a_page_makes_the_page_again(asked: Path, place: Path) -> None:
    """Typed in an empty folder, with the seed that was drawn, it gives the same games, page and numbers.

    All that was found, as its numbers have it, is on the page, and of cards that are not the publisher's it says so.
    """
    (first,) = pages(asked)
    page = first.read_text("utf-8")
    found = re.search(r"<pre class=\"command\"[^>]*><code>(dhstats [^<]*)<", page)
    assert found is not None
    again = shlex.split(html.unescape(found[1]))[1:]
    assert again[0] == asked.name
    assert "--seed" in again
    if asked.name in KEEPS_NO_RUN:
        for finding in json.loads((asked / "numbers.json").read_text("utf-8")).get("findings", ()):
            said = spoken(finding["text"].partition(" (")[0])  # a page has what an interval rests on in a note
            assert said in html.unescape(page).replace("\u00a0", " ")
    assert ("not the publisher" in page) == (asked.name in ("decks", "cards", "improve"))
    assert main([*again, "--json", "numbers.json"]) == 0
    (second,) = pages(place)
    assert second.read_text("utf-8") == page
    told = [json.loads((folder / "numbers.json").read_text("utf-8")) for folder in (asked, place)]
    assert told[0] == told[1]
    kept = [
        [read_manifest(path.parent).shards for path in sorted(folder.glob("data/**/manifest.json"))]
        for folder in (asked, place)
    ]
    assert kept[0] == kept[1]
    assert kept[0] or asked.name in KEEPS_NO_RUN


@pytest.mark.usefixtures("unanswered")
@pytest.mark.parametrize("asked", KEPT, indirect=True)
def test_an_equal_question_is_answered_from_what_is_stored(
    asked: Path, place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, refused: Typed
) -> None:
    """Nothing is played, forked or trained again: the same words, page and numbers, to where they are wanted now."""
    shutil.copytree(asked, place, dirs_exist_ok=True)
    words = [*ASKED[asked.name], "--json", "again.json"]
    (folder,), (page,) = (place / "data").iterdir(), pages(place)
    numbers, text, before = (place / "numbers.json").read_bytes(), page.read_bytes(), page.stat().st_mtime_ns
    new = (place / "new.toml").read_text() if asked.name == "improve" else ""
    monkeypatch.setattr(KEPT[asked.name], None)  # whoever plays again fails
    plays_no_run = asked.name in KEEPS_NO_RUN
    there = [] if asked.name in ("mechanisms", "probe", "strength") else ["--out", str(folder), "--resume"]
    told = [line for line in (asked / "said.txt").read_text("utf-8").splitlines() if not line.startswith(WHERE)]
    origin = "" if plays_no_run else next(line for line in told if line.startswith("rules "))
    for more in ([], ["-o", "mine.html"], there):
        assert main([*words, *more]) == 0
        said = capsys.readouterr().out.splitlines()
        assert "answered before; other games have another --seed" in said
        assert set(told) - {origin} <= set(said)
        assert (place / "again.json").read_bytes() == numbers
    assert page.stem == folder.name
    assert page.stat().st_mtime_ns == before
    assert (place / "mine.html").read_bytes() == text
    page.unlink()
    assert main(words) == 0
    assert page.read_bytes() == text
    assert not new or (place / "new.toml").read_text() == new
    if there:
        assert "answers another question" in refused(*words, "--seed", "9", *there)
    assert plays_no_run or main(["verify", str(folder)]) == 0


@pytest.mark.usefixtures("unanswered")
@pytest.mark.parametrize("asked", KEEPS_NO_RUN, indirect=True)
def test_a_folder_that_keeps_an_answer_alone_gives_it(asked: Path, place: Path, refused: Typed) -> None:
    """It is no run; `report` has the page and the numbers; a damaged one is said to be."""
    shutil.copytree(asked, place, dirs_exist_ok=True)
    (folder,) = (place / "data").iterdir()
    assert {path.name for path in folder.iterdir()} <= {"answer.json", "answer.html", ".lock"}
    assert "holds the answer to a question, not a run" in refused("sql", str(folder), "FROM games", code=3)
    assert main(["report", str(folder), "-o", "other.html", "--json", "other.json"]) == 0
    assert (place / "other.json").read_bytes() == (place / "numbers.json").read_bytes()
    assert (place / "other.html").read_bytes() == pages(asked)[0].read_bytes()
    (folder / "answer.json").write_text("{}")
    assert "is damaged: it has no numbers; remove data/" in refused(*ASKED[asked.name], code=3)


def test_choose_does_not_play_the_base_beside_itself(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The level that is the base's, and a rule set that is one by another name, are said and left out."""
    assert main(["choose", "ffg", "seats.second.points=0..1", *FEW, "--seed", "1", "--out", "out"]) == 0
    assert "seats.second.points=0 is the same as ffg and is left out." in capsys.readouterr().out
    assert sorted(path.name for path in (place / "out").iterdir()) == [
        "answer.html", "answer.json", "ffg", "seats.second.points=1",
    ]  # fmt: skip
    assert main(["choose", "ffg", "seats.second.points=0", *FEW]) == 2
    assert "dhstats: choose: all rule sets are the same as ffg" in capsys.readouterr().err


def test_a_folder_that_is_no_run_says_what_it_is(
    place: Path, capsys: pytest.CaptureFixture[str], refused: Typed
) -> None:
    """Runs of a comparison are named; forks are no run, and no command is named that would not make them.

    `report` gives the page that such a folder keeps.
    """
    assert main(["compare", "ffg", "hand.size=4", *FEW, "--out", "c"]) == 0
    assert main(["value", "--at", "uniform-turn", *FEW, "--out", "v"]) == 0
    capsys.readouterr()
    one = refused("sql", "c", "FROM games", code=3)
    assert "holds several runs (base, hand.size=4); name one of them, such as c/base" in one
    told = refused("sql", "v", "FROM games", code=3)
    assert "holds forks" in told
    assert "v/parents" in told
    assert "simulate" not in told
    for folder in ("c", "v"):
        assert main(["report", folder, "-o", "page.html"]) == 0
        assert (place / "page.html").read_bytes() == (place / folder / "answer.html").read_bytes()


def test_a_file_is_no_run_folder(place: Path, refused: Typed) -> None:
    """Whoever names a file where a run belongs is told so, without the words of the system."""
    (place / "x.json").write_text("[]")
    for words in ("report x.json", "replay x.json 0", "certify x.json"):
        assert "x.json: is a file; name the folder of a run" in refused(*words.split(), code=3)
    assert "x.json: is a file; name the folder of a run" in refused("sql", "x.json", "FROM games", code=3)


# Numbers


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("20000", 20_000), ("20,000", 20_000), ("20_000", 20_000), ("20 000", 20_000), ("20k", 20_000), ("1.5M", 1_500_000),
        ("2g", 2 * 10**9), ("1e6", 10**6), ("2.5E3", 2500), ("-3", -3), ("+4", 4), (" 7 ", 7), ("0", 0),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(written: str, value: int) -> None:
    """Thousands set apart, or short."""
    assert whole(written) == value


# Spellings


@pytest.mark.usefixtures("unanswered")
def test_an_option_has_one_meaning_and_old_ones_are_understood(
    place: Path, capsys: pytest.CaptureFixture[str], refused: Typed
) -> None:
    """--out is a folder and --page a page in all commands; --output still is the page; others say what to write."""
    run = ["simulate", "--strategies", "random", "--games", "4", "--moves", "none", "--out", "run"]
    assert main(run) == 0
    for words in (["--output", "a.html"], ["--output=b.html"], ["--page", "c.html"], ["-o", "d.html"]):
        assert main(["report", "run", *words]) == 0
    assert sorted(path.name for path in place.glob("*.html")) == ["a.html", "b.html", "c.html", "d.html"]


def test_no_help_shows_two_names_for_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    """Folder, page and numbers are --out, --page and --json wherever there are any."""
    for name in ("compare", "sweep", "choose", "audit", "value", "fork", "plays", "meta", "luck", "skill", "decks"):
        assert main([name, "--help"]) == 0
        text = capsys.readouterr().out
        assert "--output" not in text, name
        assert all(option in text for option in ("--out ", "--page", "--json", "--resume")), name


# Help


def test_help_is_a_command(capsys: pytest.CaptureFixture[str], refused: Typed) -> None:
    """As well as an option: of all, of one, of one of a group; a wrong name is said."""
    for words, option in ((["help"], ["--help"]), (["help", "rules", "show"], ["rules", "show", "--help"])):
        assert main(words) == 0
        told = capsys.readouterr().out
        assert main(option) == 0
        assert told == capsys.readouterr().out
    assert "did you mean 'report'?" in refused("help", "reprot")


def test_help_shows_commands_in_groups(capsys: pytest.CaptureFixture[str]) -> None:
    """Headings that say what one wants."""
    assert main(["--help"]) == 0
    headings = re.findall(r"─ ([A-Z][a-z ]+) ─", capsys.readouterr().out)
    assert headings == [
        "Options", "Play and report", "Change the rules", "What things are worth", "Players", "People",
        "Decks of cards", "Look closer",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "offered", "not_offered"),
    [
        ("simulate --game dragonw", ["dragonwood"], ["dragon", "dragonheart"]),
        ("simulate --game dragonwood --rules t", ["two", "three"], ["ffg", "four"]),
        ("compare k", ["kosmos"], ["ffg"]),
        ("compare ffg great_dragon.p", ["great_dragon.points="], ["hand.size="]),
        ("simulate --set hand.", ["hand.size="], ["great_dragon.points="]),
        ("simulate --strategies greedy,den", ["greedy,denier"], ["denier"]),
        ("simulate --rules min", ["mine.toml"], ["mine.txt"]),
        ("decks --strategies gre", ["greedy"], ["random"]),
    ],
)
def test_the_shell_offers_values(line: str, offered: list[str], not_offered: list[str], place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    """Games, rule sets, keys, strategies and files, as far as they are typed."""
    (place / "mine.toml").write_text("")
    (place / "mine.txt").write_text("")
    words = f"dhstats {line}"
    for name, value in {
        "_DHSTATS_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1),
    }.items():  # fmt: skip
        monkeypatch.setitem(os.environ, name, value)
    with pytest.raises(SystemExit):
        main([])
    found = capsys.readouterr().out.split("\n")
    assert set(offered) <= set(found)
    assert not set(not_offered) & set(found)
