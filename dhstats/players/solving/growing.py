"""All positions of a game, and what leads from one to another: every move, and every way in which chance may follow.

Positions that are alike are one. Where players know less than all, positions are alike only if each of them also saw
and did the same: then a player who remembers can tell no more of them apart than here.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, bind_parts, compiled, unbound
from dhstats.engine.game import Game, functions_of, records
from dhstats.engine.loop import loop_of
from dhstats.engine.remembering import lookup, marked, mixed
from dhstats.engine.stream import begin_script, next_script, rewind_script, ways

FINISHED, ROOM, WIDE, UNLIKE = range(4)  # why growing stops
MOST_WAYS = 2_000_000  # in which chance may follow one move, or setup
TERMINAL, NOBODY = -1, -1
PARTS = 720_720  # of a payoff: shares of a win are whole numbers of them
WON, LEAD, SCORE = range(3)  # what a payoff is: a share of the win, half the lead in points, points

# Where growing stands: the row of the position that is gone on from, its move and how many it has, how many cards of
# unseen piles are drawn at random, how many ways of the move were gone; how many positions, options (moves of
# positions), edges (ways of options) and sets of positions that look alike to their mover there are, how many positions
# were found and not yet set aside; what a payoff is.
PLACE = np.dtype(
    [
        (name, "i8")
        for name in ("row", "move", "moves", "depth", "ways", "nodes", "options", "edges", "sets", "found", "payoff")
    ],
    align=True,
)


class Graph(NamedTuple):
    """Positions as rows of arrays.

    `keys` and `ids` find a position by its number of `marked`, `set_keys` and `set_ids` a set. Of a position: `mover`,
    -1 at the end; `sets`, its set, -1 where there is nothing to choose; `first_option`; its `payoffs`; `sequences`, the
    last option that each seat has chosen, counted from 1 among those of sets; `last_edge`, the last one that led there.
    Of an option: `first_edge`. Of an edge: `child` and `share`, the chance of this way. Of a set: `set_marks`, the
    number of what its mover sees, saw and did, `set_sights`, of what they see alone, `set_first`, its first option
    among those of all sets, `set_movers`, and one of its `states`, if there is room for them.
    """

    keys: Any
    ids: Any
    set_keys: Any
    set_ids: Any
    mover: Any
    sets: Any
    first_option: Any
    payoffs: Any
    sequences: Any
    last_edge: Any
    first_edge: Any
    child: Any
    share: Any
    set_marks: Any
    set_sights: Any
    set_first: Any
    set_movers: Any
    states: Any


class Frontier(NamedTuple):
    """Positions that wait: their states, and the numbers of what each seat has seen and done."""

    states: Any
    chains: Any


class Tools(NamedTuple):
    """The records that moves are played with."""

    options: Any
    event: Any
    result: Any


deal = look = legal = play = skip = to_move = over = score = outcome = unbound
prepare = lay = shuffle_unseen = most_drawn = tidy = sight = unbound
SKIPPED = -1
REMEMBERS = False


def payoff(table: Any, result: Any, seat: int, kind: int) -> float:
    """What a finished game brings a seat."""
    won, lead = outcome(result, seat)
    if kind == WON:
        return float(won)
    return float(lead / 2.0) if kind == LEAD else float(table.scores[seat])


def add(table: Any, tools: Any, chains: Any, step: Any, share: float, found: Any, graph: Any, place: Any) -> None:
    """An edge to the position that a table is in, after a `step`: its seat, what that remembers of it, its sequence.

    The last of the step is the position that it led from.
    """
    ended = over(table)
    key = key_of_end(table, tools, graph, place) if ended else marked(table.state, SKIPPED, 0)
    if REMEMBERS:
        for other in range(chains.shape[0]):
            key = mixed(key, step[1] if other == step[0] else chains[other])
    at = lookup(graph.keys, graph.ids, key)
    if graph.ids[at] < 0:
        graph.keys[at], graph.ids[at] = key, place.nodes
        graph.mover[place.nodes] = TERMINAL if ended else 0
        graph.sets[place.nodes], graph.last_edge[place.nodes] = NOBODY, -1
        found.states[place.found] = table.state
        if REMEMBERS:
            remember(chains, step, found, graph, place)
        place.nodes += 1
        place.found += 1
    node = graph.ids[at]
    last = graph.last_edge[node]
    if graph.first_edge[place.options] <= last < place.edges and graph.child[last] == node:
        graph.share[last] += share
        return
    graph.last_edge[node] = place.edges
    graph.child[place.edges], graph.share[place.edges] = node, share
    place.edges += 1


def key_of_end(table: Any, tools: Any, graph: Any, place: Any) -> int:
    """The number of a game's end: all that bring the same are one."""
    score(table, tools.result)
    key = 1
    for seat in range(graph.payoffs.shape[1]):
        graph.payoffs[place.nodes, seat] = payoff(table, tools.result, seat, place.payoff)
        key = mixed(key, int(np.round(graph.payoffs[place.nodes, seat] * PARTS)))
    return int(key)


