"""The oracle's own tests: published random words, and Dragonheart situations worked by hand."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import islice
from typing import Any

import pytest

from tests.reference.dragonheart import PICTURES, Card, Match, Rules, deck_of, points
from tests.reference.philox import Words, below, philox4x32, shuffled

# Rules, cards and positions

SPACES = {
    "treasure_chest": (0, [], "stay"),
    "fire_dragon": (0, ["treasure_chest"], "stay"),
    "petrified_dragon": (0, [], "stay"),
    "sorceress": (0, ["treasure_chest", "petrified_dragon"], "stay"),
    "troll": (0, ["sorceress"], "stay"),
    "dwarf": (4, ["dwarf"], "stay"),
    "knight": (2, ["sorceress", "troll"], "below_ship"),
    "huntress": (3, ["fire_dragon"], "below_ship"),
    "ship": (3, ["below_ship"], "stack"),
}
BGA = {
    "treasure_chest": [1, 1, 2, 2, 3, 3, 4],
    "fire_dragon": [2, 3, 3, 4],
    "petrified_dragon": [2] * 5,
    "sorceress": [1, 1, 2, 2],
    "troll": [1, 2, 3],
    "dwarf": [1] * 6 + [2] * 3 + [3],
    "knight": [1, 1, 1, 1, 2],
    "huntress": [1] * 4 + [2] * 2,
    "ship": [0] * 6,
}
FFG: Rules = {
    "cards": BGA,
    "spaces": {picture: dict(zip(("slots", "takes", "then"), SPACES[picture], strict=True)) for picture in SPACES},
    "hand": {"size": 5},
    "great_dragon": {
        "points": 3,
        "hand_size": 6,
        "breaks_ties": True,
        "claim": "needs_card",
        "theft": "down_to_hand_size",
        "holder": "nobody",
    },
    "end": {"ship_stacks": 3, "deck_end": "cannot_draw", "last_turn": True},
    "seats": {seat: {"hand_size": 5, "points": 0, "first_turn_max_cards": 0} for seat in ("first", "second")},
}
KOSMOS = {"great_dragon.claim": "any", "end.deck_end": "after_last_card"}


def rules_with(changes: dict[str, Any]) -> Rules:
    """The English rules with some keys changed, each named by its dotted path."""
    rules = deepcopy(FFG)
    for path, value in changes.items():
        *tables, key = path.split(".")
        table = rules
        for name in tables:
            table = table[name]
        table[key] = value
    return rules


def held(picture: str, *values: int) -> list[Card]:
    """Cards of one picture with these values."""
    return [(picture, value) for value in values]


IDLE = held("treasure_chest", 1, 1, 1, 1, 1)
DWARFS = held("dwarf", 1, 1, 1, 1, 1)


def lowest(hand: list[Card], index: int) -> int:
    """The lost card is always the first of the sorted hand."""
    return 0


def position(
    first: Sequence[Card] = DWARFS,
    second: Sequence[Card] = DWARFS,
    decks: tuple[Sequence[Card], Sequence[Card]] = (IDLE * 2, IDLE * 2),
    board: dict[str, list[Card]] | None = None,
    changes: dict[str, Any] | None = None,
    steal: Callable[[list[Card], int], int] = lowest,
) -> Match:
    """A match in turn 0 with these hands, decks and cards on the board."""
    sizes = {"seats.first.hand_size": len(first), "seats.second.hand_size": len(second)}
    match = Match(rules_with(sizes | (changes or {})), ([*first, *decks[0]], [*second, *decks[1]]), steal)
    for place, cards in (board or {}).items():
        (match.below_ship if place == "below_ship" else match.board[place]).extend(cards)
    return match


def hand_with(*cards: Card) -> list[Card]:
    """These cards, filled up to five with dwarfs."""
    return [*cards, *DWARFS][:5]


def one(picture: str) -> tuple[str, tuple[int, ...], None]:
    """The play of one card of value 1 (a ship: 0), nothing chosen."""
    return picture, (0 if picture == "ship" else 1,), None


# Random words


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((2**32 - 1,) * 4, (2**32 - 1,) * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
        ((1, 0, 0, 0), (0, 0), "f8e4cca4 5cb200db b1a574eb 097eff67"),
    ],
)
def test_philox_known_answers(counter: tuple[int, ...], key: tuple[int, ...], words: str) -> None:
    """Published Random123 answers, and one of the project's own (TV-9.1)."""
    assert " ".join(f"{word:08x}" for word in philox4x32(counter, key)) == words


