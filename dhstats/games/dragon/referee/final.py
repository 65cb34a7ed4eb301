"""The end of a game on an ordinary table: the row of the games table, written from the rulebook alone."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from dhstats.games.dragon.referee.chronicle import NOBODY
from dhstats.games.dragon.referee.tabletop import Tabletop
from dhstats.games.dragon.table import ABSENT, SEATS

Outcome = dict[str, Any]  # a row of the games table, without those columns that follow from the plan of the run


def outcome(table: Tabletop) -> Outcome:
    """The row of a finished game."""
    winner, reason = _winner(table), table.fight.end_reason
    told: Outcome = {
        "winner": winner, "decided_by": reason, "turns": table.decisions, "end_reason": reason,
        "ended_by": table.fight.ended_by, "lead_changes": _lead_changes(table.leaders),
        "lead_since": _lead_since(table.leaders, winner), "players": table.players,
        "chains": sum(tops > 0 for tops in table.chains), "longest_chain": max(table.chains, default=0),
        "tops": table.tops, "cancelled": sum(tops % 2 for tops in table.chains),
    }  # fmt: skip
    health = [dragon.left() for dragon in table.seats]
    columns = {
        "points": health, "score": health, "rank": _ranks(table, winner),
        "turns": [dragon.turns for dragon in table.seats], "level": [dragon.level for dragon in table.seats],
        "siege": [table.fight.siege(seat) for seat in range(table.players)],
        "deck": [len(dragon.pile) for dragon in table.seats],
    }  # fmt: skip
    return told | {
        f"{what}_{name}": numbers[seat] if seat < table.players else ABSENT
        for what, numbers in columns.items()
        for seat, name in enumerate(SEATS)
    }


def _winner(table: Tabletop) -> int:
    """The first seat of the side that is left."""
    return table.fight.first_of_side(next(dragon.seat for dragon in table.seats if dragon.alive))


def _ranks(table: Tabletop, winner: int) -> list[int]:
    """Places from 1: the winner's side, then the others, who left the fight later before who left it sooner."""
    sides = [table.fight.first_of_side(seat) for seat in range(table.players)]
    order = dict.fromkeys([winner, *(sides[seat] for seat in reversed(table.fight.out))])
    places, place = {}, 1
    for side in order:
        places[side] = place
        place += sides.count(side)
    return [places[side] for side in sides]


def _lead_changes(leaders: Sequence[int]) -> int:
    """How often the lead went over to another player; decisions after which nobody led alone are skipped."""
    return sum(a != b for a, b in pairwise(leader for leader in leaders if leader != NOBODY))


def _lead_since(leaders: Sequence[int], winner: int) -> int:
    """After how many decisions the winner had most health left for good; all of them if they never had."""
    return max((turn + 1 for turn, leader in enumerate(leaders) if leader != winner), default=0)
