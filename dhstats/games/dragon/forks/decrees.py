"""What can be changed by decree in Dragon!.

Decrees come between actions: while nobody is in the middle of a chain, of paying or of discarding for a rival. No
decree puts a dragon out of the fight. Cards that come by decree leave the order of the pile as it is, so that all arms
of a fork draw the same cards later.

- `behind`: a player is behind the tail of the dragon on the left, or nobody is: that one faces tail, all others front.
- `facing`: how the mover's dragon faces (front, side, tail). `wounds`: that it takes, or loses.
- `cards`: so many cards from the bottom of the mover's pile, which are as good as drawn by lot.
- `drawn`: a card of this name from their pile, the copy nearest to the top. If none is there one from the discards, for
  which the bottom card of the pile is discarded; if all copies are in their hand or in play, the bottom card comes.
- `lost`: a card of this name is thrown away from their hand.
"""

from typing import Any

from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules.logbook import note_lead
from dhstats.games.dragon.rules.play import go_on
from dhstats.games.dragon.rules.standing import check, health_left, next_alive, refresh
from dhstats.games.dragon.rules.zones import (
    around,
    discard,
    group_of,
    is_alive,
    put_in_hand,
    slot_of,
    throw_away,
    without_one,
)
from dhstats.games.dragon.table import FRONT, MAX_CARDS, MAX_DECK, MAX_SEATS, TAIL

MOST_WOUNDS = 99  # as much as the health of any dragon
CHANGES = ("behind", "facing", "wounds", "cards", "drawn", "lost")
RANGES = (
    (TO_NOBODY, MAX_SEATS),
    (FRONT, TAIL),
    (-MOST_WOUNDS, MOST_WOUNDS),
    (1, MAX_DECK),
    (1, MAX_CARDS),
    (1, MAX_CARDS),
)
BEHIND, FACING, WOUNDS, CARDS, DRAWN, LOST = range(1, len(CHANGES) + 1)


@compiled(inline=False)
def intervene(table: Any, focal: int, what: int, value: int) -> None:
    """A change by decree; cards are told by their code, counted from 1."""
    seen = table.seen
    if what == BEHIND:
        put_behind(seen, focal, value)
    elif what == FACING:
        seen.facing[focal] = value
    elif what == WOUNDS:
        seen.wounds[focal] = max(0, seen.wounds[focal] + min(value, health_left(seen, focal) - 1))
        note_lead(table)
    elif what == CARDS:
        for _ in range(min(value, seen.left[focal])):
            take_bottom(table, focal)
    elif what == DRAWN:
        fetch(table, focal, value - 1)
    elif table.hands[focal] & own_group(seen, focal, value - 1) != 0:
        throw_away(table, focal, value - 1)


@compiled(inline=False)
def put_behind(seen: Any, focal: int, value: int) -> None:
    """Who is behind the next dragon to their left, if anybody; a seat is told from the mover's."""
    for seat in range(seen.rules.players):
        if is_alive(seen, seat):
            seen.facing[seat] = FRONT
    if value != TO_NOBODY:
        seat = around(focal + value - TO_MOVER, seen.rules.players)
        if is_alive(seen, seat):
            seen.facing[next_alive(seen, seat)] = TAIL


@compiled()
def own_group(seen: Any, seat: int, card: int) -> int:
    """All slots of a card in the deck of a seat; none where the deck has it not."""
    slot = slot_of(seen, seat, card)
    place = seen.place[seat]
    there = seen.rules.deck_size[place] > slot and seen.rules.code[place, slot] == card
    return group_of(seen, seat, slot) if there else 0


@compiled(inline=False)
def fetch(table: Any, seat: int, card: int) -> None:
    """A card of this code comes into a hand; the pile is a card smaller afterwards, whichever it is."""
    seen = table.seen
    if seen.left[seat] == 0:
        return
    group = own_group(seen, seat, card)
    order = table.orders[seen.place[seat]]
    place = seen.left[seat] - 1
    while place >= 0 and group >> order[place] & 1 == 0:
        place -= 1
    if place >= 0:
        close_gap(table, seat, place)
        put_in_hand(table, seat, group)
    elif seen.discarded[seat] & group != 0:
        seen.discarded[seat] = without_one(seen.discarded[seat], group)
        put_in_hand(table, seat, group)
        bottom = order[0]
        close_gap(table, seat, 0)
        discard(seen, seat, seen.rules.code[seen.place[seat], bottom])
    else:
        take_bottom(table, seat)


@compiled(inline=False)
def take_bottom(table: Any, seat: int) -> None:
    """The bottom card of a pile comes into the hand."""
    seen = table.seen
    group = group_of(seen, seat, table.orders[seen.place[seat], 0])
    close_gap(table, seat, 0)
    put_in_hand(table, seat, group)


@compiled()
def close_gap(table: Any, seat: int, place: int) -> None:
    """A card leaves a pile; those above it come down by one."""
    seen = table.seen
    order = table.orders[seen.place[seat]]
    seen.left[seat] -= 1
    for above in range(place, seen.left[seat]):
        order[above] = order[above + 1]


@compiled(inline=False)
def switch(table: Any, other: Any) -> None:
    """The rules of another table hold from here on, for cards in play too; that may put dragons out of the fight."""
    seen = table.seen
    seen.rules = other.seen.rules
    count_sieges(seen)
    for seat in range(seen.rules.players):
        if is_alive(seen, seat):
            refresh(seen, seat)
    for seat in range(seen.rules.players):
        if seen.over == 0:
            check(table, seat)
    if seen.turn > 0:  # nobody leads before the first decision
        note_lead(table)
    if seen.over == 0 and not is_alive(seen, seen.mover):
        go_on(table)


@compiled(inline=False)
def count_sieges(seen: Any) -> None:
    """Counts the lair attack against every dragon anew."""
    for rival in range(seen.rules.players):
        seen.siege[rival] = 0
        for owner in range(seen.rules.players):
            cards = seen.grounds[owner, rival]
            while cards != 0:
                code = seen.rules.code[seen.place[owner], lowest(cards)]
                seen.siege[rival] += seen.rules.cards[code].lair_attack
                cards &= cards - 1