def test_words_of_a_deal() -> None:
    """The first two blocks of seed 12345, channel 1, deal 0 (TV-9.4)."""
    expected = "43fdcd10 fc637d81 510da81f dbac0d1c 2c0b0b38 8bb1280b 259ede7e 7a140701"
    assert " ".join(f"{word:08x}" for word in islice(Words(12345, 1, 0), 8)) == expected
    assert list(islice(Words(12345, 1, 0, start=1), 4)) == list(islice(Words(12345, 1, 0), 4, 8))


@pytest.mark.parametrize(
    ("word", "n", "value"),
    [
        (0, 50, None),
        (1, 50, 0),
        (4294967295, 50, 49),
        (85899345, 50, 0),
        (85899346, 50, None),
        (85899347, 50, 1),
        (2576980377, 50, 29),
        (2576980378, 50, None),
        (0, 3, None),
        (1431655765, 3, 0),
        (1431655766, 3, 1),
        (0, 7, None),
        (123456789, 49, 1),
        (3000000000, 6, 4),
    ],
)
def test_bounded_draws(word: int, n: int, value: int | None) -> None:
    """One word gives this number, or is thrown away so that the marker word after it decides (TV-9.3)."""
    marker = 2**31 + 12345
    assert below(iter([word, marker]), n) == ((marker * n) >> 32 if value is None else value)


def test_shuffles() -> None:
    """Known shuffles of fifty, a deal id beyond 32 bits, and of five with one word rejected (TV-9.4)."""
    whole = [26, 37, 31, 21, 5, 14, 39, 19, 17, 29, 49, 0, 38, 30, 33, 35, 34, 42, 11, 36, 23, 27, 3, 22, 28]
    whole += [18, 25, 8, 41, 12, 2, 1, 43, 10, 46, 4, 45, 47, 32, 9, 44, 16, 20, 6, 24, 7, 40, 15, 48, 13]
    assert shuffled(Words(12345, 1, 0), 50) == whole
    assert shuffled(Words(12345, 2, 0), 50)[:10] == [47, 0, 3, 12, 41, 1, 40, 13, 11, 14]
    assert shuffled(Words(12345, 1, 1), 50)[:10] == [25, 5, 41, 43, 14, 13, 29, 2, 19, 4]
    far = Words(0xDEADBEEFCAFEBABE, 1, 2**40 + 7)
    assert shuffled(far, 50)[:10] == [49, 24, 35, 42, 38, 48, 47, 17, 18, 3]
    assert shuffled(iter([3000000000, 0, 123456789, 4000000000, 2147483648, 77]), 5) == [2, 1, 4, 0, 3]


# Set-up and plays


def test_deck_of_fifty() -> None:
    """Both decks are alike and hold fifty cards; this profile is worth 79 points."""
    assert len(deck_of(FFG)) == 50
    assert points(deck_of(FFG)) == 79


def test_opening_hands_come_from_the_top() -> None:
    """Each player starts with his deck's five top cards and a draw deck of forty-five."""
    deck = deck_of(FFG)
    match = Match(FFG, (deck, deck[::-1]), lowest)
    assert match.hands == [deck[:5], deck[::-1][:5]]
    assert match.decks[1] == deck[::-1][5:]
    assert (match.mover, match.figure, match.over) == (0, -1, False)


