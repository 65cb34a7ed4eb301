"""How a trained player chooses: they look at the position after each of their options and take the best one."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from dhstats.engine.compiled import bind, bind_named, bind_parts, compiled, unbound
from dhstats.engine.game import MAX_WORTHS, UNMARKED, Game, Learning, functions_of
from dhstats.engine.inference import inference_parts
from dhstats.engine.network import chance, network_parts
from dhstats.engine.stream import below
from dhstats.errors import BadInput

# What a made player's weights say, in this order.
NOISE, RESTRICTION, BUDGET = range(3)
NOISE_PARTS = 1 << 20  # a share of random moves is counted in parts of this

LOWEST = np.float32(-1e30)
CLOSE = np.float32(0.005)  # of a win less than the best move: so close are those of which another network is asked too
NEVER = -1  # in place of the number of a restriction that a game does not have


situation = outlook = lay = change = open_position = foresee = likelihood = mark = shortlist = forbids = unbound
evidence = priors = infer = corrected = see = begin = output = add_inputs = add_changes = unbound
FIXED = INPUTS = CLASSES = BLIND = 0
HIDDEN = (0,)
ENDS = 1
HAS_SHORTLIST = False


@compiled()
def asked(mind: Any) -> Any:
    """The network that is asked now."""
    return mind.other_network if mind.asks_other == 1 else mind.network


def see_plainly(view: Any, mind: Any) -> None:
    """The inputs that no option changes."""
    situation(view, mind.inputs)


def see_and_infer(view: Any, mind: Any) -> None:
    """The inputs that no option changes, with what the opponent's last turns say of their cards."""
    evidence(view, mind.evidence)
    infer(mind.network, mind.evidence, mind.hidden, mind.hints)
    priors(view, mind.chances)
    for one in range(CLASSES):
        mind.chances[one] = corrected(mind.chances[one], mind.hints[one])
    situation(view, mind.inputs, mind.chances)


def set_start(mind: Any) -> None:
    """The inputs taken in are those from which others of this decision are reached by changes."""
    for i in range(FIXED, INPUTS):
        mind.start_inputs[i] = mind.inputs[i]
    add_inputs(mind.start_sums, mind.common, mind.network, mind.inputs, FIXED, INPUTS)
    mind.started = 1


def start_anywhere(view: Any, mind: Any) -> None:
    """No position to start from, where a game lays none."""


def start_as_laid(view: Any, mind: Any) -> None:
    """Positions after the options are reached from one that the game lays, which keeps what it needs to change it."""
    lay(view, mind.inputs, mind.laid)
    mask_inputs(mind)
    set_start(mind)


def consider(view: Any, mind: Any) -> None:
    """The units' sums over all that no option changes, once a decision."""
    see(view, mind)
    mask_inputs(mind)
    begin(mind.network, mind.common, mind.inputs, FIXED)
    mind.started = 0
    open_position(view, mind)
    mind.mark = UNMARKED


def mask_inputs(mind: Any) -> None:
    """Takes away what a player who plays blind does not see."""
    if mind.weights[RESTRICTION] == BLIND:
        for i in HIDDEN:
            mind.inputs[i] = np.float32(0.0)


def foresee_anew(view: Any, move: Any, end: int, mind: Any) -> Any:
    """Writes the inputs for the position after a move that ends so; returns the chance that it does."""
    return outlook(view, move, end, mind.inputs)


def foresee_by_changes(view: Any, move: Any, end: int, mind: Any) -> Any:
    """The same by what the move changes of what was kept."""
    return change(view, move, end, mind.inputs, mind.laid)


def take_in(view: Any, move: Any, end: int, mind: Any) -> Any:
    """The inputs for the position after a move that ends so; returns the chance that it does."""
    share = foresee(view, move, end, mind)
    mask_inputs(mind)
    return share


def valued(mind: Any) -> Any:
    """The network's output for the inputs taken in; `consider` has seen the view."""
    add_inputs(mind.sums, mind.common, asked(mind), mind.inputs, FIXED, INPUTS)
    return output(asked(mind), mind.sums, mind.second)


