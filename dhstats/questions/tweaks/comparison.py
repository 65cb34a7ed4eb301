"""Did a rule tweak change anything? The same deals under both rule sets, compared block by block."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np

from dhstats.errors import DataProblem
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.players.solving.solutions import worth_among
from dhstats.queries.catalogue import Plan, queries
from dhstats.queries.counts import counting
from dhstats.questions.shared.metrics import ASK, SHARE, Ask, Metric, metrics
from dhstats.questions.tweaks.differences import Blocks, Difference
from dhstats.stats.intervals.intervals import EXACT, Interval, benjamini_hochberg, holm, largest_of
from dhstats.stats.sequential.stopping import Rule
from dhstats.stats.sequential.verdicts import of_all
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
Spread = Mapping[int, int]  # how many games had each value
# Quantities whose values are kept game by game, as the query calls them; first those of games for one.
SPREADS = {True: {"points": "score_first", "turns": "turns"}, False: {"margin": "margin", "turns": "turns"}}
SEED = 1  # of the normal draws behind simultaneous intervals


@dataclass(frozen=True)
class DealSums:
    """What happened on every deal of a run, by column, in the order of the deals."""

    columns: Mapping[str, Array]
    seed: int
    rescored: bool = False  # counted anew, not played
    game: str = USUAL
    spreads: Mapping[str, Spread] = field(default_factory=dict)  # how often values occurred, over one game of each deal
    worth: tuple[float, float] | None = None  # what perfect players get who go first, and how far that may be off

    @property
    def games(self) -> int:
        """How many games a deal has."""
        return int(self.columns["games"][0])

    @property
    def seats(self) -> int:
        """How many play at the table."""
        return max(1 if "points" in self.columns else 2, sum(name.startswith(SHARE) for name in self.columns))

    def first(self, deals: int) -> DealSums:
        """The first deals alone; how often values occurred is known of all together only."""
        if deals >= len(self.columns["games"]):
            return self
        return replace(self, columns={name: values[:deals] for name, values in self.columns.items()}, spreads={})


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with an interval that holds for all claims together, its verdict, and adjusted p-values."""

    claim: Difference
    interval: Interval
    verdict: str
    holm: float
    screened: float


@dataclass(frozen=True)
class Comparison:
    """A tweak's run against the base run: all differences, and those `judged`, once all of these are known."""

    tweak: str
    differences: tuple[Difference, ...]
    ask: Ask
    watched: bool = False  # the run ended by what it showed
    rescored: bool = False
    spreads: Mapping[str, tuple[Spread, Spread]] = field(default_factory=dict)  # by quantity, under base and tweak
    judged: tuple[Judged, ...] = ()

    @property
    def kind(self) -> str:
        """The verdict on the tweak."""
        return of_all(each.verdict for each in self.judged)

    @property
    def size(self) -> float:
        """How large the largest change is that is judged, in margins; 0 where no margin was declared."""
        changes = [(abs(each.claim.value), each.claim.margin) for each in self.judged]
        return max(change / margin if margin else 0.0 for change, margin in changes)

    @property
    def largest(self) -> Judged:
        """The largest change that is judged."""
        return max(self.judged, key=lambda each: abs(each.claim.value))

    @property
    def claims(self) -> tuple[Difference, ...]:
        """The differences that are judged: one between two players; at a larger table what each seat wins."""
        return tuple(each for each in self.differences if self.ask.judges(each.metric))

    @property
    def primary(self) -> Difference:
        """The first difference that is judged."""
        return self.claims[0]

    @property
    def others(self) -> tuple[Difference, ...]:
        """All other differences."""
        return tuple(each for each in self.differences if not self.ask.judges(each.metric))


def deal_sums(run: Run) -> DealSums:
    """What happened on every deal of a run."""
    with counting(run) as counts:
        frame = counts.frame("deals")
        alone = len(run.manifest.seats) == 1
        spreads = {}
        for name, quantity in SPREADS[alone].items():
            rows = counts.rows("histograms", quantity=quantity)
            whole = min(row["matchup"] for row in rows)
            spreads[name] = {row["value"]: row["games"] for row in rows if row["matchup"] == whole}
    columns = {name: frame[name].to_numpy().astype(np.int64) for name in frame.columns}
    manifest = run.manifest
    worth = worth_among([each.weights for each in manifest.strategies]) if len(manifest.seats) == 2 else None
    return DealSums(columns, manifest.seed, game=manifest.game, spreads=spreads, worth=worth)


def deals_query(run: Run) -> tuple[str, str]:
    """The name and the text of the SQL that counts deals."""
    plan = Plan.of(run.manifest)
    return "deals", queries(plan.game, plan.seats)["deals"].text(plan)