def test_any_selection_of_one_picture() -> None:
    """At least one card, all with one picture, not necessarily all one has; equal cards are the same play."""
    match = position([*held("treasure_chest", 2, 1, 1), *held("troll", 3)])
    chests = [(1,), (2,), (1, 1), (1, 2), (1, 1, 2)]
    assert match.legal() == [("treasure_chest", v, None) for v in chests] + [("troll", (3,), None)]


@pytest.mark.parametrize("move", [None, ("dwarf", (1, 2), None), ("troll", (1,), None), ("dwarf", (), None)])
def test_must_play_a_card_he_holds(move: Any) -> None:
    """Nobody may pass while he can play, nor play what he does not hold."""
    with pytest.raises(ValueError, match="cannot be played"):
        position().play(move)


def test_row_holds_no_more_than_its_outlines() -> None:
    """One huntress lies on the row of three: at most two more, although the hand holds three."""
    match = position(held("huntress", 1, 1, 2), board={"huntress": held("huntress", 1)})
    assert match.legal() == [("huntress", v, None) for v in [(1,), (2,), (1, 1), (1, 2)]]


def test_stack_has_no_limit() -> None:
    """Fire dragons pile up without limit, five more on top of six."""
    match = position(held("fire_dragon", 2, 3, 3, 4, 4), board={"fire_dragon": held("fire_dragon", *[2] * 6)})
    match.play(("fire_dragon", (2, 3, 3, 4, 4), None))
    assert len(match.board["fire_dragon"]) == 11


@pytest.mark.parametrize("picture", ["treasure_chest", "petrified_dragon"])
def test_spaces_without_effect(picture: str) -> None:
    """Chests and petrified dragons are only laid down: nothing is taken, the figure stays where it is."""
    match = position(hand_with((picture, 2)), board={p: held(p, 1) for p in ("treasure_chest", "sorceress")})
    row = match.play((picture, (2,), None))
    assert (row["taken_cards"], row["claimed_figure"], match.figure, match.points(0)) == (0, False, -1, 0)


# Spaces with an effect


def test_fire_dragon_takes_all_chests() -> None:
    """A fire dragon takes chests 3 and 4 (7 points) and stays on its own space."""
    match = position(hand_with(("fire_dragon", 3)), board={"treasure_chest": held("treasure_chest", 3, 4)})
    row = match.play(("fire_dragon", (3,), None))
    assert (row["taken_cards"], row["taken_points"], row["score_first_after"]) == (2, 7, 7)
    assert (match.board["treasure_chest"], match.board["fire_dragon"]) == ([], held("fire_dragon", 3))


def test_empty_space_gives_nothing() -> None:
    """A troll may be played although no sorceress lies there; its player simply gets nothing."""
    row = position(hand_with(("troll", 1))).play(one("troll"))
    assert (row["cards"], row["taken_cards"], row["taken_points"]) == (1, 0, 0)


def test_sorceresses_take_one_of_two_stacks() -> None:
    """Two sorceresses in one turn still take only one of the two stacks: here the chests, 3 points."""
    board = {"treasure_chest": held("treasure_chest", 1, 2), "petrified_dragon": held("petrified_dragon", 2)}
    match = position(hand_with(*held("sorceress", 1, 2)), board=board)
    assert [move[2] for move in match.legal()[:6]] == ["treasure_chest", "petrified_dragon"] * 3
    row = match.play(("sorceress", (1, 2), "treasure_chest"))
    assert (row["taken_points"], row["claimed_figure"]) == (3, False)
    assert len(match.board["petrified_dragon"]) == 1


def test_troll_takes_sorceresses() -> None:
    """A troll takes the sorceresses (1 + 2 points) and stays."""
    match = position(hand_with(("troll", 1)), board={"sorceress": held("sorceress", 1, 2)})
    assert match.play(one("troll"))["taken_points"] == 3
    assert match.board["troll"] == held("troll", 1)


