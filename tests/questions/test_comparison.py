"""Rule tweaks against base rules: exact zeros, exchanged signs, a count in plain Python, and what is refused."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from dhstats.errors import DataProblem
from dhstats.questions.shared.metrics import ASK, asked, metrics
from dhstats.questions.tweaks.compare import answer
from dhstats.questions.tweaks.comparison import Comparison, DealSums, compare, deal_sums, judged
from dhstats.questions.tweaks.differences import Blocks
from dhstats.questions.tweaks.tweaks import Bench, Tweak
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.stats.sequential.stopping import Balance
from dhstats.storage import Run
from dhstats.storage.manifest import read_manifest
from tests.questions.benches import sums

Command = Callable[..., tuple[str, dict[str, Any]]]
DEALS = 400


def play(folder: Path, *settings: str, rules: str = "ffg", **changes: Any) -> Run:
    """A mirror match of a character under changed rules."""
    plan = Experiment(
        "x", rules=rules, settings=settings, strategies=("dragon_hunter",), games=2 * DEALS, seed=5, moves="none"
    )
    return simulate(replace(plan, **changes), folder)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """The base rules, the same once more, a dearer figure, and the other edition."""
    folder = tmp_path_factory.mktemp("runs")
    return {
        "base": play(folder / "base"),
        "same": play(folder / "same"),
        "six": play(folder / "six", "great_dragon.points=6"),
        "kosmos": play(folder / "kosmos", rules="kosmos"),
        "other seed": play(folder / "other", "great_dragon.points=6", seed=6),
        "fewer": play(folder / "fewer", games=2 * DEALS - 2),
        "quartet": play(folder / "quartet", strategies=("greedy", "denier"), design="quartet", games=4 * DEALS),
    }


def by_name(found: Comparison) -> dict[str, Any]:
    """Differences by the name of their metric."""
    return {each.metric.name: each for each in found.differences}


def test_equal_rules_make_no_difference(runs: dict[str, Run]) -> None:
    """Every difference is exactly zero on every deal."""
    found = compare(runs["base"], runs["same"], "same")
    assert not found.primary.blocks.values.any()
    assert all(each.value == 0.0 and each.alike and each.p == 1.0 for each in found.differences)
    assert by_name(found)["score"].verdict in ("balanced", "undecided")


def test_differences_are_those_of_the_games(runs: dict[str, Run]) -> None:
    """Against a count of both runs' files in plain Python."""
    per_deal: dict[str, dict[int, list[tuple[float, ...]]]] = {}
    for name in ("base", "kosmos"):
        per_deal[name] = defaultdict(list)
        for row in pl.read_parquet(str(runs[name].folder / "games" / "*.parquet")).to_dicts():
            lead = row["score_first"] - row["score_second"]
            score = {0: 1.0, 1: 0.0, -1: 0.5}[row["winner"]]
            values = (score, lead, abs(lead), row["turns"], row["winner"] == -1, str(row["end_reason"]) == "ships")
            per_deal[name][row["deal_id"]].append((*map(float, values), row["lead_changes"], row["figure_changes"]))
    blocks = {name: np.array([np.mean(per_deal[name][d], axis=0) for d in range(DEALS)]) for name in per_deal}
    gaps = blocks["kosmos"] - blocks["base"]
    found = compare(runs["base"], runs["kosmos"], "kosmos")
    for k, metric in enumerate(metrics("dragonheart")):
        each = by_name(found)[metric.name]
        assert each.value == pytest.approx(gaps[:, k].mean())
        assert each.base == pytest.approx(blocks["base"][:, k].mean())
        se = gaps[:, k].std(ddof=1) / np.sqrt(DEALS)
        if se > 0 and not each.blocks.rare:
            assert each.interval.half_width == pytest.approx(1.9659 * se, rel=1e-3)
            variances = sum(b[:, k].var(ddof=1) for b in blocks.values())
            assert each.factor == pytest.approx(variances / gaps[:, k].var(ddof=1))


def test_common_deals_pay(runs: dict[str, Run]) -> None:
    """A dearer figure that no script sees changes no move: only scores differ, and the coupling helps a lot."""
    found = by_name(compare(runs["base"], runs["six"], "six"))
    assert found["turns"].alike
    assert found["figure_changes"].alike
    assert found["gap"].value != 0.0
    assert found["margin"].factor > 5


@pytest.mark.parametrize("other", ["fewer", "quartet", "other seed"])
def test_runs_that_do_not_match_are_refused(runs: dict[str, Run], other: str) -> None:
    """Another number of deals, or of games a deal, or other deals."""
    with pytest.raises(DataProblem, match="cannot be paired"):
        compare(runs["base"], runs[other], other)


