"""A goal: a quantity with the range in which it is meant to lie."""

import math
import re
from dataclasses import dataclass

from dhstats.errors import BadInput
from dhstats.questions.goals.quantity import Quantity, Scale
from dhstats.questions.shared import words
from dhstats.quoting import quoted

_NUMBER = r"[-+−]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,7})(?:\.[0-9]{1,6})?"
_WRITTEN = re.compile(rf"(?:(at most|at least) ({_NUMBER})|({_NUMBER}) to ({_NUMBER}))(?: ?(%|points?))?")


@dataclass(frozen=True, slots=True)
class Goal:
    """A quantity that is meant to lie from `low` to `high`, in its unit; one of the ends may be infinite."""

    quantity: Quantity
    low: float
    high: float

    @property
    def name(self) -> str:
        """The name of the quantity, by which a goals file has the goal."""
        return self.quantity.name

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
    found = _WRITTEN.fullmatch(" ".join(written.split())) if isinstance(written, str) else None
    if found is None or (found[5] or "").rstrip("s") != scale.mark.rstrip("s"):
        raise BadInput(
            f"{name}: must be a range, as {quoted(scale.example)}, {quoted(_as(scale, 'at most'))} or"
            f" {quoted(_as(scale, 'at least'))}, not {quoted(written)}"
        )
    at_most, at_least = found[1] == "at most", found[1] == "at least"
    low = -math.inf if at_most else _value(found[2] if at_least else found[3]) / scale.factor
    high = math.inf if at_least else _value(found[2] if at_most else found[4]) / scale.factor
    return Goal(quantity, *_checked(quantity, low, high, quoted(written)))


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
