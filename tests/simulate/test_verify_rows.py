"""Rows that lie under a manifest that agrees with them: order, plan, rules and engine find them."""

import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dhstats.errors import DataProblem
from dhstats.simulate.tables.rows import stored_turns
from dhstats.storage import open_run
from dhstats.storage.manifest import read_manifest
from tests.simulate.stored_runs import play, problems, rewrite, with_cell


def test_a_missing_column(run: Path) -> None:
    """The columns are those of the table."""
    rewrite(run, "games", 0, lambda table: table.drop_columns(["figure"]))
    assert problems(run) == "games/000000.parquet: has other columns than its table should: figure"


def test_columns_in_another_order(run: Path) -> None:
    """Their order belongs to the format."""
    rewrite(run, "moves", 0, lambda table: table.select(table.schema.names[::-1]))
    assert "has other columns than its table should: their order differs" in problems(run)


def test_a_column_of_another_type(run: Path) -> None:
    """Types belong to the format."""
    rewrite(run, "games", 0, lambda table: table.set_column(0, "game_id", table.column(0).cast(pa.int64())))
    assert "column game_id is of type int64, should be uint64" in problems(run)


def test_numbers_of_games_that_are_words(run: Path) -> None:
    """Whoever looks for a single game says what is wrong with the file, as verify does."""
    rewrite(run, "moves", 0, lambda table: table.set_column(0, "game_id", table.column(0).cast(pa.string())))
    with pytest.raises(
        DataProblem,
        match=r"moves/000000.parquet: cannot be read: it is no Parquet file, or holds something else than was written; `dhstats verify .*` tells more",
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
        "moves/000000.parquet: column picture knows the word 'submarine', should be one of treasure_chest,"
        in problems(run)
    )


@pytest.mark.parametrize("column", ["swapped", "turns", "deal_id"])
def test_an_empty_cell(run: Path, column: str) -> None:
    """Numbers and flags are always there."""
    rewrite(run, "games", 0, lambda table: with_cell(table, 3, column, None))
    assert problems(run) == f"games/000000.parquet: column {column} has empty cells"


def test_a_missing_name(run: Path) -> None:
    """A word that is missing is not the one that the plan has."""
    rewrite(run, "games", 0, lambda table: with_cell(table, 3, "first", None))
    assert "row 3: first is empty, should be random (1 rows differ)" in problems(run)


def test_reordered_games(run: Path) -> None:
    """Games lie in the order of their numbers."""
    rewrite(run, "games", 0, lambda table: table.take([1, 0, *range(2, 60)]))
    said = problems(run)
    assert "games/000000.parquet: row 0: game_id is 1, should be 0 (2 rows differ)" in said
    assert "games/000000.parquet: row 0: first is random, should be greedy (2 rows differ)" in said


def test_a_missing_and_a_doubled_game(run: Path) -> None:
    """A gap shows even where the count is right."""
    rewrite(run, "games", 0, lambda table: table.take([*range(10), 9, *range(11, 60)]))
    assert "row 10: game_id is 9, should be 10 (1 rows differ)" in problems(run)


def test_a_missing_row(run: Path) -> None:
    """A table that is short of a row disagrees with the plan."""
    rewrite(run, "games", 0, lambda table: table.slice(1))
    said = problems(run)
    assert "manifest: shard 000000 has 59 games, should have 60" in said


@pytest.mark.parametrize(("column", "value"), [("deal_id", 9), ("arm", 1), ("second", "greedy"), ("swapped", True)])
def test_a_game_at_another_place_of_the_plan(run: Path, column: str, value: Any) -> None:
    """Deal, arm, seats and decks follow from the number of the game."""
    rewrite(run, "games", 0, lambda table: with_cell(table, 40, column, value))
    assert f"games/000000.parquet: row 40: {column} is {value}, should be " in problems(run)


def test_reordered_turns(run: Path) -> None:
    """Turns lie in the order of games and turns."""
    rewrite(run, "moves", 0, lambda table: table.take([1, 0, *range(2, table.num_rows)]))
    assert (
        "moves/000000.parquet: row 0: is turn 1 of game 0, should be turn 0 of game 0: "
        "its rows are not those of the games table, in order"
    ) in problems(run)


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
