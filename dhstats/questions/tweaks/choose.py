"""Which of several rule sets? They are played in step on the same deals, and whoever cannot be the one drops out."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from dhstats.errors import BadInput, nearest
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import MOST_ROWS, OPENINGS, RESULTS, Chart
from dhstats.questions.shared.first_screen import About, More, capital, spelt
from dhstats.questions.shared.groups import PLANNED_VARIANCE
from dhstats.questions.shared.hundred import Share
from dhstats.questions.shared.metrics import ASK, Metric
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import basis_of, limits, number, table, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.questions.tweaks.comparison import deal_sums, deals_query
from dhstats.questions.tweaks.rule_changes import AS_THEY_ARE
from dhstats.questions.tweaks.tweaks import Bench, Tweak
from dhstats.questions.verdicts.lopsided import lopsided_run
from dhstats.questions.verdicts.sequential import BestOf, Runs
from dhstats.simulate.tables import whole_win
from dhstats.simulate.work.workers import Means
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.sequential import elimination
from dhstats.stats.sequential.elimination import CommonSums, Standing
from dhstats.stats.sequential.stopping import Sample, Width, known_within
from dhstats.storage import Run

# What can be wished for: what a rule set has then, and what it is beside the others.
WISHES = {
    "balanced": ("the first player's score nearest to 50 %", "is nearest to even"),
    "highest": ("the highest score of the first player", "is best for the first player"),
    "lowest": ("the lowest score of the first player", "is worst for the first player"),
}
BY_ALL = {
    "highest": ("the most games that all win", "is won most often"),
    "lowest": ("the fewest games that all win", "is won least often"),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What makes a rule set the one: a name of WISHES, the indifference zone as a share of a win, and α."""

    kind: str
    zone: float
    alpha: float
    of: Metric = ASK.metric  # the first player's score, or how often all succeed together

    def __post_init__(self) -> None:
        if self.kind not in self.known:
            where = " where all succeed or fail together" if self.by_all else ""
            raise BadInput(f"--for {self.kind!r}: not known{where}; {nearest(self.kind, self.known)}")

    @property
    def by_all(self) -> bool:
        """Whether all win or lose together."""
        return not self.of.of_wins

    @property
    def known(self) -> Mapping[str, tuple[str, str]]:
        """What can be wished for, in words."""
        return BY_ALL if self.by_all else WISHES

    @property
    def said(self) -> tuple[str, str]:
        """What the rule set has that is wished for, and what it is beside the others."""
        return self.known[self.kind]

    def standing(self, scale: int, planned: float, seen: CommonSums, alive: tuple[int, ...]) -> Standing:
        """Who is left, from sums of parts of wins; `scale` of them make a deal's score of 1."""
        zone, span = self.zone * scale, float(scale)
        if self.kind == "balanced":
            return elimination.nearest(seen, 0.5 * scale, self.alpha, planned, zone, alive, span)
        signed = seen if self.kind == "highest" else replace(seen, sums=-seen.sums)
        return elimination.survivors(signed, self.alpha, planned, zone, alive, span)


@dataclass(frozen=True)
class Choice:
    """How a race ended: the runs by rule set, the base first, who is left, who leads, and whether that is `decided`."""

    wish: Wish
    runs: dict[str, Run]
    left: list[str]
    best: str
    decided: bool
    deals: int
    planned: float

    @property
    def base(self) -> Run:
        """The games under the base rules."""
        return next(iter(self.runs.values()))


def different(bench: Bench, tweaks: Sequence[Tweak]) -> tuple[list[Tweak], list[str]]:
    """The rule sets that differ, and a sentence about each that does not; BadInput if none is left."""
    known = {bench.rules.hash: bench.plan.rules}
    kept, told = [], []
    for tweak in tweaks:
        rules_hash = bench.rules_of(tweak).hash
        if rules_hash in known:
            told.append(f"{tweak.name} is the same as {known[rules_hash]} and is left out.")
        else:
            known[rules_hash] = tweak.name
            kept.append(tweak)
    if not kept:
        raise BadInput(f"choose: all rule sets are the same as {bench.plan.rules}; name one that differs")
    return kept, told


def play(
    wish: Wish, prepared: Runs, folder: Path, *, watch: Callable[[int, int, int], None] = lambda *_: None,
    **means: Unpack[Means],
) -> Choice:  # fmt: skip
    """Plays until the wish is settled or the deals end; `watch` gets deals, the most of them, rule sets left."""
    manifest = next(iter(prepared.values())).manifest
    design = manifest.design
    deviation = PLANNED_VARIANCE.get(design.kind, 0.25 / len(design.arms)) ** 0.5
    planned = Width.plan(max(wish.zone, 1e-4), deviation, wish.alpha).planned
    scale = whole_win(manifest) * len(design.arms)  # parts of a win make a deal's score of 1
    race = BestOf(partial(wish.standing, scale, planned), watch, guarded=wish.kind == "balanced")
    runs, names, standing = race.play(prepared, folder, **means), race.names, race.standing
    left = [name for at, name in enumerate(names) if at in standing.survivors]
    return Choice(wish, runs, left, names[standing.best], standing.decided, race.seen.n, planned)


