"""Numbers as a designer reads them: words, shares and conditional means, and what is picked out as most or least."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import plain
from dhstats.questions.shared.extremes import Extremes, extremes, picked
from dhstats.questions.shared.groups import Group
from dhstats.questions.shared.sums import FIELDS, RATIOS, SHARES, Kind, between_0_and_1, rate, ratio_of_counts, share
from dhstats.questions.shared.tables import resting, table
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS, TOO_FEW, Interval, sidak_level
from tests.stats.sums import ratio_sums

GROUP = Group(0, "greedy against itself", games=1, deals=1_000, mirror=True, alone=True)
KINDS, DEALS = 12, 200


@pytest.mark.parametrize(
    ("error", "places"), [(0.066, 2), (0.0061, 3), (0.5, 1), (1.44, 1), (6.0, 0), (250.0, 0), (1e-9, 4), (0.0, 2)]
)
def test_as_many_digits_as_are_known(error: float, places: int) -> None:
    """A standard error of 0.066 leaves two digits, one of 6 none; there are never more than four."""
    assert words.places(error) == places


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(-0.284, 2, "−0.28"), (1234.5, 1, "1,234.5"), (-0.001, 2, "0.00"), (0.0, 0, "0"), (12.0, 0, "12")],
)
def test_numbers(value: float, digits: int, text: str) -> None:
    """A true minus, thousands apart, and no minus nothing."""
    assert words.number(value, digits) == text


def test_signs_where_they_matter() -> None:
    """A gain shows its plus; nothing has no sign."""
    assert words.number(0.15, 2, sign=True) == "+0.15"
    assert words.number(-0.15, 2, sign=True) == "−0.15"
    assert words.number(0.001, 2, sign=True) == "0.00"


def test_an_interval_in_words() -> None:
    """Level, ends, method, number and unit."""
    found = Interval(0.4959, 0.4985, 0.95, "t over blocks", 100_000, "deals")
    assert plain(words.span(found.minus(0.5), 2, factor=100.0, sign=True)) == (
        "95 % interval −0.41 to −0.15, t over 100,000 deals"
    )
    assert plain(words.stated(Estimate(0.4972, 0.00066, found), words.PERCENT, "of all")) == (
        "49.72 % of all (95 % interval 49.59 to 49.85, t over 100,000 deals)"
    )
    assert plain(words.span(found, 1, factor=100.0, sure="simultaneous 95 %")).startswith("simultaneous 95 % interval")
    assert plain(words.reach(found, 1, factor=100.0)) == "49.6 to 49.9"


@pytest.mark.parametrize(
    ("method", "text"),
    [("t over blocks", "the same in all 9 deals, so there is no interval"), ("order statistics", "too few for")],
)
def test_no_interval_in_words(method: str, text: str) -> None:
    """Where the data set no limit the sentence says why."""
    found = Interval(-math.inf, 3.0, 0.95, method, 9, "deals")
    assert text in words.span(found, 1)
    assert text in words.reach(found, 1)


@pytest.mark.parametrize(
    ("method", "text"),
    [
        ("rule of three, no exception being off by more than 52", "the same in all 9 deals"),
        ("betting confidence sequence, no exception being off by more than 52", "sequence, the same in all 9 deals"),
    ],
)
def test_a_constant_in_words(method: str, text: str) -> None:
    """What every deal has is said beside its interval."""
    assert text in words.span(Interval(25.9, 26.1, 0.95, method, 9, "deals"), 1)


def test_quantiles_of_whole_numbers() -> None:
    """Whole, or half-way between two; one of a kind has no plural."""
    assert [words.step(value) for value in (3.0, 2.5)] == ["3", "2.5"]
    assert [words.things(value, "point") for value in (1.0, 2.0, 0.0)] == ["1 point", "2 points", "0 points"]


def test_lists_of_things() -> None:
    """Commas and a last "and"."""
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("value", "digits", "told"),
    [
        (0.62, 1, "gave 0.6 points"), (-0.62, 1, "took 0.6 points"), (-0.04, 1, "gave 0.0 points"),
        (0.0, 1, "gave 0.0 points"), (-1234.0, 0, "took 1,234 points"), (-0.06, 1, "took 0.1 points"),
    ],
)  # fmt: skip
def test_nobody_gives_less_than_nothing(value: float, digits: int, told: str) -> None:
    """A negative gift is taken, and what rounds to nothing has no sign."""
    assert words.given(value, digits, "points") == told


# ---- Shares and conditional means -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "method"),
    [
        (1, "empirical likelihood"), (49, "empirical likelihood"), (50, "t over blocks"), (500, "t over blocks"),
        (950, "t over blocks"), (951, "empirical likelihood"), (999, "empirical likelihood"),
    ],
)  # fmt: skip
def test_shares_name_the_method_on_both_sides_of_the_boundary(hits: int, method: str) -> None:
    """From 5 to 95 % t, beyond empirical likelihood; the sentence names it, and the page says where the boundary is."""
    found = share(GROUP, {1: hits})
    assert found.interval.method == method
    assert method.removesuffix(" over blocks") in plain(words.stated(found, words.PERCENT))
    assert "for shares below 5 % or above 95 % if there" in SHARES
    assert between_0_and_1({0: 1_000 - hits, 1: hits}, 1).interval == found.interval


def test_few_deals_keep_t_inside_its_range() -> None:
    """Below 100 deals it is t also near 0, unless that would leave the range."""
    few = Group(0, "", games=2, deals=99, mirror=True, alone=True)
    assert share(few, {1: 9}).interval.method == "t over blocks"
    assert share(few, {2: 1}).interval.method == "empirical likelihood"


@pytest.mark.parametrize(
    ("wins", "method"), [(19, "Korn–Graubard"), (21, "t over"), (380, "t over"), (381, "Korn–Graubard")]
)
def test_rates_name_the_method_on_both_sides_of_the_boundary(wins: int, method: str) -> None:
    """The same within 400 games of a kind: t from 5 to 95 %, beyond Korn and Graubard's."""
    rows = [{"deals": wins, "x": 1, "y": 1}, {"deals": 400 - wins, "x": 1, "y": 0}, {"deals": 3_600, "x": 0, "y": 0}]
    found = rate(ratio_of_counts(rows, lambda row: row["x"], lambda row: row["y"]), "with such games")
    assert found is not None
    told = plain(words.stated(found, words.PERCENT))
    assert method in told
    assert told.endswith("400 deals with such games)")
    assert all(part in RATIOS for part in ("below 5 % or above 95 %", "Korn–Graubard", f"fewer than {LEAST_DEALS}"))


