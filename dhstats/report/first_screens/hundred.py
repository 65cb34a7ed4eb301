"""The pictures of a hundred: games as dots and how sure that count is; luck as one bar of a hundred parts."""

import altair as alt

from dhstats.questions.leagues.luck import SEAT, hundred_parts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.hundred import Share
from dhstats.report.charts.results import OUTCOMES
from dhstats.report.drawing.drawing import Chart, Row, encode, finish, plotted, rows
from dhstats.report.drawing.ledger import interval_of, keyed, sure
from dhstats.report.drawing.plots import span
from dhstats.report.drawing.shapes import Names
from dhstats.report.drawing.theme import paint

ROWS, DOTS_A_ROW = 5, 20
HEIGHT = 208
STRIP = 172  # pixels from the top to the middle of the strip below the dots
OUTCOME_PARTS = tuple(OUTCOMES)
LEFT, RIGHT = "M0,-1A1,1,0,0,0,0,1Z", "M0,-1A1,1,0,0,1,0,1Z"  # halves of a dot


def hundred(scores: Table, shares: Table) -> Chart:
    """A hundred games, won by the first player, drawn, won by the second, and the interval of the score below them."""
    score = rows(scores, "score", "low", "high", "band_low", "band_high")[0]
    share = rows(shares, "decisive", "drawn")[0]
    won = of_hundred(share["decisive"], share["drawn"], halves="." in _share(score).games)
    counted = ", ".join(f"{games:g} {name}" for name, games in won.items())
    layers = [*_dots(won), alt.LayerChart(layer=_strip(score))]
    sentence = f"Of 100 games: {counted}. Below: the first player's mean score with its interval."
    drawn = finish(layers, sentence, HEIGHT, (HEIGHT, HEIGHT))
    apart: Chart = drawn.resolve_scale(x="independent")
    green = f"green: no difference that matters (±{100.0 * (score['band_high'] - 0.5):.3g} games in 100)"
    return keyed(apart, green, "dashed: even, 50 of 100", sure(scores))


def of_hundred(decisive: float | None, drawn: float, *, halves: bool = False) -> dict[str, float]:
    """How many of 100 games end in each way, whole or in halves, with the sum of 100; largest remainders rounded up."""
    first, of_a_game = (decisive or 0.0) * (1.0 - drawn), 2 if halves else 1
    parts = hundred_parts((first, drawn, 1.0 - drawn - first), 100 * of_a_game)
    return {name: number / of_a_game for name, number in zip(OUTCOME_PARTS, parts, strict=True) if number}


def _share(score: Row) -> Share:
    """The first player's score as the sentence beside has it."""
    return Share(score["score"], interval_of(score), 0.5, score["band_high"] - 0.5)


