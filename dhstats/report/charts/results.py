"""Charts of how games turn out: one short function a chart, small tables in, an Altair chart out."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from dhstats.games.catalogue import NAMES, part
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import WANTED, Table
from dhstats.questions.shared.words import spoken
from dhstats.report.drawing import shapes
from dhstats.report.drawing.drawing import MATCHUP, Chart, Choice, Row, distinct, encode, finish, roomy, rows
from dhstats.report.drawing.ledger import Ground, keyed, picture, sure
from dhstats.report.drawing.plots import (
    ENDS,
    Held,
    bar_plot,
    even_grid,
    interval_plot,
    line_plot,
    own_ends,
    quantile_marks,
    stack_plot,
    wanted_strips,
    whole_numbers,
)
from dhstats.report.drawing.shapes import PLOT, STEP, Axis, Names
from dhstats.seats import SEATS as NUMBERED

PERCENT = ".1%"
OF_100, FINE_OF_100 = ".1h", ".2h"  # games and wins, as the first screen counts them
GAMES = "Games, of 100"
SEATS = {seat: f"{seat} player" for seat in (*NUMBERED, "either")} | {"nobody": "nobody"}
LIMIT = {"turn_limit": ("limit of turns", "kind4")}  # how any game may end, as charts say it, and its colour
OUTCOMES = {"first player wins": "first", "draw": "neutral", "second player wins": "second"}
CLAIMS = {"right": "balanced", "wrong": "unbalanced", "undecided": "undecided", "failed": "leaning"}
ANY_END = "any"  # all ways to end together, in tables
LOWEST, LINE = -3, -13  # pixels above a plot: where the lowest line of names stands, and from one to the next
NEAR = 0.13  # of the width of a plot: names that are nearer than this stand on two lines
NOTHING_SAID: Mapping[str, str] = MappingProxyType({})
LOW = 40  # height of a low row
WIN_RATE = Axis("win_rate", "Games that this player won, of 100", OF_100)
WINS = (WIN_RATE.column, *own_ends(WIN_RATE))  # columns


def first_player_score(scores: Table, *changed: Table) -> Chart:
    """The first player's score by matchup with the strip that was declared balanced."""
    axis = Axis("score", "Games won by the first player, of 100", FINE_OF_100)
    return judged(balances(scores, axis.column), axis, 0.5, in_words(scores, changed))


def changes(scores: Table, *changed: Table) -> Chart:
    """The change of what is judged by tweak, with the strip that was declared to be no difference."""
    column = next(each for each in scores.columns if each.name == "score")
    axis = Axis("score", in_unit(column.title, column.unit), signed(column.unit))
    return judged(balances(scores, axis.column), axis, 0.0, in_words(scores, changed))


def signed(unit: str) -> str:
    """How changes of a unit are written."""
    return "+.2h" if unit.startswith("share") else "+.2f"


def in_unit(title: str, unit: str) -> str:
    """A title with its unit, which is games in 100 where it is a share of them."""
    return f"{title}, games in 100" if unit.startswith("share") else f"{title} ({unit})"


def differences(effects: Table, form: str = "+.1h") -> Chart:
    """Effects, on the chance to win if nothing else is said, a row each, with the line of no effect."""
    values = [row for row in rows(effects, MATCHUP, "score", "low", "high") if row["low"] is not None]
    title, unit = next((each.title, each.unit) for each in effects.columns if each.name == "score")
    form = "+.2f" if unit == "points" else form
    axis, names = Axis("score", in_unit(title, unit), form), Names.of(values, MATCHUP, "Effect")
    return interval_plot(values, names, axis, f"Interval plot: {effects.title}.", Held(0.0))


def edge_parts(parts: Table) -> Chart:
    """What of the first player's edge comes from each thing or goes with it, with the line of nothing."""
    values = [row for row in rows(parts, MATCHUP, "reason", "part", "low", "high") if row["low"] is not None]
    unit = next(each.unit for each in parts.columns if each.name == "part")
    axis, names = Axis("part", in_unit("Part of the edge", unit), signed(unit)), Names.of(values, "reason", "Reason")
    words = "Interval plot: the part of the first player's edge that comes from each reason or goes with it."
    return interval_plot(values, names, axis, words, Held(0.0))


