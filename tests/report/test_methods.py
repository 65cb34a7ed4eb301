"""The method that a sentence names is the one of the interval in the table below it."""

from __future__ import annotations

from dataclasses import replace

from dhstats.questions.answer import Answer
from tests.report.methods import wrongly_named


def test_every_sentence_names_the_method_of_its_interval(answers: tuple[Answer, ...]) -> None:
    """All questions of a run of Dragonheart; in a dozen sentences and more a table has the same interval."""
    seen, wrong = wrongly_named(answers)
    assert seen >= 12
    assert wrong == []


def test_a_sentence_that_names_another_method_is_noticed(answers: tuple[Answer, ...]) -> None:
    """The same check on sentences in which one word was changed."""
    (first,) = (each for each in answers if each.key == "first_player")
    changed = [replace(each, text=each.text.replace("t over", "Wilson over")) for each in first.findings]
    assert wrongly_named([replace(first, findings=tuple(changed))])[1]