def valued_by_changes(mind: Any) -> Any:
    """The same, faster where positions after the options of a decision are much alike.

    All sums start from those of one position, by default the one that is valued first; so roundings differ from
    `valued`.
    """
    if mind.started == 0:
        set_start(mind)
    add_changes(mind.sums, mind.start_sums, asked(mind), mind.inputs, mind.start_inputs, FIXED, INPUTS)
    return output(asked(mind), mind.sums, mind.second)


def appraise(view: Any, move: Any, mind: Any) -> Any:
    """What a move is worth to the network: its output, or the mean chance over the ways in which the move may end."""
    if ENDS == 1:
        take_in(view, move, 0, mind)
        return valued(mind)
    total = np.float32(0.0)
    for end in range(ENDS):
        this = mark(view, move, end)
        if this != UNMARKED and this == mind.mark:  # many options fail alike
            total += np.float32(likelihood(view, move, end)) * mind.marked
            continue
        share = take_in(view, move, end, mind)
        if share > 0.0:
            value = chance(valued(mind))
            total += np.float32(share) * value
            if this != UNMARKED:
                mind.mark, mind.marked = this, value
    return total


def as_chance(worth: Any) -> Any:
    """What a move is worth as a chance of winning, from 0 to 1."""
    return chance(worth) if ENDS == 1 else worth


def certain(view: Any, move: Any, end: int) -> float:
    """The chance that a move ends in the only way in which it can."""
    return 1.0


def unmarked(view: Any, move: Any, end: int) -> int:
    """No mark, where the positions after two moves are never the same."""
    return UNMARKED


def only_end(table: Any, event: Any) -> int:
    """In which way a move ended that can end in one alone."""
    return 0


def keep_all(view: Any, moves: Any, count: int, restriction: int, kept: Any, notes: Any) -> int:
    """Looks at every move, where a game makes no shortlist."""
    return count


def count_candidates(view: Any, moves: Any, count: int, restriction: int, mind: Any) -> Any:
    """How many moves are looked at: all, or those that the game thinks worth it."""
    candidates: int = shortlist(view, moves, count, restriction, mind.kept, mind.notes)
    return candidates


def candidate(mind: Any, k: int) -> Any:
    """The number of the k-th move that is looked at."""
    return mind.kept[k] if HAS_SHORTLIST else k


def random_move(view: Any, moves: Any, count: int, restriction: int, free: int, noise: Any) -> int:
    """Any of the moves that the restriction leaves, each equally likely."""
    left = below(noise, free)
    for i in range(count):
        if restriction != 0 and forbids(view, moves[i], restriction):
            continue
        if left == 0:
            return i
        left -= 1
    return 0


def decide(view: Any, moves: Any, count: int, mind: Any) -> Any:
    """The best move by the network's output, or by their share of noise any; its number and what it is worth."""
    restriction = int(mind.weights[RESTRICTION])
    free = 0
    for i in range(count):
        free += 0 if restriction != 0 and forbids(view, moves[i], restriction) else 1
    if free == 0:
        restriction, free = 0, count
    consider(view, mind)
    mind.looked = 0
    noise = int(mind.weights[NOISE])
    if noise > 0 and below(mind.noise, NOISE_PARTS) < noise:
        number = random_move(view, moves, count, restriction, free, mind.noise)
        return number, appraise(view, moves[number], mind)
    best, highest = 0, LOWEST
    looked = count_candidates(view, moves, count, restriction, mind)
    for k in range(looked):
        i = candidate(mind, k)
        this = LOWEST
        if restriction == 0 or not forbids(view, moves[i], restriction):
            this = appraise(view, moves[i], mind)
        if k < MAX_WORTHS:
            mind.worths[k] = this
        if this > highest:
            best, highest = i, this
    mind.looked = min(looked, MAX_WORTHS)
    return best, highest


def choose(view: Any, moves: Any, count: int, mind: Any) -> int:
    """Takes the move whose position their network values most."""
    return int(decide(view, moves, count, mind)[0])


