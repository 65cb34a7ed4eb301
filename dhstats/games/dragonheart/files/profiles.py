"""Deck profiles: reconstructions of the card list that the rulebooks do not print."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from dhstats.documents import read_toml
from dhstats.games.dragonheart.files.schema import CUSTOM, DECKS, HOME, LEVERS
from dhstats.games.dragonheart.table import PICTURES

SURE = ("high", "medium-high", "medium", "low")  # words of confidence, the surest first


@dataclass(frozen=True, slots=True)
class Profile:
    """A deck by picture, where the list comes from, and how sure each picture's part of it is."""

    name: str
    title: str
    note: str
    confidence: Mapping[str, str] = field(hash=False)
    cards: Mapping[str, tuple[int, ...]] = field(hash=False)


@cache
def profile(name: str) -> Profile:
    """A shipped deck profile."""
    table = read_toml(HOME / "decks" / f"{name}.toml", f"{name}.toml")
    settle = LEVERS[f"cards.{PICTURES[0]}.values"].key.kind.settle
    cards = {picture: tuple(settle(table["cards"][picture]["values"])) for picture in PICTURES}
    source = table["source"]
    return Profile(name, source["title"], source["note"], source["confidence"], cards)


def profiles() -> list[Profile]:
    """All shipped deck profiles."""
    return [profile(name) for name in DECKS]


def told(name: str) -> list[tuple[str, str]]:
    """Where the deck of a rule set comes from and how sure that is: labels with what they say."""
    if name == CUSTOM:
        return [("Deck", "Listed card by card in the rule file.")]
    deck = profile(name)
    sure: dict[str, list[str]] = {}
    for picture, confidence in deck.confidence.items():
        sure.setdefault(confidence, []).append(picture.replace("_", " "))
    ranked = sorted(sure, key=lambda word: SURE.index(word) if word in SURE else len(SURE))
    confidence = "; ".join(f"{word}: {', '.join(sure[word])}" for word in ranked)
    return [
        ("Deck", f"Profile {deck.name}. {deck.title}."),
        ("How it was put together", deck.note),
        ("Confidence in the number and values of cards", confidence),
    ]
