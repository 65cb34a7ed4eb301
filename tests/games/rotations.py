"""Games of any number of players as the engine's loop logs them, in the form in which a run keeps them."""

from collections.abc import Sequence
from typing import Any

from dhstats.games.bundle import GameBundle
from dhstats.games.retelling import Kept
from dhstats.players.match import Lineup, Match
from dhstats.simulate.tables.rows import worded
from dhstats.storage.manifest import SEATS
from tests.harness import Loop


def rotated_logs(
    title: GameBundle, seated: Lineup, players: Sequence[str], seed: int, first_deal: int, deals: int
) -> list[Kept]:
    """All games of a row of deals: every player with his place once in every seat."""
    count = len(players)
    plan = [(layout, 0, *((seat + layout) % count for seat in range(count))) for layout in range(count)]
    loop = Loop(Match(seated, players), title, seated.rules, deals * count)
    results, events = loop.play(plan, seed, first_deal, deals)
    kept, start = [], 0
    for number, result in enumerate(results):
        turns = events[start : start + int(result["logged_turns"])]
        start += len(turns)
        deal, layout = first_deal + number // count, number % count
        row: dict[str, Any] = {"game_id": number, "deal_id": deal, "arm": layout, "swapped": layout}
        row |= dict(zip(SEATS, (players[player] for player in plan[layout][2:]), strict=False))
        kept.append(Kept(seed, row | worded(title, result), [worded(title, turn) for turn in turns]))
    return kept
