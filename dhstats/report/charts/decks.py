"""Charts of decks: who beats whom, and each against all others."""

from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import OF_100
from dhstats.report.drawing.drawing import Chart, rows
from dhstats.report.drawing.plots import Held, even_grid, interval_plot
from dhstats.report.drawing.shapes import Axis, Names

CELL = 40  # height of a row of cells


def matrix(rates: Table) -> Chart:
    """A grid: how often the deck at the left wins against the one above, both seats together."""
    values = rows(rates, "deck", "against", "score", "low", "high")
    order = tuple(dict.fromkeys(row["deck"] for row in values))
    across, down = Names("against", "Against", order), Names("deck", "Deck", order)
    words = "Grid: how often the deck at the left wins against the one above."
    return even_grid(values, across, down, Axis("score", "Games won, of 100", ".0h"), words, CELL)


def behind(rates: Table, column: str = "deck") -> Chart:
    """How far all others are behind the best, on the same deals, with the line of no difference."""
    ends = ("behind_low", "behind_high")
    values = [row for row in rows(rates, column, "behind", *ends) if row["behind"] is not None]
    axis = Axis("behind", "Behind the best, games in 100", OF_100)
    words = "Interval plot: how far each is behind the best on the same deals; the dashed line is no difference."
    return interval_plot(values, Names.of(values, column, column.capitalize()), axis, words, Held(0.0), ends=ends)
