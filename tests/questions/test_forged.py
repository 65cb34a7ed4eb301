"""Runs whose files have their hashes, but whose tables are those of no games: told as damage, wherever it shows."""

from pathlib import Path

import polars as pl
import pytest

from dhstats.errors import BadInput, DataProblem
from dhstats.questions.catalogue import answer_all, possible
from dhstats.storage import Run
from dhstats.storage.layout import table_file
from tests.queries.runs import four_deals, signed, two_deals_of_turns, write_run

FORGERIES = {
    "doubled rows": lambda games: pl.concat([games, games]),
    "a game twice": lambda games: games.with_columns(game_id=games["game_id"].replace(3, 2)),
    "another deal": lambda games: games.with_columns(deal_id=games["deal_id"] + 1),
    "no rows": lambda games: games.head(0),
    "half the rows": lambda games: games.head(4),
    "empty cells": lambda games: games.with_columns(winner=pl.lit(None, pl.Int8)),
    "words": lambda games: games.with_columns(turns=pl.lit("many")),
    "no column": lambda games: games.drop("lead_changes"),
}


def forged(folder: Path, kind: str) -> Run:
    """A run with another table of games, and its right hash."""
    run = write_run(folder, four_deals(), two_deals_of_turns())
    file = table_file(run.folder, "games", "000000")
    FORGERIES[kind](pl.read_parquet(file)).write_parquet(file)
    return signed(run)


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_table_is_told_as_damage(tmp_path: Path, kind: str) -> None:
    """Rows that are not the plan's games, empty cells and words: one line that names the run."""
    with pytest.raises(DataProblem, match="`dhstats verify") as refused:
        answer_all(forged(tmp_path / "run", kind))
    assert str(refused.value).isprintable()


def test_what_no_games_have_is_no_mistake_of_ours(tmp_path: Path) -> None:
    """Complaints of the statistics become one line about the run; a user's own mistake stays what it is."""
    run = write_run(tmp_path / "run", four_deals())
    with (
        pytest.raises(DataProblem, match=r"its tables have impossible values; `dhstats verify .*run` shows more$"),
        possible(run),
    ):
        raise ValueError("no 12 blocks have these\nsums")
    with pytest.raises(BadInput, match="mine"), possible(run):
        raise BadInput("mine")
    with pytest.raises(TypeError, match="ours"), possible(run):
        raise TypeError("ours")
