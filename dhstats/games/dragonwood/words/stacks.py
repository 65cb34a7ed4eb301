"""Both decks of Dragonwood for people who lay them out by hand; dice are theirs to roll."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from dhstats.games.dragonwood.files.rulesets import spoken
from dhstats.games.dragonwood.forks import renewal
from dhstats.games.dragonwood.referee.chronicle import Choice
from dhstats.games.dragonwood.referee.draws import (
    LADYBUG,
    Adventurer,
    Dice,
    adventurers,
    dragonwood,
    new_deck,
    wood_cards,
)
from dhstats.games.dragonwood.referee.referee import outcome
from dhstats.games.dragonwood.referee.tabletop import Tabletop
from dhstats.games.dragonwood.table import EVENTS, TITLES
from dhstats.games.dragonwood.words.logged import card
from dhstats.games.dragonwood.words.notation import SUIT_LETTERS
from dhstats.games.refereeing import Problem, followed
from dhstats.games.retelling import Kept
from dhstats.games.stacks import Renewal, Stack, Stacking

BUG = "ladybug"
NAMES = {spoken(name): name for name in (*TITLES, *EVENTS)}
SETUP = (
    "A to E are the five suits: agree which is which before you stack.",
    "Lay the landscape open, both decks face down beside it in the order of their lists, card 1 on top.",
    "Deal from the adventurer deck a whole opening hand at a time: the first one is hand 1. Replace a ladybug at once.",
    "Only the new adventurer deck, made of discards later in the game, is shuffled.",
)
CHANCE = "the dice, and how the discards are shuffled when the adventurer deck runs out"


def stacks(rules: Mapping[str, Any], seed: int, deal: int) -> tuple[Stack, ...]:
    """The landscape, both decks, and what goes back into the box."""
    landscape, wood = dragonwood(rules, seed, deal)
    every = Counter(wood_cards(rules, dragons=False) + wood_cards(rules, dragons=True))
    away = sorted((every - Counter([*landscape, *wood])).elements())
    laid = (
        Stack("Landscape", tuple(map(spoken, landscape)), open=True),
        Stack("Dragonwood deck", tuple(map(spoken, wood[::-1]))),
        Stack("Adventurer deck", tuple(map(_text, adventurers(rules, seed, deal)[::-1]))),
        Stack("Back into the box", tuple(map(spoken, away)), away=True),
    )
    return tuple(each for each in laid if each.cards)


def problems(rules: Mapping[str, Any], kept: Kept, laid: Sequence[Stack]) -> Iterator[Problem]:
    """What a game contradicts when these decks lie on the table."""
    named = {each.name: each.cards for each in laid}
    seed, deal = kept.seed, int(kept.row["deal_id"])
    table = Tabletop(
        rules, [NAMES[text] for text in named["Landscape"]],
        [NAMES[text] for text in named.get("Dragonwood deck", ())][::-1],
        [_card(text) for text in named["Adventurer deck"]][::-1], partial(new_deck, seed, deal),
        partial(Dice, rules, seed, deal), kept.layout,
    )  # fmt: skip
    return followed(kept, table, Choice.of, outcome)


def _text(adventurer: Adventurer) -> str:
    return BUG if adventurer == LADYBUG else f"{SUIT_LETTERS[adventurer[0]]}{adventurer[1]}"


def _card(text: str) -> Adventurer:
    return LADYBUG if text == BUG else card(text)


STACKING = Stacking(
    stacks, problems, "hand", SETUP, CHANCE, "points", Renewal(renewal.draw_anew, Path(renewal.__file__))
)
