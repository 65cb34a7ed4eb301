"""Rules in the words of their rule files, for openings: what a tweak says, where a command has only its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dhstats.questions import words
from dhstats.questions.answer import Opening

if TYPE_CHECKING:
    from dhstats.questions.rule_changes import RuleChange

MOST_SAID = 2  # changed rules that a sentence says; of more it gives the number
AS_THEY_ARE = "the rules stay as they are"


def in_words(changes: Sequence[RuleChange], silent: str) -> str:
    """What changed rules say, to follow "if"; `silent` stands where a rule file says nothing of a value."""
    if not changes:
        return AS_THEY_ARE
    if len(changes) > MOST_SAID:
        return f"{len(changes)} rules are changed"
    return words.listed([_said(each, silent) for each in changes])


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
        return told if question == told.question else replace(
            told, question=f"{question.removesuffix('?')} if {said}?", written=name
        )  # fmt: skip
    name = next((each for each in says if f"The most: {each}, where " in told.answer), "")
    answer = told.answer.replace(f"The most: {name}, where ", f"The most if {says.get(name, '')}: ")
    return replace(told, answer=answer, written=name) if name else told


def chosen(told: Opening, says: Mapping[str, str]) -> Opening:
    """The opening of a choice; the rule set that leads is said in words, and named beside the title."""
    name, _, rest = told.answer.partition(": ")
    name, so_far, _ = name.partition(", so far")
    said = says.get(name, AS_THEY_ARE)
    decision = told.decision.replace(f"Play with {name}.", f"Play so that {said}.")
    start = f"Not known yet. Best so far: {said}" if so_far else f"{said[0].upper()}{said[1:]}"
    return replace(told, answer=f"{start}, and {rest}", decision=decision, written=name)


def levels(told: Opening, meanings: Mapping[str, str]) -> Opening:
    """The opening of a sweep; keys are said by their `meanings`, and stand beside the title."""
    question, keys = told.question, [key for key in meanings if key in told.question]
    for key in keys:
        question = question.replace(key, f"“{clause(meanings[key])}”")
    return replace(told, question=question, written=" and ".join(keys))
