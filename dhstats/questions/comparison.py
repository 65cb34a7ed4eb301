"""Did a rule tweak change anything? The same deals under both rule sets, compared block by block."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.errors import BadInput, DataProblem, nearest
from dhstats.queries.catalogue import QUERIES
from dhstats.queries.counts import counting
from dhstats.queries.plan import Plan
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.tables import BASIS, Line, basis, ends, finite, number, table, text
from dhstats.stats.blocks import BlockSums
from dhstats.stats.corrections import benjamini_hochberg, holm
from dhstats.stats.critical_values import student_critical, student_tail
from dhstats.stats.intervals import Interval
from dhstats.stats.paired import variance_reduction
from dhstats.stats.payoffs import largest_of
from dhstats.stats.sequences import log_capital
from dhstats.stats.stopping import Rule, judge_at_any_time
from dhstats.stats.verdicts import judge, kind_of
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
SEED = 1  # of the normal draws behind simultaneous intervals
ALPHA = 0.05
SCREENING = 10  # tweaks from which on they are screened (false discovery rate) rather than each confirmed


@dataclass(frozen=True, slots=True)
class Metric:
    """A quantity of a deal: its column, what it is, its unit, what a step of the column is worth, and a margin.

    `scale` steps of the column make one of the unit; sentences show it times `factor`, as `shown`. `margin` declares
    what counts as no difference; 0 where none is declared, and then no verdict is given. `reach` is the largest
    distance of two deals, 0 where there is none.
    """

    name: str
    what: str
    unit: str
    scale: int
    margin: float
    factor: float = 1.0
    shown: str = ""
    reach: float = 0.0

    @property
    def changes(self) -> str:
        """The quantity with its verb: what it is changes, or they change."""
        one = self.name in ("score", "margin")
        return f"the {self.what} {'changes' if one else 'change'}"


METRICS = (
    Metric("score", "first player's score", "share of a win", 2, 0.005, 100.0, "points of win rate", 1.0),
    Metric("margin", "first player's lead", "points", 1, 0.5, shown="points"),
    Metric("gap", "points between the players", "points", 1, 0.0, shown="points"),
    Metric("turns", "turns of both players", "turns", 1, 0.0, shown="turns"),
    Metric("draws", "drawn games", "share of games", 1, 0.0, 100.0, "percentage points", 1.0),
    Metric("ships", "games that end by ships", "share of games", 1, 0.0, 100.0, "percentage points", 1.0),
    Metric("lead_changes", "changes of the lead", "a game", 1, 0.0, shown="a game"),
    Metric("figure_changes", "changes of the figure's holder", "a game", 1, 0.0, shown="a game"),
)
BY_NAME = {metric.name: metric for metric in METRICS}


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be judged: a quantity, the margin that counts as no difference, and the chance of a false verdict."""

    metric: Metric = METRICS[0]
    margin: float = METRICS[0].margin
    alpha: float = ALPHA

    @property
    def level(self) -> float:
        """The level of the intervals."""
        return 1.0 - self.alpha

    @property
    def within(self) -> str:
        """The margin in words."""
        return f"±{self.margin * self.metric.factor:g} {self.metric.shown}"


ASK = Ask()


def asked(metric: str = "score", margin: str | None = None, alpha: float = ALPHA) -> Ask:
    """What is to be judged, from the words of a command line; BadInput naming the option.

    A margin is a number in the metric's unit; shares are written in percentage points, as 0.5pp.
    """
    if metric not in BY_NAME:
        raise BadInput(f"--metric {metric!r}: not known; {nearest(metric, BY_NAME)}")
    if not 0.0 < alpha < 0.5:
        raise BadInput(f"--alpha: must lie between 0 and 0.5, not {alpha:g}")
    chosen = BY_NAME[metric]
    return Ask(chosen, chosen.margin if margin is None else _margin(chosen, margin), alpha)


