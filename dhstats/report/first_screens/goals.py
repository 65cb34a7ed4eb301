"""The pictures of goals and of a redesign: where each goal stands, before and after, and what lies around."""

import math
from collections.abc import Sequence

import altair as alt

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import Chart, Row, distinct, encode, finish, plotted, rows
from dhstats.report.drawing.ledger import keyed
from dhstats.report.drawing.shapes import Names
from dhstats.report.drawing.theme import paint

SIDE = 1.6  # halves of a range's width that a plot shows at either side of it
ABOVE_NAMES = 12  # pixels from the heads of columns to the first row, whose name may have two lines
VERDICTS = {"met": ("balanced", "✓ met"), "missed": ("unbalanced", "✗ missed"), "open": ("undecided", "? open")}
COLUMNS = ("what", "range", "verdict", "value", "low", "high", "range_from", "range_to", "mark")


def goals(table: Table, most: int | None = None) -> Chart:
    """A row a goal: its range as a strip, the interval of its quantity in the colour of the verdict, and the number."""
    told = [placed(row) for row in rows(table, *COLUMNS)[:most]]
    return strips_and_bars(told, "Interval plot: every goal with its range as a strip.")


def grid(table: Table) -> Chart:
    """A row a goal, a column a rule set: what was measured, in the colour of the verdict."""
    return grid_of(rows(table, "rules", *COLUMNS))


