"""The few kinds of picture that a report draws with: intervals, bars, stacks, histograms, lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from dhstats.report.drawing.drawing import Row, distinct, encode, plotted
from dhstats.report.drawing.theme import KINDS, paint

STEP = 46  # height of a row: a line of text above a bar
PLOT = 260  # height of a plot with two axes
ABOVE = -10  # a row's text stands this far above the middle of its bar: nearer to it than to the bar before
CLEAR = 8  # lines and strips behind a bar go so far to either side of its middle: clear of the names
LINE = 14  # height of a second line of a name
LEAST_STEP, MOST_STEP = 31, 84  # what a first screen may make of the height of a row
WORDED = 34  # letters of a row's name that fit on a line of a phone
LONGEST = 2 * WORDED  # letters of a row's name that are shown: of a longer one its beginning and its end
LETTER = 6.7  # pixels of a letter, more than most are wide
SHORT = 44  # letters of names, with room for their signs, that fit on a line of a phone
NOTHING = "/^[+−-](0[.]?0*%?)$/"  # what rounds to nothing is neither ahead nor behind
ZERO = f"replace(datum.label, {NOTHING}, '$1')"
BARE: dict[str, Any] = {"grid": False, "domain": False, "ticks": False}  # an axis of names alone
FADED = 0.15  # opacity of a line that the legend does not pick


@dataclass(frozen=True, slots=True)
class Axis:
    """A column of numbers: the words and unit of its axis, and their d3-format, in which "h" writes shares of 100."""

    column: str
    title: str
    format: str

    @property
    def _ticks(self) -> str:
        return ("+" if self.format.startswith("+") else "") + self.format[-1]

    def across(self, at: Sequence[float] = ()) -> alt.Axis:
        """The axis below a plot, with ticks where they are wanted."""
        if at:
            return alt.Axis(title=self.title, format=self._ticks, values=list(at), labelOverlap=True)
        few = alt.ExprRef("ceil(width / 100)")
        return alt.Axis(title=self.title, tickCount=few, **self._labels)

    def below_rows(self) -> alt.Axis:
        """The same below rows that say their numbers: without lines that would cross words."""
        axis = self.across()
        axis.grid = False
        return axis

    def upright(self) -> alt.Axis:
        """The axis beside a plot."""
        return alt.Axis(title=self.title, tickCount=5, **self._labels)

    @property
    def _labels(self) -> dict[str, Any]:
        if not self.hundred:
            whole = f"datum.value % 1 ? '' : {ZERO}"  # Vega takes no least step where the number of ticks is computed
            return {"format": self._ticks, "labelExpr": whole if self.format[-1] == "d" else ZERO}
        return {"labelExpr": f"replace(format(100 * datum.value, '{'+' * self.signed}~r'), {NOTHING}, '$1')"}

    @property
    def hundred(self) -> bool:
        """Its numbers are shares that are written as so many of a hundred."""
        return self.format.endswith("h")

    @property
    def spelt(self) -> bool:
        """Its numbers are written by `saying`."""
        return self.signed or self.hundred

    def spelling(self) -> str:
        """A number of the column as Vega writes it."""
        times = "100 * " * self.hundred
        return f"replace(format({times}datum.{self.column}, '{self.format.replace('h', 'f')}'), {NOTHING}, '$1')"

    @property
    def signed(self) -> bool:
        """Its numbers are written with their sign."""
        return self.format.startswith("+")

    def tip(self, title: str = "") -> alt.Tooltip:
        """The same number under the pointer."""
        if self.spelt:
            return alt.Tooltip(f"{self.column}_said:N", title=title or self.title)
        return alt.Tooltip(f"{self.column}:Q", title=title or self.title, format=self.format)

    def written(self) -> alt.Text:
        """The same number as a text."""
        return alt.Text(f"{self.column}_said:N") if self.spelt else alt.Text(f"{self.column}:Q", format=self.format)

    def of(self, column: str) -> Axis:
        """Another column with the same words and format."""
        return Axis(column, self.title, self.format)


@dataclass(frozen=True, slots=True)
class Names:
    """A column of names, what they are, and their order; `roles` are their colours."""

    column: str
    title: str
    order: tuple[str, ...]
    roles: tuple[str, ...] = KINDS

    @classmethod
    def of(cls, values: Sequence[Row], column: str, title: str) -> Names:
        """The names of a column in order of first appearance."""
        return cls(column, title, tuple(distinct(values, column)))

    def tip(self) -> alt.Tooltip:
        """The name under the pointer."""
        return alt.Tooltip(f"{self.column}:N", title=self.title)

    def row(self) -> alt.Y:
        """One row a name; the name itself is written into the plot, so that a phone keeps its width."""
        return alt.Y(f"{self.column}:N").sort(list(self.order)).axis(None)

    def colour(self) -> alt.Color:
        """One colour a name; a legend only where there is a choice."""
        inks = [paint(self.roles[at % len(self.roles)]) for at in range(len(self.order))]
        fits = sum(map(len, self.order)) + 4 * len(self.order) <= SHORT
        columns = len(self.order) if fits else alt.Undefined
        legend = alt.Legend(title=None, symbolOpacity=1, columns=columns) if len(self.order) > 1 else None
        scale = alt.Scale(domain=list(self.order), range=inks)
        return alt.Color(f"{self.column}:N", scale=scale, legend=legend)


def saying(base: alt.Chart, *axes: Axis) -> alt.Chart:
    """A chart whose rows also say the numbers that are written with a sign, which nothing has not, or of a hundred."""
    for axis in axes:
        if axis.spelt:
            text = f"isValid(datum.{axis.column}) ? {axis.spelling()} : '–'"
            base = base.transform_calculate(**{f"{axis.column}_said": text})
    return base


def row_names(names: Names) -> list[alt.Chart]:
    """The name of a row above its bar, at the left edge, once however many rows of data share it."""
    limit, whole = alt.ExprRef("width - 76"), f"{LETTER} * length(datum.one) < width - 76"
    if not _two_lined(names):
        return _row_name(plotted([{names.column: name} for name in names.order]), names, names.column, ABOVE, limit)
    base = plotted([{names.column: name, **_broken(name)} for name in names.order])
    up = alt.ExprRef(f"{ABOVE - LINE}")
    lines = [("one", whole, ABOVE), ("upper", f"!({whole})", up), ("lower", f"!({whole})", ABOVE)]
    seen = [(base.transform_filter(shown), column, dy) for column, shown, dy in lines]
    return [mark for each, column, dy in seen for mark in _row_name(each, names, column, dy, limit)]


def _row_name(base: alt.Chart, names: Names, column: str, dy: Any, limit: alt.ExprRef) -> list[alt.Chart]:
    marks = rimmed(base, 5, align="left", baseline="bottom", dy=dy, limit=limit)
    return [encode(mark, x=alt.value(0), y=names.row(), text=f"{column}:N") for mark in marks]


def rimmed(base: alt.Chart, width: int, **text: Any) -> tuple[alt.Chart, alt.Chart]:
    """A rim of the paper's colour, which lets no line of the plot run through the letters, and the text over it."""
    rim = base.mark_text(**text, stroke=paint("card"), strokeWidth=width, strokeJoin="round")
    return rim, base.mark_text(**text)


