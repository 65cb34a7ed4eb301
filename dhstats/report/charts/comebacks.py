"""Charts of how games run: what settles them and when, turning points, comebacks; small tables in, a chart out."""

from collections.abc import Sequence

import altair as alt

from dhstats.questions.runs.course import LEASTS
from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import GAMES, OF_100, about
from dhstats.report.charts.results import SEATS as SEAT_NAMES
from dhstats.report.drawing.drawing import MATCHUP, ROW_CAP, Chart, Choice, Row, distinct, encode, finish, rows
from dhstats.report.drawing.plots import ENDS, line_plot, over_each_other, whole_numbers
from dhstats.report.drawing.shapes import BARE, PLOT, Axis, Names, saying
from dhstats.report.drawing.theme import paint
from dhstats.seats import SEATS

SEAT_ROLES = ("first", "second")


def settled(curve: Table) -> Chart:
    """Which share of the games was settled after each part of their turns."""
    values = [{**row, "what": "settled"} for row in rows(curve, MATCHUP, "percent", "share", *ENDS)]
    steps = next(column.unit for column in curve.columns if column.name == "percent").removeprefix("percent of the ")
    x = Axis("percent", f"Part of the game played (% of its {steps})", "d")
    y = Axis("share", "Games settled by then, of 100", OF_100)
    words = "Curve: the share of decided games in which the eventual winner leads for good, by part of the game."
    return line_plot(values, x, y, Names("what", "Curve", ("settled",), ("estimate",)), words)


def by_skill(curves: Table, quantity: str, title: str, form: str) -> Chart:
    """One quantity along the skill ladder, with intervals, and the line of equal chances for the seat."""
    values = [
        {**row, "curve": title}
        for row in rows(curves, "quantity", "rung", "elo", "value", *ENDS)
        if row["quantity"] == quantity
    ]
    x, y = Axis("elo", "Skill (Elo points)", "+.0f"), Axis("value", title, form)
    names, level = Names("curve", "Quantity", (title,), ("estimate",)), 0.5 if quantity == "seat" else None
    words = f"Line: {title[0].lower()}{title[1:]} by skill in Elo points, with intervals."
    return line_plot(values, x, y, names, words, level=level, zero=False)


def worth_by_skill(skill: Table) -> Chart:
    """What an item is worth along the skill ladder, beside what the naive comparison says."""
    values = rows(skill, "rung", "curve", "value", *ENDS)
    x, y = Axis("rung", "Rung of the skill ladder", "d"), Axis("value", "More games won, of 100", ".0h")
    names = Names("curve", "What", ("effect", "naive difference"), ("estimate", "kind2"))
    words = "Lines: the effect of having it and the naive difference, by rung of the skill ladder, with intervals."
    return line_plot(values, x, y, names, words)


def race(points: Table) -> Chart:
    """The mean score piles of both players after each turn."""
    values = rows(points, MATCHUP, "turn", "seat", "mean", *ENDS)
    named = [{**row, "seat": SEAT_NAMES[row["seat"]]} for row in values if row["turn"] % 2 == 0]
    title = next(column.title for column in points.columns if column.name == "mean")
    x, y = Axis("turn", "Turns played by both", "d"), Axis("mean", f"{title} (points)", ".2f")
    names = Names("seat", "Player", tuple(SEAT_NAMES[seat] for seat in SEAT_ROLES), SEAT_ROLES)
    words = f"Lines: {title[0].lower()}{title[1:]} of both players, after the same number of turns."
    return line_plot(named, x, y, names, words)


def race_margin(margins: Table) -> Chart:
    """The mean margin after equally many turns of both; in between it only swings to the player who has just moved."""
    values = rows(margins, MATCHUP, "turn", "margin", *ENDS)
    named = [{**row, "what": "lead"} for row in values if row["turn"] % 2 == 0]
    x, y = Axis("turn", "Turns played by both", "d"), Axis("margin", "First player ahead by (points)", "+.2f")
    words = "Line: the first player's mean lead after the same number of turns of both."
    return line_plot(named, x, y, Names("what", "What", ("lead",), ("estimate",)), words, level=0.0)


CELL = 40  # height of a cell: two numbers
NARROW, SMALL, ROOMY = 12, 20, 40  # pixels a cell must be wide for its chance, for a larger one, and for how often
EVEN = 0.5  # the share of the wins of each of two
ENDERS = {"the first player": "first", "the second player": "second", "nobody": "neutral"}
CLASSES = {"close": "kind3", "in between": "amount", "blow-out": "kind4"}
BINS = 40  # most steps of a histogram of two rule sets
MATCHUPS = 4  # that these charts offer, as each has hundreds of numbers


