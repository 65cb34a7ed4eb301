"""Dragonheart in words, to the letter."""

from collections.abc import Callable
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

Golden = Callable[[str], None]
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


def test_deeds(golden: Golden) -> None:
    """What was played, taken, chosen in vain, claimed; a pass is said; nothing of a long line is cut off."""
    nothing = {"target": None, "taken_cards": 0, "taken_points": 0}
    turns = (
        {}, nothing | {"legal_moves": 1, "turn": 0, "seat": 0, "values": packed([1, 2])}, {"target": None},
        {"target": None, "taken_cards": 1, "taken_points": 1}, {"taken_cards": 0, "taken_points": 0},
        {"target": "below_ship", "picture": "ship", "values": packed([0] * 3)},
        {"target": "petrified_dragon", "picture": "sorceress", "claimed_figure": True}, nothing | {"claimed_figure": True},
        nothing | {"picture": None, "cards": 0, "values": 0},
        {"picture": "treasure_chest", "values": packed([1] * 12), "target": "below_ship"},
    )  # fmt: skip
    golden("\n".join(turn_line(TURN | each) for each in turns))


def test_what_the_row_does_not_say_can_be_added() -> None:
    """The place that a single arrow leads to, and the cards that were lost with the figure."""
    turn = TURN | {"picture": "sorceress", "target": None, "claimed_figure": True}
    lost = [("dwarf", 1), ("ship", 0)]
    assert deed_line(turn, reached="petrified_dragon", put_back=lost) == (
        "second plays sorceress 1 → takes petrified dragon: 2 cards, 5 points · claims the Great Dragon"
        " · dwarf 1, ship back on the other deck"
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


def test_the_board_is_drawn_in_lines(golden: Golden) -> None:
    """A mark where cards were played and taken; rows say how full they are; both hands are open; who keeps the figure."""
    deals = (
        RETELLING.deal(PLAYERS, SimpleNamespace(position=lambda at=each: at))
        for each in (POSITION, replace(POSITION, figure=-1))
    )
    golden("\n".join([*board_lines(POSITION), "", *(line for deal in deals for line in deal)]))


def test_a_win_by_the_figure(golden: Golden) -> None:
    """Sums with the figure's points, who won by what, how it ended, figure and lead; by points; and a draw at the limit."""
    won = {
        "winner": 0,
        "decided_by": "points",
        "score_first": 33,
        "lead_since": 0,
        "end_reason": "deck",
        "lead_changes": 0,
    }
    nobody = dict.fromkeys(("winner", "figure", "ended_by", "first_claim_turn", "lead_since"), -1)
    drawn = {"decided_by": "draw", "end_reason": "turn_limit", "figure_changes": 0, "turns": 1, "lead_changes": 1}
    golden("\n\n".join("\n".join(result_lines(PLAYERS, OUTCOME | each)) for each in ({}, won, nobody | drawn)))


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


def test_a_whole_game_in_words(golden: Golden) -> None:
    """The deal, every turn, the result; the place that a single arrow leads to is named."""
    story = RETELLING.tell(*pairs_of_dwarfs(6))
    golden("\n".join([*story.deal, *(step.line for step in story.steps), *story.result]))


def test_a_move_that_cannot_be_played_is_a_data_problem() -> None:
    """A log that the rules contradict is not told further: the cell is named, and what to do."""
    rules, kept = pairs_of_dwarfs(6)
    damaged = [*kept.turns[:2], {**kept.turns[2], "picture": "ship"}, *kept.turns[3:]]
    with pytest.raises(DataProblem, match=r"^game 3, turn 2: picture is ship, should be a picture in hand: dwarf;"):
        RETELLING.tell(rules, replace(kept, turns=damaged))
    with pytest.raises(DataProblem, match=r"^game 3, turn 6: turn is logged, should be absent: "):
        RETELLING.tell(rules, replace(kept, turns=[*kept.turns, kept.turns[-1]]))
