"""Dragonwood's oracle: the rulebook's sentences in small positions worked by hand, and whole random games."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

import pytest

from tests.reference.dragonwood import (
    COLOURS,
    CREATURES,
    DRAGONS,
    ENHANCEMENTS,
    EVENTS,
    FACES,
    LADYBUG,
    WAYS,
    Attempt,
    Card,
    Decision,
    Demand,
    Discard,
    Luck,
    Pass,
    Position,
    Prepared,
    Reload,
    Reroll,
    Rules,
    adventurer_cards,
    apply,
    bonus_of,
    bonuses,
    deal_out,
    dice_of,
    dragonwood_cards,
    first_landscape,
    fits,
    legal,
    need_of,
    numbers_of,
    play,
    possible,
    scores,
    set_up,
    shares,
    shuffled_back,
    simple,
    until_both_dragons,
    winners,
)

# Cards and positions in notation

LETTERS = {colour[0]: colour for colour in COLOURS}


def cards(notation: str) -> list[Card]:
    """Adventurer cards from their letters and numbers, "r3 g12 *": red 3, green 12, a ladybug."""
    words = notation.split()
    return [LADYBUG if word == "*" else (LETTERS[word[0]], int(word[1:])) for word in words]


BEASTS = "hungry_bear pack_of_wolves fierce_jaguar wild_boar grumpy_troll"


def position(
    *hands: str,
    pile: str = "p1 p2 p3 p4 p5 p6",
    discards: str = "",
    landscape: str = BEASTS,
    deck: str = "crazy_bats crazy_bats",
    captured: Sequence[str] = (),
    enhancements: Sequence[str] = (),
    seat: int = 0,
    decks_begun: int = 1,
    **rules: Any,
) -> Position:
    """A table at the start of a turn of this seat; two empty hands unless more are given."""
    held = [cards(hand) for hand in (*hands, "", "")[: max(2, len(hands))]]
    players = len(held)
    return Position(
        rules=Rules(players, **rules),
        hands=held,
        pile=cards(pile),
        discards=cards(discards),
        deck=deck.split(),
        landscape=landscape.split(),
        captured=[pile.split() for pile in (*captured, *[""] * players)[:players]],
        enhancements=[pile.split() for pile in (*enhancements, *[""] * players)[:players]],
        seat=seat,
        turns=[0] * players,
        decks_begun=decks_begun,
        demands=[Demand(seat, "turn")],
    )


def attempt(target: str, way: str, notation: str, once: str = "") -> Attempt:
    """An attempt, its cards in notation."""
    return Attempt(target, way, tuple(sorted(cards(notation))), tuple(once.split()))


def after(start: Position, *decisions: Decision, rolls: Iterable[Sequence[int]] = (), **orders: Any) -> Position:
    """The position after these decisions, with these rolls and shuffles; every roll has to be asked for."""
    chance = Prepared(*rolls, **orders)
    for decision in decisions:
        start = apply(start, decision, chance)
    assert chance.rolls == []
    return start


def held(at: Position, seat: int = 0) -> list[Card]:
    """A hand, sorted."""
    return sorted(at.hands[seat])


def in_hand(notation: str) -> list[Card]:
    """Cards from notation, sorted as `held` has them."""
    return sorted(cards(notation))


def asked(at: Position) -> Demand | None:
    """Who is asked for what now."""
    return at.demands[0] if at.demands else None


def targets(at: Position, way: str) -> set[str]:
    """What can be attempted in this way."""
    return {option.target for option in legal(at) if isinstance(option, Attempt) and option.way == way}


def played(at: Position, way: str) -> set[tuple[Card, ...]]:
    """With which cards something can be attempted in this way."""
    return {option.cards for option in legal(at) if isinstance(option, Attempt) and option.way == way}


# Contents


def test_what_is_in_the_box() -> None:
    """64 adventurers and 42 Dragonwood cards, with two summaries 108; six sides of a die."""
    assert len(adventurer_cards()) == 64
    assert Counter(adventurer_cards())[LADYBUG] == 4
    assert Counter(colour for colour, _ in adventurer_cards()) == {**dict.fromkeys(COLOURS, 12), "ladybug": 4}
    assert len(set(adventurer_cards()) - {LADYBUG}) == 60
    assert len(adventurer_cards()) + len(dragonwood_cards()) + 2 == 108
    assert FACES == (1, 2, 2, 3, 3, 4)


def test_kinds_of_dragonwood_cards() -> None:
    """29 creatures of 16 titles worth 79 points, nine enhancements, four events."""
    counts = Counter(dragonwood_cards())
    assert sum(counts[title] for title in CREATURES) == 29
    assert sum(counts[title] * CREATURES[title].points for title in CREATURES) == 79
    assert (len(CREATURES), len(ENHANCEMENTS), len(EVENTS), counts.total()) == (16, 9, 4, 42)
    assert all(counts[title] == 1 for title in (*ENHANCEMENTS, *EVENTS, *DRAGONS))


def test_dearer_creatures_are_harder_and_rarer() -> None:
    """The worth of a title orders its copies (4, 2, 1) and the sum of its numbers; no row of the table is shifted."""
    by_points: dict[int, list[int]] = {}
    for creature in CREATURES.values():
        assert creature.copies == {1: 4, 2: 2, 3: 2}.get(creature.points, 1)
        by_points.setdefault(creature.points, []).append(sum(creature.numbers))
    tiers = [by_points[points] for points in sorted(by_points)]
    assert tiers == [[10, 10], [17, 17, 18], [22, 22, 22, 22], [29, 29, 29], [35, 33], [36], [38]]
    assert sum(sum(ENHANCEMENTS[title].numbers) for title in ENHANCEMENTS) == 190


@pytest.mark.parametrize(
    ("title", "points", "numbers"),
    [("grumpy_troll", 4, (9, 11, 9)), ("gooey_glob", 5, (14, 9, 10)), ("fire_ants", 2, (7, 4, 6))],
)
def test_creatures_the_rulebook_speaks_of(title: str, points: int, numbers: tuple[int, int, int]) -> None:
    """A troll is worth 4; a glob is worst to strike, ants are best to stomp."""
    assert (CREATURES[title].points, numbers_of(title)) == (points, numbers)


# Set-up


@pytest.mark.parametrize(("players", "removed", "left"), [(2, 12, 25), (3, 10, 27), (4, 8, 29)])
def test_cards_are_removed_by_players(players: int, removed: int, left: int) -> None:
    """12, 10 or 8 of the 40 cards that are no dragons go back to the box; five of the rest lie in the landscape."""
    start = set_up(Rules(players), Luck(players))
    assert (len(start.box), len(start.landscape), len(start.deck)) == (removed, 5, left)
    assert not set(start.box) & set(DRAGONS)
    assert Counter(start.dragonwood()) == Counter(dragonwood_cards())


def test_dragons_are_shuffled_into_the_lower_half() -> None:
    """Two players: 28 cards without dragons, 14 above; the dragons are anywhere among the lower 16."""
    chance = Prepared(lower_half=[[14, 15, *range(14)]])
    start = set_up(Rules(2), chance)
    assert ("lower_half", 16) in chance.asked
    assert [start.deck.index(dragon) + len(start.landscape) for dragon in DRAGONS] == [14, 15]


def test_dragons_stay_low_in_every_deal() -> None:
    """Nobody meets a dragon before the 15th of 30 cards, less the events that were put back below it (four at most)."""
    for seed in range(300):
        start = set_up(Rules(2), Luck(seed))
        order = [*start.landscape, *start.deck]
        assert min(order.index(dragon) for dragon in DRAGONS) >= 14 - len(EVENTS)


SUNNY_AND_THUNDER_ON_TOP = [[*range(24, 36), 36, 37, *range(24), 38, 39]]


def test_events_are_not_laid_out_at_first() -> None:
    """The deck is sunny day, thunder storm, four spiders, four bats ...: three spiders stay, the events go back by lot.

    Sunny day goes to place 3, thunder storm on top, so that it is revealed again with a spider, and then to place 1.
    """
    places = [[3, *range(3), *range(4, 26)], list(range(27)), [1, 0, *range(2, 26)]]
    chance = Prepared(dragonwood=SUNNY_AND_THUNDER_ON_TOP, event_place=places)
    start = set_up(Rules(2), chance)
    assert start.landscape == ["spooky_spiders"] * 4 + ["crazy_bats"]
    assert start.deck[:4] == ["thunder_storm", "crazy_bats", "sunny_day", "crazy_bats"]
    assert [asked for asked in chance.asked if asked[0] == "event_place"] == [("event_place", n) for n in (26, 27, 26)]
    assert Counter(start.dragonwood()) == Counter(dragonwood_cards())


def test_events_shuffled_into_the_whole_deck() -> None:
    """The other reading: all of the deck is shuffled with the events, and a dragon may lie in the landscape."""
    chance = Prepared(dragonwood=SUNNY_AND_THUNDER_ON_TOP, whole_deck=[[25, 26, *range(2, 25), 1, 0]])
    start = set_up(Rules(2, events_back="whole_deck"), chance)
    assert start.landscape == ["spooky_spiders"] * 3 + list(DRAGONS)
    assert start.deck[-2:] == ["sunny_day", "thunder_storm"]


Shares = dict[tuple[str, ...], float]


def laid_out(deck: list[str], rules: Rules) -> Shares:
    """How likely each landscape, with the deck behind it, is if events go back when all other cards lie there."""
    asked_first = Prepared()
    first_landscape(rules, deck, asked_first)
    shares: Shares = Counter()
    for orders in all_orders([n for _, n in asked_first.asked]):
        landscape, left = first_landscape(rules, deck, Prepared(event_place=orders))
        shares[*landscape, "|", *left] += 1 / prod(n for _, n in asked_first.asked)
    return shares


def laid_out_by_rounds(deck: list[str], rules: Rules) -> Shares:
    """The same if events go back at once and may be revealed again, until a billionth is left of all cases."""
    shares: Shares = Counter()
    open_cases: dict[tuple[tuple[str, ...], tuple[str, ...]], float] = {((), tuple(deck)): 1.0}
    while sum(open_cases.values()) > 1e-9:
        later: dict[tuple[tuple[str, ...], tuple[str, ...]], float] = Counter()
        for (lying, cards_left), share in open_cases.items():
            landscape, left, events = deal_out(rules, list(lying), list(cards_left))
            sizes = [len(left) + 1 + n for n in range(len(events))]
            for orders in all_orders(sizes):
                back = shuffled_back(rules, events, left, Prepared(event_place=orders))
                if len(landscape) == rules.landscape:
                    shares[*landscape, "|", *back] += share / prod(sizes)
                else:
                    later[tuple(landscape), tuple(back)] += share / prod(sizes)
        open_cases = later
    return shares


def all_orders(sizes: list[int]) -> Iterator[list[list[int]]]:
    """Every choice of a first place for each of these shuffles."""
    for places in product(*map(range, sizes)):
        yield [[place, *(n for n in range(size) if n != place)] for place, size in zip(places, sizes, strict=True)]


@pytest.mark.parametrize(
    "deck",
    [
        "sunny_day fire_ants wasps_nest wild_boar hungry_bear",
        "fire_ants sunny_day quicksand wasps_nest wild_boar",
        "sunny_day fire_ants quicksand wasps_nest wild_boar hungry_bear",
        "fire_ants quicksand wasps_nest sunny_day wild_boar thunder_storm",
    ],
)
def test_when_events_go_back_makes_no_difference(deck: str) -> None:
    """Before new cards are dealt, again and again, or once all others lie there: every order is as likely."""
    at_once, later = (Rules(2, landscape=2, events_back=reading) for reading in ("by_lot", "when_all_lie"))
    assert laid_out_by_rounds(deck.split(), at_once) == pytest.approx(laid_out(deck.split(), later), abs=1e-8)


def test_five_cards_each_and_seat_0_begins() -> None:
    """Five secret cards a player from the top; the rest is the pile; seat 0 was the last to hike."""
    start = set_up(Rules(3), Prepared())
    deck = adventurer_cards()
    assert start.hands == [deck[:5], deck[5:10], deck[10:15]]
    assert start.pile == deck[15:]
    assert (asked(start), start.discards) == (Demand(0, "turn"), [])


def test_ladybugs_are_replaced_in_the_deal() -> None:
    """Two ladybugs among the first cards: seat 0 discards them, gets two for each, and begins with seven cards."""
    start = set_up(Rules(2), Prepared(adventurers=[[60, 0, 61, *range(1, 60), 62, 63]]))
    assert [len(hand) for hand in start.hands] == [7, 5]
    assert start.discards == [LADYBUG, LADYBUG]
    assert held(start) == in_hand("r1 r2 r3 r4 r5 r6 r7")


# Reload


def test_reload_draws_one_card_and_ends_the_turn() -> None:
    """The top card of the pile; then the player to the left is asked."""
    end = after(position("r1", "g1", "b1"), Reload())
    assert held(end) == in_hand("p1 r1")
    assert (asked(end), end.turns, end.pile) == (Demand(1, "turn"), [1, 0, 0], cards("p2 p3 p4 p5 p6"))


def test_play_goes_around() -> None:
    """To the left, and after the last seat the first again."""
    end = after(position("", "", ""), Reload(), Reload(), Reload())
    assert (asked(end), end.turns) == (Demand(0, "turn"), [1, 1, 1])


NINE = "r1 r2 r3 r4 r5 r6 r7 r8 r9"


def test_hand_limit_of_nine() -> None:
    """With nine cards a tenth is drawn and then one of the ten discarded, also the one just drawn."""
    start = position(NINE)
    middle = after(start, Reload())
    assert (asked(middle), len(middle.hands[0])) == (Demand(0, "limit"), 10)
    assert legal(middle) == [Discard(card) for card in in_hand(NINE + " p1")]
    end = after(middle, Discard(("purple", 1)))
    assert (held(end), end.discards, asked(end)) == (in_hand(NINE), cards("p1"), Demand(1, "turn"))


def test_ninth_card_is_kept() -> None:
    """Nobody discards at exactly nine."""
    assert asked(after(position(NINE[3:]), Reload())) == Demand(1, "turn")


def test_ladybug_brings_two_cards() -> None:
    """It is discarded at once."""
    end = after(position("r1", pile="* g1 g2 g3"), Reload())
    assert (held(end), end.discards, end.pile) == (in_hand("r1 g1 g2"), [LADYBUG], cards("g3"))


def test_ladybug_after_ladybug() -> None:
    """Three cards come for two ladybugs in a row: two for the second, and the second of the first."""
    end = after(position("r1", pile="* * g1 g2 g3 g4"), Reload())
    assert (held(end), end.discards) == (in_hand("r1 g1 g2 g3"), [LADYBUG, LADYBUG])


def test_ladybug_at_the_limit() -> None:
    """With nine cards it brings two and costs two; with eight, one."""
    nine = after(position(NINE, pile="* g1 g2 g3"), Reload())
    assert nine.demands == [Demand(0, "limit")] * 2
    end = after(nine, Discard(("red", 1)), Discard(("red", 2)))
    assert (len(end.hands[0]), asked(end)) == (9, Demand(1, "turn"))
    assert after(position(NINE[3:], pile="* g1 g2 g3"), Reload()).demands == [Demand(0, "limit")]


def test_discard_pile_becomes_the_new_deck() -> None:
    """The last card is drawn: what has been discarded is shuffled and drawn from."""
    end = after(position("r1", pile="g1", discards="b1 b2 b3"), Reload(), new_deck=[[2, 0, 1]])
    assert (end.pile, end.discards, end.decks_begun) == (cards("b3 b1 b2"), [], 2)


@pytest.mark.parametrize(("new_deck", "pile", "discards"), [("at_once", "b1", "r1"), ("when_needed", "", "b1 r1")])
def test_when_the_new_deck_begins(new_deck: str, pile: str, discards: str) -> None:
    """The tenth card is the last: what he discards for it is too late for a deck shuffled at once, else in time."""
    start = position(NINE, pile="g1", discards="b1", new_deck=new_deck)
    end = after(start, Reload(), Discard(("red", 1)))
    assert (end.pile, end.discards) == (cards(pile), cards(discards))
    end = after(end, Reload())
    assert held(end, 1) == in_hand("b1")


def test_ladybug_as_last_card() -> None:
    """It is discarded first, so it is part of the new deck, from which its two cards come."""
    end = after(position(pile="*", discards="b1 b2"), Reload(), new_deck=[[0, 2, 1]])
    assert held(end) == in_hand("b1 b2")
    assert end.discards == [LADYBUG]


def test_nothing_to_shuffle_nothing_to_draw() -> None:
    """As long as no card has been discarded there is no second deck, and no end either."""
    end = after(position("r1", pile="g1"), Reload(), Reload())
    assert (held(end, 1), end.decks_begun, end.turns_left) == ([], 1, None)


# Captures: ways, dice, numbers


@pytest.mark.parametrize(
    ("way", "notation", "possible"),
    [
        ("strike", "r3 g4 b5", True),
        ("strike", "r3 r4 r5", True),
        ("strike", "r3 g5", False),
        ("strike", "r3 g3 b4", False),
        ("strike", "r12 g1", False),
        ("strike", "r10 g11 b12", True),
        ("stomp", "r7 g7", True),
        ("stomp", "r7 g7 b7 o7 p7", True),
        ("stomp", "r7 g8", False),
        ("scream", "r1 r9 r4", True),
        ("scream", "r1 g9", False),
        ("spell", "r3 r4 r5", True),
        ("spell", "r3 r4 g5", False),
        ("spell", "r3 r4 r6", False),
        ("spell", "r3 r4", False),
        ("spell", "r3 r4 r5 r6", False),
    ],
)
def test_which_cards_fit(way: str, notation: str, possible: bool) -> None:
    """Strike: numbers in a row of any colours; stomp: one number; scream: one colour; spell: three in a row of one."""
    assert fits(way, cards(notation)) is possible


def test_a_single_card_is_anything() -> None:
    """One card, one die, and a choice of three numbers."""
    start = position("r5", landscape="wild_boar")
    assert legal(start) == [Reload(), *(attempt("wild_boar", way, "r5") for way in WAYS)]
    assert dice_of(attempt("wild_boar", "stomp", "r5")) == 1


def test_every_selection_may_be_played() -> None:
    """Red 3, red 4, green 4: three single cards; in pairs one strike in two ways, one stomp, one scream."""
    start = position("r3 r4 g4", landscape="wild_boar")
    singles = {(card,) for card in cards("r3 r4 g4")}
    assert played(start, "strike") == singles | {tuple(in_hand("r3 r4")), tuple(in_hand("r3 g4"))}
    assert played(start, "stomp") == singles | {tuple(in_hand("r4 g4"))}
    assert played(start, "scream") == singles | {tuple(in_hand("r3 r4"))}


def test_two_cards_of_a_title_are_one_target() -> None:
    """Which of two equal bears is attacked makes no difference."""
    start = position("r5", landscape="hungry_bear hungry_bear fire_ants")
    assert len(legal(start)) == 1 + 2 * 3
    assert targets(start, "strike") == {"hungry_bear", "fire_ants"}


def test_a_die_a_card() -> None:
    """Four cards to stomp on ants: four dice, the number of the boot."""
    stomp = attempt("fire_ants", "stomp", "r2 g2 b2 o2")
    assert (dice_of(stomp), need_of(stomp)) == (4, 4)


def test_no_seventh_card() -> None:
    """Seven red cards: at most six of them scream."""
    start = position("r1 r3 r5 r7 r9 r11 r12", landscape="wild_boar")
    assert max(len(chosen) for chosen in played(start, "scream")) == 6


@pytest.mark.parametrize(("way", "captured"), [("strike", False), ("stomp", True), ("scream", False)])
def test_total_is_compared_by_way(way: str, captured: bool) -> None:
    """A total of 9 against an ogre of 12, 9 and 14: only the stomp captures it, for equal is enough."""
    start = position("r5 r6 r7 g5 b5", landscape="angry_ogre")
    chosen = {"strike": "r5 r6 r7", "stomp": "r5 g5 b5", "scream": "r5 r6 r7"}[way]
    end = after(start, attempt("angry_ogre", way, chosen), rolls=[(4, 3, 2)])
    assert ("angry_ogre" in end.captured[0]) is captured


def test_one_short_is_a_failure() -> None:
    """5 against the boot's 6."""
    end = after(position("r5 g5"), attempt("hungry_bear", "stomp", "r5 g5"), rolls=[(3, 2)])
    assert (end.captured[0], asked(end)) == ([], Demand(0, "wound"))


