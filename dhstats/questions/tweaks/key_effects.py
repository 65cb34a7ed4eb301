"""Tweaks on a bench, compared and answered: what they change, which key did it, which rules they are, what to try.

Which key did it: each alone and all together on common deals. With two keys that is the 2×2 of base, one, the other and
both. What all do together less the sum of what each does alone is their interaction, deal by deal.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dhstats.errors import BadInput
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.metrics import Ask, Metric
from dhstats.questions.shared.tables import basis_of, limits, number, table, text
from dhstats.questions.tweaks.compare import answer, ordered, side_by_side
from dhstats.questions.tweaks.comparison import Comparison, DealSums, Judged, compare, deal_sums, exactly, judged
from dhstats.questions.tweaks.differences import Blocks, Difference
from dhstats.questions.tweaks.rule_changes import clauses, next_steps, spoken
from dhstats.questions.tweaks.tweaks import Bench, Tweak, fixed, games_a_deal
from dhstats.questions.verdicts.sequential import Race
from dhstats.simulate.plans.experiment import Experiment
from dhstats.stats.sequential.stopping import Rule
from dhstats.storage import Run

DEALS, MOST_DEALS = 50_000, 5_000_000  # of every rule set; the most where each is played until it is decided


def stopping_rule_of(until: str | None, ask: Ask, *, adapt: bool, blind: bool) -> str:
    """The stopping rule of every run, none if nothing is said; BadInput for one that comparisons cannot have."""
    if until is None:
        return ""
    if until != "decided":
        raise BadInput(f'--until: a comparison can be played until "decided", not {until!r}')
    if ask.metric.name != "score" or adapt or blind:
        raise BadInput(
            "--until decided: works for the score of fixed players only; leave out --metric, --adapt, --blind"
        )
    return f"decided within {100 * ask.margin:g}pp"


def race_of(bench: Bench, tweaks: Sequence[Tweak]) -> tuple[Race, dict[str, Experiment]]:
    """What plays base and tweaks in step until each is decided, and the games of each by its name."""
    race = Race(games_a_deal(bench.plan), bench.ask.margin, bench.ask.alpha, len(tweaks))
    return race, {"base": fixed(bench.plan, bench.plan.rules)} | {each.name: bench.plan_of(each) for each in tweaks}


def compared(bench: Bench, tweaks: Sequence[Tweak], *, adapt: bool = False, parts: bool = True) -> Answer:
    """Every tweak against the base; with `parts` the keys of a tweak of several are played alone as well."""
    several = [(tweak, each) for tweak in tweaks for each in bench.compared(tweak, adapt=adapt)]
    found = judged([each for _, each in several])
    told = answer(bench.run, found, clauses(bench, tweaks))
    first: dict[str, tuple[Tweak, Comparison]] = {}
    for (tweak, _), each in zip(several, found, strict=True):
        first.setdefault(tweak.name, (tweak, each))  # that with fixed players
    effects = [key_effects(bench, tweak, each, bench.under(tweak)) for tweak, each in first.values() if parts]
    return _with_more(told, effects, bench, tweaks)


def decided(
    bench: Bench, tweaks: Sequence[Tweak], runs: Mapping[str, Run], rule: Rule, *, parts: bool = True
) -> Answer:
    """Every tweak against the base as `runs` by name ended by `rule`; with `parts` the keys alone on their deals."""
    base = runs["base"]
    still = replace(bench, plan=replace(bench.plan, until=""), played=base)  # how many deals is known by now
    sums = [deal_sums(runs[each.name]) for each in tweaks]
    pairs = zip(tweaks, sums, strict=True)
    found = judged([compare(still.sums, each, tweak.name, bench.ask, rule) for tweak, each in pairs])
    alone = zip(tweaks, found, sums, strict=True) if parts else ()
    effects = [key_effects(still, *each, rule) for each in alone]
    return _with_more(answer(base, found, clauses(bench, tweaks)), effects, bench, tweaks)


MOST_KEYS, KEY_DEALS = 4, 10_000  # that are taken apart, and on how many deals each is played alone
BESIDES = 2  # quantities besides what is asked about that are taken apart: those that changed most
TOGETHER, INTERACTION = "all together", "interaction"
METHOD = (
    " Which key did it: each changed key is also played alone, on up to {deals:,} of the same deals. The interaction "
    "is the effect of all keys together minus the sum of their effects alone, deal by deal. "
    "Intervals of one quantity are simultaneous ({how})."
)
JOINTLY = "max-T"
AFTER_STOPPING = "confidence sequences that share the error level, valid although the results ended the run"


@dataclass(frozen=True)
class KeyEffects:
    """A tweak taken apart: by quantity the claims of each key, of all, of their interaction; or why not."""

    tweak: str
    quantities: tuple[tuple[Metric, tuple[Judged, ...]], ...]
    deals: int = 0
    why_not: str = ""
    how: str = JOINTLY


def key_effects(
    bench: Bench, tweak: Tweak, comparison: Comparison, together: DealSums, rule: Rule | None = None
) -> KeyEffects | None:
    """A tweak of several keys taken apart, on the deals until a `rule` ended its run; None for one or too many."""
    settings = tuple(f"{each.key}={spoken(each.right)}" for each in bench.differing(bench.rules_of(tweak)))
    if not 2 <= len(settings) <= MOST_KEYS:
        return None
    alone = [Tweak(setting, bench.plan.rules, (setting,)) for setting in settings]
    try:
        for each in alone:
            bench.rules_of(each)
    except BadInput as error:
        return KeyEffects(tweak.name, (), why_not=str(error))
    deals = min(KEY_DEALS, *(len(each.columns["games"]) for each in (bench.sums, together)))
    sums = [bench.under(each, deals=deals) for each in alone]
    runs = (bench.sums.first(deals), sums, together.first(deals))
    sure = [each.metric for each in ordered(comparison) if each.certain and not comparison.ask.judges(each.metric)]
    asked = [(each.metric, comparison.ask) for each in comparison.claims]
    asked += [(metric, Ask(metric, metric.margin, comparison.ask.alpha)) for metric in sure[:BESIDES]]
    quantities = tuple((metric, _judged(settings, runs, metric, ask, rule)) for metric, ask in asked)
    told = tuple(each for each in quantities if each[1])
    return KeyEffects(tweak.name, told, deals, how=AFTER_STOPPING if rule else JOINTLY)


def _judged(
    settings: Sequence[str], runs: tuple[DealSums, list[DealSums], DealSums], metric: Metric, ask: Ask,
    rule: Rule | None,
) -> tuple[Judged, ...]:  # fmt: skip
    base, alone, together = runs
    if any(metric.name not in each.columns for each in (base, *alone, together)):
        return ()
    plain, all_ = base.columns[metric.name], together.columns[metric.name]
    apart = [each.columns[metric.name] for each in alone]
    summed = np.sum(apart, axis=0) - (len(apart) - 1) * plain  # what all would do if effects added up
    pairs = [*((name, plain, values) for name, values in zip(settings, apart, strict=True)), (TOGETHER, plain, all_)]
    exact = [exactly(metric, base, each) for each in (*alone, together)]
    found = [
        Blocks(one, other, metric.scale * base.games, metric.reach, rule, known)
        for (_, one, other), known in zip(pairs, exact, strict=True)
    ]
    known = [each for each in exact if each]
    added = None
    if len(known) == len(exact):  # what perfect players get if effects added up, and what they get
        first, more = known[0][0], len(apart) - 1
        low = sum(each.low for _, each in known[:-1]) - more * first.high
        high = sum(each.high for _, each in known[:-1]) - more * first.low
        added = replace(first, low=low, high=high), known[-1][1]
    found.append(Blocks(summed, all_, metric.scale * base.games, len(apart) * metric.reach, rule, added))
    names = [*(name for name, _, _ in pairs), INTERACTION]
    alpha = ask.alpha / len(names) if rule else ask.alpha  # max-T shares it by itself
    claims = [Difference(name, metric, blocks, ask.margin, alpha) for name, blocks in zip(names, found, strict=True)]
    if not rule:
        return tuple(
            claim for each in judged([Comparison(each.tweak, (each,), ask) for each in claims]) for claim in each.judged
        )
    level = 1.0 - ask.alpha  # which they have together; bets against no change are not taken for every quantity
    return tuple(Judged(each, replace(each.interval, level=level), each.verdict, math.nan, math.nan) for each in claims)


def _with_more(told: Answer, found: Sequence[KeyEffects | None], bench: Bench, tweaks: Sequence[Tweak]) -> Answer:
    """An answer with what each key does of the tweaks that change several, and with what to try next."""
    known = [each for each in found if each]
    changed = {each.key: each.right for tweak in tweaks for each in bench.differing(bench.rules_of(tweak))}
    following = next_steps(bench, changed, levels=True)
    if not known:
        return replace(told, tables=(*told.tables, *following))
    findings = []
    for each in known:
        if each.why_not:
            why = f"because one of them is not allowed alone: {each.why_not}"
            findings.append(Finding(f"{each.tweak}: the keys cannot be separated, {why}."))
        for metric, claims in each.quantities:  # none where there is a reason why not
            half = max((claim.interval.half_width for claim in claims), default=0.0)
            digits = words.places(metric.factor * max(half / 2.0, 1e-9)) if half < float("inf") else 2
            shown = side_by_side({claim.claim.tweak: claim for claim in claims}, digits)
            which = f"Which key changes the {metric.what} in {each.tweak}, in {metric.shown or metric.unit}"
            findings.append(Finding(f"{which}: {shown}."))
    deals = max(each.deals for each in known)
    method = told.method + (METHOD.format(deals=deals, how=known[-1].how) if deals else "")
    rows = [
        {"tweak": found.tweak, "metric": metric, "judged": each}
        for found in known
        for metric, claims in found.quantities
        for each in claims
    ]
    fields = (
        text("tweak", "Tweak"), text("what", "What", "metric.what"), text("of", "Unit", "metric.unit"),
        text("part", "Which keys", "judged.claim.tweak"), number("value", "Change", "", "judged.claim.value"),
        *limits("", "judged.interval"), text("verdict", "Verdict", "judged.verdict"), *basis_of("judged.interval"),
    )  # fmt: skip
    keys = table("keys", "Which key did it", fields, rows)
    return replace(told, findings=(*told.findings, *findings), tables=(*told.tables, keys, *following), method=method)
