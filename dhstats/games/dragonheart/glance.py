"""What a strategy may ask in words: cards and points in hand by picture, and what a move plays and takes.

All of it is compiled into the strategy that asks. What lies on a place is in the view: `view.cards[place]`,
`view.points[place]`.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragonheart.rules.collecting import cards_taken, claims_figure, points_taken
from dhstats.games.dragonheart.table import PLACES, cards_in, points_in

(TREASURE_CHEST, FIRE_DRAGON, PETRIFIED_DRAGON, SORCERESS, TROLL, DWARF, KNIGHT, HUNTRESS, SHIP, BELOW) = range(
    len(PLACES)
)
__all__ = [
    "cards_taken", "claims_figure", "hand_cards", "hand_copies", "hand_points", "played_points",
    "points_taken", "seen_cards",
]  # fmt: skip


@compiled()
def hand_cards(view: Any, picture: int) -> int:
    """How many cards of a picture are in the own hand."""
    return cards_in(view.hand[picture])


@compiled()
def hand_points(view: Any, picture: int) -> int:
    """How many points the cards of a picture in the own hand are worth."""
    return points_in(view.hand[picture])


@compiled()
def hand_copies(view: Any, picture: int, value: int) -> int:
    """How many cards of a picture and a value, 0 to 9, are in the own hand."""
    return (int(view.hand[picture]) >> 6 * int(value)) & 63 if 0 <= value <= 9 else 0


@compiled()
def seen_cards(view: Any, seat: int, picture: int) -> int:
    """How many cards of a picture a seat has played so far."""
    return cards_in(view.played[seat, picture])


@compiled()
def played_points(move: Any) -> int:
    """How many points the cards of a move are worth."""
    return points_in(move.values)
