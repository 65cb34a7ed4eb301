"""What is written down of a decision in Dragonwood: the row of the moves table."""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.rules.attempts import added, sum_of
from dhstats.games.dragonwood.rules.hands import end_now
from dhstats.games.dragonwood.table import NO_TITLE, NOBODY, TURN_LIMIT


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
