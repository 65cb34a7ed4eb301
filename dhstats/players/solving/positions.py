"""Goes through a game under a rule set until no position is left, or more than are wanted."""

from collections import deque
from typing import Any

import numpy as np

from dhstats.engine.game import HIDDEN, Solving
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.objective import POINTS
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import records
from dhstats.players.solving import growing
from dhstats.players.solving.growing import PLACE, UNLIKE, WIDE, Frontier, Graph, Tools

CHUNK = 1 << 14  # positions that wait together
FIRST_ROWS = 1 << 14
# Of each array of a graph: what it has a row of, the type of its numbers, and what is in a row that nobody has filled.
ARRAYS = {
    "keys": ("nodes", "i8", 0), "ids": ("nodes", "i8", -1), "set_keys": ("sets", "i8", 0),
    "set_ids": ("sets", "i8", -1),
    "mover": ("nodes", "i1", 0), "sets": ("nodes", "i8", 0), "first_option": ("nodes", "i8", 0),
    "payoffs": ("nodes", "f8", 0), "sequences": ("nodes", "i8", 0), "last_edge": ("nodes", "i8", 0),
    "first_edge": ("options", "i8", 0), "child": ("edges", "i8", 0), "share": ("edges", "f8", 0),
    "set_marks": ("sets", "i8", 0), "set_sights": ("sets", "i8", 0), "set_first": ("sets", "i8", 0),
    "set_movers": ("sets", "i1", 0),
    "states": ("sets", "", 0),
}  # fmt: skip
KEYED = ("keys", "ids", "set_keys", "set_ids")
TABLES = {"keys": "ids", "set_keys": "set_ids"}  # in which keys are looked up: they need more room than rows


def positions(
    bundle: GameBundle, rules: RuleSet, most: int, *, remembers: bool | None = None, states: bool = False
) -> Graph:
    """All positions of a game under a rule set; BadInput where there are more than `most`, with the count so far.

    Positions are told apart by what players remember where that matters, or if it is said; `states` keeps one of every
    set.
    """
    if bundle.game.solving is None:
        raise BadInput(f"{bundle.game.name}: cannot be solved: it has far too many positions to go through")
    told_apart = bundle.game.solving.information == HIDDEN if remembers is None else remembers
    grower = _Grower(bundle, rules, bundle.game.solving, most, remembers=told_apart, states=states)
    grower.grow()
    return grower.graph


def payoff_of(bundle: GameBundle, seats: int) -> int:
    """What players want: a share of the win, a lead, or points where no lead says it."""
    if bundle.objective.together:
        return growing.WON
    if seats == 1 or (bundle.objective.kind == POINTS and seats > 2):
        return growing.SCORE
    return growing.LEAD if bundle.objective.kind == POINTS else growing.WON


class _Grower:
    """Room for all positions of a game, which grows with them."""

    def __init__(
        self, bundle: GameBundle, rules: RuleSet, solving: Solving, most: int, *, remembers: bool, states: bool
    ) -> None:
        game = bundle.game
        self._keeps = states
        self._name, self._most, self._state = game.name, most, solving.state
        self._seats = bundle.players(rules.record())
        self._go_on = growing.loop(game, remembers=remembers)
        self._table = records(game.table, 1)[0]
        self._table["seen"]["rules"] = rules.record()
        self._tools = Tools(*(records(kind, 1)[0] for kind in (game.options, game.event, game.result)))
        self._spare = 4 + len(self._tools.options["moves"])  # rows that one position may need
        self._place = records(PLACE, 1)[0]
        self._place["move"], self._place["payoff"] = -1, payoff_of(bundle, self._seats)
        self._wide = {"payoffs": self._seats, "sequences": self._seats if remembers else 1}
        self.graph = Graph(*(self._array(name, FIRST_ROWS) for name in Graph._fields))
        self._waiting: deque[Frontier] = deque()
        self._found = self._room(CHUNK)

    def _array(self, name: str, rows: int) -> Any:
        """An array of a graph in which nothing stands yet."""
        _, kind, empty = ARRAYS[name]
        if name == "states":
            return records(self._state, rows if self._keeps else 0)
        return np.full((rows, self._wide[name]) if name in self._wide else rows, empty, kind)

    def _room(self, rows: int) -> Frontier:
        """Room for positions that wait."""
        return Frontier(records(self._state, rows), np.zeros((rows, self._seats), np.int64))

    def grow(self) -> None:
        """Goes from the first position to all others, in the order in which they are found."""
        place, first = self._place, 0
        self._waiting.append(self._room(1))
        while place["found"] or self._waiting:
            if not self._waiting:
                self._set_aside()
            waiting = self._waiting.popleft()
            place["row"], place["move"], count = 0, -1, len(waiting.states)
            self._until_done(waiting, first, count)
            first += count
        self.graph.first_option[place["nodes"]] = place["options"]
        self.graph.first_edge[place["options"]] = place["edges"]
        there = {name: int(place[name]) for name in ("nodes", "options", "edges", "sets")}
        self.graph = Graph(*(
            array if name in KEYED else array[: there[ARRAYS[name][0]] + 1]
            for name, array in self.graph._asdict().items()
        ))  # fmt: skip

    def _until_done(self, waiting: Frontier, first: int, count: int) -> None:
        """Goes on from what waits, with more room where there is too little; BadInput where the game is too large."""
        reasons = {
            WIDE: f"chance has more than {growing.MOST_WAYS:,} outcomes after one move, or before the first",
            UNLIKE: "what a player sees and did does not say which moves they have",
        }
        found, place = self._found, self._place
        while (stopped := self._go_on(self._table, self._tools, waiting, first, count, found, self.graph, place)) != 0:
            so_far = f"{int(self._place['nodes']):,} positions were counted so far"
            if stopped in reasons:
                raise BadInput(f"{self._name}: cannot be solved: {reasons[stopped]}; {so_far}")
            self._check_size()
            if 2 * place["found"] > CHUNK:
                self._set_aside()
            self._enlarge()
        self._check_size()

    def _check_size(self) -> None:
        """BadInput where there are more positions than are wanted."""
        if self._place["nodes"] > self._most:
            raise BadInput(
                f"{self._name}: has more than {self._most:,} positions, too many to solve:"
                f" {int(self._place['nodes']):,} positions were counted so far; --most allows more, at about 200 bytes"
                " each"
            )

    def _set_aside(self) -> None:
        """What was found waits, in the order of its numbers."""
        count = int(self._place["found"])
        kept = self._room(count)
        kept.states[:], kept.chains[:] = self._found.states[:count], self._found.chains[:count]
        self._waiting.append(kept)
        self._place["found"] = 0

    def _enlarge(self) -> None:
        """Twice the room for all that is half full; keys need more, so that they are found at once."""
        arrays = self.graph._asdict()
        for name, array in self.graph._asdict().items():
            rows = ARRAYS[name][0]
            there = int(self._place[rows])
            if name in TABLES and 3 * there > len(array):
                keys, ids = self._array(name, 4 * len(array)), self._array(TABLES[name], 4 * len(array))
                growing.insert(arrays[name], arrays[TABLES[name]], keys, ids)
                arrays[name], arrays[TABLES[name]] = keys, ids
            elif name not in KEYED and 2 * (there + self._spare) > len(array):
                arrays[name] = self._array(name, 2 * len(array))
                arrays[name][: len(array)] = array
        self.graph = Graph(**arrays)
