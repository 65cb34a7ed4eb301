"""Whole charts of the usual kinds: intervals, bars, lines, stacks, a grid around even. A reader chooses the matchup."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import MATCHUP, Chart, Choice, Row, encode, finish, plotted
from dhstats.report.drawing.shapes import PLOT, STEP, Axis, Names, row_names, saying
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
    """Histograms of whole numbers over each other, a filled outline each; missing numbers must be there as zeros."""
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


LEGIBLE = 0.07  # a part of a bar narrower than this share carries no text
LEGIBLE_CELL = 38  # pixels: a cell narrower than this carries no text


def cells(
    base: alt.Chart, across: Names, down: Names, value: Axis, ramp: tuple[str, ...], domain: list[float]
) -> list[alt.Chart]:
    """A grid of cells with their values written in them, where there is room; else a touch shows them."""
    inks = [paint(role) for role in ramp]
    scale = alt.Scale(domain=domain, range=inks, interpolate="rgb", clamp=True)
    turned, short = f"width < {60 * len(across.order)}", f"(width / {len(across.order)} - 8)"
    turning: dict[str, Any] = {
        "labelAngle": alt.ExprRef(f"{turned} ? -90 : 0"),
        "labelAlign": alt.ExprRef(f"{turned} ? 'left' : 'center'"),
        "labelBaseline": alt.ExprRef(f"{turned} ? 'middle' : 'bottom'"),
        "labelLimit": alt.ExprRef(f"{turned} ? 120 : {short}"),
    }
    x = alt.X(f"{across.column}:N", sort=list(across.order), title=across.title)
    x = x.axis(orient="top", labelOverlap=False, **turning, **shapes.BARE)
    y = alt.Y(f"{down.column}:N", sort=list(down.order), title=None).axis(**shapes.BARE)
    shown, base = [down.tip(), across.tip(), value.tip()], saying(base, value)
    rect = base.mark_rect(stroke=paint("card"), strokeWidth=2)
    legible = alt.ExprRef(f"width < {LEGIBLE_CELL * len(across.order)} ? 0 : 1")
    text = base.mark_text(color=paint("ink"), opacity=legible)
    colour = alt.Color(f"{value.column}:Q", scale=scale, legend=None)
    return [
        encode(rect, x=x, y=y, color=colour, tooltip=shown),
        encode(text, x=x, y=y, text=value.written(), tooltip=shown),
    ]


ENDS = ("low", "high")
LEAST_REACH = 0.05  # how far a grid around even reaches to either side, at the least
GRID_ROW, AMOUNT_ROW = 36, 32  # height of a row of a grid


@dataclass(frozen=True, slots=True)
class Held:
    """What intervals are held against: a dashed line, and a strip that counts as no difference from it."""

    even: float | None = None
    strip: tuple[float, float] | None = None


NOTHING = Held()


def span(values: Sequence[Row], columns: Sequence[str]) -> tuple[float, float]:
    """From the least to the greatest number in some columns, with a little room."""
    numbers = [number for row in values for name in columns if (number := row.get(name)) is not None]
    room = 0.04 * (max(numbers) - min(numbers))
    return min(numbers) - room, max(numbers) + room


def interval_plot(
    values: Sequence[Row], names: Names, estimate: Axis, words: str, held: Held = NOTHING, *,
    ends: tuple[str, str] = ENDS, step: int = STEP, choose: Choice | None = None,
) -> Chart:  # fmt: skip
    """Estimates with their intervals, a row a name."""
    choose = choose or _matchups(values, names)
    known = [each for each in (held.even, *(held.strip or ())) if each is not None]
    domain = span([*values, *({estimate.column: each} for each in known)], (estimate.column, *ends))
    layers = [shapes.band(*held.strip, domain, names)] if held.strip else []
    layers += [shapes.even(held.even, domain, names)] if held.even is not None else []
    layers += shapes.intervals(choose.base(values), names, estimate, ends, domain)
    return choose.offered(finish(layers, words, shapes.height_of(names, step)))


def bar_plot(
    values: Sequence[Row], names: Names, length: Axis, words: str, *, ends: tuple[str, str] = ENDS, step: int = STEP,
    choose: Choice | None = None,
) -> Chart:  # fmt: skip
    """Amounts from nothing with their intervals, a row a name."""
    choose = choose or _matchups(values, names)
    layers = shapes.bars(choose.base(values), names, length, ends, "amount")
    return choose.offered(finish(layers, words, shapes.height_of(names, step)))


def line_plot(
    values: Sequence[Row], x: Axis, y: Axis, names: Names, words: str, *, level: float | None = None, zero: bool = True,
    at: Sequence[float] = (),
) -> Chart:  # fmt: skip
    """A line a name with its interval as a ribbon, and a dashed line at a level; `zero` and `at` as `shapes.lines`."""
    choose = _matchups(values, names)
    layers = shapes.lines(choose.base(values), x, y, ENDS, names, zero=zero, at=at)
    return choose.offered(finish([*([] if level is None else [shapes.level_line(level)]), *layers], words, PLOT))


def stack_plot(values: Sequence[Row], parts: Names, share: Axis, words: str) -> Chart:
    """Parts that make a whole in their order, a bar a matchup."""
    placed = [{**row, "place": parts.order.index(row[parts.column])} for row in values]
    names = Names.of(placed, MATCHUP, "Matchup")
    base = plotted(placed)
    scale, base = alt.Scale(domain=[0, 1]), saying(base, share)
    x = alt.X(f"{share.column}:Q", stack="zero", axis=share.across(), scale=scale)
    shown = [names.tip(), parts.tip(), share.tip()]
    bar = base.mark_bar(height=18)
    drawn = encode(bar, x=x, y=names.row(), color=parts.colour(), order="place:Q", tooltip=shown)
    wide = alt.when(f"datum.{share.column} >= {LEGIBLE}").then(share.written()).otherwise(alt.value(""))
    middle = alt.X(f"{share.column}:Q", stack="zero", bandPosition=0.5)
    mark = base.mark_text(color=paint("card"), fontWeight=600)
    numbers = encode(mark, x=middle, y=names.row(), order="place:Q", text=wide, tooltip=shown)
    return finish([drawn, numbers, *row_names(names)], words, shapes.height_of(names))


def even_grid(
    values: Sequence[Row], across: Names, down: Names, score: Axis, words: str, row_height: int = GRID_ROW
) -> Chart:
    """Scores of all against all as cells: below even, even, above even."""
    reach = max(LEAST_REACH, *(abs(row[score.column] - 0.5) for row in values))
    domain = [0.5 - reach, 0.5, 0.5 + reach]
    layers = cells(plotted(values), across, down, score, ("below", "middle", "above"), domain)
    return finish(layers, words, row_height * len(down.order))


def own_ends(axis: Axis) -> tuple[str, str]:
    """The columns of the ends of a column's own interval."""
    return f"{axis.column}_low", f"{axis.column}_high"


def amount_grid(
    values: Sequence[Row], across: tuple[str, str], down: tuple[str, str], value: Axis, order: tuple[str, ...] = ()
) -> Chart:
    """Amounts from nothing as cells, by column and title; `order` is that of the columns, if not that of the data."""
    known = [row for row in values if row[value.column] is not None]
    choose, lines = Choice.among(known), Names.of(known, *down)
    columns = Names(*across, order) if order else Names.of(known, *across)
    domain = [0.0, max((row[value.column] for row in known), default=1.0)]
    layers = cells(choose.base(known), columns, lines, value, ("low", "high"), domain)
    words = f"Grid: {value.title[0].lower()}{value.title[1:]}, by {down[1].lower()} and {across[1].lower()}."
    return choose.offered(finish(layers, words, AMOUNT_ROW * len(lines.order)))


def _matchups(values: Sequence[Row], names: Names) -> Choice:
    """The matchups among which the reader chooses; none where the rows are of matchups, or know of none."""
    return Choice.among(values) if values and MATCHUP in values[0] and names.column != MATCHUP else Choice(())
