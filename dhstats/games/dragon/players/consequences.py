"""How dragons stand once a card has taken effect: counted on a trained player's inputs.

To play the card on a copy of the table would take ten times as long: the copy alone takes 1.8 microseconds, and greedy
play takes 0.2 for all options of a decision. Piles, from which cards are drawn, are not in sight besides.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled
from dhstats.games.dragon.players.prospects import attachment_worth, upgrade_worth
from dhstats.games.dragon.rules.effects import aim_of, turned_seat, turned_to
from dhstats.games.dragon.rules.standing import wounds_of
from dhstats.games.dragon.rules.zones import around, besieged_by, is_alive
from dhstats.games.dragon.table import ATTACHMENT, GROUND, MAX_SEATS, NO_CARD, NOBODY, UPGRADE

# How dragons stand: by player, oneself first.
HEALTH, LAIR, DECK, HAND, AWAY, POWER = range(6)
N_STANDING = POWER + 1
STANDINGS = N_STANDING * MAX_SEATS


@compiled()
def standing_of(view: Any, seat: int, start: int) -> int:
    """Where the standing of a seat begins, in a list that begins at `start`."""
    return start + N_STANDING * around(seat + view.rules.players - view.seat, view.rules.players)


@compiled(inline=False)
def stand(view: Any, start: int, x: Any) -> None:
    """Writes how all dragons stand now over zeros: whole numbers, to be scaled once all is counted."""
    for seat in range(view.rules.players):
        if is_alive(view, seat):
            at = standing_of(view, seat, start)
            x[at + HEALTH] = np.float32(view.power[seat].health - view.wounds[seat])
            x[at + LAIR] = np.float32(view.power[seat].lair - view.siege[seat])
            x[at + DECK] = np.float32(view.left[seat])
            x[at + HAND] = np.float32(view.hand_sizes[seat])
            x[at + AWAY] = np.float32(view.facing[seat])


@compiled(inline=False)
def change(view: Any, seat: int, what: int, number: int, start: int, x: Any) -> None:
    """Adds to what a seat has."""
    x[standing_of(view, seat, start) + what] += np.float32(number)


@compiled(inline=False)
def take_place(view: Any, seat: int, card: int, rival: int, at: int, declared: int, start: int, x: Any) -> None:
    """The effect of a card that a seat plays, in the order of the rules."""
    own = view.rules.cards[card]
    if own.kind == GROUND:
        change(view, rival, LAIR, -own.lair_attack, start, x)
    elif own.kind == ATTACHMENT:
        change_power(view, seat, card, 1, start, x)
    elif own.kind == UPGRADE:
        levels, level = view.rules.levels[view.place[seat]], view.level[seat]
        change(view, seat, HEALTH, levels[level + 1].health - levels[level].health, start, x)
        change(view, seat, LAIR, levels[level + 1].lair - levels[level].lair, start, x)
        x[standing_of(view, seat, start) + POWER] += np.float32(upgrade_worth(view, seat))
    else:
        act(view, seat, card, rival, at, start, x)
        turn(view, declared, start, x)


@compiled()
def change_power(view: Any, seat: int, card: int, number: int, start: int, x: Any) -> None:
    """An attachment comes (1) or goes (-1)."""
    power = view.rules.powers[view.rules.cards[card].power]
    change(view, seat, HEALTH, number * power.health, start, x)
    change(view, seat, LAIR, number * power.lair, start, x)
    x[standing_of(view, seat, start) + POWER] += np.float32(number * attachment_worth(view, card))


@compiled(inline=False)
def act(view: Any, seat: int, card: int, rival: int, at: int, start: int, x: Any) -> None:
    """An action card, but for facings: wounds, what it discards in play, healing, cards drawn and lost."""
    own = view.rules.cards[card]
    if own.wounds > 0:
        aim = aim_of(own, at)
        wounds = wounds_of(view, seat, card, rival, aim)
        if aim == NO_CARD:
            change(view, rival, HEALTH, -wounds, start, x)
        elif wounds >= view.rules.cards[aim].lair_attack:
            raze(view, rival, aim, start, x)
    if own.destroys == GROUND:
        raze(view, rival, at, start, x)
    elif own.destroys == ATTACHMENT:
        change_power(view, rival, at, -1, start, x)
    change(view, seat, HEALTH, min(own.heals, view.wounds[seat]), start, x)
    change(view, seat, DECK, -own.draws, start, x)
    change(view, seat, HAND, own.draws, start, x)
    if rival != NOBODY:
        milled = min(own.rival_mills, view.left[rival])
        lost = min(own.rival_discards, view.hand_sizes[rival] + own.rival_draws)
        change(view, rival, DECK, -milled - own.rival_draws, start, x)
        change(view, rival, HAND, own.rival_draws - lost, start, x)


@compiled(inline=False)
def raze(view: Any, owner: int, card: int, start: int, x: Any) -> None:
    """A ground card is destroyed."""
    seat = besieged_by(view, owner, card, view.mover)
    if seat != NOBODY and is_alive(view, seat):  # ground cards may outlast the dragon whose lair they attack
        change(view, seat, LAIR, view.rules.cards[card].lair_attack, start, x)


@compiled()
def turn(view: Any, declared: int, start: int, x: Any) -> None:
    """Dragons come to face as it was declared."""
    while declared != 0:
        x[standing_of(view, turned_seat(declared), start) + AWAY] = np.float32(turned_to(declared))
        declared >>= 4