def test_fourth_dwarf_takes_all_four() -> None:
    """Three dwarfs lie there (1, 2, 3); whoever adds the fourth (1) takes all four: 7 points, empty row."""
    match = position(board={"dwarf": held("dwarf", 1, 2, 3)})
    assert match.legal() == [one("dwarf")]
    row = match.play(one("dwarf"))
    assert (row["taken_cards"], row["taken_points"], match.board["dwarf"]) == (4, 7, [])


def test_first_knight_does_nothing() -> None:
    """One knight on an empty row of two takes nothing and chooses nothing."""
    match = position(hand_with(("knight", 1)), board={"troll": held("troll", 3)})
    assert ("knight", (1,), None) in match.legal()
    assert match.play(one("knight"))["taken_cards"] == 0
    assert match.board["knight"] == held("knight", 1)


@pytest.mark.parametrize(("target", "worth"), [("sorceress", 2), ("troll", 3)])
def test_second_knight_takes_sorceresses_or_trolls(target: str, worth: int) -> None:
    """Two knights fill the row, at once or one by one: one stack is taken, the knights go below the ship."""
    board = {"troll": held("troll", 3), "sorceress": held("sorceress", 2)}
    both = position(hand_with(*held("knight", 1, 2)), board=board)
    assert both.play(("knight", (1, 2), target))["taken_points"] == worth
    single = position(hand_with(("knight", 2)), board=board | {"knight": held("knight", 1)})
    assert single.play(("knight", (2,), target))["taken_points"] == worth
    assert both.below_ship == single.below_ship == held("knight", 1, 2)
    assert both.board["knight"] == single.board["knight"] == []


def test_third_huntress_takes_fire_dragons() -> None:
    """The third huntress takes the fire dragons (2 + 4); all three join the knights below the ship."""
    board = {"fire_dragon": held("fire_dragon", 2, 4), "below_ship": held("knight", 1, 1)}
    match = position(hand_with(*held("huntress", 1, 1, 2)), board=board)
    assert match.play(("huntress", (1, 1), None))["taken_cards"] == 0
    match.play(one("dwarf"))
    assert match.play(("huntress", (2,), None))["taken_points"] == 6
    assert match.below_ship == held("knight", 1, 1) + held("huntress", 1, 1, 2)


def test_third_ship_takes_what_waits_below() -> None:
    """The third ship takes the two knights below it (2 points); the ships form a stack, nobody's."""
    board = {"ship": held("ship", 0, 0), "below_ship": held("knight", 1, 1)}
    match = position(hand_with(("ship", 0)), board=board)
    row = match.play(one("ship"))
    assert (row["taken_cards"], row["taken_points"]) == (2, 2)
    assert (match.board["ship"], match.below_ship, match.stacks) == ([], [], [held("ship", 0, 0, 0)])


# Drawing and the Great Dragon

DRAGON = {"petrified_dragon": held("petrified_dragon", 2)}
SORCERESSES = hand_with(*held("sorceress", 1, 1, 1))
REACH = ("sorceress", (1,), "petrified_dragon")


def test_refill_to_five() -> None:
    """Four dwarfs are played, so four cards are drawn from the top of the deck of ten."""
    row = position().play(("dwarf", (1, 1, 1, 1), None))
    assert (row["hand_after"], row["deck_after"], row["legal_moves"]) == (5, 6, 4)


def test_petrified_dragon_brings_the_figure() -> None:
    """Who takes a petrified dragon gets the figure, and refills to six in that very turn: two cards drawn."""
    match = position(SORCERESSES, board=DRAGON)
    row = match.play(REACH)
    assert (row["claimed_figure"], row["hand_after"], row["deck_after"], match.figure) == (True, 6, 8, 0)
    assert (match.points(0), match.final_score(0)) == (2, 5)


