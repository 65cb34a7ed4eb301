"""Whatever is changed in a run folder is found and told; an unchanged one stands."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dhstats.errors import BadInput
from dhstats.simulate.verify import Verification, VerifyProgress, verify
from dhstats.storage.layout import MANIFEST, file_sha256
from dhstats.storage.manifest import read_manifest
from tests.simulate.stored_runs import edit_manifest, flip_byte, play, rewrite, with_cell

Edit = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one shard, every turn logged."""
    return play(tmp_path_factory.mktemp("original") / "run", games=60).folder


@pytest.fixture(scope="module")
def wide_original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three shards that logs few turns."""
    return play(tmp_path_factory.mktemp("wide") / "run", games=40_000, moves="sample:100").folder


@pytest.fixture
def run(original: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(original, tmp_path / "run"))


@pytest.fixture
def wide(wide_original: Path, tmp_path: Path) -> Path:
    """A copy of the run of three shards to damage."""
    return Path(shutil.copytree(wide_original, tmp_path / "run"))


def problems(folder: Path, sample: int = 20) -> str:
    """All problems of a folder, a line each, without the folder's own name."""
    return "\n".join(verify(folder, sample=sample).problems).replace(f"{folder}/", "")


# Runs that stand


def test_a_run_stands(original: Path) -> None:
    """Everything is counted; the whole sample was refereed and played again."""
    found = verify(original)
    assert found.stands
    assert found.left_out == ()
    rows = read_manifest(original).shards[0].moves_rows
    assert (found.shards, found.games, found.turns) == (1, 60, rows)
    assert (found.games_replayed, found.games_played_again) == (60, 60)
    assert found.rows_checked == rows
    assert (
        f"rows: 60 games in order, each where the design has it, and {rows:,} turns that belong to them" in found.checks
    )


def test_the_sample_is_spread_over_shards(wide_original: Path) -> None:
    """Whole blocks, of logged deals, in every shard; the workers change nothing."""
    found = verify(wide_original, sample=31)
    assert found.stands
    assert (found.shards, found.games_replayed) == (3, 32)
    assert verify(wide_original, sample=31, workers=1) == found


