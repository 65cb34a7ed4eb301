"""Every effect of the vocabulary, each in a position worked by hand; the order of effects; ends in the middle."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from dhstats.games.dragon.packs import vocabulary
from dhstats.games.dragon.packs.vocabulary import STEPS
from dhstats.games.dragon.table import KINDS
from tests.games import tellings
from tests.games.dragon.positions import STONE, Position, Side, position

pytestmark = tellings.BOTH

CLAW = "claw_attack"
TESTED: set[str] = set()  # effects that some test below is about
Test = TypeVar("Test", bound=Callable[..., None])


def about(*effects: str) -> Callable[[Test], Test]:
    """Notes which effects a test is about."""
    TESTED.update(effects)
    return lambda test: test


def edited(card: str, *effects: str) -> tuple[str, ...]:
    """Settings that give a card these effects, such as "draws=2"."""
    section = {"sappers": "grounds", "whetted_claws": "attachments"}.get(card, "actions")
    return tuple(f"pack.{section}.{card}.{effect}" for effect in effects)


def claw(*effects: str, mine: Side | None = None, rival: Side | None = None, play: str = "") -> Position:
    """Claw Attack with other effects, played on a rival who cannot top it."""
    sides = (mine or Side(f"{CLAW} {STONE}"), rival or Side(STONE))
    return position(*sides, settings=edited(CLAW, *effects)).play(play or "play claw_attack")


# ---- Action cards, each effect


@about("actions.wounds", "actions.types")
def test_wounds() -> None:
    """Claw Attack: two wounds to the rival's dragon."""
    assert claw().wounds() == [0, 2]
    assert claw("wounds=5").wounds() == [0, 5]


@about("actions.tail_wounds")
@pytest.mark.parametrize(("facing", "wounds"), [("front", 2), ("side", 2), ("tail", 5)])
def test_tail_wounds(facing: str, wounds: int) -> None:
    """Three more wounds where the rival's dragon faces tail."""
    assert claw("tail_wounds=3", rival=Side(STONE, facing=facing)).wounds() == [0, wounds]


def test_tail_wounds_do_not_hit_ground_cards() -> None:
    """The facing of a dragon is nothing to its ground cards: two wounds against three points."""
    rival = Side(STONE, facing="tail", grounds="siege_tower")
    assert claw("tail_wounds=3", rival=rival, play="play claw_attack at siege_tower").siege() == [3, 0]


@about("actions.heals")
def test_heals() -> None:
    """Wounds are taken away, never more than there are."""
    for wounds, left in ((5, 2), (2, 0)):
        assert claw("heals=3", mine=Side(f"{CLAW} {STONE}", wounds=wounds)).wounds() == [left, 2]


@about("actions.destroys")
def test_destroys_a_ground_card() -> None:
    """One ground card of the rival, which is named; without one the card cannot be played."""
    hand = f"rune_of_ruin hex_bolt {STONE}"
    place = position(Side(hand), Side(STONE, grounds="sappers torch_bearers"))
    plays = [move for move in place.moves() if "rune" in move]
    assert plays == ["play rune_of_ruin at sappers", "play rune_of_ruin at torch_bearers"]
    place.play("play rune_of_ruin at sappers")
    assert (place.siege(), place.discards(1)) == ([1, 0], "sappers")
    assert position(Side(hand), Side(STONE)).moves() == ["pass", "play hex_bolt"]


def test_destroys_an_attachment() -> None:
    """One attachment of the rival: its benefit is gone, and that may kill."""
    for wounds, end in ((15, (-1, "")), (16, (0, "kill"))):
        place = position(Side(f"unmaking {STONE}"), Side(STONE, attached="great_heart", wounds=wounds))
        place.play("play unmaking at great_heart")
        assert (place.attached(1), place.discards(1), place.end()) == ("", "great_heart", end)


@pytest.mark.parametrize(("ends", "left"), [((2, 3), [2]), ((5, 9, 7), [5, 7]), ((5, 0, 7), [5, 7]), ((0, 0), [0])])
def test_of_equal_attachments_the_one_that_would_stay_longest_is_destroyed(
    ends: tuple[int, ...], left: list[int]
) -> None:
    """Equal battle rages, which go after these own turns; 0 stays to the end."""
    place = position(Side(f"unmaking {STONE}"), Side(STONE, attached=" ".join(["battle_rage"] * len(ends))))
    place.set_until(1, *ends)
    place.play("play unmaking at battle_rage")
    assert place.until(1) == left


