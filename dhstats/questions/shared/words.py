"""Numbers as a designer reads them: as many digits as are known, and how sure they are."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from dhstats.questions.shared.answer import noted
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import ALIKE, EXACT, EXCEPTION, TOO_FEW, Interval
from dhstats.stats.sequential.sequences import FIRST_LOOK

ONE_TRAINING = (
    "Each trained player comes from one training, with one seed: the intervals are about these players, and leave out "
    "how another training would differ."
)


@dataclass(frozen=True, slots=True)
class Unit:
    """How numbers of a kind are shown: times a factor, with a mark after them, with a plus where the sign matters."""

    factor: float = 1.0
    mark: str = ""
    sign: bool = False


PLAIN, SIGNED = Unit(), Unit(sign=True)
HUNDREDTHS, PERCENT, PERCENTAGE_POINTS = Unit(100.0), Unit(100.0, " %"), Unit(100.0, sign=True)  # of shares of 1


def places(error: float) -> int:
    """How many digits after the point leave one or two that the standard error covers."""
    if not 0.0 < error < math.inf:
        return 2
    return min(4, max(0, math.ceil(-math.log10(error / 1.5))))


def number(value: float, digits: int, *, sign: bool = False) -> str:
    """A number with a true minus, thousands apart, and a plus where the sign matters."""
    text = f"{value:{'+' if sign else ''},.{digits}f}"
    if not any(letter in "123456789" for letter in text):
        text = text.lstrip("+-")
    return text.replace("-", "−")


def amount(size: float, unit: str) -> str:
    """So much of a unit, of one in the singular: "0.5 games in 100", "1 game in 100"."""
    return f"{size:g} {unit.replace('games', 'game', 1) if size == 1.0 else unit}"


def given(value: float, digits: int, thing: str) -> str:
    """How much somebody gave, or took where the number is negative: "gave 0.6 points", "took 0.6 points"."""
    took = number(value, digits).startswith("−")
    return f"{'took' if took else 'gave'} {number(abs(value), digits)} {thing}"


def value(estimate: Estimate, unit: Unit = PLAIN, digits: int | None = None) -> str:
    """An estimate in its unit, in as many digits as its error leaves, or in so many."""
    shown = digits_of(estimate, unit) if digits is None else digits
    return f"{number(unit.factor * estimate.value, shown, sign=unit.sign)}{unit.mark}"


def digits_of(estimate: Estimate, unit: Unit = PLAIN) -> int:
    """The digits that the error of an estimate leaves in its unit."""
    return places(unit.factor * estimate.se)


def stated(
    estimate: Estimate,
    unit: Unit = PLAIN,
    of: str = "",
    *,
    digits: int | None = None,
    after: Interval | None = None,
    sure: str = "",
    more: str = "",
) -> str:
    """An estimate with its interval: "52.1 % of the games (95 % interval 51.4 to 52.8, t over 400 deals)".

    `of` follows the number. `after` is the interval that the sentence named before: then of this one only what differs
    is named. `sure` stands in for the interval's level, and `more` follows it.
    """
    shown = digits_of(estimate, unit) if digits is None else digits
    if after is None:
        ends = span(estimate.interval, shown, factor=unit.factor, sign=unit.sign, sure=sure)
    else:
        ends = reach(estimate.interval, shown, factor=unit.factor, sign=unit.sign, after=after, sure=sure)
    return f"{value(estimate, unit, shown)}{' ' if of else ''}{of} ({ends}{more})"


def brief(estimate: Estimate, unit: Unit = PLAIN, of: str = "", *, sure: str = "") -> str:
    """The same with the ends of its interval alone, in a sentence that names the kind of all its intervals."""
    return stated(estimate, unit, of, after=estimate.interval, sure=sure)


def series(several: Iterable[tuple[Estimate, str]], unit: Unit = PLAIN) -> list[str]:
    """Estimates side by side in a sentence, each with what follows it; the first names the kind of their intervals."""
    every = list(several)
    return [stated(each, unit, of, after=every[0][0].interval if at else None) for at, (each, of) in enumerate(every)]


def more_deals(n: int) -> str:
    """About how many more deals would decide."""
    if n > 10**10:
        return "no feasible number of deals would decide"
    return f"about {count(n)} more deals would decide"


def count(n: int, thing: str = "") -> str:
    """A count, thousands apart, with what is counted."""
    return f"{n:,} {thing}".rstrip()


def level(interval: Interval) -> str:
    """How often an interval of this kind is right."""
    return "sure" if interval.method == EXACT else f"{100.0 * interval.level:.3g} %"


def basis(interval: Interval) -> str:
    """What an interval rests on: the method without its refinements, number and unit."""
    if interval.method == EXACT:
        return EXACT
    units = count(interval.n, interval.unit)
    method = interval.method.split(",")[0]
    if EXCEPTION in interval.method:
        return f"{'' if method == ALIKE else f'{method}, '}the same in all {units}"
    for over in ("over blocks", "over deals"):
        if over in method:
            return method.replace(over, f"over {units}")
    return f"{method}, {units}"


def span(interval: Interval, digits: int, *, factor: float = 1.0, sign: bool = False, sure: str = "") -> str:
    """An interval in a sentence, with what it rests on; where all deals were alike, that there is none.

    The ends are shown times `factor`; `sure` stands in for the interval's level.
    """
    if not known(interval):
        return _without(interval)
    if interval.method == EXACT:
        return "exactly"
    ends = between(interval, digits, factor=factor, sign=sign)
    full = f"{sure or level(interval)} interval {ends}, {basis(interval)}"
    return noted(full, ends, note(interval, sure), interval)


def reach(
    interval: Interval, digits: int, *, factor: float = 1.0, sign: bool = False,
    after: Interval | None = None, sure: str = "",
) -> str:  # fmt: skip
    """From where to where an interval goes, in a sentence that has named its kind before; the note has it again.

    `after` is the interval that it named: another method, or other deals, are named again.
    """
    if not known(interval):
        return _without(interval)
    ends = between(interval, digits, factor=factor, sign=sign)
    other = after is not None and basis(interval) != basis(after)
    return noted(f"{ends}, {basis(interval)}" if other else ends, ends, note(interval, sure), interval)


def naming(interval: Interval, sure: str = "") -> str:
    """What all intervals of a sentence are: " (95 % intervals, t over 9 deals)"; on a page their notes say it."""
    return noted(f" ({sure or level(interval)} intervals, {basis(interval)})", "", "", interval)


def note(interval: Interval, sure: str = "") -> str:
    """What an interval is and rests on, for the note beside it; `sure` stands in for its level."""
    return f"{sure or level(interval)} interval, {basis(interval)}"


def between(interval: Interval, digits: int, *, factor: float = 1.0, sign: bool = False) -> str:
    """The ends of an interval alone, where no sentence is: in tables of a terminal."""
    if not known(interval):
        return _without(interval)
    low, high = (number(factor * end, digits, sign=sign) for end in (interval.low, interval.high))
    return f"{low} to {high}"


def known(interval: Interval) -> bool:
    """Whether the data set a limit to both sides."""
    return math.isfinite(interval.low) and math.isfinite(interval.high)


def _without(interval: Interval) -> str:
    """Why there is no interval."""
    units = count(interval.n, interval.unit)
    if interval.method == TOO_FEW:
        seen = units.replace("deals", "deal", 1) if interval.n == 1 else units
        return f"seen in {seen}: too few for an interval"
    if interval.method.endswith("may not have been seen"):
        return f"too few for an interval, because {units} may have missed rare large values; play more"
    if interval.method.startswith("no limit"):
        return f"too few of {units} differ enough for an interval; play more"
    if interval.method == "order statistics":
        return f"too few for an interval, {units}"
    if interval.method.startswith("confidence sequence from") and interval.n < FIRST_LOOK:
        return f"too few for a confidence sequence, {units}"
    return f"the same in all {units}, so there is no interval"


def step(value: float) -> str:
    """A quantile of whole numbers, which is whole or half-way between two."""
    return number(value, 0 if value.is_integer() else 1)


def things(value: float, one: str) -> str:
    """A quantile of whole numbers with what it counts."""
    return f"{step(value)} {one}" if value == 1.0 else f"{step(value)} {one}s"


def listed(parts: list[str]) -> str:
    """Parts of a sentence with commas and a last "and"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def spoken(name: str) -> str:
    """A name of the data without underscores."""
    return name.replace("_", " ")
