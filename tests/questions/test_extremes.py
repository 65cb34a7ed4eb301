"""What is picked out as most or least of several: its interval survives the picking."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from dhstats.questions.shared.extremes import Extremes, extremes, picked
from dhstats.questions.shared.notes import plain
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.corrections import sidak_level
from tests.stats.sums import ratio_sums

KINDS, DEALS = 12, 200


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
    assert (near.most.name, near.most.doubt) == ("higher", "; not told apart from high")
    assert plain(picked(near.most, PERCENT, "of all")) == (
        "70.5 % of all (simultaneous 95 % interval 66.9 to 74.1, t over 1,000 deals; not told apart from high)"
    )
    many = several({f"{at}": BlockSums(1_000, 500 + at, 500 + at, 1) for at in range(6)})
    assert many.most.doubt == "; not told apart from 5 others"


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
