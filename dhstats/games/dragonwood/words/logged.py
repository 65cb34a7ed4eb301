"""Decisions of Dragonwood in a log.

A turn of the log is a decision: its `act`, and what it is about: the `target` and `cards` of an attempt with the
enhancements `used`, the face of the `die` that is rolled again, the card that is discarded or passed. A card is a
letter for its suit and its number, as "A3".
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dhstats.games.dragonwood.files.rulesets import spoken
from dhstats.games.dragonwood.referee.chronicle import LADYBUG, Adventurer, Choice, adventurers, dragonwood, wood_cards
from dhstats.games.dragonwood.referee.tabletop import laid_out, outcome
from dhstats.games.dragonwood.rules import setup
from dhstats.games.dragonwood.table import ACTS, ENHANCEMENTS, EVENTS, MAX_FACE, MAX_HAND, NUMBERS, TITLES
from dhstats.games.dragonwood.words.notation import SUIT_LETTERS, cards_text
from dhstats.games.logged import Logging, Wrong, whole, word
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept, Row
from dhstats.games.stacks import Renewal, Stack, Stacking
from dhstats.quoting import quoted

KEYS = ("act", "target", "cards", "used", "die")


def card(text: Any) -> Adventurer:
    """An adventurer by its text; Wrong for what is none."""
    suit, number = (text[:1].upper(), text[1:]) if isinstance(text, str) else ("", "")
    if len(suit) != 1 or suit not in SUIT_LETTERS or not number.isascii() or not number.isdecimal() or len(number) > 2:
        raise Wrong(f'cards: a card is a letter from A to E and a number, as "A3", not {quoted(text)}')
    return SUIT_LETTERS.index(suit), whole(int(number), "the number of a card", 1, NUMBERS)


def choice(_: Any, turn: Mapping[str, Any]) -> Choice:
    """What a decision of a log was."""
    listed = {name: turn.get(name, []) for name in ("cards", "used")}
    for name, values in listed.items():
        if not isinstance(values, list) or len(values) > MAX_HAND * 3:
            raise Wrong(f"{name} must be a list, not {quoted(values)}")
    target, die = turn.get("target"), turn.get("die")
    cards = tuple(sorted(map(card, listed["cards"])))
    if len(set(cards)) < len(cards):
        raise Wrong("cards: the same card is listed twice")
    used = {word(name, "used", ENHANCEMENTS) for name in listed["used"]}
    return Choice(
        word(turn.get("act"), "act", ACTS),
        None if target is None else word(target, "target", TITLES),
        cards,
        tuple(name for name in ENHANCEMENTS if name in used),
        0 if die is None else whole(die, "die", 1, MAX_FACE),
    )


def turn_of(_: Any, row: Row) -> dict[str, Any]:
    """The decision of a stored row."""
    made = Choice.of(row)
    told: dict[str, Any] = {"act": made.act, "target": made.target, "die": made.die}
    told |= {"cards": [cards_text([each]) for each in made.cards], "used": list(made.used)}
    return {name: value for name, value in told.items() if value}


LOGGING = Logging(KEYS, choice, turn_of, outcome, lambda table: table.asked[1])


BUG = "ladybug"
NAMES = {spoken(name): name for name in (*TITLES, *EVENTS)}
SETUP = (
    "A to E are the five suits: agree which is which before you stack.",
    "Lay the landscape open, both decks face down beside it in the order of their lists, card 1 on top.",
    "Deal from the adventurer deck a whole opening hand at a time: the first one is hand 1. Replace a ladybug at once.",
    "Only the new adventurer deck, made of discards later in the game, is shuffled.",
)
CHANCE = "the dice, and how the discards are shuffled when the adventurer deck runs out"


def stacks(rules: Mapping[str, Any], seed: int, deal: int) -> tuple[Stack, ...]:
    """The landscape, both decks, and what goes back into the box."""
    landscape, wood = dragonwood(rules, seed, deal)
    every = Counter(wood_cards(rules, dragons=False) + wood_cards(rules, dragons=True))
    deck = [BUG if each == LADYBUG else cards_text([each]) for each in adventurers(rules, seed, deal)]
    away = sorted((every - Counter([*landscape, *wood])).elements())
    laid = (
        Stack("Landscape", tuple(map(spoken, landscape)), open=True),
        Stack("Dragonwood deck", tuple(map(spoken, wood[::-1]))),
        Stack("Adventurer deck", tuple(deck[::-1])),
        Stack("Back into the box", tuple(map(spoken, away)), away=True),
    )
    return tuple(each for each in laid if each.cards)


def problems(rules: Mapping[str, Any], kept: Kept, laid: Sequence[Stack]) -> Iterator[Problem]:
    """What a game contradicts when these decks lie on the table."""
    named = {each.name: each.cards for each in laid}
    landscape, wood = (
        [NAMES[text] for text in cards] for cards in (named["Landscape"], named.get("Dragonwood deck", ()))
    )
    deck = [LADYBUG if text == BUG else card(text) for text in named["Adventurer deck"]]
    return followed(kept, laid_out(rules, kept, landscape, wood[::-1], deck[::-1]), Choice.of, outcome)


STACKING = Stacking(stacks, problems, "hand", SETUP, CHANCE, "points", Renewal(setup.draw_anew, Path(setup.__file__)))
