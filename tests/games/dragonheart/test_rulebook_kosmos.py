"""The Kosmos edition where it says more than the English one or something else, a test a sentence."""

import pytest

from tests.games import tellings
from tests.games.dragonheart.positions import BEHIND, Position, position

pytestmark = tellings.BOTH

END = ("dwarf 1", "dwarf 1")


def kosmos(**named: object) -> Position:
    """A position under the rules of this edition."""
    return position(rules="kosmos", **named)  # type: ignore[arg-type]


@pytest.mark.parametrize("board", ["", "petrified_dragon 2"])
def test_choosing_the_petrified_dragons_brings_the_figure(board: str) -> None:
    """Princess (here: sorceress): whoever decides for the petrified dragons gets the figure, even if none lies there."""
    game = kosmos(first="sorceress 1, dwarf 1 1 1 1", board=board).play("sorceress 1 -> petrified_dragon")
    assert (game.figure, game.row["claimed_figure"], game.hand_size(0)) == ("first", True, 6)


def test_choosing_the_chests_brings_no_figure() -> None:
    """Princess (here: sorceress): the figure comes only with the other choice."""
    game = kosmos(first="sorceress 1", board="petrified_dragon 2").play("sorceress 1 -> treasure_chest")
    assert game.figure == "nobody"


def test_the_opponent_hands_the_figure_over() -> None:
    """Princess (here: sorceress): the figure moves from one player to the other; then to its holder it stays."""
    game = kosmos(first="sorceress 1 1, dwarf 1 1 1", second="troll 1 1 1 1 1 1", figure="second")
    game.play("sorceress 1 -> petrified_dragon")
    assert (game.figure, game.hand(1)) == ("first", "troll 1 1 1 1 1")
    game.play("troll 1", "sorceress 1 -> petrified_dragon")
    assert (game.figure, game.row["claimed_figure"], game.result()["figure_changes"]) == ("first", False, 1)


def test_a_card_for_an_empty_space_has_bad_luck() -> None:
    """Further rules: a troll may be played where no sorceress lies; its player gets nothing."""
    assert kosmos(first="troll 1").play("troll 1").taken == (0, 0)


def test_drawing_the_last_card_leaves_one_more_own_turn() -> None:
    """End: after his next turn the game ends, when the opponent has had one more full turn."""
    game = kosmos(first="troll 1, dwarf 1 1 1 1", decks=("dwarf 1", BEHIND)).play("troll 1")
    assert (game.row["deck_after"], game.turns_left) == (0, -1)
    game.play(*END)
    assert (game.over, game.turns_left) == (False, 1)
    assert game.play("dwarf 1").over
    assert (game.result()["end_reason"], game.result()["ended_by"], game.result()["turns"]) == ("deck", 0, 14)


def test_the_last_card_may_be_one_of_several() -> None:
    """End: it is the turn that draws the last card that counts, even if that turn draws too few."""
    game = kosmos(first="dwarf 1 1 1 1", decks=("troll 1", BEHIND)).play("dwarf 1 1 1", *END)
    assert (game.over, game.turns_left) == (False, 1)


def test_ships_may_end_that_next_turn() -> None:
    """End: if the next turn places the third stack of ships, it is the ships that end the game."""
    game = kosmos(first="troll 1, ship 0", decks=("dwarf 1", BEHIND), board="ship 0 0", stacks=2)
    game.play("troll 1", "dwarf 1", "ship 0", "dwarf 1")
    assert game.over
    assert (game.result()["end_reason"], game.result()["ended_by"]) == ("ships", 0)


def last_card_then_robbed(rules: str) -> Position:
    """The first player, with the figure, draws his last card; the second takes the figure, and a card with it."""
    game = position(
        rules=rules, first="troll 1, dwarf 1 1 1 1 1", second="sorceress 1, dwarf 1 1 1 1", decks=("dwarf 1", BEHIND),
        board="petrified_dragon 2", figure="first",
    ).play("troll 1", "sorceress 1 -> petrified_dragon")  # fmt: skip
    assert (game.hand_size(0), game.deck(0)) == (5, "dwarf 1")
    return game.play("dwarf 1")


def test_a_stolen_card_prolongs_nothing() -> None:
    """Ruling on the end: a card that comes back onto the deck changes nothing, the next turn is still the last."""
    game = last_card_then_robbed("kosmos")
    assert (game.over, game.deck(0), game.hand_size(0)) == (False, "", 5)
    assert game.play("dwarf 1").over
    assert game.result()["end_reason"] == "deck"


def test_a_stolen_card_goes_on_in_the_english_edition() -> None:
    """The same turns under `ffg`: he could draw a card, so the game continues."""
    game = last_card_then_robbed("ffg").play("dwarf 1")
    assert game.turns_left == -1
    assert game.play("dwarf 1", "dwarf 1").over