def test_a_second_interval_names_its_own_method_and_deals() -> None:
    """Where two stand side by side and differ in method or n, the second says so; where they do not, it is silent."""
    usual = Interval(0.2, 0.3, 0.95, "t over blocks", 400, "deals")
    for other, told in (
        (Interval(0.01, 0.02, 0.95, "empirical likelihood", 400, "deals"), "1.0 to 2.0, empirical likelihood, 400 deals"),
        (Interval(0.2, 0.4, 0.95, "t over blocks", 31, "deals with such games"),
         "20.0 to 40.0, t over 31 deals with such games"),
        (Interval(0.2, 0.4, 0.95, "t over blocks, linearised ratio", 400, "deals"), "20.0 to 40.0"),
    ):  # fmt: skip
        assert plain(words.reach(other, 1, factor=100.0, after=usual)) == told


def kind(seen: int) -> Kind:
    """Games of a kind in so many of a thousand deals, one a deal, with leads of 3 to 7 points and every second won."""
    leads = [3 + at % 5 for at in range(seen)]
    rows = [
        {"games": 1, "deals": 1, "wins": at % 2, "wins_squares": at % 2, "margin": lead, "margin_squares": lead**2}
        for at, lead in enumerate(leads)
    ]
    return Kind(GROUP, (), tuple(rows), concerns=True)


def test_what_was_seen_in_four_games_has_no_interval_anywhere() -> None:
    """Four of a thousand deals: the mean is told with the four deals, in the sentence, the table and the JSON's row."""
    rare, known = kind(4), kind(40)
    margin = rare.margin
    assert margin is not None
    assert words.span(margin.interval, 1) == "seen in 4 deals with such games: too few for an interval"
    line, known_line = table("kinds", "", FIELDS, (rare, known)).frame.to_dicts()
    assert (line["margin"], line["margin_low"], line["margin_high"]) == (4.5, None, None)
    assert (line["margin_n"], line["margin_method"], line["win_rate_n"]) == (4, TOO_FEW, 4)
    assert known_line["margin_n"] == 40
    assert known.margin is not None
    assert "t over 40 deals with such games" in plain(words.span(known.margin.interval, 1))
    (empty,) = table("none", "", resting("x", "X", "points", "with x", lambda _: None), [rare]).frame.rows()
    assert empty == (None,) * 5


