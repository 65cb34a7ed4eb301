"""Tables guessed for tries: evenly, or by what is inferred of the hidden hand.

Where players infer what an opponent holds, guesses are drawn by it: of a few equally likely tables one is taken, by how
likely the inferred chances make its hand.

Source: Rubin, "The calculation of posterior distributions by data augmentation: comment" (1987), for drawing one of
several by weight.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import unbound
from dhstats.engine.stream import below

PROPOSALS = 6  # equally likely tables of which one is taken
LOT = 1 << 30  # a lot is a whole number below this

guess = priors = truth = unbound
CLASSES = 1


def note_nothing(view: Any, mind: Any, searching: Any) -> None:
    """Where nothing is inferred, every table is as likely as any other."""


def note_inferred(view: Any, mind: Any, searching: Any) -> None:
    """For each class of things how much likelier than by the prior it is that an opponent holds it, and does not.

    `mind` has considered the view; the odds have two rows, not held and held.
    """
    odds = searching.odds
    priors(view, odds[0])
    for one in range(CLASSES):
        prior, chance_now = odds[0, one], mind.chances[one]
        certain = prior <= 0 or prior >= 1
        odds[1, one] = np.float32(1.0) if certain else chance_now / prior
        odds[0, one] = np.float32(1.0) if certain else (np.float32(1.0) - chance_now) / (np.float32(1.0) - prior)


def guess_evenly(view: Any, searching: Any) -> None:
    """Lays out a table that agrees with all that a player knows; all are equally likely."""
    guess(view, searching.tables[0], searching.mind.noise)


def guess_by_inference(view: Any, searching: Any) -> None:
    """Lays out a few equally likely tables and takes one, by how likely what its opponent holds is inferred to be."""
    tables, odds, present, noise = searching.tables, searching.odds, searching.present, searching.mind.noise
    total = 0.0
    for _ in range(PROPOSALS):
        guess(view, tables[2], noise)
        truth(tables[2], view.seat, present)
        weight = 1.0
        for one in range(CLASSES):
            weight *= float(odds[int(present[one]), one])
        total += weight
        if below(noise, LOT) * total < weight * LOT:
            tables[0] = tables[2]
