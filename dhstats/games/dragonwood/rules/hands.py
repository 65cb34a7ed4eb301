"""Adventurer cards on their way: drawn, discarded, passed to a neighbour; and the end that an empty pile calls."""

from typing import Any

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import mix, next_turn
from dhstats.games.dragonwood.table import A_DISCARD, A_PASS, AT_ONCE, DECKS, LADYBUG, NUMBERS, SUITS

ALL_CHOOSE = -1  # in place of a number of cards to pass: everybody is choosing theirs

# ---- Drawing ---------------------------------------------------------------------------------------------------


@compiled(inline=False)
def draw(table: Any, seat: int, wanted: int) -> None:
    """A player draws so many adventurer cards; each ladybug among them is discarded for more.

    Whoever comes to hold more than the limit has to discard.
    """
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
            wanted = 0 if is_endless(seen) else wanted + seen.rules.ladybug_draws
        else:
            table.hands[seat] |= 1 << card
            seen.hand_sizes[seat] += 1
            seen.recent[seat, 0].drawn += 1
        if seen.adventurers_left == 0 and seen.rules.runs_out == AT_ONCE and not renew(table):
            run_out(table, seat)
    if seen.hand_sizes[seat] > seen.rules.hand_limit:
        seen.owes[seat] = seen.hand_sizes[seat] - seen.rules.hand_limit


@compiled()
def is_endless(seen: Any) -> bool:
    """Whether ladybugs would be replaced by ladybugs for ever: there is no other card to draw, and no last deck."""
    nothing_else = seen.adventurers_left == 0 and seen.discarded == 0
    return bool(nothing_else and seen.rules.decks == 0 and seen.rules.ladybug_draws > 0)


@compiled(inline=False)
def renew(table: Any) -> bool:
    """Shuffles the discards for a new pile, while the rules give one; whether there is something to draw again.

    The discards are taken by suit and number, ladybugs last, then brought into random order.
    """
    seen = table.seen
    rules = seen.rules
    if 0 < rules.decks <= seen.decks_begun or (seen.discarded == 0 and seen.discarded_ladybugs == 0):
        return False
    size = 0
    for card in range(SUITS * NUMBERS):
        if seen.discarded >> card & 1 != 0:
            table.pile[size] = card
            size += 1
    for _ in range(seen.discarded_ladybugs):
        table.pile[size] = LADYBUG
        size += 1
    next_turn(table.renewal)
    mix(table.pile, size, table.renewal)
    seen.adventurers_left = size
    seen.discarded = 0
    seen.discarded_ladybugs = 0
    seen.decks_begun += 1
    return True


@compiled()
def run_out(table: Any, seat: int) -> None:
    """No pile is left: after the last deck that calls the end, and everybody has one more turn."""
    rules = table.seen.rules
    if rules.decks > 0 and table.seen.decks_begun >= rules.decks:
        call_end(table, DECKS, seat)


@compiled()
def call_end(table: Any, reason: int, seat: int) -> None:
    """The end is called once; the turn at hand is finished, then everybody has one more where the rules give it."""
    seen = table.seen
    if seen.turns_left >= 0:
        return
    table.end_reason = reason
    table.ended_by = seat
    seen.turns_left = 1 + (seen.rules.players if seen.rules.last_round != 0 else 0)
    if seen.rules.full_rounds != 0:
        seen.turns_left += seen.rules.players - 1 - seen.mover


@compiled()
def end_the_game(table: Any, reason: int) -> None:
    """The game is over at once, or with this round if rules play it out, whatever end was called before.

    A turn that is broken off counts like any other for the player who had it.
    """
    seen = table.seen
    end_now(table, reason, seen.mover)
    if seen.rules.full_rounds != 0:
        seen.turns_left = seen.rules.players - seen.mover
    else:
        seen.turns[seen.mover] += 1


@compiled()
def end_now(table: Any, reason: int, seat: int) -> None:
    """The game is over with this decision, whatever end was called before."""
    table.end_reason = reason
    table.ended_by = seat
    table.seen.turns_left = 0


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
def ask_to_pass(table: Any) -> None:
    """Everybody owes their neighbour so many cards, or all that they have."""
    seen = table.seen
    for seat in range(seen.rules.players):
        seen.owes[seat] = min(seen.to_pass, seen.hand_sizes[seat])
    seen.to_pass = ALL_CHOOSE


@compiled(inline=False)
def hand_on(table: Any) -> None:
    """Everybody takes up what their left neighbour laid down, as it goes to the right."""
    seen = table.seen
    players = seen.rules.players
    for seat in range(players):
        right = around(seat + players - 1, players)
        table.hands[right] |= table.passed[seat]
        seen.hand_sizes[right] += seen.laid_sizes[seat]
        table.passed[seat] = 0
        seen.laid_sizes[seat] = 0
    for seat in range(players):
        seen.owes[seat] = max(0, seen.hand_sizes[seat] - seen.rules.hand_limit)
    seen.to_pass = 0


@compiled()
def around(seat: int, players: int) -> int:
    """A seat counted on past the last one; a remainder would cost more than all else that a short turn does."""
    return seat - players if seat >= players else seat


@compiled()
def anything_owed(seen: Any) -> bool:
    """Whether cards have to be discarded or passed at all, which is seldom so; there are as many terms as seats."""
    return bool(seen.owes[0] | seen.owes[1] | seen.owes[2] | seen.owes[3] != 0)


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
