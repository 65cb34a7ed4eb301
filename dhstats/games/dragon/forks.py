"""Dragon! forked: when something is at stake, who is behind whom, what can be changed, what kinds of moves there are.

A turn of a fork is an action: a decision outside of chains, with all that follows from it. Cards have numbers here, as
packs differ; `spelling` turns the names that people write into them.
"""

from typing import Any

from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.game import Forking
from dhstats.engine.stream import mix, shuffle
from dhstats.games.dragon.rules import zones
from dhstats.games.dragon.rules.play import go_on, note_lead
from dhstats.games.dragon.table import (
    ACTS,
    DRAW_STEP,
    FIXED_TYPES,
    FRONT,
    MAX_CARDS,
    MAX_DECK,
    MAX_SEATS,
    N_FIXED,
    PLAY,
    TAIL,
    TOP,
)

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
        seen.wounds[focal] = max(0, seen.wounds[focal] + min(value, zones.health_left(seen, focal) - 1))
        note_lead(table)
    elif what == CARDS:
        for _ in range(min(value, seen.left[focal])):
            take_bottom(table, focal)
    elif what == DRAWN:
        fetch(table, focal, value - 1)
    elif table.hands[focal] & own_group(seen, focal, value - 1) != 0:
        zones.throw_away(table, focal, value - 1)


@compiled(inline=False)
def put_behind(seen: Any, focal: int, value: int) -> None:
    """Who is behind the next dragon to their left, if anybody; a seat is told from the mover's."""
    for seat in range(seen.rules.players):
        if zones.is_alive(seen, seat):
            seen.facing[seat] = FRONT
    if value != TO_NOBODY:
        seat = zones.around(focal + value - TO_MOVER, seen.rules.players)
        if zones.is_alive(seen, seat):
            seen.facing[zones.next_alive(seen, seat)] = TAIL


@compiled()
def own_group(seen: Any, seat: int, card: int) -> int:
    """All slots of a card in the deck of a seat; none where the deck has it not."""
    place = seen.place[seat]
    slot = seen.rules.slot[place, card]
    there = seen.rules.deck_size[place] > slot and seen.rules.code[place, slot] == card
    return seen.rules.group[place, slot] if there else 0


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
        zones.put_in_hand(table, seat, group)
    elif seen.discarded[seat] & group != 0:
        seen.discarded[seat] = zones.without_one(seen.discarded[seat], group)
        zones.put_in_hand(table, seat, group)
        bottom = order[0]
        close_gap(table, seat, 0)
        zones.discard(seen, seat, seen.rules.code[seen.place[seat], bottom])
    else:
        take_bottom(table, seat)


@compiled(inline=False)
def take_bottom(table: Any, seat: int) -> None:
    """The bottom card of a pile comes into the hand."""
    seen = table.seen
    group = zones.group_of(seen, seat, table.orders[seen.place[seat], 0])
    close_gap(table, seat, 0)
    zones.put_in_hand(table, seat, group)


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
        if zones.is_alive(seen, seat):
            zones.refresh(seen, seat)
    for seat in range(seen.rules.players):
        if seen.over == 0:
            zones.check(table, seat)
    if seen.turn > 0:  # nobody leads before the first decision
        note_lead(table)
    if seen.over == 0 and not zones.is_alive(seen, seen.mover):
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


NUMBERS = range(MAX_CARDS)
MOMENTS = ("first", "tail", *(f"played-{n}" for n in NUMBERS), *(f"topped-{n}" for n in NUMBERS))
FIRST, FACES_TAIL = 1, 2
KINDS = (*ACTS, *FIXED_TYPES, *(f"card-{n}" for n in NUMBERS), *(f"top-{n}" for n in NUMBERS))
N_ACTS = len(ACTS)


# ---- Moments ---------------------------------------------------------------------------------------------------


@compiled()
def begins(table: Any) -> bool:
    """Whether an action is to be decided, rather than what comes of one: costs, topping, forced discards."""
    return bool(table.seen.phase <= DRAW_STEP)


