"""The picture of a sweep: what each level that was played brings, as points with intervals."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import altair as alt

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.report.charts import results
from dhstats.report.drawing.counted import half_width, in_games, keyed, sure, upright_title
from dhstats.report.drawing.drawing import Chart, Row, distinct, encode, finish, plotted, rows
from dhstats.report.drawing.theme import paint

PLOT = 210  # height of a plot with two axes
NEAR = 0.08  # of the height: a number that is nearer to the line of the target is moved
SIDE = 0.5  # of a step: what is free at either side of the first and of the last level


def levels(curve: Table, roots: Table, *changed: Table) -> Chart:
    """A point with its interval at every level of one key; several curves, and levels that are no numbers, as lines."""
    values = rows(curve, "series", "setting", "at", "value", "low", "high")
    if any(row["at"] is None for row in values) or len(distinct(values, "series")) > 1:
        return results.response(curve, roots)
    target = next(iter(row["target"] for row in rows(roots, "target")), None)
    unit = next(each.unit for each in curve.columns if each.name == "value")
    told = [_counted(row, target, unit) for row in values]
    known = target is not None and told
    dashed = (target or 0.0) * (100.0 if unit.startswith("share") else 1.0)
    layers = [_target(dashed)] if known else []
    told = _aside(told, dashed) if known else told
    chart = finish([*layers, *_points(told, _title(curve, changed))], f"Points: {curve.title}, with intervals.", PLOT)
    chart.title = upright_title(_what(curve, unit))
    off = f"grey: certainly not {dashed:g}" if any(row["off"] for row in told) else ""
    return keyed(chart, f"dashed: {'even, ' if dashed == 50.0 else ''}{dashed:g}" if known else "", sure(curve), off)


def _what(curve: Table, unit: str) -> str:
    """What stands above the axis at the left: what is asked about, in games of 100 where it is a share of them."""
    title = curve.title.removesuffix(" by level")
    if not unit.startswith("share"):
        return f"{title} ({unit})"
    wins = title.replace("player's score", "player's wins")
    return f"{wins}, of 100 games"


def _title(curve: Table, changed: tuple[Table, ...]) -> str:
    """The key in the words of its rule file, else its name."""
    said = {row["meaning"] for table in changed for row in rows(table, "meaning")}
    return (
        said.pop().removesuffix(".") if len(said) == 1 else next(c.title for c in curve.columns if c.name == "setting")
    )


def _counted(row: Row, target: float | None, unit: str) -> Row:
    """A level in games of 100 where shares are asked for, with its number, and whether the target is ruled out."""
    off = target is not None and row["low"] is not None and not row["low"] <= target <= row["high"]
    told = {**row, "score": row["value"], "off": off}
    shares = unit.startswith("share")
    factor, half = (100.0 if shares else 1.0), half_width(row)
    digits = words.places(factor * half / 2.0)
    said = words.number(factor * row["value"], min(1, digits) if shares else digits)
    return in_games(told, said) if shares else {**told, "said": said}


def _aside(told: list[Row], target: float) -> list[Row]:
    """Rows whose numbers stand beside their points, or a little off where the line of the target would cross them."""
    ends = [row[name] for row in told for name in ("low", "high", "score") if row[name] is not None]
    near = NEAR * (max(ends) - min(ends))
    away = [10 * (1 if row["score"] <= target else -1) * (abs(row["score"] - target) < near) for row in told]
    return [row | {"aside": each} for row, each in zip(told, away, strict=True)]


def _target(value: float) -> alt.Chart:
    rule = plotted([{"target": value}]).mark_rule(strokeDash=[4, 3], color=paint("soft"))
    return encode(rule, y="target:Q")


def _points(told: list[Row], title: str) -> list[alt.Chart]:
    at = sorted({row["at"] for row in told})
    step = min((b - a for a, b in pairwise(at)), default=1.0)
    scale = alt.Scale(domain=[at[0] - SIDE * step, at[-1] + SIDE * step], nice=False, zero=False)
    axis = alt.Axis(title=title, values=at, format="g", labelOverlap=True, labelFlush=False, grid=False)
    across = alt.X("at:Q", scale=scale, axis=axis)
    upright = alt.Axis(title=None, tickCount=5, format="~g")
    base, ink = plotted(told), alt.ExprRef("datum.off ? ink_neutral : ink_estimate")
    tip = [alt.Tooltip("setting:N", title=title), alt.Tooltip("said:N", title="Found")]
    rule = base.mark_rule(strokeWidth=6, strokeCap="round", color=ink, opacity=0.5)
    point = base.mark_point(filled=True, size=110, opacity=1, color=ink, stroke=paint("card"))
    text: dict[str, Any] = {
        "align": "left",
        "baseline": "middle",
        "dx": 9,
        "dy": alt.ExprRef("datum.aside || 0"),
        "fontWeight": 600,
    }
    rim = base.mark_text(**text, stroke=paint("card"), strokeWidth=4, strokeJoin="round")
    free = alt.Scale(zero=False)
    return [
        encode(rule, x=across, y=alt.Y("low:Q", axis=upright, scale=free), y2="high:Q", tooltip=tip),
        encode(point, x=across, y=alt.Y("score:Q", scale=free), tooltip=tip),
        *(encode(mark, x=across, y=alt.Y("score:Q"), text="said:N") for mark in (rim, base.mark_text(**text))),
    ]
