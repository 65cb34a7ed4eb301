"""The picture of a sweep: what each level that was played brings, as points with intervals."""

from itertools import pairwise
from typing import Any

import altair as alt

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.hundred import Share
from dhstats.report.drawing.drawing import Chart, Row, distinct, encode, finish, plotted, rows
from dhstats.report.drawing.ledger import Ground, half_width, in_games, interval_of, keyed, picture, sure, upright_title
from dhstats.report.drawing.shapes import Names, rimmed
from dhstats.report.drawing.theme import KINDS, paint
from dhstats.seats import SEATS

PLOT = 210  # height of a plot with two axes
NEAR = 0.08  # of the height: a number that is nearer to the line of the target is moved
SIDE = 0.5  # of a step: what is free at either side of the first and of the last level
CLOSE = 0.8  # of a step: over which several curves are spread at a level
EVEN_SHARES = tuple(round(100.0 / seats, 6) for seats in range(2, 1 + len(SEATS)))
MOST_ROWS = 5  # that fit into a first screen
ROW, EDGE = 46, 10  # pixels: a row of a grid, and what is left around it
LEGIBLE = 62  # pixels: a cell narrower than this carries its number alone


def levels(curve: Table, roots: Table, *changed: Table) -> Chart:
    """What each level brings: points of one key, points of several curves beside each other, a grid of two keys."""
    values = rows(curve, "series", "players", "second", "setting", "at", "value", "low", "high")
    target = next(iter(row["target"] for row in rows(roots, "target")), None)
    unit = next(each.unit for each in curve.columns if each.name == "value")
    told, dashed = [_counted(row, target, unit) for row in values], (target or 0.0) * _factor(unit)
    if any(row["second"] for row in values):
        return _grid([row for row in told if row["players"] == told[-1]["players"]], curve, target, changed)
    if any(row["at"] is None for row in values):
        return _named(told, curve, target)
    several, layers = len(distinct(values, "series")) > 1, [_target(dashed)] if target is not None else []
    drawn = _beside(told, _title(curve, changed)) if several else _points(
        _aside(told, dashed) if target is not None else told, _title(curve, changed)
    )  # fmt: skip
    chart = finish([*layers, *drawn], f"Points: {curve.title}, with intervals.", PLOT)
    chart.title = upright_title(_what(curve, unit))
    off = f"grey: certainly not {dashed:g}" if any(row["off"] for row in told) and not several else ""
    even = "even, " if unit.startswith("share") and round(dashed, 6) in EVEN_SHARES else ""
    return keyed(chart, f"dashed: {even}{dashed:.3g}" if target is not None else "", sure(curve), off)


def _factor(unit: str) -> float:
    return 100.0 if unit.startswith("share") else 1.0


def _named(told: list[Row], curve: Table, target: float | None) -> Chart:
    """Levels that are no numbers, a row each; of many those nearest to the target."""
    unit, several = next(each.unit for each in curve.columns if each.name == "value"), len(distinct(told, "series")) > 1
    named = [row | {"cell": f"{row['setting']}, {row['series']}" if several else row["setting"]} for row in told]
    dashed = target * _factor(unit) if target is not None else named[0]["score"]
    shown = sorted(named, key=lambda row: abs(row["score"] - dashed))[:MOST_ROWS] if target is not None else named
    kept = [row | {"quiet": row["off"]} for row in named if row in shown][:MOST_ROWS]
    off = f"grey: certainly not {dashed:g}" if any(row["quiet"] for row in kept) else ""
    ground = Ground(
        _what(curve, unit), dashed, f"{dashed:.3g}" if target is not None else f"as at {named[0]['setting']}",
        key=(sure(curve), off), signed=False,
    )  # fmt: skip
    title = next(each.title for each in curve.columns if each.name == "setting")
    return picture(kept, Names.of(kept, "cell", title), ground, f"Interval plot: {curve.title}.")