def compare(
    base: Run | DealSums, tweak: Run | DealSums, name: str, ask: Ask = ASK, rule: Rule | None = None
) -> Comparison:
    """A tweak against the base, deal by deal; `rule` ended a watched run. DataProblem for runs not played alike."""
    one, other = (each if isinstance(each, DealSums) else deal_sums(each) for each in (base, tweak))
    if rule is not None:
        deals = min(len(one.columns["games"]), len(other.columns["games"]))
        one, other = one.first(deals), other.first(deals)
    games = one.columns["games"]
    if one.seed != other.seed or not np.array_equal(games, other.columns["games"]):
        raise DataProblem(
            f"{name}: was played on other deals or another design than the base; the deals cannot be paired"
        )
    if ask.metric.name not in other.columns:
        raise DataProblem(f"{name}: the {ask.metric.what} cannot be scored again from stored games; play the tweak")
    differences, alpha = [], ask.alpha if rule is None else rule.alpha
    for metric in metrics(one.game, one.seats):
        if metric.name in one.columns and metric.name in other.columns:
            before, after = (sums.columns[metric.name] for sums in (one, other))
            blocks = Blocks(before, after, metric.scale * one.games, metric.reach, rule, exactly(metric, one, other))
            differences.append(
                Difference(name, metric, blocks, ask.margin if ask.judges(metric) else metric.margin, alpha)
            )
    spreads = {each: (one.spreads[each], other.spreads[each]) for each in one.spreads if each in other.spreads}
    return Comparison(name, tuple(differences), ask, rule is not None, other.rescored, spreads)


def exactly(metric: Metric, base: DealSums, tweak: DealSums) -> tuple[Interval, Interval] | None:
    """What a quantity is between perfect players under base and tweak, where it is worked out and not measured."""
    in_points = catalogue.load(base.game).objective.in_points
    if metric.name != ("margin" if in_points else "score") or not (base.worth and tweak.worth):
        return None
    factor = 2.0 if in_points else 1.0  # the lead is what one gets and what the other lacks
    deals = len(base.columns["games"])
    ends = ((factor * (value - error), factor * (value + error)) for value, error in (base.worth, tweak.worth))
    first, second = (Interval(low, high, 0.95, EXACT, deals, "deals") for low, high in ends)
    return first, second


def judged(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The same with verdicts: all claims together; apart from these all further quantities that differ on some deal."""
    measured = [other for each in comparisons for other in each.others if not (other.alike or other.blocks.known)]
    further = max(1, len(measured))

    def together(comparison: Comparison, each: Difference) -> Difference:  # right at once with so many on the page
        told_alone = each.alike or each.blocks.known or comparison.ask.judges(each.metric)
        return each if told_alone else replace(each, of=further)

    comparisons = [
        replace(found, differences=tuple(together(found, each) for each in found.differences)) for found in comparisons
    ]
    claims = [claim for each in comparisons for claim in each.claims]
    p_values = [each.p for each in claims]
    joint = zip(*_joint(comparisons, claims), strict=True)
    every = map(Judged, claims, *joint, holm(p_values), benjamini_hochberg(p_values))
    return [replace(each, judged=tuple(islice(every, len(each.claims)))) for each in comparisons]


def refused(each: Judged) -> Judged:
    """The same without a verdict, unless a difference beyond the margin was shown all the same."""
    return each if each.verdict == "unbalanced" else replace(each, verdict="refused")


def _joint(comparisons: Sequence[Comparison], claims: Sequence[Difference]) -> list[tuple[Interval, str]]:
    """Intervals that hold together, and their verdicts.

    Claims share max-T intervals at their part of the error; one of which few deals differ takes its part alone.
    """
    if len(claims) == 1 or any(each.watched for each in comparisons):
        return [(each.interval, each.verdict) for each in claims]
    alpha, many = comparisons[0].ask.alpha, len(claims)
    common = [each for each in claims if not (each.blocks.rare or each.blocks.known)]
    both = []
    for chance in (alpha, 2.0 * alpha):
        shared = iter(_simultaneous(common, 1.0 - len(common) / many * chance) if common else ())
        found = [each.blocks.interval(1.0 - chance / many) if each not in common else next(shared) for each in claims]
        both.append([replace(each, level=1.0 - chance) for each in found])  # which they have together
    return [(wide, each.judged(wide, narrow)) for each, wide, narrow in zip(claims, *both, strict=True)]


def _simultaneous(claims: Sequence[Difference], level: float) -> list[Interval]:
    sample = np.stack([each.blocks.values for each in claims], axis=1)
    critical, deals = largest_of(sample, level, SEED), len(sample)
    intervals = []
    for mean, sd in zip(sample.mean(axis=0), sample.std(axis=0, ddof=1), strict=True):
        half = critical * float(sd) / math.sqrt(deals)
        intervals.append(Interval(float(mean) - half, float(mean) + half, level, "max-T", deals, "deals"))
    return intervals
