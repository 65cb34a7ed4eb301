"""Games of Dragon! as the engine's loop logs them, in the form in which a run keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from dhstats.games.catalogue import load as load_title
from dhstats.games.dragon.rules import RuleSet, load
from dhstats.games.dragon.table import SEATS
from dhstats.games.retelling import Kept
from dhstats.players.match import Cast, Match, cast
from dhstats.simulate.rows import worded
from tests.harness import Loop

TITLE = load_title("dragon")


@cache
def company(*names: str) -> Cast:
    """Strategies, compiled once for all rule sets."""
    return cast(TITLE, load("standard"), [TITLE.find_strategy(name) for name in dict.fromkeys(names)])


def engine_logs(rules: RuleSet, players: Sequence[str], seed: int, first_deal: int, deals: int) -> list[Kept]:
    """All games of a row of deals: every player with his place once in every seat."""
    seated = replace(company(*players), rules=rules.record())
    count = len(players)
    plan = [(layout, 0, *((seat + layout) % count for seat in range(count))) for layout in range(count)]
    loop = Loop(Match(seated, players), TITLE, seated.rules, deals * count)
    results, events = loop.play(plan, seed, first_deal, deals)
    kept, start = [], 0
    for number, result in enumerate(results):
        turns = events[start : start + int(result["logged_turns"])]
        start += len(turns)
        deal, layout = first_deal + number // count, number % count
        row: dict[str, Any] = {"game_id": number, "deal_id": deal, "arm": layout, "swapped": layout}
        row |= dict(zip(SEATS, (players[player] for player in plan[layout][2:]), strict=False))
        kept.append(Kept(seed, row | worded(TITLE, result), [worded(TITLE, turn) for turn in turns]))
    return kept
