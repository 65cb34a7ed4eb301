"""Rows of a run's tables with words in place of codes: from the engine's records, or from the disk."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import numpy as np

from dhstats.games.bundle import GameBundle
from dhstats.quoting import quoted
from dhstats.simulate.tables.columns import planned_columns, players
from dhstats.storage import Manifest, Run
from dhstats.storage.layout import shard_name
from dhstats.storage.soundness import read_written

Array = np.ndarray[Any, Any]
Row = dict[str, Any]


def worded(bundle: GameBundle, record: Any) -> Row:
    """A record of the engine as the row that is stored of it."""
    row = dict(zip(record.dtype.names, record.item(), strict=True))
    for name in bundle.words.keys() & row.keys():
        row[name] = bundle.words[name][row[name]] if row[name] >= 0 else None
    return row | {name: bool(row[name]) for name in bundle.flags & row.keys()}


def planned(manifest: Manifest, game_id: int) -> Row:
    """The columns of a game that follow from the plan of the run."""
    deal, number = divmod(game_id, len(manifest.design.arms))
    row = {name: values[number].item() for name, values in planned_columns(manifest, deal, 1).items()}
    return row | {seat: players(manifest)[row[seat]] for seat in manifest.seats}


def seated(manifest: Manifest, row: Mapping[str, Any]) -> tuple[str, ...]:
    """The strategies of a game by seat."""
    return tuple(row[seat] for seat in manifest.seats)


def stored_games(run: Run, first: int, last: int) -> list[Row]:
    """The rows of the games table from one game to another, both included; they must be of one shard."""
    return _stored(run, "games", first, last)


def stored_turns(run: Run, first: int, last: int) -> dict[int, list[Row]]:
    """The logged turns of these games, by game."""
    rows = _stored(run, "moves", first, last)
    return {game: list(turns) for game, turns in groupby(rows, lambda row: row["game_id"])}


def _stored(run: Run, table: str, first: int, last: int) -> list[Row]:
    manifest = run.manifest
    name = shard_name(first // len(manifest.design.arms) // manifest.shard_deals)
    found = [file for file in manifest.files(table) if file.name == name]
    rows: list[Row] = read_written(run.folder, found[0], game_ids=(first, last)).to_pylist() if found else []
    return rows


def odd_cell(bundle: GameBundle, row: Row, types: Mapping[str, np.dtype[Any]]) -> str:
    """The first column of a stored row that is missing, or holds no such number, flag or word; "" if there is none."""
    for name, kind in types.items():
        if name not in row:
            return f"column {name} is missing"
        value = row[name]
        if name in bundle.words:
            fits = value is None or value in bundle.words[name]
        elif name in bundle.flags:
            fits = isinstance(value, bool)
        else:
            fits = type(value) is int and np.iinfo(kind).min <= value <= np.iinfo(kind).max
        if not fits:
            return f"column {name} holds {quoted(value)}"
    return ""


def differences(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """The columns in which two rows differ."""
    return [name for name in ours if ours[name] != theirs.get(name)]
