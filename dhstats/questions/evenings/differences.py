"""What differs in people's games: seats, powers, versions, numbers of players, first and last games, skill."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from dhstats.questions.evenings.records import (
    ALPHA,
    BEST,
    ENOUGH,
    FEWEST,
    GAP,
    MEASURES,
    MINUTES,
    TURNS,
    Evenings,
    Measure,
    Row,
    games_for,
    rows_of,
)
from dhstats.questions.evenings.skill import possible, skills
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import capital, spelt
from dhstats.questions.shared.words import Unit
from dhstats.seats import seat_name
from dhstats.simulate.playtests.games import SheetGame
from dhstats.stats.estimates import mixed
from dhstats.stats.estimates.lookalikes import dealt_p
from dhstats.stats.estimates.mixed import Fitted, centred, columns_of
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, holm, within

Array = np.ndarray[Any, Any]
EDGE = 0.1  # of the wins: a difference as large is worth showing
TOGETHER = 0.3  # correlation, from which on two things cannot be told apart with ease
POOLED = 4  # powers, from which on they are taken as drawn alike, and shrunk
IN_100 = Unit(100.0, "", sign=True)


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that may differ: its `topic` and `name`, what is asked, its estimate and p-value (Holm over the page).

    `claim` goes before the number and `of` follows it; `edge` is what is worth showing, in the unit of the estimate,
    `variance` that of one game, `but` says what else may be the cause, and `among` which of the games were judged.
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
    variance: float
    but: str = ""
    among: str = ""
    holm: float = 1.0
    wide: Interval | None = None  # the interval at the level that all such differences leave to each
    asked: int = 1  # how many such differences a page asks about
    looks: int = 1  # how often somebody looks in all

    @property
    def shown(self) -> bool:
        """Whether the games show it, all that the page asks about taken together."""
        return self.holm < ALPHA and self.games >= ENOUGH

    @property
    def joint(self) -> Interval:
        """The interval with all that the page asks about taken together; it has 0 in it unless the games show more."""
        wide = self.wide or self.estimate.interval
        return wide if self.shown else replace(wide, low=min(wide.low, 0.0), high=max(wide.high, 0.0))

    @property
    def needed(self) -> int:
        """About how many games would show a difference of the edge, at the level of the first step of Holm."""
        return games_for(self.variance, self.edge, self.asked * self.looks)

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
            looks = f"{spelt(self.asked)} questions, one" if self.asked > 1 else "so few games, it"
            but += f"; with {looks} may look this clear by chance"
        among = f", in {self.counted}" if self.among else ""
        if self.shown:
            return f"{self.claim} {stated}{among}{but}."
        if self.estimate.interval.inside(-self.edge, self.edge):
            return f"{self.claim} {stated}{among}{but}: no difference as large as {self.worth}."
        cannot = f"{capital(self.counted)} cannot show {self.question}; {self.would}"
        cannot += f", if it is {self.worth}" if self.needed > self.games else ""
        return f"{cannot}. {self.claim} {stated} so far{but}."

    @property
    def would(self) -> str:
        """How many games would show it, or that they would probably have."""
        enough = f"a difference of {self.worth} would probably have shown"
        return f"about {self.needed:,} would" if self.needed > self.games else enough

    @property
    def counted(self) -> str:
        """How many games were judged, and which, where not all were."""
        return f"your {self.games:,} games {self.among}" if self.among else f"{spelt(self.games)} games"


def differences(evenings: Evenings) -> tuple[Difference, ...]:
    """All that is asked about, each with its p-value adjusted for all of them."""
    found = _asked(evenings)
    if not found:
        return ()
    asked, looks = len(found), evenings.looks
    wide = (each.estimate.interval for each in _asked(replace(evenings, level=1.0 - ALPHA / asked / looks)))
    judged = zip(found, holm([each.p for each in found]), wide, strict=True)
    return tuple(
        replace(each, holm=min(1.0, looks * p), asked=asked, looks=looks, wide=interval) for each, p, interval in judged
    )


def _asked(evenings: Evenings) -> list[Difference]:
    return [*seats(evenings), *powers(evenings), *versions(evenings), *player_counts(evenings), *learning(evenings)]


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
    among = f"with {spelt(size)} players" if len(sizes) > 1 else "whose seats and winner are known"
    names = {seat: seat_name(seat) for seat in range(1, size + 1)}
    return _worth(evenings, rows, [row.told.seat for row in rows], "seat", names, among)


def powers(evenings: Evenings) -> list[Difference]:
    """What every power is worth; nothing where each always sits in one seat, or where some never met."""
    rows = _of_powers(evenings)
    known = {row.told.power: row.told.power or "" for row in rows}
    seated = {(row.told.power, row.told.seat) for row in rows}
    if len(rows) < 2 * FEWEST or len(known) < 2 or (len(seated) == len(known) and None not in dict(seated).values()):
        return []
    among = "whose powers and winner are known"
    return (
        [] if never_met(evenings) else _worth(evenings, rows, [row.told.power for row in rows], "power", known, among)
    )


def _of_powers(evenings: Evenings) -> list[Row]:
    rows = rows_of(evenings, lambda game: all(each.power for each in game.players))
    return [row for row in rows if len({each.power for each in evenings.games[row.game].players}) > 1]


def never_met(evenings: Evenings) -> str:
    """Which powers no game compares, not even by way of others; nothing where all are compared."""
    parts: list[set[str]] = []
    for at in {row.game for row in _of_powers(evenings)}:
        met = {each.power or "" for each in evenings.games[at].players}
        joined = [part for part in parts if part & met]
        parts = [*(part for part in parts if part not in joined), met.union(*joined)]
    first, *others = sorted(words.listed(sorted(part)) for part in parts) or [""]
    return f"Nothing compares {first} with {'; or with '.join(others)}: they never met in a game." if others else ""


def _worth(
    evenings: Evenings, rows: Sequence[Row], labels: Sequence[Any], topic: str, names: dict[Any, str], among: str
) -> list[Difference]:
    """The share of the wins of each label above that of all, players of equal skill: a regression within games."""
    groups = np.unique([row.game for row in rows], return_inverse=True)[1]
    won, (known, marks) = np.array([row.told.won or 0.0 for row in rows]), columns_of(labels)
    games, even, size = len(set(groups.tolist())), len(set(groups.tolist())) / len(rows), len(known)
    apart, drawn = centred(marks, groups), skills(evenings, rows, groups)
    but = _of_people(topic, apart, drawn[0]) if drawn else ""
    found = _fitted(evenings, rows, (won, marks, groups), drawn, topic == "power" and size >= POOLED)
    seat, among = " seat" if topic == "seat" else "", among if games < len(evenings.games) else ""
    told = []
    for label, each, mark in zip(known, found, marks.T, strict=True):
        name = f"the {names[label]}{seat}" if seat else names[label]
        told.append(Difference(
            topic, names[label], f"{capital(name) if seat else name} is worth", "games in 100 against an even share",
            f"whether {name} wins more or less than an even share", EDGE, IN_100, games, each.estimate,
            max(each.p, dealt_p(won, mark, groups)), even * (1.0 - even) * games / float(mark.sum()), but, among,
        ))  # fmt: skip
    return told[:1] if size == 2 else told  # of two, one is what the other is not


def _fitted(
    evenings: Evenings, rows: Sequence[Row], told: tuple[Array, Array, Array], drawn: list[Array], pooled: bool
) -> tuple[Fitted, ...]:
    """What each label is worth: shares of wins, marks of labels and games, a row a player."""
    (won, marks, groups), units = told, evenings.units([row.game for row in rows])
    games, size, apart = len(set(groups.tolist())), marks.shape[1], centred(marks, groups)
    asked, drawn = (apart[:, :0], [apart, *drawn]) if pooled else (apart[:, :-1], drawn)
    told_of = size if pooled else size - 1
    contrasts = np.zeros((size, asked.shape[1] + sum(each.shape[1] for each in drawn)))
    contrasts[:, :told_of] = (np.eye(size) - 1.0 / size)[:, :told_of] if pooled else np.eye(size)[:, :-1] - 1.0 / size
    found = mixed.fit(centred(won, groups), asked, drawn, contrasts, units, lost=games, level=evenings.level)
    even = games / len(rows)
    if pooled:
        return tuple(replace(each, estimate=possible(each.estimate, even)) for each in found)
    rates = marks.T @ won / marks.sum(axis=0)
    return tuple(as_share(each, even, float((rates * (1.0 - rates)).mean()), games, units) for each in found)


def _of_people(topic: str, apart: Array, people: Array) -> str:
    """That seats or powers cannot be told from the people who had them, where the same always did."""
    left = apart - people @ np.linalg.lstsq(people, apart, rcond=None)[0]
    if np.linalg.matrix_rank(left, tol=1e-9) >= apart.shape[1] - 1:
        return ""
    had = f"each {topic} was always played by the same people"
    had = had if np.allclose(left, 0.0) else f"people changed between {topic}s too rarely to know which it is"
    return f"{had}, who may be the cause instead of the {topic}"


def as_share(found: Fitted, even: float, luck: float, games: int, units: tuple[int, str]) -> Fitted:
    """A share above an even one with the interval of a share: luck is larger in the middle than at its ends.

    `luck` is the mean variance of a result, which gives the number of independent games that would tell as much: never
    more than there were, and no more than blocks where all are alike.
    """
    se, level = found.estimate.se, found.estimate.interval.level
    n = min(games, luck / se**2) if se > 0.0 and luck > 0.0 else units[0]
    return mixed.share(found.estimate.value + even, n, units, even, level)


def means(evenings: Evenings) -> list[tuple[Measure, int, Estimate]]:
    """Every measure that some games have, with how many have it and its mean."""
    found = []
    for measure in MEASURES:
        at, values = evenings.measured(measure)
        if len(at) >= FEWEST:
            found.append((measure, len(at), mean(evenings, at, values, rate=measure.rate)))
    return found


def fitted_mean(evenings: Evenings, at: Sequence[int], values: Array) -> Fitted:
    """The mean of values over games, evenings as blocks, and how surely it is not zero."""
    alike = evenings.alike(at)
    contrast = np.eye(1, 1 + sum(each.shape[1] for each in alike))
    return mixed.fit(values, np.ones((len(at), 1)), alike, contrast, evenings.units(at), level=evenings.level)[0]


def mean(evenings: Evenings, at: Sequence[int], values: Array, *, rate: bool = False) -> Estimate:
    """The mean of a measure over games, evenings as blocks; none of these is below zero."""
    found, value = fitted_mean(evenings, at, values), float(values.mean())
    if not rate:
        return replace(
            found.estimate, interval=within(found.estimate.interval, (min(0.0, float(values.min())), np.inf))
        )
    return as_share(found, 0.0, value * (1.0 - value), len(at), evenings.units(at)).estimate


def slope(evenings: Evenings, at: Sequence[int], values: Array, along: Array) -> Fitted | None:
    """How a measure changes with another number, evenings and who plays aside; None where that never differs."""
    centre = along - along.mean()
    if len(at) < FEWEST + 1 or not centre.any():  # three degrees of freedom
        return None
    drawn = [*evenings.alike(at), *evenings.people(at)]
    asked = np.column_stack([centre, np.ones(len(at))])
    contrast = np.eye(1, 2 + sum(each.shape[1] for each in drawn))
    return mixed.fit(values, asked, drawn, contrast, evenings.units(at), level=evenings.level)[0]


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
    told, n = found.estimate, len(at)
    return [
        Difference(
            topic, named, claim, of, question, edge, words.SIGNED, n, told, found.p, n * max(told.se, 1e-9) ** 2, but
        )
    ]


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
    if _together([*map(evenings.size, old), *map(evenings.size, new)], [0] * len(old) + [1] * len(new)):
        causes.append("with other numbers of players")
    if not causes:
        return ""
    return f"it was played {words.listed(causes)}, which may be the cause instead of the version"


def player_counts(evenings: Evenings) -> list[Difference]:
    """What a further player adds to length and duration."""
    along = {at: float(len(game.players)) for at, game in enumerate(evenings.games)}
    claim, but = "With each further player:", _of_sizes(evenings)
    return [
        each
        for measure in (TURNS, MINUTES)
        for each in _changes(
            evenings, "players", "a further player", measure, along, claim,
            f"whether {measure.what} depends on the number of players", but,
        )
    ]  # fmt: skip


def _together(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two numbers of the same games rise or fall together, so that either may be the cause."""
    differ = len(set(one)) > 1 and len(set(other)) > 1
    return differ and abs(float(np.corrcoef(one, other)[0, 1])) > TOGETHER


