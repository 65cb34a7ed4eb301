"""Every key of a Dragonwood rule file, once: what it may hold, what it means, and where the engine finds it.

Checking, `--set`, error messages, docs, reports and the engine's record all follow this table.
"""

from dataclasses import replace
from pathlib import Path

from dhstats.games.dragonwood.table import (
    CREATURES,
    ENHANCEMENTS,
    EVENTS,
    MAX_DICE,
    MAX_FACE,
    MAX_HAND,
    MAX_LADYBUGS,
    MAX_LANDSCAPE,
    MAX_SEATS,
    MAX_SIDES,
    NO_TITLE,
    NUMBERS,
    SEATS,
    SUITS,
)
from dhstats.games.keys import (
    IN_WORDS,
    OTHERWISE,
    SOURCE,
    Key,
    Schema,
    numbers,
    one_of,
    points_given,
    whole,
    word,
    yes_or_no,
)

HOME = Path(__file__).resolve().parents[1]
COUNTS = ("two", "three", "four")  # how many may play

NOBODY = "nobody"
_ATTACK = whole(1, 99)


# The numbers on a die.
FACES = replace(
    numbers(1, MAX_FACE, 2, MAX_SIDES), settle=sorted, encode=lambda value: value + [0] * (MAX_SIDES - len(value)),
    form=IN_WORDS,
)  # fmt: skip


def _number(thing: str, way: str) -> Key:
    meaning = f"The number that a {way} has to reach for a{'n' * (thing[0] in 'aeiou')} {thing}."
    return Key(f"{thing}s.<{thing}>.{way}", _ATTACK, meaning, f"A {way} has to reach {{n}} for the {{which}}.")


def _adds(way: str, what: str) -> Key:
    return Key(
        f"enhancements.<enhancement>.adds_to_{way}", whole(0, 20),
        f"What an enhancement adds to {what} against a creature.", f"The {{which}} adds {{n}} to {what}.",
    )  # fmt: skip


def _copies(thing: str, most: int) -> Key:
    what = f"Number of copies of a{'n' * (thing[0] in 'ae')} {thing}."
    return Key(
        f"{thing}s.<{thing}>.copies", whole(0, most), what,
        {1: "There is 1 copy of the {which} card.", OTHERWISE: "There are {n} copies of the {which} card."},
    )  # fmt: skip


