"""A game of Dragonwood as it is told afterwards: its decisions, its outcome, what lay on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from dhstats.engine.stream import CHANCE, DECK
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, EVENTS, NUMBERS, WAYS
from dhstats.games.refereeing import below, shuffled, turn_words, words
from dhstats.games.retelling import Row

Adventurer = tuple[int, int]  # suit and number
LADYBUG = (9, 0)  # sorts behind all suits
COUNTS = {2: "two", 3: "three", 4: "four"}


def wood_cards(rules: Mapping[str, Any], *, dragons: bool) -> list[str]:
    """The Dragonwood cards by title, in the order of the rule file: the dragons, or all others."""
    cards = [
        name for name in CREATURES for _ in range(rules["creatures"][name]["copies"])
        if rules["creatures"][name]["dragon"] == dragons
    ]  # fmt: skip
    for kind, names in (("enhancements", ENHANCEMENTS), ("events", EVENTS)) if not dragons else ():
        cards += [name for name in names for _ in range(rules[kind][name]["copies"])]
    return cards


def dragonwood(rules: Mapping[str, Any], seed: int, deal: int) -> tuple[list[str], list[str]]:
    """The opening landscape in the order in which it was revealed, and the cards behind it; the last one is the top."""
    order = shuffled(words(seed, deal, DECK), wood_cards(rules, dragons=False))
    order = order[: len(order) - rules["setup"]["removed"][COUNTS[rules["players"]]]]
    low = len(order) // 2 if rules["setup"]["dragons"] == "lower_half" else len(order)
    deck = shuffled(words(seed, deal, DECK + 1), order[:low] + wood_cards(rules, dragons=True)) + order[low:]
    if rules["setup"]["events"] == "reshuffled":
        return _reshuffled(rules, seed, deal, deck)
    landscape: list[str] = []
    aside: list[str] = []
    while deck and len(landscape) < rules["landscape"]["size"]:
        card = deck.pop()
        (aside if card in EVENTS else landscape).append(card)
    back = turn_words(seed, deal, DECK + 2, 0)
    for card in aside:
        deck.insert(below(back, len(deck) + 1), card)
    return landscape, deck


def _reshuffled(rules: Mapping[str, Any], seed: int, deal: int, deck: list[str]) -> tuple[list[str], list[str]]:
    """The same where the whole deck is shuffled with the events met, and what is missing is dealt from it."""
    landscape: list[str] = []
    for turn in count():
        missing = rules["landscape"]["size"] - len(landscape)
        revealed, deck = deck[::-1][:missing], deck[: max(0, len(deck) - missing)]
        landscape += [card for card in revealed if card not in EVENTS]
        events = [card for card in revealed if card in EVENTS]
        if not events:
            break
        deck = shuffled(turn_words(seed, deal, DECK + 2, turn), deck + events)
    return landscape, deck


def adventurers(rules: Mapping[str, Any], seed: int, deal: int) -> list[Adventurer]:
    """The adventurer deck; the last card is the top."""
    own = rules["adventurers"]
    cards = [(suit, number) for suit in range(own["suits"]) for number in range(1, own["numbers"] + 1)]
    return shuffled(words(seed, deal, DECK + 3), cards + [LADYBUG] * own["ladybugs"])


def new_deck(seed: int, deal: int, index: int, discards: Sequence[Adventurer]) -> list[Adventurer]:
    """The discards as a new deck, number `index` of those that are made of discards."""
    return shuffled(turn_words(seed, deal, CHANCE, index), sorted(discards))


class Dice:
    """The dice of one attempt: those at first, then those that are rolled again."""

    def __init__(self, rules: Mapping[str, Any], seed: int, deal: int, place: int, attempt: int) -> None:
        self._faces: list[int] = rules["dice"]["faces"]
        self._words = turn_words(seed, deal, CHANCE + 1 + place, attempt)
        sides = len(self._faces)
        number = below(self._words, sides ** rules["dice"]["max"])
        self.first = [self._faces[number // sides**i % sides] for i in range(rules["dice"]["max"])]

    def again(self) -> int:
        """The next die that is rolled again."""
        return self._faces[below(self._words, len(self._faces))]


NOBODY = -1
MEANT = {"discard": ("cards",), "pass": ("cards",), "reroll": ("die",)}  # what decisions of a kind tell


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player decides, with cards by suit and number and enhancements by name."""

    act: str
    target: str | None = None
    cards: tuple[Adventurer, ...] = ()
    used: tuple[str, ...] = ()
    die: int = 0

    @classmethod
    def of(cls, turn: Row) -> Choice:
        """The decision that a row tells of."""
        return cls(turn["act"], turn["target"], unpacked(turn["cards"]), helpers(turn["used"]), turn["die"])

    def stray(self) -> str:
        """What is told although such a decision has none: target, cards, used or die; or nothing."""
        told = {"target": self.target, "cards": self.cards, "used": self.used, "die": self.die}
        meant = ("target", "cards", "used") if self.act in WAYS else MEANT.get(self.act, ())
        return next((name for name, value in told.items() if value and name not in meant), "")


@dataclass(frozen=True, slots=True)
class Position:
    """All that lies on the table after a decision, for one who may see every card."""

    landscape: tuple[str, ...]
    wood: int
    adventurers: int
    discards: int
    decks_begun: int
    hands: tuple[tuple[Adventurer, ...], ...]
    captured: tuple[tuple[str, ...], ...]
    owned: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    asked: int


def leader(points: Sequence[int]) -> int:
    """The seat that has most points alone, or nobody."""
    return points.index(max(points)) if points.count(max(points)) == 1 else NOBODY


def unpacked(cards: int) -> tuple[Adventurer, ...]:
    """The adventurers of a packed play: a bit each, suit after suit."""
    return tuple((bit // NUMBERS, bit % NUMBERS + 1) for bit in range(64) if cards >> bit & 1)


def packed(cards: Iterable[Adventurer]) -> int:
    """The same cards as one number."""
    return sum(1 << NUMBERS * suit + number - 1 for suit, number in cards)


def helpers(used: int) -> tuple[str, ...]:
    """The enhancements of a packed set."""
    return tuple(name for number, name in enumerate(ENHANCEMENTS) if used >> number & 1)


def packed_helpers(names: Iterable[str]) -> int:
    """The same enhancements as one number."""
    return sum(1 << ENHANCEMENTS.index(name) for name in names)


def dice_of(rolled: int) -> list[int]:
    """The faces of packed dice, in the order in which they were rolled."""
    return [rolled >> place & 15 for place in range(0, int(rolled).bit_length(), 4)]


def packed_dice(faces: Iterable[int]) -> int:
    """The same dice as one number: four bits each."""
    return sum(face * 16**place for place, face in enumerate(faces))
