"""What lies on the table in Dragonheart: records that the rules read and write, and how a pile of cards is packed.

Cards of one picture are a number: how many cards of each value 0 to 9, six bits each, so that adding and removing
cards is adding and subtracting. Piles hold at most 62 cards of a picture (the rule check sees to that).
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import STREAM
from dhstats.games.columns import Column, Rows, usual
from dhstats.games.course import RECENT
from dhstats.games.records import fields, record

PICTURES = (
    *("treasure_chest", "fire_dragon", "petrified_dragon", "sorceress", "troll"),
    *("dwarf", "knight", "huntress", "ship"),
)
BELOW_SHIP = "below_ship"
PLACES = (*PICTURES, BELOW_SHIP)  # where an arrow may lead
PETRIFIED_DRAGON = PICTURES.index("petrified_dragon")
BELOW = PLACES.index(BELOW_SHIP)
NOWHERE = len(PLACES)  # a place that never holds a card: what a space without arrows takes from

N_PICTURES = 9
N_PLACES = NOWHERE + 1
UNLIMITED = 1 << 20  # the slots of a stack
MAX_VALUE = 9
MAX_DECK = 120  # cards in one player's deck
MAX_COPIES = 62  # cards of one picture in one deck
MAX_HAND = 12
MAX_ARROWS = 10

# All bits say that a packed pile is never negative, which halves the cost of a remainder.
ALL_BITS = (1 << 6 * (MAX_VALUE + 1)) - 1

# For adding up points: every other digit, so that twelve bits are free for each, and the factors that gather the
# digits, each times its value, in bits 48 to 59 of a product.
EVERY_OTHER = sum(63 << 12 * k for k in range(5))
EVEN_VALUES = sum(2 * k << 12 * (4 - k) for k in range(5))
ODD_VALUES = sum((2 * k + 1) << 12 * (4 - k) for k in range(5))

NOBODY, FIRST, SECOND = -1, 0, 1
NO_CHOICE = -1  # a move without a target, also: a space without arrows

STAY, TO_SCORE, TO_BELOW, TO_STACK = 0, 1, 2, 3
CANNOT_DRAW, AFTER_LAST_CARD, LAST_CARD_DRAWN = 0, 1, 2
RUNNING = -1

# Rules that no rule file has, only a decree in a forked game.
NO_CLAIMS = 4  # added to claim_any: the figure stays where it is
NO_LOSS = 2  # as theft_always_one: whoever loses the figure keeps their cards


RULES = record(
    ("slots", "i8", N_PICTURES),  # UNLIMITED for a stack
    ("arrows", "i8", N_PICTURES),  # how many arrows leave a space
    ("takes", "i8", (N_PICTURES, MAX_ARROWS)),  # the places they lead to; NOWHERE where there is none
    ("then", "i8", N_PICTURES),
    *fields("hand_size", "figure_points", "figure_hand_size", "figure_breaks_ties", "claim_any"),
    *fields("theft_always_one", "figure_holder", "ship_stacks", "deck_end", "last_turn"),
    *fields("opening_hand", "opening_points", "first_turn_max", shape=2),
    *fields("turn_limit", "deck_size"),
    ("deck_pictures", "i8", N_PICTURES),  # how many cards of each picture
    ("deck", "i8", MAX_DECK),
)

# A turn as both saw it, for whoever would infer a hand from it.
PAST_TURN = record(
    ("values", "i8"),  # the cards played, packed
    ("turn", "i4"),  # turns played by both before it; -1: the seat has not played so many turns yet
    ("drawn", "i4"),  # cards drawn at its end
    ("picture", "i2"),  # of the cards played; -1: could play none
    ("cards", "i2"),  # how many
    ("target", "i2"),  # the place they took from; -1: they took from none
    *fields("taken_cards", "taken_points", "claimed_figure", kind="i2"),
    # What lay on each place once the turn was over, and how else the game stood then.
    *fields("left_cards", "left_points", kind="i2", shape=N_PLACES),
    ("left_dragons", "i4"),  # petrified dragons below the ship
    *fields("left_stacks", "left_figure", kind="i4"),
    *fields("left_scores", "left_hand_sizes", "left_deck_sizes", kind="i2", shape=2),
)

NO_TURN = np.zeros(1, PAST_TURN)  # one that the seat has not played yet
NO_TURN["turn"] = NO_TURN["picture"] = NO_TURN["target"] = NO_TURN["left_figure"] = -1

VIEW = record(
    ("rules", RULES),
    ("seat", "i8"),
    ("turn", "i8"),  # turns played by both
    ("hand", "i8", N_PICTURES),  # own cards, packed
    ("pictures", "i8"),  # the pictures in hand, a bit each
    ("cards", "i8", N_PLACES),  # on each space and below the ship: how many
    ("points", "i8", N_PLACES),  # and their points
    ("below_dragons", "i8"),  # petrified dragons in the pile below the ship (under tweaked rules only)
    ("stacks", "i8"),  # ship stacks beside the board
    ("figure", "i8"),
    ("scores", "i8", 2),  # points in the score piles
    *fields("hand_sizes", "deck_sizes", shape=2),
    ("emptied", "i8", 2),  # own turn in which the last card of the deck was drawn; -1: not yet
    ("played", "i8", (2, N_PICTURES)),  # all cards that a seat has played so far, packed
    ("turns_left", "i8"),  # -1: the end is not in sight; 1: the last turn
    ("recent", PAST_TURN, (2, RECENT)),  # the last turns of each seat, the latest first
)

TABLE = record(
    ("seen", VIEW),  # what both know, with the hand of the seat that looked last
    ("hands", "i8", (2, N_PICTURES)),
    ("held", "i8", 2),  # the pictures in each hand, a bit each
    ("decks", "i8", (2, MAX_DECK)),  # the last card is the top
    ("orders", "i8", (2, MAX_DECK)),  # both decks as shuffled for this deal
    ("chance", STREAM),  # which card is lost with the figure
    *fields("end_reason", "ended_by", "figure_changes", "first_claim_turn"),
    ("leader", "i8"),  # sign of the last margin that was not zero
    ("lead_changes", "i8"),
    ("not_ahead", "i8", 2),  # the last turn (counted from 1) after which the seat did not lead
)

MOVE = record(
    ("picture", "i8"),
    ("values", "i8"),  # the cards played, packed
    ("cards", "i8"),  # how many they are
    ("target", "i8"),
)

MAX_MOVES = ((1 << MAX_HAND) - 1) * MAX_ARROWS  # all subsets of a hand of different cards, each with every arrow
OPTIONS = record(("moves", MOVE, MAX_MOVES))


@compiled()
def card_code(picture: int, value: int) -> int:
    """A card of a deck as a number."""
    return picture * 16 + value


@compiled()
def cards_in(packed: int) -> int:
    """How many cards a packed pile holds (64 leaves 1 modulo 63, so the remainder is the sum of its digits)."""
    return (packed & ALL_BITS) % 63


@compiled()
def points_in(packed: int) -> int:
    """The points of the cards in a packed pile: its digits, each times the value it counts."""
    even, odd = int(packed) & EVERY_OTHER, int(packed) >> 6 & EVERY_OTHER
    return (even * EVEN_VALUES >> 48 & 0xFFF) + (odd * ODD_VALUES >> 48 & 0xFFF)


@compiled(inline=False)
def nth_card(hand: Any, n: int) -> int:
    """The code of the n-th card of a hand that is sorted by picture and value."""
    for picture in range(N_PICTURES):
        packed = hand[picture]
        value = 0
        while packed > 0:
            if n < packed & 63:
                return card_code(picture, value)
            n -= packed & 63
            packed >>= 6
            value += 1
    return -1


POINTS = "points of the cards in the score pile of the * seat, with opening points, without the figure"
BOTH = ("first", "second")

ROWS = Rows(
    games=(
        Column("points_*", "i2", POINTS, seats=BOTH),
        Column("score_*", "i2", "final score of the * seat, with the points of the figure", seats=BOTH),
        Column("figure", "i1", "seat that held the Great Dragon at the end, from 0; -1 for nobody"),
        Column("winner", "i1"),
        Column("decided_by", "i1", words=("points", "figure", "draw")),
        Column("turns", "u2", "turns of both players until the end"),
        Column("end_reason", "i1", words=("ships", "deck", "turn_limit")),
        Column("ended_by", "i1", "seat that caused the end, from 0; -1 for nobody"),
        Column("ship_stacks", "u1", "stacks of ships beside the board at the end"),
        Column("figure_changes", "u1", "how often the Great Dragon passed to a player"),
        Column("first_claim_turn", "i2", "turn in which the figure was first claimed, from 0; -1 for never"),
        Column("lead_changes", "u2"),
        Column("lead_since", "i2", "turns after which the winner led until the end; -1 for a draw"),
    ),
    moves=(
        Column("turn", "u2", "turns of both players before this one"),
        Column("seat", "u1"),
        Column("picture", "i1", "picture of the cards played; missing if the turn was passed", PICTURES),
        Column("cards", "u1", "number of cards played"),
        Column(
            "values", "u8", "cards played, packed: six bits for each value, from 0, with the number of cards of it",
            packed=True,
        ),
        Column("target", "i1", "place from which cards were taken; missing if none was chosen", PLACES),
        Column("taken_cards", "u1", "number of cards taken"),
        Column("taken_points", "u1", "points on the cards taken"),
        Column("claimed_figure", "u1", "whether the move claimed the Great Dragon", flag=True),
        *usual(legal_moves="u2", hand_after="u1", deck_after="u1"),
        Column("score_*_after", "i2", seats=BOTH),
    ),
    plan={"swapped": "whether the two shuffled decks were exchanged between the seats"},
)  # fmt: skip
COLUMNS = ROWS.says
