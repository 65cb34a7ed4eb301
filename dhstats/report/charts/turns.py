"""Charts of how games run: one short function a chart, small tables in, an Altair chart out."""

from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import OF_100, SEATS
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import MATCHUP, Chart, Choice, finish, plotted, rows
from dhstats.report.drawing.shapes import PLOT, Axis, Names

SEAT_ROLES = ("first", "second")
MEAN = ("low", "high")


def settled(curve: Table) -> Chart:
    """Which share of the games was settled after each part of their turns."""
    values = [{**row, "what": "settled"} for row in rows(curve, MATCHUP, "percent", "share", "low", "high")]
    choose = Choice.among(values)
    steps = next(column.unit for column in curve.columns if column.name == "percent").removeprefix("percent of the ")
    x = Axis("percent", f"Part of the game played (% of its {steps})", "d")
    y = Axis("share", "Games settled by then, of 100", OF_100)
    names = Names("what", "Curve", ("settled",), ("estimate",))
    layers = shapes.lines(choose.base(values), x, y, MEAN, names)
    words = "Curve: the share of decided games in which the eventual winner leads for good, by part of the game."
    return choose.offered(finish(layers, words, PLOT))


def by_skill(curves: Table, quantity: str, title: str, form: str) -> Chart:
    """One quantity along the skill ladder, with intervals, and the line of equal chances for the seat."""
    values = [
        {**row, "curve": title}
        for row in rows(curves, "quantity", "rung", "elo", "value", "low", "high")
        if row["quantity"] == quantity
    ]
    x, y = Axis("elo", "Skill (Elo points)", "+.0f"), Axis("value", title, form)
    layers = shapes.lines(plotted(values), x, y, MEAN, Names("curve", "Quantity", (title,), ("estimate",)), zero=False)
    lines = [shapes.level_line(0.5)] if quantity == "seat" else []
    words = f"Line: {title[0].lower()}{title[1:]} by skill in Elo points, with intervals."
    return finish([*lines, *layers], words, PLOT)


def worth_by_skill(skill: Table) -> Chart:
    """What an item is worth along the skill ladder, beside what the naive comparison says."""
    values = rows(skill, "rung", "curve", "value", "low", "high")
    x, y = Axis("rung", "Rung of the skill ladder", "d"), Axis("value", "More games won, of 100", ".0h")
    names = Names("curve", "What", ("effect", "naive difference"), ("estimate", "kind2"))
    words = "Lines: the effect of having it and the naive difference, by rung of the skill ladder, with intervals."
    return finish(shapes.lines(plotted(values), x, y, MEAN, names), words, PLOT)


def race(points: Table) -> Chart:
    """The mean score piles of both players after each turn."""
    values = rows(points, MATCHUP, "turn", "seat", "mean", "low", "high")
    named = [{**row, "seat": SEATS[row["seat"]]} for row in values if row["turn"] % 2 == 0]
    choose = Choice.among(named)
    title = next(column.title for column in points.columns if column.name == "mean")
    x, y = Axis("turn", "Turns played by both", "d"), Axis("mean", f"{title} (points)", ".2f")
    names = Names("seat", "Player", tuple(SEATS[seat] for seat in SEAT_ROLES), SEAT_ROLES)
    layers = shapes.lines(choose.base(named), x, y, MEAN, names)
    words = f"Lines: {title[0].lower()}{title[1:]} of the first and of the second player, after equally many turns."
    return choose.offered(finish(layers, words, PLOT))


def race_margin(margins: Table) -> Chart:
    """The mean margin after equally many turns of both; in between it only swings to whoever has just moved."""
    values = rows(margins, MATCHUP, "turn", "margin", "low", "high")
    named = [{**row, "what": "lead"} for row in values if row["turn"] % 2 == 0]
    choose = Choice.among(named)
    x, y = Axis("turn", "Turns played by both", "d"), Axis("margin", "First player ahead by (points)", "+.2f")
    names = Names("what", "What", ("lead",), ("estimate",))
    layers = shapes.lines(choose.base(named), x, y, MEAN, names)
    words = "Line: the first player's mean lead after equally many turns of both."
    return choose.offered(finish([shapes.level_line(0.0), *layers], words, PLOT))
