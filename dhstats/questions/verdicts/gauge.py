"""How far a run with a goal is: what it says so far, and about how many deals are still to come."""

import math
from dataclasses import dataclass

from dhstats.questions.shared import words
from dhstats.stats.sequential.stopping import Remaining


@dataclass(frozen=True, slots=True)
class Gauge:
    """How far a run with a goal is: deals so far, the running estimate with its sequence, and what is still to come."""

    deals: int
    most: int
    games: int
    seconds: float
    mean: float
    half_width: float
    ahead: Remaining

    @property
    def text(self) -> str:
        """The gauge in one line."""
        shown = f"{100 * self.mean:.2f} ± {100 * self.half_width:.2f} %"
        return f"{self.games / max(self.seconds, 1e-9):,.0f} games/s · {shown} · {expected_text(self.ahead)}"

    @property
    def expected(self) -> int:
        """The deals at which the end is expected, at most the limit."""
        return int(min(self.most, self.deals + self.ahead.blocks))


def expected_text(ahead: Remaining) -> str:
    """How many more deals, and between which numbers."""
    if ahead.blocks == 0.0:
        return "settled"
    low, high = (_rounded(value) for value in (ahead.low, ahead.high))
    if math.isinf(ahead.blocks):
        return f"no end in sight (at the least {low} more deals)"
    return f"about {_rounded(ahead.blocks)} more deals ({low} to {high})"


def _rounded(value: float) -> str:
    if math.isinf(value) or value > 1e11:
        return "no end"
    step = 10 ** max(0, math.floor(math.log10(max(value, 1.0))) - 1)
    return words.count(int(round(value / step) * step))
