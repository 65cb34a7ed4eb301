"""Whatever type the answer of a query is of, it is shown, as text and as JSON, or refused in one line."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pytest

from dhstats.cli.main import main
from dhstats.cli.runs.sql import cell
from dhstats.errors import BadInput
from dhstats.queries.connection import Limits
from dhstats.queries.sandbox import Question, _bounded, _rows, _spelt
from dhstats.queries.sql import _frame
from tests.queries.runs import four_deals, write_run

DATES = [
    *("DATE '2020-01-02'", "DATE '0001-01-01 (BC)'", "DATE '-0044-03-15'", "DATE '9999-12-31' + 1"),
    *("DATE 'infinity'", "DATE '-infinity'", "DATE '294000-01-01'"),
]
MOMENTS = [
    *("TIMESTAMP '2020-01-02 03:04:05.678'", "TIMESTAMP 'infinity'", "TIMESTAMP '200000-01-01'"),
    *("TIMESTAMP '0001-01-01' - INTERVAL 1 YEAR", "'-infinity'::TIMESTAMP_S", "'2020-01-02'::TIMESTAMP_MS"),
    *("'2020-01-02'::TIMESTAMP_NS", "TIMESTAMPTZ '2020-01-02 03:04:05+02'", "'infinity'::TIMESTAMPTZ"),
    *("TIME '23:59:59.999999'", "TIME '24:00:00'", "'12:00:00+15:59'::TIMETZ", "INTERVAL 1 DAY"),
]
NUMBERS = [
    *("'infinity'::DOUBLE", "'-infinity'::FLOAT", "'nan'::DOUBLE", "-0.0::DOUBLE", "1e308", "1::TINYINT"),
    *("18446744073709551615::UBIGINT", "(-170141183460469231731687303715884105727)::HUGEINT", "1::BIGNUM"),
    *("340282366920938463463374607431768211455::UHUGEINT", "1.5::DECIMAL(38,10)", "repeat('9', 38)::DECIMAL(38,0)"),
]
OTHERS = [
    *("true", "NULL", "'x'", "''", "'a' || chr(0) || 'b'", "'\U0001f600'", "'x'::BLOB", "'101'::BIT", "uuid()"),
    *("'a'::ENUM('a', 'b')", "MAP {'a': 1}", "MAP {}", "histogram(1)", "union_value(a := 1)", "[]", "{'a': NULL}"),
    *("[1, 2]::INTEGER[2]", "{'a b': 1, 'A': 2}", "ROW(1, 2)", "'x' COLLATE NOCASE"),
]
PLACES = ["{}", "[{}, NULL]", "{{'k': {}}}", "[[{}]]", "MAP {{1: {}}}", "MAP {{{}: 1}}", "array_value({})"]


@pytest.fixture(scope="module")
def duck() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection as a query has it."""
    with duckdb.connect(config=Limits().settings("/tmp")) as connection:
        yield connection


def answered(duck: duckdb.DuckDBPyConnection, text: str) -> pl.DataFrame:
    """The rows of a query, on the way that they take from the process that found them."""
    table = _bounded(_rows(duck, Question(text, {}, 10, 5.0, Limits(), "/tmp")), 10)
    written = io.BytesIO()
    with pa.ipc.new_file(written, table.schema) as file:
        file.write_table(table)
    return _frame(written.getvalue())


def no_number(word: str) -> None:
    """JSON has none but finite ones."""
    raise ValueError(word)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", [*DATES, *MOMENTS, *NUMBERS, *OTHERS])
def test_every_type_is_shown_or_refused(duck: duckdb.DuckDBPyConnection, value: str, place: str) -> None:
    """Alone, in lists, structures and maps, as keys and as values."""
    try:
        frame = answered(duck, f"SELECT {place.format(value)} AS x")
    except (BadInput, duckdb.Error) as refusal:
        said = str(refusal)
    else:
        said = ""
    if said:
        assert any(words in said for words in ("cannot be shown; cast it to VARCHAR", "Map keys can not be NULL"))
        return
    ((shown,),) = [[cell(each) for each in row] for row in frame.iter_rows()]
    assert "Decimal" not in shown
    assert json.loads(frame.write_json(), parse_constant=no_number)[0].keys() == {"x"}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("DATE 'infinity'", "infinity"),
        ("DATE '9999-12-31' + 1", "10000-01-01"),
        ("TIMESTAMP '0001-01-01' - INTERVAL 1 YEAR", "0001-01-01 (BC) 00:00:00"),
        ("TIME '24:00:00'", "24:00:00"),
        ("histogram(1)", "{1=1}"),
        ("[99999999999999999999::HUGEINT]", "[99999999999999999999]"),
        ("(-170141183460469231731687303715884105727)::HUGEINT", "-170141183460469231731687303715884105727"),
    ],
)
def test_values_are_spelt_as_duckdb_does(duck: duckdb.DuckDBPyConnection, value: str, shown: str) -> None:
    """No digit is lost, and no date is another."""
    ((found,),) = answered(duck, f"SELECT {value} AS x").rows()
    assert cell(found) == shown


def test_columns_keep_their_names(duck: duckdb.DuckDBPyConnection) -> None:
    """Quotation marks, blanks, equal names and names of functions."""
    frame = answered(duck, 'SELECT DATE \'infinity\' AS "a""b", 1 AS " ", 2 AS "#1", 3 AS "date", 4 AS date')
    assert frame.columns[:4] == ['a"b', " ", "#1", "date"]
    assert frame.row(0) == ("infinity", 1, 2, 3, 4)


def test_the_command_shows_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A histogram of turns and dates without end, as text and as JSON."""
    run = write_run(tmp_path / "run", four_deals())
    text = (
        "SELECT histogram(turns) AS h, DATE 'infinity' AS d, DATE '0001-01-01 (BC)' AS b, 'inf'::DOUBLE AS i FROM games"
    )
    for words in ([], ["--json", "-"]):
        code = main(["sql", str(run.folder), text, *words])
        captured = capsys.readouterr()
        assert (code, captured.err) == (0, "")
        assert "infinity" in captured.out
        assert "(BC)" in captured.out


@pytest.mark.parametrize(
    "kind", ["ENUM('a', 'b')", "ENUM('a', 'b')[]", "STRUCT(x ENUM('a'))", "DATE", "TIMESTAMP_NS[]"]
)
def test_what_others_spell_otherwise_or_fail_on_is_spelt_by_duckdb(kind: str) -> None:
    """An ENUM that is NULL inside a list is looked up where it never was, and fails at times; dates have no end."""
    assert _spelt(2, kind, "x") == 'CAST(#2 AS VARCHAR) AS "x"'
    assert _spelt(2, "INTEGER[]", 'a"b') == '#2 AS "a""b"'
