"""Every key of a Dragonwood rule file, once: what it may hold, what it means, and where the engine finds it.

Checking, `--set`, error messages, docs, reports and the engine's record all follow this table.
"""

from pathlib import Path

from dhstats.games.dragonwood.table import (
    ANYWHERE,
    AT_ONCE,
    CREATURES,
    ENHANCEMENTS,
    EVENTS,
    LOWER_HALF,
    MAX_DICE,
    MAX_FACE,
    MAX_HAND,
    MAX_LADYBUGS,
    MAX_LANDSCAPE,
    MAX_SEATS,
    MAX_SIDES,
    NO_TITLE,
    NUMBERS,
    PUT_BACK,
    RESHUFFLED,
    SEATS,
    SUITS,
    WHEN_NEEDED,
)
from dhstats.games.keys import OTHERWISE, SOURCE, Key, Schema
from dhstats.games.kinds import Kind, fitting, switch, whole, word

HOME = Path(__file__).resolve().parents[1]
COUNTS = ("two", "three", "four")  # how many may play

NOBODY = "nobody"
_ATTACK = whole(1, 99)


def faces() -> Kind:
    """The numbers on a die."""
    one = whole(1, MAX_FACE)
    return fitting(
        f"a list of 2 to {MAX_SIDES} whole numbers from 1 to {MAX_FACE}",
        lambda value: isinstance(value, list) and 2 <= len(value) <= MAX_SIDES and not any(map(one.fault, value)),
        settle=sorted,
        encode=lambda value: value + [0] * (MAX_SIDES - len(value)),
    )


def creature() -> Kind:
    """A creature by name, or nobody."""
    return word({NOBODY: NO_TITLE} | {name: number for number, name in enumerate(CREATURES)})


def _number(thing: str, way: str) -> Key:
    return Key(f"{thing}.{way}", _ATTACK, f"The number that a {way} has to reach.")


def _adds(way: str, what: str) -> Key:
    return Key(f"enhancements.<enhancement>.adds_to_{way}", whole(0, 20), f"What it adds to {what} against a creature.")


def _switch(name: str, meaning: str, yes: str, no: str, field: str = "") -> Key:
    return Key(name, switch(), meaning, {True: yes, False: no}, field)


