"""Shares and conditional means as pages give them: the method that is named is the one that was used."""

import math

import pytest

from dhstats.questions.shared import notes, words
from dhstats.questions.shared.groups import Group
from dhstats.questions.shared.kinds import FIELDS, Kind
from dhstats.questions.shared.sums import RATIOS, SHARES, between_0_and_1, rate, ratio_of_counts, share
from dhstats.questions.shared.tables import resting, table
from dhstats.stats.intervals.intervals import LEAST_DEALS, TOO_FEW, Interval
from tests.stats.sums import ratio_sums

GROUP = Group(0, "greedy against itself", games=1, deals=1_000, mirror=True, alone=True)


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
    assert method.removesuffix(" over blocks") in notes.plain(words.stated(found, words.PERCENT))
    assert "from 100 deals on below 5 % and above 95 %" in SHARES
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
    told = notes.plain(words.stated(found, words.PERCENT))
    assert method in told
    assert told.endswith("400 deals with such games)")
    assert all(part in RATIOS for part in ("below 5 % or above 95 %", "Korn–Graubard", f"fewer than {LEAST_DEALS}"))


def test_a_second_interval_names_its_own_method_and_deals() -> None:
    """Where two stand side by side and differ in method or n, the second says so; where they do not, it is silent."""
    plain = Interval(0.2, 0.3, 0.95, "t over blocks", 400, "deals")
    for other, told in (
        (Interval(0.01, 0.02, 0.95, "empirical likelihood", 400, "deals"), "1.0 to 2.0, empirical likelihood, 400 deals"),
        (Interval(0.2, 0.4, 0.95, "t over blocks", 31, "deals with such games"),
         "20.0 to 40.0, t over 31 deals with such games"),
        (Interval(0.2, 0.4, 0.95, "t over blocks, linearised ratio", 400, "deals"), "20.0 to 40.0"),
    ):  # fmt: skip
        assert notes.plain(words.reach(other, 1, factor=100.0, after=plain)) == told


def kind(seen: int) -> Kind:
    """Games of a kind in so many of a thousand deals, one a deal, with leads of 3 to 7 points and every second won."""
    rows = [
        {
            "games": 1,
            "deals": 1,
            "wins": at % 2,
            "wins_squares": at % 2,
            "margin": 3 + at % 5,
            "margin_squares": (3 + at % 5) ** 2,
        }
        for at in range(seen)
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
    assert "t over 40 deals with such games" in notes.plain(words.span(known.margin.interval, 1))
    (empty,) = table("none", "", resting("x", "X", "points", "with x", lambda _: None), [rare]).frame.rows()
    assert empty == (None,) * 5


def test_one_deal_is_not_several() -> None:
    """A kind of a single deal: no error, no interval, and a deal in the singular."""
    found = ratio_sums([(1, 3)]).estimate(unit="deals with such games")
    assert math.isnan(found.se)
    assert words.span(found.interval, 1) == "seen in 1 deal with such games: too few for an interval"