def answer(choice: Choice, says: Mapping[str, str]) -> Answer:
    """Which rule set, and how each of them stood; `says` has what the rules of each but the base say, by its name."""
    every: list[dict[str, Any]] = []  # how each rule set fared as far as it was played
    for name, run in choice.runs.items():
        sums, wish = deal_sums(run), choice.wish
        values = sums.columns[wish.of.name] / (wish.of.scale * sums.games)
        interval = known_within(Sample(*np.unique(values, return_counts=True), 0.0, 1.0), wish.alpha, choice.planned)
        score = Estimate(float(values.mean()), math.sqrt(float(values.var()) / len(values)), interval)
        fate = "leads" if name == choice.best else "left" if name in choice.left else "dropped out"
        every.append({"name": name, "score": score, "fate": fate})
    score = next(each["score"] for each in every if each["name"] == choice.best)
    first = Finding(_sentence(choice), "balanced" if choice.decided else "undecided", headline=True)
    if choice.wish.kind == "balanced" and (uneven := lopsided_run(choice.base)):
        first = Finding(uneven.sentence, "refused", headline=True)
    lines = [f"{row['name']}: {words.stated(row['score'], PERCENT, digits=2)}, {row['fate']}." for row in every]
    unit, zone = choice.wish.of.unit, choice.wish.zone
    title = "Games that all win" if choice.wish.by_all else "First player's score"
    fields = (
        text("rule_set", "Rule set", "name"), number("score", title, unit, "score.value"),
        *limits(unit, "score.interval"), number("band_low", "Zone around 50 %: low end", unit, lambda _: 0.5 - zone),
        number("band_high", "Zone around 50 %: high end", unit, lambda _: 0.5 + zone),
        text("fate", "At the end"), text("verdict", "Verdict", "fate"),
        whole("deals", "Deals played", "deals", "score.interval.n"), *basis_of("score.interval"),
    )  # fmt: skip
    shown = table("scores", "Every rule set, with the deals it played", fields, every)
    told, title = (first, *map(Finding, lines)), f"Which rule set has {choice.wish.said[0]}?"
    opening = None if first.verdict == "refused" else rule_set(choice, score, says)
    return QUESTION.answered(told, (shown,), opening, title=title, queries=(deals_query(choice.base),))


def _sentence(choice: Choice) -> str:
    zone, deals = words.amount(100 * choice.wish.zone, "games in 100"), words.count(choice.deals, "deals")
    wish, _ = choice.wish.said
    if not choice.decided:
        return f"Not settled after {deals}: {words.listed(choice.left)} may all have {wish}; {choice.best} leads."
    if len(choice.left) == 1:
        return f"{choice.best} has {wish}; all others dropped out within {deals} (α {choice.wish.alpha:g})."
    return (
        f"{choice.best} has {wish}, or is worse than the best by {zone} at most; that was settled after {deals}"
        f" (α {choice.wish.alpha:g}). Left at the end: {words.listed(choice.left)}."
    )


def rule_set(choice: Choice, score: Estimate, says: Mapping[str, str]) -> Opening:
    """The rule set that leads, in words, with its first player's score, and whether the race is over."""
    about = About.of(choice.base.manifest)
    verdict, more = "balanced" if choice.decided else "undecided", More(choice.deals)
    said, named = says.get(choice.best, ""), f"the rules of {choice.best}" if "=" not in choice.best else ""
    leads = (named or f"the one in which {said}") if said else AS_THEY_ARE
    deals, left = words.count(choice.deals, "deals"), len(choice.left)
    known = (
        f"no other is better by more than {words.amount(100.0 * choice.wish.zone, 'games in 100')}, known after {deals}"
    )
    if not choice.decided:
        known = f"after {deals} it may still be {'either of two' if left == 2 else f'any of {spelt(left)}'}"
    elif left == 1:
        known = f"every other one is further from that on the same deals, known after {deals}"
    start = f"Not known yet: {spelt(left)} may be best. So far it is {leads}, where"
    by = f"so that {said}" if said and not named else f"by {leads}"
    share, wins = Share.of(score), "wins" if choice.decided else "won"
    sentence = f"the first player {wins} about {share.count} games"
    sure = f"with the leading rules the first player wins {share.reach}"
    if choice.wish.by_all:
        sentence, sure = f"about {share.count} games {'are' if choice.decided else 'were'} won", f"there, {share.reach}"
    question = f"Which of {spelt(len(choice.runs))} rule sets of {about.title} {choice.wish.said[1]}?"
    answer = f"{f'{capital(leads)}:' if choice.decided else start} {sentence}, {about.between}."
    follows = f"Play {by}." if choice.decided else more.advice
    return about.opening(question, answer, verdict, f"{known}; {sure}", follows, more, written=choice.best)


QUESTION = Question(
    "choice",
    charts=(
        Chart("Every rule set", ("scores",), f"{RESULTS}.first_player_score", wide=True, beside=("changed",)),
    ),
    first=(
        Chart(
            "Every rule set, the nearest to even on top", ("scores",), f"{OPENINGS}.rule_sets", wide=True,
            most=MOST_ROWS, beside=("changed",),
        ),
    ),
    read="Each row is a rule set with the first player's score, or with the games that all win; rule sets that dropped"
    " out were played on fewer deals. The dashed line is 50 %.",
    method="All rule sets are played on the same deals with the same random draws, and checked every 250 deals. A rule"
    " set drops out as soon as confidence sequences of paired differences say that another one is better. The chance"
    " that any of these sequences is wrong is at most α (asymptotically), however often one looks. The comparison ends"
    " when one rule set is left, or when the leader can be worse than the best only by the indifference zone."
    " Intervals in the table are asymptotic confidence sequences of each score alone.",
    caution="The choice is among these rule sets and for these players; fixed players have learnt only the base rules.",
)  # fmt: skip
