"""The most extreme of all games, and how rare games nearly as extreme are: for playtests, and for who wants to look."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import stacks
from dhstats.queries.connection import Limits
from dhstats.queries.counts import Progress, counting, game_columns
from dhstats.seats import SEATS
from dhstats.simulate.tables import win_parts
from dhstats.stats.estimates import clusters
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import wilson_mean
from dhstats.storage import Run
from dhstats.storage.run import parts_of_win, win_columns

Array = np.ndarray[Any, Any]
RARE = 1 / 200  # a share of games: rarer ones nobody has to be ready for
TABLE = 20  # games of a playtest
LEVEL = 0.95


@dataclass(frozen=True)
class Extreme:
    """The most extreme game in one respect, and how often games come near it.

    `value` is what game `game` had, in `unit`; `bound` is what at most one game in 200 reaches, `share` how many do.
    """

    name: str
    unit: str
    most: bool
    value: int
    game: int
    bound: int
    share: Estimate

    @property
    def met(self) -> float:
        """The chance that twenty games of different deals have such a game."""
        return float(1.0 - (1.0 - self.share.value) ** TABLE)


@dataclass(frozen=True)
class Expected:
    """What a game is like on average: a name, its unit, and the estimate over deals."""

    name: str
    unit: str
    value: Estimate


@dataclass(frozen=True)
class Measure:
    """A respect in which games are extreme: a number for every game that has one, with its deal and its number.

    `most` says whether the largest numbers are looked for, or the smallest.
    """

    name: str
    unit: str
    most: bool
    values: Array
    deals: Array
    games: Array

    def extreme(self) -> Extreme:
        """The first game of the most extreme value; the bound is the least extreme that at most one game in 200 has."""
        signed = self._signed
        found, numbers = np.unique(signed, return_counts=True)
        reached = numbers[::-1].cumsum()[::-1]
        rare = found[reached <= RARE * len(signed)]  # none where more games reach the greatest value as well
        return self._reaching(int(signed.argmax()), int(rare[0]) if len(rare) else int(found[-1]))

    def foremost(self, wanted: int) -> tuple[Extreme, ...]:
        """The most extreme games, the first of equal ones first; the bound of each is what it has itself."""
        signed = self._signed
        order = np.argsort(-signed, kind="stable")[:wanted]
        return tuple(self._reaching(int(place), int(signed[place])) for place in order)

    @property
    def _signed(self) -> Array:
        return self.values if self.most else -self.values

    def _reaching(self, place: int, bound: int) -> Extreme:
        """The game of a place, and how many reach a bound on the signed values."""
        such, games, deals = int((self._signed >= bound).sum()), len(self.values), len(np.unique(self.deals))
        # a deal's games are parts of one observation
        interval = wilson_mean(such, deals, games // deals, LEVEL, "deals")
        share = Estimate(such / games, (interval.high - interval.low) / 4.0, interval)
        value, game, bound = int(self.values[place]), int(self.games[place]), bound if self.most else -bound
        return Extreme(self.name, self.unit, self.most, value, game, bound, share)


@dataclass(frozen=True)
class Games:
    """What is read off the games of a run, game by game: their deals and numbers, and quantities by name.

    `scores` has a row for every seat.
    """

    deals: Array
    turns: Array
    gap: Array
    lead_changes: Array
    best: Array
    won: Array
    scores: Array

    def expected(self, score: str) -> tuple[Expected, ...]:
        """Length, distance, changes of the lead, and how often who begins wins."""
        share = clusters.mean(self.won, self.deals).estimate(LEVEL, (0.0, 1.0))
        told = (("Turns of all players", "turns", self.turns), ("Distance at the end", score, self.gap),
                ("Changes of the lead", "times", self.lead_changes))  # fmt: skip
        means = (Expected(name, unit, clusters.mean(each, self.deals).estimate(LEVEL)) for name, unit, each in told)
        return (Expected("Won by the first player", "share of a win", share), *means)

    def extremes(self, score: str) -> tuple[Extreme, ...]:
        """The extremes that a table would talk of."""
        respects = (
            self.measure("The longest game", "turns", self.turns),
            self.measure("The shortest game", "turns", self.turns, most=False),
            self.measure("The clearest win", score, self.gap),
            self.measure("Most changes of the lead", "changes", self.lead_changes),
            self.measure(f"The best result, in {score}", score, self.best),
        )
        return tuple(each.extreme() for each in respects)

    def measure(self, name: str, unit: str, values: Array, *, most: bool = True) -> Measure:
        """A respect in which all games are compared."""
        return Measure(name, unit, most, values, self.deals, np.arange(len(values)))


def games_of(run: Run, limits: Limits | None = None) -> Games:
    """The games of a run; BadInput for one that keeps totals alone."""
    if run.manifest.keep == "totals":
        raise BadInput(f"{run.folder}: keeps exact totals and no games; simulate again without --keep totals")
    seats = run.manifest.seats
    columns = ("deal_id", "lead_changes", *win_columns(len(seats)), *(f"score_{name}" for name in SEATS[: len(seats)]))
    read = game_columns(run, columns)
    with counting(run, limits) as counts:
        turns = counts.frame("lengths")["turns"].to_numpy()
    scores = np.stack([read[f"score_{name}"] for name in SEATS[: len(seats)]]).astype(np.int64)
    ordered = np.sort(scores, axis=0)
    gap = ordered[-1] - ordered[-2] if len(seats) > 1 else np.zeros_like(ordered[0])  # alone nobody is behind
    won = win_parts(read, len(seats))[0] / parts_of_win(len(seats))
    return Games(
        read["deal_id"].astype(np.int64), turns.astype(np.int64), gap,
        read["lead_changes"].astype(np.int64), ordered[-1], won, scores,
    )  # fmt: skip


LISTED = 5  # games in each respect
MOST_GAMES = 2_000_000
COMEBACK = (
    "The winner's largest deficit at the end of any turn, counted with the points on the table at that time;"
    " a drawn game counts as no deficit."
)
LEADS = "How often the lead changed; ties do not change it."
CHOICES = "How often a player had more than one legal move."
POINTS = "points"
GAP = "From the best result to the second best."


@dataclass(frozen=True)
class Found:
    """A game in one respect: its number, what it had, how rare that is, and how it ended."""

    game: int
    has: str
    rare: str
    ended: str


@dataclass(frozen=True)
class Respect:
    """A respect in which games are extreme, what is counted, how many games were, and the most extreme ones."""

    name: str
    note: str
    games: int
    found: tuple[Found, ...]


def respects(run: Run, progress: Progress | None = None) -> tuple[Respect, ...]:
    """The games of a run that are worth a look; BadInput for a run that keeps totals alone, or too many games."""
    if run.manifest.games > MOST_GAMES:
        raise BadInput(f"{run.folder}: has {run.manifest.games:,} games; the search is limited to {MOST_GAMES:,}")
    game = run.manifest.game
    score = POINTS  # of a game that does not say
    with suppress(BadInput):  # whose deals cannot be laid out by hand
        score = stacks.load(game).score
    games, alone = games_of(run), len(run.manifest.seats) == 1
    turns = "Turns of the player." if alone else "Turns of all players together."
    lengths = [
        (games.measure("The longest games", "turns", games.turns), turns),
        (games.measure("The shortest games", "turns", games.turns, most=False), turns),
    ]
    logged = tuple(_logged(run, score, progress)) if run.has_moves else ()
    best = games.measure("The best results", score, games.best)
    if alone:
        note, worst = f"The {score} of the player.", games.measure("The worst results", score, games.best, most=False)
        told = [(best, note), (worst, note), *logged]
    else:
        told = [
            (games.measure("The clearest wins", score, games.gap), GAP),
            (games.measure("The nearest finishes", score, games.gap, most=False), GAP),
            *logged,
            (games.measure("Most changes of the lead", "changes", games.lead_changes), LEADS),
            (best, f"The highest {score}."),
        ]
    return tuple(_respect(measure, note, games, score) for measure, note in [*lengths, *told])


def _logged(run: Run, score: str, progress: Progress | None) -> Iterator[tuple[Measure, str]]:
    """What only games tell whose turns were logged: comebacks where two play, and how much there was to choose."""
    asked = [("The fewest choices", "choices", False, "choices", "choices", CHOICES)]
    if len(run.manifest.seats) == 2:
        asked.insert(0, ("The greatest comebacks", score, True, "deficits", "behind", COMEBACK))
    with counting(run, progress=progress) as counts:
        for name, unit, most, query, column, note in asked:
            rows = counts.frame(query)
            if not rows.is_empty():
                deals, arms, values = (rows[each].to_numpy().astype(np.int64) for each in ("deal_id", "arm", column))
                games = deals * len(run.manifest.design.arms) + arms
                yield Measure(name, unit, most, values, deals, games), note


def _respect(measure: Measure, note: str, games: Games, score: str) -> Respect:
    found = []
    for each in measure.foremost(LISTED):
        scores = " : ".join(map(str, games.scores[:, each.game]))
        ended = f"{scores} {score} after {int(games.turns[each.game])} turns"
        found.append(Found(each.game, f"{each.value:,} {each.unit}", f"{bound(each)}: {rare(each)}", ended))
    return Respect(measure.name, note, len(measure.values), tuple(found))


def rare(each: Extreme) -> str:
    """How rare games nearly as extreme are: "one game in 210 (150 to 310)"."""
    if not each.share.value:
        return "never seen"
    known = each.share.interval
    games, low, high = (_one_in(share) for share in (each.share.value, known.high, known.low))
    return f"one game in {games} ({low} to {high})"


def _one_in(share: float) -> str:
    """Of how many games one is such, in two digits."""
    if not share > 0.0:
        return "any number"
    games = 1.0 / share
    step = 10 ** max(0, len(str(round(games))) - 2)
    return f"{round(games / step) * step:,}"


def bound(each: Extreme) -> str:
    """Value that at most one game in 200 reaches: "88 turns or more"."""
    return f"{each.bound:,} {each.unit} or {'more' if each.most else 'fewer'}"
