"""How much of one side's advantage goes with a mark that either side may have, such as one turn more.

In a game the mark is 1 where the first side has it, −1 where the second has it, 0 where neither does. The line of least
squares of gain on mark runs through both means, so the mean gain is its slope times the mean mark, and the rest: what
the line says of games in which neither has it. Both parts add up to the mean gain exactly. Where only one side ever has
the mark, the rest is the mean gain of games without it. It is an association: whoever has the mark may have it because
they were winning. Sources: Oaxaca, "Male-female wage differentials" (1973), with the pooled slope of Neumark (1988);
Liang & Zeger 1986 for errors over deals.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dhstats.stats.estimates.clusters import Clustered
from dhstats.stats.intervals.intervals import Array

ROUNDING = 1e-9  # of sums over a block's games: what is smaller is none


@dataclass(frozen=True, slots=True)
class Marked:
    """Whole numbers over the games of blocks: gains, marks, squares of marks, and products of both, shapes (B,).

    `games` is how many games each block has, and `alike` says for how many deals each of them stands, (B,).
    """

    gains: Array
    marks: Array
    squares: Array
    products: Array
    games: int
    alike: Array

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return int(self.alike.sum())

    @property
    def telling(self) -> int:
        """How many deals have a game whose mark is not the usual one of −1, 0 and 1."""
        usual = ((self.marks == each * self.games) & (self.squares == each**2 * self.games) for each in (-1, 0, 1))
        return self.deals - max(int(self.alike[of].sum()) for of in usual)

    def share(self, side: int) -> float:
        """In what share of the games a side, 1 or −1, has the mark."""
        return (self.mean(self.squares) + side * self.mean(self.marks)) / 2.0

    def mean(self, sums: Array) -> float:
        """A mean over all games, from sums over blocks."""
        return int(sums @ self.alike) / (self.games * self.deals)


@dataclass(frozen=True, slots=True)
class Split:
    """The mean gain, what of it goes with the mark, what does not; and what the mark goes with for whoever has it.

    Of a part that was counted game by game there is no such slope.
    """

    whole: Clustered
    part: Clustered
    slope: float | None

    @property
    def rest(self) -> Clustered:
        """What does not go with the mark: with the part it makes the whole."""
        return self.whole - self.part


def split(found: Marked, scale: int = 1) -> Split | None:
    """The mean gain in units of 1/scale in two parts; None where the mark is the same in all games."""
    gain, mark = found.mean(found.gains), found.mean(found.marks)
    spread = found.mean(found.squares) - mark**2
    games = found.games
    if found.deals < 2 or not found.telling:
        return None
    slope = (found.mean(found.products) - mark * gain) / spread
    of_gain, of_mark = found.gains - games * gain, found.marks - games * mark
    # Sums over a block's games of (mark − mean)(gain − mean) and (mark − mean)²
    crossed = found.products - mark * found.gains - gain * of_mark
    squared = found.squares - mark * found.marks - mark * of_mark
    of_slope = (crossed - slope * squared) / spread
    of_part = mark * of_slope + slope * of_mark
    whole, part = _clustered(gain, of_gain, found, scale), _clustered(slope * mark, of_part, found, scale)
    return Split(whole, part, slope / scale)


def counted(found: Marked, scale: int = 1) -> Split | None:
    """The same where a game's mark is the part of its gain that is asked about; None where no game has any."""
    if found.deals < 2 or not found.squares.any():
        return None
    means = ((each, found.mean(each)) for each in (found.gains, found.marks))
    whole, part = (_clustered(mean, each - found.games * mean, found, scale) for each, mean in means)
    return Split(whole, part, None)


def _clustered(value: float, sums: Array, found: Marked, scale: int) -> Clustered:
    """A statistic of blocks that stand for several deals each: its squared pulls add up over deals."""
    pulls = np.where(np.abs(sums) < ROUNDING, 0.0, sums) * np.sqrt(found.alike) / (found.games * found.deals * scale)
    return Clustered(value / scale, np.arange(len(sums)), pulls, found.deals)
