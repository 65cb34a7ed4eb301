"""The parametric evaluation: what every term weighs, in positions worked by hand; and what the characters then do."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dhstats.engine.game import MAX_WEIGHTS
from dhstats.games.dragonheart.players.evaluation import TERMS, chance_to_act, chance_to_hold, worth
from dhstats.games.dragonheart.referee.chronicle import packed
from dhstats.games.dragonheart.table import MOVE, PICTURES
from tests.games.dragonheart.positions import BUNDLE, IDLE, Position, cards, position
from tests.games.test_contract import compiled, mind

NAMES = [name for name, _ in TERMS]
# Five cards in hand and 45 in the deck, nothing seen of them yet: of ten cards of a picture the rival holds one.
LONG = "dwarf" + " 1" * 45


def weighed(place: Position, move: str, **weights: float) -> float:
    """The weighted sum of a move; weights that are not given are 0."""
    row = np.zeros(MAX_WEIGHTS)
    for name, weight in weights.items():
        row[NAMES.index(name)] = weight
    view = place.view(place.mover)
    chances = np.array([chance_to_hold(view, picture) for picture in range(len(PICTURES))])
    record = np.array([place._game.moves()[place.moves().index(move)]], MOVE).view(np.recarray)[0]
    return float(worth(view, record, row, chances))


def scene(hand: str, board: str = "", *settings: str, shown: str = "", **changes: Any) -> Callable[[], Position]:
    """Lays out a position in which the first player decides and the rival has shown some cards."""

    def build() -> Position:
        place = position(*settings, first=hand, board=board, decks=(LONG, LONG), **changes)
        for picture, value in cards(shown):
            place.seen["played"][1, PICTURES.index(picture)] += packed([value])
        return place

    return build


def choice(place: Position, strategy: str, seed: int = 1) -> str:
    """What a strategy plays."""
    game = place._game
    function, own = compiled(BUNDLE, strategy), mind(game, strategy)
    game.drivers.aim(own, np.uint64(seed), 0, 0, 0)
    moves = place.moves()
    return moves[function(place.view(place.mover), game.options, len(moves), own)]


# The decks hold 4 fire dragons, 4 sorceresses, 3 trolls, 5 knights, 6 huntresses and 6 ships: chances of .4, .4, .3, .5,
# .6, .6 to hold one; each further card that it takes is half as likely.
CASES: dict[str, tuple[str, Callable[[], Position], str, float]] = {
    # what is shown: the term, the position, the move, its value
    "points of a space": ("points", scene("fire_dragon 2", "treasure_chest 1 3"), "fire_dragon 2", 4),
    "points by choice of two": (
        "points", scene("sorceress 1", "treasure_chest 1 3, petrified_dragon 2"), "sorceress 1 -> petrified_dragon", 2,
    ),
    "points of a row that is full": ("points", scene("knight 2", "knight 1, troll 3"), "knight 2 -> troll", 3),
    "no points of a row that is not": ("points", scene("knight 2", "troll 3"), "knight 2", 0),
    "points of the row itself": ("points", scene("dwarf 2", "dwarf 1 1 1"), "dwarf 2", 5),
    "points below the ship": ("points", scene("ship 0", "ship 0 0", below="knight 1 2"), "ship 0", 3),
    "the figure from nobody": (
        "figure", scene("sorceress 1", "petrified_dragon 2"), "sorceress 1 -> petrified_dragon", 1,
    ),
    "the figure from the rival": (
        "figure", scene("sorceress 1", "petrified_dragon 2", figure="second"), "sorceress 1 -> petrified_dragon", 1,
    ),
    "the own figure": (
        "figure", scene("sorceress 1", "petrified_dragon 2", figure="first"), "sorceress 1 -> petrified_dragon", 0,
    ),
    "no figure without a petrified dragon": ("figure", scene("sorceress 1"), "sorceress 1 -> petrified_dragon", 0),
    "cards drawn anew": ("cards", scene("troll 1 2"), "troll 1 2", 2),
    "cards laid out": ("laid", scene("treasure_chest 1 4"), "treasure_chest 1 4", 5),
    "cards laid out where they take others": (
        "laid", scene("fire_dragon 2", "treasure_chest 4"), "fire_dragon 2", 2,
    ),
    "cards laid into a row": ("laid", scene("huntress 1 2"), "huntress 1 2", 3),
    "cards that fill a row lie there no more": ("laid", scene("huntress 2", "huntress 1 1"), "huntress 2", 0),
    # a chest is carried off by a fire dragon or a sorceress, .4 each; not by both
    "risk of what is laid out": ("risk", scene("treasure_chest 3"), "treasure_chest 3", 3 * 0.4),
    "no risk of what is taken": ("risk", scene("troll 2", "sorceress 4"), "troll 2", 2 * 0.5 * 0.5 * 0.5),
    "risk by the most likely of several ways": (
        "risk", scene("treasure_chest 1", "huntress 1 1, fire_dragon 4"), "treasure_chest 1", 4 * 0.6,
    ),
    "risk below the ship": (
        "risk", scene("huntress 2", "huntress 1 1, fire_dragon 3, ship 0 0", below="knight 1 1"),
        "huntress 2", (1 + 1 + 2 + 1 + 1) * 0.6,
    ),
    "risk of a row that begins anew": (
        "risk", scene("knight 2", "knight 1, troll 3, sorceress 2"), "knight 2 -> troll", 2 * 0.3,
    ),
    "no risk of a row that has gone below the ship": (
        "risk", scene("knight 2", "knight 1", "spaces.troll.takes=['knight']"), "knight 2 -> troll", 3 * 0.6 * 0.3 * 0.3,
    ),
    "risk of a row that lacks two cards": ("risk", scene("dwarf 1 1"), "dwarf 1 1", 2 * 1.0 * 0.5),
    "threat of the cards kept": ("threat", scene("treasure_chest 3, fire_dragon 2"), "treasure_chest 3", 3),
    "no threat without the card": ("threat", scene("treasure_chest 3, knight 1"), "treasure_chest 3", 0),
    "no threat to what is taken now": (
        "threat", scene("fire_dragon 2 3", "treasure_chest 4"), "fire_dragon 2", 0,
    ),
    "threat of a row": ("threat", scene("fire_dragon 4, huntress 1 1 1"), "fire_dragon 4", 4),
    "no threat of a row with a card too few": ("threat", scene("fire_dragon 4, huntress 1 1"), "fire_dragon 4", 0),
    "no threat of the card that is played": ("threat", scene("knight 2", "sorceress 3"), "knight 2", 0),
    "threat of a row begun": ("threat", scene("huntress 1 1 2", "fire_dragon 4"), "huntress 2", 4),
    "a row for the rival": ("opening", scene("huntress 1 1"), "huntress 1 1", 1),
    "a row for nobody yet": ("opening", scene("huntress 1"), "huntress 1", 0),
    "a row that is full": ("opening", scene("huntress 1 1", "huntress 1"), "huntress 1 1", 0),
    "ships": ("ships", scene("ship 0 0"), "ship 0 0", 2),
    "what is no ship": ("ships", scene("troll 1"), "troll 1", 0),
    "ships while ahead": ("ships_ahead", scene("ship 0 0", scores=(3, 1)), "ship 0 0", 2),
    "ships while behind": ("ships_ahead", scene("ship 0", scores=(1, 3)), "ship 0", -1),
    "ships while level": ("ships_ahead", scene("ship 0", scores=(3, 3)), "ship 0", 0),
    "dwarfs": ("dwarfs", scene("dwarf 1 1"), "dwarf 1 1", 2),
    "what is no dwarf": ("dwarfs", scene("troll 1"), "troll 1", 0),
    "petrified dragons": ("dragons", scene("petrified_dragon 2 2"), "petrified_dragon 2 2", 2),
    "what is no petrified dragon": ("dragons", scene("sorceress 1"), "sorceress 1 -> petrified_dragon", 0),
    # sorceresses are chased by trolls, .3, or by a second knight, .5
    "denial by the most likely way": ("denial", scene("knight 2", "knight 1, sorceress 2"), "knight 2 -> sorceress", 1),
    "denial of what a row of two would take": ("denial", scene("troll 1", "sorceress 2"), "troll 1", 2 * 0.3),
    "nothing is denied that is not taken": ("denial", scene("treasure_chest 3", "treasure_chest 4"), "treasure_chest 3", 0),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_term_weighs_what_it_says(case: str) -> None:
    """So many units of it with weight 1; with weight -3 three times as much against."""
    term, build, move, value = CASES[case]
    assert weighed(build(), move, **{term: 1.0}) == pytest.approx(value)
    assert weighed(build(), move, **{term: -3.0}) == pytest.approx(-3 * value)


def test_every_term_is_worked() -> None:
    """None is left out of the table above."""
    assert {term for term, *_ in CASES.values()} == set(NAMES)


def test_a_sum_adds_up_its_terms() -> None:
    """Four points, a card, two points laid out, each by its weight."""
    place = scene("fire_dragon 2", "treasure_chest 4")()
    assert weighed(place, "fire_dragon 2", points=2.0, cards=0.5, laid=-0.25) == pytest.approx(8 + 0.5 - 0.5)


# ---- What is believed of the rival's hand ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "hand", "deck", "chance"),
    [
        ("", IDLE, LONG, 0.6),  # six ships, five of fifty cards in hand
        ("ship 0 0 0", IDLE, LONG, 0.3),
        ("ship 0 0 0 0 0 0", IDLE, LONG, 0.0),
        ("ship 0 0 0", IDLE, "dwarf 1", 1.0),  # never above 1
        ("", "", "", 0.0),  # no card, no ship
    ],
)
def test_the_rivals_unseen_cards_are_spread_evenly(shown: str, hand: str, deck: str, chance: float) -> None:
    """Those of a picture that he has not played, by the share of his unseen cards that are in his hand."""
    place = scene(IDLE, second=hand, shown=shown)()
    place.set_deck(1, deck)
    assert chance_to_hold(place.view(0), PICTURES.index("ship")) == pytest.approx(chance)


def test_each_further_card_is_half_as_likely() -> None:
    """One card by its chance; a second and a third each by half of it."""
    assert [chance_to_act(0.6, missing) for missing in (1, 2, 3)] == pytest.approx([0.6, 0.6 * 0.3, 0.6 * 0.3 * 0.3])


# ---- Greedy ---------------------------------------------------------------------------------------------------------

GREEDY: dict[str, tuple[Callable[[], Position], str]] = {
    # why: the position, the move
    "the most points of several places": (
        scene("troll 1, fire_dragon 2", "treasure_chest 3, sorceress 4"), "troll 1",
    ),
    "the target with more points": (
        scene("sorceress 1", "treasure_chest 6, petrified_dragon 2"), "sorceress 1 -> treasure_chest",
    ),
    "the figure counts three points": (
        scene("sorceress 1", "treasure_chest 4, petrified_dragon 2"), "sorceress 1 -> petrified_dragon",
    ),
    "the own figure counts none": (
        scene("sorceress 1", "treasure_chest 4, petrified_dragon 2", figure="first"), "sorceress 1 -> treasure_chest",
    ),
    "the figure counts what the rules say": (
        scene("sorceress 1", "treasure_chest 4, petrified_dragon 2", "great_dragon.points=0"),
        "sorceress 1 -> treasure_chest",
    ),
    "as many cards as fill the row": (scene("huntress 1 2", "huntress 1, fire_dragon 4"), "huntress 1 2"),
    "the highest of its cards into a row that it takes": (scene("dwarf 1 3", "dwarf 1 1 1"), "dwarf 3"),
    "everybody below the ship": (scene("ship 0, fire_dragon 2", "ship 0 0, treasure_chest 3", below="knight 1 3"), "ship 0"),
}  # fmt: skip


@pytest.mark.parametrize("why", GREEDY)
def test_greedy_takes_the_most_points(why: str) -> None:
    """The position's best move, worked out by hand."""
    build, move = GREEDY[why]
    assert choice(build(), "greedy") == move