def _margin(metric: Metric, written: str) -> float:
    found = re.fullmatch(r"([0-9]*\.?[0-9]+)\s*(pp)?", written.strip())
    shares = metric.factor != 1.0
    value = float(found[1]) / metric.factor if found and bool(found[2]) == shares else 0.0
    if not 0.0 < value < (0.5 if shares else 1000.0):
        example = "0.5pp, from above 0 to below 50pp" if shares else f"a number of {metric.unit}, such as 0.5"
        raise BadInput(f"--margin: write {example}, not {written!r}")
    return value


HOW_TO_READ = (
    "A row is a tweak against the base rules: right of the line it raises the quantity, left of it lowers it. The"
    " shaded strip is what was declared to be no difference."
)
METHOD = (
    "Common random numbers: base and tweaks are played on the same deals with the same draws. A deal is one"
    " observation, the difference of its mean under tweak and base; intervals are t over deals, for several tweaks"
    " simultaneous (max-T over common deals), and verdicts on several tweaks are drawn from those. The variance"
    " reduction factor says how many times more deals independent runs would have needed."
)
CONFIRMED = " p-values of several tweaks are adjusted by Holm, which holds whatever their dependence."
SCREENED = (
    " With so many tweaks this is a screening: p-values are adjusted by Benjamini and Hochberg, so that of the tweaks"
    " called different about one in twenty is not; those by Holm are in the table."
)
WATCHED = (
    " The runs were watched and ended when every tweak was decided: intervals are asymptotic confidence sequences,"
    " which hold at all looks together (with several tweaks at levels that hold for all of them), and p is the"
    " reciprocal of what betting on common deals has earned against no difference."
)
RESCORED = (
    " Tweaks of the final count that these players cannot see were not played: the base's games were counted anew, so"
    " that nothing but the count differs. Changes of the lead within a game are not counted anew."
)
CAUTION = (
    "A difference is an effect of the rules on these players. Fixed players have not learnt the tweak; adapted ones"
    " were trained for it, so that their difference includes what they learnt."
)


@dataclass(frozen=True)
class DealSums:
    """What happened on every deal of a run, by column, in the order of the deals, under a seed and design.

    `rescored` says that the games were counted anew and not played under these rules.
    """

    columns: Mapping[str, Array]
    seed: int
    rescored: bool = False

    @property
    def games(self) -> int:
        """How many games a deal has."""
        return int(self.columns["games"][0])

    def first(self, deals: int) -> DealSums:
        """The first deals alone."""
        return DealSums({name: values[:deals] for name, values in self.columns.items()}, self.seed, self.rescored)


@dataclass(frozen=True)
class Difference:
    """One quantity under a tweak less under the base.

    `factor` is the variance reduction factor; `independent` says that the runs had to be played on different deals. `p`
    is missing (NaN) where a run was watched and no bet was taken on the quantity.
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
    def amount(self) -> str:
        """The difference in words, with its unit where that is a share."""
        unit = f" {self.metric.shown}" if self.metric.factor != 1.0 else ""
        return f"{words.number(self.metric.factor * self.value, self._digits, sign=True)}{unit}"

    @property
    def amount_range(self) -> str:
        """From where to where its interval goes."""
        return words.reach(self.interval, self._digits, factor=self.metric.factor, sign=True)

    @property
    def _digits(self) -> int:
        return words.places(self.metric.factor * self.interval.half_width / 2.0)

    @property
    def alike(self) -> bool:
        """Every deal came out the same."""
        return self.value == 0.0 and math.isinf(self.factor)


@dataclass(frozen=True)
class Comparison:
    """A tweak's run against the base run: all differences, and the paired differences of what is judged by deal."""

    tweak: str
    differences: tuple[Difference, ...]
    values: Array
    ask: Ask
    watched: bool = False
    rescored: bool = False

    @property
    def primary(self) -> Difference:
        """The difference that is judged."""
        return next(each for each in self.differences if each.metric is self.ask.metric)

    @property
    def others(self) -> tuple[Difference, ...]:
        """All other differences."""
        return tuple(each for each in self.differences if each.metric is not self.ask.metric)


