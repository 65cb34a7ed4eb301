"""How runs with a stopping rule ended, in sentences and tables; and intervals that do not allow for looking, marked."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl

from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table, said, saying
from dhstats.questions.shared.groups import stored_rule
from dhstats.questions.shared.tables import measured, number, table, text, whole
from dhstats.questions.verdicts.lopsided import lopsided
from dhstats.questions.verdicts.sequential import JUDGED, LOOK
from dhstats.simulate.plans.experiment import MOST_GAMES, StoppingRule, stopping_rule
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.sequential.stopping import Outcome, Rule, Sample, known_within
from dhstats.stats.sequential.stopping_bias import Adjusted, Looks, adjusted
from dhstats.storage import Manifest


@dataclass(frozen=True)
class Ending:
    """How a run with a stopping rule ended, from all deals by score; `refused` says why they cannot show nothing."""

    manifest: Manifest
    aim: StoppingRule
    rule: Rule
    sample: Sample
    outcome: Outcome
    refused: str = ""

    @cached_property
    def adjusted(self) -> Adjusted:
        """The estimate without the bias of stopping, for which the rule is simulated."""
        return adjusted_in(self.manifest, self.rule, self.sample)


def ending(counts: Counts) -> Ending | None:
    """How a stored run with a stopping rule ended, counted from its games; nothing for a run without."""
    manifest = counts.run.manifest
    rule = stored_rule(manifest)
    if rule is None or (aim := stopping_rule(manifest.until)).kind == "decided":
        return None
    wins = "a_wins" if aim.kind == "better" else "wins"
    by_score = np.zeros(2 * len(manifest.design.arms) + 1)
    for row in counts.rows("blocks", matchup=counts.plan.groups[0]):
        by_score[2 * row[wins] + row["draws"]] += row["deals"]
    sample = Sample.of_shares(by_score)
    outcome = rule.outcome(sample)
    uneven = lopsided(counts) if aim.kind in JUDGED and outcome != "unbalanced" else None
    return Ending(manifest, aim, rule, sample, outcome, uneven.reason if uneven else "")


def adjusted_in(manifest: Manifest, rule: Rule, sample: Sample) -> Adjusted:
    """The estimate without the bias of stopping, simulated with the run's seed; raw where a run ended as lopsided."""
    if manifest.ended == "lopsided":
        return Adjusted(sample.mean, 0, manifest.seed)
    most = sample.n if manifest.ended == "limit" else MOST_GAMES // len(manifest.design.arms)
    return adjusted(rule, sample, Looks(LOOK, most), manifest.seed)


def sentence(found: Ending) -> str:
    """What a run with a stopping rule found out, with the interval that allows for looking."""
    shown = known_within(found.sample, found.rule.alpha, found.rule.planned)
    who = "the first-named strategy" if found.aim.kind == "better" else "the first player"
    score = f"{who} scores {100 * found.sample.mean:.2f} % ({words.span(shown, 2, factor=100.0)})"
    amount = f"{100 * found.aim.amount:g} points"
    told = {
        "balanced": f"balanced within ±{amount}",
        "unbalanced": f"not balanced within ±{amount}",
        "narrow": f"known to ±{amount}",
        "better": f"better by {amount} rather than equal",
        "not better": f"not better by {amount} (one half fits the games better)",
        "open": "not settled when the games that were allowed had been played",
    }[found.outcome]
    free, beside = found.adjusted, ""
    if free.runs:
        runs = f"{free.runs:,} simulated runs, seed {free.seed}"
        beside = f" Without the bias of stopping it is {100 * free.value:.2f} % (Whitehead, {runs})."
    return f'Played until "{found.aim.text}": {score}: {found.refused or told}.{beside}'


def goal_table(found: Ending) -> Table:
    """What a watched run ended with: the raw estimate, its sequence, the estimate without the bias of stopping."""
    shown = known_within(found.sample, found.rule.alpha, found.rule.planned)
    estimate = Estimate(found.sample.mean, (found.sample.variance / found.sample.n) ** 0.5, shown)
    fields = (
        text("goal", "Played until", "aim.text"),
        text("outcome", "Outcome", lambda ended: "refused" if ended.refused else ended.outcome),
        *measured("raw", "Raw estimate", "share of a win", lambda _: estimate),
        number("adjusted", "Without the bias of stopping (Whitehead)", "share of a win", "adjusted.value"),
        whole("runs", "Simulated runs", "runs", "adjusted.runs"),
        text("seed", "Seed of the simulation", lambda ended: str(ended.adjusted.seed)),
    )
    return table("goal", "How the run ended", fields, [found])


MARK = "not valid after stopping"
TITLE = f" (intervals for a fixed n, {MARK})"
CAUTION = (
    "This run was watched and could stop by its own results. Only confidence sequences allow for that. All other"
    " intervals are for a number of deals fixed beforehand: they are too narrow here, they are marked, and no verdict"
    " rests on them. "
)
SEQUENCE = "confidence sequence"
# Ranges that follow from a sequence wherever the method of their line is one
FOLLOWING = frozenset({"band_low", "elo_low", "difference_low", "margin_low", "inner_low", "guard_low"})


def marked(answer: Answer) -> Answer:
    """An answer about a run that stopped by its own data, with all its intervals for a fixed n marked as such."""
    findings, tables = tuple(map(_finding, answer.findings)), tuple(map(_table, answer.tables))
    if findings == answer.findings and all(one is other for one, other in zip(tables, answer.tables, strict=True)):
        return answer
    return replace(answer, findings=findings, tables=tables, caution=CAUTION + answer.caution)


def _finding(finding: Finding) -> Finding:
    """A sentence whose intervals for a fixed n are marked, without a verdict where these are all it has."""
    pieces = saying(finding.pieces, MARK, unless=SEQUENCE)
    if pieces == finding.pieces:
        return finding
    text = said(pieces)
    return replace(finding, text=text, pieces=pieces, verdict=finding.verdict if SEQUENCE in text else "fact")


def _table(table: Table) -> Table:
    frame = table.frame
    names = [name for name in frame.columns if name == "low" or name.endswith("_low")]
    others = [name for name in names if name != "low" and name not in FOLLOWING and frame[name].count()]
    sequences = "method" in frame.columns and frame["method"].str.contains(SEQUENCE).all()
    if not names or (sequences and not others):
        return table
    if "method" in frame.columns:
        fixed = ~pl.col("method").str.contains(SEQUENCE)
        marks = {"method": pl.col("method") + f", {MARK}", "verdict": pl.lit("none")}
        here = [(name, marked) for name, marked in marks.items() if name in frame.columns]
        frame = frame.with_columns(pl.when(fixed).then(to).otherwise(pl.col(name)).alias(name) for name, to in here)
    return replace(table, title=table.title + TITLE, frame=frame)