def test_defeated_creature() -> None:
    """The creature goes to his victory pile, the cards used to the discard pile, the others stay; the turn is over."""
    start = position("r5 g5 b9", landscape="hungry_bear fire_ants", deck="")
    end = after(start, attempt("hungry_bear", "stomp", "r5 g5"), rolls=[(3, 3)])
    assert (end.captured, end.landscape) == ([["hungry_bear"], []], ["fire_ants"])
    assert (held(end), sorted(end.discards), asked(end)) == (in_hand("b9"), in_hand("r5 g5"), Demand(1, "turn"))


def test_wound() -> None:
    """The creature stays; one card of the hand is lost, one of those played or another; the rest comes back."""
    start = position("r5 g5 b9", landscape="hungry_bear fire_ants")
    middle = after(start, attempt("hungry_bear", "stomp", "r5 g5"), rolls=[(1, 1)])
    assert legal(middle) == [Discard(card) for card in in_hand("r5 g5 b9")]
    for lost in cards("r5 b9"):
        end = after(middle, Discard(lost))
        assert end.landscape == start.landscape
        assert (end.discards, len(end.hands[0]), asked(end)) == ([lost], 2, Demand(1, "turn"))


def test_wound_takes_the_only_card() -> None:
    """Who plays his last card and fails ends with an empty hand, and can only reload."""
    middle = after(position("r5"), attempt("hungry_bear", "stomp", "r5"), rolls=[(4,)])
    end = after(middle, Discard(("red", 5)), Reload())
    assert (end.hands[0], legal(end)) == ([], [Reload()])


