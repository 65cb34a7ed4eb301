"""`dhstats ask`: twelve questions, the facts that are missing, the command that is shown and run."""

import shutil
import sys
import tomllib
from pathlib import Path

import pytest
import typer

from dhstats.cli.ask import FACTS, WISHES, commands_of
from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.questions.topics import TOPICS
from tests.cli.conftest import Typed
from tests.pages.kinds import TURN

CARDS = Path(__file__).parents[2] / "docs" / "gallery.toml"


@pytest.fixture(autouse=True)
def no_terminal(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sits there."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)


def test_every_question_is_one_of_the_manual_or_of_a_study() -> None:
    """In the same words; the cards of the manual and the topics have the same verb."""
    cards = tomllib.loads(CARDS.read_text("utf-8"))["cards"]
    verbs = {each["question"]: each["command"].split()[1] for each in cards}
    verbs |= {topic.title: topic.words[0] for topic in TOPICS if topic.words}
    assert len(WISHES) == 12
    for wish in WISHES:
        assert verbs[wish.question] == wish.commands[-1].split()[0]
        assert {*wish.facts} <= {*FACTS}


@pytest.mark.parametrize("number", range(1, 13))
def test_every_command_is_understood(number: int, refused: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer takes each with its options; a wrong one would be refused with the code of bad usage."""
    from dhstats.cli.main import all_commands

    said = {"game": "dragonheart", "change": "hand.size=6", "levels": "hand.size=4,5", "variants": "hand.size=4 hand.size=6",
            "margin": "1pp", "goals": "g.toml", "player": "greedy", "folder": "data"}  # fmt: skip
    wish = WISHES[number - 1]
    for words in commands_of(wish, {name: said[name] for name in wish.facts}):
        group = all_commands().commands[words[0]]
        command, rest = (group.commands[words[1]], words[2:]) if hasattr(group, "commands") else (group, words[1:])
        assert command.make_context(words[0], rest, resilient_parsing=True).params


def test_a_question_with_its_facts_is_shown_and_run_if_it_is_allowed(said: Typed) -> None:
    """Without a terminal nothing runs but with --yes; a margin that nobody names is left to the command."""
    told = said("ask", "4", "--change", "great_dragon.points=6")
    assert "dhstats compare ffg great_dragon.points=6 --game dragonheart --seed 1" in told
    assert "not run; --yes runs it" in told
    for seed in ("1", "2"):
        said(*f"simulate --strategies greedy --games 40 --moves none --seed {seed} --out data/{seed}".split())
    told = said("ask", "12", "--yes")
    assert "  dhstats history data" in told
    assert "How did dragonheart change over two versions?" in told


def test_games_lie_in_the_folder_of_the_project(place: Path, said: Typed) -> None:
    """As they do where the commands are typed; a rule that holds blanks stays one word."""
    (place / "dhstats.toml").write_text('folder = "games"\n', "utf-8")
    assert "--out games/ask-dragonheart" in said("ask", "1", "--show")
    assert "dhstats history games" in said("ask", "12", "--show")
    assert "ffg 'a=b c' --game" in said("ask", "4", "--change", "a=b c", "--show")
    with pytest.raises(BadInput, match="has a quotation mark too many or too few"):
        commands_of(WISHES[3], {"game": "dragonheart", "change": "a='b", "margin": ""})


def test_another_game_or_other_players_lie_in_another_folder(place: Path, said: Typed) -> None:
    """So that the second ask does not go on with the games of the first; the words alone can be run by a script."""
    shutil.copy(TURN, "mine.py")
    first = said("ask", "1", "--game", "mine.py", "--show")
    assert [line.split()[:2] for line in first.splitlines()] == [["dhstats", "simulate"], ["dhstats", "report"]]
    assert said("ask", "2", "--game", "mine.py", "--show") == first
    Path("mine.py").write_text(Path("mine.py").read_text("utf-8") + "\n# a note\n", "utf-8")
    second = said("ask", "1", "--game", "mine.py", "--show")
    (place / "dhstats.toml").write_text('players = "random"\n', "utf-8")
    third = said("ask", "1", "--game", "mine.py", "--show")
    assert len({each.split()[-1] for each in (first, second, third)}) == 3


def test_the_list_is_shown_without_a_terminal(said: Typed) -> None:
    """All twelve, and nothing else."""
    assert [line[4:] for line in said("ask", "--show").splitlines()[1:]] == [wish.question for wish in WISHES]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "there is no terminal to ask in; name the number of a question (--show lists them)"),
        ("13", "NUMBER: must be from 1 to 12, not 13"),
        ("4", "--change: “What would this rule tweak change?” needs it"),
        ("5 --strategies x --change a=1", "--strategies: says nothing for"),
        ("1 --game nope --show", "game 'nope': not known"),
        ("7", "--file: “Which rule fixes it?” needs it"),
    ],
)
def test_what_is_missing_or_needless_is_named(words: str, complaint: str, refused: Typed) -> None:
    """In one line; nothing is played."""
    assert complaint in refused("ask", *words.split())
    assert not Path("data").exists()


def test_in_a_terminal_everything_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The number, the facts with what is usual, and whether to run it."""
    answers = iter([11, "dragonheart", "denier"])
    asked = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(typer, "prompt", lambda text, **_: asked.append(text) or next(answers))
    monkeypatch.setattr(typer, "confirm", lambda *_, **__: False)
    assert main(["ask"]) == 0
    assert asked == ["Number", FACTS["game"].ask, FACTS["player"].ask]
    assert "dhstats probe denier --game dragonheart --seed 1" in capsys.readouterr().out
