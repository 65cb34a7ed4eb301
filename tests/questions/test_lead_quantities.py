"""Goals about leads: games until one shows, games won from behind, and the part of luck; counted again by other means."""

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.questions.atlases.rule_sets import Played
from dhstats.questions.goals import answers
from dhstats.questions.goals.checking import Tally, Terms, check, judged
from dhstats.questions.goals.goal import goal, scores_between
from dhstats.questions.goals.levers import NOTHING
from dhstats.questions.goals.quantity import BASE, packed, unpacked
from dhstats.questions.goals.sources import Part, Values, first_games, sources
from dhstats.questions.tweaks.comparison import deal_sums
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.stats.leagues.luck import games_to_tell
from dhstats.stats.sequential.stopping import Sample
from dhstats.storage import Run
from tests.questions.test_goals import Here, goals_of, quantity, rows_of

Array = np.ndarray[Any, Any]
plays = pytest.mark.skipif(interpreted(), reason="hundreds of games in plain Python take too long")
PART = Part(0, 0, 60)
GAMES = (("dragonheart", "ffg"), ("dragonwood", "two"), ("dragon", "standard"))
STEP = 1e-5  # a thousandth of a percent


# ---- Games until a lead -------------------------------------------------------------------------------------------


def needed(score: float) -> float:
    """The games that a score takes, without end where it never leads."""
    return games_to_tell(score) or math.inf


@pytest.mark.parametrize(
    ("low", "high"),
    [(-math.inf, 30.0), (-math.inf, 1.0), (-math.inf, 29.5), (31.0, 61.0), (30.0, 60.0), (101.0, math.inf),
     (1_900.0, 2_100.0), (-math.inf, 9e6), (9e6, math.inf), (2.0, 3.0)],
)  # fmt: skip
def test_a_range_of_games_is_the_range_of_scores_that_take_so_many(low: float, high: float) -> None:
    """Every score within takes so many games; one step beyond either end takes too many, or too few."""
    found = scores_between(low, high)
    assert found is not None
    least, greatest = found
    assert math.isinf(least) == math.isinf(high)
    assert math.isinf(greatest) == math.isinf(low)
    inside = np.linspace(max(least, 0.0), min(greatest, 1.0), 25)
    assert all(low <= needed(float(each)) <= high for each in inside)
    if math.isfinite(least):
        assert needed(least - STEP) > high
    if math.isfinite(greatest):
        assert needed(greatest + STEP) < low


def test_ranges_of_games_that_nothing_meets_or_everything_does() -> None:
    """No game is ever too few; one is enough for who wins 95 of 100."""
    assert scores_between(-math.inf, 0.9) is None
    assert scores_between(30.5, 30.9) is None
    assert scores_between(1.0, math.inf) == (-math.inf, math.inf)
    assert scores_between(-math.inf, 1.0) == (0.95, math.inf)


def test_more_games_are_lower_scores() -> None:
    """In both ways in which games are counted, and where they meet."""
    games = [needed(each / 1e5) for each in range(51_500, 52_300)]
    assert all(one >= other for one, other in pairwise(games))
    assert games[0] > 2_000 > games[-1]


def test_a_goal_says_the_score_that_it_is_judged_by() -> None:
    """Its name stays, its words have both, and it is read again from either."""
    found = goal(quantity("lead_games.6"), "at most 30")
    assert (found.name, found.range, found.written) == ("lead_games.6", "at least 64.8 %", "at most 30")
    assert found.quantity.what == "the score against players of skill 6, so that they lead after at most 30 games"
    assert goal(quantity("lead_games.6"), found.written) == found
    long = goal(quantity("lead_games.6"), "101 to 1,001")
    assert long.written == "101 to 1,001"
    assert goal(quantity("lead_games.6"), long.written) == long
    assert goal(quantity("lead_games.6"), "at least 1,000").low == -math.inf


# ---- The games of a rung, played once -----------------------------------------------------------------------------


