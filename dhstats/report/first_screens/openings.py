"""Pictures made for the first screen of a page: the answer's row stands out, and what counts as even is named."""

import math
from collections.abc import Sequence

import altair as alt

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.hundred import told_apart
from dhstats.report.charts import results
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import MATCHUP, Chart, Row, distinct, encode, finish, plotted, rows
from dhstats.report.drawing.ledger import (
    Ground,
    half_width,
    in_games,
    interval_of,
    keyed,
    more,
    picture,
    sure,
    upright_title,
    won,
)
from dhstats.report.drawing.shapes import Axis, Names
from dhstats.report.drawing.theme import paint
from dhstats.stats.intervals.blocks import Estimate

MOST_ROWS = 5  # that fit into a first screen
ENDS = ("low", "high")
SHARES = ("value", *ENDS)
PLOT = 210  # height of a plot with two axes
# The parts of an item's worth, in words that stand alone.
SIDES = (
    ("mover against opponent", "having it instead of the opponent"),
    ("gain", "having it instead of nobody"),
    ("denial", "keeping it from the opponent"),
)
# What is measured of an item, in words that stand alone: its worth, and the comparison that misleads.
METERS = (
    ("effect at a random turn", "its worth: having it instead of the opponent"),
    ("naive: holders at the end against others", "winners often end up with it: not its worth"),
)


def standing(table: Table, column: str, title: str) -> Chart:
    """What everyone wins against all others, the best on top; those that are certainly worse than it are quiet."""
    values = sorted(rows(table, column, "score", *ENDS, "behind_low"), key=lambda row: -row["score"])[:MOST_ROWS]
    far = [row["behind_low"] is not None and row["behind_low"] > 0.0 for row in values]
    grey = "grey: certainly fewer than the best" if any(far) else ""
    ground = Ground(title, 50.0, "even, 50 of 100", key=(sure(table), grey), signed=False)
    told_so = "Interval plot: games won of 100, the best on top; the dashed line is even."
    return _ranked(values, [won(row) for row in values], far, (column, column.capitalize()), ground, told_so)


def _ranked(
    values: Sequence[Row], said: Sequence[str], quiet: Sequence[bool], of: tuple[str, str], ground: Ground, about: str
) -> Chart:
    """Shares of the wins with their numbers as they are said, the answer on top; rows that are `quiet` are grey."""
    each = zip(values, said, quiet, strict=True)
    shown = [in_games(row, number) | {"quiet": still} for row, number, still in each]
    return picture(shown, Names.of(shown, *of), ground, about)


def differences(table: Table) -> Chart:
    """Effects on the chance to win, the answer on top, with the line of no difference."""
    every = rows(table, MATCHUP, "score", *ENDS)
    known = [row for row in every if row["low"] is not None] or every
    values = sorted(known, key=lambda row: -row["score"])[:MOST_ROWS]
    named = [row | {MATCHUP: row[MATCHUP].replace("play=", "playing ")} for row in values]
    title, lowest = next(each.title for each in table.columns if each.name == "score"), values[0]["low"]
    far = [lowest is not None and row["high"] is not None and row["high"] < lowest for row in values]
    grey = "grey: certainly less than the first" if any(far) else ""
    ground = Ground(f"{title}, games in 100", 0.0, "no difference", key=(sure(table), grey))
    told_so = "Interval plot, the answer on top; the dashed line is no difference."
    return _ranked(named, more(named), far, (MATCHUP, "Row"), ground, told_so)


def strength(table: Table) -> Chart:
    """The scale on which a player stands: a script, who answers them best, and cheats, from the weakest to the best."""
    every = rows(table, MATCHUP, "kind", "score", *ENDS)
    even = next(row["score"] for row in every if row["kind"] == "themself")
    shown = []
    for kind, most in (("scripts", 1), ("counter-players", 2), ("cheats", 2)):
        shown += [row for row in every if row["kind"] == kind][-most:]
    ground = Ground(
        "Games won against the player, of 100", 100.0 * even, f"even, {100.0 * even:.3g} of 100",
        key=(sure(table), "grey: cheats, which see hidden cards"), signed=False,
    )  # fmt: skip
    told_so = "Interval plot: what others win of 100 games against the player; the dashed line is an even share."
    quiet = [row["kind"] != "counter-players" for row in shown]
    return _ranked(shown, [won(row, even) for row in shown], quiet, (MATCHUP, "Who"), ground, told_so)


