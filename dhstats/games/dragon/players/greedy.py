"""Greedy play."""

from typing import Any

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import below
from dhstats.games.dragon.players.guess import attachment_worth, power_worth
from dhstats.games.dragon.rules.effects import aim_of, turned_seat, turned_to
from dhstats.games.dragon.rules.zones import wounds_of
from dhstats.games.dragon.table import (
    ACTION,
    ATTACHMENT,
    DISCARD,
    DRAW,
    GROUND,
    HOLD,
    NO_CARD,
    NOBODY,
    PASS,
    PAY,
    PLAY,
    SHED,
    TOP,
    UPGRADE,
)

WIN = 1000.0
WOUND = 1.0  # everything is measured in wounds
LITTLE = 1e-9
LAIR = 1.6  # a point of lair attack
FACING = 0.9  # a quarter turn of an enemy dragon away from front, or of the own one towards it
CARD = 0.5
DECK_CARD = 0.25  # a card that the rival loses from their deck
RESERVE = 4  # cards in the deck below which it is not drawn from freely


def choose(view: Any, moves: Any, count: int, noise: Any) -> int:
    """Plays and tops whatever is worth most wounds, keeps what tops, and never draws a deck to its end."""
    best, ties = 0, 0
    best_worth = -1e9
    for i in range(count):
        worth = worth_of(view, moves[i])
        if worth > best_worth + LITTLE:
            best, best_worth, ties = i, worth, 1
        elif worth > best_worth - LITTLE:
            ties += 1
            if below(noise, ties) == 0:
                best = i
    return best


@compiled(inline=False)
def worth_of(view: Any, move: Any) -> float:
    """What a decision is worth, in wounds: of a card its effect, less what it costs and what it could do later."""
    if move.act == PLAY:
        card = view.rules.cards[move.card]
        if card.suffers >= view.power[view.seat].health - view.wounds[view.seat]:
            return -WIN
        worth = effect_worth(view, view.seat, move.card, move.rival, move.at, move.declared)
        return worth - WOUND * card.suffers - CARD * card.discards - hand_worth(view, move.card)
    if move.act == TOP:
        return stake(view) - hand_worth(view, move.card)
    if move.act == PAY or move.act == SHED or move.act == DISCARD:
        return -hand_worth(view, move.card)
    if move.act == DRAW:
        spare = view.left[view.seat] - RESERVE * view.power[view.seat].agility
        return min(move.number, max(0, spare)) - 0.01 * move.number
    return 0.0 if move.act == PASS or move.act == HOLD else -1.0


@compiled(inline=False)
def hand_worth(view: Any, card: int) -> float:
    """What a card is worth in hand: what it could do, and what it could top. Never nothing."""
    own = view.rules.cards[card]
    use = own.wounds + LAIR * own.lair_attack + CARD * (own.draws + own.rival_discards) + own.heals
    usable = view.usable[view.seat] >> view.rules.slot[view.place[view.seat], card] & 1
    return 0.05 + 0.1 * usable * (use + ones(own.tops)) - 0.01 * own.discards


@compiled(inline=False)
def stake(view: Any) -> float:
    """What it is worth to the player who may top now that the last card does not decide: what the first one does."""
    first = view.rules.cards[view.first_card]
    worth = effect_worth(view, view.mover, view.first_card, view.rival, view.at, view.declared)
    mine = view.rules.team[view.seat] == view.rules.team[view.mover]
    aimed = view.rival == NOBODY or view.rules.team[view.rival] == view.rules.team[view.seat] or mine
    return (worth if aimed else 0.3 * worth) - 0.3 * (1 - min(1, first.discards))


@compiled(inline=False)
def effect_worth(view: Any, seat: int, card: int, rival: int, at: int, declared: int) -> float:
    """What the effect of a card is worth to the player of it."""
    own = view.rules.cards[card]
    if own.kind == ATTACHMENT:
        return attachment_worth(view, card)
    if own.kind == UPGRADE:
        return 5.0
    if own.kind == GROUND:
        left = view.power[rival].lair - view.siege[rival]
        return WIN if own.lair_attack >= left else LAIR * own.lair_attack
    worth = turning_worth(view, seat, declared) + min(own.heals, view.wounds[seat])
    worth += card_worth(view, seat, card, rival)
    if own.destroys != ACTION and at != NO_CARD:
        lost = view.rules.cards[at]
        worth += LAIR * lost.lair_attack if lost.kind == GROUND else power_worth(view.rules.powers[lost.power])
    if own.wounds > 0:
        aim = aim_of(own, at)
        wounds = wounds_of(view, seat, card, rival, aim)
        if aim == NO_CARD:
            worth += WIN if wounds >= view.power[rival].health - view.wounds[rival] else WOUND * wounds
        elif wounds >= view.rules.cards[aim].lair_attack:  # a ground card that survives them is worth nothing
            worth += LAIR * view.rules.cards[aim].lair_attack
    return worth


@compiled(inline=False)
def card_worth(view: Any, seat: int, card: int, rival: int) -> float:
    """What cards are worth that are drawn or lost by a card."""
    own = view.rules.cards[card]
    spare = view.left[seat] - RESERVE * view.power[seat].agility
    worth = CARD * own.draws if spare > own.draws else -4.0 * CARD * own.draws
    if own.draws > view.left[seat]:
        return -WIN
    if rival == NOBODY:
        return worth
    if own.rival_draws > view.left[rival]:
        return WIN
    lost = min(own.rival_mills, view.left[rival]) + own.rival_draws
    near = 10.0 / (5.0 + view.left[rival])  # the last cards of a deck are worth most
    worth += DECK_CARD * near * lost - 0.5 * CARD * own.rival_draws
    return worth + CARD * min(own.rival_discards, view.hand_sizes[rival])


@compiled(inline=False)
def turning_worth(view: Any, seat: int, declared: int) -> float:
    """What it is worth that dragons turn: the own one to the front, others away from it."""
    worth = 0.0
    while declared != 0:
        turned = turned_seat(declared)
        away = turned_to(declared) - view.facing[turned]
        friend = view.rules.team[turned] == view.rules.team[seat]
        worth += -FACING * away if friend else FACING * away
        declared >>= 4
    return worth
