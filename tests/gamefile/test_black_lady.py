"""Black Lady recounted from the log: who follows suit, who takes the trick, what it costs."""

from pathlib import Path
from typing import Any

import pytest

from tests.gamefile.examples import by_game, example, played

SUITS, RANKS = example("black_lady").module.SUITS, example("black_lady").module.RANKS


def recounted(rows: list[dict[str, Any]], players: int, lady: int) -> Any:
    """The penalties of one game, from its cards alone."""
    held: dict[int, list[str]] = {seat: [] for seat in range(players)}
    for row in rows:
        held[row["seat"]].append(row["card"])
    leader, trick, penalties = 0, dict[int, str](), [0] * players
    for row in rows:
        seat, card = row["seat"], row["card"]
        assert seat == (leader + len(trick)) % players
        suit = card.split("_")[0]
        led = next(iter(trick.values())).split("_")[0] if trick else suit
        follows = [own for own in held[seat] if trick and own.startswith(led)]
        assert suit == led or not follows
        assert row["legal_moves"] == len(follows or held[seat])
        held[seat].remove(card)
        trick[seat] = card
        if len(trick) == players:
            able = {seat: RANKS.index(card.split("_")[1]) for seat, card in trick.items() if card.startswith(led)}
            leader = max(able, key=lambda seat: able[seat])
            cards = trick.values()
            penalties[leader] += sum(card.startswith("hearts") for card in cards) + lady * ("spades_queen" in cards)
            trick = {}
    return penalties


@pytest.mark.long("whole logs of Black lady recounted; `games check` plays it in test_quick")
@pytest.mark.parametrize("players", [3, 4])
def test_games_follow_suit_and_cost_what_the_tricks_cost(tmp_path: Path, players: int) -> None:
    """The log alone says who had to follow, who took what, and what it cost."""
    games, moves = played(tmp_path / "run", "black_lady", "ducking,random", 1_200, f"players={players}")
    slams, seats = 0, ("first", "second", "third", "fourth")[:players]
    for at, rows in enumerate(by_game(moves)):
        assert len(rows) == (30 if players == 3 else 32)
        penalties = recounted(rows, players, 5)
        assert sum(penalties) == 13
        if 13 in penalties:
            slams += 1
            penalties = [13 - each for each in penalties]
        assert [-games[f"score_{seat}"][at] for seat in seats] == penalties
    assert slams > 0
