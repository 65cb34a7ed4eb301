"""What commands say where players want something else than to win: success, points, sides, places."""

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from dhstats.cli.main import main
from dhstats.games import catalogue
from dhstats.questions.goals.quantity import Setting, known
from dhstats.questions.shared.metrics import asked, metrics
from dhstats.storage import open_run
from tests.gamefile.examples import command
from tests.gamefile.test_objectives import Write, drawn

FOUR = (  # two of three ways to end are a success
    'OBJECTIVE = "together"\nENDINGS = ("saved", "fled", "lost")\nSUCCESS = ("saved", "fled")',
    "\n\ndef ending(state, rules):\n    return 0 if state.drawn[0] > 3 else (1 if state.drawn[0] > 0 else 2)\n",
)
RANKED = 'OBJECTIVE = "ranks"'
POINTS = 'OBJECTIVE = "points"'


def names(game: str, seats: int) -> list[str]:
    """The quantities by which rule sets of a game are compared."""
    return [each.name for each in metrics(game, seats)]


def judged(game: str, seats: int) -> tuple[str, ...]:
    """What is judged where nobody names a metric."""
    ask = asked(game=game, seats=seats)
    return ask.each or (ask.metric.name,)


def test_what_is_judged_is_what_the_players_want(game_file: Write) -> None:
    """Success together, points of a lead or of every seat, places, sides; else the score, or every seat's share."""
    fires, village, kuhn, lady = (catalogue.name_of(each) for each in ("fires", "village", "kuhn", "black_lady"))
    assert judged(fires, 1) == judged(fires, 3) == ("success",)
    assert judged(village, 5) == ("side_village", "side_wolves")
    assert judged(kuhn, 2) == ("margin",)
    assert judged("dragonheart", 2) == ("score",)
    assert judged(lady, 4) == tuple(f"share_{seat}" for seat in ("first", "second", "third", "fourth"))
    ranks, points = (
        catalogue.name_of(str(game_file(name, drawn(said)))) for name, said in (("r", RANKED), ("p", POINTS))
    )
    assert judged(ranks, 4)[0] == "place_first"
    assert judged(points, 4)[3] == "points_fourth"
    assert {"score", "margin", "gap", "draws", "lead_changes"}.isdisjoint(names(fires, 2))


def sums(run: Path) -> dict[str, Any]:
    """What the deals of a run have in all, by column."""
    from dhstats.questions.tweaks.comparison import deal_sums

    return {name: values.sum() for name, values in deal_sums(open_run(run)).columns.items()}


def test_several_endings_are_one_success(game_file: Write, tmp_path: Path) -> None:
    """Success is the sum of the endings that are one, in sweeps, goals and choices; it is drawn above 0 six times of 7."""
    path = str(game_file("drawn", drawn(*FOUR[:1], more=FOUR[1])))
    command(
        "simulate",
        "--game",
        path,
        "--strategies",
        "random",
        "--games",
        "400",
        "--seed",
        "1",
        "--out",
        str(tmp_path / "run"),
    )
    found = sums(tmp_path / "run")
    assert found["success"] == found["saved"] + found["fled"] > found["saved"] > 0
    assert re.search(r"The game is (won|lost)\.$", command("replay", str(tmp_path / "run"), "0").strip())
    told = command("sweep", "standard", "most=1,6", "--game", path, "--strategies", "random", "--deals", "300", "--seed", "1",
                   "--out", str(tmp_path / "sweep"), "-o", str(tmp_path / "sweep.html"))  # fmt: skip
    assert "change about how often all win in Drawn?" in told
    best = command("choose", "standard", "most=1", "--for", "highest", "--game", path, "--strategies", "random", "--deals",
                   "1000", "--seed", "1", "--zone", "2pp", "--out", str(tmp_path / "best"), "-o", str(tmp_path / "b.html"))  # fmt: skip
    assert "Which of two rule sets of Drawn is won most often? (standard)" in best
    assert re.search(r"about 8\d of 100 games are won", best)


def test_goals_speak_of_sides_and_of_success(tmp_path: Path) -> None:
    """Of five players who vote at random the wolf wins 8 games of 15."""
    file = tmp_path / "village.toml"
    file.write_text('game = "village"\nplayers = "random"\n[goals]\nside.wolves = "45 to 62 %"\n')
    data = json.loads(command("goals", "check", str(file), "--seed", "1", "--deals", "1000", "--out", str(tmp_path / "games"),
                              "-o", str(tmp_path / "g.html"), "--json", "-"))  # fmt: skip
    assert data
    frame = pl.read_parquet(f"{tmp_path}/games/*/games/*.parquet")
    assert abs((frame["won_by"] == "wolves").mean() - 8 / 15) < 0.03
    bundle = catalogue.load(catalogue.name_of("fires"))
    assert next(iter(known(Setting(bundle, bundle.rule_files.load("standard"), "standard", ())))) == "success"


