"""Decks of Dragonheart for people who lay them out by hand."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from dhstats.games.dragonheart.forks import renewal
from dhstats.games.dragonheart.referee.chronicle import Card, choice_of
from dhstats.games.dragonheart.referee.referee import deck, lost_card
from dhstats.games.dragonheart.referee.tabletop import Tabletop
from dhstats.games.dragonheart.words.logged import card, card_text
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept
from dhstats.games.stacks import Renewal, Stack, Stacking

SETUP = (
    "Each player has their own deck: the cards of every list lie face down in its order, card 1 on top.",
    "Draw the opening hands from the top, as the rules say; nothing is shuffled.",
)
CHANCE = "which card is lost with the Great Dragon: draw it blind from the hand, as the rules say"


def stacks(rules: Mapping[str, Any], seed: int, deal: int) -> tuple[Stack, ...]:
    """Both decks, the top card first."""
    decks = (deck(rules, seed, deal, number) for number in range(2))
    return tuple(Stack(f"Deck {at}", tuple(map(card_text, cards[::-1]))) for at, cards in enumerate(decks, start=1))


def problems(rules: Mapping[str, Any], kept: Kept, laid: Sequence[Stack]) -> Iterator[Problem]:
    """What a game contradicts when these decks lie before the players."""
    decks = [_cards(each) for each in laid]
    table = Tabletop(
        rules, decks[::-1] if kept.row["swapped"] else decks, partial(lost_card, kept.seed, int(kept.row["deal_id"]))
    )
    return followed(kept, table, choice_of, Tabletop.outcome, "turns")


def _cards(laid: Stack) -> list[Card]:
    """The cards of a stack by their words, the last one on top."""
    read = [card(text, laid.name) for text in laid.cards]
    return [each for each in read if each is not None][::-1]


STACKING = Stacking(
    stacks, problems, "deck", SETUP, CHANCE, "points", Renewal(renewal.draw_anew, Path(renewal.__file__))
)
