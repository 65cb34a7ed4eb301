"""Warnings about side effects of rule changes: on stderr before anything is played, and on pages."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dhstats.quoting import plain

if TYPE_CHECKING:
    from dhstats.games.ruleset import RuleSet
    from dhstats.questions.shared.answer import Answer
    from dhstats.questions.tweaks.tweaks import Bench, Tweak
    from dhstats.simulate.plans.experiment import Experiment

ALREADY = "is already the rule"
LISTED = 3  # tweaks that a warning names; the others are counted


def warn(game: str, rules: RuleSet, source: str = "", settings: Sequence[str] = ()) -> tuple[str, ...]:
    """Warns of the side effects of a rule set's changes, and of settings of its source that change nothing; of what."""
    from dhstats.games.cautions import cautions

    said = (*kept_of(rules, source, settings), *(each.text() for each in cautions(game, rules)))
    _say(said)
    return said


def kept_of(rules: RuleSet, source: str, settings: Sequence[str]) -> list[str]:
    """The settings of a rule set that are the rule of its source already, in sentences."""
    from dhstats.games.cautions import already

    kept = already(rules.files.load(source), settings, rules) if settings else []
    return [f"{each} {ALREADY} of {source}." for each in kept]


def warn_of(plan: Experiment) -> Experiment:
    """Warns of the side effects of an experiment's rules, unless they are shipped ones; the same experiment."""
    from dhstats.games import catalogue

    bundle = catalogue.load(plan.game)
    if plan.settings or plan.rules not in bundle.rule_files.shipped():
        warn(plan.game, bundle.rule_files.load(plan.rules, plan.settings), plan.rules, plan.settings)
    return plan


def warn_of_tweaks(bench: Bench, tweaks: Sequence[Tweak]) -> tuple[str, ...]:
    """Warns of the side effects of base and tweaks, each once with all tweaks that have it; these warnings."""
    from dhstats.games.cautions import cautions

    game = bench.plan.game
    base = {each.says: each.text() for each in cautions(game, bench.rules)}
    of: dict[str, list[str]] = {}
    for tweak in tweaks:
        for each in cautions(game, bench.rules_of(tweak)):
            if each.says not in base:
                of.setdefault(each.text(as_tweak=True), []).append(tweak.name)
    said = (*base.values(), *(f"{_named(names)}: {text}" for text, names in of.items()))
    # What base and tweaks set that is the rule already; of a sweep's levels those that change nothing at all
    from dhstats.games.cautions import already

    plan, levels = bench.plan, bench.plan.name.startswith("sweep")
    kept = kept_of(bench.rules, plan.rules, plan.settings)
    whose = f"{plan.rules} as it is set" if plan.settings else plan.rules
    for tweak in tweaks:
        rules = bench.rules_of(tweak)
        if not tweak.settings and not bench.differing(rules):
            kept.append(f"{tweak.name} has the rules of {whose}.")
        same = already(bench.rules, tweak.settings, rules) if tweak.rules == plan.rules else []
        if same and len(same) == len(tweak.settings):
            kept.append(f"{tweak.name} {ALREADY} of {whose}.")
        elif not levels:
            kept += [f"{tweak.name}: {each} {ALREADY} of {whose}." for each in same]
    _say((*kept, *said))
    return (*kept, *said)


def noted(told: Answer, said: Sequence[str], bench: Bench | None = None, tweaks: Sequence[Tweak] = ()) -> Answer:
    """The answer with these warnings about its rules, and with the rules that tweaks of a bench change."""
    from dhstats.questions.tweaks.rule_changes import with_rules

    told = with_rules(told, [(bench, tweak) for tweak in tweaks]) if bench else told
    return replace(told, caution=" ".join((told.caution, *said))) if said else told


def _named(names: Sequence[str]) -> str:
    more = len(names) - LISTED
    return ", ".join(names[:LISTED]) + (f" and {more} more" if more > 0 else "")


def _say(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        sys.stderr.write(plain(f"warning: {sentence}") + "\n")
