"""What came of a game, for those who learn from it."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragon.table import MAX_SEATS

# Health left says next to nothing of who wins: a dragon may be banished or exhausted unhurt. So games are judged by
# their winner, and no lead in health counts as large.
LARGE_LEAD = 1000.0


@compiled()
def outcome(result: Any, seat: int) -> Any:
    """How a game ended for a seat: their share of the win, and their lead in health over the best of other places."""
    first, best = 0, 0
    place = rank_at(result, seat)
    for other in range(MAX_SEATS):
        rank = rank_at(result, other)
        first += 1 if rank == 1 else 0
        if rank > 0 and rank != place:
            best = max(best, score_at(result, other))
    return 1.0 / first if place == 1 else 0.0, score_at(result, seat) - best


@compiled()
def rank_at(result: Any, seat: int) -> int:
    """The place of a seat; below 1 where nobody plays."""
    if seat < 2:
        return int(result.rank_first if seat == 0 else result.rank_second)
    return int(result.rank_third if seat == 2 else result.rank_fourth)


@compiled()
def score_at(result: Any, seat: int) -> int:
    """The health that the dragon of a seat has left."""
    if seat < 2:
        return int(result.score_first if seat == 0 else result.score_second)
    return int(result.score_third if seat == 2 else result.score_fourth)
