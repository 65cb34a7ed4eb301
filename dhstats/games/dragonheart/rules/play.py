"""The rules of Dragonheart in the order of the rulebook, a function a paragraph: playing cards.

Source: Dragonheart, English rulebook; differences of the Kosmos edition are switches of the rule set.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import CHANCE, DECK, address
from dhstats.engine.stream import shuffle as shuffle_cards
from dhstats.games.course import RECENT, make_room
from dhstats.games.dragonheart.rules.collecting import collect, fills, target_of
from dhstats.games.dragonheart.table import (
    CANNOT_DRAW,
    LAST_CARD_DRAWN,
    MAX_VALUE,
    N_PICTURES,
    N_PLACES,
    NO_CHOICE,
    NO_TURN,
    NOBODY,
    NOWHERE,
    RUNNING,
    UNLIMITED,
    cards_in,
    points_in,
)

# As the words of the columns have them.
SHIPS, DECK_OUT, TURN_LIMIT = 0, 1, 2
BY_POINTS, BY_FIGURE, BY_NOTHING = 0, 1, 2
MOVE_INDEX = 0xFFFF  # no index of a move is larger, and none is negative
LOW_BITS = sum(31 << 6 * value for value in range(MAX_VALUE + 1))  # of each digit of a packed pile all bits but the top
TOP_BITS = sum(32 << 6 * value for value in range(MAX_VALUE + 1))


@compiled()
def finish_turn(table: Any, seat: int, source: int, event: Any) -> None:
    """The mover draws; then the end is called, or a last turn is used up, and the turn is written down.

    `source` is the place that the play took from, NO_CHOICE if it activated no space.
    """
    seen = table.seen
    before = seen.deck_sizes[seat]
    deck_out = refill(table, seat)
    remember(seen, seat, source, before - seen.deck_sizes[seat], event)
    seen.turn += 1
    if seen.turns_left > 0:
        seen.turns_left -= 1
    elif seen.stacks >= seen.rules.ship_stacks:
        call_end(table, SHIPS, seat)
    elif deck_out:
        call_end(table, DECK_OUT, seat)
    elif seen.turn >= seen.rules.turn_limit:
        call_end(table, TURN_LIMIT, NOBODY)
        seen.turns_left = 0
    note_lead(table)
    event.turn = seen.turn - 1
    event.seat = seat
    event.hand_after = seen.hand_sizes[seat]
    event.deck_after = seen.deck_sizes[seat]
    event.score_first_after = seen.scores[0]
    event.score_second_after = seen.scores[1]


@compiled()
def draw_up_to(table: Any, seat: int, size: int) -> int:
    """A player draws from the top of their deck until they hold `size` cards; returns how many they drew."""
    seen = table.seen
    held, left = seen.hand_sizes[seat], seen.deck_sizes[seat]
    drawn = 0
    while held + drawn < size and left > 0:
        left -= 1
        card = table.decks[seat, left]
        table.hands[seat, card >> 4] += 1 << 6 * (card & 15)
        table.held[seat] |= 1 << (card >> 4)
        drawn += 1
    seen.deck_sizes[seat] = left
    seen.hand_sizes[seat] = held + drawn
    return drawn


@compiled()
def refill(table: Any, seat: int) -> bool:
    """The mover fills their hand, larger with the figure; returns whether their deck calls the end of the game."""
    seen = table.seen
    rules = seen.rules
    size = rules.figure_hand_size if seen.figure == seat else rules.hand_size
    wanted = size - seen.hand_sizes[seat]
    drawn = draw_up_to(table, seat, size)
    if rules.deck_end == CANNOT_DRAW:
        return wanted > 0 and drawn == 0
    if rules.deck_end == LAST_CARD_DRAWN:
        return seen.emptied[seat] >= 0 or (drawn > 0 and seen.deck_sizes[seat] == 0)
    if seen.emptied[seat] >= 0:
        return True
    if drawn > 0 and seen.deck_sizes[seat] == 0:
        seen.emptied[seat] = seen.turn
    return False


@compiled()
def remember(seen: Any, seat: int, source: int, drawn: int, event: Any) -> None:
    """The turn becomes the latest of its seat that a view still holds."""
    make_room(seen.recent, seat)
    latest = seen.recent[seat, 0]
    latest.turn, latest.drawn = seen.turn, drawn
    latest.target = source if source != NOWHERE else NO_CHOICE
    latest.picture, latest.cards, latest.values = event.picture, event.cards, event.values
    latest.taken_cards, latest.taken_points = event.taken_cards, event.taken_points
    latest.claimed_figure = event.claimed_figure
    for place in range(N_PLACES):
        latest.left_cards[place] = seen.cards[place]
        latest.left_points[place] = seen.points[place]
    latest.left_dragons, latest.left_stacks, latest.left_figure = seen.below_dragons, seen.stacks, seen.figure
    for one in range(2):
        latest.left_scores[one] = seen.scores[one]
        latest.left_hand_sizes[one], latest.left_deck_sizes[one] = seen.hand_sizes[one], seen.deck_sizes[one]


@compiled()
def call_end(table: Any, reason: int, seat: int) -> None:
    """The end is called once; the opponent has one last turn where the rules give it."""
    table.end_reason = reason
    table.ended_by = seat
    table.seen.turns_left = 1 if table.seen.rules.last_turn != 0 else 0


@compiled()
def note_lead(table: Any) -> None:
    """Keeps how often the lead in score piles changed sides, and since when each seat leads."""
    seen = table.seen
    margin = seen.scores[0] - seen.scores[1]
    leader = (1 if margin > 0 else 0) - (1 if margin < 0 else 0)
    table.not_ahead[0] = table.not_ahead[0] if leader > 0 else seen.turn
    table.not_ahead[1] = table.not_ahead[1] if leader < 0 else seen.turn
    table.lead_changes += 1 if leader * table.leader < 0 else 0
    table.leader = table.leader if leader == 0 else leader


@compiled()
def to_move(table: Any) -> int:
    """Players alternate."""
    return table.seen.turn & 1


@compiled()
def over(table: Any) -> bool:
    """Whether the last turn has been played."""
    return table.seen.turns_left == 0


@compiled(inline=False)
def score(table: Any, result: Any) -> None:
    """Points of the score piles and the figure's, a tie goes to its holder; how the game went and ended."""
    seen = table.seen
    result.points_first = seen.scores[0]
    result.points_second = seen.scores[1]
    first, second, winner, decided_by = settle(seen.rules, seen.scores[0], seen.scores[1], seen.figure)
    result.score_first = first
    result.score_second = second
    result.winner = winner
    result.decided_by = decided_by
    result.figure = seen.figure
    result.turns = seen.turn
    result.end_reason = table.end_reason
    result.ended_by = table.ended_by
    result.ship_stacks = seen.stacks
    result.figure_changes = table.figure_changes
    result.first_claim_turn = table.first_claim_turn
    result.lead_changes = table.lead_changes
    result.lead_since = table.not_ahead[winner] if winner != NOBODY else -1


