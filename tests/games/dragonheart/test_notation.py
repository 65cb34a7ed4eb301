"""Dragonheart in words, to the letter."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from dhstats.errors import DataProblem
from dhstats.games.dragonheart.files.rulesets import load
from dhstats.games.dragonheart.referee.chronicle import Card, Position, Space, packed, unpacked
from dhstats.games.dragonheart.referee.tabletop import set_up
from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.dragonheart.words.notation import (
    RETELLING,
    board_lines,
    cards_of,
    deed_line,
    hand_text,
    result_lines,
    turn_line,
    values_text,
)
from dhstats.games.retelling import Kept

TURN: dict[str, Any] = {
    "turn": 11, "seat": 1, "picture": "knight", "cards": 1, "values": packed([1]), "target": "troll", "taken_cards": 2,
    "taken_points": 5, "claimed_figure": False, "legal_moves": 7, "hand_after": 5, "deck_after": 30,
    "score_first_after": 31, "score_second_after": 28,
}  # fmt: skip
OUTCOME = {
    "points_first": 31, "points_second": 28, "score_first": 31, "score_second": 31, "figure": 1, "winner": 1,
    "decided_by": "figure", "turns": 58, "end_reason": "ships", "ended_by": 0, "ship_stacks": 3, "figure_changes": 1,
    "first_claim_turn": 6, "lead_changes": 3, "lead_since": 58,
}  # fmt: skip
PLAYERS = ("greedy", "dragon_hunter")


@pytest.mark.parametrize(
    ("values", "text"),
    [([], ""), ([1], "1"), ([1, 1, 2], "1 1 2"), ([0], ""), ([0, 0, 0], "×3"), ([0, 2], "0 2"), ([9] * 3, "9 9 9")],
)
def test_cards_are_their_values(values: list[int], text: str) -> None:
    """Values in order; cards without a value are counted, and one alone needs no number."""
    assert values_text(unpacked(packed(values))) == text


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ([], "–"),
        ([("ship", 0)], "ship"),
        ([("treasure_chest", 1), ("treasure_chest", 4), ("dwarf", 1)], "treasure chest 1 4, dwarf 1"),
        ([("dwarf", 2), ("ship", 0), ("ship", 0)], "dwarf 2, ship ×2"),
    ],
)
def test_hands_are_grouped_by_picture(cards: list[Card], text: str) -> None:
    """A picture once, then its cards."""
    assert hand_text(cards) == text


def test_a_play_names_its_cards() -> None:
    """A picture's name has no underscore."""
    assert cards_of("fire_dragon", [2, 3]) == "fire dragon 2 3"


def line(**changes: Any) -> str:
    """The line of a turn that differs from the usual one."""
    return turn_line(TURN | changes)


def test_a_turn_that_takes() -> None:
    """Number counted from one, seat, play, what was taken from where, score piles, what the mover has left."""
    assert line() == (
        " 12 second  plays knight 1 → takes troll: 2 cards, 5 points                     31:28 "
        "  hand 5, deck 30, 7 choices"
    )


def test_a_turn_without_taking() -> None:
    """Nothing is said of collecting; a single choice is one."""
    assert line(target=None, taken_cards=0, taken_points=0, legal_moves=1, turn=0, seat=0, values=packed([1, 2])) == (
        "  1 first   plays knight 1 2                                                    31:28 "
        "  hand 5, deck 30, 1 choice"
    )


@pytest.mark.parametrize(
    ("changes", "deed"),
    [
        ({"target": None}, "second plays knight 1 → takes 2 cards, 5 points"),
        ({"target": None, "taken_cards": 1, "taken_points": 1}, "second plays knight 1 → takes 1 card, 1 point"),
        ({"taken_cards": 0, "taken_points": 0}, "second plays knight 1 → chooses troll: it is empty"),
        (
            {"target": "below_ship", "picture": "ship", "values": packed([0] * 3)},
            "second plays ship ×3 → takes the pile below the ship: 2 cards, 5 points",
        ),
        (
            {"target": "petrified_dragon", "picture": "sorceress", "claimed_figure": True},
            "second plays sorceress 1 → takes petrified dragon: 2 cards, 5 points · claims the Great Dragon",
        ),
        (
            {"target": None, "taken_cards": 0, "taken_points": 0, "claimed_figure": True},
            "second plays knight 1 · claims the Great Dragon",
        ),
        (
            {"picture": None, "cards": 0, "values": 0, "target": None, "taken_cards": 0, "taken_points": 0},
            "second passes: no card can be played",
        ),
    ],
)
def test_deeds(changes: dict[str, Any], deed: str) -> None:
    """What was played, taken, chosen in vain, claimed; a pass is said."""
    assert deed_line(TURN | changes) == deed


