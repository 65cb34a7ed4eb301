"""How a game file is played: the engine's protocol around the file's own functions.

Names in lower case that are bound to nothing stand for functions of the file, or for those that are written from what
it declares (`written`); `game` binds them.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import unbound
from dhstats.engine.remembering import marked, mixed
from dhstats.engine.stream import CHANCE, DECK, address, below, next_turn, next_word
from dhstats.gamefile.declarations import LARGEST
from dhstats.gamefile.playing.returned import truth, whole

NOBODY = -1
DEALT_ANEW = 200  # times, until what is laid fits what the file says that a seat knows
BY_POINTS, BY_TIE_BREAK, BY_NOTHING, BY_ALL = range(4)  # places in `records.DECIDED_BY`

own_setup = own_allowed = own_moves = own_play = own_then = own_stuck = own_over = own_score = own_fits = (
    own_tie_break
) = own_ending = own_side = unbound
hide = go_round = lay_hidden = moves_of = write_scores = write_row = write_pass = write_result = unbound
MOVES = START = np.zeros(1)
LIMIT = 0  # the place of the ending by the limit of decisions
SIGN = 1  # -1 where the fewest points win: these count below 0
SKIPPED = -1  # the place of a part of the state that no rule reads
SHARED = 0  # 1 where all succeed or fail together


def pass_on(state: Any, rules: Any) -> None:
    """A player without a move passes, where a file says nothing of it."""
    state.mover = (state.mover + 1) % state.players


def shuffle(table: Any, seed: Any, deal: Any) -> None:
    """What the games of a deal share: the table as setup leaves it, and the draws of every decision."""
    address(table.luck, seed, deal, DECK)
    prepare(table)
    address(table.luck, seed, deal, CHANCE)


def prepare(table: Any) -> None:
    """The table as setup leaves it."""
    rules = table.seen.rules
    table.first = START[0]
    table.first.players = rules.players
    own_setup(table.first, rules, table.luck)


def lay(table: Any, state: Any) -> None:
    """The game stands as it did when it was in a state, whatever came before."""
    table.state = state
    table.ended = 0
    for seat in range(table.turns.shape[0]):
        table.turns[seat] = 0


def sight(view: Any) -> int:
    """A number for all that a seat sees: which cards it does not see says which ones it has seen."""
    total = marked(view.state, SKIPPED, view.seat)
    for kind in range(view.unseen.shape[0]):
        total = mixed(total, view.unseen[kind])
    for hand in range(view.sizes.shape[0]):
        for seat in range(view.sizes.shape[1]):
            total = mixed(total, view.sizes[hand, seat])
    return int(total)


def deal(table: Any, layout: int) -> None:
    """A game from its beginning, with what was dealt to the seats moved on by some places."""
    rules = table.seen.rules
    table.state, table.seen.after, table.seen.thought = table.first, START[0], 0
    go_round(table.state, table.first, layout)
    table.chance = table.luck
    for seat in range(table.turns.shape[0]):
        table.turns[seat] = 0
    table.leader, table.last_leader, table.lead_since, table.lead_changes = NOBODY, NOBODY, 0, 0
    table.fresh = 1
    table.ended = 1 if truth(own_over(table.state, rules)) else 0
    table.end_reason = which_end(table.state, rules) if table.ended != 0 else 0
    table.ended_by = NOBODY
    check_mover(table)
    totals(table)


def look(table: Any, seat: int) -> Any:
    """What a player may know: the rules and the state, without what is hidden from their seat."""
    seen = table.seen
    seen.seat = seat
    if seen.thought != 0:
        seen.after, seen.thought = START[0], 0  # what somebody else thought of there shows what they see
    hide(seen, table.state, seat)
    return seen


def legal(view: Any, moves: Any) -> int:
    """Writes all moves that the file allows, in the order of their numbers, and returns how many they are."""
    count = 0
    for number in range(MOVES.shape[0]):
        if truth(own_allowed(view.state, MOVES[number], view.rules)):
            moves[count] = MOVES[number]
            count += 1
    return count


def offered(view: Any, moves: Any) -> int:
    """Writes all moves that the file offers, in its order, and returns how many they are."""
    return int(own_moves(view.state, view.rules, moves))


def play(table: Any, move: Any, event: Any) -> None:
    """A decision: the move, then what follows from chance and from what was hidden."""
    state, rules, mover = table.state, table.seen.rules, table.state.mover
    event.mover = mover
    event.own_turn = table.turns[mover]
    event.turn = state.decisions
    write_row(event, move)
    own_play(state, move, rules)
    finish(table, mover, event)


def skip(table: Any, event: Any) -> None:
    """A decision without a move."""
    state, mover = table.state, table.state.mover
    event.mover = mover
    event.own_turn = table.turns[mover]
    event.turn = state.decisions
    write_pass(event)
    own_stuck(state, table.seen.rules)
    finish(table, mover, event)


def finish(table: Any, mover: int, event: Any) -> None:
    """What follows a decision, and whether the game is over."""
    state, rules = table.state, table.seen.rules
    next_turn(table.chance)
    own_then(state, rules, table.chance)
    state.decisions += 1
    if truth(own_over(state, rules)):
        table.ended, table.end_reason, table.ended_by = 1, which_end(state, rules), mover
    elif state.decisions >= rules.turn_limit:
        table.ended, table.end_reason, table.ended_by = 1, LIMIT, NOBODY
    check_mover(table)
    table.fresh = 1 if table.ended != 0 or state.mover != mover or state.players == 1 else 0
    table.turns[mover] += table.fresh
    totals(table)
    note_lead(table)
    event.seat = mover
    write_scores(event, table.scores)


def which_end(state: Any, rules: Any) -> int:
    """Which of the file's endings it is."""
    place = whole(own_ending(state, rules))
    if place < 0 or place >= LIMIT:
        raise ValueError("ending(state, rules) returns no place in ENDINGS")
    return place


