"""Where cards are: hands, piles, discards, cards in play. A set of cards of one deck is a number, a slot a bit."""

from typing import Any

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.table import (
    ABSENT,
    ATTACK_BITS,
    BANISH,
    EXHAUST,
    KILL,
    MAX_SEATS,
    N_ATTACKS,
    N_FIXED,
    N_TYPES,
    NO_CARD,
    NOBODY,
    TAIL,
)


@compiled()
def around(seat: int, players: int) -> int:
    """A seat counted on past the last one."""
    return seat - players if seat >= players else seat


@compiled()
def is_alive(seen: Any, seat: int) -> bool:
    """Whether the dragon of a seat is in the fight."""
    return seen.alive >> seat & 1 != 0


@compiled()
def group_of(seen: Any, seat: int, slot: int) -> int:
    """All slots of a title."""
    return seen.rules.group[seen.place[seat], slot]


@compiled()
def slots_of(seen: Any, seat: int, card: int) -> int:
    """All slots of a card in the deck of a seat, which has it."""
    return group_of(seen, seat, seen.rules.slot[seen.place[seat], card])


@compiled()
def with_types(of_type: Any, types: int) -> int:
    """The cards of one of such types, or with one of them on their list, out of the sets of cards of each type."""
    cards = 0
    while types != 0:
        cards |= of_type[lowest(types)]
        types &= types - 1
    return cards


@compiled()
def with_one(cards: int, group: int) -> int:
    """A set with one more card of a title: the lowest slot that is free."""
    free = group & ~cards
    return cards | (free & -free)


@compiled()
def without_one(cards: int, group: int) -> int:
    """A set with one card less of a title: the highest slot that is taken."""
    last = cards & group
    while last & (last - 1) != 0:
        last &= last - 1
    return cards ^ last


@compiled(inline=False)
def leave_hand(table: Any, seat: int, card: int) -> None:
    """A card leaves a hand."""
    seen = table.seen
    group = slots_of(seen, seat, card)
    table.hands[seat] = without_one(table.hands[seat], group)
    seen.hand_sizes[seat] -= 1


@compiled(inline=False)
def discard(seen: Any, seat: int, card: int) -> None:
    """A card comes to the discards of its owner."""
    seen.discarded[seat] = with_one(seen.discarded[seat], slots_of(seen, seat, card))


@compiled(inline=False)
def throw_away(table: Any, seat: int, card: int) -> None:
    """A card of a hand is discarded."""
    seen = table.seen
    leave_hand(table, seat, card)
    discard(seen, seat, card)
    latest = seen.recent[seat, 0]
    latest.discarded = with_one(latest.discarded, slots_of(seen, seat, card))


@compiled(inline=False)
def throw_all(table: Any, seat: int) -> None:
    """A whole hand is discarded."""
    seen = table.seen
    while table.hands[seat] != 0:
        throw_away(table, seat, seen.rules.code[seen.place[seat], lowest(table.hands[seat])])


@compiled()
def demand(table: Any, seat: int, number: int, phase: int) -> None:
    """A player has to give up cards of their choice; if it is all of them there is no choice."""
    seen = table.seen
    if number >= seen.hand_sizes[seat]:
        if number > 0:
            throw_all(table, seat)
    elif number > 0:
        seen.owes = number
        seen.phase = phase
        seen.to_move = seat


@compiled()
def top_of_pile(table: Any, seat: int) -> int:
    """Takes the top card of a pile, which must not be empty: the lowest slot of its title."""
    seen = table.seen
    seen.left[seat] -= 1
    return table.orders[seen.place[seat], seen.left[seat]]


@compiled()
def take_up(table: Any, seat: int) -> None:
    """The top card of a pile comes into the hand."""
    put_in_hand(table, seat, group_of(table.seen, seat, top_of_pile(table, seat)))


@compiled()
def put_in_hand(table: Any, seat: int, group: int) -> None:
    """A card of a title comes into a hand."""
    table.hands[seat] = with_one(table.hands[seat], group)
    table.seen.hand_sizes[seat] += 1
    table.seen.recent[seat, 0].drawn += 1


