"""The tables of a run: their columns, and rows with words in place of codes, from the engine's records or the disk."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import lcm
from typing import Any

import numpy as np

from dhstats.games.bundle import GameBundle
from dhstats.quoting import quoted
from dhstats.simulate.tables.wins import win_parts
from dhstats.storage import Manifest, Run
from dhstats.storage.layout import shard_name
from dhstats.storage.run import parts_of_win
from dhstats.storage.soundness import read_written
from dhstats.storage.tables import Schema

Array = np.ndarray[Any, Any]
Row = dict[str, Any]


def players(manifest: Manifest) -> tuple[str, ...]:
    """The names of all strategies of a run, in the order of the dictionary of the games table."""
    return tuple(player.name for player in manifest.strategies)


def planned_types(manifest: Manifest) -> dict[str, np.dtype[Any]]:
    """The columns that follow from the plan; the layout is told where more than two play, else `swapped` says it."""
    types = {"game_id": "u8", "deal_id": "u8", "arm": "u1"} | dict.fromkeys(manifest.seats, "i1") | {"swapped": "u1"}
    more = {"layout": "u1"} if len(manifest.seats) > 2 else {}
    return {name: np.dtype(kind) for name, kind in (types | more).items()}


def planned_columns(manifest: Manifest, first_deal: int, deals: int) -> dict[str, Array]:
    """What these columns hold over a row of deals; strategies as their places among `players`."""
    arms, names = manifest.design.arms, players(manifest)
    ids = np.arange(first_deal * len(arms), (first_deal + deals) * len(arms), dtype=np.uint64)
    by_arm = {"arm": [arm.arm for arm in arms], "swapped": [arm.swapped for arm in arms]}
    by_arm |= {seat: [names.index(arm.names[at]) for arm in arms] for at, seat in enumerate(manifest.seats)}
    by_arm["layout"] = [arm.moved for arm in arms]
    columns = {"game_id": ids, "deal_id": ids // np.uint64(len(arms))}
    return columns | {
        name: np.tile(np.array(by_arm[name], kind), deals)
        for name, kind in planned_types(manifest).items()
        if name not in columns
    }


def games_schema(bundle: GameBundle, manifest: Manifest) -> Schema:
    """The columns of the games table."""
    types = planned_types(manifest) | bundle.result_types()
    return Schema(types, {**bundle.words, **dict.fromkeys(manifest.seats, players(manifest))}, bundle.flags)


def moves_schema(bundle: GameBundle) -> Schema:
    """The columns of the moves table."""
    types = {"game_id": np.dtype("u8")} | bundle.event_types()
    return Schema(types, bundle.words, bundle.flags, bundle.packed)


def win_shares(games: Mapping[str, Array], manifest: Manifest) -> Array:
    """What each seat has of the win of each game, shape (games, seats), in units of 1 / `whole_win`."""
    return win_parts(games, len(manifest.seats)).T // (parts_of_win(len(manifest.seats)) // whole_win(manifest))


def whole_win(manifest: Manifest) -> int:
    """The units of a win, so many that all who may share it get a whole number: halves, sixths, twelfths and so on."""
    return lcm(*range(1, len(manifest.seats) + 1))


def worded(bundle: GameBundle, record: Any) -> Row:
    """A record of the engine as the row that is stored of it."""
    row = dict(zip(record.dtype.names, record.item(), strict=True))
    for name in bundle.words.keys() & row.keys():
        row[name] = bundle.words[name][row[name]] if row[name] >= 0 else None
    return row | {name: bool(row[name]) for name in bundle.flags & row.keys()}


def recorded(bundle: GameBundle, rows: Sequence[Row]) -> Array:
    """Stored turns as the engine's records, words as codes: the other way round than `worded`."""
    told = np.zeros(len(rows), bundle.game.event)
    for name in told.dtype.names or ():
        words = bundle.words.get(name)
        for at, row in enumerate(rows):
            told[at][name] = row[name] if words is None else -1 if row[name] is None else words.index(row[name])
    return told


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
