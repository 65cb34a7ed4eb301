"""Charts of decks: who beats whom, and each against all others."""

from __future__ import annotations

from dhstats.questions.answer import Table
from dhstats.report import shapes, tiles
from dhstats.report.drawing import Chart, finish, plotted, rows
from dhstats.report.results import PERCENT, span
from dhstats.report.shapes import Axis, Names

CELL = 40  # height of a row of cells


def matrix(rates: Table) -> Chart:
    """A grid: how often the deck at the left wins against the one above, both seats together."""
    values = rows(rates, "deck", "against", "score", "low", "high")
    order = tuple(dict.fromkeys(row["deck"] for row in values))
    across, down = Names("against", "Against", order), Names("deck", "Deck", order)
    reach = max(0.05, *(abs(row["score"] - 0.5) for row in values))
    axis = Axis("score", "Win rate", ".0%")
    domain = [0.5 - reach, 0.5, 0.5 + reach]
    layers = tiles.cells(plotted(values), across, down, axis, ("below", "middle", "above"), domain)
    words = "Grid: how often the deck at the left wins against the one above."
    return finish(layers, words, CELL * len(order))


def overall(rates: Table) -> Chart:
    """Every deck against all others, with the line of even chances."""
    values = rows(rates, "deck", "score", "low", "high")
    names = Names.of(values, "deck", "Deck")
    domain = span([*values, {"score": 0.5}], ("score", "low", "high"))
    axis = Axis("score", "Win rate against all other decks", PERCENT)
    layers = [shapes.even(0.5, domain, names), *shapes.intervals(plotted(values), names, axis, ("low", "high"), domain)]
    words = "Interval plot: every deck against all others; the dashed line is an even chance."
    return finish(layers, words, shapes.height_of(names))
