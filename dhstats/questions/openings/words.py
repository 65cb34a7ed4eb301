"""The words that all openings share: one scale of sureness, numbers out of a hundred games, names of games."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from dhstats.questions import words
from dhstats.stats.intervals import Interval

# How sure an answer is, by the kind of verdict; pages use these words and no others.
SURENESS = {
    "balanced": "Certain",
    "unbalanced": "Certain",
    "leaning": "Partly certain",
    "undecided": "Open",
    "refused": "Cannot be told",
    "fact": "Measured",
}
# How large an edge is called that is at least so many games in 100; the greatest that fits.
SIZES = ((0.0, "tiny"), (1.0, "small"), (3.0, "clear"), (6.0, "large"))


def game_name(game: str, rules: Mapping[str, Any]) -> str:
    """What a game is called in a title: as its rules say, which an old run may not hold."""
    return str(rules.get("source", {}).get("title") or game.capitalize())


def size(points: float) -> str:
    """What an edge of so many games in 100 is called."""
    return next(name for least, name in reversed(SIZES) if abs(points) >= least)


def of_hundred(share: float, even: float = 0.5) -> str:
    """A share of games as a count: "51 of 100"; finer where it would look even and is not quite."""
    if round(100.0 * share) == round(100.0 * even) and abs(share - even) >= 0.001:
        return f"{round(1000.0 * share):,} of 1,000"
    return f"{round(100.0 * share)} of 100"


def between(interval: Interval, digits: int, *, factor: float = 100.0, sign: bool = False) -> str:
    """An interval with its level: "50.3 to 51.4, 95 % interval"; why there is none, where there is none."""
    if not (math.isfinite(interval.low) and math.isfinite(interval.high)):
        return words.span(interval, digits)
    return f"{words.reach(interval, digits, factor=factor, sign=sign)}, {words.level(interval)} interval"


def more(deals: int) -> str:
    """How many more deals would decide, in two digits, as nobody knows them better."""
    if deals > 10**10:
        return "no number of deals that can be played would decide it"
    power = max(0, len(str(deals)) - 2)
    return f"about {round(deals, -power):,} more deals would decide it"
