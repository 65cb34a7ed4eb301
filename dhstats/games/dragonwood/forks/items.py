"""What there is in Dragonwood whose worth can be asked for: enhancements, dragons, and all other creatures."""

from typing import Any

from dhstats.games.bundle import Item
from dhstats.games.dragonwood.table import ENHANCEMENTS, N_CREATURES, TITLES

SMALL_WORDS = ("of", "the")


def items(record: Any) -> tuple[Item, ...]:
    """The enhancements, dragons and other creatures of which these rules have a card, in this order."""
    creatures = range(N_CREATURES)
    dragons = [title for title in creatures if int(record["dragons"]) >> title & 1]
    kinds = (
        ("enhancements", range(N_CREATURES, N_CREATURES + len(ENHANCEMENTS))),
        ("dragons", dragons),
        ("creatures", [title for title in creatures if title not in dragons]),
    )
    return tuple(_item(TITLES[title], kind) for kind, titles in kinds for title in titles if record["copies"][title])


def spoken_title(key: str) -> str:
    """The name of a card as it is printed: a capital for each word of weight."""
    if key == "wasps_nest":
        return "Wasps' Nest"
    return " ".join(word if word in SMALL_WORDS else word.capitalize() for word in key.split("_"))


def _item(key: str, kind: str) -> Item:
    moments = (
        ("open", f"open-{key}", "When it lies open for the first time and can be attacked"),
        ("captured", f"captured-{key}", "When it has just been captured"),
    )
    return Item(key, spoken_title(key), kind, key, main=kind != "creatures", moments=moments)