def response(curve: Table, roots: Table) -> Chart:
    """A quantity along a rule key, a line a curve; levels that are no numbers stand in rows."""
    columns = {each.name: each for each in curve.columns}
    unit, key = columns["value"].unit, columns["setting"].title
    form = FINE_OF_100 if unit.startswith("share") else ".2f"
    values = rows(curve, "series", "setting", "at", "value", "low", "high")
    title = curve.title.removesuffix(" by level")
    title = f"{title}, of 100 games" if unit.startswith("share") else f"{title} ({unit})"
    if any(row["at"] is None for row in values):
        named = [row | {"cell": f"{row['setting']}, {row['series']}"} for row in values]
        axis = Axis("value", title, form)
        return interval_plot(named, Names.of(named, "cell", key), axis, f"Interval plot: {title} by {key}.")
    x, y = Axis("at", key, "g"), Axis("value", title, form)
    names, at = Names.of(values, "series", "Curve"), sorted({row["at"] for row in values})
    seen = [row["target"] for row in rows(roots, "target")]
    inside = seen and min(row["low"] for row in values) <= seen[0] <= max(row["high"] for row in values)
    words = f"Lines: {title} by {key}, with bands that hold at all levels together."
    return line_plot(values, x, y, names, words, level=seen[0] if inside else None, zero=False, at=at)


def over_versions(quantities: Table, quantity: str, title: str, form: str) -> Chart:
    """One quantity over the versions of a prototype, each with its interval."""
    every = rows(quantities, "quantity", "version", "value", *ENDS)
    values = [row | {"curve": title} for row in every if row["quantity"] == quantity]
    x, y, at = Axis("version", "Version", "d"), Axis("value", title, form), sorted({row["version"] for row in values})
    names, words = Names("curve", "Quantity", (title,), ("estimate",)), f"Line: {title} by version, with intervals."
    return line_plot(values, x, y, names, words, zero=False, at=at)


def moves(changes: Table) -> Chart:
    """How far numbers moved, each beside its own error, with the line of no change."""
    values = rows(changes, MATCHUP, "score", *ENDS)
    axis, names = Axis("score", "Change, relative to its error", "+.1f"), Names.of(values, MATCHUP, "Number")
    words = "Interval plot: every change in half-widths of its interval; the line is no change."
    return interval_plot(values, names, axis, words, Held(0.0))


def first_player_margin(margins: Table) -> Chart:
    """The first player's lead at the end by matchup with the strip that was declared balanced."""
    axis = Axis("margin", "First player's mean lead at the end (points)", "+.2f")
    return judged(balances(margins, axis.column), axis, 0.0)


def first_player_points(margins: Table) -> Chart:
    """What going first is worth to the first player: half of that lead, which the other player lacks."""
    found = balances(margins, "margin")
    scaled = ("margin", "low", "high", "band_low", "band_high")
    halves = [row | {name: row[name] / 2.0 for name in scaled if row[name] is not None} for row in found]
    return judged(halves, Axis("margin", "Points per game for the first player", "+.3f"), 0.0)


def balances(table: Table, estimate: str) -> list[Row]:
    """Rows with an estimate, its interval and the range that counts as balanced."""
    return rows(table, MATCHUP, estimate, "low", "high", "band_low", "band_high", "verdict")


def judged(found: Sequence[Row], estimate: Axis, null: float, said: Mapping[str, str] = NOTHING_SAID) -> Chart:
    """Intervals beside the strip that counts as balanced; `said` has the words of rows that are named by keys."""
    values = [row | {MATCHUP: said.get(row[MATCHUP], row[MATCHUP])} for row in found]
    names = Names.of(values, MATCHUP, "Matchup")
    sentence = f"{estimate.title[0].lower()}{estimate.title[1:]}; {len(values)} row{'s' * (len(values) > 1)}"
    low, high = values[0]["band_low"], values[0]["band_high"]
    held = Held(null) if low is None else Held(null, (low, high))
    words = sentence if low is None else f"{sentence}; the shaded strip is the range that counts as balanced"
    chart = interval_plot(values, names, estimate, f"Interval plot: {words}.", held)
    return roomy(chart, shapes.rows_between(names))


def in_words(scores: Table, changed: Sequence[Table]) -> dict[str, str]:
    """Tweaks by what their rules say, where a row has room for it and no two tweaks say the same."""
    found: dict[str, list[str]] = {}
    for row in (row for table in changed for row in rows(table, MATCHUP, "said_after")):
        found.setdefault(row[MATCHUP], []).append(row["said_after"].removesuffix("."))
    said = {name: "; ".join(each) for name, each in found.items()}
    known = [said.get(row[MATCHUP], "") for row in rows(scores, MATCHUP)]
    return {name: each for name, each in said.items() if len(each) <= shapes.LONGEST and known.count(each) == 1}


