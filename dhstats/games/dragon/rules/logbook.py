"""What is written down of a decision in Dragon!: the row of the moves table."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules.standing import health_left, side_health
from dhstats.games.dragon.rules.zones import at_seat
from dhstats.games.dragon.table import HOLD, NO_CARD, NOBODY, NOT_SETTLED, PAY, PLAY, TOP, TURN_LIMIT


@compiled()
def begin_row(seen: Any, move: Any, event: Any) -> None:
    """Who decides what, in whose turn, about which card; nothing has come of it yet."""
    event.turn = seen.turn
    event.own_turn = seen.turns[seen.mover]
    event.seat = seen.to_move
    event.mover = seen.mover
    event.step = seen.step
    event.act = move.act
    event.card = move.card
    event.rival = move.rival
    event.at = move.at
    event.declared = move.declared
    event.number = move.number
    topping = move.act == TOP or move.act == HOLD
    event.depth = seen.depth + 1 if topping else 0
    event.first_card = NO_CARD
    if move.act == PLAY:
        event.first_card = move.card
    elif topping or move.act == PAY:
        event.first_card = seen.first_card
    event.outcome = NOT_SETTLED
    event.wounds = 0


@compiled()
def same_move(move: Any, event: Any) -> bool:
    """Whether a logged decision was this move."""
    same_card = move.card == event.card and move.at == event.at and move.rival == event.rival
    same = same_card and move.declared == event.declared and move.number == event.number
    return move.act == event.act and same


@compiled(inline=False)
def finish_row(table: Any, event: Any) -> None:
    """What is left after a decision, and how all dragons stand; the game stops where it would never end."""
    seen = table.seen
    note_lead(table)
    seen.turn += 1
    if seen.turn >= seen.rules.turn_limit and seen.over == 0:
        seen.over = 1
        table.end_reason = TURN_LIMIT
        table.ended_by = NOBODY
    event.hand_after = seen.hand_sizes[event.seat]
    event.deck_after = seen.left[event.seat]
    event.score_first_after = health_left(seen, 0)
    event.score_second_after = health_left(seen, 1)
    event.score_third_after = at_seat(seen, 2, health_left(seen, 2))
    event.score_fourth_after = at_seat(seen, 3, health_left(seen, 3))
    event.facing_first_after = seen.facing[0]
    event.facing_second_after = seen.facing[1]
    event.facing_third_after = seen.facing[2]
    event.facing_fourth_after = seen.facing[3]
    event.siege_first_after = seen.siege[0]
    event.siege_second_after = seen.siege[1]
    event.siege_third_after = at_seat(seen, 2, seen.siege[2])
    event.siege_fourth_after = at_seat(seen, 3, seen.siege[3])


@compiled()
def note_lead(table: Any) -> None:
    """Keeps which side has most health left alone, since when, and how often the lead went to another one."""
    seen = table.seen
    leader, best = NOBODY, 0
    for team in range(seen.rules.players):
        health = side_health(seen, team)
        if health > best:
            leader, best = team, health
        elif health == best:
            leader = NOBODY
    if leader == table.leader:
        return
    table.leader = leader
    if leader != NOBODY:
        table.lead_since = seen.turn
        if table.last_leader != NOBODY and table.last_leader != leader:
            table.lead_changes += 1
        table.last_leader = leader