KEYS = (
    Key("players", whole(2, MAX_SEATS), "The number of players.", "{n} players play.", "players"),
    Key("hand.size", whole(1, MAX_HAND), "Cards of an opening hand.", "An opening hand has {n} card{s}.",
           "hand_size"),
    Key("hand.limit", whole(1, MAX_HAND), "The most cards in a hand; a player who draws more discards.",
           "A hand holds at most {n} card{s}.", "hand_limit"),
    Key("adventurers.suits", whole(1, SUITS), "Suits of the adventurer deck.", "Adventurers come in {n} suit{s}.",
           "suits"),
    Key("adventurers.numbers", whole(3, NUMBERS), "Cards of a suit, numbered from 1.",
           "Adventurers are numbered 1 to {n}.", "numbers"),
    Key("adventurers.ladybugs", whole(0, MAX_LADYBUGS), "Ladybugs among the adventurers.",
           "The adventurer deck has {n} Lucky Ladybug{s}.", "ladybugs"),
    Key("adventurers.ladybug_draws", whole(0, 3), "Cards drawn in place of a ladybug.",
           "A ladybug is replaced by {n} card{s}.", "ladybug_draws"),
    Key("reload.draws", whole(1, 5), "Cards drawn to reload.", "A player who reloads draws {n} card{s}.",
           "reload_draws"),
    Key("dice.faces", FACES, "The faces of a die.", "A die has the faces {n}.", "faces"),
    Key("dice.max", whole(2, MAX_DICE), "The most dice that are rolled, and the most cards of an attempt.",
           "A player rolls at most {n} dice.", "max_dice"),
    Key("landscape.size", whole(1, MAX_LANDSCAPE), "Cards in the landscape.", "The landscape has {n} card{s}.",
           "landscape"),
    Key("setup.removed.<count>", whole(0, 60),
        "Cards of the Dragonwood deck that are removed unseen, by number of players.",
        {1: "1 Dragonwood card is removed with {which} players.",
         OTHERWISE: "{n} Dragonwood cards are removed with {which} players."}),
    one_of("setup.dragons", "Into which part of the Dragonwood deck the dragons are shuffled.",
           {"lower_half": "Dragons lie in the lower half of the deck.",
            "anywhere": "Dragons lie anywhere in the deck."}, "dragons_lie"),
    one_of("setup.events",
           "What happens to events drawn for the first landscape: each goes back to a random place in the"
           " deck, or the whole deck is shuffled with them.",
           {"put_back": "Events that are drawn at set-up go back to random places in the deck.",
            "reshuffled": "The whole Dragonwood deck is shuffled again if events are drawn at set-up."},
           "events_met", default="put_back", unsaid=("put_back",)),
    Key("attempt.wounds", whole(0, 5), "Cards that a player discards after a failed attempt.",
           "A failed attempt costs {n} card{s}.", "wounds"),
    _copies("creature", 6),
    Key("creatures.<creature>.points", whole(0, 20), "Victory points of a creature.",
        "The {which} card is worth {n} point{s}.", "points"),
    *(_number("creature", way) for way in ("strike", "stomp", "scream")),
    yes_or_no("creatures.<creature>.dragon", "Whether the card of a creature is a dragon.",
            "The {which} card is a dragon.", "The {which} card is not a dragon."),
    _copies("enhancement", 1),
    *(_number("enhancement", way) for way in ("strike", "stomp", "scream")),
    *(_adds(way, f"a {way}") for way in ("strike", "stomp", "scream")),
    _adds("spell", "a dragon spell"),
    Key("enhancements.<enhancement>.dice", whole(0, 3), "Dice that an enhancement adds to an attack on a creature.",
        {1: "The {which} adds 1 die to an attack on a creature.",
         OTHERWISE: "The {which} adds {n} dice to an attack on a creature."}, "extra_dice"),
    yes_or_no("enhancements.<enhancement>.rerolls", "Whether an enhancement lets one die of an attack be rolled again.",
            "The {which} lets one die of an attack be rolled again.",
            "The {which} does not let any die of an attack be rolled again."),
    yes_or_no("enhancements.<enhancement>.wild",
            "Whether an enhancement counts as any adventurer card in an attack.",
            "The {which} counts as any adventurer card in an attack.",
            "The {which} does not count as an adventurer card in an attack."),
    yes_or_no("enhancements.<enhancement>.once", "Whether an enhancement is spent when it is used.",
            "The {which} is spent when it is used.", "The {which} is kept when it is used."),
    _copies("event", 4),
    Key("events.<event>.draws", whole(0, 5), "Cards that every player draws in an event.",
        "Every player draws {n} card{s} in the {which} event.", "draws"),
    Key("events.<event>.discards", whole(0, 5), "Cards that every player discards in an event.",
        "Every player discards {n} card{s} in the {which} event.", "discards"),
    Key("events.<event>.passes", whole(0, 5), "Cards that every player passes to the right in an event.",
        "Every player passes {n} card{s} to the right in the {which} event.", "passes"),
    yes_or_no("events.<event>.clears", "Whether enhancements leave the landscape in an event.",
            "Enhancements leave the landscape in the {which} event.",
            "Enhancements stay in the landscape in the {which} event.",
            "clears"),
    yes_or_no("spell.allowed", "Whether dragons may be attacked with a dragon spell.",
            "Dragon spells may be cast.", "There are no dragon spells.", "spell"),
    Key("spell.cards", whole(2, 5), "Cards of one suit in a row that make a spell.",
        "{n} cards of one suit in a row make a spell.", "spell_cards"),
    Key("spell.dice", whole(1, MAX_DICE), "Dice that a spell rolls.",
        {1: "A spell rolls 1 die.", OTHERWISE: "A spell rolls {n} dice."}, "spell_dice"),
    Key("spell.number", _ATTACK, "What a spell has to reach.", "A spell has to reach {n}.", "spell_number"),
    yes_or_no("spell.spends", "Whether the cards of a spell that fails are discarded as well.",
            "The cards of a spell that fails are lost.", "The cards of a spell that fails are kept.", "spell_spends",
            unsaid=(False,)),
    yes_or_no("spell.enhanced", "Whether enhancements help with a spell.",
              "Enhancements help with a spell.", "Enhancements do not help with a spell.",
              "spell_enhanced", default=True, unsaid=(True,)),
    Key("end.decks", whole(0, 9), "The number of adventurer decks played before the end; 0: no such end.",
        {0: "Adventurer decks do not end the game.", 1: "One adventurer deck ends the game.",
         OTHERWISE: "{n} adventurer decks end the game."}, "decks"),
    one_of("end.runs_out",
           "When a deck is out: when its last card is drawn, or when a card is needed and none is left.",
           {"at_once": "A deck is out with its last card.",
            "when_needed": "A deck is out when a card is needed and none is left."}, "runs_out"),
    yes_or_no("end.last_round", "Whether every player has one more turn after the last deck.",
            "After the last deck every player has one more turn.", "The turn that draws the last card is the last.",
            "last_round"),
    yes_or_no("end.dragons", "Whether the game ends when all dragons are captured.",
            "The game ends when all dragons are captured.", "The game continues when all dragons are captured.",
            "end_dragons", unsaid=(False,)),
    yes_or_no("end.last_card", "Whether the game ends when the last Dragonwood card is revealed.",
            "The game ends when the last Dragonwood card is revealed.",
            "The game continues when the last Dragonwood card is revealed.", "end_last_card", unsaid=(False,)),
    yes_or_no("end.full_rounds", "Whether the last round is completed, so that all have the same number of turns.",
              "The last round is completed, so that all players have the same number of turns.",
              "The last round may end before all players have had the same number of turns.",
              "full_rounds", default=False, unsaid=(False,)),
    Key("score.bonus", whole(0, 20), "Points for most creatures.", "The player with most creatures gets {n} point{s}.",
           "bonus"),
    Key("score.tied_bonus", whole(0, 20), "Points for each player who ties for most creatures.",
           "A player who ties for most creatures gets {n} point{s}.", "tied_bonus"),
    Key("score.ties", word({NOBODY: NO_TITLE} | {name: at for at, name in enumerate(CREATURES)}),
        "The creature whose captor wins a tie, or nobody.",
        {"nobody": "A tie is shared.", OTHERWISE: "The player who captured the {n} wins a tie."}, "tie_title"),
    Key("seats.<seat>.hand_size", whole(0, MAX_HAND), "Cards of a seat's opening hand; 0: as many as hand.size says.",
        {0: "The {which} player starts with an opening hand of the usual size.",
         OTHERWISE: "The {which} player starts with {n} card{s}."}, default=0, unsaid=(0,)),
    points_given("", default=0),
    *SOURCE,
)  # fmt: skip

SCHEMA = Schema(
    folder=HOME / "rulesets",
    base="two",
    keys=KEYS,
    things={"creature": CREATURES, "enhancement": ENHANCEMENTS, "event": EVENTS, "count": COUNTS, "seat": SEATS},
    example="hand.size=6",
    tables={"setup.removed": "number"} | {f"{thing}s": thing for thing in ("creature", "enhancement", "event", "seat")},
)
LEVERS = SCHEMA.levers
