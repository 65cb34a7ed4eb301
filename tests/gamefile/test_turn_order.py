"""Where another seat begins a round than the one before, turns are numbered as they were played."""

from pathlib import Path

import polars as pl

from dhstats.queries.counts import counting
from dhstats.storage import open_run
from tests.gamefile.examples import FOLDER, command


def test_points_after_a_turn_are_those_of_the_turn_that_was_played(tmp_path: Path) -> None:
    """The race, recounted from the moves in their order; in the harbour the starting player moves on."""
    command("simulate", "--game", str(FOLDER / "harbour.py"), "--set", "players=3", "--strategies", "random", "--games", "60",
            "--seed", "3", "--out", str(tmp_path / "run"))  # fmt: skip
    moves = pl.read_parquet(tmp_path / "run/moves/*.parquet").sort("game_id", "turn")
    begun = pl.struct("own_turn", "mover").ne_missing(pl.struct("own_turn", "mover").shift(1))
    numbered = moves.with_columns(begun.cum_sum().over("game_id").alias("number"))
    last = numbered.group_by("game_id", "number").agg(
        pl.col("mover").last(), pl.col("own_turn").last(), pl.col("score_first_after").last().cast(pl.Int64)
    )
    in_rounds = last.with_columns((pl.col("own_turn").cast(pl.Int64) * 3 + pl.col("mover")).alias("round"))
    assert in_rounds.filter(pl.col("round") + 1 != pl.col("number")).height > 0  # the starter does move on
    points = last.group_by("number").agg(pl.col("score_first_after").sum(), pl.len()).sort("number")
    with counting(open_run(tmp_path / "run")) as counts:
        race = counts.frame("race").sort("turn")
    assert race["first"].to_list() == points["score_first_after"].to_list()
    assert race["games"].to_list() == points["len"].to_list()
