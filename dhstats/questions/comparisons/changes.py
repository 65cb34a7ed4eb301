"""Tweaks on a bench, compared and answered: what they change, which key did it, which rules they are, what to try."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dhstats.errors import BadInput
from dhstats.questions.comparisons.key_effects import Stopped, key_effects, with_key_effects
from dhstats.questions.comparisons.words import answer
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.metrics import Ask
from dhstats.questions.tweaks.comparison import compare, deal_sums
from dhstats.questions.tweaks.next_steps import with_next_steps
from dhstats.questions.tweaks.stepping import Race
from dhstats.questions.tweaks.tweaks import Bench, Tweak, fixed, games_a_deal
from dhstats.simulate.plans.experiment import Experiment
from dhstats.stats.sequential.stopping import Rule
from dhstats.storage import Run

DEALS, MOST_DEALS = 50_000, 5_000_000  # of every rule set; the most where each is played until it is decided


def goal_of(until: str | None, ask: Ask, *, adapt: bool, blind: bool) -> str:
    """The goal of every run, none if nothing is said; BadInput for one that comparisons cannot have."""
    if until is None:
        return ""
    if until != "decided":
        raise BadInput(f'--until: a comparison can be played until "decided", not {until!r}')
    if ask.metric.name != "score" or adapt or blind:
        raise BadInput(
            "--until decided: judges the score of fixed players who play; leave out --metric, --adapt, --blind"
        )
    return f"decided within {100 * ask.margin:g}pp"


def race_of(bench: Bench, tweaks: Sequence[Tweak]) -> tuple[Race, dict[str, Experiment]]:
    """What plays base and tweaks in step until each is decided, and the games of each by its name."""
    race = Race(games_a_deal(bench.plan), bench.ask.margin, bench.ask.alpha, len(tweaks))
    return race, {"base": fixed(bench.plan, bench.base_rules)} | {each.name: bench.plan_of(each) for each in tweaks}


def compared(bench: Bench, tweaks: Sequence[Tweak], *, adapt: bool = False, parts: bool = True) -> Answer:
    """Every tweak against the base; with `parts` the keys of a tweak of several are played alone as well."""
    found = [(tweak, bench.compared(tweak, adapt=adapt)) for tweak in tweaks]
    told = answer(bench.run, [each for _, several in found for each in several])
    effects = [key_effects(bench, tweak, several[0]) for tweak, several in found if parts]
    return with_next_steps(with_key_effects(told, effects), bench, tweaks)


def decided(
    bench: Bench, tweaks: Sequence[Tweak], runs: Mapping[str, Run], rule: Rule, *, parts: bool = True
) -> Answer:
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
