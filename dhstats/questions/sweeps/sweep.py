"""How does a quantity answer to a rule key? Its mean at every level on common deals, and where it meets a target."""

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.questions.shared.metrics import Ask, Metric
from dhstats.questions.tweaks.comparison import DealSums
from dhstats.questions.tweaks.tweaks import ADAPTED, FIXED, Bench, Tweak, tweak_of
from dhstats.stats.estimates import curves
from dhstats.stats.estimates.curves import meets
from dhstats.stats.estimates.rare import few_vary, rare_interval
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval, student_critical

Array = np.ndarray[Any, Any]
MOST_LEVELS = 60
TARGETS = {"margin": 0.0}
WHOLE = re.compile(r"-?[0-9]{1,18}")


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


@dataclass(frozen=True)
class Cell:
    """A rule set of a sweep: its value of each knob, and what happened on every deal under it."""

    values: tuple[str, ...]
    sums: DealSums


@dataclass(frozen=True)
class Sweep:
    """All levels of one knob, or of two, on common deals. Cells go through the first knob fastest.

    `players` were fixed or adapted; `among_others` says that the sweep is shown beside one with other players. Where
    more than two play, `seat` is the one whose share of the wins is shown.
    """

    knobs: tuple[Knob, ...]
    cells: tuple[Cell, ...]
    players: str
    among_others: bool = False
    seat: str = ""

    @property
    def rows(self) -> tuple[str, ...]:
        """The values of the second knob; one empty name if there is none."""
        return self.knobs[1].values if len(self.knobs) > 1 else ("",)

    def sample(self, metric: Metric, row: int | None = None) -> Array:
        """A metric's mean on every deal, a column a cell; of one value of the second knob if asked."""
        width = len(self.knobs[0].values)
        cells = self.cells if row is None else self.cells[row * width : (row + 1) * width]
        return np.stack([c.sums.columns[metric.name] / (metric.scale * c.sums.games) for c in cells], axis=1)

    def setting(self, at: int) -> str:
        """What is set in a cell."""
        return " ".join(f"{knob.key}={value}" for knob, value in zip(self.knobs, self.cells[at].values, strict=True))

    def has(self, metric: Metric) -> bool:
        """Whether the metric is known at every level."""
        return all(metric.name in cell.sums.columns for cell in self.cells)


def gap(sample: Array, ends: tuple[int, int], metric: Metric, level: float) -> Interval:
    """The interval of how far apart two levels are, from their difference on every deal: t, or bets if few differ."""
    low, high = ends
    gaps = sample[:, high] - sample[:, low]
    if few_vary(gaps):
        bounds = (-metric.reach, metric.reach) if metric.reach else UNBOUNDED
        return rare_interval(gaps, bounds, level, float(np.abs(sample[:, ends]).max()))
    reach = student_critical(level, len(gaps) - 1) * float(gaps.std(ddof=1) / np.sqrt(len(gaps)))
    return Interval(float(gaps.mean()) - reach, float(gaps.mean()) + reach, level, "t over blocks", len(gaps), "deals")


def tweaks_of(base: str, knobs: Sequence[Knob]) -> list[tuple[tuple[str, ...], Tweak]]:
    """Every combination of levels as a tweak; BadInput for too many."""
    if len({each.key for each in knobs}) < len(knobs) or not 1 <= len(knobs) <= 2:
        raise BadInput("sweep: name one rule key or two different ones")
    turned = itertools.product(*(each.values for each in reversed(knobs)))
    found = []
    for values in (tuple(reversed(each)) for each in turned):
        settings = tuple(f"{each.key}={value}" for each, value in zip(knobs, values, strict=True))
        found.append((values, Tweak(" ".join(settings), base, settings)))
    if len(found) > MOST_LEVELS:
        raise BadInput(f"sweep: {len(found)} rule sets; at most {MOST_LEVELS} are tried at once")
    return found


def check(bench: Bench, levels: Sequence[tuple[tuple[str, ...], Tweak]]) -> None:
    """BadInput for a level that is none, or that is listed twice in two spellings."""
    seen: dict[str, Tweak] = {}
    for _, tweak in levels:
        known = seen.setdefault(bench.rules_of(tweak).hash, tweak)
        if known is not tweak:
            raise BadInput(f"sweep: {known.name!r} and {tweak.name!r} are the same rules, so one level is named twice")


def play(
    bench: Bench, knobs: Sequence[Knob], *, adapted: bool = False, watch: Callable[[int, int], None] = lambda *_: None
) -> Sweep:
    """Plays or counts every level; all rule sets are checked before any is played."""
    levels = tweaks_of(bench.plan.rules, knobs)
    check(bench, levels)
    cells = []
    for done, (values, tweak) in enumerate(levels):
        watch(done, len(levels))
        cells.append(Cell(values, bench.under(tweak, adapted=adapted, name=f"{tweak.name}{'-adapted' * adapted}")))
    return Sweep(tuple(knobs), tuple(cells), ADAPTED if adapted else FIXED)


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where a quantity meets a target along the first knob.

    `value` and `interval` are there if it does within the levels; `reason` says what was found. `levels` are those
    whose mean is compatible with the target.
    """

    value: float | None
    interval: Interval | None
    reason: str
    levels: tuple[float, ...]


def crossing(
    sample: Array, levels: Sequence[float], target: float, level: float, bounds: tuple[float, float] = UNBOUNDED
) -> Crossing:
    """Where the means meet the target, on straight lines between neighbouring levels.

    `bounds` are the least and the greatest value of a deal.
    """
    found, rare = curves.curve(sample, levels), [at for at in range(len(levels)) if few_vary(sample[:, at])]
    known = {at: rare_interval(sample[:, at], bounds, level) for at in rare}
    kept = curves.not_rejected(levels, found.means, found.errors, target, level, known)
    place = meets(found, target, level, known)
    return Crossing(place.value, place.interval, place.reason, kept)


def default_target(ask: Ask, seats: int = 2) -> float | None:
    """The value at which a metric is balanced, for those that can be: of the wins of a larger table an even share."""
    return 1.0 / seats if ask.metric.name == "score" else TARGETS.get(ask.metric.name)


def target_of(written: str, ask: Ask) -> float:
    """A target in the metric's unit, shares in percent; BadInput for what is none."""
    shares = ask.metric.factor != 1.0
    found = re.fullmatch(r"(-?[0-9]*\.?[0-9]+)\s*(%)?", written.strip())
    if found is None or bool(found[2]) != shares:
        raise BadInput(f"--target: write {'a percentage, as 50%' if shares else 'a number, as 0'}, not {written!r}")
    return float(found[1]) / ask.metric.factor


def rule_sets_of(base: str, written: str, everywhere: tuple[str, ...]) -> list[Tweak]:
    """The rule set that a word names, or one for each level of a key; settings that hold everywhere go along."""
    if ".." in written and "=" in written:
        return [tweak for _, tweak in tweaks_of(base, [knob(written)])]
    return [tweak_of(base, written, everywhere)]


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
