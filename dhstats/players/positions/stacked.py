"""A table at which people could sit: deals with stacked cards, played as they lie, and again with other chance."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dhstats.engine.stacked import stacked_loop
from dhstats.games.stacks import Stacking
from dhstats.players.match import Company, Lineup, Match, records

Array = np.ndarray[Any, Any]


class StackedTable:
    """A strategy for every player at a table whose decks are stacked."""

    def __init__(self, lineup: Lineup, players: Sequence[str], stacking: Stacking) -> None:
        """BadInput if the rules are for more or fewer players."""
        self._lineup, self._stacking = lineup, stacking
        self._company, self._match = Company(lineup, players), Match(lineup, players)
        self._table = records(lineup.bundle.game.table, 1)
        self._table["seen"]["rules"] = lineup.rules

    def logged(self, seed: int, deal: int, layout: int) -> tuple[Any, Array]:
        """The game of a deal as chance has it: its result and its turns."""
        results, turns = self._match.play(self._plan(layout), seed, deal, 1, logged=True)
        return results[0, 0], turns

    def play(self, seed: int, deal: int, layout: int, times: int) -> Array:
        """The results of so many games with the same cards; of a game that leaves nothing to chance there is one."""
        game, renewal = self._lineup.bundle.game, self._stacking.renewal
        if renewal is None:
            return np.asarray(self._match.play(self._plan(layout), seed, deal, 1)[0][0])
        results, events = records(game.result, times), records(game.event, 1)
        loop = stacked_loop(game, renewal.function, renewal.file)
        seating = self._company.seating(self._plan(layout))
        self._company.played(
            loop, self._table[0], seating, np.uint64(seed), deal, results, events, view=self._table["seen"][0]
        )
        return np.asarray(results)

    def _plan(self, layout: int) -> Array:
        seats = len(self._company.strategies)
        return np.array([(layout, 0, *((seat + layout) % seats for seat in range(seats)))], np.int64)
