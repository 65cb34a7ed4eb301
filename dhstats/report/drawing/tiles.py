"""Coloured cells with their values in them: a grid, or the parts of a bar."""

import altair as alt

from dhstats.report.drawing.drawing import encode
from dhstats.report.drawing.shapes import Axis, Names, row_names, saying
from dhstats.report.drawing.theme import paint

LEGIBLE = 0.07  # a part of a bar narrower than this share carries no text
LEGIBLE_CELL = 38  # pixels: a cell narrower than this carries no text


def cells(
    base: alt.Chart, across: Names, down: Names, value: Axis, ramp: tuple[str, ...], domain: list[float]
) -> list[alt.Chart]:
    """A grid of cells with their values written in them, where there is room; else a touch shows them."""
    inks = [paint(role) for role in ramp]
    scale = alt.Scale(domain=domain, range=inks, interpolate="rgb", clamp=True)
    turned, short = f"width < {60 * len(across.order)}", f"(width / {len(across.order)} - 8)"
    x = alt.X(f"{across.column}:N", sort=list(across.order), title=across.title)
    x = x.axis(
        orient="top",
        labelAngle=alt.ExprRef(f"{turned} ? -90 : 0"),
        labelAlign=alt.ExprRef(f"{turned} ? 'left' : 'center'"),
        labelBaseline=alt.ExprRef(f"{turned} ? 'middle' : 'bottom'"),
        labelLimit=alt.ExprRef(f"{turned} ? 120 : {short}"),
        labelOverlap=False,
        grid=False,
        domain=False,
        ticks=False,
    )
    y = alt.Y(f"{down.column}:N", sort=list(down.order), title=None)
    y = y.axis(grid=False, domain=False, ticks=False)
    shown, base = [down.tip(), across.tip(), value.tip()], saying(base, value)
    rect = base.mark_rect(stroke=paint("card"), strokeWidth=2)
    legible = alt.ExprRef(f"width < {LEGIBLE_CELL * len(across.order)} ? 0 : 1")
    text = base.mark_text(color=paint("ink"), opacity=legible)
    colour = alt.Color(f"{value.column}:Q", scale=scale, legend=None)
    return [
        encode(rect, x=x, y=y, color=colour, tooltip=shown),
        encode(text, x=x, y=y, text=value.written(), tooltip=shown),
    ]


def stacks(base: alt.Chart, names: Names, parts: Names, share: Axis) -> list[alt.Chart]:
    """A bar of parts that make a whole, one row a name; a column `place` numbers the parts from the left."""
    scale, base = alt.Scale(domain=[0, 1]), saying(base, share)
    x = alt.X(f"{share.column}:Q", stack="zero", axis=share.across(), scale=scale)
    shown = [names.tip(), parts.tip(), share.tip()]
    bar = base.mark_bar(height=18)
    drawn = encode(bar, x=x, y=names.row(), color=parts.colour(), order="place:Q", tooltip=shown)
    return [drawn, encode(_part_numbers(base, names, share), tooltip=shown), *row_names(names)]


def _part_numbers(base: alt.Chart, names: Names, share: Axis) -> alt.Chart:
    number = share.written()
    wide = alt.when(f"datum.{share.column} >= {LEGIBLE}").then(number).otherwise(alt.value(""))
    x = alt.X(f"{share.column}:Q", stack="zero", bandPosition=0.5)
    mark = base.mark_text(color=paint("card"), fontWeight=600)
    return encode(mark, x=x, y=names.row(), order="place:Q", text=wide)
