"""Tables guessed for tries: evenly, or by what is inferred of the hidden hand and what its holder has played.

Where players infer what an opponent holds, guesses are drawn by it: of a few equally likely tables one is taken, by how
likely the inferred chances make its hand. A guess says what the opponent held, and a view remembers their last turns.
So each guess is asked how likely somebody who plays by the network would have been to play these turns from such a
hand: if they passed over a far better move, it is hardly true. Inference and weights rest on the same turns, so only
the square root of the inferred odds is used: a compromise that predicts hands better than either alone, also those of
players who play otherwise than the network (docs/players.md).

Sources: Rubin, "The calculation of posterior distributions by data augmentation: comment" (1987), for drawing one of
several by weight; Gordon, Salmond, Smith, "Novel approach to nonlinear/non-Gaussian Bayesian state estimation" (1993),
for weighing guesses by what was seen; Richards, Amir, "Opponent modeling in Scrabble" (2007), for hands weighed so.
"""

from typing import Any, NamedTuple

import numpy as np

from dhstats.engine.compiled import unbound
from dhstats.engine.stream import below

PROPOSALS = 6  # equally likely tables of which one is taken
LOT = 1 << 30  # a lot is a whole number below this
SLACK = 0.03  # how much less of a win a move may seem to bring before it is taken for unlikely
DOUBT = 0.1  # the share of moves that are taken to be any
OF_MEASUREMENTS = {"SLACK": 0.02}  # where strength is measured, mostly of players who move as the network would
STRIDE = 663_608_941  # of a lot, by the golden ratio: so places lie evenly however many are taken


class Recalled(NamedTuple):
    """Guesses of one decision: where the draws of each begin (one more to spare), and the sum of weights up to it.

    `options` and `worths` are room for the moves of past turns; `place` is where the last guess was taken.
    """

    draws: Any
    sums: Any
    place: Any
    options: Any
    worths: Any


guess = priors = truth = legal = consider = appraise = as_chance = recall = was_played = rearrange = unbound
CLASSES = 1
TURNS = 0


def note_nothing(view: Any, mind: Any, searching: Any) -> None:
    """Where nothing is inferred, every table is as likely as any other."""


def note_inferred(view: Any, mind: Any, searching: Any) -> None:
    """For each class of things how much likelier than by the prior it is that an opponent holds it, and does not."""
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


def chance_of_turn(view: Any, turn: Any, mind: Any, recalled: Any) -> float:
    """How likely somebody who plays by the network is to play a turn from a view."""
    moves, worths = recalled.options[0].moves, recalled.worths
    count = legal(view, moves)
    if count == 0:
        return 1.0
    consider(view, mind)
    best, chosen = -1.0, -1
    for k in range(count):
        worths[k] = float(as_chance(appraise(view, moves[k], mind)))
        best = max(best, worths[k])
        chosen = k if was_played(view, moves[k], turn) else chosen
    total = 0.0
    for k in range(count):
        behind = (best - worths[k]) / SLACK
        worths[k] = 1.0 / ((1.0 + behind * behind) * (1.0 + behind * behind))
        total += worths[k]
    share = worths[chosen] / total if chosen >= 0 else 0.0
    return float((1.0 - DOUBT) * share + DOUBT / count)


def weigh(view: Any, searching: Any) -> float:
    """How likely the opponent's last turns are if the table that is laid out is the true one."""
    table = searching.tables[1]
    searching.tables[1] = searching.tables[0]
    weight = 1.0
    for back in range(TURNS):
        if not recall(view, back, table, searching.mind.noise):
            break
        turn = view.recent[table.seen.seat, back]
        weight *= chance_of_turn(table.seen, turn, searching.mind, searching.recalled)
    return weight


def note_recalled(view: Any, mind: Any, searching: Any) -> None:
    """Guesses and weighs tables; `mind` has considered the view, and has again in the end."""
    note_inferred(view, mind, searching)
    odds, recalled = searching.odds, searching.recalled
    for one in range(CLASSES):
        odds[0, one], odds[1, one] = np.sqrt(odds[0, one]), np.sqrt(odds[1, one])
    total = 0.0
    for k in range(len(recalled.sums)):
        recalled.draws[k] = mind.noise
        guess_by_inference(view, searching)
        total += weigh(view, searching)
        recalled.sums[k] = total
    recalled.place[0] = below(mind.noise, LOT)
    consider(view, mind)


def guess_recalled(view: Any, searching: Any) -> None:
    """Takes one of the weighed tables by weight, and lays out anew what nobody can know there."""
    draws, sums, place, mind = (
        searching.recalled.draws, searching.recalled.sums, searching.recalled.place, searching.mind,
    )  # fmt: skip
    place[0] = (place[0] + STRIDE) % LOT
    low, high = 0, len(sums) - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] * LOT > sums[len(sums) - 1] * place[0]:
            high = middle
        else:
            low = middle + 1
    draws[len(sums)] = mind.noise
    mind.noise = draws[low]
    guess_by_inference(view, searching)
    mind.noise = draws[len(sums)]
    rearrange(searching.tables[0], mind.noise)
