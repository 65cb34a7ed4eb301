"""One short function a chart: small tables in, an Altair chart out."""

from __future__ import annotations

import altair as alt

from dhstats.questions.answer import Table
from dhstats.report import shapes
from dhstats.report.drawing import Chart, Row, data, distinct, finish, rows
from dhstats.report.shapes import PLOT, STEP, Axis, Names
from dhstats.report.theme import paint

SHARE = ".1%"


def first_player(table: Table) -> Chart:
    """The first player's score by matchup, with the region declared as balanced."""
    values = rows(table)
    names = Names.of(values, "matchup", "Matchup")
    score = Axis("score", "First player's expected score (share of a win)", SHARE)
    scale = alt.Scale(domain=[.488,.52], nice=False, zero=False)
    edges = [{"from": values[0]["band_low"], "to": values[0]["band_high"], "null": 0.5}]
    band = alt.Chart(data(edges)).mark_rect(color=paint("band"), opacity=0.16).encode(x=alt.X("from:Q", scale=scale), x2="to:Q")
    half = alt.Chart(data(edges)).mark_rule(strokeDash=[4, 3], color=paint("soft")).encode(x=alt.X("null:Q",scale=scale))
    layers = [band, half, *shapes.intervals(names, score, ("low", "high"), scale)]
    return finish(layers, values, "Interval plot of the first player's score", STEP*len(values))


def outcomes(table: Table) -> Chart:
    values = rows(table)
    names = Names.of(values, "matchup", "Matchup")
    parts = Names("outcome", "Result", ("first player wins", "draw", "second player wins"), ("first", "neutral", "second"))
    return finish(shapes.stacks(names, parts, Axis("share", "Share of games", SHARE), "place"), values, "Stacked", STEP*len(names.order))


def choice(values: list[Row], column: str, label: str) -> alt.Parameter:
    options = distinct(values, column)
    bind = alt.binding_select(options=options, name=label) if len(options) > 1 else alt.Undefined
    return alt.param(name="chosen", value=options[0], bind=bind)


def histogram(table: Table, quantiles: Table, what: str) -> Chart:
    values = [row for row in rows(table) if row["what"] == what]
    marks = [row for row in rows(quantiles) if row["what"] == what]
    pick = choice(values, "matchup", "Matchup")
    value, share = Axis("value", "Points", "d"), Axis("share", "Share of games", "%")
    shown = [value.tip(), alt.Tooltip("share:Q", title="Share", format=".2%"), alt.Tooltip("games:Q", format=",")]
    bars = shapes.histogram(value, share, shown).transform_filter("datum.matchup === chosen")
    base = alt.Chart(data(marks)).transform_filter("datum.matchup === chosen")
    rule = base.mark_rule(color=paint("ink"), strokeDash=[3, 2]).encode(x="value:Q")
    text = base.transform_filter("datum.p == .05 || datum.p == .5 || datum.p == .95").mark_text(baseline="bottom", dy=-3).encode(x="value:Q", y=alt.value(0), text=alt.Text("p:Q", format=".0%"))
    return finish([bars, rule, text], values, what, PLOT).add_params(pick)


def lengths(table: Table) -> Chart:
    values = rows(table)
    pick = choice(values, "matchup", "Matchup")
    value, share = Axis("turns", "Length (turns of both players)", "d"), Axis("share", "Share of games", "%")
    ends = Names("end_reason", "End", ("ships", "deck", "turn_limit"), ("ships", "deck", "limit"))
    bars = shapes.histogram(value, share, [ends.tip(), value.tip(), share.tip()]).transform_filter("datum.matchup === chosen").encode(color=ends.colour())
    return finish([bars], values, "lengths", PLOT).add_params(pick)


def race(table: Table) -> Chart:
    values = rows(table)
    x, y = Axis("turn", "Turn", "d"), Axis("mean", "Score pile (points)", "d")
    names = Names("seat", "Seat", ("first", "second"), ("first", "second"))
    return finish([shapes.ribbon(x, ("low", "high"), names), shapes.lines(x, y, names)], values, "race", PLOT)


def picture_plays(table: Table) -> Chart:
    values = rows(table)
    names = Names.of(values, "picture", "Picture")
    return finish(shapes.bars(names, Axis("share", "Share of all plays", SHARE), "first"), values, "plays", 40*len(values))


def picture_points(table: Table) -> Chart:
    values = rows(table)
    names = Names.of(values, "picture", "Picture")
    layers = shapes.bars(names, Axis("points", "Points taken a play", ".2f"), "first")
    return finish([*layers, shapes.whiskers(names, ("low", "high"))], values, "plays", 40*len(values))


def matrix(table: Table) -> Chart:
    values = rows(table)
    across, down = Names.of(values, "opponent", "Against"), Names.of(values, "strategy", "Strategy")
    v = Axis("score", "Score", ".1%")
    return finish(shapes.cells(across, down, v, ("below", "middle", "above"), [.3, .5, .7]), values, "matrix", 34*len(down.order))
