"""What a question hands on: sentences with a verdict, small tables, and how they were made."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence that carries its own uncertainty.

    `verdict` is one of balanced, unbalanced, leaning, undecided where the sentence judges a declared margin,
    else fact. `headline` findings open the report.
    """

    text: str
    verdict: str = "fact"
    headline: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """What a column of a table holds, in words, with its unit."""

    name: str
    title: str
    unit: str


@dataclass(frozen=True, slots=True)
class Table:
    """A small tidy frame of estimates or counts, never raw games."""

    key: str
    title: str
    columns: tuple[Column, ...]
    frame: pl.DataFrame


@dataclass(frozen=True, slots=True)
class Opening:
    """What a page says at first sight, each in one short sentence of everyday words.

    `question` is the title, with what is asked about in it; `answer` has the one number to remember; `sureness` begins
    with a word of the fixed scale, by `verdict`, and ends with the interval; `decision` says what follows.
    """

    question: str
    answer: str
    sureness: str
    decision: str
    verdict: str = "fact"


@dataclass(frozen=True, slots=True)
class Answer:
    """One question, answered.

    `method` names estimator, interval, level, unit and n; `how_to_read` explains the chart; `caution` says
    what the numbers do not show ("" if nothing); `queries` are the names and exact texts of the SQL that
    counted. `opening` is what a page about this question alone says first.
    """

    key: str
    title: str
    findings: tuple[Finding, ...]
    tables: tuple[Table, ...]
    how_to_read: str
    method: str
    caution: str
    queries: tuple[tuple[str, str], ...]
    opening: Opening | None = None

    def table(self, key: str) -> Table:
        """The table of that key; KeyError if the answer has none."""
        for table in self.tables:
            if table.key == key:
                return table
        raise KeyError(key)