# Enhancements


def test_captured_enhancement_lies_before_him() -> None:
    """It is no creature and is worth nothing; his cards are discarded, the landscape is filled."""
    start = position("r5 g5", landscape="magical_unicorn", deck="crazy_bats", captured=["crazy_bats", "crazy_bats"])
    end = after(start, attempt("magical_unicorn", "stomp", "r5 g5"), rolls=[(4, 2)])
    assert (end.enhancements, end.captured) == ([["magical_unicorn"], []], [["crazy_bats"], ["crazy_bats"]])
    assert (sorted(end.discards), end.landscape, scores(end)) == (in_hand("r5 g5"), ["crazy_bats"], [3, 3])


def test_enhancement_not_captured_costs_a_card() -> None:
    """A wound as with creatures."""
    start = position("r5 g5", landscape="magical_unicorn")
    end = after(start, attempt("magical_unicorn", "stomp", "r5 g5"), rolls=[(3, 2)])
    assert (end.enhancements[0], asked(end)) == ([], Demand(0, "wound"))


@pytest.mark.parametrize(
    ("enhancement", "strike", "stomp", "scream"),
    [
        ("silver_sword", 2, 0, 0),
        ("bucket_of_spinach", 0, 2, 0),
        ("ghost_disguise", 0, 0, 2),
        ("cloak_of_darkness", 2, 2, 2),
        ("magical_unicorn", 1, 1, 1),
        ("lucky_mushroom", 0, 0, 0),
        ("silver_sword cloak_of_darkness magical_unicorn", 5, 3, 3),
        ("lightning_bolt friendly_bunny charmed_potion", 0, 0, 0),
    ],
)
def test_what_enhancements_add(enhancement: str, strike: int, stomp: int, scream: int) -> None:
    """Those that are kept add in their ways, several together; those used once only if they are used."""
    start = position("r5", enhancements=[enhancement])
    assert tuple(bonus_of(start, attempt("wild_boar", way, "r5")) for way in WAYS) == (strike, stomp, scream)


