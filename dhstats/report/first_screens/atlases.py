"""The pictures of an atlas: which key decides what, what the levels of a key bring, and the map of games."""

import json
from typing import Any

import altair as alt

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import Chart, Row, distinct, encode, finish, plotted, rows
from dhstats.report.drawing.ledger import keyed, upright_title
from dhstats.report.drawing.plots import interval_plot, line_plot
from dhstats.report.drawing.shapes import Axis, Names
from dhstats.report.drawing.theme import paint

FIRST_KEYS, FIRST_QUANTITIES = 5, 6  # rows and columns of the first screen
MOST_QUANTITIES = 10  # columns that have room
ONE_LINE = 104  # pixels of a column in which a name stands on one line
LINE = 12  # pixels of a line of a name
LITTLE = 20.0  # percent: a share that is certainly not more is little
PART = ("key", "goal", "what", "share", "low", "high", "certain")
BELOW, LOW_STEP = 14, 40  # pixels: a cell of shares goes so far below its middle; the least from one to the next
CELL = 40  # pixels: a row of the map
NARROW = 62  # pixels: in cells narrower than this, the names of columns stand upright
SPOTS = 1.6  # a map on a first screen may be higher by this


def first_shares(table: Table) -> Chart:
    """The keys that decide most, by the first quantities."""
    every = rows(table, *PART)
    shown = distinct(every, "key")[:FIRST_KEYS]
    return _grid([row for row in every if row["key"] in shown], FIRST_QUANTITIES)


def shares(table: Table) -> Chart:
    """Every key by every quantity: its share of how rule sets differ."""
    return _grid(rows(table, *PART), MOST_QUANTITIES)


