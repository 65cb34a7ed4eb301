"""Pictures made for the first screen of a page: the answer's row stands out, and what counts as even is named."""

from __future__ import annotations

import math
from collections.abc import Sequence

import altair as alt

from dhstats.questions.answer import Table
from dhstats.questions.luck import SEAT
from dhstats.report import results, shapes
from dhstats.report.drawing import MATCHUP, Chart, Row, encode, finish, plotted, rows
from dhstats.report.results import FINE_PERCENT, PERCENT, span
from dhstats.report.shapes import Axis, Names
from dhstats.report.theme import paint

MOST_ROWS = 5  # that fit into a first screen
ENDS = ("low", "high")
PLOT = 210  # height of a plot with two axes
# What is measured of an item, in words that stand alone.
METERS = {
    "effect at a random turn": "having it, from a random turn on",
    "effect where the mover has it": "keeping it, for a player who has it",
    "naive: holders at the end against others": "whoever ends up with it, against the rest",
    "bias: naive less effect": "how far that comparison misleads",
}
BAR, LEGIBLE = 120, 0.08  # height of the picture of parts; a part below this share has no number in it
# The parts of a game's luck, as short as a legend has to be, and the colour of each.
PARTS = {
    "the deal": ("the cards as they fall", "kind2"),
    "strategies": ("who plays", "kind1"),
    "deal and strategies together": ("both together", "kind6"),
    "draws of strategies": ("what players draw by lot", "neutral"),
}


def best_deck(table: Table) -> Chart:
    """Every deck against all others, the best on top, and how far the others are behind it."""
    return _behind(table, "deck", "Games won against all other decks")


def best_player(table: Table) -> Chart:
    """Every player of a round robin against all others."""
    return _behind(table, "strategy", "Games won against all others")


def _behind(table: Table, column: str, title: str) -> Chart:
    """The best with its own interval, and the others with that of their difference to it, which is what tells."""
    columns = ("score", *ENDS, "behind", "behind_low", "behind_high")
    values = sorted(rows(table, column, *columns), key=lambda row: -row["score"])
    best = values[0]["score"]
    ends = [(_less(best, row["behind_high"]), _less(best, row["behind_low"])) for row in values[1:]]
    others = [row | {"low": low, "high": high} for row, (low, high) in zip(values[1:], ends, strict=True)]
    return _ranked([values[0], *others], column, Axis("score", title, PERCENT), best, "the best")


def _less(best: float, behind: float | None) -> float | None:
    return None if behind is None else best - behind


def differences(table: Table) -> Chart:
    """Effects on the chance to win, the answer on top, with the line of no difference."""
    values = sorted(rows(table, MATCHUP, "score", *ENDS), key=lambda row: -row["score"])
    named = [row | {MATCHUP: row[MATCHUP].replace("play=", "playing ")} for row in values]
    title = next(each.title for each in table.columns if each.name == "score")
    return _ranked(named, MATCHUP, Axis("score", f"{title} (of 100 games)", "+.1%"), 0.0, "no difference")


def worth(table: Table) -> Chart:
    """What having an item is worth, on top, beside what goes together with having it."""
    values = rows(table, MATCHUP, "score", *ENDS)
    main = next((row for row in values if "random turn" in row[MATCHUP]), values[0])
    ranked = [main, *(row for row in values if row is not main)]
    named = [row | {MATCHUP: METERS.get(row[MATCHUP], row[MATCHUP])} for row in ranked]
    return _ranked(named, MATCHUP, Axis("score", "Games won more (of 100 games)", "+.1%"), 0.0, "no difference")


def improved(steps: Table, gain: Table) -> Chart:
    """What a new deck wins more on fresh deals, on top, and below it the swaps that were tried, the best first."""
    tried = [{MATCHUP: row[MATCHUP], "score": row["gain"], "low": row["low"], "high": row["high"]}
             for row in rows(steps, MATCHUP, "gain", *ENDS)]  # fmt: skip
    values = [*rows(gain, MATCHUP, "score", *ENDS), *sorted(tried, key=lambda row: -row["score"])]
    return _ranked(values, MATCHUP, Axis("score", "Games won more (of 100 games)", "+.1%"), 0.0, "no difference")