def test_a_card_may_inflict_wounds_and_destroy() -> None:
    """The wounds are the dragon's then, what is named is what is destroyed."""
    rival = Side(STONE, grounds="siege_tower")
    place = claw("destroys=ground", rival=rival, play="play claw_attack at siege_tower")
    assert (place.wounds(), place.siege()) == ([0, 2], [0, 0])


@about("actions.facings")
def test_facings_to_a_facing() -> None:
    """A change to a fixed facing leaves nothing to declare."""
    place = claw('facings=[{ dragon = "rival", to = "tail" }]', play="play claw_attack: second tail")
    assert (place.facings(), place.wounds()) == ("front tail", [0, 2])
    place = claw('facings=[{ dragon = "own", to = "side" }]', play="play claw_attack: first side")
    assert place.facings() == "side front"


REACHED = {
    ("front", 0): "front", ("front", 1): "side", ("front", 2): "tail",
    ("side", 0): "side", ("side", 1): "front tail", ("side", 2): "side",
    ("tail", 0): "tail", ("tail", 1): "side", ("tail", 2): "front",
}  # fmt: skip


@pytest.mark.parametrize("facing", ["front", "side", "tail"])
@pytest.mark.parametrize("steps", STEPS)
def test_facings_by_quarter_turns(facing: str, steps: int) -> None:
    """A quarter turn leads from front or tail to side, from side to either; a half turn to the other end."""
    settings = edited(CLAW, f'facings=[{{ dragon = "own", by = [{steps}] }}]')
    place = position(Side(CLAW, facing=facing), Side(STONE), settings=settings)
    told = [move.split()[-1] for move in place.moves()[1:]]
    assert told == REACHED[facing, steps].split()


def test_facings_by_one_or_two_quarter_turns_of_any_dragon() -> None:
    """Whose facing and by how much is declared: four ways from front."""
    settings = edited(CLAW, 'facings=[{ dragon = "any", by = [1, 2] }]')
    place = position(Side(CLAW), Side(STONE), settings=settings)
    plays = [f"play claw_attack: {seat} {facing}" for seat in ("first", "second") for facing in ("side", "tail")]
    assert place.moves() == ["pass", *plays]
    assert place.play("play claw_attack: second tail").facings() == "front tail"


def test_a_second_change_goes_on_from_the_first() -> None:
    """Own dragon by a quarter, then any by a quarter: the own one may turn on, or back."""
    settings = edited(CLAW, 'facings=[{ dragon = "own", by = [1] }, { dragon = "any", by = [1] }]')
    place = position(Side(CLAW), Side(STONE, facing="tail"), settings=settings)
    told = [move.split(": ")[1] for move in place.moves()[1:]]
    assert told == ["first side, first front", "first side, first tail", "first side, second side"]
    assert place.play("play claw_attack: first side, first tail").facings() == "tail tail"


@about("actions.rival_mills")
def test_rival_mills() -> None:
    """Cards go from the rival's deck to his discards, as far as there are any; that alone exhausts nobody."""
    for number, pile, discards in (
        (2, f"fang_bite {CLAW} {STONE}", f"{CLAW} fang_bite"),
        (9, "fang_bite", "fang_bite"),
    ):
        place = claw(f"rival_mills={number}", rival=Side(STONE, pile=pile))
        assert (place.discards(1), place.left(1), place.end()) == (
            discards,
            len(pile.split()) - len(discards.split()),
            (-1, ""),
        )


@about("actions.rival_draws")
def test_rival_draws() -> None:
    """The rival must draw: from a deck that is too short he is exhausted at once, in the middle of the rival's turn."""
    place = claw("rival_draws=2", rival=Side(STONE, pile=f"{CLAW} fang_bite"))
    assert (place.hand(1), place.left(1), place.end()) == (f"{CLAW} {STONE} fang_bite", 0, (-1, ""))
    place = claw("rival_draws=2", rival=Side(STONE, pile=CLAW))
    assert (place.hand(1), place.end()) == (f"{CLAW} {STONE}", (0, "exhaust"))


