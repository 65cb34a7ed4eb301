"""Charts of round robins of players or decks: scores, ratings, mixtures, who beats whom, parts of the variance."""

import math
from itertools import combinations

import altair as alt

from dhstats.questions.leagues.luck import SEAT
from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import FINE_OF_100, OF_100, PERCENT
from dhstats.report.drawing.drawing import MATCHUP, Chart, Row, encode, finish, plotted, rows
from dhstats.report.drawing.plots import Held, bar_plot, even_grid, interval_plot
from dhstats.report.drawing.shapes import Axis, Names
from dhstats.report.drawing.theme import paint

SURE_WIDTH, FAINT_WIDTH = 6.0, 1.0
DECK_ROW = 40  # height of a row of decks


def first_scores(scores: Table) -> Chart:
    """A grid: what the strategy at the left scores when it begins against the one above."""
    values = rows(scores, "strategy", "opponent", "score", "low", "high")
    order = tuple(dict.fromkeys(row["strategy"] for row in values))
    across, down = Names("opponent", "Against", order), Names("strategy", "Begins", order)
    axis = Axis("score", "Games won by the first player, of 100", OF_100)
    words = "Grid: the score of the strategy on the left, which goes first, against the one above."
    return even_grid(values, across, down, axis, words)


def rating_scale(ratings: Table) -> Chart:
    """Ratings with intervals, the strongest first."""
    values = rows(ratings, "strategy", "elo", "low", "high")
    axis, names = Axis("elo", "Rating (Elo points, mean 0)", "+.0f"), Names.of(values, "strategy", "Strategy")
    return interval_plot(values, names, axis, "Interval plot of the ratings, the strongest first.")


def mixtures(weights: Table) -> Chart:
    """The most even equilibrium mixture, with the least and greatest weight in any equilibrium."""
    ends = ("blind_low", "blind_high")
    values = rows(weights, "strategy", "blind", *ends)
    axis = Axis("blind", "Weight in equilibrium, either seat", PERCENT)
    names = Names.of(values, "strategy", "Strategy")
    return bar_plot(values, names, axis, "Bars: how often each strategy is chosen in equilibrium.", ends=ends)


def graph(scores: Table, ratings: Table) -> Chart:
    """Strategies on a circle, the strongest at the top; a line a pair, of another colour where the weaker one wins."""
    order = [row["strategy"] for row in rows(ratings, "strategy")]
    angles = [math.pi / 2 - 2 * math.pi * at / len(order) for at in range(len(order))]
    place = {name: (math.cos(angle), math.sin(angle)) for name, angle in zip(order, angles, strict=True)}
    kinds = Names("kind", "", ("the higher rated one wins", "a lower rated one wins"), ("soft", "unbalanced"))
    shown = [alt.Tooltip("what:N", title="Pair"), alt.Tooltip("edge:Q", title="Score over both seats", format=PERCENT)]
    width = alt.Size("edge:Q", scale=alt.Scale(domain=[0.5, 1.0], range=[FAINT_WIDTH, SURE_WIDTH]), legend=None)
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-1.5, 1.5]))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-1.3, 1.3]))
    # A line for each pair, from its winner to its loser; `place` is in the order of the ratings
    values = rows(scores, "strategy", "opponent", "score")
    score = {(row["strategy"], row["opponent"]): row["score"] for row in values}
    lines: list[Row] = []
    for higher, lower in combinations(place, 2):
        edge = (score[higher, lower] - score[lower, higher]) / 2
        winner, loser = (higher, lower) if edge >= 0 else (lower, higher)
        (pairs_x, pairs_y), (x2, y2) = place[winner], place[loser]
        kind = "a lower rated one wins" if edge < 0 else "the higher rated one wins"
        told = {"what": f"{winner} beats {loser}", "kind": kind, "edge": 0.5 + abs(edge)}
        lines.append({"x": pairs_x, "y": pairs_y, "x2": x2, "y2": y2} | told)
    rule = plotted(lines).mark_rule(opacity=0.6)
    rule = encode(rule, x=x, y=y, x2="x2:Q", y2="y2:Q", color=kinds.colour(), size=width, tooltip=shown)
    spots = plotted([{"name": name, "x": x, "y": y, "side": _side(x)} for name, (x, y) in place.items()])
    dot = encode(spots.mark_point(filled=True, size=180, opacity=1, color=paint("estimate")), x=x, y=y)
    aside, above = "datum.side === 'left' ? 13 : datum.side === 'right' ? -13 : 0", "datum.y > 0 ? -16 : 16"
    named = spots.mark_text(
        align=alt.ExprRef("datum.side"), dx=alt.ExprRef(aside), fontWeight=600, color=paint("ink"),
        dy=alt.ExprRef(f"datum.side === 'center' ? ({above}) : 0"),
    )  # fmt: skip
    label = encode(named, x=x, y=y, text="name:N")
    words = "Graph: strategies on a circle, one line per pair, in another colour if the lower rated one wins."
    return finish([rule, dot, label], words, 380)


def _side(x: float) -> str:
    """How the name of a place on the circle is set, so that it stands outside, clear of all lines."""
    return "center" if abs(x) < 0.3 else "left" if x > 0.0 else "right"


def budget(parts: Table) -> Chart:
    """A bar a part of the variance."""
    values = [row for row in rows(parts, "part", "share", "low", "high") if row["part"] != SEAT[0]]
    axis, names = Axis("share", "Share of the variance of the final lead", PERCENT), Names.of(values, "part", "Part")
    return bar_plot(values, names, axis, "Bars: where the variance of the final lead comes from.")


def decks(rates: Table) -> Chart:
    """A grid: how often the deck at the left wins against the one above, both seats together."""
    values = rows(rates, "deck", "against", "score", "low", "high")
    order = tuple(dict.fromkeys(row["deck"] for row in values))
    across, down = Names("against", "Against", order), Names("deck", "Deck", order)
    words = "Grid: how often the deck on the left wins against the one above."
    return even_grid(values, across, down, Axis("score", "Games won, of 100", ".0h"), words, DECK_ROW)


def behind(rates: Table, column: str = "deck") -> Chart:
    """How far all others are behind the best, on the same deals, with the line of no difference."""
    ends = ("behind_low", "behind_high")
    values = [row for row in rows(rates, column, "behind", *ends) if row["behind"] is not None]
    axis = Axis("behind", "Behind the best, games in 100", OF_100)
    words = "Interval plot: how far each is behind the best on the same deals; the dashed line is no difference."
    return interval_plot(values, Names.of(values, column, column.capitalize()), axis, words, Held(0.0), ends=ends)


def reached(scale: Table) -> Chart:
    """What others win against a player, from random play over counter-players to cheats, with the line of even."""
    values = rows(scale, MATCHUP, "kind", "score", "low", "high")
    even = next(row["score"] for row in values if row["kind"] == "themself")
    names = Names.of(values, MATCHUP, "Who")
    axis = Axis("score", "Games won against the player, of 100", FINE_OF_100)
    words = "Interval plot: what others win of 100 games against the player; the dashed line is an even share."
    return interval_plot(values, names, axis, words, Held(even))
