"""Why does a tweak change who wins? A planted reason is found with its share, and mere noise rarely is one."""

import numpy as np
import pytest
import scipy.stats

from dhstats.questions.seats.why import NOTHING
from dhstats.questions.shared.metrics import metrics
from dhstats.questions.tweaks.comparison import Comparison, DealSums, compare, judged
from dhstats.questions.tweaks.why import COUNT, reasons, why

DEALS = 400
RESULTS = ("margin", "gap", "draws")


def compared(seed: int, planted: float, *, rescored: bool = False) -> Comparison:
    """A tweak that makes half of the games longer; of these so large a share become wins, and a few games at random."""
    rng, names = np.random.default_rng(seed), [each.name for each in metrics("dragonheart")]
    base = {name: rng.integers(0, 9, DEALS) for name in names} | {"score": np.ones(DEALS, np.int64)}
    longer = rng.random(DEALS) < 0.5
    won = (longer & (rng.random(DEALS) < planted)).astype(np.int64) + (rng.random(DEALS) < 0.3)
    after = {name: values + rng.integers(-1, 2, DEALS) for name, values in base.items()}
    after |= {"turns": base["turns"] + 3 * longer, "score": base["score"] + won}
    games = {"games": np.full(DEALS, 2)}
    sums = [DealSums({**columns, **games}, 1, game="dragonheart") for columns in (base, after)]
    found = compare(sums[0], DealSums(sums[1].columns, 1, rescored=rescored, game="dragonheart"), "x")
    return judged([found])[0]


def test_a_planted_reason_is_told_with_its_share() -> None:
    """The part is the slope of a line of least squares times the mean change, and with the rest it is the whole."""
    found = compared(1, 0.8)
    most = reasons(found, 1)[0]
    by_name = {each.metric.name: each.blocks.values for each in found.differences}
    slope = np.polyfit(by_name["turns"], by_name["score"], 1)[0]
    assert most.mark.held == "turns"
    assert most.part.value == pytest.approx(slope * by_name["turns"].mean())
    assert most.part.value + most.rest.value == pytest.approx(found.primary.value)
    says = why(found, [found])
    assert says.startswith(f"Why: {100 * most.part.value / found.primary.value:.0f} % of the change goes with")
    assert "another change on the same deals: turns of both players (" in says
    assert "right at once" in says


def test_results_explain_no_result() -> None:
    """Leads and draws are other words for who wins."""
    held = {each.mark.held for each in reasons(compared(1, 0.8), 1)}
    assert held.isdisjoint(RESULTS)


def test_several_tweaks_make_wider_intervals() -> None:
    """The tweak that is told was picked among all: each quantity has two numbers, its part and its share."""
    found = compared(1, 0.8)
    for of in (1, 50):
        part = reasons(found, of)[0].part
        assert part.interval.half_width / part.se == pytest.approx(
            scipy.stats.t.ppf((1 + 0.95 ** (1 / (2 * of))) / 2, 399)
        )


def test_a_tweak_of_the_count_alone_is_its_own_reason() -> None:
    """Where base games are scored again nothing else can differ: this is the design, no association."""
    found = compared(1, 0.8, rescored=True)
    assert why(found, [found]) == COUNT


def test_where_nothing_goes_with_it_that_is_said() -> None:
    """Of 60 pages without a reason at most one in twenty names one, but for chance: 8 are more than it leaves."""
    pages = [compared(seed, 0.0) for seed in range(60)]
    told = [why(each, [each]) for each in pages]
    assert sum(each != NOTHING for each in told) < 8