def test_what_the_row_does_not_say_can_be_added() -> None:
    """The place that a single arrow leads to, and the cards that were lost with the figure."""
    turn = TURN | {"picture": "sorceress", "target": None, "claimed_figure": True}
    lost = [("dwarf", 1), ("ship", 0)]
    assert deed_line(turn, reached="petrified_dragon", put_back=lost) == (
        "second plays sorceress 1 → takes petrified dragon: 2 cards, 5 points · claims the Great Dragon"
        " · dwarf 1, ship back on the other deck"
    )


def test_a_long_deed_pushes_the_rest_to_the_right() -> None:
    """Nothing is cut off."""
    text = line(picture="treasure_chest", values=packed([1] * 12), target="below_ship")
    assert (
        "plays treasure chest 1 1 1 1 1 1 1 1 1 1 1 1 → takes the pile below the ship: 2 cards, 5 points  31:28" in text
    )


POSITION = Position(
    spaces=(
        Space("treasure_chest", 0, (), (2, 1, 3)),
        Space("dwarf", 4, ("dwarf",), ()),
        Space("ship", 3, ("below_ship",), (0,)),
    ),
    below_ship=(("huntress", 2), ("knight", 1)),
    stacks=1,
    stacks_wanted=3,
    figure=1,
    scores=(12, 1),
    hands=((("dwarf", 1), ("ship", 0)), ()),
    decks=(1, 20),
    played="ship",
    reached="below_ship",
    put_back=(),
)


def test_the_board_is_drawn_in_lines() -> None:
    """A mark where cards were played and taken; rows say how full they are; both hands are open."""
    assert "\n".join(board_lines(POSITION)) == (
        "  treasure chest          6  2 1 3\n"
        "  dwarf            0/4    0  –\n"
        "> ship             1/3    0  ×1\n"
        "> below the ship          3  huntress 2, knight 1\n"
        "  ship stacks             1  of 3\n"
        "  first  12 points, 1 card in the deck, hand: dwarf 1, ship\n"
        "  second   1 point, 20 cards in the deck, hand: –, keeps the Great Dragon"
    )


def test_the_deal_shows_both_opening_hands() -> None:
    """Players in columns, and who keeps the figure."""
    assert RETELLING.deal(PLAYERS, SimpleNamespace(position=lambda: POSITION)) == [
        "first   greedy         12 points, 1 card in the deck, hand: dwarf 1, ship",
        "second  dragon_hunter    1 point, 20 cards in the deck, hand: –",
        "The Great Dragon is with the second player.",
    ]
    unclaimed = replace(POSITION, figure=-1)
    assert (
        RETELLING.deal(PLAYERS, SimpleNamespace(position=lambda: unclaimed))[-1] == "The Great Dragon is with nobody."
    )


def test_a_win_by_the_figure() -> None:
    """Sums with the figure's points, who won by what, how it ended, figure and lead."""
    assert result_lines(PLAYERS, OUTCOME) == [
        "first   greedy         31 points",
        "second  dragon_hunter  28 points and 3 for the Great Dragon: 31",
        "The second player, dragon_hunter, wins: the tie, by the Great Dragon. "
        "Ended by ships, called by the first player, after 58 turns.",
        "The Great Dragon moved once, first in turn 7. "
        "The lead changed sides 3 times; without the Great Dragon the winner was not ahead at the end.",
    ]


