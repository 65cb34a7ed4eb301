"""The fewest deals that a command takes: it refuses in a sentence, or answers without a number that is none."""

import re
from pathlib import Path

import pytest

from dhstats.cli.main import main

NONE = re.compile(r"(?<![a-z])(nan|inf)(?![a-z])", re.IGNORECASE)
ONE = ["--strategies", "random"]
THREE = ["--strategies", "random,greedy,dragon_hunter"]
# What is computed is the same in every game, what is said in its words; so the siblings are asked by one command.
COMPARE = ["compare", "{base}", "{tweak}", *ONE]
GAMES = {
    "dragonheart": ("ffg", "great_dragon.points=6", "great_dragon.points=2,4", "kosmos"),
    "dragonwood": ("two", "seats.second.points=1", "seats.second.points=0,1", "simple"),
    "dragon": ("standard", "hand.size=6", "hand.size=5,6", "hand.size=6"),
}


def filled(game: str, words: list[str]) -> tuple[str, list[str]]:
    """A command in the words of a game."""
    names = dict(zip(("base", "tweak", "levels", "other"), GAMES[game], strict=True))
    return game, [word.format(**names) for word in words]


ANSWERED = [
    filled("dragonwood", COMPARE),
    filled("dragon", COMPARE),
    filled("dragonheart", [*COMPARE, "--metric", "turns", "--margin", "1"]),
    filled("dragonheart", [*COMPARE, "--until", "decided"]),
    ("dragonheart", ["value", *ONE, "--no-skill"]),
    ("dragonheart", ["fork", "--arm", "figure=mover", "--against", "figure=opponent", *ONE]),
    ("dragon", ["cards", "kill", "--against", "mixed", *ONE, "--forks", "2"]),
]
# These answer two deals in test_weak_players, which looks for numbers that are none too.
ANSWERED_THERE = [
    filled("dragonheart", COMPARE),
    filled("dragonheart", ["sweep", "{base}", "{levels}", *ONE]),
    filled("dragonheart", ["choose", "{base}", "{other}", *ONE]),
    ("dragonheart", ["audit", *ONE]),
    ("dragonheart", ["meta", *THREE]),
    ("dragonheart", ["luck", *THREE]),
    ("dragon", ["decks", "kill", "mixed", *ONE]),
]


def seen(page: Path) -> str:
    """What stands on a page, without its scripts and styles."""
    return re.sub(r"<script.*?</script>|<style.*?</style>", "", page.read_text("utf-8"), flags=re.DOTALL)


def told_by(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> str:
    """All that a command says, on the terminal, on the page and in JSON, if it ends well."""
    page, numbers = tmp_path / "page.html", tmp_path / "page.json"
    assert main([*words, "-o", str(page), "--json", str(numbers)]) == 0, capsys.readouterr().err
    captured = capsys.readouterr()
    return "\n".join((captured.out, captured.err, seen(page), numbers.read_text("utf-8")))


@pytest.mark.parametrize(("game", "words"), ANSWERED, ids=lambda part: part if isinstance(part, str) else part[0])
def test_two_deals_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, words: list[str]
) -> None:
    """No number that is none, and no error of a library."""
    asked = [*words, "--game", game, "--deals", "2", "--seed", "1", "--out", str(tmp_path / "run")]
    assert NONE.findall(told_by(tmp_path, capsys, asked)) == []


@pytest.mark.parametrize(
    ("game", "words"), [*ANSWERED, *ANSWERED_THERE], ids=lambda part: part if isinstance(part, str) else part[0]
)
def test_one_deal_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, words: list[str]
) -> None:
    """With the option, what is allowed, and nothing played."""
    asked = [*words, "--game", game, "--deals", "1", "--seed", "1", "--out", str(tmp_path / "run")]
    assert main([*asked, "-o", str(tmp_path / "page.html")]) == 2
    told = capsys.readouterr().err
    assert re.search(r"^dhstats: --deals: must be .*(from|at least) 2", told)
    assert told.count("\n") == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_run_of_few_deals_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str) -> None:
    """Of two deals there is a page; of one there is a sentence."""
    run, play = str(tmp_path / "run"), ["simulate", "--game", game, *ONE, "--seed", "1"]
    assert main([*play, "--games", "6", "--out", run]) == 0
    assert NONE.findall(told_by(tmp_path, capsys, ["report", run])) == []
    assert main([*play, "--games", "1", "--out", f"{run}1"]) == 0
    assert main(["report", f"{run}1", "-o", str(tmp_path / "none.html")]) == 3
    assert "holds 1 deal, and an interval needs two; simulate more games" in capsys.readouterr().err
