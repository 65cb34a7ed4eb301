"""Sentences of the Dragonwood rulebook, one test each, worked by hand: on the engine's table and on the referee's."""

from collections import Counter
from typing import Any

import pytest

from dhstats.games.dragonwood.files.rulesets import load
from dhstats.games.dragonwood.referee.chronicle import adventurers
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, EVENTS, SEATS, TITLES
from tests.games import tellings
from tests.games.dragonwood.positions import Position, card_text, dealt, rule_set

pytestmark = tellings.BOTH

FIVE = "spooky_spiders crazy_bats fire_ants grumpy_troll silver_sword"
CHEST = "wild_boar wild_boar"  # cards to come that do nothing
BOTH = ("r1 r2 r3 b7 g9", "o1 o2 o3 p7 p9")
DRAGONS = "blue_dragon orange_dragon"
TABLES = {2: "two", 3: "three", 4: "four"}  # rules by the number of players


def position(
    *settings: str, rules: str = "two", hands: tuple[str, ...] = BOTH, landscape: str = FIVE, coming: str = CHEST
) -> Position:
    """A position in which seat 0 has to move."""
    place = dealt(rule_set(rules, settings))
    place.set_hands(*hands)
    place.set_landscape(landscape, coming)
    return place


# ---- Contents and set-up


def test_the_adventurer_deck_has_five_suits_of_twelve_and_four_ladybugs() -> None:
    """64 adventurer cards: 5 suits, numbered 1 through 12, and 4 Lucky Ladybugs."""
    deck = position().adventurer_deck()
    assert (len(deck), deck.count("*"), len(set(deck))) == (64, 4, 61)
    assert set(Counter(card[0] for card in deck if card != "*").values()) == {12}


def test_the_dice_have_the_sides_of_the_rulebook() -> None:
    """Six dice with 1, 2, 2, 3, 3, 4."""
    assert load("two").effective["dice"]["faces"] == [1, 2, 2, 3, 3, 4]


def test_the_dragonwood_deck_has_42_cards() -> None:
    """42 Dragonwood cards: 29 creatures with 79 points, 9 enhancements, 4 events."""
    deck, worth = Counter(position().wood_deck()), load("two").effective["creatures"]
    assert [sum(deck[card] for card in kind) for kind in (CREATURES, ENHANCEMENTS, EVENTS)] == [29, 9, 4]
    assert deck.total() == 42
    assert sum(deck[card] * worth[card]["points"] for card in CREATURES) == 79
    assert {deck[card] for card in (*ENHANCEMENTS, *EVENTS, *DRAGONS.split())} == {1}


# Copies, points, and what a strike, a stomp and a scream need.
CARDS = {
    "spooky_spiders": (4, 1, 3, 3, 4), "crazy_bats": (4, 1, 4, 3, 3), "giggling_goblin": (2, 2, 7, 5, 5),
    "fire_ants": (2, 2, 7, 4, 6), "wasps_nest": (2, 2, 5, 6, 7), "hungry_bear": (2, 3, 7, 6, 9),
    "pack_of_wolves": (2, 3, 6, 7, 9), "fierce_jaguar": (2, 3, 8, 6, 8), "wild_boar": (2, 3, 8, 7, 7),
    "grumpy_troll": (1, 4, 9, 11, 9), "gigantic_python": (1, 4, 11, 8, 10), "secret_shadow": (1, 4, 10, 8, 11),
    "angry_ogre": (1, 5, 12, 9, 14), "gooey_glob": (1, 5, 14, 9, 10), "blue_dragon": (1, 6, 13, 10, 13),
    "orange_dragon": (1, 7, 15, 11, 12),
}  # fmt: skip
HELPERS = {
    "silver_sword": (10, 6, 7), "bucket_of_spinach": (7, 10, 8), "ghost_disguise": (8, 7, 10),
    "cloak_of_darkness": (11, 9, 11), "magical_unicorn": (8, 6, 8), "lucky_mushroom": (7, 5, 7),
    "lightning_bolt": (7, 5, 7), "friendly_bunny": (4, 4, 4), "charmed_potion": (5, 4, 5),
}  # fmt: skip


@pytest.mark.parametrize("rules", ["two", "three", "four", "simple"])
def test_the_cards_are_those_of_the_box(rules: str) -> None:
    """Every number on every card, and the dearer a creature the rarer and harder it is."""
    cards, ways = load(rules).effective, ("strike", "stomp", "scream")
    for title, numbers in CARDS.items():
        assert tuple(cards["creatures"][title][key] for key in ("copies", "points", *ways)) == numbers
        assert numbers[0] == {1: 4, 2: 2, 3: 2}.get(numbers[1], 1)
    for title, needed in HELPERS.items():
        assert tuple(cards["enhancements"][title][way] for way in ways) == needed
    tiers = {points: sorted(sum(n[2:]) for n in CARDS.values() if n[1] == points) for points in range(1, 8)}
    assert all(tiers[points][-1] <= tiers[points + 1][0] for points in range(1, 7))


@pytest.mark.parametrize(
    ("rules", "settings", "removed"),
    [
        ("two", (), 12),
        ("three", (), 10),
        ("four", (), 8),
        ("simple", (), 0),
        ("two", ("setup.removed.two=0",), 0),
        ("two", ("setup.removed.two=20",), 20),
    ],
)
def test_cards_are_removed_by_the_number_of_players(rules: str, settings: tuple[str, ...], removed: int) -> None:
    """Two players remove 12 cards at random, three 10, four 8, the simple set-up none; longer games fewer, shorter more."""
    for number in range(10):
        place = dealt(rule_set(rules, settings), 1, number)
        assert len(place.wood()) + len(place.landscape().split()) == 42 - removed


@pytest.mark.parametrize(
    ("rules", "settings"), [("two", ()), ("three", ()), ("four", ()), ("two", ("setup.removed.two=13",))]
)
def test_dragons_are_never_removed_and_lie_in_the_lower_half(rules: str, settings: tuple[str, ...]) -> None:
    """The dragons are taken out first, and shuffled back into the lower half of what is left; it is the smaller one."""
    for number in range(60):
        place = dealt(rule_set(rules, settings), 2, number)
        pile = place.wood()[::-1]
        assert set(DRAGONS.split()) <= set(pile)
        low = (len(pile) + 5 - 2) // 2 + 2  # half of the cards without dragons, and the dragons
        assert max(pile.index(dragon) for dragon in DRAGONS.split()) < low + sum(card in EVENTS for card in pile)


def test_dragons_lie_anywhere_in_the_simple_setup() -> None:
    """The simple set-up plays with the whole deck: dragons may lie in the first landscape."""
    opened = [dealt(rule_set("simple"), 3, number).landscape() for number in range(60)]
    assert any(dragon in landscape for landscape in opened for dragon in DRAGONS.split())


def test_the_landscape_begins_with_five_cards_and_no_event() -> None:
    """Five cards are revealed; an event among them is shuffled back into the deck."""
    met = 0
    for number in range(100):
        place = dealt(rule_set("two", ()), 3, number)
        assert len(place.landscape().split()) == 5
        met += any(card in EVENTS for card in place.wood())
    assert met > 90  # events were not removed for good


def test_events_met_in_setting_up_stay_in_the_deck() -> None:
    """With no card removed all four events are always still to come, wherever they lay."""
    for number in range(100):
        place = dealt(rule_set("simple", ()), 3, number)
        assert sorted(card for card in place.wood() if card in EVENTS) == sorted(EVENTS)