def check_mover(table: Any) -> None:
    """Somebody who is at the table decides next, as long as the game goes on."""
    if table.ended == 0 and (table.state.mover < 0 or table.state.mover >= table.state.players):
        raise ValueError("state.mover is not a seat")


def totals(table: Any) -> None:
    """The scores of all seats as they stand."""
    state, rules = table.state, table.seen.rules
    for seat in range(table.scores.shape[0]):
        table.scores[seat] = points_of(state, rules, seat) if seat < state.players else NOBODY
        if table.scores[seat] > LARGEST or table.scores[seat] < -LARGEST:
            raise ValueError("a score is beyond 16,777,216")


def points_of(state: Any, rules: Any, seat: int) -> int:
    """The score of a seat by the file, and what they were given before the game; of all that win together their sum."""
    points, side = 0, whole(own_side(state, rules, seat))
    for other in range(state.players):
        if other == seat or whole(own_side(state, rules, other)) == side:
            points += SIGN * whole(own_score(state, rules, other)) + rules.opening_points[other]
    return int(points)


def points_alone(state: Any, rules: Any, seat: int) -> int:
    """The same where everybody plays for themself."""
    return int(SIGN * whole(own_score(state, rules, seat)) + rules.opening_points[seat])


def same_side(table: Any, seat: int, other: int) -> bool:
    """Whether two seats win together."""
    state, rules = table.state, table.seen.rules
    return bool(whole(own_side(state, rules, seat)) == whole(own_side(state, rules, other)))


def note_lead(table: Any) -> None:
    """Keeps who leads alone, after how many decisions they began to, and how often the lead went to another."""
    leader, alone = 0, True
    for seat in range(1, table.state.players):
        if table.scores[seat] > table.scores[leader]:
            leader, alone = seat, True
        elif table.scores[seat] == table.scores[leader]:
            alone = alone and same_side(table, seat, leader)
    if not alone or SHARED != 0:
        leader = NOBODY
    if leader != table.leader:
        table.leader = leader
        if leader != NOBODY:
            table.lead_since = table.state.decisions - 1
            if table.last_leader != NOBODY and table.last_leader != leader:
                table.lead_changes += 1
            table.last_leader = leader


def to_move(table: Any) -> int:
    """Who decides next."""
    return int(table.state.mover)


def over(table: Any) -> bool:
    """Whether the game has ended."""
    return bool(table.ended != 0)


def find_winner(table: Any) -> Any:
    """The seat with the highest score, and by what it won; a tie is broken by the file, or nobody wins.

    Who plays alone wins against nobody, and nothing decides it.
    """
    players, best = table.state.players, 0
    if players == 1:
        return NOBODY, NOBODY
    if SHARED != 0:
        return NOBODY, BY_ALL
    for seat in range(1, players):
        if table.scores[seat] > table.scores[best]:
            best = seat
    tied = 0
    for seat in range(players):
        tied += 1 if table.scores[seat] == table.scores[best] and not same_side(table, seat, best) else 0
    if tied == 0:
        return best, BY_POINTS
    winner = break_tie(table, table.scores[best])
    return winner, (BY_NOTHING if winner == NOBODY else BY_TIE_BREAK)