def deal_sums(run: Run) -> DealSums:
    """What happened on every deal of a run."""
    with counting(run) as counts:
        frame = counts.frame("deals")
    columns = {name: frame[name].to_numpy().astype(np.int64) for name in frame.columns}
    return DealSums(columns, run.manifest.seed)


def compare(
    base: Run | DealSums, tweak: Run | DealSums, name: str, ask: Ask = ASK, rule: Rule | None = None
) -> Comparison:  # fmt: skip
    """A tweak against the base, deal by deal; DataProblem for runs that were not played alike.

    Runs with other seeds are compared as independent ones. `rule` is how a watched run was judged; it may have ended
    before the base did.
    """
    one, other = (each if isinstance(each, DealSums) else deal_sums(each) for each in (base, tweak))
    if rule is not None:
        deals = min(len(one.columns["games"]), len(other.columns["games"]))
        one, other = one.first(deals), other.first(deals)
    games = one.columns["games"]
    if len(games) != len(other.columns["games"]) or (games != other.columns["games"]).any():
        raise DataProblem(f"{name}: was played on other deals or designs than the base; the deals cannot be paired")
    found = tuple(
        _difference(name, metric, one, other, ask, rule)
        for metric in METRICS
        if metric.name in one.columns and metric.name in other.columns
    )
    if ask.metric.name not in other.columns:
        raise DataProblem(f"{name}: the {ask.metric.what} cannot be counted anew from stored games; play the tweak")
    values = (other.columns[ask.metric.name] - one.columns[ask.metric.name]) / (ask.metric.scale * one.games)
    return Comparison(name, found, values, ask, rule is not None, other.rescored)


def _difference(
    tweak: str, metric: Metric, one: DealSums, other: DealSums, ask: Ask, rule: Rule | None
) -> Difference:  # fmt: skip
    base, changed = one.columns[metric.name], other.columns[metric.name]
    scale, independent = metric.scale * one.games, one.seed != other.seed
    sums = BlockSums.from_values((changed - base).tolist(), scale)
    before, after = (BlockSums.from_values(values.tolist(), scale) for values in (base, changed))
    factor = variance_reduction(before.variance, after.variance, sums.variance)
    margin = ask.margin if metric is ask.metric else metric.margin
    verdict = "fact"
    if independent:
        interval, p = _welch(before, after, ask.level)
    elif rule is not None:
        found = judge_at_any_time(sums, 0.0, margin or 1.0, rule.planned, rule.alpha)
        interval, verdict = found.interval95, found.kind if margin else "fact"
        p = _betting_p(changed - base, scale, metric.reach)
    else:
        interval, p = sums.interval(ask.level), _p(sums.mean, sums.se, sums.n - 1)
        reach = (-metric.reach, metric.reach) if metric.reach else (-math.inf, math.inf)
        verdict = judge(sums, 0.0, margin, ask.alpha, bounds=reach).kind if margin else "fact"
    return Difference(tweak, metric, before.mean, sums.mean, interval, p, factor, verdict, independent)


def _betting_p(differences: Array, scale: int, reach: float) -> float:
    """A p-value that holds at all looks: one over what betting against no difference has earned; NaN without bounds."""
    if reach == 0.0:
        return math.nan
    steps, counts = np.unique(differences, return_counts=True)
    return min(1.0, math.exp(-log_capital((steps / (scale * reach) + 1.0) / 2.0, counts, 0.5)))


def _p(value: float, se: float, df: float) -> float:
    if se == 0.0:
        return 1.0 if value == 0.0 else 0.0
    return min(1.0, 2.0 * student_tail(abs(value) / se, max(1, int(df))))


def _welch(before: BlockSums, after: BlockSums, level: float) -> tuple[Interval, float]:
    """Independent runs: the interval of the difference of two means with unequal variances, and its p-value."""
    one, other = before.se**2, after.se**2
    se, value, n = math.sqrt(one + other), after.mean - before.mean, before.n
    df = (one + other) ** 2 / (one**2 / (n - 1) + other**2 / (after.n - 1)) if se > 0 else n - 1
    reach = student_critical(level, max(1, int(df))) * se
    return Interval(value - reach, value + reach, level, "t, Welch", n, "deals"), _p(value, se, df)