def chance_map(cells: Table) -> Chart:
    """The chance of the player ahead to win by lead and turn, in games of 100; grey where too few deals tell."""
    columns = ("turn", "lead", "least", "occurs", "score", "score_low", "score_high", "known")
    values = first_of([row for row in rows(cells, MATCHUP, *columns) if row["least"] >= 0])
    named = {column.name: column.title for column in cells.columns}
    even = float(cells.frame["even"][0]) if "even" in named else EVEN
    choose = Choice.among(values)
    leads = {
        least: next(row["lead"] for row in values if row["least"] == least)
        for least in (*LEASTS[::-1], 0)
        if any(row["least"] == least for row in values)
    }
    down = Names("lead", named["lead"], tuple(leads.values()))
    across = Names("turn", named["turn"], tuple(sorted({row["turn"] for row in values})))
    layers = _cells(choose.base(values), across, down, even)
    words = "Grid: how many of 100 games the player ahead wins, by turns played and points ahead."
    return choose.offered(finish(layers, words, CELL * len(down.order)))


def first_of(values: Sequence[Row]) -> list[Row]:
    """The rows of the first matchups: those of the others, many a matchup, are in the tables alone."""
    shown = set(distinct(values, MATCHUP)[:MATCHUPS])
    return [row for row in values if row[MATCHUP] in shown]


def _cells(base: alt.Chart, across: Names, down: Names, even: float) -> list[alt.Chart]:
    chance = Axis("score", "Games that the player ahead wins, of 100", ".1h")
    low, high, often = (
        chance.of("score_low"),
        chance.of("score_high"),
        Axis("occurs", "Games that reach it, of 100", ".2h"),
    )
    shown = [across.tip(), down.tip(), chance.tip(), low.tip("from"), high.tip("to"), often.tip()]
    below = alt.Axis(orient="bottom", labelAngle=0, labelOverlap=True, **BARE)
    x = alt.X("turn:O", sort=list(across.order), title=across.title, axis=below)
    y = alt.Y("lead:N", sort=list(down.order), title=down.title, axis=alt.Axis(**BARE))
    inks = [paint(role) for role in ("below", "middle", "above")]
    colour = alt.Color("score:Q", scale=alt.Scale(domain=[0.0, even, 1.0], range=inks, interpolate="rgb"), legend=None)
    known = alt.when("datum.known === 'yes'").then(colour).otherwise(alt.value(paint("sunk")))
    base = saying(base, chance, low, high, often)
    rect = base.mark_rect(stroke=paint("card"), strokeWidth=2)
    return [
        encode(rect, x=x, y=y, color=known, tooltip=shown),
        _numbers(base, x, y, "format(100 * datum.score, '.0f')", len(across.order), often=False),
        _numbers(base, x, y, OCCURS, len(across.order), often=True),
    ]


OCCURS = "datum.occurs < 0.005 ? '<1' : format(100 * datum.occurs, '.0f')"


def _numbers(base: alt.Chart, x: alt.X, y: alt.Y, shown: str, cells: int, *, often: bool) -> alt.Chart:
    """Numbers in cells, where there is room for them; those of cells that are not known well enough are left out."""
    written = base.transform_calculate(shown=shown).transform_filter("datum.known === 'yes'")
    roomy, small = f"width >= {ROOMY * cells}", f"width < {SMALL * cells}"
    if often:
        mark = written.mark_text(color=paint("soft"), dy=9, fontSize=10, opacity=alt.ExprRef(f"{roomy} ? 1 : 0"))
    else:
        room = f"{SMALL} * {cells} > width && length(datum.shown) > 2 || width < {NARROW * cells}"
        opacity, dy = alt.ExprRef(f"{room} ? 0 : 1"), alt.ExprRef(f"{roomy} ? -5 : 0")
        size = alt.ExprRef(f"{small} ? 9 : 12")
        mark = written.mark_text(color=paint("ink"), dy=dy, fontSize=size, opacity=opacity)
    return encode(mark, x=x, y=y, text="shown:N")


