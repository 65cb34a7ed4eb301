"""Sentences of the Dragon! rulebook, one test each, worked by hand: on the engine's table and on the referee's."""

import pytest

from dhstats.games.dragon.table import SEATS
from tests.games import tellings
from tests.games.dragon.positions import STONE, Position, Side, position

pytestmark = tellings.BOTH

CLAW = "claw_attack"  # melee, 2 wounds, tops turn
QUICK = "quick_turn"  # turn: own dragon by a quarter or a half; tops melee, turn
SMASH = "tail_smash"  # melee, 3 wounds, not when facing front; tops turn
ROLL = "roll_away"  # turn: own dragon by a quarter; tops melee
POSITIONING = "positioning"  # turn: any dragon by a quarter


def two(hand: str = CLAW, other: str = STONE, *settings: str, step: str = "play") -> Position:
    """A position of two players with these hands."""
    return position(Side(hand), Side(other), settings=settings, step=step)


def stones(number: int) -> str:
    """Cards that can do nothing."""
    return " ".join([STONE] * number)


# ---- Victory


@pytest.mark.parametrize(("before", "end"), [(13, (-1, "")), (14, (0, "kill")), (15, (0, "kill"))])
def test_wounds_that_equal_or_exceed_health_kill(before: int, end: tuple[int, str]) -> None:
    """Sixteen wounds kill a dragon with a health of 16."""
    place = position(Side(CLAW), Side(STONE, wounds=before)).play("play claw_attack")
    assert place.wounds() == [0, before + 2]
    assert place.end() == end


@pytest.mark.parametrize(
    ("grounds", "end"),
    [
        ("torch_bearers sappers", (-1, "")),
        ("sappers ballista_crew", (0, "banish")),
        ("war_host sappers", (0, "banish")),
    ],
)
def test_lair_attack_that_equals_or_exceeds_the_lair_banishes(grounds: str, end: tuple[int, str]) -> None:
    """Six points against a lair of six."""
    lair = "pack.dragons.emberwing.levels.1.lair=8" if "war" in grounds else "hand.size=1"
    place = position(Side("ballista_crew", grounds=grounds), Side(STONE), settings=(lair,), step="ground")
    assert place.play("play ballista_crew").end() == end


def test_who_must_draw_a_card_and_cannot_loses() -> None:
    """One card is left, agility asks for two: the game is over at the second."""
    place = position(Side(STONE), Side(STONE, pile=CLAW, level=2), step="draw").play("draw 0")
    assert (place.end(), place.result()["deck_second"]) == ((0, "exhaust"), 0)
    assert CLAW in place.hand(1)
    place = position(Side(STONE), Side(STONE, pile=""), step="draw").play("draw 1")
    assert (place.end(), place.result()["ended_by"]) == ((0, "exhaust"), 1)  # at once, with the rival's last decision


# ---- Sequence of play


def test_agility_cards_are_drawn_first_and_may_exceed_the_hand_size() -> None:
    """Two cards for a dragon of agility 2, though its hand is full."""
    place = position(Side(STONE), Side(stones(7), level=2, pile=f"{CLAW} fang_bite {STONE}"), step="draw").play(
        "draw 0"
    )
    assert (place.mover, place.step) == (1, "play")
    assert place.hand(1).split() == [CLAW, *[STONE] * 7, "fang_bite"]
    assert place.left(1) == 1


def test_one_ground_card_may_be_played_then_other_cards() -> None:
    """One card of the ground type, placed in front of the player; then the step of other cards, without ground cards."""
    place = two(f"sappers sappers {CLAW}", step="ground")
    assert place.moves() == ["pass", "play sappers"]
    place.play("play sappers")
    assert (place.step, place.grounds(0, 1), place.siege()) == ("play", "sappers", [0, 2])
    assert place.moves() == ["pass", "play claw_attack"]


def test_the_ground_card_may_be_left_out() -> None:
    """A player can play one, he need not."""
    place = two(f"sappers {CLAW}", step="ground").play("pass")
    assert (place.step, place.hand(0), place.grounds(0, 1)) == ("play", f"{CLAW} sappers", "")


