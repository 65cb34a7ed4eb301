"""Whether what something is worth in wins matters: by the margin that counts as no difference everywhere."""

from dhstats.questions.shared.first_screen import games_in_100, play_on
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.stats.intervals.intervals import Interval


def of_effect(interval: Interval) -> str:
    """The verdict on what something is worth in wins: nothing that matters, something for sure, or not known yet.

    It is within the margin that counts as no difference everywhere, or it leaves out 0.
    """
    if interval.inside(-SCORE_MARGIN, SCORE_MARGIN):
        return "balanced"
    return "undecided" if interval.contains(0.0) else "unbalanced"


def to_know(value: float, interval: Interval, unit: str = "deals", option: str = "--deals", played: int = 0) -> str:
    """To play on until the interval leaves out 0 or lies within the margin, whichever takes fewer."""
    return play_on(max(abs(value), SCORE_MARGIN - abs(value)), interval, unit, option, played)


def no_matter() -> str:
    """How much is no difference, in games."""
    return f"less than {games_in_100(100.0 * SCORE_MARGIN)}"