@about("actions.draws")
def test_draws() -> None:
    """The player must draw, above his hand size as well; from a deck that is too short he is exhausted at once."""
    place = claw("draws=2", mine=Side(f"{CLAW} {STONE}", pile=f"fang_bite hot_blast {STONE}"))
    assert (place.hand(0), place.left(0)) == (f"{STONE} fang_bite hot_blast", 1)
    place = claw("draws=2", mine=Side(f"{CLAW} {STONE}", pile=STONE))
    assert (place.end(), place.result()["ended_by"]) == ((1, "exhaust"), 0)


@about("actions.rival_discards")
def test_rival_discards() -> None:
    """The rival chooses which cards he gives up; if it is all of them he is not asked; then the turn goes on."""
    place = claw("rival_discards=2", mine=Side(f"{CLAW} hex_bolt"), rival=Side(f"fang_bite hot_blast {STONE}"))
    assert (place.mover, place.outcome) == (1, "effect")
    assert place.moves() == ["shed fang_bite", "shed hot_blast", f"shed {STONE}"]
    place.play("shed fang_bite", f"shed {STONE}")
    assert (place.hand(1), place.mover, place.moves()) == ("hot_blast", 0, ["pass", "play hex_bolt"])
    place = claw("rival_discards=2", mine=Side(f"{CLAW} hex_bolt"), rival=Side(f"fang_bite {STONE}"))
    assert (place.hand(1), place.mover) == ("", 0)


# ---- Red text


@about("actions.own_facing", "grounds.own_facing", "attachments.own_facing")
def test_own_facing() -> None:
    """The own dragon must face so."""
    for card, step in ((CLAW, "play"), ("whetted_claws", "play"), ("sappers", "ground")):
        for facing, there in (("front", False), ("side", True)):
            settings = edited(card, 'own_facing=["side", "tail"]')
            place = position(
                Side(f"{card} {STONE} quick_turn sappers", facing=facing), Side(STONE), settings=settings, step=step
            )
            assert any(f"play {card}" in move for move in place.moves()) == there


@about("actions.rival_facing", "grounds.rival_facing")
def test_rival_facing() -> None:
    """The rival's dragon must face so; among several rivals that one is named who does."""
    for card, step in ((CLAW, "play"), ("sappers", "ground")):
        settings = edited(card, 'rival_facing=["tail"]')
        sides = (Side(f"{card} hex_bolt torch_bearers"), Side(STONE), Side(STONE, facing="tail"))
        place = position(*sides, settings=settings, step=step)
        assert [move for move in place.moves() if card in move] == [f"play {card} > third"]


def test_a_card_without_effect_on_a_rival_may_ask_for_his_facing() -> None:
    """Then a rival is named all the same."""
    settings = ('pack.actions.far_sight.rival_facing=["side"]',)
    place = position(Side(f"far_sight {STONE} roll_away"), Side(STONE, facing="side"), settings=settings)
    assert "play far_sight" in place.moves()
    place = position(Side(f"far_sight {STONE} roll_away"), Side(STONE), settings=settings)
    assert "play far_sight" not in place.moves()


@about("actions.discards", "attachments.discards", "levels.discards")
def test_discards() -> None:
    """The cost is paid with cards of the player's choice before anybody tops, and is lost if the card is cancelled."""
    place = position(Side("long_breath fang_bite hex_bolt"), Side("barrel_roll")).play("play long_breath")
    assert (place.mover, place.moves()) == (0, ["pay fang_bite", "pay hex_bolt"])
    place.play("pay fang_bite", "top barrel_roll")
    assert (place.outcome, place.discards(0), place.hand(0)) == ("cancelled", "fang_bite long_breath", "hex_bolt")
    place = position(Side(f"spell_hoard {STONE} {CLAW}"), Side(STONE)).play("play spell_hoard", f"pay {STONE}")
    assert place.attached(0) == "spell_hoard"