@compiled(inline=False)
def mill(table: Any, seat: int, number: int) -> None:
    """Cards go from the top of a pile to the discards, as far as there are any."""
    seen = table.seen
    for _ in range(min(number, seen.left[seat])):
        seen.discarded[seat] = with_one(seen.discarded[seat], group_of(seen, seat, top_of_pile(table, seat)))


@compiled()
def room(seen: Any, seat: int) -> int:
    """How many cards the draw step allows a player."""
    power = seen.power[seat]
    free = seen.rules.hand_limit + power.hand - seen.hand_sizes[seat]
    return max(0, min(seen.rules.draws + power.draws, free))


# ---- Ground cards and attachments in play ----------------------------------------------------------------------


@compiled()
def all_grounds(seen: Any, owner: int) -> int:
    """All ground cards that a player has in play, one slot a card."""
    cards = 0
    for rival in range(MAX_SEATS):
        cards |= seen.grounds[owner, rival]
    return cards


@compiled(inline=False)
def besieged_by(seen: Any, owner: int, card: int, attacker: int) -> int:
    """Against whom a ground card stands; of several alike the one against the attacker, else the next to their left."""
    players = seen.rules.players
    group = slots_of(seen, owner, card)
    for i in range(players):
        rival = around(attacker + i, players)
        if seen.grounds[owner, rival] & group != 0:
            return rival
    return NOBODY


@compiled(inline=False)
def raze(seen: Any, owner: int, card: int, attacker: int) -> None:
    """A ground card leaves play."""
    rival = besieged_by(seen, owner, card, attacker)
    if rival != NOBODY:
        there = seen.grounds[owner, rival] & slots_of(seen, owner, card)
        seen.grounds[owner, rival] ^= there & -there
        seen.siege[rival] -= seen.rules.cards[card].lair_attack
        discard(seen, owner, card)


@compiled(inline=False)
def detach(seen: Any, seat: int, card: int) -> None:
    """An attachment leaves play; of several alike the one that would stay longest."""
    there = seen.attached[seat] & slots_of(seen, seat, card)
    best = lowest(there)
    while there != 0:
        slot = lowest(there)
        there &= there - 1
        longer = seen.until[seat, slot] == 0 or seen.until[seat, slot] > seen.until[seat, best]
        if seen.until[seat, best] != 0 and longer:
            best = slot
    drop_attachment(seen, seat, best)


@compiled(inline=False)
def drop_attachment(seen: Any, seat: int, slot: int) -> None:
    """The attachment in a slot is discarded."""
    seen.attached[seat] ^= 1 << slot
    seen.until[seat, slot] = 0
    discard(seen, seat, seen.rules.code[seen.place[seat], slot])


# ---- What a dragon is capable of -------------------------------------------------------------------------------


@compiled(inline=False)
def refresh(seen: Any, seat: int) -> None:
    """Counts anew what a dragon has by its level and its attachments, and which cards it may use."""
    rules = seen.rules
    place = seen.place[seat]
    seen.power[seat] = rules.levels[place, seen.level[seat]]
    power, attached = seen.power[seat], seen.attached[seat]
    while attached != 0:
        more = rules.powers[rules.cards[rules.code[place, lowest(attached)]].power]
        attached &= attached - 1
        power.health += more.health
        power.agility += more.agility
        power.lair += more.lair
        power.attacks += more.attacks
        power.draws += more.draws
        power.hand += more.hand
        power.uses |= more.uses
        for i in range(N_ATTACKS):
            power.more[i] += more.more[i]
        for i in range(N_TYPES):
            power.adds[i] += more.adds[i]
            power.armour[i] += more.armour[i]
    seen.usable[seat] = ~with_types(rules.of_type[place], rules.special & ~power.uses)


