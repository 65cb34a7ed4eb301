"""Did a rule tweak change anything? The same deals under both rule sets, compared block by block."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.errors import DataProblem
from dhstats.queries.catalogue import QUERIES
from dhstats.queries.counts import counting
from dhstats.queries.plan import Plan
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.tables import BASIS, Line, basis, ends, number, table, text
from dhstats.stats.blocks import BlockSums
from dhstats.stats.corrections import holm
from dhstats.stats.critical_values import student_critical, student_tail
from dhstats.stats.intervals import Interval
from dhstats.stats.paired import variance_reduction
from dhstats.stats.payoffs import largest_of
from dhstats.stats.verdicts import judge
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
LEVEL, SEED = 0.95, 1


@dataclass(frozen=True, slots=True)
class Metric:
    """A quantity of a deal: its column, what it is, its unit, what a step of the column is worth, and a margin.

    `margin` declares what counts as no difference; 0 where none is declared, and then no verdict is given.
    """

    name: str
    what: str
    unit: str
    scale: int
    margin: float


METRICS = (
    Metric("score", "first player's score", "share of a win", 2, 0.005),
    Metric("margin", "first player's lead", "points", 1, 0.5),
    Metric("gap", "points between the players", "points", 1, 0.0),
    Metric("turns", "turns of both players", "turns", 1, 0.0),
    Metric("draws", "drawn games", "share of games", 1, 0.0),
    Metric("ships", "games that end by ships", "share of games", 1, 0.0),
    Metric("lead_changes", "changes of the lead", "a game", 1, 0.0),
    Metric("figure_changes", "changes of the figure's holder", "a game", 1, 0.0),
)
PRIMARY = METRICS[0]

HOW_TO_READ = (
    "A row is a tweak against the base rules: right of the line it raises the quantity, left of it lowers it. The"
    " shaded strip is what was declared to be no difference."
)
METHOD = (
    "Common random numbers: base and tweaks are played on the same deals with the same draws. A deal is one"
    " observation, the difference of its mean under tweak and base; intervals are t over deals, for the first player's"
    " score of several tweaks simultaneous (max-T over common deals). p-values of the score are adjusted by Holm. The"
    " variance reduction factor says how many times more deals independent runs would have needed."
)
CAUTION = (
    "A difference is an effect of the rules on these players. Fixed players have not learnt the tweak; adapted ones"
    " were trained for it, so that their difference includes what they learnt."
)


@dataclass(frozen=True)
class Difference:
    """One quantity under a tweak less under the base.

    `factor` is the variance reduction factor; `independent` says that the runs had to be played on different deals.
    """

    tweak: str
    metric: Metric
    base: float
    value: float
    interval: Interval
    p: float
    factor: float
    verdict: str
    independent: bool

    @property
    def alike(self) -> bool:
        """Every deal came out the same."""
        return self.value == 0.0 and math.isinf(self.factor)


@dataclass(frozen=True)
class Comparison:
    """A tweak's run against the base run: all differences, and the paired differences of the score by deal."""

    tweak: str
    differences: tuple[Difference, ...]
    scores: Array

    @property
    def primary(self) -> Difference:
        """The difference in the first player's score."""
        return self.differences[0]


def deal_sums(run: Run) -> dict[str, Array]:
    """What happened on every deal of a run, by column, in the order of the deals."""
    with counting(run) as counts:
        frame = counts.frame("deals")
    return {name: frame[name].to_numpy().astype(np.int64) for name in frame.columns}


def compare(base: Run, tweak: Run, name: str) -> Comparison:
    """A tweak against the base, deal by deal; DataProblem for runs that were not played alike.

    Runs with other seeds are compared as independent ones.
    """
    one, other = deal_sums(base), deal_sums(tweak)
    same_design = base.manifest.design.deals == tweak.manifest.design.deals and len(one["games"]) == len(other["games"])
    if not same_design or (one["games"] != other["games"]).any():
        raise DataProblem(
            f"{tweak.folder}: was not played with the design of {base.folder}; the deals cannot be paired"
        )
    independent = base.manifest.seed != tweak.manifest.seed
    games = int(one["games"][0])
    found = tuple(
        _difference(name, metric, one[metric.name], other[metric.name], games, independent=independent)
        for metric in METRICS
    )
    return Comparison(name, found, (other["score"] - one["score"]) / (2.0 * games))


def _difference(
    tweak: str, metric: Metric, base: Array, other: Array, games: int, *, independent: bool
) -> Difference:  # fmt: skip
    scale = metric.scale * games
    sums = BlockSums.from_values((other - base).tolist(), scale)
    before, after = (BlockSums.from_values(values.tolist(), scale) for values in (base, other))
    factor = variance_reduction(before.variance, after.variance, sums.variance)
    if independent:
        interval, p = _welch(before, after)
        verdict = "fact"
    else:
        interval, p = sums.interval(LEVEL), _p(sums.mean, sums.se, sums.n - 1)
        verdict = judge(sums, 0.0, metric.margin, bounds=(-1.0, 1.0)).kind if metric.margin else "fact"
    return Difference(tweak, metric, before.mean, sums.mean, interval, p, factor, verdict, independent)


def _p(value: float, se: float, df: float) -> float:
    if se == 0.0:
        return 1.0 if value == 0.0 else 0.0
    return min(1.0, 2.0 * student_tail(abs(value) / se, max(1, int(df))))


def _welch(before: BlockSums, after: BlockSums) -> tuple[Interval, float]:
    """Independent runs: the interval of the difference of two means with unequal variances, and its p-value."""
    one, other = before.se**2, after.se**2
    se, value, n = math.sqrt(one + other), after.mean - before.mean, before.n
    df = (one + other) ** 2 / (one**2 / (n - 1) + other**2 / (after.n - 1)) if se > 0 else n - 1
    reach = student_critical(LEVEL, max(1, int(df))) * se
    return Interval(value - reach, value + reach, LEVEL, "t, Welch", n, "deals"), _p(value, se, df)


