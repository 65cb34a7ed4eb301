"""A player under examination: what others score against them, and what their own games give away, deal by deal."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.games.bundle import GameBundle
from dhstats.players.match import Lineup, Match, line_up
from dhstats.players.positions.forks import Forked, ForkTable
from dhstats.players.strength.examining import outcomes
from dhstats.players.strength.instruments import Instrument, Tries
from dhstats.players.thinking import learning_of
from dhstats.questions.training.trials import Trials, in_parts
from dhstats.simulate.positions.forks import Study
from dhstats.simulate.work.workers import in_order, on_each_thread
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED
from dhstats.storage.wins import parts_of_win

Array = np.ndarray[Any, Any]
Played = TypeVar("Played")
PART = 10  # deals that a thread plays at a time


@dataclass(frozen=True, slots=True)
class Examination:
    """One player, and the deals, rules and threads with which they are examined."""

    trials: Trials
    player: Strategy
    workers: int

    @property
    def seats(self) -> int:
        """How many play."""
        return self.trials.seats

    @property
    def games(self) -> int:
        """How many games a deal has in which somebody is met from every seat, in every layout."""
        return self.seats * self.trials.layouts

    def against(self, other: Strategy, deals: range) -> Array:
        """What another player scores against them in all `games` of each deal, in parts of a win."""
        trials, players = self.trials, [self.player, other] if other.name != self.player.name else [other]
        lineup = line_up(trials.bundle, trials.rules, players)

        def play(part: range) -> Array:
            return outcomes(lineup, other.name, self.player.name, part, trials.seed, trials.layouts)[:, :, 0]

        return in_parts(self._parts(play, deals), self.seats)

    def answered(self, adviser: Strategy, tries: Tries, deals: range) -> Array:
        """The same for somebody who tries their options with the network of an adviser."""
        lineup = self._lineup()
        plan = seatings(self.seats, self.trials.layouts)
        outcome = outcome_of(self.trials.bundle)

        def play(part: range) -> Array:
            table = Instrument(lineup, self.player.name, adviser, tries, watched=False)
            results, _ = table.play(plan, self.trials.seed, part)
            return np.array(
                [[outcome(game, -turn % self.seats)[0] for turn, game in enumerate(row)] for row in results]
            )

        return in_parts(self._parts(play, deals), self.seats)

    def watched(self, adviser: Strategy, tries: Tries, deals: range) -> Array:
        """What is noted of their games among themselves, a game a layout: a row a deal (dtype `loops.NOTED`)."""
        lineup, plan = self._lineup(), self._every_layout()

        def play(part: range) -> Array:
            table = Instrument(lineup, self.player.name, adviser, tries, watched=True)
            _, noted = table.play(plan, self.trials.seed, part)
            return added(noted)

        return self._parts(play, deals)

    def begins(self, player: Strategy, deals: range) -> Array:
        """What the first seat wins among players who are all alike, in parts of a win, a game a layout of each deal."""
        lineup, plan = line_up(self.trials.bundle, self.trials.rules, [player]), self._every_layout()

        def play(part: range) -> Array:
            results, _ = Match(lineup, [player.name] * self.seats).play(plan, self.trials.seed, part.start, len(part))
            return np.asarray(results)

        return self.first_shares(self._parts(play, deals))

    def first_shares(self, results: Array) -> Array:
        """What the first seat wins in the games of each deal, one a layout, in parts of a win."""
        outcome = outcome_of(self.trials.bundle)
        won = np.array([outcome(result, 0)[0] for result in results.ravel().view(np.recarray)])
        return in_parts(won.reshape(-1, self.trials.layouts), self.seats)

    def forked(self, player: Strategy, study: Study, deals: range) -> Forked:
        """The same games, each copied at a moment and played on as a study says."""
        lineup = line_up(self.trials.bundle, self.trials.rules, [player], whole=False)
        plan, names = self._every_layout(), [player.name] * self.seats
        table = on_each_thread(lambda: ForkTable(lineup, names, study.moment, study.arms, study.replicates))
        found = self._each(lambda part: table().play(plan, self.trials.seed, part.start, len(part)), deals)
        forks, parents, results = (
            np.concatenate([getattr(each, name) for each in found]) for name in ("forks", "parents", "results")
        )
        return Forked(forks, parents, results, len(deals) * len(plan))

    def _lineup(self) -> Lineup:
        return line_up(self.trials.bundle, self.trials.rules, [self.player], whole=False)

    def _every_layout(self) -> Array:
        """The plan of games in which nobody moves to another seat."""
        return seatings(self.seats, self.trials.layouts)[:: self.seats]

    def _parts(self, play: Callable[[range], Array], deals: range) -> Array:
        """What playing comes to for rows of deals, one after the other."""
        return np.concatenate(self._each(play, deals))

    def _each(self, play: Callable[[range], Played], deals: range) -> list[Played]:
        """What playing comes to for each row of deals, in their order, whoever plays them."""
        starts = range(deals.start, deals.stop, PART)
        parts = [range(first, min(first + PART, deals.stop)) for first in starts]
        with (
            ThreadPoolExecutor(self.workers) as pool,
            closing(in_order(pool, "games", play, parts, 2 * self.workers)) as found,
        ):
            return list(found)


def seatings(seats: int, layouts: int = 1) -> Array:
    """The plan of a deal in which the cards stay with the seats, and the players move on; in each of some layouts."""
    order = np.arange(seats)
    return np.array([[k, 0, *(order + turn) % seats] for k in range(layouts) for turn in order], np.int64)


def added(noted: Array) -> Array:
    """What was noted in the games of each deal, added up; from shape (deals, games)."""
    total = noted[:, 0].copy()
    for name in noted.dtype.names or ():
        total[name] = noted[name].sum(axis=1)
    return total


def outcome_of(bundle: GameBundle) -> Callable[..., tuple[float, int]]:
    """How a game says that it ended for a seat, in plain Python."""
    outcome = learning_of(bundle.game).outcome
    plain: Callable[..., tuple[float, int]] = getattr(outcome, "py_func", outcome)
    return plain


def searches(player: Strategy) -> bool:
    """Whether a player tries options themself: then nobody who tries theirs can ask them in every try."""
    return dict(player.weights).get("budget", 0.0) > 0.0


def score(won: Array, exam: Examination, level: float) -> Estimate:
    """The mean share of the win, t over deals; `won` in parts of a win over all games of each deal."""
    return BlockSums.from_values(won.tolist(), parts_of_win(exam.seats) * exam.games).estimate(level, (0.0, 1.0))


def mean(values: Sequence[float], level: float, bounds: tuple[float, float] = UNBOUNDED) -> Estimate:
    """A mean over deals of values that are no whole numbers, which are counted in millionths; t over deals."""
    fine = 1_000_000
    return BlockSums.from_values([round(fine * value) for value in values], fine).estimate(level, bounds)
