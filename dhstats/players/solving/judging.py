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
from dhstats.players.solving.solver import opposed
from dhstats.players.thinking import NOISE_PARTS

FEW, DRAWS = 32, 400  # how often a player is asked at every set, and who then did different things in some set

look = legal = lay = to_move = unbound


@dataclass(frozen=True, slots=True)
class Exploited:
    """What a player is sure of against the best answer, in each seat; `mixes` is whether their chances were counted."""

    name: str
    sure: tuple[float, ...]
    mixes: bool


def ask_all(
    table: Any, options: Any, strategy: Any, mind: Any, states: Any, first: Any, seats: Any, chances: Any, draws: int
) -> int:
    """Writes how often a player takes each option of every set; in how many they mix, -1 for a move that is none."""
    mixed = 0
    for this in range(states.shape[0]):
        lay(table, states[this])
        count, begin, choice = first[this + 1] - first[this], first[this], 0
        for asked in range(draws):
            view = look(table, seats[this])
            legal(view, options.moves)
            address(mind.noise, 1, this, PLAYER + asked)
            next_turn(mind.noise)
            choice = strategy(view, options, count, mind)
            if choice < 0 or choice >= count:
                return -1
            chances[begin + choice] += 1.0 / draws
        mixed += 1 if chances[begin + choice] < 1.0 - 0.5 / draws else 0
    return mixed


def depths(graph: Graph) -> Any:
    """How many decisions come before each set of positions, at least; the first position is that before setup."""
    nodes = len(graph.mover) - 1
    before = np.full(nodes, np.iinfo(np.int64).max // 2)
    before[0] = -1
    edges = np.diff(graph.first_edge[graph.first_option[: nodes + 1]])
    parents, children = np.repeat(np.arange(nodes), edges), graph.child[: edges.sum()]
    while True:
        after = before.copy()
        np.minimum.at(after, children, before[parents] + 1)
        if (after == before).all():
            break
        before = after
    values = np.full(len(graph.set_marks), before.max())
    chosen = graph.sets[:nodes] >= 0
    np.minimum.at(values, graph.sets[:nodes][chosen], before[chosen])
    return values


@cache
def _asking(game: Game) -> Callable[..., int]:
    """`ask_all` bound to a game and compiled."""
    assert game.solving is not None
    strategy = types.FunctionType(strategy_signature(game.view, game.options))
    one = numba.from_dtype
    signature = types.int64(
        one(game.table), one(game.options), strategy, one(MIND), records(game.solving.state), types.int64[::1],
        types.int8[::1], types.float64[::1], types.int64,
    )  # fmt: skip
    space = functions_of(game) | functions_of(game.solving)
    return loop_of(game, bind(ask_all, game.name, **space), signature, __file__)


class Examiner:
    """A game of two that was gone through, by which players are judged exactly."""

    def __init__(self, bundle: GameBundle, rules: RuleSet, most: int) -> None:
        """BadInput for a game of more or fewer than two, or one that is too large."""
        self._bundle, self._rules = bundle, rules
        if bundle.players(rules.record()) != 2 or bundle.objective.together:
            raise BadInput(f"{bundle.game.name}: players are judged exactly only in games of two players")
        try:
            self._graph: Graph = positions(bundle, rules, most, remembers=True, states=True)
        except BadInput as large:
            raise BadInput(f"players cannot be judged exactly, by what they may have seen and done: {large}") from None
        if not opposed(self._graph, np.arange(2)):
            raise BadInput(f"{bundle.game.name}: players are judged exactly only if one wins what the other loses")
        self._form = equilibrium.form_of(self._graph)
        self._states = self._graph.states[: len(self._form.parent)].copy().view(np.recarray)
        assert bundle.game.solving is not None
        if bundle.game.solving.skipped >= 0:  # positions forget how many decisions came before, which players may see
            self._states["decisions"] = depths(self._graph)[: len(self._states)]

    def judge(self, strategy: Strategy) -> Exploited:
        """What a player is sure of in each seat."""
        weights = np.zeros(int(self._form.first[-1]) + 1)
        mixed = 0
        if strategy.memory:
            weights[1:], mixed = self._by_memory(strategy)
        else:
            for draws in (FEW, DRAWS):
                weights[1:], mixed = self._asked(strategy, draws)
                if mixed == 0:
                    break
        certified = equilibrium.certified(self._form, weights)
        middle = float(self._graph.payoffs[:-1][self._graph.mover[:-1] < 0][0].mean())
        return Exploited(strategy.name, (middle + certified.low, middle - certified.high), mixed > 0)

    def _asked(self, strategy: Strategy, draws: int) -> tuple[Any, int]:
        """How often a player takes each option, asked so often at every set; in how many sets they mix."""
        game, chances = self._bundle.game, np.zeros(int(self._form.first[-1]))
        table, mind, options = rows_of(game.table, 1)[0], rows_of(MIND, 1)[0], rows_of(game.options, 1)[0]
        table["seen"]["rules"] = self._rules.record()
        strategy.settle(mind)
        _room = give_room(mind, game, self._rules.record()) if strategy.outside else None
        where = (self._states, self._form.first, self._form.mover, chances)
        mixed = _asking(game)(table, options, compile_strategy(game, strategy), mind, *where, draws)
        if mixed < 0:
            raise BadInput(f"strategy {strategy.name!r}: chose a move that does not exist")
        return chances, mixed

    def _by_memory(self, strategy: Strategy) -> tuple[Any, int]:
        """The chances that a solution gives each option; of sets that it does not know the player is asked."""
        sets, first = len(self._form.parent), self._form.first
        known = np.frombuffer(strategy.memory, "<i8")
        marks, firsts = known[1 : 1 + known[0]], known[1 + known[0] : 2 + 2 * known[0]]
        shares = np.frombuffer(strategy.memory, "<f8")[2 + 2 * known[0] :]
        wanted = (self._graph.set_marks if dict(strategy.weights)["recalls"] else self._graph.set_sights)[:sets]
        places, sizes = np.searchsorted(marks, wanted), np.diff(first)
        fits = places < len(marks)
        fits[fits] = (marks[places[fits]] == wanted[fits]) & (np.diff(firsts)[places[fits]] == sizes[fits])
        chances, mixed = (np.zeros(int(first[-1])), 0) if fits.all() else self._asked(strategy, DRAWS)
        noise = dict(strategy.weights).get("noise", 0.0) / NOISE_PARTS
        for this in np.flatnonzero(fits):
            known = shares[firsts[places[this]] : firsts[places[this] + 1]]
            chances[first[this] : first[this + 1]] = (1.0 - noise) * known + noise / sizes[this]
        return chances, mixed