def test_places_are_what_a_page_on_seats_speaks_of_where_places_count(tmp_path: Path) -> None:
    """The mean places of the three seats add up to twice the middle place and one more."""
    run = str(tmp_path / "run")
    command(
        "simulate",
        "--game",
        "ladder",
        "--strategies",
        "random",
        "--games",
        "600",
        "--seed",
        "1",
        "--moves",
        "none",
        "--out",
        run,
    )
    told = command("report", run, "-o", str(tmp_path / "r.html"))
    assert "best mean place has the first seat" in told
    places = [float(each) for each in re.findall(r"([12]\.\d+) for the", told.replace("The mean place is ", ""))]
    assert sum(places) == pytest.approx(6.0, abs=0.02)


def test_value_and_strength_are_told_in_points_where_points_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A king is worth points in Kuhn poker; who has more points is the stronger, not who wins more hands."""
    told = command("value", "--game", "kuhn", "--strategies", "equilibrium", "--deals", "120", "--seed", "1", "--item", "hands.2",
                   "--out", str(tmp_path / "v"), "-o", str(tmp_path / "v.html"))  # fmt: skip
    assert re.search(r"A player who has it ends about 5\.\d+ points further ahead than if the opponent had it", told)
    run, players = str(tmp_path / "run"), "equilibrium,honest"
    command("simulate", "--game", "kuhn", "--strategies", players, "--games", "800", "--seed", "1", "--out", run)
    said = command("report", run, "-o", str(tmp_path / "r.html"))
    stronger = r"equilibrium scores \+0\.\d+ points per game more than honest .*: neither is shown to be the stronger"
    assert re.search(stronger, said)
    assert main(["replay", run, "3", "--explain"]) == 2
    assert "asks who wins, and in kuhn points count" in capsys.readouterr().err


def test_a_plan_is_made_for_success(tmp_path: Path) -> None:
    """About half of the games are won, so their variance is a quarter, and an interval of ±1 point takes 9,604 deals."""
    told = command(
        "plan", "--game", "fires", "--strategies", "largest", "--pilot", "400", "--seed", "1", "--half-width", "1pp"
    )
    assert "How many games measure how often Fires is won to within 1 game in 100?" in told
    assert 9_300 < int(re.findall(r"half-width 1pp +([0-9,]+)", told)[0].replace(",", "")) < 9_640


def test_pages_on_hidden_roles_say_nothing_of_leads(tmp_path: Path) -> None:
    """Nobody at the table knows who is ahead."""
    run = str(tmp_path / "run")
    command("simulate", "--game", "village", "--strategies", "random", "--games", "100", "--seed", "1", "--out", run)
    told = command("report", run, "-o", str(tmp_path / "r.html"))
    assert "Is one side stronger" in told
    assert "leads" not in told


REFUSED = [
    (("plan", "--game", "fires", "--strategies", "largest", "--within", "1pp"), "seats cannot be even", "--half-width"),
    (("choose", "standard", "ante=2", "--game", "kuhn"), "in kuhn points count", "`margin`"),
    (("meta", "--strategies", "random,greedy,honest", "--game", "kuhn"), "in kuhn points count", "`margin`"),
    (("probe", "greedy", "--game", "kuhn"), "in kuhn points count", "`margin`"),
    (("strength", "greedy", "--game", "auction"), "in auction points count", "`margin`"),
    (("plan", "--game", "village"), "in village sides win", "`side.village`"),
    (("meta", "--strategies", "random,greedy,largest", "--game", "fires"), "all succeed or fail together", "`success`"),
    (("choose", "standard", "sparks=2", "--game", "fires"), "where all succeed or fail together", "highest, lowest"),
]


@pytest.mark.parametrize(("words", "why", "instead"), REFUSED, ids=[f"{each[0][0]}-{each[1][-8:]}" for each in REFUSED])
def test_who_asks_who_wins_is_told_what_counts(
    words: tuple[str, ...], why: str, instead: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one sentence, with the command and the quantity to ask for."""
    assert main([*words, "--seed", "1"]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert instead in told