def test_sword_helps_every_turn() -> None:
    """+2 turns 5 into the 7 of a bear's sword, in this turn and in his next."""
    start = position("r5 r6 g5 g6", landscape="hungry_bear hungry_bear", deck="", enhancements=["silver_sword"])
    end = after(
        start,
        attempt("hungry_bear", "strike", "r5 r6"),
        Reload(),
        attempt("hungry_bear", "strike", "g5 g6"),
        rolls=[(2, 3), (4, 1)],
    )
    assert (end.captured[0], end.enhancements[0]) == (["hungry_bear"] * 2, ["silver_sword"])


def test_opponents_enhancements_do_not_help() -> None:
    """The cloak lies before the other player."""
    start = position("r5", enhancements=["", "cloak_of_darkness lightning_bolt"])
    assert bonus_of(start, attempt("wild_boar", "strike", "r5")) == 0
    assert all(option.once == () for option in legal(start) if isinstance(option, Attempt))


def test_enhancements_do_not_capture_enhancements() -> None:
    """No bonus, nothing used once, no re-roll against an enhancement."""
    own = "cloak_of_darkness lucky_mushroom lightning_bolt friendly_bunny charmed_potion"
    start = position("r5 g5", landscape="magical_unicorn", enhancements=[own])
    assert {option.once for option in legal(start) if isinstance(option, Attempt)} == {()}
    end = after(start, attempt("magical_unicorn", "stomp", "r5 g5"), rolls=[(3, 2)])
    assert asked(end) == Demand(0, "wound")


@pytest.mark.parametrize(("faces", "captured"), [((1, 1), True), ((1,), False)])
def test_lightning_bolt(faces: tuple[int, ...], captured: bool) -> None:
    """Four points, once: it is gone whether the bear's 6 is reached or not."""
    chosen = "r5 g5" if captured else "r5"
    start = position("r5 g5", enhancements=["lightning_bolt"])
    end = after(start, attempt("hungry_bear", "stomp", chosen, "lightning_bolt"), rolls=[faces])
    assert (end.captured[0] == ["hungry_bear"]) is captured
    assert (end.enhancements[0], end.gone) == ([], ["lightning_bolt"])


def test_used_once_only_by_choice() -> None:
    """Two such cards may be used together, one of them, or none."""
    start = position("r5", landscape="wild_boar", enhancements=["friendly_bunny lightning_bolt"])
    uses = Counter(option.once for option in legal(start) if isinstance(option, Attempt))
    both = ("lightning_bolt", "friendly_bunny")
    assert uses == {(): 3, both[:1]: 3, both[1:]: 3, both: 3}


def test_friendly_bunny() -> None:
    """One die more than cards."""
    start = position("r5 g5", enhancements=["friendly_bunny"])
    end = after(start, attempt("hungry_bear", "stomp", "r5 g5", "friendly_bunny"), rolls=[(2, 2, 2)])
    assert (end.captured[0], end.gone) == (["hungry_bear"], ["friendly_bunny"])


def test_bunny_brings_no_seventh_die() -> None:
    """With five cards it is the sixth die; with six it cannot be used."""
    start = position("r1 r3 r5 r7 r9 r11", enhancements=["friendly_bunny"])
    uses = [option for option in legal(start) if isinstance(option, Attempt) and option.once]
    assert max(len(option.cards) for option in uses) == 5
    assert max(dice_of(option) for option in uses) == 6


@pytest.mark.parametrize(
    ("way", "notation", "possible"),
    [
        ("strike", "r3 g5", True),
        ("strike", "r3 g4", True),
        ("strike", "r11 g12", True),
        ("strike", "r3 g6", False),
        ("strike", "r3 g3", False),
        ("strike", "r1 g12", False),
        ("stomp", "r7 g7 b7 o7 p7", True),
        ("stomp", "r7 g8", False),
        ("scream", "r1 r9", True),
        ("scream", "r1 g9", False),
        ("scream", "", True),
        ("spell", "r3 r5", True),
        ("spell", "r3 r4", True),
        ("spell", "r3 r6", False),
        ("spell", "r3 g4", False),
    ],
)
def test_what_the_potion_can_be(way: str, notation: str, possible: bool) -> None:
    """Any card: in a gap, at an end, a sixth of a number, of the same colour, or alone."""
    assert fits(way, cards(notation), wild=1) is possible


def test_no_row_of_thirteen() -> None:
    """A row of all twelve numbers cannot be made longer."""
    whole = [("red", number) for number in range(1, 13)]
    assert fits("strike", whole)
    assert not fits("strike", whole, wild=1)


def test_charmed_potion() -> None:
    """Red 3 and green 5 with the potion between them: a strike with three dice; the potion is gone, the cards discarded."""
    start = position("r3 g5", enhancements=["charmed_potion"])
    end = after(start, attempt("pack_of_wolves", "strike", "r3 g5", "charmed_potion"), rolls=[(2, 2, 2)])
    assert (end.captured[0], end.gone, sorted(end.discards)) == (
        ["pack_of_wolves"],
        ["charmed_potion"],
        in_hand("r3 g5"),
    )


