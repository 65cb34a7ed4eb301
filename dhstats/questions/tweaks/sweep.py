"""How does a quantity answer to a rule key? Its mean at every level on common deals, and where it meets a target."""

import itertools
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.metrics import Ask, Metric, metrics
from dhstats.questions.shared.tables import Field, basis_of, limits, number, table, text, whole
from dhstats.questions.tweaks.comparison import DealSums, exactly
from dhstats.questions.tweaks.tweaks import ADAPTED, FIXED, Bench, Knob, Tweak, tweaks_of
from dhstats.stats.estimates import curves
from dhstats.stats.estimates.curves import Meeting, meets
from dhstats.stats.estimates.rare import few_vary, rare_interval
from dhstats.stats.intervals.intervals import EXACT, UNBOUNDED, Interval, student_critical
from dhstats.stats.sequential.verdicts import kind_of, of_all

Array = np.ndarray[Any, Any]
TARGETS = {"margin": 0.0}


@dataclass(frozen=True)
class Cell:
    """A rule set of a sweep: its value of each knob, and what happened on every deal under it."""

    values: tuple[str, ...]
    sums: DealSums


@dataclass(frozen=True)
class Sweep:
    """All levels of one knob, or of two, on common deals. Cells go through the first knob fastest."""

    knobs: tuple[Knob, ...]
    cells: tuple[Cell, ...]
    players: str
    among_others: bool = False  # shown beside a sweep with other players
    own: Metric | None = None  # where each seat or side has a quantity of its own, that of the one shown

    @property
    def rows(self) -> tuple[str, ...]:
        """The values of the second knob; one empty name if there is none."""
        return self.knobs[1].values if len(self.knobs) > 1 else ("",)

    def sample(self, metric: Metric, row: int | None = None) -> Array:
        """A metric's mean on every deal, a column a cell; of one value of the second knob if asked.

        Where it is worked out for perfect players, no deal differs from another.
        """
        if exact := self.exact(metric, row):
            return np.tile([each.middle for each in exact], (len(self.cells[0].sums.columns["games"]), 1))
        columns = [c.sums.columns[metric.name] / (metric.scale * c.sums.games) for c in self._row(row)]
        return np.stack(columns, axis=1)

    def exact(self, metric: Metric, row: int | None = None) -> tuple[Interval, ...]:
        """What a metric is in every cell between perfect players; empty where it is measured and not worked out."""
        known = [exactly(metric, cell.sums, cell.sums) for cell in self._row(row)]
        return tuple(each[0] for each in known if each) if all(known) else ()

    def _row(self, row: int | None) -> tuple[Cell, ...]:
        width = len(self.knobs[0].values)
        return self.cells if row is None else self.cells[row * width : (row + 1) * width]

    def setting(self, at: int) -> str:
        """What is set in a cell."""
        return " ".join(f"{knob.key}={value}" for knob, value in zip(self.knobs, self.cells[at].values, strict=True))


def gap(sample: Array, ends: tuple[int, int], metric: Metric, level: float, exact: Sequence[Interval] = ()) -> Interval:
    """The interval of how far apart two levels are, from their difference on every deal: t, or bets if few differ.

    Where all levels are known, as `exact` has them, so is that.
    """
    low, high = ends
    if exact:
        one, other = exact[low], exact[high]
        return replace(one, low=other.low - one.high, high=other.high - one.low)
    gaps = sample[:, high] - sample[:, low]
    if few_vary(gaps):
        bounds = (-metric.reach, metric.reach) if metric.reach else UNBOUNDED
        return rare_interval(gaps, bounds, level, float(np.abs(sample[:, ends]).max()))
    reach = student_critical(level, len(gaps) - 1) * float(gaps.std(ddof=1) / np.sqrt(len(gaps)))
    return Interval(float(gaps.mean()) - reach, float(gaps.mean()) + reach, level, "t over blocks", len(gaps), "deals")


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
class Crossing(Meeting):
    """Where a quantity meets a target along the first knob, with the levels compatible with it."""

    levels: tuple[float, ...] = ()


def crossing(
    sample: Array, levels: Sequence[float], target: float, level: float, bounds: tuple[float, float] = UNBOUNDED,
    exact: Sequence[Interval] = (),
) -> Crossing:  # fmt: skip
    """Where the means meet the target, on lines between neighbouring levels; `bounds` are those of a deal."""
    found, rare = curves.curve(sample, levels), [at for at in range(len(levels)) if few_vary(sample[:, at])]
    known = dict(enumerate(exact)) or {at: rare_interval(sample[:, at], bounds, level) for at in rare}
    kept = curves.not_rejected(levels, found.means, found.errors, target, level, known)
    place = meets(found, target, level, known)
    interval = replace(place.interval, method=EXACT) if place.interval and exact else place.interval
    return Crossing(place.reason, place.value, interval, kept)


