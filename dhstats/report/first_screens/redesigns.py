"""The pictures of a redesign: goals before and after, how far each is missed after every change, what lies around."""

import altair as alt

from dhstats.questions.shared.answer import Table
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import Chart, Row, distinct, encode, finish, plotted, rows
from dhstats.report.drawing.interval_rows import keyed
from dhstats.report.drawing.shapes import Names
from dhstats.report.drawing.theme import paint
from dhstats.report.first_screens import goals

MOST_ROWS = goals.MOST_ROWS
BEFORE, AFTER = "as they are", "the answer"
FARTHEST = 2.0  # usual effects of a change, from which on a cell is as dark as can be
FAINTEST = 0.3
STANDINGS = {
    "met": ("balanced", "✓ all goals met"), "probably met": ("balanced", "✓? all goals probably met"),
    "probably missed": ("unbalanced", "✗? probably missed:"), "missed": ("unbalanced", "✗ missed:"),
}  # fmt: skip


def first_before_after(table: Table) -> Chart:
    """The goals that have room on a first screen."""
    return _drawn(table, MOST_ROWS)


def before_after(table: Table) -> Chart:
    """A row a goal: its range as a strip, a ring where the rules are now, a dot with its interval after the change."""
    return _drawn(table, 100)


def _drawn(table: Table, most: int) -> Chart:
    every = rows(table, "rules", *goals.COLUMNS)
    if not any(row["rules"] == AFTER for row in every):
        return goals.grid_of(every, most)
    before, after = ([goals.placed(row) for row in every if row["rules"] == kind] for kind in (BEFORE, AFTER))
    was = {row["goal"]: row for row in before}
    told = [
        {**row, "was": was[row["goal"]]["at"], "said": f"{was[row['goal']]['number'].split()[0]} → {row['brief']}"}
        for row in after
    ]
    words = "Interval plot: every goal before and after the change, with its range as a strip."
    return goals.strips_and_bars(told[:most], words, "ring: the unchanged rules")


def distances(table: Table) -> Chart:
    """Changes by goals: white within the range, the darker the further outside; the number is what was measured."""
    told = [
        {**row, "far": _depth(row["outside"]), "side": "high" if row["outside"] > 0.0 else "low"}
        for row in rows(table, "change", "name", "goal", "outside", "shown")
    ]
    names, base = Names.of(told, "change", "Change"), plotted(told)
    side = alt.Scale(domain=["low", "high"], range=[paint("below"), paint("above")])
    x = alt.X("name:N", sort=distinct(told, "name"), title=None)
    x = x.axis(orient="top", labelAngle=-35, labelLimit=140, grid=False, domain=False, ticks=False)
    shown = [names.tip(), alt.Tooltip("goal:N", title="Goal"), alt.Tooltip("shown:N", title="Measured")]
    room = shapes.CLEAR - 1
    cell = base.mark_rect(stroke=paint("line"), yOffset=-room, y2Offset=2 * shapes.CLEAR)
    colour = alt.Color("side:N", scale=side, legend=None)
    depth = alt.Opacity("far:Q", scale=alt.Scale(domain=[0.0, 1.0], range=[0.0, 1.0]), legend=None)
    middle, y2 = names.row().bandPosition(0.5), alt.Y2("change:N", bandPosition=0.5)
    number = base.mark_text(dy=room // 2 + 1, fontSize=11)
    layers = [
        encode(cell, x=x, y=middle, y2=y2, color=colour, opacity=depth, tooltip=shown),
        encode(number, x=x, y=names.row(), text="shown:N", tooltip=shown),
        *shapes.row_names(names),
    ]
    chart = finish(layers, "Heat map: how far every goal is missed after every change.", shapes.height_of(names))
    return keyed(chart, "no colour: within the range", "orange: too low, blue: too high; the darker the further")


def _depth(outside: float) -> float:
    """How dark a cell is: not at all within the range, and outside it to be seen at once."""
    return FAINTEST + (1.0 - FAINTEST) * min(1.0, abs(outside) / FARTHEST) if outside else 0.0


def around(table: Table) -> Chart:
    """A row a level next to the answer's: whether all goals are met there, and which is not."""
    told = [
        {**row, "row": f"{row['key']} = {row['level']} (answer: {row['instead']})", "said": _said(row)}
        for row in rows(table, "key", "level", "instead", "standing", "missed", "change")
    ]
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


def _said(row: Row) -> str:
    """How the goals stand, and which are not met."""
    told = STANDINGS[row["standing"]][1]
    return f"{told} {row['missed']}" if told.endswith(":") else told
