"""What a card does that nobody could cancel, in the order in which `vocabulary` lists effects."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules.zones import (
    attach,
    check,
    detach,
    discard,
    draw,
    is_alive,
    lay_ground,
    mill,
    raze,
    refresh,
    throw_all,
    wound,
    wounds_of,
)
from dhstats.games.dragon.table import ACTION, ATTACHMENT, FACINGS, GROUND, NO_CARD, NOBODY, SHEDDING, SIDE

N_FACINGS = len(FACINGS)


@compiled(inline=False)
def take_effect(table: Any, event: Any) -> None:
    """The first card of the chain takes effect."""
    seen = table.seen
    seat, card = seen.mover, seen.first_card
    kind = seen.rules.cards[card].kind
    if kind == ACTION:
        discard(seen, seat, card)
        act(table, event)
    elif kind == GROUND:
        if is_alive(seen, seen.rival):
            lay_ground(seen, seat, seen.rival, card)
            check(table, seen.rival)
        else:
            discard(seen, seat, card)
    else:
        if kind == ATTACHMENT:
            attach(seen, seat, card)
        else:
            seen.level[seat] += 1
        refresh(seen, seat)
        check(table, seat)


@compiled(inline=False)
def act(table: Any, event: Any) -> None:
    """An action card: whether a dragon is out is looked at after each of its effects."""
    seen = table.seen
    card = seen.rules.cards[seen.first_card]
    if card.wounds > 0:
        at = aim_of(card, seen.at)
        strike(table, at, event)
        if at != NO_CARD and seen.rules.ground_text == 0:
            return
    if card.destroys != ACTION and is_alive(seen, seen.rival):
        destroy(table, card.destroys)
    if seen.over == 0:
        seen.wounds[seen.mover] = max(0, seen.wounds[seen.mover] - card.heals)
        turn_dragons(seen)
        move_cards(table, card)


@compiled()
def destroy(table: Any, kind: int) -> None:
    """A card that the rival has in play is discarded."""
    seen = table.seen
    if kind == GROUND:
        raze(seen, seen.rival, seen.at, seen.mover)
    else:
        detach(seen, seen.rival, seen.at)
        refresh(seen, seen.rival)
        check(table, seen.rival)


@compiled()
def move_cards(table: Any, card: Any) -> None:
    """Cards that the rival loses from their deck, that they draw, that the player draws, that the rival discards."""
    seen = table.seen
    rival = seen.rival
    if rival != NOBODY and is_alive(seen, rival):
        mill(table, rival, card.rival_mills)
        draw(table, rival, card.rival_draws)
    if seen.over == 0:
        draw(table, seen.mover, card.draws)
    if seen.over == 0 and rival != NOBODY and is_alive(seen, rival):
        make_discard(table, rival, card.rival_discards)


@compiled(inline=False)
def strike(table: Any, at: int, event: Any) -> None:
    """Wounds for the rival's dragon; or for a ground card, which they destroy or leave as it is."""
    seen = table.seen
    wounds = wounds_of(seen, seen.mover, seen.first_card, seen.rival, at)
    if at == NO_CARD:
        wound(table, seen.rival, wounds, event)
    elif wounds >= seen.rules.cards[at].lair_attack:
        raze(seen, seen.rival, at, seen.mover)


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
def turn_dragons(seen: Any) -> None:
    """Dragons come to face as it was declared."""
    declared = seen.declared
    while declared != 0:
        seat = turned_seat(declared)
        if is_alive(seen, seat):
            seen.facing[seat] = turned_to(declared)
        declared >>= 4


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


@compiled()
def make_discard(table: Any, seat: int, number: int) -> None:
    """A player has to discard cards of their choice; if it is all of them there is no choice."""
    seen = table.seen
    if number >= seen.hand_sizes[seat]:
        if number > 0:
            throw_all(table, seat)
    elif number > 0:
        seen.owes = number
        seen.phase = SHEDDING
        seen.to_move = seat
