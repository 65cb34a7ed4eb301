"""How dragons stand: what they are capable of, what they have suffered, and the three ways to be out of the fight."""

from typing import Any

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules.zones import (
    all_grounds,
    around,
    discard,
    drop_attachment,
    is_alive,
    take_up,
    with_types,
)
from dhstats.games.dragon.table import (
    ABSENT,
    ATTACK_BITS,
    BANISH,
    EXHAUST,
    GROUND,
    KILL,
    MAX_SEATS,
    N_ATTACKS,
    N_FIXED,
    N_TYPES,
    NO_CARD,
    TAIL,
)

# ---- What a dragon is capable of -------------------------------------------------------------------------------


@compiled()
def add_power(power: Any, more: Any) -> None:
    """Puts what an attachment brings on top of what a dragon has."""
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


@compiled(inline=False)
def refresh(seen: Any, seat: int) -> None:
    """Counts anew what a dragon has by its level and its attachments, and which cards it may use."""
    rules = seen.rules
    place = seen.place[seat]
    seen.power[seat] = rules.levels[place, seen.level[seat]]
    attached = seen.attached[seat]
    while attached != 0:
        card = rules.code[place, lowest(attached)]
        add_power(seen.power[seat], rules.powers[rules.cards[card].power])
        attached &= attached - 1
    seen.usable[seat] = ~with_types(rules.of_type[place], rules.special & ~seen.power[seat].uses)


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


@compiled()
def side_health(seen: Any, team: int) -> int:
    """How many wounds the dragons of a side that are in the fight can take together."""
    health = 0
    for seat in range(seen.rules.players):
        if seen.rules.team[seat] == team and is_alive(seen, seat):
            health += health_left(seen, seat)
    return health


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
    rules = seen.rules
    place = seen.place[seat]
    cards = all_grounds(seen, seat) & rules.of_kind[place, GROUND]
    while cards != 0:
        card = rules.code[place, lowest(cards)]
        for rival in range(MAX_SEATS):
            if seen.grounds[seat, rival] & cards & -cards != 0:
                seen.siege[rival] -= rules.cards[card].lair_attack
        discard(seen, seat, card)
        cards &= cards - 1
    for rival in range(MAX_SEATS):
        seen.grounds[seat, rival] = 0


@compiled()
def next_alive(seen: Any, seat: int) -> int:
    """The next seat to the left whose dragon is in the fight."""
    seat = around(seat + 1, seen.rules.players)
    while not is_alive(seen, seat):
        seat = around(seat + 1, seen.rules.players)
    return seat
