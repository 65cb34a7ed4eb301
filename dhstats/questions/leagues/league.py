"""A round robin as numbers: the score of whoever begins, for every ordered pair of strategies, deal by deal."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import LEVEL
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.leagues.payoffs import Payoffs, joint_intervals, upper_cells

Array = np.ndarray[Any, Any]
MOST_CELLS = 60_000_000  # scores held at once: deals times ordered pairs


@dataclass(frozen=True, slots=True)
class Pairing:
    """The score of one strategy against another over both seats; the intervals of all pairs are right at once."""

    one: str
    other: str
    score: float
    interval: Interval

    @property
    def turned(self) -> "Pairing":
        """The same from the side of the other."""
        return Pairing(self.other, self.one, 1.0 - self.score, self.interval.taken_from(1.0))


@dataclass(frozen=True)
class League:
    """Strategies that have all met each other and themselves on the same deals.

    `payoffs` has the score of the row, who begins; `games` of shape (k, k) how many games of a deal stand behind a
    cell. `margins` of shape (deals, k, k, replicates) is their lead in points in the game in which theirs is the first
    deck, as often as that game was played with other draws of the strategies; it is missing (no deals) where some pair
    has no such game.
    """

    names: tuple[str, ...]
    payoffs: Payoffs
    margins: Array
    games: Array

    def pairings(self) -> list[Pairing]:
        """Every pair of different strategies, each once."""
        cells, strength = upper_cells(len(self.names)), self.payoffs.strength
        intervals = joint_intervals(self.payoffs.strength_blocks, cells, LEVEL)
        each = zip(cells, intervals, strict=True)
        return [Pairing(self.names[i], self.names[j], float(strength[i, j]), found) for (i, j), found in each]


def names_of(counts: Counts) -> tuple[str, ...]:
    """The strategies of a run in the order in which they appear."""
    return tuple(dict.fromkeys(name for pair in counts.plan.matchups for name in pair))


def complete(counts: Counts) -> bool:
    """Whether at least three strategies have all met each other and themselves from both seats."""
    names = names_of(counts)
    met = {frozenset(pair) for pair in counts.plan.matchups}
    wanted = {frozenset((a, b)) for a in names for b in names}
    return len(names) > 2 and counts.plan.kind in ("seat", "league", "crossed") and met == wanted


def league(counts: Counts) -> League | None:
    """The round robin of a run; nothing where some pair has not met, or it is too large to hold at once."""
    if not complete(counts):
        return None
    names = names_of(counts)
    frame = counts.frame("league")
    deals = frame["deal_id"].n_unique()
    if frame.height > MOST_CELLS:
        return None
    at = {name: number for number, name in enumerate(names)}
    pairs = [(at[a], at[b]) for a, b in counts.plan.matchups]
    shape = (deals, len(names), len(names), frame["replicate"].n_unique())
    scores, games, margins, plain = (np.zeros(shape, np.float32) for _ in range(4))
    by = ("matchup", "a_first", "replicate")
    for (number, a_first, replicate), rows in frame.group_by(*by, maintain_order=True):
        a, b = pairs[int(str(number))]
        i, j = (a, b) if a_first else (b, a)
        columns = {"score": scores, "games": games, "plain_margin": margins, "plain_games": plain}
        for column, cells in columns.items():
            cells[:, i, j, int(str(replicate))] += rows[column].to_numpy()
    kept = margins / plain if plain.all() else margins[:0]
    together = games.sum(axis=3)
    return League(names, Payoffs(scores.sum(axis=3) / (2 * together)), kept, together[0].astype(np.int64))