def test_events_met_in_setting_up_may_mean_a_shuffle_of_the_whole_deck() -> None:
    """Read to the letter the deck is shuffled with them and missing cards are dealt from it: dragons may rise.

    Put back alone they leave dragons where they are: never in the first landscape of two players.
    """
    met = {}
    for reading in ("put_back", "reshuffled"):
        opened = [dealt(rule_set("two", (f"setup.events={reading}",)), 3, number) for number in range(150)]
        assert {len(place.landscape().split()) for place in opened} == {5}
        met[reading] = sum("dragon" in place.landscape() for place in opened)
    assert (met["put_back"], met["reshuffled"] > 0) == (0, True)


def test_the_ogre_is_stomped_with_nine_or_with_the_eight_of_the_example() -> None:
    """The worked example has a 5-point card of 12, 8 and 14; three implementations give the ogre 12, 9 and 14."""
    for settings, stomp in (((), 9), (("creatures.angry_ogre.stomp=8",), 8)):
        ogre = load("two", settings).effective["creatures"]["angry_ogre"]
        assert (ogre["points"], ogre["strike"], ogre["stomp"], ogre["scream"]) == (5, 12, stomp, 14)


def test_every_player_is_dealt_five_cards() -> None:
    """Each player has five adventurers, and one more for each ladybug that was dealt."""
    for rules in ("two", "three", "four"):
        for number in range(30):
            place = dealt(rule_set(rules, ()), 4, number)
            assert min(place.hand_sizes()) >= 5
            assert sum(place.hand_sizes()) == 5 * place.players + place.discards().count("*")


# ---- How to play, reloading


@pytest.mark.parametrize(("rules", "players"), [("two", 2), ("three", 3), ("four", 4)])
def test_play_continues_to_the_left(rules: str, players: int) -> None:
    """One turn after the other, round the table; whoever hiked last has seat 0."""
    place = dealt(rule_set(rules, ()), 5)
    movers = []
    for _ in range(2 * players + 1):
        movers.append(place.mover)
        place.play("reload")
    assert movers == [*range(players), *range(players), 0]


def test_without_cards_a_player_can_only_reload() -> None:
    """There is nothing to attack with."""
    assert position(hands=("", BOTH[1])).moves() == ["reload"]


EIGHT = "r1 r2 r3 r4 r5 r6 r7 r8"
NINE = f"{EIGHT} r9"


@pytest.mark.parametrize(
    ("held", "pile", "hand", "discards"),
    [
        pytest.param(BOTH[0], "g1", "r1 r2 r3 b7 g1 g9", "", id="one card is drawn, which ends the turn"),
        pytest.param(EIGHT, "g1", f"{EIGHT} g1", "", id="nine cards are kept"),
        pytest.param(NINE, "g1", f"{EIGHT} g1", "r9", id="with nine cards one is discarded after drawing"),
        pytest.param(NINE, "g1", NINE, "g1", id="any of the ten, the one just drawn too"),
        pytest.param(BOTH[0], "* g1 g2", "r1 r2 r3 b7 g1 g2 g9", "*", id="a ladybug is discarded for two more cards"),
        pytest.param(BOTH[0], "* * g1 g2 g3", "r1 r2 r3 b7 g1 g2 g3 g9", "* *", id="so is one that came for a ladybug"),
        pytest.param(EIGHT, "* g1 g2", "r2 r3 r4 r5 r6 r7 r8 g1 g2", "r1 *", id="a ladybug brings one card too many"),
        pytest.param(EIGHT, "* * g1 g2 g3", "r3 r4 r5 r6 r7 r8 g1 g2 g3", "r1 r2 * *", id="two ladybugs bring two"),
        pytest.param(NINE, "* g1 g2", "r2 r3 r4 r5 r6 r7 r8 r9 g1", "r1 g2 *", id="of eleven two go, one by one"),
    ],
)
def test_to_reload_draws_a_card(held: str, pile: str, hand: str, discards: str) -> None:
    """A player may draw one adventurer card; ladybugs go at once for two more cards each, what exceeds nine after it."""
    place = position(hands=(held, BOTH[1]))
    place.set_pile(f"{pile} g4")
    place.play("reload")
    for card in discards.replace("*", "").split():
        assert (place.mover, len(place.moves())) == (0, place.hand_sizes()[0])
        place.play(f"discard {card}")
    assert (place.hand(0), place.discards(), place.pile(), place.mover) == (hand, discards, "g4", 1)


def test_an_empty_pile_is_made_anew_from_the_discards() -> None:
    """When the adventurer deck runs out, the discard pile is shuffled to start a new deck."""
    place = position()
    place.set_pile("g1", "p4 p5 *")
    place.play("reload")
    assert place.hand(0) == "r1 r2 r3 b7 g1 g9"
    assert (sorted(place.pile().split()), place.discards(), place.decks_begun) == (["*", "p4", "p5"], "", 2)
    assert place.turns_left == -1


def test_a_last_ladybug_is_shuffled_into_the_new_deck() -> None:
    """The ladybug is discarded before the new deck is made, and its two cards come from that deck."""
    place = position()
    place.set_pile("*", "p4 p5 p6")
    place.play("reload")
    drawn = set(place.hand(0).split()) - set(BOTH[0].split())
    assert drawn <= {"p4", "p5", "p6"}
    assert len(place.pile().split()) + len(drawn) + place.discards().count("*") == 4


def test_what_the_hand_limit_costs_is_too_late_for_the_new_deck() -> None:
    """The tenth card is the last of its deck: the new one is made of what lay in the discards before."""
    place = position(hands=(NINE, BOTH[1]))
    place.set_pile("g1", "p4 p5")
    place.play("reload", "discard r1")
    assert (sorted(place.pile().split()), place.discards(), place.decks_begun) == (["p4", "p5"], "r1", 2)


def test_what_the_hand_limit_costs_is_in_time_for_a_new_deck_when_needed() -> None:
    """With the other reading the discards become a deck only when the next card is wanted."""
    place = position("end.runs_out=when_needed", hands=(NINE, "o1"))
    place.set_pile("g1", "p4")
    place.play("reload", "discard r1")
    assert (place.pile(), place.discards(), place.decks_begun) == ("", "r1 p4", 1)
    place.play("reload")
    assert (place.hand_sizes(), len(place.pile().split()), place.discards(), place.decks_begun) == ([9, 2], 1, "", 2)


def test_where_nothing_was_discarded_nothing_can_be_drawn() -> None:
    """An empty discard pile makes no new deck, and calls no end."""
    place = position()
    place.set_pile("g1")
    place.play("reload", "reload")
    assert (place.hand_sizes(), place.decks_begun, place.turns_left) == ([6, 5], 1, -1)


# ---- Capturing cards


def plays(place: Position, way: str, target: str) -> set[str]:
    """The cards that may be played in a way at a target."""
    head = f"{way} {target} "
    return {move.removeprefix(head) for move in place.moves() if move.startswith(head)}


