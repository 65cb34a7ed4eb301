"""Players of any game put before an open table, with minds of their own."""

from typing import Any

import numpy as np

from dhstats.engine.game import MIND
from dhstats.engine.strategy import compile_strategy
from dhstats.games.bundle import GameBundle
from dhstats.players.match import records
from tests.harness import OpenGame


class Seated:
    """A player with a mind of their own."""

    def __init__(self, bundle: GameBundle, strategy: Any) -> None:
        self.minds = records(MIND, 1)
        strategy.settle(self.minds[0])
        self._function = compile_strategy(bundle.game, strategy)

    def choose(self, game: OpenGame, deal: int = 0) -> int:
        """Their choice among the mover's options."""
        count = len(game.moves())
        game.drivers.aim(self.minds[0], np.uint64(3), deal, 0, 0)
        return int(self._function(game.view(game.mover), game.options, count, self.minds[0]))


def copied(bundle: GameBundle, game: OpenGame) -> OpenGame:
    """The same table once more."""
    copy = OpenGame(bundle, game.table["seen"]["rules"])
    for name in bundle.game.table.names or ():
        copy.table[name] = game.table[name]
    copy.moves()
    return copy