@plays
@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_one_match_tells_score_lead_and_luck(game: str, rules: str, tmp_path: Path) -> None:
    """Both scores are the same deals; the part of luck is that of the rows, by plain means over games."""
    wanted = (("luck.1", "5 to 95 %"), ("skill.1", "at least 10 %"), ("lead_games.1", "at most 30"))
    goals, here = goals_of(game, rules, "random", *wanted), Here(tmp_path)
    (source,) = sources(goals)
    found = source.values(goals, 3, PART, here, source.quantities)
    again = source.values(goals, 3, PART, here, source.quantities[2:])
    assert [name for name, *_ in here.asked] == ["skill.1-1"] * 2
    assert len(here.runs) == 1
    assert np.array_equal(again["lead_games.1"].values, found["skill.1"].values)
    lead = leads_of(here.runs["skill.1-1"])
    luck = found["luck.1"].of(goals.goals[0].quantity)
    whole = 1.0 - lead.mean() ** 2 / (lead**2).mean()
    assert luck.mean() == pytest.approx(whole, abs=1e-12)
    sums, squares = unpacked(found["luck.1"].values)
    assert np.array_equal(sums, lead.sum(axis=1))
    assert np.array_equal(squares, (lead**2).sum(axis=1))
    assert (sums < 0).any()
    tally = Tally(goals.goals[0], {}).plus(found["luck.1"])
    assert tally.sample.mean == pytest.approx(whole, abs=1e-12)
    assert Played(NOTHING, found).mean(goals.goals[0]) == pytest.approx(whole, abs=1e-12)
    assert Played(NOTHING, found).variance(goals.goals[0]) * 59 == pytest.approx(tally.sample.variance)


def leads_of(run: Run) -> Array:
    """The lead of the first named player in every game: (deals, 4)."""
    rows, arms = rows_of(run).sort("deal_id", "arm"), run.manifest.design.arms
    first = np.array([arm.first_player == 0 for arm in arms])[rows["arm"].to_numpy()]
    lead = rows["score_first"].to_numpy().astype(np.int64) - rows["score_second"].to_numpy()
    return np.where(first, lead, -lead).reshape(-1, len(arms))


# ---- The part of luck ---------------------------------------------------------------------------------------------


