"""Restricted play: what a player may not do or see, so that its worth shows in what they then lose."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragon.players import afterwards, consequences, inputs, outlook
from dhstats.games.dragon.table import ATTACHMENT, ATTACK_BITS, GROUND, PLAY, TOP, TURN, UPGRADE

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

_THEIRS = consequences.N_STANDING
_AFTER_MOVES = (  # inputs that depend on the move
    *range(outlook.STANDING + _THEIRS, outlook.TURNED_ROUND),
    *range(outlook.TURNED_ROUND, outlook.NEAR),
    *range(outlook.NEAR + 3, outlook.SIDEWAYS),
    *range(outlook.SIDEWAYS + 2, outlook.WON),
    *(outlook.WON, outlook.CHANCE),
    *range(outlook.BEST, outlook.BEST + 3),
    outlook.FORCE + outlook.WOUNDS,
    afterwards.FRESH_CHANCE,
    *range(afterwards.SAFE, afterwards.POWER),
    *range(afterwards.LOW + afterwards.N_STEPS, afterwards.END),
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