def test_potion_is_one_of_six_cards() -> None:
    """Six red cards and the potion: five of the six at most go with it, and no bunny then."""
    start = position("r1 r3 r5 r7 r9 r11", enhancements=["charmed_potion friendly_bunny"])
    options = [option for option in legal(start) if isinstance(option, Attempt)]
    with_potion = [option for option in options if "charmed_potion" in option.once]
    assert max(len(option.cards) for option in with_potion) == 5
    assert max(len(option.cards) for option in with_potion if len(option.once) == 2) == 4


def test_potion_alone_and_no_card_for_the_wound() -> None:
    """An empty hand may try the potion with one die; if it fails there is no card to lose."""
    start = position("", landscape="spooky_spiders", enhancements=["charmed_potion"])
    assert len(legal(start)) == 1 + len(WAYS)
    end = after(start, attempt("spooky_spiders", "stomp", "", "charmed_potion"), rolls=[(2,)])
    assert (asked(end), end.enhancements[0], end.discards) == (Demand(1, "turn"), [], [])


@pytest.mark.parametrize(
    ("face", "new", "captured"), [(None, (), False), (1, (4,), True), (1, (3,), False), (4, (4,), False)]
)
def test_lucky_mushroom(face: int | None, new: tuple[int, ...], captured: bool) -> None:
    """4 and 1 against 8, a boar's sword: the new face counts in place of the old; the mushroom is kept."""
    start = position("r5 g6", enhancements=["lucky_mushroom"])
    middle = after(start, attempt("wild_boar", "strike", "r5 g6"), rolls=[(4, 1)])
    assert legal(middle) == [Reroll(None), Reroll(1), Reroll(4)]
    end = after(middle, Reroll(face), rolls=[new] if new else [])
    assert (end.captured[0] == ["wild_boar"]) is captured
    assert (asked(end) == Demand(0, "wound")) is not captured
    assert end.enhancements[0] == ["lucky_mushroom"]


def test_mushroom_after_a_roll_that_suffices() -> None:
    """He is asked all the same and may leave the dice."""
    start = position("r5 g6", enhancements=["lucky_mushroom"])
    end = after(start, attempt("pack_of_wolves", "strike", "r5 g6"), Reroll(None), rolls=[(4, 2)])
    assert end.captured[0] == ["pack_of_wolves"]


# Filling up the landscape, and events

FOUR = "hungry_bear pack_of_wolves fierce_jaguar wild_boar"


def capture_before(*hands: str, deck: str, landscape: str = FOUR, **more: Any) -> Position:
    """Seat 0 captures bats with the red 12, his first card, and cards come from this deck."""
    start = position(*hands, landscape=f"crazy_bats {landscape}", deck=deck, **more)
    return after(start, attempt("crazy_bats", "stomp", "r12"), rolls=[(3,)])


def test_captured_card_is_replaced() -> None:
    """One card from the deck, and the turn is over."""
    end = capture_before("r12", deck="fire_ants gooey_glob")
    assert (end.landscape, end.deck, asked(end)) == ([*FOUR.split(), "fire_ants"], ["gooey_glob"], Demand(1, "turn"))


def test_no_cards_left_to_replace() -> None:
    """The landscape stays at four."""
    end = capture_before("r12", deck="")
    assert (end.landscape, asked(end)) == (FOUR.split(), Demand(1, "turn"))


def test_failure_reveals_nothing() -> None:
    """The deck is only touched after a capture."""
    start = position("r12")
    end = after(start, attempt("hungry_bear", "stomp", "r12"), Discard(("red", 12)), rolls=[(4,)])
    assert (end.deck, end.landscape) == (start.deck, start.landscape)


def test_thunder_storm() -> None:
    """Everybody discards a card of his choice, the mover first; then the landscape is filled and the turn is over."""
    middle = capture_before("r12 r1 r2", "g1 g2", "b1", deck="thunder_storm fire_ants")
    assert middle.demands == [Demand(seat, "storm") for seat in (0, 1, 2)]
    assert legal(middle) == [Discard(("red", 1)), Discard(("red", 2))]
    assert len(middle.landscape) == 4
    end = after(middle, *(Discard(card) for card in cards("r2 g1 b1")))
    assert [held(end, seat) for seat in range(3)] == [cards("r1"), cards("g2"), []]
    assert (end.landscape[-1], end.gone, asked(end)) == ("fire_ants", ["thunder_storm"], Demand(1, "turn"))


def test_thunder_storm_over_an_empty_hand() -> None:
    """The card with which he captured was the mover's last: only the other discards."""
    end = capture_before("r12", "g1", deck="thunder_storm fire_ants")
    assert end.demands == [Demand(1, "storm")]


def test_wind_storm() -> None:
    """All pass to the right: seat 1's card to seat 0, seat 2's to seat 1, seat 0's to seat 2; none before all chose."""
    middle = capture_before("r12 r1", "g1 g2", "b1", deck="wind_storm fire_ants")
    middle = after(middle, Pass(("red", 1)))
    assert (middle.hands[2], legal(middle)) == (cards("b1"), [Pass(("green", 1)), Pass(("green", 2))])
    assert Counter(middle.adventurers()) == Counter(cards("r1 g1 g2 b1 r12 p1 p2 p3 p4 p5 p6"))
    end = after(middle, Pass(("green", 2)), Pass(("blue", 1)))
    assert [held(end, seat) for seat in range(3)] == [cards("g2"), in_hand("b1 g1"), cards("r1")]
    assert (end.gone, asked(end)) == (["wind_storm"], Demand(1, "turn"))


def test_wind_storm_and_an_empty_hand() -> None:
    """Who has no card passes none and still gets one."""
    end = after(capture_before("r12", "g1", deck="wind_storm"), Pass(("green", 1)))
    assert (end.hands, end.passing) == ([cards("g1"), []], [])


def test_wind_storm_when_nobody_has_a_card() -> None:
    """Nothing happens, and play goes on."""
    assert asked(capture_before("r12", deck="wind_storm fire_ants")) == Demand(1, "turn")


def test_sunny_day() -> None:
    """All draw two, the mover first; a ladybug is replaced; who has more than nine discards."""
    middle = capture_before("r12", NINE.replace("r", "g"), deck="sunny_day fire_ants", pile="p1 * p2 p3 p4 p5 p6")
    assert held(middle) == in_hand("p1 p2 p3")
    assert middle.demands == [Demand(1, "limit")] * 2
    end = after(middle, Discard(("purple", 4)), Discard(("purple", 5)))
    assert (held(end, 1), end.landscape[-1], asked(end)) == (in_hand(NINE.replace("r", "g")), "fire_ants", (1, "turn"))


def test_sunny_day_begins_with_the_mover() -> None:
    """Seat 1 captures: it draws first, then seat 2, then seat 0."""
    start = position("", "r12", "", landscape=f"crazy_bats {FOUR}", deck="sunny_day", seat=1)
    end = after(start, attempt("crazy_bats", "stomp", "r12"), rolls=[(3,)])
    assert end.hands == [cards("p5 p6"), cards("p1 p2"), cards("p3 p4")]


