"""Games as the engine's loop logs them, in the form in which a run keeps them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from dhstats.games.dragonheart.files.rulesets import load
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.match import Lineup, Match, line_up
from dhstats.simulate.tables.rows import worded
from tests.games.dragonheart.positions import BUNDLE
from tests.harness import Loop

PLAN = ((0, 0, 0, 1), (1, 0, 1, 0))  # both games of a deal: decks swapped, replicate, the player in each seat


@cache
def lineup(*names: str) -> Lineup:
    """Strategies, compiled once for all rule sets."""
    return line_up(BUNDLE, load("ffg"), [roster.find(BUNDLE, load("ffg"), name) for name in dict.fromkeys(names)])


def engine_logs(rules: RuleSet, players: Sequence[str], seed: int, first_deal: int, deals: int) -> list[Kept]:
    """Both games of a row of deals, every turn logged."""
    seated = replace(lineup(*players), rules=rules.record())
    loop = Loop(Match(seated, players), BUNDLE, seated.rules, deals * len(PLAN))
    results, events = loop.play(list(PLAN), seed, first_deal, deals)
    kept, start = [], 0
    for number, result in enumerate(results):
        turns = events[start : start + int(result["logged_turns"])]
        kept.append(Kept(seed, game_row(first_deal, number, players, result), [worded(BUNDLE, row) for row in turns]))
        start += len(turns)
    return kept


def game_row(first_deal: int, number: int, players: Sequence[str], result: Any) -> dict[str, Any]:
    """The row of the games table of one of these games."""
    deal, member = first_deal + number // len(PLAN), number % len(PLAN)
    swapped, _, first, second = PLAN[member]
    row = {"game_id": deal * len(PLAN) + member, "deal_id": deal, "arm": member, "swapped": bool(swapped)}
    return row | {"first": players[first], "second": players[second]} | worded(BUNDLE, result)