@about("grounds.discards")
def test_the_cost_of_a_ground_card() -> None:
    """The same in the ground step."""
    place = position(Side(f"siege_tower {CLAW} hex_bolt"), Side(STONE), step="ground").play("play siege_tower")
    assert (place.step, place.moves()) == ("ground", [f"pay {CLAW}", "pay hex_bolt"])
    assert place.play("pay hex_bolt").siege() == [0, 3]


@about("actions.suffers", "attachments.suffers", "grounds.suffers")
def test_suffers() -> None:
    """The own dragon takes the wound before anybody tops, and may die of it: then the rival has won."""
    place = position(Side(f"body_slam {STONE}"), Side("quick_turn")).play("play body_slam")
    assert (place.wounds(), place.mover) == ([1, 0], 1)
    assert place.play("top quick_turn").wounds() == [1, 0]
    for card, step in (("body_slam", "play"), ("second_wind", "play"), ("sappers", "ground")):
        settings = edited("sappers", "suffers=1")
        place = position(Side(f"{card} {STONE}", wounds=15), Side("quick_turn"), settings=settings, step=step)
        place.play(f"play {card}")
        assert (place.end(), place.result()["ended_by"], place.discards(0)) == ((1, "kill"), 0, card)


# ---- Tops


@about("actions.tops", "grounds.tops", "attachments.tops", "levels.tops", "grounds.types", "attachments.types")
@pytest.mark.parametrize(
    ("card", "step", "tops"),
    [(CLAW, "play", "melee"), ("hot_blast", "play", "breath"), ("hex_bolt", "play", "magic"), ("roll_away", "play", "turn"),
     ("sappers", "ground", "ground"), ("great_heart", "play", "attachment"), ("ember_spray", "play", "fire"),
     ("emberwing_2", "play", "upgrade")],
)  # fmt: skip
def test_tops(card: str, step: str, tops: str) -> None:
    """A card tops those that have one of the types on its list, and no others."""
    for own in ("iron_scales", "spear_band", "mirror_ward"):
        section = {"iron_scales": "attachments", "spear_band": "grounds", "mirror_ward": "actions"}[own]
        other = "turn" if tops != "turn" else "melee"
        for listed, there in ((tops, True), (other, False)):
            settings = (f'pack.{section}.{own}.tops=["{listed}"]',)
            cards = f"{card} {STONE} {STONE} {STONE}"
            place = position(Side(cards), Side(own), settings=settings, step=step)
            place.play(next(move for move in place.moves() if move.startswith(f"play {card}")))
            place.play(*[f"pay {STONE}"] * (2 if card == "emberwing_2" else 0))
            assert (place.mover == 1 and place.moves() == ["hold", f"top {own}"]) == there


def test_an_upgrade_tops_what_its_level_says() -> None:
    """The list of a level's card, for a dragon of any level."""
    settings = ('pack.dragons.emberwing.levels.3.tops=["melee"]',)
    place = position(Side(CLAW), Side(STONE), settings=settings).play("play claw_attack")
    assert place.moves() == ["hold", f"top {STONE}"]


def test_grounds_and_attachments_may_be_of_special_types() -> None:
    """Then they are for dragons that can use them, and are topped by what tops the type."""
    for card, step in (("fire_cult", "ground"), ("roaring_furnace", "play")):
        place = position(Side(f"{card} {CLAW} sappers"), Side(STONE), step=step)
        assert any(card in move for move in place.moves())
        place = position(Side(f"{card} {CLAW} sappers", "", dragon="rimescale"), Side(STONE), step=step)
        assert place.moves()
        assert not any(card in move for move in place.moves())


# ---- Ground cards and attachments


@about("grounds.lair_attack")
def test_lair_attack() -> None:
    """Points against the lair, and the wounds that destroy the card: equal is enough."""
    rival = Side(STONE, grounds="sappers")
    assert claw(rival=rival, play="play claw_attack at sappers").siege() == [0, 0]
    assert claw("wounds=1", rival=rival, play="play claw_attack at sappers").siege() == [2, 0]


def attachment(*effects: str, hand: str = CLAW, rival: Side | None = None, **more: str) -> Position:
    """A dragon with Whetted Claws that have these effects in place of their own."""
    settings = edited("whetted_claws", "adds={ storm = 1 }", *effects)
    return position(Side(f"{hand} {STONE}", attached="whetted_claws", **more), rival or Side(STONE), settings=settings)