def test_quicksand() -> None:
    """Two enhancements of the landscape are gone for good, those before the players stay; three cards are revealed."""
    lying = "silver_sword hungry_bear magical_unicorn wild_boar"
    deck = "quicksand fire_ants lightning_bolt wasps_nest gooey_glob"
    end = capture_before("r12", deck=deck, landscape=lying, enhancements=["cloak_of_darkness"])
    assert end.landscape == ["hungry_bear", "wild_boar", "fire_ants", "lightning_bolt", "wasps_nest"]
    assert end.gone == ["quicksand", "silver_sword", "magical_unicorn"]
    assert (end.deck, end.enhancements[0]) == (["gooey_glob"], ["cloak_of_darkness"])


def test_event_after_event() -> None:
    """The thunder is over before the wind blows; the landscape is filled last."""
    middle = capture_before("r12 r1 r2", "g1 g2", deck="thunder_storm wind_storm fire_ants")
    middle = after(middle, Discard(("red", 1)), Discard(("green", 1)))
    assert (asked(middle), len(middle.landscape)) == (Demand(0, "pass"), 4)
    end = after(middle, Pass(("red", 2)), Pass(("green", 2)))
    assert (end.hands, end.landscape[-1]) == ([cards("g2"), cards("r2")], "fire_ants")


# The end


def test_second_dragon_ends_the_game_at_once() -> None:
    """The other player has the blue one; nothing is revealed, no event happens."""
    start = position(
        "r5", landscape=f"orange_dragon {FOUR}", deck="thunder_storm", captured=["", "blue_dragon"],
        enhancements=["cloak_of_darkness magical_unicorn lightning_bolt"],
    )  # fmt: skip
    end = after(start, attempt("orange_dragon", "stomp", "r5", "lightning_bolt"), rolls=[(4,)])
    assert (end.over, end.end_reason, legal(end), end.demands) == (True, "dragons", [], [])
    assert (end.deck, end.turns, end.hands[0]) == (["thunder_storm"], [1, 0], [])


def test_one_dragon_ends_nothing() -> None:
    """Play goes on after the first."""
    start = position("r5", landscape="blue_dragon", enhancements=["cloak_of_darkness lightning_bolt"])
    end = after(start, attempt("blue_dragon", "stomp", "r5", "lightning_bolt"), rolls=[(4,)])
    assert (end.captured[0], asked(end)) == (["blue_dragon"], Demand(1, "turn"))


def last_cards(*hands: str, **more: Any) -> Position:
    """The second deck has one card left, and there are discards that will not be shuffled."""
    return position(*hands, pile="p1", discards="b1 b2", decks_begun=2, **more)


def test_every_player_has_one_more_turn() -> None:
    """Seat 1 draws the last card; then seats 2, 0 and 1 have a turn each, and nobody draws."""
    end = after(last_cards("", "", "", seat=1), Reload())
    assert (held(end, 1), end.pile, asked(end)) == (cards("p1"), [], Demand(2, "turn"))
    for seat in (2, 0, 1):
        assert asked(end) == Demand(seat, "turn")
        assert Reload() in legal(end)
        end = after(end, Reload())
    assert (end.over, end.end_reason, end.turns) == (True, "decks", [1, 2, 1])
    assert end.hands == [[], cards("p1"), []]


def test_captures_in_the_extra_turns_count() -> None:
    """A creature captured in the last turn is his; an event that makes all draw brings nothing then."""
    start = last_cards("", "r12", landscape=f"crazy_bats {FOUR}", deck="sunny_day fire_ants")
    end = after(start, Reload(), attempt("crazy_bats", "stomp", "r12"), Reload(), rolls=[(3,)])
    assert (end.over, end.captured[1], end.hands[1], end.landscape[-1]) == (True, ["crazy_bats"], [], "fire_ants")


def test_dragons_in_the_extra_turns() -> None:
    """The second dragon ends the game before everybody has had his extra turn."""
    start = last_cards(
        "", "r5", landscape="orange_dragon", captured=["blue_dragon"],
        enhancements=["", "cloak_of_darkness magical_unicorn lightning_bolt"],
    )  # fmt: skip
    end = after(start, Reload(), attempt("orange_dragon", "stomp", "r5", "lightning_bolt"), rolls=[(4,)])
    assert (end.end_reason, end.turns) == ("dragons", [1, 1])


def test_last_card_drawn_in_sunny_day() -> None:
    """The turn in which the deck runs out is none of the extra turns, however it runs out."""
    start = last_cards("r12", "", landscape=f"crazy_bats {FOUR}", deck="sunny_day")
    end = after(start, attempt("crazy_bats", "stomp", "r12"), Reload(), Reload(), rolls=[(3,)])
    assert (end.over, end.turns, end.hands) == (True, [2, 1], [cards("p1"), []])


def test_last_deck_out_in_the_deal() -> None:
    """One suit, one deck: five red cards, five, two and four ladybugs; then one turn each, from seat 0."""
    end = set_up(Rules(3, suits=1, decks=1), Prepared())
    assert (list(map(len, end.hands)), end.pile, end.ended_by) == ([5, 5, 2], [], 2)
    for seat in range(3):
        assert asked(end) == Demand(seat, "turn")
        end = after(end, Reload())
    assert (end.over, end.end_reason, end.turns) == (True, "decks", [1, 1, 1])


def test_ladybugs_alone_bring_nothing_where_decks_never_end() -> None:
    """Otherwise they would be drawn for each other for ever."""
    end = after(position(pile="* *", decks=0), Reload())
    assert (held(end), len(end.pile), asked(end)) == ([], 2, Demand(1, "turn"))


def test_deck_out_only_when_a_card_is_wanted() -> None:
    """The other reading: the last card calls nothing; the next who wants one in vain does."""
    end = after(last_cards(deck_out="cannot_draw"), Reload())
    assert end.turns_left is None
    end = after(end, Reload(), Reload(), Reload())
    assert (end.over, end.turns, end.hands) == (True, [2, 2], [cards("p1"), []])


# Scoring


@pytest.mark.parametrize(
    ("captured", "extra", "total"),
    [
        (["hungry_bear", "crazy_bats crazy_bats"], [0, 3], [3, 5]),
        (["hungry_bear", "crazy_bats"], [2, 2], [5, 3]),
        (["hungry_bear", "crazy_bats", ""], [2, 2, 0], [5, 3, 0]),
        (["crazy_bats", "crazy_bats", "crazy_bats fire_ants"], [0, 0, 3], [1, 1, 6]),
        (["", ""], [2, 2], [2, 2]),
        (["blue_dragon orange_dragon", "crazy_bats"], [3, 0], [16, 1]),
    ],
)
def test_points_and_bonus(captured: list[str], extra: list[int], total: list[int]) -> None:
    """Points of captured creatures; three more for most creatures, dragons among them, two for each of several."""
    end = position(*[""] * len(captured), captured=captured)
    assert (bonuses(end), scores(end)) == (extra, total)


@pytest.mark.parametrize(
    ("captured", "won"),
    [
        (["orange_dragon", "blue_dragon crazy_bats"], [1]),
        (["orange_dragon hungry_bear", "blue_dragon gigantic_python"], [0]),
        (["blue_dragon", "gooey_glob crazy_bats"], [1]),
        (["hungry_bear", "wild_boar"], [0, 1]),
        (["hungry_bear crazy_bats", "wild_boar crazy_bats", "orange_dragon"], [2]),
        (["gooey_glob angry_ogre", "gooey_glob angry_ogre", "orange_dragon"], [0, 1]),
    ],
)
def test_who_wins(captured: list[str], won: list[int]) -> None:
    """Most points; of several with most who has the orange dragon; if none of them has it, they share."""
    end = position(*[""] * len(captured), captured=captured)
    assert winners(end) == won
    assert shares(end) == [Fraction(seat in won, len(won)) for seat in range(len(captured))]


