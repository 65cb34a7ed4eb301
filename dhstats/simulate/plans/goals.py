"""What a run may be played until: a goal in words, and what it says. Whether it is reached is judged elsewhere."""

import re
from dataclasses import dataclass
from typing import Literal

from dhstats.errors import BadInput
from dhstats.quoting import quoted

Kind = Literal["balanced", "proved", "half-width", "better", "decided"]
MOST_GAMES = 20_000_000  # a run with a goal ends here if nobody says otherwise
FORMS = '"balanced within 0.5pp", "proved balanced within 1pp", "half-width 0.2pp" or "better by 1pp"'
_WRITTEN = re.compile(
    r"(balanced within|proved balanced within|half-width|better by|decided within)\s+([0-9]*\.?[0-9]+)\s*pp"
)
_KINDS: dict[str, Kind] = {
    "balanced within": "balanced",
    "proved balanced within": "proved",
    "half-width": "half-width",
    "better by": "better",
    "decided within": "decided",
}


@dataclass(frozen=True, slots=True)
class Goal:
    """What a run is to find out: an amount of a score, as a share of a win.

    balanced: whether the first player's score is within so much of one half. proved: the same by bets, which need no
    large numbers of deals, as certificates ask. half-width: an interval no wider than that
    to either side. better: whether the first-named strategy scores so much more than one half, or just one half.
    decided: whether a rule tweak changes the first player's score by more than so much, which only runs of a comparison
    can tell.
    """

    kind: Kind
    amount: float

    @property
    def text(self) -> str:
        """The goal as it is written."""
        words = {kind: words for words, kind in _KINDS.items()}
        return f"{words[self.kind]} {100.0 * self.amount:g}pp"


def goal(text: str, where: str = "--until") -> Goal:
    """A goal from its words; BadInput naming the ways to write one."""
    found = _WRITTEN.fullmatch(" ".join(text.strip().split()))
    if found is None:
        raise BadInput(f"{where}: until must be {FORMS}, not {quoted(text)}")
    amount = float(found[2]) / 100.0
    if not 1e-5 <= amount <= 0.25:
        raise BadInput(f"{where}: until must name 0.001 to 25 percentage points (pp), not {quoted(found[2])}")
    return Goal(_KINDS[found[1]], amount)
