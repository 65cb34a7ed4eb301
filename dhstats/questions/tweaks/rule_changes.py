"""Which rules a tweak changes: in the words of the rule file's own description, old and new, with the key beside."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from dhstats.games import catalogue
from dhstats.games.keys import Lever
from dhstats.games.ruleset import Difference, RuleSet
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Opening, Table
from dhstats.questions.shared.tables import table, text
from dhstats.questions.tweaks import rule_words as rules
from dhstats.questions.tweaks.tweaks import Bench, Tweak

KEY = "changed"  # of the table
THINGS = ("picture", "creature", "enhancement", "event")  # that keys are for, named before what a key means
SILENT = "Nothing is said of it."


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A key that a tweak changes: what it means, and what the rules say and hold before and after."""

    key: str
    meaning: str
    said_before: str
    said_after: str
    before: str
    after: str


def rule_changes(game: str, base: RuleSet, tweak: RuleSet) -> tuple[RuleChange, ...]:
    """All keys that two rule sets of a game answer differently, in the order of the rule file."""
    book = catalogue.rules(game)
    levers: Mapping[str, Lever] = book.schema.levers
    return tuple(_change(levers[each.key], each) for each in book.diff(base, tweak))


def _change(lever: Lever, found: Difference) -> RuleChange:
    """A change in sentences; where only one of the values has one, that nothing is said of the other."""
    before, after = lever.sentence(found.left), lever.sentence(found.right)
    return RuleChange(
        found.key, meaning(lever), before or (SILENT if after else ""), after or (SILENT if before else ""),
        spoken(found.left), spoken(found.right),
    )  # fmt: skip


def meaning(lever: Lever) -> str:
    """What a key means, of the thing that it is for: of "the second player" rather than of a seat."""
    kind, which = "".join(re.findall(r"<(\w+)>", lever.key.name)[:1]), words.spoken(lever.which)
    if not (kind and which):
        return lever.key.meaning
    named = f"the {which} player" if kind == "seat" else f"the {which}"
    told = re.sub(rf"\b[Aa] {kind}\b", named, lever.key.meaning.replace("at this seat", "of a seat"))
    if told == lever.key.meaning and kind in THINGS:
        told = f"{named}: {told[0].lower()}{told[1:]}"
    return f"{told[0].upper()}{told[1:]}"


def spoken(value: Any) -> str:
    """A rule's value as a rule file spells it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(spoken(each) for each in value) + "]"
    return str(value)


def with_rules(told: Answer, tweaks: Sequence[tuple[Bench, Tweak]]) -> Answer:
    """An answer about tweaks with the rules that each of them changes, against those of its bench."""
    every = [(tweak.name, bench.rules, bench.rules_of(tweak)) for bench, tweak in tweaks]
    changed = changed_rules(tweaks[0][0].plan.game if tweaks else "", every)
    return replace(told, tables=(*told.tables, changed), opening=_worded(told, tweaks))


def changed_rules(game: str, tweaks: Sequence[tuple[str, RuleSet, RuleSet]]) -> Table:
    """The rules that each tweak changes, old and new: its name, what it is compared with, and its own rules."""
    rows = [
        {"matchup": name, **asdict(each)} for name, base, tweak in tweaks for each in rule_changes(game, base, tweak)
    ]
    fields = (
        text("matchup", "Tweak"), text("key", "Key"), text("meaning", "What it says"),
        text("said_before", "The base rules say"), text("said_after", "The tweak says"), text("before", "Base"),
        text("after", "Tweak's value"),
    )  # fmt: skip
    return table(KEY, "Which rules are changed", fields, rows)


def _worded(told: Answer, tweaks: Sequence[tuple[Bench, Tweak]]) -> Opening | None:
    """The first sentences of an answer about tweaks, with rules in words."""
    if told.opening is None:
        return None
    found = {tweak.name: rule_changes(bench.plan.game, bench.rules, bench.rules_of(tweak)) for bench, tweak in tweaks}
    says = {name: rules.in_words(changes, SILENT, name) for name, changes in found.items()}
    if told.key == "comparison":
        return rules.compared(told.opening, says)
    if told.key == "choice":
        return rules.chosen(told.opening, says)
    meanings = {each.key: each.meaning for changes in found.values() for each in changes}
    return rules.levels(told.opening, meanings, says) if told.key == "sweep" else told.opening
