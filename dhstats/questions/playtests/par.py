"""Par deals: cards that people stack by hand, and what experts reach with them from each place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.errors import DataProblem
from dhstats.games.bundle import GameBundle
from dhstats.games.retelling import SEATS, Kept
from dhstats.games.ruleset import RuleSet
from dhstats.games.stacks import Stack, Stacking
from dhstats.players.match import line_up
from dhstats.players.positions.stacked import StackedTable
from dhstats.simulate.tables.rows import worded
from dhstats.simulate.tables.wins import win_parts
from dhstats.stats.estimates import clusters
from dhstats.stats.intervals.blocks import Estimate
from dhstats.storage.wins import parts_of_win

Array = np.ndarray[Any, Any]
PAR = 10  # deals on a page
TIMES = 200  # games with the same cards, where dice or lost cards are left to chance
LEVEL = 0.95


@dataclass(frozen=True)
class ParGame:
    """What experts reach with the cards of a deal: mean scores by seat, the first player's lead, wins by seat.

    `first` is the number of the deck or hand that begins, `games` how often it was played: once where nothing is left
    to chance.
    """

    first: int
    scores: tuple[float, ...]
    lead: Estimate
    won: tuple[float, ...]
    games: int

    @property
    def sure(self) -> bool:
        """Whether all games with these cards ended alike."""
        return self.games == 1 or self.lead.se == 0.0


@dataclass(frozen=True)
class ParDeal:
    """A deal to stack: its number on the page, its stacks, and par for each who may begin."""

    number: int
    deal: int
    stacks: tuple[Stack, ...]
    games: tuple[ParGame, ...]


def par_deals(
    bundle: GameBundle, rules: RuleSet, expert: Strategy, stacking: Stacking, seed: int,
    watch: Callable[[int], None] = lambda _: None,
) -> tuple[ParDeal, ...]:  # fmt: skip
    """The first deals of a seed, each played by experts from every place.

    Every game is told to the referee on a table that is laid out from the words of the page; DataProblem where it
    would come out otherwise there.
    """
    seats = bundle.players(rules.record())
    table = StackedTable(line_up(bundle, rules, [expert]), (expert.name,) * seats, stacking)
    found = []
    for deal in range(PAR):
        laid = stacking.stacks(rules.effective, seed, deal)
        games = []
        for layout in range(seats):
            _check(bundle, rules, stacking, (seed, deal, layout), laid, table)
            games.append(_par(table.play(seed, deal, layout, TIMES), layout, seats))
        found.append(ParDeal(deal + 1, deal, laid, tuple(games)))
        watch(deal + 1)
    return tuple(found)


def _check(
    bundle: GameBundle, rules: RuleSet, stacking: Stacking, at: tuple[int, int, int], laid: Sequence[Stack],
    table: StackedTable,
) -> None:  # fmt: skip
    """DataProblem where stacked cards do not give the game that the engine plays."""
    seed, deal, layout = at
    result, turns = table.logged(seed, deal, layout)
    row = worded(bundle, result) | {"game_id": 0, "deal_id": deal, "swapped": layout > 0, "layout": layout}
    kept = Kept(seed, row, [worded(bundle, each) for each in turns])
    for problem in stacking.problems(rules.effective, kept, laid):
        raise DataProblem(f"deal {deal} of seed {seed}, stacked by hand: {problem}; this is a defect of dhstats")


def _par(results: Array, layout: int, seats: int) -> ParGame:
    scores = np.stack([results[f"score_{name}"] for name in SEATS[:seats]]).astype(np.float64)
    lead = scores[0] - scores[1:].max(axis=0)
    shares = win_parts(results, seats) / parts_of_win(seats)
    games = len(lead)
    means = tuple(float(each.mean()) for each in scores)
    return ParGame(layout + 1, means, _mean(lead), tuple(float(each.mean()) for each in shares), games)


def _mean(values: Array) -> Estimate:
    """The mean over games with the same cards; with itself as interval where they are all alike."""
    if len(values) == 1 or not np.ptp(values):
        found = clusters.mean([0.0, 0.0], [0, 1]).estimate(LEVEL, (0.0, 0.0))
        value = float(values[0])
        same = replace(found.interval, low=value, high=value, method="the same each time", n=len(values), unit="games")
        return Estimate(value, 0.0, same)
    found = clusters.mean(values, np.arange(len(values))).estimate(LEVEL)
    method = "t over games with the same cards"
    return replace(found, interval=replace(found.interval, method=method, unit="games with the same cards"))