def test_a_win_by_points() -> None:
    """The turn since which the winner led is counted from one."""
    won = {"winner": 0, "decided_by": "points", "score_first": 33, "lead_since": 0, "end_reason": "deck"}
    outcome = OUTCOME | won | {"lead_changes": 0}
    assert result_lines(PLAYERS, outcome)[2:] == [
        "The first player, greedy, wins: more points. "
        "Ended by an empty deck, called by the first player, after 58 turns.",
        "The Great Dragon moved once, first in turn 7. "
        "The lead never changed sides; the winner led for good from turn 1 on.",
    ]


def test_a_draw_at_the_limit_of_turns() -> None:
    """Nobody won, nobody called the end, the figure never moved."""
    nobody = dict.fromkeys(("winner", "figure", "ended_by", "first_claim_turn", "lead_since"), -1)
    told = {"decided_by": "draw", "end_reason": "turn_limit", "figure_changes": 0, "turns": 1, "lead_changes": 1}
    outcome = OUTCOME | nobody | told
    assert result_lines(PLAYERS, outcome)[2:] == [
        "A draw. Ended by the limit of turns, after 1 turn.",
        "The Great Dragon never moved. The lead changed sides once.",
    ]


DWARFS_ALONE = [
    *(f"cards.{picture}.values=[]" for picture in PICTURES if picture != "dwarf"),
    "cards.dwarf.values=[1, 1, 1, 1, 1, 1]", "hand.size=2", "great_dragon.hand_size=2",
    "seats.first.hand_size=2", "seats.second.hand_size=2",
]  # fmt: skip


def pairs_of_dwarfs(turns: int) -> tuple[dict[str, Any], Kept]:
    """A game of six dwarfs each, in which both always play two: the second player takes them all."""
    rules = load("ffg", DWARFS_ALONE).effective
    row = {"game_id": 3, "deal_id": 1, "swapped": True, "first": "alone", "second": "<b>"}
    table = set_up(rules, Kept(5, row, ()))
    rows = [table.play(("dwarf", packed([1, 1]), None)) for _ in range(turns)]
    return rules, Kept(5, row | table.outcome(), rows)


def test_a_whole_game_in_words() -> None:
    """The deal, every turn, the result; the place that a single arrow leads to is named."""
    story = RETELLING.tell(*pairs_of_dwarfs(6))
    assert story.deal == (
        "first   alone   0 points, 4 cards in the deck, hand: dwarf 1 1",
        "second  <b>     0 points, 4 cards in the deck, hand: dwarf 1 1",
        "The Great Dragon is with nobody.",
    )
    assert [" ".join(step.line.split()) for step in story.steps] == [
        "1 first plays dwarf 1 1 0:0 hand 2, deck 2, 2 choices",
        "2 second plays dwarf 1 1 → takes dwarf: 4 cards, 4 points 0:4 hand 2, deck 2, 2 choices",
        "3 first plays dwarf 1 1 0:4 hand 2, deck 0, 2 choices",
        "4 second plays dwarf 1 1 → takes dwarf: 4 cards, 4 points 0:8 hand 2, deck 0, 2 choices",
        "5 first plays dwarf 1 1 0:8 hand 0, deck 0, 2 choices",
        "6 second plays dwarf 1 1 → takes dwarf: 4 cards, 4 points 0:12 hand 0, deck 0, 2 choices",
    ]
    assert story.result == (
        "first   alone  0 points",
        "second  <b>    12 points",
        "The second player, <b>, wins: more points. Ended by an empty deck, called by the first player, after 6 turns.",
        "The Great Dragon never moved. The lead never changed sides; the winner led for good from turn 2 on.",
    )


def test_a_move_that_cannot_be_played_is_a_data_problem() -> None:
    """A log that the rules contradict is not told further: the cell is named, and what to do."""
    rules, kept = pairs_of_dwarfs(6)
    damaged = [*kept.turns[:2], {**kept.turns[2], "picture": "ship"}, *kept.turns[3:]]
    with pytest.raises(DataProblem, match=r"^game 3, turn 2: picture is ship, should be a picture in hand: dwarf;"):
        RETELLING.tell(rules, replace(kept, turns=damaged))
    with pytest.raises(DataProblem, match=r"^game 3, turn 6: turn is logged, should be absent: "):
        RETELLING.tell(rules, replace(kept, turns=[*kept.turns, kept.turns[-1]]))
