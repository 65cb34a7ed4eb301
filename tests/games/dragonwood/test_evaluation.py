"""The parametric evaluation: what every term weighs, in positions worked by hand; and what the characters then do."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dhstats.engine.game import MAX_WEIGHTS
from dhstats.games.dragonwood.players.evaluation import NOTES, TERMS, take_notes, worth
from dhstats.games.dragonwood.rules.attempts import success
from dhstats.games.dragonwood.table import MOVE, SPELL, STRIKE
from tests.games.dragonwood.positions import BUNDLE, Position, titles
from tests.games.dragonwood.test_prospects import at_least
from tests.games.dragonwood.test_rulebook import BOTH, position
from tests.games.test_contract import compiled, mind

NAMES = [name for name, _ in TERMS]
ANTS = "stomp fire_ants r7 g7"  # two dice against 4: 31 of 36
SURE = at_least(2, 4)


def weighed(place: Position, move: str, **weights: float) -> float:
    """The weighted sum of a move; weights that are not given are 0."""
    row = np.zeros(MAX_WEIGHTS)
    for name, weight in weights.items():
        row[NAMES.index(name)] = weight
    moves = place.moves()
    record = np.array([place._game.moves()[moves.index(move)]], MOVE).view(np.recarray)[0]
    view, notes = place.view(place.mover), np.zeros(1, NOTES).view(np.recarray)[0]
    take_notes(view, row, notes)
    share = success(view, record) if STRIKE <= record.act <= SPELL else 0.0
    return float(worth(view, record, share, row, notes))


def scene(hand: str = "r7 g7 b1", landscape: str = "fire_ants", **changes: Any) -> Position:
    """A position in which the first player may stomp on ants."""
    return position(hands=(hand, BOTH[1]), landscape=landscape, **changes)


def with_captured(own: str, theirs: str, landscape: str = "fire_ants", hand: str = "r7 g7 b1") -> Position:
    """The same with creatures that the two have captured."""
    place = scene(hand, landscape)
    place.set_captured(0, own)
    place.set_captured(1, theirs)
    return place


def with_owned(names: str, landscape: str = "fire_ants") -> Position:
    """The same with enhancements of the first player."""
    place = scene(landscape=landscape)
    place.set_owned(0, names)
    return place


CASES: dict[str, tuple[str, Callable[[], Position], str, Fraction]] = {
    # what is shown: the term, the position, the move, its value
    "points by their chance": ("points", scene, ANTS, 2 * SURE),
    "points of no attempt": ("points", scene, "reload", Fraction(0)),
    "points with a bolt": (
        "points", lambda: with_owned("lightning_bolt"), "strike fire_ants r7 + lightning_bolt", 2 * at_least(1, 3),
    ),
    "cards spent by a capture": ("cards", scene, ANTS, 2 * SURE),
    "failure by its chance": ("failure", scene, ANTS, 1 - SURE),
    "what is used is used up": (
        "once", lambda: with_owned("lightning_bolt friendly_bunny"),
        "strike fire_ants r7 + lightning_bolt friendly_bunny", Fraction(2),
    ),
    "drawing": ("reload", scene, "reload", Fraction(1)),
    "an attempt is no drawing": ("reload", scene, ANTS, Fraction(0)),
    "no card over the limit": ("overflow", scene, "reload", Fraction(0)),
    "a card over the limit": (
        "overflow", lambda: scene("r1 r2 r3 r4 r5 r6 r7 r8 r9"), "reload", Fraction(1),
    ),
    "no hurry while level": ("hurry", scene, "reload", Fraction(0)),
    "hurry while ahead": ("hurry", lambda: with_captured("wild_boar", ""), "reload", Fraction(1)),
    "no hurry while behind": ("hurry", lambda: with_captured("", "wild_boar"), "reload", Fraction(-1)),
    # the pair promises the ants again if the attempt fails; if it succeeds nothing lies there
    "promise after a success and a failure": ("promise", scene, ANTS, (1 - SURE) * 2 * SURE),
    "promise of the cards kept": (
        "promise", lambda: scene("r7 g7 b1 p1", "fire_ants spooky_spiders"), ANTS,
        SURE * max(1 * at_least(2, 3), 0) + (1 - SURE) * 2 * SURE,
    ),
    "fit of the cards kept": ("fit", scene, ANTS, SURE * 3 + (1 - SURE) * (1 + 2 + 1)),
    # two dice never show 10: the blue dragon needs 13, 10, 13, the orange one 15, 11, 12; three cards of a number may
    "siege": (
        "siege", lambda: scene("r7 g7 b7"), "stomp fire_ants r7",
        (1 - at_least(1, 4)) * 6 * at_least(3, 10),
    ),
    "a dragon captured is no longer besieged": (
        "siege", lambda: scene("r1 r2 r3 r4 r7 o7 p7 b7 g7", "orange_dragon"),
        "stomp orange_dragon r7 o7 p7 b7 g7",
        at_least(5, 11) * 6 * at_least(4, 13)
        + (1 - at_least(5, 11)) * max(6 * at_least(5, 10), 7 * at_least(5, 11)),
    ),
    "a creature": ("creatures", scene, ANTS, SURE),
    "an enhancement is no creature": (
        "creatures", lambda: scene(landscape="lucky_mushroom"), "stomp lucky_mushroom r7 g7", Fraction(0),
    ),
    "a dragon": ("dragons", lambda: scene("r7 g7 b7 p7", "blue_dragon"), "stomp blue_dragon r7 b7 g7", at_least(3, 10)),
    "another creature is no dragon": ("dragons", scene, ANTS, Fraction(0)),
    # the opponent's five cards count as three dice, and ants are easiest to stomp on
    "denial": ("denial", scene, ANTS, 2 * SURE * max(at_least(3, n) for n in (7, 4, 6))),
    "the bonus from level": ("bonus", scene, ANTS, 3 * SURE),
    "the bonus from one behind": ("bonus", lambda: with_captured("", "wild_boar"), ANTS, 3 * SURE),
    "the bonus out of reach": ("bonus", lambda: with_captured("", "wild_boar wild_boar"), ANTS, Fraction(0)),
    "the bonus already won": ("bonus", lambda: with_captured("wild_boar", ""), ANTS, Fraction(0)),
    "winning by the last dragon": (
        "ending", lambda: with_captured("orange_dragon", "", "blue_dragon", "r7 g7 b7"),
        "stomp blue_dragon r7 b7 g7", at_least(3, 10),
    ),
    "the game continues": ("ending", scene, ANTS, Fraction(0)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_term_weighs_what_it_says(case: str) -> None:
    """One unit of it, by exact chances, with weight 1; with weight -3 three times as much against."""
    term, build, move, value = CASES[case]
    assert weighed(build(), move, **{term: 1.0}) == pytest.approx(float(value))
    assert weighed(build(), move, **{term: -3.0}) == pytest.approx(-3 * float(value))


def test_every_term_is_worked() -> None:
    """None is left out of the table above but the worth of enhancements, which has a test of its own."""
    assert {term for term, *_ in CASES.values()} == set(NAMES) - {"enhancements"}


def test_losing_by_ones_own_capture_counts_against() -> None:
    """Five dice take the dragon more often than not, and lose the game."""
    place = scene("r7 g7 b7 p7 o7", "blue_dragon")
    place.set_captured(1, "orange_dragon angry_ogre gooey_glob angry_ogre")
    move = "stomp blue_dragon r7 o7 p7 b7 g7"
    assert weighed(place, move, ending=1.0) == pytest.approx(-float(at_least(5, 10)))


def test_an_enhancement_is_weighed_by_what_it_adds() -> None:
    """The sword at two ants and nothing to come: half of two gains, as two play; and by the chance of the capture."""
    place = scene("r7 g7 b7", "fire_ants fire_ants silver_sword", coming="")
    place.seen["revealed"][:] = place.seen["rules"]["copies"]
    gain = Fraction(2, 3) * (at_least(3, 5) - at_least(3, 7))
    move = "stomp silver_sword r7 b7 g7"
    assert weighed(place, move, enhancements=1.0) == pytest.approx(float(at_least(3, 6) * 2 * gain / 2))


def test_nothing_is_kept_for_later_in_the_last_turn() -> None:
    """Promise, fit and siege are nothing once there is no next turn."""
    place = scene("r7 g7 b7")
    place.seen["turns_left"] = 2
    for term in ("promise", "fit", "siege"):
        assert weighed(place, "reload", **{term: 1.0}) == 0.0
        place.seen["turns_left"] = -1
        assert weighed(place, "reload", **{term: 1.0}) > 0.0
        place.seen["turns_left"] = 2


def test_dice_are_rolled_again_by_their_chance_alone() -> None:
    """Whatever the weights: the exact chance with the dice kept, or with one of them rolled again."""
    place = scene().roll(1, 2)
    place.set_owned(0, "lucky_mushroom")
    place.play(ANTS)
    assert weighed(place, "keep", fit=5.0) == 0.0
    assert weighed(place, "reroll 1", points=-7.0) == pytest.approx(5 / 6)


# ---- Characters ------------------------------------------------------------------------------------------------

CREATURES_TO_COME = (
    "hungry_bear wild_boar angry_ogre gooey_glob secret_shadow gigantic_python blue_dragon orange_dragon"
)
SCENES = {
    # character, hand, landscape, cards to come, the move
    "spiders with the first pair": (
        "goblin_catcher", "r3 o3 g9 b12", "spooky_spiders wild_boar", CREATURES_TO_COME, "stomp spooky_spiders r3 o3",
    ),
    "a pair is no reason to attack for others": (
        "armourer", "r3 o3 g9 b12", "spooky_spiders wild_boar", CREATURES_TO_COME, "reload",
    ),
    "a cloak before a boar": (
        "armourer",
        "r3 o3 p3 b3 r9 o7 p11 b12",
        "wild_boar cloak_of_darkness",
        CREATURES_TO_COME,
        "stomp cloak_of_darkness r3 o3 p3 b3",
    ),
    "no cloak where no creature is left": ("armourer", "r3 o3 p3 b3 r9 o7 p11 b12", "cloak_of_darkness", "", "reload"),
    "a dragon before an ogre": (
        "dragon_hunter", "r3 o3 p3 b3 g3", "blue_dragon angry_ogre", CREATURES_TO_COME,
        "stomp blue_dragon r3 o3 p3 b3 g3",
    ),
    "cards are saved for a dragon": (
        "dragon_hunter", "r3 o3 p3 b3 g9", "hungry_bear", CREATURES_TO_COME, "reload",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCENES)
def test_a_character_follows_its_plan(name: str) -> None:
    """Positions in which the plan says what to do."""
    character, hand, landscape, coming, move = SCENES[name]
    place = scene(hand, landscape, coming=coming)
    place.seen["revealed"][:] = place.seen["rules"]["copies"]
    for title_to_come in titles(coming):
        place.seen["revealed"][title_to_come] -= 1
    assert choice(place, character) == move


def choice(place: Position, strategy: str) -> str:
    """What a strategy does."""
    game = place._game
    function, own = compiled(BUNDLE, strategy), mind(game, strategy)
    game.drivers.aim(own, np.uint64(1), 0, 0, 0)
    moves = place.moves()
    return moves[function(game.view(game.mover), game.options, len(moves), own)]


def test_the_denier_takes_the_creature_that_decides_the_bonus() -> None:
    """Level or one behind, a small creature changes who gets the bonus; two ahead, the same pair is kept."""
    for own, theirs, move in (
        ("", "", "stomp spooky_spiders r3 o3"),
        ("wild_boar", "crazy_bats crazy_bats", "stomp spooky_spiders r3 o3"),
        ("crazy_bats crazy_bats", "", "reload"),
    ):
        place = with_captured(own, theirs, "spooky_spiders")
        place.set_hands("r3 o3 g9 b12", "o1")
        assert choice(place, "denier") == move


@pytest.mark.parametrize("character", [name for name in BUNDLE.shipped_strategies() if name != "random"])
def test_a_wound_keeps_what_goes_together(character: str) -> None:
    """Of two sevens and a one, the one goes, whoever plays."""
    place = scene().roll(1, 1)
    place.play(ANTS)
    assert choice(place, character) == "discard b1"
