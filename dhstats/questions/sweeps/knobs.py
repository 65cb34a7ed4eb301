"""Rule keys with the values that a sweep tries."""

import re
from dataclasses import dataclass

from dhstats.errors import BadInput

WHOLE = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Knob:
    """A rule key with the values that are tried, as they are written and, where all are numbers, as numbers."""

    key: str
    values: tuple[str, ...]

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The values as numbers; nothing if one is none."""
        try:
            return tuple(float(value) for value in self.values)
        except ValueError:
            return None


def knob(written: str) -> Knob:
    """A key with its levels, from KEY=0..6, KEY=0..12:2 or KEY=a,b,c; BadInput naming what is allowed."""
    key, equals, levels = written.partition("=")
    values = _levels(levels.strip())
    if not (equals and key.strip() and len(values) > 1):
        raise BadInput(f"{written!r}: write KEY=FROM..TO, KEY=FROM..TO:STEP or KEY=A,B,C with at least two levels")
    if len(set(values)) < len(values):
        raise BadInput(f"{written!r}: names a level twice")
    return Knob(key.strip(), values)


def _levels(written: str) -> tuple[str, ...]:
    low, dots, rest = written.partition("..")
    high, colon, step = rest.partition(":")
    if not dots:
        return tuple(each.strip() for each in written.split(",") if each.strip())
    if not all(WHOLE.fullmatch(each) for each in (low, high, step or "1")) or (colon and not step):
        return ()
    width = int(step or "1")
    if width < 1 or int(high) - int(low) > 10_000:
        return ()
    return tuple(str(value) for value in range(int(low), int(high) + 1, width))