def ask_other(mind: Any) -> None:
    """From now on the other network is asked, of the same position: what was inferred of hidden cards stays."""
    mind.asks_other, mind.mark = 1, UNMARKED
    begin(mind.other_network, mind.common, mind.inputs, FIXED)
    if mind.started == 1:
        add_inputs(mind.start_sums, mind.common, mind.other_network, mind.start_inputs, FIXED, INPUTS)


def choose_by_both(view: Any, moves: Any, count: int, mind: Any) -> int:
    """The move that the network values most; of those close to it, which are few, the best to both networks."""
    best, highest = decide(view, moves, count, mind)
    least = as_chance(highest) - CLOSE
    close = 0
    for k in range(mind.looked):
        close += 1 if as_chance(mind.worths[k]) >= least else 0
    if close < 2:
        return int(best)
    ask_other(mind)
    most = LOWEST
    for k in range(mind.looked):
        worth = as_chance(mind.worths[k])
        if worth >= least:
            both = worth + as_chance(appraise(view, moves[candidate(mind, k)], mind))
            if both > most:
                best, most = candidate(mind, k), both
    mind.asks_other = 0
    return int(best)


def learning_of(game: Game, version: int = 0) -> Learning:
    """What a game adds for trained players of a version, 0 being the newest; BadInput if it adds nothing."""
    if game.learning is None:
        raise BadInput(f"game {game.name!r}: has no inputs for a network, so no player can be trained for it")
    known = {each.version: each for each in (game.learning, game.space_learning) if each}
    if version and version not in known:
        raise BadInput(f"game {game.name!r}: has no players of version {version}; it has {', '.join(map(str, known))}")
    return known[version] if version else game.learning


def title_of(game: Game, learning: Learning) -> str:
    """What functions bound to a game's way of learning are called: numba's cache tells them apart by that."""
    return f"{game.name}-{learning.version}"


@cache
def bound(game: Game, learning: Learning) -> dict[str, Any]:
    """The templates of this file bound to a game and a way of learning, by name, with their own functions and sizes."""
    space: dict[str, Any] = functions_of(game) | functions_of(learning)
    space |= {"shortlist": learning.shortlist or compiled()(keep_all), "HAS_SHORTLIST": learning.shortlist is not None}
    space |= {"lay": learning.lay, "change": learning.change}
    space |= {"which_end": learning.which_end or compiled()(only_end)}
    space |= {"likelihood": learning.likelihood or compiled()(certain), "mark": learning.mark or compiled()(unmarked)}
    space |= {"FIXED": learning.fixed, "INPUTS": learning.inputs, "ENDS": learning.ends, "LEAD": learning.lead}
    names = ["", *(name for name, _ in learning.restrictions)]
    space |= {"HIDDEN": learning.hidden, "BLIND": names.index("blind") if "blind" in names else NEVER}
    space |= network_parts(learning.shape)
    inference = learning.inference
    if inference:
        space |= inference_parts(inference, learning.shape.parameters) | {"CLASSES": inference.classes}
        space |= {"evidence": inference.evidence, "priors": inference.priors, "truth": inference.truth}
    parts: dict[str, Any] = {"see": see_and_infer if inference else see_plainly}
    parts |= {"mask_inputs": mask_inputs, "set_start": set_start}
    parts |= {"open_position": start_as_laid if learning.lay else start_anywhere, "consider": consider}
    parts |= {"foresee": foresee_by_changes if learning.change else foresee_anew, "take_in": take_in}
    parts |= {"valued": valued_by_changes if learning.alike else valued}
    space = bind_named(parts, title_of(game, learning), space, inline=True)
    choosing = (appraise, as_chance, count_candidates, candidate, random_move, decide, ask_other)
    return bind_parts(choosing, title_of(game, learning), space, inline=True)


def bound_choice(game: Game, learning: Learning, template: Callable[..., int]) -> Callable[..., int]:
    """A way of choosing bound to a game and a way of learning, as a strategy's function."""
    return bind(template, title_of(game, learning), **bound(game, learning))