def test_reaching_for_no_dragon() -> None:
    """With no petrified dragon there, the English text gives no figure; by the Polish choosing will do."""
    assert position(SORCERESSES).play(REACH)["claimed_figure"] is False
    assert position(SORCERESSES, changes=KOSMOS).play(REACH)["claimed_figure"] is True


def robbed(**changes: Any) -> Match:
    """First takes the figure and refills to six; second then takes a new petrified dragon from the board."""
    match = position(SORCERESSES, SORCERESSES, board=DRAGON, **changes)
    match.play(REACH)
    match.board["petrified_dragon"] = held("petrified_dragon", 2)
    match.play(REACH)
    return match


def test_loser_of_the_figure_puts_one_card_back() -> None:
    """The loser holds six, so one card goes on his deck; his next turn draws that card first."""
    match = robbed(steal=lambda hand, index: hand.index(("sorceress", 1)))
    assert (match.figure, match.figure_changes, match.first_claim_turn) == (1, 2, 0)
    assert (len(match.hands[0]), match.decks[0][0], len(match.decks[0])) == (5, ("sorceress", 1), 9)
    match.play(one("dwarf"))
    assert match.hands[0].count(("sorceress", 1)) == 2
    assert len(match.hands[0]) == 5


def test_five_cards_are_not_too_many() -> None:
    """A holder who could not refill above five loses no card, unless the rule takes always one."""
    for theft, left in [("down_to_hand_size", 5), ("always_one", 4)]:
        match = robbed(decks=(IDLE[:1], IDLE), changes={"great_dragon.theft": theft})
        assert (len(match.hands[0]), len(match.decks[0])) == (left, 5 - left)


def test_each_lost_card_is_numbered() -> None:
    """With a dragon's hand of eight, three cards go one by one: six running numbers, none twice."""
    seen: list[tuple[int, int]] = []

    def note(hand: list[Card], index: int) -> int:
        """Remembers how many cards it chose from, and takes the highest."""
        seen.append((len(hand), index))
        return len(hand) - 1

    match = robbed(changes={"great_dragon.hand_size": 8}, steal=note)
    match.board["petrified_dragon"] = held("petrified_dragon", 2)
    match.play(REACH)
    assert seen == [(8, 0), (7, 1), (6, 2), (8, 3), (7, 4), (6, 5)]


def test_keeper_takes_another_dragon() -> None:
    """Who already has the figure and takes another petrified dragon keeps it: no change, no card lost."""
    match = position(SORCERESSES, board=DRAGON)
    match.play(REACH)
    match.play(one("dwarf"))
    match.board["petrified_dragon"] = held("petrified_dragon", 2)
    row = match.play(REACH)
    assert (row["claimed_figure"], match.figure_changes, len(match.hands[1])) == (False, 1, 5)


def test_holder_at_the_start() -> None:
    """A set holder opens with five cards and refills to six; losing the figure before that costs no card."""
    match = position(SORCERESSES, board=DRAGON, changes={"great_dragon.holder": "second"})
    row = match.play(REACH)
    assert (row["claimed_figure"], len(match.hands[1]), match.first_claim_turn) == (True, 5, 0)
    kept = position(changes={"great_dragon.holder": "first"})
    assert kept.play(one("dwarf"))["hand_after"] == 6
    assert (kept.figure_changes, kept.first_claim_turn) == (0, -1)


# The end


def test_third_ship_stack_leaves_one_turn() -> None:
    """The third stack calls the end: the opponent plays once more, then the game is over."""
    match = position(hand_with(("ship", 0)), board={"ship": held("ship", 0, 0)})
    match.stacks = [held("ship", 0, 0, 0)] * 2
    match.play(one("ship"))
    assert not match.over
    match.play(one("dwarf"))
    result = match.result()
    assert (match.over, match.legal(), result["turns"]) == (True, [], 2)
    assert (result["end_reason"], result["ended_by"], result["ship_stacks"]) == ("ships", 0, 3)