def test_as_many_cards_may_be_played_as_one_is_able_to() -> None:
    """Cards that are no attacks have no limit; they take effect and are discarded."""
    place = two(f"{POSITIONING} {POSITIONING} {ROLL} {CLAW}")
    place.play("play positioning: first side", "play positioning: second side", "play roll_away: first front")
    assert place.facings() == "front side"
    place.play("play claw_attack")
    assert (place.discards(0), place.step) == (f"{CLAW} {POSITIONING} {POSITIONING} {ROLL}", "draw")


def test_the_first_player_plays_no_attack_cards_in_his_first_turn() -> None:
    """First turn limitation: no breath, magic or melee cards."""
    place = two(f"{CLAW} hot_blast hex_bolt {POSITIONING}")
    assert {"play claw_attack", "play hot_blast", "play hex_bolt"} < set(place.moves())
    place.set_turns(0, 0)
    assert place.moves() == ["pass", "play positioning: first side", "play positioning: second side"]


def test_the_second_player_may_attack_in_his_first_turn() -> None:
    """The limitation is the first player's alone."""
    place = two(STONE, CLAW)
    place.set_turns(1, 0)
    assert place.set_step(1, "play").moves() == ["pass", "play claw_attack"]


def test_as_many_cards_as_one_wants_may_be_discarded() -> None:
    """Discard: any number of cards, none included."""
    place = two(f"{CLAW} {ROLL}", step="discard")
    assert place.moves() == ["pass", "discard claw_attack", "discard roll_away"]
    place.play("discard claw_attack", "discard roll_away")
    assert (place.step, place.hand(0), place.discards(0)) == ("draw", "", f"{CLAW} {ROLL}")


def test_up_to_three_cards_are_drawn() -> None:
    """None to three, the player's choice; the top cards of his deck."""
    place = position(Side("", pile=f"{CLAW} fang_bite {STONE} {ROLL}"), Side(STONE), step="draw")
    assert place.moves() == ["draw 0", "draw 1", "draw 2", "draw 3"]
    place.play("draw 2")
    assert (place.hand(0), place.left(0), place.mover) == (f"{CLAW} fang_bite", 2, 1)


@pytest.mark.parametrize(("held", "most"), [(3, 3), (4, 3), (5, 2), (6, 1)])
def test_no_card_is_drawn_above_a_hand_of_seven(held: int, most: int) -> None:
    """The draw step goes up to seven cards in hand."""
    assert two(stones(held), step="draw").moves() == [f"draw {number}" for number in range(most + 1)]


@pytest.mark.parametrize("held", [7, 9])
def test_with_seven_cards_or_more_nothing_is_drawn(held: int) -> None:
    """The turn is over without a draw; nobody has to discard down to seven."""
    place = two(stones(held), step="discard").play("pass")
    assert (place.left(0), place.mover, len(place.hand(0).split())) == (4, 1, held)


def test_players_take_turns() -> None:
    """The other player then takes his turn."""
    place = two(POSITIONING, POSITIONING).play("pass", "pass", "draw 0")
    assert (place.mover, place.step, place.turns()) == (1, "play", [2, 1])
    place.play("pass", "pass", "draw 0")
    assert (place.mover, place.turns()) == (0, [2, 2])


# ---- Empty decks


def test_an_empty_deck_in_the_draw_step_loses_nothing_where_one_may_choose() -> None:
    """Nobody has to draw here: a short deck leaves as many choices as it has cards, an empty one none."""
    place = position(Side(STONE, pile=STONE), Side(STONE), step="draw")
    assert place.moves() == ["draw 0", "draw 1"]
    assert (place.play("draw 1").end(), place.mover) == ((-1, ""), 1)
    place = position(Side(STONE, pile=""), Side(STONE), step="discard").play("pass")
    assert (place.end(), place.mover) == ((-1, ""), 1)


@pytest.mark.parametrize(
    ("hand", "pile", "drawn", "end"),
    [
        pytest.param(STONE, f"{CLAW} {ROLL}", 2, (1, "exhaust"), id="three are to be drawn, the deck has two"),
        pytest.param(STONE, f"{CLAW} {ROLL} {STONE}", 3, (-1, ""), id="to draw the last card is no loss yet"),
        pytest.param(stones(6), stones(4), 1, (-1, ""), id="with six in hand exactly one more"),
    ],
)
def test_who_must_draw_draws_three_or_loses(hand: str, pile: str, drawn: int, end: tuple[int, str]) -> None:
    """The other reading of the draw step: up to the hand that one can hold, and a deck that is too short loses."""
    place = position(Side(hand, pile=pile), Side(STONE), settings=("turn.draw=must",), step="discard").play("pass")
    assert (place.end(), place.mover) == (end, -1 if end[1] else 1)
    assert place.left(0) == len(pile.split()) - drawn
    assert len(place.hand(0).split()) == len(hand.split()) + drawn


