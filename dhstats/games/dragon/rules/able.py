"""Which cards a player may play or top with, as sets of slots with one slot a title: from what they see alone."""

from typing import Any

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules.zones import all_grounds, is_alive
from dhstats.games.dragon.table import ALL_CARDS, ATTACHMENT, GROUND, MAX_COST, N_ATTACKS, NO_LIMIT, UPGRADE


@compiled()
def is_first_turn(seen: Any, seat: int) -> bool:
    """Whether this is the first player's first turn, which has a limit of its own."""
    return seat == 0 and seen.mover == 0 and seen.turns[0] == 0


@compiled()
def is_rival(seen: Any, seat: int, other: int) -> bool:
    """Whether a dragon is in the fight, and on another side."""
    return is_alive(seen, other) and seen.rules.team[other] != seen.rules.team[seat]


@compiled()
def attacks_left(seen: Any, seat: int) -> int:
    """How many attack cards a player may still play in this turn, whatever their types."""
    return seen.rules.attacks[seen.facing[seat]] + seen.power[seat].attacks - seen.made[seat]


@compiled(inline=False)
def barred_attacks(seen: Any, seat: int) -> int:
    """Attack cards that the limits of this turn rule out: by facing, by type, all of them in the first turn."""
    rules = seen.rules
    place = seen.place[seat]
    if attacks_left(seen, seat) <= 0 or (rules.first_turn != NO_LIMIT and is_first_turn(seen, seat)):
        return rules.attack[place]
    barred = 0
    for kind in range(N_ATTACKS):
        if seen.made_of[seat, kind] >= rules.most[kind] + seen.power[seat].more[kind]:
            barred |= rules.of_type[place, kind]
    return barred


@compiled()
def affordable(seen: Any, seat: int, hand: int) -> int:
    """One slot of each title in a hand that facing, special types and cost in cards allow to be played."""
    rules = seen.rules
    place = seen.place[seat]
    cost = min(MAX_COST, seen.hand_sizes[seat] - 1)
    if cost < 0:
        return 0
    cards = hand & rules.titles[place] & rules.costing[place, cost]
    return cards & rules.own_facing[place, seen.facing[seat]] & seen.usable[seat]


@compiled(inline=False)
def playable(seen: Any, seat: int, hand: int) -> int:
    """Titles of a hand that could be played now, as far as rivals do not forbid it: for each step its own kinds."""
    rules = seen.rules
    place = seen.place[seat]
    cards = affordable(seen, seat, hand) & ~rules.of_kind[place, GROUND] & ~barred_attacks(seen, seat)
    return cards & (~rules.of_kind[place, UPGRADE] | rules.upgrade[place, seen.level[seat]])


@compiled(inline=False)
def playable_grounds(seen: Any, seat: int, hand: int) -> int:
    """Ground cards of a hand that could be played now, as far as rivals do not forbid it."""
    if seen.grounds_played[seat] >= seen.rules.grounds:
        return 0
    return affordable(seen, seat, hand) & seen.rules.of_kind[seen.place[seat], GROUND]


@compiled(inline=False)
def against(seen: Any, seat: int, cards: int, rival: int) -> int:
    """Those of these cards that name a rival and could be played on this one."""
    rules = seen.rules
    place = seen.place[seat]
    cards &= rules.aimed[place] & rules.rival_facing[place, seen.facing[rival]]
    if all_grounds(seen, rival) == 0:
        cards &= ~rules.destroying[place, GROUND]
    if seen.attached[rival] == 0:
        cards &= ~rules.destroying[place, ATTACHMENT]
    return cards


@compiled(inline=False)
def has_target(seen: Any, seat: int, cards: int) -> bool:
    """Whether any of these cards can be played, some perhaps on no rival at all."""
    if cards == 0:
        return False
    if cards & ~seen.rules.aimed[seen.place[seat]] != 0:
        return True
    for rival in range(seen.rules.players):
        if is_rival(seen, seat, rival) and against(seen, seat, cards, rival) != 0:
            return True
    return False


@compiled(inline=False)
def toppers(seen: Any, seat: int, hand: int) -> int:
    """Titles of a hand that top the card played last: whose list has one of its types. Costs and limits are ignored."""
    rules = seen.rules
    place = seen.place[seat]
    types = rules.cards[seen.top_card].types
    cards = 0
    while types != 0:
        cards |= rules.topping[place, lowest(types)]
        types &= types - 1
    cards &= hand & rules.titles[place]
    if rules.special_tops == 0:
        cards &= seen.usable[seat]
    if rules.first_turn == ALL_CARDS and is_first_turn(seen, seat):
        cards &= ~rules.attack[place]
    return cards