def break_tie(table: Any, best: int) -> int:
    """Who wins of those with the best score: for whom the file's own number is largest; nobody where that is shared."""
    winner, most, alone = NOBODY, 0, False
    for seat in range(table.state.players):
        if table.scores[seat] == best:
            worth = worth_of(table, seat)
            if winner == NOBODY or worth > most:
                winner, most, alone = seat, worth, True
            elif worth == most:
                alone = alone and same_side(table, seat, winner)
    return winner if alone else NOBODY


def worth_of(table: Any, seat: int) -> int:
    """The file's own number by which ties are broken, of those who win together the largest."""
    state, rules = table.state, table.seen.rules
    most = whole(own_tie_break(state, rules, seat))
    for other in range(state.players):
        if other != seat and same_side(table, seat, other):
            most = max(most, whole(own_tie_break(state, rules, other)))
    return most


def score(table: Any, result: Any) -> None:
    """The final scores, who has won and by what, and how the game went."""
    state = table.state
    totals(table)
    winner, decided = find_winner(table)
    result.winner, result.decided_by = winner, decided
    result.turns = state.decisions
    result.end_reason, result.ended_by = table.end_reason, table.ended_by
    result.lead_changes = table.lead_changes
    result.lead_since = NOBODY
    if winner != NOBODY:
        result.lead_since = table.lead_since if table.leader == winner else state.decisions
    result.players = state.players
    write_result(result, table, winner)


def rank_of(table: Any, seat: int) -> int:
    """A seat's place: one more than there are seats that did better, by score and then by what breaks ties."""
    if seat >= table.state.players:
        return NOBODY
    if SHARED != 0:
        return 1
    place = 1
    for other in range(table.state.players):
        place += 1 if table.scores[other] > table.scores[seat] else 0
    if place == 1:  # among those who are first alike the file's own number decides
        worth = worth_of(table, seat)
        for other in range(table.state.players):
            tied = table.scores[other] == table.scores[seat]
            place += 1 if tied and worth_of(table, other) > worth else 0
    return place


def all_moves(table: Any) -> Any:
    """The list of all moves."""
    return MOVES


def room_for_moves(table: Any) -> Any:
    """Room for the moves that a file offers."""
    return table.offered


def lay_anew(view: Any, table: Any, stream: Any) -> None:
    """Lays out a table that a player could be facing: what they cannot see, and chance to come, by lot."""
    table.seen = view
    for _ in range(DEALT_ANEW):
        table.state = view.state
        lay_hidden(table.state, view, table.pool, stream, moves_of(table))
        if truth(own_fits(table.state, view.rules, view.seat)):
            break
    address(table.chance, next_word(stream), next_word(stream), CHANCE)
    table.fresh, table.ended, table.end_reason, table.ended_by = 0, 0, 0, NOBODY


def at_random(view: Any, moves: Any, count: int, noise: Any) -> int:
    """Plays any move that is allowed, each equally likely."""
    return int(below(noise, count))


def by_score(view: Any, moves: Any, count: int, noise: Any) -> int:
    """Takes the move after which the own lead is largest at once, before chance speaks; at random among equals."""
    best, chosen, equals = 0, 0, 0
    view.thought = 1
    for number in range(count):
        view.after = view.state
        own_play(view.after, moves[number], view.rules)
        lead, rival, first = 0, 0, True
        side = whole(own_side(view.after, view.rules, view.seat))
        for seat in range(view.state.players):
            points = points_of(view.after, view.rules, seat)
            against = SHARED == 0 and whole(own_side(view.after, view.rules, seat)) != side
            if seat == view.seat:
                lead = points
            elif against and (first or points > rival):
                rival, first = points, False
        lead -= rival
        if equals == 0 or lead > best:
            best, chosen, equals = lead, number, 1
        elif lead == best:
            equals += 1
            if below(noise, equals) == 0:
                chosen = number
    return chosen


def permits(view: Any, move: Any, restriction: int) -> bool:
    """No restriction rules a move out."""
    return False
