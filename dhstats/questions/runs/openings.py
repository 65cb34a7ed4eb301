"""In a sentence each: how long games are, how they end, and how long they stay open."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Opening
from dhstats.questions.shared.first_screen import SURENESS
from dhstats.questions.shared.groups import LEVEL
from dhstats.questions.shared.hundred import rounded
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval

Row = Mapping[str, Any]
ALONE = "Turns of the player"  # the title of a column of games for one


def in_short(answer: Answer, game: str) -> Opening | None:
    """What an answer says at first sight: its own opening, one of these, or its first headline; None for silence."""
    if answer.opening:
        return answer.opening
    short = SHORT.get(answer.key)
    told = short(answer, game) if short else None
    if told:
        return told
    headline = next((each for each in answer.findings if each.headline), None)
    return Opening(answer.title, headline.text, "", "", headline.verdict) if headline else None


def _length(answer: Answer, _: str) -> Opening | None:
    mean = _mean(answer, "turns")
    if mean is None:
        return None
    middle = {row["p"]: row["value"] for row in _rows(answer, "quantiles") if row["what"] == "turns"}
    most = ""
    if 0.05 in middle and 0.95 in middle:
        most = f"; nine in ten take {words.step(middle[0.05])} to {words.step(middle[0.95])}"
    several = any(
        column.title != ALONE for table in answer.tables for column in table.columns if column.name == "turns"
    )
    who = ", those of all players together" if several else ""
    told = f"A game takes about {_rounded(mean, mean['mean'])} turns{who}{most}."
    return Opening(answer.title, told, _measured(mean, "the mean is"), "")


def _endings(answer: Answer, game: str) -> Opening | None:
    if not any(each.key == "endings" for each in answer.tables):
        return None
    rows = [row for row in _rows(answer, "endings") if row["ended_by"] == "either"]
    first = [row for row in rows if row["matchup"] == rows[0]["matchup"]]
    if not first:
        return None
    names, most = vocabulary(game).ends, max(first, key=lambda row: row["share"])
    name = names.get(most["end_reason"], words.spoken(most["end_reason"]))
    sure = {"low": most["share_low"], "high": most["share_high"], "level": 0.95}
    told = f"{_rounded(sure, most['share'], factor=100.0)} of 100 games end by {name}."
    return Opening(answer.title, told, _measured(sure, "", 100.0), "")


def _lead(answer: Answer, _: str) -> Opening | None:
    mean = _mean(answer, "lead_changes")
    if mean is None:
        return None
    settled = [row["value"] for row in _rows(answer, "quantiles") if row["p"] == 0.5][:1]
    half = f", and half of the games are decided after {words.step(settled[0])} % of their turns" if settled else ""
    told = f"The lead changes about {_rounded(mean, mean['mean'], 1)} times per game{half}."
    return Opening("How long is a game open?", told, _measured(mean, "changes of the lead"), "")


def _rows(answer: Answer, key: str) -> list[dict[str, Any]]:
    """The rows of a table; none where a shorter answer was kept."""
    return next((each.frame.to_dicts() for each in answer.tables if each.key == key), [])


def _mean(answer: Answer, what: str) -> Row | None:
    """The first row of the means of a quantity."""
    return next((row for row in _rows(answer, "means") if row["what"] == what), None)


def _rounded(row: Row, value: float, start: int = 0, factor: float = 1.0) -> str:
    """A mean or a share of games as its interval lets it be rounded, in so many digits or more."""
    low, high = UNBOUNDED if row["low"] is None else (row["low"], row["high"])
    interval = Interval(low, high, LEVEL, "", 0, "games")
    digits = _digits(row, factor) if row["low"] is not None else start
    return rounded(Estimate(value, math.nan, interval), digits, start, factor)


def _digits(row: Row, factor: float) -> int:
    return words.places(factor * max((row["high"] - row["low"]) / 4.0, 1e-9))


def _measured(row: Row, what: str, factor: float = 1.0) -> str:
    """How sure a mean is."""
    if row["low"] is None:
        return f"{SURENESS['fact']}: too few deals differ for an interval."
    low, high = (words.number(factor * row[end], _digits(row, factor)) for end in ("low", "high"))
    return f"{SURENESS['fact']}: {what + ' ' if what else ''}{low} to {high} ({100.0 * row['level']:g} % interval)."


SHORT: Mapping[str, Callable[[Answer, str], Opening | None]] = {"length": _length, "endings": _endings, "lead": _lead}