DRAWS, RIVAL_DRAWS = (f"pack.actions.claw_attack.{what}=1" for what in ("draws", "rival_draws"))


@pytest.mark.parametrize(
    ("seat", "step", "settings", "empty", "plays", "asked"),
    [
        (0, "draw", (), 1, ["draw 0"], (2, "discard")),
        (0, "discard", ("turn.draw=must",), 0, ["pass", "pass"], (1, "discard")),
        (0, "play", (DRAWS,), 0, ["play claw_attack > third"], (1, "play")),
        (0, "play", (RIVAL_DRAWS,), 2, ["play claw_attack > third"], (0, "discard")),
        (1, "draw", ("turn.play=rounds",), 0, ["draw 0"] * 2, (1, "play")),
        (0, "draw", ("turn.play=rounds",), 2, ["draw 0"] * 2, (0, "play")),
    ],
    ids=["agility", "draw step", "own card", "rival's card", "first of a round", "last of a round"],
)
def test_where_several_fight_an_empty_deck_puts_one_out(
    seat: int, step: str, settings: tuple[str, ...], empty: int, plays: list[str], asked: tuple[int, str]
) -> None:
    """At each of the draws: whoever must draw and cannot is out at once, and the others fight on."""
    hands = (f"{CLAW} {STONE}", f"{STONE} {POSITIONING}", f"{STONE} {STONE}")
    sides = (Side(hand, pile="" if number == empty else f"{STONE} {STONE}") for number, hand in enumerate(hands))
    place = position(*sides, settings=settings).set_step(seat, step).play(*plays)
    assert (place.end(), place.alive()) == ((-1, ""), [other for other in range(3) if other != empty])
    assert (place.mover, place.step) == asked


# ---- Dragons and upgrades


def test_only_dragons_so_noted_can_use_special_types() -> None:
    """Fire is for this dragon, ice is not."""
    assert two("ember_spray frost_cone").moves() == ["pass", "play ember_spray"]


def test_an_upgrade_costs_cards_and_raises_the_dragon() -> None:
    """As in the example: wounds stay, health becomes that of the new card, and so do agility, lair and modifiers."""
    place = position(Side(f"emberwing_2 {CLAW} {ROLL} {STONE}", wounds=12), Side(STONE))
    assert place.power(0, "health") - 12 == 4
    place.play("play emberwing_2", "pay claw_attack", "pay roll_away")
    assert (place.level(0), place.wounds(), place.hand(0)) == (2, [12, 0], STONE)
    assert (place.power(0, "health") - 12, place.power(0, "agility"), place.power(0, "lair")) == (8, 2, 7)
    assert place.adds(0, "breath") == 1
    assert place.discards(0) == f"{CLAW} {ROLL}"  # the upgrade lies on the dragon


def test_a_topped_upgrade_is_lost_with_its_cost() -> None:
    """Costs are met before anybody tops."""
    place = two(f"emberwing_2 {CLAW} {ROLL}", QUICK, 'pack.actions.quick_turn.tops=["upgrade"]')
    place.play("play emberwing_2", "top quick_turn")
    assert (place.outcome, place.level(0), place.discards(0)) == ("cancelled", 1, f"{CLAW} emberwing_2 {ROLL}")


def test_nobody_upgrades_from_level_1_to_level_3() -> None:
    """Level by level alone, and no level twice."""
    cards = f"emberwing_2 emberwing_3 {CLAW} {ROLL} {ROLL}"
    for level, card in ((1, "emberwing_2"), (2, "emberwing_3")):
        place = position(Side(cards, level=level), Side(STONE))
        assert [move for move in place.moves() if "emberwing" in move] == [f"play {card}"]
    place = position(Side(cards, level=3), Side(STONE))
    assert not [move for move in place.moves() if "emberwing" in move]


