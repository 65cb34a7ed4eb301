"""Players that search without training: they try options on guessed tables, and learn from every try how others answer.

Every guess serves all options alike, as in `searching`, and rounds drop the worse half of them. What follows an option
is decided in a tree that grows by the way: a node is all that a seat sees when it decides, so tables that look alike to
it share one, and nobody decides by what they cannot know. At a node a seat takes the move of the best mean, with an
allowance for moves that were rarely tried. Beyond the tree each seat follows a script of the game, most often the one
by which it did best so far. So chance, choices at once, partners and more than two players need nothing of their own.

What the best script would do counts as a good opinion: where options are close, tries say less than that script.

Sources: Kocsis, Szepesvári, "Bandit based Monte-Carlo planning" (2006); Cowling, Powley, Whitehouse, "Information set
Monte Carlo tree search" (2012); Tesauro, Galperin, "On-line policy improvement using Monte-Carlo search" (1996).
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from dhstats.engine.compiled import bind, bind_parts, compiled, unbound
from dhstats.engine.copies import checked_copy
from dhstats.engine.game import functions_of, move_type, whole_number
from dhstats.engine.loop import PASS, loop_with
from dhstats.engine.reading.shown import refusal
from dhstats.engine.remembering import lookup
from dhstats.engine.strategy import Strategy
from dhstats.engine.stream import PLAYER, STREAM, address, below, next_word
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.objective import LOWEST, WIN
from dhstats.players.search import rounds
from dhstats.players.search.rounds import Tally
from dhstats.players.search.searching import WIN_SHARE, judged, records_of
from dhstats.players.thinking import BUDGET

# What a tree counts: nodes, moves of them, steps of a try; whether it still grows; choices beyond it; what is proved.
NODES, USED, DEPTH, GROWS, BEYOND, PROVED = range(6)
ROOM, MOST_ROOM = 64, 1 << 22  # moves a node, on the mean, and of all nodes together
LONGEST = 400  # steps of a try that are learnt from
BOLD = 0.3  # of a win: how much is allowed for moves that were rarely tried
SCOUTS = 0.125  # of the tries are made to see which script is best
PRIOR = 15.0  # tries that went well: so much its opinion counts
EVEN = 0.5  # what moves are worth before any try
UNPROVED = -1.0
WON = 0.75  # who wins, and is not behind, has as much or more
AT_RANDOM = "random"  # a script whose opinion says nothing


class Tree(NamedTuple):
    """Nodes found by `keys` and `ids`; the `first` move of each; `visits` and `totals` of moves; the way of a try.

    A `step` of the way is a seat, a move and its node. `follows` says which script each seat follows. Where moves alone
    decide, `proved` has what a move is worth to who makes it if everybody plays as well as possible, or UNPROVED.
    """

    keys: Any
    ids: Any
    first: Any
    visits: Any
    totals: Any
    steps: Any
    counts: Any
    follows: Any
    proved: Any


class Trying(NamedTuple):
    """A search under way: the table that is laid out and the one in play, what plays there, whose search it is."""

    tree: Any
    tables: Any
    options: Any
    events: Any
    result: Any
    noise: Any
    seat: Any
    mind: Any
    words: Any


look = play = score = outcome = guess = sight = unbound
script = others = policy = play_tree = rank = halve = unbound
LEAD = 1.0
IN_POINTS = CERTAIN = False
SCRIPTS = SEATS = 1
PLACE = LIMIT = 0
BY_LOT = -1
TABLE = OPTIONS = EVENT = RESULT = np.dtype([])


def choose_by_script(view: Any, moves: Any, count: int, noise: Any, which: int) -> int:
    """The choice of one of several scripts, by its place among them."""
    if which == PLACE:
        return int(whole_number(script(view, moves, count, noise)))
    return int(others(view, moves, count, noise, which))


def first_move(view: Any, moves: Any, count: int, noise: Any, which: int) -> int:
    """The first move, where there is no such script."""
    return 0


def empty_tree(budget: int, most: int) -> Any:
    """A tree with room for so many tries, and a node for every seat, whose moves are the scripts that it may follow."""
    size = 4
    while size < 2 * (budget + SEATS):
        size *= 2
    room = min(budget * min(most, ROOM), MOST_ROOM) + most + SEATS * SCRIPTS
    tree = Tree(
        np.zeros(size, np.int64), np.full(size, -1, np.int64), np.zeros(budget + SEATS + 2, np.int64),
        np.zeros(room, np.int64), np.zeros(room), np.zeros((LONGEST, 3), np.int64), np.zeros(6, np.int64),
        np.zeros(SEATS, np.int64), np.full(room if CERTAIN else 0, UNPROVED),
    )  # fmt: skip
    for seat in range(SEATS):
        add_node(tree, lookup(tree.keys, tree.ids, seat), seat, SCRIPTS)
    return tree


def add_node(tree: Any, place: int, key: int, count: int) -> int:
    """A new node with so many moves; -1 where there is no room."""
    node, first = tree.counts[NODES], tree.counts[USED]
    if node + 2 >= tree.first.shape[0] or first + count > tree.visits.shape[0]:
        return -1
    tree.keys[place], tree.ids[place] = key, node
    tree.first[node], tree.first[node + 1] = first, first + count
    tree.counts[NODES], tree.counts[USED] = node + 1, first + count
    return int(node)


def log_of(n: float) -> float:
    """About the binary logarithm, by steps that come out the same on every machine."""
    whole = 0.0
    while n >= 2.0:
        n /= 2.0
        whole += 1.0
    return whole + n - 1.0


def by_confidence(tree: Any, first: int, count: int, noise: Any) -> int:
    """The move with the best mean and allowance; an untried one has the mean of all. Without any try it is drawn."""
    tries, total = 0, 0.0
    for k in range(first, first + count):
        tries += tree.visits[k]
        total += tree.totals[k]
    if tries == 0:
        return int(below(noise, count))
    wide, best, chosen = BOLD * math.sqrt(log_of(float(tries))), -1.0, 0
    for k in range(count):
        visits = tree.visits[first + k]
        value = (tree.totals[first + k] / visits if visits > 0 else total / tries) + wide / math.sqrt(max(visits, 1))
        if CERTAIN and tree.proved[first + k] != UNPROVED:
            value = tree.proved[first + k]
        if value > best:
            best, chosen = value, k
    return chosen


def note_step(tree: Any, seat: int, move: int, node: int) -> None:
    """Notes a move on the way."""
    depth = tree.counts[DEPTH]
    tree.steps[depth, 0], tree.steps[depth, 1], tree.steps[depth, 2] = seat, move, node
    tree.counts[DEPTH] = depth + 1


def by_script(view: Any, count: int, trying: Any) -> int:
    """The choice beyond the tree: by the script that the seat follows in this try."""
    choice = policy(view, trying.options[0].moves[:count], count, trying.noise[0], trying.tree.follows[view.seat])
    trying.tree.counts[BEYOND] += 1
    return int(choice) if 0 <= choice < count else 0


def node_of(view: Any, count: int, tree: Any) -> int:
    """The node of all that a seat sees, new if need be, where the tree ends for this try; -1 where there is no room."""
    key = sight(view)
    place = lookup(tree.keys, tree.ids, key)
    node = tree.ids[place]
    if node < 0:
        node = add_node(tree, place, key, count)
        tree.counts[GROWS] = 0
    known = node >= 0 and tree.first[node + 1] - tree.first[node] == count and tree.counts[DEPTH] < LONGEST
    return int(node) if known else -1


def ask_tree(table: Any, seat: int, view: Any, count: int, trying: Any) -> int:
    """The choice in a try, PASS if there is none."""
    tree = trying.tree
    if count < 2:
        return 0 if count == 1 else PASS
    if tree.counts[GROWS] == 0:
        return int(by_script(view, count, trying))
    node = node_of(view, count, tree)
    if node < 0:
        tree.counts[GROWS] = 0
        return int(by_script(view, count, trying))
    first = tree.first[node]
    grown = tree.counts[GROWS] == 0
    choice = by_script(view, count, trying) if grown else by_confidence(tree, first, count, trying.noise[0])
    tree.counts[BEYOND] = 0
    note_step(tree, seat, first + choice, node)
    return int(choice)


def worth(result: Any, seat: int) -> float:
    """What a finished game brings a seat, from 0 to 1: points where they count, else the win and the lead."""
    if IN_POINTS:
        _, lead = outcome(result, seat)
        return float(min(max(0.5 + lead / (4.0 * LEAD), 0.0), 1.0))
    return float(judged(result, seat, WIN_SHARE))


def lay_out(view: Any, trying: Any) -> None:
    """Guesses a table, and chooses for every seat a script that it follows in the tries on it."""
    noise = trying.mind.noise
    guess(view, trying.tables[0], noise)
    trying.words[0] = next_word(noise)
    for seat in range(SEATS):
        trying.tree.follows[seat] = by_confidence(trying.tree, trying.tree.first[seat], SCRIPTS, noise)


def worth_of(move: Any, trying: Any) -> float:
    """What a move brings on the table that is laid out; the tree learns from it."""
    tree, tables = trying.tree, trying.tables
    tables[1] = tables[0]
    look(tables[1], trying.seat)
    address(trying.noise[0], trying.words[0], np.uint64(0), PLAYER)
    play(tables[1], move, trying.events[0])
    tree.counts[DEPTH], tree.counts[GROWS] = 0, 1
    value = play_try(trying)
    return float(proved_worth(value, trying) if CERTAIN and tree.counts[BEYOND] == 0 else value)


def best_script(view: Any, trying: Any, tries: int) -> int:
    """The script by which the seat does best, in so many tries by scripts alone; each table serves all of them."""
    tree, tables, seat, totals = trying.tree, trying.tables, trying.seat, np.zeros(SCRIPTS)
    for _ in range(max(tries // SCRIPTS, 1)):
        lay_out(view, trying)
        for which in range(SCRIPTS):
            tables[1] = tables[0]
            address(trying.noise[0], trying.words[0], np.uint64(0), PLAYER)
            tree.follows[seat], tree.counts[DEPTH], tree.counts[GROWS] = which, 0, 0
            totals[which] += play_try(trying)
    return int(np.argmax(totals))


def play_try(trying: Any) -> float:
    """Plays a try to its end, from which the tree learns; what it brings the seat whose search it is."""
    tree, result = trying.tree, trying.result[0]
    tree.counts[BEYOND], tree.counts[PROVED] = 0, 0
    for seat in range(SEATS if SCRIPTS > 1 else 0):
        note_step(tree, seat, tree.first[seat] + tree.follows[seat], -1)
    play_tree(trying.tables[1], trying.options[0], trying.events, 0, 0, trying)
    score(trying.tables[1], result)
    for each in range(tree.counts[DEPTH]):
        at = tree.steps[each, 1]
        tree.visits[at] += 1
        tree.totals[at] += worth(result, tree.steps[each, 0])
    return float(worth(result, trying.seat))


def proved_worth(value: float, trying: Any) -> float:
    """What the move under trial is worth, if the end of a try in the tree proves it; else what the try brought.

    The last move of the way is worth what the game brought, and a node what its best move is, once all are proved or
    one wins. What is good for one of two players is as bad for the other.
    """
    tree, steps, proof, whose = trying.tree, trying.tree.steps, value, trying.seat
    if trying.result[0].end_reason == LIMIT or trying.result[0].players != SEATS:
        return value  # the limit of decisions counts what nobody sees, so that a position may end otherwise
    for each in range(tree.counts[DEPTH] - 1, -1, -1):
        seat, move, node = steps[each]
        if node < 0:  # here the way begins: what is before says which scripts are followed
            break
        proof, whose = (proof if whose == seat else 1.0 - proof), seat
        tree.proved[move] = proof
        best, whole = UNPROVED, True
        for at in range(tree.first[node], tree.first[node + 1]):
            best, whole = max(best, tree.proved[at]), whole and tree.proved[at] != UNPROVED
        if not whole and best < WON:
            return value
        proof = best
    tree.counts[PROVED] = 1
    return float(proof if whose == trying.seat else 1.0 - proof)


def try_each(view: Any, moves: Any, tried: Any, tally: Tally, count: int, trying: Any) -> None:
    """Tries the first `count` moves once more, on the same table; what is proved takes the place of all tries."""
    lay_out(view, trying)
    for i in range(count):
        k = tally.ranks[i]
        value = worth_of(moves[tried[k]], trying)
        tally.tries[k] += 1.0
        tally.totals[k] = value * tally.tries[k] if trying.tree.counts[PROVED] == 1 else tally.totals[k] + value
        tally.values[k] = tally.totals[k] / tally.tries[k]


def opinions(view: Any, moves: Any, tried: Any, mind: Any, prior: float, trying: Any) -> Any:
    """All moves alike, but for that of the best script, which begins with `prior` tries that went well."""
    count = len(tried)
    tally = Tally(np.zeros(count), np.zeros(count), np.full(count, EVEN), np.arange(count))
    which = best_script(view, trying, int(SCOUTS * mind.weights[BUDGET]))
    usual = policy(view, moves[:count], count, mind.noise, which) if which != BY_LOT else -1
    for k in range(count if which != BY_LOT else 0):
        tally.tries[k] = prior
        tally.totals[k] = prior * (1.0 if k == usual else EVEN)
        tally.values[k] = tally.totals[k] / prior
    rank(tally, count)
    return tally


def choose_by_tree(view: Any, moves: Any, count: int, mind: Any) -> int:
    """Spends about N tries on guessed tables, and takes the move that did best."""
    if count == 1:
        return 0
    budget = int(mind.weights[BUDGET])
    trying = Trying(
        empty_tree(2 * (budget + count), len(moves)), np.zeros(2, TABLE), np.empty(1, OPTIONS), np.empty(1, EVENT),
        np.empty(1, RESULT), np.empty(1, STREAM), view.seat, mind, np.zeros(1, np.uint64),
    )  # fmt: skip
    return int(halve(view, moves, np.arange(count), mind, PRIOR, budget, trying))


PARTS = (
    lookup, add_node, empty_tree, log_of, by_confidence, note_step, by_script, node_of, ask_tree, judged, worth,
)  # fmt: skip
TRIES = (
    play_try, lay_out, proved_worth, worth_of, best_script, rounds.rank, opinions, try_each, rounds.drop_halves,
    rounds.halve,
)  # fmt: skip


def bound(bundle: GameBundle) -> Callable[..., int]:
    """A search without training bound to a game and its scripts, as a strategy's function."""
    game, title, scripts = bundle.game, f"{bundle.game.name}-tree", scripts_of(bundle)
    assert game.learning is not None
    assert game.solving is not None
    space: dict[str, Any] = functions_of(game) | functions_of(game.learning) | functions_of(game.solving)
    space |= records_of(game) | {
        "LEAD": game.learning.lead,
        "IN_POINTS": bundle.objective.in_points,
        "SEATS": game.seats,
        "CERTAIN": proves(bundle),
        "LIMIT": len(bundle.words["end_reason"]) - 1,
    }
    names = [each.name for each in scripts]
    by_lot = names.index(AT_RANDOM) if AT_RANDOM in names else -1
    space |= {"SCRIPTS": len(scripts), "BY_LOT": by_lot, "policy": policy_of(bundle, title)}
    space = bind_parts(PARTS, title, space)
    space["play_tree"] = loop_with(game, space["ask_tree"])
    return bind(choose_by_tree, title, **bind_parts(TRIES, title, space))


