"""Round robins: the grid against a count in plain Python, circles, equilibria, luck, and the skill ladder."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose

from dhstats.queries.counts import counting
from dhstats.questions.leagues import luck, meta
from dhstats.questions.leagues.league import League, league
from dhstats.questions.leagues.meta import Meta
from dhstats.questions.leagues.standings import circles
from dhstats.questions.shared.answer import Answer
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.stats.leagues import equilibrium
from dhstats.stats.leagues.equilibrium import Payoffs
from dhstats.storage import Run
from tests.questions.lookup import answers_of

NAMES = ("greedy", "denier", "random")
DEALS = 60


@pytest.fixture(scope="module", params=["league", "seat"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Three strategies that all meet, in both designs of a round robin."""
    arms = {"league": 18, "seat": 12}[request.param]
    plan = Experiment("x", strategies=NAMES, design=request.param, games=DEALS * arms, seed=3, moves="none")
    return simulate(plan, tmp_path_factory.mktemp("runs") / request.param)


@pytest.fixture(scope="module")
def answers(run: Run) -> dict[str, Answer]:
    """All answers of the run by key."""
    return answers_of(run)


@pytest.fixture(scope="module")
def grid(run: Run) -> League:
    """The run as numbers."""
    with counting(run) as counts:
        found = league(counts)
    assert found is not None
    return found


def counted(run: Run) -> dict[tuple[int, str, str], list[float]]:
    """The scores of whoever begins by deal and pair, read from the files in plain Python."""
    found: dict[tuple[int, str, str], list[float]] = defaultdict(list)
    frame = pl.read_parquet(str(run.folder / "games" / "*.parquet"))
    for row in frame.select("deal_id", "first", "second", "winner").to_dicts():
        score = {0: 1.0, 1: 0.0, -1: 0.5}[row["winner"]]
        found[row["deal_id"], str(row["first"]), str(row["second"])].append(score)
    return found


def test_the_grid_is_what_the_games_say(run: Run, grid: League) -> None:
    """Every cell of every deal is the mean of its games."""
    assert grid.names == NAMES
    assert grid.payoffs.deals == DEALS
    games = counted(run)
    for (deal, first, second), scores in games.items():
        cell = grid.payoffs.blocks[deal, NAMES.index(first), NAMES.index(second)]
        assert cell == pytest.approx(np.mean(scores))
    assert len(games) == DEALS * len(NAMES) ** 2


def test_plain_margins_have_the_first_deck_at_the_first_seat(run: Run, grid: League) -> None:
    """The luck of the cards is measured in games whose decks lie alike; a seat design has them not for all pairs."""
    frame = pl.read_parquet(str(run.folder / "games" / "*.parquet")).filter(~pl.col("swapped"))
    plain = {
        (row["deal_id"], str(row["first"]), str(row["second"])): row["score_first"] - row["score_second"]
        for row in frame.to_dicts()
    }
    if run.manifest.design.kind == "seat":
        assert len(grid.margins) == 0
        return
    assert len(plain) == DEALS * len(NAMES) ** 2
    for (deal, first, second), margin in plain.items():
        assert grid.margins[deal, NAMES.index(first), NAMES.index(second), 0] == margin


def test_replicates_differ_in_the_draws_of_strategies_alone(tmp_path: Path) -> None:
    """Who draws no lots plays a deal twice alike, who does plays it otherwise; the budget has a part for the draws."""
    names = ("denier", "cautious", "random")
    plan = Experiment("x", strategies=names, design="crossed", games=DEALS * 18, seed=3, moves="none")
    run = simulate(plan, tmp_path / "crossed")
    with counting(run) as counts:
        found = league(counts)
        told = luck.answer(counts)
    assert found is not None
    assert found.margins.shape == (DEALS, 3, 3, 2)
    once, again = found.margins[..., 0], found.margins[..., 1]
    alike = (once == again).all(axis=0)
    assert alike.tolist() == [[True, True, False], [True, True, False], [False, False, False]]
    counted_margins = pl.read_parquet(str(run.folder / "games" / "*.parquet"))
    assert not counted_margins["swapped"].any()
    parts = told.table("parts").frame
    assert parts["part"].to_list() == [name for name, _ in (*luck.PARTS, luck.SEAT)]
    assert parts["share"][:4].sum() == pytest.approx(1.0)
    assert parts["share"][3] > 0.0
    assert verify(run.folder, sample=60).problems == ()