def hurts(found: Comparison) -> bool:
    """Whether playing the same deals made the comparison worse than independent runs would have."""
    return not found.primary.independent and found.primary.factor < 1.0


@dataclass(frozen=True, slots=True)
class Judged:
    """A tweak's difference with an interval that holds for all tweaks together, its verdict, and adjusted p-values."""

    interval: Interval
    verdict: str
    holm: float
    screened: float


def judged(comparisons: Sequence[Comparison]) -> list[Judged]:
    """All tweaks judged together."""
    p_values = [each.primary.p for each in comparisons]
    intervals = _joint(comparisons)
    return [
        Judged(interval, verdict, confirmed, screened)
        for (interval, verdict), confirmed, screened in zip(
            intervals, holm(p_values), benjamini_hochberg(p_values), strict=True
        )
    ]


def _joint(comparisons: Sequence[Comparison]) -> list[tuple[Interval, str]]:
    """Intervals that hold together, and their verdicts, where several tweaks share the base's deals."""
    alone = len(comparisons) == 1 or any(each.primary.independent or each.watched for each in comparisons)
    if alone or len({len(each.values) for each in comparisons}) > 1:
        return [(each.primary.interval, each.primary.verdict) for each in comparisons]
    sample, ask = np.stack([each.values for each in comparisons], axis=1), comparisons[0].ask
    wide, narrow = (_simultaneous(sample, 1.0 - chance) for chance in (ask.alpha, 2.0 * ask.alpha))
    found = []
    for outer, inner, each in zip(wide, narrow, comparisons, strict=True):
        same = each.primary.alike  # nothing varied: what judges a single tweak judges this one too
        verdict = kind_of(outer, inner, 0.0, ask.margin) if ask.margin and not same else each.primary.verdict
        found.append((outer, verdict))
    return found


def _simultaneous(sample: Array, level: float) -> list[Interval]:
    critical, deals = largest_of(sample, level, SEED), len(sample)
    found = []
    for mean, sd in zip(sample.mean(axis=0), sample.std(axis=0, ddof=1), strict=True):
        half = critical * float(sd) / math.sqrt(deals)
        found.append(Interval(float(mean) - half, float(mean) + half, level, "max-T", deals, "deals"))
    return found


def answer(base: Run, comparisons: Sequence[Comparison]) -> Answer:
    """All tweaks against the base."""
    together = judged(comparisons)
    findings = [
        Finding(_sentence(each, found, len(comparisons)), found.verdict, headline=True)
        for each, found in zip(comparisons, together, strict=True)
    ]
    others = [Finding(_others(each)) for each in comparisons]
    query = ("deals", QUERIES["deals"].text(Plan.of(base.manifest)))
    return Answer(
        "comparison", "What does the tweak change?", (*findings, *others),
        (_score_table(comparisons, together), all_quantities(comparisons)), HOW_TO_READ, _method(comparisons), CAUTION,
        (query,),
    )  # fmt: skip


def _method(comparisons: Sequence[Comparison]) -> str:
    several = len(comparisons) > 1
    parts = [METHOD, (SCREENED if len(comparisons) >= SCREENING else CONFIRMED) if several else ""]
    parts += [WATCHED if any(each.watched for each in comparisons) else ""]
    return "".join((*parts, RESCORED if any(each.rescored for each in comparisons) else ""))


