"""The start of a game of Dragonheart: decks, board, opening hands.

Source: Dragonheart, English rulebook; differences of the Kosmos edition are switches of the rule set.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import CHANCE, DECK, address
from dhstats.engine.stream import shuffle as shuffle_cards
from dhstats.games.course import RECENT
from dhstats.games.dragonheart.rules.play import draw_up_to
from dhstats.games.dragonheart.table import N_PICTURES, N_PLACES, NO_TURN, NOBODY, RUNNING

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
    """Setup: the figure beside the board, a shuffled deck for each seat, the opening hands."""
    seen = table.seen
    clear_board(seen)
    table.chance.turn = -1
    table.end_reason = RUNNING
    table.ended_by = NOBODY
    table.figure_changes = 0
    table.first_claim_turn = -1
    table.leader = 0
    table.lead_changes = 0
    for seat in range(2):
        table.not_ahead[seat] = 0
        seen.scores[seat] = seen.rules.opening_points[seat]
        take_seat(table, seat, table.orders[seat ^ swapped])


@compiled()
def clear_board(seen: Any) -> None:
    """An empty board, nobody has played, the figure where the rules put it at the start."""
    seen.turn = 0
    seen.below_dragons = 0
    seen.stacks = 0
    seen.figure = seen.rules.figure_holder
    seen.turns_left = -1
    for place in range(N_PLACES):
        seen.cards[place] = 0
        seen.points[place] = 0
    for seat in range(2):
        for picture in range(N_PICTURES):
            seen.played[seat, picture] = 0
        for back in range(RECENT):
            seen.recent[seat, back] = NO_TURN[0]


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