def seat_shares(seats: Table) -> Chart:
    """Every seat's share of the wins in the order of play, with the strip that was declared balanced."""
    values = rows(seats, MATCHUP, "seat", "share", *ENDS, "even", "band_low", "band_high", "verdict")
    held = Held(values[0]["even"], (values[0]["band_low"], values[0]["band_high"]))
    axis, names = Axis("share", "Games won, of 100", FINE_OF_100), Names.of(values, "seat", "Seat")
    words = (
        "Interval plot: each seat's share of the wins; the dashed line is an even share, the strip what is balanced."
    )
    return interval_plot(values, names, axis, words, held)


def seat_strip(seats: Table) -> Chart:
    """Every seat's share of the wins as parts of one bar, in the order of play."""
    values = rows(seats, MATCHUP, "seat", "share")
    order = tuple(distinct(values, "seat"))
    parts, share = (Names("seat", "Seat", order, NUMBERED[: len(order)]), Axis("share", "Games won, of 100", OF_100))
    return stack_plot(values, parts, share, "Stacked bars: what each seat has of the wins, in the order of play.")


def field_shares(shares: Table) -> Chart:
    """What a seat of each strategy wins at a table, with the line of an even share."""
    values = rows(shares, MATCHUP, "strategy", "share", *ENDS, "even")
    axis, names = Axis("share", "Games won by one seat, of 100", OF_100), Names.of(values, "strategy", "Strategy")
    words = "Interval plot: what a seat of each strategy wins; the dashed line is an even share."
    return interval_plot(values, names, axis, words, Held(values[0]["even"]))


def claims(shares: Table) -> Chart:
    """Right, wrong, undecided and failed answers, a bar an entry at a budget."""
    values = [row | {MATCHUP: row["entry"]} for row in rows(shares, "entry", "outcome", "share")]
    known = tuple(each for each in CLAIMS if each in distinct(values, "outcome"))
    parts = Names("outcome", "Claim", known, tuple(CLAIMS[each] for each in known))
    words = "Stacked bars: the share of right, wrong and undecided answers of each entry at each budget."
    return stack_plot(values, parts, Axis("share", "Answers, of 100", OF_100), words)


def outcomes(shares: Table) -> Chart:
    """Wins, draws and losses of the first player, a bar a matchup."""
    values = rows(shares, MATCHUP, "outcome", "share")
    parts = Names("outcome", "Result", tuple(OUTCOMES), tuple(OUTCOMES.values()))
    words = "Stacked bars: the share of games that the first player wins, that are drawn, that the second player wins."
    return stack_plot(values, parts, Axis("share", GAMES, OF_100), words)


def strength(scores: Table) -> Chart:
    """Scores over both seats: intervals for one pair of strategies, a grid for several."""
    values = rows(scores, "strategy", "opponent", "score", "low", "high")
    title = "Games won over both seats, of 100"
    if len(values) > 2:
        order = tuple(dict.fromkeys([row["strategy"] for row in values] + [row["opponent"] for row in values]))
        across, down = Names("opponent", "Against", order), Names("strategy", "Strategy", order)
        words = "Grid: the score over both seats of the strategy on the left against the one above."
        return even_grid(values, across, down, Axis("score", title, OF_100), words)
    named = [{**row, "pair": f"{row['strategy']} against {row['opponent']}"} for row in values]
    words = "Interval plot of the score over both seats; the dashed line is equal strength."
    return interval_plot(named, Names.of(named, "pair", "Pair"), Axis("score", title, FINE_OF_100), words, Held(0.5))


SHADED = "shaded: the range of the goals for the mean"