# Variants

SPELL = attempt("blue_dragon", "spell", "r3 r4 r5")


def test_spell_only_by_rule_and_only_for_dragons() -> None:
    """Three in a row of one colour; no spell without the variant, none against a troll."""
    hand, lying = "r3 r4 r5 r6 g7", "blue_dragon grumpy_troll"
    assert targets(position(hand, landscape=lying), "spell") == set()
    start = position(hand, landscape=lying, dragon_spell=True)
    assert targets(start, "spell") == {"blue_dragon"}
    assert played(start, "spell") == {tuple(cards("r3 r4 r5")), tuple(cards("r4 r5 r6"))}


def test_spell_rolls_two_dice_for_six() -> None:
    """Two dice instead of three; six is enough for either dragon, although they need ten and more."""
    start = position("r3 r4 r5", landscape="blue_dragon", deck="", dragon_spell=True)
    assert (dice_of(SPELL), need_of(SPELL)) == (2, 6)
    end = after(start, SPELL, rolls=[(4, 2)])
    assert (end.captured[0], end.hands[0], len(end.discards)) == (["blue_dragon"], [], 3)


@pytest.mark.parametrize(("spell_cards", "left"), [("paid", ["g9"]), ("returned", ["r3", "r4", "r5", "g9"])])
def test_spell_that_fails(spell_cards: str, left: list[str]) -> None:
    """The three cards are the price and the wound comes on top; or they come back and one card is lost."""
    start = position("r3 r4 r5 g9", landscape="blue_dragon", dragon_spell=True, spell_cards=spell_cards)
    middle = after(start, SPELL, rolls=[(3, 2)])
    assert legal(middle) == [Discard(card) for card in in_hand(" ".join(left))]


def test_spell_that_fails_with_nothing_left() -> None:
    """Whoever paid his last three cards has none for the wound."""
    start = position("r3 r4 r5", landscape="blue_dragon", dragon_spell=True)
    assert asked(after(start, SPELL, rolls=[(3, 2)])) == Demand(1, "turn")


@pytest.mark.parametrize(("spell_help", "adds", "uses"), [("any_attempt", 3, 4), ("none", 0, 1)])
def test_what_helps_a_spell(spell_help: str, adds: int, uses: int) -> None:
    """Cloak and unicorn do, the sword does not; bolt and bunny may be used; or nothing helps at all."""
    own = "silver_sword cloak_of_darkness magical_unicorn lightning_bolt friendly_bunny"
    start = position("r3 r4 r5", landscape="blue_dragon", enhancements=[own], dragon_spell=True, spell_help=spell_help)
    assert bonus_of(start, SPELL) == adds
    assert sum(isinstance(option, Attempt) and option.way == "spell" for option in legal(start)) == uses


def test_potion_in_a_spell() -> None:
    """It is one of the three cards; still two dice."""
    start = position("r3 r5", landscape="blue_dragon", enhancements=["charmed_potion"], dragon_spell=True)
    spell = attempt("blue_dragon", "spell", "r3 r5", "charmed_potion")
    assert spell in legal(start)
    assert dice_of(spell) == 2


@pytest.mark.parametrize(("removed", "left"), [(20, 17), (4, 33), (0, 37)])
def test_shorter_and_longer_games(removed: int, left: int) -> None:
    """More cards removed or fewer."""
    start = set_up(Rules(2, removed=removed), Luck(1))
    assert (len(start.box), len(start.deck)) == (removed, left)


def test_an_odd_card_goes_to_the_upper_half() -> None:
    """27 cards without dragons: 14 above, 13 and the dragons below."""
    chance = Prepared()
    set_up(Rules(2, removed=13), chance)
    assert ("lower_half", 15) in chance.asked


def test_so_many_cards_cannot_be_removed() -> None:
    """There are forty without the dragons."""
    with pytest.raises(ValueError, match="possible: 0 to 40"):
        set_up(Rules(2, removed=41), Luck(1))


def test_hardly_a_card_left() -> None:
    """The two dragons alone are the landscape; and if only events are left with them, these stay in the deck."""
    bare = set_up(Rules(2, removed=40), Luck(1))
    assert (sorted(bare.landscape), bare.deck) == (sorted(DRAGONS), [])
    to_the_bottom = [[1, 0], [2, 0, 1], [3, 0, 1, 2], [4, 0, 1, 2, 3]]
    start = set_up(Rules(2, removed=36), Prepared(event_place=to_the_bottom))
    assert (sorted(start.landscape), sorted(start.deck)) == (sorted(DRAGONS), sorted(EVENTS))


def test_longer_game_shuffles_again_and_again() -> None:
    """Only the dragons end it: a third deck begins, and nobody's turns are counted."""
    start = replace(last_cards("r1", ""), rules=until_both_dragons(2))
    end = after(start, Reload())
    assert (end.decks_begun, end.turns_left, end.pile) == (3, None, cards("b1 b2"))


def test_simple_set_up_plays_with_every_card() -> None:
    """No card is removed, and a dragon can lie in the first landscape."""
    chance = Prepared(lower_half=[[40, 41, *range(40)]])
    start = set_up(simple(2), chance)
    assert (start.box, start.landscape[:2], len(start.deck)) == ([], list(DRAGONS), 37)


def test_last_card_ends_the_simple_game() -> None:
    """Revealed in place of a captured card, it ends the game at once, so that an event does nothing any more."""
    start = position("r12", landscape=f"crazy_bats {FOUR}", deck="fire_ants")
    end = after(replace(start, rules=simple(2)), attempt("crazy_bats", "stomp", "r12"), rolls=[(3,)])
    assert (end.over, end.end_reason, end.landscape[-1]) == (True, "last_card", "fire_ants")
    start = position("r12", "g1", landscape=f"crazy_bats {FOUR}", deck="thunder_storm")
    end = after(replace(start, rules=simple(2)), attempt("crazy_bats", "stomp", "r12"), rolls=[(3,)])
    assert (end.end_reason, end.ended_by, end.turns) == ("last_card", 0, [1, 0])
    assert (end.hands, end.gone) == ([[], cards("g1")], ["thunder_storm"])


def test_dragons_do_not_end_the_simple_game() -> None:
    """Two decks or the last card do."""
    start = position(
        "r5", landscape=f"orange_dragon {FOUR}", captured=["", "blue_dragon"],
        enhancements=["cloak_of_darkness magical_unicorn lightning_bolt"],
    )  # fmt: skip
    start = replace(start, rules=simple(2))
    end = after(start, attempt("orange_dragon", "stomp", "r5", "lightning_bolt"), rolls=[(4,)])
    assert (end.over, asked(end)) == (False, Demand(1, "turn"))


# What the oracle itself refuses


