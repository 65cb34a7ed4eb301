"""Adventurer cards on their way: drawn, discarded, passed to a neighbour; and the end that an empty pile calls."""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import mix, next_turn
from dhstats.games.course import at_seat, describe_course, keep_leader
from dhstats.games.dragonwood.rules.attempts import added, sum_of
from dhstats.games.dragonwood.table import (
    A_DISCARD,
    A_PASS,
    ABSENT,
    AT_ONCE,
    BY_DRAGON,
    BY_NOTHING,
    BY_POINTS,
    DECKS,
    LADYBUG,
    MAX_SEATS,
    NO_TITLE,
    NOBODY,
    TURN_LIMIT,
)

ALL_CHOOSE = -1  # in place of a number of cards to pass: everybody is choosing theirs

# ---- Drawing ---------------------------------------------------------------------------------------------------


@compiled(inline=False)
def draw(table: Any, seat: int, wanted: int) -> None:
    """A player draws so many adventurer cards; each ladybug among them is discarded for more."""
    seen = table.seen
    while wanted > 0:
        if seen.adventurers_left == 0 and not renew(table):
            run_out(table, seat)
            break
        seen.adventurers_left -= 1
        card = table.pile[seen.adventurers_left]
        wanted -= 1
        if card == LADYBUG:
            seen.discarded_ladybugs += 1
            wanted += seen.rules.ladybug_draws
            nothing_else = seen.adventurers_left == 0 and seen.discarded == 0
            if nothing_else and seen.rules.decks == 0 and seen.rules.ladybug_draws > 0:
                wanted = 0  # ladybugs would be replaced by ladybugs for ever: no other card is left, and no last deck
        else:
            table.hands[seat] |= 1 << card
            seen.hand_sizes[seat] += 1
            seen.recent[seat, 0].drawn += 1
        if seen.adventurers_left == 0 and seen.rules.runs_out == AT_ONCE and not renew(table):
            run_out(table, seat)
    if seen.hand_sizes[seat] > seen.rules.hand_limit:
        seen.owes[seat] = seen.hand_sizes[seat] - seen.rules.hand_limit


@compiled(inline=False)
def renew(table: Any) -> bool:
    """Shuffles the discards for a new pile, while the rules give one; whether there is something to draw again.

    The discards are taken by suit and number, ladybugs last, then brought into random order.
    """
    seen = table.seen
    rules = seen.rules
    if 0 < rules.decks <= seen.decks_begun or (seen.discarded == 0 and seen.discarded_ladybugs == 0):
        return False
    seen.adventurers_left = ones(seen.discarded) + seen.discarded_ladybugs
    lay_out(table.pile, seen.discarded, seen.adventurers_left)
    next_turn(table.renewal)
    mix(table.pile, seen.adventurers_left, table.renewal)
    seen.discarded, seen.discarded_ladybugs = 0, 0
    seen.decks_begun += 1
    return True


@compiled()
def lay_out(pile: Any, cards: int, size: int) -> None:
    """Lays a pile of so many adventurers: these by suit and number, as for the rest ladybugs."""
    place = 0
    while cards != 0:
        pile[place] = lowest(cards)
        cards &= cards - 1
        place += 1
    while place < size:
        pile[place] = LADYBUG
        place += 1


@compiled()
def run_out(table: Any, seat: int) -> None:
    """No pile is left: after the last deck that calls the end, once.

    The turn at hand is finished, then everybody has one more where the rules give it.
    """
    seen = table.seen
    rules = seen.rules
    if rules.decks > 0 and seen.decks_begun >= rules.decks and seen.turns_left < 0:
        table.end_reason, table.ended_by = DECKS, seat
        seen.turns_left = 1 + (rules.players if rules.last_round != 0 else 0)
        if rules.full_rounds != 0:
            seen.turns_left += rules.players - 1 - seen.mover


@compiled()
def end_the_game(table: Any, reason: int) -> None:
    """The game is over at once, or with this round if rules play it out, whatever end was called before."""
    seen = table.seen
    end_now(table, reason, seen.mover)
    if seen.rules.full_rounds != 0:
        seen.turns_left = seen.rules.players - seen.mover
    else:
        seen.turns[seen.mover] += 1


@compiled()
def end_now(table: Any, reason: int, seat: int) -> None:
    """The game is over with this decision, whatever end was called before."""
    table.end_reason, table.ended_by, table.seen.turns_left = reason, seat, 0


# ---- Discarding and passing ------------------------------------------------------------------------------------


@compiled()
def discard(table: Any, seat: int, cards: int) -> None:
    """Adventurer cards go from a hand to the discard pile."""
    table.hands[seat] &= ~cards
    table.seen.hand_sizes[seat] -= ones(cards)
    table.seen.discarded |= cards
    table.seen.recent[seat, 0].discarded |= cards


@compiled()
def lay_down(table: Any, seat: int, cards: int) -> None:
    """Cards leave a hand unseen; nobody takes up what comes to them before all have chosen."""
    size = ones(cards)
    table.hands[seat] &= ~cards
    table.passed[seat] |= cards
    table.seen.hand_sizes[seat] -= size
    table.seen.laid_sizes[seat] += size
    table.seen.recent[seat, 0].passed += size


