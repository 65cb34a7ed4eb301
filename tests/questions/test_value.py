"""The value of an item from forks: real ones counted again by hand, and made-up ones whose answer is known."""

import json
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import dhstats.questions.forks.value as value_room
from dhstats.cli.main import main
from dhstats.engine.arms import FORK
from dhstats.errors import BadInput, DataProblem
from dhstats.games.catalogue import load
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import Arm, Forked
from dhstats.questions.forks.asking import lopsided_forks
from dhstats.questions.forks.value import (
    HARD,
    MOVER,
    NOBODY,
    OPPONENT,
    WANTED_SWING,
    Taken,
    Value,
    item_of,
    items_of,
    studies,
    value,
)
from dhstats.questions.forks.worth import answer as value_answer
from dhstats.questions.shared.first_screen import About
from dhstats.simulate.plans.experiment import Experiment, from_file
from dhstats.simulate.positions.fork_files import write_forks
from dhstats.simulate.positions.forks import Study, fork
from dhstats.storage.layout import fingerprint

BUNDLE = load("dragonheart")
RULES = BUNDLE.rule_files.load("ffg").record()
ITEM = item_of(BUNDLE, RULES)
TURN_EDGES, LEAD_EDGES = BUNDLE.bands.turns, BUNDLE.bands.leads
MOMENTS = ("uniform-turn", "first-claimable", "at-claim")
DEALS = 300
PLAN = Experiment("x", strategies=("dragon_hunter",), seed=11, moves="none")
HAND, LOSS = "larger hand", "lost card"
TINY = 1e-12
ABOUT = About("Dragonheart", "dragonheart", ("greedy",))


@dataclass(frozen=True)
class Told:
    """Real forks, and what was made of them."""

    plan: Experiment
    lineup: Lineup
    studies: list[Study]
    found: dict[str, Forked]
    value: Value


def told(plan: Experiment, moments: Sequence[str] = MOMENTS, deals: int = DEALS, replicates: int = 1) -> Told:
    """The value of the figure from real forks."""
    plans = studies(ITEM, moments, replicates)
    lineup, found = fork(plan, plans, deals, workers=1)
    return Told(plan, lineup, plans, found, value(BUNDLE, lineup.rules, ITEM, plans, found))


