"""Games as the engine's loop logs them, in the form in which a run keeps them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from dhstats.games import catalogue
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.match import Lineup, Match, line_up
from dhstats.seats import SEATS
from dhstats.simulate.tables import worded
from tests.harness import in_rows


@cache
def lineup(game: str, *names: str) -> Lineup:
    """Players of a game, compiled once for all rule sets."""
    bundle = catalogue.load(game)
    usual = bundle.rule_files.load(bundle.rule_files.schema.base)
    return line_up(bundle, usual, [roster.find(bundle, usual, name) for name in dict.fromkeys(names)])


def rotation(count: int) -> list[tuple[int, ...]]:
    """The games of a deal: layout, replicate, the player in each seat; everybody has their place once in every seat."""
    return [(layout, 0, *((seat + layout) % count for seat in range(count))) for layout in range(count)]


def engine_logs(
    game: str, rules: RuleSet, players: Sequence[str], seed: int, first_deal: int, deals: int
) -> list[Kept]:
    """All games of a row of deals, every turn logged."""
    count, bundle = len(players), catalogue.load(game)
    seated = replace(lineup(game, *players), rules=rules.record())
    results, events = in_rows(Match(seated, players), rotation(count), seed, first_deal, deals)
    kept, start = [], 0
    for number, result in enumerate(results):
        turns = events[start : start + int(result["logged_turns"])]
        start += len(turns)
        deal, (layout, _, *seats) = first_deal + number // count, rotation(count)[number % count]
        row: dict[str, Any] = {"game_id": number, "deal_id": deal, "arm": layout, "swapped": layout}
        row |= dict(zip(SEATS, (players[player] for player in seats), strict=False))
        kept.append(Kept(seed, row | worded(bundle, result), [worded(bundle, turn) for turn in turns]))
    return kept
