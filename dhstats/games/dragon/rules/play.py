"""The rules of Dragon! in the order of the rulebook, a function a paragraph; the start is in `setup`.

Source: Dragon!, Dan Verssen Games; what it leaves open is decided by the rulings and settings of `unclear`. Cards are
played in `chains`, what they do is in `effects`, how dragons stand and fall in `standing`.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules.chains import ask_to_top, pay, play_card, top
from dhstats.games.dragon.rules.legal import has_target, playable, playable_grounds
from dhstats.games.dragon.rules.logbook import begin_row, finish_row, open_turn
from dhstats.games.dragon.rules.standing import draw, expire, next_alive
from dhstats.games.dragon.rules.zones import around, is_alive, room, throw_away
from dhstats.games.dragon.table import (
    AGILITY_STEP,
    DISCARD,
    DISCARD_STEP,
    DRAW,
    DRAW_STEP,
    GROUND_STEP,
    HOLD,
    N_ATTACKS,
    NOBODY,
    PASS,
    PAY,
    PLAY,
    PLAY_STEP,
    ROUNDS,
    TOP,
    WHOLE_TURNS,
)


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
    elif move.act == PAY:
        pay(table, move, event)
    elif move.act == TOP:
        top(table, move, event)
    elif move.act == HOLD:
        ask_to_top(table, seen.to_move, event)
    else:
        do_step(table, move)
    if seen.phase <= DRAW_STEP:
        go_on(table)
    finish_row(table, event)


@compiled(inline=False)
def skip(table: Any, event: Any) -> None:
    """A decision without options. There is none: nobody is asked who has nothing to choose."""
    finish_row(table, event)


@compiled()
def do_step(table: Any, move: Any) -> None:
    """Decisions outside of chains: the end of a step, discards, draws."""
    seen = table.seen
    if move.act == PASS:
        end_step(seen)
    elif move.act == DISCARD:
        throw_away(table, seen.mover, move.card)
    elif move.act == DRAW:
        draw(table, seen.mover, move.number)
        finish_turn(table)
    else:
        throw_away(table, seen.to_move, move.card)
        seen.owes -= 1
        if seen.owes == 0:
            seen.phase = seen.step


# ---- Sequence of play ------------------------------------------------------------------------------------------


@compiled(inline=False)
def go_on(table: Any) -> None:
    """Everything up to the next decision: agility draws, steps in which there is nothing to choose, the next turn."""
    seen = table.seen
    while seen.over == 0:
        if not is_alive(seen, seen.mover):
            clear_turn(seen, seen.mover)
            hand_on(seen)
        elif asks(table):
            seen.phase = seen.step
            seen.to_move = seen.mover
            return
        elif seen.step == AGILITY_STEP:
            open_turn(seen, seen.mover)
            draw(table, seen.mover, seen.power[seen.mover].agility)
            if is_alive(seen, seen.mover):
                end_step(seen)
        elif seen.step == DRAW_STEP:
            leave_draw_step(table)
        else:
            end_step(seen)


@compiled(inline=False)
def asks(table: Any) -> bool:
    """Whether the player whose turn it is has something to choose in this step."""
    seen = table.seen
    rules = seen.rules
    seat, step = seen.mover, seen.step
    hand = table.hands[seat]
    if step == GROUND_STEP:
        return has_target(seen, seat, playable_grounds(seen, seat, hand))
    if step == PLAY_STEP:
        one_played = seen.played[seat] > 0 and rules.plays != WHOLE_TURNS
        return not one_played and has_target(seen, seat, playable(seen, seat, hand))
    if step == DISCARD_STEP:
        return hand != 0 and rules.may_discard != 0
    return step == DRAW_STEP and rules.must_draw == 0 and min(room(seen, seat), seen.left[seat]) > 0


@compiled()
def leave_draw_step(table: Any) -> None:
    """The draw step where there is nothing to choose: no card, or as many as the rules ask for."""
    seen = table.seen
    if seen.rules.must_draw != 0:
        draw(table, seen.mover, room(seen, seen.mover))
    if is_alive(seen, seen.mover):
        finish_turn(table)


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
    seen.made[seat] = 0
    seen.grounds_played[seat] = 0
    seen.played[seat] = 0
    for kind in range(N_ATTACKS):
        seen.made_of[seat, kind] = 0


@compiled(inline=False)
def hand_on(seen: Any) -> None:
    """Whose turn it is next; in rounds, who does the same step next, or who begins the next one."""
    if seen.rules.plays != ROUNDS:
        seen.mover = next_alive(seen, seen.mover)
        seen.step = AGILITY_STEP
        return
    following = next_playing(seen) if seen.step == PLAY_STEP else next_alive(seen, seen.mover)
    if following == NOBODY or (seen.step != PLAY_STEP and following <= seen.mover):
        following = next_alive(seen, seen.rules.players - 1)
        seen.step = AGILITY_STEP if seen.step == DRAW_STEP else seen.step + 1
        seen.passed = 0
    seen.mover = following


@compiled(inline=False)
def next_playing(seen: Any) -> int:
    """Interactive play: the next player to the left who has not passed, be it the same one; or nobody."""
    players = seen.rules.players
    for i in range(1, players + 1):
        seat = around(seen.mover + i, players)
        if is_alive(seen, seat) and seen.passed >> seat & 1 == 0:
            return seat
    return NOBODY