def default_target(ask: Ask, seats: int = 2) -> float | None:
    """The value at which a metric is balanced, for those that can be: of the wins an even share."""
    return 1.0 / (len(ask.each) or seats) if ask.metric.of_wins else TARGETS.get(ask.metric.name)


def target_of(written: str, ask: Ask) -> float:
    """A target in the metric's unit, shares in percent; BadInput for what is none."""
    shares = ask.metric.factor != 1.0
    match = re.fullmatch(r"(-?[0-9]*\.?[0-9]+)\s*(%)?", written.strip())
    if match is None or bool(match[2]) != shares:
        raise BadInput(f"--target: write {'a percentage, as 50%' if shares else 'a number, as 0'}, not {written!r}")
    return float(match[1]) / ask.metric.factor


Row = dict[str, Any]
SEED = 1  # of the normal draws behind simultaneous bands
FORMS = {1: "line", 2: "parabola"}


def table_bands(seats: Sequence[Sweep], ask: Ask) -> tuple[Interval, ...]:
    """Intervals of what every seat wins at every level, all right at once; seat by seat."""
    return _bands(seats, ask, ask.level)


def _bands(seats: Sequence[Sweep], ask: Ask, level: float) -> tuple[Interval, ...]:
    """The same at another level; where all is worked out, no interval needs any."""
    exact = [interval for each in seats for interval in each.exact(of_seat(each, ask).metric)]
    return tuple(exact) or curves.bands(of_table(seats, ask), level, SEED, ask.metric.bounds)


def verdicts(seats: Sequence[Sweep], ask: Ask, target: float) -> list[str]:
    """The verdict at every level: of all seats or sides together, or of the one quantity that is asked about."""
    wide, narrow = (_bands(seats, ask, 1.0 - chance) for chance in (ask.alpha, 2.0 * ask.alpha))
    kinds = [kind_of(outer, inner, target, ask.margin) for outer, inner in zip(wide, narrow, strict=True)]
    levels = len(seats[0].cells)
    return [of_all(kinds[level::levels]) for level in range(levels)]


def of_table(seats: Sequence[Sweep], ask: Ask) -> Array:
    """What every seat wins on every deal, a column a seat and level; seat by seat."""
    return np.concatenate([each.sample(of_seat(each, ask).metric) for each in seats], axis=1)