def playtest(table: Table) -> Chart:
    """What whoever begins wins in many games, and below it how far twenty games of people may be from that."""
    every = rows(table, "games", "score", *ENDS, "even")
    even = every[0]["even"]
    key = (sure(table), "grey: not data, but the range that twenty games of people may show")
    ground = Ground(
        "Games of 100 that the first player wins", 100.0 * even, f"even, {100.0 * even:.3g} of 100", key=key,
        signed=False,
    )  # fmt: skip
    told_so = "Interval plot: the first player's wins in these games, and how far twenty games may be from that."
    return _ranked(every, [won(row, even) for row in every], [False, True], ("games", "Games"), ground, told_so)


def worth(table: Table) -> Chart:
    """What having an item is worth, and below it, quietly, how much more often who ends up with it wins."""
    values = {row[MATCHUP]: row for row in rows(table, MATCHUP, "score", *ENDS)}
    known = [(name, said) for name, said in METERS if name in values]
    first = next(iter(values)) if not known else known[0][0]
    picked = [values[name] | {MATCHUP: said} for name, said in known or [(first, first)]]
    told_so = "Interval plot: the worth on top, below it an association; the dashed line is no difference."
    return _first_loud(picked, table, ("Number", "grey: an association, not its worth", told_so))


def sides(table: Table) -> Chart:
    """What having an item is worth at the first moment that was asked for, and below it, quietly, its two parts."""
    every = [row for row in rows(table, "moment", "kind", "what", "score", *ENDS) if row["score"] is not None]
    asked = {row["what"]: row for row in every if all(row[name] == every[0][name] for name in ("moment", "kind"))}
    told = [(asked[what], said) for what, said in SIDES if what in asked]
    picked = [{name: row[name] for name in ("score", *ENDS)} | {MATCHUP: said} for row, said in told]
    told_so = "Interval plot: the worth on top, below it its two parts; the dashed line is no difference."
    return _first_loud(picked, table, ("Who has it", "grey: the two parts of it", told_so))


def improved(steps: Table, gain: Table) -> Chart:
    """What a new deck wins more on fresh deals, on top, and below it the swaps that were tried, the best first."""
    tried = [{**row, "score": row["gain"]} for row in rows(steps, MATCHUP, "gain", *ENDS)]
    values = [*rows(gain, MATCHUP, "score", *ENDS), *sorted(tried, key=lambda row: -row["score"])][:MOST_ROWS]
    values = [{name: row[name] for name in (MATCHUP, "score", *ENDS)} for row in values]
    told_so = "Interval plot: what the new deck wins more, on top; the dashed line is no difference."
    return _first_loud(values, gain, ("Deck", "grey: swaps that were tried", told_so))


def _first_loud(values: Sequence[Row], table: Table, said: tuple[str, str, str]) -> Chart:
    """Differences of which the first is the answer; `said` has what rows are, what is grey, and words for all."""
    title, grey, words_for_it = said
    quiet = [at > 0 for at in range(len(values))]
    key = (sure(table), grey if any(quiet) else "")
    ground = Ground("More games won of 100", 0.0, "no difference", key=key)
    return _ranked(values, more(values), quiet, (MATCHUP, title), ground, words_for_it)


def before_and_after(scores: Table, *beside: Table) -> str:
    """What one tweak makes of the quantity that is judged: as it is under the base rules, and as it is then."""
    judged, column = rows(scores, MATCHUP, "score"), next(each for each in scores.columns if each.name == "score")
    every = [row for each in beside if each.key == "differences" for row in each.frame.to_dicts()]
    found = [row for row in every if column.title == f"Change of the {row['what']}"]
    if len(judged) != 1 or len(found) != 1:
        return ""
    shares, row = column.unit.startswith("share"), found[0]
    what, unit = (_wins(row["what"]), "of 100") if shares else (row["what"], row["of"])
    numbers = [words.number((100.0 if shares else 1.0) * row[each], 1) for each in ("base", "after")]
    return f"{what[:1].upper()}{what[1:]}: {' → '.join(numbers)} {unit}".rstrip()


def _wins(text: str) -> str:
    return text.replace("player's score", "player's wins")


