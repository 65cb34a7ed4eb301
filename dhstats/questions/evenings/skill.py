"""Who plays better in people's games: skill, told from luck as far as games allow."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.questions.evenings.records import FEWEST, Evenings, Row, rows_of
from dhstats.stats.estimates import mixed
from dhstats.stats.estimates.mixed import centred, columns_of
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import within

Array = np.ndarray[Any, Any]


def possible(estimate: Estimate, even: float) -> Estimate:
    """An estimate of wins above an even share, its interval within what can be won."""
    return replace(estimate, interval=within(estimate.interval, (-even, 1.0 - even)))


def skills(evenings: Evenings, rows: Sequence[Row], groups: Array) -> list[Array]:
    """Columns for who plays, and for their day where somebody plays on several; none where a name is missing."""
    who = [row.told.player for row in rows]
    if None in who or len(set(who)) == len(who):
        return []
    players = centred(columns_of(who)[1], groups)
    days = list(zip(who, evenings.evenings([row.game for row in rows]), strict=True))
    form = [centred(columns_of(days)[1], groups)] if evenings.told and len(set(days)) > len(set(who)) else []
    return [players, *form] if players.any() else []


@dataclass(frozen=True, slots=True)
class Skill:
    """A player: games, the share of the wins that they had, and what they win above even at a table of equals."""

    player: str
    games: int
    score: float
    skill: Estimate


def players(evenings: Evenings) -> list[Skill]:
    """Everybody's skill, shrunk by as much as luck explains; the best first. Empty where names are missing."""
    rows = rows_of(evenings, lambda _: True)
    groups = np.unique([row.game for row in rows], return_inverse=True)[1]
    drawn = skills(evenings, rows, groups) if rows else []
    games = len(set(groups.tolist()))
    if not drawn or games < FEWEST:
        return []
    known, marks = columns_of([row.told.player for row in rows])
    won = np.array([row.told.won or 0.0 for row in rows])
    contrasts = np.zeros((len(known), sum(each.shape[1] for each in drawn)))
    contrasts[:, : len(known)] = np.eye(len(known)) - 1.0 / len(known)
    units = evenings.units([row.game for row in rows])
    found = mixed.fit(
        centred(won, groups), np.empty((len(rows), 0)), drawn, contrasts, units, lost=games, level=evenings.level
    )
    shares = zip(known, marks.sum(axis=0).tolist(), (marks.T @ won).tolist(), found, strict=True)
    even = games / len(rows)
    told = [Skill(name, int(n), wins / n, possible(each.estimate, even)) for name, n, wins, each in shares]
    return sorted(told, key=lambda each: -each.skill.value)
