"""A hundred games as dots, and below them how sure that count is: the picture of who wins."""

import altair as alt

from dhstats.questions.leagues.luck import hundred_parts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import OUTCOMES
from dhstats.report.drawing.drawing import Chart, Row, encode, finish, plotted, rows
from dhstats.report.drawing.interval_rows import keyed, sure
from dhstats.report.drawing.plots import span
from dhstats.report.drawing.shapes import Names
from dhstats.report.drawing.theme import paint

ROWS, DOTS_A_ROW = 5, 20
HEIGHT = 208
STRIP = 172  # pixels from the top to the middle of the strip below the dots
PARTS = tuple(OUTCOMES)


def hundred(scores: Table, shares: Table) -> Chart:
    """A hundred games, won by the first player, drawn, won by the second, and the interval of the score below them."""
    score = rows(scores, "score", "low", "high", "band_low", "band_high")[0]
    share = rows(shares, "decisive", "drawn")[0]
    won = of_hundred(share["decisive"], share["drawn"])
    order = [name for name, games in won.items() for _ in range(games)]
    dots = [{"across": at // ROWS, "down": at % ROWS, "result": name} for at, name in enumerate(order)]
    counted = ", ".join(f"{games} {name}" for name, games in won.items())
    layers = [_dots(dots, won), alt.LayerChart(layer=_strip(score))]
    told = f"Of 100 games: {counted}. Below: the first player's mean score with its interval."
    drawn = finish(layers, told, HEIGHT, (HEIGHT, HEIGHT))
    apart: Chart = drawn.resolve_scale(x="independent")
    green = f"green: no difference that matters (±{100.0 * (score['band_high'] - 0.5):.3g} games in 100)"
    return keyed(apart, green, "dashed: even, 50 of 100", sure(scores))


def of_hundred(decisive: float | None, drawn: float) -> dict[str, int]:
    """How many of 100 games end in each way: whole numbers whose sum is 100, the largest remainders rounded up."""
    first = (decisive or 0.0) * (1.0 - drawn)
    parts = hundred_parts((first, drawn, 1.0 - drawn - first))
    return {name: number for name, number in zip(PARTS, parts, strict=True) if number}


def _dots(values: list[Row], won: dict[str, int]) -> alt.Chart:
    names = Names("result", "Result", tuple(won), tuple(OUTCOMES[name] for name in won))
    size = alt.ExprRef(f"pow(0.8 * min(width / {DOTS_A_ROW}, 25), 2)")
    mark = plotted(values).mark_point(filled=True, opacity=1, shape="circle", size=size)
    x = alt.X("across:Q", axis=None, scale=alt.Scale(domain=[-0.5, DOTS_A_ROW - 0.5], nice=False))
    y = alt.Y("down:Q", axis=None, scale=alt.Scale(domain=[-0.5, 7.7], reverse=True, nice=False))
    return encode(mark, x=x, y=y, color=names.colour(), tooltip=[names.tip()])


def _strip(score: Row) -> list[alt.Chart]:
    """The interval on an axis around even, with the range that counts as balanced."""
    ends = [score["low"], score["high"]] if score["low"] is not None else []
    domain = span([{**score, "even": 0.5}], ("score", "low", "high", "band_low", "band_high", "even"))
    scale, middle = alt.Scale(domain=list(domain), nice=False, zero=False), alt.value(STRIP)
    few = alt.ExprRef("ceil(width / 110)")
    axis = alt.Axis(
        title="Games of 100 that the first player wins", labelExpr="format(100 * datum.value, '~r')", tickCount=few
    )
    base = plotted([{**score, "even": 0.5, "said": _how_sure(score)}])
    x = alt.X("score:Q", scale=scale, axis=axis)
    band = encode(
        base.mark_rect(color=paint("band"), opacity=0.2), x=alt.X("band_low:Q", scale=scale, axis=axis),
        x2="band_high:Q", y=alt.value(STRIP - 16), y2=alt.value(STRIP + 16),
    )  # fmt: skip
    dashed = base.mark_rule(strokeDash=[4, 3], color=paint("soft"))
    even = encode(dashed, x=alt.X("even:Q", scale=scale, axis=axis), y=alt.value(STRIP - 16), y2=alt.value(STRIP + 16))
    rule = base.mark_rule(strokeWidth=5, color=paint("estimate"), opacity=0.5)
    spanned = [encode(rule, x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q", y=middle)] if ends else []
    point = base.mark_point(filled=True, size=110, opacity=1, color=paint("estimate"), stroke=paint("card"))
    named = base.mark_text(align="left", baseline="bottom", color=paint("ink"))
    said = encode(named, x=alt.value(0), y=alt.value(STRIP - 22), text="said:N")
    return [said, band, even, *spanned, encode(point, x=x, y=middle)]


def _how_sure(score: Row) -> str:
    """What the strip below the dots is."""
    if score["low"] is None:
        return "How sure: too few games for an interval"
    digits = words.places(100.0 * (score["high"] - score["low"]) / 4.0)
    low, high = (words.number(100.0 * score[end], digits) for end in ("low", "high"))
    return f"How sure: {low} to {high} games of 100"
