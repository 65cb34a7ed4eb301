"""Rows that lie under a manifest that agrees with them: order, plan, rules and engine find them."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dhstats.errors import DataProblem
from dhstats.simulate.tables import stored_turns
from dhstats.storage import open_run
from dhstats.storage.manifest import read_manifest
from tests.simulate.stored_runs import play, problems, rewrite, with_cell

Change = Callable[[pa.Table], pa.Table]


def cell(row: int, column: str, value: Any) -> Change:
    """Another value in one cell."""
    return lambda table: with_cell(table, row, column, value)


def taking(*rows: int) -> Change:
    """Other rows at the beginning of a table."""
    return lambda table: table.take([*rows, *range(len(rows), table.num_rows)])


ALONE: list[tuple[Change, str]] = [
    (lambda table: table.drop_columns(["figure"]), "does not have the columns of its table: figure"),
    *((cell(3, name, None), f"column {name} has empty cells") for name in ("swapped", "turns", "deal_id")),
]


@pytest.mark.parametrize(("change", "sentence"), ALONE)
def test_columns_that_are_not_there(run: Path, change: Change, sentence: str) -> None:
    """Columns are those of the table; numbers and flags are always there."""
    rewrite(run, "games", 0, change)
    assert problems(run) == f"games/000000.parquet: {sentence}"


REWRITTEN: list[tuple[str, Change, tuple[str, ...]]] = [
    (
        "moves",
        lambda table: table.select(table.schema.names[::-1]),
        ("does not have the columns of its table: their order differs",),
    ),
    (
        "games",
        lambda table: table.set_column(0, "game_id", table.column(0).cast(pa.int64())),
        ("column game_id is of type int64, should be uint64",),
    ),
    ("games", cell(3, "first", None), ("row 3: first is empty, should be random (1 rows differ)",)),
    (
        "games",
        taking(1, 0),
        (
            "row 0: game_id is 1, should be 0 (2 rows differ)",
            "row 0: first is random, should be greedy (2 rows differ)",
        ),
    ),
    ("games", taking(*range(10), 9), ("row 10: game_id is 9, should be 10 (1 rows differ)",)),
    ("games", lambda table: table.slice(1), ("manifest: shard 000000 has 59 games, should have 60",)),
    *(
        ("games", cell(40, column, value), (f"games/000000.parquet: row 40: {column} is {value}, should be ",))
        for column, value in (("deal_id", 9), ("arm", 1), ("second", "greedy"), ("swapped", True))
    ),
    (
        "moves",
        taking(1, 0),
        (
            "moves/000000.parquet: row 0: is turn 1 of game 0, should be turn 0 of game 0: "
            "its rows are not those of the games table, in order",
        ),
    ),
]


@pytest.mark.parametrize(("table", "change", "sentences"), REWRITTEN)
def test_rows_that_are_not_those_of_the_plan(run: Path, table: str, change: Change, sentences: tuple[str, ...]) -> None:
    """Types and order belong to the format; games and turns lie in order, each where its number has it."""
    rewrite(run, table, 0, change)
    said = problems(run)
    assert all(sentence in said for sentence in sentences)


def test_numbers_of_games_that_are_words(run: Path) -> None:
    """Whoever looks for a single game says what is wrong with the file, as verify does."""
    rewrite(run, "moves", 0, lambda table: table.set_column(0, "game_id", table.column(0).cast(pa.string())))
    with pytest.raises(
        DataProblem,
        match=r"moves/000000.parquet: cannot be read: it is not a Parquet file, or it was changed; `dhstats"
        " verify .*` shows more",
    ):
        stored_turns(open_run(run), 3, 3)
    assert "column game_id is of type string, should be uint64" in problems(run)


def test_an_unknown_word(run: Path) -> None:
    """Words are those of the game."""

    def rename(table: pa.Table) -> pa.Table:
        codes = table.column("picture").chunk(0).indices
        words = [*table.column("picture").chunk(0).dictionary.to_pylist()[:-1], "submarine"]
        return table.set_column(3, "picture", pa.DictionaryArray.from_arrays(codes, pa.array(words)))

    rewrite(run, "moves", 0, rename)
    assert (
        "moves/000000.parquet: column picture has the word 'submarine', should be one of treasure_chest,"
        in problems(run)
    )


def test_missing_turns(run: Path) -> None:
    """Each game has as many rows as its row says."""
    rows = read_manifest(run).shards[0].moves_rows
    rewrite(run, "moves", 0, lambda table: table.slice(0, rows - 1))
    assert problems(run) == f"moves/000000.parquet: has {rows - 1:,} turns, but the games table counts {rows:,}"


def test_turns_of_games_that_log_none(wide: Path) -> None:
    """With a sample of the deals only those have rows."""
    rewrite(wide, "moves", 1, lambda table: with_cell(table, 0, "game_id", 40_001))
    assert "moves/000001.parquet: row 0: is turn 0 of game 40001, should be turn 0 of game 16400" in problems(wide)


@pytest.fixture(scope="module")
def ten_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of which every game is judged."""
    return play(tmp_path_factory.mktemp("ten") / "run", games=10).folder


