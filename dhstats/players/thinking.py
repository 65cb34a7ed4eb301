"""How a trained player chooses: he looks at the position after each of his options and takes the best one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.engine.compiled import bind, compiled, sources_below
from dhstats.engine.game import Game, Learning
from dhstats.engine.lanes import UNITS, add_inputs
from dhstats.engine.network import begin, output
from dhstats.engine.stream import below
from dhstats.errors import BadInput

# What a made player's weights say, in this order.
NOISE, RESTRICTION, BUDGET, BREADTH = range(4)
NOISE_PARTS = 1 << 20  # a share of random moves is counted in parts of this

LOWEST = np.float32(-1e30)


def _unbound(*_: Any) -> Any:
    """Stands for a game's function until `bound` binds the templates to a game."""


situation = outlook = forbids = veil = _unbound
FIXED = INPUTS = 0


def consider(view: Any, mind: Any) -> None:
    """The hidden units' sums over all that no option changes, once a decision."""
    situation(view, mind.inputs)
    veil(mind.inputs, int(mind.weights[RESTRICTION]))
    begin(mind.network, INPUTS, mind.common)
    add_inputs(mind.common, mind.network, mind.inputs, 0, FIXED)


def take_in(view: Any, move: Any, mind: Any) -> None:
    """The inputs for the position after a move."""
    outlook(view, move, mind.inputs)
    veil(mind.inputs, int(mind.weights[RESTRICTION]))


def appraise(view: Any, move: Any, mind: Any) -> Any:
    """The network's output for the position after a move; `consider` has seen the view."""
    take_in(view, move, mind)
    for unit in range(UNITS):
        mind.sums[unit] = mind.common[unit]
    add_inputs(mind.sums, mind.network, mind.inputs, FIXED, INPUTS)
    return output(mind.network, INPUTS, mind.sums)


def decide(view: Any, moves: Any, count: int, mind: Any) -> Any:
    """The best move by the network's output, or by his share of noise any; its number and output.

    A move that his restriction forbids is chosen only where all are forbidden.
    """
    restriction = int(mind.weights[RESTRICTION])
    free = 0
    for i in range(count):
        free += 0 if restriction != 0 and forbids(view, moves[i], restriction) else 1
    consider(view, mind)
    noise = int(mind.weights[NOISE])
    drawn = -1
    if noise > 0 and below(mind.noise, NOISE_PARTS) < noise:
        drawn = below(mind.noise, free if free > 0 else count)
    best, highest = 0, LOWEST
    for i in range(count):
        if free > 0 and restriction != 0 and forbids(view, moves[i], restriction):
            continue
        if drawn < 0:
            this = appraise(view, moves[i], mind)
            if this > highest:
                best, highest = i, this
        else:
            if drawn == 0:
                best, highest = i, appraise(view, moves[i], mind)
            drawn = drawn - 1 if drawn > 0 else NOISE_PARTS
    return best, highest


def choose(view: Any, moves: Any, count: int, mind: Any) -> int:
    """Takes the move whose position his network values most."""
    return int(decide(view, moves, count, mind)[0])


def learning_of(game: Game) -> Learning:
    """What a game adds for trained players; BadInput if it adds nothing."""
    if game.learning is None:
        raise BadInput(f"game {game.name!r}: has no inputs for a network, so no player can be trained for it")
    return game.learning


@cache
def bound(game: Game) -> dict[str, Any]:
    """The templates of this file bound to a game, by name, with the game's own functions and sizes."""
    learning = learning_of(game)
    names = ["shuffle", "deal", "look", "legal", "play", "skip", "to_move", "over", "score"]
    space: dict[str, Any] = {name: getattr(game, name) for name in names}
    names = ["situation", "outlook", "outcome", "guess", "habit", "forbids", "veil"]
    space |= {name: getattr(learning, name) for name in names}
    space |= {"FIXED": learning.fixed, "INPUTS": learning.inputs, "SEATS": game.seats, "LEAD": learning.lead}
    for template in (consider, take_in, appraise, decide):
        space[template.__name__] = compiled()(bind(template, game.name, **space))
    return space


def bound_choice(game: Game, template: Callable[..., int] = choose) -> Callable[..., int]:
    """A way of choosing bound to a game, as a strategy's function."""
    return bind(template, game.name, **bound(game))


def sources(game: Game, file: str) -> tuple[Path, ...]:
    """All files that a compiled function of a file depends on when it is bound to a game."""
    return (*sources_below(game.home), *sources_below(Path(file)))
