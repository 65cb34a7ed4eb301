"""What sentences say an interval rests on, held against the tables that hold the same interval."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Noted, Table
from dhstats.stats.intervals.intervals import Interval

SHOWN_AS = ((1.0, 0.0), (100.0, 0.0), (100.0, 0.5))  # factor, and what is taken off before: as `words.span` shows ends


class Known(NamedTuple):
    """An interval of a table: its ends, what it rests on, and its level (0.0 where the table does not say)."""

    low: float
    high: float
    basis: str
    level: float


class Named(NamedTuple):
    """An interval in a sentence: its ends as written, what it is said to rest on, and its level."""

    low: str
    high: str
    basis: str
    level: float


def named(finding: Finding) -> list[Named]:
    """The intervals of a sentence as its notes name them, if the words of note and sentence say the same."""
    return [_named(each, finding.text) for each in finding.intervals]


def _named(said: Noted, text: str) -> Named:
    low, _, high = said.ends.partition(" to ")
    basis = words.basis(Interval(0.0, 1.0, said.level, said.method, said.n, said.unit))
    rests_on = said.note.partition(" interval, ")[2]
    within = said.full.partition(f"{said.ends}, ")[2] or rests_on
    assert said.full in text
    assert rests_on.startswith(basis), (said, basis)
    assert within.startswith(basis), (said, basis)
    return Named(low, high, basis, said.level)


def intervals(table: Table) -> Iterator[Known]:
    """The ends of every interval of a table, with what its columns say that it rests on."""
    columns = table.frame.columns
    units = {column.name: column.unit for column in table.columns}
    for name in columns:
        if name == "method" or name.endswith("_method"):
            of = name.removesuffix("method")
            wanted = (f"{of}low", f"{of}high", name, f"{of}n", f"{of}unit", f"{of}level")
            for row in table.frame.select([each for each in wanted if each in columns]).iter_rows(named=True):
                low, high, n = (row.get(f"{of}{end}") for end in ("low", "high", "n"))
                if low is not None and high is not None and n is not None:
                    known = Interval(0.0, 1.0, 0.95, row[name], n, row.get(f"{of}unit") or units[f"{of}n"])
                    yield Known(low, high, words.basis(known), row.get(f"{of}level") or 0.0)


def wrongly_named(answers: Iterable[Answer]) -> tuple[int, list[tuple[str, Named]]]:
    """How many intervals of sentences a table has too, and those whose notes differ from all such tables."""
    seen, wrong = 0, []
    for answer in answers:
        known = [each for table in answer.tables for each in intervals(table)]
        for said in [each for finding in answer.findings for each in named(finding)]:
            same = {each for each in known if _shown(said.low, each.low, said.high, each.high)}
            seen += bool(same)
            if same and not any(_agree(said, each) for each in same):
                wrong.append((answer.key, said))
    return seen, wrong


def _agree(said: Named, known: Known) -> bool:
    same = f"{said.basis} ".startswith(f"{known.basis} ")  # which deals these are, a table's head says
    return same and (not known.level or abs(said.level - known.level) < 1e-9)


def _shown(low_text: str, low: float, high_text: str, high: float) -> bool:
    """Whether two ends are written so, in some unit that sentences use."""
    return any(
        all(_written(text, factor * (end - shift)) for text, end in ((low_text, low), (high_text, high)))
        for factor, shift in SHOWN_AS
    )


def _written(text: str, value: float) -> bool:
    digits = len(text.partition(".")[2])
    return words.number(value, digits).lstrip("+") == text.lstrip("+")
