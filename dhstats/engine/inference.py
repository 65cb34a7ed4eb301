"""A small network that infers what an opponent holds from how they have played.

For each class of hidden things there is an exact prior: how likely it is that the opponent holds one when every order
of the hidden cards is equally likely. The network adds what their last turns say: its output multiplies the odds. Its
parameters lie behind those of the network that values positions and learn with it: for each piece of evidence the
weights of 32 units and, beside them, straight to the outputs; biases; for each unit the weights to the outputs.

Odds are multiplied by 1 + 2z, or divided by 1 - 2z where z is negative: an exponential would not give every machine
the same bits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from dhstats.engine.compiled import bind_parts, unbound
from dhstats.engine.lanes import lanes

MAX_EVIDENCE, MAX_CLASSES = 160, 32
HINT_UNITS, WIDTH = 32, 64  # units, and with them the outputs in one row of sums

EVIDENCE = CLASSES = OFFSET = SECOND = 0  # SECOND is where the weights from units to outputs begin
add_inputs = add_outer = add_active = outer_active = inner_active = unbound


@dataclass(frozen=True, slots=True)
class Inference:
    """What a game adds so that its players infer hidden cards.

    evidence(view, inputs)         writes what the last turns say
    priors(view, chances)          how likely it is that the opponent holds each class of things, all orders of hidden
                                   cards being equally likely
    truth(table, seat, present)    writes 1 for each class that the opponent of a seat holds, 0 for the others
    recall(view, back, table, stream)
                                   takes a guessed table back to before the opponent's turn that many turns ago; which
                                   cards they have drawn since is chosen by lot. It is called for 0, 1, ... in order, on
                                   the same table. False where the view does not tell how the table lay
    was_played(view, move, turn)   whether a turn that a view remembers played this move, as its player saw it then

    `inputs` is the number of pieces of evidence, `classes` that of classes, `turns` how many turns can be recalled.
    """

    inputs: int
    classes: int
    evidence: Callable[..., Any]
    priors: Callable[..., Any]
    truth: Callable[..., Any]
    turns: int
    recall: Callable[..., Any]
    was_played: Callable[..., Any]

    @property
    def parameters(self) -> int:
        """How many parameters the network that infers has."""
        return (self.inputs + 1) * WIDTH + HINT_UNITS * MAX_CLASSES


MAX_PARAMETERS = (MAX_EVIDENCE + 1) * WIDTH + HINT_UNITS * MAX_CLASSES


def infer(network: Any, evidence: Any, hidden: Any, hints: Any) -> None:
    """What the evidence says of each class; leaves in `hidden` the sums of units."""
    own = network[OFFSET:]
    add_inputs(hidden, own[EVIDENCE * WIDTH :], own, evidence, 0, EVIDENCE)
    add_active(hints, hidden[HINT_UNITS:], own[SECOND:], hidden, 0, HINT_UNITS)


def corrected(prior: Any, hint: Any) -> Any:
    """A chance whose odds a hint multiplies; what is certain stays so."""
    one, two = np.float32(1.0), np.float32(2.0)
    gain = one + two * hint if hint > 0 else one / (one - two * hint)
    return prior * gain / (one - prior + prior * gain)


def blame_hints(network: Any, evidence: Any, chances: Any, present: Any, slope: Any, work: Any) -> None:
    """Adds the slope of the log likelihood of what the opponent holds, uphill, to `slope`; right after `infer`.

    `work` is what `infer` left, and room: hidden, hints, slopes of the width of both, slopes of the outputs.
    """
    hidden, hints, slopes, above = work.hidden, work.hints, work.slopes, work.above
    own = network[OFFSET:]
    for one in range(HINT_UNITS):
        above[one] = np.float32(0.0)
    for one in range(CLASSES):
        steep = hints[one] if hints[one] > 0 else -hints[one]
        if 0 < chances[one] < 1:
            error = np.float32(present[one]) - chances[one]
            above[one] = error * np.float32(2.0) / (np.float32(1.0) + np.float32(2.0) * steep)
    for unit in range(HINT_UNITS):
        slopes[unit] = np.float32(0.0)
        slopes[HINT_UNITS + unit] = above[unit]
    inner_active(slopes, own[SECOND:], hidden, 0, HINT_UNITS, above)
    outer_active(slope[OFFSET + SECOND :], hidden, 0, HINT_UNITS, above)
    for unit in range(WIDTH):
        slope[OFFSET + EVIDENCE * WIDTH + unit] += slopes[unit]
    add_outer(slope[OFFSET:], evidence, 0, EVIDENCE, slopes)


@cache
def inference_parts(inference: Inference, offset: int) -> dict[str, Any]:
    """The functions of a network that infers, whose parameters begin at `offset`, as parts of what is compiled."""
    first, last = lanes(WIDTH), lanes(MAX_CLASSES)
    space: dict[str, Any] = {"EVIDENCE": inference.inputs, "CLASSES": inference.classes, "OFFSET": offset}
    space |= {"SECOND": (inference.inputs + 1) * WIDTH, "add_inputs": first.add_inputs, "add_outer": first.add_outer}
    space |= {"add_active": last.add_active, "outer_active": last.outer_active, "inner_active": last.inner_active}
    name = f"{inference.inputs}-{inference.classes}-{offset}"
    parts = (infer, corrected, blame_hints)
    space = bind_parts(parts, name, space, inline=True)
    return {part.__name__: space[part.__name__] for part in parts}
