"""Matches that one player nearly always wins however a fork goes on: they show not what a thing is worth in wins."""

from collections.abc import Mapping, Sequence

import numpy as np

from dhstats.players.forks import UNIFORM, Forked
from dhstats.questions.verdicts.lopsided import CLEAR, Lopsided
from dhstats.simulate.positions.ends import ends

CLAIM = ("wins", "whoever has it", "having it")


def lopsided_forks(names: Sequence[str], found: Mapping[str, Forked]) -> Lopsided | None:
    """Who wins nearly always in every arm, against whom, and with what share of the wins where they win least.

    At turns drawn by lot, or at the first moment asked for where these were not; `names` are the players of a match of
    two in the order of its plan, the second of whom begins the second game of a deal. None for a mirror, a larger table
    and forks that never came.
    """
    forked = found.get(UNIFORM) or next(iter(found.values()))
    if len(names) != 2 or not len(forked.forks) or forked.forks["seat"].max() > 1:
        return None
    score, _ = ends(forked)
    moves = np.asarray(forked.forks["seat"] == forked.forks["member"])[:, None, None]
    by_arm = np.where(moves, score, 1.0 - score).mean(axis=(0, 2))
    least = {(names[0], names[1]): by_arm.min(), (names[1], names[0]): 1.0 - by_arm.max()}
    (stronger, other), share = max(least.items(), key=lambda each: each[1])
    return Lopsided(stronger, (other,), float(share), CLAIM) if share > CLEAR else None
