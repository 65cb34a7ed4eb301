"""The chance of a deal of Dragonheart: both decks and every lost card, drawn anew from their addresses."""

from collections.abc import Mapping
from typing import Any

from dhstats.engine.stream import CHANCE, DECK
from dhstats.games.dragonheart.referee.chronicle import Card
from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.draws import below, shuffled, turn_words, words


def deck(rules: Mapping[str, Any], seed: int, deal: int, number: int) -> list[Card]:
    """Deck 0 or 1 of a deal as shuffled; the last card is the top."""
    cards = [(picture, value) for picture in PICTURES for value in rules["cards"][picture]["values"]]
    return shuffled(words(seed, deal, DECK + number), cards)


def lost_card(seed: int, deal: int, index: int, hand_size: int) -> int:
    """The place, in the victim's sorted hand, of the card that is lost as number `index` of the game."""
    return below(turn_words(seed, deal, CHANCE, index), hand_size)
