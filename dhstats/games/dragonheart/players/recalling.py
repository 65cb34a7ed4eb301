"""Taking a guessed table back to an earlier turn of the opponent: what they saw then, if the guess is right.

A hand that is guessed says what their hand was before they played, but for what they have drawn since: as nothing is
known of the order of their deck, each card that they still hold is as likely as any other to be one of these.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import below
from dhstats.games.dragonheart.rules.collecting import fills, target_of
from dhstats.games.dragonheart.rules.play import look
from dhstats.games.dragonheart.table import N_PLACES, NO_TURN, RUNNING, nth_card
from dhstats.games.recent import RECENT


@compiled(inline=False)
def recall(view: Any, back: int, table: Any, stream: Any) -> bool:
    """Takes a table back to before the opponent's turn so many turns ago; False where the view does not say enough.

    It does not where nobody had played before, and where the opponent has lost cards with the figure since.
    """
    seat, other = view.seat, 1 - view.seat
    turn, before = view.recent[other, back], view.recent[seat, back]
    if turn.turn < 1 or before.turn != turn.turn - 1:
        return False
    seen = table.seen
    take_back(table, other, turn, stream)
    if back > 0:
        mine = view.recent[seat, back - 1]
        if mine.picture >= 0:
            seen.played[seat, mine.picture] -= mine.values
    if seen.hand_sizes[other] != before.left_hand_sizes[other]:
        return False
    set_back(seen, before)
    forget(view, back, seen)
    look(table, other)
    return True


@compiled()
def take_back(table: Any, seat: int, turn: Any, stream: Any) -> None:
    """What a seat drew at the end of a turn leaves its hand, and what it played comes back."""
    seen = table.seen
    for _ in range(min(turn.drawn, seen.hand_sizes[seat])):
        card = nth_card(table.hands[seat], below(stream, seen.hand_sizes[seat]))
        rest = table.hands[seat, card >> 4] - (1 << 6 * (card & 15))
        table.hands[seat, card >> 4] = rest
        table.held[seat] ^= (1 if rest == 0 else 0) << (card >> 4)
        seen.hand_sizes[seat] -= 1
    if turn.picture >= 0:
        table.hands[seat, turn.picture] += turn.values
        table.held[seat] |= 1 << turn.picture
        seen.hand_sizes[seat] += turn.cards
        seen.played[seat, turn.picture] -= turn.values


@compiled()
def set_back(seen: Any, before: Any) -> None:
    """All that lies open is as a turn left it."""
    seen.turn, seen.turns_left = before.turn + 1, RUNNING
    for place in range(N_PLACES):
        seen.cards[place], seen.points[place] = before.left_cards[place], before.left_points[place]
    seen.below_dragons, seen.stacks, seen.figure = before.left_dragons, before.left_stacks, before.left_figure
    for one in range(2):
        seen.scores[one] = before.left_scores[one]
        seen.hand_sizes[one], seen.deck_sizes[one] = before.left_hand_sizes[one], before.left_deck_sizes[one]
        if seen.emptied[one] > before.turn:
            seen.emptied[one] = -1


@compiled()
def forget(view: Any, back: int, seen: Any) -> None:
    """Of the last turns those are left that had been played before the opponent's turn so many turns ago."""
    for i in range(RECENT):
        mine, theirs = i + back, i + back + 1
        seen.recent[view.seat, i] = view.recent[view.seat, mine] if mine < RECENT else NO_TURN[0]
        seen.recent[1 - view.seat, i] = view.recent[1 - view.seat, theirs] if theirs < RECENT else NO_TURN[0]


@compiled(inline=False)
def was_played(view: Any, move: Any, turn: Any) -> bool:
    """Whether a turn played this move: the same cards, and where a space acts, from the same place."""
    if move.picture != turn.picture or move.values != turn.values:
        return False
    if view.rules.arrows[move.picture] < 2 or not fills(view, move.picture, move.cards):
        return True
    return bool(target_of(view, move) == turn.target)