def test_an_upgrade_needs_the_cards_that_it_costs() -> None:
    """Two cards from the hand, besides the upgrade itself."""
    assert two("emberwing_2 hex_bolt").moves() == ["pass", "play hex_bolt"]
    place = two(f"emberwing_2 {ROLL} {STONE}").play("play emberwing_2")  # all that is left is the cost: no choice
    assert (place.level(0), place.hand(0), place.outcome) == (2, "", "effect")


# ---- Facing, mix of attacks, red text


@pytest.mark.parametrize(("facing", "attacks"), [("front", 3), ("side", 2), ("tail", 1)])
def test_facing_limits_the_attacks_of_a_turn(facing: str, attacks: int) -> None:
    """Three attack cards in front facing, two in side facing, one in tail facing."""
    place = position(Side(f"{CLAW} hot_blast hex_bolt positioning", facing=facing), Side(STONE))
    for number, card in enumerate((CLAW, "hot_blast", "hex_bolt")):
        assert (f"play {card}" in place.moves()) == (number < attacks)
        if number < attacks:
            place.play(f"play {card}")


def test_the_limit_is_that_of_the_facing_at_the_time() -> None:
    """After one attack a dragon that shows its tail has no more; turned back it goes on."""
    place = two(f"{CLAW} hot_blast {QUICK} {QUICK}")
    place.play("play claw_attack", "play quick_turn: first tail")
    assert "play hot_blast" not in place.moves()
    place.play("play quick_turn: first front", "play hot_blast")
    assert place.wounds() == [0, 4]


@pytest.mark.parametrize("cards", ["hot_blast wide_blast", "claw_attack raking_pass", "hex_bolt mind_fog"])
def test_one_attack_card_of_each_type_a_turn(cards: str) -> None:
    """At most one breath, one melee and one magic card."""
    first, second = cards.split()
    place = two(f"{cards} {POSITIONING}", f"{STONE} {STONE} {STONE}")
    assert {f"play {first}", f"play {second}"} < set(place.moves())
    assert f"play {second}" not in place.play(f"play {first}").moves()


def test_attacks_are_counted_by_the_turn() -> None:
    """In the next turn they are counted anew."""
    place = two(f"{CLAW} raking_pass {POSITIONING}", POSITIONING)
    place.play("play claw_attack", "pass", "pass", "draw 0", "pass", "pass", "draw 0")
    assert "play raking_pass" in place.moves()


def test_red_text_that_cannot_be_acted_on_forbids_the_card() -> None:
    """A cost of one card: not with the last card of the hand."""
    assert two("long_breath hex_bolt").moves() == ["pass", "play hex_bolt", "play long_breath"]
    assert two("long_breath hex_bolt").play("play hex_bolt").step == "discard"


# ---- Attachments


def test_an_attachment_stays_and_gives_its_benefit() -> None:
    """Whetted claws: one wound more with melee cards."""
    place = two(f"whetted_claws {CLAW}").play("play whetted_claws", "play claw_attack")
    assert (place.attached(0), place.wounds(), place.discards(0)) == ("whetted_claws", [0, 3], CLAW)


def test_some_attachments_last_for_a_time() -> None:
    """Battle rage: two turns of its player, the one of its play included."""
    place = two(f"battle_rage {STONE}").play("play battle_rage", "pass", "draw 0")
    assert (place.attached(0), place.mover) == ("battle_rage", 1)
    place.play("pass", "draw 0")
    assert (place.attached(0), place.mover, place.adds(0, "melee")) == ("battle_rage", 0, 2)
    place.play("pass", "draw 0")
    assert (place.attached(0), place.discards(0), place.adds(0, "melee")) == ("", "battle_rage", 0)


def test_an_attachment_can_be_topped_when_it_is_played() -> None:
    """Then it is discarded."""
    place = two("whetted_claws", "mirror_ward").play("play whetted_claws", "top mirror_ward")
    assert (place.attached(0), place.discards(0), place.discards(1)) == ("", "whetted_claws", "mirror_ward")


# ---- Ground cards


def test_a_ground_card_can_be_topped_before_its_points_count() -> None:
    """Six points would banish; they are not counted before the rival failed to top the card."""
    place = position(Side("siege_tower hover", grounds="siege_tower"), Side("spear_band"), step="ground")
    place.play("play siege_tower")
    assert (place.mover, place.siege()) == (1, [0, 3])
    place.play("top spear_band")
    assert (place.siege(), place.end(), place.discards(0)) == ([0, 3], (-1, ""), "hover siege_tower")