@about("attachments.health", "levels.health")
def test_health_of_an_attachment() -> None:
    """Four more wounds until death."""
    for wounds, end in ((17, (-1, "")), (18, (0, "kill"))):
        assert claw(rival=Side(STONE, attached="great_heart", wounds=wounds)).end() == end


@about("attachments.agility", "levels.agility")
def test_agility_of_an_attachment() -> None:
    """One card more at the start of a turn; none for the turn in which it is played."""
    place = position(Side(f"{CLAW} roll_away"), Side(STONE, attached="swift_wings", pile=f"{CLAW} hex_bolt {STONE}"))
    place.play("pass", "pass", "draw 0")
    assert place.hand(1) == f"{CLAW} {STONE} hex_bolt"


def test_equal_attachments_add_up() -> None:
    """Two of them give twice as much."""
    place = position(Side("swift_wings", attached="swift_wings"), Side(STONE)).play("play swift_wings")
    assert place.power(0, "agility") == place.power(1, "agility") + 2


@about("attachments.lair", "levels.lair")
def test_lair_of_an_attachment() -> None:
    """Three more points are needed."""
    place = position(
        Side("war_host siege_tower", grounds="war_host"), Side(STONE, attached="deep_caves"), step="ground"
    )
    assert place.play("play siege_tower").end() == (-1, "")
    place = position(
        Side("war_host siege_tower", grounds="war_host sappers"), Side(STONE, attached="deep_caves"), step="ground"
    )
    assert place.play("play siege_tower").end() == (0, "banish")


def test_a_lair_that_shrinks_with_an_attachment_banishes() -> None:
    """Seven points stand against a lair of nine; when three of it are gone the dragon is banished at once."""
    mine = Side(f"unmaking {STONE}", grounds="war_host siege_tower")
    place = position(mine, Side(STONE, attached="deep_caves")).play("play unmaking at deep_caves")
    assert place.end() == (0, "banish")


@about("attachments.uses")
def test_uses_of_an_attachment() -> None:
    """A gem lets the dragon use storm cards."""
    assert "play thunder_roar: first side" in position(Side("thunder_roar", attached="storm_gem"), Side(STONE)).moves()
    assert position(Side(f"thunder_roar {CLAW}"), Side(STONE)).moves() == ["pass", "play claw_attack"]


def test_a_card_of_two_special_types_needs_both() -> None:
    """Fire is this dragon's own, storm comes with a gem."""
    settings = edited(CLAW, 'types=["melee", "fire", "storm"]')
    for gem, there in (("", False), ("storm_gem", True)):
        place = position(Side(f"{CLAW} hex_bolt", attached=gem), Side(STONE), settings=settings)
        assert ("play claw_attack" in place.moves()) == there


@about("attachments.lasts")
def test_lasts() -> None:
    """One turn: gone with the turn of its play."""
    settings = edited("whetted_claws", "lasts=1")
    place = position(Side(f"whetted_claws {CLAW} {STONE}"), Side(STONE), settings=settings)
    place.play("play whetted_claws", "play claw_attack", "pass", "draw 0")
    assert (place.wounds(), place.attached(0), place.adds(0, "melee")) == ([0, 3], "", 0)


def test_health_that_runs_out_kills() -> None:
    """More wounds than health, once the attachment's time is over: the end of the own turn is the end."""
    settings = ("pack.attachments.great_heart.lasts=1",)
    place = position(Side(f"great_heart {STONE}", wounds=12), Side(STONE), settings=settings)
    place.play("play great_heart")
    place.set_wounds(0, 17)
    place.play("pass", "draw 0")
    assert (place.end(), place.discards(0)) == ((1, "kill"), "great_heart")


@about("attachments.attacks", "levels.attacks")
def test_attacks() -> None:
    """One attack more than facing allows; the limits of each type remain."""
    hand = f"{CLAW} hot_blast hex_bolt"
    assert len(attacks(attachment(hand=hand, facing="tail"))) == 1
    assert len(attacks(attachment("attacks=1", hand=hand, facing="tail"))) == 2
    assert len(attacks(attachment("attacks=1", hand=f"{CLAW} raking_pass", facing="tail"))) == 1


