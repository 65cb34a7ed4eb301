"""Unclear sentences of the rulebook, each with the reading that the rules in force take."""

from __future__ import annotations

from dataclasses import dataclass

from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle, Unclear
from dhstats.games.ruleset import RuleSet, differing


@dataclass(frozen=True, slots=True)
class Ruling:
    """An unclear place: where it is, what is unclear, how these games read it ("" where no reading fits), what else."""

    name: str
    where: str
    question: str
    ruling: str
    others: tuple[str, ...]


def rulings(bundle: GameBundle, rules: RuleSet) -> tuple[Ruling, ...]:
    """All unclear places of a game that come up under these rules."""
    return tuple(_ruling(bundle, rules, place) for place in bundle.unclear if _is(bundle, rules, place.variant))


def _ruling(bundle: GameBundle, rules: RuleSet, place: Unclear) -> Ruling:
    taken = [says for says, settings in place.readings if _is(bundle, rules, settings)]
    others = tuple(says for says, _ in place.readings if says not in taken[:1])
    return Ruling(place.name, place.where, place.question, taken[0] if taken else "", others)


def _is(bundle: GameBundle, rules: RuleSet, settings: tuple[str, ...]) -> bool:
    """Whether rules are as some settings make them."""
    files = bundle.rule_files
    try:
        other = files.restore(rules.kept, rules.name, list(settings))
    except BadInput:
        return False
    return not differing(files.flat(rules.effective), files.flat(other.effective))
