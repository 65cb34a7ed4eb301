"""Charts of decks: who beats whom, and each against all others."""

from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import OF_100, span
from dhstats.report.drawing import shapes, tiles
from dhstats.report.drawing.drawing import Chart, finish, plotted, rows
from dhstats.report.drawing.shapes import Axis, Names

CELL = 40  # height of a row of cells


def matrix(rates: Table) -> Chart:
    """A grid: how often the deck at the left wins against the one above, both seats together."""
    values = rows(rates, "deck", "against", "score", "low", "high")
    order = tuple(dict.fromkeys(row["deck"] for row in values))
    across, down = Names("against", "Against", order), Names("deck", "Deck", order)
    reach = max(0.05, *(abs(row["score"] - 0.5) for row in values))
    axis = Axis("score", "Games won, of 100", ".0h")
    domain = [0.5 - reach, 0.5, 0.5 + reach]
    layers = tiles.cells(plotted(values), across, down, axis, ("below", "middle", "above"), domain)
    words = "Grid: how often the deck at the left wins against the one above."
    return finish(layers, words, CELL * len(order))


def behind(rates: Table, column: str = "deck") -> Chart:
    """How far all others are behind the best, on the same deals, with the line of no difference."""
    found = rows(rates, column, "behind", "behind_low", "behind_high")
    values = [row for row in found if row["behind"] is not None]
    names = Names.of(values, column, column.capitalize())
    ends = ("behind_low", "behind_high")
    domain = span([*values, {"behind": 0.0}], ("behind", *ends))
    axis = Axis("behind", "Behind the best, games in 100", OF_100)
    layers = [shapes.even(0.0, domain, names), *shapes.intervals(plotted(values), names, axis, ends, domain)]
    words = "Interval plot: how far each is behind the best on the same deals; the dashed line is no difference."
    return finish(layers, words, shapes.height_of(names))
