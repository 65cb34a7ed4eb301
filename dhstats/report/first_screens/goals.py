"""The picture of goals: every goal on a scale of its own, with the range that it names and where the game lies."""

import math
from collections.abc import Sequence

import altair as alt

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import Chart, Row, encode, finish, plotted, rows
from dhstats.report.drawing.interval_rows import keyed
from dhstats.report.drawing.shapes import Names
from dhstats.report.drawing.theme import paint

MOST_ROWS = 7  # that fit into a first screen
SIDE = 1.6  # halves of a range's width that a plot shows at either side of it
ABOVE_NAMES = 12  # pixels from the heads of columns to the first row, whose name may have two lines
VERDICTS = {"met": ("balanced", "✓ met"), "missed": ("unbalanced", "✗ missed"), "open": ("undecided", "? open")}
COLUMNS = ("what", "range", "verdict", "value", "low", "high", "range_from", "range_to", "mark")


def first_goals(table: Table) -> Chart:
    """The goals that have room on a first screen."""
    return _drawn(rows(table, *COLUMNS)[:MOST_ROWS])


def goals(table: Table) -> Chart:
    """A row a goal: its range as a strip, the interval of its quantity in the colour of the verdict, and the number."""
    return _drawn(rows(table, *COLUMNS))


def grid(table: Table) -> Chart:
    """A row a goal, a column a rule set: what was measured, in the colour of the verdict."""
    return grid_of(rows(table, "rules", *COLUMNS))


