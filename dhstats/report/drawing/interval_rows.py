"""Rows with intervals, counted in games of 100: the usual picture of a first screen, with a key for its marks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import altair as alt

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.hundred import HUNDRED, Share, more_digits, more_games
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import Chart, Row, encode, finish, plotted
from dhstats.report.drawing.shapes import Axis, Names
from dhstats.report.drawing.theme import paint
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval

USUAL = 0.95  # level of an interval, and of several that hold together
PAD = 0.06  # of the width: what is free at both ends of an axis
LOUD, QUIET = 7, 4  # pixels: how thick intervals are
DOT, SMALL = 110, 12  # size of a point, and pixels of its number
MOST_LARGE, LARGER = 4, 0.22  # fewer rows than so many are drawn larger, by so much for each that is missing
PHONE, WORD = 300, 22  # pixels: the width of a plot on a phone, and what half a number and a gap take
LOW_STEP = 44  # pixels from a row to the next where a number stands below


@dataclass(frozen=True, slots=True)
class Ground:
    """What rows are held against: the words of the axis, the value that is dashed, the strip, and what each mark means.

    All numbers are in the unit of the axis, which is games of 100 where nothing else is said.
    """

    title: str
    even: float
    dashed: str
    strip: tuple[float, float] | None = None
    key: tuple[str, ...] = ()
    signed: bool = True
    stops: tuple[float, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Where lines stand that no number may stand on."""
        object.__setattr__(self, "stops", tuple(sorted({self.even, *(self.strip or ())})))


def more(values: Sequence[Row]) -> list[str]:
    """Differences of shares of the wins as the sentence beside has them: "+7", or "+1.5" where one is small."""
    found = [Estimate(row["score"], math.nan, interval_of(row)) for row in values]
    digits = max(map(more_digits, found), default=0)  # alike in all rows
    return [more_games(each, digits) for each in found]


def won(row: Row, even: float = 0.5) -> str:
    """A share of the wins as games of 100, as the sentence beside has it."""
    return Share(row["score"], interval_of(row), even).games


def interval_of(row: Row) -> Interval:
    """The interval of a row; without ends where it has none."""
    low, high = UNBOUNDED if row["low"] is None else (row["low"], row["high"])
    return Interval(low, high, USUAL, "", 0, "deals")


def half_width(row: Row) -> float:
    """Half of what an interval spans; 0 where there is none."""
    return (row["high"] - row["low"]) / 2.0 if row["low"] is not None else 0.0


def in_games(row: Row, said: str) -> Row:
    """A row of shares of the wins in games of 100, with its number as it is said."""
    numbers = {name: None if row[name] is None else HUNDRED * row[name] for name in ("score", "low", "high")}
    return {**row, **numbers, "said": said}


def sure(table: Table, what: str = "bar") -> str:
    """What the bar of an estimate is: its interval with its level; of several that hold together the level of all."""
    levels = set(table.frame["level"].drop_nulls()) if "level" in table.frame.columns else set()
    if len(levels) != 1:
        return f"{what}: interval"
    level, several = levels.pop(), table.frame.height
    if several > 1 and USUAL in (round(1.0 - several * (1.0 - level), 6), round(level**several, 6)):
        return f"{what}: {words.number(HUNDRED * USUAL, 0)} % interval, all right at once"
    return f"{what}: {words.number(HUNDRED * level, 1).removesuffix('.0')} % interval"


