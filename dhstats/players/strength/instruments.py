"""Measurements as they are asked for: who answers a player with tries, and what a player's own games give away."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.engine.game import MIND
from dhstats.engine.guard import give_room
from dhstats.engine.strategy import Strategy
from dhstats.engine.stream import STREAM
from dhstats.players.match import Array, Company, Lineup, records
from dhstats.players.positions.forks import forking_of
from dhstats.players.search import searching
from dhstats.players.search.guessing import Recalled
from dhstats.players.strength.loops import NOTED, measuring_loop
from dhstats.players.strength.tries import NOTHING, TERMS, TRUTH, TRY, Trying
from dhstats.players.thinking import learning_of


@dataclass(frozen=True, slots=True)
class Tries:
    """How options are tried: how many tries a decision, and how many own decisions each looks ahead.

    `sees` is how much of the truth the tables hold, `knows` whether the others move by their own policy in tries, and
    `prior` how many tries the network's opinion weighs. A decision of watched games is judged with the chance `share`,
    on so many `tables`.
    """

    tries: int
    depth: int = 2
    sees: int = NOTHING
    knows: bool = False
    prior: float = 30.0
    share: float = 0.0
    tables: int = 0

    def record(self) -> Any:
        """The same for compiled code."""
        row = records(TERMS, 1)[0]
        for name in ("tries", "depth", "sees", "knows", "prior", "share", "tables"):
            row[name] = getattr(self, name)
        return row


class Instrument:
    """A table of one thread at which a player is measured; tries are made with the network of an `adviser`."""

    def __init__(self, lineup: Lineup, player: str, adviser: Strategy, tries: Tries, *, watched: bool) -> None:
        """BadInput for a game that cannot be forked, or that nobody can be trained for."""
        bundle, game = lineup.bundle, lineup.bundle.game
        forking_of(bundle)
        seats = bundle.players(lineup.rules)
        self._company, self._lineup = Company(lineup, [player] * seats), lineup
        learning = learning_of(game, adviser.version)
        self._classes = learning.inference.classes if learning.inference else 1
        self._weighed = searching.guesses_for(tries.tries) if learning.inference else 1
        self._loop = measuring_loop(game, bundle.endgame.solve if bundle.endgame else None, adviser.version)
        self._table = records(game.table, 1)
        self._table["seen"]["rules"] = lineup.rules
        self._minds = records(MIND, 1 + seats)
        adviser.settle(self._minds[0])
        self._rooms = []  # of copies of players from outside, who look at them as long as this lives
        for mind in self._minds[1:]:
            lineup.strategies[player].settle(mind)
            if lineup.strategies[player].outside:
                self._rooms.append(give_room(mind, game, lineup.rules))
        self._tries = tries.record()
        self._tries["watched"] = watched

    def play(self, plan: Array, seed: int, deals: range) -> tuple[Array, Array]:
        """The games of a row of deals: results and what was noted, both of shape (deals, members)."""
        game, members = self._lineup.bundle.game, len(plan)
        results = records(game.result, len(deals) * members).reshape(len(deals), members)
        noted = records(NOTED, len(deals) * members)
        most = game.options["moves"].shape[0]
        options = records(game.options, 1)
        recalled = Recalled(
            records(STREAM, self._weighed + 1), np.zeros(self._weighed), np.zeros(1, np.int64), options, np.zeros(most)
        )
        trying = Trying(
            self._company.seating(plan), self._tries, records(TRY, 1)[0], records(game.table, TRUTH + 1), self._minds,
            options[0], records(game.event, 1), records(game.result, 1), records(STREAM, 1), noted,
            np.zeros(most), self._minds[0], np.ones((2, self._classes), np.float32),
            np.zeros(self._classes, np.float32), recalled,
        )  # fmt: skip
        self._company.played(self._loop, self._table[0], trying, np.uint64(seed), deals.start, results)
        self._company.check_rooms(self._lineup.rules)
        return results, noted.reshape(len(deals), members)