def proves(bundle: GameBundle) -> bool:
    """Whether tries of a game prove anything: moves alone decide it, and one of two wins what the other loses."""
    solving = bundle.game.solving
    certain = solving is not None and solving.certain
    return certain and bundle.game.seats == 2 and bundle.objective.kind in (WIN, LOWEST)


def policy_of(bundle: GameBundle, title: str) -> Any:
    """The choice of any script of a game, by its place among them; BadInput for one that may not be asked."""
    game, chain = bundle.game, compiled()(first_move)
    for place, found in enumerate(scripts_of(bundle)):
        if found.outside and (problem := refusal(found.function, game.view, move_type(game))):
            raise BadInput(f"strategy {found.name!r} ({found.source}): {problem}")
        own = checked_copy(found.function) if found.outside else compiled()(found.function)
        chain = compiled()(bind(choose_by_script, f"{title}-{found.name}", script=own, others=chain, PLACE=place))
    return chain


def identity(bundle: GameBundle) -> bytes:
    """What a search without training rests on besides the number of tries: the scripts of its game."""
    return " ".join(each.hash for each in scripts_of(bundle)).encode()


def scripts_of(bundle: GameBundle) -> list[Strategy]:
    """The scripts that come with a game: all its players without weights who are not made."""
    every = map(bundle.find_strategy, bundle.shipped_strategies())
    scripts = [each for each in every if not each.weights and not each.version]
    if not scripts:
        raise BadInput(f"game {bundle.game.name!r}: search:N needs a script, which the game lacks")
    return scripts