def hurts(found: Comparison) -> bool:
    """Whether playing the same deals made the comparison of scores worse than independent runs would have."""
    return not found.primary.independent and found.primary.factor < 1.0


def answer(base: Run, comparisons: Sequence[Comparison]) -> Answer:
    """All tweaks against the base."""
    reach = _joint(comparisons)
    adjusted = holm([each.primary.p for each in comparisons])
    findings = [
        Finding(_sentence(each, interval, p, len(comparisons)), each.primary.verdict, headline=True)
        for each, interval, p in zip(comparisons, reach, adjusted, strict=True)
    ]
    others = [Finding(_others(each)) for each in comparisons]
    query = ("deals", QUERIES["deals"].text(Plan.of(base.manifest)))
    return Answer(
        "comparison", "What does the tweak change?", (*findings, *others),
        (_score_table(comparisons, reach, adjusted), _table(comparisons)), HOW_TO_READ, METHOD, CAUTION, (query,),
    )  # fmt: skip


def _joint(comparisons: Sequence[Comparison]) -> list[Interval]:
    """Intervals of the score's differences that hold together, where several tweaks share the base's deals."""
    if len(comparisons) == 1 or any(each.primary.independent for each in comparisons):
        return [each.primary.interval for each in comparisons]
    sample = np.stack([each.scores for each in comparisons], axis=1)
    critical, deals = largest_of(sample, LEVEL, SEED), len(sample)
    found = []
    for mean, sd in zip(sample.mean(axis=0), sample.std(axis=0, ddof=1), strict=True):
        half = critical * float(sd) / math.sqrt(deals)
        found.append(Interval(float(mean) - half, float(mean) + half, LEVEL, "max-T", deals, "deals"))
    return found


def _sentence(found: Comparison, interval: Interval, p: float, several: int) -> str:
    score = found.primary
    digits = words.places(100.0 * max(interval.half_width / 2.0, 1e-9))
    sure = "simultaneous 95 %" if several > 1 else ""
    shown = words.span(interval, digits, factor=100.0, sign=True, sure=sure)
    change = words.number(100.0 * score.value, digits, sign=True)
    told = {
        "balanced": "no difference that matters, within ±0.5 points",
        "unbalanced": "a difference of more than 0.5 points",
        "leaning": "a difference for sure, perhaps smaller than 0.5 points",
        "undecided": "undecided",
        "fact": "independent deals, as common ones would have hurt" if score.independent else "described",
    }[score.verdict]
    adjusted = f"; p {p:.3g} (Holm)" if several > 1 else f"; p {p:.3g}"
    factor = "∞" if math.isinf(score.factor) else f"{score.factor:.1f}"
    return (
        f"{found.tweak}: the first player's score changes by {change} points of win rate ({shown}): {told}{adjusted}."
        f" Variance reduction factor {factor}."
    )


def _others(found: Comparison) -> str:
    """The other quantities in one sentence: what changed, and what is the same on every deal."""
    parts = []
    for each in found.differences[1:]:
        if not each.alike:
            digits = words.places(each.interval.half_width / 2.0)
            change = words.number(each.value, digits, sign=True)
            parts.append(f"{each.metric.what} {change} ({words.reach(each.interval, digits, sign=True)})")
    same = [each.metric.what for each in found.differences[1:] if each.alike]
    deals = words.count(found.primary.interval.n, "deals")
    told = f"{found.tweak}: {words.listed(parts)}; 95 % intervals, t over {deals}." if parts else f"{found.tweak}:"
    return f"{told} The same on every deal: {words.listed(same)}." if same else told


def _score_table(comparisons: Sequence[Comparison], reach: list[Interval], adjusted: tuple[float, ...]) -> Table:
    lines: list[Line] = []
    for each, interval, p in zip(comparisons, reach, adjusted, strict=True):
        low, high = ends(interval)
        lines.append(
            {
                "matchup": each.tweak, "score": each.primary.value, "low": low, "high": high,
                "band_low": -PRIMARY.margin, "band_high": PRIMARY.margin, "verdict": each.primary.verdict, "p": p,
                **basis(interval),
            }
        )  # fmt: skip
    unit = "share of a win"
    fields = (
        text("matchup", "Tweak"), number("score", "Change of the first player's score", unit),
        number("low", "Low end of the interval", unit), number("high", "High end of the interval", unit),
        number("band_low", "Margin: low end", unit), number("band_high", "Margin: high end", unit),
        text("verdict", "Verdict"), number("p", "p-value (Holm)", ""), *BASIS,
    )  # fmt: skip
    return table("scores", "The first player's score, tweak less base", fields, lines)


def _table(comparisons: Sequence[Comparison]) -> Table:
    lines: list[Line] = []
    for each in comparisons:
        for found in each.differences:
            low, high = ends(found.interval)
            lines.append(
                {
                    "matchup": each.tweak, "what": found.metric.what, "of": found.metric.unit, "base": found.base,
                    "value": found.value, "low": low, "high": high, "p": found.p,
                    "factor": found.factor if math.isfinite(found.factor) else None, **basis(found.interval),
                }
            )  # fmt: skip
    fields = (
        text("matchup", "Tweak"), text("what", "What"), text("of", "Unit"), number("base", "Under the base rules", ""),
        number("value", "Change", ""), number("low", "Low end of the interval", ""),
        number("high", "High end of the interval", ""), number("p", "p-value", ""),
        number("factor", "Variance reduction factor", ""), *BASIS,
    )  # fmt: skip
    return table("differences", "All quantities, tweak less base", fields, lines)
