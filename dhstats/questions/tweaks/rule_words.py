"""Rules in the words of their rule files, for openings: what a tweak says, where a command has only its key."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dhstats.questions.shared import notes, words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import capital, spelt

if TYPE_CHECKING:
    from dhstats.questions.tweaks.rule_changes import RuleChange

MOST_SAID = 2  # changed rules that a sentence says; of more it gives the number
# What a key gives to somebody, in its meaning: a short question asks how many.
COUNTED = re.compile(r"(points) that (the \w+ player) is given (.+)")
AS_THEY_ARE = "the rules as they are"


def in_words(changes: Sequence[RuleChange], silent: str, name: str = "") -> str:
    """What changed rules say, to follow "if"; `silent` stands where a rule file says nothing of a value.

    Those of a rule set are told by its `name`, more than two others by their number; "" where nothing is changed.
    """
    if changes and name and "=" not in name:
        return f"the rules are those of {name}"
    if len(changes) > MOST_SAID:
        return f"{spelt(len(changes))} rules are changed"
    return words.listed([_said(each, silent) for each in changes]) if changes else ""


def _said(change: RuleChange, silent: str) -> str:
    """A changed rule; where no sentence says it, what the key means and what it holds."""
    if change.said_after and change.said_after != silent:
        return clause(change.said_after)
    return f"“{clause(change.meaning)}” is {change.after} instead of {change.before}"


def clause(sentence: str) -> str:
    """A sentence as part of another one."""
    return f"{sentence[0].lower()}{sentence[1:]}".removesuffix(".")


def compared(told: Opening, says: Mapping[str, str]) -> Opening:
    """The opening of a comparison; `says` has the words of every tweak by its name, which stands beside the title."""
    if len(says) == 1:
        ((name, said),) = says.items()
        question = told.question.replace(f"What does {name} change in ", "What changes in ")
        return told if question == told.question or not said else replace(
            told, question=f"{question.removesuffix('?')} if {said}?", written=name
        )  # fmt: skip
    known = {name: said for name, said in says.items() if said and list(says.values()).count(said) == 1}
    named = [name for name in known if _names(told, name)]
    answer, pieces = told.answer, told.pieces
    for name in named:
        answer = _said_so(answer, name, known[name])
        pieces = tuple(_said_so(each, name, known[name]) if isinstance(each, str) else each for each in pieces)
    written = " and ".join(named)
    return replace(told, answer=answer, sureness=notes.said(pieces), pieces=pieces, written=written) if named else told


def _names(told: Opening, name: str) -> bool:
    """Whether the answer or what is known of it names a tweak."""
    return any(f"{with_} {name}, " in f"{told.answer} {told.sureness}" for with_ in ("with", "With"))


def _said_so(text: str, name: str, said: str) -> str:
    """A text in which a tweak is said in words."""
    return text.replace(f"with {name}, ", f"if {said}, ").replace(f"With {name}, ", f"If {said}, ")


def chosen(told: Opening, says: Mapping[str, str]) -> Opening:
    """The opening of a choice; the rule set that leads is said in words, and named beside the title."""
    name, _, rest = told.answer.partition(": ")
    name, so_far, left = name.partition(", so far, of ")
    said = says.get(name, "")
    named = f"the rules of {name}" if "=" not in name else ""
    leads = (named or f"the one in which {said}") if said else AS_THEY_ARE
    by = f"Play so that {said}." if said and not named else f"Play by {leads}."
    start = f"Not known yet: {left} may be best. So far it is {leads}, where" if so_far else f"{capital(leads)}:"
    decision = told.decision.replace(f"Play with {name}.", by)
    return replace(told, answer=f"{start} {rest}", decision=decision, written=name)


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
