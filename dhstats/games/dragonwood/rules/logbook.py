"""What is written down in Dragonwood: the row of a decision, who leads, and the final count with the row of a game."""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.games.course import at_seat, describe_course, keep_leader, make_room
from dhstats.games.dragonwood.rules.attempts import added, sum_of
from dhstats.games.dragonwood.rules.hands import end_now
from dhstats.games.dragonwood.table import (
    ABSENT,
    BY_DRAGON,
    BY_NOTHING,
    BY_POINTS,
    MAX_SEATS,
    NO_TITLE,
    NO_TURN,
    NOBODY,
    TURN_LIMIT,
)


@compiled()
def begin_row(seen: Any, act: int, event: Any) -> None:
    """Who decides, in whose turn; nothing has come of it yet."""
    event.turn = seen.turn
    event.seat = seen.to_move
    event.mover = seen.mover
    event.own_turn = seen.turns[seen.mover]
    event.act = act
    event.target = NO_TITLE
    event.cards = 0
    event.used = 0
    event.die = 0
    event.rolled = 0
    event.total = 0
    event.captured = 0
    event.points = 0


@compiled()
def open_turn(seen: Any, move: Any) -> None:
    """A turn begins with this move; it is now the latest of its seat that a view holds."""
    turns, seat = seen.recent, seen.mover
    make_room(turns, seat)
    turns[seat, 0] = NO_TURN[0]
    latest = turns[seat, 0]
    latest.turn, latest.left = seen.turns[seat], seen.landscape
    latest.act, latest.target, latest.cards, latest.used = move.act, move.target, move.cards, move.used


@compiled()
def same_move(move: Any, event: Any) -> bool:
    """Whether a logged decision was this move."""
    same_cards = move.cards == np.int64(event.cards) and move.used == event.used
    return move.act == event.act and move.target == event.target and same_cards and move.die == event.die


@compiled()
def note_roll(seen: Any, event: Any) -> None:
    """The dice as they lie, and their total with what enhancements add."""
    event.rolled = seen.rolled
    event.total = sum_of(seen.rolled) + added(seen, seen.mover, seen.act, seen.target, seen.used)


@compiled()
def finish_row(table: Any, event: Any) -> None:
    """What is left after a decision, and the points of all; the game stops where it would never end."""
    seen = table.seen
    seen.turn += 1
    if seen.turn >= seen.rules.turn_limit and seen.turns_left != 0:
        end_now(table, TURN_LIMIT, NOBODY)
    event.hand_after = seen.hand_sizes[event.seat]
    event.adventurers_after = seen.adventurers_left
    event.wood_after = seen.wood_left
    event.score_first_after = seen.points[0]
    event.score_second_after = seen.points[1]
    event.score_third_after = seen.points[2]
    event.score_fourth_after = seen.points[3]


@compiled(inline=False)
def note_lead(table: Any) -> None:
    """Keeps who has most points alone, since when, and how often the lead went to another player."""
    seen = table.seen
    leader = 0
    alone = True
    for seat in range(1, seen.rules.players):
        if seen.points[seat] > seen.points[leader]:
            leader, alone = seat, True
        elif seen.points[seat] == seen.points[leader]:
            alone = False
    if not alone:
        leader = NOBODY
    keep_leader(table, leader)


@compiled(inline=False)
def score(table: Any, result: Any) -> None:
    """Points on captured creatures, and the bonus for most of them; then who has won, and by what."""
    seen = table.seen
    rules = seen.rules
    totals = table.totals
    most, bonus, _ = bonus_for_most(seen, 0, 0)
    for seat in range(MAX_SEATS):
        extra = bonus if seen.creatures[seat] == most else 0
        totals[seat] = seen.points[seat] + extra if seat < rules.players else ABSENT
    best, tied = totals[0], 0
    for seat in range(1, rules.players):
        best = max(best, totals[seat])
    winner = NOBODY
    for seat in range(rules.players):
        if totals[seat] == best:
            winner, tied = seat, tied + 1
    result.decided_by = BY_POINTS
    if tied > 1:
        holder = table.dragon_holder
        by_dragon = holder != NOBODY and totals[holder] == best
        winner = holder if by_dragon else NOBODY
        result.decided_by = BY_DRAGON if by_dragon else BY_NOTHING
    result.winner = winner
    describe(table, result)
    describe_seats(table, result)


@compiled(inline=False)
def bonus_for_most(seen: Any, seat: int, more: int) -> Any:
    """The most creatures that a player has, what they get for it, and how many have as many.

    So many creatures `more` are counted to a seat.
    """
    most, holders = seen.creatures[seat] + more, 1
    for other in range(seen.rules.players):
        if other != seat:
            if seen.creatures[other] > most:
                most, holders = seen.creatures[other], 1
            elif seen.creatures[other] == most:
                holders += 1
    return most, seen.rules.bonus if holders == 1 else seen.rules.tied_bonus, holders


@compiled()
def describe(table: Any, result: Any) -> None:
    """What else is kept of a game: its length, its end, the lead, the dragons."""
    seen = table.seen
    describe_course(table, result)
    result.dragons = dragons_captured(seen)
    result.dragon_holder = table.dragon_holder
    result.adventurer_decks = seen.decks_begun
    result.wood_left = seen.wood_left


@compiled()
def dragons_captured(seen: Any) -> int:
    """How many dragon cards lie in victory piles."""
    count = 0
    dragons = seen.rules.dragons
    while dragons != 0:
        for seat in range(seen.rules.players):
            count += seen.captured[seat, lowest(dragons)]
        dragons &= dragons - 1
    return count


@compiled(inline=False)
def describe_seats(table: Any, result: Any) -> None:
    """What each seat captured, how many turns it had, and its place."""
    seen = table.seen
    totals = table.totals
    result.points_first = seen.points[0]
    result.points_second = seen.points[1]
    result.points_third = at_seat(seen, 2, seen.points[2])
    result.points_fourth = at_seat(seen, 3, seen.points[3])
    result.score_first, result.score_second = totals[0], totals[1]
    result.score_third, result.score_fourth = totals[2], totals[3]
    result.creatures_first = seen.creatures[0]
    result.creatures_second = seen.creatures[1]
    result.creatures_third = at_seat(seen, 2, seen.creatures[2])
    result.creatures_fourth = at_seat(seen, 3, seen.creatures[3])
    result.enhancements_first = ones(table.won[0])
    result.enhancements_second = ones(table.won[1])
    result.enhancements_third = at_seat(seen, 2, ones(table.won[2]))
    result.enhancements_fourth = at_seat(seen, 3, ones(table.won[3]))
    result.turns_first = seen.turns[0]
    result.turns_second = seen.turns[1]
    result.turns_third = at_seat(seen, 2, seen.turns[2])
    result.turns_fourth = at_seat(seen, 3, seen.turns[3])
    result.rank_first = rank_of(table, 0, result.winner)
    result.rank_second = rank_of(table, 1, result.winner)
    result.rank_third = rank_of(table, 2, result.winner)
    result.rank_fourth = rank_of(table, 3, result.winner)


@compiled()
def rank_of(table: Any, seat: int, winner: int) -> int:
    """A seat's place: one more than there are seats that did better; a tie that was broken is none."""
    if seat >= table.seen.rules.players:
        return ABSENT
    place = 1
    for other in range(table.seen.rules.players):
        if table.totals[other] > table.totals[seat]:
            place += 1
    return 2 if place == 1 and winner != NOBODY and winner != seat else place
