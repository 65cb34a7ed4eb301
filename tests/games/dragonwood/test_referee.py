"""The referee agrees with the engine on every column of every row."""

from functools import cache
from itertools import combinations, product

import pytest

from dhstats.games.dragonwood.files.rulesets import load
from dhstats.games.dragonwood.referee import chronicle
from dhstats.games.dragonwood.referee.chronicle import Choice, unpacked
from dhstats.games.dragonwood.referee.legal import attempts
from dhstats.games.dragonwood.referee.tabletop import set_up
from dhstats.games.dragonwood.table import ACTS, WAYS
from dhstats.games.dragonwood.words.notation import RETELLING
from dhstats.games.retelling import Kept
from tests.engine.philox import Words, below, shuffled, words_of_turn
from tests.games.dragonwood.positions import Position, mask, rule_set
from tests.games.logs import engine_logs

WILD = (
    "spell.allowed=true", "spell.spends=true", "end.runs_out=when_needed", "hand.limit=5", "setup.removed.two=0",
    "events.wind_storm.copies=4", "events.wind_storm.passes=2", "events.thunder_storm.discards=2",
    "events.sunny_day.copies=3",
)  # fmt: skip
ODD = (
    "hand.limit=6", "end.last_round=false", "adventurers.ladybugs=12", "adventurers.suits=3", "attempt.wounds=2",
    "enhancements.friendly_bunny.once=false", "enhancements.lucky_mushroom.once=true",
    "enhancements.charmed_potion.once=false", "dice.faces=[1, 1, 5]", "dice.max=4",
)  # fmt: skip
CHEAP = (
    "setup.removed.two=0", "spell.allowed=true", "enhancements.charmed_potion.stomp=1",
    "enhancements.lightning_bolt.stomp=1", "enhancements.friendly_bunny.scream=1",
    "enhancements.lucky_mushroom.scream=1", "enhancements.cloak_of_darkness.strike=1",
)  # fmt: skip
EVEN = (
    "end.full_rounds=true", "setup.dragons=anywhere", "setup.removed.two=28", "setup.removed.three=28",
    "creatures.orange_dragon.stomp=3", "creatures.blue_dragon.scream=3", "end.last_card=true",
)  # fmt: skip
CASES = {
    "two": ("two", (), ("random", "greedy"), 3),
    "three": ("three", (), ("greedy", "random", "greedy"), 2),
    "four": ("four", ("spell.allowed=true", "spell.cards=2"), ("greedy", "greedy", "random", "random"), 2),
    "simple": ("simple", (), ("greedy", "random"), 3),
    "wild": ("two", WILD, ("greedy", "random"), 4),
    "odd": ("four", ODD, ("greedy", "random", "greedy", "greedy"), 4),
    "cheap": ("two", CHEAP, ("random", "random"), 4),
    "seats": (
        "four",
        ("seats.first.hand_size=3", "seats.third.hand_size=8", "seats.fourth.points=-4"),
        ("greedy", "random", "random", "greedy"),
        1,
    ),
    "even": ("two", EVEN[:-1], ("greedy", "random"), 8),
    "even for three": ("three", EVEN, ("greedy", "random", "greedy"), 8),
}


@cache
def logged(case: str) -> list[Kept]:
    """The games of a case."""
    name, settings, players, deals = CASES[case]
    return engine_logs("dragonwood", load(name, settings), players, 2**64 - 3, 2**40, deals)


@pytest.mark.parametrize("case", CASES)
def test_the_referee_agrees_with_the_engine(case: str) -> None:
    """Whole games, all columns of all rows, the number of options included."""
    name, settings, *_ = CASES[case]
    rules = load(name, settings).effective
    assert all(RETELLING.check(rules, kept) == [] for kept in logged(case))