@pytest.mark.parametrize(
    ("way", "hand", "played"),
    [
        pytest.param("strike", "r3 b3 r4 g6", "r3, b3, r4, g6, r3 r4, r4 b3", id="4 and 6 are not in a row"),
        pytest.param("strike", "r3 g3 b4", "r3, g3, b4, r3 b4, b4 g3", id="either three goes with the four, not both"),
        pytest.param("stomp", "r3 b3 r4 g6", "r3, b3, r4, g6, r3 b3", id="two threes"),
        pytest.param("scream", "r3 r5 r9 g6", "r3, r5, r9, g6, r3 r5, r3 r9, r5 r9, r3 r5 r9", id="in a row or not"),
    ],
)
def test_which_cards_of_a_hand_are_an_attack(way: str, hand: str, played: str) -> None:
    """A strike is cards in a row whatever their suits, a stomp cards of one number, a scream cards of one suit."""
    assert plays(position(hands=(hand, BOTH[1])), way, "fire_ants") == set(played.split(", "))


@pytest.mark.parametrize(
    ("way", "hand", "possible"),
    [
        ("strike", "r3 b5 g4", True), ("strike", "r3 r4 r5", True), ("strike", "r3 g5", False),
        ("strike", "r3 b4 g3", False), ("strike", "r12 g1", False), ("strike", "r10 b12 g11", True),
        ("stomp", "r7 g7", True), ("stomp", "r7 o7 p7 b7 g7", True), ("stomp", "r7 g8", False),
        ("scream", "r1 r4 r9", True), ("scream", "r1 g9", False),
        ("spell", "r3 r4 r5", True), ("spell", "r3 r4 g5", False), ("spell", "r3 r4 r6", False),
        ("spell", "r3 r4", False), ("spell", "r3 r4 r5 r6", False),
    ],
)  # fmt: skip
def test_which_cards_go_together(way: str, hand: str, possible: bool) -> None:
    """Strike: numbers in a row of any suits, up to 12; stomp: one number; scream: one suit; spell: three of both."""
    assert (f"{way} blue_dragon {hand}" in spell(hand=hand).moves()) is possible


def test_two_creatures_of_a_title_are_one_target() -> None:
    """It makes no difference which of two bears is attacked; one of them stays."""
    place = position(hands=("r3 g3", BOTH[1]), landscape="hungry_bear hungry_bear", coming="").roll(3, 3)
    assert len(place.moves()) == 1 + 2 * 3 + 1
    place.play("stomp hungry_bear r3 g3")
    assert place.landscape() == "hungry_bear"


def test_a_single_card_counts_as_any_of_the_three() -> None:
    """One card may always be used, as a strike, a stomp or a scream, at each of the five cards."""
    place = position(hands=("g6", BOTH[1]))
    assert Counter(move.split()[0] for move in place.moves()) == {"reload": 1, "strike": 5, "stomp": 5, "scream": 5}


def test_at_most_six_dice_are_rolled() -> None:
    """With eight cards of a suit in a row nobody plays more than six."""
    place = position(hands=("r1 r2 r3 r4 r5 r6 r7 r8", BOTH[1]))
    assert max(len(cards.split()) for cards in plays(place, "scream", "fire_ants")) == 6
    assert max(len(cards.split()) for cards in plays(place, "strike", "fire_ants")) == 6


def test_one_die_is_rolled_for_each_card() -> None:
    """A stomp of three cards rolls three dice, and their total counts."""
    place = position(hands=("r3 o3 p3", BOTH[1])).roll(1, 2, 4)
    place.play("stomp grumpy_troll r3 o3 p3")
    assert (place.rows[0]["rolled"], place.rows[0]["total"]) == (0x421, 7)


@pytest.mark.parametrize(("way", "captured"), [("strike", 0), ("stomp", 1), ("scream", 0)])
def test_the_example_of_the_rulebook(way: str, captured: int) -> None:
    """A total of 9 against 12, 8 and 14 captures with a stomp, and loses with a strike or a scream."""
    numbers = tuple(f"creatures.angry_ogre.{w}={n}" for w, n in (("strike", 12), ("stomp", 8), ("scream", 14)))
    hands = {"strike": "r3 o4 r5", "stomp": "r3 o3 p3", "scream": "r3 r5 r9"}
    place = position(*numbers, hands=(hands[way], BOTH[1]), landscape="angry_ogre wild_boar").roll(3, 2, 4)
    place.play(f"{way} angry_ogre {hands[way] if way != 'strike' else 'r3 r5 o4'}")
    assert (place.row["total"], place.row["captured"]) == (9, captured)


@pytest.mark.parametrize(("face", "captured"), [(2, 0), (3, 1), (4, 1)])
def test_equal_to_or_greater_captures(face: int, captured: int) -> None:
    """A crazy bat needs a stomp of 3: a 2 is not enough, a 3 is, a 4 as well."""
    place = position(hands=("r3 b9", BOTH[1])).roll(face)
    place.play("stomp crazy_bats r3")
    assert place.row["captured"] == captured


def test_a_defeated_creature_is_taken_with_its_points() -> None:
    """It goes to the victory pile, the cards used to the discard pile; one card a turn: the next player follows."""
    place = position(hands=("r9 g9 r1", BOTH[1])).roll(4, 4)
    place.play("stomp fire_ants r9 g9")
    assert (place.hand(0), place.discards(), place.mover) == ("r1", "r9 g9", 1)
    assert (place.points(0), place.creatures(0), place.row["points"]) == (2, 1, 2)
    assert "fire_ants" not in place.landscape()


def test_a_failed_attempt_costs_one_card_of_the_whole_hand() -> None:
    """The creature stays, one card is discarded as a wound, a used one or another; the rest is taken back."""
    place = position(hands=("r9 g9 r1", BOTH[1])).roll(1, 1)
    place.play("stomp fire_ants r9 g9")
    assert (place.mover, place.moves()) == (0, ["discard r1", "discard r9", "discard g9"])
    place.play("discard r1")
    assert (place.hand(0), place.discards(), place.mover, place.points(0)) == ("r9 g9", "r1", 1, 0)
    assert place.landscape().split().count("fire_ants") == 1


def test_a_wound_of_the_only_card_is_no_decision() -> None:
    """Whoever has one card left loses it without being asked."""
    place = position(hands=("r9", BOTH[1])).roll(1)
    place.play("scream fire_ants r9")
    assert (place.hand(0), place.discards(), place.mover) == ("", "r9", 1)


# ---- Enhancements


def test_a_captured_enhancement_lies_before_its_owner() -> None:
    """The player takes the card and keeps it; the cards used are discarded; it brings no points."""
    place = position(hands=("r9 g9 r1", BOTH[1])).roll(4, 4)
    place.play("stomp silver_sword r9 g9")
    assert (place.owned(0), place.points(0), place.creatures(0)) == ("silver_sword", 0, 0)
    assert place.hand(0) == "r1"


def test_a_failed_enhancement_costs_a_card_too() -> None:
    """If the roll does not reach the number on the enhancement, one card is discarded."""
    place = position(hands=("r9 g9 r1", BOTH[1])).roll(1, 1)
    place.play("stomp silver_sword r9 g9", "discard r9")
    assert (place.owned(0), place.hand(0)) == ("", "r1 g9")


HELP = {
    "silver_sword": (2, 0, 0),
    "bucket_of_spinach": (0, 2, 0),
    "ghost_disguise": (0, 0, 2),
    "cloak_of_darkness": (2, 2, 2),
    "magical_unicorn": (1, 1, 1),
    "silver_sword cloak_of_darkness magical_unicorn": (2 + 2 + 1, 2 + 1, 2 + 1),  # several add up
}


