"""`dhstats goals`: exit codes, the page, numbers as JSON, what is resumed, and mistakes in a line."""

import json
from pathlib import Path

import pytest

from dhstats.cli.main import main
from tests.cli.conftest import Typed

MET = '[goals]\nturns = "20 to 90"\n'
MISSED = '[goals]\nturns = "at most 5"\nscore = "49.9 to 50.1 %"\n'


def goals(place: Path, text: str = MET, head: str = 'title = "a try"\nplayers = "greedy"\n') -> str:
    """A goals file."""
    (place / "own.toml").write_text(head + text, "utf-8")
    return "own.toml"


def check(*words: str) -> int:
    """A quick check into a folder that is named."""
    return main(["goals", "check", *words, "--deals", "500", "--seed", "1", "--out", "runs", "-o", "page.html"])


def test_goals_that_are_met_end_with_zero(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a page that names the command, and games in the folder that was named."""
    assert check(goals(place)) == 0
    told = capsys.readouterr().out
    assert "meet its goal: “a try”?" in told
    assert "20 to 90 is met" in told
    assert "dhstats goals check own.toml --deals 500 --seed 1" in (place / "page.html").read_text("utf-8")
    assert (place / "runs/games-1/manifest.json").is_file()


def test_a_missed_goal_ends_with_one_and_a_second_run_says_the_same(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was played is gone on with; numbers go to JSON."""
    file = goals(place, MISSED)
    assert check(file, "--json", "one.json") == 1
    assert check(file, "--json", "two.json", "--resume") == 1
    one, two = (json.loads((place / f"{name}.json").read_text("utf-8")) for name in ("one", "two"))
    assert one["runs"][0]["answers"] == two["runs"][0]["answers"]
    (answer,) = one["runs"][0]["answers"]
    table = answer["tables"][0]
    names = [column["name"] for column in table["columns"]]
    rows = [dict(zip(names, row, strict=True)) for row in table["rows"]]
    assert [(row["goal"], row["verdict"]) for row in rows] == [("turns", "missed"), ("score", "open")]
    assert "no: one missed and one open" in capsys.readouterr().out.lower()


def test_few_deals_leave_goals_open(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is said before 300 deals, which ends with 1."""
    assert main(["goals", "check", goals(place), "--deals", "50", "--seed", "1"]) == 1
    assert "too few deals to tell" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "rules", "there", "missing"),
    [
        ("dragonheart", "ffg", "score", "share.first"), ("dragonwood", "two", "skill.RUNG", "share.first"),
        ("dragonwood", "three", "share.third", "skill.RUNG"), ("dragon", "four", "share.fourth", "score"),
    ],
)  # fmt: skip
def test_the_list_names_what_a_table_has(game: str, rules: str, there: str, missing: str, said: Typed) -> None:
    """Every quantity once, with an example and its meaning."""
    rows = json.loads(said("goals", "list", "--game", game, "--rules", rules, "--json", "-"))
    names = [row["goal"] for row in rows]
    assert there in names
    assert missing not in names
    assert len(set(names)) == len(names)
    assert all(row["for example"] and row["meaning"] for row in rows)
    assert f"{there} " in said("goals", "list", "--game", game, "--rules", rules)


LEADS = '[goals]\ncomebacks.3 = "at least 5 %"\nlead_games.0 = "at most 30"\nluck.0 = "1 to 60 %"\n'


def test_leads_are_goals_too(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Comebacks with logged moves, games until a lead as a score, luck's part; all told on the page.

    Leads have no limit: of luck's part nothing is said before a rare large one would have been seen.
    """
    assert check(goals(place, LEADS)) == 1
    told = capsys.readouterr().out
    assert "Games whose winner was at least 3 points behind after some turn: at least 5 % is met" in told
    assert "players of skill 0, so that they lead after at most 30 games: at least 64.8 % is met" in told
    assert "Luck's part of the lead over players of skill 0: 1 to 60 % is still open" in told
    assert "a large value that one deal in 1,000 has may not have been seen yet: about 3,200 more deals" in told
    page = (place / "page.html").read_text("utf-8")
    assert all(said in page for said in ("drawn games are not comebacks", "a draw counts as half a win", "1 − μ²/s"))
    assert any((place / "runs/games-1/moves").iterdir())


@pytest.mark.parametrize("game", ["dragonheart", "dragonwood", "dragon", "kuhn", "fires", "village", "one_turn"])
def test_a_new_goals_file_is_one_that_can_be_read(game: str, place: Path, said: Typed) -> None:
    """With goals that the game has; every quantity that needs no argument is named, in a comment or not."""
    from dhstats.questions.goals.goal import read

    told = said("goals", "new", game)
    assert f"dhstats goals check {game}-goals.toml --seed 1" in told
    found, text = read(place / f"{game}-goals.toml"), (place / f"{game}-goals.toml").read_text("utf-8")
    assert found.goals
    listed = json.loads(said("goals", "list", "--game", game, "--json", "-"))
    assert all(f"{each['goal']} = " in text for each in listed)


def test_a_new_goals_file_replaces_no_other(place: Path, refused: Typed, said: Typed) -> None:
    """Somebody's own file stays, and a game that is not known makes none."""
    (place / "mine.toml").write_text("mine = 1\n", "utf-8")
    assert "was not written by dhstats" in refused("goals", "new", "pig", "--out", "mine.toml")
    assert "not known" in refused("goals", "new", "nothing")
    (place / "game.py").write_text("1 / 0\n", "utf-8")
    assert "game.py" in refused("goals", "new", "game.py")
    assert sorted(path.name for path in place.glob("*.toml")) == ["mine.toml"]


def test_a_new_goals_file_names_rules_from_its_own_folder(place: Path, said: Typed) -> None:
    """As it is read."""
    from dhstats.questions.goals.goal import read

    (place / "rules").mkdir()
    (place / "goals").mkdir()
    (place / "rules/short.toml").write_text('extends = "ffg"\nend.ship_stacks = 2\n', "utf-8")
    said("goals", "new", "dragonheart", "--rules", "rules/short.toml", "--out", "goals/mine.toml")
    assert 'rules = "../rules/short.toml"' in (place / "goals/mine.toml").read_text("utf-8")
    assert read(place / "goals/mine.toml").goals
