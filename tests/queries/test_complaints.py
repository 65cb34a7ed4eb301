"""What DuckDB says of a query never reaches a user: they read where it is, what cannot stand there, and what to do."""

import duckdb
import pytest

from dhstats.queries.complaints import OTHERWISE, complaint

COLUMNS = {"games": ("game_id", "first", "turns"), "moves": ("game_id", "seat")}
SAID = {
    "SELECT '2026-13-01'::DATE": 'there is no date "2026-13-01"; write 2026-01-31',
    "SELECT 'a'::DATE": 'the text "a" is no date; write 2026-01-31',
    "SELECT turns FROM games LIMIT -1": "LIMIT and OFFSET take a whole number from 0 on",
    "SELECT (SELECT turns FROM games)": "a query in ( ) gives several rows for one value; add LIMIT 1",
    "SELECT (SELECT turns, first FROM games)": "the query in ( ) gives 2 columns; here it may give 1",
    "SELECT * FROM games ORDER BY 99": "ORDER BY: the columns are 1 to 3",
    "SELECT * FROM games GROUP BY 99": "GROUP BY: the columns are 1 to 3",
    "SELECT sum(sum(turns)) FROM games": "sums and averages cannot stand inside each other",
    "SELECT row_number() FROM games": "this needs OVER, as in row_number() OVER (ORDER BY game_id)",
    "SELECT turns FROM games WHERE rank() OVER () > 1": "WHERE cannot ask for what stands before OVER; QUALIFY can",
    "SELECT 100::TINYINT * 100::TINYINT": "100 * 100 is beyond what INT8 can hold; make one of them a DOUBLE",
    "SELECT CAST(300 AS TINYINT)": "the value 300 is beyond what INT8 can hold",
    "SELECT 12345::DECIMAL(3,1)": "the value 12345 is beyond what DECIMAL(3,1) can hold",
    "SELECT first > 5 FROM games": "values of the kinds VARCHAR and INTEGER_LITERAL stand side by side",
    "SELECT * FROM games g, moves g": 'two tables are called "g"; call one otherwise, as in games AS g',
    "SELECT turns FROM games JOIN moves USING (nope)": 'the left table of the join has no column "nope"',
    "SELECT * EXCLUDE (nope) FROM games": 'EXCLUDE names the column "nope", which is not there',
    "SELECT regexp_matches(first, '(') FROM games": "the text is no pattern; put \\ before a bracket, * or + that stands",
    "SELECT strptime('x', '%Q')": "%Q is no part of a date; %Y, %m, %d, %H, %M and %S are",
    "SELECT extract(nope FROM DATE '2026-01-01')": '"nope" is no part of a date; year, month, day, hour and minute are',
    "SELECT unnest(5)": "unnest takes a list, as in unnest([1, 2])",
    "SELECT quantile_cont(turns, 2) FROM games": "a quantile is from 0 to 1, as in quantile_cont(turns, 0.5)",
    "SELECT sum(turns) OVER w FROM games": 'no WINDOW is called "w"',
    "WITH a AS (SELECT 1), a AS (SELECT 2) SELECT * FROM a": 'the name "a" is given twice',
    "SELECT 1 UNION SELECT 1, 2": "both sides of UNION, EXCEPT or INTERSECT need as many columns",
    "SELECT 1 // 0": "something is divided by zero; write nullif(…, 0) for what divides",
    "SELECT 'x'::nope": 'there is no kind of values "nope"; there are INTEGER, DOUBLE, VARCHAR, BOOLEAN, DATE',
    "SELECT x + 1": 'the column "x" is of no table; add FROM games',
    "SELECT FROM games": "SELECT asks for nothing; name columns, or * for all",
    "SELECT 1 << 100": "numbers are moved by 0 to 63 bits",
    "SELECT -'a'": "- takes other kinds of values; say which these are",
    "SELECT error('a sentence of nobody')": OTHERWISE,
}


@pytest.mark.parametrize("query", SAID)
def test_a_refusal_is_told_in_our_words(query: str) -> None:
    """By its kind, or in one sentence for all that are none; with the place where DuckDB tells it."""
    with duckdb.connect() as duck:
        duck.execute("CREATE TABLE games AS SELECT 1 AS game_id, 'random' AS first, 7 AS turns FROM range(2)")
        duck.execute("CREATE TABLE moves AS SELECT 1 AS game_id, 0 AS seat")
        with pytest.raises(duckdb.Error) as refused:
            duck.execute(query).fetchall()
    told = complaint(refused.value, query, COLUMNS)
    assert SAID[query] in told
    assert "\n" not in told
    library = str(refused.value).partition(": ")[2].partition("\n")[0]
    assert len(library) < 12 or library not in told