@pytest.mark.parametrize("owned", HELP)
def test_lasting_enhancements_add_to_every_attack(owned: str) -> None:
    """The Silver Sword adds 2 to any strike, and so on, to a stomp and to a scream; they stay with their owner."""
    for way, more in zip(("strike", "stomp", "scream"), HELP[owned], strict=True):
        place = position(hands=("r9 b1", BOTH[1]), landscape="grumpy_troll").roll(3)
        place.set_owned(0, owned)
        place.play(f"{way} grumpy_troll r9")
        assert (place.row["total"], place.owned(0)) == (3 + more, owned)


def test_an_enhancement_helps_in_every_turn() -> None:
    """The sword makes 5 the 7 that a bear needs, in this turn and in the next one."""
    bears = "hungry_bear hungry_bear"
    place = position(hands=("r5 r6 g5 g6", BOTH[1]), landscape=bears, coming="").roll(2, 3)
    place.set_owned(0, "silver_sword")
    place.play("strike hungry_bear r5 r6", "reload").roll(4, 1).play("strike hungry_bear g5 g6")
    assert (place.creatures(0), place.owned(0)) == (2, "silver_sword")


def test_enhancements_help_their_owner_alone() -> None:
    """The other's cloak adds nothing, and his bolt cannot be used."""
    place = position(hands=("r9 b1", BOTH[1]), landscape="grumpy_troll").roll(3)
    place.set_owned(1, "cloak_of_darkness lightning_bolt lucky_mushroom")
    assert not any("+" in move for move in place.moves())
    place.play("strike grumpy_troll r9")
    assert (place.row["total"], place.moves()) == (3, ["discard r9", "discard b1"])


def test_once_only_cards_are_used_by_choice() -> None:
    """With bunny and bolt: neither, either or both; those that were used are gone."""
    place = position(hands=("r9 b1", BOTH[1]), landscape="wild_boar").roll(2, 2)
    place.set_owned(0, "friendly_bunny lightning_bolt")
    head = "stomp wild_boar r9"
    uses = {move.removeprefix(head) for move in place.moves() if move.startswith(head)}
    assert uses == {"", " + friendly_bunny", " + lightning_bolt", " + lightning_bolt friendly_bunny"}
    place.play(f"{head} + lightning_bolt friendly_bunny")
    assert (place.row["total"], place.row["captured"], place.owned(0)) == (2 + 2 + 4, 1, "")


def test_enhancements_do_not_help_to_capture_enhancements() -> None:
    """Nothing is added, no once-only card may be used, no die is rolled again."""
    place = position(hands=("r9 b1", BOTH[1]), landscape="silver_sword grumpy_troll").roll(3)
    place.set_owned(0, "cloak_of_darkness lightning_bolt friendly_bunny charmed_potion lucky_mushroom")
    assert not any("+" in move for move in place.moves() if "silver_sword" in move)
    place.play("strike silver_sword r9")
    assert (place.row["total"], place.moves()) == (3, ["discard r9", "discard b1"])


@pytest.mark.parametrize(
    ("play", "faces", "total"),
    [
        ("strike angry_ogre r9 + lightning_bolt", (3,), 3 + 4),
        ("stomp angry_ogre r9 g9 + friendly_bunny", (1, 2, 3), 6),
        ("strike angry_ogre r3 g5 + charmed_potion", (1, 2, 4), 7),
        ("stomp angry_ogre r7 o7 p7 b7 g7 + charmed_potion", (2, 2, 3, 3, 2, 2), 14),
    ],
)
def test_a_once_only_card_helps_and_is_gone(play: str, faces: tuple[int, ...], total: int) -> None:
    """The bolt adds four, bunny and potion bring a die; they are gone, whether the attempt succeeds or not."""
    hand, used = play.split("angry_ogre ")[1].split(" + ")
    place = position(hands=(hand, BOTH[1]), landscape="angry_ogre")
    place.set_owned(0, used)
    place.roll(*faces).play(play)
    rolled = "".join(map(str, faces))[::-1]
    assert (f"{place.row['rolled']:x}", place.row["total"], place.owned(0)) == (rolled, total, "")


@pytest.mark.parametrize(
    ("owned", "most"), [("friendly_bunny", 5), ("charmed_potion", 5), ("friendly_bunny charmed_potion", 4)]
)
def test_bunny_and_potion_bring_no_seventh_die(owned: str, most: int) -> None:
    """At most six dice are rolled: six cards leave no room for either, five none for both."""
    row = ["r1", "r2", "r3", "r4", "r5", "r6"]
    place = position(hands=(" ".join(row), BOTH[1]), landscape="grumpy_troll")
    place.set_owned(0, owned)
    for number in range(1, 7):
        helped = f"strike grumpy_troll {' '.join(row[:number])} + {owned}" in place.moves()
        assert helped == (number <= most)


@pytest.mark.parametrize(
    ("way", "hand", "possible"),
    [
        ("strike", "r3 g5", True), ("strike", "r3 g4", True), ("strike", "r11 g12", True), ("strike", "r2 g4", True),
        ("strike", "r3 g6", False), ("strike", "r3 g3", False), ("strike", "r1 g12", False),
        ("strike", "r3", True), ("stomp", "b5 g5", True), ("scream", "r3", True),
        ("stomp", "r7 o7 p7 b7 g7", True), ("stomp", "r7 g8", False),
        ("scream", "r1 r9", True), ("scream", "r1 g9", False),
        ("spell", "r3 r5", True), ("spell", "r3 r4", True), ("spell", "r11 r12", True), ("spell", "r3 r6", False),
        ("spell", "r3 g4", False),
    ],
)  # fmt: skip
def test_what_the_potion_can_be(way: str, hand: str, possible: bool) -> None:
    """Any card: in a gap, at an end, a sixth of a number, of the same suit; there is no 13 and no 0."""
    place = spell(hand=hand)
    place.set_owned(0, "charmed_potion")
    assert (f"{way} blue_dragon {hand} + charmed_potion" in place.moves()) is possible


def test_the_potion_can_be_played_alone() -> None:
    """As a single card it is a strike, a stomp or a scream, even with an empty hand; it is never the wound."""
    place = position(hands=("", BOTH[1]), landscape="grumpy_troll").roll(1)
    place.set_owned(0, "charmed_potion")
    assert place.moves()[1:] == [f"{way} grumpy_troll + charmed_potion" for way in ("strike", "stomp", "scream")]
    place.play("strike grumpy_troll + charmed_potion")
    assert (place.hand_sizes(), place.mover, place.owned(0)) == ([0, 5], 1, "")


def test_the_lucky_mushroom_rolls_one_die_again() -> None:
    """After the roll its owner may keep the dice or roll one of them again: equal dice are alike."""
    place = position(hands=("r9 g9 o9", BOTH[1]), landscape="grumpy_troll").roll(1, 2, 1)
    place.set_owned(0, "lucky_mushroom")
    place.play("stomp grumpy_troll r9 o9 g9")
    assert (place.row["total"], place.mover, place.moves()) == (4, 0, ["keep", "reroll 1", "reroll 2"])
    place.play("reroll 2")
    face = place.row["rolled"] >> 4 & 15
    assert (place.row["rolled"] & 0xF0F, face in (1, 2, 3, 4), place.owned(0)) == (0x101, True, "lucky_mushroom")
    assert place.row["total"] == 2 + face