def _broken(name: str) -> dict[str, str]:
    """A name on one line, and in two lines where it does not fit; of a very long one the middle is left out."""
    shown = name if len(name) <= LONGEST else f"{name[: WORDED - 1]}… {name[1 - WORDED :]}"
    spaces = [at for at, letter in enumerate(shown) if letter == " "] or [len(shown)]
    middle = min(spaces, key=lambda at: abs(2 * at - len(shown)))
    return {"one": shown, "upper": shown[:middle], "lower": shown[middle + 1 :]}


def height_of(names: Names, step: int = STEP) -> int:
    """The height of a plot with a row a name: rows are higher where a name may need two lines."""
    return (step + LINE * _two_lined(names)) * len(names.order)


def rows_between(names: Names) -> tuple[int, int]:
    """Between which heights of a plot with a row a name its rows keep apart, and names stay with their bars."""
    return height_of(names, LEAST_STEP), height_of(names, MOST_STEP)


def _two_lined(names: Names) -> bool:
    return any(len(name) > WORDED for name in names.order)


def row_numbers(base: alt.Chart, names: Names, number: alt.Text | str) -> list[alt.Chart]:
    """The number of a row above its bar, at the right edge, over a rim like that of the names."""
    marks = rimmed(base, 5, align="right", baseline="bottom", dy=ABOVE, fontWeight=600)
    return [encode(mark, x=alt.value("width"), y=names.row(), text=number) for mark in marks]


def intervals(
    base: alt.Chart, names: Names, estimate: Axis, ends: tuple[str, str], domain: tuple[float, float]
) -> list[alt.Chart]:
    """A rule from the lower to the upper end with its point, one row a name."""
    low, high = (estimate.of(column) for column in ends)
    shown, base = [names.tip(), estimate.tip(), low.tip("from"), high.tip("to")], saying(base, estimate, low, high)
    rule = base.mark_rule(strokeWidth=5, color=paint("estimate"), opacity=0.5)
    point = base.mark_point(
        filled=True, size=100, color=paint("estimate"), opacity=1, stroke=paint("card"), strokeWidth=1
    )
    x = alt.X(f"{low.column}:Q", scale=within(domain), axis=estimate.below_rows())
    return [
        encode(rule, x=x, x2=f"{high.column}:Q", y=names.row(), tooltip=shown),
        encode(point, x=f"{estimate.column}:Q", y=names.row(), tooltip=shown),
        *row_names(names),
        *row_numbers(base, names, estimate.written()),
    ]