def tweaks(table: Table, *beside: Table) -> Chart:
    """What each tweak changes, those that change most where not all have room."""
    changed = [each for each in beside if each.key == "changed"]
    column = next(each for each in table.columns if each.name == "score")
    shares = column.unit.startswith("share")
    title, unit = _wins(results.in_unit(column.title, column.unit)), "games in 100" if shares else column.unit
    every = results.balances(table, "score")
    far = sorted(every, key=lambda row: -abs(row["score"]))[:MOST_ROWS]
    values = [row for row in every if row in far]
    return _judged(values, table, changed, (title, 0.0, "no change", "no difference that matters"), unit)


def rule_sets(table: Table, *changed: Table) -> Chart:
    """The first player's score under every rule set, the nearest to even on top."""
    nearest = sorted(results.balances(table, "score"), key=lambda row: abs(row["score"] - 0.5))[:MOST_ROWS]
    title = "Games won by the first player, of 100"
    return _judged(nearest, table, changed, (title, 0.5, "even, 50 of 100", "counts as even"), "games in 100")


def _judged(
    values: Sequence[Row], table: Table, changed: Sequence[Table], said: tuple[str, float, str, str], unit: str
) -> Chart:
    """Rows with the strip that was declared; `said` has the axis, what is dashed and where, and what is green."""
    title, even, dashed, green = said
    shares, signed = unit.startswith("games"), even == 0.0
    factor, named = (100.0 if shares else 1.0), results.in_words(table, changed)
    if not shares:
        numbers = [words.number(row["score"], words.places(half_width(row) / 2.0), sign=True) for row in values]
    else:
        numbers = more(values) if even == 0.0 else [won(row, even) for row in values]
    told = [
        (in_games(row, number) if shares else row | {"said": number}) | {MATCHUP: named.get(row[MATCHUP], row[MATCHUP])}
        for row, number in zip(values, numbers, strict=True)
    ]
    low, high = (factor * values[0][each] for each in ("band_low", "band_high"))
    within = f"green: {green} (±{(high - low) / 2.0:.3g} {unit})"
    ground = Ground(title, factor * even, dashed, (low, high), (within, sure(table)), signed)
    told_so = f"Interval plot of {len(values)} row{'s' * (len(values) > 1)}; the green strip: {green}."
    return picture(told, Names.of(told, MATCHUP, "Rules"), ground, told_so)


def claim(table: Table, column: str = MATCHUP, measure: str = "score") -> Chart:
    """The first player's score, or each seat's share of the wins: what bets leave open of it, and what was declared."""
    even = 0.5 if measure == "score" else 1.0 / table.frame.height
    found = rows(table, column, measure, "guard_low", "guard_high", "band_low", "band_high")[:MOST_ROWS]
    values = [row | {"score": row[measure], "low": row["guard_low"], "high": row["guard_high"]} for row in found]
    who = "by the first player" if measure == "score" else "by each seat"
    low, high = 100.0 * values[0]["band_low"], 100.0 * values[0]["band_high"]
    shown = f"{100.0 * even:.3g}"
    green = f"green: the claim, within {(high - low) / 2.0:.3g} games of {shown} in 100"
    ground = Ground(
        f"Games won {who}, of 100", 100.0 * even, f"even, {shown} of 100", (low, high),
        (green, "bar: the range not excluded"), signed=False,
    )  # fmt: skip
    told = [in_games(row, won(row, even)) for row in values]
    told_so = "Interval plot: games won, and the range not yet excluded; the green strip is the range declared as even."
    return picture(told, Names.of(told, column, "Claim"), ground, told_so)


def success(table: Table) -> Chart:
    """The share of games that all won together, a row for each who played."""
    found = rows(table, MATCHUP, "share", *ENDS)[:MOST_ROWS]
    values = [row | {"score": row["share"]} for row in found]
    told = [in_games(row, won(row)) | {MATCHUP: row[MATCHUP].removesuffix(" against itself")} for row in values]
    ground = Ground("Games won of 100", 50.0, "half of the games", key=(sure(table),), signed=False)
    words_for_it = "Interval plot: games of 100 that all players won together."
    return picture(told, Names.of(told, MATCHUP, "Players"), ground, words_for_it)