def tweaks(table: Table, *changed: Table) -> Chart:
    """What each tweak changes, those that change most where not all have room."""
    column = next(each for each in table.columns if each.name == "score")
    axis = Axis("score", f"{column.title} ({column.unit})", results.signed(column.unit))
    said = results.in_words(table, changed)
    return results.judged(_first(results.balances(table, axis.column), 0.0), axis, 0.0, said)


def rule_sets(table: Table, *changed: Table) -> Chart:
    """The first player's score under every rule set, the nearest to even on top."""
    axis = Axis("score", "Games won by the first player", PERCENT)
    nearest = sorted(results.balances(table, axis.column), key=lambda row: abs(row["score"] - 0.5))
    return results.judged(nearest[:MOST_ROWS], axis, 0.5, results.in_words(table, changed))


def _first(values: Sequence[Row], null: float) -> list[Row]:
    """As many rows as have room, in their order: those that are farthest from nothing."""
    far = sorted(values, key=lambda row: -abs(row["score"] - null))[:MOST_ROWS]
    return [row for row in values if row in far]


def _ranked(values: Sequence[Row], column: str, axis: Axis, even: float, dashed: str) -> Chart:
    """Rows with intervals, the first of them the answer; those that do not fit are left out."""
    shown = [{**row, "main": at == 0} for at, row in enumerate(values[:MOST_ROWS])]
    names = Names.of(shown, column, "Row")
    domain = span([*shown, {"score": even}], ("score", *ENDS))
    titled = Axis(axis.column, f"{axis.title}; dashed: {dashed}", axis.format)
    layers = [_standing_out(each) for each in shapes.intervals(plotted(shown), names, titled, ENDS, domain)]
    words = f"Interval plot, the answer on top; the dashed line is {dashed}."
    lines = [shapes.even(even, domain, names), *layers]
    return finish(lines, words, shapes.height_of(names), shapes.rows_between(names))


def _standing_out(layer: alt.Chart) -> alt.Chart:
    """The same with the marks of all rows but the answer's in a quiet colour."""
    if layer.mark.type in ("rule", "point"):
        layer.mark.color = alt.ExprRef("datum.main ? ink_first : ink_neutral")
    return layer


def claim(scores: Table) -> Chart:
    """The first player's score, what bets leave open of it, and what was declared even."""
    return _claim(scores, MATCHUP, "score", 0.5)


def seat_claims(seats: Table) -> Chart:
    """The same of every seat's share of the wins."""
    return _claim(seats, "seat", "share", 1.0 / seats.frame.height)


def _claim(table: Table, column: str, measure: str, even: float) -> Chart:
    ends = ("guard_low", "guard_high")
    values = rows(table, column, measure, *ends, "band_low", "band_high")[:MOST_ROWS]
    names, low, high = Names.of(values, column, "Claim"), values[0]["band_low"], values[0]["band_high"]
    domain = span(values, (measure, *ends, "band_low", "band_high"))
    who = "Games won by the first player" if measure == "score" else "Games won by each seat"
    axis = Axis(measure, f"{who}; green: even, within {100.0 * (high - even):.3g} in 100", FINE_PERCENT)
    layers = [shapes.band(low, high, domain, names), shapes.even(even, domain, names)]
    layers += shapes.intervals(plotted(values), names, axis, ends, domain)
    words = "Interval plot: games won, and what is not yet ruled out; the green strip is what was declared even."
    return finish(layers, words, max(shapes.height_of(names), 90), shapes.rows_between(names))