def test_luck_where_points_count_is_told_in_points(tmp_path: Path) -> None:
    """The two best are those who lead the others by most, not those who win most hands; leads are those of the games."""
    names = ("equilibrium", "honest", "random")
    plan = Experiment("x", game="kuhn", strategies=names, design="crossed", games=DEALS * 18, seed=3, moves="none")
    run = simulate(plan, tmp_path / "kuhn")
    with counting(run) as counts:
        told = luck.answer(counts)
        found = league(counts)
    assert found is not None
    frame = pl.read_parquet(str(run.folder / "games" / "*.parquet"))
    lead = pl.col("score_first") - pl.col("score_second")
    by_pair = frame.group_by("first", "second").agg(lead.mean().alias("lead"))
    means = {(str(row["first"]), str(row["second"])): row["lead"] for row in by_pair.to_dicts()}
    over = {(a, b): (means[a, b] - means[b, a]) / 2 for a in names for b in names}
    ahead = sorted(names, key=lambda name: -sum(over[name, other] for other in names))
    best, second = sorted(ahead[:2], key=lambda name: -over[name, ahead[0] if name == ahead[1] else ahead[1]])
    last = told.findings[-1].text
    assert last.startswith(
        f"{best} and {second} are the two best: the first leads the second by {over[best, second]:+.2f}"
    )
    assert "points per game (simultaneous" in last
    assert {table.key for table in told.tables} == {"parts", "luck"}
    assert not any("win" in finding.text for finding in told.findings)


def test_a_report_asks_what_the_design_allows(run: Run, answers: dict[str, Answer]) -> None:
    """Both designs have ratings; luck needs the league."""
    assert "meta" in answers
    assert ("luck" in answers) == (run.manifest.design.kind == "league")
    assert "skill" not in answers


def test_answers_name_their_basis(answers: dict[str, Answer]) -> None:
    """Every interval of the grid, the ratings and the value: level, method, number of deals."""
    told = answers["meta"]
    for key in ("first", "ratings", "values"):
        frame = told.table(key).frame
        assert set(frame["n"]) == {DEALS}
        assert set(frame["unit"]) == {"deals"}
        assert (frame["low"] <= frame["high"]).all()
        assert all(frame["method"])
    weights = told.table("mixtures").frame
    for column in ("blind", "begins", "follows", "alpha_rank"):
        assert weights[column].sum() == pytest.approx(1.0)


def constructed(edge: np.ndarray, seat: float = 0.0, deals: int = 4000) -> League:
    """A league whose scores are drawn from given edges of the row over the column, and an edge of beginning."""
    rates = 0.5 + edge + seat
    blocks = (np.random.default_rng(8).random((deals, *rates.shape)) < rates).astype(np.float32)
    names = tuple("abcdefgh"[: len(edge)])
    return League(names, Payoffs(blocks), np.zeros((0, *rates.shape, 1)), np.ones(rates.shape, np.int64))


RING = 0.2 * np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])


@pytest.fixture(scope="module")
def ring() -> Meta:
    """Three that beat each other in a circle, and beginning is worth five points whoever plays."""
    return meta.study(constructed(RING, seat=0.05, deals=4_000))


def test_rock_paper_scissors_is_recognised(ring: Meta) -> None:
    """The circle is named once, mixed evenly, and ratings do not explain it."""
    assert circles(ring.league) == [(0, 1, 2)]
    assert_allclose(ring.blind.weights, 1 / 3, atol=0.06)
    assert ring.ratings.p < 1e-6
    assert_allclose(ring.seat.row, 1 / 3, atol=0.08)
    told = " ".join(finding.text for finding in meta.findings(ring))
    assert "a beats b beats c beats a" in told
    assert "Ratings do not describe this meta exactly" in told


def test_the_value_of_beginning_is_found(ring: Meta) -> None:
    """The equilibrium score is 55 % within its interval."""
    assert ring.value.interval95.contains(0.55)
    assert ring.value.kind == "unbalanced"
    low, high = np.quantile(ring.drawn.values, (0.01, 0.99))
    assert low < ring.value.estimate < high


def test_every_share_and_every_pick_has_its_interval(ring: Meta) -> None:
    """Weights, the mirror of the highest rated, its lead, what ratings explain, the value held out: none stands bare."""
    said = [finding.text for finding in meta.findings(ring)]
    assert "(simultaneous 95 % interval" in said[2].partition("When the highest rated")[2]
    assert said[1].endswith("(95 % intervals, bootstrap of 40 draws over 4,000 deals).")
    assert said[1].count(" to ") == 3
    assert "(simultaneous 95 % interval " in said[0]
    assert said[3].count("interval") == 2
    assert "t over 2,000 deals" in said[4]
    weights = meta.tables(ring)[2].frame
    assert (weights["blind_from"] < weights["blind"]).all()
    assert (weights["blind"] < weights["blind_to"]).all()


