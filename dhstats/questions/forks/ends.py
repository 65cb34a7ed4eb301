"""How continuations ended for one of the players: their share of the win, and by how much they were ahead."""

from typing import Any

import numpy as np

from dhstats.players.forks import Forked
from dhstats.storage.manifest import SEATS

Array = np.ndarray[Any, Any]


def ends(forked: Forked) -> tuple[Array, Array]:
    """Win scores and final leads of the player to move at the fork; both of shape (forks, arms, replicates)."""
    return ends_of(forked.results, np.asarray(forked.forks["seat"])[:, None, None])


def ends_of(results: Any, seat: Array | int) -> tuple[Array, Array]:
    """Win scores and final leads over the best of the others, seen from a seat, of results of any shape.

    A win that is shared counts as much as there are sharers.
    """
    totals = np.stack([np.asarray(results[f"score_{name}"], np.int64) for name in SEATS if _plays(results, name)])
    winner, at = np.asarray(results["winner"]).astype(np.int64), np.broadcast_to(seat, totals.shape[1:])
    own = np.take_along_axis(totals, at[None], axis=0)[0]
    others = np.where(np.arange(len(totals)).reshape(-1, *[1] * at.ndim) == at, np.iinfo(np.int64).min, totals)
    best = totals.max(axis=0)
    shared = np.where(own == best, 1.0 / (totals == best).sum(axis=0), 0.0) if len(totals) > 2 else 0.5
    return np.where(winner == at, 1.0, np.where(winner < 0, shared, 0.0)), own - others.max(axis=0)


def _plays(results: Any, name: str) -> bool:
    """Whether somebody sits at a seat: the first game tells for all of them."""
    column = f"score_{name}"
    if column not in results.dtype.names:
        return False
    if "players" not in results.dtype.names or not results.size:
        return True
    return SEATS.index(name) < int(results["players"].flat[0])