def parts(table: Table) -> Chart:
    """One bar of a hundred parts: what the points at the end come from."""
    found = {row["part"]: row["share"] for row in rows(table, "part", "share") if row["part"] != SEAT[0]}
    known = {name: PARTS.get(name, (name, "neutral")) for name in found}
    known = {
        name: (words if found[name] >= LEGIBLE else f"{words} {found[name]:.1%}", role)
        for name, (words, role) in known.items()
    }
    values = [
        {"row": "all", "part": known[name][0], "share": share, "place": at}
        for at, (name, share) in enumerate(found.items())
    ]
    names = Names("part", "Part", tuple(name for name, _ in known.values()), tuple(role for _, role in known.values()))
    base, shown = plotted(values), [names.tip(), alt.Tooltip("share:Q", title="Share", format=".0%")]
    axis = alt.Axis(title="How far players end apart, in parts", format=".0%", tickCount=5)
    x = alt.X("share:Q", stack="zero", axis=axis, scale=alt.Scale(domain=[0, 1], nice=False))
    bar = encode(base.mark_bar(height=56), x=x, y=alt.Y("row:N", axis=None), color=names.colour(), order="place:Q",
                 tooltip=shown)  # fmt: skip
    text = alt.when(f"datum.share >= {LEGIBLE}").then(alt.Text("share:Q", format=".0%")).otherwise(alt.value(""))
    middle = alt.X("share:Q", stack="zero", bandPosition=0.5)
    number = base.mark_text(color=paint("card"), fontWeight=600, fontSize=15)
    told = encode(number, x=middle, y=alt.Y("row:N", axis=None), order="place:Q", text=text)
    return finish([bar, told], "One bar in parts: what the points at the end of a game come from.", BAR)


def ladder(curves: Table) -> Chart:
    """The first player's share of the wins on every rung of the ladder, from the weakest to the best."""
    columns = ("quantity", "rung", "elo", "value", *ENDS)
    values = [{**row, "curve": "first player"} for row in rows(curves, *columns) if row["quantity"] == "seat"]
    x, y = (
        Axis("elo", "Skill (Elo points): better players to the right", "+.0f"),
        Axis("value", "Won by the first player", ".0%"),
    )
    layers = shapes.lines(plotted(values), x, y, ENDS, Names("curve", "Curve", ("first player",)), zero=False)
    ends = [{**values[at], "side": side} for at, side in ((0, "left"), (-1, "right"))]
    text = plotted(ends).mark_text(align=alt.ExprRef("datum.side"), dy=-12, color=paint("ink"))
    named = encode(text, x=alt.X("elo:Q"), y=alt.Y("value:Q"), text="rung:N")
    words = "Line: how often the first player wins, by skill, with intervals; the dashed line is even."
    return finish([shapes.level_line(0.5), *layers, named], words, PLOT)


def games(needs: Table) -> Chart:
    """How many games each question needs, on an axis on which every step is ten times as many."""
    values = [row for row in rows(needs, MATCHUP, "asked", "games", *ENDS) if row["games"] is not None]
    kept = [row for row in values if row["asked"] or not row[MATCHUP].endswith("watched")]
    ranked = sorted(kept or values, key=lambda row: not row["asked"])
    shown = [{**row, "main": row["asked"]} for row in ranked[:MOST_ROWS]]
    names = Names.of(shown, MATCHUP, "Question")
    numbers = [row[name] for row in shown for name in ("games", *ENDS)]
    domain = [10.0 ** math.floor(math.log10(max(1, min(numbers)))), 10.0 ** math.ceil(math.log10(max(numbers) + 1))]
    scale = alt.Scale(type="log", domain=domain, nice=False)
    axis = alt.Axis(
        title="Games (each step: ten times as many)", format="~s", tickCount=alt.ExprRef("ceil(width / 110)")
    )
    base, written = plotted(shown), Axis("games", "Games", ",.2~s")
    rule = _standing_out(base.mark_rule(strokeWidth=5, strokeCap="round", opacity=0.5))
    point = _standing_out(base.mark_point(filled=True, size=100, opacity=1, stroke=paint("card")))
    layers = [
        encode(rule, x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q", y=names.row()),
        encode(point, x=alt.X("games:Q", scale=scale, axis=axis), y=names.row(), tooltip=[names.tip(), written.tip()]),
        *shapes.row_names(names),
        *shapes.row_numbers(base, names, written),
    ]
    words = "Interval plot: how many games each question needs."
    return finish(layers, words, shapes.height_of(names), shapes.rows_between(names))