def test_two_sums_lie_in_one_number() -> None:
    """Of either sign, and as large as scores can be."""
    leads = np.array([0, 1, -1, -7, 120, -262_144, 262_144, BASE // 2 - 1, 1 - BASE // 2])
    squares = np.array([0, 1, 1, 900, 4_000, 2**34, 2**34, 3, 3])
    both = packed(leads, squares)
    assert [each.tolist() for each in unpacked(both)] == [leads.tolist(), squares.tolist()]
    assert len(set(both.tolist())) == len(both)
    with pytest.raises(ValueError, match="come to"):
        packed(np.array([BASE // 2]), np.array([1]))


def deals(mean: float, common: float, own: float, many: int, chance: np.random.Generator) -> Values:
    """Deals of four games whose leads have a mean, luck that they share, and luck of their own; whole points."""
    luck = common * chance.standard_normal((many, 1)) + own * chance.standard_normal((many, 4))
    leads = np.rint(mean + luck).astype(np.int64)
    return Values(packed(leads.sum(axis=1), (leads**2).sum(axis=1)), 4)


LUCK = goal(quantity("luck.6"), "40 to 70 %")


def test_luck_has_no_bets_and_a_clipped_interval() -> None:
    """A deal's part in it has no bounds, so where few deals differ nothing is said; what is shown is a share."""
    few = packed(np.array([0] * 500 + [4] * 8), np.array([0] * 500 + [6] * 8))
    found = judged(Tally(LUCK, {}).plus(Values(few, 4)), Terms(0.05, 508, 1))
    assert found.standing == "open"
    assert (found.estimate.interval.low, found.estimate.interval.high) == (0.0, 1.0)
    none = judged(Tally(LUCK, {}).plus(Values(packed(np.zeros(400), np.zeros(400)), 4)), Terms(0.05, 400, 1))
    assert (none.standing, none.estimate.value) == ("missed", 1.0)
    early = judged(Tally(LUCK, {}).plus(deals(0.4, 5.0, 8.0, 600, np.random.default_rng(1))), Terms(0.05, 600, 1))
    assert (early.standing, early.doubt) == ("open", "unseen")  # leads have no limit that is known
    some = judged(Tally(LUCK, {}).plus(deals(0.4, 5.0, 8.0, 4_000, np.random.default_rng(1))), Terms(0.05, 4_000, 1))
    assert some.estimate.interval.high <= 1.0
    assert some.standing == "missed"
    sample = Tally(LUCK, {}).plus(deals(12.0, 5.0, 8.0, 600, np.random.default_rng(1))).sample
    assert isinstance(sample, Sample)
    assert math.isinf(sample.high)


# ---- Games won from behind ----------------------------------------------------------------------------------------


@plays
@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_comebacks_are_those_of_the_rows(game: str, rules: str, tmp_path: Path) -> None:
    """By the last row of every turn, whoever moved; logging the moves changes no other quantity."""
    limits = (1, 3, 8)
    others = [("score", "49 to 51 %"), ("turns", "1 to 5"), ("settled_by.50", "at most 1 %"), ("draws", "at most 1 %")]
    wanted = [(f"comebacks.{limit}", "at least 1 %") for limit in limits]
    goals, here = goals_of(game, rules, "greedy", *wanted, *others), Here(tmp_path)
    (source,) = sources(goals)
    found = source.values(goals, 3, PART, here, source.quantities)
    run = here.runs["games-1"]
    assert run.manifest.moves == "all"
    behind = behind_of(run)
    for limit in limits:
        values = found[f"comebacks.{limit}"]
        assert values.steps == 2
        assert np.array_equal(values.values, (behind >= limit).reshape(-1, 2).sum(axis=1)), limit
    assert 0 < (behind >= 3).sum() < len(behind)
    silent, there = goals_of(game, rules, "greedy", *others), Here(tmp_path / "silent")
    (alone,) = sources(silent)
    for name, values in alone.values(silent, 3, PART, there, alone.quantities).items():
        assert np.array_equal(values.values, found[name].values), name
    assert there.runs["games-1"].manifest.moves == "none"


def behind_of(run: Run) -> Array:
    """How far the winner of every game was behind at most, from the stored rows."""
    moves = pl.concat([pl.read_parquet(file) for file in sorted((run.folder / "moves").glob("*.parquet"))])
    turn = ["turn"] if "own_turn" not in moves.columns else ["own_turn", "mover"]
    ends = moves.sort("game_id", "turn").group_by("game_id", *(each for each in turn), maintain_order=True).last()
    lead = pl.col("score_first_after").cast(pl.Int64) - pl.col("score_second_after")
    both = ends.group_by("game_id").agg(lead.max().alias("most"), lead.min().alias("least"))
    rows = rows_of(run).sort("game_id").join(both, on="game_id", how="left")
    behind = pl.when(pl.col("winner") == 0).then(-pl.col("least")).when(pl.col("winner") == 1).then(pl.col("most"))
    return rows.select(behind.otherwise(0).fill_null(0).clip(0, None).alias("behind"))["behind"].to_numpy()


def test_the_first_games_log_what_goals_ask(tmp_path: Path) -> None:
    """A check opens them again, so they are those that the goals are judged by."""
    for wanted, moves in ((("comebacks.3", "at least 1 %"), "all"), (("turns", "1 to 5"), "none")):
        goals = goals_of("dragonheart", "ffg", "greedy", wanted, ("skill.0", "at least 1 %"))
        (mirror, match) = sources(goals)
        assert first_games(goals, 200) == mirror.plan(goals, 0, Part(0, 0, 200))
        assert (mirror.moves, match.moves) == (moves, "none")


@plays
def test_a_run_tells_comebacks_if_it_logs_all_moves(tmp_path: Path) -> None:
    """Else it says what would."""
    goals = goals_of("dragonheart", "ffg", "greedy", ("comebacks.3", "at least 99 %"), ("turns", "1 to 5"))
    alone = goals_of("dragonheart", "ffg", "greedy", ("comebacks.3", "at least 99 %"))
    runs = {
        moves: simulate(Experiment("", strategies=("greedy",), games=800, seed=3, moves=moves), tmp_path / moves[:3])
        for moves in ("all", "sample:2")
    }
    rows = answers.answer_of_run(goals, runs["all"]).table("goals").frame.to_dicts()
    assert {row["goal"]: row["verdict"] for row in rows} == {"comebacks.3": "missed", "turns": "missed"}
    share = next(row["value"] for row in rows if row["goal"] == "comebacks.3")
    assert share == pytest.approx(100.0 * (behind_of(runs["all"]) >= 3).mean())
    told = answers.answer_of_run(goals, runs["sample:2"])
    assert [row["goal"] for row in told.table("goals").frame.to_dicts()] == ["turns"]
    assert "Not checked: comebacks.3. This needs the moves of all games" in told.caution
    with pytest.raises(BadInput, match="simulate again with --moves all, or use `dhstats goals check`"):
        answers.answer_of_run(alone, runs["sample:2"])
    compared = answers.answer_of_changes(goals, {"base": deal_sums(runs["all"])})
    assert [row["goal"] for row in compared.table("goals_of_changes").frame.to_dicts()] == ["turns"]
    assert "Not checked: comebacks.3" in compared.caution


@plays
def test_all_three_are_judged_by_one_check(tmp_path: Path) -> None:
    """Each by its own games; the notes say what they mean."""
    wanted = (("comebacks.3", "at least 5 %"), ("lead_games.0", "at most 30"), ("luck.0", "60 to 99 %"))
    goals, here = goals_of("dragonheart", "ffg", "greedy", *wanted), Here(tmp_path)
    found = check(goals, Terms(0.05, 500, 7), here)
    assert [(each.standing, each.doubt) for each in found.judged] == [("met", ""), ("met", ""), ("open", "unseen")]
    assert [name for name, *_ in here.asked] == ["games-1", "skill.0-1"]
