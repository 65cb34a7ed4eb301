"""Charts of how games run: one short function a chart, small tables in, an Altair chart out."""

from __future__ import annotations

from dhstats.questions.answer import Table
from dhstats.report import shapes
from dhstats.report.drawing import MATCHUP, Chart, Choice, finish, plotted, rows
from dhstats.report.results import PERCENT, SEATS
from dhstats.report.shapes import PLOT, Axis, Names

SEAT_ROLES = ("first", "second")
LOW_PLOT = 130
MEAN = ("low", "high")


def settled(curve: Table) -> Chart:
    """Which share of the games was settled after each part of their turns."""
    values = [{**row, "what": "settled"} for row in rows(curve, MATCHUP, "percent", "share", "low", "high")]
    choose = Choice.among(values)
    steps = next(column.unit for column in curve.columns if column.name == "percent").removeprefix("percent of the ")
    x = Axis("percent", f"Part of the game played (% of its {steps})", "d")
    y = Axis("share", "Games settled by then", PERCENT)
    names = Names("what", "Curve", ("settled",))
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
    layers = shapes.lines(plotted(values), x, y, MEAN, Names("curve", "Quantity", (title,)), zero=False)
    lines = [shapes.level_line(0.5)] if quantity == "seat" else []
    words = f"Line: {title[0].lower()}{title[1:]} by skill in Elo points, with intervals."
    return finish([*lines, *layers], words, PLOT)


def worth_by_skill(skill: Table) -> Chart:
    """What an item is worth along the skill ladder, beside what the naive comparison says."""
    values = rows(skill, "rung", "curve", "value", "low", "high")
    x, y = Axis("rung", "Rung of the skill ladder", "d"), Axis("value", "Difference in the score", ".0%")
    names = Names("curve", "What", ("effect", "naive difference"), ("first", "deck"))
    words = "Lines: the effect of having it and the naive difference, by rung of the skill ladder, with intervals."
    return finish(shapes.lines(plotted(values), x, y, MEAN, names), words, PLOT)


def race(points: Table) -> Chart:
    """The mean score piles of both players after each turn."""
    values = rows(points, MATCHUP, "turn", "seat", "mean", "low", "high")
    named = [{**row, "seat": SEATS[row["seat"]]} for row in values]
    choose = Choice.among(named)
    title = next(column.title for column in points.columns if column.name == "mean")
    x, y = Axis("turn", "Turns played by both", "d"), Axis("mean", f"{title} (points)", ".2f")
    names = Names("seat", "Player", tuple(SEATS[seat] for seat in SEAT_ROLES), SEAT_ROLES)
    layers = shapes.lines(choose.base(named), x, y, MEAN, names)
    words = f"Lines: {title[0].lower()}{title[1:]} of the first and of the second player after each turn."
    return choose.offered(finish(layers, words, PLOT))


def race_margin(margins: Table) -> Chart:
    """The mean margin after each turn, apart for turns of the first and of the second player."""
    values = rows(margins, MATCHUP, "turn", "moved", "margin", "low", "high")
    after = {seat: f"{SEATS[seat]} has just moved" for seat in SEAT_ROLES}
    named = [{**row, "moved": after[row["moved"]]} for row in values]
    choose = Choice.among(named)
    x, y = Axis("turn", "Turns played by both", "d"), Axis("margin", "First player ahead by (points)", "+.2f")
    names = Names("moved", "After a turn in which", tuple(after.values()), SEAT_ROLES)
    layers = shapes.lines(choose.base(named), x, y, MEAN, names)
    words = "Lines: the first player's mean lead after each turn, apart by who has just moved."
    return choose.offered(finish([shapes.level_line(0.0), *layers], words, PLOT))


def race_running(margins: Table) -> Chart:
    """The share of games that are still running at each turn."""
    values = rows(margins, MATCHUP, "turn", "running", "games")
    choose = Choice.among(values)
    x, y = Axis("turn", "Turns played by both", "d"), Axis("running", "Games still running", PERCENT)
    area = shapes.area(choose.base(values), x, y, "neutral")
    words = "Area: the share of games that reached each turn; means of late turns rest on few games."
    return choose.offered(finish([area], words, LOW_PLOT))
