"""Every key of a Dragon! rule file, once: what it may hold, what it means, and where the engine finds it.

Checking, `--set`, error messages, docs, reports and the engine's record all follow this table. What the cards of a pack
may say is in `vocabulary`.
"""

from pathlib import Path

from dhstats.games.dragon.packs import vocabulary
from dhstats.games.dragon.table import ATTACK_TYPES, FACINGS, MAX_DECK, MAX_SEATS, SEATS
from dhstats.games.keys import OTHERWISE, SOURCE, Key, Schema, fitting, one_of, text, whole, word, yes_or_no

HOME = Path(__file__).resolve().parents[1]
PACK = "pack"
ANY_PACK = fitting(  # what is in it is checked apart
    "the name of a shipped card pack, the path of one, or a table",
    lambda value: isinstance(value, str | dict) and bool(value),
)


def _count(name: str, low: int, high: int, meaning: str, says: str, field: str) -> Key:
    return Key(name, whole(low, high), meaning, says, field)


KEYS = (
    _count("players", 2, MAX_SEATS, "The number of players.", "{n} players play.", "players"),
    one_of("teams", "How players fight: every player alone, or first and third against second and fourth.",
           {"none": "Every player fights alone.", "pairs": "First and third fight second and fourth."}),
    Key(PACK, ANY_PACK, "The card pack."),
    Key("decks.<seat>", text(), "The deck of a seat, by its name in the pack.", "The {which} player has the deck {n}."),
    _count("construction.size", 10, MAX_DECK, "Cards of a deck.", "A deck has {n} cards.", ""),
    _count("construction.copies", 1, MAX_DECK, "The most copies of a card in a deck.",
           "A deck holds a card at most {n} time{s}.", ""),
    _count("hand.size", 1, 9, "Cards of an opening hand.", "An opening hand has {n} card{s}.", "hand_size"),
    _count("hand.limit", 1, 15, "The number of cards in hand up to which a player draws.",
           "The draw step goes up to {n} card{s} in hand.", "hand_limit"),
    _count("turn.draws", 0, 9, "The most cards of the draw step.",
           "A player draws at most {n} card{s} in the draw step.", "draws"),
    one_of("turn.draw", "Whether the player chooses how many cards they draw.",
           {"choice": "A player chooses how many cards they draw.",
            "must": "A player must draw up to the limit of the hand."}, "must_draw"),
    yes_or_no("turn.discards", "Whether a player may discard cards before the draw step.",
            "A player may discard any cards before the draw step.",
            "A player may not discard cards before the draw step.", "may_discard"),
    _count("turn.grounds", 0, 9, "Ground cards that a player may play in a turn.",
           "A player may play {n} ground card{s} in a turn.", "grounds"),
    one_of("turn.play",
           "How players play their cards: all of them in a turn; one card per turn; or in rounds, in which all players"
           " finish a step before the next one begins, and play cards one by one in turn until all have passed.",
           {"whole": "A player plays as many cards as they want.", "one_card": "A player plays one card per turn.",
            "rounds": "Players play one card each in turn until all have passed."}, "plays"),
    *(_count(f"attacks.{facing}", 0, 9, f"Attack cards per turn of a dragon that faces {facing}.",
             f"A dragon that faces {facing} has {{n}} attack{{s}} per turn.", "") for facing in FACINGS),
    *(_count(f"attacks.{name}", 0, 9, f"Cards of the type {name} per turn.",
             f"A player may play {{n}} {name} card{{s}} in a turn.", "")
      for name in ATTACK_TYPES),
    yes_or_no("attacks.cancelled", "Whether attack cards that were cancelled count for these limits.",
            "Attack cards that were cancelled count for the limits of a turn.",
            "Attack cards that were cancelled do not count for the limits of a turn.", "cancelled"),
    one_of("first_turn.limit",
           "What the first player may not do with attack cards in their first turn: nothing, play them for"
           " their effect, or play them at all, even to top.",
           {"none": "The first player's first turn is like any other.",
            "plays": "The first player plays no attack cards in their first turn.",
            "all": "The first player plays no attack cards in their first turn, not even to top."}, "first_turn"),
    one_of("start.facing", "How dragons face at the start.",
           {name: f"Dragons begin facing {name}." for name in FACINGS}, "facing"),
    Key("start.cards.<seat>", whole(0, 5), "Extra cards in a seat's opening hand.",
        {0: "The {which} player begins with no extra cards.",
         OTHERWISE: "The {which} player begins with {n} extra card{s}."}, "more_cards",
        unsaid=(0,)),
    one_of("topping.special", "Whether only dragons that can use a special type may top with its cards.",
           {"needed": "Only dragons that can use a special type may top with its cards.",
            "free": "Every dragon may top with special types."}, "special_tops"),
    Key("ground.text", word({"all": 1, "wounds": 0}), "Which effects of an attack card work against a ground card.",
        {"all": "Attacks on ground cards have all their effects.",
         "wounds": "Attacks on ground cards only inflict wounds."}, "ground_text"),
    *SOURCE,
)  # fmt: skip

SCHEMA = Schema(
    folder=HOME / "rulesets",
    base="standard",
    keys=KEYS,
    things={"seat": SEATS},
    example="hand.size=6",
    tables={"decks": "seat", "start.cards": "seat"},
    others=tuple(effect.since for effects in vocabulary.KINDS.values() for effect in effects(())),
)
LEVERS = SCHEMA.levers