def _beside(told: list[Row], title: str) -> list[alt.Chart]:
    """Points of several curves at every level, beside each other, in a colour each."""
    order = distinct(told, "series")
    seats = [each.removesuffix(" seat") for each in order]
    roles = tuple(seats) if all(each in SEATS for each in seats) else KINDS
    names, step = Names("series", "Curve", tuple(order), roles), _step(told)
    spread = [(at + 0.5) / len(order) - 0.5 for at in range(len(order))]
    placed = [row | {"place": row["at"] + CLOSE * step * spread[order.index(row["series"])]} for row in told]
    base = plotted(placed)
    tip = [names.tip(), alt.Tooltip("setting:N", title=title), alt.Tooltip("said:N", title="Found")]
    across, upright = _across(told, title, "place"), alt.Axis(title=None, tickCount=5, format="~g")
    rule = base.mark_rule(strokeWidth=5, opacity=0.5)
    point = base.mark_point(filled=True, size=90, opacity=1, stroke=paint("card"))
    free = alt.Scale(zero=False)
    low = alt.Y("low:Q", axis=upright, scale=free)
    return [
        encode(rule, x=across, y=low, y2="high:Q", color=names.colour(), tooltip=tip),
        encode(point, x=across, y=alt.Y("score:Q", scale=free), color=names.colour(), tooltip=tip),
    ]


def _grid(told: list[Row], curve: Table, target: float | None, changed: tuple[Table, ...]) -> Chart:
    """Every pair of levels of two keys as a cell with its number and its interval; the one that is told is framed."""
    unit, titles = next(c.unit for c in curve.columns if c.name == "value"), {c.name: c.title for c in curve.columns}
    said = {row["key"]: row["meaning"].removesuffix(".") for table in changed for row in rows(table, "key", "meaning")}
    across, down = (said.get(titles[name], titles[name]) for name in ("setting", "second"))
    aim = target * _factor(unit) if target is not None else None
    scores = [row["score"] for row in told]
    picked = [min(told, key=lambda row: abs(row["score"] - aim))] if aim is not None else [
        pick(told, key=lambda row: row["score"]) for pick in (min, max)
    ]  # fmt: skip
    cells = [row | {"reach": _reach(row), "framed": row in picked} for row in told]
    ramp: tuple[str, ...] = ("low", "high")
    domain = [min(scores), max(scores)]
    if aim is not None:
        far = max(abs(each - aim) for each in scores) or 1.0
        ramp, domain = ("below", "middle", "above"), [aim - far, aim, aim + far]
    layers = _cells(cells, (across, down), ramp, domain)
    height = ROW * len(distinct(told, "second")) + EDGE
    chart = finish(layers, f"Grid: {curve.title}; each cell is a pair of levels.", height, (height, int(1.4 * height)))
    chart.title = upright_title(_what(curve, unit))
    colours = f"blue: more than {aim:g}, orange: less" if aim is not None else "the darker, the more"
    framed = "framed: the nearest" if aim is not None else "framed: the least and the most"
    return keyed(chart, f"down: {down[0].lower()}{down[1:]}", colours, framed, sure(curve, "small"))


def _reach(row: Row) -> str:
    if row["low"] is None:
        return ""
    digits = words.places(half_width(row) / 2.0)
    return f"{words.number(row['low'], digits)} to {words.number(row['high'], digits)}"


def _cells(cells: list[Row], titles: tuple[str, str], ramp: tuple[str, ...], domain: list[float]) -> list[alt.Chart]:
    """Coloured cells with two lines of text each, where there is room for them."""
    base, (across, down) = plotted(cells), titles
    wide = len(distinct(cells, "setting"))
    scale = alt.Scale(domain=domain, range=[paint(role) for role in ramp], interpolate="rgb", clamp=True)
    axis: dict[str, Any] = {"grid": False, "domain": False, "ticks": False, "labelAngle": 0}
    x = alt.X("setting:N", sort=distinct(cells, "setting"), axis=alt.Axis(title=across, **axis))
    y = alt.Y("second:N", sort=distinct(cells, "second"), axis=alt.Axis(title=None, **axis))
    tip = [
        alt.Tooltip("setting:N", title=across), alt.Tooltip("second:N", title=down),
        alt.Tooltip("said:N", title="Found"), alt.Tooltip("reach:N", title="Interval"),
    ]  # fmt: skip
    colour = alt.Color("score:Q", scale=scale, legend=None)
    rect = base.mark_rect(stroke=paint("card"), strokeWidth=2)
    frame = base.transform_filter("datum.framed").mark_rect(filled=False, stroke=paint("ink"), strokeWidth=2.5)
    number = base.mark_text(fontWeight=600, dy=alt.ExprRef(f"width < {LEGIBLE * wide} ? 0 : -7"))
    small = base.mark_text(fontSize=10.5, dy=8, opacity=alt.ExprRef(f"width < {LEGIBLE * wide} ? 0 : 1"))
    return [
        encode(rect, x=x, y=y, color=colour, tooltip=tip), encode(frame, x=x, y=y),
        encode(number, x=x, y=y, text="said:N"), encode(small, x=x, y=y, text="reach:N"),
    ]  # fmt: skip