def spread(histogram: Table, *tables: Table, what: str, title: str, unit: str, role: str) -> Chart:
    """How often a game had each whole number, with marks at five quantiles where there is a table of them."""
    quantiles = [each for each in tables if each.key != WANTED]
    counted = about(rows(histogram, MATCHUP, "what", "value", "share", "games"), what)
    marked = [row for each in quantiles for row in about(rows(each, MATCHUP, "what", "p", "value"), what)]
    choose = Choice.among(counted)
    value, share = Axis("value", f"{title} ({unit})", "d"), Axis("share", GAMES, OF_100)
    layers = [whole_numbers(choose.base(counted), value, share, role)]
    strips = wanted_strips(ranges(tables, what), [row["value"] for row in counted], value)
    if marked:
        marks = lifted(marked, counted)
        layers += quantile_marks(choose.base(marks), value)
    shaded = f"; {SHADED}" if strips else ""
    words = f"Histogram: the share of games by {title[0].lower()}{title[1:]} ({unit}){shaded}."
    return keyed(choose.offered(finish([*strips, *layers], words, PLOT)), SHADED if shaded else "")


def lifted(marked: Sequence[Row], counted: Sequence[Row]) -> list[Row]:
    """Quantiles with the line that each is named on: the lowest on which no name is near."""
    found = []
    for matchup in distinct(marked, MATCHUP):
        seen = [row["value"] for row in counted if row[MATCHUP] == matchup]
        near, taken = NEAR * (max(seen) - min(seen) + 1), list[float]()
        for row in sorted((row for row in marked if row[MATCHUP] == matchup), key=lambda row: (row["value"], row["p"])):
            free = [at for at, last in enumerate(taken) if row["value"] - last >= near]
            at = free[0] if free else len(taken)
            taken[at : at + 1] = [row["value"]]
            found.append(row | {"lift": LOWEST + LINE * at})
    return found


def about(values: Sequence[Row], what: str) -> list[Row]:
    """The rows about one quantity, without its name."""
    return [{name: row[name] for name in row if name != "what"} for row in values if row["what"] == what]


def ranges(tables: Sequence[Table], what: str) -> list[Row]:
    """The ranges in which goals want the mean of a quantity, where there are goals about it."""
    every = [row for table in tables if table.key == WANTED for row in rows(table, "what", "low", "high")]
    return about(every, what)


def lengths(histogram: Table, *tables: Table, game: str = "") -> Chart:
    """How many turns games take, by how they end, over the range in which goals want the mean, where there is one."""
    values = rows(histogram, MATCHUP, "end_reason", "turns", "share", "games")
    choose = Choice.among(values)
    bars = [row | {"end_reason": ending(row["end_reason"], game)} for row in values]
    seen = [said for reason, said in ends(game).items() if any(row["end_reason"] == reason for row in values)]
    named = Names("end_reason", "Ended by", tuple(name for name, _ in seen), tuple(role for _, role in seen))
    turns = next(column.title for column in histogram.columns if column.name == "turns")
    value, share = Axis("turns", turns, "d"), Axis("share", GAMES, OF_100)
    bar = encode(whole_numbers(choose.base(bars), value, share, "first"), color=named.colour())
    strip = wanted_strips(ranges(tables, "turns"), [row["turns"] for row in values], value)
    shaded = f"; {SHADED}" if strip else ""
    words = f"Histogram of the length of a game in turns, coloured by how the game ended{shaded}."
    return keyed(choose.offered(finish([*strip, bar], words, PLOT)), SHADED if strip else "")


@cache
def ends(game: str) -> dict[str, tuple[str, str]]:
    """How a game ends, as charts say it, and the colour of each; where none is named all those that come along."""
    games = (game,) if game else NAMES
    return {reason: said for each in games for reason, said in part(each, "pages").endings.items()} | LIMIT


def ending(reason: str, game: str) -> str:
    """How a game ends, in words."""
    return ends(game)[reason][0] if reason in ends(game) else spoken(reason)


def ending_shares(endings: Table, *, game: str = "") -> Chart:
    """How often each kind of ending is brought about by each player."""
    axis = Axis("share", GAMES, OF_100)
    values, choose = _endings(endings, "share", game)
    words = "Bars: the share of games by how they ended and who caused it, with intervals."
    return bar_plot(values, Names.of(values, "what", "Ending"), axis, words, ends=own_ends(axis), choose=choose)


def ending_wins(endings: Table, *, game: str = "") -> Chart:
    """How often the player who caused the end has won."""
    values, choose = _endings(endings, "win_rate", game)
    names = Names.of(values, "what", "Ending")
    even = float(endings.frame["even"][0]) if "even" in endings.frame.columns else 0.5
    words = "Interval plot: how often the player who caused the end has won, by kind of ending."
    return interval_plot(values, names, WIN_RATE, words, Held(even), ends=own_ends(WIN_RATE), choose=choose)


