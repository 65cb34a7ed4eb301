"""A grid of coloured cells with their values in them."""

from __future__ import annotations

import altair as alt

from dhstats.report.drawing.drawing import encode
from dhstats.report.drawing.shapes import Axis, Names, saying
from dhstats.report.drawing.theme import paint

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
