"""The parametric evaluation: what every term weighs, in positions worked by hand; and what the characters then do."""

import random
from collections import Counter
from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import pytest

from dhstats.engine.game import MAX_WEIGHTS
from dhstats.games.dragon.players.evaluation import TERMS, worth
from dhstats.games.dragon.players.guess import danger, holds, may_top, reach, unseen
from dhstats.games.dragon.table import FIXED_TYPES, MOVE
from tests.games.dragon.positions import BUNDLE, STONE, Position, Side, bits
from tests.games.test_contract import compiled, mind
from tests.harness import OpenGame

NAMES = [name for name, _ in TERMS]
NOTHING = Side(STONE)
PILE = " ".join([STONE] * 10)


def weighed(place: Position, move: str, **weights: float) -> float:
    """The weighted sum of a move; weights that are not given are 0."""
    row = np.zeros(MAX_WEIGHTS)
    for name, weight in weights.items():
        row[NAMES.index(name)] = weight
    moves = place.moves()
    record = np.array([place._game.moves()[moves.index(move)]], MOVE).view(np.recarray)[0]
    return float(worth(place.view(place.mover), record, row))


def scene(hand: str, rival: Side = NOTHING, step: str = "play", **own: Any) -> Callable[[], Position]:
    """A position in which the first player decides in a step of his turn."""
    return lambda: Position(Side(hand, **own), rival, step=step)


