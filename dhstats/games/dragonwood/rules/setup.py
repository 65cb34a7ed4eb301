"""The start of a game of Dragonwood, and where its chance comes from.

Chance has addresses, so that two games of a deal meet the same luck as far as they can:

| channel      | draws                                                                                              |
|--------------|----------------------------------------------------------------------------------------------------|
| DECK + 0     | the Dragonwood deck without dragons, shuffled                                                      |
| DECK + 1     | the dragons with the part of the deck that they are shuffled into                                  |
| DECK + 2     | where events met at the start go back into the deck, a draw each; where the whole deck is shuffled |
|              | instead: turn i is the (i + 1)-th such shuffle, with `below`                                       |
| DECK + 3     | the adventurer deck, shuffled                                                                      |
| CHANCE + 0   | new adventurer decks: turn i is the deck after the (i + 1)-th, shuffled with `below`               |
| CHANCE + 1+p | the dice of place p: turn k is their k-th attempt, first one number below sides ** max_dice, whose   |
|              | digits are the dice, lowest first; then a number below sides for the die that is rolled again      |

A place is an opening hand with its dice. Seat s of layout r has place (s + r) modulo the number of players: the games
of a deal move every player with their place round the table, while all of them share both decks. So what luck gave to
one player in one game it gives to them again in another seat, and it cancels from what seats differ by. Decks of a
player's own, as in other games, there are none.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import CHANCE, DECK, address, below, mix, next_turn
from dhstats.engine.stream import shuffle as shuffle_cards
from dhstats.games.course import RECENT
from dhstats.games.dragonwood.rules.hands import draw, note_lead, somebody_owes
from dhstats.games.dragonwood.table import (
    A_TURN,
    ANYWHERE,
    MAX_SEATS,
    N_CREATURES,
    N_TARGETS,
    N_TITLES,
    NO_TITLE,
    NO_TURN,
    NOBODY,
    RESHUFFLED,
    RUNNING,
)

WOOD, DRAGONS_IN, EVENTS_BACK, ADVENTURERS = DECK, DECK + 1, DECK + 2, DECK + 3
RENEWAL, DICE = CHANCE, CHANCE + 1


# ---- What the games of a deal share ----------------------------------------------------------------------------


@compiled(inline=False)
def shuffle(table: Any, seed: Any, number: int) -> None:
    """Shuffles both decks and lays out the landscape of a deal, and points the dice of each place."""
    rules = table.seen.rules
    shuffle_wood(table, seed, number)
    open_landscape(table, seed, number)
    for i in range(rules.adventurers):
        table.order[i] = rules.adventurer_deck[i]
    address(table.renewal, seed, number, ADVENTURERS)
    shuffle_cards(table.renewal, table.order, rules.adventurers)
    draw_anew(table, seed, number)


@compiled(inline=False)
def draw_anew(table: Any, seed: Any, number: Any) -> None:
    """Dice and new decks are drawn as in this deal."""
    address(table.renewal, seed, number, RENEWAL)
    for place in range(MAX_SEATS):
        address(table.dice[place], seed, number, DICE + place)


@compiled(inline=False)
def shuffle_wood(table: Any, seed: Any, number: int) -> None:
    """Takes the dragons out, shuffles, removes cards from the top unseen, shuffles the dragons into the lower half."""
    rules = table.seen.rules
    order = table.wood_order
    for i in range(rules.wood):
        order[i] = rules.wood_deck[i]
    others = rules.wood - rules.dragon_cards
    address(table.renewal, seed, number, WOOD)
    shuffle_cards(table.renewal, order, others)
    left = others - rules.removed
    low = left if rules.dragons_lie == ANYWHERE else left // 2
    for i in range(left - 1, low - 1, -1):  # the upper part makes room
        order[i + rules.dragon_cards] = order[i]
    for i in range(rules.dragon_cards):
        order[low + i] = rules.wood_deck[others + i]
    address(table.renewal, seed, number, DRAGONS_IN)
    shuffle_cards(table.renewal, order, low + rules.dragon_cards)
    table.wood_size = left + rules.dragon_cards


@compiled(inline=False)
def open_landscape(table: Any, seed: Any, number: int) -> None:
    """Reveals the landscape from the top; events met on the way go back into the deck.

    Each goes to any place among the cards left, or the whole deck is shuffled with them, and dragons may rise.
    """
    rules, order = table.seen.rules, table.wood_order
    address(table.renewal, seed, number, EVENTS_BACK)
    table.opened, table.seen.mixed = 0, 0
    for i in range(rules.wood):
        table.returned[i] = 0
    if rules.events_met == RESHUFFLED:
        while True:
            events = reveal_opening(table, rules.landscape - table.opened)
            if events == 0:
                return
            for i in range(events):
                order[table.wood_size + i] = table.wood_pile[i]
            table.wood_size += events
            table.seen.mixed = 1
            next_turn(table.renewal)
            mix(order, table.wood_size, table.renewal)
    events = reveal_opening(table, rules.wood)
    next_turn(table.renewal)
    for i in range(events):
        place = below(table.renewal, table.wood_size + 1)
        insert(order, table.returned, table.wood_size, place, table.wood_pile[i])
        table.wood_size += 1


@compiled(inline=False)
def reveal_opening(table: Any, most: int) -> int:
    """Reveals so many cards at most, until the landscape is laid out; events are laid aside, and counted."""
    events = 0
    while table.opened < table.seen.rules.landscape and table.wood_size > 0 and most > 0:
        most -= 1
        table.wood_size -= 1
        title = table.wood_order[table.wood_size]
        if title < N_TARGETS:
            table.opening[table.opened] = title
            table.opened += 1
        else:
            table.wood_pile[events] = title
            events += 1
    return events


@compiled(inline=False)
def insert(pile: Any, returned: Any, size: int, place: int, event: int) -> None:
    """Puts an event at a place of a pile of so many cards, and notes which cards were put back."""
    for k in range(size, place, -1):
        pile[k], returned[k] = pile[k - 1], returned[k - 1]
    pile[place], returned[place] = event, 1


# ---- One game --------------------------------------------------------------------------------------------------


@compiled(inline=False)
def deal(table: Any, layout: int) -> None:
    """Sets a game up: the landscape, both piles, an opening hand at each place in turn.

    That is as many cards as every seat has, then what some seats have more. So each place has the same first cards in
    all games of a deal, wherever the seat is that has more.
    """
    clear(table, layout)
    seen = table.seen
    rules = seen.rules
    for i in range(table.wood_size):
        table.wood_pile[i] = table.wood_order[i]
    for i in range(table.opened):
        seen.revealed[table.opening[i]] += 1
        lay(seen, table.opening[i])
    for i in range(rules.adventurers):
        table.pile[i] = table.order[i]
    seen.wood_left = table.wood_size
    seen.adventurers_left = rules.adventurers
    least = rules.opening_hand[0]
    for seat in range(1, rules.players):
        least = min(least, rules.opening_hand[seat])
    for place in range(rules.players):
        draw(table, (place - layout) % rules.players, least)
    for place in range(rules.players):
        seat = (place - layout) % rules.players
        draw(table, seat, rules.opening_hand[seat] - least)
    seen.turns_left = min(seen.turns_left, rules.players)  # no turn was at hand if the last deck is out already
    note_lead(table)  # points that a seat is given may be a lead
    seen.begun = 0 if somebody_owes(table) else 1  # ladybugs can bring more than a hand may hold


@compiled()
def clear(table: Any, layout: int) -> None:
    """Nothing lies open, nobody has anything but the points that a seat is given; what only the table knows as well."""
    seen = table.seen
    seen.turn, seen.phase, seen.turns_left = 0, A_TURN, -1
    seen.mover, seen.to_move = 0, 0
    seen.landscape, seen.open = 0, 0
    seen.decks_begun, seen.discarded, seen.discarded_ladybugs = 1, 0, 0
    seen.to_pass, seen.laid = 0, 0
    clear_attempt(seen)
    for title in range(N_TITLES):
        seen.revealed[title] = 0
    for title in range(N_TARGETS):
        seen.lying[title] = 0
    for seat in range(MAX_SEATS):
        seen.turns[seat], seen.owes[seat] = 0, 0
        seen.hand_sizes[seat], seen.laid_sizes[seat] = 0, 0
        seen.owned[seat], seen.creatures[seat] = 0, 0
        seen.points[seat] = seen.rules.opening_points[seat]
        for title in range(N_CREATURES):
            seen.captured[seat, title] = 0
        for back in range(RECENT):
            seen.recent[seat, back] = NO_TURN[0]
        table.hands[seat], table.passed[seat], table.won[seat] = 0, 0, 0
        table.dice[seat].turn = -1
    table.layout, table.renewal.turn = layout, -1
    table.dragons_left, table.dragon_holder = seen.rules.dragon_cards, NOBODY
    table.end_reason, table.ended_by = RUNNING, NOBODY
    table.leader, table.last_leader = NOBODY, NOBODY
    table.lead_since, table.lead_changes = 0, 0


@compiled()
def clear_attempt(seen: Any) -> None:
    """Nobody is attempting anything."""
    seen.act, seen.target = 0, NO_TITLE
    seen.cards, seen.used, seen.rolled = 0, 0, 0


@compiled()
def lay(seen: Any, title: int) -> None:
    """A card lies open in the landscape."""
    seen.lying[title] += 1
    seen.landscape |= 1 << title
    seen.open += 1