def test_the_mushroom_may_let_the_dice_lie() -> None:
    """Keeping them counts them as they are."""
    place = position(hands=("r9 g9 o9", BOTH[1]), landscape="fire_ants grumpy_troll").roll(1, 2, 1)
    place.set_owned(0, "lucky_mushroom")
    place.play("stomp fire_ants r9 o9 g9", "keep")
    assert (place.row["total"], place.row["captured"], place.mover) == (4, 1, 1)


@pytest.mark.parametrize(("die", "face", "captured"), [(1, 4, 1), (1, 3, 0), (4, 4, 0), (4, 1, 0)])
def test_the_new_face_counts_in_place_of_the_old(die: int, face: int, captured: int) -> None:
    """4 and 1 against a boar's sword of 8: only a 4 in place of the 1 captures; there is no third roll."""
    place = position(hands=("r5 g6 b1", BOTH[1]), landscape="wild_boar", coming="").roll(4, 1, again=face)
    place.set_owned(0, "lucky_mushroom")
    place.play("strike wild_boar r5 g6", f"reroll {die}")
    assert (place.row["total"], place.row["captured"]) == (4 + 1 - die + face, captured)
    assert not any("reroll" in move for move in place.moves())


def test_a_roll_that_suffices_can_be_spoilt() -> None:
    """The owner of the mushroom is asked all the same, and the new face counts."""
    place = position(hands=("r5 g6 b1", BOTH[1]), landscape="pack_of_wolves", coming="").roll(4, 2, again=1)
    place.set_owned(0, "lucky_mushroom")
    place.play("strike pack_of_wolves r5 g6")
    assert (place.row["total"], place.row["captured"], place.moves()) == (6, 0, ["keep", "reroll 4", "reroll 2"])
    assert place.play("reroll 4").row["captured"] == 0


# ---- Events and replenishing


def capture(coming: str, *settings: str, rules: str = "two", hands: tuple[str, ...] = BOTH) -> Position:
    """A position in which seat 0 has just captured a spider with his g9."""
    place = position(*settings, rules=rules, hands=hands, coming=coming).roll(4)
    return place.play(f"strike spooky_spiders {hands[0].split()[-1]}")


BATS, UNARMED = "crazy_bats fire_ants", "spooky_spiders crazy_bats fire_ants wild_boar"


@pytest.mark.parametrize(
    ("lying", "coming", "landscape", "left"),
    [
        pytest.param(FIVE, "wild_boar gooey_glob", f"{BATS} wild_boar grumpy_troll silver_sword", 1, id="a card comes"),
        pytest.param(FIVE, "", f"{BATS} grumpy_troll silver_sword", 0, id="unless no more cards are left"),
        pytest.param(
            FIVE,
            "quicksand wild_boar gooey_glob angry_ogre",
            f"{BATS} wild_boar grumpy_troll gooey_glob",
            1,
            id="quicksand",
        ),
        pytest.param(FIVE, "quicksand gooey_glob", f"{BATS} grumpy_troll gooey_glob", 0, id="one card after quicksand"),
        pytest.param(FIVE, "quicksand", f"{BATS} grumpy_troll", 0, id="no card after quicksand"),
        pytest.param(
            UNARMED,
            "quicksand gooey_glob wasps_nest",
            f"{BATS} wasps_nest wild_boar gooey_glob",
            0,
            id="quicksand in vain",
        ),
    ],
)
def test_a_captured_card_is_replaced(lying: str, coming: str, landscape: str, left: int) -> None:
    """Another card comes from the pile; quicksand removes the enhancements that lie there, not those that players own."""
    place = position(landscape=lying, coming=coming).roll(4)
    place.set_owned(1, "magical_unicorn")
    place.play("strike spooky_spiders g9")
    assert (place.landscape(), len(place.wood()), place.owned(1)) == (landscape, left, "magical_unicorn")


def test_a_failure_reveals_nothing() -> None:
    """The Dragonwood pile is touched only after a capture."""
    place = position(hands=("r9 b1", BOTH[1])).roll(1)
    place.play("strike grumpy_troll r9", "discard b1")
    assert (len(place.wood()), place.landscape().split()) == (2, sorted(FIVE.split(), key=TITLES.index))


def test_an_event_is_removed_from_the_game() -> None:
    """It lies nowhere any more, and nobody has it."""
    place = capture("sunny_day wild_boar gooey_glob")
    assert (place.wood(), place.owned(0), "sunny_day" in place.landscape()) == (["gooey_glob"], "", False)


def test_sunny_day_lets_everybody_draw_two() -> None:
    """All players draw two cards, the one whose turn it is first; then the landscape is filled up."""
    place = position(coming="sunny_day wild_boar").roll(4)
    place.set_pile("g1 g2 g3 g4 g5")
    place.play("strike spooky_spiders g9")
    assert (place.hand(0), place.hand(1)) == ("r1 r2 r3 b7 g1 g2", "o1 o2 o3 p7 p9 g3 g4")
    assert (len(place.landscape().split()), place.mover, "wild_boar" in place.landscape()) == (5, 1, True)


def test_sunny_day_goes_round_from_whose_turn_it_is() -> None:
    """Seat 1 of three captures: seat 1 draws first, then seat 2, then seat 0; a ladybug is replaced as always."""
    place = position(rules="three", hands=("r1 r2", "o1 o9", "p1 p2"), coming="sunny_day wild_boar")
    place.set_pile("b1 * g1 g2 g3 g4 g5 g6 g7 g8")
    place.play("reload").roll(4).play("strike spooky_spiders o9")
    assert [place.hand(seat) for seat in range(3)] == ["r1 r2 b1 g6 g7", "o1 g1 g2 g3", "p1 p2 g4 g5"]


def test_sunny_day_respects_the_hand_limit() -> None:
    """Whoever comes to hold more than nine discards, whosever turn it is."""
    place = position(hands=("r1 g9", "o1 o2 o3 o4 o5 o6 o7 o8 o9"), coming="sunny_day wild_boar").roll(4)
    place.set_pile("g1 g2 g3 g4 g5")
    place.play("strike spooky_spiders g9")
    assert (place.mover, len(place.moves()), place.row["mover"]) == (1, 11, 0)
    place.play("discard o1", "discard o2")
    assert (place.mover, place.hand_sizes(), place.turn_of) == (1, [3, 9], 1)


def test_thunder_storm_makes_everybody_discard_one() -> None:
    """Every player discards one card of his choice, the one whose turn it is first; those without have nothing to do."""
    place = capture("thunder_storm wild_boar", rules="three", hands=("r1 r2 g9", "o1 o2", ""))
    assert (place.mover, place.moves()) == (0, ["discard r1", "discard r2"])
    place.play("discard r2")
    assert (place.mover, place.moves()) == (1, ["discard o1", "discard o2"])
    place.play("discard o1")
    assert (place.mover, place.hand_sizes(), place.discards()) == (1, [1, 1, 0], "r2 o1 g9")
    assert "wild_boar" in place.landscape()


