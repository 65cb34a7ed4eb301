"""The shape of one game: who led, how often that changed, and how late it was settled."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class PathMetrics:
    """The drama of one game, from its margin after every turn and seen by its winner.

    Units: `behind_share` is a share of the turns before the last; both dramas and the deficit are in points
    (the first under a square root); turns count from 1, and `permanent_lead_turn` is the last turn without a
    lead.
    """

    turns: int
    lead_changes: int
    behind_share: float
    drama_sqrt: float
    drama_mean: float
    max_deficit: int
    permanent_lead_turn: int

    @property
    def lead_change_rate(self) -> float:
        """Lead changes per turn at which one was possible."""
        return self.lead_changes / max(1, self.turns - 1)

    @property
    def permanent_lead_share(self) -> float:
        """How late the lead became permanent, as a share of the game's length."""
        return self.permanent_lead_turn / self.turns


def path_metrics(margins: Sequence[int], winner: int | None = None) -> PathMetrics:
    """How one game went, from player 0's margin after every turn.

    `winner` is 1 if player 0 won and -1 if player 1 did; without it, whoever leads at the end. Give it where
    a bonus or a tie-break decides that the margins do not include.
    Errors: ValueError for a game without turns, and for a drawn game, which has no winner to look from.
    Source: Browne & Maire 2010, IEEE Trans. CIAIG 2, and Ludii's drama, as STATS §5.2 defines them.
    """
    if len(margins) == 0:
        raise ValueError("a game needs at least one turn, got no margins")
    sign = _sign(margins[-1]) if winner is None else winner
    if sign not in (-1, 1):
        raise ValueError(f"winner must be 1 or -1, got {sign}: leave drawn games out")
    leads = [sign * int(margin) for margin in margins]
    deficits = [-lead for lead in leads if lead < 0]
    behind = [-lead for lead in leads[:-1] if lead < 0]
    return PathMetrics(
        turns=len(leads),
        lead_changes=_lead_changes(leads),
        behind_share=len(behind) / max(1, len(leads) - 1),
        drama_sqrt=math.fsum(map(math.sqrt, behind)) / max(1, len(behind)),
        drama_mean=sum(deficits) / len(leads),
        max_deficit=max(deficits, default=0),
        permanent_lead_turn=max((turn for turn, lead in enumerate(leads, start=1) if lead <= 0), default=0),
    )


def _lead_changes(leads: Sequence[int]) -> int:
    signs = [_sign(lead) for lead in leads if lead != 0]
    return sum(before != after for before, after in pairwise(signs))


def _sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)
