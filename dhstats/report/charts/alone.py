"""Charts of games for one."""

from dhstats.questions.shared.answer import Table
from dhstats.report.drawing.drawing import MATCHUP, Chart, rows
from dhstats.report.drawing.plots import ENDS, interval_plot
from dhstats.report.drawing.shapes import Axis, Names


def scores(table: Table) -> Chart:
    """What each player scores who plays alone."""
    axis = Axis("score", "Points on average", ".2f")
    values = [row for row in rows(table, MATCHUP, "score", *ENDS) if row["low"] is not None]
    return interval_plot(values, Names.of(values, MATCHUP, "Player"), axis, "Interval plot: mean scores.")
