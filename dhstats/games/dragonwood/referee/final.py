"""The final count of a game on an ordinary table: the row of the games table, written from the rulebook alone."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from dhstats.games.dragonwood.referee.chronicle import NOBODY
from dhstats.games.dragonwood.referee.tabletop import Tabletop
from dhstats.games.dragonwood.table import SEATS

ABSENT = -1
Outcome = dict[str, Any]  # a row of the games table, without those columns that follow from the plan of the run


def outcome(table: Tabletop) -> Outcome:
    """The row of a finished game."""
    points = table.points()
    creatures = [len(own) for own in table.captured]
    scores = [own + _bonus(table, creatures, seat) for seat, own in enumerate(points)]
    holder = table.tie_holder
    winner, decided_by = _winner(scores, holder)
    told: Outcome = {
        "winner": winner, "decided_by": decided_by, "turns": table.decisions, "end_reason": table.end_reason,
        "ended_by": table.ended_by, "lead_changes": _lead_changes([table.opening_leader, *table.leaders]),
        "lead_since": _lead_since(table.leaders, winner), "players": table.players,
        "dragons": sum(table.rules["creatures"][name]["dragon"] for own in table.captured for name in own),
        "dragon_holder": holder, "adventurer_decks": table.decks_begun, "wood_left": len(table.wood),
    }  # fmt: skip
    columns = {
        "points": points, "score": scores, "rank": _ranks(scores, winner), "creatures": creatures,
        "enhancements": table.enhancements, "turns": table.turns,
    }  # fmt: skip
    return told | {
        f"{what}_{name}": numbers[seat] if seat < table.players else ABSENT
        for what, numbers in columns.items()
        for seat, name in enumerate(SEATS)
    }


def _bonus(table: Tabletop, creatures: Sequence[int], seat: int) -> int:
    """Three points for most creatures, two to each who ties (or what the rules say)."""
    if creatures[seat] < max(creatures):
        return 0
    return int(table.rules["score"]["bonus" if creatures.count(max(creatures)) == 1 else "tied_bonus"])


def _winner(scores: Sequence[int], holder: int) -> tuple[int, str]:
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(best) == 1:
        return best[0], "points"
    return (holder, "dragon") if holder in best else (NOBODY, "draw")


def _ranks(scores: Sequence[int], winner: int) -> list[int]:
    """Places from 1; equal scores share one, unless the tie for the first was broken."""
    places = [1 + sum(other > score for other in scores) for score in scores]
    return [2 if place == 1 and winner != NOBODY and seat != winner else place for seat, place in enumerate(places)]


def _lead_changes(leaders: Sequence[int]) -> int:
    """How often the lead went over to another player; decisions after which nobody led alone are skipped."""
    return sum(a != b for a, b in pairwise(leader for leader in leaders if leader != NOBODY))


def _lead_since(leaders: Sequence[int], winner: int) -> int:
    """After how many decisions the winner led for good; -1 for a draw."""
    if winner == NOBODY:
        return NOBODY
    return max((turn + 1 for turn, leader in enumerate(leaders) if leader != winner), default=0)