def test_no_last_turn_by_rule() -> None:
    """With the last turn switched off the game stops where its end is called."""
    changes = {"end.ship_stacks": 1, "end.last_turn": False}
    match = position(hand_with(("ship", 0)), board={"ship": held("ship", 0, 0)}, changes=changes)
    match.play(one("ship"))
    assert (match.over, match.result()["turns"]) == (True, 1)


def test_last_turn_is_not_prolonged() -> None:
    """First ends the game by ships; second, unable to draw in his last turn, changes nothing."""
    changes = {"end.ship_stacks": 1}
    match = position(hand_with(("ship", 0)), decks=(IDLE, []), board={"ship": held("ship", 0, 0)}, changes=changes)
    match.play(one("ship"))
    match.play(one("dwarf"))
    assert (match.over, match.result()["end_reason"], match.result()["ended_by"]) == (True, "ships", 0)


def test_part_of_a_refill_is_still_a_draw() -> None:
    """Two cards wanted, one left: it is drawn and play goes on; only the turn that draws none is the last."""
    match = position(decks=(IDLE[:1], IDLE * 2))
    match.play(("dwarf", (1, 1), None))
    match.play(one("dwarf"))
    match.play(one("dwarf"))
    assert not match.over
    match.play(one("treasure_chest"))
    assert (match.over, match.turn, match.end_reason, match.ended_by) == (True, 4, "deck", 0)


@pytest.mark.parametrize(("deck_end", "turns"), [("last_card_drawn", 2), ("after_last_card", 4), ("cannot_draw", 4)])
def test_ways_a_deck_ends_the_game(deck_end: str, turns: int) -> None:
    """First draws his only card in turn 0. At once: turn 1 is the last. One own turn later: turn 3 is.

    Unable to draw: in turn 2 he wants a card and gets none, so again turn 3.
    """
    match = position(decks=(IDLE[:1], IDLE * 2), changes={"end.deck_end": deck_end})
    plays = iter([one("dwarf"), one("dwarf"), one("dwarf"), one("treasure_chest")])
    while not match.over:
        match.play(next(plays))
    assert (match.turn, match.ended_by) == (turns, 0)


@pytest.mark.parametrize(("deck_end", "over"), [("cannot_draw", False), ("after_last_card", True)])
def test_returned_card_delays_only_the_english_end(deck_end: str, over: bool) -> None:
    """First drew his last card, then lost one onto his deck: the English player can draw it and goes on.

    By the Polish text the turn after the last draw is his last, whatever came back: turn 3 ends the game.
    """
    match = robbed(decks=(IDLE[:2], IDLE * 2), changes={"end.deck_end": deck_end})
    assert match.decks[0] == [("treasure_chest", 1)]
    match.play(one("dwarf"))
    match.play(one("dwarf"))
    assert (match.turn, match.over) == (4, over)


@pytest.mark.parametrize("deck_end", ["last_card_drawn", "after_last_card", "cannot_draw"])
def test_opening_hand_empties_the_deck(deck_end: str) -> None:
    """If the opening hand was the whole deck, the first own turn already calls the end."""
    match = position(decks=([], IDLE * 2), changes={"end.deck_end": deck_end})
    match.play(one("dwarf"))
    match.play(one("dwarf"))
    assert (match.over, match.turn, match.ended_by) == (True, 2, 0)


def test_ships_go_before_the_deck() -> None:
    """The third stack leaves in a turn that also cannot draw: the ships are named as the cause."""
    changes = {"end.ship_stacks": 1, "end.last_turn": False}
    match = position(hand_with(("ship", 0)), decks=([], IDLE), board={"ship": held("ship", 0, 0)}, changes=changes)
    match.play(one("ship"))
    assert match.result()["end_reason"] == "ships"


# Scoring