@pytest.mark.parametrize("own", ["", "charmed_potion", "friendly_bunny lightning_bolt charmed_potion"])
def test_what_is_listed_is_possible_and_nothing_else(own: str) -> None:
    """Every attempt that can be written down with these cards, titles and enhancements."""
    hand = in_hand("r3 r4 g4 r5 b9 r12")
    titles = ["blue_dragon", "wild_boar", "magical_unicorn"]
    start = position("r3 r4 g4 r5 b9 r12", landscape=" ".join(titles), enhancements=[own], dragon_spell=True)
    once = [name for name in ENHANCEMENTS if ENHANCEMENTS[name].once]
    written = [
        Attempt(target, way, chosen, used)
        for target, way in product([*titles, "angry_ogre"], (*WAYS, "spell"))
        for chosen in (chosen for size in range(7) for chosen in combinations([*hand, ("purple", 7)], size))
        for used in (used for size in range(4) for used in combinations(once, size))
    ]
    listed = {option for option in legal(start) if isinstance(option, Attempt)}
    assert {option for option in written if possible(start, option)} == listed
    assert len(listed) > 50


@pytest.mark.parametrize(
    "decision",
    [
        attempt("hungry_bear", "strike", "r3 g5"),
        attempt("hungry_bear", "strike", "r7"),
        attempt("gooey_glob", "strike", "r3"),
        attempt("hungry_bear", "strike", "r3", "lightning_bolt"),
        attempt("hungry_bear", "strike", ""),
        attempt("hungry_bear", "spell", "r3"),
        Discard(("red", 3)),
        Reroll(None),
    ],
)
def test_impossible_decisions(decision: Decision) -> None:
    """No such row, card, target, enhancement; no empty attempt; no answer to another question."""
    with pytest.raises(ValueError, match="is not possible"):
        apply(position("r3 g5"), decision, Prepared((4, 4)))


@pytest.mark.parametrize("faces", [(4,), (4, 4, 4), (5, 1)])
def test_impossible_rolls(faces: tuple[int, ...]) -> None:
    """Two dice show two faces of these dice."""
    with pytest.raises(ValueError, match="no roll of 2 dice"):
        apply(position("r3 g4"), attempt("hungry_bear", "strike", "r3 g4"), Prepared(faces))


def test_impossible_shuffle() -> None:
    """A shuffle keeps the cards."""
    with pytest.raises(ValueError, match="changed the cards"):
        set_up(Rules(2), Prepared(adventurers=[[0] * 64]))


def test_the_position_before_is_not_touched() -> None:
    """A position can be gone on from again."""
    start = position("r5 g5", "b1", enhancements=["lightning_bolt"], deck="thunder_storm fire_ants")
    before = start.copy()
    after(start, attempt("hungry_bear", "stomp", "r5 g5", "lightning_bolt"), rolls=[(4, 4)])
    assert start == before


# Whole games

Choice = Callable[[Position, list[Decision]], Decision]


def any_option(rng: random.Random) -> Choice:
    """Every option is as likely as the others."""
    return lambda at, options: rng.choice(options)


def hopeful(rng: random.Random) -> Choice:
    """Attempts the dearest creature that an average roll captures; else reloads, or anything when not asked that."""

    def choose(at: Position, options: list[Decision]) -> Decision:
        if asked(at) != (at.seat, "turn"):
            return rng.choice(options)
        short: dict[tuple[str, str, tuple[str, ...]], int] = {}
        good = []
        for option in options:
            if isinstance(option, Attempt):
                kind = option.target, option.way, option.once
                if kind not in short:  # what the dice have to bring
                    short[kind] = need_of(option) - bonus_of(at, option)
                if 5 * dice_of(option) >= 2 * short[kind]:
                    good.append(option)
        return max(good, key=lambda option: (worth(option.target), -len(option.cards)), default=Reload())

    return choose


def worth(title: str) -> int:
    """Points, an enhancement taken for two."""
    return CREATURES[title].points if title in CREATURES else 2


def whole_game(rules: Rules, seed: int, manner: Callable[[random.Random], Choice]) -> Position:
    """A game in which every position is looked at."""
    whole = sorted(adventurer_cards()), sorted(dragonwood_cards())
    choose = manner(random.Random(seed))

    def watch(at: Position, options: list[Decision]) -> Decision:
        assert (sorted(at.adventurers()), sorted(at.dragonwood())) == whole
        assert options
        assert not at.attempt or asked(at) == (at.seat, "reroll")
        if asked(at) == (at.seat, "turn"):
            assert max(map(len, at.hands)) <= rules.hand_limit
            assert len(at.landscape) == rules.landscape or not at.deck
            assert not set(at.landscape) & set(EVENTS)
        return choose(at, options)

    end = play(rules, Luck(seed), watch)
    assert (sorted(end.adventurers()), sorted(end.dragonwood())) == whole
    return end


def check_the_end(end: Position) -> None:
    """The turns go around, the reason is true, the points are those of the cards."""
    assert end.over
    assert legal(end) == []
    assert max(end.turns) - min(end.turns) <= 1
    assert end.turns == sorted(end.turns, reverse=True)
    both = set(DRAGONS) <= {card for pile in end.captured for card in pile}
    assert both or end.end_reason != "dragons"
    assert not both or end.end_reason == "dragons" or not end.rules.ends_with_dragons
    assert end.end_reason != "decks" or (end.decks_begun == 2 and not end.pile)
    assert sum(scores(end)) - sum(bonuses(end)) <= 79
    assert sum(shares(end)) == 1


GAMES = [
    Rules(2),
    Rules(3),
    Rules(4),
    Rules(2, dragon_spell=True),
    Rules(3, removed=20, dragon_spell=True, spell_cards="returned", spell_help="none"),
    Rules(4, removed=0, new_deck="when_needed", deck_out="cannot_draw"),
    Rules(2, events_back="whole_deck", new_deck="when_needed"),
    simple(2),
    simple(4),
    until_both_dragons(2),
]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_whole_games(number: int) -> None:
    """Whatever the rules, games end and no card comes or goes."""
    for seed in range(2):
        check_the_end(whole_game(GAMES[number], seed, hopeful))
    check_the_end(whole_game(GAMES[number], 2, any_option if GAMES[number].decks else hopeful))


@pytest.mark.long("the reference itself on many more deals; three games by each of these rules are above")
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_hundreds_of_whole_games(number: int) -> None:
    """Hundreds of games by ten sets of rules; every reason to end is seen where it exists.

    Whoever tries anything hardly ever defeats both dragons: the game that only they end is left to hopeful players.
    """
    rules, reasons = GAMES[number], Counter[str]()
    possible = {"dragons": rules.ends_with_dragons, "decks": rules.decks, "last_card": rules.ends_with_last_card}
    expected = {reason for reason, on in possible.items() if on}
    for seed in range(150):
        if seed >= 20 and set(reasons) == expected:
            break
        for manner in (any_option, hopeful) if rules.decks else (hopeful,):
            end = whole_game(rules, seed, manner)
            check_the_end(end)
            reasons[end.end_reason] += 1
    assert set(reasons) == expected


def test_a_game_can_be_played_again() -> None:
    """The same luck and the same decisions lead to the same table at every step."""
    decisions: list[Decision] = []
    choose = hopeful(random.Random(5))

    def keep(at: Position, options: list[Decision]) -> Decision:
        decisions.append(choose(at, options))
        return decisions[-1]

    end = play(Rules(3), Luck(11), keep)
    again = set_up(Rules(3), luck := Luck(11))
    for decision in decisions:
        assert decision in legal(again)
        again = apply(again, decision, luck)
    assert again == end
