"""What trained players of a game file play instead of what their network thinks best, where something better is known.

Who can go through the whole game plays by the chances of its solution: one move for certain, however good, can be
exploited where players choose at once or hide something. A player whose network lost to a script of the game plays
like that script. Their network still says what positions are worth, and decides where a solution knows nothing.
"""

from collections.abc import Callable
from typing import Any

from dhstats.engine.compiled import bind, bind_parts, unbound
from dhstats.engine.game import functions_of
from dhstats.engine.remembering import mixed
from dhstats.engine.stream import below
from dhstats.games.bundle import GameBundle
from dhstats.players import thinking
from dhstats.players.search import tree
from dhstats.players.solving.solutions import CHAIN, drawn, mark_of
from dhstats.players.thinking import NOISE, NOISE_PARTS

DETAIL = 3  # the weight that says whether a solution recalls what was seen before, or which script is followed

decide = policy = unbound


def choose_by_solution(view: Any, moves: Any, count: int, mind: Any) -> int:
    """Takes each move by its chance in the solution of the game; by their share of noise any."""
    recalls = mind.weights[DETAIL] > 0.0
    key = mark_of(view, mind, recalls)
    share = mind.weights[NOISE]
    if share > 0.0 and below(mind.noise, NOISE_PARTS) < int(share):
        chosen = int(below(mind.noise, count))
    else:
        chosen = drawn(mind.memory, key, count, mind.noise)
    if chosen < 0:
        mind.weights[NOISE] = 0.0  # whether this move is a random one was drawn above
        chosen = int(decide(view, moves, count, mind)[0])
        mind.weights[NOISE] = share
    if recalls:
        mind.kept[CHAIN] = mixed(key, chosen)
    return chosen


def choose_like_script(view: Any, moves: Any, count: int, mind: Any) -> int:
    """Takes the move of a script of the game; by their share of noise any."""
    if mind.weights[NOISE] > 0.0 and below(mind.noise, NOISE_PARTS) < int(mind.weights[NOISE]):
        return int(below(mind.noise, count))
    return int(policy(view, moves[:count], count, mind.noise, int(mind.weights[DETAIL])))


def bound(bundle: GameBundle, template: Callable[..., int]) -> Callable[..., int]:
    """One of the two ways to play bound to a game, as a strategy's function."""
    game, learning = bundle.game, thinking.learning_of(bundle.game)
    title = thinking.title_of(game, learning)
    if template is choose_like_script:
        return bind(template, title, policy=tree.policy_of(bundle, title))
    assert game.solving is not None
    space = thinking.bound(game, learning) | functions_of(game.solving)
    return bind(template, title, **bind_parts((mark_of,), title, space))
