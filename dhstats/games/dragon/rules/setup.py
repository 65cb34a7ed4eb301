"""The start of a game of Dragon!, and where its chance comes from.

Chance has addresses, so that two games of a deal meet the same luck as far as they can:

| channel  | draws                                                                    |
|----------|--------------------------------------------------------------------------|
| DECK + p | the deck of place p: its cards in the order of the deck's list, shuffled |

A place is a deck with its dragon: place 0 is the one that the rules call first. Seat s of layout r has place (s + r)
modulo the number of players: the games of a deal move every deck round the table in the order in which it was shuffled.
Piles are drawn from their end. There is no other chance: discards are always chosen. As the order of the list is that
of the rule file, a deck in which one card is replaced by another in its line draws all others as before.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import DECK, address
from dhstats.engine.stream import shuffle as shuffle_cards
from dhstats.games.course import RECENT
from dhstats.games.dragon.rules.chains import close_chain
from dhstats.games.dragon.rules.play import clear_recent, clear_turn, go_on
from dhstats.games.dragon.rules.zones import refresh, take_up
from dhstats.games.dragon.table import ABSENT, AGILITY_STEP, MAX_DECK, MAX_SEATS, NO_FACING, NOBODY


@compiled(inline=False)
def shuffle(table: Any, seed: Any, number: int) -> None:
    """Shuffles the decks of all places."""
    rules = table.seen.rules
    for place in range(rules.players):
        order = table.orders[place]
        for i in range(rules.deck_size[place]):
            order[i] = rules.deck[place, i]
        address(table.luck, seed, number, DECK + place)
        shuffle_cards(table.luck, order, rules.deck_size[place])


@compiled(inline=False)
def deal(table: Any, layout: int) -> None:
    """Sets a game up: every seat has a deck and its dragon, an opening hand; the first player draws by agility."""
    seen = table.seen
    rules = seen.rules
    seen.turn = seen.to_move = seen.mover = seen.over = seen.alive = seen.passed = seen.owes = 0
    seen.step = seen.phase = AGILITY_STEP
    close_chain(seen)
    for seat in range(MAX_SEATS):
        clear_turn(seen, seat)
        clear_seat(seen, seat)
    clear_table(table, layout)
    for seat in range(rules.players):
        place = (seat + layout) % rules.players
        seen.place[seat] = place
        seen.alive |= 1 << seat
        seen.facing[seat] = rules.facing
        seen.left[seat] = rules.deck_size[place]
        refresh(seen, seat)
        for _ in range(rules.hand_size + rules.more_cards[seat]):
            take_up(table, seat)
    go_on(table)


@compiled(inline=False)
def clear_seat(seen: Any, seat: int) -> None:
    """What lies before a player who has not begun."""
    seen.place[seat] = seen.turns[seat] = seen.level[seat] = seen.wounds[seat] = seen.usable[seat] = 0
    seen.siege[seat] = seen.attached[seat] = seen.discarded[seat] = seen.hand_sizes[seat] = seen.left[seat] = 0
    seen.facing[seat] = NO_FACING
    seen.power[seat] = seen.rules.levels[seat, 0]  # nothing at seats where nobody plays
    for rival in range(MAX_SEATS):
        seen.grounds[seat, rival] = 0
    for slot in range(MAX_DECK):
        seen.until[seat, slot] = 0
    for back in range(RECENT):
        clear_recent(seen.recent[seat, back], -1)


@compiled()
def clear_table(table: Any, layout: int) -> None:
    """What only the table knows, before the first card is dealt."""
    table.layout = layout
    table.end_reason = ABSENT
    table.ended_by = table.leader = table.last_leader = NOBODY
    table.chains = table.longest = table.tops = table.cancelled = table.lead_since = table.lead_changes = 0
    for seat in range(MAX_SEATS):
        table.hands[seat] = 0
        table.fallen[seat] = ABSENT
