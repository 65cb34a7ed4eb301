"""What a chart shows, as a sentence made from its table by a rule: it stands above the chart.

A rule names as most or least only what the intervals in the table set apart from all others; else it names those that
they leave open. "" where a table gives no sentence. Sentences are about the matchup that a page speaks of, the first.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.first_screen import capital as capital  # games call it by this module too
from dhstats.questions.shared.words import listed, number, step

Row = dict[str, Any]
Says = Callable[..., str]

ENDS = ("low", "high")  # the columns of the ends of an interval, where a table has one estimate
OPEN = 3  # names that a sentence lists; of more it gives the number


def main_rows(table: Table) -> list[Row]:
    """The rows of the matchup that a page speaks of: the only one, or all together."""
    frame = table.frame
    if "matchup" not in frame.columns or frame.is_empty():
        return list(frame.to_dicts())
    first = frame["matchup"][0]
    return [row for row in frame.to_dicts() if row["matchup"] == first]


def percent(share: float, digits: int = 0) -> str:
    """A share of 1 in percent; never a rounded 0 or 100 that it is not."""
    shown = number(100.0 * share, digits)
    if (shown in ("0", "100")) and share not in (0.0, 1.0):
        return "less than 1 %" if shown == "0" else "more than 99 %"
    return f"{shown} %"


def points(value: float) -> str:
    """An amount with the digits that a reader keeps."""
    return number(value, 0 if abs(value) >= 100.0 else 1 if abs(value) >= 10.0 else 2)


def leading(
    table: Table, *, name: str, value: str, says: str, form: Callable[[float], str] = percent,
    ends: tuple[str, str] = ("", ""),
) -> str:  # fmt: skip
    """What is most of the rows, as `says` puts it ({what}, {value}), where its interval sets it apart.

    Others that may be as much are named behind it.
    """
    low, high = ends if any(ends) else (f"{value}_low", f"{value}_high")
    rows = [row for row in main_rows(table) if row.get(value) is not None and row.get(low) is not None]
    if len(rows) < 2:
        return ""
    rows.sort(key=lambda row: row[value], reverse=True)
    best = rows[0]
    others = [row for row in rows[1:] if row[high] >= best[low]]
    if len(others) >= OPEN or len(others) == len(rows) - 1:  # too close to tell
        return ""
    told = capital(says.format(what=best[name], value=form(best[value])))
    return told if not others else f"{told}; {listed([str(row[name]) for row in others])} may be as large"


def range_of_most(_: Table, quantiles: Table, *others: Table, what: str, says: str) -> str:
    """Between which values nine games in ten and the middle half lie, as `says` puts it ({low}, {high})."""
    found = {row["p"]: row["value"] for row in main_rows(quantiles) if row["what"] == what}
    if not {0.05, 0.95} <= set(found):
        return ""
    shown = _side if "first player ends" in says else step
    return says.format(low=shown(found[0.05]), high=shown(found[0.95]))


def _side(lead: float) -> str:
    return f"{step(abs(lead))} points {'behind' if lead < 0.0 else 'ahead'}"


def scores_by_seat(_: Table, means: Table, quantiles: Table) -> str:
    """Which seat scores most, where the intervals tell; else between which scores most players end."""
    told = leading(
        means, name="seat", value="mean", ends=("low", "high"), form=points,
        says="The {what} player scores most: {value} points on average",
    )  # fmt: skip
    if told:
        return told
    found = [row for row in main_rows(quantiles) if row["what"].startswith("score_")]
    low, high = ([row["value"] for row in found if row["p"] == p] for p in (0.05, 0.95))
    if not low or not high:
        return ""
    return f"At every seat nine scores in ten lie between {step(min(low))} and {step(max(high))}"


def close_by_end(_: Table, kinds: Table) -> str:
    """Which ending goes together with close games, where the intervals tell."""
    return leading(
        kinds, name="part", value="close", says="Games that end by {what} are the closest: {value} are close"
    )


def closeness(_: Table, classes: Table) -> str:
    """How many games are close and how many blow-outs."""
    rows = {row["kind"]: row for row in main_rows(classes)}
    if not {"close", "blow-out"} <= set(rows):
        return ""
    close, far = rows["close"], rows["blow-out"]
    near = f"{percent(close['share'])} of the games are close (at most {close['most']} points apart)"
    return f"{near}, {percent(far['share'])} are blow-outs ({far['least']} or more)"


def humps(_: Table, kinds: Table) -> str:
    """Where the margins of a kind of game heap up, in the split that is shown."""
    rows = main_rows(kinds)
    several = [row for row in rows if row["split"] == rows[0]["split"] and ", " in row["humps"]]
    if not several:
        return f"Final margins differ by {rows[0]['split']}" if rows else ""
    row, humps = several[0], several[0]["humps"].split(", ")
    such = {"who": "Games that {} ends", "how": "Games that end by {}"}
    of = such.get(row["split"][:3], "Games with {} ship stacks").format(row["part"])
    return f"{of} tend to end with margins near {listed(humps)}"


def comeback(cells: Table) -> str:
    """What the commonest lead half-way is worth: the turn nearest to half the last one that most games reach.

    At a table of more than two it is the player ahead who is spoken of, as several are behind.
    """
    rows = [row for row in main_rows(cells) if row["least"] >= 0]
    reached: dict[int, float] = {}
    for row in rows:
        reached[row["turn"]] = row.get("reached", reached.get(row["turn"], 0.0) + row["occurs"])
    late = [turn for turn, share in reached.items() if share >= 0.5]
    middle = min(reached, key=lambda turn: (abs(turn - max(late) / 2), turn)) if late else None
    at = [row for row in rows if row["least"] > 0 and row["known"] == "yes" and row["turn"] == middle]
    if not at:
        return ""
    row = max(at, key=lambda row: row["occurs"])
    ahead, start = round(100 * row["score"]), f"After {middle} turns"
    if "even" in row:
        return f"{start} the player who is {row['lead']} points ahead of the next wins {ahead} of 100 games"
    return f"{start} a player who is {row['lead']} points behind still wins {100 - ahead} of 100 games"


def half_settled(curve: Table) -> str:
    """By when half of the games are settled."""
    part = next((row["percent"] for row in main_rows(curve) if row["share"] >= 0.5), None)
    steps = next(column.unit for column in curve.columns if column.name == "percent").removeprefix("percent of the ")
    return f"Half of the games are settled after {part} % of their {steps}" if part is not None else ""


def half_at_most(histogram: Table, *others: Table, what: str, says: str) -> str:
    """A value that half of the games do not exceed, as `says` puts it ({value})."""
    rows = sorted((row for row in main_rows(histogram) if row["what"] == what), key=lambda row: row["value"])
    seen = zip(rows, accumulate(row["share"] for row in rows), strict=True)
    value = next((row["value"] for row, share in seen if share >= 0.5), None)
    return says.format(value=value, s="" if value == 1 else "s") if value is not None else ""


def length(histogram: Table, *others: Table) -> str:
    """Between how many turns most games end: the shortest and the longest twentieth left out."""
    counts: dict[int, int] = {}
    for row in main_rows(histogram):
        counts[row["turns"]] = counts.get(row["turns"], 0) + row["games"]
    turns, every = sorted(counts), sum(counts.values())
    seen = list(zip(turns, accumulate(counts[each] for each in turns), strict=True))
    low, high = (next((turn for turn, games in seen if games >= share * every), 0) for share in (0.05, 0.95))
    return f"Nine games in ten end after {low} to {high} turns" if counts else ""


def greatest_cell(table: Table, *, value: str, says: str) -> str:
    """The greatest cell of a grid, which is counted and not compared, as `says` puts it (columns, {shown})."""
    rows = [row for row in main_rows(table) if row.get(value) is not None]
    if len(rows) < 2:
        return ""
    best = max(rows, key=lambda row: row[value])
    return capital(says.format(**best, shown=percent(best[value])))


def ahead(margins: Table) -> str:
    """Who is ahead at the last turn that half of the games reach, by the interval of the margin."""
    rows = [row for row in main_rows(margins) if row["running"] >= 0.5 and row["turn"] % 2 == 0]
    if not rows:
        return ""
    row = rows[-1]
    if row["low"] is None or row["low"] <= 0.0 <= row["high"]:
        return f"After {row['turn']} turns neither player is known to be ahead"
    who = "first" if row["margin"] > 0.0 else "second"
    return f"After {row['turn']} turns the {who} player is {points(abs(row['margin']))} points ahead on average"


def few(names: Sequence[str]) -> str:
    """Names, and of many the first with their number."""
    return listed(list(names)) if len(names) <= OPEN else f"{listed(list(names[:OPEN]))} ({len(names)} in all)"
