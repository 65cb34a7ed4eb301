"""How continuations ended for one of the players: their share of the win, and by how much they were ahead."""

from typing import Any

import numpy as np

from dhstats.players.forks import Forked
from dhstats.simulate.tables.wins import WIN, win_parts
from dhstats.storage.manifest import SEATS

Array = np.ndarray[Any, Any]


def ends(forked: Forked) -> tuple[Array, Array]:
    """Win scores and final leads of the player to move at the fork; both of shape (forks, arms, replicates)."""
    return ends_of(forked.results, np.asarray(forked.forks["seat"])[:, None, None])


def ends_of(results: Any, seat: Array | int) -> tuple[Array, Array]:
    """Win scores and final leads over the best of the others, seen from a seat, of results of any shape."""
    seats = _players(results)
    totals = np.stack([np.asarray(results[f"score_{name}"], np.int64) for name in SEATS[:seats]])
    at = np.broadcast_to(seat, totals.shape[1:])
    own, won = (np.take_along_axis(each, at[None], axis=0)[0] for each in (totals, win_parts(results, seats)))
    others = np.where(np.arange(seats).reshape(-1, *[1] * at.ndim) == at, np.iinfo(np.int64).min, totals)
    return won / WIN, own - others.max(axis=0)


def _players(results: Any) -> int:
    """How many sit at the table: the first game tells for all of them."""
    names = results.dtype.names
    if "players" in names and results.size:
        return int(results["players"].flat[0])
    return sum(f"score_{name}" in names for name in SEATS)
