"""Guessing what is hidden: a table that a player could be facing, the cards they cannot know dealt by lot."""

from itertools import product
from typing import Any

import numpy as np

from dhstats.engine.bits import natural
from dhstats.engine.compiled import compiled
from dhstats.engine.inference import Inference
from dhstats.engine.stream import address, below, mix, next_word
from dhstats.games.course import RECENT
from dhstats.games.dragonheart.rules.collecting import fills, target_of
from dhstats.games.dragonheart.rules.play import THEFT, look
from dhstats.games.dragonheart.table import N_PICTURES, N_PLACES, NO_TURN, RUNNING, UNLIMITED, cards_in, nth_card


@compiled(inline=False)
def guess(view: Any, table: Any, stream: Any) -> None:
    """Lays out a table that agrees with all that a player knows; every order of the hidden cards is equally likely."""
    seat, other = view.seat, 1 - view.seat
    table.seen = view
    own = hidden_cards(view, seat, table.decks[seat])
    mix(table.decks[seat], own, stream)
    theirs = hidden_cards(view, other, table.decks[other])
    mix(table.decks[other], theirs, stream)
    for picture in range(N_PICTURES):
        table.hands[seat, picture] = view.hand[picture]
        table.hands[other, picture] = 0
    table.held[seat] = view.pictures
    table.held[other] = 0
    for place in range(view.deck_sizes[other], theirs):
        card = table.decks[other, place]
        table.hands[other, card >> 4] += 1 << 6 * (card & 15)
        table.held[other] |= 1 << (card >> 4)
    table.end_reason = RUNNING
    address(table.chance, next_word(stream), next_word(stream), THEFT)


@compiled(inline=False)
def hidden_cards(view: Any, seat: int, deck: Any) -> int:
    """Writes the cards of a seat that the viewer has not seen; returns how many they are."""
    left = view.played[seat]
    for i in range(view.rules.deck_size):
        deck[i] = view.rules.deck[i]
    # Cards of one kind lie side by side in the rules' deck, so the first so many of a kind are the ones seen.
    size = 0
    kind, seen = -1, 0
    for i in range(view.rules.deck_size):
        card = deck[i]
        if card != kind:
            kind = card
            picture, value = card >> 4, card & 15
            seen = left[picture] >> 6 * value & 63
            if seat == view.seat:
                seen += view.hand[picture] >> 6 * value & 63
        if seen > 0:
            seen -= 1
        else:
            deck[size] = card
            size += 1
    return size


@compiled(inline=False)
def recall(view: Any, back: int, table: Any, stream: Any) -> bool:
    """Takes a table back to before the opponent's turn so many turns ago; False where the view does not say enough.

    It does not where nobody had played before, and where the opponent has lost cards with the figure since.
    """
    seat, other = view.seat, 1 - view.seat
    turn, before = view.recent[other, back], view.recent[seat, back]
    if turn.turn < 1 or before.turn != turn.turn - 1:
        return False
    seen = table.seen
    take_back(table, other, turn, stream)
    if back > 0:
        mine = view.recent[seat, back - 1]
        if mine.picture >= 0:
            seen.played[seat, mine.picture] -= mine.values
    if seen.hand_sizes[other] != before.left_hand_sizes[other]:
        return False
    set_back(seen, before)
    forget(view, back, seen)
    look(table, other)
    return True


@compiled()
def take_back(table: Any, seat: int, turn: Any, stream: Any) -> None:
    """What a seat drew at the end of a turn leaves its hand, and what it played comes back."""
    seen = table.seen
    for _ in range(min(turn.drawn, seen.hand_sizes[seat])):
        card = nth_card(table.hands[seat], below(stream, seen.hand_sizes[seat]))
        rest = table.hands[seat, card >> 4] - (1 << 6 * (card & 15))
        table.hands[seat, card >> 4] = rest
        table.held[seat] ^= (1 if rest == 0 else 0) << (card >> 4)
        seen.hand_sizes[seat] -= 1
    if turn.picture >= 0:
        table.hands[seat, turn.picture] += turn.values
        table.held[seat] |= 1 << turn.picture
        seen.hand_sizes[seat] += turn.cards
        seen.played[seat, turn.picture] -= turn.values


