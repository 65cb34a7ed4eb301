"""The columns of the games table: those that follow from the plan of a run, then those that the rules fill."""

from collections.abc import Mapping
from math import lcm
from typing import Any

import numpy as np

from dhstats.games.bundle import GameBundle
from dhstats.simulate.tables.wins import WIN, win_parts
from dhstats.storage import Manifest
from dhstats.storage.tables import Schema

Array = np.ndarray[Any, Any]


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
    return win_parts(games, len(manifest.seats)).T // (WIN // whole_win(manifest))


def whole_win(manifest: Manifest) -> int:
    """The units of a win, so many that all who may share it get a whole number: halves, sixths, twelfths."""
    return lcm(*range(1, len(manifest.seats) + 1))
