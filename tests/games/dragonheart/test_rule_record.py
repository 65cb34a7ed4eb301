"""Every key of a rule file reaches the record that the engine reads, and the log can hold what follows."""

import numpy as np

from dhstats.games.dragonheart.files.rulesets import load
from dhstats.games.dragonheart.files.schema import cards_in
from dhstats.games.dragonheart.table import (
    MAX_ARROWS,
    MAX_DECK,
    MAX_HAND,
    MAX_MOVES,
    MAX_VALUE,
    NOWHERE,
    PICTURES,
    PLACES,
    ROWS,
    RULES,
    UNLIMITED,
    card_code,
)
from tests.games.dragonheart.rule_files import BOARD


def test_the_record_holds_the_english_rules() -> None:
    """Field by field, as the engine reads it."""
    record = load("ffg").record()
    assert record.dtype == RULES
    assert list(record.slots) == [BOARD[name][0] or UNLIMITED for name in PICTURES]
    assert list(record.arrows) == [0, 1, 0, 2, 1, 1, 2, 1, 1]
    for row, name in zip(record.takes, PICTURES, strict=True):
        takes = [PLACES.index(place) for place in BOARD[name][1]]
        assert list(row) == takes + [NOWHERE] * (MAX_ARROWS - len(takes))
    assert list(record.then) == [0, 0, 0, 0, 0, 0, 2, 2, 3]
    numbers = {"hand_size": 5, "figure_points": 3, "figure_hand_size": 6, "figure_breaks_ties": 1}
    numbers |= {"claim_any": 0, "theft_always_one": 0, "figure_holder": -1, "ship_stacks": 3}
    numbers |= {"deck_end": 0, "last_turn": 1, "turn_limit": 204, "deck_size": 50}
    assert {name: record[name] for name in numbers} == numbers
    pairs = {"opening_hand": [5, 5], "opening_points": [0, 0], "first_turn_max": [0, 0]}
    assert {name: list(record[name]) for name in pairs} == pairs


def test_the_record_holds_the_deck() -> None:
    """All cards of one player, picture by picture, and nothing behind them."""
    record, plain = load("ffg").record(), getattr(card_code, "py_func", card_code)
    cards = [plain(i, value) for i, values in enumerate(cards_in("bga").values()) for value in values]
    assert list(record.deck) == cards + [0] * (MAX_DECK - 50)
    assert list(record.deck_pictures) == [7, 4, 5, 4, 3, 10, 5, 6, 6]


def test_limits_of_single_keys_keep_the_log_from_overflowing() -> None:
    """The richest decks and the largest hands fit the narrow columns, so no check of them is needed."""
    score = 2 * MAX_DECK * MAX_VALUE + 99 + 99
    assert score <= np.iinfo(ROWS.event["score_first_after"]).max
    assert score <= np.iinfo(ROWS.result["score_first"]).max
    assert np.iinfo(ROWS.event["taken_cards"]).max >= 2 * MAX_DECK
    assert np.iinfo(ROWS.result["figure_changes"]).max >= 2 * MAX_DECK
    assert np.iinfo(ROWS.event["turn"]).max >= 4 * MAX_DECK + 5
    assert MAX_MOVES == (2**MAX_HAND - 1) * len(PLACES) <= np.iinfo(ROWS.event["legal_moves"]).max
    assert len(PLACES) == MAX_ARROWS