def finished(margin: int, figure: int, **changes: Any) -> dict[str, Any]:
    """The result of a game over after one turn, first ahead by this margin before the figure is counted."""
    start = {"seats.first.points": max(margin, 0), "seats.second.points": max(-margin, 0)}
    changes = {"end.ship_stacks": 1, "end.last_turn": False, **start, **changes}
    match = position(hand_with(("ship", 0)), board={"ship": held("ship", 0, 0)}, changes=changes)
    match.figure = figure
    match.play(one("ship"))
    return match.result()


def test_only_score_piles_count() -> None:
    """Cards in hand, on the board and in ship stacks are worth nothing."""
    assert finished(4, -1)["score_first"] == 4
    assert finished(4, -1)["score_second"] == 0


@pytest.mark.parametrize(
    ("margin", "figure", "winner", "by"),
    [
        (2, 1, 1, "points"),
        (3, 1, 1, "figure"),
        (4, 1, 0, "points"),
        (-3, 0, 0, "figure"),
        (0, -1, -1, "draw"),
    ],
)
def test_who_wins(margin: int, figure: int, winner: int, by: str) -> None:
    """The figure is worth three points and decides a tie; a tie with the figure unclaimed is a draw."""
    result = finished(margin, figure)
    assert (result["winner"], result["decided_by"]) == (winner, by)
    assert result["points_first"] - result["points_second"] == margin


def test_tie_break_switched_off() -> None:
    """If the figure breaks no ties, three points behind plus the figure is a draw."""
    result = finished(3, 1, **{"great_dragon.breaks_ties": False})
    assert (result["winner"], result["decided_by"], result["lead_since"]) == (-1, "draw", -1)


@pytest.mark.parametrize(
    ("margins", "winner", "changes", "since"),
    [
        ([0, 2, 0, -1, -3, 4, 5], 0, 2, 5),
        ([1, 1, 2], 0, 0, 0),
        ([0, 0, -2, -2], 1, 0, 2),
        ([3, 0, 1], 0, 0, 2),
        ([2, 2, 2], 1, 0, 3),
    ],
)
def test_story_of_the_lead(margins: list[int], winner: int, changes: int, since: int) -> None:
    """Level turns change no lead; leading for good starts after the last turn not ahead."""
    match = position()
    match.margins = margins
    assert (match.lead_changes(), match.lead_since(winner)) == (changes, since)


# What designers may turn


def test_first_turn_limit() -> None:
    """At most two cards in second's first turn; first is free, and so is second from his next turn on."""
    match = position(IDLE, IDLE, changes={"seats.second.first_turn_max_cards": 2})
    assert [len(match.play(match.legal()[-1])["values"]) for _ in range(4)] == [5, 2, 5, 5]


def test_row_whose_cards_stay_is_full_for_ever() -> None:
    """A two-dwarf row that takes nothing and stays fills once; then dwarf holders pass up to the bound.

    Seven cards a side: 2 x 14 + 4 = 32 turns. Nobody passing with five dwarfs ever wants a card.
    """
    changes = {"spaces.dwarf": {"slots": 2, "takes": [], "then": "stay"}}
    match = position(decks=(held("dwarf", 1, 1), held("dwarf", 1, 1)), changes=changes)
    match.play(("dwarf", (1, 1), None))
    while not match.over:
        assert match.legal() == []
        row = match.play(None)
    assert (row["picture"], row["values"], row["cards"], row["legal_moves"]) == (None, (), 0, 0)
    assert (match.turn, match.end_reason, match.ended_by) == (32, "turn_limit", -1)


def test_empty_hand_passes_and_refills() -> None:
    """Who starts without cards has to pass, but draws five like everybody else."""
    row = position(first=[]).play(None)
    assert (row["picture"], row["target"], row["hand_after"], row["deck_after"]) == (None, None, 5, 5)


def test_own_cards_scored() -> None:
    """A chest space that scores its own cards: the played chest counts as taken."""
    changes = {"spaces.treasure_chest": {"slots": 0, "takes": [], "then": "score"}}
    row = position(IDLE, changes=changes).play(("treasure_chest", (1, 1), None))
    assert (row["taken_cards"], row["taken_points"], row["score_first_after"]) == (2, 2, 2)


