"""One turn, a game for one: what it comes to is known exactly, and every command asks it or says why it cannot."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as parquet
import pytest

from dhstats.cli.main import main
from dhstats.queries import sql
from dhstats.queries.catalogue import queries
from dhstats.queries.counts import counting
from dhstats.questions.verbs import compare
from dhstats.storage import open_run
from tests.gamefile import tables
from tests.gamefile.examples import FOLDER, command, near

GAME = str(FOLDER / "one_turn.py")
ASKS_WHO_WINS = "asks who wins, and in a game for one nobody does; `dhstats report` shows what a player scores"
GOALS = f"""title = "A daring turn"
game = "{GAME}"
rules = "standard"
players = "at_twenty"

[goals]
points = "6 to 10"
turns = "2 to 6"
held = "30 to 45 %"
"longer_than.12" = "at most 20 %"

[change]
sides = "6..8:2"
"""


@cache
def scored(total: int, hold: int, sides: int = 6) -> float:
    """The points on average of who holds at so many, from a total on."""
    if total >= hold:
        return float(total)
    return sum(scored(total + rolled, hold, sides) for rolled in range(2, sides + 1)) / sides


@cache
def lost(total: int, hold: int, sides: int = 6) -> float:
    """The chance that a turn is lost, from a total on."""
    if total >= hold:
        return 0.0
    return (1.0 + sum(lost(total + rolled, hold, sides) for rolled in range(2, sides + 1))) / sides


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of two who hold at different totals, each alone on the same deals."""
    folder = tmp_path_factory.mktemp("one_turn") / "run"
    command("simulate", "--game", GAME, "--strategies", "at_twenty,at_ten", "--games", "40000", "--seed", "1",
            "--out", str(folder))  # fmt: skip
    return folder


def of(run: Path, player: str) -> pl.DataFrame:
    """The games of a player."""
    return pl.read_parquet(run / "games/*.parquet").filter(pl.col("first").cast(pl.String) == player)


def test_what_is_scored_and_lost_is_what_dice_say(run: Path) -> None:
    """Hold at twenty: 8.14 points, 62.5 % lost; at ten fewer of both. Twenty is best, and no worse than twenty-one."""
    for player, hold in (("at_twenty", 20), ("at_ten", 10)):
        games = of(run, player)
        assert near(games["score_first"], scored(0, hold))
        assert near(games["end_reason"].cast(pl.String) == "lost", lost(0, hold))
    assert scored(0, 20) == pytest.approx(8.1418, abs=1e-4)
    assert max(range(2, 40), key=lambda hold: round(scored(0, hold), 9)) == 20
    assert (of(run, "at_ten")["deal_id"].to_list()) == of(run, "at_twenty")["deal_id"].to_list()


def test_nobody_wins_and_every_decision_is_a_turn(run: Path) -> None:
    """The tables have one seat, no winner, nothing that decided, and as many turns as decisions."""
    games, moves = (parquet.read_table(run / name) for name in ("games", "moves"))
    assert not [name for name in games.column_names if name.endswith("second")]
    assert set(games["winner"].to_pylist()) == {-1}
    assert set(games["decided_by"].to_pylist()) == {None}
    assert games["turns"].to_pylist() == games["turns_first"].to_pylist()
    assert sum(games["turns"].to_pylist()) == moves.num_rows
    assert set(moves["seat"].to_pylist()) == {0}


def test_what_is_played_stands_and_is_told(run: Path, tmp_path: Path) -> None:
    """Played again in plain Python; a game in words, in which there is the player and no seat."""
    assert "stands." in command("verify", str(run), "--sample", "100")
    told = command("replay", str(run), "0")
    assert told.startswith("Game 0 of")
    assert "against" not in told
    assert "  1 player  roll" in told
    assert told.rstrip().endswith("points.") or told.rstrip().endswith("point.")
    page = tmp_path / "game.html"
    command("replay", str(run), "0", "--html", str(page))
    assert '<span class="role">player</span>' in page.read_text()


def test_the_report_says_what_each_scores_and_how_games_end(run: Path, tmp_path: Path) -> None:
    """Means with intervals of all at once, quantiles, lengths and endings; nobody's chance to win."""
    told = command("report", str(run), "-o", str(tmp_path / "page.html"))
    first, best, *_ = told.splitlines()
    assert first == "What does a player score in One turn?"
    assert best.startswith("The strategy “at twenty”, the better of two strategies, scores about 8.")
    assert "At ten scores 6." in told
    assert "simultaneous 95 % interval" in told
    page = (tmp_path / "page.html").read_text()
    assert "of the games end by “lost”" in page
    for word in ("first player", "both players", "who wins", "against itself"):
        assert word not in page.replace("asks who wins", ""), word


