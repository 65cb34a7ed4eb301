"""A game from a temporary folder, asked everything that dhstats asks of its own games: one door for all."""

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from dhstats.cli.main import main
from tests.gamefile import small, tables

FEW = ("--deals", "60", "--seed", "1")
GAME = ("--game", "count_down.py")
GOALS = """title = "A longer game"
game = "count_down.py"
rules = "standard"
players = "random"

[goals]
turns = "4 to 9"

[change]
heap = "8..12:2"
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game file, to stand in."""
    (tmp_path / "count_down.py").write_text(small.COUNT_DOWN)
    (tmp_path / "goals.toml").write_text(GOALS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ask(here: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command says, with its exit code checked."""

    def asked(*words: str, code: int = 0) -> str:
        capsys.readouterr()
        assert main(list(words)) == code, capsys.readouterr().err
        out, told = capsys.readouterr()
        return out if code == 0 else told

    return asked


@pytest.fixture
def run(ask: Callable[..., str]) -> str:
    """Games of a player who knows the way, against one who does not."""
    ask("simulate", *GAME, "--strategies", "leave_fours,random", "--design", "strength", "--games", "400",
        "--seed", "1", "--out", "run")  # fmt: skip
    return "run"


def test_what_is_stored_is_verified_told_and_reported(ask: Callable[..., str], run: str) -> None:
    """Every row again in plain Python; a game in words; a page whose title has the game's name."""
    assert "run: stands." in ask("verify", run)
    told = ask("replay", run, "0")
    assert "take" in told
    assert "wins." in told
    assert "Does going first help in Count down?" in ask("report", run, "-o", "page.html")
    assert ask("replay", run, "0", "--html", "game.html").strip() == "board: game.html"


def test_who_begins_with_ten_wins_by_taking_two(ask: Callable[..., str]) -> None:
    """Ten is no multiple of four: whoever begins leaves eight and wins all games; so the report says."""
    ask("simulate", *GAME, "--strategies", "leave_fours", "--games", "200", "--seed", "1", "--out", "best")
    assert "the first player wins about 100 of 100 games" in ask("report", "best", "-o", "best.html")
    ask("simulate", *GAME, "--strategies", "leave_fours", "--set", "heap=12", "--games", "200", "--seed", "1",
        "--out", "worst")  # fmt: skip
    assert "the first player wins about 0 of 100 games" in ask("report", "worst", "-o", "worst.html")


def test_rules_are_shown_compared_and_swept(ask: Callable[..., str]) -> None:
    """The keys of the file are those of every command about rules."""
    assert "standard" in ask("rules", "list", *GAME)
    assert "heap = 10" in ask("rules", "show", "standard", *GAME)
    best = ("--strategies", "leave_fours", *FEW)
    assert "the first player wins 0 of 100 games instead of 100" in ask("compare", "standard", "heap=12", *GAME, *best)
    assert "from 0.00 % at 12 to 100.00 % at 9" in ask("sweep", "standard", "heap=9,12", *GAME, *best)
    assert "heap=12: 0.00 %" in ask("choose", "standard", "heap=11", "heap=12", *GAME, *best)
    assert "deals" in ask("plan", *GAME, "--strategies", "random", "--pilot", "200", "--seed", "1")


def test_points_before_the_game_are_a_rule_of_every_file(here: Path, ask: Callable[..., str]) -> None:
    """Of 36 rolls the first player wins 15 alone and shares 6; with a point for the second 10 and 5: 0.347 on average."""
    (here / "high_roll.py").write_text(tables.HIGH_ROLL)
    game = ("--game", "high_roll.py", "--strategies", "random", "--seed", "1")
    told = ask("simulate", *game, "--set", "seats.second.points=1", "--games", "4000", "--moves", "all", "--out", "run")
    assert "4,000 games" in told
    games = pl.read_parquet("run/games/*.parquet")
    assert games["score_second"].min() == 2
    assert games["score_second"].max() == 7
    won = (games["score_first"] > games["score_second"]).mean()
    shared = (games["score_first"] == games["score_second"]).mean()
    assert (won, shared) == (pytest.approx(10 / 36, abs=0.03), pytest.approx(5 / 36, abs=0.02))
    assert "run: stands." in ask("verify", "run")
    shown = ask("rules", "show", "standard", "--game", "high_roll.py", "--set", "seats.sixth.points=-2")
    assert "[seats.sixth]\npoints = -2" in shown
    assert "allowed: first, second" in ask("rules", "show", "standard", *GAME, "--set", "seats.third.points=1", code=2)


def test_seats_that_are_uneven_lead_to_a_key_of_the_file(ask: Callable[..., str]) -> None:
    """The page of an uneven game names the command that tries what to give."""
    ask("simulate", *GAME, "--strategies", "leave_fours", "--games", "200", "--seed", "1", "--out", "best")
    assert "dhstats sweep standard seats.second.points=0.." in ask("report", "best", "-o", "best.html")


def test_goals_of_a_file_are_judged(ask: Callable[..., str]) -> None:
    """A goals file names the game file beside it."""
    assert "turns" in ask("goals", "check", "goals.toml", "--run-code", "--seed", "1", "--deals", "8000", code=0)


@pytest.mark.long("meta and luck of a game file; both are asked of shipped games, and other questions of this file")
def test_players_are_ranked_and_their_luck_is_weighed(ask: Callable[..., str]) -> None:
    """Round robins, and what chance has to do with it: nothing, but who begins."""
    three = ("--strategies", "leave_fours,random,greedy")
    assert "leave fours" in ask("meta", *GAME, *three, *FEW)
    assert "leave_fours is rated" in ask("luck", *GAME, *three, *FEW)
    assert "leave_fours" in ask("strategies", "list", *GAME)


def test_positions_are_changed_by_decree(ask: Callable[..., str]) -> None:
    """A number of the state is set, and the game goes on."""
    said = ask("fork", *GAME, "--arm", "heap=5", "--against", "heap=4", "--strategies", "leave_fours", *FEW)
    assert "heap 5" in said


def test_games_are_exported_and_read_again(ask: Callable[..., str], run: str) -> None:
    """Decisions by the names of the move's fields."""
    ask("export", run, "--games", "3", "--log", "log.jsonl")
    lines = [json.loads(line) for line in Path("log.jsonl").read_text().splitlines()]
    assert [set(turn) for turn in lines[0]["turns"]] == [{"take"}] * len(lines[0]["turns"])
    assert "3 games" in ask("import", "log.jsonl", "--out", "people")
    assert "people: stands." in ask("verify", "people")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("audit", *GAME),
            "names no place of its rules that can be read in several ways; a game file lists them as UNCLEAR",
        ),
        (("kit", "standard", *GAME), "nothing is dealt at random in it, so there are no deals to lay out by hand"),
        (("decks", *GAME), "players bring no decks in this game"),
    ],
)
def test_what_a_file_does_not_bring_is_not_offered(ask: Callable[..., str], words: tuple[str, ...], told: str) -> None:
    """One sentence says what is missing."""
    assert told in ask(*words, code=2)


@pytest.mark.long(
    "protects the trainer of game files: an expert is as good as who knows the way to win; Brim guards it"
)
def test_experts_of_a_file_learn_to_leave_fours(ask: Callable[..., str]) -> None:
    """Protects the trainer: the expert of the way to win scores as much as who knows it."""
    ask("simulate", *GAME, "--strategies", "expert,leave_fours", "--design", "strength", "--games", "200", "--seed", "1",
        "--set", "heap=13", "--out", "match")  # fmt: skip
    games = pl.read_parquet("match/games/*.parquet")
    assert games["winner"].eq(0).all()  # thirteen is no multiple of four: whoever begins wins, whoever knows the way
