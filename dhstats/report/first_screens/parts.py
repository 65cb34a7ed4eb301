"""The picture of luck: one bar of a hundred parts, and below it what each part is."""

import altair as alt

from dhstats.questions.leagues.luck import SEAT, hundred_parts
from dhstats.questions.shared.answer import Table
from dhstats.report.drawing.drawing import Chart, Row, encode, finish, plotted, rows
from dhstats.report.drawing.interval_rows import keyed, sure
from dhstats.report.drawing.theme import paint

BAR = 44  # pixels: the height of the bar
LINE = 26  # and of a line below it
TOP = 22  # from the bar to the first line
LIGHT = 0.45  # opacity of the fills: dark words stand on them
LEGIBLE = 6  # parts of a hundred that are wide enough for their number
# The parts of a game's luck in the words of the answer, what is luck first, and the colour of each.
PARTS = {
    "the deal": ("the cards", "kind2"),
    "deal and strategies together": ("how the cards suit who plays", "kind3"),
    "draws of strategies": ("chance in the players' choices", "kind4"),
    "strategies": ("who plays", "kind1"),
}


def split(table: Table, *_: Table) -> str:
    """How many of the hundred parts are luck, and how many are who plays."""
    counted = _counted(_found(table))
    skill = counted.get("strategies", 0)
    return f"{100 - skill} of 100 parts are luck, {skill} are who plays"


def _found(table: Table) -> dict[str, Row]:
    return {row["part"]: row for row in rows(table, "part", "share", "low", "high") if row["part"] != SEAT[0]}


def _counted(found: dict[str, Row]) -> dict[str, int]:
    return dict(zip(found, hundred_parts([row["share"] for row in found.values()]), strict=True))


def parts(table: Table) -> Chart:
    """One bar of a hundred parts: what the lead at the end comes from."""
    found = _found(table)
    order = [*(name for name in PARTS if name in found), *(name for name in found if name not in PARTS)]
    counted = _counted(found)
    values, start = list[Row](), 0
    for at, name in enumerate(order):
        said, role = PARTS.get(name, (name, "neutral"))
        number, end = counted[name], start + counted[name]
        row = {"from": start, "to": end, "middle": (start + end) / 2.0, "y": BAR + TOP + LINE * at, "ink": role}
        inside = number >= LEGIBLE
        told = {"said": said if inside else f"{said}: {number}", "number": number if inside else ""}
        values.append(row | told | {"reach": _reach(found[name]), "spoken": f"{said} {number}"})
        start = end
    height = BAR + TOP + LINE * len(values)
    layers = [layer for row in values for layer in _part(row, height)]
    told_so = f"One bar in parts: the sources of the final lead. {'; '.join(row['spoken'] for row in values)}."
    return keyed(finish(layers, told_so, height, (height, height)), sure(table, "at the right"))


def _reach(row: Row) -> str:
    if row["low"] is None:
        return ""
    return f"{100.0 * row['low']:.0f} to {100.0 * row['high']:.0f}"


def _part(row: Row, height: int) -> list[alt.Chart]:
    """A part of the bar with its number, and its line below the bar with a square of the same colour."""
    base, scale = plotted([row]), alt.Scale(domain=[0, 100], nice=False)
    tip = [alt.Tooltip("spoken:N", title="Of 100 parts"), alt.Tooltip("reach:N", title="Interval")]
    fill = base.mark_rect(color=paint(row["ink"]), opacity=LIGHT, stroke=paint("card"), strokeWidth=1)
    number = base.mark_text(fontWeight=600, fontSize=15, color=paint("ink"))
    square = base.mark_point(shape="square", filled=True, size=170, opacity=LIGHT, color=paint(row["ink"]))
    line = base.mark_text(align="left", baseline="middle", color=paint("ink"))
    reach = base.mark_text(align="right", baseline="middle", color=paint("soft"))
    return [
        encode(
            fill, x=alt.X("from:Q", scale=scale, axis=None), x2="to:Q", y=alt.value(0), y2=alt.value(BAR), tooltip=tip
        ),
        encode(number, x=alt.X("middle:Q", scale=scale, axis=None), y=alt.value(BAR / 2), text="number:N"),
        encode(square, x=alt.value(9), y=alt.value(row["y"])),
        encode(line, x=alt.value(22), y=alt.value(row["y"]), text="said:N"),
        encode(reach, x=alt.value("width"), y=alt.value(row["y"]), text="reach:N"),
    ]
