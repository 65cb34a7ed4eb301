"""What becomes of a position by a move: most inputs of a trained player that depend on it; `afterwards` has the others.

The position is the table as a move leaves it, before anything is drawn. A chain that is not settled counts as if nobody
played another card to it; what would then still be turned round stands beside it, times the chance that the other side
holds a card for that.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.players.guess import attachment_worth, danger, enemies, is_friend, upgrade_worth
from dhstats.games.dragon.players.inputs import CLASSES, HALF, ONE, ZERO, types_of_class
from dhstats.games.dragon.rules.effects import aim_of, turned_seat, turned_to
from dhstats.games.dragon.rules.legal import attacks_left
from dhstats.games.dragon.rules.zones import around, besieged_by, is_alive, slots_of, with_types, without_one, wounds_of
from dhstats.games.dragon.table import (
    ATTACHMENT,
    ATTACK_BITS,
    DRAW,
    DRAW_STEP,
    GROUND,
    HOLD,
    MAX_SEATS,
    N_ATTACKS,
    N_FIXED,
    NO_CARD,
    NOBODY,
    PASS,
    PAY,
    PLAY,
    SHED,
    SIDE,
    STEPS,
    TAIL,
    UPGRADE,
)

# How dragons stand: by player, oneself first.
HEALTH, LAIR, DECK, HAND, AWAY, POWER = range(6)
N_STANDING = POWER + 1
STANDINGS = N_STANDING * MAX_SEATS


@compiled()
def standing_of(view: Any, seat: int, start: int) -> int:
    """Where the standing of a seat begins, in a list that begins at `start`."""
    return start + N_STANDING * around(seat + view.rules.players - view.seat, view.rules.players)


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
        while declared != 0:
            x[standing_of(view, turned_seat(declared), start) + AWAY] = np.float32(turned_to(declared))
            declared >>= 4


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


STANDING = 0  # by player and what they have: once the chain is settled as it stands
TURNED_ROUND = STANDING + STANDINGS  # the same: what becomes of it if it is turned round, times the chance of that
NEAR = TURNED_ROUND + STANDINGS  # by player: how near health, lair and deck are to nothing
SIDEWAYS = NEAR + 3 * MAX_SEATS  # by player: whether their dragon faces side, or tail
WON = SIDEWAYS + 2 * MAX_SEATS  # the share of the enemies who are out
LOST = WON + 1
CHANCE = LOST + 1  # that the chain is turned round
STEP = CHANCE + 1  # the step that the player whose turn it is will be in; the last one: another turn
ATTACKS_LEFT = STEP + len(STEPS)
LEFT_OF = ATTACKS_LEFT + 1  # by type of attack: whether one more may be played
GROUND_LEFT = LEFT_OF + N_ATTACKS
OWED = GROUND_LEFT + 1  # cards that are still to be given up
HELD = OWED + 1  # by class: own cards
COVER = HELD + CLASSES  # by class: own cards that top it
BEST = COVER + CLASSES  # by type of attack: the most wounds of one own card
FORCE = BEST + N_ATTACKS  # what all own cards could do together, as `holdings` lists it
(WOUNDS, SIEGE, MILLS, ROBS, DRAWS, HEALS, TURNS, COSTS, USELESS) = range(9)
INPUTS = FORCE + USELESS + 1

SCALES = tuple(map(np.float32, (0.06, 0.15, 0.03, 0.15, 0.5, 0.15)))  # of what a dragon has
FORCES = tuple(map(np.float32, (0.1, 0.15, 0.1, 0.2, 0.3, 0.2, 0.3, 0.2, 0.3)))  # of what a hand could do


@compiled(inline=False)
def outlook(view: Any, move: Any, end: int, x: Any) -> float:
    """Writes the inputs that depend on the move; a move has one end, which is certain."""
    for i in range(INPUTS):
        x[i] = ZERO
    for seat in range(view.rules.players):  # how all dragons stand now, in whole numbers: scaled once all is counted
        if is_alive(view, seat):
            at = standing_of(view, seat, STANDING)
            x[at + HEALTH] = np.float32(view.power[seat].health - view.wounds[seat])
            x[at + LAIR] = np.float32(view.power[seat].lair - view.siege[seat])
            x[at + DECK] = np.float32(view.left[seat])
            x[at + HAND] = np.float32(view.hand_sizes[seat])
            x[at + AWAY] = np.float32(view.facing[seat])
    if move.act == PLAY:  # what a card costs whatever becomes of it: itself, other cards, wounds
        own = view.rules.cards[move.card]
        change(view, view.seat, HAND, -1 - own.discards, STANDING, x)
        change(view, view.seat, HEALTH, -own.suffers, STANDING, x)
    elif move.act == DRAW:
        change(view, view.seat, DECK, -move.number, STANDING, x)
        change(view, view.seat, HAND, move.number, STANDING, x)
    elif move.act == PAY:
        change(view, view.seat, HAND, -view.owes, STANDING, x)  # with what has to be paid after this card
    elif move.card != NO_CARD:
        change(view, view.seat, HAND, -1, STANDING, x)
    contend(view, move, x)
    finish(view, x)
    turn_state(view, move, x)
    holdings(view, hand_after(view, move), x)
    return 1.0


@compiled()
def hand_after(view: Any, move: Any) -> int:
    """The own hand without the card of a move."""
    return without_one(view.hand, slots_of(view, view.seat, move.card)) if move.card != NO_CARD else view.hand


# ---- Chains ----------------------------------------------------------------------------------------------------


@compiled(inline=False)
def contend(view: Any, move: Any, x: Any) -> None:
    """The chain that a move begins or goes on with, as if nobody played another card; and what if somebody did."""
    if move.act == PLAY:
        take_place(view, view.seat, move.card, move.rival, move.at, move.declared, STANDING, x)
        may_turn_round(view, move.card, view.seat, move.card, move.rival, move.at, move.declared, True, x)
    elif view.first_card != NO_CARD:
        mine = is_friend(view, view.mover)
        works = (move.act != HOLD) == mine
        last = view.first_card if move.act == PAY else move.card
        if works:
            take_place(view, view.mover, view.first_card, view.rival, view.at, view.declared, STANDING, x)
        if last != NO_CARD:
            may_turn_round(view, last, view.mover, view.first_card, view.rival, view.at, view.declared, works, x)


@compiled(inline=False)
def may_turn_round(
    view: Any, last: int, seat: int, card: int, rival: int, at: int, declared: int, works: bool, x: Any
) -> None:
    """What the other side changes if it tops the last card, times the chance that it can."""
    chance = np.float32(danger(view, last))
    x[CHANCE] = chance
    take_place(view, seat, card, rival, at, declared, TURNED_ROUND, x)
    for i in range(N_STANDING * view.rules.players):
        if i % N_STANDING == AWAY:  # a facing is set, not added to
            seat_of = around(view.seat + i // N_STANDING, view.rules.players)
            facing, turns = view.facing[seat_of], declared
            while turns != 0:
                if turned_seat(turns) == seat_of:
                    facing = turned_to(turns)
                turns >>= 4
            x[TURNED_ROUND + i] = np.float32(facing) - np.float32(view.facing[seat_of])
        x[TURNED_ROUND + i] *= -chance if works else chance


@compiled(inline=False)
def finish(view: Any, x: Any) -> None:
    """Who is out, how near everybody is to it, how dragons face; then all on a scale of about one."""
    for place in range(view.rules.players):
        seat = around(view.seat + place, view.rules.players)
        if not is_alive(view, seat):
            continue
        at = STANDING + N_STANDING * place
        if x[at + HEALTH] <= ZERO or x[at + LAIR] <= ZERO or x[at + DECK] < ZERO:
            if is_friend(view, seat):
                x[LOST] = ONE
            else:
                x[WON] += ONE / np.float32(enemies(view))
        x[NEAR + 3 * place] = ONE / (ONE + max(x[at + HEALTH], ZERO) * HALF)
        x[NEAR + 3 * place + 1] = ONE / (ONE + max(x[at + LAIR], ZERO))
        x[NEAR + 3 * place + 2] = ONE / (ONE + max(x[at + DECK], ZERO) * HALF)
        x[SIDEWAYS + 2 * place] = ONE if x[at + AWAY] == np.float32(SIDE) else ZERO
        x[SIDEWAYS + 2 * place + 1] = ONE if x[at + AWAY] == np.float32(TAIL) else ZERO
    for place in range(STANDINGS // N_STANDING):
        for what in range(N_STANDING):  # six at a time, whose scales are constants
            x[STANDING + N_STANDING * place + what] *= SCALES[what]
            x[TURNED_ROUND + N_STANDING * place + what] *= SCALES[what]


# ---- The turn --------------------------------------------------------------------------------------------------


@compiled(inline=False)
def turn_state(view: Any, move: Any, x: Any) -> None:
    """In which step the turn goes on, what may still be played in it, what is still to be given up."""
    seat = view.seat
    own_turn = view.mover == seat
    step = view.step + (1 if move.act == PASS else 0)
    over = not own_turn or move.act == DRAW or step > DRAW_STEP
    x[STEP + (0 if over else step)] = ONE
    card = view.rules.cards[move.card] if move.act == PLAY else view.rules.cards[0]
    types = card.types & ATTACK_BITS if move.act == PLAY else 0
    left = attacks_left(view, seat) - (1 if types != 0 else 0)
    x[ATTACKS_LEFT] = np.float32(max(0, left)) * HALF if own_turn else ZERO
    for kind in range(N_ATTACKS):
        made = view.made_of[seat, kind] + (types >> kind & 1)
        free = own_turn and made < view.rules.most[kind] + view.power[seat].more[kind]
        x[LEFT_OF + kind] = ONE if free else ZERO
    grounds = view.grounds_played[seat] + (1 if move.act == PLAY and card.kind == GROUND else 0)
    x[GROUND_LEFT] = ONE if own_turn and grounds < view.rules.grounds else ZERO
    owed = card.discards if move.act == PLAY else view.owes - (1 if move.act == PAY or move.act == SHED else 0)
    x[OWED] = np.float32(owed) * HALF


# ---- The hand --------------------------------------------------------------------------------------------------


@compiled(inline=False)
def holdings(view: Any, hand: int, x: Any) -> None:
    """The cards that the player then has: of which classes they are, what they top, what they could do."""
    seat = view.seat
    usable, of_type = hand & view.usable[seat], view.rules.of_type[view.place[seat]]
    for kind in range(CLASSES):
        x[HELD + kind] = np.float32(ones(usable & with_types(of_type, types_of_class(view, kind)))) * HALF
    x[FORCE + USELESS] = np.float32(ones(hand & ~usable))
    target = first_enemy(view)
    while usable != 0:
        count_card(view, view.rules.code[view.place[seat], lowest(usable)], target, x)
        usable &= usable - 1
    for i in range(len(FORCES)):
        x[FORCE + i] *= FORCES[i]


@compiled()
def first_enemy(view: Any) -> int:
    """The next enemy to the left."""
    for i in range(1, view.rules.players):
        seat = around(view.seat + i, view.rules.players)
        if is_alive(view, seat) and not is_friend(view, seat):
            return seat
    return NOBODY


@compiled(inline=False)
def count_card(view: Any, card: int, target: int, x: Any) -> None:
    """Adds what one card tops and could do."""
    own = view.rules.cards[card]
    for kind in range(N_FIXED):
        if own.tops >> kind & 1 != 0:
            x[COVER + kind] += HALF
    if own.tops >> N_FIXED != 0:
        x[COVER + N_FIXED] += HALF
    if own.wounds > 0 and target != NOBODY:
        wounds = np.float32(wounds_of(view, view.seat, card, target, NO_CARD))
        x[FORCE + WOUNDS] += wounds
        for kind in range(N_ATTACKS):
            if own.types >> kind & 1 != 0:
                x[BEST + kind] = max(x[BEST + kind], wounds * np.float32(0.2))
    x[FORCE + SIEGE] += np.float32(own.lair_attack)
    x[FORCE + MILLS] += np.float32(own.rival_mills + own.rival_draws)
    x[FORCE + ROBS] += np.float32(own.rival_discards)
    x[FORCE + DRAWS] += np.float32(own.draws)
    x[FORCE + HEALS] += np.float32(own.heals)
    x[FORCE + TURNS] += ONE if own.whose[0] != 0 else ZERO
    x[FORCE + COSTS] += np.float32(own.discards)
