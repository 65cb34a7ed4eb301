"""How a game went, as games with a leader alone keep it: who leads, since when, how often the lead went to another.

A table has leader, last_leader, lead_since, lead_changes, end_reason and ended_by, a view turn and rules.players.
"""

from typing import Any

from dhstats.engine.compiled import compiled

NOBODY = -1
ABSENT = -1  # in place of a number of a seat where nobody plays


@compiled()
def at_seat(seen: Any, seat: int, value: int) -> int:
    """A number of a seat, or the mark of one where nobody plays."""
    return value if seat < seen.rules.players else ABSENT


@compiled()
def keep_leader(table: Any, leader: int) -> None:
    """Keeps who leads alone from now on, or that nobody does, and whether the lead went to another one."""
    if leader == table.leader:
        return
    table.leader = leader
    if leader != NOBODY:
        table.lead_since = table.seen.turn
        if table.last_leader != NOBODY and table.last_leader != leader:
            table.lead_changes += 1
        table.last_leader = leader


@compiled()
def describe_course(table: Any, result: Any) -> None:
    """Length, end and lead in the row of a game whose winner is known."""
    seen = table.seen
    result.turns = seen.turn
    result.end_reason = table.end_reason
    result.ended_by = table.ended_by
    result.players = seen.rules.players
    result.lead_changes = table.lead_changes
    result.lead_since = NOBODY
    if result.winner != NOBODY:
        result.lead_since = table.lead_since if table.leader == result.winner else seen.turn


RECENT = 3  # turns of each seat that a view still holds


@compiled()
def make_room(turns: Any, seat: int) -> None:
    """The turns of a seat move on by one, the oldest out of sight; the latest is to be written over."""
    for back in range(RECENT - 1, 0, -1):
        turns[seat, back] = turns[seat, back - 1]