def test_wind_storm_passes_a_card_to_the_right() -> None:
    """Play goes to the left, so cards go the other way round: to the player before. All choose before they take up."""
    place = capture("wind_storm wild_boar", rules="three", hands=("r1 r2 g9", "o1 o2", "p1 p2"))
    assert (place.mover, place.moves()) == (0, ["pass r1", "pass r2"])
    place.play("pass r1")
    assert (place.mover, place.moves()) == (1, ["pass o1", "pass o2"])
    place.play("pass o2")
    assert place.hand_sizes() == [1, 1, 2]  # nobody has taken up anything yet
    place.play("pass p2")
    assert [place.hand(seat) for seat in range(3)] == ["r2 o2", "o1 p2", "r1 p1"]
    assert place.mover == 1


@pytest.mark.parametrize(
    ("coming", "held", "plays", "left"),
    [
        pytest.param("thunder_storm", "r1 r2 g9 / o1 o2", "discard r1, discard o1", "r2 / o2", id="as the last card"),
        pytest.param("thunder_storm wild_boar", "g9 /", "", "/", id="thunder over empty hands: nothing is lost"),
        pytest.param("wind_storm wild_boar", "r1 r2 g9 / o1", "pass r2", "r1 o1 / r2", id="the only card goes unasked"),
        pytest.param(
            "wind_storm wild_boar",
            "r1 r2 g9 / o1 o2 / / p1 p2",
            "pass r1, pass o1, pass p1",
            "r2 o1 / o2 / p1 / r1 p2",
            id="who has no card passes none and gets one",
        ),
        pytest.param("wind_storm wild_boar", "g9 /", "", "/", id="wind when nobody has a card"),
        pytest.param(
            "quicksand thunder_storm wild_boar gooey_glob",
            "r1 r2 g9 / o1",
            "discard r1",
            "r2 /",
            id="event after event",
        ),
        pytest.param(
            "thunder_storm wind_storm wild_boar",
            "r1 r2 g9 / o1 o2",
            "discard r1, discard o1",
            "o2 / r2",
            id="the thunder is over before the wind blows",
        ),
    ],
)
def test_each_event_is_followed_then_the_landscape_filled(coming: str, held: str, plays: str, left: str) -> None:
    """Each is read, followed and discarded; another card is drawn until there are five, as far as there are cards."""
    hands = tuple(hand.strip() for hand in held.split("/"))
    place = capture(coming, rules=TABLES[len(hands)], hands=hands).play(*plays.split(", ") if plays else ())
    assert [place.hand(seat) for seat in range(len(hands))] == [hand.strip() for hand in left.split("/")]
    assert len(place.landscape().split()) == (5 if "wild_boar" in coming else 4)
    assert (place.mover, place.discards().count("g9"), "reload" in place.moves()) == (1, 1, True)


# ---- Ending the game


def test_both_dragons_defeated_end_the_game_at_once() -> None:
    """The capture of the second dragon is the last thing that happens."""
    place = position(hands=("r9 o9 p9 b9 g9", BOTH[1]), landscape=f"{DRAGONS} wild_boar").roll(3, 3, 3, 3, 3)
    place.set_captured(0, "blue_dragon")
    place.play("stomp orange_dragon r9 o9 p9 b9 g9")
    result = place.result()
    assert (place.mover, result["end_reason"], result["ended_by"], result["score_first"]) == (-1, "dragons", 0, 16)
    assert (result["turns_first"], result["turns_second"]) == (1, 0)


def test_it_does_not_matter_who_defeats_the_dragons() -> None:
    """One each: the first ends nothing, the second ends the game; the event on top does not happen."""
    nines, tens = "r9 o9 p9 b9 g9", "r10 o10 p10 b10 g10"
    place = position(hands=(nines, tens), landscape=DRAGONS, coming="").roll(3, 3, 3, 3, 3)
    place.play(f"stomp blue_dragon {nines}")
    assert (place.mover, place.result()["dragons"]) == (1, 1)
    place.set_landscape("orange_dragon", "sunny_day")
    place.roll(3, 3, 3, 3, 3).play(f"stomp orange_dragon {tens}")
    result = place.result()
    assert (place.mover, result["end_reason"], result["ended_by"], result["dragons"]) == (-1, "dragons", 1, 2)
    assert (place.hand_sizes(), len(place.wood())) == ([0, 0], 1)
    assert (result["turns_first"], result["turns_second"]) == (1, 1)


def test_after_the_second_deck_everybody_has_one_more_turn() -> None:
    """The turn in which its last card is drawn is finished; then each player has one turn, and nobody draws."""
    place = position()
    place.set_decks_begun(2)
    place.set_pile("g1", "p4 p5")
    place.play("reload")
    assert place.hand(0) == "r1 r2 r3 b7 g1 g9"
    assert (place.mover, place.turns_left) == (1, 2)
    place.play("reload")
    assert (place.hand_sizes(), place.mover) == ([6, 5], 0)
    place.play("reload")
    assert (place.mover, place.hand_sizes()) == (-1, [6, 5])
    assert (place.result()["end_reason"], place.result()["ended_by"]) == ("decks", 0)
    assert (place.result()["turns_first"], place.result()["turns_second"]) == (2, 1)


@pytest.mark.parametrize(("rules", "players"), [("three", 3), ("four", 4)])
def test_the_last_round_goes_round_the_table(rules: str, players: int) -> None:
    """Seat 1 draws the last card; every player has one more turn, seat 1 himself the last one."""
    place = position(rules=rules, hands=("r1", "o1", "p1", "b1")[:players])
    place.set_decks_begun(2)
    place.set_pile("g1 g2", "p4")
    place.play("reload", "reload")
    movers = []
    while place.mover >= 0:
        movers.append(place.mover)
        place.play("reload")
    assert movers == [*range(2, players), 0, 1]
    assert (place.result()["ended_by"], place.result()["turns"]) == (1, 2 + players)
    assert place.hand_sizes() == [2, 2, 1, 1][:players]


def last_round(hands: tuple[str, str], landscape: str, coming: str) -> Position:
    """Seat 0 has drawn the last card; seat 1 is the first of the last round to move."""
    place = position(hands=hands, landscape=landscape, coming=coming)
    place.set_decks_begun(2)
    place.set_pile("g1")
    return place.play("reload")


def test_captures_of_the_last_round_count_and_nobody_draws() -> None:
    """The landscape is filled up as ever, but a sunny day brings no cards."""
    place = last_round(("r1", "o1 o9"), "crazy_bats wild_boar", "sunny_day fire_ants wasps_nest")
    place.roll(4).play("strike crazy_bats o9")
    assert (place.hand_sizes(), place.points(1), len(place.wood())) == ([2, 1], 1, 0)
    assert place.play("reload").mover == -1


def test_dragons_end_the_last_round_as_well() -> None:
    """The second dragon falls before everybody has had his last turn."""
    place = last_round(("r1", "r9 o9 p9 b9 g9"), "orange_dragon", "")
    place.set_captured(0, "blue_dragon")
    place.roll(3, 3, 3, 3, 3).play("stomp orange_dragon r9 o9 p9 b9 g9")
    assert (place.mover, place.result()["end_reason"], place.result()["ended_by"]) == (-1, "dragons", 1)


def test_a_sunny_day_may_draw_the_last_card() -> None:
    """Seat 1 draws it in the turn of seat 0, which is none of the last round."""
    place = position(hands=("r1 g9", "o1"), coming="sunny_day wild_boar")
    place.set_decks_begun(2)
    place.set_pile("g1 g2 g3")
    place.roll(4).play("strike spooky_spiders g9")
    assert (place.hand_sizes(), place.mover, place.turns_left) == ([3, 2], 1, 2)
    place.play("reload", "reload")
    assert (place.mover, place.result()["ended_by"], place.result()["end_reason"]) == (-1, 1, "decks")


