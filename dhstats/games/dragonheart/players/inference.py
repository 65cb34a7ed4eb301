"""What an opponent's last turns say of the cards in their hand.

A player who leaves points lying that one more card of a picture would have taken probably had no such card, and what
they have drawn since says how far that still holds.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import natural
from dhstats.engine.compiled import compiled
from dhstats.engine.inference import Inference
from dhstats.games.dragonheart.players.hypergeometric import none_drawn
from dhstats.games.dragonheart.players.recalling import recall, was_played
from dhstats.games.dragonheart.table import N_PICTURES, UNLIMITED, cards_in
from dhstats.games.recent import RECENT

# Evidence of each of the last turns, by picture: what one card of it would have brought, or two; how many were played;
# what was passed over; whether a row lay begun. Then of the turn: cards held since then, points taken, cards played,
# whether it was played at all.
BY_PICTURE, BY_TURN = 4, 4
OF_A_TURN = BY_PICTURE * N_PICTURES + BY_TURN
PRIORS = OF_A_TURN * RECENT  # by picture: the chance before any evidence, then points and cards on the space
HAND = PRIORS + 3 * N_PICTURES
DECK = HAND + 1
EVIDENCE = DECK + 1

ONE, ZERO = np.float32(1.0), np.float32(0.0)


@compiled(inline=False)
def read_evidence(view: Any, x: Any) -> None:
    """Writes what the opponent's last turns say."""
    seat, other = view.seat, 1 - view.seat
    hand, drawn = view.hand_sizes[other], 0
    for back in range(RECENT):
        theirs, before = view.recent[other, back], view.recent[seat, back]
        drawn += theirs.drawn
        held = np.float32(max(hand - drawn, 0)) * np.float32(0.2)  # of the cards of now, those that they had then
        known = theirs.turn >= 0 and before.turn >= 0 and before.turn == theirs.turn - 1
        start = OF_A_TURN * back
        for picture in range(N_PICTURES):
            at = start + BY_PICTURE * picture
            for i in range(BY_PICTURE):
                x[at + i] = ZERO
            if known:
                read_picture(view.rules, theirs, before, picture, held, x[at:])
        at = start + BY_PICTURE * N_PICTURES
        x[at] = held
        x[at + 1] = np.float32(theirs.taken_points) * np.float32(0.1) if known else ZERO
        x[at + 2] = np.float32(theirs.cards) * np.float32(0.25) if known else ZERO
        x[at + 3] = ONE if known else ZERO
    write_priors(view, x[PRIORS:])
    for picture in range(N_PICTURES):
        x[PRIORS + N_PICTURES + picture] = np.float32(view.points[picture]) * np.float32(0.1)
        x[PRIORS + 2 * N_PICTURES + picture] = np.float32(view.cards[picture]) * np.float32(0.25)
    x[HAND] = np.float32(hand) * np.float32(0.2)
    x[DECK] = np.float32(view.deck_sizes[other]) * np.float32(0.02)


@compiled()
def read_picture(rules: Any, turn: Any, before: Any, picture: int, held: Any, x: Any) -> None:
    """What a turn of theirs says of a picture, from what lay there `before` it."""
    slots, points = rules.slots[picture], 0
    missing = 1 if slots == UNLIMITED else slots - before.left_cards[picture]
    weight = np.float32(0.1) if missing == 1 else np.float32(0.04) if missing == 2 else ZERO
    if weight > 0:  # else no points would say anything
        for arrow in range(rules.arrows[picture]):
            points = max(points, before.left_points[natural(rules.takes[picture, arrow])])
    x[0] = np.float32(points) * weight * held
    x[1] = np.float32(turn.cards) * np.float32(0.5) if turn.picture == picture else ZERO
    passed = np.float32(points) * weight - np.float32(turn.taken_points) * np.float32(0.1)
    x[2] = max(passed, ZERO) * held
    x[3] = held if before.left_cards[picture] > 0 and slots != UNLIMITED else ZERO


@compiled()
def write_priors(view: Any, chances: Any) -> None:
    """Writes how likely it is that the opponent holds each picture, all orders of hidden cards being equally likely."""
    for picture in range(N_PICTURES):
        chances[picture] = ONE - chance_of_none(view, picture, view.hand_sizes[1 - view.seat])


@compiled()
def chance_of_none(view: Any, picture: int, cards: int) -> Any:
    """How likely it is that so many of the opponent's hidden cards are all of other pictures (hypergeometric)."""
    other = 1 - view.seat
    pool = view.hand_sizes[other] + view.deck_sizes[other]
    return none_drawn(view.rules.deck_pictures[picture] - cards_in(view.played[other, picture]), pool, cards)


@compiled()
def write_truth(table: Any, seat: int, present: Any) -> None:
    """Writes which pictures the opponent of a seat holds."""
    for picture in range(N_PICTURES):
        present[picture] = ONE if table.held[1 - seat] >> picture & 1 else ZERO


INFERENCE = Inference(EVIDENCE, N_PICTURES, read_evidence, write_priors, write_truth, RECENT, recall, was_played)