@compiled()
def set_back(seen: Any, before: Any) -> None:
    """All that lies open is as a turn left it."""
    seen.turn, seen.turns_left = before.turn + 1, RUNNING
    for place in range(N_PLACES):
        seen.cards[place], seen.points[place] = before.left_cards[place], before.left_points[place]
    seen.below_dragons, seen.stacks, seen.figure = before.left_dragons, before.left_stacks, before.left_figure
    for one in range(2):
        seen.scores[one] = before.left_scores[one]
        seen.hand_sizes[one], seen.deck_sizes[one] = before.left_hand_sizes[one], before.left_deck_sizes[one]
        if seen.emptied[one] > before.turn:
            seen.emptied[one] = -1


@compiled()
def forget(view: Any, back: int, seen: Any) -> None:
    """Of the last turns those are left that had been played before the opponent's turn so many turns ago."""
    for i in range(RECENT):
        mine, theirs = i + back, i + back + 1
        seen.recent[view.seat, i] = view.recent[view.seat, mine] if mine < RECENT else NO_TURN[0]
        seen.recent[1 - view.seat, i] = view.recent[1 - view.seat, theirs] if theirs < RECENT else NO_TURN[0]


@compiled(inline=False)
def was_played(view: Any, move: Any, turn: Any) -> bool:
    """Whether a turn played this move: the same cards, and where a space acts, from the same place."""
    if move.picture != turn.picture or move.values != turn.values:
        return False
    if view.rules.arrows[move.picture] < 2 or not fills(view, move.picture, move.cards):
        return True
    return bool(target_of(view, move) == turn.target)


ONE, ZERO = np.float32(1.0), np.float32(0.0)
MOST_HIDDEN, MOST_WANTED, MOST_DRAWN = 64, 16, 8  # looked up below these numbers of cards


@compiled(inline=False)
def product_for(found: int, wanted: Any, pool: Any, cards: int) -> Any:
    """How likely it is that exactly so many of the wanted cards of a pool, two at most, are among those drawn.

    In plain Python `wanted` and `pool` may be arrays.
    """
    if found > max(cards, 0):
        return ZERO
    chance: Any = ONE
    if found == 1:
        chance = np.float32(cards * wanted) / np.float32(np.maximum(pool, 1))
    elif found == 2:
        pairs = cards * (cards - 1) * wanted * (wanted - 1) * ((wanted > 1) & (pool > 1))
        chance = np.float32(pairs) / np.float32(np.maximum(2 * pool * (pool - 1), 1))
    for drawn in range(cards - found):
        others = np.float32(np.maximum(pool - wanted - drawn, 0))
        chance = chance * (others / np.float32(np.maximum(pool - found - drawn, 1)))
    return chance


_plain = getattr(product_for, "py_func", product_for)
_pool, _wanted = np.ogrid[:MOST_HIDDEN, :MOST_WANTED]
CHANCES = np.zeros((3, MOST_HIDDEN, MOST_WANTED, MOST_DRAWN), np.float32)
for _found, _cards in product(range(3), range(MOST_DRAWN)):
    CHANCES[_found, :, :, _cards] = _plain(_found, _wanted, _pool, _cards)


@compiled()
def chance_of(found: int, wanted: int, pool: int, cards: int) -> Any:
    """The same, looked up where these numbers are in the table."""
    if 0 <= wanted < MOST_WANTED and 0 <= pool < MOST_HIDDEN and 0 <= cards < MOST_DRAWN:
        return CHANCES[found, pool, wanted, cards]
    return product_for(found, wanted, pool, cards)


# Evidence of each of the last turns, by picture: what one card of it would have brought, or two; how many were played;
# what was passed over; whether a row lay begun. Then of the turn: cards held since then, points taken, cards played,
# whether it was played at all.
BY_PICTURE, BY_TURN = 4, 4
OF_A_TURN = BY_PICTURE * N_PICTURES + BY_TURN
PRIORS = OF_A_TURN * RECENT  # by picture: the chance before any evidence, then points and cards on the space
HAND = PRIORS + 3 * N_PICTURES
DECK = HAND + 1
EVIDENCE = DECK + 1


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
    other = 1 - view.seat
    hand = view.hand_sizes[other]
    pool = hand + view.deck_sizes[other]
    for picture in range(N_PICTURES):
        left = view.rules.deck_pictures[picture] - cards_in(view.played[other, picture])
        chances[picture] = ONE - chance_of(0, left, pool, hand)


@compiled()
def write_truth(table: Any, seat: int, present: Any) -> None:
    """Writes which pictures the opponent of a seat holds."""
    for picture in range(N_PICTURES):
        present[picture] = ONE if table.held[1 - seat] >> picture & 1 else ZERO


INFERENCE = Inference(EVIDENCE, N_PICTURES, read_evidence, write_priors, write_truth, RECENT, recall, was_played)
