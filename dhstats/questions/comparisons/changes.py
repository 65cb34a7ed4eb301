"""Tweaks on a bench, compared and answered: what they change, which key did it, which rules they are, what to try."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dhstats.questions.comparisons.key_effects import Stopped, key_effects, with_key_effects
from dhstats.questions.comparisons.words import answer
from dhstats.questions.shared.answer import Answer
from dhstats.questions.tweaks.comparison import compare, deal_sums
from dhstats.questions.tweaks.next_steps import with_next_steps
from dhstats.questions.tweaks.tweaks import Bench, Tweak
from dhstats.stats.sequential.stopping import Rule
from dhstats.storage import Run


def compared(bench: Bench, tweaks: Sequence[Tweak], *, adapt: bool = False, parts: bool = True) -> Answer:
    """Every tweak against the base; with `parts` the keys of a tweak of several are played alone as well."""
    found = [(tweak, bench.compared(tweak, adapt=adapt)) for tweak in tweaks]
    told = answer(bench.run, [each for _, several in found for each in several])
    effects = [key_effects(bench, tweak, several[0]) for tweak, several in found if parts]
    return with_next_steps(with_key_effects(told, effects), bench, tweaks)


def decided(
    bench: Bench, tweaks: Sequence[Tweak], runs: Mapping[str, Run], rule: Rule, *, parts: bool = True
) -> Answer:  # fmt: skip
    """Every tweak against the base, as `runs` of both ended by `rule`; with `parts` the keys alone on their deals.

    `runs` are by the name of the tweak, the base's by "base".
    """
    base = runs["base"]
    found = [compare(base, runs[each.name], each.name, bench.ask, rule) for each in tweaks]
    told, effects = answer(base, found), []
    if parts:
        still = replace(bench, plan=replace(bench.plan, until=""), played=base)  # how many deals is known by now
        for tweak, each in zip(tweaks, found, strict=True):
            together = deal_sums(runs[tweak.name])
            effects.append(key_effects(still, tweak, each, Stopped(together, rule)))
    return with_next_steps(with_key_effects(told, effects), bench, tweaks)
