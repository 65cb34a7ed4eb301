"""Rule sets for tests: random ones that are valid, from small tweaks of the English rules to wild ones."""

from copy import deepcopy
from typing import Any

import numpy as np
from hypothesis import strategies as st

from dhstats.errors import BadInput
from dhstats.games.dragonheart.files.rulesets import load, restore
from dhstats.games.dragonheart.table import MAX_COPIES, MAX_DECK, MAX_HAND, MAX_VALUE, PICTURES, PLACES
from dhstats.games.ruleset import RuleSet

FFG = load("ffg").effective

# The board of the rulebook: slots, takes, then.
BOARD = {
    "treasure_chest": (0, [], "stay"),
    "fire_dragon": (0, ["treasure_chest"], "stay"),
    "petrified_dragon": (0, [], "stay"),
    "sorceress": (0, ["treasure_chest", "petrified_dragon"], "stay"),
    "troll": (0, ["sorceress"], "stay"),
    "dwarf": (4, ["dwarf"], "stay"),
    "knight": (2, ["sorceress", "troll"], "below_ship"),
    "huntress": (3, ["fire_dragon"], "below_ship"),
    "ship": (3, ["below_ship"], "stack"),
}


def bytes_of(rules: RuleSet) -> bytes:
    """The engine's record, to compare."""
    return bytes(np.array(rules.record()).tobytes())


def new_or(usual: Any, *others: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The usual value, which examples shrink to, or another."""
    return st.one_of(st.just(usual), *others)


def values_of(picture: str) -> st.SearchStrategy[list[int]]:
    """The cards of one picture in a deck: as usual, a few of any values, or many of one value."""
    value = st.one_of(st.integers(0, 4), st.integers(0, MAX_VALUE))
    many = st.builds(lambda copies, value: [value] * copies, st.integers(0, MAX_COPIES), value)
    return new_or(FFG["cards"][picture]["values"], st.lists(value, max_size=9), many)


def space(picture: str) -> st.SearchStrategy[dict[str, Any]]:
    """A space of the board: its row or stack, its arrows, the way of its own cards."""
    usual = FFG["spaces"][picture]
    changed = st.fixed_dictionaries(
        {
            "slots": new_or(usual["slots"], st.integers(0, 5), st.integers(0, 62)),
            "takes": new_or(usual["takes"], st.lists(st.sampled_from(PLACES), unique=True, max_size=len(PLACES))),
            "then": new_or(usual["then"], st.sampled_from(["stay", "score", "below_ship", "stack"])),
        }
    )
    return new_or(usual, changed)


def great_dragon(hand: st.SearchStrategy[int]) -> st.SearchStrategy[dict[str, Any]]:
    """What the figure is worth and does."""
    return st.fixed_dictionaries(
        {
            "points": new_or(3, st.integers(0, 99)),
            "hand_size": new_or(6, hand),
            "breaks_ties": st.sampled_from([True, False]),
            "claim": st.sampled_from(["needs_card", "any"]),
            "theft": st.sampled_from(["down_to_hand_size", "always_one"]),
            "holder": st.sampled_from(["nobody", "first", "second"]),
        }
    )


def end() -> st.SearchStrategy[dict[str, Any]]:
    """How the game ends."""
    return st.fixed_dictionaries(
        {
            "ship_stacks": new_or(3, st.integers(1, 5), st.integers(1, 100)),
            "deck_end": st.sampled_from(["cannot_draw", "after_last_card", "last_card_drawn"]),
            "last_turn": st.sampled_from([True, False]),
        }
    )


def seat(hand: st.SearchStrategy[int]) -> st.SearchStrategy[dict[str, Any]]:
    """How a seat starts."""
    return st.fixed_dictionaries(
        {
            "hand_size": new_or(5, hand),
            "points": new_or(0, st.integers(-99, 99)),
            "first_turn_max_cards": new_or(0, st.integers(0, MAX_HAND)),
        }
    )


@st.composite
def valid_rules(draw: st.DrawFn, max_hand: int = MAX_HAND) -> dict[str, Any]:
    """An effective rule set that passes every check; no hand holds more cards than `max_hand`."""
    hand = st.integers(1, max_hand)
    rules: dict[str, Any] = {
        "deck": "custom",
        "cards": {picture: {"values": draw(values_of(picture))} for picture in PICTURES},
        "spaces": {picture: draw(space(picture)) for picture in PICTURES},
        "hand": {"size": draw(new_or(min(5, max_hand), hand))},
        "great_dragon": draw(great_dragon(hand)),
        "end": draw(end()),
        "seats": {"first": draw(seat(hand)), "second": draw(seat(hand))},
        "source": dict.fromkeys(("title", "edition", "language", "note"), ""),
    }
    limit_hands(rules, max_hand)
    fit_deck(rules)
    return lower_values(rules)


def limit_hands(rules: dict[str, Any], largest: int) -> None:
    """The usual hands may be larger than asked for."""
    for table in (rules["great_dragon"], *rules["seats"].values()):
        table["hand_size"] = min(table["hand_size"], largest)


def fit_deck(rules: dict[str, Any]) -> None:
    """Cards beyond the largest deck go; a deck too small for the hands is filled up with dwarfs."""
    room = MAX_DECK
    for picture in PICTURES:
        rules["cards"][picture]["values"] = sorted(rules["cards"][picture]["values"][:room])
        room -= len(rules["cards"][picture]["values"])
    hands = [rules["hand"]["size"], rules["great_dragon"]["hand_size"]]
    hands += [start["hand_size"] for start in rules["seats"].values()]
    missing = max(hands) - (MAX_DECK - room)
    dwarfs = rules["cards"]["dwarf"]["values"]
    rules["cards"]["dwarf"]["values"] = sorted(dwarfs + [1] * missing)


def lower_values(rules: dict[str, Any]) -> dict[str, Any]:
    """The rules with the highest values of cards at which no single take is too rich for the log."""
    for highest in (MAX_VALUE, 4, 2):
        try:
            return restore(with_values_up_to(highest, rules), "random rules").effective
        except BadInput as error:
            if "points in a turn" not in str(error):
                raise
    return restore(with_values_up_to(1, rules), "random rules").effective


def with_values_up_to(highest: int, rules: dict[str, Any]) -> dict[str, Any]:
    """The same rules where no card is worth more than that."""
    lowered = deepcopy(rules)
    for cards in lowered["cards"].values():
        cards["values"] = [min(value, highest) for value in cards["values"]]
    return lowered
