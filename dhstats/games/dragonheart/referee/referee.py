"""The referee: plays the logged moves of a game on an ordinary table and compares every column of every row.

It shares no rule with the engine, and no random draw: cards and rules are those of `tabletop`, chance is that of
`draws`. So a log stands when two independent readings of the rulebook agree on it.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from dhstats.engine.stream import CHANCE, DECK
from dhstats.games.dragonheart.referee.chronicle import Card, choice_of
from dhstats.games.dragonheart.referee.tabletop import Rules, Tabletop
from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.draws import below, shuffled, turn_words, words
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept


def deck(rules: Mapping[str, Any], seed: int, deal: int, number: int) -> list[Card]:
    """Deck 0 or 1 of a deal as shuffled; the last card is the top."""
    cards = [(picture, value) for picture in PICTURES for value in rules["cards"][picture]["values"]]
    return shuffled(words(seed, deal, DECK + number), cards)


def lost_card(seed: int, deal: int, index: int, hand_size: int) -> int:
    """The place, in the victim's sorted hand, of the card that is lost as number `index` of the game."""
    return below(turn_words(seed, deal, CHANCE, index), hand_size)


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first turn: decks and lost cards from seed and deal, or as shown."""
    if kept.table is not None:
        laid_out: Tabletop = kept.table()
        return laid_out
    seed, deal = kept.seed, int(kept.row["deal_id"])
    decks = [deck(rules, seed, deal, number) for number in range(2)]
    return Tabletop(rules, decks[::-1] if kept.row["swapped"] else decks, partial(lost_card, seed, deal))


def problems(rules: Rules, kept: Kept) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first move that could not be played."""
    return followed(kept, set_up(rules, kept), choice_of, Tabletop.outcome, "turns")