@compiled()
def settle(rules: Any, first: int, second: int, holder: int) -> Any:
    """Final scores, winner and what decided, from the points of both score piles and the keeper of the figure."""
    if holder == 0:
        first += rules.figure_points
    elif holder == 1:
        second += rules.figure_points
    if first != second:
        return first, second, 0 if first > second else 1, BY_POINTS
    if holder != NOBODY and rules.figure_breaks_ties != 0:
        return first, second, holder, BY_FIGURE
    return first, second, NOBODY, BY_NOTHING


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


THEFT = CHANCE + 0  # channel: which card is lost with the figure


@compiled(inline=False)
def shuffle(table: Any, seed: Any, number: int) -> None:
    """Shuffles both decks of a deal; every game of the block plays with these orders."""
    size = table.seen.rules.deck_size
    for deck in range(2):
        order = table.orders[deck]
        for i in range(size):
            order[i] = table.seen.rules.deck[i]
        address(table.chance, seed, number, DECK + deck)
        shuffle_cards(table.chance, order, size)
    address(table.chance, seed, number, THEFT)


@compiled(inline=False)
def deal(table: Any, swapped: int) -> None:
    """Setup: an empty board, the figure where the rules put it, a shuffled deck for each seat, the opening hands."""
    seen = table.seen
    seen.turn = 0
    seen.below_dragons = 0
    seen.stacks = 0
    seen.figure = seen.rules.figure_holder
    seen.turns_left = -1
    for place in range(N_PLACES):
        seen.cards[place] = 0
        seen.points[place] = 0
    table.chance.turn = -1
    table.end_reason = RUNNING
    table.ended_by = NOBODY
    table.figure_changes = 0
    table.first_claim_turn = -1
    table.leader = 0
    table.lead_changes = 0
    for seat in range(2):
        for picture in range(N_PICTURES):
            seen.played[seat, picture] = 0
        for back in range(RECENT):
            seen.recent[seat, back] = NO_TURN[0]
        table.not_ahead[seat] = 0
        seen.scores[seat] = seen.rules.opening_points[seat]
        take_seat(table, seat, table.orders[seat ^ swapped])


@compiled(inline=False)
def take_seat(table: Any, seat: int, deck: Any) -> None:
    """A player puts their deck before them and draws their opening hand."""
    seen = table.seen
    size = seen.rules.deck_size
    for i in range(size):
        table.decks[seat, i] = deck[i]
    for picture in range(N_PICTURES):
        table.hands[seat, picture] = 0
    table.held[seat] = 0
    seen.deck_sizes[seat] = size
    seen.hand_sizes[seat] = 0
    seen.emptied[seat] = -1
    draw_up_to(table, seat, seen.rules.opening_hand[seat])
    if seen.deck_sizes[seat] == 0:
        seen.emptied[seat] = 0
