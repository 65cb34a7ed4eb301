"""What a strategy may ask in words: its hand by suit and number, what lies open, what a move plays, needs and brings.

All of it is compiled into whoever asks. Suits are 0 to 4, numbers those that are printed, 1 to 12; a title is the
number of a card of the Dragonwood deck, by name here.
"""

from typing import Any

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.rules import attempts
from dhstats.games.dragonwood.rules.attempts import longest_row, most_alike, most_of_a_suit, number_of, suit_of
from dhstats.games.dragonwood.table import (
    DISCARD,
    KEEP,
    N_CREATURES,
    N_TARGETS,
    NUMBERS,
    PASS,
    RELOAD,
    REROLL,
    SCREAM,
    SPELL,
    STOMP,
    STRIKE,
    SUITS,
    TITLES,
)

(
    SPOOKY_SPIDERS, CRAZY_BATS, GIGGLING_GOBLIN, FIRE_ANTS, WASPS_NEST, HUNGRY_BEAR, PACK_OF_WOLVES, FIERCE_JAGUAR,
    WILD_BOAR, GRUMPY_TROLL, GIGANTIC_PYTHON, SECRET_SHADOW, ANGRY_OGRE, GOOEY_GLOB, BLUE_DRAGON, ORANGE_DRAGON,
    SILVER_SWORD, BUCKET_OF_SPINACH, GHOST_DISGUISE, CLOAK_OF_DARKNESS, MAGICAL_UNICORN, LUCKY_MUSHROOM,
    LIGHTNING_BOLT, FRIENDLY_BUNNY, CHARMED_POTION, SUNNY_DAY, THUNDER_STORM, WIND_STORM, QUICKSAND,
) = range(len(TITLES))  # fmt: skip
__all__ = [
    "DISCARD", "KEEP", "PASS", "RELOAD", "REROLL", "SCREAM", "SPELL", "STOMP", "STRIKE", "cards_played", "dice_rolled",
    "expected_points", "hand_alike", "hand_cards", "hand_number", "hand_row", "hand_suit", "hand_suited", "holds",
    "is_attempt", "is_dragon", "lies_open", "number_needed", "owns", "played_number", "played_suit", "points_of",
    "success_chance",
]  # fmt: skip


# ---- The own hand, and what lies open --------------------------------------------------------------------------------


@compiled()
def hand_cards(view: Any) -> int:
    """How many cards are in the own hand."""
    return ones(view.hand)


@compiled()
def hand_suit(view: Any, suit: int) -> int:
    """How many cards of a suit, 0 to 4, are in the own hand."""
    return ones(suit_of(view.hand, suit)) if 0 <= suit < SUITS else 0


@compiled()
def hand_number(view: Any, number: int) -> int:
    """How many cards of a number, 1 to 12, are in the own hand."""
    return ones(number_of(view.hand, number - 1)) if 1 <= number <= NUMBERS else 0


@compiled()
def holds(view: Any, suit: int, number: int) -> bool:
    """Whether the card of a suit and a number is in the own hand."""
    if not (0 <= suit < SUITS and 1 <= number <= NUMBERS):
        return False
    return bool(view.hand >> NUMBERS * suit + number - 1 & 1 != 0)


@compiled()
def hand_row(view: Any) -> int:
    """How many cards of the own hand make the longest row of numbers: the most for a strike."""
    return longest_row(view.hand)


@compiled()
def hand_alike(view: Any) -> int:
    """How many cards of one number the own hand has at most: the most for a stomp."""
    return most_alike(view.hand)


@compiled()
def hand_suited(view: Any) -> int:
    """How many cards of one suit the own hand has at most: the most for a scream."""
    return most_of_a_suit(view.hand)


@compiled()
def lies_open(view: Any, title: int) -> int:
    """How many creatures or enhancements of a title lie in the landscape."""
    return int(view.lying[title]) if 0 <= title < N_TARGETS else 0


@compiled()
def owns(view: Any, seat: int, title: int) -> bool:
    """Whether a seat has an enhancement lying before it."""
    return bool(N_CREATURES <= title < N_TARGETS and view.owned[seat] >> title - N_CREATURES & 1 != 0)


@compiled()
def points_of(view: Any, title: int) -> int:
    """The points on a creature; 0 for other cards."""
    return int(view.rules.points[title]) if 0 <= title < N_CREATURES else 0


@compiled()
def is_dragon(view: Any, title: int) -> bool:
    """Whether a creature is a dragon."""
    return bool(0 <= title < N_CREATURES and view.rules.dragons >> title & 1 != 0)


# ---- Moves -----------------------------------------------------------------------------------------------------------


@compiled()
def is_attempt(move: Any) -> bool:
    """Whether a move attacks a card: a strike, a stomp, a scream or a spell."""
    return bool(STRIKE <= move.act <= SPELL)


@compiled()
def cards_played(move: Any) -> int:
    """How many adventurer cards a move plays, discards or passes on."""
    return ones(move.cards)


@compiled()
def played_suit(move: Any, suit: int) -> int:
    """How many of them are of a suit."""
    return ones(suit_of(move.cards, suit)) if 0 <= suit < SUITS else 0


@compiled()
def played_number(move: Any, number: int) -> int:
    """How many of them have a number."""
    return ones(number_of(move.cards, number - 1)) if 1 <= number <= NUMBERS else 0


@compiled()
def dice_rolled(view: Any, move: Any) -> int:
    """How many dice an attempt rolls; 0 for other moves."""
    if not is_attempt(move):
        return 0
    return min(attempts.dice_earned(view, view.seat, move.act, move.target, move.cards, move.used), view.rules.max_dice)


@compiled()
def number_needed(view: Any, move: Any) -> int:
    """What these dice have to show together: the number on the card less what enhancements add; 0 for other moves."""
    if not is_attempt(move):
        return 0
    more = attempts.added(view, view.seat, move.act, move.target, move.used)
    return max(0, attempts.needed(view.rules, move.act, move.target) - more)


@compiled()
def success_chance(view: Any, move: Any) -> float:
    """The chance that an attempt captures its card; 0 for other moves."""
    return attempts.success(view, move) if is_attempt(move) else 0.0


@compiled()
def expected_points(view: Any, move: Any) -> float:
    """The points on the creature that an attempt is after, times its chance; 0 for other moves."""
    return success_chance(view, move) * points_of(view, move.target)