@compiled(inline=False)
def expire(table: Any, seat: int) -> None:
    """Attachments whose time ended with this turn are discarded; that may be too much for the dragon."""
    seen = table.seen
    left = seen.attached[seat]
    gone = 0
    while left != 0:
        slot = lowest(left)
        left &= left - 1
        if seen.until[seat, slot] != 0 and seen.until[seat, slot] <= seen.turns[seat]:
            drop_attachment(seen, seat, slot)
            gone += 1
    if gone > 0:
        refresh(seen, seat)
        check(table, seat)


# ---- Wounds ----------------------------------------------------------------------------------------------------

COUNTED = (1 << N_TYPES) - (1 << N_FIXED) | ATTACK_BITS  # types whose modifiers count


@compiled(inline=False)
def wounds_of(seen: Any, seat: int, card: int, rival: int, at: int) -> int:
    """The wounds that an attack inflicts on a rival's dragon (`at` is NO_CARD) or on one of their ground cards."""
    attack = seen.rules.cards[card]
    wounds = attack.wounds
    if at == NO_CARD and seen.facing[rival] == TAIL:
        wounds += attack.tail_wounds
    types = attack.types & COUNTED
    while types != 0:
        kind = lowest(types)
        types &= types - 1
        wounds += seen.power[seat].adds[kind]
        if at == NO_CARD:
            wounds -= seen.power[rival].armour[kind]
    return max(0, wounds)


@compiled()
def wound(table: Any, seat: int, wounds: int, event: Any) -> None:
    """A dragon takes wounds; as many as its health kill it at once."""
    table.seen.wounds[seat] += wounds
    event.wounds += wounds
    check(table, seat)


@compiled()
def health_left(seen: Any, seat: int) -> int:
    """How many wounds a dragon can take before it is dead."""
    return max(0, seen.power[seat].health - seen.wounds[seat])


# ---- Victory: killing, banishing, exhausting -------------------------------------------------------------------


@compiled(inline=False)
def check(table: Any, seat: int) -> None:
    """A dragon with as many wounds as health is dead, one with as much lair attack as lair is banished: at once."""
    seen = table.seen
    if not is_alive(seen, seat):
        return
    if seen.wounds[seat] >= seen.power[seat].health:
        fall(table, seat, KILL)
    elif seen.siege[seat] >= seen.power[seat].lair:
        fall(table, seat, BANISH)


@compiled(inline=False)
def draw(table: Any, seat: int, number: int) -> None:
    """A player draws cards one by one; if their deck has no more they are exhausted."""
    for _ in range(number):
        if table.seen.left[seat] == 0:
            fall(table, seat, EXHAUST)
            return
        take_up(table, seat)


@compiled(inline=False)
def fall(table: Any, seat: int, reason: int) -> None:
    """A dragon is out of the fight; the game is over once all that are left are of one team."""
    seen = table.seen
    rules = seen.rules
    table.fallen[seat] = rules.players - ones(seen.alive)
    seen.alive ^= 1 << seat
    table.end_reason = reason
    table.ended_by = seen.mover
    team = ABSENT
    several = False
    for other in range(rules.players):
        if is_alive(seen, other):
            several = several or (team != ABSENT and rules.team[other] != team)
            team = rules.team[other]
    if several:
        clear_grounds(seen, seat)
    else:
        seen.over = 1


@compiled(inline=False)
def clear_grounds(seen: Any, seat: int) -> None:
    """The ground cards of a dragon that is out are discarded."""
    for rival in range(MAX_SEATS):
        cards = seen.grounds[seat, rival]
        while cards != 0:
            card = seen.rules.code[seen.place[seat], lowest(cards)]
            cards &= cards - 1
            seen.siege[rival] -= seen.rules.cards[card].lair_attack
            discard(seen, seat, card)
        seen.grounds[seat, rival] = 0


@compiled()
def next_alive(seen: Any, seat: int) -> int:
    """The next seat to the left whose dragon is in the fight."""
    seat = around(seat + 1, seen.rules.players)
    while not is_alive(seen, seat):
        seat = around(seat + 1, seen.rules.players)
    return seat
