"""What is marked on the page of a run that stopped by its own data: sentences, tables, and their verdicts."""

import polars as pl
import pytest

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.verdicts.endings import MARK, TITLE, marked
from dhstats.stats.intervals.intervals import Interval

T = Interval(0.55, 0.57, 0.95, "t over deals", 400, "deals")
AT_ANY_TIME = Interval(0.54, 0.58, 0.95, "asymptotic confidence sequence", 400, "deals")
FIXED = f"The first player wins 56 % ({words.span(T, 0, factor=100.0)}): unbalanced."
SEQUENCE = f"The first player wins 56 % ({words.span(AT_ANY_TIME, 0, factor=100.0)}): unbalanced."


def test_a_marked_sentence_says_so_behind_its_interval() -> None:
    """As a terminal shows it."""
    (found,) = marked(answer(FIXED)).findings
    assert found.text == (
        "The first player wins 56 % (95 % interval 55 to 57, not valid after stopping, t over 400 deals): unbalanced."
    )


def answer(text: str, *methods: str) -> Answer:
    """An answer with one sentence that judges, and a table with a line for each method, all of which judge."""
    lines = {"low": [0.55] * len(methods), "method": list(methods), "verdict": ["unbalanced"] * len(methods)}
    table = Table("seats", "Seats", (), pl.DataFrame(lines, schema={"low": pl.Float64, "method": str, "verdict": str}))
    return Answer("seats", "Seats", (Finding(text, "unbalanced"),), (table,), "", "", "", ())


@pytest.mark.parametrize(("text", "verdict"), [(FIXED, "fact"), (SEQUENCE, "unbalanced")])
def test_a_verdict_stands_where_a_confidence_sequence_does(text: str, verdict: str) -> None:
    """A sentence with nothing but an interval for a fixed number of deals judges nothing."""
    (found,) = marked(answer(text)).findings
    assert found.verdict == verdict
    assert (MARK in found.text) == (MARK in found.intervals[0].note) == (verdict == "fact")


def test_lines_of_a_table_keep_their_verdict_where_they_are_sequences() -> None:
    """The others are marked, and judge nothing."""
    (table,) = marked(answer(FIXED, "t over blocks", "asymptotic confidence sequence")).tables
    assert table.title == f"Seats{TITLE}"
    assert table.frame["method"].to_list() == [f"t over blocks, {MARK}", "asymptotic confidence sequence"]
    assert table.frame["verdict"].to_list() == ["none", "unbalanced"]


def test_an_answer_that_rests_on_sequences_is_as_it_was() -> None:
    """Nothing on it depends on when the run ended."""
    whole = answer(SEQUENCE, "asymptotic confidence sequence")
    assert marked(whole) is whole
