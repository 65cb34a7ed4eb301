"""Deck profiles: reconstructions of the card list that the rulebooks do not print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from dhstats.games.documents import read_toml
from dhstats.games.dragonheart.schema import DECKS, HOME, LEVERS
from dhstats.games.dragonheart.table import PICTURES


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
