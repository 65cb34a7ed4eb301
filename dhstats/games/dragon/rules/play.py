"""The rules of Dragon! in the order of the rulebook, a function a paragraph; the start is in `setup`.

Source: Dragon!, Dan Verssen Games; what it leaves open is decided by the rulings and settings of `unclear`. Cards are
played in `chains`, what they do is in `effects`, how dragons stand and fall in `zones`.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.course import at_seat, describe_course, keep_leader, make_room
from dhstats.games.dragon.rules.chains import ask_to_top, play_card, top
from dhstats.games.dragon.rules.legal import has_target, playable
from dhstats.games.dragon.rules.zones import around, draw, expire, health_left, is_alive, next_alive, room, throw_away
from dhstats.games.dragon.table import (
    ABSENT,
    AGILITY_STEP,
    DISCARD,
    DISCARD_STEP,
    DRAW,
    DRAW_STEP,
    GROUND_STEP,
    HOLD,
    N_ATTACKS,
    NO_CARD,
    NOBODY,
    NOT_SETTLED,
    PASS,
    PAY,
    PLAY,
    PLAY_STEP,
    ROUNDS,
    TOP,
    TURN_LIMIT,
    WHOLE_TURNS,
)


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
def clear_recent(turn: Any, number: int) -> None:
    """A turn of this number in which nothing has happened yet."""
    turn.turn = number
    turn.drawn = turn.wounds = turn.let_pass = turn.played = turn.cancelled = turn.topped = turn.discarded = 0


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
        health = 0
        for seat in range(seen.rules.players):
            if seen.rules.team[seat] == team and is_alive(seen, seat):
                health += health_left(seen, seat)
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


@compiled()
def look(table: Any, seat: int) -> Any:
    """What a player may know: everything that lies open and their own hand, but no other hand and no pile."""
    seen = table.seen
    seen.seat = seat
    seen.hand = table.hands[seat]
    return seen


@compiled()
def to_move(table: Any) -> int:
    """Who has to decide: the player whose turn it is, or one who may top or must discard."""
    return table.seen.to_move


@compiled()
def over(table: Any) -> bool:
    """Whether the dragons that are left are all on one side."""
    return table.seen.over != 0


@compiled(inline=False)
def play(table: Any, move: Any, event: Any) -> None:
    """One decision with everything that follows without another."""
    seen = table.seen
    begin_row(seen, move, event)
    if move.act == PLAY:
        play_card(table, move, event)
    elif move.act == TOP:
        top(table, move, event)
    elif move.act == HOLD:
        ask_to_top(table, seen.to_move, event)
    else:
        do_step(table, move, event)
    if seen.phase <= DRAW_STEP:
        go_on(table)
    finish_row(table, event)


@compiled(inline=False)
def skip(table: Any, event: Any) -> None:
    """A decision without options. There is none: nobody is asked who has nothing to choose."""
    finish_row(table, event)


@compiled()
def do_step(table: Any, move: Any, event: Any) -> None:
    """The end of a step, draws, discards; after the last card that another one costs others may top that."""
    seen = table.seen
    if move.act == PASS:
        end_step(seen)
    elif move.act == DRAW:
        draw(table, seen.mover, move.number)
        finish_turn(table)
    else:
        throw_away(table, seen.to_move, move.card)
        if move.act != DISCARD:
            seen.owes -= 1
            if seen.owes == 0 and move.act == PAY:
                ask_to_top(table, seen.mover, event)
            elif seen.owes == 0:
                seen.phase = seen.step


# ---- Sequence of play ------------------------------------------------------------------------------------------


@compiled(inline=False)
def go_on(table: Any) -> None:
    """Everything up to the next decision: agility draws, steps in which there is nothing to choose, the next turn."""
    seen = table.seen
    while seen.over == 0:
        seat, step = seen.mover, seen.step
        if not is_alive(seen, seat):
            clear_turn(seen, seat)
            hand_on(seen)
            continue
        if asks(table):
            seen.phase = step
            seen.to_move = seat
            return
        if step == AGILITY_STEP:
            make_room(seen.recent, seat)
            clear_recent(seen.recent[seat, 0], seen.turns[seat])
            draw(table, seat, seen.power[seat].agility)
        elif step == DRAW_STEP and seen.rules.must_draw != 0:
            draw(table, seat, room(seen, seat))
        if is_alive(seen, seat) and step == DRAW_STEP:
            finish_turn(table)
        elif is_alive(seen, seat):
            end_step(seen)


@compiled(inline=False)
def asks(table: Any) -> bool:
    """Whether the player whose turn it is has something to choose in this step."""
    seen = table.seen
    rules = seen.rules
    seat, step = seen.mover, seen.step
    hand = table.hands[seat]
    if GROUND_STEP <= step <= PLAY_STEP:
        one_played = step == PLAY_STEP and seen.played[seat] > 0 and rules.plays != WHOLE_TURNS
        return not one_played and has_target(seen, seat, playable(seen, seat, hand, step))
    if step == DISCARD_STEP:
        return hand != 0 and rules.may_discard != 0
    return step == DRAW_STEP and rules.must_draw == 0 and min(room(seen, seat), seen.left[seat]) > 0


@compiled(inline=False)
def end_step(seen: Any) -> None:
    """On to the next step; in rounds, where every step is everybody's, on to the next player."""
    if seen.rules.plays != ROUNDS:
        seen.step += 1
        return
    if seen.step == PLAY_STEP and seen.played[seen.mover] == 0:
        seen.passed |= 1 << seen.mover
    seen.played[seen.mover] = 0
    hand_on(seen)


@compiled(inline=False)
def finish_turn(table: Any) -> None:
    """A turn is over: attachments may run out, then it is the next player's turn."""
    seen = table.seen
    seat = seen.mover
    seen.turns[seat] += 1
    clear_turn(seen, seat)
    expire(table, seat)
    if seen.over == 0:
        hand_on(seen)


@compiled()
def clear_turn(seen: Any, seat: int) -> None:
    """The attack cards of a turn are cleared away, and counted no more."""
    seen.made[seat] = seen.grounds_played[seat] = seen.played[seat] = 0
    for kind in range(N_ATTACKS):
        seen.made_of[seat, kind] = 0


@compiled(inline=False)
def hand_on(seen: Any) -> None:
    """Whose turn it is next; in rounds, who does the same step next, or who begins the next one."""
    if seen.rules.plays != ROUNDS:
        seen.mover = next_alive(seen, seen.mover)
        seen.step = AGILITY_STEP
        return
    following = NOBODY
    if seen.step != PLAY_STEP:
        following = next_alive(seen, seen.mover)
    else:  # the next player to the left who has not passed, be it the same one; or nobody
        for i in range(1, seen.rules.players + 1):
            seat = around(seen.mover + i, seen.rules.players)
            if following == NOBODY and is_alive(seen, seat) and seen.passed >> seat & 1 == 0:
                following = seat
    if following == NOBODY or (seen.step != PLAY_STEP and following <= seen.mover):
        following = next_alive(seen, seen.rules.players - 1)
        seen.step = AGILITY_STEP if seen.step == DRAW_STEP else seen.step + 1
        seen.passed = 0
    seen.mover = following
