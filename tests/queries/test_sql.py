"""SQL of users: it reads games and moves, and nothing else, within its limits."""

from pathlib import Path

import polars as pl
import pytest

from dhstats.errors import BadInput
from dhstats.queries.sql import query
from dhstats.storage import Run
from tests.queries.runs import four_deals, two_deals_of_turns, write_run
from tests.simulate.stored_runs import bytes_of


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with turns, in two shards."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    return write_run(folder, four_deals(), two_deals_of_turns(), shard_deals=2)


@pytest.mark.usefixtures("same_process")
@pytest.mark.parametrize(
    "text",
    [
        "SELECT count(*) AS n FROM games",
        "select count(*) as n from games;",
        "SELECT count(*) AS n FROM games -- all of them",
        "WITH wins AS (SELECT * FROM games) SELECT count(*) AS n FROM wins",
        "FROM games SELECT count(*) AS n",
        "SELECT sum(1) AS n FROM games",
    ],
)
def test_a_single_reading_statement_is_answered(run: Run, text: str) -> None:
    """SELECT, WITH and FROM are answered, with or without a semicolon; sums come as whole numbers."""
    frame = query(run, text)
    assert frame.rows() == [(8,)]
    assert frame.schema == {"n": pl.Int64}


def test_the_order_of_a_query_is_kept(run: Run) -> None:
    """ORDER BY decides the order of the answer, on its way from the process that finds it."""
    frame = query(run, "SELECT game_id FROM games ORDER BY turns DESC, game_id LIMIT 3")
    assert frame["game_id"].to_list() == [6, 5, 3]


@pytest.mark.usefixtures("same_process")
def test_tables_can_be_described(run: Run) -> None:
    """DESCRIBE names the columns, as the folder stores them."""
    names = query(run, "DESCRIBE games")["column_name"].to_list()
    assert names[:3] == ["game_id", "deal_id", "arm"]
    assert query(run, "SHOW TABLES")["name"].to_list() == ["games", "moves"]


@pytest.mark.usefixtures("same_process")
def test_games_and_moves_can_be_joined(run: Run) -> None:
    """Both tables are there, over all shards."""
    text = "SELECT count(*) AS n FROM moves JOIN games USING (game_id) WHERE picture = 'dwarf'"
    assert query(run, text)["n"].item() == 7


