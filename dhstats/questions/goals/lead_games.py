"""Games until the better player leads, as a range of the score: a goal about the ones is judged as one about the other.

`games_to_tell` says how many games a score takes: the higher, the fewer. So a range of games is a range of scores,
sought in steps of a thousandth of a percent: every score in it takes so many games.
"""

import math

from dhstats.stats.leagues.luck import games_to_tell

EVEN, SURE = 50_000, 100_000  # scores of one half and of one, in thousandths of a percent


def scores_between(low: float, high: float) -> tuple[float, float] | None:
    """The scores that take from `low` to `high` games until a lead, as the ends of a range; nothing if none does.

    An end is infinite where no score lies beyond it. A score of one half or less never leads: it takes more than any
    number of games.
    """
    least = -math.inf if math.isinf(high) else _enough(high)
    fewer = math.inf if math.isinf(low) else _enough(math.ceil(low) - 1)  # a score that takes fewer than `low`
    greatest = fewer - 1 if fewer <= SURE else math.inf
    if least > SURE or least > greatest:
        return None
    return _score(least), _score(greatest)


def _enough(games: float) -> float:
    """The smallest score for which so many games suffice, in thousandths of a percent; infinite if none does."""
    if not _suffices(SURE, games):
        return math.inf
    short, enough = EVEN, SURE
    while enough - short > 1:
        middle = (short + enough) // 2
        short, enough = (short, middle) if _suffices(middle, games) else (middle, enough)
    return enough


def _suffices(thousandths: int, games: float) -> bool:
    needed = games_to_tell(_score(thousandths))
    return needed is not None and needed <= games


def _score(thousandths: float) -> float:
    """The score as it is read from a file that has it in percent."""
    return thousandths / 1_000.0 / 100.0
