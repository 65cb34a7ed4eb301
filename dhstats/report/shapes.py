"""The few kinds of picture that a report draws with: intervals, bars, stacks, histograms, lines, a grid of cells.

Each takes rows that already hold every number, and adds no arithmetic of its own beyond placing them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from dhstats.report.drawing import Row, data, distinct
from dhstats.report.theme import SERIES, paint

STEP = 48  # height of a row: a line of text above a bar
PLOT = 260
ABOVE = -12  # a row's text stands this far above the middle of its bar
LEGIBLE = 0.07  # a part of a bar narrower than this share carries no text


@dataclass(frozen=True, slots=True)
class Axis:
    """A column of numbers: what its axis says, with the unit, and how its numbers are written (d3-format);
    the ticks of the axis need fewer decimals and choose them."""

    column: str
    title: str
    format: str

    @property
    def _ticks(self) -> str:
        return self.format.lstrip(".0123456789")

    def across(self) -> alt.Axis:
        """The axis below a plot."""
        return alt.Axis(title=self.title, format=self._ticks, tickCount=alt.ExprRef("ceil(width / 70)"))

    def upright(self) -> alt.Axis:
        """The axis beside a plot."""
        return alt.Axis(title=self.title, format=self._ticks, tickCount=5)

    def tip(self) -> alt.Tooltip:
        """The same number under the pointer."""
        return alt.Tooltip(f"{self.column}:Q", title=self.title, format=self.format)


@dataclass(frozen=True, slots=True)
class Names:
    """A column of names, what they are, and their order; `roles` are their colours."""

    column: str
    title: str
    order: tuple[str, ...]
    roles: tuple[str, ...] = SERIES

    @classmethod
    def of(cls, values: Sequence[Row], column: str, title: str, roles: tuple[str, ...] = SERIES) -> Names:
        """The names of a column in order of first appearance."""
        return cls(column, title, tuple(distinct(values, column)), roles)

    def tip(self) -> alt.Tooltip:
        """The name under the pointer."""
        return alt.Tooltip(f"{self.column}:N", title=self.title)

    def row(self) -> alt.Y:
        """One row a name; the name itself is written into the plot, so that a phone keeps its width."""
        return alt.Y(f"{self.column}:N").sort(list(self.order)).axis(None)

    def _scale(self) -> alt.Scale:
        inks = [paint(self.roles[at % len(self.roles)]) for at in range(len(self.order))]
        return alt.Scale(domain=list(self.order), range=inks)

    def colour(self) -> alt.Color:
        """One colour a name; a legend only where there is a choice."""
        legend = alt.Legend(title=None, symbolOpacity=1) if len(self.order) > 1 else None
        return alt.Color(f"{self.column}:N", scale=self._scale(), legend=legend)


def row_names(names: Names) -> alt.Chart:
    """The name of a row above its bar, at the left edge, once however many rows share it."""
    mark = alt.Chart(data({names.column: name} for name in names.order)).mark_text(align="left", baseline="bottom", dy=ABOVE, limit=alt.ExprRef("width - 104"))
    return mark.encode(x=alt.value(0), y=names.row(), text=f"{names.column}:N")


def row_numbers(names: Names, number: Axis) -> alt.Chart:
    """The number of a row above its bar, at the right edge."""
    mark = alt.Chart().mark_text(align="right", baseline="bottom", dy=ABOVE, fontWeight=600)
    text = alt.Text(f"{number.column}:Q", format=number.format)
    return mark.encode(x=alt.value("width"), y=names.row(), text=text)


def intervals(names: Names, estimate: Axis, ends: tuple[str, str], scale: alt.Scale) -> list[alt.Chart]:
    """A rule from the lower to the upper end with its point, one row a name."""
    low, high = (Axis(column, word, estimate.format) for column, word in zip(ends, ("from", "to"), strict=True))
    shown = [names.tip(), estimate.tip(), low.tip(), high.tip()]
    rule = alt.Chart().mark_rule(strokeWidth=5, strokeCap="round", color=paint("first"), opacity=0.5)
    point = alt.Chart().mark_point(
        filled=True, size=100, opacity=1, color=paint("first"), stroke=paint("card"), strokeWidth=1
    )
    x = alt.X(f"{low.column}:Q", scale=scale, axis=estimate.across())
    return [
        rule.encode(x=x, x2=f"{high.column}:Q", y=names.row(), tooltip=shown),
        point.encode(x=f"{estimate.column}:Q", y=names.row(), tooltip=shown),
        row_names(names),
        row_numbers(names, estimate),
    ]


def bars(names: Names, length: Axis, role: str) -> list[alt.Chart]:
    """A bar from zero, one row a name."""
    bar = alt.Chart().mark_bar(height=14, cornerRadiusEnd=2, color=paint(role))
    x = alt.X(f"{length.column}:Q", axis=length.across(), scale=alt.Scale(zero=True))
    drawn = bar.encode(x=x, y=names.row(), tooltip=[names.tip(), length.tip()])
    return [drawn, row_names(names), row_numbers(names, length)]


def whiskers(names: Names, ends: tuple[str, str]) -> alt.Chart:
    """An interval over the end of each bar."""
    mark = alt.Chart().mark_rule(strokeWidth=2, color=paint("ink"))
    return mark.encode(x=f"{ends[0]}:Q", x2=f"{ends[1]}:Q", y=names.row())


def stacks(names: Names, parts: Names, share: Axis, place: str) -> list[alt.Chart]:
    """A bar of parts that make a whole, one row a name; `place` numbers the parts from the left."""
    axis, scale = share.across(), alt.Scale(domain=[0, 1])
    x = alt.X(f"{share.column}:Q", stack="zero", axis=axis, scale=scale)
    shown = [names.tip(), parts.tip(), share.tip()]
    bar = alt.Chart().mark_bar(height=18)
    drawn = bar.encode(x=x, y=names.row(), color=parts.colour(), order=f"{place}:Q", tooltip=shown)
    return [drawn, _part_numbers(names, share, place), row_names(names)]


def _part_numbers(names: Names, share: Axis, place: str) -> alt.Chart:
    wide = f"datum.{share.column} >= {LEGIBLE}"
    return (
        alt.Chart()
        .mark_text(color=paint("card"), fontWeight=600)
        .encode(
            x=alt.X(f"{share.column}:Q", stack="zero", bandPosition=0.5),
            y=names.row(),
            order=f"{place}:Q",
            text=alt.when(wide).then(alt.Text(f"{share.column}:Q", format=share.format)).otherwise(alt.value("")),
        )
    )


def histogram(value: Axis, share: Axis, shown: list[alt.Tooltip]) -> alt.Chart:
    """One bar a whole number, from `left` to `right`: nothing is smoothed, nothing is binned."""
    x = alt.X("left:Q", bin="binned", axis=value.across(), scale=alt.Scale(nice=False, zero=False))
    y = alt.Y(f"{share.column}:Q", stack="zero", axis=share.upright())
    return alt.Chart().mark_bar(binSpacing=0.5, color=paint("first")).encode(x=x, x2="right:Q", y=y, tooltip=shown)


def lines(x: Axis, y: Axis, names: Names) -> alt.Chart:
    """A line a name."""
    mark = alt.Chart().mark_line(strokeWidth=2.5, interpolate="linear")
    return mark.encode(
        x=alt.X(f"{x.column}:Q", axis=x.across(), scale=alt.Scale(nice=False)),
        y=alt.Y(f"{y.column}:Q", axis=y.upright()),
        color=names.colour(),
        tooltip=[names.tip(), x.tip(), y.tip()],
    )


def ribbon(x: Axis, ends: tuple[str, str], names: Names) -> alt.Chart:
    """The band between two columns behind each line."""
    mark = alt.Chart().mark_area(opacity=0.18)
    return mark.encode(x=f"{x.column}:Q", y=f"{ends[0]}:Q", y2=f"{ends[1]}:Q", color=names.colour())


def cells(across: Names, down: Names, value: Axis, ramp: tuple[str, ...], domain: list[float]) -> list[alt.Chart]:
    """A grid of cells with their values written in them."""
    colour = alt.Color(f"{value.column}:Q", legend=None)
    colour = colour.scale(domain=domain, range=[paint(role) for role in ramp], interpolate="rgb")
    x = alt.X(f"{across.column}:N", sort=list(across.order), title=across.title).axis(orient="top", labelAngle=-50)
    y = alt.Y(f"{down.column}:N", sort=list(down.order), title=down.title)
    rect = alt.Chart().mark_rect(stroke=paint("card"), strokeWidth=2)
    text = alt.Chart().mark_text(color=paint("ink"))
    shown = [down.tip(), across.tip(), value.tip()]
    return [
        rect.encode(x=x, y=y, color=colour, tooltip=shown),
        text.encode(x=x, y=y, text=alt.Text(f"{value.column}:Q", format=value.format), tooltip=shown),
    ]