@pytest.mark.parametrize("number", [0, 7, 2**40 + 7])
def test_cards_and_dice_are_those_of_their_addresses(number: int) -> None:
    """Adventurers, a new deck and the dice of every place are those of the tests' own stream of words."""
    rules, seed = load("two").effective, 2**63 + 12345
    cards = [(suit, face) for suit in range(5) for face in range(1, 13)] + [chronicle.LADYBUG] * 4
    assert chronicle.adventurers(rules, seed, number) == [cards[i] for i in shuffled(Words(seed, 4, number), 64)]
    order = shuffled(words_of_turn(seed, 64, number, 3), 5)
    assert chronicle.new_deck(seed, number, 3, cards[4::-1]) == [cards[i] for i in order]
    for place in range(4):
        words = words_of_turn(seed, 65 + place, number, 8)
        roll, sides = below(words, 6**6), (1, 2, 2, 3, 3, 4)
        dice = chronicle.Dice(rules, seed, number, place, 8)
        assert dice.first == [sides[roll // 6**i % 6] for i in range(6)]
        assert [dice.again(), dice.again()] == [sides[below(words, 6)], sides[below(words, 6)]]


@pytest.mark.parametrize("own", ["", "charmed_potion", "lightning_bolt friendly_bunny charmed_potion"])
def test_what_is_listed_is_allowed_and_nothing_else(own: str) -> None:
    """Every attempt that can be written down with these cards, titles and enhancements, and other decisions."""
    rules = load("two", ("spell.allowed=true",)).effective
    table = set_up(rules, Kept(1, {"deal_id": 0, "layout": 0, "swapped": 0}, []))
    hand, titles = unpacked(mask("r3 r4 g4 r5 b9 r12")), ["blue_dragon", "wild_boar", "magical_unicorn"]
    table.hands[0], table.landscape, table.owned[0] = list(hand), titles, own.split()
    once = ("lightning_bolt", "friendly_bunny", "charmed_potion")
    written = [
        Choice(way, target, chosen, used)
        for target, way in product([*titles, "angry_ogre"], WAYS)
        for chosen in (chosen for size in range(7) for chosen in combinations(sorted([*hand, (2, 7)]), size))
        for used in (used for size in range(4) for used in combinations(once, size))
    ]
    written += [Choice("reload"), Choice("keep"), Choice("reroll", die=1), Choice("discard", cards=hand[:1])]
    written += [Choice("reload", target="wild_boar"), Choice("pass", cards=hand[:1])]
    allowed = {choice for choice in written if table.objection(choice) == ("", "")}
    assert allowed == set(table.choices())
    assert len(allowed) > 50


@pytest.mark.parametrize(
    ("settings", "deals"), [(("attempt.wounds=0",), 2), (("end.decks=0", "hand.size=1", "hand.limit=1"), 1)]
)
def test_a_game_that_is_stopped_stands(settings: tuple[str, ...], deals: int) -> None:
    """Where attempts cost nothing, or no deck is the last, a game may be stopped: the referee stops it there as well."""
    own = load("two", settings)
    games = engine_logs("dragonwood", own, ("greedy", "random"), 0, 2, deals)
    stopped = [kept for kept in games if kept.row["end_reason"] == "turn_limit"]
    assert {(kept.row["turns"], kept.row["ended_by"]) for kept in stopped} == {(int(own.record().turn_limit), -1)}
    assert [RETELLING.check(own.effective, kept) for kept in games] == [[]] * len(games)


@pytest.mark.parametrize(
    ("hand", "whole"), [("r1 r2 r3", True), ("r1 o1 p1 b1 g1", True), ("r1 r2 r3 o1 o2 p3", False)]
)
def test_the_potion_may_double_a_card(hand: str, whole: bool) -> None:
    """With all three cards of a suit, or all five of a number, it is one of them again: engine and referee agree."""
    place = Position(rule_set("two", ("adventurers.numbers=3",)))
    place.set_hands(hand, "")
    place.set_landscape("wild_boar silver_sword")
    place.set_owned(0, "charmed_potion")
    held = unpacked(int(place.table["hands"][0]))
    options = attempts(place.rules.effective, held, ["wild_boar", "silver_sword"], ["charmed_potion"])
    assert len(place.moves()) == 1 + len(options)
    assert any(move.endswith(f"wild_boar {hand} + charmed_potion") for move in place.moves()) is whole


def test_every_kind_of_decision_is_refereed() -> None:
    """The cases above hold strikes, stomps, screams, spells, re-rolls, discards, passes and used enhancements."""
    turns = [turn for case in CASES for kept in logged(case) for turn in kept.turns]
    assert {turn["act"] for turn in turns} == set(ACTS)
    assert {1 << 6, 1 << 7, 1 << 8} <= {turn["used"] for turn in turns}


def test_a_game_is_told_in_words() -> None:
    """A line a decision; the result names the winner."""
    kept = engine_logs("dragonwood", load("two"), ("random", "greedy"), 5, 0, 1)[0]
    story = RETELLING.tell(load("two").effective, kept)
    assert len(story.steps) == len(kept.turns)
    assert all(step.line and step.deed and step.board for step in story.steps)
    assert "Ended by the last adventurer deck" in " ".join(story.result)