@pytest.fixture
def ten(ten_games: Path, tmp_path: Path) -> Path:
    """A copy of it to damage."""
    return Path(shutil.copytree(ten_games, tmp_path / "run"))


CELLS = [
    ("cards", 3), ("values", 1 << 30), ("target", "ship"), ("taken_cards", 9), ("taken_points", 9), ("legal_moves", 99),
    ("claimed_figure", True), ("hand_after", 2), ("deck_after", 2), ("score_first_after", 77), ("seat", 1),
    ("picture", None), ("score_second_after", 77),
]  # fmt: skip


@pytest.mark.parametrize(("column", "value"), CELLS)
def test_a_changed_cell_of_the_moves(ten: Path, column: str, value: Any) -> None:
    """The referee and the engine both name game, turn and column."""
    rewrite(ten, "moves", 0, lambda table: with_cell(table, 0, column, value))
    said = problems(ten)
    assert f"game 0, turn 0: {column} is {value}, should be " in said
    assert f"game 0, turn 0: {column} is {value}, but played again it is " in said


RESULTS = [
    ("points_first", 1), ("points_second", 1), ("score_first", 1), ("score_second", 1), ("decided_by", "figure"),
    ("ended_by", -1), ("end_reason", "turn_limit"), ("ship_stacks", 7), ("figure_changes", 77), ("lead_changes", 77),
    ("first_claim_turn", 99), ("lead_since", 99), ("winner", -1), ("figure", 5),
]  # fmt: skip


@pytest.mark.parametrize(("column", "value"), RESULTS)
def test_a_changed_cell_of_the_games(ten: Path, column: str, value: Any) -> None:
    """The same for results."""
    rewrite(ten, "games", 0, lambda table: with_cell(table, 8, column, value))
    said = problems(ten)
    assert f"game 8, games table: {column} is {value}, should be " in said
    assert f"game 8: {column} is {value}, but played again it is " in said


def test_another_legal_play_is_found_by_the_engine(run: Path) -> None:
    """What the rules allow but the strategy did not do shows when the game is played again."""
    moves = pq.read_table(run / "moves" / "000000.parquet")
    takes = {"sorceress": ("treasure_chest", "petrified_dragon"), "knight": ("sorceress", "troll")}
    rows = moves.to_pylist()
    row = next(i for i, row in enumerate(rows) if row["target"] and row["taken_cards"] == 0)
    other = next(place for place in takes[rows[row]["picture"]] if place != rows[row]["target"])
    rewrite(run, "moves", 0, lambda table: with_cell(table, row, "target", other))
    assert f"target is {other}, but played again it is {rows[row]['target']}" in problems(run, sample=60)