@pytest.fixture(
    scope="module",
    params=[(PLAN, 1), (replace(PLAN, rules="kosmos", design="quartet", strategies=("dragon_hunter", "greedy")), 2)],
    ids=["ffg", "kosmos"],
)
def real(request: pytest.FixtureRequest) -> Told:
    """A mirror under the English rules; a quartet of two players under the German rules, every arm played twice."""
    plan, replicates = request.param
    return told(plan, deals=DEALS // replicates, replicates=replicates)


def taken(found: Value) -> Taken:
    """The item taken apart."""
    assert found.taken is not None
    return found.taken


def arm_of(study: Study, name: str) -> int:
    """The place of an arm."""
    return [arm.name for arm in study.arms].index(name)


def ends(forked: Forked, arm: int) -> tuple[Any, Any]:
    """Win scores and final margins of the player to move at the fork, read from the columns of the results."""
    rows, seat = forked.results[:, arm], forked.forks["seat"][:, None]
    score = np.where(rows["winner"] < 0, 0.5, np.where(rows["winner"] == seat, 1.0, 0.0))
    lead = rows["score_first"].astype(int) - rows["score_second"]
    return score, np.where(seat == 0, lead, -lead)


def recounted(forked: Forked, arm: int, bonus: int, ties: bool, payment: int = 0) -> tuple[Any, Any]:
    """The same, counted anew game by game in plain Python with another bonus, tie-break and a payment of his."""
    rows = forked.results[:, arm]
    scores, margins = np.zeros(rows.shape), np.zeros(rows.shape)
    for fork_number, replicate in np.ndindex(rows.shape):
        row, seat = rows[fork_number, replicate], int(forked.forks["seat"][fork_number])
        points = [int(row["points_first"]), int(row["points_second"])]
        if row["figure"] >= 0:
            points[row["figure"]] += bonus
        margin = points[seat] - points[1 - seat] - payment
        tied = 0.5 if row["figure"] < 0 or not ties else float(row["figure"] == seat)
        scores[fork_number, replicate] = tied if margin == 0 else float(margin > 0)
        margins[fork_number, replicate] = margin
    return scores, margins


def clustered(differences: Any, deals: Any) -> tuple[float, float, int]:
    """Mean, standard error over deals and number of deals, straight from the definition."""
    mean, off = float(differences.mean()), defaultdict(float)
    for deal, row in zip(deals.tolist(), np.atleast_2d(differences.T).T.tolist(), strict=True):
        off[deal] += sum(x - mean for x in row)
    n = len(off)
    return mean, math.sqrt(n / (n - 1) * sum(x * x for x in off.values())) / differences.size, n


def same(estimate: Any, differences: Any, deals: Any) -> None:
    """An estimate is the mean of these differences with its standard error, and its interval rests on the deals."""
    mean, se, n = clustered(differences, deals)
    assert estimate.value == pytest.approx(mean, abs=TINY)
    assert estimate.se == pytest.approx(se, abs=TINY)
    assert (estimate.interval.n, estimate.interval.unit) == (n, "deals")
    assert estimate.interval.low < mean < estimate.interval.high


# ---- Effects ---------------------------------------------------------------------------------------------------


def test_effects_are_direct_counts(real: Told) -> None:
    """Score and points, soft and locked, at every moment: means of differences of columns, errors over deals."""
    assert [worth.moment for worth in real.value.worths] == list(MOMENTS)
    for study, worth in zip(real.studies, real.value.worths, strict=True):
        forked = real.found[study.moment]
        deals = forked.forks["deal"]
        assert (worth.forks, worth.games) == (len(deals), forked.games)
        pairs = [(worth.soft, MOVER, OPPONENT), (worth.hard, MOVER + HARD, OPPONENT + HARD)]
        if study.moment == "at-claim":
            assert worth.hard is worth.score is worth.points is None
            pairs = [(worth.soft, "claimed", "stays")]
        for effect, one, other in pairs:
            (score, margin), (less, behind) = (ends(forked, arm_of(study, name)) for name in (one, other))
            assert effect is not None
            assert (effect.forks, effect.score.interval.n) == (len(deals), len(set(deals)))
            same(effect.score, score - less, deals)
            same(effect.points, margin - behind, deals)
            shares = [float((score - less == step).mean()) for step in (1, -1, 0)]
            flips = effect.flips
            names = (flips.to_win, flips.to_loss, flips.same)
            assert [each.value for each in names] == pytest.approx(shares, abs=TINY)


def test_swing_is_gain_and_denial(real: Told) -> None:
    """In win score and in points, each a direct count."""
    for study, worth in zip(real.studies[:2], real.value.worths[:2], strict=True):
        forked = real.found[study.moment]
        three = [ends(forked, arm_of(study, name)) for name in (MOVER, NOBODY, OPPONENT)]
        assert worth.score is not None
        assert worth.points is not None
        for scale, swing in enumerate((worth.score, worth.points)):
            has, none, lacks = (each[scale] for each in three)
            same(swing.gain, has - none, forked.forks["deal"])
            same(swing.denial, none - lacks, forked.forks["deal"])
        assert worth.score.gain.value + worth.score.denial.value == pytest.approx(worth.soft.score.value, abs=TINY)


def test_the_arms_of_a_locked_fork_keep_the_figure(real: Told) -> None:
    """At both moments that hand it over; and the figure is worth something."""
    for study in real.studies[:2]:
        forked = real.found[study.moment]
        seat = forked.forks["seat"][:, None]
        for side, holder in ((MOVER, seat), (OPPONENT, 1 - seat), (NOBODY, -1)):
            assert (forked.results["figure"][:, arm_of(study, side + HARD)] == holder).all()
    hard = real.value.worths[0].hard
    assert hard is not None
    assert hard.score.interval.low > 0.0
    assert hard.points.value > real.value.worths[0].soft.points.value


@pytest.mark.parametrize(("column", "edges"), [("turn", TURN_EDGES), ("lead", LEAD_EDGES)])
def test_bands_cover_all_forks(real: Told, column: str, edges: tuple[int, ...]) -> None:
    """Each fork is in one band, by what was so before it; the bands' means make up the effect."""
    forked, study = real.found["uniform-turn"], real.studies[0]
    groups = real.value.by_turn if column == "turn" else real.value.by_lead
    (score, _), (less, _) = (ends(forked, arm_of(study, name)) for name in (MOVER, OPPONENT))
    at = [sum(edge <= place for edge in edges) for place in forked.forks[column].tolist()]
    assert [group.label for group in groups] == sorted(set(at))
    assert sum(group.n for group in groups) == len(forked.forks)
    for group in groups:
        inside = np.array(at) == group.label
        assert group.n == inside.sum()
        assert group.deals == len(set(forked.forks["deal"][inside].tolist()))
        mean, se, _ = clustered((score - less)[inside], forked.forks["deal"][inside])
        assert group.effect.value == pytest.approx(mean, abs=TINY)
        assert group.effect.se == pytest.approx(se, abs=TINY)
    whole = sum(group.n * group.effect.value for group in groups) / len(forked.forks)
    assert whole == pytest.approx(real.value.worths[0].soft.score.value, abs=TINY)


# ---- Anatomy ---------------------------------------------------------------------------------------------------

COMPONENTS = ("bonus", HAND, LOSS, "ties")


def cell_values(real: Told, points: bool) -> dict[frozenset[str], Any]:
    """The effect of every fork with each choice of components, counted anew in plain Python."""
    forked, study = real.found["uniform-turn"], real.studies[0]
    bonus, ties = int(real.lineup.rules["figure_points"]), bool(real.lineup.rules["figure_breaks_ties"])
    values = {}
    for chosen in product((False, True), repeat=4):
        on = frozenset(name for name, is_on in zip(COMPONENTS, chosen, strict=True) if is_on)
        mark = "".join(f", no {name}" for name in (HAND, LOSS) if name not in on)
        has, lacks = (
            recounted(forked, arm_of(study, side + mark), bonus * ("bonus" in on), ties and "ties" in on)[points]
            for side in (MOVER, OPPONENT)
        )
        values[on] = (has - lacks).mean(axis=1)
    return values


@pytest.mark.parametrize("points", [False, True], ids=["score", "points"])
def test_the_anatomy_is_shapley_by_all_orders(real: Told, points: bool) -> None:
    """In every fork shares and reaction make the total, and each share is the mean gain over all 24 orders."""
    anatomy = taken(real.value).anatomy_points if points else taken(real.value).anatomy
    assert anatomy.components == COMPONENTS
    values, deals = cell_values(real, points), real.found["uniform-turn"].forks["deal"]
    everything, nothing = values[frozenset(COMPONENTS)], values[frozenset()]
    shares = {name: np.zeros(len(deals)) for name in COMPONENTS}
    orders = list(permutations(COMPONENTS))
    for order in orders:
        for at, name in enumerate(order):
            shares[name] += (values[frozenset(order[: at + 1])] - values[frozenset(order[:at])]) / len(orders)
    for name in COMPONENTS:
        assert anatomy.shares[name].value == pytest.approx(shares[name].mean(), abs=TINY)
        assert anatomy.shares[name].se == pytest.approx(clustered(shares[name], deals)[1], abs=TINY)
    assert np.abs(sum(shares.values()) + nothing - everything).max() < 1e-9
    parts = sum(share.value for share in anatomy.shares.values())
    assert anatomy.total.value == pytest.approx(parts + anatomy.reaction.value, abs=TINY)
    assert anatomy.reaction.value == pytest.approx(nothing.mean(), abs=TINY)
    soft = real.value.worths[0].soft
    assert anatomy.total == (soft.points if points else soft.score) or anatomy.total.value == pytest.approx(
        (soft.points if points else soft.score).value, abs=TINY
    )
    if points:
        assert (anatomy.shares["ties"].value, anatomy.shares["ties"].se) == (0.0, 0.0)


def test_counting_anew_is_what_would_have_been_played() -> None:
    """For a player who reads neither bonus nor ties, playing without them ends as counting without them."""
    off = {HAND: ("hand", 0), LOSS: ("loss", 0), "bonus": ("points", 0), "ties": ("ties", 0)}
    cells = [frozenset(c for c, on in zip(COMPONENTS, bits, strict=True) if on) for bits in product((0, 1), repeat=4)]
    arms = []
    for at, on in enumerate(cells):
        played, counted = (
            tuple(off[name] for name in names if name not in on) for names in ((HAND, LOSS), ("bonus", "ties"))
        )
        for side, how in ((MOVER, 1), (OPPONENT, 2)):
            arms.append(Arm(f"{side} {at}", (*played, ("figure", how)), counted))
    real = told(PLAN, ("uniform-turn",), deals=60)
    forked = fork(PLAN, [Study("uniform-turn", tuple(arms))], 60, workers=1)[1]["uniform-turn"]
    for points in (False, True):
        counted = cell_values(real, points)
        for at, on in enumerate(cells):
            has, lacks = ends(forked, 2 * at)[points], ends(forked, 2 * at + 1)[points]
            assert np.array_equal((has - lacks).mean(axis=1), counted[on])


def test_a_reaction_of_players_who_ignore_the_figure_is_none() -> None:
    """Random players: with all components off nothing remains, in any fork."""
    real = told(replace(PLAN, strategies=("random",)), ("uniform-turn",), deals=100)
    for points, anatomy in enumerate((taken(real.value).anatomy, taken(real.value).anatomy_points)):
        assert anatomy.reaction.value == 0.0
        assert anatomy.reaction.se == 0.0
        assert not cell_values(real, bool(points))[frozenset()].any()
        assert anatomy.shares["bonus"].value > 0.0


# ---- Lopsided matches ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "refused"), [(("random", "greedy"), True), (("greedy", "dragon_hunter"), False)])
def test_a_lopsided_match_has_no_verdict_on_wins(players: tuple[str, ...], refused: bool) -> None:
    """Whoever has the figure, greedy wins nearly always: no opening, and the sentence that other commands say."""
    real = told(replace(PLAN, strategies=players, design="seat"), ("uniform-turn",), deals=60)
    uneven = lopsided_forks(players, real.found)
    answer = value_answer(real.value, uneven, ABOUT)
    assert (answer.opening is None) == refused
    assert (uneven is not None) == refused
    if uneven is not None:
        forked = real.found["uniform-turn"]
        a_sits_at = forked.forks["member"]  # the first-named player begins the first game of a deal
        wins = (forked.results["winner"] == (1 - a_sits_at)[:, None, None]) + 0.5 * (forked.results["winner"] < 0)
        assert uneven.share == pytest.approx(wins.mean(axis=(0, 2)).min())
        said = answer.findings[0]
        assert (said.verdict, said.headline) == ("refused", True)
        assert said.text.startswith("No verdict on wins: greedy wins 9")
        assert "% of the games against random whoever has it, so having it can be worth at most" in said.text
        assert "let greedy play against itself (--strategies greedy)" in said.text
        assert lopsided_forks(("greedy",), real.found) is None


# ---- Association ---------------------------------------------------------------------------------------------


def test_the_naive_number_is_a_count_of_parents(real: Told) -> None:
    """Everyone who has the figure at the end of a parent game against everyone who has not."""
    forked, having, lacking = real.found["uniform-turn"], [], []
    for row in forked.parents:
        for seat in (0, 1):
            won = 0.5 if row["winner"] < 0 else float(row["winner"] == seat)
            (having if row["figure"] == seat else lacking).append(won)
    naive, meter = real.value.naive, real.value.meter
    assert naive is not None
    assert meter is not None
    assert len(having) > 300
    assert naive.holders.value == pytest.approx(np.mean(having), abs=TINY)
    assert naive.others.value == pytest.approx(np.mean(lacking), abs=TINY)
    assert naive.difference.value == pytest.approx(np.mean(having) - np.mean(lacking), abs=TINY)
    assert naive.difference.value > 0.1


def test_the_meter_adds_up(real: Told) -> None:
    """Naive minus average effect is the bias: baseline and heterogeneity; the effect on holders is theirs alone."""
    forked, study, meter = real.found["uniform-turn"], real.studies[0], real.value.meter
    assert meter is not None
    (score, _), (less, _) = (ends(forked, arm_of(study, name)) for name in (MOVER, OPPONENT))
    holding = forked.forks["holders"][:, 0] == 1
    assert meter.ate.value == real.value.worths[0].soft.score.value
    same(meter.att, (score - less)[holding], forked.forks["deal"][holding])
    naive = real.value.naive
    assert naive is not None
    assert naive.difference.value - meter.ate.value == pytest.approx(meter.bias.value, abs=TINY)
    assert meter.exaggeration is not None
    assert meter.exaggeration.value == pytest.approx(naive.difference.value / meter.ate.value)
    assert meter.exaggeration.interval.contains(meter.exaggeration.value)


# ---- Price ---------------------------------------------------------------------------------------------------


def test_prices_are_counted_anew(real: Told) -> None:
    """Every payment by recount; the price lies where the mover is as well off as with nobody."""
    forked, study, found = real.found["uniform-turn"], real.studies[0], taken(real.value).price
    bonus, ties = int(real.lineup.rules["figure_points"]), bool(real.lineup.rules["figure_breaks_ties"])
    fair, deals = ends(forked, arm_of(study, NOBODY))[0], forked.forks["deal"]

    def gained(payment: int) -> Any:
        return recounted(forked, arm_of(study, MOVER), bonus, ties, payment)[0] - fair

    assert real.value.worths[0].score is not None
    assert gained(0).mean() == pytest.approx(real.value.worths[0].score.gain.value, abs=TINY)
    same(found.rate.estimate(), (gained(-1) - gained(1)) / 2, deals)
    price = found.price.value
    assert price is not None
    below = math.floor(price)
    before, after = (float(gained(level).mean()) for level in (below, below + 1))
    assert before + (price - below) * (after - before) == pytest.approx(0.0, abs=1e-9)  # on a straight line in between
    assert all(gained(level).mean() > 0.0 for level in range(-7, math.ceil(price)))
    assert found.price.interval is not None
    assert found.price.interval.low <= price <= found.price.interval.high


def test_design_prices_are_counted_anew(real: Told) -> None:
    """At the bonus that is named the swing is the wanted one; by recount, linear between whole bonuses."""
    forked, study, found = real.found["uniform-turn"], real.studies[0], taken(real.value).wanted
    ties = bool(real.lineup.rules["figure_breaks_ties"])

    def swing(bonus: int) -> float:
        has, lacks = (recounted(forked, arm_of(study, side), bonus, ties)[0] for side in (MOVER, OPPONENT))
        return float((has - lacks).mean())

    assert swing(int(real.lineup.rules["figure_points"])) == pytest.approx(
        real.value.worths[0].soft.score.value, abs=TINY
    )
    swings = [swing(bonus) for bonus in range(31)]
    if found.value is None:
        assert min(swings) >= WANTED_SWING or max(swings) < WANTED_SWING
        return
    low = math.floor(found.value)
    share = found.value - low
    assert (1 - share) * swings[low] + share * swings[min(low + 1, 30)] == pytest.approx(WANTED_SWING, abs=1e-9)


# ---- Made-up forks -------------------------------------------------------------------------------------------


LEADS = np.array((0, 2, -3, 5, -4, 8, -8, 1))  # of the mover where nobody gets the figure
SEATS = np.array((0, 1, 1, 0, 1, 0, 0, 1))


def steady() -> Forked:
    """Forks, two a deal, in which whoever gets the figure also gets a point more."""
    study, n, result = studies(ITEM, ("uniform-turn",))[0], len(LEADS), BUNDLE.game.result
    forks, parents, results = np.zeros(n, FORK), np.zeros(n, result), np.zeros((n, len(study.arms), 1), result)
    forks["seat"], forks["deal"], forks["length"] = SEATS, np.arange(n) // 2, 60
    forks["turn"], forks["lead"] = np.arange(n) * 60 // n, np.arange(n) * 7 - 20
    forks["begun"], forks["holders"][:, 0] = forks["turn"], np.arange(n) % 3
    parents["winner"], parents["figure"] = np.arange(n) % 2, np.arange(n) % 2
    for at, arm in enumerate(study.arms):
        step = {MOVER: 1, NOBODY: 0, OPPONENT: -1}[arm.name.split(",")[0]]
        results["points_first"][:, at, 0] = 40 + (SEATS == 0) * (LEADS + step)
        results["points_second"][:, at, 0] = 40 + (SEATS == 1) * (LEADS + step)
        results["figure"][:, at, 0] = {1: SEATS, -1: 1 - SEATS, 0: np.full(n, -1)}[step]
    return Forked(forks, parents, results, n)


def valued(forked: Forked) -> Value:
    """What is made of made-up forks at uniform turns under the English rules."""
    forked.forks["last_holders"][:, 0] = forked.parents["figure"] + 1
    return value(BUNDLE, RULES, ITEM, studies(ITEM, ("uniform-turn",)), {"uniform-turn": forked})


def test_known_effects() -> None:
    """A step of one and three points: margins end at d + 4, d and d - 4, so all is counted on one's fingers."""
    found = valued(steady())
    worth = found.worths[0]
    assert worth.score is not None
    assert worth.points is not None
    points = worth.points
    assert (worth.soft.points.value, points.gain.value, points.denial.value) == (8.0, 4.0, 4.0)
    assert (worth.soft.points.se, worth.soft.points.interval.n) == (0.0, 4)
    # d + 4 wins for 0 2 -3 5 8 1 and the tie at -4: 7 of 8; d wins for 2 5 8 1 and half at 0; d - 4 for 5 and 8
    assert worth.soft.score.value == (7 - 2) / 8
    assert worth.score.gain.value == (7 - 4.5) / 8
    assert worth.score.denial.value == (4.5 - 2) / 8
    assert worth.soft.flips.to_win.value == 5 / 8
    assert (worth.soft.flips.to_loss.value, worth.soft.flips.same.value) == (0.0, 3 / 8)
    # differences by deal: (1, 1), (1, 0), (1, 0), (0, 1): sums off 5/8 are 0.75, -0.25, -0.25, -0.25
    assert worth.soft.score.se == pytest.approx(math.sqrt(4 / 3 * (0.5625 + 3 * 0.0625)) / 8)
    assert worth.hard == replace(worth.soft, one=MOVER + HARD)


@pytest.mark.parametrize("holders", [0, 2, [1, 1, 0, 0, 0, 2, 2, 2]], ids=["nobody", "opponents", "one deal"])
def test_no_effect_on_holders_without_their_deals(monkeypatch: pytest.MonkeyPatch, holders: Any) -> None:
    """Where no mover holds it at any fork, or at those of a single deal, the rest is still told."""
    monkeypatch.setattr(value_room, "LEAST_DEALS", 1)
    forked = steady()
    assert valued(forked).meter is not None
    forked.forks["holders"][:, 0] = holders
    found = valued(forked)
    assert found.naive is not None
    assert found.meter is None
    assert found.worths[0].soft.points.value == 8.0


@pytest.mark.parametrize("deals", [2, 3, 4])
def test_a_few_deals(deals: int) -> None:
    """The least that may be asked for at turns drawn by lot has an answer."""
    for seed in range(6):
        found = told(replace(PLAN, seed=seed), ("uniform-turn",), deals).value
        assert found.worths[0].forks == 2 * deals
        assert math.isfinite(found.worths[0].soft.points.value)


@pytest.mark.parametrize("moment", ["at-claim", "first-claimable"])
def test_a_moment_that_never_came(tmp_path: Path, moment: str) -> None:
    """One line that names it, and a stored table without rows."""
    plan, plans = replace(PLAN, settings=("cards.petrified_dragon.values=[]",)), studies(ITEM, (moment,))
    lineup, found = fork(plan, plans, 4, workers=1)
    with pytest.raises(DataProblem, match=moment):
        value(BUNDLE, lineup.rules, ITEM, plans, found)
    write_forks(tmp_path, plan, lineup, plans, found)
    assert pl.read_parquet(tmp_path / "forks" / f"{moment}.parquet").height == 0


def test_a_game_without_an_item() -> None:
    """It cannot be asked for its value."""
    with pytest.raises(BadInput, match="dragonheart"):
        items_of(replace(BUNDLE, items=lambda _: ()), RULES)


def test_moments_alone() -> None:
    """Without uniform turns there is no anatomy, no meter and no price; effects are the same as with them."""
    both, alone = told(PLAN, deals=20), told(PLAN, ("at-claim",), deals=20)
    assert alone.value.worths == both.value.worths[2:]
    assert alone.value.taken is alone.value.meter is alone.value.naive is None


# ---- The stored table ----------------------------------------------------------------------------------------


def test_stored_forks(real: Told, tmp_path: Path) -> None:
    """A row a continuation, fork by fork, arm by arm, replicate by replicate, with words for codes."""
    write_forks(tmp_path, real.plan, real.lineup, real.studies, real.found)
    plan = json.loads((tmp_path / "forks.json").read_text())
    assert (plan["seed"], plan["design"], plan["rules_name"]) == (11, real.plan.design, real.plan.rules)
    assert [study["moment"] for study in plan["studies"]] == list(MOMENTS)
    assert [s["name"] for s in plan["strategies"]] == list(real.plan.strategies)
    for study in real.studies:
        path = tmp_path / "forks" / f"{study.moment}.parquet"
        frame, forked = pl.read_parquet(path), real.found[study.moment]
        size, sha256 = fingerprint(path)
        facts = {"table": "forks", "name": study.moment, "rows": frame.height, "size": size, "sha256": sha256}
        assert facts in plan["files"]
        assert frame.height == forked.results.size
        assert set(BUNDLE.result_types()) | {"game_id", "deal_id", "turn", "seat", "arm", "replicate"} <= set(
            frame.columns
        )
        assert frame.columns[:8] == ["game_id", "deal_id", "turn", "length", "begun", "seat", "lead", "left"]
        forks, arms, replicates = forked.results.shape
        names = np.repeat([arm.name for arm in study.arms], replicates)
        assert frame["arm"].cast(pl.String).to_list() == np.tile(names, forks).tolist()
        assert frame["replicate"].to_list() == list(range(replicates)) * forks * arms
        for name in ("turn", "length", "seat", "lead", "left"):
            assert frame[name].to_list() == np.repeat(forked.forks[name], arms * replicates).tolist()
        for name in ("points_first", "score_second", "turns", "winner", "figure"):
            assert frame[name].to_list() == forked.results[name].ravel().tolist()
        holders = np.repeat(forked.forks["holders"][:, 0], arms * replicates)
        for column, words, codes in (
            ("figure_holder", ("nobody", "mover", "opponent"), holders),
            ("decided_by", BUNDLE.words["decided_by"], forked.results["decided_by"].ravel()),
        ):
            assert frame[column].cast(pl.String).to_list() == [words[code] for code in codes]
        members = {"seat": 2, "quartet": 4}[real.plan.design]
        assert frame["game_id"].n_unique() == len(forked.forks)
        assert (frame["game_id"] // members == frame["deal_id"]).all()


# ---- Experiments as files --------------------------------------------------------------------------------------


def test_an_experiment_file_says_what_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rules, players, games and seed come from the file; flags change what it says."""
    file = tmp_path / "figure.toml"
    file.write_text('rules = "kosmos"\nstrategies = ["greedy"]\ngames = 5000\nseed = 7\n')
    words = ["value", str(file), "--deals", "40", "--at", "uniform-turn", "--out", str(tmp_path / "f")]
    assert main([*words, "-o", str(tmp_path / "f.html")]) == 0
    text = capsys.readouterr().out
    assert "rules kosmos (" in text
    assert "seed 7, players greedy" in text
    plan = json.loads((tmp_path / "f" / "parents" / "manifest.json").read_text())
    assert (plan["name"], plan["games"], plan["seed"]) == ("figure", 80, 7)


def test_shipped_experiments_on_the_figure_can_be_asked() -> None:
    """They name what `value` takes: one mirror, seat pairs."""
    files = sorted(Path("simulations").glob("great_dragon*.toml"))
    assert len(files) == 2
    for file in files:
        plan = from_file(file)
        assert (plan.design, plan.until, plan.keep, len(plan.strategies)) == ("seat", "", "games", 1)