def gaps(histogram: Table, closeness: Table, title: str = "Points apart at the end") -> Chart:
    """How far apart games end, with the classes that were declared close and blow-outs."""
    counted = about(rows(histogram, MATCHUP, "what", "value", "share", "games"), "gap")
    bounds = {row["kind"]: row["least"] for row in rows(closeness, "kind", "least")}
    kinds = [
        row | {"kind": next(kind for kind in reversed(CLASSES) if row["value"] >= bounds[kind])} for row in counted
    ]
    choose = Choice.among(kinds)
    value, share = Axis("value", title, "d"), Axis("share", GAMES, OF_100)
    names = Names("kind", "Kind of game", tuple(CLASSES), tuple(CLASSES.values()))
    bar = encode(whole_numbers(choose.base(kinds), value, share, "amount"), color=names.colour())
    words = "Histogram: the share of games by points apart at the end; close games and blow-outs have their colours."
    return choose.offered(finish([bar], words, PLOT))


def scores_by_seat(histogram: Table, *_: Table) -> Chart:
    """Final scores of every seat, drawn over each other; the other tables make the chart's title."""
    every = rows(histogram, MATCHUP, "what", "value", "share", "games")
    values = [row | {"part": f"{row.pop('what').removeprefix('score_')} player"} for row in first_of(every)]
    order = tuple(distinct(values, "part"))
    names = Names("part", "Seat", order, SEATS[: len(order)])
    return _overlaid(_filled(values), names, Axis("value", "Score at the end", "d"))


def kinds_of_games(margins: Table, _: Table, title: str, form: str) -> Chart:
    """Final margins by kind of game, drawn over each other; the second table makes the chart's title."""
    values = first_of(rows(margins, MATCHUP, "part", "value", "share", "games"))
    return _overlaid(_filled(values), _kinds(values), Axis("value", title, form))


def beside_base(spreads: Table, quantity: str, title: str, form: str) -> Chart:
    """How often each value of a quantity occurs under the base rules and under a tweak, drawn over each other."""
    columns = (MATCHUP, "quantity", "rules", "value", "games", "share")
    values = _binned([row for row in first_of(rows(spreads, *columns)) if row["quantity"] == quantity])
    return _overlaid(values, Names("rules", "Rules", ("base", "tweak"), ("kind6", "kind1")), Axis("value", title, form))


def _overlaid(values: Sequence[Row], names: Names, value: Axis) -> Chart:
    choose = Choice.among(values)
    return choose.offered(over_each_other(choose.base(values), names, value, Axis("share", GAMES, OF_100)))


def _binned(values: Sequence[Row]) -> list[Row]:
    """The same in steps so wide that a chart has no more than forty of them, each named by its least value."""
    reach: dict[str, list[int]] = {}
    for row in values:
        reach.setdefault(row[MATCHUP], []).append(row["value"])
    ends = {matchup: (min(seen), max(seen)) for matchup, seen in reach.items()}
    found: dict[tuple[str, str, int], Row] = {}
    for row in values:
        low, high = ends[row[MATCHUP]]
        width = -(-(high - low + 1) // BINS)
        least = low + (row["value"] - low) // width * width
        into = found.setdefault((row[MATCHUP], row["rules"], least), row | {"value": least, "share": 0.0, "games": 0})
        into["share"] += row["share"]
        into["games"] += row["games"]
    return list(found.values())


def _kinds(values: Sequence[Row]) -> Names:
    """The kinds in the order of how many games they have, the players in their colours."""
    games: dict[str, int] = {}
    for row in values:
        games[row["part"]] = games.get(row["part"], 0) + row["games"]
    order = tuple(sorted(games, key=lambda part: -games[part]))[:6]
    if set(order) <= set(ENDERS):
        order = tuple(part for part in ENDERS if part in order)
        return Names("part", "Games that end by", order, tuple(ENDERS[part] for part in order))
    return Names("part", "Kind", order)


def _filled(values: Sequence[Row]) -> list[Row]:
    """The same with a row of nothing where a kind has no game between its least and its greatest value."""
    kinds: dict[tuple[str, str], dict[int, Row]] = {}
    for row in values:
        kinds.setdefault((row[MATCHUP], row["part"]), {})[row["value"]] = row
    filled: list[Row] = []
    for matchup in distinct(values, MATCHUP):
        more = [
            found.get(value, {MATCHUP: matchup, "part": part, "value": value, "share": 0.0, "games": 0})
            for (of, part), found in kinds.items()
            if of == matchup
            for value in range(min(found), max(found) + 1)
        ]
        if filled and len(filled) + len(more) > ROW_CAP:
            break
        filled += more
    return filled