def test_sql_counts_what_a_recount_counts(run: Path) -> None:
    """Means, endings, deals and lengths of games for one, row by row."""
    games = pl.read_parquet(run / "games/*.parquet")
    with counting(open_run(run)) as counts:
        means, ends = counts.rows("means"), counts.rows("endings", matchup=1, ended_by=-2)
        deals, lengths, growth = (counts.frame(name) for name in ("deals", "lengths", "race"))
        for name in queries(counts.game, seats=1):  # what a report shows gives the same rows when it is pasted
            assert "$" not in counts.text(name)
            assert sql.query(counts.run, counts.text(name), limit=10**6).rows() == counts.frame(name).rows(), name
    for row in means:
        own = games if row["matchup"] < 0 else games.filter(pl.col("arm") == row["matchup"])
        blocks = own.group_by("deal_id").agg(pl.col("score_first", "turns").cast(pl.Int64).sum())
        score, turns = blocks["score_first"], blocks["turns"]
        assert (row["deals"], row["score_first"], row["score_first_squares"]) == (20_000, score.sum(), (score**2).sum())
        assert (row["turns"], row["turns_squares"]) == (turns.sum(), (turns**2).sum())
    at_ten = games.filter(pl.col("arm") == 1)
    counted = dict(at_ten.group_by(pl.col("end_reason").cast(pl.String)).len().iter_rows())
    assert {row["end_reason"]: row["games"] * row["deals"] for row in ends} == counted
    by_deal = games.group_by("deal_id").agg(pl.col("score_first").cast(pl.Int64).sum()).sort("deal_id")
    assert deals["points"].to_list() == by_deal["score_first"].to_list()
    assert lengths["turns"].sum() == games["turns"].cast(pl.Int64).sum()
    assert growth.filter(matchup=-1, turn=1)["games"].item() == len(games)


def test_totals_say_the_same_as_games(tmp_path: Path) -> None:
    """A run that keeps exact totals reports the same mean."""
    words = ("--game", GAME, "--strategies", "at_ten", "--games", "3000", "--seed", "2", "--moves", "none")
    command("simulate", *words, "--out", str(tmp_path / "games"))
    command("simulate", *words, "--keep", "totals", "--out", str(tmp_path / "totals"))
    one, other = (
        command("report", str(tmp_path / name), "-o", str(tmp_path / "p.html")) for name in ("games", "totals")
    )
    assert one == other
    assert "stands." in command("verify", str(tmp_path / "totals"))


def test_a_change_of_the_rules_is_judged_in_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight sides bring what dice say, on common deals; a sweep has the mean of every level."""
    monkeypatch.chdir(tmp_path)
    told = compare(
        "standard", "sides=8", folder=tmp_path / "runs", seed=1, strategies="at_twenty", deals=8000, game=GAME
    )
    (change,) = told.table("scores").frame.to_dicts()
    expected = scored(0, 20, 8) - scored(0, 20)
    assert change["low"] < expected < change["high"]
    assert change["verdict"] == "fact"  # no rule says how many points matter
    assert "the player's score changes by +4." in told.findings[0].text
    swept = command(
        "sweep", "standard", "sides=4,6", "--game", GAME, "--strategies", "at_twenty", "--deals", "500", "--seed", "1"
    )
    assert "With sides the player's score goes from" in swept
    said = command("compare", "standard", "sides=8", "--game", GAME, "--strategies", "at_ten", "--deals", "500",
                   "--metric", "turns", "--seed", "1")  # fmt: skip
    assert "turns of the player" in said


def test_ways_to_go_on_are_told_in_points(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a total of nineteen given, of many games and of one; a first roll from there is known."""
    monkeypatch.chdir(tmp_path)
    words = ("--game", GAME, "--strategies", "at_twenty", "--deals", "2000", "--seed", "1")
    told = command("fork", "--arm", "total=19", "--against", "total=18", *words)
    assert "With 'total=19' instead of 'total=18': " in told
    assert "wins" not in told
    one = command("fork", str(run), "0", "--turn", "1", "--arm", "total=30", "--against", "total=25")
    assert "With 'total=30' instead of 'total=25': +5.00 points" in one
    assert "Yes: the player ends with 5.00 points more" in one


def test_goals_of_a_game_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Points, turns, endings and lengths are judged; what asks who wins is no goal of it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "goals.toml").write_text(GOALS)
    told = command("goals", "check", "goals.toml", "--run-code", "--deals", "4000", "--seed", "1")
    assert "Player's score: 6 to 10 is met" in told
    listed = command("goals", "list", "--game", GAME)
    assert "player's score" in listed
    assert "settled_by" not in listed


