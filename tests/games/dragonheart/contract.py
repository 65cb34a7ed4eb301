"""What the contract of all games has to know of Dragonheart: where cards are, what is hidden, what is possible."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from dhstats.games.dragonheart.referee.chronicle import packed
from dhstats.games.dragonheart.table import MAX_DECK, N_PICTURES, PICTURES
from tests.games.dragonheart.positions import cards_of, deck_of

SHIP = PICTURES.index("ship")


def held(table: Any, seat: int) -> list[tuple[str, int]]:
    """A player's hand and draw deck."""
    deck = table["decks"][seat, : table["seen"]["deck_sizes"][seat]]
    return cards_of(table["hands"][seat]) + deck_of(deck)


def check_cards(table: Any, log: Sequence[dict[str, int]]) -> None:
    """Every card of both decks is in a hand, a draw deck, on the board, in a score pile or in a stack of ships."""
    seen = table["seen"]
    rules = seen["rules"]
    whole = Counter(deck_of(rules["deck"][: rules["deck_size"]]))
    for seat in (0, 1):
        assert Counter(held(table, seat) + cards_of(seen["played"][seat])) == whole
    played = cards_of(seen["played"][0]) + cards_of(seen["played"][1])
    stacked = seen["stacks"] * rules["slots"][SHIP]
    taken = sum(row["taken_cards"] for row in log)
    assert len(played) == seen["cards"].sum() + taken + stacked
    points = sum(value for _, value in played)
    assert points == seen["points"].sum() + sum(row["taken_points"] for row in log)
    assert seen["scores"].sum() == rules["opening_points"].sum() + sum(row["taken_points"] for row in log)


def hide(table: Any, seat: int, chance: random.Random) -> None:
    """Shuffles all that a player cannot know: the other's hand with his deck, and the order of both decks."""
    other = 1 - seat
    hidden = held(table, other)
    chance.shuffle(hidden)
    size = int(table["seen"]["hand_sizes"][other])
    for number, picture in enumerate(PICTURES):
        table["hands"][other, number] = packed(value for name, value in hidden[:size] if name == picture)
    table["held"][other] = sum(1 << PICTURES.index(picture) for picture in {name for name, _ in hidden[:size]})
    write_deck(table, other, hidden[size:])
    own = deck_of(table["decks"][seat, : table["seen"]["deck_sizes"][seat]])
    chance.shuffle(own)
    write_deck(table, seat, own)


def write_deck(table: Any, seat: int, deck: list[tuple[str, int]]) -> None:
    """Puts a draw deck before a player."""
    codes = [PICTURES.index(picture) * 16 + value for picture, value in deck]
    table["decks"][seat] = codes + [-1] * (MAX_DECK - len(codes))
    assert len(codes) == table["seen"]["deck_sizes"][seat]


def check_result(result: dict[str, int], rules: Any) -> None:
    """Scores are at most the points of both decks and the figure's, and the winner has the most."""
    cards = deck_of(rules["deck"][: rules["deck_size"]])
    most = 2 * sum(value for _, value in cards)
    first, second = result["points_first"], result["points_second"]
    assert 0 <= first <= most
    assert 0 <= second <= most - first
    bonus = [rules["figure_points"] if result["figure"] == seat else 0 for seat in (0, 1)]
    assert (result["score_first"], result["score_second"]) == (first + bonus[0], second + bonus[1])
    margin = result["score_first"] - result["score_second"]
    assert result["winner"] == ((margin < 0) if margin else result["figure"])
    assert 0 < result["turns"] <= rules["turn_limit"] + 1
    assert 0 <= result["ship_stacks"] <= rules["ship_stacks"] + 1
    assert result["figure"] in (-1, 0, 1)
    assert len(PICTURES) == N_PICTURES
