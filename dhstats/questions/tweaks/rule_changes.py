"""Which rules a tweak changes: in the words of the rule file's own description, old and new, with the key beside."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from dhstats.games import catalogue
from dhstats.games.keys import Lever
from dhstats.games.ruleset import Difference, RuleFiles, RuleSet
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Opening, Table
from dhstats.questions.shared.first_screen import capital, spelt
from dhstats.questions.shared.tables import table, text
from dhstats.questions.tweaks.tweaks import Bench, Tweak

KEY = "changed"  # of the table
SILENT = "The rules do not mention it."
MOST_SAID = 2  # changed rules that a sentence says; of more it gives the number
# What a key gives to somebody, in its meaning: a short question asks how many.
COUNTED = re.compile(r"(points) that (the \w+ player) is given (.+)")
AS_THEY_ARE = "the rules as they are"


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
    return tuple(_change(book, each) for each in book.diff(base, tweak))


def _lever(book: RuleFiles, name: str) -> Lever:
    """The lever of a key; one of a card of a pack is for that card, by whose name the sentence begins."""
    if name in book.schema.levers:
        return book.schema.levers[name]
    key, parts = book.key(name), name.split(".")
    assert key is not None
    return Lever(name, key, parts[2] if len(parts) > 2 else "")


def _change(book: RuleFiles, found: Difference) -> RuleChange:
    """A change in sentences; where only one of the values has one, that nothing is said of the other."""
    lever = _lever(book, found.key)
    before, after = lever.sentence(found.left), lever.sentence(found.right)
    return RuleChange(
        found.key, meaning(book, lever), before or (SILENT if after else ""), after or (SILENT if before else ""),
        spoken(found.left), spoken(found.right),
    )  # fmt: skip


def meaning_of(book: RuleFiles, name: str) -> str:
    """What a key of a rule file means, by its name."""
    return meaning(book, _lever(book, name))


def meaning(book: RuleFiles, lever: Lever) -> str:
    """What a key means, of the thing that it is for: of "the second player" rather than of a seat."""
    kind, which = "".join(re.findall(r"<(\w+)>", lever.key.name)[:1]), words.spoken(lever.which)
    if not (kind and which):
        return lever.key.meaning
    named = f"the {which} player" if kind == "seat" else f"the {which}"
    told = re.sub(rf"\b[Aa] {kind}\b", named, lever.key.meaning.replace("at this seat", "of a seat"))
    if told == lever.key.meaning and kind in book.schema.named:
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
    opening = told.opening
    if opening and told.key == "sweep":
        meanings = dict(changed.frame.select("key", "meaning").iter_rows())
        opening = levels(opening, meanings, clauses(tweaks[0][0], [tweak for _, tweak in tweaks]))
    return replace(told, tables=(*told.tables, changed), opening=opening)


def changed_rules(game: str, tweaks: Sequence[tuple[str, RuleSet, RuleSet]]) -> Table:
    """The rules that each tweak changes, old and new: its name, what it is compared with, and its own rules."""
    rows = [{"tweak": name, **asdict(each)} for name, base, tweak in tweaks for each in rule_changes(game, base, tweak)]
    fields = (
        text("tweak", "Tweak"), text("key", "Key"), text("meaning", "What it says"),
        text("said_before", "The base rules say"), text("said_after", "The tweak says"), text("before", "Base"),
        text("after", "Tweak's value"),
    )  # fmt: skip
    return table(KEY, "Which rules are changed", fields, rows)


def clauses(bench: Bench, tweaks: Sequence[Tweak]) -> dict[str, str]:
    """What the changed rules of every tweak say, to follow "if", by its name."""
    found = {tweak.name: rule_changes(bench.plan.game, bench.rules, bench.rules_of(tweak)) for tweak in tweaks}
    return {name: in_words(changes, name) for name, changes in found.items()}


def in_words(changes: Sequence[RuleChange], name: str = "") -> str:
    """What changed rules say, to follow "if".

    Those of a rule set are told by its `name`, more than two others by their number; "" where nothing is changed.
    """
    if changes and name and "=" not in name:
        return f"the rules are those of {name}"
    if len(changes) > MOST_SAID:
        return f"{spelt(len(changes))} rules are changed"
    return words.listed([_said(each) for each in changes]) if changes else ""


def _said(change: RuleChange) -> str:
    """A changed rule; where no sentence says it, what the key means and what it holds."""
    if change.said_after and change.said_after != SILENT:
        return clause(change.said_after)
    return f"“{clause(change.meaning)}” is {change.after} instead of {change.before}"


def clause(sentence: str) -> str:
    """A sentence as part of another one."""
    return f"{sentence[0].lower()}{sentence[1:]}".removesuffix(".")


def levels(told: Opening, meanings: Mapping[str, str], says: Mapping[str, str]) -> Opening:
    """The opening of a sweep; keys are said by their `meanings`, the level that is told by what it `says`."""
    question, keys = told.question, [key for key in meanings if key in told.question]
    asked = COUNTED.fullmatch(clause(meanings[keys[0]])) if len(keys) == 1 else None
    aim = told.question.rpartition(" makes ")[2]
    if asked and question.startswith("Which level of "):
        question = f"How many {asked[1]} for {asked[2]} {asked[3]} make {aim}"
    for key in keys:
        question = question.replace(key, f"“{clause(meanings[key])}”")
    answer, thing = told.answer, f" {asked[1]}" if asked else ""
    for name, said in says.items():
        level = name.partition("=")[2] if " " not in name else ""
        base = f"{level}{thing}, as in the rules" if level else AS_THEY_ARE
        way = f"if {said}, " if said else f"with {base}, "
        answer = answer.replace(f"with {name}, ", way).replace(f"With {name}, ", capital(way))
    return replace(told, question=question, answer=answer, written=" and ".join(keys) or told.written)