def picture(values: Sequence[Row], names: Names, ground: Ground, words_for_it: str) -> Chart:
    """A row a name: its interval, its point, and its number at the point; rows that are `quiet` are thin and grey.

    Few rows are drawn larger, so that they fill their place.
    """
    large = 1.0 + (MOST_LARGE - len(names.order)) * LARGER if len(names.order) < MOST_LARGE else 1.0
    placed, domain = placed_numbers(values, names, ground)
    base, scale = plotted(placed), shapes.within(domain)
    axis = Axis("score", ground.title, "+.1f" if ground.signed else ".1f")
    shown = [names.tip(), alt.Tooltip("said:N", title=ground.title)]
    ink = alt.ExprRef("datum.quiet ? ink_neutral : ink_estimate")
    rule = base.mark_rule(strokeWidth=alt.ExprRef(f"datum.quiet ? {QUIET} : {large * LOUD:g}"), color=ink, opacity=0.5)
    size = alt.ExprRef(f"datum.quiet ? {DOT} : {large * large * DOT:g}")
    point = base.mark_point(filled=True, size=size, opacity=1, color=ink, stroke=paint("card"), strokeWidth=1)
    layers = [shapes.band(*ground.strip, domain, names)] if ground.strip else []
    layers += [
        shapes.even(ground.even, domain, names),
        encode(rule, x=alt.X("from:Q", scale=scale, axis=axis.below_rows()), x2="to:Q", y=names.row(), tooltip=shown),
        encode(point, x=alt.X("score:Q", scale=scale), y=names.row(), tooltip=shown),
        *shapes.row_names(names),
        *_numbers(base, names, scale, large),
    ]
    (least, most), height = shapes.rows_between(names), shapes.height_of(names)
    if placed[0]["below"]:
        least = max(least, height + int(len(names.order) * (LOW_STEP - shapes.STEP + SMALL * (large - 1.0))))
    chart = finish(layers, words_for_it, max(height, least), (least, max(most, least)))
    return keyed(chart, *ground.key, f"dashed: {ground.dashed}" if ground.dashed else "")


def keyed(chart: Chart, *key: str) -> Chart:
    """A chart with what its marks mean, which stands below it."""
    given = chart.usermeta if isinstance(chart.usermeta, dict) else {}
    chart.usermeta = {**given, "key": [each for each in key if each]}
    return chart


def upright_title(text: str) -> alt.TitleParams:
    """What the axis at the left says, above the plot, so that nobody has to read sideways."""
    return alt.TitleParams(text, anchor="start", frame="bounds", fontSize=12, fontWeight="normal", color=paint("soft"))


def _numbers(base: alt.Chart, names: Names, scale: alt.Scale, large: float) -> list[alt.Chart]:
    """The number of a row over its point, or under it where its name stands over it."""
    over, under = shapes.ABOVE, -shapes.ABOVE
    marks = shapes.rimmed(
        base,
        4,
        align="center",
        baseline=alt.ExprRef("datum.below ? 'top' : 'bottom'"),
        dy=alt.ExprRef(f"datum.below ? {under} : {over}"),
        fontWeight=600,
        fontSize=alt.ExprRef(f"datum.quiet ? {SMALL} : {large * SMALL:g}"),
    )
    return [encode(mark, x=alt.X("score:Q", scale=scale), y=names.row(), text="said:N") for mark in marks]


def placed_numbers(values: Sequence[Row], names: Names, ground: Ground) -> tuple[list[Row], tuple[float, float]]:
    """Rows with the ends that are drawn, and whether their number stands below the point; and the ends of the axis.

    All numbers stand above their points where even on a phone the names of the rows, at the left, leave room for them.
    """
    rows = [{**row, "from": _or(row["low"], row["score"]), "to": _or(row["high"], row["score"])} for row in values]
    numbers = [row[name] for row in rows for name in ("from", "to", "score")] + list(ground.stops)
    width = (max(numbers) - min(numbers)) or 1.0
    low, high = min(numbers) - PAD * width, max(numbers) + PAD * width
    below = any(_written(row[names.column]) + WORD > PHONE * (row["score"] - low) / (high - low) for row in rows)
    return [{**row, "below": below} for row in rows], (low, high)


def _written(name: str) -> float:
    """How many pixels a name takes at most, where one that is long stands on two lines."""
    return shapes.LETTER * min(len(name), shapes.WORDED)


def _or(end: float | None, score: float) -> float:
    return score if end is None else end
