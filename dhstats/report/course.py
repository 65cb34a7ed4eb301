"""Charts of how games run: one short function a chart, small tables in, an Altair chart out."""

from __future__ import annotations

from dhstats.questions.answer import Table
from dhstats.report import shapes
from dhstats.report.drawing import MATCHUP, Chart, Choice, finish, plotted, rows
from dhstats.report.results import EVEN, PERCENT, SEATS, span
from dhstats.report.shapes import PLOT, STEP, Axis, Names

SEAT_ROLES = ("first", "second")
LOW_PLOT = 130
MEAN = ("low", "high")


def settled(curve: Table) -> Chart:
    """Which share of the games was settled after each part of their turns."""
    values = [{**row, "what": "settled"} for row in rows(curve, MATCHUP, "percent", "share", "low", "high")]
    choose = Choice.among(values)
    x = Axis("percent", "Part of the game played (% of its turns)", "d")
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
    x, y = Axis("turn", "Turns played by both", "d"), Axis("mean", "Mean score pile (points)", ".2f")
    names = Names("seat", "Player", tuple(SEATS[seat] for seat in SEAT_ROLES), SEAT_ROLES)
    layers = shapes.lines(choose.base(named), x, y, MEAN, names)
    words = "Lines: the mean score pile of the first and of the second player after each turn."
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


def picture_shares(pictures: Table) -> Chart:
    """The share of all plays that each picture has."""
    axis = Axis("share", "Share of all plays", PERCENT)
    return _picture_bars(pictures, axis, "first", "Bars: the share of all plays that each picture has.")


def picture_points(pictures: Table) -> Chart:
    """The points that a play of each picture takes at once."""
    axis = Axis("points", "Points taken by a play", ".2f")
    return _picture_bars(pictures, axis, "ships", "Bars: the points that a play of each picture takes, on average.")


def _picture_bars(pictures: Table, axis: Axis, role: str, words: str) -> Chart:
    ends = (f"{axis.column}_low", f"{axis.column}_high")
    values = rows(pictures, MATCHUP, "picture", axis.column, *ends)
    choose, names = Choice.among(values), Names.of(values, "picture", "Picture")
    layers = shapes.bars(choose.base(values), names, axis, ends, role)
    return choose.offered(finish(layers, f"{words} With intervals.", 38 * len(names.order)))


def picture_bands(bands: Table) -> Chart:
    """How the share of plays of each picture shifts from the opening to the end."""
    values = rows(bands, MATCHUP, "turns", "picture", "share", "points")
    choose = Choice.among(values)
    across, down = Names.of(values, "turns", "Turns"), Names.of(values, "picture", "Picture")
    share = Axis("share", "Share of the plays in these turns", ".0%")
    domain = [0.0, max(row["share"] or 0.0 for row in values)]
    layers = shapes.cells(choose.base(values), across, down, share, ("low", "high"), domain)
    words = "Grid: the share of plays of each picture, by turns of ten."
    return choose.offered(finish(layers, words, 32 * len(down.order)))


def figure_shares(roles: Table) -> Chart:
    """How often each player holds the figure at the end, and claimed it first."""
    axis = Axis("share", "Share of games", PERCENT)
    values = _roles(roles, "share", ("first", "second", "nobody"))
    choose, names = Choice.among(values), Names.of(values, "what", "Role")
    layers = shapes.bars(choose.base(values), names, axis, ("share_low", "share_high"), "deck")
    words = "Bars: how often each player holds the Great Dragon at the end, and claimed it first, with intervals."
    return choose.offered(finish(layers, words, STEP * len(names.order)))


def figure_wins(roles: Table) -> Chart:
    """How often the player who holds or first claimed the figure has won."""
    axis = Axis("win_rate", "Games that this player won", PERCENT)
    values = _roles(roles, "win_rate", SEAT_ROLES)
    choose, names = Choice.among(values), Names.of(values, "what", "Role")
    ends = ("win_rate_low", "win_rate_high")
    domain = span([*values, EVEN], ("win_rate", *ends))
    layers = shapes.intervals(choose.base(values), names, axis, ends, domain)
    words = "Interval plot: how often whoever holds or first claimed the Great Dragon has won. Not its value."
    return choose.offered(finish([shapes.even(0.5, domain), *layers], words, STEP * len(names.order)))


def _roles(roles: Table, measure: str, seats: tuple[str, ...]) -> list[dict[str, object]]:
    """The rows of a measure for some players, the role named in words."""
    columns = (measure, f"{measure}_low", f"{measure}_high")
    values = rows(roles, MATCHUP, "role", "seat", *columns)
    kept = [row for row in values if row["seat"] in seats and row[measure] is not None]
    kept.sort(key=lambda row: (row["seat"] == "nobody", not row["role"].startswith("holds"), row["seat"]))
    return [
        {MATCHUP: row[MATCHUP], "what": _said(row["role"], row["seat"])} | {name: row[name] for name in columns}
        for row in kept
    ]


def _said(role: str, seat: str) -> str:
    return role if seat == "nobody" else f"{SEATS[seat]} {role}"
