"""What came of a decision, and of a game, for those who learn from it."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.players.features import FAILURE, SUCCESS
from dhstats.games.dragonwood.table import A_REROLL, DISCARD, MAX_SEATS, RELOAD


@compiled()
def which_end(table: Any, event: Any) -> int:
    """In which way a decision ended that was just played; -1 while a die may still be rolled again."""
    if table.seen.phase == A_REROLL:
        return -1
    attempt = event.act != RELOAD and event.act < DISCARD
    return FAILURE if attempt and event.captured == 0 else SUCCESS


@compiled()
def outcome(result: Any, seat: int) -> Any:
    """How a game ended for a seat: their share of the win, and their lead over the best other in points."""
    first, best = 0, -1
    for other in range(MAX_SEATS):
        first += 1 if rank_at(result, other) == 1 else 0
        if other != seat:
            best = max(best, score_at(result, other))
    won = 1.0 / first if rank_at(result, seat) == 1 else 0.0
    return won, score_at(result, seat) - best


@compiled()
def rank_at(result: Any, seat: int) -> int:
    """The place of a seat in the final count."""
    if seat < 2:
        return result.rank_first if seat == 0 else result.rank_second
    return result.rank_third if seat == 2 else result.rank_fourth


@compiled()
def score_at(result: Any, seat: int) -> int:
    """The final score of a seat."""
    if seat < 2:
        return result.score_first if seat == 0 else result.score_second
    return result.score_third if seat == 2 else result.score_fourth
