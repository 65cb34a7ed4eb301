"""Every key of a Dragonheart rule file, once: what it may hold, what it means, and where the engine finds it.

Checking, `--set`, error messages, docs, reports and the engine's record all follow this table.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from dhstats.documents import read_toml
from dhstats.games import keys
from dhstats.games.dragonheart import table
from dhstats.games.dragonheart.table import MAX_COPIES, MAX_HAND, MAX_VALUE, PICTURES, PLACES
from dhstats.games.keys import NOTHING, OTHERWISE, Key, Kind, Values, one_of, whole, word, yes_or_no
from dhstats.quoting import quoted


def arrows() -> Kind:
    """Where the arrows of a space lead."""
    allowed = "a list of different places out of " + ", ".join(PLACES)

    def fault(value: object) -> str:
        if not isinstance(value, list) or not all(isinstance(place, str) for place in value):
            return f"must be {allowed}"
        for place in value:
            if place not in PLACES:
                return f"{quoted(place)} is not a place, must be {allowed}{keys.suggestion(place, PLACES)}"
            if value.count(place) > 1:
                return f"two arrows lead to {quoted(place)}, must be {allowed}"
        return ""

    def encode(value: list[str]) -> list[int]:
        codes = [PLACES.index(place) for place in value]
        return codes + [table.NOWHERE] * (table.MAX_ARROWS - len(codes))

    return Kind(allowed, fault, list, encode)


def cards() -> Kind:
    """The values of the cards of one picture: listed one by one, or counted by value."""
    one = whole(0, MAX_VALUE)
    allowed = (
        f"a list of at most {MAX_COPIES} card values from 0 to {MAX_VALUE}, "
        "or counts by value such as { 1 = 6, 2 = 3 }"
    )

    def fault(value: object) -> str:
        if isinstance(value, dict):
            problem = _fault_of_counts(value)
            return problem and f"{problem}, must be {allowed}"
        fits = isinstance(value, list) and len(value) <= MAX_COPIES and not any(map(one.fault, value))
        return "" if fits else f"must be {allowed}"

    return Kind(allowed, fault, _listed)


def _fault_of_counts(counts: dict[Any, object]) -> str:
    copies = whole(0, MAX_COPIES)
    for digit, count in counts.items():
        if digit not in [str(value) for value in range(MAX_VALUE + 1)]:
            return f"{quoted(digit)} is not a card value"
        if copies.fault(count):
            return f"{quoted(count)} is not a number of cards"
    total = len(_listed(counts))
    return "" if total <= MAX_COPIES else f"they are {total} cards"


def _listed(values: Any) -> list[int]:
    if isinstance(values, dict):
        return sorted(int(digit) for digit, count in values.items() for _ in range(count))
    return sorted(values)


HOME = Path(__file__).resolve().parents[1]
SEATS = ("first", "second")
CUSTOM = "custom"  # in place of a deck profile: all cards are listed
DECKS = tuple(sorted(path.stem for path in (HOME / "decks").glob("*.toml")))


def profile(name: str) -> dict[str, Any]:
    """A shipped deck profile: its cards by picture, and `source`: where the list comes from and how sure it is."""
    return read_toml(HOME / "decks" / f"{name}.toml", f"{name}.toml")


def cards_in(name: str) -> Values:
    """The cards of a deck profile, by the keys that list them."""
    listed = profile(name)["cards"]
    return {f"cards.{picture}.values": _listed(listed[picture]["values"]) for picture in PICTURES}


# What is said of a space, in one sentence a key, and in one for all of it where all rules are listed.
SLOTS = {0: "a stack that acts at every play", OTHERWISE: "a row of {n} that acts when it is full"}
THEN = {
    "stay": "its own cards stay",
    "score": "its own cards are scored",
    "below_ship": "its own cards go below the ship",
    "stack": "its own cards leave as a stack beside the board",
}

KEYS = (
    Key("deck", word(dict.fromkeys((*DECKS, CUSTOM), 0)),
        "The profile that lists the cards of a deck; custom if all are listed one by one.",
        {CUSTOM: "The cards of a deck are listed one by one.", OTHERWISE: "A deck has the cards of profile {n}."},
        tables={name: cards_in(name) for name in DECKS}),
    Key("cards.<picture>.values", cards(), "The values of the cards of a picture in one deck.",
        {NOTHING: "A deck has no {which} cards.", OTHERWISE: "The {which} cards of a deck have the values {n}."}),
    Key("spaces.<picture>.slots", replace(whole(0, MAX_COPIES), encode=lambda value: value or table.UNLIMITED),
        "Card outlines on the space of a picture: 0 for a stack that acts at every play, n for a row that "
        "acts when it is full.", {value: f"The {{which}} space is {said}." for value, said in SLOTS.items()}, "slots"),
    Key("spaces.<picture>.takes", arrows(),
        "Where the arrows of the space of a picture lead; if there are several, the player chooses one.",
        {NOTHING: "No arrows lead from the {which} space.",
         OTHERWISE: "The arrows of the {which} space lead to these: {n}."}, "takes"),
    one_of("spaces.<picture>.then", "Where the cards of the space of a picture go after it has acted.",
           {value: f"After the {{which}} space has acted, {said}." for value, said in THEN.items()}, "then"),
    Key("hand.size", whole(1, MAX_HAND), "The hand size to which a player refills.",
        "Players refill to {n} card{s}.", "hand_size"),
    Key("great_dragon.points", whole(0, 99), "What the figure adds to its keeper's score at the end.",
        "The Great Dragon figure is worth {n} point{s}.", "figure_points"),
    Key("great_dragon.hand_size", whole(1, MAX_HAND), "The hand size to which the figure's keeper refills.",
        "The player with the Great Dragon figure refills to {n} card{s}.", "figure_hand_size"),
    yes_or_no("great_dragon.breaks_ties", "Whether the figure's keeper wins a tie.",
              "The player with the Great Dragon figure wins a tie.",
              "A tie is a draw, even if a player has the figure.", "figure_breaks_ties"),
    one_of("great_dragon.claim", "How a player gets the figure: with a petrified dragon, or by choosing their space.",
           {"needs_card": "A player who takes a petrified dragon card gets the figure.",
            "any": "A player who chooses the space of the petrified dragons gets the figure, even if it is empty."},
           "claim_any"),
    one_of("great_dragon.theft", "What the figure's former keeper loses: cards above the normal hand, or always one.",
           {"down_to_hand_size": "A player who loses the figure puts back random cards, down to the normal hand.",
            "always_one": "A player who loses the figure puts back one random card."}, "theft_always_one"),
    Key("great_dragon.holder", word({"nobody": table.NOBODY, "first": table.FIRST, "second": table.SECOND}),
        "Who has the figure when the game begins.",
        {"nobody": "Nobody has the figure when the game begins."}
        | {seat: f"The {seat} player has the figure when the game begins." for seat in SEATS}, "figure_holder"),
    Key("end.ship_stacks", whole(1, 100), "The number of ship stacks that ends the game.",
        "The game ends after {n} ship stack{s}.", "ship_stacks"),
    one_of("end.deck_end", "Which turn of a player whose deck runs out calls the end.",
           {"cannot_draw": "A turn in which a player needs a card and can draw none calls the end.",
            "after_last_card": "A player's next turn after drawing the last card of their deck calls the end.",
            "last_card_drawn": "Drawing the last card of a deck calls the end."}, "deck_end"),
    yes_or_no("end.last_turn", "Whether the opponent has one more turn after the end is called.",
              "After the end is called the opponent has one last turn.",
              "The game is over with the turn that calls the end.", "last_turn"),
    Key("seats.<seat>.hand_size", whole(1, MAX_HAND), "Cards of a seat's opening hand.",
        "The {which} player starts with {n} card{s}.", "opening_hand"),
    keys.points_given("opening_points"),
    Key("seats.<seat>.first_turn_max_cards", whole(0, MAX_HAND),
        "The most cards that a seat may play in their first turn; 0 is no limit.",
        {0: "The {which} player plays any number of cards in the first turn.",
         OTHERWISE: "The {which} player plays at most {n} card{s} in the first turn."}, "first_turn_max", unsaid=(0,)),
    *keys.SOURCE,
)  # fmt: skip


SCHEMA = keys.Schema(
    folder=HOME / "rulesets",
    base="ffg",
    keys=KEYS,
    things={"picture": PICTURES, "seat": SEATS},
    example="great_dragon.points=4",
    tables={"cards": "picture", "spaces": "picture", "seats": "seat"},
)
LEVERS = SCHEMA.levers
