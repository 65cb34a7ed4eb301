"""What is written down in Dragon!: the row of a decision, who leads, and the row of a game at its end."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.course import at_seat, describe_course, keep_leader
from dhstats.games.dragon.rules.standing import health_left, side_health
from dhstats.games.dragon.rules.zones import is_alive
from dhstats.games.dragon.table import ABSENT, HOLD, NO_CARD, NOBODY, NOT_SETTLED, PAY, PLAY, TOP, TURN_LIMIT
from dhstats.games.recent import make_room


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
def open_turn(seen: Any, seat: int) -> None:
    """A turn begins; it is now the latest of its seat that a view holds."""
    make_room(seen.recent, seat)
    clear_recent(seen.recent[seat, 0], seen.turns[seat])


@compiled()
def clear_recent(turn: Any, number: int) -> None:
    """A turn of this number in which nothing has happened yet."""
    turn.turn = number
    turn.drawn, turn.wounds, turn.let_pass = 0, 0, 0
    turn.played, turn.cancelled, turn.topped, turn.discarded = 0, 0, 0, 0


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
    seen.recent[event.mover, 0].wounds += event.wounds
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
    keep_leader(table, leader)


@compiled(inline=False)
def score(table: Any, result: Any) -> None:
    """The row of the games table. The winner is the dragon that is left, or the first of those of its team."""
    seen = table.seen
    result.winner = NOBODY
    result.decided_by = table.end_reason
    if table.end_reason != TURN_LIMIT:
        for seat in range(seen.rules.players - 1, -1, -1):
            if is_alive(seen, seat):
                result.winner = seat
        for seat in range(result.winner):  # a partner who is out wins as well
            if seen.rules.team[seat] == seen.rules.team[result.winner]:
                result.winner = seat
    describe_course(table, result)
    result.chains = table.chains
    result.longest_chain = table.longest
    result.tops = table.tops
    result.cancelled = table.cancelled
    describe_seats(table, result)


@compiled(inline=False)
def describe_seats(table: Any, result: Any) -> None:
    """How every dragon stood at the end, how many turns it had, what was left of its deck, its place."""
    seen = table.seen
    result.points_first = result.score_first = health_left(seen, 0)
    result.points_second = result.score_second = health_left(seen, 1)
    result.points_third = result.score_third = at_seat(seen, 2, health_left(seen, 2))
    result.points_fourth = result.score_fourth = at_seat(seen, 3, health_left(seen, 3))
    result.turns_first, result.turns_second = seen.turns[0], seen.turns[1]
    result.turns_third = at_seat(seen, 2, seen.turns[2])
    result.turns_fourth = at_seat(seen, 3, seen.turns[3])
    result.level_first, result.level_second = seen.level[0] + 1, seen.level[1] + 1
    result.level_third = at_seat(seen, 2, seen.level[2] + 1)
    result.level_fourth = at_seat(seen, 3, seen.level[3] + 1)
    result.siege_first, result.siege_second = seen.siege[0], seen.siege[1]
    result.siege_third = at_seat(seen, 2, seen.siege[2])
    result.siege_fourth = at_seat(seen, 3, seen.siege[3])
    result.deck_first, result.deck_second = seen.left[0], seen.left[1]
    result.deck_third = at_seat(seen, 2, seen.left[2])
    result.deck_fourth = at_seat(seen, 3, seen.left[3])
    result.rank_first = rank_of(table, 0, result.winner)
    result.rank_second = rank_of(table, 1, result.winner)
    result.rank_third = rank_of(table, 2, result.winner)
    result.rank_fourth = rank_of(table, 3, result.winner)


@compiled()
def rank_of(table: Any, seat: int, winner: int) -> int:
    """A seat's place: the winner's side is first, then whoever stayed in the fight longer; partners share a place."""
    seen = table.seen
    if seat >= seen.rules.players:
        return ABSENT
    if winner == NOBODY:
        return 1
    team = seen.rules.team
    place = 1
    for other in range(seen.rules.players):
        before = team[other] == team[winner] or table.fallen[other] > table.fallen[seat]
        if team[other] != team[seat] and team[seat] != team[winner] and before:
            place += 1
    return place
