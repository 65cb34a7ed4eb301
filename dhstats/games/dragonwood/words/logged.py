"""Decisions of Dragonwood in a log.

A turn of the log is a decision: its `act`, and what it is about: the `target` and `cards` of an attempt with the
enhancements `used`, the face of the `die` that is rolled again, the card that is discarded or passed. A card is a
letter for its suit and its number, as "A3".
"""

from collections.abc import Mapping
from typing import Any

from dhstats.games.dragonwood.referee.chronicle import Choice
from dhstats.games.dragonwood.referee.draws import Adventurer
from dhstats.games.dragonwood.referee.referee import outcome
from dhstats.games.dragonwood.table import ACTS, ENHANCEMENTS, MAX_FACE, MAX_HAND, NUMBERS, TITLES
from dhstats.games.dragonwood.words.notation import SUIT_LETTERS
from dhstats.games.logged import Logging, Wrong, whole, word
from dhstats.games.retelling import Row
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
    told |= {"cards": [f"{SUIT_LETTERS[suit]}{number}" for suit, number in made.cards], "used": list(made.used)}
    return {name: value for name, value in told.items() if value}


LOGGING = Logging(KEYS, choice, turn_of, outcome, lambda table: table.asked[1])