@pytest.mark.usefixtures("same_process")
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("COPY games TO 'stolen.csv'", "only read"),
        ("COPY (SELECT 1) TO 'stolen.csv'", "only read"),
        ("ATTACH 'other.db'", "only read"),
        ("INSTALL httpfs", "only read"),
        ("LOAD httpfs", "only read"),
        ("PRAGMA database_list", ""),
        ("SET memory_limit = '1TB'", "only read"),
        ("CREATE TABLE mine AS SELECT 1", "only read"),
        ("CREATE OR REPLACE VIEW games AS SELECT 1", "only read"),
        ("DROP VIEW games", "only read"),
        ("INSERT INTO games SELECT * FROM games", "only read"),
        ("DELETE FROM games", "only read"),
        ("CALL pragma_version()", "only read"),
        ("EXPORT DATABASE 'stolen'", "only read"),
        ("EXPLAIN ANALYZE SELECT 1", "only read"),
        ("CHECKPOINT", "only read"),
        ("SELECT 1; SELECT 2", "one statement at a time, got 2"),
        ("", "one statement at a time, got 0"),
        ("-- nothing", "one statement at a time, got 0"),
        ("WITH x AS (COPY (SELECT 1) TO 'stolen.csv') SELECT 1", ""),
        ("WITH x AS (INSERT INTO games SELECT * FROM games RETURNING *) SELECT * FROM x", ""),
        ("SELECT * FROM '/etc/passwd'", ""),
        ("SELECT * FROM read_text('/etc/passwd')", "closed"),
        ("SELECT * FROM read_parquet('https://example.org/x.parquet')", ""),
        ("SELECT * FROM query('COPY (SELECT 1) TO ''stolen.csv''')", "closed"),
        ("SELECT getenv('HOME')", "getenv"),
        ("SELECT * FROM frame", "frame"),
        ("SELEC 1", 'line 1, column 1: "SELEC" cannot stand here; in: ^SELEC 1'),
        ("SELECT nothing FROM games", "nothing"),
        ("SELECT 1,\n  turns, FROM, games", 'line 2, column 14: "," cannot stand here; in: turns, FROM^, games'),
        ("SELECT turns, trns FROM games", "line 1, column 15: there is no column \"trns\"; did you mean 'turns'? in:"),
        (
            "SELECT 1,\n  trns FROM games",
            "line 2, column 3: there is no column \"trns\"; did you mean 'turns'? in: ^trns",
        ),
        (f"SELECT {'turns, ' * 40} trns FROM games", 'column 289: there is no column "trns"'),
        ("SELECT g.foo FROM games g", 'column 8: there is no column "foo"; allowed: arm, '),
        (
            "SELECT picture FROM games",
            'the column "picture" is in moves, which this query does not read; in: SELECT ^pic',
        ),
        ("SELECT 1 FROM game", "game is not a table of a run; did you mean 'games'?"),
        ("SELECT cout(*) FROM games", 'column 8: there is no function "cout"; did you mean "count"? in: SELECT ^cout'),
        ("SELECT xxyyzz(turns) FROM games", 'there is no function "xxyyzz"; DuckDB\'s functions can be used'),
        ("SELECT avg(first) FROM games", "avg(VARCHAR) is no function: it takes other kinds of values; there is avg("),
        (
            "SELECT turns FROM games GROUP BY winner",
            'the column "turns" has many values in a group; add it to GROUP BY',
        ),
        ("SELECT 'a FROM games", "column 8: a text begins with ' here and never ends; in: SELECT ^'a FROM games"),
        ("SELECT moves.turn FROM games", 'the query names no table "moves" after FROM or JOIN'),
        ("SELECT game_id FROM games g, moves m", "several tables have the column \"game_id\"; write 'g.game_id' or"),
        ("SELECT CAST('x' AS INT)", "the text 'x' cannot be read as INT32"),
        ("SELECT count(*) FROM games WHERE sum(turns) > 3", "WHERE cannot ask for sums and averages; HAVING"),
        ("SELECT $secret", "parameters"),
        ("SELECT 1/'x' FROM games", ""),
    ],
)
def test_everything_else_is_refused_in_one_line(
    run: Run, text: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing, other files, extensions, settings and mistakes are refused, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    frame = pl.DataFrame({"mine": [1]})
    before = bytes_of(run.folder)
    with pytest.raises(BadInput) as refusal:
        query(run, text)
    message = str(refusal.value)
    assert message.startswith("sql: ")
    assert complaint in message
    assert "\n" not in message
    assert " Error: " not in message
    assert bytes_of(run.folder) == before
    assert not list(tmp_path.iterdir())
    assert frame.height == 1


@pytest.mark.usefixtures("same_process")
def test_the_run_itself_cannot_be_overwritten(run: Run) -> None:
    """Not even a file that may be read can be written, however the statement is wrapped."""
    file = next((run.folder / "games").iterdir())
    before = bytes_of(run.folder)
    for text in (
        f"COPY (SELECT 1) TO '{file}'",
        f"WITH x AS (COPY (SELECT 1) TO '{file}') SELECT 1",
        f"WITH y AS (WITH x AS (COPY (SELECT 1) TO '{file}') SELECT 1) SELECT * FROM y",
        f"SELECT (WITH x AS (COPY (SELECT 1) TO '{file}') SELECT 1)",
        f"DESCRIBE (WITH x AS (COPY (SELECT 1) TO '{file}') SELECT 1)",
        f"SELECT * FROM query('WITH x AS (COPY (SELECT 1) TO ''{file}'') SELECT 1')",
    ):
        with pytest.raises(BadInput):
            query(run, text)
    assert bytes_of(run.folder) == before


@pytest.mark.usefixtures("same_process")
def test_the_number_of_rows_is_limited(run: Run) -> None:
    """More rows than allowed are an error, never a silent cut."""
    assert query(run, "SELECT * FROM games", limit=8).height == 8
    with pytest.raises(BadInput, match="more than 7 rows"):
        query(run, "SELECT * FROM games", limit=7)
    with pytest.raises(BadInput, match="more than 10,000 rows"):
        query(run, "SELECT * FROM range(1000000000000)")


@pytest.mark.usefixtures("same_process")
def test_columns_of_one_name_are_told_apart(run: Run) -> None:
    """Two columns of the same name do not break the answer."""
    assert query(run, "SELECT 1 AS a, 2 AS a").rows() == [(1, 2)]


@pytest.mark.usefixtures("same_process")
def test_without_logged_turns_the_refusal_says_so(tmp_path: Path) -> None:
    """Asking for moves of a run without any explains why there are none."""
    run = write_run(tmp_path / "silent", four_deals())
    assert query(run, "SELECT count(*) AS n FROM games")["n"].item() == 8
    with pytest.raises(BadInput, match="this run logged no moves"):
        query(run, "SELECT * FROM moves")


@pytest.mark.usefixtures("same_process")
@pytest.mark.parametrize("name", ["it's", "a[b]c", "star*", "what?", 'say "hi"', "semi;colon", "ünï cödé"])
def test_any_folder_name_works(tmp_path: Path, name: str) -> None:
    """Quotes, patterns and semicolons in the name of a run mean nothing to SQL; its neighbours stay hidden."""
    write_run(tmp_path / "abc", four_deals() * 2)
    run = write_run(tmp_path / name, four_deals())
    assert query(run, "SELECT count(*) AS n FROM games")["n"].item() == 8


@pytest.mark.usefixtures("same_process")
def test_hostile_strategy_names_are_only_text(tmp_path: Path) -> None:
    """A name with quotes, a semicolon and a tag is a value like any other."""
    name = "x'); DROP VIEW games; --<script>alert(1)</script>"
    run = write_run(tmp_path / "hostile", four_deals(), matchups=[(name, name)])
    frame = query(run, "SELECT DISTINCT first FROM games")
    assert frame["first"].to_list() == [name]