def _what(curve: Table, unit: str) -> str:
    """What stands above the axis at the left: what is asked about, in games of 100 where it is a share of them."""
    title = curve.title.removesuffix(" by level")
    wins = title.replace("player's score", "player's wins")
    return f"{wins}, of 100 games" if unit.startswith("share") else f"{title} ({unit})"


def _title(curve: Table, changed: tuple[Table, ...]) -> str:
    """The key in the words of its rule file, else its name."""
    said = {row["meaning"] for table in changed for row in rows(table, "meaning")}
    if len(said) == 1:
        return str(said.pop()).removesuffix(".")
    return next(each.title for each in curve.columns if each.name == "setting")


def _counted(row: Row, target: float | None, unit: str) -> Row:
    """A level in games of 100 where shares are asked for, with its number, and whether the target is ruled out."""
    off = target is not None and row["low"] is not None and not row["low"] <= target <= row["high"]
    told = {**row, "score": row["value"], "off": off}
    shares = unit.startswith("share")
    if not shares:
        return {**told, "said": words.number(row["value"], words.places(half_width(row) / 2.0))}
    beside = row["value"] if target is None else target  # nothing is held against something where no level is wanted
    return in_games(told, Share(row["value"], interval_of(row), beside).told(1))


def _aside(told: list[Row], target: float) -> list[Row]:
    """Rows whose numbers stand beside their points, or a little off where the line of the target would cross them."""
    ends = [row[name] for row in told for name in ("low", "high", "score") if row[name] is not None]
    near = NEAR * (max(ends) - min(ends))
    away = [10 * (1 if row["score"] <= target else -1) * (abs(row["score"] - target) < near) for row in told]
    return [row | {"aside": each} for row, each in zip(told, away, strict=True)]


def _target(value: float) -> alt.Chart:
    rule = plotted([{"target": value}]).mark_rule(strokeDash=[4, 3], color=paint("soft"))
    return encode(rule, y="target:Q")


def _step(told: list[Row]) -> float:
    """How far the nearest two levels are apart."""
    return float(min((b - a for a, b in pairwise(sorted({row["at"] for row in told}))), default=1.0))


def _across(told: list[Row], title: str, column: str = "at") -> alt.X:
    at, step = sorted({row["at"] for row in told}), _step(told)
    scale = alt.Scale(domain=[at[0] - SIDE * step, at[-1] + SIDE * step], nice=False, zero=False)
    axis = alt.Axis(title=title, values=at, format="g", labelOverlap=True, labelFlush=False, grid=False)
    return alt.X(f"{column}:Q", scale=scale, axis=axis)


def _points(told: list[Row], title: str) -> list[alt.Chart]:
    across = _across(told, title)
    upright = alt.Axis(title=None, tickCount=5, format="~g")
    base, ink = plotted(told), alt.ExprRef("datum.off ? ink_neutral : ink_estimate")
    tip = [alt.Tooltip("setting:N", title=title), alt.Tooltip("said:N", title="Found")]
    rule = base.mark_rule(strokeWidth=6, color=ink, opacity=0.5)
    point = base.mark_point(filled=True, size=110, opacity=1, color=ink, stroke=paint("card"))
    aside = alt.ExprRef("datum.aside || 0")
    text = rimmed(base, 4, align="left", baseline="middle", dx=9, dy=aside, fontWeight=600)
    free = alt.Scale(zero=False)
    return [
        encode(rule, x=across, y=alt.Y("low:Q", axis=upright, scale=free), y2="high:Q", tooltip=tip),
        encode(point, x=across, y=alt.Y("score:Q", scale=free), tooltip=tip),
        *(encode(mark, x=across, y=alt.Y("score:Q"), text="said:N") for mark in text),
    ]
