"""What greedy play does in positions where one move is clearly the best."""

import pytest

from tests.games.dragonwood.test_evaluation import choice
from tests.games.dragonwood.test_rulebook import BOTH, position

SCENES = {
    # hand, landscape, owned: the move, and why
    "the surest of equal gains": ("r3 o3 g9", "fire_ants", "", "stomp fire_ants r3 o3"),
    "points times chance": ("r3 o3 p3", "spooky_spiders hungry_bear", "", "stomp hungry_bear r3 o3 p3"),
    "no more cards than it takes": ("r3 o3", "spooky_spiders", "bucket_of_spinach", "stomp spooky_spiders r3"),
    "a way with help": ("r3", "wasps_nest", "cloak_of_darkness", "strike wasps_nest r3"),
    "nothing can be had": ("r3", "angry_ogre", "", "reload"),
    "an empty hand": ("", "spooky_spiders", "", "reload"),
    "enhancements bring no points": ("r9 o9 p9", "silver_sword orange_dragon", "", "stomp orange_dragon r9 o9 p9"),
}


@pytest.mark.parametrize("scene", SCENES)
def test_greedy_takes_the_most_expected_points(scene: str) -> None:
    """The position's best attempt, worked out by hand."""
    hand, landscape, owned, best = SCENES[scene]
    place = position(hands=(hand, BOTH[1]), landscape=landscape)
    place.set_owned(0, owned)
    if scene == "enhancements bring no points":
        place.seen["rules"]["numbers_of"][15] = (12, 12, 12)
    assert choice(place, "greedy") == best


def test_the_lowest_die_is_rolled_again_if_need_be() -> None:
    """A 1 and a 2 against the ants' 4: the 1 goes again; a success stays."""
    for faces, best in (((1, 2), "reroll 1"), ((2, 3), "keep")):
        place = position(hands=("r7 g7 b1", BOTH[1]), landscape="fire_ants").roll(*faces)
        place.set_owned(0, "lucky_mushroom")
        place.play("stomp fire_ants r7 g7")
        assert choice(place, "greedy") == best