def test_many_tweaks_are_judged_together(runs: dict[str, Run]) -> None:
    """Simultaneous intervals are wider than one alone, and p-values are adjusted."""
    alone = compare(runs["base"], runs["kosmos"], "kosmos")
    told = answer(runs["base"], [alone, compare(runs["base"], runs["six"], "six")])
    frame = told.table("scores").frame
    assert set(frame["method"]) == {"max-T"}
    assert (frame["high"] - frame["low"])[0] > 2 * alone.primary.interval.half_width
    assert "simultaneous 95 %" in told.findings[0].text
    assert "(Holm)" in told.findings[0].text


def test_the_command_compares_fixed_and_adapted_players(tmp_path: Path, command: Command) -> None:
    """Kosmos among the experts of ffg, and among those who have learnt it; page and numbers are written."""
    said, told = command("compare", "ffg", "kosmos", "--adapt", "--deals", "200")
    assert "kosmos, fixed players: the first player's score changes by" in said
    assert "kosmos, adapted players: the first player's score changes by" in said
    assert "Variance reduction factor" in said
    assert told["key"] == "comparison"
    assert (tmp_path / "page.html").stat().st_size > 500_000


# ---- Few deals that differ, common deals that do not help, tables for more than two ----------------------------------


def test_no_deal_that_differs_bounds_the_share_that_may(runs: dict[str, Run]) -> None:
    """With several tweaks as with one: within 3/n of none, and the verdict is what that interval says."""
    even, told = np.full(600, 2), np.tile([0, 4, 2], 200)
    same, other = compare(sums(told), sums(told), "same"), compare(sums(told), sums(told[::-1].copy()), "other")
    alone, both = same.primary, judged([same, other])[0].judged[0]
    assert alone.interval.high == pytest.approx(3.0 / 600, rel=0.01) == -alone.interval.low
    assert alone.verdict == "balanced"
    assert both.interval.high > alone.interval.high
    assert both.interval.method == "bound on the share of deals that differ, as none does"
    few = compare(sums(told[:300]), sums(told[:300]), "few").primary
    assert few.verdict == "undecided"
    assert few.interval.high == pytest.approx(3.0 / 300, rel=0.01)
    text = answer(runs["base"], [same]).findings[0].text
    assert "No deal of 600 differed: at most 0.5 % of deals do (95 %)." in text
    assert "0.0000 to 0.0000" not in text
    assert compare(sums(even), sums(even), "even").primary.interval.high > 0.0


def test_the_method_that_is_named_is_the_one_of_each_interval(runs: dict[str, Run]) -> None:
    """Where the score is the same on every deal, t intervals of other quantities are still called so."""
    chance = np.random.default_rng(1)
    told = np.tile([0, 4, 2], 200)
    one, other = (sums(told, margin=chance.integers(-9, 9, 600), draws=np.zeros(600, int)) for _ in range(2))
    found = compare(one, other, "x")
    said = answer(runs["base"], [found]).findings[1].text
    assert "first player's lead" in said
    assert "t over 600 deals" in said
    assert "bound" not in said
    assert by_name(found)["margin"].interval.method == "t over blocks"


def test_a_quantity_without_a_largest_difference_has_no_interval_of_few_deals(runs: dict[str, Run]) -> None:
    """Five deals of six hundred: how many differ is said, and p is that of the sign test."""
    told, lead, none = np.tile([0, 4, 2], 200), np.zeros(600, int), np.zeros(600, int)
    moved = lead.copy()
    moved[:5] = 7
    found = compare(sums(told, margin=lead, draws=none), sums(told, margin=moved, draws=none), "x")
    each = by_name(found)["margin"]
    assert each.interval.high == np.inf
    assert each.verdict == "undecided"
    assert each.p == pytest.approx(2 * 0.5**5)
    said = "all but 5 of 600 deals alike: too few for an interval, which takes about 3,600 deals"
    told_of = answer(runs["base"], [found])
    assert said in told_of.findings[1].text
    assert "with enough deals that 30 make the spread, there is an interval" in told_of.method
    assert (
        "The same on every deal, so in general changed on at most 0.5 % of deals (95 % each): "
        in told_of.findings[1].text
    )
    asked_for = compare(
        sums(told, margin=lead, draws=none), sums(told, margin=moved, draws=none), "x", asked("margin", "1")
    )
    text = answer(runs["base"], [asked_for]).findings[0].text
    assert f"{said}, of a quantity without a largest difference): undecided" in text
    line = told_of.table("differences").frame.filter(pl.col("what") == "first player's lead").to_dicts()[0]
    assert (line["low"], line["high"]) == (None, None)
    assert (line["differing"], line["takes"]) == (5, 3600)
    assert told_of.table("differences").frame["takes"].drop_nulls().to_list() == [3600]
    assert line["method"] == "no limit, as fewer than 30 deals make the spread and the quantity has no largest value"


