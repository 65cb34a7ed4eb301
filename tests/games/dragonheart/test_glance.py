"""What a strategy may ask in words."""

from typing import Any

from dhstats.games.catalogue import load
from dhstats.games.dragonheart import glance
from dhstats.games.dragonheart.table import MOVE, NO_CHOICE, PICTURES, VIEW
from dhstats.players.match import records
from tests.games.dragonheart.positions import position

BUNDLE = load("dragonheart")
FFG = BUNDLE.rule_files.load("ffg")
TROLLS = 2 + (1 << 6 * 3)  # two cards of value 0 and one of value 3, as the table packs them


def seen() -> Any:
    """A view under the base rules: three trolls in hand, two of them played before by the rival."""
    view = records(VIEW, 1)[0]
    view["rules"] = FFG.record()
    view["hand"][glance.TROLL] = TROLLS
    view["played"][1, glance.TROLL] = 2
    return view


def test_values_played_are_remembered() -> None:
    """Play Cards: the opponent of whoever played a dwarf of 1 and one of 3 sees the values, and knows them from then on."""
    known = position(first="dwarf 1 1 3").play("dwarf 1 3").view(1)["played"]
    assert known[0].tolist() == [(1 << 6 * 1) + (1 << 6 * 3) if name == "dwarf" else 0 for name in PICTURES]
    assert not known[1].any()


def test_pictures_have_their_names() -> None:
    """The number of a name is the place of the picture in views and moves."""
    assert [getattr(glance, name.upper()) for name in PICTURES] == list(range(len(PICTURES)))


def test_a_hand_in_words() -> None:
    """Three cards, three points, two of value 0, one of value 3, none of a value that there is not."""
    view = seen()
    assert glance.hand_cards(view, glance.TROLL) == 3
    assert glance.hand_points(view, glance.TROLL) == 3
    assert [glance.hand_copies(view, glance.TROLL, value) for value in (0, 3, 5, 99)] == [2, 1, 0, 0]
    assert glance.seen_cards(view, 1, glance.TROLL) == 2


def test_what_a_move_takes_is_what_the_rules_give() -> None:
    """A knight beside the others of its row, whose arrow leads to two cards of seven points; alone it takes nothing."""
    move = records(MOVE, 1)[0]
    move["picture"], move["cards"], move["values"], move["target"] = glance.KNIGHT, 1, 1 << 6 * 4, NO_CHOICE
    view = seen()
    slots = int(view["rules"]["slots"][glance.KNIGHT])
    place = int(view["rules"]["takes"][glance.KNIGHT][0])
    view["cards"][place], view["points"][place] = 2, 7
    assert (glance.cards_taken(view, move), glance.points_taken(view, move)) == ((2, 7) if slots == 1 else (0, 0))
    view["cards"][glance.KNIGHT] = slots - 1
    assert glance.cards_taken(view, move) == 2
    assert glance.points_taken(view, move) == 7
    assert glance.played_points(move) == 4
