"""Rules of the final count alone: games that were played without knowing of them can be counted anew."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from dhstats.games.bundle import Rescoring
from dhstats.games.dragonwood.table import NOBODY, SEATS

Array = np.ndarray[Any, Any]

# Fields of the rule record that only the final count reads, and the fields by which a strategy might learn of each.
# Points that a seat is given lie before everybody with those of creatures.
FIELDS = {
    "bonus": frozenset({"bonus"}),
    "tied_bonus": frozenset({"tied_bonus"}),
    "opening_points": frozenset({"opening_points", "points"}),
}
COLUMNS = (*(f"{what}_{seat}" for what in ("points", "creatures") for seat in SEATS), "dragon_holder")


def rescore(base: Any, tweak: Any, games: Mapping[str, Array]) -> dict[str, Array]:
    """Games played under the base rules as the tweak counts them: final scores and winner, a row a game."""
    seats = SEATS[: int(base.players)]
    points, creatures = (
        np.stack([games[f"{what}_{seat}"] for seat in seats]).astype(np.int64) for what in ("points", "creatures")
    )
    given = (np.asarray(tweak.opening_points) - np.asarray(base.opening_points))[: len(seats), None]
    most = creatures == creatures.max(axis=0)
    bonus = np.where(most.sum(axis=0) > 1, int(tweak.tied_bonus), int(tweak.bonus))
    scores = points + given + most * bonus
    best = scores == scores.max(axis=0)
    holder = games["dragon_holder"].astype(np.int64)
    holds = (np.arange(len(seats))[:, None] == holder) & best
    winner = np.where(best.sum(axis=0) == 1, best.argmax(axis=0), np.where(holds.any(axis=0), holder, NOBODY))
    told = {"score_first": scores[0], "score_second": scores[1], "winner": winner}
    return told | (_shares(best, winner) if len(seats) > 2 else {})


def _shares(best: Array, winner: Array) -> dict[str, Array]:
    """What each seat has of the wins, in twelfths: the winner twelve, or those who are first alike share them."""
    alone = np.arange(len(best))[:, None] == winner
    shares = np.where(winner == NOBODY, best * (12 // best.sum(axis=0)), 12 * alone)
    return {f"share_{seat}": shares[number] for number, seat in enumerate(SEATS[: len(best)])}


RESCORING = Rescoring(FIELDS, COLUMNS, rescore)
