"""How far players are from perfect: what the best answer to their way to play would bring, counted over the whole game.

A player is asked at every set of positions, often enough to see how they mix. What they remember of earlier decisions
by themselves is not there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, unbound
from dhstats.engine.game import MIND, Game, functions_of, records, strategy_signature
from dhstats.engine.guard import give_room
from dhstats.engine.loop import loop_of
from dhstats.engine.strategy import Strategy, compile_strategy
from dhstats.engine.stream import PLAYER, address, next_turn
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import records as rows_of
from dhstats.players.solving import equilibrium
from dhstats.players.solving.growing import Graph
from dhstats.players.solving.positions import positions

DRAWS = 400  # with which a player who may mix is asked at every set
FEW = 8  # with which everybody is asked: who did the same in all does not mix there

look = legal = lay = to_move = unbound


@dataclass(frozen=True, slots=True)
class Exploited:
    """What a player is sure of against the best answer, in each seat; `mixes` is whether their chances were counted."""

    name: str
    sure: tuple[float, ...]
    mixes: bool


def ask_all(table: Any, options: Any, strategy: Any, mind: Any, states: Any, first: Any, seats: Any, chances: Any,
            few: int, most: int) -> int:  # fmt: skip
    """Writes how often a player takes each option of every set; in how many they mix, -1 for a move that is none."""
    mixed = 0
    for this in range(states.shape[0]):
        lay(table, states[this])
        count, begin, draws, asked = first[this + 1] - first[this], first[this], few, 0
        while asked < draws:
            view = look(table, seats[this])
            legal(view, options.moves)
            address(mind.noise, 1, this, PLAYER + asked)
            next_turn(mind.noise)
            choice = strategy(view, options, count, mind)
            if choice < 0 or choice >= count:
                return -1
            chances[begin + choice] += 1.0
            asked += 1
            if asked == few and chances[begin + choice] < few:
                draws = most
                mixed += 1
        for option in range(begin, begin + count):
            chances[option] /= draws
    return mixed


@cache
def _asking(game: Game) -> Callable[..., int]:
    """`ask_all` bound to a game and compiled."""
    assert game.solving is not None
    strategy = types.FunctionType(strategy_signature(game.view, game.options))
    one = numba.from_dtype
    signature = types.int64(
        one(game.table), one(game.options), strategy, one(MIND), records(game.solving.state), types.int64[::1],
        types.int8[::1], types.float64[::1], types.int64, types.int64,
    )  # fmt: skip
    space = functions_of(game) | functions_of(game.solving)
    return loop_of(game, bind(ask_all, game.name, **space), signature, __file__)


class Examiner:
    """A game of two that was gone through, by which players are judged exactly."""

    def __init__(self, bundle: GameBundle, rules: RuleSet, most: int) -> None:
        """BadInput for a game of more or fewer than two, or one that is too large."""
        self._bundle, self._rules = bundle, rules
        if bundle.players(rules.record()) != 2 or bundle.objective.together:
            raise BadInput(f"{bundle.game.name}: players are judged exactly in games of two against each other alone")
        self._graph: Graph = positions(bundle, rules, most, remembers=True, states=True)
        self._form = equilibrium.form_of(self._graph)

    def judge(self, strategy: Strategy) -> Exploited:
        """What a player is sure of in each seat."""
        game, sets = self._bundle.game, len(self._form.parent)
        states = np.ascontiguousarray(self._graph.states[:sets]).view(np.recarray)
        table, mind = rows_of(game.table, 1)[0], rows_of(MIND, 1)[0]
        table["seen"]["rules"] = self._rules.record()
        strategy.settle(mind)
        _room = give_room(mind, game, self._rules.record()) if strategy.outside else None
        weights = np.zeros(int(self._form.first[-1]) + 1)
        chances = weights[1:].copy()
        mixed = _asking(game)(
            table, rows_of(game.options, 1)[0], compile_strategy(game, strategy), mind,
            states, self._form.first, self._form.mover, chances, FEW, DRAWS,
        )  # fmt: skip
        if mixed < 0:
            raise BadInput(f"strategy {strategy.name!r}: chose a move that does not exist")
        weights[1:] = chances
        found = equilibrium.certified(self._form, weights)
        middle = float(self._graph.payoffs[:-1][self._graph.mover[:-1] < 0][0].mean())
        return Exploited(strategy.name, (middle + found.low, middle - found.high), mixed > 0)
