"""One shard of a stored run, every row of it: games in order, each where the plan has it, turns that belong to them."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dhstats.games.bundle import GameBundle
from dhstats.players.match import records
from dhstats.simulate.plans.experiment import log_every
from dhstats.simulate.tables.rows import games_schema, moves_schema, planned_columns, players
from dhstats.storage import Manifest, Shard
from dhstats.storage.manifest import Written
from dhstats.storage.soundness import Unsound, checked_table, codes, numbers
from dhstats.storage.tables import Schema

Array = np.ndarray[Any, Any]
FEW = 100  # games that may all end alike by chance


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


def check_shard(bundle: GameBundle, manifest: Manifest, folder: Path, shard: Shard) -> ShardTables:
    """Reads both tables of a shard and checks every row against the plan and against each other."""
    nothing = pa.table({})
    games, problems = _checked(folder, shard.games, games_schema(bundle, manifest))
    problems += [f"{shard.games.path(folder)}: {problem}" for problem in _plan_problems(manifest, shard, games)]
    if shard.moves is None:
        return ShardTables(shard, tuple(problems), games, nothing)
    moves, unsound = _checked(folder, shard.moves, moves_schema(bundle))
    if not problems and not unsound:
        problems += [f"{shard.moves.path(folder)}: {problem}" for problem in _log_problems(manifest, games, moves)]
    return ShardTables(shard, (*problems, *unsound), games, moves)


def _checked(folder: Path, file: Written, schema: Schema) -> tuple[pa.Table, list[str]]:
    """The table in a file, or an empty one and why it cannot be trusted."""
    try:
        return checked_table(folder, file, schema), []
    except Unsound as reason:
        return pa.table({}), [f"{file.path(folder)}: {reason}"]


def as_records(bundle: GameBundle, table: pa.Table, kind: np.dtype[Any], names: Iterable[str]) -> Array:
    """Rows of a table as the engine's records, words as codes."""
    rows: Array = records(kind, table.num_rows)
    for name in names:
        rows[name] = codes(table, name, bundle.words[name]) if name in bundle.words else numbers(table, name)
    return rows


def results_hash(bundle: GameBundle, tables: ShardTables) -> str:
    """A hash of how all games of a shard ended, whatever their numbers; nothing for a few, which may end alike."""
    if tables.games.num_rows < FEW:
        return ""
    rows = as_records(bundle, tables.games, bundle.game.result, bundle.result_types())
    return hashlib.sha256(rows.tobytes()).hexdigest()


def _plan_problems(manifest: Manifest, shard: Shard, games: pa.Table) -> Iterator[str]:
    """Columns that follow from the plan and hold something else; the first row of each."""
    names = players(manifest)
    if not games.num_columns:
        return
    for name, right in planned_columns(manifest, shard.first_deal, shard.deals).items():
        found = codes(games, name, names) if name in manifest.seats else numbers(games, name)
        wrong = np.flatnonzero(found != right)
        if len(wrong):
            row = int(wrong[0])
            words = names if name in manifest.seats else ()
            stored, planned = (word(words, values[row]) for values in (found, right))
            yield f"row {row}: {name} is {stored}, should be {planned} ({len(wrong):,} rows differ)"


def word(words: tuple[str, ...], value: Any) -> str:
    """A code as its word; numbers as they are."""
    if not words:
        return str(value)
    return words[value] if value >= 0 else "empty"


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
