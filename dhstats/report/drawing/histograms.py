"""How often each whole number occurs: bars, quantiles above them, and histograms drawn over each other."""

from collections.abc import Sequence

import altair as alt

from dhstats.report.drawing.drawing import Chart, Row, encode, finish, plotted
from dhstats.report.drawing.shapes import PLOT, Axis, Names, saying
from dhstats.report.drawing.theme import paint


def whole_numbers(base: alt.Chart, value: Axis, share: Axis, role: str) -> alt.Chart:
    """One bar a whole number, half a unit to either side: nothing is smoothed, nothing is binned."""
    base = saying(base, share).transform_calculate(
        left=f"datum.{value.column} - 0.5", right=f"datum.{value.column} + 0.5"
    )
    x = alt.X("left:Q", bin="binned", axis=value.across(), scale=alt.Scale(nice=False, zero=False))
    y = alt.Y(f"{share.column}:Q", stack="zero", axis=share.upright())
    shown = [value.tip(), share.tip(), alt.Tooltip("games:Q", title="Games", format=",")]
    mark = base.mark_bar(binSpacing=0.5, color=paint(role))
    return encode(mark, x=x, x2="right:Q", y=y, tooltip=shown)


def wanted_strips(ranges: Sequence[Row], values: Sequence[int], value: Axis) -> list[alt.Chart]:
    """A shaded strip behind the bars for each range in which the mean is wanted; an open end is that of the bars."""
    found = []
    for row in ranges:
        low = min(values) - 0.5 if row["low"] is None else row["low"]
        high = max(values) + 0.5 if row["high"] is None else row["high"]
        shown = [alt.Tooltip("from:Q", title="The mean is wanted from"), alt.Tooltip("to:Q", title="to")]
        strip = plotted([{"from": low, "to": high}]).mark_rect(color=paint("band"), opacity=0.2)
        found.append(encode(strip, x=alt.X("from:Q", axis=value.across()), x2="to:Q", tooltip=shown))
    return found


def quantile_marks(base: alt.Chart, value: Axis) -> list[alt.Chart]:
    """A dashed line at each quantile, named at its top on the line that the column `lift` says."""
    share = alt.Text("p:Q", format=".0%")
    shown = [alt.Tooltip("p:Q", title="Part of the games at or below", format=".0%"), value.tip()]
    x = alt.X(f"{value.column}:Q")
    rule = encode(base.mark_rule(color=paint("ink"), strokeDash=[3, 2]), x=x, tooltip=shown)
    text = base.mark_text(baseline="bottom", dy=alt.ExprRef("datum.lift"))
    return [rule, encode(text, x=x, y=alt.value(0), text=share, tooltip=shown)]


def over_each_other(base: alt.Chart, names: Names, value: Axis, share: Axis) -> Chart:
    """Histograms of whole numbers over each other, each a filled outline in the colour of its name.

    The rows hold columns named as `names`, `value` and `share`, and `games`; missing numbers must be there as zeros.
    """
    shown = [names.tip(), value.tip(), share.tip(), alt.Tooltip("games:Q", title="Games", format=",")]
    base = saying(base, value, share)
    x = alt.X(f"{value.column}:Q", axis=value.across(), scale=alt.Scale(nice=False, zero=False))
    y = alt.Y(f"{share.column}:Q", stack=None, axis=share.upright())
    filled = encode(base.mark_area(opacity=0.28, interpolate="step"), x=x, y=y, color=names.colour())
    outline = encode(base.mark_line(strokeWidth=2, interpolate="step"), x=x, y=y, color=names.colour())
    spot = encode(base.mark_point(size=120, opacity=0, filled=True), x=x, y=y, tooltip=shown)
    what = f"{share.title.lower()} by {value.title[0].lower()}{value.title[1:]}"
    words = f"Histograms over each other: {what}, {', '.join(names.order)}."
    return finish([filled, outline, spot], words, PLOT)