def grid_of(every: Sequence[Row], most: int = 100) -> Chart:
    """The same of rows, so many goals at most."""
    goals_ = list(dict.fromkeys(row["what"] for row in every))[:most]
    told = [
        {**row, "goal": f"{row['what']}: {row['range']}", "said": f"{_number(row)} {VERDICTS[row['verdict']][1][0]}"}
        for row in every
        if row["what"] in goals_
    ]
    names, across = Names.of(told, "goal", "Goal"), Names.of(told, "rules", "Rule set")
    base, ink = plotted(told), _ink()
    wide = alt.ExprRef(f"width / {len(across.order)} - 8")
    x = alt.X("rules:N", sort=list(across.order), title=None)
    x = x.axis(orient="top", labelAngle=0, labelLimit=wide, offset=ABOVE_NAMES, **shapes.BARE)
    shown = [
        across.tip(), names.tip(), alt.Tooltip("said:N", title="Measured"), alt.Tooltip("verdict:N", title="Verdict"),
    ]  # fmt: skip
    room = shapes.CLEAR - 1
    cell = base.mark_rect(opacity=0.3, stroke=paint("card"), strokeWidth=2, yOffset=-room, y2Offset=2 * shapes.CLEAR)
    number = base.mark_text(fontWeight=600, dy=room // 2 + 1)
    layers = [
        encode(cell, x=x, color=ink, tooltip=shown, **shapes.behind(names)),
        encode(number, x=x, y=names.row(), text="said:N", tooltip=shown),
        *shapes.row_names(names),
    ]
    height = shapes.height_of(names)
    told_so = "Grid: every goal under every rule set, coloured by its verdict."
    chart = finish(layers, told_so, height, shapes.rows_between(names))
    return keyed(chart, "✓ met", "✗ missed", "? open")


def strips_and_bars(told: Sequence[Row], words_: str, before: str = "") -> Chart:
    """A row a goal, on a scale of its own: its range, the interval of its quantity, the number; rings: `before`."""
    names = Names.of(told, "goal", "Goal")
    domain = (-1.0 - SIDE, 1.0 + SIDE)
    scale, base = shapes.within(domain), plotted(told)
    shown = [names.tip(), alt.Tooltip("said:N", title="Measured"), alt.Tooltip("verdict:N", title="Verdict")]
    ink = _ink()
    rule = base.mark_rule(strokeWidth=7, opacity=0.6)
    point = base.mark_point(filled=True, size=110, opacity=1, stroke=paint("card"), strokeWidth=1)
    ring = base.mark_point(filled=False, size=90, opacity=1, strokeWidth=2, color=paint("soft"))
    hidden = alt.Axis(labels=False, ticks=False, grid=False, domain=False, title="less ← → more")
    strips_base = plotted([{"goal": row["goal"], "from": row["strip_from"], "to": row["strip_to"]} for row in told])
    strip = strips_base.mark_rect(color=paint("band"), opacity=0.2, yOffset=-shapes.CLEAR, y2Offset=shapes.CLEAR)
    layers = [
        encode(strip, x=alt.X("from:Q", scale=scale), x2="to:Q", **shapes.behind(names)),
        encode(rule, x=alt.X("from:Q", scale=scale, axis=hidden), x2="to:Q", y=names.row(), color=ink, tooltip=shown),
        encode(point, x=alt.X("at:Q", scale=scale), y=names.row(), color=ink, tooltip=shown),
        *([encode(ring, x=alt.X("was:Q", scale=scale), y=names.row(), tooltip=[names.tip()])] if before else ()),
        *shapes.row_names(names),
        *shapes.row_numbers(base, names, "said:N"),
    ]
    chart = finish(layers, words_, shapes.height_of(names), shapes.rows_between(names))
    strip, dot = ("green strip: the range of the goal, each on its own scale", "dot, bar: measured, with interval")
    return keyed(chart, strip, dot, before)


def _ink() -> alt.Color:
    inks = [paint(role) for role, _ in VERDICTS.values()]
    return alt.Color("verdict:N", scale=alt.Scale(domain=list(VERDICTS), range=inks), legend=None)


def placed(row: Row) -> Row:
    """A goal with its numbers in halves of its range's width, from -1 to 1 within it, as far as there is room."""
    low, high = _ends(row)
    middle, half, most = (low + high) / 2.0, (high - low) / 2.0, 1.0 + SIDE

    def place(value: float) -> float:
        return max(-most, min(most, (value - middle) / half))

    number, least = _number(row), row["value"] if row["low"] is None else row["low"]
    greatest = row["value"] if row["high"] is None else row["high"]
    return {
        "goal": f"{row['what']}: {row['range']}", "verdict": row["verdict"],
        "number": number, "brief": f"{number} {VERDICTS[row['verdict']][1][0]}",
        "said": f"{number} {VERDICTS[row['verdict']][1]}",
        "at": place(row["value"]), "from": place(least), "to": place(greatest),
        "strip_from": -most if row["range_from"] is None and row["mark"] != "%" else -1.0,
        "strip_to": most if row["range_to"] is None and row["mark"] != "%" else 1.0,
    }  # fmt: skip


def _ends(row: Row) -> tuple[float, float]:
    """The ends of a range; of one with a single end the other lies as far off as it takes to show the quantity."""
    low, high = row["range_from"], row["range_to"]
    if row["mark"] == "%":
        low, high = (0.0 if low is None else low), (100.0 if high is None else high)
    if low is not None and high is not None:
        return low, high
    end = low if high is None else high
    width = max(abs(row["value"] - end), 0.1 * abs(end), 1e-6)
    return (end, end + width) if high is None else (end - width, end)


def _number(row: Row) -> str:
    """What was measured, in as many digits as its interval bears, with its unit."""
    ends = [row["value"] if row[name] is None else row[name] for name in ("low", "high")]
    width = ends[1] - ends[0]
    digits = min(2, words.places(width / 4.0)) if math.isfinite(width) and width else 1
    return f"{words.number(row['value'], digits)} {row['mark']}".rstrip()


BEFORE, AFTER = "as they are", "the answer"
FARTHEST = 2.0  # usual effects of a change, from which on a cell is as dark as can be
FAINTEST = 0.3
STANDINGS = {
    "met": ("balanced", "✓ all goals met"), "probably met": ("balanced", "✓? all goals probably met"),
    "probably missed": ("unbalanced", "✗? probably missed:"), "missed": ("unbalanced", "✗ missed:"),
}  # fmt: skip


def before_after(table: Table, most: int = 100) -> Chart:
    """A row a goal: its range as a strip, a ring where the rules are now, a dot with its interval after the change."""
    every = rows(table, "rules", *COLUMNS)
    if not any(row["rules"] == AFTER for row in every):
        return grid_of(every, most)
    before, after = ([placed(row) for row in every if row["rules"] == kind] for kind in (BEFORE, AFTER))
    was = {row["goal"]: row for row in before}
    told = [
        {**row, "was": was[row["goal"]]["at"], "said": f"{was[row['goal']]['number'].split()[0]} → {row['brief']}"}
        for row in after
    ]
    words = "Interval plot: every goal before and after the change, with its range as a strip."
    return strips_and_bars(told[:most], words, "ring: the unchanged rules")


def distances(table: Table) -> Chart:
    """Changes by goals: white within the range, the darker the further outside; the number is what was measured."""

    def far(outside: float) -> float:  # not at all dark within the range, and outside it to be seen at once
        return FAINTEST + (1.0 - FAINTEST) * min(1.0, abs(outside) / FARTHEST) if outside else 0.0

    told = [
        {**row, "far": far(row["outside"]), "side": "high" if row["outside"] > 0.0 else "low"}
        for row in rows(table, "change", "name", "goal", "outside", "shown")
    ]
    names, base = Names.of(told, "change", "Change"), plotted(told)
    side = alt.Scale(domain=["low", "high"], range=[paint("below"), paint("above")])
    x = alt.X("name:N", sort=distinct(told, "name"), title=None)
    x = x.axis(orient="top", labelAngle=-35, labelLimit=140, **shapes.BARE)
    shown = [names.tip(), alt.Tooltip("goal:N", title="Goal"), alt.Tooltip("shown:N", title="Measured")]
    room = shapes.CLEAR - 1
    cell = base.mark_rect(stroke=paint("line"), yOffset=-room, y2Offset=2 * shapes.CLEAR)
    colour = alt.Color("side:N", scale=side, legend=None)
    depth = alt.Opacity("far:Q", scale=alt.Scale(domain=[0.0, 1.0], range=[0.0, 1.0]), legend=None)
    number = base.mark_text(dy=room // 2 + 1, fontSize=11)
    layers = [
        encode(cell, x=x, color=colour, opacity=depth, tooltip=shown, **shapes.behind(names)),
        encode(number, x=x, y=names.row(), text="shown:N", tooltip=shown),
        *shapes.row_names(names),
    ]
    chart = finish(layers, "Heat map: how far every goal is missed after every change.", shapes.height_of(names))
    return keyed(chart, "no colour: within the range", "orange: too low, blue: too high; the darker the further")


def around(table: Table) -> Chart:
    """A row a level next to the answer's: whether all goals are met there, and which is not."""
    told = []
    for row in rows(table, "key", "level", "instead", "standing", "missed", "change"):
        said = STANDINGS[row["standing"]][1]  # how the goals stand, and which are not met
        said = f"{said} {row['missed']}" if said.endswith(":") else said
        told.append({**row, "row": f"{row['key']} = {row['level']} (answer: {row['instead']})", "said": said})
    names = Names.of(told, "row", "One level away")
    base = plotted(told)
    inks = [paint(role) for role, _ in STANDINGS.values()]
    ink = alt.Color("standing:N", scale=alt.Scale(domain=list(STANDINGS), range=inks), legend=None)
    mark = base.mark_text(align="left", fontWeight=600, limit=alt.ExprRef("width"))
    shown = [names.tip(), alt.Tooltip("said:N", title="Goals")]
    layers = [
        encode(mark, x=alt.value(0), y=names.row(), text="said:N", color=ink, tooltip=shown),
        *shapes.row_names(names),
    ]
    chart = finish(layers, "List: one level away from the answer, key by key.", shapes.height_of(names))
    return keyed(chart, "?: probably, by the deals of the search")