def test_one_deal_is_not_several() -> None:
    """A kind of a single deal: no error, no interval, and a deal in the singular."""
    found = ratio_sums([(1, 3)]).estimate(unit="deals with such games")
    assert math.isnan(found.se)
    assert words.span(found.interval, 1) == "seen in 1 deal with such games: too few for an interval"


# ---- What is picked out as most or least ----------------------------------------------------------------------------


def several(sums: dict[str, BlockSums]) -> Extremes:
    """The extremes of some means."""
    found = extremes({name: partial(_estimate, each) for name, each in sums.items()})
    assert found is not None
    return found


def _estimate(sums: BlockSums, level: float) -> Estimate:
    return sums.estimate(level)


def test_the_winner_of_equals_is_covered() -> None:
    """Twelve kinds of one mean: the winner's interval has it 95 times in 100, and the loser's too.

    The single interval of the winner has it far less often.
    """
    chance, right, alone, runs = np.random.default_rng(43), 0, 0, 600
    for _ in range(runs):
        leads = np.rint(chance.normal(30.0, 100.0, (KINDS, DEALS))).astype(int)
        sums = {str(at): BlockSums(DEALS, int(own.sum()), int((own**2).sum()), 10) for at, own in enumerate(leads)}
        found = several(sums)
        right += all(pick.estimate.interval.contains(3.0) for pick in (found.most, found.least))
        alone += sums[found.most.name].interval().contains(3.0) and sums[found.least.name].interval().contains(3.0)
    assert right / runs == pytest.approx(0.95, abs=3 * 0.0089)
    assert alone / runs < 0.70


def test_the_truly_best_is_the_pick_or_named_beside_it() -> None:
    """Rates from 0.30 to 0.41: the best of them is ruled out in at most one run of twenty."""
    chance, lost, runs = np.random.default_rng(41), 0, 400
    rates = 0.30 + 0.01 * np.arange(KINDS)
    for _ in range(runs):
        hits = chance.binomial(DEALS, rates)
        found = several({str(at): BlockSums(DEALS, int(k), int(k), 1) for at, k in enumerate(hits)}).most
        lost += str(KINDS - 1) not in (found.name, *found.others)
    assert lost / runs <= 0.05


def test_clear_winners_have_no_others() -> None:
    """Three kinds far apart: nothing is added; two that are alike name each other, many are counted."""
    far = {name: BlockSums(1_000, k, k, 1) for name, k in (("low", 100), ("middle", 400), ("high", 700))}
    found = several(far)
    assert (found.most.name, found.most.others, found.most.doubt) == ("high", (), "")
    assert (found.least.name, found.least.others) == ("low", ())
    assert found.most.estimate.interval.level == pytest.approx(sidak_level(0.95, 3))
    near = several(far | {"higher": BlockSums(1_000, 705, 705, 1)})
    assert (near.most.name, near.most.doubt) == ("higher", "; not distinguishable from high")
    assert plain(picked(near.most, words.PERCENT, "of all")) == (
        "70.5 % of all (simultaneous 95 % interval 66.9 to 74.1, t over 1,000 deals; not distinguishable from high)"
    )
    many = several({f"{at}": BlockSums(1_000, 500 + at, 500 + at, 1) for at in range(6)})
    assert many.most.doubt == "; not distinguishable from 5 others"


def rare(seen: int, wins: int) -> Callable[[float], Estimate | None]:
    """A rate within so many deals."""
    return ratio_sums([(1, int(at < wins)) for at in range(seen)]).rate


def test_what_was_seen_in_few_deals_is_never_picked() -> None:
    """Four wins of four games are not the highest rate; of one kind alone nothing is picked."""
    found = extremes({"rare": rare(4, 4), "often": rare(300, 150), "seldom": rare(300, 60)})
    assert found is not None
    assert (found.most.name, found.least.name) == ("often", "seldom")
    assert found.most.estimate.interval.level == pytest.approx(sidak_level(0.95, 2))
    assert extremes({"rare": rare(4, 4), "often": rare(300, 150)}) is None
    assert extremes({}) is None