def remember(chains: Any, step: Any, found: Any, graph: Any, place: Any) -> None:
    """What each seat has seen and done at a new position."""
    for other in range(chains.shape[0]):
        found.chains[place.found, other] = step[1] if other == step[0] else chains[other]
        before = graph.sequences[step[3], other] if step[3] >= 0 else 0
        graph.sequences[place.nodes, other] = step[2] if other == step[0] else before


def has_room(graph: Any, found: Any, place: Any, options: int) -> bool:
    """Whether there is room for one edge more, and so many options."""
    return bool(
        place.found < found.states.shape[0]
        and place.nodes + 1 < graph.mover.shape[0]
        and 2 * place.nodes < graph.keys.shape[0]
        and place.options + options + 1 < graph.first_edge.shape[0]
        and place.edges + 1 < graph.child.shape[0]
        and place.sets + 2 < graph.set_first.shape[0]
        and 2 * place.sets < graph.set_keys.shape[0]
    )


def set_of(view: Any, state: Any, chain: int, moves: int, graph: Any, place: Any) -> int:
    """The set of a position that its mover sees so; -1 where another position of it has other moves."""
    seat, seen = view.seat, sight(view)
    key = mixed(seen, chain)
    at = lookup(graph.set_keys, graph.set_ids, key)
    if graph.set_ids[at] >= 0:
        known = graph.set_ids[at]
        return int(known) if graph.set_first[known + 1] - graph.set_first[known] == moves else -1
    this = place.sets
    place.sets += 1
    if this < graph.states.shape[0]:
        graph.states[this] = state
    graph.set_keys[at], graph.set_ids[at] = key, this
    graph.set_marks[this], graph.set_sights[this], graph.set_movers[this] = key, seen, seat
    graph.set_first[this + 1] = graph.set_first[this] + moves
    return int(this)


def begin_all(table: Any, tools: Any, chains: Any, found: Any, graph: Any, place: Any) -> int:
    """The first position: chance lays out the game, in each way that it may."""
    if place.move < 0:
        graph.mover[0], graph.sets[0], graph.first_option[0], graph.first_edge[0] = 0, NOBODY, 0, 0
        place.nodes, place.move = 1, 0
        begin_script(table.luck)
    while True:
        if not has_room(graph, found, place, 1):
            return ROOM
        rewind_script(table.luck)
        prepare(table)
        deal(table, 0)
        tidy(table)
        share = ways(table.luck)
        place.ways += 1
        if share == 0 or place.ways > MOST_WAYS:
            return WIDE
        add(table, tools, chains[0], (NOBODY, 0, 0, -1), 1.0 / share, found, graph, place)
        if not next_script(table.luck):
            break
    place.options = 1
    graph.first_edge[1] = place.edges
    place.move, place.ways = -1, 0
    return FINISHED


def go_on(table: Any, tools: Any, waiting: Any, first: int, count: int, found: Any, graph: Any, place: Any) -> int:
    """What follows the positions that wait, of which the first has a number; 0 is the first of all."""
    if first == 0:
        return int(begin_all(table, tools, waiting.chains, found, graph, place))
    while place.row < count:
        node, state, chains = first + place.row, waiting.states[place.row], waiting.chains[place.row]
        if place.move < 0:
            graph.first_option[node] = place.options
            if graph.mover[node] != TERMINAL:
                stopped = begin_node(table, tools, state, chains, node, found, graph, place)
                if stopped != FINISHED:
                    return int(stopped)
        if graph.mover[node] != TERMINAL:
            stopped = play_options(table, tools, state, chains, node, found, graph, place)
            if stopped != FINISHED:
                return int(stopped)
        place.row += 1
        place.move = -1
    return FINISHED


