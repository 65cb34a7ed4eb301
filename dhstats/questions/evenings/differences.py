"""What differs in people's games: seats, powers, versions, numbers of players, first and last games, skill."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from dhstats.questions.evenings.records import BEST, GAP, MEASURES, MINUTES, TURNS, Evenings, Measure, Row, rows_of
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import spelt, two_digits
from dhstats.questions.shared.words import Unit
from dhstats.seats import SEATS
from dhstats.simulate.playtests.games import SheetGame
from dhstats.stats.estimates import mixed
from dhstats.stats.estimates.mixed import Fitted, centred, columns_of
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import holm, within
from dhstats.stats.sequential.power import blocks_for_effect

Array = np.ndarray[Any, Any]
ALPHA, POWER = 0.05, 0.8
EDGE = 0.1  # of the wins: a difference as large is worth showing
FEWEST = 4  # games that anything is said of
POOLED = 4  # powers, from which on they are taken as drawn alike, and shrunk
IN_100 = Unit(100.0, "", sign=True)


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that may differ: its `topic` and `name`, what is asked, its estimate and p-value (Holm over the page).

    `claim` goes before the number and `of` follows it; `edge` is what is worth showing, in the unit of the estimate,
    and `but` says what else may be the cause.
    """

    topic: str
    name: str
    claim: str
    of: str
    question: str
    edge: float
    unit: Unit
    games: int
    estimate: Estimate
    p: float
    but: str = ""
    holm: float = 1.0
    asked: int = 1  # how many such differences a page asks about

    @property
    def shown(self) -> bool:
        """Whether the games show it, all that the page asks about taken together."""
        return self.holm < ALPHA

    @property
    def needed(self) -> int:
        """About how many games would show a difference of the edge, by how much these vary."""
        variance = self.games * max(self.estimate.se, 1e-9) ** 2
        return two_digits(max(self.games + 1, blocks_for_effect(variance, self.edge, POWER, ALPHA)))

    @property
    def unit_words(self) -> str:
        """The unit alone."""
        return self.of.partition(" against")[0].partition(" (")[0]

    @property
    def worth(self) -> str:
        """How large a difference is worth showing."""
        return f"{self.unit.factor * self.edge:.2g} {self.unit_words}"

    @property
    def sentence(self) -> str:
        """What the games show of it, or that they cannot."""
        stated, but = words.stated(self.estimate, self.unit, self.of), f"; {self.but}" if self.but else ""
        if not self.shown and not self.estimate.interval.contains(0.0):
            but += f"; of {spelt(self.asked)} questions one or the other looks as clear by chance"
        if self.shown:
            return f"{self.claim} {stated}{but}."
        if self.estimate.interval.inside(-self.edge, self.edge):
            return f"{self.claim} {stated}{but}: no difference as large as {self.worth}."
        cannot = f"{spelt(self.games).capitalize()} games cannot show {self.question}; about {self.needed:,} would"
        return f"{cannot}, if it is {self.worth}. {self.claim} {stated} so far{but}."


def differences(evenings: Evenings) -> tuple[Difference, ...]:
    """All that is asked about, each with its p-value adjusted for all of them."""
    found = [*seats(evenings), *powers(evenings), *versions(evenings), *player_counts(evenings), *learning(evenings)]
    adjusted = holm([each.p for each in found]) if found else ()
    return tuple(replace(each, holm=p, asked=len(found)) for each, p in zip(found, adjusted, strict=True))


def seats(evenings: Evenings) -> list[Difference]:
    """What every seat is worth, at tables for as many as played most often; and in points where scores are known."""

    def fits(game: SheetGame) -> bool:
        return sorted(each.seat or 0 for each in game.players) == list(range(1, len(game.players) + 1))

    rows = rows_of(evenings, fits)
    if not rows:
        return []
    sizes = Counter(Counter(row.game for row in rows).values())
    size = max(sizes, key=lambda each: (sizes[each], each))
    rows = [row for row in rows if len(evenings.games[row.game].players) == size]
    if len(rows) < FEWEST * size:
        return []
    claim, question = "The {} seat is worth", "whether the {} seat wins more or less than an even share"
    names = {seat: SEATS[seat - 1] for seat in range(1, size + 1)}
    found = _worth(evenings, rows, [row.told.seat for row in rows], "seat", names, (claim, question))
    return found[:1] if size == 2 else found  # of two seats one is what the other is not


