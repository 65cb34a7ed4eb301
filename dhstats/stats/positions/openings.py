"""What a card in the opening hand is worth: the shuffle is an experiment that costs nothing.

Both decks of a deal are shuffled, so who opens with more of a picture is chance. Opening counts add up to the size of
the hand, so a picture can only be compared with the average card of the deck.
Sources: Imbens, Rubin (2015), chapter 7, for regression of randomised experiments; MacKinnon, White (1985) for HC3.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dhstats.stats.estimates.regression import robust_regression
from dhstats.stats.intervals.blocks import Estimate

Array = np.ndarray[Any, Any]


def card_values(
    counts: Array, outcomes: Array | Sequence[float], copies: Mapping[str, int], level: float = 0.95
) -> dict[str, Estimate]:
    """The worth of one more of each picture in the opening hand instead of an average card of the deck.

    Outcomes on differences of counts, one row a deal; values by picture, in the unit of the outcome, with standard
    errors over deals. They average to 0 over the deck.

    `counts` (n, pictures) is the opening count of deck order 1 minus that of deck order 2, so rows add up to 0;
    `outcomes` (n,) is in favour of the owner of order 1, such as half the difference between a pair's two margins;
    `copies` is the composition of the deck, in the order of the columns. There is no constant: exchanging the decks
    changes the sign of both sides.
    Errors: ValueError for shapes that do not fit, rows that do not add up to 0, or pictures that never differ.
    """
    table, names = np.asarray(counts, np.float64), tuple(copies)
    if table.ndim != 2 or table.shape[1] != len(names) or len(names) < 2:
        raise ValueError(f"needs counts (deals, pictures) for {', '.join(names)}, got {table.shape}")
    if (table.sum(axis=1) != 0.0).any():
        raise ValueError("hands of one size differ by counts that add up to 0 in every row")
    columns = {name: table[:, i] for i, name in enumerate(names[:-1])}
    model = robust_regression(outcomes, columns)
    deck = sum(copies.values())
    average = {name: copies[name] / deck for name in columns}
    values = {}
    for name in names:
        parts = {other: float(other == name) - share for other, share in average.items()}
        values[name] = model.combination(parts, level)
    return values
