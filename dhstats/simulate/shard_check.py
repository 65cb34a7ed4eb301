"""One shard of a stored run, every row of it: games in order, each where the plan has it, turns that belong to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dhstats.games.title import Title
from dhstats.simulate.experiment import log_every
from dhstats.simulate.rows import PLANNED
from dhstats.simulate.shards import games_schema, moves_schema, players
from dhstats.storage import Manifest, Shard
from dhstats.storage.layout import table_file
from dhstats.storage.soundness import Unsound, checked_table, codes, numbers

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class ShardTables:
    """The tables of a shard and what is wrong with them; a table that cannot be trusted is empty."""

    shard: Shard
    problems: tuple[str, ...]
    games: pa.Table
    moves: pa.Table

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def check_shard(title: Title, manifest: Manifest, folder: Path, shard: Shard) -> ShardTables:
    """Reads both tables of a shard and checks every row against the plan and against each other."""
    problems: list[str] = []
    games_file, moves_file = (table_file(folder, table, shard.name) for table in ("games", "moves"))
    games = moves = pa.table({})
    try:
        games = checked_table(games_file, games_schema(title, players(manifest)), shard.games_rows, shard.games_sha256)
        problems += [f"{games_file}: {problem}" for problem in _plan_problems(manifest, shard, games)]
    except Unsound as reason:
        problems.append(f"{games_file}: {reason}")
    if not shard.moves_sha256:
        return ShardTables(shard, tuple(problems), games, moves)
    try:
        moves = checked_table(moves_file, moves_schema(title), shard.moves_rows, shard.moves_sha256)
        if not problems:
            problems += [f"{moves_file}: {problem}" for problem in _log_problems(manifest, games, moves)]
    except Unsound as reason:
        problems.append(f"{moves_file}: {reason}")
    return ShardTables(shard, tuple(problems), games, moves)


def _plan_problems(manifest: Manifest, shard: Shard, games: pa.Table) -> Iterator[str]:
    """Columns that follow from the plan and hold something else; the first row of each."""
    names = players(manifest)
    for name, right in _planned_columns(manifest, shard).items():
        found = codes(games, name, names) if name in ("first", "second") else numbers(games, name)
        wrong = np.flatnonzero(found != right)
        if len(wrong):
            row = int(wrong[0])
            told, true = (
                _name(names, value) if name in ("first", "second") else value for value in (found[row], right[row])
            )
            yield f"row {row}: {name} is {told}, should be {true} ({len(wrong):,} rows differ)"


def _name(names: tuple[str, ...], code: int) -> str:
    return names[code] if code >= 0 else "empty"


def _planned_columns(manifest: Manifest, shard: Shard) -> dict[str, Array]:
    """What the columns that the plan determines should hold."""
    names, arms = players(manifest), manifest.design.arms
    ids = np.arange(shard.first_deal * len(arms), (shard.first_deal + shard.deals) * len(arms), dtype=np.uint64)
    seats = [[names.index(arm.first) for arm in arms], [names.index(arm.second) for arm in arms]]
    swapped = [arm.swapped for arm in arms]
    by_arm = [np.tile(np.array(values), shard.deals) for values in (range(len(arms)), *seats, swapped)]
    arm, first, second, exchanged = by_arm
    return dict(zip(PLANNED, (ids, ids // np.uint64(len(arms)), arm, first, second, exchanged), strict=True))


def _log_problems(manifest: Manifest, games: pa.Table, moves: pa.Table) -> Iterator[str]:
    """Whether each logged game has as many turns as its row says, numbered from 0, in the order of games."""
    logged = numbers(games, "deal_id") % np.uint64(log_every(manifest.moves)) == 0
    turns = numbers(games, "turns")[logged].astype(np.int64)
    starts = np.cumsum(turns) - turns
    games_of_rows = np.repeat(numbers(games, "game_id")[logged], turns)
    places = np.arange(len(games_of_rows)) - np.repeat(starts, turns)
    found_games, found_turns = numbers(moves, "game_id"), numbers(moves, "turn")
    rows = min(len(games_of_rows), len(found_games))
    wrong = np.flatnonzero((found_games[:rows] != games_of_rows[:rows]) | (found_turns[:rows] != places[:rows]))
    if len(wrong):
        row = int(wrong[0])
        yield (
            f"row {row}: is turn {found_turns[row]} of game {found_games[row]}, should be turn {places[row]} of game "
            f"{games_of_rows[row]}: its rows are not those of the games table, in order"
        )
    elif len(found_games) != len(games_of_rows):
        yield f"has {len(found_games):,} turns, but the games table counts {len(games_of_rows):,}"