def player_counts(table: Table) -> Chart:
    """What leads at every number of players: games won together, or how far a seat is from an even share."""
    found = [row for row in rows(table, MATCHUP, "score", *ENDS, "band_high") if row["score"] is not None]
    column, most = next(each for each in table.columns if each.name == "score"), found[0]["band_high"]
    games, even = column.unit.startswith("share"), most is not None
    factor = 100.0 if games else 1.0
    told = told_apart([Estimate(row["score"], math.nan, interval_of(row)) for row in found], factor)
    values = [in_games(row, said) if games else row | {"said": said} for row, said in zip(found, told, strict=True)]
    unit = "of 100 games" if column.unit == "share of games" else "games in 100" if games else column.unit
    green = f"green: counts as even (up to {factor * most:g} {unit})" if even else ""
    ground = Ground(
        f"{column.title}, {unit}", 0.0, "an even share" if column.unit != "share of games" else "",
        (0.0, factor * most) if even else None, (green, sure(table)), signed=False,
    )  # fmt: skip
    return picture(values, Names.of(values, MATCHUP, "Players"), ground, f"Interval plot: {column.title.lower()}.")


def seats(table: Table, column: str = "seat") -> Chart:
    """Every seat's share of the wins in the order of play, or every side's, with the strip that counts as even."""
    found = rows(table, MATCHUP, column, "share", *ENDS, "even", "band_low", "band_high")
    if len(distinct(found, MATCHUP)) > 1:
        return results.seat_shares(table)  # among which the reader chooses
    values = [row | {"score": row["share"]} for row in found]
    even, low, high = (100.0 * values[0][each] for each in ("even", "band_low", "band_high"))
    green = f"green: counts as even (±{(high - low) / 2.0:.3g} games in 100)"
    mark = " seat" if column == "seat" else ""
    told = [in_games(row, won(row, even / 100.0)) | {column: f"{row[column]}{mark}"} for row in values]
    key = (green, sure(table))
    ground = Ground("Games won of 100", even, f"even, {even:.3g} of 100", (low, high), key, signed=False)
    told_so = f"Interval plot: what each {column} wins of 100 games; the dashed line is an even share."
    return picture(told, Names.of(told, column, column.capitalize()), ground, told_so)


def ladder(curves: Table) -> Chart:
    """The first player's share of the wins on every rung of the ladder, from the weakest to the best."""
    columns = ("quantity", "rung", "elo", "value", *ENDS)
    values = [
        {**row, "curve": "first player"} | {name: None if row[name] is None else 100.0 * row[name] for name in SHARES}
        for row in rows(curves, *columns)
        if row["quantity"] == "seat"
    ]
    x, y = Axis("elo", "Skill (Elo points): better players to the right", "+.0f"), Axis("value", "", ".1f")
    names = Names("curve", "Curve", ("first player",), ("estimate",))
    layers = shapes.lines(plotted(values), x, y, ENDS, names, zero=False)
    ends = [{**values[at], "side": side} for at, side in ((0, "left"), (-1, "right"))]
    # Above or below the end of the line, whichever is away from the dashed line of even chances.
    away = alt.ExprRef("datum.value < 50 ? 12 : -12")
    text = plotted(ends).mark_text(align=alt.ExprRef("datum.side"), dy=away, color=paint("ink"))
    named = encode(text, x=alt.X("elo:Q"), y=alt.Y("value:Q"), text="rung:N")
    told_so = "Line: how often the first player wins, by skill, with intervals; the dashed line is even."
    chart = finish([shapes.level_line(50.0), *layers, named], told_so, PLOT)
    chart.title = upright_title("Games of 100 that the first player wins")
    return keyed(chart, sure(curves, "ribbon"), "dashed: even, 50 of 100")


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
    few = alt.ExprRef("ceil(width / 110)")
    axis = alt.Axis(title="Games (each step: ten times as many)", format="~s", tickCount=few)
    base, written = plotted(shown), Axis("games", "Games", ",.2~s")
    ink = alt.ExprRef("datum.main ? ink_estimate : ink_neutral")
    rule = base.mark_rule(strokeWidth=5, opacity=0.5, color=ink)
    point = base.mark_point(filled=True, size=100, opacity=1, color=ink, stroke=paint("card"))
    layers = [
        encode(rule, x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q", y=names.row()),
        encode(point, x=alt.X("games:Q", scale=scale, axis=axis), y=names.row(), tooltip=[names.tip(), written.tip()]),
        *shapes.row_names(names),
        *shapes.row_numbers(base, names, written.written()),
    ]
    words_for_it = "Interval plot: how many games each question needs."
    chart = finish(layers, words_for_it, shapes.height_of(names), shapes.rows_between(names))
    return keyed(chart, "bar: the uncertainty", "grey: other questions" if len(shown) > 1 else "")