KEYS = (
    Key("players", whole(2, MAX_SEATS), "How many play.", "{n} players.", "players"),
    Key("hand.size", whole(1, MAX_HAND), "Cards of an opening hand.", "Hands of {n} card{s} at the start.",
           "hand_size"),
    Key("hand.limit", whole(1, MAX_HAND), "The most cards in a hand; a player who draws more discards.",
           "At most {n} card{s} in hand.", "hand_limit"),
    Key("adventurers.suits", whole(1, SUITS), "Suits of the adventurer deck.", "Adventurers come in {n} suit{s}.",
           "suits"),
    Key("adventurers.numbers", whole(3, NUMBERS), "Cards of a suit, numbered from 1.",
           "Adventurers are numbered 1 to {n}.", "numbers"),
    Key("adventurers.ladybugs", whole(0, MAX_LADYBUGS), "Ladybugs among the adventurers.",
           "There are {n} Lucky Ladybugs among the adventurers.", "ladybugs"),
    Key("adventurers.ladybug_draws", whole(0, 3), "Cards that are drawn in place of a ladybug.",
           "A ladybug is replaced by {n} card{s}.", "ladybug_draws"),
    Key("reload.draws", whole(1, 5), "Cards that a player draws to reload.", "To reload draws {n} card{s}.",
           "reload_draws"),
    Key("dice.faces", faces(), "The faces of a die.", field="faces"),
    Key("dice.max", whole(2, MAX_DICE), "The most dice that are rolled, and the most cards of an attempt.",
           "At most {n} dice.", "max_dice"),
    Key("landscape.size", whole(1, MAX_LANDSCAPE), "Cards in the landscape.", "{n} card{s} in the landscape.",
           "landscape"),
    Key("setup.removed.<count>", whole(0, 60), "Dragonwood cards that are removed unseen, by number of players."),
    Key(
        "setup.dragons", word({"lower_half": LOWER_HALF, "anywhere": ANYWHERE}),
        "Into which part of the Dragonwood deck the dragons are shuffled.",
        {"lower_half": "Dragons lie in the lower half of the deck.", "anywhere": "Dragons lie anywhere in the deck."},
        "dragons_lie",
    ),
    Key(
        "setup.events", word({"put_back": PUT_BACK, "reshuffled": RESHUFFLED}),
        "What happens to events drawn for the first landscape: each goes back to a random place in the"
        " deck, or the whole deck is shuffled with them.",
        {"put_back": "", "reshuffled": "If events are drawn at set-up, the whole Dragonwood deck is shuffled again."},
        "events_met", default="put_back",
    ),
    Key("attempt.wounds", whole(0, 5), "Cards that a player discards after a failed attempt.",
           "A failed attempt costs {n} card{s}.", "wounds"),
    Key("creatures.<creature>.copies", whole(0, 6), "Number of copies."),
    Key("creatures.<creature>.points", whole(0, 20), "Victory points.", field="points"),
    *(_number("creatures.<creature>", way) for way in ("strike", "stomp", "scream")),
    Key("creatures.<creature>.dragon", switch(), "Whether it is a dragon."),
    Key("enhancements.<enhancement>.copies", whole(0, 1), "Number of copies."),
    *(_number("enhancements.<enhancement>", way) for way in ("strike", "stomp", "scream")),
    *(_adds(way, f"a {way}") for way in ("strike", "stomp", "scream")),
    _adds("spell", "a dragon spell"),
    Key("enhancements.<enhancement>.dice", whole(0, 3), "Dice that it brings to an attack on a creature.",
        field="extra_dice"),
    Key("enhancements.<enhancement>.rerolls", switch(), "Whether one die of an attack may be rolled again."),
    Key("enhancements.<enhancement>.wild", switch(), "Whether it counts as any adventurer card in an attack."),
    Key("enhancements.<enhancement>.once", switch(), "Whether it is spent when it is used."),
    Key("events.<event>.copies", whole(0, 4), "Number of copies."),
    Key("events.<event>.draws", whole(0, 5), "Cards that every player draws.", field="draws"),
    Key("events.<event>.discards", whole(0, 5), "Cards that every player discards.", field="discards"),
    Key("events.<event>.passes", whole(0, 5), "Cards that every player passes to the right.", field="passes"),
    Key("events.<event>.clears", switch(), "Whether enhancements leave the landscape.", field="clears"),
    _switch("spell.allowed", "Whether dragons may be attacked with a dragon spell.",
            "Dragon spells may be cast.", "There are no dragon spells.", "spell"),
    Key("spell.cards", whole(2, 5), "Cards of one suit in a row that make a spell.", field="spell_cards"),
    Key("spell.dice", whole(1, MAX_DICE), "Dice that a spell rolls.", field="spell_dice"),
    Key("spell.number", _ATTACK, "What a spell has to reach.", field="spell_number"),
    _switch("spell.spends", "Whether the cards of a spell that fails are discarded as well.",
            "The cards of a spell that fails are lost.", "", "spell_spends"),
    Key(
        "spell.enhanced", switch(), "Whether enhancements help with a spell.",
        {True: "", False: "Enhancements do not help with a spell."}, "spell_enhanced", default=True,
    ),
    Key(
        "end.decks", whole(0, 9), "The number of adventurer decks played before the end; 0: no such end.",
        {0: "Adventurer decks do not end the game.", 1: "One adventurer deck ends the game.",
         OTHERWISE: "{n} adventurer decks end the game."}, "decks",
    ),
    Key(
        "end.runs_out", word({"at_once": AT_ONCE, "when_needed": WHEN_NEEDED}),
        "When a deck is out: when its last card is drawn, or when a card is needed and none is left.",
        {"at_once": "A deck is out with its last card.",
         "when_needed": "A deck is out when a card is needed and none is left."}, "runs_out",
    ),
    _switch("end.last_round", "Whether every player has one more turn after the last deck.",
            "After the last deck every player has one more turn.", "The turn that draws the last card is the last.",
            "last_round"),
    _switch("end.dragons", "Whether the game ends when all dragons are captured.",
            "The game ends when all dragons are captured.", "", "end_dragons"),
    _switch("end.last_card", "Whether the game ends when the last Dragonwood card is revealed.",
            "The game ends when the last Dragonwood card is revealed.", "", "end_last_card"),
    Key(
        "end.full_rounds", switch(), "Whether the last round is completed, so that all have the same number of turns.",
        {True: "The last round is completed, so that all players have the same number of turns.", False: ""},
        "full_rounds", default=False,
    ),
    Key("score.bonus", whole(0, 20), "Points for most creatures.", "Having most creatures brings {n} point{s}.",
           "bonus"),
    Key("score.tied_bonus", whole(0, 20), "Points for each player who ties for most creatures.",
           "A player who ties for most creatures gets {n} point{s}.", "tied_bonus"),
    Key("score.ties", creature(), "The creature whose captor wins a tie, or nobody.",
        {"nobody": "A tie is shared.", OTHERWISE: "The player who captured the {n} wins a tie."}, "tie_title"),
    Key(
        "seats.<seat>.hand_size", whole(0, MAX_HAND), "Cards of a seat's opening hand; 0: as many as hand.size says.",
        {0: "", OTHERWISE: "The {which} player starts with {n} card{s}."}, default=0,
    ),
    Key(
        "seats.<seat>.points", whole(-99, 99), "Points that a seat is given before the game.",
        {0: "", OTHERWISE: "The {which} player is given {n} point{s} before the game."}, default=0,
    ),
    *SOURCE,
)  # fmt: skip

SCHEMA = Schema(
    folder=HOME / "rulesets",
    base="two",
    keys=KEYS,
    things={"creature": CREATURES, "enhancement": ENHANCEMENTS, "event": EVENTS, "count": COUNTS, "seat": SEATS},
    named=("creature", "enhancement", "event"),
    example="hand.size=6",
    tables={
        "creatures": "creature",
        "enhancements": "enhancement",
        "events": "event",
        "setup.removed": "number",
        "seats": "seat",
    },
)
LEVERS = SCHEMA.levers
