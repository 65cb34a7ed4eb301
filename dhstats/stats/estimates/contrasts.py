"""Levels of keys as columns of a regression: independent of each other where every level is equally likely."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
FEW_LEVELS = 4  # up to which numbers have an effect of each level; of more a curve of as many bends less one is taken
BENDS = 2  # of numbers that enter into interactions: the slope and the first bend


@dataclass(frozen=True, slots=True)
class Factor:
    """A key with its levels; `numbers` are their values where they have an order, else nothing."""

    name: str
    size: int
    numbers: tuple[float, ...] = ()

    @property
    def columns(self) -> Array:
        """What a level adds to the columns of the key, (levels, columns); mean 0 and variance 1, uncorrelated."""
        degree = self.size - 1 if not self.numbers or self.size <= FEW_LEVELS else FEW_LEVELS - 1
        if self.numbers:
            spots = np.array(self.numbers, np.float64)
            raw = np.vander((spots - spots.mean()) / np.ptp(spots), degree + 1, increasing=True)
        else:
            raw = np.column_stack([np.ones(self.size), np.eye(self.size)[:, :-1]])
        basis, _ = np.linalg.qr(raw)
        return np.asarray(basis[:, 1:] * np.sqrt(self.size))

    @property
    def together(self) -> Array:
        """The columns that enter into interactions with other keys, (levels, columns)."""
        return self.columns[:, :BENDS] if self.numbers else self.columns


def main_columns(factors: Sequence[Factor], points: Array) -> tuple[Array, list[slice]]:
    """The columns of all keys at rows of levels (rule sets, keys), behind one of ones; and where each has its own."""
    found, places, at = [np.ones((len(points), 1))], list[slice](), 1
    for place, factor in enumerate(factors):
        found.append(factor.columns[points[:, place]])
        places.append(slice(at, at + found[-1].shape[1]))
        at = places[-1].stop
    return np.hstack(found), places


def pair_columns(factors: Sequence[Factor], points: Array) -> dict[tuple[int, int], Array]:
    """The columns of every two keys together at rows of levels: products of theirs, each (rule sets, columns)."""
    own = [factor.together[points[:, place]] for place, factor in enumerate(factors)]
    return {
        (one, other): (own[one][:, :, None] * own[other][:, None, :]).reshape(len(points), -1)
        for one, other in combinations(range(len(factors)), 2)
    }