def extremes(sample: Array, ask: Ask, exact: Sequence[Interval] = ()) -> tuple[int, int, Interval]:
    """Where a quantity is least and where most, and how far apart that is: right for whichever two are picked."""
    means = sample.mean(axis=0)
    low, high = int(means.argmin()), int(means.argmax())
    pairs = max(1, len(means) * (len(means) - 1) // 2)
    return low, high, gap(sample, (low, high), ask.metric, 1.0 - (1.0 - ask.level) / pairs, exact)


def ends_of(sweep: Sweep, ask: Ask) -> tuple[int, int, Interval]:
    """The levels of which a page speaks, and how far apart they are: of one key the ends, of two least and most."""
    sample, exact = sweep.sample(ask.metric), sweep.exact(ask.metric)
    if len(sweep.knobs) > 1:
        return extremes(sample, ask, exact)
    last = len(sweep.cells) - 1
    return 0, last, gap(sample, (0, last), ask.metric, ask.level, exact)


def _series(sweep: Sweep, row: int) -> str:
    alone = len(sweep.knobs) == 1 and not sweep.own
    players = [sweep.players] if sweep.among_others or alone else []
    seat = [sweep.own.whose] if sweep.own else []
    return ", ".join((*seat, *second_value(sweep, row), *players))


def of_seat(sweep: Sweep, ask: Ask) -> Ask:
    """What is asked of one curve: where each seat or side has one, its own."""
    return replace(ask, metric=sweep.own) if sweep.own else ask


def each_of(sweep: Sweep, ask: Ask) -> list[Sweep]:
    """A sweep once for every seat or side whose quantity is judged, or as it is where there is one quantity."""
    sums = sweep.cells[0].sums
    own = [metric for metric in metrics(sums.game, sums.seats) if metric.whose and ask.judges(metric)]
    return [replace(sweep, own=metric) for metric in own] if len(own) > 1 else [sweep]


def second_value(sweep: Sweep, row: int) -> list[str]:
    """The value of the second knob in words, if there is one."""
    return [f"{sweep.knobs[1].key}={sweep.rows[row]}"] if len(sweep.knobs) > 1 else []


def curve_table(sweeps: Sequence[Sweep], ask: Ask) -> Table:
    """The asked metric at every level with simultaneous bands."""
    lines: list[Row] = []
    for each in sweeps:
        joint = None  # the bands of a seat are right together with those of all other seats
        if each.own:
            seats, wide = [other for other in sweeps if other.players == each.players], len(each.cells)
            joint = table_bands(seats, ask)[(at := seats.index(each) * wide) : at + wide]
        lines += _lines([each], of_seat(each, ask).metric, ask, joint)
    what = f"Every {ask.every}" if sweeps[0].own else f"The {ask.metric.what}"
    return table("curve", f"{what} by level", _fields(sweeps, ask.metric), lines)


def distances(sweeps: Sequence[Sweep], ask: Ask) -> Table:
    """How far apart the levels are that a page speaks of: the first and the last of one key; of two least and most."""
    rows = []
    for found in sweeps:
        of_curve = of_seat(found, ask)
        sample, (low, high, interval) = found.sample(of_curve.metric), ends_of(found, of_curve)
        one, other = (" ".join(found.cells[at].values) for at in (low, high))
        series, value = _series(found, 0) if len(found.knobs) == 1 else found.players, sample[:, high] - sample[:, low]
        rows.append({"series": series, "one": one, "other": other, "value": float(value.mean()), "interval": interval})
    unit = ask.metric.unit
    fields = (
        text("series", "Curve"), text("one", "From"), text("other", "To"), number("value", "Change", unit),
        *limits(unit, "interval"), *basis_of("interval"),
    )  # fmt: skip
    return table("apart", "How far apart levels are", fields, rows)


def other_quantities(sweeps: Sequence[Sweep], ask: Ask) -> Table:
    """All other metrics at every level."""
    lines: list[Row] = []
    sweeps = [replace(each, own=None) for each in sweeps if each.own == sweeps[0].own]
    for metric in metrics(sweeps[0].cells[0].sums.game, sweeps[0].cells[0].sums.seats):
        if not ask.judges(metric) and all(metric.name in cell.sums.columns for each in sweeps for cell in each.cells):
            lines += [{**line, "what": metric.what, "of": metric.unit} for line in _lines(sweeps, metric, ask)]
    fields = (text("what", "What"), text("of", "Unit"), *_fields(sweeps, ask.metric, ""))
    return table("others", "All other quantities by level", fields, lines)


def _fields(sweeps: Sequence[Sweep], metric: Metric, unit: str | None = None) -> tuple[Field, ...]:
    of = metric.unit if unit is None else unit
    first, *second = (knob.key for knob in sweeps[0].knobs)
    return (
        text("series", "Curve"), text("players", "Players"), text("second", second[0] if second else "Second key"),
        text("setting", first), number("at", f"{first} as a number", ""),
        number("value", "Mean", of), number("se", "Standard error", of),
        number("low", "Low end of the band", of, "band.low"), number("high", "High end of the band", of, "band.high"),
        *basis_of("band"),
    )  # fmt: skip


def _lines(sweeps: Sequence[Sweep], metric: Metric, ask: Ask, joint: Sequence[Interval] | None = None) -> list[Row]:
    lines: list[Row] = []
    for found in sweeps:
        sample = found.sample(metric)
        bands = joint or found.exact(metric) or curves.bands(sample, ask.level, SEED, metric.bounds)
        errors = sample.std(axis=0, ddof=1) / np.sqrt(len(sample))
        width, numbers = len(found.knobs[0].values), found.knobs[0].numbers
        for j, (band, se) in enumerate(zip(bands, errors, strict=True)):
            row, at = divmod(j, width)
            where = {"setting": found.knobs[0].values[at], "at": numbers[at] if numbers else None}
            whose = {"series": _series(found, row), "players": found.players, "second": found.rows[row]}
            lines.append({**whose, **where, "value": float(sample[:, j].mean()), "se": float(se), "band": band})
    return lines


def fits(sweeps: Sequence[Sweep], ask: Ask) -> Table:
    """Lines and parabolas through the means, with the tests of their fit."""
    lines: list[Row] = []
    unit = ask.metric.unit
    for found in sweeps:
        levels, exact = found.knobs[0].numbers, found.exact(of_seat(found, ask).metric)
        for row, degree in itertools.product(range(len(found.rows)), (1, 2)):
            if levels and len(levels) > degree and not exact:
                curve = curves.curve(found.sample(of_seat(found, ask).metric, row), levels)
                fitted = curve.fit(degree, center=float(np.mean(levels)))
                lines.append({"series": _series(found, row), "form": FORMS[degree], "fit": fitted})
    fields = (
        text("series", "Curve"),
        text("form", "Form"),
        number("center", "Centre of the levels", "", "fit.center"),
        *_term("height", "Height at the centre", unit, 0),
        *_term("slope", "Slope at the centre", f"{unit} a step", 1),
        *_term("bend", "Square term", "", 2),
        number("misfit", "Lack of fit (chi-square)", "", "fit.lack_of_fit"),
        whole("df", "Degrees of freedom", "", "fit.df"),
        number("p", "p-value of the fit", "", "fit.p"),
    )
    return table("fits", "Curves through the levels", fields, lines)


def _term(name: str, title: str, unit: str, power: int) -> tuple[Field, ...]:

    def of(values: Array) -> float | None:
        return float(values[power]) if power < len(values) else None

    return (
        number(name, title, unit, lambda row: of(row["fit"].coefficients)),
        number(f"{name}_se", "Its standard error", "", lambda row: of(row["fit"].errors)),
    )


def roots(sweeps: Sequence[Sweep], ask: Ask, target: float | None) -> Table:
    """Where each curve meets the target."""
    lines: list[Row] = []
    for found in sweeps:
        levels, metric = found.knobs[0].numbers, of_seat(found, ask).metric
        if not levels or target is None:
            continue
        nowhere = Interval(-math.inf, math.inf, ask.level, "", len(found.cells[0].sums.columns["games"]), "deals")
        for row in range(len(found.rows)):
            sample, exact = found.sample(metric, row), found.exact(metric, row)
            meets = crossing(sample, levels, target, ask.level, metric.bounds, exact)
            kept = ", ".join(f"{each:g}" for each in meets.levels)
            line = {"series": _series(found, row), "target": target, "root": meets.value, "reason": meets.reason}
            lines.append({**line, "levels": kept, "interval": meets.interval or nowhere})
    key, unit = sweeps[0].knobs[0].key, ask.metric.unit
    fields = (
        text("series", "Curve"), number("target", "Target", unit),
        number("root", f"Where a line between levels of {key} meets it", ""), *limits("", "interval"),
        text("reason", "Result"), text("levels", "Levels not excluded"), *basis_of("interval"),
    )  # fmt: skip
    return table("roots", "Where the target is met", fields, lines)


def in_words(metric: Metric, value: float) -> str:
    """A quantity at a level: shares in percent, leads with their sign."""
    return f"{100 * value:.2f} %" if metric.factor != 1.0 else words.number(value, 2, sign=metric.name == "margin")


def where_it_meets(sweep: Sweep, row: int, levels: Sequence[float], asked: tuple[Ask, float]) -> str:
    """The levels around the target, and those that the deals leave; `asked` is what is asked about and its target."""
    (ask, target), key = asked, sweep.knobs[0].key
    sample, exact = sweep.sample(ask.metric, row), sweep.exact(ask.metric, row)
    meets = crossing(sample, levels, target, ask.level, ask.metric.bounds, exact)
    aim = in_words(ask.metric, target)
    listed = words.listed([f"{each:g}" for each in meets.levels]) if meets.levels else "none"
    left = f"levels that the deals do not exclude ({100.0 * ask.level:g} %): {listed}."
    left = f"levels with exactly that value: {listed}." if exact else left
    if meets.value is None or meets.interval is None:
        span = f"{key} from {min(levels):g} to {max(levels):g}"
        return f"No {span} is certain to make the {ask.metric.what} {aim}: {meets.reason}; {left}"
    digits = words.places(meets.interval.half_width / 2.0)
    on_line = f"{words.number(meets.value, digits)} on the line between them ({words.span(meets.interval, digits)})"
    below = max((each for each in levels if each <= meets.value), default=min(levels))
    above = min((each for each in levels if each >= meets.value), default=max(levels))
    means = dict(zip(levels, map(float, sample.mean(axis=0)), strict=True))
    near = min((below, above), key=lambda each: abs(means[each] - target))
    shown = [f"{each:g} ({in_words(ask.metric, means[each])})" for each in (below, above)]
    if below == above:
        return f"The {ask.metric.what} is nearest to {aim} at {key} = {shown[0]}; {left}"
    gap = range(int(below) + 1, int(above))
    between = f"not tried between them: {', '.join(map(str, gap))}" if gap else "no level between them can be played"
    return (
        f"The {ask.metric.what} meets {aim} between {key} = {shown[0]} and {shown[1]}, at {on_line}; {near:g} comes"
        f" nearer, and {between}; {left}"
    )
