"""What sentences say an interval rests on, held against the tables that hold the same interval."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dhstats.questions import words
from dhstats.questions.answer import Answer, Table
from dhstats.stats.intervals import Interval

NUMBER = r"([−+]?[\d,]+(?:\.\d+)?)"
SPAN = re.compile(rf"interval {NUMBER} to {NUMBER}, ([^();]*[^();\s])")
SHOWN_AS = ((1.0, 0.0), (100.0, 0.0), (100.0, 0.5))  # factor, and what is taken off before: as `words.span` shows ends


class Named(NamedTuple):
    """An interval in a sentence: its ends as written, and what it is said to rest on."""

    low: str
    high: str
    basis: str


def named(answer: Answer) -> list[Named]:
    """The intervals that the sentences of an answer name with what they rest on."""
    return [Named(*found) for finding in answer.findings for found in SPAN.findall(finding.text)]


def intervals(table: Table) -> Iterator[tuple[float, float, str]]:
    """The ends of every interval of a table, with what its columns say that it rests on."""
    columns = table.frame.columns
    for name in columns:
        if name == "method" or name.endswith("_method"):
            of = name.removesuffix("method")
            wanted = (f"{of}low", f"{of}high", name, f"{of}n", f"{of}unit")
            for row in table.frame.select([each for each in wanted if each in columns]).iter_rows(named=True):
                low, high, n = (row.get(f"{of}{end}") for end in ("low", "high", "n"))
                if low is not None and high is not None and n is not None:
                    known = Interval(0.0, 1.0, 0.95, row[name], n, row.get(f"{of}unit") or "deals")
                    yield low, high, words.basis(known)


def wrongly_named(answers: Iterable[Answer]) -> tuple[int, list[tuple[str, Named]]]:
    """How many sentences name an interval that a table has too, and those whose words differ from all such tables."""
    seen, wrong = 0, []
    for answer in answers:
        known = [each for table in answer.tables for each in intervals(table)]
        for said in named(answer):
            same = {basis for low, high, basis in known if _shown(said.low, low, said.high, high)}
            seen += bool(same)
            if same and not any(said.basis.startswith(basis) for basis in same):
                wrong.append((answer.key, said))
    return seen, wrong


def _shown(low_text: str, low: float, high_text: str, high: float) -> bool:
    """Whether two ends are written so, in some unit that sentences use."""
    return any(
        all(_written(text, factor * (end - shift)) for text, end in ((low_text, low), (high_text, high)))
        for factor, shift in SHOWN_AS
    )


def _written(text: str, value: float) -> bool:
    digits = len(text.partition(".")[2])
    return words.number(value, digits).lstrip("+") == text.lstrip("+")
