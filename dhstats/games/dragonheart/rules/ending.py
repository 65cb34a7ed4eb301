"""The end of a turn of Dragonheart, for which cards are drawn, and of a game: when it is called, the count of points.

Source: Dragonheart, English rulebook; differences of the Kosmos edition are switches of the rule set.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragonheart.table import (
    BY_FIGURE,
    BY_NOTHING,
    BY_POINTS,
    CANNOT_DRAW,
    DECK_OUT,
    LAST_CARD_DRAWN,
    N_PLACES,
    NO_CHOICE,
    NOBODY,
    NOWHERE,
    SHIPS,
    TURN_LIMIT,
)
from dhstats.games.recent import make_room


@compiled()
def finish_turn(table: Any, seat: int, source: int, event: Any) -> None:
    """The mover draws; then the end is called, or a last turn is used up, and the turn is written down.

    `source` is the place that the play took from, NO_CHOICE if it activated no space.
    """
    seen = table.seen
    before = seen.deck_sizes[seat]
    deck_out = refill(table, seat)
    remember(seen, seat, source, before - seen.deck_sizes[seat], event)
    seen.turn += 1
    if seen.turns_left > 0:
        seen.turns_left -= 1
    elif seen.stacks >= seen.rules.ship_stacks:
        call_end(table, SHIPS, seat)
    elif deck_out:
        call_end(table, DECK_OUT, seat)
    elif seen.turn >= seen.rules.turn_limit:
        call_end(table, TURN_LIMIT, NOBODY)
        seen.turns_left = 0
    note_lead(table)
    event.turn = seen.turn - 1
    event.seat = seat
    event.hand_after = seen.hand_sizes[seat]
    event.deck_after = seen.deck_sizes[seat]
    event.score_first_after = seen.scores[0]
    event.score_second_after = seen.scores[1]


@compiled()
def draw_up_to(table: Any, seat: int, size: int) -> int:
    """A player draws from the top of their deck until they hold `size` cards; returns how many they drew."""
    seen = table.seen
    held, left = seen.hand_sizes[seat], seen.deck_sizes[seat]
    drawn = 0
    while held + drawn < size and left > 0:
        left -= 1
        card = table.decks[seat, left]
        table.hands[seat, card >> 4] += 1 << 6 * (card & 15)
        table.held[seat] |= 1 << (card >> 4)
        drawn += 1
    seen.deck_sizes[seat] = left
    seen.hand_sizes[seat] = held + drawn
    return drawn


@compiled()
def refill(table: Any, seat: int) -> bool:
    """The mover fills their hand, larger with the figure; returns whether their deck calls the end of the game."""
    seen = table.seen
    rules = seen.rules
    size = rules.figure_hand_size if seen.figure == seat else rules.hand_size
    wanted = size - seen.hand_sizes[seat]
    drawn = draw_up_to(table, seat, size)
    if rules.deck_end == CANNOT_DRAW:
        return wanted > 0 and drawn == 0
    if rules.deck_end == LAST_CARD_DRAWN:
        return seen.emptied[seat] >= 0 or (drawn > 0 and seen.deck_sizes[seat] == 0)
    if seen.emptied[seat] >= 0:
        return True
    if drawn > 0 and seen.deck_sizes[seat] == 0:
        seen.emptied[seat] = seen.turn
    return False


@compiled()
def remember(seen: Any, seat: int, source: int, drawn: int, event: Any) -> None:
    """The turn becomes the latest of its seat that a view still holds."""
    make_room(seen.recent, seat)
    latest = seen.recent[seat, 0]
    latest.turn, latest.drawn = seen.turn, drawn
    latest.target = source if source != NOWHERE else NO_CHOICE
    latest.picture, latest.cards, latest.values = event.picture, event.cards, event.values
    latest.taken_cards, latest.taken_points = event.taken_cards, event.taken_points
    latest.claimed_figure = event.claimed_figure
    for place in range(N_PLACES):
        latest.left_cards[place] = seen.cards[place]
        latest.left_points[place] = seen.points[place]
    latest.left_dragons, latest.left_stacks, latest.left_figure = seen.below_dragons, seen.stacks, seen.figure
    for one in range(2):
        latest.left_scores[one] = seen.scores[one]
        latest.left_hand_sizes[one], latest.left_deck_sizes[one] = seen.hand_sizes[one], seen.deck_sizes[one]


@compiled()
def call_end(table: Any, reason: int, seat: int) -> None:
    """The end is called once; the opponent has one last turn where the rules give it."""
    table.end_reason = reason
    table.ended_by = seat
    table.seen.turns_left = 1 if table.seen.rules.last_turn != 0 else 0


@compiled()
def note_lead(table: Any) -> None:
    """Keeps how often the lead in score piles changed sides, and since when each seat leads."""
    seen = table.seen
    margin = seen.scores[0] - seen.scores[1]
    leader = (1 if margin > 0 else 0) - (1 if margin < 0 else 0)
    table.not_ahead[0] = table.not_ahead[0] if leader > 0 else seen.turn
    table.not_ahead[1] = table.not_ahead[1] if leader < 0 else seen.turn
    table.lead_changes += 1 if leader * table.leader < 0 else 0
    table.leader = table.leader if leader == 0 else leader


@compiled()
def to_move(table: Any) -> int:
    """Players alternate."""
    return table.seen.turn & 1


@compiled()
def over(table: Any) -> bool:
    """Whether the last turn has been played."""
    return table.seen.turns_left == 0


@compiled(inline=False)
def score(table: Any, result: Any) -> None:
    """Points of the score piles and the figure's, a tie goes to its holder; how the game went and ended."""
    seen = table.seen
    result.points_first = seen.scores[0]
    result.points_second = seen.scores[1]
    first, second, winner, decided_by = settle(seen.rules, seen.scores[0], seen.scores[1], seen.figure)
    result.score_first = first
    result.score_second = second
    result.winner = winner
    result.decided_by = decided_by
    result.figure = seen.figure
    result.turns = seen.turn
    result.end_reason = table.end_reason
    result.ended_by = table.ended_by
    result.ship_stacks = seen.stacks
    result.figure_changes = table.figure_changes
    result.first_claim_turn = table.first_claim_turn
    result.lead_changes = table.lead_changes
    result.lead_since = table.not_ahead[winner] if winner != NOBODY else -1


@compiled()
def settle(rules: Any, first: int, second: int, holder: int) -> Any:
    """Final scores, winner and what decided, from the points of both score piles and the keeper of the figure."""
    if holder == 0:
        first += rules.figure_points
    elif holder == 1:
        second += rules.figure_points
    if first != second:
        return first, second, 0 if first > second else 1, BY_POINTS
    if holder != NOBODY and rules.figure_breaks_ties != 0:
        return first, second, holder, BY_FIGURE
    return first, second, NOBODY, BY_NOTHING