@pytest.mark.parametrize(
    ("captured", "scores"),
    [
        (("spooky_spiders crazy_bats", "orange_dragon"), (2 + 3, 7)),
        (("spooky_spiders crazy_bats", "orange_dragon fire_ants"), (2 + 2, 9 + 2)),
        (("fire_ants", "fire_ants", "giggling_goblin"), (4, 4, 4)),
        (("fire_ants", "fire_ants", ""), (4, 4, 0)),
        (("crazy_bats", "crazy_bats crazy_bats", "orange_dragon"), (1, 5, 7)),
        (("crazy_bats", "crazy_bats", "crazy_bats", "angry_ogre"), (3, 3, 3, 7)),
        (("crazy_bats", "", "crazy_bats", "angry_ogre"), (3, 0, 3, 7)),
        (("", ""), (2, 2)),
        (("hungry_bear", "crazy_bats crazy_bats"), (3, 5)),
        (("blue_dragon orange_dragon", "crazy_bats"), (16, 1)),
    ],
)
def test_the_bonus_is_for_most_creatures(captured: tuple[str, ...], scores: tuple[int, ...]) -> None:
    """Three points for most creature cards, however few points they have; all who tie get two, also for none at all."""
    result = finished(*captured)
    assert tuple(result[f"score_{name}"] for name in SEATS[: len(scores)]) == scores


@pytest.mark.parametrize(
    ("captured", "scores", "winner", "holder", "ranks"),
    [
        # 7 points against 4 and the bonus of 3: the dragon decides
        (("orange_dragon", "pack_of_wolves spooky_spiders"), [7, 7], 0, 0, [1, 2]),
        (("fire_ants", "giggling_goblin"), [4, 4], -1, -1, [1, 1]),  # nobody captured it: a draw
        # Two of three have the bonus of those who tie: the dragon of the third decides; the others are second
        (("hungry_bear fire_ants", "wild_boar giggling_goblin", "orange_dragon"), [7, 7, 7], 2, 2, [2, 2, 1]),
        # Two share, although the third has the dragon
        (("gooey_glob angry_ogre", "gooey_glob angry_ogre", "orange_dragon"), [12, 12, 7], -1, 2, [1, 1, 3]),
    ],
)
def test_an_overall_tie_goes_to_the_captor_of_the_orange_dragon(
    captured: tuple[str, ...], scores: list[int], winner: int, holder: int, ranks: list[int]
) -> None:
    """Where none of those who tie has captured it the victory is shared."""
    result, seats = finished(*captured), SEATS[: len(captured)]
    assert [result[f"score_{name}"] for name in seats] == scores
    assert (result["winner"], result["dragon_holder"]) == (winner, holder)
    assert result["decided_by"] == ("dragon" if winner >= 0 else "draw")
    assert [result[f"rank_{name}"] for name in seats] == ranks
    assert {result[f"rank_{name}"] for name in SEATS[len(captured) :]} <= {-1}


def test_most_points_win_below_zero_as_well() -> None:
    """Seats that are given -9 and -5 points tie for most creatures: -7 against -3."""
    result = finished("", "", settings=("seats.first.points=-9", "seats.second.points=-5"))
    assert (result["score_first"], result["score_second"]) == (-7, -3)
    assert (result["winner"], result["decided_by"], result["rank_first"], result["lead_since"]) == (1, "points", 2, 0)


def finished(*captured: str, settings: tuple[str, ...] = ()) -> dict[str, Any]:
    """The result of a game that ends with these victory piles."""
    place = position(*settings, rules=TABLES[len(captured)], hands=("",) * len(captured), coming="")
    for seat, pile in enumerate(captured):
        place.set_captured(seat, pile)
    place.set_decks_begun(2)
    place.set_pile("g1")
    return place.play(*["reload"] * (1 + len(captured))).result()


# ---- Variants


def test_without_the_variant_there_is_no_spell() -> None:
    """The dragon spell is a variant."""
    assert not any("spell" in move for move in position(hands=("r3 r4 r5", BOTH[1]), landscape=DRAGONS).moves())


def spell(*settings: str, hand: str = "r3 r4 r5 g9", landscape: str = f"{DRAGONS} fire_ants") -> Position:
    """A position under the variant."""
    return position("spell.allowed=true", *settings, hands=(hand, BOTH[1]), landscape=landscape)


def test_a_spell_is_three_cards_of_a_suit_in_a_row_played_at_a_dragon() -> None:
    """Red 3, 4, 5, at either dragon and at nothing else; other threes are none."""
    spells = [move for move in spell().moves() if move.startswith("spell")]
    assert spells == ["spell blue_dragon r3 r4 r5", "spell orange_dragon r3 r4 r5"]
    for hand in ("r3 r4 g5", "r3 r4 r6", "r12 o1 o2"):
        assert not any(move.startswith("spell") for move in spell(hand=hand).moves())


@pytest.mark.parametrize(("faces", "captured"), [((3, 3), 1), ((2, 4), 1), ((2, 3), 0)])
def test_a_spell_rolls_two_dice_and_needs_six(faces: tuple[int, int], captured: int) -> None:
    """A roll of 6 or higher on two dice defeats the dragon."""
    place = spell().roll(*faces).play("spell orange_dragon r3 r4 r5")
    assert (place.row["captured"], place.row["total"]) == (captured, sum(faces))
    assert place.hand(0) == ("g9" if captured else "r3 r4 r5 g9")


def test_a_spell_that_fails_costs_a_wound() -> None:
    """One card is discarded; where the rules say so, its three cards are lost as well."""
    place = spell().roll(1, 2).play("spell orange_dragon r3 r4 r5", "discard r3")
    assert place.hand(0) == "r4 r5 g9"
    place = (
        spell("spell.spends=true", hand="r3 r4 r5 b1 g9").roll(1, 2).play("spell orange_dragon r3 r4 r5", "discard b1")
    )
    assert place.hand(0) == "g9"


def test_a_spell_may_cost_the_last_cards() -> None:
    """Whoever pays with his last three cards has none for the wound."""
    place = spell("spell.spends=true", hand="r3 r4 r5").roll(1, 2).play("spell orange_dragon r3 r4 r5")
    assert (place.hand(0), place.discards(), place.mover) == ("", "r3 r4 r5", 1)


def test_what_helps_any_attempt_helps_a_spell() -> None:
    """Cloak and unicorn add three, the bolt four and the bunny a die; sword, spinach and ghost add nothing."""
    place = spell().roll(1, 2, 1)
    lasting = "silver_sword bucket_of_spinach ghost_disguise cloak_of_darkness magical_unicorn"
    place.set_owned(0, f"{lasting} lightning_bolt friendly_bunny")
    place.play("spell orange_dragon r3 r4 r5 + lightning_bolt friendly_bunny")
    assert (place.row["rolled"], place.row["total"]) == (0x121, 4 + 3 + 4)