def _sentence(found: Comparison, together: Judged, several: int) -> str:
    first, ask = found.primary, found.ask
    factor, digits = ask.metric.factor, words.places(ask.metric.factor * max(together.interval.half_width / 2.0, 1e-9))
    sure = f"simultaneous {words.level(together.interval)}" if together.interval.method == "max-T" else ""
    shown = words.span(together.interval, digits, factor=factor, sign=True, sure=sure)
    change = words.number(factor * first.value, digits, sign=True)
    said = {
        "balanced": f"no difference that matters, within {ask.within}",
        "unbalanced": f"a difference of more than {ask.within.lstrip('±')}",
        "leaning": f"a difference for sure, perhaps smaller than {ask.within.lstrip('±')}",
        "undecided": f"undecided whether it is within {ask.within}",
        "fact": "independent deals, as common ones would have hurt" if first.independent else "described",
    }[together.verdict]
    p, how = (first.p, "") if several == 1 else (together.holm, " (Holm)")
    if several >= SCREENING:
        p, how = together.screened, " (Benjamini–Hochberg)"
    counted = " Counted anew from the base's games." if found.rescored else ""
    return (
        f"{found.tweak}: {ask.metric.changes} by {change} {ask.metric.shown} ({shown}): {said};"
        f" p {p:.3g}{how}. {_factor_words(first.factor)}{counted}"
    )


def _factor_words(factor: float) -> str:
    told = "∞" if math.isinf(factor) else f"{factor:.1f}"
    return f"Variance reduction factor {told}."


def _others(found: Comparison) -> str:
    """The other quantities in one sentence: what changed, and what is the same on every deal."""
    parts = []
    for each in found.others:
        if not each.alike:
            parts.append(f"{each.metric.what} {each.amount} ({each.amount_range})")
    same = [each.metric.what for each in found.others if each.alike]
    kind = found.primary.interval
    basis_of = f"{words.level(kind)} intervals, {words.basis(kind)}"
    told = f"{found.tweak}: {words.listed(parts)}; {basis_of}." if parts else f"{found.tweak}:"
    return f"{told} The same on every deal: {words.listed(same)}." if same else told


def _score_table(comparisons: Sequence[Comparison], together: Sequence[Judged]) -> Table:
    lines: list[Line] = []
    ask = comparisons[0].ask
    for each, found in zip(comparisons, together, strict=True):
        low, high = ends(found.interval)
        lines.append(
            {
                "matchup": each.tweak, "score": each.primary.value, "low": low, "high": high,
                "band_low": -ask.margin, "band_high": ask.margin, "verdict": found.verdict,
                "p": finite(each.primary.p), "holm": finite(found.holm), "screened": finite(found.screened),
                "factor": finite(each.primary.factor), "played": "counted anew" if each.rescored else "played",
                **basis(found.interval),
            }
        )  # fmt: skip
    unit = ask.metric.unit
    fields = (
        text("matchup", "Tweak"), number("score", f"Change of the {ask.metric.what}", unit),
        number("low", "Low end of the interval", unit), number("high", "High end of the interval", unit),
        number("band_low", "Margin: low end", unit), number("band_high", "Margin: high end", unit),
        text("verdict", "Verdict"), number("p", "p-value", ""), number("holm", "p-value (Holm)", ""),
        number("screened", "p-value (Benjamini–Hochberg)", ""), number("factor", "Variance reduction factor", ""),
        text("played", "Games"), *BASIS,
    )  # fmt: skip
    return table("scores", f"The {ask.metric.what}, tweak less base", fields, lines)


def all_quantities(comparisons: Sequence[Comparison]) -> Table:
    """Every quantity under every tweak, with its difference from the base."""
    lines: list[Line] = []
    for each in comparisons:
        for found in each.differences:
            low, high = ends(found.interval)
            lines.append(
                {
                    "matchup": each.tweak, "what": found.metric.what, "of": found.metric.unit, "base": found.base,
                    "value": found.value, "low": low, "high": high, "p": finite(found.p),
                    "factor": finite(found.factor), **basis(found.interval),
                }
            )  # fmt: skip
    fields = (
        text("matchup", "Tweak"), text("what", "What"), text("of", "Unit"), number("base", "Under the base rules", ""),
        number("value", "Change", ""), number("low", "Low end of the interval", ""),
        number("high", "High end of the interval", ""), number("p", "p-value", ""),
        number("factor", "Variance reduction factor", ""), *BASIS,
    )  # fmt: skip
    return table("differences", "All quantities, tweak less base", fields, lines)