def within(domain: tuple[float, float]) -> alt.Scale:
    """A scale that keeps to its ends."""
    return alt.Scale(domain=list(domain), nice=False, zero=False)


def band(low: float, high: float, domain: tuple[float, float], names: Names) -> alt.Chart:
    """A shaded strip from one value to another behind the bar of every row; the rows' names stand clear of it."""
    base = plotted([{names.column: name, "from": low, "to": high} for name in names.order])
    strip = base.mark_rect(color=paint("band"), opacity=0.2, yOffset=-CLEAR, y2Offset=CLEAR)
    return encode(strip, x=alt.X("from:Q", scale=within(domain)), x2="to:Q", **behind(names))


def even(value: float, domain: tuple[float, float], names: Names) -> alt.Chart:
    """A dashed line in every row at the value where neither side is favoured; the rows' names stand clear of it."""
    base = plotted([{names.column: name, "even": value} for name in names.order])
    dashes = base.mark_rule(strokeDash=[4, 3], color=paint("soft"), yOffset=-CLEAR, y2Offset=CLEAR)
    return encode(dashes, x=alt.X("even:Q", scale=within(domain)), **behind(names))


def behind(names: Names) -> dict[str, Any]:
    """Where in every row lines and strips are that lie behind its bar."""
    middle = names.row().bandPosition(0.5)
    return {"y": middle, "y2": alt.Y2(f"{names.column}:N", bandPosition=0.5)}


def reaching(base: alt.Chart, estimate: str, ends: tuple[str, str]) -> tuple[alt.Chart, str, str]:
    """The chart, and the columns of the ends that are drawn: an estimate without an interval reaches to itself."""
    drawn = {f"{end}_drawn": f"isValid(datum.{end}) ? datum.{end} : datum.{estimate}" for end in ends}
    return base.transform_calculate(**drawn), f"{ends[0]}_drawn:Q", f"{ends[1]}_drawn:Q"


def bars(base: alt.Chart, names: Names, length: Axis, ends: tuple[str, str], role: str) -> list[alt.Chart]:
    """A bar from zero with an interval over its end, one row a name."""
    low, high = (length.of(column) for column in ends)
    shown, base = [names.tip(), length.tip(), low.tip("from"), high.tip("to")], saying(base, length, low, high)
    bar = base.mark_bar(height=14, cornerRadiusEnd=2, color=paint(role))
    spanned, start, end = reaching(base, length.column, ends)
    whisker = spanned.mark_rule(strokeWidth=2, color=paint("ink"))
    x = alt.X(f"{length.column}:Q", axis=length.below_rows(), scale=alt.Scale(zero=True))
    return [
        encode(bar, x=x, y=names.row(), tooltip=shown),
        encode(whisker, x=start, x2=end, y=names.row(), tooltip=shown),
        *row_names(names),
        *row_numbers(base, names, length.written()),
    ]


def lines(
    base: alt.Chart, x: Axis, y: Axis, ends: tuple[str, str], names: Names, *, zero: bool = True,
    at: Sequence[float] = (),
) -> list[alt.Chart]:  # fmt: skip
    """A line a name with the band between two columns behind it; the legend picks lines."""
    across = alt.X(f"{x.column}:Q", axis=x.across(at), scale=alt.Scale(nice=False))
    upright = alt.Y(f"{y.column}:Q", axis=y.upright())
    if not zero:
        across, upright = across.scale(zero=False), upright.scale(zero=False)
    low, high = (y.of(column) for column in ends)
    shown, base = [names.tip(), x.tip(), y.tip(), low.tip("from"), high.tip("to")], saying(base, y, low, high)
    spanned, start, end = reaching(base, y.column, ends)
    ribbon = spanned.mark_area(opacity=0.2)
    line, spot = base.mark_line(strokeWidth=2.5), base.mark_point(size=160, opacity=0, filled=True)
    drawn = encode(line, x=across, y=upright, color=names.colour())
    if len(names.order) > 1:
        picked = alt.selection_point(name="picked", fields=[names.column], bind="legend")
        faded = alt.when(picked).then(alt.value(1)).otherwise(alt.value(FADED))
        drawn = encode(drawn, opacity=faded).add_params(picked)
    return [
        encode(ribbon, x=across, y=start, y2=end, color=names.colour()),
        drawn,
        encode(spot, x=across, y=upright, tooltip=shown),
    ]


def level_line(value: float) -> alt.Chart:
    """A dashed line across a plot."""
    rule = plotted([{"level": value}]).mark_rule(strokeDash=[4, 3], color=paint("soft"))
    return encode(rule, y="level:Q")