def _of_sizes(evenings: Evenings) -> str:
    """What else differs between games with few and with many players: people, versions, when they were played."""
    games, order = evenings.games, list(dict.fromkeys(game.version for game in evenings.games))
    sizes, causes = [evenings.size(at) for at in range(len(games))], []
    people = [
        {each.player for game in games if len(game.players) == size for each in game.players} for size in set(sizes)
    ]
    if any(None in each for each in people):
        causes.append("not everybody is named")
    elif any(each != people[0] for each in people):
        causes.append("tables of other sizes were partly other people's")
    if _together(sizes, [order.index(game.version) for game in games]):
        causes.append("they were of other versions")
    if _together(sizes, range(len(games))):
        causes.append("they were at another time")
    return f"{words.listed(causes)}, which may be the cause" if causes else ""


def learning(evenings: Evenings) -> list[Difference]:
    """How much longer, and how much better scored, the last game is than the first, by a straight line."""
    last = max(1, len(evenings.games) - 1)
    along = {at: at / last for at in range(len(evenings.games))}
    causes = ["versions"] if len({game.version for game in evenings.games}) > 1 else []
    causes += ["numbers of players"] if _together([evenings.size(at) for at in along], list(along)) else []
    but = f"{words.listed(causes)} changed as well, which may be the cause instead of learning" if causes else ""
    claim, found = "From the first game to the last:", []
    for measure in (MINUTES, TURNS, BEST):
        question = f"whether {measure.what} changes as people learn"
        found += _changes(evenings, "learning", "first to last game", measure, along, claim, question, but)
    return found
