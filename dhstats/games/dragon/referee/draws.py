"""The chance of a deal of Dragon!: the decks of all places, drawn anew from their addresses, as `setup` lists them."""

from collections.abc import Mapping
from typing import Any

from dhstats.engine.stream import DECK
from dhstats.games.dragon.table import SEATS
from dhstats.games.draws import shuffled, words


def deck_of(rules: Mapping[str, Any], place: int) -> Mapping[str, Any]:
    """The deck of a place as the pack lists it: its dragon and its cards."""
    deck: Mapping[str, Any] = rules["pack"]["decks"][rules["decks"][SEATS[place]]]
    return deck


def pile(rules: Mapping[str, Any], seed: int, deal: int, place: int) -> list[str]:
    """The shuffled deck of a place; the last card is the top."""
    cards = []
    for line in deck_of(rules, place)["cards"]:
        count, name = line.split()
        cards += [name] * int(count)
    return shuffled(words(seed, deal, DECK + place), cards)