def test_greedy_breaks_ties_by_lot() -> None:
    """Two ways to the same chest: each is taken by some draws."""
    place = scene("fire_dragon 2, sorceress 1", "treasure_chest 3")()
    assert {choice(place, "greedy", seed) for seed in range(20)} == {"fire_dragon 2", "sorceress 1 -> treasure_chest"}


# ---- Characters -----------------------------------------------------------------------------------------------------

DRAGON = scene("sorceress 1, ship 0", "treasure_chest 4 4, petrified_dragon 2")
DWARF = scene("dwarf 1, troll 1", "dwarf 1 1")
# The rival has no troll left to chase the sorceresses with.
TWO_TAKES = scene("troll 2, fire_dragon 2", "treasure_chest 3, sorceress 4", shown="troll 1 2 3")
SHIPS = "ship 0, treasure_chest 1"
SCENES: dict[str, tuple[str, Callable[[], Position], str]] = {
    # why: the character, the position, the move
    "the dragon hunter leaves eight points for the figure": ("dragon_hunter", DRAGON, "sorceress 1 -> petrified_dragon"),
    "others do not": ("balanced", DRAGON, "sorceress 1 -> treasure_chest"),
    "the dragon hunter feeds the petrified dragons": (
        "dragon_hunter", scene("petrified_dragon 2, sorceress 1, troll 1"), "petrified_dragon 2",
    ),
    "the dwarf hoarder never lays the third dwarf": ("dwarf_hoarder", DWARF, "troll 1"),
    "the dwarf hoarder lays four at once": ("dwarf_hoarder", scene("dwarf 1 1 1 2, troll 1"), "dwarf 1 1 1 2"),
    "the dwarf hoarder takes the row with the fourth": (
        "dwarf_hoarder", scene("dwarf 1, troll 1", "dwarf 1 1 1"), "dwarf 1",
    ),
    "the ship rusher hurries while ahead": ("ship_rusher", scene(SHIPS, scores=(9, 3)), "ship 0"),
    "the ship rusher keeps ships back while behind": ("ship_rusher", scene(SHIPS, scores=(3, 9)), "treasure_chest 1"),
    "the denier takes what the rival could take": ("denier", TWO_TAKES, "fire_dragon 2"),
    "greedy takes what is most": ("greedy", TWO_TAKES, "troll 2"),
    "the cautious lay out little": ("cautious", scene("treasure_chest 1 4, knight 2"), "treasure_chest 1"),
    "balanced play takes points now": ("balanced", scene("troll 1, treasure_chest 4", "sorceress 3"), "troll 1"),
    "balanced play sets up what its other card takes": (
        "balanced", scene("treasure_chest 4, fire_dragon 2, ship 0"), "treasure_chest 4",
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", SCENES)
def test_a_character_follows_its_plan(why: str) -> None:
    """Positions in which the plan says what to do."""
    character, build, move = SCENES[why]
    assert choice(build(), character) == move


def test_every_strategy_has_a_scene() -> None:
    """Greedy and every character; random play has no plan."""
    assert {character for character, *_ in SCENES.values()} == set(BUNDLE.shipped_strategies()) - {"random"}