def test_games_of_people_are_read_and_nobody_is_said_to_have_won(run: Path, tmp_path: Path) -> None:
    """A log has the score alone; what is read from it stands."""
    log = tmp_path / "log.jsonl"
    command("export", str(run), "--games", "4", "--log", str(log))
    assert '"winner"' not in log.read_text()
    told = command("import", str(log), "--out", str(tmp_path / "people"))
    assert "Points on average over 4 games" in told
    assert "won" not in told
    assert "stands." in command("verify", str(tmp_path / "people"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("choose", "standard", "sides=8", "--game", GAME), "choose"),
        (("plan", "--game", GAME, "--pilot", "200"), "plan"),
        (("meta", "--strategies", "at_ten,at_twenty,random", "--game", GAME), "meta"),
        (("luck", "--strategies", "at_ten,at_twenty,random", "--game", GAME), "luck"),
        (("skill", "--game", GAME), "skill"),
        (("probe", "at_ten", "--game", GAME), "this question"),
        (("strength", "at_ten", "--game", GAME), "this question"),
        (("certify", "RUN"), "certify"),
        (("people", "RUN"), "people"),
        (("replay", "RUN", "0", "--explain"), "--explain"),
        (("simulate", "--game", GAME, "--strategies", "at_ten", "--until", "balanced within 1pp"), "until"),
    ],
)
def test_what_asks_who_wins_says_so(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...], told: str,
) -> None:  # fmt: skip
    """One sentence with what can be asked instead, exit code 2, and nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    assert main([str(run) if word == "RUN" else word for word in words]) == 2
    assert f"{told} {ASKS_WHO_WINS}" in capsys.readouterr().err
    assert not any(tmp_path.rglob("manifest.json"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("mechanisms", "--game", GAME), "this question asks who wins"),
        (("value", "--game", GAME), "has no item to measure"),
        (("kit", "standard", "--game", GAME), "nothing is dealt at random"),
        (("goals", "check", "GOALS", "--run-code"), "asks who wins, and in a game for one nobody does"),
    ],
)
def test_what_it_does_not_bring_is_not_offered(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    told: str,
) -> None:
    """As of any game file, one sentence says what is missing."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "goals.toml").write_text(GOALS.replace("turns =", '"settled_by.50" ='))
    assert main(["goals.toml" if word == "GOALS" else word for word in words]) == 2
    assert told in capsys.readouterr().err


def test_who_plays_alone_learns_in_points(tmp_path: Path) -> None:
    """A card says by how many points more a player scores than others on the same deals; greedy holds at once."""
    player = tmp_path / "learner.json"
    told = command("train", "--game", GAME, "--games", "30000", "--player", str(player))
    assert "beside     points more" in told
    assert "score against" not in told
    command("simulate", "--game", GAME, "--strategies", f"{player},mc:30", "--games", "200", "--seed", "1", "--out",
            str(tmp_path / "run"))  # fmt: skip
    assert of(tmp_path / "run", "mc:30")["score_first"].mean() > 4.0


def test_a_file_for_one_to_six_is_played_alone_too(tmp_path: Path, write_file: Callable[[str, str], str]) -> None:
    """A die alone has 3.5 points on average; nobody wins, and at a table of six all is as ever."""
    file = write_file("any_number", tables.HIGH_ROLL.replace("SEATS = (2, 6)", "SEATS = (1, 6)"))
    command("simulate", "--game", file, "--strategies", "random", "--games", "6000", "--seed", "1", "--out",
            str(tmp_path / "one"))  # fmt: skip
    games = pl.read_parquet(tmp_path / "one/games/*.parquet")
    assert near(games["score_first"], 3.5)
    assert set(games["winner"]) == {-1}
    assert set(games["score_second"]) == {-1}
    assert "stands." in command("verify", str(tmp_path / "one"))
    assert "The strategy “random” scores about 3." in command(
        "report", str(tmp_path / "one"), "-o", str(tmp_path / "one.html")
    )
    command("simulate", "--game", file, "--strategies", "random", "--games", "600", "--set", "players=6", "--seed", "1",
            "--out", str(tmp_path / "six"))  # fmt: skip
    assert "six players an even share" in command("report", str(tmp_path / "six"), "-o", str(tmp_path / "six.html"))
    assert np.all(pl.read_parquet(tmp_path / "six/games/*.parquet")["players"].to_numpy() == 6)


@pytest.fixture
def write_file(tmp_path: Path) -> Callable[[str, str], str]:
    """Writes a game file; its path as it is typed."""

    def write(name: str, text: str) -> str:
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        return str(path)

    return write