def test_a_cancelled_ground_card_was_the_one_of_the_turn() -> None:
    """It was played all the same: the other one stays in hand."""
    place = two("sappers torch_bearers", "spear_band", step="ground").play("play sappers", "top spear_band")
    assert (place.outcome, place.step, place.discards(0)) == ("cancelled", "discard", "sappers")


def test_the_worked_example_of_the_ground_war() -> None:
    """2, then 1, which an attack destroys, then 3: five points against a lair of five."""
    lair = "pack.dragons.emberwing.levels.1.lair=5"
    place = two(f"sappers torch_bearers siege_tower {STONE}", CLAW, lair, step="ground").play("play sappers")
    assert place.siege() == [0, 2]
    assert place.set_step(0, "ground").play("play torch_bearers").siege() == [0, 3]
    place.set_step(1, "play").play("play claw_attack at torch_bearers")
    assert (place.siege(), place.grounds(0, 1), place.discards(0)) == ([0, 2], "sappers", "torch_bearers")
    place.set_step(0, "ground").play("play siege_tower")
    assert (place.siege(), place.end()) == ([0, 5], (0, "banish"))


def test_too_few_wounds_leave_a_ground_card_as_it_is() -> None:
    """Twice two wounds against three points: no effect, and no partial damage is kept."""
    place = position(Side(f"{CLAW} hot_blast"), Side(STONE, grounds="siege_tower"))
    place.play("play claw_attack at siege_tower", "play hot_blast at siege_tower")
    assert (place.siege(), place.grounds(1, 0), place.wounds()) == ([3, 0], "siege_tower", [0, 0])


def test_attacks_on_ground_cards_count_for_the_limits() -> None:
    """They count as normal against facing and type limitations."""
    place = position(
        Side(f"{CLAW} raking_pass hot_blast {ROLL}", facing="side"), Side(STONE, grounds="sappers sappers")
    )
    place.play("play claw_attack at sappers")
    assert place.grounds(1, 0) == "sappers"
    assert not [move for move in place.moves() if "raking" in move]
    assert not [move for move in place.play("play hot_blast at sappers").moves() if "raking" in move]
    assert place.siege() == [0, 0]


def test_attacks_on_ground_cards_can_be_topped() -> None:
    """Players can top as normal the cards played against ground cards."""
    place = position(Side(CLAW), Side(QUICK, grounds="sappers")).play("play claw_attack at sappers", "top quick_turn")
    assert (place.outcome, place.grounds(1, 0)) == ("cancelled", "sappers")


@pytest.mark.parametrize(
    ("played", "left"),
    [(("second", "first"), "second"), (("third", "second"), "third"), (("third", "first", "second"), "third second")],
)
def test_of_equal_ground_cards_the_one_against_the_attacker_is_meant(played: tuple[str, ...], left: str) -> None:
    """Else the one against the next to his left; the fourth player has several, one against each rival."""
    sides = (Side("rune_of_ruin hex_bolt roll_away"), Side(STONE), Side(STONE), Side("sappers sappers sappers hover"))
    settings = ("turn.grounds=3", "pack.actions.rune_of_ruin.tops=[]")
    place = position(*sides, settings=settings).set_step(3, "ground")
    place.play(*(f"play sappers > {rival}" for rival in played))
    place.set_step(0, "play").play("play rune_of_ruin > fourth at sappers")
    assert [seat for number, seat in enumerate(SEATS) if place.grounds(3, number)] == sorted(
        left.split(), key=SEATS.index
    )


# ---- Attack / Top


def test_the_worked_example_of_topping() -> None:
    """Claw Attack lists turn as a type that it tops, and Positioning is a turn card."""
    place = two(POSITIONING, CLAW).play("play positioning: second side")
    assert (place.mover, place.moves()) == (1, ["hold", "top claw_attack"])
    place.play("top claw_attack")
    assert (place.outcome, place.facings(), place.wounds()) == ("cancelled", "front front", [0, 0])