def test_any_stack_beside_the_board_counts() -> None:
    """Trolls sent beside the board make a stack that counts like three ships, and can end the game."""
    changes = {"spaces.troll.then": "stack", "end.ship_stacks": 1, "end.last_turn": False}
    match = position(hand_with(("troll", 1)), board={"sorceress": held("sorceress", 2)}, changes=changes)
    assert match.play(one("troll"))["taken_points"] == 2
    assert (match.over, match.stacks, match.board["troll"]) == (True, [held("troll", 1)], [])


def test_arrow_below_the_ship() -> None:
    """A troll that may also take from below the ship asks for the choice; its name there is below_ship."""
    changes = {"spaces.troll.takes": ["sorceress", "below_ship"]}
    match = position(hand_with(("troll", 1)), board={"below_ship": held("knight", 1, 2)}, changes=changes)
    row = match.play(("troll", (1,), "below_ship"))
    assert (row["target"], row["taken_points"], match.below_ship) == ("below_ship", 3, [])


def test_target_is_taken_before_own_cards_move() -> None:
    """Knights that take from below the ship get what lay there before; they themselves arrive afterwards."""
    changes = {"spaces.knight.takes": ["below_ship"]}
    match = position(hand_with(*held("knight", 1, 1)), board={"below_ship": held("huntress", 2)}, changes=changes)
    assert match.play(("knight", (1, 1), None))["taken_points"] == 2
    assert match.below_ship == held("knight", 1, 1)


def test_petrified_dragon_from_anywhere_brings_the_figure() -> None:
    """A fire dragon with its only arrow to the petrified dragons brings the figure as a sorceress does."""
    changes = {"spaces.fire_dragon.takes": ["petrified_dragon"]}
    row = position(hand_with(("fire_dragon", 2)), board=DRAGON, changes=changes).play(("fire_dragon", (2,), None))
    assert (row["claimed_figure"], row["target"], row["taken_points"]) == (True, None, 2)


# Whole games

TWEAKS: list[dict[str, Any]] = [
    {},
    KOSMOS,
    {"end.deck_end": "last_card_drawn", "great_dragon.theft": "always_one", "great_dragon.hand_size": 8},
    {"spaces.dwarf": {"slots": 2, "takes": [], "then": "stay"}, "end.last_turn": False, "hand.size": 3},
    {"spaces.knight.takes": ["below_ship", "troll", "petrified_dragon"], "spaces.fire_dragon.then": "score"},
    {"end.ship_stacks": 9, "great_dragon.holder": "first", "seats.second.points": 4},
]


@pytest.mark.parametrize("changes", TWEAKS)
def test_random_games_finish_and_lose_no_card(changes: dict[str, Any]) -> None:
    """Whatever the rules, games end within the bound, all cards are still there, and the piles add up."""
    rng, rules = random.Random(7), rules_with(changes)
    deck = deck_of(rules)
    for _ in range(5):
        decks = rng.sample(deck, 50), rng.sample(deck, 50)
        match = Match(rules, decks, lambda hand, index: rng.randrange(len(hand)))
        taken = [0, rules["seats"]["second"]["points"]]
        while not match.over:
            row = match.play(rng.choice(match.legal() or [None]))
            taken[row["seat"]] += row["taken_points"]
            assert Counter(match.cards()) == Counter(deck * 2)
        assert [match.result()["points_first"], match.result()["points_second"]] == taken
        assert match.turn <= 204


def test_every_picture_is_played() -> None:
    """In a handful of random games each of the nine pictures is used."""
    rng, used = random.Random(3), set()
    for _ in range(5):
        match = Match(FFG, (rng.sample(deck_of(FFG), 50), rng.sample(deck_of(FFG), 50)), lowest)
        while not match.over:
            used.add(match.play(rng.choice(match.legal()))["picture"])
    assert used == set(PICTURES)