def test_a_few_large_differences_make_no_interval_though_many_deals_differ() -> None:
    """Forty of 600 deals by one point, three by sixty: these make the spread, and leads have no largest value."""
    lead = np.zeros(600, int)
    lead[:40], lead[40:43] = np.tile([1, -1], 20), 60
    blocks = Blocks(np.zeros(600, int), lead, 1, 0.0)
    assert blocks.rare
    assert np.isinf(blocks.interval(0.95).high)
    assert blocks.few_words == "4 of 600 deals make most of the spread"
    assert not Blocks(np.zeros(600, int), np.tile([1, -1, 0], 200), 1, 0.0).rare


def test_a_race_of_few_deals_that_differ_says_how_many_more_it_takes() -> None:
    """Until decided: the score by bets, which hold for any number of such deals; what has no largest value by none."""
    told, none = np.tile([0, 4, 2], 200), np.zeros(600, int)
    score, lead = told.copy(), none.copy()
    score[2], lead[:5] = 4, 7
    rule = Balance.plan(0.0, 0.005, 0.2)
    found = by_name(compare(sums(told, margin=none, draws=none), sums(score, margin=lead, draws=none), "x", ASK, rule))
    assert found["score"].interval.method == "betting confidence sequence"
    assert 0.0 < found["score"].interval.high < 1.0
    assert found["score"].takes is None
    assert found["margin"].interval.high == np.inf
    assert (found["margin"].takes, found["margin"].verdict) == (3600, "undecided")


def test_common_deals_that_do_not_help_lose_no_verdict() -> None:
    """Deals are common or not before they are played: of 60 tweaks whose coupling does nothing, all are judged so."""
    factors = []
    for seed in range(60):
        chance = np.random.default_rng(seed)
        found = compare(sums(chance.integers(0, 5, 300)), sums(chance.integers(0, 5, 300)), "x").primary
        factors.append(found.factor)
        assert found.verdict in ("balanced", "leaning", "undecided", "unbalanced")
        assert found.interval.method == "t over blocks"
    assert 15 < sum(factor < 1.0 for factor in factors) < 45


def test_every_seat_of_a_table_is_judged(tmp_path: Path, command: Command) -> None:
    """Sixty deals at a table for four are 240 games, and all four seats are judged together."""
    words = ("compare", "four", "seats.fourth.points=4", "end.full_rounds=true", "--game", "dragonwood")
    said, told = command(*words, "--strategies", "random", "--deals", "60")
    line = next(each for each in said.splitlines() if "seats.fourth.points=4: what each seat wins" in each)
    assert "the first " in line
    assert ", the third " in line
    assert "simultaneous 95 % intervals, max-T, 60 deals" in line
    assert "first player" not in said
    assert "both players" not in said
    assert read_manifest(tmp_path / "runs" / "base").games == 240
    scores = next(each for each in told["tables"] if each["key"] == "scores")
    rows = [dict(zip([c["name"] for c in scores["columns"]], row, strict=True)) for row in scores["rows"]]
    seats = [row for row in rows if row["tweak"].startswith("seats.fourth.points=4, ")]
    assert len(seats) == 4
    assert sum(row["score"] for row in seats) == pytest.approx(0.0, abs=1e-12)
    assert len(rows) == 8


def test_shares_counted_anew_are_those_of_games(tmp_path: Path) -> None:
    """What each seat of four wins with points given, counted from the base's games and played."""
    plan = Experiment("x", "", "dragonwood", "four", strategies=("random",), games=160, seed=3, moves="none")
    tweak = Tweak("komi", "four", ("seats.fourth.points=3", "score.bonus=1"))
    bench = Bench(plan, tmp_path, simulate, blind=True)
    counted, played = bench.under(tweak), deal_sums(simulate(bench.plan_of(tweak), tmp_path / "played"))
    assert counted.rescored
    assert counted.seats == 4
    for seat in ("first", "second", "third", "fourth"):
        assert counted.columns[f"share_{seat}"].tolist() == played.columns[f"share_{seat}"].tolist()
    assert (sum(counted.columns[f"share_{seat}"] for seat in ("first", "second", "third", "fourth")) == 48).all()


def test_pages_on_which_nothing_changes_rarely_say_that_something_does() -> None:
    """All further quantities of a page are judged together: at most one such page in twenty says "changed" of any.

    Of 120 pages, each of seven quantities on other deals under the same rules, 14 are more than that leaves to chance
    (one in 400); each judged alone at 95 % nearly a third of all pages would.
    """
    chance, names = np.random.default_rng(45), [each.name for each in metrics("dragonheart")]

    def played() -> DealSums:
        columns = {name: chance.integers(0, 9, 120) for name in names}
        return DealSums({**columns, "games": np.full(120, 2)}, 1, game="dragonheart")

    pages = [judged([compare(played(), played(), "nothing")])[0] for _ in range(120)]
    assert len(pages[0].others) == 7
    assert sum(any(each.certain for each in page.others) for page in pages) < 14
    alone = [[replace(each, of=1).certain for each in page.others] for page in pages]
    assert sum(map(any, alone)) > 22
    assert all(each.sure == "simultaneous 95 %" for each in pages[0].others)
    assert all(each.interval.level == 0.95 for each in pages[0].others)