def begin_node(table: Any, tools: Any, state: Any, chains: Any, node: int, found: Any, graph: Any, place: Any) -> int:
    """The mover of a position, what they see and which moves they have."""
    lay(table, state)
    seat = to_move(table)
    view = look(table, seat)
    moves = legal(view, tools.options.moves)
    if not has_room(graph, found, place, max(moves, 1)):
        return ROOM
    graph.mover[node], graph.sets[node] = seat, NOBODY
    if moves > 0:
        graph.sets[node] = set_of(view, state, chains[seat] if REMEMBERS else 0, moves, graph, place)
        if graph.sets[node] < 0:
            return UNLIKE
    place.moves, place.move, place.depth = moves, 0, 0
    begin_option(table, graph, place)
    return FINISHED


def begin_option(table: Any, graph: Any, place: Any) -> None:
    """The next option: no way has been gone yet."""
    graph.first_edge[place.options] = place.edges
    place.ways = 0
    begin_script(table.chance)


def play_options(table: Any, tools: Any, state: Any, chains: Any, node: int, found: Any, graph: Any, place: Any) -> int:
    """Every way of the options of a position, from the one at hand."""
    seat, this = graph.mover[node], graph.sets[node]
    while place.move < max(place.moves, 1):
        if not has_room(graph, found, place, 1):
            return ROOM
        lay(table, state)
        rewind_script(table.chance)
        shuffle_unseen(table, place.depth)
        if place.moves == 0:
            skip(table, tools.event)
        else:
            play(table, tools.options.moves[place.move], tools.event)
        if most_drawn(table) > place.depth:  # cards were drawn whose order was not random: the option anew
            place.depth = most_drawn(table)
            place.edges = graph.first_edge[place.options]
            begin_option(table, graph, place)
            continue
        share = ways(table.chance)
        place.ways += 1
        if share == 0 or place.ways > MOST_WAYS:
            return WIDE
        tidy(table)
        step = (NOBODY, 0, 0, int(node))
        if this >= 0:
            chain = int(mixed(graph.set_marks[this], place.move))
            step = (int(seat), chain, int(graph.set_first[this] + place.move + 1), int(node))
        add(table, tools, chains, step, 1.0 / share, found, graph, place)
        if not next_script(table.chance):
            place.options += 1
            place.move += 1
            begin_option(table, graph, place)
    return FINISHED


def _types(game: Game) -> tuple[Any, ...]:
    """The compiled types of what growing works on."""
    whole, real, small = types.int64[::1], types.float64[::1], types.int8[::1]
    table = types.int64[:, ::1]
    graph = [whole, whole, whole, whole, small, whole, whole, types.float64[:, ::1], table, whole, whole, whole, real,
             whole, whole, whole, small]  # fmt: skip
    assert game.solving is not None
    graph.append(records(game.solving.state))
    return (
        numba.from_dtype(game.table),
        types.NamedTuple([numba.from_dtype(each) for each in (game.options, game.event, game.result)], Tools),
        types.NamedTuple([records(game.solving.state), table], Frontier),
        types.NamedTuple(graph, Graph),
        numba.from_dtype(PLACE),
    )


def reinsert(keys: Any, ids: Any, new_keys: Any, new_ids: Any) -> None:
    """Puts all keys of a table into a larger one."""
    for old in range(keys.shape[0]):
        if ids[old] >= 0:
            place = find(new_keys, new_ids, keys[old])
            new_keys[place], new_ids[place] = keys[old], ids[old]


find = compiled()(lookup)
insert = compiled(types.void(*[types.int64[::1]] * 4))(reinsert)


@cache
def loop(game: Game, *, remembers: bool) -> Callable[..., int]:
    """`go_on` bound to a game and compiled; whether positions are told apart by what players remember."""
    assert game.solving is not None
    assert game.learning is not None
    space: dict[str, Any] = functions_of(game) | functions_of(game.solving) | {"outcome": game.learning.outcome}
    space |= {"SKIPPED": game.solving.skipped, "REMEMBERS": remembers}
    parts = (
        lookup,
        payoff,
        key_of_end,
        remember,
        add,
        has_room,
        set_of,
        begin_option,
        begin_node,
        play_options,
        begin_all,
    )
    name = f"{game.name}-{remembers:d}"
    space = bind_parts(parts, name, space)
    table, tools, frontier, graph, place = _types(game)
    grown = types.int64(table, tools, frontier, types.int64, types.int64, frontier, graph, place)
    return loop_of(game, bind(go_on, name, **space), grown, __file__)