def attacks(place: Position) -> list[str]:
    """Plays one attack after the other; what was played."""
    played = []
    while place.step == "play" and (plays := [move for move in place.moves() if move != "pass"]):
        played.append(plays[0])
        place.play(plays[0])
    return played


@about(
    "attachments.more_breath",
    "attachments.more_melee",
    "attachments.more_magic",
    "levels.more_breath",
    "levels.more_melee",
    "levels.more_magic",
)
@pytest.mark.parametrize("kind", ["breath", "melee", "magic"])
def test_more_cards_of_a_type(kind: str) -> None:
    """A second card of the type in a turn, and no third."""
    cards = {"breath": "hot_blast wide_blast ember_spray", "melee": "claw_attack raking_pass fang_bite"}
    hand = cards.get(kind, "hex_bolt far_sight healing_chant")
    assert len(attacks(attachment(hand=hand))) == 1
    assert len(attacks(attachment(f"more_{kind}=1", hand=hand))) == 2


@about("attachments.draws", "attachments.hand", "levels.draws", "levels.hand")
def test_draws_and_hand_of_an_attachment() -> None:
    """One card more in the draw step; a hand of eight."""
    pile = " ".join([STONE] * 6)
    settings = edited("whetted_claws", "draws=1")
    place = position(Side("", attached="whetted_claws", pile=pile), Side(STONE), settings=settings, step="draw")
    assert place.moves()[-1] == "draw 4"
    settings = edited("whetted_claws", "hand=1")
    place = position(Side(pile, attached="whetted_claws", pile=pile), Side(STONE), settings=settings, step="draw")
    assert place.moves()[-1] == "draw 2"


@about("attachments.adds", "levels.adds")
def test_adds() -> None:
    """A wound more with cards of the type; a card of two types has both; one that inflicts none inflicts none still."""
    assert attachment("adds={ melee = 1 }").play("play claw_attack").wounds() == [0, 3]
    assert attachment("adds={ breath = 1 }").play("play claw_attack").wounds() == [0, 2]
    both = attachment("adds={ melee = 1, fire = 2 }", hand="blazing_claws").play("play blazing_claws")
    assert both.wounds() == [0, 3 + 1 + 2 + 1]  # the dragon itself adds one to fire
    none = attachment("adds={ magic = 3 }", hand="far_sight")
    assert none.play("play far_sight").wounds() == [0, 0]


def test_adds_count_against_ground_cards() -> None:
    """Three wounds destroy a card of three points."""
    rival = Side(STONE, grounds="siege_tower")
    assert attachment("adds={ melee = 1 }", rival=rival).play("play claw_attack at siege_tower").siege() == [0, 0]


def test_a_card_of_two_types_is_one_of_each_of_them() -> None:
    """Neither a second melee card nor a breath card may follow it, and it is one attack: another type may."""
    settings = edited(CLAW, 'types=["breath", "melee"]')
    place = position(Side(f"{CLAW} raking_pass hot_blast hex_bolt", facing="side"), Side(STONE), settings=settings)
    assert place.play("play claw_attack").moves() == ["pass", "play hex_bolt"]


@about("attachments.armour", "levels.armour")
def test_armour() -> None:
    """A wound less from cards of the type, never below none; not for ground cards."""
    for armour, wounds in ((1, 1), (5, 0)):
        settings = (f"pack.attachments.iron_scales.armour={{ melee = {armour} }}",)
        rival = Side(STONE, attached="iron_scales", grounds="sappers")
        place = position(Side(f"{CLAW} hot_blast raking_pass"), rival, settings=settings).play("play claw_attack")
        assert place.wounds() == [0, wounds]
        assert place.play("play hot_blast").wounds() == [0, wounds + 2]
        place = position(Side(CLAW), rival, settings=settings).play("play claw_attack at sappers")
        assert place.siege() == [0, 0]