def _dots(won: dict[str, float]) -> list[alt.Chart]:
    """A dot a game; one that two results share is drawn as two halves."""
    order = [name for name, games in won.items() for _ in range(round(2.0 * games))]
    places = [{"across": at // ROWS, "down": at % ROWS} for at in range(len(order) // 2)]
    pairs = zip(places, order[::2], order[1::2], strict=True)
    sides: dict[str, list[Row]] = {"circle": [], LEFT: [], RIGHT: []}
    for place, one, other in pairs:
        for shape, name in (("circle", one),) if one == other else ((LEFT, one), (RIGHT, other)):
            sides[shape].append({**place, "result": name})
    return [_marks(values, shape, won) for shape, values in sides.items() if values]


def _marks(values: list[Row], shape: str, won: dict[str, float]) -> alt.Chart:
    names = Names("result", "Result", tuple(won), tuple(OUTCOMES[name] for name in won))
    size = alt.ExprRef(f"pow(0.8 * min(width / {DOTS_A_ROW}, 25), 2)")
    mark = plotted(values).mark_point(filled=True, opacity=1, shape=shape, size=size)
    x = alt.X("across:Q", axis=None, scale=alt.Scale(domain=[-0.5, DOTS_A_ROW - 0.5], nice=False))
    y = alt.Y("down:Q", axis=None, scale=alt.Scale(domain=[-0.5, 7.7], reverse=True, nice=False))
    return encode(mark, x=x, y=y, color=names.colour(), tooltip=[names.tip()])


def _strip(score: Row) -> list[alt.Chart]:
    """The interval on an axis around even, with the range that counts as balanced."""
    ends = [score["low"], score["high"]] if score["low"] is not None else []
    domain = span([{**score, "even": 0.5}], ("score", "low", "high", "band_low", "band_high", "even"))
    scale, middle = alt.Scale(domain=list(domain), nice=False, zero=False), alt.value(STRIP)
    few = alt.ExprRef("ceil(width / 110)")
    title = "Games of 100 that the first player wins"
    axis = alt.Axis(title=title, labelExpr="format(100 * datum.value, '~r')", tickCount=few)
    how_sure = "How sure: too few games for an interval"
    if ends:
        digits = _share(score).digits
        low, high = (words.number(100.0 * score[end], digits) for end in ("low", "high"))
        how_sure = f"How sure: {low} to {high} games of 100"
    base = plotted([{**score, "even": 0.5, "said": how_sure}])
    x = alt.X("score:Q", scale=scale, axis=axis)
    across = {"y": alt.value(STRIP - 16), "y2": alt.value(STRIP + 16)}
    band = base.mark_rect(color=paint("band"), opacity=0.2)
    band = encode(band, x=alt.X("band_low:Q", scale=scale, axis=axis), x2="band_high:Q", **across)
    dashed = base.mark_rule(strokeDash=[4, 3], color=paint("soft"))
    even = encode(dashed, x=alt.X("even:Q", scale=scale, axis=axis), **across)
    rule = base.mark_rule(strokeWidth=5, color=paint("estimate"), opacity=0.5)
    spanned = [encode(rule, x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q", y=middle)] if ends else []
    point = base.mark_point(filled=True, size=110, opacity=1, color=paint("estimate"), stroke=paint("card"))
    named = base.mark_text(align="left", baseline="bottom", color=paint("ink"))
    said = encode(named, x=alt.value(0), y=alt.value(STRIP - 22), text="said:N")
    return [said, band, even, *spanned, encode(point, x=x, y=middle)]


BAR = 44  # pixels: the height of the bar
LINE = 26  # and of a line below it
TOP = 22  # from the bar to the first line
LIGHT = 0.45  # opacity of the fills: dark words stand on them
LEGIBLE = 6  # parts of a hundred that are wide enough for their number
# The parts of a game's luck in the words of the answer, what is luck first, and the colour of each.
LUCK_PARTS = {
    "the deal": ("the cards", "kind2"),
    "deal and strategies together": ("how the cards suit who plays", "kind3"),
    "draws of strategies": ("chance in the players' choices", "kind4"),
    "strategies": ("who plays", "kind1"),
}


def split(table: Table, *_: Table) -> str:
    """What percentage is luck, and what who plays."""
    counted = _counted(_found(table))
    skill = counted.get("strategies", 0)
    return f"{100 - skill} % is luck, {skill} % is who plays"


def _found(table: Table) -> dict[str, Row]:
    return {row["part"]: row for row in rows(table, "part", "share", "low", "high") if row["part"] != SEAT[0]}


def _counted(found: dict[str, Row]) -> dict[str, int]:
    return dict(zip(found, hundred_parts([row["share"] for row in found.values()]), strict=True))


def parts(table: Table) -> Chart:
    """One bar of a hundred parts: what the lead at the end comes from."""
    found = _found(table)
    order = [*(name for name in LUCK_PARTS if name in found), *(name for name in found if name not in LUCK_PARTS)]
    counted = _counted(found)
    values, start = list[Row](), 0
    for at, name in enumerate(order):
        said, role = LUCK_PARTS.get(name, (name, "neutral"))
        number, end = counted[name], start + counted[name]
        row = {"from": start, "to": end, "middle": (start + end) / 2.0, "y": BAR + TOP + LINE * at, "ink": role}
        inside = number >= LEGIBLE
        told = {"said": said if inside else f"{said}: {number}", "number": number if inside else ""}
        low, high = found[name]["low"], found[name]["high"]
        reach = "" if low is None else f"{100.0 * low:.0f} to {100.0 * high:.0f}"
        values.append(row | told | {"reach": reach, "spoken": f"{said} {number}"})
        start = end
    height = BAR + TOP + LINE * len(values)
    layers = [layer for row in values for layer in _part(row, height)]
    told_so = f"One bar in parts: the sources of the final lead. {'; '.join(row['spoken'] for row in values)}."
    return keyed(finish(layers, told_so, height, (height, height)), sure(table, "at the right"))


def _part(row: Row, height: int) -> list[alt.Chart]:
    """A part of the bar with its number, and its line below the bar with a square of the same colour."""
    base, scale = plotted([row]), alt.Scale(domain=[0, 100], nice=False)
    tip = [alt.Tooltip("spoken:N", title="Percent"), alt.Tooltip("reach:N", title="Interval")]
    fill = base.mark_rect(color=paint(row["ink"]), opacity=LIGHT, stroke=paint("card"), strokeWidth=1)
    number = base.mark_text(fontWeight=600, fontSize=15, color=paint("ink"))
    square = base.mark_point(shape="square", filled=True, size=170, opacity=LIGHT, color=paint(row["ink"]))
    line = base.mark_text(align="left", baseline="middle", color=paint("ink"))
    reach = base.mark_text(align="right", baseline="middle", color=paint("soft"))
    start, top, bottom = alt.X("from:Q", scale=scale, axis=None), alt.value(0), alt.value(BAR)
    return [
        encode(fill, x=start, x2="to:Q", y=top, y2=bottom, tooltip=tip),
        encode(number, x=alt.X("middle:Q", scale=scale, axis=None), y=alt.value(BAR / 2), text="number:N"),
        encode(square, x=alt.value(9), y=alt.value(row["y"])),
        encode(line, x=alt.value(22), y=alt.value(row["y"]), text="said:N"),
        encode(reach, x=alt.value("width"), y=alt.value(row["y"]), text="reach:N"),
    ]