@compiled(inline=False)
def hand_on(table: Any) -> None:
    """Everybody takes up what their left neighbour laid down, as it goes to the right."""
    seen = table.seen
    players = seen.rules.players
    for seat in range(players):
        right = around(seat + players - 1, players)
        table.hands[right] |= table.passed[seat]
        seen.hand_sizes[right] += seen.laid_sizes[seat]
        table.passed[seat], seen.laid_sizes[seat] = 0, 0
    for seat in range(players):
        seen.owes[seat] = max(0, seen.hand_sizes[seat] - seen.rules.hand_limit)
    seen.to_pass = 0


@compiled()
def around(seat: int, players: int) -> int:
    """A seat counted on past the last one; a remainder would cost more than all else that a short turn does."""
    return seat - players if seat >= players else seat


@compiled(inline=False)
def somebody_owes(table: Any) -> bool:
    """Finds the next player to the left who has to choose a card; where all of a hand goes there is no choice."""
    seen = table.seen
    players = seen.rules.players
    passing = seen.to_pass == ALL_CHOOSE
    for i in range(players):
        seat = around(seen.mover + i, players)
        if seen.owes[seat] == 0:
            continue
        if seen.owes[seat] < seen.hand_sizes[seat]:
            seen.to_move = seat
            seen.phase = A_PASS if passing else A_DISCARD
            return True
        if passing:
            lay_down(table, seat, table.hands[seat])
        else:
            discard(table, seat, table.hands[seat])
        seen.owes[seat] = 0
    return False


@compiled()
def begin_row(seen: Any, act: int, event: Any) -> None:
    """Who decides, in whose turn; nothing has come of it yet."""
    event.turn, event.own_turn = seen.turn, seen.turns[seen.mover]
    event.seat, event.mover = seen.to_move, seen.mover
    event.act, event.target = act, NO_TITLE
    event.cards, event.used, event.die = 0, 0, 0
    event.rolled, event.total, event.captured, event.points = 0, 0, 0, 0


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
    event.hand_after, event.adventurers_after = seen.hand_sizes[event.seat], seen.adventurers_left
    event.wood_after = seen.wood_left
    event.score_first_after, event.score_second_after = seen.points[0], seen.points[1]
    event.score_third_after, event.score_fourth_after = seen.points[2], seen.points[3]


@compiled(inline=False)
def note_lead(table: Any) -> None:
    """Keeps who has most points alone, since when, and how often the lead went to another player."""
    points = table.seen.points
    leader, most = 0, points[0]
    for seat in range(1, table.seen.rules.players):
        if points[seat] > most:
            leader, most = seat, points[seat]
        elif points[seat] == most:
            leader = NOBODY
    keep_leader(table, leader)


@compiled(inline=False)
def score(table: Any, result: Any) -> None:
    """Points on captured creatures, and the bonus for most of them; then who has won, and by what."""
    seen = table.seen
    rules = seen.rules
    totals = table.totals
    most, bonus, _ = bonus_for_most(rules, seen.creatures)
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
    describe_course(table, result)
    result.dragons = dragons_captured(seen)
    result.dragon_holder = table.dragon_holder
    result.adventurer_decks, result.wood_left = seen.decks_begun, seen.wood_left
    describe_seats(table, result)


@compiled(inline=False)
def bonus_for_most(rules: Any, creatures: Any) -> Any:
    """The most creatures that a player has, what they get for it, and how many have as many."""
    most, holders = creatures[0], 1
    for seat in range(1, rules.players):
        if creatures[seat] > most:
            most, holders = creatures[seat], 1
        elif creatures[seat] == most:
            holders += 1
    return most, rules.bonus if holders == 1 else rules.tied_bonus, holders


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
    seen, totals = table.seen, table.totals
    result.points_first, result.points_second = seen.points[0], seen.points[1]
    result.points_third, result.points_fourth = at_seat(seen, 2, seen.points[2]), at_seat(seen, 3, seen.points[3])
    result.score_first, result.score_second = totals[0], totals[1]
    result.score_third, result.score_fourth = totals[2], totals[3]
    result.creatures_first, result.creatures_second = seen.creatures[0], seen.creatures[1]
    result.creatures_third = at_seat(seen, 2, seen.creatures[2])
    result.creatures_fourth = at_seat(seen, 3, seen.creatures[3])
    result.enhancements_first, result.enhancements_second = ones(table.won[0]), ones(table.won[1])
    result.enhancements_third = at_seat(seen, 2, ones(table.won[2]))
    result.enhancements_fourth = at_seat(seen, 3, ones(table.won[3]))
    result.turns_first, result.turns_second = seen.turns[0], seen.turns[1]
    result.turns_third, result.turns_fourth = at_seat(seen, 2, seen.turns[2]), at_seat(seen, 3, seen.turns[3])
    winner = result.winner
    result.rank_first, result.rank_second = rank_of(table, 0, winner), rank_of(table, 1, winner)
    result.rank_third, result.rank_fourth = rank_of(table, 2, winner), rank_of(table, 3, winner)


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
