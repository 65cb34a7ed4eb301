"""Every logged turn is checked, in games that no sample holds, under a manifest whose hashes were all made right."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from dhstats.simulate.checks.verify import verify
from tests.simulate.stored_runs import edit_manifest, play, problems, rewrite, setting, with_cell


def row_of(run: Path, game: int, turn: int) -> int:
    """Where a turn lies in the moves table of the first shard."""
    moves = pq.read_table(run / "moves" / "000000.parquet", columns=["game_id", "turn"])
    return int(pc.index(moves.column("game_id"), pa.scalar(game, pa.uint64())).as_py()) + turn


def test_all_logged_turns_of_every_design_are_followed(tmp_path: Path) -> None:
    """Several matchups in a block, and a few logged deals only."""
    pairs = (("greedy", "random"), ("random", "balanced"))
    plan = {"design": "quartet", "matchups": pairs, "strategies": ("greedy", "random", "balanced"), "games": 4000}
    for moves, share in (("all", 1), ("sample:7", 7)):
        found = verify(play(tmp_path / moves.replace(":", "-"), moves=moves, **plan).folder, sample=0)
        assert found.problems == ()
        assert found.turns_followed == found.turns > 4000 * 20 / share
    assert verify(play(tmp_path / "none", moves="none", **plan).folder, sample=0).turns_followed == 0


def test_rules_that_make_players_pass_are_followed(tmp_path: Path) -> None:
    """A turn without a move is a turn; a move in its place is forbidden."""
    one_card = ("hand.size=1", "great_dragon.hand_size=1", "seats.first.hand_size=1", "seats.second.hand_size=1")
    settings = (*one_card, "great_dragon.theft=always_one", "great_dragon.claim=any")
    run = play(tmp_path / "run", settings=settings).folder
    moves = pq.read_table(run / "moves" / "000000.parquet")
    row = moves.column("picture").to_pylist().index(None)
    assert verify(run, sample=0).problems == ()
    rewrite(run, "moves", 0, lambda table: with_cell(table, row, "picture", "dwarf"))
    assert f"turn {moves.column('turn')[row]}: picture is dwarf, but the logged moves give empty" in problems(
        run, sample=0
    )


FORGED: list[tuple[str, Any, str]] = [
    ("values", 1 << 54, "the rules forbid the move that is logged"),
    ("target", "ship", "the rules forbid the move that is logged"),
    ("picture", None, "the rules forbid the move that is logged"),
    ("cards", 5, "cards is 5, but the logged moves give "),
    ("seat", 0, "seat is 0, but the logged moves give 1"),
    ("taken_points", 77, "taken_points is 77, but the logged moves give "),
    ("legal_moves", 999, "legal_moves is 999, but the logged moves give "),
    ("deck_after", 99, "deck_after is 99, but the logged moves give "),
    ("score_second_after", -1, "score_second_after is -1, but the logged moves give "),
]


@pytest.mark.parametrize(("column", "value", "sentence"), FORGED)
def test_a_forged_cell_of_one_turn(run: Path, column: str, value: Any, sentence: str) -> None:
    """No game is sampled here; the turn is named."""
    row = row_of(run, 41, 7)
    rewrite(run, "moves", 0, lambda table: with_cell(table, row, column, value))
    assert problems(run, sample=0).startswith(f"game 41, turn 7: {sentence}")


@pytest.mark.parametrize(("column", "value"), [("winner", -1), ("score_first", 99), ("end_reason", "turn_limit")])
def test_a_forged_result(run: Path, column: str, value: Any) -> None:
    """Results follow from the moves."""
    rewrite(run, "games", 0, lambda table: with_cell(table, 33, column, value))
    assert problems(run, sample=0).startswith(f"game 33: {column} is {value}, but the logged moves give ")


def test_a_game_that_is_cut_or_goes_on(run: Path) -> None:
    """The last turn is the last, neither earlier nor later; turns and their number agree here."""
    games, moves = (pq.read_table(run / table / "000000.parquet") for table in ("games", "moves"))
    turns = games.column("turns")[10].as_py()
    row = row_of(run, 10, turns - 1)
    rewrite(run, "games", 0, lambda table: with_cell(table, 10, "turns", turns - 1))
    rewrite(run, "moves", 0, lambda table: pa.concat_tables([table.slice(0, row), table.slice(row + 1)]))
    assert problems(run, sample=0).startswith(f"game 10: is not over after the {turns - 1} turns that are logged")
    longer = pa.concat_tables(
        [moves.slice(0, row + 1), with_cell(moves.slice(row, 1), 0, "turn", turns), moves.slice(row + 1)]
    )
    rewrite(run, "games", 0, lambda _: with_cell(games, 10, "turns", turns + 1))
    rewrite(run, "moves", 0, lambda _: longer)
    said = problems(run, sample=0)
    assert said.startswith(f"game 10, turn {turns}: is logged, but the game is over after {turns} turns")


def test_another_seed_shows_without_a_sample(run: Path) -> None:
    """The cards of another seed were not played."""
    edit_manifest(run, setting("seed", to=4))
    said = problems(run, sample=0).splitlines()
    assert "the rules forbid the move that is logged" in said[0]
    assert said[-1] == "shard 000000: more problems of logged turns like these"


def test_a_shard_that_repeats_another_under_new_numbers(tmp_path: Path) -> None:
    """Deals that were counted twice are found whatever their rows are called, and although nobody plays them again."""
    run = play(tmp_path / "run", games=40_000, moves="none").folder
    first = pq.read_table(run / "games" / "000000.parquet")

    def again(table: pa.Table) -> pa.Table:
        kept = [table.column(name) for name in ("game_id", "deal_id")]
        return first.set_column(0, table.schema.field(0), kept[0]).set_column(1, table.schema.field(1), kept[1])

    rewrite(run, "games", 1, again)
    assert problems(run, sample=0) == "shard 000001: its games are those of shard 000000 again"


def test_a_description_that_is_not_the_strategys(run: Path) -> None:
    """What a report says of a player is what he says of himself."""
    edit_manifest(run, setting("strategies", 0, "idea", to="Always wins."))
    assert problems(run) == "manifest: strategy 'greedy': is not as its description says"
    assert replace(verify(run), problems=()).stands
