"""Charts of where points come from, and of how those who took more of a source fared."""

from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import EVEN, OF_100, span
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import MATCHUP, Chart, Choice, finish, rows
from dhstats.report.drawing.shapes import Axis, Names

ROW = 40


def points(sources: Table) -> Chart:
    """The points that a player has of each source."""
    axis = Axis("points", "Points a player and game", ".2f")
    values = rows(sources, MATCHUP, "source", "points", "points_low", "points_high")
    choose, names = Choice.among(values), Names.of(values, "source", "Source")
    layers = shapes.bars(choose.base(values), names, axis, ("points_low", "points_high"), "amount")
    words = "Bars: the points that a player has of each source at the end, with intervals."
    return choose.offered(finish(layers, words, shapes.height_of(names, ROW)))


def wins(sources: Table) -> Chart:
    """How often the player with more points of a source has won, with the line of even chances."""
    axis = Axis("win_rate", "Games that this player won, of 100", OF_100)
    every = rows(sources, MATCHUP, "source", "win_rate", "win_rate_low", "win_rate_high")
    values = [row for row in every if row["win_rate"] is not None]
    choose, names = Choice.among(values), Names.of(values, "source", "Source")
    ends = ("win_rate_low", "win_rate_high")
    domain = span([*values, EVEN], ("win_rate", *ends))
    layers = shapes.intervals(choose.base(values), names, axis, ends, domain)
    words = "Interval plot: how often the player with more points of a source won. Not what the points are worth."
    return choose.offered(finish([shapes.even(0.5, domain, names), *layers], words, shapes.height_of(names, ROW)))