@compiled(inline=False)
def has_come(view: Any, move: Any, moment: int) -> bool:
    """The first decision; the mover's dragon faces tail, or another's; they play a card, or top with it."""
    if moment == FIRST:
        return bool(view.turn == 0)
    if moment == FACES_TAIL:
        for seat in range(view.rules.players):
            if view.phase <= DRAW_STEP and zones.is_alive(view, seat) and view.facing[seat] == TAIL:
                return True
        return False
    card = moment - FACES_TAIL - 1
    return bool(move.act == (PLAY if card < MAX_CARDS else TOP) and move.card == card % MAX_CARDS)


@compiled(inline=False)
def describe_position(table: Any, seat: int, fork: Any) -> None:
    """By how much more health the mover's dragon leads the best of the others, and the cards left in their pile."""
    seen = table.seen
    best = 0
    for other in range(seen.rules.players):
        if other != seat and zones.is_alive(seen, other):
            best = max(best, zones.health_left(seen, other))
    fork.lead = zones.health_left(seen, seat) - best
    fork.left = seen.left[seat]


@compiled(inline=False)
def holders(table: Any, seat: int, found: Any) -> None:
    """Who alone is behind the next dragon to their left: that one faces tail and their own does not."""
    seen = table.seen
    players = seen.rules.players
    found[0] = TO_NOBODY
    several = False
    for i in range(players):
        other = (seat + i) % players
        if (
            zones.is_alive(seen, other)
            and seen.facing[other] != TAIL
            and seen.facing[zones.next_alive(seen, other)] == TAIL
        ):
            several = several or found[0] != TO_NOBODY
            found[0] = TO_MOVER + i
    if several:
        found[0] = TO_NOBODY


@compiled(inline=False)
def count_cards(table: Any, seat: int, counts: Any) -> None:
    """How many cards of each type a player holds."""
    rules = table.seen.rules
    for number in range(N_FIXED):
        counts[number] = ones(table.hands[seat] & rules.of_type[table.seen.place[seat], number])


@compiled(inline=False)
def rearrange(table: Any, stream: Any) -> None:
    """All piles laid out anew; hands stay as they are."""
    seen = table.seen
    for seat in range(seen.rules.players):
        shuffle(stream, table.orders[seen.place[seat]], seen.left[seat])


@compiled(inline=False)
def mix_chance(table: Any, stream: Any) -> None:
    """The same, every pile gathered in the order of its slots first: equal draws lay equal tables out alike."""
    seen = table.seen
    for seat in range(seen.rules.players):
        pile, left = table.orders[seen.place[seat]], seen.left[seat]
        for i in range(1, left):
            card, place = pile[i], i
            while place > 0 and pile[place - 1] > card:
                pile[place] = pile[place - 1]
                place -= 1
            pile[place] = card
        mix(pile, left, stream)


# ---- Kinds of moves --------------------------------------------------------------------------------------------


@compiled(inline=False)
def is_of_kind(view: Any, move: Any, kind: int) -> bool:
    """Whether a move is an act of this kind, plays a card of this type, or plays or tops with this card."""
    if kind <= N_ACTS:
        return bool(move.act == kind - 1)
    if kind <= N_ACTS + N_FIXED:
        return bool(move.act == PLAY and view.rules.cards[move.card].types >> (kind - N_ACTS - 1) & 1 != 0)
    card = kind - N_ACTS - N_FIXED - 1
    return bool(move.act == (PLAY if card < MAX_CARDS else TOP) and move.card == card % MAX_CARDS)


FORKING = Forking(
    begins, has_come, describe_position, holders, intervene, rearrange, count_cards, is_of_kind, switch,
    MOMENTS, CHANGES, RANGES,
    things=("behind",), costly=("behind", "facing", "lost"), kinds=KINDS,
    settled=(
        "players", "team", "hand_size", "facing", "more_cards", "special", "deck_size", "deck", "code", "group",
        "slot", "titles",
    ),
    cards=FIXED_TYPES, mix_chance=mix_chance,
)  # fmt: skip
