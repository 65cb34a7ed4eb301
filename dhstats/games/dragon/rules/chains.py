"""Playing a card, paying for it, topping it back and forth, and who comes out on top."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules.effects import take_effect
from dhstats.games.dragon.rules.legal import toppers
from dhstats.games.dragon.rules.zones import around, demand, discard, is_alive, leave_hand, slots_of, with_one, wound
from dhstats.games.dragon.table import (
    ATTACK_BITS,
    CANCELLED,
    EFFECT,
    GROUND,
    N_ATTACKS,
    NO_CARD,
    NOBODY,
    PAYING,
    TOPPING,
)


@compiled(inline=False)
def play_card(table: Any, move: Any, event: Any) -> None:
    """A player plays a card in their turn, declares what it asks for, and meets its costs; then others may top it."""
    seen = table.seen
    seat = seen.mover
    card = seen.rules.cards[move.card]
    leave_hand(table, seat, move.card)
    latest = seen.recent[seat, 0]
    latest.played = with_one(latest.played, slots_of(seen, seat, move.card))
    seen.first_card = seen.top_card = move.card
    seen.rival = move.rival
    seen.at = move.at
    seen.declared = move.declared
    seen.depth = 0
    seen.top_seat = seat
    if card.kind == GROUND:
        seen.grounds_played[seat] += 1
    else:
        seen.played[seat] += 1
    if card.types & ATTACK_BITS != 0:
        count_attack(seen, seat, card.types, 1)
    if card.suffers > 0:
        wound(table, seat, card.suffers, event)
        if not is_alive(seen, seat):  # discarded, as its cost put its own player out of the fight
            discard(seen, seat, move.card)
            seen.phase = seen.step
            close_chain(seen)
            return
    demand(table, seat, card.discards, PAYING)
    if seen.phase != PAYING:
        ask_to_top(table, seat, event)


@compiled()
def count_attack(seen: Any, seat: int, types: int, number: int) -> None:
    """Counts an attack card for the limits of the turn, or takes it back."""
    seen.made[seat] += number
    for kind in range(N_ATTACKS):
        if types >> kind & 1 != 0:
            seen.made_of[seat, kind] += number


# ---- Attack / Top ----------------------------------------------------------------------------------------------


@compiled()
def top(table: Any, move: Any, event: Any) -> None:
    """A card is played to cancel the last one; its text does not count. Now the other side may top it."""
    seen = table.seen
    seat = seen.to_move
    leave_hand(table, seat, move.card)
    discard(seen, seat, move.card)
    latest = seen.recent[seat, 0]
    latest.topped = with_one(latest.topped, slots_of(seen, seat, move.card))
    seen.depth += 1
    seen.top_card = move.card
    seen.top_seat = seat
    table.tops += 1
    ask_to_top(table, seat, event)


@compiled(inline=False)
def ask_to_top(table: Any, after: int, event: Any) -> None:
    """Asks the next player to the left who could top the last card and is on the other side; if none, it is settled."""
    seen = table.seen
    rules = seen.rules
    own_side = seen.depth % 2 == 1  # the card to be topped was played against the first one
    seat = after
    for _ in range(rules.players - 1):
        seat = around(seat + 1, rules.players)
        if seat == seen.top_seat:
            break
        on_turn = (rules.team[seat] == rules.team[seen.mover]) == own_side and is_alive(seen, seat)
        if on_turn and toppers(seen, seat, table.hands[seat]) != 0:
            seen.phase = TOPPING
            seen.to_move = seat
            return
    settle(table, event)


@compiled(inline=False)
def settle(table: Any, event: Any) -> None:
    """Whoever played the last card decides: the first card takes effect, or it is cancelled and discarded."""
    seen = table.seen
    rules, mover = seen.rules, seen.mover
    seen.phase = seen.step
    holds = seen.depth % 2 == 0
    # Everybody in the fight who could have topped the last card, had they held the cards for it, let it pass
    for seat in range(rules.players):
        against = (rules.team[seat] == rules.team[mover]) != holds
        if against and seat != seen.top_seat and is_alive(seen, seat):
            seen.recent[seat, 0].let_pass |= rules.cards[seen.top_card].types
    if seen.depth > 0:
        table.chains += 1
        table.longest = max(table.longest, seen.depth)
    if holds:
        event.outcome = EFFECT
        take_effect(table, event)
    else:
        event.outcome = CANCELLED
        table.cancelled += 1
        discard(seen, mover, seen.first_card)
        latest = seen.recent[mover, 0]
        latest.cancelled = with_one(latest.cancelled, slots_of(seen, mover, seen.first_card))
        types = rules.cards[seen.first_card].types
        if types & ATTACK_BITS != 0 and rules.cancelled == 0:
            count_attack(seen, mover, types, -1)
    close_chain(seen)


@compiled()
def close_chain(seen: Any) -> None:
    """No card is being played."""
    seen.first_card = seen.at = seen.top_card = NO_CARD
    seen.rival = seen.top_seat = NOBODY
    seen.declared = seen.depth = 0