def test_strategies_that_one_deal_alone_tells_apart_have_no_share_of_ratings() -> None:
    """Without that deal all are even, so how sure the share is cannot be said; the rest is told all the same."""
    blocks = np.full((4, 3, 3), 0.5)
    blocks[0, 0, 1] = 1.0
    found = League(("a", "b", "c"), Payoffs(blocks), np.zeros((0, 3, 3, 1), np.int64), np.full((3, 3), 2))
    told = " ".join(finding.text for finding in meta.findings(meta.study(found)))
    assert "explains" not in told
    assert "Ratings in Elo points" in told


def test_luck_is_told_with_its_uncertainty(answers: dict[str, Answer]) -> None:
    """Parts of the variance, the skilled part of winning, the lead of the best and how many games tell: intervals.

    Deal, strategies and both together make the whole; a hopeless player makes strategies count most.
    """
    if "luck" not in answers:  # of a design that has no games with the decks as they lie for all pairs
        return
    told = answers["luck"]
    shares = dict(told.table("parts").frame.select("part", "share").rows())
    assert 0.0 <= shares.pop("the seat") < 0.01
    assert sum(shares.values()) == pytest.approx(1.0)
    assert max(shares, key=lambda part: shares[part]) == "strategies"
    variance, seat, skill, best = (finding.text for finding in told.findings)
    assert variance.count(" comes from ") == 3
    assert variance.count(" to ") == 3
    assert f"95 % intervals, jackknife over {DEALS} deals" in variance
    assert seat.count("95 % interval") == 2
    assert f"jackknife over {DEALS} deals" in skill
    assert "simultaneous 95 % interval" in best
    assert best.endswith("within that interval).")
    parts, games = (told.table(key).frame for key in ("parts", "games"))
    assert (parts["low"] <= parts["share"]).all()
    assert (parts["share"] <= parts["high"]).all()
    assert set(parts["n"]) == {DEALS}
    assert (games["low"] <= games["score"]).all()
    assert (games["fewest"] <= games["games"]).all()


def test_a_ladder_has_no_circle() -> None:
    """Strengths that follow ratings: no circle, all weight on the best."""
    strengths = np.array([0.15, 0.0, -0.15])
    found = constructed(np.clip(strengths[:, None] - strengths[None], -0.4, 0.4))
    assert circles(found) == []
    assert_allclose(equilibrium.nash_average(found.payoffs.edge).weights, [1, 0, 0], atol=1e-6)


def test_the_ladder_of_skill(tmp_path: Path) -> None:
    """Rungs in order of Elo, a point for each question and rung, the verdict of the seat at simultaneous level."""
    pairs = (("skill:0", "skill:0"), ("skill:2", "skill:2"), ("skill:5", "skill:5"), ("skill:0", "skill:2"))
    pairs += (("skill:2", "skill:5"),)
    plan = Experiment("x", matchups=pairs, strategies=(), design="league", games=14 * 300, seed=2, moves="none")
    run = simulate(plan, tmp_path / "run")
    told = answers_of(run)["skill"]
    ladder = told.table("ladder").frame
    assert list(ladder["rung"]) == ["skill:0", "skill:2", "skill:5"]
    assert ladder["elo"].is_sorted()
    curves = told.table("curves").frame
    followed = {"seat", "length", "ships", "lead_changes", "gap", "holder"}
    assert set(curves["quantity"]) == followed
    assert curves.height == 3 * len(followed)
    seat = curves.filter(pl.col("quantity") == "seat")
    assert seat["level"].to_list() == pytest.approx([0.95 ** (1 / 3)] * 3)
    games = counted(run)
    score = np.mean([s for (_, a, b), scores in games.items() for s in scores if a == b == "skill:5"])
    assert seat.filter(pl.col("rung") == "skill:5")["value"][0] == pytest.approx(float(score))


def test_rungs_that_do_not_meet_make_no_ladder(tmp_path: Path) -> None:
    """Mirrors alone have no common scale, so nothing is said by skill."""
    pairs = tuple((f"skill:{k}", f"skill:{k}") for k in (0, 2, 5))
    plan = Experiment("x", matchups=pairs, strategies=(), design="seat", games=60, seed=2, moves="none")
    assert "skill" not in answers_of(simulate(plan, tmp_path / "run"))
