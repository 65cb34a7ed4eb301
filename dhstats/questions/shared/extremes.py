"""Which of several is most, which is least: what is picked out has an interval that holds for all of them together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dhstats.questions.shared import words
from dhstats.questions.shared.groups import JOINTLY, LEVEL
from dhstats.questions.shared.words import PLAIN, Unit
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import TOO_FEW, sidak_level

NAMED = 3  # others that a sentence names
PICKED = (
    "The same deals select the largest or smallest of several. So its interval is simultaneous over"
    " all of them (95 %, Šidák), and the text names the others that these deals cannot distinguish"
    " from it. Items in too few deals are left out."
)


@dataclass(frozen=True, slots=True)
class Pick:
    """What is most or least of several, and the others that the data do not rule out in its place."""

    name: str
    estimate: Estimate
    others: tuple[str, ...]

    @property
    def doubt(self) -> str:
        """The others in words, to follow the interval; "" where there are none."""
        if not self.others:
            return ""
        named = words.listed(list(self.others)) if len(self.others) <= NAMED else f"{len(self.others)} others"
        return f"; not distinguishable from {named}"


@dataclass(frozen=True, slots=True)
class Extremes:
    """The most and the least of several."""

    most: Pick
    least: Pick


def picked(pick: Pick, unit: Unit = PLAIN, of: str = "") -> str:
    """What was picked out with its interval, and what it is not told apart from."""
    return words.stated(pick.estimate, unit, of, sure=JOINTLY, more=pick.doubt)


def extremes(several: Mapping[str, Callable[[float], Estimate | None]], level: float = LEVEL) -> Extremes | None:
    """The greatest and the least of several estimates, with intervals that are right for all of them at once.

    `several` gives each estimate, by what it is called, at any level. Nothing for fewer than two of which enough deals
    tell. Where all intervals are right, the one that is truly greatest is the pick or among its others.
    """
    known = {name: at for name, at in several.items() if (one := at(level)) and one.interval.method != TOO_FEW}
    if len(known) < 2:
        return None
    single = sidak_level(level, len(known))
    found = {name: one for name, at in known.items() if (one := at(single)) is not None}
    most, least = (pick(found, key=lambda name: found[name].value) for pick in (max, min))
    above, below = max(one.interval.low for one in found.values()), min(one.interval.high for one in found.values())
    near = tuple(name for name, one in found.items() if name != most and one.interval.high >= above)
    far = tuple(name for name, one in found.items() if name != least and one.interval.low <= below)
    return Extremes(Pick(most, found[most], near), Pick(least, found[least], far))


def ranked(
    several: Mapping[str, Callable[[float], Estimate | None]], says: str, unit: Unit = PLAIN, of: str = ""
) -> str:
    """A sentence about {most} and {least} of several, and how {much} and {little} that is; "" where too few tell."""
    if (seen := extremes(several)) is None:
        return ""
    much, little = picked(seen.most, unit, of), picked(seen.least, unit)
    return says.format(most=seen.most.name, least=seen.least.name, much=much, little=little)
