"""The method that a sentence names is the one of the interval in the table below it."""

from dataclasses import replace
from typing import Any

import pytest

from dhstats.questions.shared.answer import Answer, Noted, Piece, said
from tests.report.methods import named, wrongly_named


def test_every_sentence_names_the_method_of_its_interval(answers: tuple[Answer, ...]) -> None:
    """All questions of a run of Dragonheart; of a score of intervals and more a table has the same."""
    seen, wrong = wrongly_named(answers)
    assert seen >= 20
    assert wrong == []


def test_a_sentence_that_names_another_method_is_noticed(answers: tuple[Answer, ...]) -> None:
    """The same check on sentences of which one part was changed: method, number of deals, or level."""
    (first,) = (each for each in answers if each.key == "first_player")
    score = first.findings[0]
    for change in (_other_method, _fewer_deals, _lower_level):
        pieces = tuple(change(each) if isinstance(each, Noted) else each for each in score.pieces)
        changed = replace(score, text=said(pieces), pieces=pieces)
        assert wrongly_named([replace(first, findings=(changed,))])[1]
    assert not wrongly_named([replace(first, findings=(score,))])[1]


@pytest.mark.parametrize("field", ["note", "full"])
def test_the_words_of_a_note_are_those_of_its_interval(answers: tuple[Answer, ...], field: str) -> None:
    """A note, or a bracket, that says another method than the interval has is noticed."""
    (first,) = (each for each in answers if each.key == "first_player")
    pieces = tuple(_with_other_words(each, field) for each in first.findings[0].pieces)
    with pytest.raises(AssertionError):
        named(replace(first.findings[0], text=said(pieces), pieces=pieces))


def _with_other_words(piece: Piece, field: str) -> Piece:
    if not isinstance(piece, Noted):
        return piece
    changes: dict[str, Any] = {field: getattr(piece, field).replace("t over", "Wilson over")}
    return replace(piece, **changes)


def _other_method(found: Noted) -> Noted:
    full, note = (text.replace("t over", "Wilson over") for text in (found.full, found.note))
    return replace(found, method=found.method.replace("t over", "Wilson over"), full=full, note=note)


def _fewer_deals(found: Noted) -> Noted:
    before, after = f"over {found.n:,}", f"over {found.n - 1:,}"
    full, note = (text.replace(before, after) for text in (found.full, found.note))
    return replace(found, n=found.n - 1, full=full, note=note)


def _lower_level(found: Noted) -> Noted:
    return replace(found, level=0.9)