def test_modifiers_of_levels() -> None:
    """What an attachment can change a level can: here all of it at once, at level 2."""
    own = ("attacks=1", "more_melee=1", "draws=2", "hand=3", "adds={ melee = 2 }", "armour={ melee = 1 }")
    settings = [f"pack.dragons.emberwing.levels.2.{effect}" for effect in own]
    place = position(Side(f"{CLAW} raking_pass", level=2, facing="tail"), Side(STONE, level=2), settings=settings)
    assert (len(attacks(place)), place.wounds()) == (2, [0, (2 + 2 - 1) + (2 + 2 - 1)])
    place = position(Side(STONE, level=2, pile=" ".join([STONE] * 9)), Side(STONE), settings=settings, step="draw")
    assert place.moves()[-1] == "draw 5"


# ---- Order, ends in the middle


HELD = f"{CLAW} {STONE}"


@pytest.mark.parametrize(
    ("effects", "mine", "rival", "end", "wounds"),
    [
        # The player need not draw from his empty deck any more once the rival is dead
        (["draws=1"], Side(HELD, pile=""), Side(STONE, wounds=14), (0, "kill"), [0, 16]),
        (["draws=1"], Side(HELD, pile=""), Side(STONE, wounds=13), (1, "exhaust"), [0, 15]),
        # Both decks are empty: the rival draws first
        (["draws=1", "rival_draws=1"], Side(HELD, pile=""), Side(STONE, pile=""), (0, "exhaust"), [0, 2]),
        # One card left: it is milled, then there is none to draw
        (["rival_mills=1", "rival_draws=1"], Side(HELD), Side(STONE, pile=STONE), (0, "exhaust"), [0, 2]),
        # A dragon that dies of a cost is not healed by the effect
        (["suffers=1", "heals=5"], Side(HELD, wounds=15), Side(STONE), (1, "kill"), [16, 0]),
        # Who dies of a cost in wounds pays no cards any more: they stay in hand
        (["suffers=2", "discards=1"], Side(f"{HELD} hex_bolt", wounds=14), Side(STONE), (1, "kill"), [16, 0]),
    ],
)
def test_effects_come_in_their_order(
    effects: list[str], mine: Side, rival: Side, end: tuple[int, str], wounds: list[int]
) -> None:
    """Costs in wounds, costs in cards, wounds, healing, milling, the rival's draws, the player's; a death ends it all."""
    place = claw(*effects, mine=mine, rival=rival)
    assert (place.end(), place.wounds()) == (end, wounds)
    assert end != (1, "kill") or place.discards(0) == CLAW


def test_a_dragon_that_is_dead_is_not_banished_besides() -> None:
    """Health and lair shrink together with an attachment, both below what stands against them."""
    mine = Side(f"unmaking {STONE}", grounds="war_host siege_tower")
    rival = Side(STONE, attached="great_heart", wounds=16)
    place = position(mine, rival, settings=("pack.attachments.great_heart.lair=3",)).play(
        "play unmaking at great_heart"
    )
    assert (place.end(), place.siege()) == ((0, "kill"), [0, 7])


def test_a_game_ends_in_the_middle_of_a_chain() -> None:
    """The cost kills before a rival who could top is asked; or after many tops the first card banishes at once."""
    place = position(Side("body_slam fang_bite hot_blast", wounds=15), Side("quick_turn roll_away"))
    place.play("play body_slam")
    assert (place.end(), place.hand(1), place.outcome) == ((1, "kill"), "quick_turn roll_away", "")
    mine = Side(f"siege_tower spear_band {STONE}", grounds="siege_tower")
    place = position(mine, Side("spear_band"), step="ground").play("play siege_tower", f"pay {STONE}")
    place.play("top spear_band", "top spear_band")
    assert (place.end(), place.row["depth"], place.outcome) == ((0, "banish"), 2, "effect")


def test_the_fight_goes_on_where_a_chain_ends_with_a_dragon_out() -> None:
    """Three players: a cost kills before anybody may top, so the next one has his turn; or the first card kills at last."""
    sides = (Side("body_slam fang_bite hot_blast", wounds=15), Side("quick_turn"), Side(STONE))
    place = position(*sides).play("play body_slam > second")
    assert (place.end(), place.alive()) == ((-1, ""), [1, 2])
    assert (place.outcome, place.discards(0)) == ("", "body_slam")
    assert (place.mover, place.hand(1)) == (1, f"{STONE} quick_turn")
    sides = (Side(f"{CLAW} tail_smash {STONE}"), Side("quick_turn hot_blast", wounds=15), Side("roll_away"))
    place = position(*sides).play("play claw_attack > second", "top quick_turn", "top tail_smash", "hold")
    assert (place.outcome, place.alive(), place.mover, place.step) == ("effect", [0, 2], 0, "discard")


