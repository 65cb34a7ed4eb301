"""What becomes of a position by a move: all inputs of a trained player that depend on it; and how a game ended.

Those of `outlook` come first; then what a sum of them cannot say: thresholds that are passed, what the hand can do from
here, what the enemies may answer.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.players import inputs, outlook
from dhstats.games.dragon.players.guess import attachment_worth
from dhstats.games.dragon.players.inputs import CLASSES, ONE, ZERO, fresh_danger
from dhstats.games.dragon.players.outlook import (
    AWAY,
    COVER,
    DECK,
    HAND,
    HEALTH,
    LAIR,
    N_STANDING,
    SCALES,
    STANDING,
    first_enemy,
    hand_after,
)
from dhstats.games.dragon.rules.legal import attacks_left
from dhstats.games.dragon.rules.zones import around, is_alive, wounds_of
from dhstats.games.dragon.table import (
    ATTACHMENT,
    ATTACK_BITS,
    GROUND,
    HOLD,
    MAX_SEATS,
    N_ATTACKS,
    NO_CARD,
    NOBODY,
    PAY,
    PLAY,
    TOP,
    TURN,
    UPGRADE,
)

# Inputs that depend on the move, after those of `outlook`.
FRESH_CHANCE = outlook.INPUTS  # that the chain is turned round, by cards drawn since such a card was let pass
ATTACKS = FRESH_CHANCE + 1  # whether at least one, two, three more attacks may be made
COVERED = ATTACKS + 3  # by class: whether an own card tops it
SAFE = COVERED + CLASSES  # the share of the enemies' hidden cards that an own card tops; and of their attacks
STRIKE = SAFE + 2  # by type of attack: the most wounds of one own card as dragons then face
REACH = STRIKE + N_ATTACKS  # these together, as a share of what the next enemy has left; whether they are all of it
MENACE = REACH + 2  # the wounds of the enemies' best attack that are to be expected; as a share of what is left
POWER = MENACE + 2  # what own attachments in hand would bring
RISE = POWER + 1  # whether the next upgrade is in hand
LOW = RISE + 1  # by player: which thresholds health, lair, deck and hand have passed
# Thresholds lie half a point above whole numbers, on the scale of the input.
STEPS = ((HEALTH, (1, 2, 3, 5, 7, 10)), (LAIR, (1, 2, 3, 4, 6)), (DECK, (0, 1, 3, 6, 10, 16)), (HAND, (0, 1, 2, 3, 5)))
THRESHOLDS = tuple(np.float32((step + 0.5) * SCALES[what]) for what, steps in STEPS for step in steps)
MEASURES = tuple(what for what, steps in STEPS for _ in steps)
N_STEPS = len(THRESHOLDS)
END = LOW + N_STEPS * MAX_SEATS
INPUTS = inputs.FIXED + END

WOUND, POWER_SCALE = np.float32(0.2), np.float32(0.15)
POINT = np.float32(1.0) / SCALES[HEALTH]


@compiled(inline=False)
def afterwards(view: Any, move: Any, end: int, x: Any) -> float:
    """Writes the inputs that depend on the move; a move has one end, which is certain."""
    y = x[inputs.FIXED :]
    outlook.outlook(view, move, end, y)
    for i in range(FRESH_CHANCE, END):
        y[i] = ZERO
    last = view.first_card if move.act == PAY else move.card  # the card that the other side may then top
    if last != NO_CARD and (move.act == PLAY or (view.first_card != NO_CARD and move.act != HOLD)):
        y[FRESH_CHANCE] = np.float32(fresh_danger(view, last))
    types = view.rules.cards[move.card].types if move.act == PLAY else 0
    left = attacks_left(view, view.seat) - (1 if types & ATTACK_BITS != 0 else 0)
    for i in range(3):
        y[ATTACKS + i] = ONE if view.mover == view.seat and left > i else ZERO
    for place in range(view.rules.players):
        if is_alive(view, around(view.seat + place, view.rules.players)):  # which thresholds its standing has passed
            for i in range(N_STEPS):
                passed = y[STANDING + N_STANDING * place + MEASURES[i]] < THRESHOLDS[i]
                y[LOW + N_STEPS * place + i] = ONE if passed else ZERO
    weigh_hand(view, hand_after(view, move) & view.usable[view.seat], x, y)
    return 1.0


@compiled(inline=False)
def weigh_hand(view: Any, hand: int, x: Any, y: Any) -> None:
    """What the usable cards of the hand then do, against whom is next and against what the enemies may hold."""
    rules, seat = view.rules, view.seat
    place = view.place[seat]
    attacks = ZERO
    for kind in range(CLASSES):
        share = x[inputs.THEIR_CARDS + kind]
        attack = share if kind < N_ATTACKS else ZERO
        attacks += attack
        if y[COVER + kind] > ZERO:
            y[COVERED + kind] = ONE
            y[SAFE] += share
            y[SAFE + 1] += attack
    y[SAFE + 1] /= max(attacks, np.float32(0.01))
    y[RISE] = ONE if hand & rules.upgrade[place, view.level[seat]] != 0 else ZERO
    target = first_enemy(view)
    if target == NOBODY:
        return
    them = STANDING + N_STANDING * around(target + rules.players - seat, rules.players)
    facing, away = facing_of(y[STANDING + AWAY]), facing_of(y[them + AWAY])
    fits = rules.own_facing[place, facing] & rules.rival_facing[place, away]
    while hand != 0:
        slot = lowest(hand)
        hand &= hand - 1
        use_card(view, rules.code[place, slot], target, fits >> slot & 1 != 0, y)
    strike = (y[STRIKE] + y[STRIKE + 1] + y[STRIKE + 2]) / WOUND
    y[REACH] = min(ONE, strike / max(ONE, y[them + HEALTH] * POINT))
    y[REACH + 1] = ONE if strike >= y[them + HEALTH] * POINT - np.float32(0.5) else ZERO
    expected = ZERO  # wounds of the enemies' best attack, as the chances of all steps have it
    for i in range(len(inputs.WOUND_STEPS)):
        expected += inputs.TWICE * x[inputs.THREAT + len(inputs.WOUND_STEPS) * facing + i]
    y[MENACE] = expected * WOUND
    y[MENACE + 1] = min(ONE, expected / max(ONE, y[STANDING + HEALTH] * POINT))


@compiled()
def facing_of(away: Any) -> int:
    """How a dragon faces, from the input that says it."""
    return int(away / SCALES[AWAY] + np.float32(0.5))


@compiled()
def use_card(view: Any, card: int, target: int, fits: bool, y: Any) -> None:
    """What one card could do: an attack as dragons then face, or what an attachment brings."""
    own = view.rules.cards[card]
    if own.kind == ATTACHMENT:
        y[POWER] += np.float32(attachment_worth(view, card)) * POWER_SCALE
    elif fits and own.wounds > 0:
        wounds = np.float32(wounds_of(view, view.seat, card, target, NO_CARD)) * WOUND
        for kind in range(N_ATTACKS):
            if own.types >> kind & 1 != 0:
                y[STRIKE + kind] = max(y[STRIKE + kind], wounds)


# ---- What came of a game ---------------------------------------------------------------------------------------

# Health left says next to nothing of who wins: a dragon may be banished or exhausted unhurt. So games are judged by
# their winner, and no lead in health counts as large.
LARGE_LEAD = 1000.0


@compiled()
def outcome(result: Any, seat: int) -> Any:
    """How a game ended for a seat: their share of the win, and their lead in health over the best of other places."""
    ranks = (result.rank_first, result.rank_second, result.rank_third, result.rank_fourth)
    scores = (result.score_first, result.score_second, result.score_third, result.score_fourth)
    first, best = 0, 0
    for other in range(MAX_SEATS):
        first += 1 if ranks[other] == 1 else 0
        if ranks[other] > 0 and ranks[other] != ranks[seat]:  # below 1 where nobody plays
            best = max(best, scores[other])
    return 1.0 / first if ranks[seat] == 1 else 0.0, scores[seat] - best


# The name of each restriction and what it means; its number is its place, counted from 1.
RESTRICTIONS = (
    ("no_tops", "never tops a card"),
    ("no_attacks", "never plays a breath, melee or magic card, except to top"),
    ("no_turns", "never plays a turn card, except to top"),
    ("no_grounds", "never plays a ground card, except to top"),
    ("no_attachments", "never plays an attachment, except to top"),
    ("no_upgrades", "stays at level 1"),
    ("blind", "ignores the others: how they stand, what they may hold, and that they may top"),
)
NO_TOPS, NO_ATTACKS, NO_TURNS, NO_GROUNDS, NO_ATTACHMENTS, NO_UPGRADES, BLIND = range(1, len(RESTRICTIONS) + 1)

_THEIRS = outlook.N_STANDING
_AFTER_MOVES = (  # inputs that depend on the move
    *range(outlook.STANDING + _THEIRS, outlook.TURNED_ROUND),
    *range(outlook.TURNED_ROUND, outlook.NEAR),
    *range(outlook.NEAR + 3, outlook.SIDEWAYS),
    *range(outlook.SIDEWAYS + 2, outlook.WON),
    *(outlook.WON, outlook.CHANCE),
    *range(outlook.BEST, outlook.BEST + 3),
    outlook.FORCE + outlook.WOUNDS,
    FRESH_CHANCE,
    *range(SAFE, POWER),
    *range(LOW + N_STEPS, END),
)
HIDDEN = (  # inputs, from a player who plays blind
    *range(inputs.ABILITIES + inputs.N_ABILITIES, inputs.OWN_DECK),  # their dragons and hidden cards
    *(inputs.FIXED + i for i in _AFTER_MOVES),
)


@compiled()
def forbids(view: Any, move: Any, restriction: int) -> bool:
    """Whether a restriction rules a move out."""
    if restriction == NO_TOPS:
        return bool(move.act == TOP)
    if move.act != PLAY:
        return False
    card = view.rules.cards[move.card]
    if restriction == NO_ATTACKS:
        return bool(card.types & ATTACK_BITS != 0)
    if restriction == NO_TURNS:
        return bool(card.types >> TURN & 1 != 0)
    if restriction <= NO_UPGRADES:
        return bool(card.kind == (GROUND, ATTACHMENT, UPGRADE)[restriction - NO_GROUNDS])
    return False
