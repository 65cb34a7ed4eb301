"""Solves a game under a rule set, each kind of game by its own way, and writes down what to play."""

from typing import Any

import numpy as np

from dhstats.engine.game import AT_ONCE, HIDDEN
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.objective import RANKS
from dhstats.games.ruleset import RuleSet
from dhstats.players.solving import backwards, equilibrium
from dhstats.players.solving.growing import WON, Graph
from dhstats.players.solving.positions import payoff_of, positions
from dhstats.players.solving.solutions import MOST, Solution

WANTED = 1e-4  # in hidden games: what nobody may gain by another way to play, beside the range of payoffs


def parties_of(bundle: GameBundle, seats: int) -> Any:
    """The party of each seat: all one where they succeed together, else their side, else everybody on their own."""
    objective = bundle.objective
    if objective.together:
        return np.zeros(seats, np.int64)
    if objective.kind == RANKS:
        raise BadInput(f"{bundle.game.name}: cannot be solved: only places count, not who wins or by how many points")
    if objective.hidden:
        raise BadInput(f"{bundle.game.name}: cannot be solved: who wins with whom differs from game to game")
    return np.array(objective.side_of[:seats] or range(seats), np.int64)


def solve(bundle: GameBundle, rules: RuleSet, most: int = MOST) -> Solution:
    """Solves a game under a rule set; BadInput where it is too large, or where no way to play is the best for sure."""
    seats = bundle.players(rules.record())
    parties = parties_of(bundle, seats)
    graph = positions(bundle, rules, most)
    solving = bundle.game.solving
    assert solving is not None
    nodes = len(graph.mover) - 1
    if not (graph.mover[:nodes] < 0).any():
        raise BadInput(f"{bundle.game.name}: cannot be solved: no game ends by over(state, rules)")
    facts: dict[str, Any] = {
        "game": bundle.game.name, "rules_hash": rules.hash, "in_points": payoff_of(bundle, seats) != WON,
        "information": solving.information, "positions": nodes, "sets": len(graph.set_marks) - 1,
        "limited": solving.skipped < 0,
    }  # fmt: skip
    if solving.information == HIDDEN:
        return _of_hidden(bundle, graph, parties, facts)
    solved = backwards.solve(graph, parties, at_once=solving.information == AT_ONCE)
    if solved is None:
        raise BadInput(
            f"{bundle.game.name}: cannot be solved: more than two choose at once or can come back to a position, or one"
            " does not win what the other loses, or positions look alike to the player who decides"
        )
    policy = np.zeros(int(graph.set_first[facts["sets"]]))
    inner = np.flatnonzero(graph.sets[:nodes] >= 0)
    inner = inner[graph.mover[inner] >= 0]
    first, count = graph.first_option[inner], graph.first_option[inner + 1] - graph.first_option[inner]
    places = np.repeat(graph.set_first[graph.sets[inner]] - np.cumsum(count) + count, count) + np.arange(count.sum())
    policy[places] = solved.policy[np.repeat(first - np.cumsum(count) + count, count) + np.arange(count.sum())]
    values = tuple(float(solved.values[0, each]) for each in parties)
    certified = parties.max() == 0 or (parties.max() == 1 and opposed(graph, parties))
    return Solution(
        **facts, values=values, error=solved.error, certified=bool(certified), recalls=False,
        memory=_memory(graph, graph.set_sights, policy),
    )  # fmt: skip


def opposed(graph: Graph, parties: Any) -> bool:
    """Whether what all parties get together is the same in every game."""
    ends = graph.payoffs[:-1][graph.mover[:-1] < 0]
    return bool(np.ptp(ends[:, np.unique(parties, return_index=True)[1]].sum(axis=1)) < backwards.EQUAL)


def _of_hidden(bundle: GameBundle, graph: Graph, parties: Any, facts: dict[str, Any]) -> Solution:
    """Solves a game of one or two who know different things."""
    seats = len(parties)
    if seats > 2 or (seats == 2 and (parties.max() == 0 or not opposed(graph, parties))):
        raise BadInput(
            f"{bundle.game.name}: cannot be solved: players know different things, and there are more than two of them,"
            " or one does not win what the other loses"
        )
    ends = graph.payoffs[:-1][graph.mover[:-1] < 0]
    form = equilibrium.form_of(graph)
    solution = equilibrium.solve(form, WANTED * float(np.ptp(ends)), alone=seats == 1)
    middle = float(ends[0].mean()) if seats == 2 else 0.0
    value, error = (solution.low + solution.high) / 2, (solution.high - solution.low) / 2
    sets = facts["sets"]
    sizes = np.diff(graph.set_first[: sets + 1])
    before = np.repeat(solution.plan[form.parent], sizes)
    policy = np.where(before > 0.0, solution.plan[1:] / np.maximum(before, 1e-300), np.repeat(1.0 / sizes, sizes))
    plain = len(np.unique(graph.set_sights[:sets])) == sets
    return Solution(
        **facts, values=(middle + value, middle - value)[:seats], error=error, certified=True, recalls=not plain,
        memory=_memory(graph, graph.set_sights if plain else graph.set_marks, policy),
    )  # fmt: skip


def _memory(graph: Graph, marks: Any, policy: Any) -> bytes:
    """The table of what to play: how many sets, their marks in order, where their options begin, chances."""
    sets = len(graph.set_marks) - 1
    order = np.argsort(marks[:sets], kind="stable")
    sizes = np.diff(graph.set_first[: sets + 1])
    firsts = np.concatenate([[0], np.cumsum(sizes[order])])
    taken = np.repeat(graph.set_first[:sets][order] - firsts[:-1], sizes[order]) + np.arange(firsts[-1])
    head = np.concatenate([[sets], marks[:sets][order], firsts]).astype("<i8")
    return bytes(head.tobytes() + policy[taken].astype("<f8").tobytes())
