"""The rules of Dragonheart in the order of the rulebook, a function a paragraph: playing cards.

Source: Dragonheart, English rulebook; differences of the Kosmos edition are switches of the rule set.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.dragonheart.rules.collecting import collect, fills, target_of
from dhstats.games.dragonheart.rules.ending import finish_turn
from dhstats.games.dragonheart.table import (
    LOW_BITS,
    MOVE_INDEX,
    N_PICTURES,
    NO_CHOICE,
    TOP_BITS,
    UNLIMITED,
    cards_in,
    points_in,
)


@compiled()
def look(table: Any, seat: int) -> Any:
    """What a player may know: everything on the table and their own hand, but no deck and no other hand."""
    seen = table.seen
    seen.seat = seat
    for picture in range(N_PICTURES):
        seen.hand[picture] = table.hands[seat, picture]
    seen.pictures = table.held[seat]
    return seen


@compiled()
def legal(view: Any, moves: Any) -> int:
    """Writes all plays that a view allows into `moves` and returns their number.

    A play is at least one card of one picture, no more than the row has free outlines, with a target where it
    activates a space with more than one arrow. Order: picture, then from all its cards down, then target.
    """
    rules = view.rules
    limit = most_cards(view)
    count = 0
    pictures = view.pictures
    while pictures != 0:
        picture = lowest(pictures)
        pictures &= pictures - 1
        held = view.hand[picture]
        slots = rules.slots[picture]
        free = slots - view.cards[picture]
        room = min(free, limit)
        arrows = rules.arrows[picture]
        values = held
        while values != 0:
            cards = cards_in(values)
            if arrows > 1 and cards <= room and (slots == UNLIMITED or cards == free):
                for arrow in range(arrows):
                    write_move(moves[count & MOVE_INDEX], picture, values, cards, rules.takes[picture, arrow])
                    count += 1
            else:
                write_move(moves[count & MOVE_INDEX], picture, values, cards, NO_CHOICE)
                count += 1 if cards <= room else 0
            values = next_play(values, held)
    return count


@compiled()
def write_move(move: Any, picture: int, values: int, cards: int, target: int) -> None:
    """Fills in a move."""
    move.picture = picture
    move.values = values
    move.cards = cards
    move.target = target


@compiled()
def most_cards(view: Any) -> int:
    """How many cards a play may have: any number, but in a seat's first turn what the rules allow."""
    limit = view.rules.first_turn_max[view.seat]
    if view.turn < 2 and limit > 0:
        return limit
    return view.hand_sizes[view.seat]


@compiled()
def next_play(values: int, held: int) -> int:
    """The choice of cards after `values` when counting down all choices from `held`; 0 after the last one.

    As in counting down a number: the lowest digit that is not zero loses one, the zeros below it start again at
    the most there is.
    """
    not_zero = ((values & LOW_BITS) + LOW_BITS | values) & TOP_BITS
    one = (not_zero & -not_zero) >> 5
    return values - one | held & one - 1


@compiled()
def play(table: Any, move: Any, event: Any) -> None:
    """A whole turn: play cards, collect cards, draw cards; then see whether the end has come."""
    seen = table.seen
    seat = seen.seat
    acts, source = fills(seen, move.picture, move.cards), NO_CHOICE
    put(table, move, event)
    if acts:
        source = target_of(seen, move)
        collect(table, move, event)
    finish_turn(table, seat, source, event)


@compiled(inline=False)
def skip(table: Any, event: Any) -> None:
    """A player who can play no card passes; they still draw. Only tweaked rules lead here."""
    event.picture = -1
    event.cards = 0
    event.values = 0
    event.target = NO_CHOICE
    event.taken_cards = 0
    event.taken_points = 0
    event.claimed_figure = 0
    finish_turn(table, table.seen.seat, NO_CHOICE, event)


@compiled()
def put(table: Any, move: Any, event: Any) -> None:
    """The cards leave the hand and lie on the space of their picture, their values seen by both."""
    seen = table.seen
    seat, picture = seen.seat, move.picture
    rest = table.hands[seat, picture] - move.values
    table.hands[seat, picture] = rest
    table.held[seat] ^= (1 if rest == 0 else 0) << picture
    seen.hand_sizes[seat] -= move.cards
    seen.played[seat, picture] += move.values
    seen.cards[picture] += move.cards
    seen.points[picture] += points_in(move.values)
    event.picture = picture
    event.cards = move.cards
    event.values = move.values
    event.target = move.target
    event.taken_cards = 0
    event.taken_points = 0
    event.claimed_figure = 0


@compiled()
def same_move(move: Any, event: Any) -> bool:
    """Whether a logged turn played this move."""
    values = np.int64(event.values)
    return move.picture == event.picture and move.values == values and move.target == event.target