def powers(evenings: Evenings) -> list[Difference]:
    """What every power is worth; nothing where each always sits in one seat: then a power is a seat."""
    rows = rows_of(evenings, lambda game: all(each.power for each in game.players))
    rows = [row for row in rows if len({each.power for each in evenings.games[row.game].players}) > 1]
    known = {row.told.power: row.told.power or "" for row in rows}
    seated = {(row.told.power, row.told.seat) for row in rows}
    if len(rows) < 2 * FEWEST or len(known) < 2 or (len(seated) == len(known) and None not in dict(seated).values()):
        return []
    claim, question = "{} is worth", "whether {} wins more or less than an even share"
    return _worth(evenings, rows, [row.told.power for row in rows], "power", known, (claim, question))


def _worth(
    evenings: Evenings, rows: Sequence[Row], labels: Sequence[Any], topic: str, names: dict[Any, str],
    said: tuple[str, str],
) -> list[Difference]:  # fmt: skip
    """The share of the wins of each label above that of all, players of equal skill: a regression within games."""
    groups = np.unique([row.game for row in rows], return_inverse=True)[1]
    won, (known, marks) = np.array([row.told.won or 0.0 for row in rows]), columns_of(labels)
    games, size = len(set(groups.tolist())), len(known)
    apart = centred(marks, groups)
    if np.linalg.matrix_rank(apart) < size - 1:  # some never meet, so that nothing compares them
        return []
    drawn = skills(evenings, rows, groups)
    pooled = topic == "power" and size >= POOLED
    asked = np.empty((len(rows), 0)) if pooled else apart[:, :-1]
    drawn = [apart, *drawn] if pooled else drawn
    contrasts = np.zeros((size, asked.shape[1] + sum(each.shape[1] for each in drawn)))
    contrasts[:, : size if pooled else size - 1] = (np.eye(size) - 1.0 / size)[:, : size if pooled else size - 1]
    if not pooled:
        contrasts[:, : size - 1] = np.eye(size)[:, :-1] - 1.0 / size
    units = evenings.units([row.game for row in rows])
    found, even = mixed.fit(centred(won, groups), asked, drawn, contrasts, units, lost=games), games / len(rows)
    if pooled:
        found = tuple(replace(each, estimate=possible(each.estimate, even)) for each in found)
    else:
        rates = marks.T @ won / marks.sum(axis=0)
        luck = float((rates * (1.0 - rates)).mean())
        found = tuple(as_share(each, even, luck, games, units) for each in found)
    return [
        Difference(
            topic, names[label], said[0].format(names[label]), "games in 100 against an even share",
            said[1].format(names[label]), EDGE, IN_100, games, each.estimate, each.p,
        )
        for label, each in zip(known, found, strict=True)
    ]  # fmt: skip


def possible(estimate: Estimate, even: float) -> Estimate:
    """An estimate of wins above an even share, its interval within what can be won."""
    return replace(estimate, interval=within(estimate.interval, (-even, 1.0 - even)))


def as_share(found: Fitted, even: float, luck: float, games: int, units: tuple[int, str]) -> Fitted:
    """A share above an even one with the interval of a share: luck is larger in the middle than at its ends.

    `luck` is the mean variance of a result, which gives the number of independent games that would tell as much.
    """
    se = found.estimate.se
    return mixed.share(found.estimate.value + even, luck / se**2 if se > 0.0 and luck > 0.0 else games, units, even)


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
    found = mixed.fit(centred(won, groups), np.empty((len(rows), 0)), drawn, contrasts, units, lost=games)
    shares = zip(known, marks.sum(axis=0).tolist(), (marks.T @ won).tolist(), found, strict=True)
    even = games / len(rows)
    told = [Skill(name, int(n), wins / n, possible(each.estimate, even)) for name, n, wins, each in shares]
    return sorted(told, key=lambda each: -each.skill.value)


def means(evenings: Evenings) -> list[tuple[Measure, int, Estimate]]:
    """Every measure that some games have, with how many have it and its mean."""
    found = []
    for measure in MEASURES:
        at, values = evenings.measured(measure)
        if len(at) >= FEWEST:
            found.append((measure, len(at), mean(evenings, at, values, rate=measure.rate)))
    return found


