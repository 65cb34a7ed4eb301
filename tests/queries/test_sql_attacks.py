"""Attacks on `dhstats sql`: all that DuckDB offers beyond reading games and moves, tried one by one."""

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import duckdb
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput, ResourceFailure
from dhstats.queries.connection import Limits, connect
from dhstats.queries.grammar import CLOSED_FUNCTIONS, TABLE_FUNCTIONS
from dhstats.queries.sandbox import _lock, objection_to
from dhstats.queries.sql import query
from dhstats.storage import Run
from tests.queries.runs import four_deals, two_deals_of_turns, write_run

HARMLESS = {  # functions that give another answer each time, and tell or change nothing
    *("current_connection_id", "current_query", "current_query_id", "current_transaction_id", "error", "random"),
    *("gen_random_uuid", "stats", "uuid", "uuidv4", "uuidv7", "vector_type", "txid_current"),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with turns."""
    return write_run(tmp_path_factory.mktemp("runs") / "small", four_deals(), two_deals_of_turns())


@pytest.fixture(scope="module")
def duck() -> duckdb.DuckDBPyConnection:
    """A connection without any lock, to parse with and to ask what there is."""
    return duckdb.connect(":memory:")


def names(duck: duckdb.DuckDBPyConnection, text: str) -> list[str]:
    """The first column of a query."""
    return [row[0] for row in duck.sql(text).fetchall()]


# ---- What a query may say ---------------------------------------------------------------------------------------

OPEN = [
    "SELECT * FROM games",
    "FROM main.games JOIN memory.main.moves USING (game_id)",
    "WITH a AS (FROM games), b AS MATERIALIZED (FROM a) SELECT * FROM a, b, A AS c",
    "WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM t WHERE x < 9) SELECT max(x) FROM t",
    "WITH RECURSIVE t(a) USING KEY (a) AS (SELECT 1 UNION SELECT a + 1 FROM recurring.t WHERE a < 3) FROM t",
    "WITH games AS (FROM games WHERE arm = 0) FROM games",
    "WITH RECURSIVE games AS (FROM games UNION ALL FROM games WHERE false) FROM games",
    "WITH a AS (FROM games) SELECT (WITH A AS (FROM a) SELECT count(*) FROM a) FROM a",
    "WITH a AS (FROM games) FROM a POSITIONAL JOIN moves",
    "SELECT * FROM games g, LATERAL (SELECT g.turns + 1), LATERAL (FROM moves m WHERE m.game_id = g.game_id)",
    'WITH "wins by seat" AS (FROM games) FROM "WINS by seat"',
    "SELECT (SELECT count(*) FROM moves m WHERE m.game_id = g.game_id) FROM games g",
    "SELECT * FROM range(5) t(x), unnest([x]) u(y), generate_series(1, 3)",
    "SELECT sum(turns) OVER (PARTITION BY arm ORDER BY game_id) FROM games QUALIFY row_number() OVER () < 3",
    "SELECT * FROM (PIVOT games ON figure IN (0, 1) USING count(*))",
    "SELECT 1 UNION ALL SELECT 2 INTERSECT SELECT 3",
    "VALUES (1), (2)",
    "DESCRIBE games",
    "SHOW games",
    "SHOW TABLES",
    "SHOW ALL TABLES",
    "DESCRIBE",
    "SUMMARIZE SELECT turns FROM games",
    "SELECT current_query(), random(), list_transform([1], lambda x: x + 1)",
]


@pytest.mark.parametrize("text", OPEN)
def test_questions_about_the_run_are_open(duck: duckdb.DuckDBPyConnection, text: str) -> None:
    """Whatever reads games and moves may be asked, in all the forms of the language."""
    assert objection_to(duck, text) == ""


HIDDEN = [  # one attack, at every place of a query where a table or a function may stand
    "SELECT * FROM {table}",
    "SELECT 1 FROM games, {table}",
    "SELECT 1 FROM games LEFT JOIN {table} ON true",
    "SELECT (SELECT 1 FROM {table})",
    "SELECT 1 FROM games WHERE EXISTS (FROM {table})",
    "SELECT 1 FROM games WHERE 1 IN (SELECT 1 FROM {table})",
    "SELECT 1 FROM games GROUP BY (SELECT 1 FROM {table})",
    "SELECT 1 FROM games HAVING (SELECT true FROM {table})",
    "SELECT 1 FROM games ORDER BY (SELECT 1 FROM {table})",
    "SELECT 1 FROM games LIMIT (SELECT 1 FROM {table})",
    "SELECT 1 UNION ALL SELECT 1 FROM {table}",
    "WITH a AS (FROM {table}) FROM games",
    "WITH a AS (WITH b AS (FROM {table}) FROM b) FROM games",
    "WITH RECURSIVE t AS (SELECT 1 UNION ALL SELECT 1 FROM t, {table}) FROM t",
    "SELECT * FROM (FROM (FROM {table}))",
    "SELECT sum(1) FILTER (EXISTS (FROM {table})) OVER (ORDER BY (SELECT 1 FROM {table})) FROM games",
    "SELECT list_transform([1], lambda x: (SELECT 1 FROM {table}))",
    "SELECT * REPLACE ((SELECT 1 FROM {table}) AS arm) FROM games",
    "SELECT CASE WHEN true THEN (SELECT 1 FROM {table}) END",
    "SELECT * FROM (PIVOT {table} ON name IN ('a') USING count(*))",
    "SELECT * FROM (UNPIVOT {table} ON name)",
    "SUMMARIZE FROM {table}",
    "DESCRIBE FROM {table}",
    "SELECT * FROM unnest((SELECT [1] FROM {table}))",
    "VALUES ((SELECT 1 FROM {table}))",
    "SELECT 1 FROM games TABLESAMPLE reservoir(10), {table}",
]
FORBIDDEN_TABLES = ["pg_settings", "duckdb_settings()", "'x.csv'", "read_text('x')", "system.main.duckdb_settings"]


@pytest.mark.parametrize("table", FORBIDDEN_TABLES)
@pytest.mark.parametrize("text", HIDDEN)
def test_no_place_of_a_query_hides_another_table(duck: duckdb.DuckDBPyConnection, text: str, table: str) -> None:
    """Settings, files and functions that read them are found wherever they stand."""
    assert objection_to(duck, text.format(table=table)) != ""


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM games, (WITH pg_settings AS (SELECT 1) SELECT 1), pg_settings",
        "WITH a AS (FROM pg_settings), pg_settings AS (SELECT 1) FROM a",
        "SELECT (WITH pg_settings AS (SELECT 1) SELECT 1), name FROM pg_settings",
        "WITH main AS (SELECT 1) FROM information_schema.main",
        'WITH "a.b" AS (SELECT 1) FROM a.b',
        "WITH a AS (FROM a) FROM a",
        "WITH RECURSIVE pg_settings AS (SELECT name FROM pg_settings UNION ALL SELECT name FROM pg_settings) FROM games",
        "WITH RECURSIVE a AS (FROM a UNION ALL FROM a) FROM a",
        "WITH RECURSIVE a AS (FROM recurring.a UNION FROM a) FROM a",
        "WITH RECURSIVE a USING KEY (name) AS (FROM a UNION FROM a) FROM a",
        "WITH RECURSIVE a AS ((SELECT 1 UNION ALL FROM a) UNION ALL FROM a) FROM a",
        "WITH RECURSIVE a AS (FROM b UNION ALL FROM a), b AS (SELECT 1) FROM a",
        "WITH RECURSIVE a AS (WITH b AS (FROM a) FROM b UNION ALL FROM a) FROM a",
        "WITH RECURSIVE a AS (SELECT (SELECT 1 FROM a) UNION ALL FROM a) FROM a",
        "SELECT (WITH a AS (SELECT 1) FROM a), (FROM a)",
        "SELECT * FROM (WITH a AS (SELECT 1) FROM a) a, a AS b",
        "FROM games AS pg_settings, pg_settings",
        "FROM games pg_settings POSITIONAL JOIN pg_settings",
        "WITH a AS (SELECT 1) SELECT * FROM a JOIN LATERAL (FROM pg_settings) ON true",
        "WITH a AS (SELECT 1) PIVOT pg_settings ON name USING count(*)",
        "WITH a AS (SELECT 1) SUMMARIZE pg_settings",
        "WITH a AS (SELECT 1) FROM main.a",
        "WITH a AS (SELECT 1) FROM memory.main.a",
        "WITH memory AS (SELECT 1) FROM memory.pg_settings",
    ],
)
def test_a_clause_lends_its_name_within_its_reach_alone(duck: duckdb.DuckDBPyConnection, text: str) -> None:
    """A WITH clause named like a table of the system does not open that table elsewhere."""
    assert objection_to(duck, text) != ""


@pytest.mark.parametrize(
    "form",
    [
        "WITH {name} AS (SELECT 1) FROM {name}",
        "WITH {name} AS MATERIALIZED (SELECT 1) FROM {name}",
        "WITH {name} AS NOT MATERIALIZED (SELECT 1) SELECT * FROM {name}",
        "WITH RECURSIVE {name} AS (SELECT * FROM {name} UNION ALL SELECT * FROM {name}) SELECT * FROM {name}",
        "SELECT (WITH {name} AS (SELECT 1) SELECT count(*) FROM {name})",
        "WITH a AS (WITH {name} AS (SELECT 1) FROM {name}) FROM a",
        "SUMMARIZE (WITH {name} AS (SELECT 1) FROM {name})",
    ],
)
@pytest.mark.parametrize(
    "name", ["pg_settings", "DUCKDB_Views", "duckdb_columns", '"sqlite_master"', "pg_class", '"x.csv"', "'y.parquet'"]
)
def test_no_clause_has_a_name_that_means_something_without_it(
    duck: duckdb.DuckDBPyConnection, form: str, name: str
) -> None:
    """So wherever DuckDB looks a name of a query up, it finds the clause or nothing."""
    assert objection_to(duck, form.format(name=name)) != ""


def twins() -> list[str]:
    """Letters beyond ASCII that become one of its letters when they are made small or large, or are folded."""
    ascii_letters = set("abcdefghijklmnopqrstuvwxyz_0123456789")
    every = (chr(code) for code in range(128, 0x110000) if not 0xD800 <= code < 0xE000)
    forms = (lambda c: c.lower(), lambda c: c.upper().lower(), lambda c: c.casefold(), lambda c: normalize("NFKC", c))
    return [letter for letter in every if any(set(form(letter).lower()) & ascii_letters for form in forms)]


def test_letters_beyond_ascii_stand_for_themselves(duck: duckdb.DuckDBPyConnection) -> None:
    """Whatever letter Python or Unicode folds to k, s, i, ...: no name with it opens a table, or is taken for one."""
    found = twins()
    assert {"\u212a", "\u017f", "\u0131", "\uff41"} <= set(found)
    for letter in [*found[::40], "\u212a", "\u017f", "\u0130"]:
        plain = normalize("NFKC", letter).casefold()[0]
        for table in ("duckdb_views", "games"):
            odd = table.replace(plain if plain in table else table[1], letter, 1)
            assert "is not a name for a table" in objection_to(duck, f'WITH "{odd}" AS (SELECT 1) FROM {table}')
            assert "is not a table of a run" in objection_to(duck, f'FROM "{odd}"')
    assert objection_to(duck, "SELECT \u212a FROM (SELECT 1 AS \u212a)") == ""  # columns may be called anything


def test_every_function_that_is_a_table_is_closed_but_three(duck: duckdb.DuckDBPyConnection) -> None:
    """Whatever the installed DuckDB brings: ranges and lists are open, nothing else."""
    kinds = "('table', 'table_macro', 'pragma')"
    found = set(names(duck, f"SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN {kinds}"))
    assert {"read_csv", "glob", "sniff_csv", "query", "query_table", "enable_profiling", "enable_logging"} <= found
    for name in found - TABLE_FUNCTIONS:
        assert (
            objection_to(duck, f'SELECT * FROM "{name}"(1)') == f"{name} is closed; a query reads the tables of the run"
        )
        assert objection_to(duck, f'SELECT * FROM "{name.upper()}"(1)') != ""


def test_every_table_of_the_system_is_closed(duck: duckdb.DuckDBPyConnection) -> None:
    """Catalogues, settings and secrets: with their schema and without."""
    rows = duck.sql(
        "SELECT schema_name, view_name FROM duckdb_views() UNION ALL SELECT schema_name, table_name FROM duckdb_tables()"
    ).fetchall()
    assert len(rows) > 30
    for schema, name in rows:
        for path in (f'"{name}"', f'"{schema}"."{name}"', f'system."{schema}"."{name}"'):
            assert "is not a table of a run" in objection_to(duck, f"SELECT * FROM {path}"), path


def test_every_function_with_a_memory_or_an_effect_is_closed_or_known(duck: duckdb.DuckDBPyConnection) -> None:
    """A function that is new in DuckDB and not the same at each call has to be looked at before it is open."""
    asked = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('scalar', 'macro') AND "
    for name in names(duck, asked + "(has_side_effects OR stability = 'VOLATILE')"):
        assert name in HARMLESS or name in CLOSED_FUNCTIONS, name
    for name in names(duck, asked + "regexp_matches(macro_definition, 'FROM [a-z_]+[(]')"):
        assert name in CLOSED_FUNCTIONS, name
    inner = names(
        duck, "SELECT DISTINCT function_name FROM duckdb_functions() WHERE starts_with(function_name, '__internal')"
    )
    assert inner
    for name in (*CLOSED_FUNCTIONS, *inner):
        for text in (
            f"SELECT {name}(1)",
            f"FROM games WHERE {name.title()}(1) IS NULL",
            f"SELECT pg_catalog.{name.upper()}(1)",
            f"SELECT 1 ORDER BY {name}()",
        ):
            assert f"the function {name} is closed" in objection_to(duck, text)


def test_writing_in_any_clothes_is_refused(duck: duckdb.DuckDBPyConnection) -> None:
    """A clause that writes is no clause of a query that reads, however deep it stands."""
    for inner in ("COPY (SELECT 1) TO 'x'", "INSERT INTO games SELECT 1 RETURNING *", "DELETE FROM games RETURNING *"):
        for text in ("WITH x AS ({}) FROM x", "SELECT (WITH x AS ({}) SELECT 1)", "DESCRIBE (WITH x AS ({}) SELECT 1)"):
            assert objection_to(duck, text.format(inner)) != ""


# ---- What DuckDB itself refuses, were all of the above to fail ----------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM read_csv('{other}')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM '{other}'",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM sniff_csv('{other}')",
        "SELECT * FROM parquet_metadata('{other}')",
        "SELECT * FROM duckdb_secrets()",
        "SELECT * FROM enable_logging(storage = 'file', storage_path = '{folder}/log')",
        "SELECT * FROM enable_profiling(save_location = '{folder}/profile')",
        "COPY games TO '{folder}/stolen.csv'",
        "EXPORT DATABASE '{folder}/stolen'",
        "ATTACH '{folder}/new.db'",
        "ATTACH 'http://127.0.0.1:1/x.db'",
        "INSTALL httpfs",
        "LOAD '{folder}/x.duckdb_extension'",
        "SET memory_limit = '1TB'",
        "SET enable_external_access = true",
        "SET GLOBAL lock_configuration = false",
        "RESET allowed_paths",
        "PRAGMA enable_profiling",
        "CREATE SECRET s (TYPE s3)",
        "SELECT * FROM frame",
    ],
)
def test_behind_the_grammar_the_lock_holds(run: Run, text: str, tmp_path: Path) -> None:
    """With the walk through the syntax left out, files, extensions and settings are still out of reach."""
    other = tmp_path / "other.parquet"
    other.write_bytes(next((run.folder / "games").iterdir()).read_bytes())
    before = sorted(tmp_path.iterdir())
    with connect(Limits()) as connection:
        _lock(connection, {"games": [str(file) for file in sorted((run.folder / "games").iterdir())]})
        frame = 1
        with pytest.raises(duckdb.Error):
            connection.execute(text.format(other=other, folder=tmp_path)).fetchall()
        assert connection.sql("SELECT count(*) FROM games").fetchall() == [(8,)]
    assert sorted(tmp_path.iterdir()) == before
    assert frame == 1


@pytest.mark.usefixtures("same_process")
@pytest.mark.parametrize(
    "text",
    [
        "WITH RECURSIVE pg_settings AS (SELECT name FROM pg_settings UNION ALL SELECT name FROM pg_settings WHERE false)"
        " FROM pg_settings",
        'WITH RECURSIVE "duc\u212adb_views" AS (SELECT 1) FROM duckdb_views',
        "WITH RECURSIVE pg_class AS (SELECT 1 AS x FROM pg_class UNION ALL SELECT x FROM pg_class WHERE false) FROM pg_class",
    ],
)
def test_the_catalogue_stays_closed(run: Run, text: str) -> None:
    """Settings, paths that may be read and views were within reach of such queries."""
    with pytest.raises(
        BadInput, match=r"is not a table of a run|is not a name for a table|WITH clause cannot be called"
    ):
        query(run, text)


# ---- Time and memory ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "SELECT levenshtein(repeat('a', 1000000), repeat('b', 1000000))",  # never looks at the clock
        "WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t",
        "SELECT " + ", ".join(["1"] * 200_000),
    ],
    ids=lambda text: text[:30],
)
def test_time_ends_whatever_a_query_is_doing(run: Run, text: str) -> None:
    """Functions that do not let themselves be interrupted end with their process, long before they are done."""
    started = os.times().children_user
    with pytest.raises(BadInput, match=r"stopped after 0\.5 seconds"):
        query(run, text, seconds=0.5)
    assert os.times().children_user - started < 20.0


@pytest.mark.parametrize(
    "text",
    [
        "SELECT repeat('x', 4000000000)",
        "SELECT repeat('x', 1000000) FROM range(10000)",
        "SELECT list_resize([1], 1000000000)",
        "SELECT string_agg(repeat('x', 100000)) FROM range(100000)",
        "SELECT list(range) FROM range(1000000000)",
        "WITH RECURSIVE t AS (SELECT 'x' AS x UNION ALL SELECT x || x FROM t) FROM t",
        "SELECT " + "(" * 100_000 + "1" + ")" * 100_000,
    ],
    ids=lambda text: text[:30],
)
def test_memory_is_limited_whoever_asks_for_it(run: Run, text: str) -> None:
    """Cells of gigabytes and endless lists, for which DuckDB keeps no accounts, are refused by the system."""
    with pytest.raises(BadInput, match=r"more memory than a query may use \(256 MiB\)|max expression depth"):
        query(run, text, limits=Limits(memory=256))


@pytest.mark.usefixtures("same_process")
def test_large_answers_are_refused(run: Run) -> None:
    """Few rows may still be more than anybody reads."""
    with pytest.raises(BadInput, match="an answer of more than 64 MiB"):
        query(run, "SELECT repeat('x', 10000) FROM range(9000)")


def test_what_does_not_fit_is_spilled_to_the_named_folder(run: Run, tmp_path: Path) -> None:
    """A sort larger than the memory works, with its temporary files where they were wanted, gone afterwards."""
    text = "SELECT sum(x) AS n FROM (SELECT hash(range) AS x FROM range(12000000) ORDER BY x LIMIT 11000000)"
    limits = Limits(threads=1, memory=100, temp=str(tmp_path))
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(query, run, text, limits=limits)
        spilled: set[str] = set()
        while not asked.done():
            spilled |= {path.suffix for path in tmp_path.rglob("*.tmp")}
            time.sleep(0.01)
    assert asked.result().height == 1
    assert spilled == {".tmp"}
    assert list(tmp_path.iterdir()) == []
    with pytest.raises((BadInput, ResourceFailure)):
        query(run, text, limits=replace(limits, disk=1))
    assert list(tmp_path.iterdir()) == []


def test_limits_come_from_options_or_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options go before variables, and both are checked."""
    monkeypatch.setenv("DHSTATS_MEMORY", "512")
    monkeypatch.setenv("DHSTATS_TEMP", str(tmp_path))
    assert Limits.declared() == Limits(memory=512, temp=str(tmp_path))
    assert Limits.declared(2048, str(tmp_path.parent)) == Limits(memory=2048, temp=str(tmp_path.parent))
    for value in ("", " ", "64", "4194304"):
        monkeypatch.setenv("DHSTATS_MEMORY", value)
        assert Limits.declared().memory == int(value.strip() or 1024)
    for value in ("much", "63", "-1", "1e4", "9" * 5000, "\x1b[31m", "1_000", "١٢٣٤"):
        monkeypatch.setenv("DHSTATS_MEMORY", value)
        with pytest.raises(BadInput, match="DHSTATS_MEMORY: must be from 64") as refused:
            Limits.declared()
        assert str(refused.value).isprintable()
    monkeypatch.delenv("DHSTATS_MEMORY")
    monkeypatch.setenv("DHSTATS_TEMP", str(tmp_path / "none"))
    with pytest.raises(BadInput, match=r"DHSTATS_TEMP: .* is not a folder"):
        Limits.declared()
    with pytest.raises(BadInput, match=r"--temp: .* is not a folder"):
        Limits.declared(None, "/dev/null")
    with pytest.raises(ResourceFailure, match="name another with --temp"), connect(Limits(temp=str(tmp_path / "none"))):
        pass


# ---- The command ---------------------------------------------------------------------------------------------------


def test_the_command_obeys_its_limits(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows, seconds and memory in options; each refusal is one line with exit code 2."""
    tries = [
        (
            ["SELECT * FROM games", "--limit", "3"],
            "more than 3 rows; add LIMIT to the query, or allow more rows (--limit)",
        ),
        (["SELECT count(*) FROM range(10000000000)", "--seconds", "0.1"], "stopped after 0.1 seconds"),
        (["SELECT range(1000000000)", "--memory", "64"], "needs more memory than a query may use (64 MiB)"),
        (["SELECT 1", "--memory", "1"], "--memory: must be from 64 to"),
        (["SELECT 1", "--seconds", "nan"], "--seconds: must be above 0"),
        (["SELECT 1", "--seconds", "0"], "--seconds: must be above 0"),
        (["SELECT 1", "--limit", "-1"], "--limit: must be from 0"),
        (["SELECT 1", "--temp", "/dev/null/nowhere"], '--temp: "/dev/null/nowhere" is not a folder'),
        (["SELECT '" + "x" * 2_000_000 + "'"], "a query of 2,000,009 letters"),
        (["SELECT '\udcff'"], "not UTF-8 text"),
    ]
    for words, complaint in tries:
        assert main(["sql", str(run.folder), *words]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        assert complaint in captured.err


def test_answers_cannot_steer_a_terminal(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """Codes and invisible letters in cells and names of columns are spelt out; long cells are cut; JSON keeps all."""
    text = "SELECT chr(27) || '[31m' || chr(8238) || chr(155) || chr(10) || 'x' AS \"a\x1b[0m\", repeat('y', 1000) AS b"
    assert main(["sql", str(run.folder), text]) == 0
    shown = capsys.readouterr().out
    assert "\\x1b[31m\\x202e\\x9b\\x0ax" in shown
    assert "a\\x1b[0m" in shown
    assert all(letter.isprintable() or letter == "\n" for letter in shown)
    assert len(shown.splitlines()) == 2
    assert "y" * 199 + "…" in shown
    assert main(["sql", str(run.folder), text, "--json", "-"]) == 0
    written = capsys.readouterr().out
    assert all(letter.isprintable() or letter == "\n" for letter in written)
    assert json.loads(written) == [{"a\x1b[0m": "\x1b[31m\u202e\x9b\nx", "b": "y" * 1000}]


@pytest.mark.usefixtures("same_process")
@pytest.mark.parametrize(
    "value", ["'x'::BLOB", "INTERVAL 1 DAY", "[INTERVAL 1 DAY]", "{'a': 'x'::BLOB}", "union_value(a := 1)", "1::BIGNUM"]
)
def test_values_that_no_table_holds_are_named(run: Run, value: str) -> None:
    """Bytes, spans of time and unions, also inside lists and structures, are refused before they are written."""
    with pytest.raises(BadInput, match="has a type that cannot be shown; cast it to VARCHAR"):
        query(run, f"SELECT {value} AS x")


@pytest.mark.usefixtures("same_process")
def test_numbers_too_large_for_a_whole_number_stay_exact(run: Run) -> None:
    """They are not made nothing."""
    assert str(query(run, "SELECT 10::HUGEINT ** 0 + 99999999999999999999 AS x")["x"].item()).startswith("1")
    assert int(query(run, "SELECT 99999999999999999999::HUGEINT AS x")["x"].item()) == 99999999999999999999