CASES: dict[str, tuple[str, Callable[[], Position], str, float]] = {
    # what is shown: the term, the position, the move, its value
    "nothing": ("wounds", scene("claw_attack"), "pass", 0),
    "wounds": ("wounds", scene("claw_attack"), "play claw_attack", 2),
    "wounds with what the dragon adds": ("wounds", scene("ember_spray"), "play ember_spray", 4),
    "wounds at a tail": ("wounds", scene("raking_pass", Side(STONE, facing="tail")), "play raking_pass", 4),
    "wounds that kill": ("victory", scene("claw_attack", Side(STONE, wounds=14)), "play claw_attack", 1),
    "wounds that do not": ("victory", scene("claw_attack", Side(STONE, wounds=13)), "play claw_attack", 0),
    "wounds that a card costs": ("harm", scene("body_slam"), "play body_slam", 1),
    "wounds that kill the own dragon": ("victory", scene("body_slam", wounds=15), "play body_slam", -1),
    "wounds healed": ("harm", scene("healing_chant", wounds=5), "play healing_chant", -3),
    "no more healed than there are": ("harm", scene("healing_chant", wounds=2), "play healing_chant", -2),
    "lair attack": ("lair", scene("sappers", step="ground"), "play sappers", 2),
    "lair attack that banishes": (
        "victory", scene("sappers", step="ground", grounds="war_host"), "play sappers", 1,
    ),
    "lair attack that does not": ("victory", scene("sappers", step="ground", grounds="siege_tower"), "play sappers", 0),
    "a ground card attacked": (
        "siege", scene("claw_attack", Side(STONE, grounds="sappers")), "play claw_attack at sappers", -2,
    ),
    "a ground card attacked in vain": (
        "siege", scene("claw_attack", Side(STONE, grounds="war_host")), "play claw_attack at war_host", 0,
    ),
    "a ground card discarded": (
        "siege", scene("rune_of_ruin", Side(STONE, grounds="war_host")), "play rune_of_ruin at war_host", -4,
    ),
    # the rival's deck has four cards, all of which go
    "the rival's deck": ("mills", scene(f"stolen_memory {STONE}"), "play stolen_memory", 20 * 4 / 10),
    "the rival draws from his deck": ("mills", scene("burden_of_lore"), "play burden_of_lore", 20 * 3 / 11),
    "the rival has no card to draw": (
        "victory", scene("burden_of_lore", Side(STONE, f"{STONE} {STONE}")), "play burden_of_lore", 1,
    ),
    "the own deck": ("deck", scene(STONE, step="draw"), "draw 2", 20 * 2 / 12),
    "the own deck by a card": ("deck", scene("far_sight"), "play far_sight", 20 * 2 / 12),
    "no card for oneself": ("victory", scene("far_sight", pile=STONE), "play far_sight", -1),
    "the share of a dragon's health": ("closing", scene("claw_attack", Side(STONE, wounds=12)), "play claw_attack", 0.5),
    "the share of a lair": ("closing", scene("sappers", step="ground"), "play sappers", 2 / 6),
    "the share of a deck": ("closing", scene("burden_of_lore"), "play burden_of_lore", 3 / 4),
    "all of it and no more": ("closing", scene("claw_attack", Side(STONE, wounds=15)), "play claw_attack", 1),
    "the share of the own health": ("peril", scene("body_slam", wounds=12), "play body_slam", 1 / 4),
    "the share of the own deck": ("peril", scene(STONE, step="draw"), "draw 2", 2 / 4),
    "the share of the own lair": (
        "peril", scene("claw_attack", Side(STONE, grounds="sappers")), "play claw_attack at sappers", -2 / 4,
    ),
    "a quarter turn": ("behind", scene("feint"), "play feint: second side", 1),
    "two quarter turns": ("behind", scene(f"get_behind {STONE}"), "play get_behind: second tail", 2),
    "a quarter turn back": ("behind", scene("feint", Side(STONE, facing="tail")), "play feint: second side", -1),
    "the own dragon": ("front", scene("barrel_roll", facing="tail"), "play barrel_roll: first front", 2),
    "the own dragon away": ("front", scene("positioning"), "play positioning: first side", -1),
    "the own dragon and the rival's": (
        "behind", scene("tight_circle"), "play tight_circle: first side, second side", 1,
    ),
    "the rival's hand": ("hands", scene("mind_fog", Side(f"{STONE} {STONE} {STONE}")), "play mind_fog", 2),
    "no more than he has": ("hands", scene("mind_fog"), "play mind_fog", 1),
    "cards for the rival": ("hands", scene("burden_of_lore"), "play burden_of_lore", -3),
    "cards drawn by a card": ("draws", scene("far_sight"), "play far_sight", 2),
    "cards of the draw step": ("draws", scene(STONE, step="draw"), "draw 3", 3),
    "an attachment": ("power", scene("great_heart"), "play great_heart", 4 * 0.7),
    "an attachment for three turns": ("power", scene("swift_wings"), "play swift_wings", 0.75 * 2.0),
    "a rival's attachment": (
        "power", scene("unmaking", Side(STONE, attached="great_heart")), "play unmaking at great_heart", 4 * 0.7,
    ),
    # four more health, one more agility and lair, breath adds one
    "an upgrade": (
        "power", scene(f"emberwing_2 {STONE} {STONE}"), "play emberwing_2", 4 * 0.7 + 2.0 + 0.8 + 1.5,
    ),
    # one of the five cards that the rival may hold is a turn, which claw attack tops
    "a card that could have topped": ("topper", scene("claw_attack", Side("roll_away")), "play claw_attack", 1 / 5),
    "a card that tops nothing": ("topper", scene("positioning", Side("roll_away")), "play positioning: first side", 0),
    "what a card costs": ("cost", scene(f"long_breath {STONE} {STONE}"), "play long_breath", 1),
    "room for a card": (
        "room", scene(" ".join([STONE] * 6), step="discard", pile=PILE), f"discard {STONE}", 1,
    ),
    "room enough": ("room", scene(f"{STONE} {STONE}", step="discard", pile=PILE), f"discard {STONE}", 0),
    "no card to come": (
        "room", scene(" ".join([STONE] * 6), step="discard", pile=STONE), f"discard {STONE}", 0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_term_weighs_what_it_says(case: str) -> None:
    """So many units of it with weight 1; with weight -3 three times as much against."""
    term, build, move, value = CASES[case]
    assert weighed(build(), move, **{term: 1.0}) == pytest.approx(value)
    assert weighed(build(), move, **{term: -3.0}) == pytest.approx(-3 * value)


def test_every_term_is_worked() -> None:
    """None is left out of the table above but those that multiply others, which have tests of their own."""
    assert {term for term, *_ in CASES.values()} == set(NAMES) - {"risk", "stop", "press", "use"}


def test_risk_is_what_a_card_is_worth_times_the_chance_that_it_is_topped() -> None:
    """One of the rival's five hidden cards tops melee, and he holds one of them, or two."""
    one = scene("claw_attack", Side("quick_turn"))()
    two = scene("claw_attack", Side(f"quick_turn {STONE}", f"{STONE} {STONE} {STONE}"))()
    assert weighed(one, "play claw_attack", wounds=1.0, risk=-0.5) == pytest.approx(2 - 0.5 * 2 * 1 / 5)
    assert weighed(two, "play claw_attack", wounds=1.0, risk=-0.5) == pytest.approx(2 - 0.5 * 2 * 2 / 5)


def test_what_an_enemys_card_would_cost_is_stopped() -> None:
    """Four wounds prevented, or four points of lair attack; a card that helps nobody is let be."""
    attack = Position(Side(f"ember_spray {STONE}"), Side("roll_away quick_turn"), settings=()).play("play ember_spray")
    assert attack.mover == 0, "nobody could top it, and it took effect"
    attack = Position(Side(f"hot_blast {STONE}"), Side(f"barrel_roll {STONE}")).play("play hot_blast")
    assert weighed(attack, "top barrel_roll", stop=1.0, harm=-1.0) == pytest.approx(2)
    assert weighed(attack, "top barrel_roll", press=1.0, harm=-1.0) == 0
    assert weighed(attack, "hold", stop=1.0, harm=-1.0) == 0
    army = Position(Side("war_host hover hover"), Side(f"spear_band {STONE}"), step="ground").play("play war_host")
    assert weighed(army, "top spear_band", stop=0.5, siege=-1.0) == pytest.approx(2)


def test_an_own_card_is_pressed() -> None:
    """Topped by a turn, claw attack is saved by another melee card: its two wounds count, for what it is worth."""
    place = Position(Side("claw_attack wing_buffet"), Side(f"quick_turn {STONE}"))
    place.play("play claw_attack", "top quick_turn")
    assert weighed(place, "top wing_buffet", press=1.0, wounds=1.0) == pytest.approx(2)
    assert weighed(place, "top wing_buffet", stop=1.0, wounds=1.0) == 0


def test_a_card_given_up_is_worth_its_text() -> None:
    """Two wounds and a card; nothing where the dragon cannot use it, or it is an upgrade for a higher level."""
    place = Position(Side(f"hot_blast far_sight frost_cone {STONE} emberwing_2"), NOTHING, step="discard")
    assert weighed(place, "discard hot_blast", use=1.0, wounds=1.0) == 2
    assert weighed(place, "discard far_sight", use=1.0, draws=1.0, wounds=1.0) == 2
    assert weighed(place, "discard frost_cone", use=1.0, wounds=1.0) == 0
    assert weighed(place, f"discard {STONE}", use=1.0, power=1.0) == 0
    assert weighed(place, "discard emberwing_2", use=1.0, power=1.0) > 3


def test_what_happens_to_one_of_two_enemies_counts_half() -> None:
    """In a free-for-all; and that he dies at another's hands is welcome too."""
    place = Position(Side("claw_attack"), Side("barrel_roll", wounds=15), NOTHING)
    assert weighed(place, "play claw_attack > second", wounds=1.0, victory=10.0) == pytest.approx((2 + 10) / 2)


# ---- What is believed of hidden cards --------------------------------------------------------------------------


def codes(view: Any, seat: int, mask: int) -> Counter[int]:
    """The cards of a seat's deck in some slots."""
    place = int(view["place"][seat])
    return Counter(int(view["rules"]["code"][place, slot]) for slot in bits(mask))


@pytest.mark.parametrize("rules", ["standard", "three", "teams"])
def test_hidden_cards_are_those_of_hand_and_deck(rules: str) -> None:
    """Counted from what lies open, in the middle of games, chains and costs: exactly the cards that are there."""
    game, chance, chains, upgrades = OpenGame(BUNDLE, BUNDLE.rule_files.load(rules).record()), random.Random(5), 0, 0
    for deal in range(30):
        game.deal(4, deal)
        for _ in range(chance.randrange(90)):
            if game.mover >= 0:
                game.take(chance.randrange(len(game.moves())))
        if game.mover < 0:
            continue
        view, table = game.view(game.mover), game.table
        chains += int(view["first_card"] >= 0)
        for seat in range(int(view["rules"]["players"])):
            place, left = int(view["place"][seat]), int(view["left"][seat])
            hidden = Counter(int(view["rules"]["code"][place, slot]) for slot in table["orders"][place][:left])
            hidden += codes(view, seat, table["hands"][seat]) if seat != game.mover else Counter()
            assert codes(view, seat, unseen(view, seat)) == hidden
            upgrades += int(view["level"][seat] > 0)
    assert chains > 3
    assert upgrades > 0


def test_the_chance_to_hold_a_card_is_exact() -> None:
    """One minus the share of hands without any of them."""
    for cards in range(1, 9):
        for found in range(cards + 1):
            for hand in range(cards + 1):
                assert holds(found, cards, hand) == pytest.approx(1 - comb(cards - found, hand) / comb(cards, hand))


def test_who_may_top_what() -> None:
    """By the lists on cards that may be in a hand, if the dragon can use them; by all on the other side together."""
    pile = f"{STONE} {STONE}"
    place = Position(Side("claw_attack"), Side(f"quick_turn {STONE}", pile), Side("glacial_drift", pile))
    view = place.view(0)
    melee = 1 << FIXED_TYPES.index("melee")
    assert may_top(view, 1, melee) == pytest.approx(2 / 4)
    assert may_top(view, 2, melee) == 0.0, "a fire dragon cannot use ice"
    assert danger(view, place.names.index("claw_attack")) == pytest.approx(2 / 4)
    assert reach(view, place.names.index("claw_attack")) == pytest.approx(2 / 7)
    free = Position(Side("claw_attack"), Side("glacial_drift", pile), settings=["topping.special=free"])
    assert may_top(free.view(0), 1, melee) == pytest.approx(1 / 3)


def test_the_other_side_of_a_chain() -> None:
    """Whoever tops fears the player whose card it is, who fears the others."""
    place = Position(Side(f"claw_attack feint {STONE}", STONE), Side(f"quick_turn {STONE}"))
    place.play("play claw_attack")
    names = place.names
    assert place.mover == 1
    # of the first player's three hidden cards one tops a turn, none of them melee but feint; he holds two
    assert danger(place.view(1), names.index("quick_turn")) == 0.0
    assert danger(place.view(1), names.index("claw_attack")) == pytest.approx(2 / 3)


# ---- Characters ------------------------------------------------------------------------------------------------

MANY = Side(f"{STONE} {STONE} {STONE}", PILE)


def answered(hand: str, rival: str, play: str) -> Callable[[], Position]:
    """A position in which the second player may top what the first one plays."""
    return lambda: Position(Side(f"{rival} {STONE} {STONE}", PILE), Side(hand, PILE)).play(play)


FORGETTING = scene(f"stolen_memory hex_bolt {STONE}", MANY, pile=PILE)
FOG = scene("mind_fog body_slam", MANY, pile=PILE)
TURNING = answered("fang_bite griffon_riders", "outfly", "play outfly: second tail")
LORE = answered("hex_bolt mirror_ward hover", "burden_of_lore", "play burden_of_lore")
SHORT_DECK = scene(f"{STONE} {STONE}", MANY, step="draw", pile=" ".join([STONE] * 12))
SCENES = {
    # character, position, the move
    "wounds before an emptier deck": ("killer", FORGETTING, "play hex_bolt"),
    "an emptier deck before wounds": ("exhauster", FORGETTING, "play stolen_memory"),
    "wounds before the rival's hand": ("killer", FOG, "play body_slam"),
    "the rival's hand before wounds": ("controller", FOG, "play mind_fog"),
    "teeth are kept, riders top": ("killer", TURNING, "top griffon_riders"),
    "riders are kept, teeth top": ("banisher", TURNING, "top fang_bite"),
    "a card that empties the own deck is topped": ("exhauster", LORE, "top mirror_ward"),
    "the ward is held back for something worse": ("controller", LORE, "hold"),
    "no card from a short deck": ("exhauster", SHORT_DECK, "draw 0"),
    "a full hand for topping": ("controller", SHORT_DECK, "draw 3"),
}


@pytest.mark.parametrize("name", SCENES)
def test_a_character_follows_its_plan(name: str) -> None:
    """Positions in which two plans say different things."""
    character, build, move = SCENES[name]
    place = build()
    game = place._game
    function, own, moves = compiled(BUNDLE, character), mind(game, character), place.moves()
    game.drivers.aim(own, np.uint64(1), 0, 0, 0)
    assert moves[function(game.view(game.mover), game.options, len(moves), own)] == move