@pytest.mark.parametrize("design", ["seat", "strength", "quartet", "single"])
@pytest.mark.parametrize("moves", ["all", "none", "sample:3"])
def test_runs_of_every_design_stand(tmp_path: Path, design: str, moves: str) -> None:
    """Whether turns are kept or not, every game of a small run is judged."""
    names = ("greedy", "random", "balanced")
    matchups = (("greedy", "random"), ("random", "balanced"))
    plan = {"design": design, "strategies": names, "matchups": matchups, "games": 48}
    folder = play(tmp_path / "run", moves=moves, **plan).folder
    found = verify(folder, sample=1000)
    assert found.problems == ()
    assert found.games_played_again == found.games_replayed
    assert found.games_replayed == (found.games if moves != "sample:3" else found.games // 3)


def test_no_sample_looks_at_files_alone(original: Path) -> None:
    """Zero games are judged; fewer are refused."""
    found = verify(original, sample=0)
    assert found.stands
    assert (found.games, found.games_replayed, found.games_played_again) == (60, 0, 0)
    with pytest.raises(BadInput, match="--sample: must be at least 0, not -1"):
        verify(original, sample=-1)


def test_progress_is_told(wide_original: Path) -> None:
    """One call for each shard."""
    seen: list[VerifyProgress] = []
    verify(wide_original, sample=0, watch=seen.append)
    assert seen == [VerifyProgress(done, 3) for done in (1, 2, 3)]


def test_tweaked_rules_stand(tmp_path: Path) -> None:
    """The referee reads the run's own rules."""
    settings = ("great_dragon.theft=always_one", "spaces.dwarf.slots=3", "end.last_turn=false", "hand.size=4")
    assert verify(play(tmp_path / "run", rules="kosmos", settings=settings).folder).stands


# Strategies that are no longer there


def test_games_of_a_changed_strategy_are_refereed_alone(tmp_path: Path) -> None:
    """The log is judged by the rules; what cannot be played again is said, and is no problem of the run."""
    bot = tmp_path / "bots.py"
    bot.write_text('def bot(view, moves, count, randomness):\n    """Plays the first move."""\n    return 0\n')
    names = ("random", f"{bot}:bot")
    folder = play(tmp_path / "run", strategies=names, games=20).folder
    bare = play(tmp_path / "bare", strategies=names, games=20, moves="none").folder
    assert verify(folder).games_played_again == 20
    bot.write_text('def bot(view, moves, count, randomness):\n    """Plays the last move."""\n    return count - 1\n')
    found = verify(folder)
    assert found.stands
    assert (found.games_replayed, found.games_played_again) == (20, 0)
    assert found.left_out[0].startswith("games of 'bot' were not played again: strategy 'bot' (")
    assert (verify(bare).games_replayed, verify(bare).stands) == (0, True)


# Bytes


@pytest.mark.parametrize("table", ["games", "moves"])
@pytest.mark.parametrize("place", [0.0, 0.3, 0.7, 1.0])
def test_a_changed_byte_of_a_table(run: Path, table: str, place: float) -> None:
    """Header, middle or foot: the file is named, and nothing is read from it."""
    flip_byte(run / table / "000000.parquet", place)
    assert problems(run) == (
        f"{table}/000000.parquet: its bytes are not those that were written (SHA-256 differs from the manifest's)"
    )


def test_a_cut_file(run: Path) -> None:
    """Half a file is not the file that was written."""
    path = run / "moves" / "000000.parquet"
    path.write_bytes(path.read_bytes()[:1000])
    assert "its bytes are not those that were written" in problems(run)


def test_a_file_that_is_no_table(run: Path) -> None:
    """Even with the right hash it has to be Parquet."""
    path = run / "games" / "000000.parquet"
    path.write_bytes(b"PAR1 and nothing else PAR1")
    edit_manifest(run, lambda table: table["shards"][0].update(games_sha256=file_sha256(path)))
    assert problems(run).startswith("games/000000.parquet: cannot be read: ")


@pytest.mark.parametrize("place", [0.0, 1 / 3, 1.0])
def test_a_changed_byte_of_the_manifest(run: Path, place: float) -> None:
    """A manifest that cannot be read is one problem."""
    flip_byte(run / MANIFEST, place)
    assert "manifest" in problems(run)


def test_no_run_at_all(tmp_path: Path) -> None:
    """An empty folder is told as what it is."""
    assert "no run here (manifest.json is missing)" in problems(tmp_path)


# Files


@pytest.mark.parametrize("table", ["games", "moves"])
def test_a_missing_file(run: Path, table: str) -> None:
    """The file is named."""
    (run / table / "000000.parquet").unlink()
    assert problems(run) == f"{table}/000000.parquet: is missing"


def test_a_doubled_shard(wide: Path) -> None:
    """A copy under another number does not belong to the run."""
    shutil.copy(wide / "games" / "000001.parquet", wide / "games" / "000003.parquet")
    assert problems(wide) == "games/000003.parquet: does not belong to the run"


def test_exchanged_shards(wide: Path) -> None:
    """Two shards under each other's number are two problems."""
    for table in ("games", "moves"):
        first, second, third = (wide / table / name for name in ("000000.parquet", "000001.parquet", "other"))
        first.rename(third)
        second.rename(first)
        third.rename(second)
    assert problems(wide).count("its bytes are not those that were written") == 4


def test_files_that_do_not_belong(run: Path) -> None:
    """Left-overs and strangers are named, wherever they lie."""
    (run / "games" / "000000.parquet.part").write_bytes(b"")
    (run / "notes").mkdir()
    (run / "notes" / "mine.txt").write_text("x")
    assert problems(run).splitlines() == [
        "games/000000.parquet.part: does not belong to the run",
        "notes/mine.txt: does not belong to the run",
    ]


def test_an_unfinished_run(wide: Path) -> None:
    """Missing shards are counted, and what to do is said."""
    edit_manifest(wide, lambda table: table["shards"].pop())
    assert problems(wide).splitlines() == [
        "manifest: the run is incomplete (2 of 3 shards); go on with `dhstats simulate --resume`",
        "games/000002.parquet: does not belong to the run",
        "moves/000002.parquet: does not belong to the run",
    ]


# Manifest


def setting(*path: str | int, to: Any) -> Edit:
    """An edit that puts a value at a place of the manifest."""

    def edit(table: Any) -> None:
        for part in path[:-1]:
            table = table[part]
        table[path[-1]] = to

    return edit


EDITS: list[tuple[Edit, str]] = [
    (setting("rules", "hand", "size", to=6), "manifest: rules_hash is "),
    (setting("rules", "hand", "size", to="six"), "manifest: its rules are none: "),
    (setting("rules", "hands", to={}), "manifest: its rules are none: "),
    (setting("rules_hash", to="0" * 64), "manifest: rules_hash is 000"),
    (setting("seed", to="3"), "manifest: seed is '3', should be a whole number"),
    (setting("seed", to=-1), "manifest: seed is -1, should be from 0 to "),
    (setting("seed", to=True), "manifest: seed is True, should be a whole number"),
    (setting("games", to=62), "manifest: games is 62, but 30 deals of 2 games are planned"),
    (setting("games", to=10**30), "manifest: games is 1000"),
    (setting("game", to="dragonhearth"), "did you mean 'dragonheart'?"),
    (setting("moves", to="some"), "manifest: moves: moves must be all, none or sample:K"),
    (setting("moves", to="none"), "shard 000000 lists moves, but moves is none"),
    (setting("design", "kind", to="quartet"), "manifest: design has 2 arms, but quartet and the matchups make 4"),
    (setting("design", "kind", to="seats"), "manifest: design 'seats': not known; did you mean 'seat'?"),
    (setting("design", "deals", to=31), "manifest: games is 60, but 31 deals of 2 games are planned"),
    (setting("design", "arms", 1, "swapped", to=False), "manifest: arm 1 is Arm("),
    (
        setting("design", "arms", 0, "swapped", to="no"),
        "manifest: design.arms[0].swapped is 'no', should be true or false",
    ),
    (setting("strategies", 0, "name", to="greed"), "manifest: strategy 'greed' plays in no matchup"),
    (setting("strategies", 1, "name", to="greedy"), "manifest: two strategies have the same name"),
    (setting("strategies", 0, "weights", to={"points": "1"}), "manifest: strategies[0].weights is "),
    (setting("matchups", 0, to=["greedy", "greedy"]), "manifest: strategy 'random' plays in no matchup"),
    (setting("schema", to=2), "has schema 2, this version reads 1"),
    (
        setting("shards", 0, "name", to="../../x"),
        "manifest: shard ../../x has 30 deals from 0 on: no place in the plan",
    ),
    (setting("shards", 0, "first_deal", to=-8192), "manifest: shard 000000 has 30 deals from -8192 on: no place"),
    (setting("shards", 0, "deals", to=29), "manifest: shard 000000 has 29 deals from 0 on: no place in the plan"),
    (setting("shards", 0, "games_rows", to=59), "manifest: shard 000000 has 59 games, should have 60"),
    (setting("shards", 0, "moves_rows", to=1), "rows, should have 1"),
    (setting("shards", 0, "moves_sha256", to=""), "shard 000000 lists no moves, but moves is all"),
    (setting("shards", 0, "games_sha256", to="f" * 64), "games/000000.parquet: its bytes are not those"),
    (setting("shards", to=[]), "manifest: the run is incomplete (0 of 1 shards)"),
]


@pytest.mark.parametrize(("edit", "sentence"), EDITS, ids=[sentence[:50] for _, sentence in EDITS])
def test_an_edited_manifest(run: Path, edit: Edit, sentence: str) -> None:
    """Whatever determines the run is checked against something else; the sentence names it."""
    edit_manifest(run, edit)
    assert sentence in problems(run)


def test_a_shard_that_is_listed_twice(wide: Path) -> None:
    """Rows must not be counted double."""
    edit_manifest(wide, lambda table: table["shards"].append(table["shards"][0]))
    assert "manifest: shard 000000 is listed 2 times" in problems(wide)
    assert "manifest: shards are not listed in their order" in problems(wide)


@pytest.mark.parametrize(("name", "value"), [("seed", 4), ("game_version", 2)])
def test_another_seed_or_version(run: Path, name: str, value: int) -> None:
    """Another seed deals other cards; games of another version are judged by nobody, which is said."""
    edit_manifest(run, setting(name, to=value))
    found = verify(run, sample=20)
    if name == "seed":
        assert "should be a picture in hand" in "\n".join(found.problems)
    else:
        assert "no game was judged: the run was played by version 2 of dragonheart, this is version 1" in found.left_out


def test_exchanged_rules_with_their_hash(run: Path, tmp_path: Path) -> None:
    """Rules that agree with their hash but not with the games are found by the referee."""
    other = play(tmp_path / "other", settings=("end.ship_stacks=2",))
    edit_manifest(run, setting("rules", to=other.manifest.rules))
    edit_manifest(run, setting("rules_hash", to=other.manifest.rules_hash))
    assert "the game is over after" in problems(run)


def test_exchanged_weights(tmp_path: Path) -> None:
    """Weights that are not those of the strategy with that hash are told."""
    run = play(tmp_path / "run", strategies=("balanced", "random"), games=40).folder
    edit_manifest(run, setting("strategies", 0, "weights", "points", to=99.0))
    assert "manifest: strategy 'balanced': weights are not those that its hash stands for" in problems(run)


# Rows that lie, under a manifest that agrees


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


CELLS = [
    ("cards", 3), ("values", 1 << 30), ("target", "ship"), ("taken_cards", 9), ("taken_points", 9), ("legal_moves", 99),
    ("claimed_figure", True), ("hand_after", 2), ("deck_after", 2), ("score_first_after", 77), ("seat", 1),
    ("picture", None), ("score_second_after", 77),
]  # fmt: skip


@pytest.mark.parametrize(("column", "value"), CELLS)
def test_a_changed_cell_of_the_moves(run: Path, column: str, value: Any) -> None:
    """The referee and the engine both name game, turn and column."""
    rewrite(run, "moves", 0, lambda table: with_cell(table, 0, column, value))
    said = problems(run, sample=60)
    assert f"game 0, turn 0: {column} is {value}, should be " in said
    assert f"game 0, turn 0: {column} is {value}, but played again it is " in said


RESULTS = [
    ("points_first", 1), ("points_second", 1), ("score_first", 1), ("score_second", 1), ("decided_by", "figure"),
    ("ended_by", -1), ("end_reason", "turn_limit"), ("ship_stacks", 7), ("figure_changes", 77), ("lead_changes", 77),
    ("first_claim_turn", 99), ("lead_since", 99), ("winner", -1), ("figure", 5),
]  # fmt: skip


@pytest.mark.parametrize(("column", "value"), RESULTS)
def test_a_changed_cell_of_the_games(run: Path, column: str, value: Any) -> None:
    """The same for results."""
    rewrite(run, "games", 0, lambda table: with_cell(table, 8, column, value))
    said = problems(run, sample=60)
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


def test_many_problems_are_counted(run: Path) -> None:
    """A wholly wrong run is told in a page, not in thousands of lines."""
    edit_manifest(run, setting("seed", to=4))
    found = verify(run, sample=60)
    assert len(found.problems) < 30
    assert found.problems[-1].endswith("more problems in the sampled games")


def test_a_verification_is_a_value(original: Path) -> None:
    """Equal runs verify equally."""
    assert verify(original, sample=10) == verify(original, sample=10)
    assert isinstance(verify(original, sample=10), Verification)
