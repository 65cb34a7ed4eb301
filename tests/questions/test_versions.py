"""Stored answers side by side: how two runs are compared, against scipy and against games in which nothing changed."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from dhstats.questions.shared.metrics import LEAD, SHARED, share_of_games
from dhstats.questions.tweaks.comparison import deal_sums
from dhstats.questions.versions.deals import Change, Deals, Pair, _logged, deals_of, read_run
from dhstats.questions.versions.differing import RULES, about, differences
from dhstats.questions.versions.history import answer, versions
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.stopping import Balance
from dhstats.storage import Run
from dhstats.storage.layout import ANSWER, MANIFEST

METRICS = {each.name: each for each in (SHARED[0], *SHARED[2:4], share_of_games("ends_ships", "ships"), LEAD)}


def deals(number: int, *, source: str = "seed 1", first: int = 0, games: int = 2, draw: int = 0) -> Deals:
    """So many deals at random: scores of halves, gaps, turns, ends and changes of the lead."""
    chance = np.random.default_rng([number, first, draw])
    columns = {
        "score": chance.binomial(2 * games, 0.5, number), "gap": chance.poisson(12 * games, number),
        "turns": chance.poisson(50 * games, number), "ends_ships": chance.binomial(games, 0.7, number),
        "lead_changes": chance.poisson(2 * games, number),
    }  # fmt: skip
    return Deals({name: each.astype(np.int64) for name, each in columns.items()}, METRICS, games, first, source)


def test_independent_runs_have_the_interval_of_welch() -> None:
    """Each of five quantities at a fifth of the error, against scipy."""
    one, other = deals(300, draw=1), deals(500, source="seed 2", draw=2)
    pair = Pair.of(one, other)
    assert not pair.common
    for each in pair.changes(5):
        scale = METRICS[each.name].scale * 2
        before, after = (side.columns[each.name] / scale for side in (one, other))
        known = stats.ttest_ind(after, before, equal_var=False).confidence_interval(1.0 - 0.05 / 5)
        assert (each.interval.low, each.interval.high) == pytest.approx((known.low, known.high))
        assert (each.before, each.after) == pytest.approx((before.mean(), after.mean()))
        assert (each.interval.level, each.interval.n, each.interval.unit) == (0.95, 800, "deals")
        assert each.interval.method.startswith("Welch")


def test_common_deals_are_compared_one_by_one_however_many_games_they_have() -> None:
    """Runs of one seed with two games and with four per deal: the paired interval of the means per game."""
    one, other = deals(400, draw=1), deals(400, games=4, draw=2)
    pair = Pair.of(one, other)
    assert pair.common
    for each in pair.changes(1):
        scale = METRICS[each.name].scale
        before, after = one.columns[each.name] / (2 * scale), other.columns[each.name] / (4 * scale)
        known = stats.ttest_rel(after, before).confidence_interval(0.95)
        assert (each.interval.low, each.interval.high) == pytest.approx((known.low, known.high))
        assert each.interval.n == 400


def test_which_deals_count_follows_from_the_plans_alone() -> None:
    """Half of the shorter run in common: these alone. Fewer: they are left out of the first. Other seeds: none."""
    one = deals(100)
    half, few = Pair.of(one, deals(80, first=60)), Pair.of(one, deals(80, first=90))
    assert (half.common, half.one.first, half.one.last, half.other.last) == (True, 60, 100, 100)
    assert (few.common, few.one.first, few.one.last, few.other.first) == (False, 0, 90, 90)
    behind = Pair.of(deals(100, first=90), deals(95))
    assert (behind.common, behind.one.first, behind.one.last) == (False, 95, 190)
    assert not Pair.of(one, deals(100, source="seed 2")).common


@pytest.mark.parametrize("common", [True, False])
def test_of_pairs_in_which_nothing_changed_few_say_that_anything_did(common: bool) -> None:
    """600 pairs, five quantities each: at most 5 in 100 with any certain change (false alarm 1 in 1,000)."""
    wrong = 0
    for draw in range(600):
        other = deals(120, source="seed 1" if common else "seed 2", draw=2 * draw + 1)
        wrong += any(each.moved for each in Pair.of(deals(120, draw=2 * draw), other).changes(5))
    assert wrong <= stats.binom.ppf(0.999, 600, 0.05)


def test_a_run_that_could_stop_by_what_it_showed_has_a_wider_interval() -> None:
    """Its interval is that of a sequence, paired or not."""
    rule = Balance.plan(0.5, 0.005, 0.28, 0.05)
    for source in ("seed 1", "seed 2"):
        one, other = deals(600, draw=1), deals(600, source=source, draw=2)
        watched = Deals(one.columns, one.metrics, 2, 0, one.source, rule)
        plain, wide = (Pair.of(each, other).changes(1)[0].interval for each in (one, watched))
        assert "sequence" in wide.method
        assert wide.low < plain.low
        assert wide.high > plain.high


def test_an_ending_that_one_version_never_has_is_compared_all_the_same() -> None:
    """It is none of its games."""
    one, other = deals(200, draw=1), deals(200, source="seed 2", draw=2)
    lacking = {name: each for name, each in one.columns.items() if name != "ends_ships"}
    without = Deals(lacking, {name: METRICS[name] for name in lacking}, 2, 0, "seed 1")
    for pair in (Pair.of(without, other), Pair.of(other, without)):
        (found,) = [each for each in pair.changes(5) if each.name == "ends_ships"]
        assert found.moved
        assert 0.0 in (found.before, found.after)


def test_what_the_tables_say_without_the_game_is_what_the_queries_say(duel: Run) -> None:
    """Scores, leads, turns, shared wins and changes of the lead, deal by deal."""
    columns, _ = _logged(duel)
    known = deal_sums(duel).columns
    for name in ("score", "margin", "gap", "turns", "draws", "lead_changes"):
        assert columns[name].tolist() == known[name].tolist()


def test_rules_players_and_seeds_that_differ_are_named(duel: Run) -> None:
    """Key by key, with both values; what a source says of an edition is no rule."""
    plan = duel.manifest.plan()
    changed = plan | {"seed": 6, "rules": plan["rules"] | {"hand": {"size": 7}, "source": {"title": "Mine"}}}
    found = differences(about(plan), about(changed))
    assert ("hand.size", str(plan["rules"]["hand"]["size"]), "7") in [(e.what, e.before, e.after) for e in found]
    assert {each.what for each in found if each.part != RULES} == {"seed"}
    assert [each.what for each in found if not each.matters] == ["seed"]
    assert differences(about(plan), about(plan)) == []
    first = differences(about(plan | {"seed": 0}), about(plan))
    assert [(each.what, each.before) for each in first] == [("seed", "0")]


def test_a_history_names_the_step_that_moved_and_no_other(tmp_path: Path) -> None:
    """Three versions, of which the last ends sooner: one certain change, in the order of the dates."""
    base = Experiment("x", strategies=("greedy",), games=400, seed=5, moves="none")
    simulate(base, tmp_path / "a")
    simulate(Experiment("x", strategies=("greedy",), games=400, seed=6, moves="none"), tmp_path / "b")
    short = Experiment("x", strategies=("greedy",), settings=("end.ship_stacks=2",), games=400, seed=6, moves="none")
    simulate(short, tmp_path / "c")
    for second, name in enumerate("abc"):
        os.utime(tmp_path / name / MANIFEST, (second, second))
    inside = tmp_path / "asked" / "base"
    shutil.copytree(tmp_path / "a", inside)
    (inside.parent / ANSWER).write_text("{}", "utf-8")
    every, notes = versions(tmp_path)
    told = answer(every)
    assert notes == []
    assert [each.run.folder.name for each in every] == ["a", "b", "c"]
    steps = told.table("steps").frame
    assert set(steps.filter(steps["moved"])["step"]) == {"2 to 3"}
    assert "turns of both players" in set(steps.filter(steps["moved"])["what"])
    assert told.table("versions").frame["differ"].to_list() == [
        "", "nothing but the games", "end.ship_stacks (3, then 2)",
    ]  # fmt: skip
    assert told.opening is not None
    assert told.opening.answer.startswith("One of two steps changed a number for certain, the clearest from 2 to 3")
    os.utime(tmp_path / "c" / MANIFEST, (1.25, 1.25))  # runs of one second
    assert versions(tmp_path)[1] == []
    os.utime(tmp_path / "c" / MANIFEST, (1, 1))
    assert versions(tmp_path)[1] == ["b and c have the same date: which came first is not known"]


def test_an_interval_of_a_run_alone_stays_where_shares_can_be_and_covers() -> None:
    """400 runs of 60 deals, a share of 1 in 20 games: each end from 0 to 1, and at most 5 in 100 miss the truth."""
    metric, chance, missed = METRICS["ends_ships"], np.random.default_rng(4), 0
    for _ in range(400):
        own = Deals({"ends_ships": chance.binomial(2, 0.05, 60)}, {"ends_ships": metric}, 2, 0, "seed 1").estimate(
            metric
        )
        assert 0.0 <= own.interval.low <= own.value <= own.interval.high <= 1.0
        missed += not own.interval.contains(0.05)
    assert missed <= stats.binom.ppf(0.999, 400, 0.05)
    for value in (0, 2):
        none = Deals({"ends_ships": np.full(60, value)}, {"ends_ships": metric}, 2, 0, "seed 1").estimate(metric)
        assert none.interval.contains(none.value)
        assert 0.0 < none.interval.half_width < 0.06
        assert none.interval.low >= 0.0


def test_changes_of_a_share_stay_between_nothing_and_all() -> None:
    """Nine deals in each of two independent runs leave no change of more than 100 games in 100."""
    few = [deals(9, source=f"seed {seed}", draw=seed) for seed in (1, 2)]
    (share,) = [each for each in Pair.of(*few).changes(50) if each.name == "ends_ships"]
    assert -1.0 <= share.interval.low < share.interval.high <= 1.0


def test_digits_tell_before_from_after() -> None:
    """A change that is shown is seen in both numbers, and neither is zero beside it."""
    close = Change(
        "margin", "first player's lead", "points", 1.0, -0.3, 0.4, Interval(-2.0, 4.0, 0.95, "t", 9, "deals"), 1
    )
    assert close.from_to == "0.4 instead of −0.3 points"
    assert "change +0.7" in close.sentence


def test_sides_win_together(tmp_path: Path) -> None:
    """What each side wins, by the tables alone; no seat has wins of its own, and each has its points."""
    plan = Experiment("x", game="partners", strategies=("partner",), games=80, seed=5, moves="none")
    simulate(plan, tmp_path / "a")
    known = deals_of(read_run(tmp_path / "a"))
    sides = known.columns["side_north_south"] + known.columns["side_east_west"] + known.columns["draws"]
    assert set(sides.tolist()) == {4}
    assert not any(name.startswith("share_") for name in known.columns)
    assert known.metrics["points_of_third"].what == "third seat's points"


def test_a_player_who_was_trained_for_each_rule_is_no_second_difference(duel: Run) -> None:
    """Only if the rules differ; every seat of a table counts."""
    plan = duel.manifest.plan()
    learnt = [[{"name": "expert", "hash": each, "source": "trained"}] for each in "ab"]
    tables = [[["expert", "greedy", "greedy"]], [["expert", "expert", "greedy"]]]
    one, other = (plan | {"strategies": each} for each in learnt)
    rules = plan["rules"] | {"hand": {"size": 7}}
    both = differences(about(one), about(other | {"rules": rules}))
    assert [each.what for each in both if each.matters] == ["hand.size"]
    assert [each.short for each in both if each.follows] == ["expert was trained for each"]
    assert [each.what for each in differences(about(one), about(other)) if each.matters] == ["how expert plays"]
    (seats,) = differences(*(about(plan | {"matchups": each}) for each in tables))
    assert seats.before == "expert against greedy against greedy"