def test_the_worked_example_of_a_chain() -> None:
    """Claw Attack, Quick Turn, Tail Smash, Roll Away, Quick Turn; nothing tops the last: two wounds."""
    place = two(f"{CLAW} {SMASH} {QUICK} {STONE}", f"{QUICK} {ROLL} {STONE}")
    told = []
    for move in ("play claw_attack", "top quick_turn", "top tail_smash", "top roll_away", "top quick_turn"):
        told.append((place.mover, [other for other in place.moves() if other.startswith("top")]))
        place.play(move)
    assert told == [
        (0, []),
        (1, ["top quick_turn", "top roll_away"]),
        (0, ["top quick_turn", "top tail_smash"]),  # it faces front: the red text of Tail Smash is ignored
        (1, ["top roll_away"]),  # a melee card; the second player's Quick Turn is spent
        (0, ["top quick_turn"]),
    ]
    assert (place.outcome, place.wounds(), place.facings()) == ("effect", [0, 2], "front front")
    assert [row["depth"] for row in place.rows] == [0, 1, 2, 3, 4]
    assert (place.discards(0), place.discards(1)) == (f"{CLAW} {QUICK} {SMASH}", f"{QUICK} {ROLL}")
    assert place.step == "discard"  # he could play another card, but has none that can be played


def test_the_defender_who_plays_the_final_card_cancels() -> None:
    """The first card has no effect then, nor has any other; all of them are discarded."""
    place = two(f"{CLAW} {SMASH} {STONE}", f"{QUICK} {ROLL} {STONE}")
    place.play("play claw_attack", "top quick_turn", "top tail_smash", "top roll_away")
    assert (place.outcome, place.wounds(), place.facings()) == ("cancelled", [0, 0], "front front")
    assert (place.discards(0), place.discards(1)) == (f"{CLAW} {SMASH}", f"{QUICK} {ROLL}")


def test_a_player_may_choose_not_to_top() -> None:
    """It goes on until a player chooses not to play a card."""
    place = two(f"{CLAW} {SMASH} {STONE}", QUICK).play("play claw_attack", "top quick_turn", "hold")
    assert (place.outcome, place.hand(0)) == ("cancelled", f"{STONE} {SMASH}")
    place = two(CLAW, QUICK).play("play claw_attack", "hold")
    assert (place.outcome, place.hand(1)) == ("effect", QUICK)


def test_nobody_is_asked_who_has_no_card_to_top_with() -> None:
    """The chain ends of itself; the turn goes on."""
    place = two(f"{CLAW} {POSITIONING}", STONE).play("play claw_attack")
    assert (place.outcome, place.mover, len(place.rows)) == ("effect", 0, 1)


def test_cards_played_to_top_do_not_count_for_the_limits() -> None:
    """A melee card played to top leaves the one melee card of the turn."""
    place = two(f"{POSITIONING} {CLAW} raking_pass", "outfly")
    place.play("play positioning: first side", "top outfly", "top claw_attack")
    assert (place.outcome, place.facings()) == ("effect", "side front")
    assert "play raking_pass" in place.moves()


def test_all_text_is_ignored_when_topping() -> None:
    """Death grip costs a card and asks for a facing: it tops without either, and inflicts nothing."""
    place = two(POSITIONING, f"death_grip {STONE}").play("play positioning: second side", "top death_grip")
    assert (place.outcome, place.hand(1), place.wounds()) == ("cancelled", STONE, [0, 0])


def test_facing_changes_are_declared_before_anybody_tops() -> None:
    """Whose facing changes and how is part of the play; it happens when nobody cancelled it."""
    place = two(POSITIONING, CLAW)
    assert place.moves() == ["pass", "play positioning: first side", "play positioning: second side"]
    place.play("play positioning: second side")
    assert (place.facings(), place.mover) == ("front front", 1)
    assert place.play("hold").facings() == "front side"


# ---- Multiplayer, interactive play


def test_free_for_all_ends_with_the_last_dragon() -> None:
    """Three players: a dead dragon is out, its ground cards with it; the last one in the fight wins."""
    weak = Side(STONE, wounds=15)
    place = position(Side(f"{CLAW} hex_bolt"), weak, Side(STONE, wounds=15, grounds="sappers"))
    assert place.siege() == [2, 0, 0]
    assert [move for move in place.moves() if "sappers" in move] == [
        "play claw_attack > third at sappers",
        "play hex_bolt > third at sappers",
    ]
    place.play("play claw_attack > third")
    assert (place.end(), place.siege()) == ((-1, ""), [0, 0, 0])
    assert place.moves() == ["pass", "play hex_bolt > second"]
    place.play("play hex_bolt > second")
    assert (place.end(), ranks(place)) == ((0, "kill"), [1, 2, 3, -1])