def test_nothing_helps_a_spell_where_it_is_two_bare_dice() -> None:
    """Neither what lasts nor what is used once; in other attempts both help as ever."""
    place = spell("spell.enhanced=false", hand="r3 r4 r6").roll(3, 2)
    place.set_owned(0, "cloak_of_darkness lucky_mushroom lightning_bolt charmed_potion")
    assert not any(move.startswith("spell") for move in place.moves())  # the potion is no card of a spell
    place = spell("spell.enhanced=false").roll(3, 2)
    place.set_owned(0, "cloak_of_darkness lucky_mushroom lightning_bolt friendly_bunny")
    assert [move for move in place.moves() if move.startswith("spell orange")] == ["spell orange_dragon r3 r4 r5"]
    assert any(move.startswith("scream orange_dragon r3 r4 r5 + lightning_bolt") for move in place.moves())
    place.play("spell orange_dragon r3 r4 r5")
    assert (place.row["rolled"], place.row["total"], place.row["captured"]) == (0x23, 5, 0)


def test_the_potion_is_one_of_the_three_cards_of_a_spell() -> None:
    """The dice are two all the same."""
    place = spell(hand="r3 r5").roll(4, 2)
    place.set_owned(0, "charmed_potion")
    place.play("spell orange_dragon r3 r5 + charmed_potion")
    assert (place.row["rolled"], place.row["captured"], place.hand(0), place.owned(0)) == (0x24, 1, "", "")


def test_a_longer_game_is_played_until_both_dragons_are_defeated() -> None:
    """Without the end by decks the discards are shuffled again and again."""
    place = position("end.decks=0")
    place.set_decks_begun(5)
    place.set_pile("g1", "p4 p5")
    place.play("reload")
    assert (place.decks_begun, place.turns_left, len(place.pile().split())) == (6, -1, 2)


def test_the_simple_game_ends_with_the_last_dragonwood_card() -> None:
    """It ends when the last card is revealed, and both dragons do not end it."""
    place = capture("wild_boar", rules="simple")
    assert (place.mover, place.result()["end_reason"]) == (-1, "last_card")
    whole = f"{DRAGONS} wild_boar wild_boar fire_ants"
    place = position(rules="simple", hands=("r9 o9 p9 b9 g9", BOTH[1]), landscape=whole).roll(3, 3, 3, 3, 3)
    place.set_captured(0, "blue_dragon")
    place.play("stomp orange_dragon r9 o9 p9 b9 g9")
    assert place.mover == 1


def test_the_last_dragonwood_card_ends_the_simple_game_whatever_it_is() -> None:
    """An event that is revealed last does nothing any more; the turn counts."""
    place = capture("thunder_storm", rules="simple", hands=("r1 r2 g9", "o1 o2"))
    result = place.result()
    assert (place.mover, result["end_reason"], place.hand_sizes()) == (-1, "last_card", [2, 2])
    assert (result["turns_first"], result["turns_second"]) == (1, 0)


def test_the_simple_game_ends_with_two_decks_as_well() -> None:
    """Whichever comes first."""
    place = position(rules="simple")
    place.set_decks_begun(2)
    place.set_pile("g1")
    place.play("reload", "reload", "reload")
    assert (place.mover, place.result()["end_reason"]) == (-1, "decks")


# ---- Rulings: where the rulebook is silent


def test_a_deck_may_count_as_out_only_when_a_card_is_needed() -> None:
    """With the other reading the last card of the last deck does not call the end, a draw in vain does."""
    place = position("end.runs_out=when_needed")
    place.set_decks_begun(2)
    place.set_pile("g1", "p4")
    place.play("reload")
    assert place.turns_left == -1
    place.play("reload")
    assert (place.turns_left, place.decks_begun) == (2, 2)


def out_in_the_deal(*settings: str) -> Position:
    """Three players, one suit of twelve, one deck: a ladybug that was dealt made the deck run out."""
    rules = rule_set("three", ("adventurers.suits=1", "end.decks=1", *settings))
    for number in range(20):
        place = dealt(rules, 1, number)
        if len(place.pile().split()) == 0:
            return place
    raise AssertionError("no deal ran out")


def test_a_last_deck_that_runs_out_in_the_deal_leaves_every_player_one_turn() -> None:
    """Two decks have been played through and every player gets one more turn: none was at hand, so one turn each."""
    for settings, movers in (
        ((), [0, 1, 2]),
        (("end.full_rounds=true",), [0, 1, 2]),
        (("end.last_round=false",), [0]),
        (("end.last_round=false", "end.full_rounds=true"), [0, 1, 2]),
    ):
        place, found = out_in_the_deal(*settings), []
        while place.mover >= 0:
            found.append(place.mover)
            place.play("reload")
        assert (found, place.result()["end_reason"]) == (movers, "decks")


def test_ladybugs_alone_bring_nothing_where_decks_never_end() -> None:
    """With all other cards in hands a ladybug could be replaced by ladybugs alone, for ever."""
    place = position("end.decks=0")
    place.set_pile("* *")
    place.play("reload")
    assert (place.hand_sizes(), len(place.pile().split()), place.mover) == ([5, 5], 2, 1)


def test_the_last_round_can_be_switched_off() -> None:
    """Then the turn that draws the last card is the last."""
    place = position("end.last_round=false")
    place.set_decks_begun(2)
    place.set_pile("g1")
    assert place.play("reload").mover == -1


def test_a_round_can_be_played_out_at_the_end() -> None:
    """No rule of the book: whoever calls the end, the last turn is the second player's, and nobody has one more."""
    for caller, left in ((0, 3), (1, 2)):
        place = position("end.full_rounds=true")
        place.set_decks_begun(2)
        for _ in range(caller):
            place.play("reload")
        place.set_pile("g1")
        place.play("reload")
        assert place.turns_left == left
        while place.mover != -1:
            place.play("reload")
        assert place.turns == [2, 2]


def test_a_game_that_ends_by_dragons_can_be_played_out_too() -> None:
    """No rule of the book: if the first player captures the last dragon, the second has his turn of that round."""
    place = position("end.full_rounds=true")
    place.set_landscape("orange_dragon")
    place.set_hands("r9 o9 p9 b9 g9", "r1")
    place.set_captured(0, "blue_dragon")
    place.roll(4, 4, 4).play("stomp orange_dragon r9 o9 p9 b9 g9")
    assert (place.mover, place.turns_left) == (1, 1)
    place.play("reload")
    result = place.result()
    assert (place.mover, result["end_reason"], result["ended_by"]) == (-1, "dragons", 0)
    assert (result["turns_first"], result["turns_second"]) == (1, 1)


def test_opening_hands_above_the_limit_are_cut_before_the_first_turn() -> None:
    """With a limit of five a ladybug at the deal brings a discard; then the first player has his whole turn."""
    for number in range(60):
        place = dealt(rule_set("two", ("hand.limit=5",)), 6, number)
        while max(place.hand_sizes()) > 5:
            assert all(move.startswith("discard") for move in place.moves())
            place.play(place.moves()[0])
        assert (place.mover, sum(place.turns), "reload" in place.moves()) == (0, 0, True)


def test_the_opening_hands_come_off_the_deck_in_turn() -> None:
    """The first place draws five, then the second: what the documented addresses say."""
    rules = load("two")
    place = dealt(rule_set("two", ()), 7, 0)
    deck = [card_text(card) for card in adventurers(rules.effective, 7, 0)]
    first = []
    wanted = 5
    while wanted:
        card = deck.pop()
        wanted += 1 if card == "*" else -1
        first += [card] if card != "*" else []
    assert sorted(place.hand(0).split()) == sorted(first)
