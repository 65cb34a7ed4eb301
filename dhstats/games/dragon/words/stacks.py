"""Decks of Dragon! for people who lay them out by hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dhstats.games.dragon.referee.cardbook import cardbook
from dhstats.games.dragon.referee.chronicle import Choice
from dhstats.games.dragon.referee.referee import deck_of, outcome, pile
from dhstats.games.dragon.referee.tabletop import Tabletop
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept
from dhstats.games.stacks import Stack, Stacking

SETUP = (
    "Each player has their own deck: the cards of every list lie face down in its order, card 1 on top.",
    "Draw the opening hands from the top, as the rules say; nothing is shuffled.",
)


def stacks(rules: Mapping[str, Any], seed: int, deal: int) -> tuple[Stack, ...]:
    """The deck of every place with its dragon, the top card first."""
    names = _names(rules)
    return tuple(
        Stack(_title(rules, place), tuple(names[each] for each in pile(rules, seed, deal, place)[::-1]))
        for place in range(rules["players"])
    )


def problems(rules: Mapping[str, Any], kept: Kept, laid: Sequence[Stack]) -> Iterator[Problem]:
    """What a game contradicts when these decks lie before the players."""
    cards = {text: name for name, text in _names(rules).items()}
    piles = [[cards[text] for text in each.cards][::-1] for each in laid]
    dragons = [deck_of(rules, place)["dragon"] for place in range(rules["players"])]
    table = Tabletop(rules, piles, dragons, kept.layout)
    return followed(kept, table, lambda turn: Choice.of(turn, list(table.book)), outcome)


def _title(rules: Mapping[str, Any], place: int) -> str:
    dragon = str(deck_of(rules, place)["dragon"]).replace("_", " ")
    return f"Deck {place + 1}, with the {dragon}"


def _names(rules: Mapping[str, Any]) -> dict[str, str]:
    """What people call each card of the pack; one whose title another has too goes by its name in the pack."""
    titles = {name: paper.title for name, paper in cardbook(rules["pack"]).items()}
    every = list(titles.values())
    return {name: title if every.count(title) == 1 else name for name, title in titles.items()}


STACKING = Stacking(stacks, problems, "deck", SETUP, "", "health")