def ranks(place: Position) -> list[int]:
    """The places of all seats."""
    return [place.result()[f"rank_{seat}"] for seat in SEATS]


def test_any_rival_may_top_to_the_left_of_whoever_played() -> None:
    """The second player holds back, the third tops; then the first is asked."""
    place = position(Side(f"{CLAW} {SMASH}"), Side(QUICK), Side(ROLL)).play("play claw_attack > second")
    assert place.mover == 1
    assert place.play("hold").mover == 2
    assert place.play("top roll_away").moves() == ["hold", "top tail_smash"]
    place.play("top tail_smash")
    assert (place.mover, place.moves()) == (1, ["hold", "top quick_turn"])  # to the left of the first player
    place.play("top quick_turn")
    assert place.outcome == "cancelled"


def test_a_team_wins_with_a_fallen_partner() -> None:
    """First and third against second and fourth: the partner who is out wins as well; losers share their place."""
    weak = Side(STONE, wounds=15)
    place = position(weak, weak, Side(f"{CLAW} hex_bolt"), weak, rules="teams").set_step(2, "play")
    place.set_fallen(0, 1)
    place.play("play claw_attack > fourth")
    assert (place.end(), ranks(place)) == ((0, "kill"), [1, 3, 1, 3])


@pytest.mark.parametrize(
    ("wounds", "out", "leader"),
    [((0, 3, 5, 1), (), 1), ((9, 3, 0, 6), (), -1), ((9, 3, 0, 5), (), 1), ((9, 3, 0, 5), (3,), 0)],
)
def test_partners_lead_together(wounds: tuple[int, ...], out: tuple[int, ...], leader: int) -> None:
    """A side has the health of its dragons in the fight together; its lower seat stands for it."""
    place = position(*(Side(f"{STONE} {STONE}", wounds=own) for own in wounds), rules="teams", step="discard")
    place.set_fallen(*out)
    place.play("pass")
    assert place.leader() == leader


def test_a_dragon_that_is_out_does_not_lead() -> None:
    """Three for themselves: the one with most health left is out, so the next one leads."""
    place = position(*(Side(f"{STONE} {STONE}", wounds=own) for own in (2, 0, 1)), step="discard")
    place.set_fallen(1)
    place.play("pass")
    assert place.leader() == 2


def test_partners_are_no_rivals_and_answer_for_each_other() -> None:
    """Nobody attacks his partner or tops his card; a partner may top what was played against him."""
    place = position(Side(CLAW), Side(STONE), Side(f"{QUICK} {SMASH}"), Side(ROLL), rules="teams")
    assert place.moves() == ["pass", "play claw_attack > second", "play claw_attack > fourth"]
    place.play("play claw_attack > second")
    assert place.mover == 3  # the third player could top melee, but is the partner
    place.play("top roll_away")
    assert (place.mover, place.moves()) == (2, ["hold", "top quick_turn", "top tail_smash"])
    assert place.play("top tail_smash").outcome == "effect"


def test_players_can_take_turns_playing_one_card_each() -> None:
    """Interactive play: card by card until all have passed; then all discard, then all draw."""
    cards = f"{POSITIONING} {POSITIONING} {STONE}"
    place = two(cards, cards, "turn.play=rounds").play("play positioning: first side")
    assert (place.mover, place.step) == (1, "play")
    assert place.play("play positioning: second side").mover == 0
    assert place.play("pass").mover == 1
    place.play("play positioning: second front")
    assert (place.mover, place.step) == (0, "discard")
    assert (place.play("pass").mover, place.step) == (1, "discard")
    assert (place.play("pass").mover, place.step) == (0, "draw")
    assert (place.play("draw 0").mover, place.step) == (1, "draw")
    place.play("draw 0")
    assert (place.mover, place.step, place.turns()) == (0, "play", [2, 2])


def test_interactive_play_with_one_card_a_turn() -> None:
    """The other reading: one card in the step of playing cards, a ground card besides."""
    place = two(f"sappers {POSITIONING} {CLAW}", STONE, "turn.play=one_card", step="ground").play("play sappers")
    assert place.play("play positioning: first side").step == "discard"
