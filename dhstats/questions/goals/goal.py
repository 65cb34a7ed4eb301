"""A goal: a quantity with the range in which it is meant to lie."""

import math
import re
from dataclasses import dataclass, replace

from dhstats.errors import BadInput
from dhstats.questions.goals.lead_games import scores_between
from dhstats.questions.goals.quantity import GAMES, OF_WINS, Quantity, Scale
from dhstats.questions.shared import words
from dhstats.quoting import quoted

_NUMBER = r"[-+−]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,7})(?:\.[0-9]{1,6})?"
_WRITTEN = re.compile(rf"(?:(at most|at least) ({_NUMBER})|({_NUMBER}) to ({_NUMBER}))(?: ?(%|points?))?")


@dataclass(frozen=True, slots=True)
class Goal:
    """A quantity that is meant to lie from `low` to `high`, in its unit; one of the ends may be infinite.

    `asked` is the range as the file says it, where that is about another unit than the quantity is judged in.
    """

    quantity: Quantity
    low: float
    high: float
    asked: str = ""

    @property
    def name(self) -> str:
        """The name of the quantity, by which a goals file has the goal."""
        return self.quantity.name

    @property
    def written(self) -> str:
        """The range as a goals file may have it beside the name."""
        return self.asked or self.range

    @property
    def range(self) -> str:
        """The range as a person writes it: "49 to 51 %", "at most 5 %"."""
        scale, low, high = self.quantity.scale, self.low, self.high
        if math.isinf(low):
            text = f"at most {_shown(scale, high)}"
        elif math.isinf(high):
            text = f"at least {_shown(scale, low)}"
        else:
            text = f"{_shown(scale, low)} to {_shown(scale, high)}"
        return f"{text} {scale.mark}".rstrip()


def _shown(scale: Scale, value: float) -> str:
    return words.number(scale.factor * value, 6).rstrip("0").rstrip(".")


def goal(quantity: Quantity, written: object) -> Goal:
    """A goal from its words; BadInput for a range that is none, is empty, or that nothing or everything meets."""
    scale, name = quantity.scale, quantity.name
    match = _WRITTEN.fullmatch(" ".join(written.split())) if isinstance(written, str) else None
    if match is None or (match[5] or "").rstrip("s") != scale.mark.rstrip("s"):
        comma = isinstance(written, str) and re.search(r"[0-9],[0-9]{1,2}(?![0-9])", written)
        raise BadInput(
            f"{name}: must be a range, as {quoted(scale.example)}, {quoted(_as(scale, 'at most'))} or"
            f" {quoted(_as(scale, 'at least'))}, not {quoted(written)}"
            + ("; decimals have a point, not a comma" if comma else "")
        )
    at_most, at_least = match[1] == "at most", match[1] == "at least"
    low = -math.inf if at_most else _value(match[2] if at_least else match[3]) / scale.factor
    high = math.inf if at_least else _value(match[2] if at_most else match[4]) / scale.factor
    found = Goal(quantity, *_checked(quantity, low, high, quoted(written)))
    return _of_the_score(found) if scale == GAMES else found


def _of_the_score(games: Goal) -> Goal:
    """Games until a lead as a goal about the score that takes so many."""
    scores = scores_between(games.low, games.high)
    if scores is None or scores[0] == scores[1]:
        raise BadInput(f"{games.name}: no score takes {games.range} games; widen the range")
    if math.isinf(scores[0]) and math.isinf(scores[1]):
        raise BadInput(f"{games.name}: {quoted(games.range)} is met whatever happens; narrow it, or leave the goal out")
    what = f"{games.quantity.what}, so that they lead after {games.range} games"
    quantity = replace(games.quantity, what=what, scale=OF_WINS, bounds=(0.0, 1.0))
    return Goal(quantity, *scores, games.range)


def _value(written: str) -> float:
    """A number as people write it, thousands apart and with a true minus, too."""
    return float(written.replace(",", "").replace("−", "-"))


def _as(scale: Scale, bound: str) -> str:
    """The example as a range with one end."""
    number = re.findall(_NUMBER, scale.example)[-1]
    return f"{bound} {number} {scale.mark}".rstrip()


def _checked(quantity: Quantity, low: float, high: float, written: str) -> tuple[float, float]:
    """The ends of a range, those that lie where nothing can be beyond taken away; BadInput for a range that is none."""
    least, most = quantity.bounds
    if low > high:
        raise BadInput(f"{quantity.name}: the range {written} is empty: its low end lies above its high end")
    if low == high:
        raise BadInput(f"{quantity.name}: no number of deals shows a mean to be exactly that; give {written} a width")
    if low >= most or high <= least:
        raise BadInput(f"{quantity.name}: {written} lies outside what there can be, {_possible(quantity)}")
    low, high = (-math.inf if low <= least else low), (math.inf if high >= most else high)
    if math.isinf(low) and math.isinf(high):
        raise BadInput(f"{quantity.name}: {written} is met whatever happens; narrow it, or leave the goal out")
    return low, high


def _possible(quantity: Quantity) -> str:
    scale, (least, most) = quantity.scale, quantity.bounds
    if math.isinf(most):
        return f"{_shown(scale, least)} or more"
    return f"{_shown(scale, least)} to {_shown(scale, most)} {scale.mark}"