def mean(evenings: Evenings, at: Sequence[int], values: Array, *, rate: bool = False) -> Estimate:
    """The mean of a measure over games, evenings as blocks."""
    alike, units = evenings.alike(at), evenings.units(at)
    contrast = np.eye(1, 1 + sum(each.shape[1] for each in alike))
    (found,) = mixed.fit(values, np.ones((len(at), 1)), alike, contrast, units)
    if not rate:
        return found.estimate
    value = float(values.mean())
    luck, se = value * (1.0 - value), found.estimate.se
    n = luck / se**2 if luck > 0.0 and se > 0.0 else len(at)
    return mixed.share(found.estimate.value, min(n, len(at)), units).estimate


def slope(evenings: Evenings, at: Sequence[int], values: Array, along: Array) -> Fitted | None:
    """How a measure changes with another number, evenings and who plays aside; None where that never differs."""
    centre = along - along.mean()
    if len(at) < FEWEST or not centre.any():
        return None
    drawn = [*evenings.alike(at), *evenings.people(at)]
    asked = np.column_stack([centre, np.ones(len(at))])
    contrast = np.eye(1, 2 + sum(each.shape[1] for each in drawn))
    return mixed.fit(values, asked, drawn, contrast, evenings.units(at))[0]


def _changes(
    evenings: Evenings, topic: str, name: str, measure: Measure, along: dict[int, float], claim: str, question: str,
    but: str = "",
) -> list[Difference]:  # fmt: skip
    """How a measure changes along a number that some games have."""
    at, values = evenings.measured(measure)
    kept = [place for place, game in enumerate(at) if game in along]
    at, values = [at[place] for place in kept], values[kept]
    found = slope(evenings, at, values, np.array([along[game] for game in at])) if kept else None
    if found is None:
        return []
    edge = measure.edge * max(abs(float(values.mean())), 1e-9)
    named = f"{name}: {measure.what}"
    of = f"{measure.unit} ({measure.what})" if measure.unit == "points" else measure.unit
    return [Difference(topic, named, claim, of, question, edge, words.SIGNED, len(at), found.estimate, found.p, but)]


def versions(evenings: Evenings) -> list[Difference]:
    """Each version against the one before it, by the order in which they come up; and what else differed."""
    order = list(dict.fromkeys(game.version for game in evenings.games if game.version))
    found = []
    for before, after in pairwise(order):
        along = {
            at: float(game.version == after)
            for at, game in enumerate(evenings.games)
            if game.version in (before, after)
        }
        claim = f"Version {after} against version {before}:"
        for measure in (TURNS, MINUTES, GAP):
            question = f"whether version {after} differs from version {before} in {measure.what}"
            but = confounded(evenings, before, after)
            found += _changes(evenings, "version", f"{after} against {before}", measure, along, claim, question, but)
    return found


def confounded(evenings: Evenings, before: str, after: str) -> str:
    """What else differs between the games of two versions: when they were played, and by whom."""
    old, new = ([at for at, game in enumerate(evenings.games) if game.version == each] for each in (before, after))
    causes = []
    if max(old) < min(new):
        causes.append("later")
    elif not set(evenings.evenings(old)) & set(evenings.evenings(new)):
        causes.append("on other evenings")
    theirs, others = ({each.player for at in some for each in evenings.games[at].players} for some in (old, new))
    if None in theirs | others:
        causes.append("by people who are not named")
    elif theirs != others:
        causes.append(f"partly by other people ({len(theirs & others)} of {len(theirs | others)} played both)")
    if not causes:
        return ""
    return f"it was played {words.listed(causes)}, and that may be the cause as well as the version"


def player_counts(evenings: Evenings) -> list[Difference]:
    """What a further player adds to length and duration."""
    along = {at: float(len(game.players)) for at, game in enumerate(evenings.games)}
    claim, but = "A further player adds", "tables of other sizes were other people's" if evenings.told else ""
    return [
        each
        for measure in (TURNS, MINUTES)
        for each in _changes(
            evenings, "players", "a further player", measure, along, claim,
            f"whether {measure.what} depends on the number of players", but,
        )
    ]  # fmt: skip


def learning(evenings: Evenings) -> list[Difference]:
    """How much longer, and how much better scored, the last game is than the first, by a straight line."""
    last = max(1, len(evenings.games) - 1)
    along = {at: at / last for at in range(len(evenings.games))}
    several = len({game.version for game in evenings.games}) > 1
    but = "versions changed as well, and they may be the cause as well as learning" if several else ""
    claim, found = "From the first game to the last:", []
    for measure in (MINUTES, TURNS, BEST):
        question = f"whether {measure.what} changes as people learn"
        found += _changes(evenings, "learning", "first to last game", measure, along, claim, question, but)
    return found
