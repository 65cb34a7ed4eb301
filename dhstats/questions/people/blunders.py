"""What players miss: where the expert's best play was of a kind, how often they made no such play, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dhstats.players.positions.judging import Judged
from dhstats.questions.people.scale import TIE, unit_of
from dhstats.questions.people.standing import Array, mean_over
from dhstats.stats.intervals.blocks import Estimate

FEWEST = 10  # decisions in which the best play is of a kind, before anything is said of it
FEWEST_GAMES = 5
MOST = 40  # kinds that a table has


@dataclass(frozen=True, slots=True)
class Blunder:
    """A kind of play: in how many decisions it was best, how often none of it was made then, what that cost.

    `cost` is the mean loss over all decisions in which it was best, a share of a win; `part` is the part of all that
    they lose which is lost where a play of the kind was best and another kind was played; `instead` is what they played
    most often then.
    """

    kind: str
    decisions: int
    missed: Estimate
    cost: Estimate
    part: float
    instead: str


def blunders(judged: Judged, blocks: Array, kinds: Sequence[str], names: Mapping[str, str]) -> tuple[Blunder, ...]:
    """All kinds of plays that were best often enough, the dearest first. `names` are those kinds that have others."""
    losses, every, unit = judged.losses, float(judged.losses.sum()), unit_of(blocks)
    found = []
    for column, kind in enumerate(kinds):
        best = judged.best[:, column] == 1
        numbers, games = np.unique(blocks[judged.games[best]], return_inverse=True)
        if best.sum() < FEWEST or len(numbers) < FEWEST_GAMES:
            continue
        missed = (judged.chosen[:, column] == 0) & (losses > TIE)
        cost = mean_over(losses[best], games, len(numbers), unit)
        found.append(
            Blunder(
                _spoken(kind, names), int(best.sum()), mean_over(missed[best], games, len(numbers), unit), cost,
                float(losses[best & missed].sum()) / every if every > 0.0 else 0.0,
                _instead(judged.chosen[best & missed], kinds, names, column),
            )
        )  # fmt: skip
    return tuple(sorted(found, key=lambda each: -each.part))[:MOST]


def _instead(chosen: Array, kinds: Sequence[str], names: Mapping[str, str], column: int) -> str:
    """The kind of play that was made most often."""
    counts = chosen.sum(axis=0, dtype=np.int64)
    if not len(chosen) or counts.max() == 0:
        return ""
    counts[column] = 0
    return _spoken(kinds[int(counts.argmax())], names)


def _spoken(kind: str, names: Mapping[str, str]) -> str:
    return names.get(kind, kind.replace("_", " "))