def grid_of(every: Sequence[Row], most: int = 100) -> Chart:
    """The same of rows, so many goals at most."""
    goals_ = list(dict.fromkeys(row["what"] for row in every))[:most]
    told = [
        {**row, "goal": f"{row['what']}: {row['range']}", "said": f"{_number(row)} {VERDICTS[row['verdict']][1][0]}"}
        for row in every
        if row["what"] in goals_
    ]
    names, across = Names.of(told, "goal", "Goal"), Names.of(told, "rules", "Rule set")
    base, ink = plotted(told), _ink()
    wide = alt.ExprRef(f"width / {len(across.order)} - 8")
    x = alt.X("rules:N", sort=list(across.order), title=None)
    x = x.axis(orient="top", labelAngle=0, labelLimit=wide, grid=False, domain=False, ticks=False, offset=ABOVE_NAMES)
    y = names.row()
    shown = [
        across.tip(), names.tip(), alt.Tooltip("said:N", title="Measured"), alt.Tooltip("verdict:N", title="Verdict"),
    ]  # fmt: skip
    room = shapes.CLEAR - 1
    cell = base.mark_rect(opacity=0.3, stroke=paint("card"), strokeWidth=2, yOffset=-room, y2Offset=2 * shapes.CLEAR)
    middle, y2 = y.bandPosition(0.5), alt.Y2("goal:N", bandPosition=0.5)
    number = base.mark_text(fontWeight=600, dy=room // 2 + 1)
    layers = [
        encode(cell, x=x, y=middle, y2=y2, color=ink, tooltip=shown),
        encode(number, x=x, y=y, text="said:N", tooltip=shown),
        *shapes.row_names(names),
    ]
    height = shapes.height_of(names)
    told_so = "Grid: every goal under every rule set, coloured by its verdict."
    chart = finish(layers, told_so, height, shapes.rows_between(names))
    return keyed(chart, "✓ met", "✗ missed", "? open")


def _drawn(values: Sequence[Row]) -> Chart:
    return strips_and_bars([placed(row) for row in values], "Interval plot: every goal with its range as a strip.")


def strips_and_bars(told: Sequence[Row], words_: str, before: str = "") -> Chart:
    """A row a goal, on a scale of its own: its range, the interval of its quantity, and the number, as they are placed.

    `before` says what the rings are, where a row has one at `was`; `words_` stand in for the picture.
    """
    names = Names.of(told, "goal", "Goal")
    domain = (-1.0 - SIDE, 1.0 + SIDE)
    scale, base = shapes.within(domain), plotted(told)
    shown = [names.tip(), alt.Tooltip("said:N", title="Measured"), alt.Tooltip("verdict:N", title="Verdict")]
    ink = _ink()
    rule = base.mark_rule(strokeWidth=7, opacity=0.6)
    point = base.mark_point(filled=True, size=110, opacity=1, stroke=paint("card"), strokeWidth=1)
    hidden = alt.Axis(labels=False, ticks=False, grid=False, domain=False, title="less ← → more")
    layers = [
        _strips(told, names, scale),
        encode(rule, x=alt.X("from:Q", scale=scale, axis=hidden), x2="to:Q", y=names.row(), color=ink, tooltip=shown),
        encode(point, x=alt.X("at:Q", scale=scale), y=names.row(), color=ink, tooltip=shown),
        *(_rings(base, names, scale) if before else ()),
        *shapes.row_names(names),
        *_said(base, names),
    ]
    chart = finish(layers, words_, shapes.height_of(names), shapes.rows_between(names))
    strip, dot = ("green strip: the range of the goal, each on its own scale", "dot, bar: measured, with interval")
    return keyed(chart, strip, dot, before)


def _rings(base: alt.Chart, names: Names, scale: alt.Scale) -> list[alt.Chart]:
    """Where a quantity was before."""
    ring = base.mark_point(filled=False, size=90, opacity=1, strokeWidth=2, color=paint("soft"))
    return [encode(ring, x=alt.X("was:Q", scale=scale), y=names.row(), tooltip=[names.tip()])]


def _ink() -> alt.Color:
    """The colour of each verdict."""
    inks = [paint(role) for role, _ in VERDICTS.values()]
    return alt.Color("verdict:N", scale=alt.Scale(domain=list(VERDICTS), range=inks), legend=None)


def _strips(told: Sequence[Row], names: Names, scale: alt.Scale) -> alt.Chart:
    base = plotted([{"goal": row["goal"], "from": row["strip_from"], "to": row["strip_to"]} for row in told])
    strip = base.mark_rect(color=paint("band"), opacity=0.2, yOffset=-shapes.CLEAR, y2Offset=shapes.CLEAR)
    middle = names.row().bandPosition(0.5)
    y2 = alt.Y2("goal:N", bandPosition=0.5)
    return encode(strip, x=alt.X("from:Q", scale=scale), x2="to:Q", y=middle, y2=y2)


def _said(base: alt.Chart, names: Names) -> list[alt.Chart]:
    """The number of a row with its verdict, at the right end, over the bar."""
    marks = shapes.rimmed(base, 5, align="right", baseline="bottom", dy=shapes.ABOVE, fontWeight=600)
    return [encode(mark, x=alt.value("width"), y=names.row(), text="said:N") for mark in marks]


def placed(row: Row) -> Row:
    """A goal with its numbers in halves of its range's width, from -1 to 1 within it, as far as there is room."""
    low, high = _ends(row)
    middle, half, most = (low + high) / 2.0, (high - low) / 2.0, 1.0 + SIDE

    def place(value: float) -> float:
        return max(-most, min(most, (value - middle) / half))

    number, least = _number(row), row["value"] if row["low"] is None else row["low"]
    greatest = row["value"] if row["high"] is None else row["high"]
    return {
        "goal": f"{row['what']}: {row['range']}", "verdict": row["verdict"],
        "number": number, "brief": f"{number} {VERDICTS[row['verdict']][1][0]}",
        "said": f"{number} {VERDICTS[row['verdict']][1]}",
        "at": place(row["value"]), "from": place(least), "to": place(greatest),
        "strip_from": -most if row["range_from"] is None and row["mark"] != "%" else -1.0,
        "strip_to": most if row["range_to"] is None and row["mark"] != "%" else 1.0,
    }  # fmt: skip


def _ends(row: Row) -> tuple[float, float]:
    """The ends of a range; of one with a single end the other lies as far off as it takes to show the quantity.

    A share of games lies between none and all of them.
    """
    low, high = row["range_from"], row["range_to"]
    if row["mark"] == "%":
        low, high = (0.0 if low is None else low), (100.0 if high is None else high)
    if low is not None and high is not None:
        return low, high
    end = low if high is None else high
    width = max(abs(row["value"] - end), 0.1 * abs(end), 1e-6)
    return (end, end + width) if high is None else (end - width, end)


def _number(row: Row) -> str:
    """What was measured, in as many digits as its interval bears, with its unit."""
    ends = [row["value"] if row[name] is None else row[name] for name in ("low", "high")]
    width = ends[1] - ends[0]
    digits = min(2, words.places(width / 4.0)) if math.isfinite(width) and width else 1
    return f"{words.number(row['value'], digits)} {row['mark']}".rstrip()
