"""What the whole number of a deal says: steps of a quantity, or two sums in one number.

Of a game of points between two players the part of luck is r = 1 − μ²/s, where μ is the mean of a player's final lead
and s the mean of its square: what of the lead does not follow from who plays. A deal tells both by two sums over its
games, that of leads and that of their squares, and keeps them in one whole number: squares · 2²⁰ + leads. Leads may lie
below zero; they are the remainder that lies nearest to zero.
"""

from typing import Any

import numpy as np

from dhstats.questions.goals.quantity import Quantity
from dhstats.stats.estimates.influence import values_of_luck

Array = np.ndarray[Any, Any]
BASE = 1 << 20  # twice as much as the leads of a deal come to at most


def packed(leads: Array, squares: Array) -> Array:
    """Both sums of every deal in one number; ValueError for leads that have no room beside squares."""
    if len(leads) and int(np.abs(leads).max()) >= BASE // 2:
        raise ValueError(f"the leads of a deal come to {BASE // 2:,} or more")
    return np.asarray(squares, np.int64) * BASE + np.asarray(leads, np.int64)


def unpacked(numbers: Array) -> tuple[Array, Array]:
    """The leads and their squares, of numbers in which both are."""
    squares = (numbers + BASE // 2) // BASE
    return numbers - squares * BASE, squares


def in_units(quantity: Quantity, numbers: Array, steps: int, counts: Array | None = None) -> Array:
    """Values of deals in the unit of a quantity, whose mean over deals is the quantity.

    `numbers` are what deals say, of which so many `steps` make one of the unit; each stands for so many deals where
    `counts` are given.
    """
    if quantity.reads == "numbers":
        return np.asarray(numbers, np.float64) / steps
    leads, squares = unpacked(np.asarray(numbers, np.int64))
    deals = np.ones(len(leads)) if counts is None else counts
    return values_of_luck(leads / steps, squares / steps, deals)