def bars(
    table: Table, column: str, amount: tuple[str, str, str], words: str, title: str = "", step: int = LOW
) -> Chart:
    """An amount of a table as bars, a row a name in another column."""
    axis = Axis(*amount)
    return bars_of(rows(table, MATCHUP, column, axis.column, *own_ends(axis)), column, axis, words, title, step)


def bars_of(values: Sequence[Row], column: str, amount: Axis, words: str, title: str = "", step: int = LOW) -> Chart:
    """Bars with intervals where an amount is known, a row a name."""
    known = [row for row in values if row[amount.column] is not None]
    names = Names.of(known, column, title or column.capitalize())
    return bar_plot(known, names, amount, words, ends=own_ends(amount), step=step)


def source_wins(sources: Table) -> Chart:
    """How often the player with more points of a source has won, with the line of even chances."""
    words = "Interval plot: how often the player with more points of a source won. Not what the points are worth."
    return wins_of(rows(sources, MATCHUP, "source", *WINS), "source", words, step=LOW)


def wins_of(
    values: Sequence[Row], column: str, words: str, title: str = "", *, rate: Axis = WIN_RATE, step: int = STEP
) -> Chart:
    """Win rates where they are known, with the line of even chances, a row a name."""
    known = [row for row in values if row["win_rate"] is not None]
    names = Names.of(known, column, title or column.capitalize())
    return interval_plot(known, names, rate, words, Held(0.5), ends=own_ends(rate), step=step)


def _endings(endings: Table, measure: str, game: str) -> tuple[list[Row], Choice]:
    """The endings by reason and player that the measure exists for, in one order, named in words."""
    columns = (measure, f"{measure}_low", f"{measure}_high")
    values = rows(endings, MATCHUP, "end_reason", "ended_by", *columns)
    reasons = dict.fromkeys((*ends(game), *(row["end_reason"] for row in values if row["end_reason"] != ANY_END)))
    order = [(reason, seat) for reason in reasons for seat in SEATS if seat != "either"]
    known = [row for row in values if (row["end_reason"], row["ended_by"]) in order and row[measure] is not None]
    known.sort(key=lambda row: order.index((row["end_reason"], row["ended_by"])))
    named = [
        {MATCHUP: row[MATCHUP], "what": f"{ending(row['end_reason'], game)}, {SEATS[row['ended_by']]}"}
        | {name: row[name] for name in columns}
        for row in known
    ]
    return named, Choice(tuple(distinct(values, MATCHUP)))


def scores(table: Table) -> Chart:
    """What each player scores who plays alone."""
    axis = Axis("score", "Points on average", ".2f")
    values = [row for row in rows(table, MATCHUP, "score", *ENDS) if row["low"] is not None]
    return interval_plot(values, Names.of(values, MATCHUP, "Player"), axis, "Interval plot: mean scores.")


MOST_ROWS = 5
MOST_KINDS = 12
MISSED = Axis("missed", "They chose something else", ".0%")
EXPERT, RANDOM = 9.0, (0.0, 0.0)  # the rung of the expert, and that of random play as a strip without width


def ladder(standing: Table) -> Chart:
    """The rung of everybody, with its interval, and the line of the expert."""
    values = rows(standing, "player", "rung", "low", "high")[:MOST_ROWS]
    shown = [
        {
            "player": row["player"], "score": row["rung"], "low": row["low"], "high": row["high"],
            "said": words.number(row["rung"], 1), "quiet": at > 0,
        }
        for at, row in enumerate(values)
    ]  # fmt: skip
    grey = "grey: each player alone" if len(shown) > 1 else ""
    key = (sure(standing), grey)
    ground = Ground("Rung of the ladder, 0 is random play", EXPERT, "the expert", RANDOM, key, signed=False)
    told_so = "Interval plot: the rung of the skill ladder that plays as well; the dashed line is the expert."
    return picture(shown, Names.of(shown, "player", "Player"), ground, told_so)


def missed(blunders: Table) -> Chart:
    """How often another kind of play was chosen where the expert chooses one, the dearest first."""
    values = rows(blunders, "kind", "missed", "missed_low", "missed_high")[:MOST_KINDS]
    told_so = "Bar chart: how often another kind of play was chosen, by what the expert chooses."
    return bars_of(values, "kind", MISSED, told_so, "The expert chooses")
