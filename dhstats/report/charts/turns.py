"""Charts of how games run: one short function a chart, small tables in, an Altair chart out."""

from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import OF_100, SEATS
from dhstats.report.drawing.drawing import MATCHUP, Chart, rows
from dhstats.report.drawing.plots import ENDS, line_plot
from dhstats.report.drawing.shapes import Axis, Names

SEAT_ROLES = ("first", "second")


def settled(curve: Table) -> Chart:
    """Which share of the games was settled after each part of their turns."""
    values = [{**row, "what": "settled"} for row in rows(curve, MATCHUP, "percent", "share", *ENDS)]
    steps = next(column.unit for column in curve.columns if column.name == "percent").removeprefix("percent of the ")
    x = Axis("percent", f"Part of the game played (% of its {steps})", "d")
    y = Axis("share", "Games settled by then, of 100", OF_100)
    words = "Curve: the share of decided games in which the eventual winner leads for good, by part of the game."
    return line_plot(values, x, y, Names("what", "Curve", ("settled",), ("estimate",)), words)


def by_skill(curves: Table, quantity: str, title: str, form: str) -> Chart:
    """One quantity along the skill ladder, with intervals, and the line of equal chances for the seat."""
    values = [
        {**row, "curve": title}
        for row in rows(curves, "quantity", "rung", "elo", "value", *ENDS)
        if row["quantity"] == quantity
    ]
    x, y = Axis("elo", "Skill (Elo points)", "+.0f"), Axis("value", title, form)
    names, level = Names("curve", "Quantity", (title,), ("estimate",)), 0.5 if quantity == "seat" else None
    words = f"Line: {title[0].lower()}{title[1:]} by skill in Elo points, with intervals."
    return line_plot(values, x, y, names, words, level=level, zero=False)


def worth_by_skill(skill: Table) -> Chart:
    """What an item is worth along the skill ladder, beside what the naive comparison says."""
    values = rows(skill, "rung", "curve", "value", *ENDS)
    x, y = Axis("rung", "Rung of the skill ladder", "d"), Axis("value", "More games won, of 100", ".0h")
    names = Names("curve", "What", ("effect", "naive difference"), ("estimate", "kind2"))
    words = "Lines: the effect of having it and the naive difference, by rung of the skill ladder, with intervals."
    return line_plot(values, x, y, names, words)


def race(points: Table) -> Chart:
    """The mean score piles of both players after each turn."""
    values = rows(points, MATCHUP, "turn", "seat", "mean", *ENDS)
    named = [{**row, "seat": SEATS[row["seat"]]} for row in values if row["turn"] % 2 == 0]
    title = next(column.title for column in points.columns if column.name == "mean")
    x, y = Axis("turn", "Turns played by both", "d"), Axis("mean", f"{title} (points)", ".2f")
    names = Names("seat", "Player", tuple(SEATS[seat] for seat in SEAT_ROLES), SEAT_ROLES)
    words = f"Lines: {title[0].lower()}{title[1:]} of the first and of the second player, after equally many turns."
    return line_plot(named, x, y, names, words)


def race_margin(margins: Table) -> Chart:
    """The mean margin after equally many turns of both; in between it only swings to the player who has just moved."""
    values = rows(margins, MATCHUP, "turn", "margin", *ENDS)
    named = [{**row, "what": "lead"} for row in values if row["turn"] % 2 == 0]
    x, y = Axis("turn", "Turns played by both", "d"), Axis("margin", "First player ahead by (points)", "+.2f")
    words = "Line: the first player's mean lead after equally many turns of both."
    return line_plot(named, x, y, Names("what", "What", ("lead",), ("estimate",)), words, level=0.0)
