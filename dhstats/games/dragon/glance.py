"""What a strategy may ask in words: its hand by card, kind and type, how dragons stand, what a move costs and does.

All of it is compiled into whoever asks. A card is its number in the pack, as in `move.card`; its own fields are in
`view.rules.cards[card]`.
"""

from typing import Any

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.players.guess import lacks, unseen
from dhstats.games.dragon.rules import legal, zones
from dhstats.games.dragon.rules.effects import turned_seat, turned_to
from dhstats.games.dragon.table import (
    ACTION,
    ATTACHMENT,
    BREATH,
    DISCARD,
    DRAW,
    FRONT,
    GROUND,
    HOLD,
    MAGIC,
    MAX_CARDS,
    MELEE,
    N_TYPES,
    NO_CARD,
    NOBODY,
    PASS,
    PAY,
    PLAY,
    SHED,
    SIDE,
    TAIL,
    TOP,
    UPGRADE,
)

__all__ = [
    "ACTION", "ATTACHMENT", "BREATH", "DISCARD", "DRAW", "FRONT", "GROUND", "HOLD", "MAGIC", "MELEE", "PASS", "PAY",
    "PLAY", "SHED", "SIDE", "TAIL", "TOP", "UPGRADE", "attacks_left", "cards_drawn", "cards_lost", "cost_in_cards",
    "deck_left", "hand_cards", "hand_copies", "hand_kind", "hand_type", "health_left", "is_rival", "lair_attack",
    "lair_left", "own_wounds", "top_chance", "turns_away", "wins_at_once", "wounds",
]  # fmt: skip


# ---- The own hand, and how dragons stand -----------------------------------------------------------------------------


@compiled()
def hand_cards(view: Any) -> int:
    """How many cards are in the own hand."""
    return ones(view.hand)


@compiled()
def hand_copies(view: Any, card: int) -> int:
    """How many copies of a card are in the own hand."""
    rules, place = view.rules, view.place[view.seat]
    if not 0 <= card < MAX_CARDS or rules.code[place, rules.slot[place, card]] != card:
        return 0
    return ones(view.hand & rules.group[place, rules.slot[place, card]])


@compiled()
def hand_kind(view: Any, kind: int) -> int:
    """How many cards of a kind (ACTION, GROUND, ATTACHMENT, UPGRADE) are in the own hand."""
    return ones(view.hand & view.rules.of_kind[view.place[view.seat], kind]) if ACTION <= kind <= UPGRADE else 0


@compiled()
def hand_type(view: Any, kind: int) -> int:
    """How many cards of a type (BREATH, MELEE, MAGIC, …) are in the own hand."""
    return ones(view.hand & view.rules.of_type[view.place[view.seat], kind]) if 0 <= kind < N_TYPES else 0


@compiled()
def health_left(view: Any, seat: int) -> int:
    """How many wounds the dragon of a seat can still take."""
    return zones.health_left(view, seat)


@compiled()
def lair_left(view: Any, seat: int) -> int:
    """How much lair attack the dragon of a seat can still take before it is banished."""
    return max(0, int(view.power[seat].lair - view.siege[seat]))


@compiled()
def deck_left(view: Any, seat: int) -> int:
    """How many cards a seat has left to draw."""
    return view.left[seat]


@compiled()
def is_rival(view: Any, seat: int) -> bool:
    """Whether the dragon of a seat is in the fight, and on another side than the own one."""
    return legal.is_rival(view, view.seat, seat)


@compiled()
def attacks_left(view: Any) -> int:
    """How many attack cards may still be played in this turn; own turns only."""
    return max(0, legal.attacks_left(view, view.seat))


# ---- What a move costs -----------------------------------------------------------------------------------------------


@compiled()
def cost_in_cards(view: Any, move: Any) -> int:
    """How many cards leave the own hand with a move: the card itself, and what it costs besides."""
    if move.act == PLAY:
        return min(1 + int(view.rules.cards[move.card].discards), hand_cards(view))
    return 1 if move.act == TOP or move.act == PAY or move.act == SHED or move.act == DISCARD else 0


@compiled()
def own_wounds(view: Any, move: Any) -> int:
    """How many wounds the own dragon takes for playing a card; topping costs nothing but the card."""
    return int(view.rules.cards[move.card].suffers) if move.act == PLAY else 0


# ---- What a move does if nobody tops it ------------------------------------------------------------------------------


@compiled()
def wounds(view: Any, move: Any) -> int:
    """How many wounds an attack would inflict on the rival's dragon; 0 for other moves and for attacks on cards."""
    if move.act != PLAY or move.rival == NOBODY or move.at != NO_CARD or view.rules.cards[move.card].wounds == 0:
        return 0
    return zones.wounds_of(view, view.seat, move.card, move.rival, NO_CARD)


@compiled()
def lair_attack(view: Any, move: Any) -> int:
    """How much lair attack a ground card would bring against the rival; 0 for other moves."""
    if move.act != PLAY or view.rules.cards[move.card].kind != GROUND:
        return 0
    return int(view.rules.cards[move.card].lair_attack)


@compiled()
def wins_at_once(view: Any, move: Any) -> bool:
    """Whether a move would kill or banish the rival that it names."""
    if move.act != PLAY or move.rival == NOBODY:
        return False
    killed = wounds(view, move) >= health_left(view, move.rival)
    return killed or lair_attack(view, move) >= lair_left(view, move.rival)


@compiled()
def turns_away(view: Any, move: Any) -> int:
    """By how many quarter turns a move brings rivals further from facing the front, and the own side nearer to it."""
    quarters, declared = 0, move.declared if move.act == PLAY else 0
    while declared != 0:
        seat = turned_seat(declared)
        further = turned_to(declared) - view.facing[seat]
        quarters += further if is_rival(view, seat) else -further
        declared >>= 4
    return quarters


@compiled()
def cards_drawn(view: Any, move: Any) -> int:
    """How many cards a move would draw at once; an upgrade draws none, whatever its level draws in turns to come."""
    if move.act == DRAW:
        return int(move.number)
    played = move.act == PLAY and view.rules.cards[move.card].kind == ACTION
    return int(view.rules.cards[move.card].draws) if played else 0


@compiled()
def cards_lost(view: Any, move: Any) -> int:
    """How many cards the rival would have to discard from hand and deck."""
    if move.act != PLAY or move.rival == NOBODY:
        return 0
    card, hand, deck = view.rules.cards[move.card], view.hand_sizes[move.rival], view.left[move.rival]
    return int(min(card.rival_discards, hand + card.rival_draws) + min(card.rival_mills, deck))


@compiled(inline=False)
def top_chance(view: Any, move: Any) -> float:
    """The chance that a rival holds a card that tops the one played, hands taken to be dealt by lot; 0 for other moves.

    Every order of the cards that nobody has seen is equally likely; what holding back may tell is not counted, nor
    whether the rival could pay and would want to.
    """
    if move.act != PLAY and move.act != TOP:
        return 0.0
    nobody = 1.0
    for seat in range(view.rules.players):
        if is_rival(view, seat):
            hidden = unseen(view, seat)
            tops = hidden & legal.topping(view, seat, view.rules.cards[move.card].types)
            nobody *= lacks(ones(tops), ones(hidden), view.hand_sizes[seat])
    return 1.0 - nobody