def _grid(values: list[Row], most: int) -> Chart:
    goals = distinct(values, "goal")
    told = [
        {
            **row, "said": _said(row), "column": words.spoken(row["goal"].replace(".", " ")),
            "reach": f"{words.number(100.0 * row['low'], 0)} to {words.number(100.0 * row['high'], 0)} %",
        }
        for row in values
        if row["goal"] in goals[:most]
    ]  # fmt: skip
    names, across = Names.of(told, "key", "Key"), Names.of(told, "column", "Goal")
    base, room = plotted(told), shapes.CLEAR - 1
    ramp = alt.Scale(domain=[0.0, 1.0], range=[paint("low"), paint("high")], interpolate="rgb", clamp=True)
    sure, unsure = base.transform_filter("datum.certain"), base.transform_filter("!datum.certain")
    x, behind = _columns(across), shapes.behind(names)
    tip = [names.tip(), alt.Tooltip("what:N", title="Quantity"), alt.Tooltip("said:N", title="Share, percent"),
           alt.Tooltip("reach:N", title="Interval")]  # fmt: skip
    mark: dict[str, Any] = {"stroke": paint("grid"), "strokeWidth": 1, "yOffset": -room, "y2Offset": BELOW}
    number: dict[str, Any] = {"dy": (BELOW - room) // 2}
    colour = alt.Color("share:Q", scale=ramp, legend=None)
    layers = [
        encode(sure.mark_rect(**mark), x=x, color=colour, tooltip=tip, **behind),
        encode(unsure.mark_rect(**mark, color=paint("sunk")), x=x, tooltip=tip, **behind),
        encode(sure.mark_text(**number, fontWeight=600), x=x, y=names.row(), text="said:N", tooltip=tip),
        encode(unsure.mark_text(**number, color=paint("soft")), x=x, y=names.row(), text="said:N", tooltip=tip),
        *shapes.row_names(names),
    ]
    words_for_it = "Grid: every key by every quantity, with its share of the differences, in percent."
    between = (shapes.height_of(names, LOW_STEP), shapes.height_of(names, shapes.MOST_STEP))
    chart = finish(layers, words_for_it, shapes.height_of(names), between)
    cut = f"the first {most} of {len(goals)} quantities" if len(goals) > most else ""
    return keyed(
        chart, "number: percent of the differences in this quantity that the key explains",
        f"grey: perhaps none (·: {LITTLE:g} at most, ?: not known)", cut,
    )  # fmt: skip


def _columns(across: Names) -> alt.X:
    """Names of columns above them, a word a line where there is no room."""
    narrow = f"width < {ONE_LINE * len(across.order)}"
    lines = max(len(name.split(" ")) for name in across.order)
    return alt.X(f"{across.column}:N", sort=list(across.order), title=None).axis(
        orient="top", labelOverlap=False, labelAngle=0, **shapes.BARE,
        labelExpr=f"{narrow} ? split(datum.label, ' ') : datum.label", labelLineHeight=LINE,
        labelPadding=alt.ExprRef(f"{narrow} ? {LINE * (lines - 1) + 5} : 4"),  # lines are set downwards from the first
        labelLimit=alt.ExprRef(f"width / {len(across.order)} - 2"),
    )  # fmt: skip


def _said(row: Row) -> str:
    """A share in percent, whole; one that may be nothing says no number."""
    if not row["certain"]:
        return "·" if 100.0 * row["high"] <= LITTLE else "?"
    shown = words.number(100.0 * row["share"], 0)
    return "<1" if shown == "0" else shown


def at_levels(table: Table) -> Chart:
    """What each level of one key brings for one quantity."""
    columns = {each.name: each for each in table.columns}
    key, unit = columns["setting"].title, columns["value"].unit
    values = rows(table, "setting", "at", "value", "low", "high")
    axis = Axis("value", f"Mean{f', {unit}' if unit else ''}", ".1f")
    words_for_it = f"Interval plot: {table.title}."
    if any(row["at"] is None for row in values):
        return interval_plot(values, Names.of(values, "setting", key), axis, words_for_it)
    whole = all(row["at"].is_integer() for row in values)
    named = [{**row, "curve": key, "at": int(row["at"]) if whole else row["at"]} for row in values]
    chart = line_plot(
        named, Axis("at", key, "d" if whole else "g"), Axis("value", "", ".1f"),
        Names("curve", "Key", (key,), ("estimate",)),
        words_for_it, zero=False, at=sorted({row["at"] for row in named}),
    )  # fmt: skip
    chart.title = upright_title(axis.title)
    level = words.number(100.0 * table.frame["level"][0], 0)
    around = f"around it: {level} % interval, right at all levels at once"
    return keyed(chart, "line: mean over all levels of the other keys", around)


def levels_said(table: Table) -> str:
    """Where a quantity lies at the levels of a key at which it is least and most."""
    values = rows(table, "setting", "value", "low", "high")
    low, high = min(values, key=lambda row: row["value"]), max(values, key=lambda row: row["value"])
    if high["low"] <= low["high"]:
        return table.title
    what, _, key = table.title.partition(", by ")
    unit = next(each.unit for each in table.columns if each.name == "value")
    digits = min(1, words.places((high["high"] - high["low"]) / 4.0))
    least, most = (f"{words.number(row['value'], digits)} {unit}".rstrip() for row in (low, high))
    return f"{what}: {least} at {key} {low['setting']}, {most} at {high['setting']}"


def game_map(table: Table) -> Chart:
    """The map: a cell a kind of game, with the number of goals that its rule set meets."""
    told = _spots(table)
    titles = {each.name: each.title for each in table.columns}
    x, y = _side(table, "across", "across_cell"), _side(table, "up", "up_cell", up=True)
    tip = [
        alt.Tooltip("across:N", title=titles["across"]), alt.Tooltip("up:N", title=titles["up"]),
        alt.Tooltip("of:N", title="Goals met"), alt.Tooltip("missed:N", title="Missed"),
        alt.Tooltip("change:N", title="Changed rules"),
    ]  # fmt: skip
    base = plotted([{**row, "of": f"{row['said']} of {row['goals']}"} for row in told])
    ramp = alt.Scale(domain=[0.0, 1.0], range=[paint("low"), paint("balanced")], interpolate="rgb")
    even, uneven = base.transform_filter("datum.even"), base.transform_filter("!datum.even")
    mark: dict[str, Any] = {"stroke": paint("card"), "strokeWidth": 2}
    frame = base.transform_filter("datum.as_they_are").mark_rect(filled=False, stroke=paint("ink"), strokeWidth=2.5)
    layers = [
        encode(even.mark_rect(**mark), x=x, y=y, color=alt.Color("part:Q", scale=ramp, legend=None), tooltip=tip),
        encode(uneven.mark_rect(**mark, color=paint("sunk")), x=x, y=y, tooltip=tip),
        encode(frame, x=x, y=y),
        encode(base.mark_text(fontWeight=600), x=x, y=y, text="said:N", tooltip=tip),
    ]
    tall = CELL * len(_cells(table, "up_cell")) + CELL
    chart = finish(layers, "Grid: the map of games; each cell is a kind of game.", tall, (tall, int(SPOTS * tall)))
    goals = told[0]["goals"] if told else 0
    return keyed(
        chart, f"to the right: {_lowered(titles['across'])}", f"upwards: {_lowered(titles['up'])}",
        f"number: goals met, of {goals}; as 1–3, certainly 1, perhaps 3", "the greener, the more",
        "grey: seats certainly less even than the goals ask",
        "framed: the unchanged rules", "blank: not played", "bold: the range of the goals",
    )  # fmt: skip


def map_said(table: Table) -> str:
    """How many cells certainly meet all goals, or how many goals the best one certainly meets."""
    told = _spots(table)
    if not told:
        return ""
    best, goals = max(row["met"] for row in told), told[0]["goals"]
    if not best:
        may = max(row["may"] for row in told)
        return f"No kind of game certainly meets a goal; some may meet {may} of {goals}"
    many = sum(row["met"] == best for row in told)
    which = f"all {goals} goals" if best == goals else f"{best} of {goals} goals, and none certainly meets more"
    return f"{many} of {len(told)} kinds of games certainly {'meets' if many == 1 else 'meet'} {which}"


def _spots(table: Table) -> list[Row]:
    """The cells with how many goals they certainly meet, and how many they may meet: "1–3", "2"."""
    known = rows(table, "across", "up", "met", "goals", "even", "missed", "change", "as_they_are")
    every = rows(table, "may") if "may" in table.frame.columns else [{"may": row["met"]} for row in known]
    told = []
    for row, more in zip(known, every, strict=True):
        met, may = row["met"], more["may"]
        text, part = f"{met}–{may}" if may > met else f"{met}", (met + may) / 2.0 / row["goals"]
        told.append({**row, **more, "said": text, "part": part})
    return told


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def _cells(table: Table, column: str) -> list[int]:
    """All cells along a side, from the least to the greatest that holds a rule set."""
    seen = [row[column] for row in rows(table, column)]
    return list(range(min(seen), max(seen) + 1))


def _side(table: Table, name: str, column: str, *, up: bool = False) -> Any:
    """An axis of the map: its cells in order, those that hold nothing left out of their names."""
    said = {row[column]: row[name] for row in rows(table, column, name)}
    order = [said.get(cell, f"{cell}?") for cell in _cells(table, column)]
    hidden = "indexof(datum.label, '?') >= 0 ? '' : datum.label"
    wanted = distinct([row for row in rows(table, name, f"{name}_wanted") if row[f"{name}_wanted"]], name)
    bold = alt.condition(f"indexof({json.dumps(wanted)}, datum.label) >= 0", alt.value("bold"), alt.value("normal"))
    usual: dict[str, Any] = {
        **shapes.BARE, "labelExpr": hidden, "labelOverlap": False, "labelFontWeight": bold
    }  # fmt: skip
    if up:
        scale = alt.Scale(domain=order[::-1])
        return alt.Y(f"{name}:N", scale=scale, axis=alt.Axis(title=None, **usual))
    turned = f"width < {NARROW * len(order)}"
    axis = alt.Axis(
        title=None, labelAngle=alt.ExprRef(f"{turned} ? -90 : 0"),
        labelAlign=alt.ExprRef(f"{turned} ? 'right' : 'center'"),
        labelBaseline=alt.ExprRef(f"{turned} ? 'middle' : 'top'"), **usual,
    )  # fmt: skip
    return alt.X(f"{name}:N", scale=alt.Scale(domain=order), axis=axis)