def test_the_rest_of_a_card_is_left_undone_for_a_dragon_that_is_out() -> None:
    """Three players: the dead one neither discards nor turns; the player still draws."""
    effects = ("rival_discards=1", "draws=1", 'facings=[{ dragon = "rival", to = "tail" }]')
    sides = (Side(f"{CLAW} {STONE}", pile="fang_bite"), Side(f"{STONE} hot_blast", wounds=15), Side(STONE))
    place = position(*sides, settings=edited(CLAW, *effects)).play("play claw_attack > second: second tail")
    assert (place.facings(), place.hand(1)) == ("front front front", f"{STONE} hot_blast")
    assert place.hand(0) == f"{STONE} fang_bite"


# ---- Settings of the rules


def test_cancelled_attacks_count_or_do_not() -> None:
    """After a cancelled melee card another one may be played under one reading alone."""
    for setting, there in (("true", False), ("false", True)):
        settings = (f"attacks.cancelled={setting}",)
        place = position(Side(f"{CLAW} hot_blast wide_blast positioning"), Side("barrel_roll"), settings=settings)
        place.play("play hot_blast", "top barrel_roll", "hold")
        assert place.outcome == "cancelled"
        assert ("play wide_blast" in place.moves()) == there


def test_topping_in_the_first_turn() -> None:
    """With melee cards under one reading, without under the other."""
    for limit, there in (("none", True), ("plays", True), ("all", False)):
        place = position(Side(f"positioning {CLAW} {STONE}"), Side("outfly"), settings=(f"first_turn.limit={limit}",))
        place.set_turns(0, 0)
        assert ("play claw_attack" in place.moves()) == (limit == "none")
        place.play("play positioning: first side", "top outfly")
        assert (place.moves() == ["hold", "top claw_attack"]) == there


def test_special_types_in_topping() -> None:
    """A dragon that cannot use ice tops with it under one reading alone."""
    for setting, there in (("needed", False), ("free", True)):
        place = position(Side(CLAW), Side("glacial_drift"), settings=(f"topping.special={setting}",))
        place.play("play claw_attack")
        assert (place.mover == 1) == there


def test_the_other_text_of_an_attack_on_a_ground_card() -> None:
    """The rival's dragon turns too, or only the wounds count."""
    for setting, facings in (("all", "front side"), ("wounds", "front front")):
        rival = Side(STONE, grounds="torch_bearers")
        place = position(Side(f"hooked_tail {STONE}"), rival, settings=(f"ground.text={setting}",))
        place.play("play hooked_tail at torch_bearers" + (": second side" if setting == "all" else ""))
        assert (place.siege(), place.facings()) == ([0, 0], facings)


def test_more_ground_cards_a_turn() -> None:
    """Two where the rules say so; none where they say none."""
    for number, left in ((0, "torch_bearers torch_bearers"), (1, "torch_bearers"), (2, "")):
        place = position(
            Side(f"torch_bearers torch_bearers {CLAW} roll_away"), Side(STONE), settings=(f"turn.grounds={number}",), step="ground"
        )  # fmt: skip
        while place.step == "ground" and "play torch_bearers" in place.moves():
            place.play("play torch_bearers")
        assert " ".join(card for card in place.hand(0).split() if "torch" in card) == left


def test_no_free_discards() -> None:
    """Where cards are not discarded freely the draw step follows at once."""
    place = position(Side(f"{CLAW} roll_away"), Side(STONE), settings=("turn.discards=false",)).play("pass")
    assert place.step == "draw"


# ---- Nothing is forgotten


def test_every_effect_of_the_vocabulary_has_a_test() -> None:
    """Every key that a card or a level can have is one that a test above is about."""
    sections = (*KINDS[:3], "levels")
    keys = {f"{section}.{effect.name}" for section in sections for effect in getattr(vocabulary, section)(("fire",))}
    assert keys - {f"{section}.title" for section in KINDS[:3]} == TESTED
