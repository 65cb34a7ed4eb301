"""What a card does that nobody could cancel, in the order in which `vocabulary` lists effects."""

from typing import Any

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules import zones
from dhstats.games.dragon.table import ACTION, ATTACHMENT, FACINGS, GROUND, NO_CARD, NOBODY, SHEDDING, SIDE

N_FACINGS = len(FACINGS)


@compiled(inline=False)
def take_effect(table: Any, event: Any) -> None:
    """The first card of the chain takes effect."""
    seen = table.seen
    seat, code = seen.mover, seen.first_card
    card = seen.rules.cards[code]
    if card.kind == ACTION:
        zones.discard(seen, seat, code)
        act(table, event)
    elif card.kind == GROUND:
        if zones.is_alive(seen, seen.rival):
            free = zones.slots_of(seen, seat, code) & ~zones.all_grounds(seen, seat)
            seen.grounds[seat, seen.rival] |= free & -free
            seen.siege[seen.rival] += card.lair_attack
            zones.check(table, seen.rival)
        else:
            zones.discard(seen, seat, code)
    else:
        if card.kind == ATTACHMENT:  # until the end or for some turns of its own player
            free = zones.slots_of(seen, seat, code) & ~seen.attached[seat]
            seen.attached[seat] |= free & -free
            seen.until[seat, lowest(free)] = seen.turns[seat] + card.lasts if card.lasts > 0 else 0
        else:
            seen.level[seat] += 1
        zones.refresh(seen, seat)
        zones.check(table, seat)


@compiled(inline=False)
def act(table: Any, event: Any) -> None:
    """An action card: whether a dragon is out is looked at after each of its effects."""
    seen = table.seen
    rival, card = seen.rival, seen.rules.cards[seen.first_card]
    if card.wounds > 0:
        at = aim_of(card, seen.at)
        wounds = zones.wounds_of(seen, seen.mover, seen.first_card, rival, at)
        if at == NO_CARD:
            zones.wound(table, rival, wounds, event)
        elif wounds >= seen.rules.cards[at].lair_attack:
            zones.raze(seen, rival, at, seen.mover)
        if at != NO_CARD and seen.rules.ground_text == 0:
            return
    if card.destroys == GROUND and zones.is_alive(seen, rival):
        zones.raze(seen, rival, seen.at, seen.mover)
    elif card.destroys == ATTACHMENT and zones.is_alive(seen, rival):
        zones.detach(seen, rival, seen.at)
        zones.refresh(seen, rival)
        zones.check(table, rival)
    if seen.over == 0:
        act_on(table, card)


@compiled()
def act_on(table: Any, card: Any) -> None:
    """Healing, facings as declared, cards that the rival loses from their deck, draws and discards of both."""
    seen = table.seen
    rival, declared = seen.rival, seen.declared
    seen.wounds[seen.mover] = max(0, seen.wounds[seen.mover] - card.heals)
    while declared != 0:
        seat = turned_seat(declared)
        if zones.is_alive(seen, seat):
            seen.facing[seat] = turned_to(declared)
        declared >>= 4
    if rival != NOBODY and zones.is_alive(seen, rival):
        zones.mill(table, rival, card.rival_mills)
        zones.draw(table, rival, card.rival_draws)
    if seen.over == 0:
        zones.draw(table, seen.mover, card.draws)
    if seen.over == 0 and rival != NOBODY and zones.is_alive(seen, rival):
        zones.demand(table, rival, card.rival_discards, SHEDDING)


@compiled()
def aim_of(card: Any, at: int) -> int:
    """What the wounds of a card are for: a ground card, or the dragon where `at` is what the card destroys besides."""
    return at if card.destroys == ACTION else NO_CARD


@compiled()
def turned_seat(declared: int) -> int:
    """Whose dragon the next of the declared changes turns."""
    return ((declared & 15) - 1) // N_FACINGS


@compiled()
def turned_to(declared: int) -> int:
    """How a dragon faces after the next of the declared changes."""
    return ((declared & 15) - 1) % N_FACINGS


@compiled()
def reached(facing: int, by: int) -> int:
    """The facings after so many quarter turns, a bit each; `by` has a bit for each number of them."""
    facings = 0
    if by & 1 != 0:
        facings |= 1 << facing
    if by & 2 != 0:
        facings |= 5 if facing == SIDE else 1 << SIDE
    if by & 4 != 0:
        facings |= 1 << 2 - facing
    return facings
