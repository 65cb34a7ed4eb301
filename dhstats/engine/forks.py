"""Forks: a game is copied at a chosen moment, changed by decree, and played on in several ways with the same draws.

A parent game is played to its end first, so that moments can depend on how long it is and on what was chosen. Then it
is played again up to the moment, copied, and every arm goes on from the copy.

A turn may take several decisions. Decrees come between turns: nothing is changed in the middle of one.

From single states every legal move is played on in the same way.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
from numba import types

from dhstats.engine.arms import ANY, ARM, AS_THEY_ARE, FORK, FREE, NEVER, PARENT, decree, decreed, possible
from dhstats.engine.compiled import bind, bind_parts, unbound
from dhstats.engine.game import MIND, Game, copy_mind, functions_of, move_type, records
from dhstats.engine.loop import BAD_INDEX, PASS, STOP, ask_player, checked, loop_of, loop_with, seating_type, set_out
from dhstats.engine.stream import STREAM, address, below, next_turn

UNIFORM = 0  # moment: a turn of the parent game, each equally likely
CHOSEN = 1 << 20  # channel, + member: which turn that is
UNSEEN = 1 << 21  # channel, + member and replicate: how the unseen cards lie in a continuation
NOISE = 1 << 22  # channel, + player, member and replicate: the draws of a player in a continuation


class Copies(NamedTuple):
    """The table in play and its copies.

    `tables` are the table in play, its copy, one with the rules as they are, and one for every rule set that an arm
    switches to; `minds` copies of the players' minds. `events` and `draws` have a row each, for what is not kept.
    """

    tables: Any
    minds: Any
    events: Any
    draws: Any


class Branching(NamedTuple):
    """Where games are forked and how they go on. A `moment` below 0 is the turn -1 - moment of every game."""

    seed: Any
    moment: Any
    arms: Any
    replicates: Any


class Parent(NamedTuple):
    """A parent game that is played, to its end (`target` NEVER) or up to its fork."""

    seating: Any
    moment: Any
    fork: Any
    target: Any


class Rest(NamedTuple):
    """A game that goes on, to its end or to that of this turn."""

    seating: Any
    this_turn: Any


shuffle = deal = look = legal = play = skip = to_move = over = score = play_parent = play_rest = unbound
begins = has_come = describe_position = holders = rearrange = count_cards = is_of_kind = switch = unbound


def keep_kind(view: Any, moves: Any, count: int, kind: int) -> int:
    """Leaves only the moves of a kind in a list of moves; returns how many they are."""
    kept = 0
    for i in range(count):
        if is_of_kind(view, moves[i], kind):
            moves[kept] = moves[i]
            kept += 1
    return kept


def decide(table: Any, seating: Any, kind: int, forced: int) -> int:
    """The index of the move that the seat to move chooses, PASS if it has none; BAD_INDEX for a bad one.

    With a kind they have the choice among moves of that kind; with `forced`, not below 0, it is that move.
    """
    seat = to_move(table)
    view = look(table, seat)
    count = legal(view, seating.options.moves)
    if kind != ANY:
        count = keep_kind(view, seating.options.moves, count, kind)
    choice = ask_player(table, seat, view, count, seating)  # asked even if it is forced: they may remember
    return choice if choice == PASS or forced < 0 else checked(forced, count, seating.place)


def ask_parent(table: Any, seat: int, view: Any, count: int, parent: Any) -> int:
    """The choice in a parent game, STOP at its fork; counts turns, and notes at which decision the moment has come."""
    fork, moment, first = parent.fork, parent.moment, begins(table)
    if (first and fork.begun == parent.target) if moment == UNIFORM else fork.length == parent.target:
        return STOP
    fork.begun += first
    choice = ask_player(table, seat, view, count, parent.seating)
    asked = moment > UNIFORM and fork.turn == NEVER and choice >= 0
    if asked and has_come(view, parent.seating.options.moves[choice], moment):
        fork.turn = fork.length
    fork.length += 1
    return choice


def ask_rest(table: Any, seat: int, view: Any, count: int, rest: Any) -> int:
    """The choice in a continuation, STOP where another turn begins if only this one is played."""
    if rest.this_turn and begins(table):
        return STOP
    return ask_player(table, seat, view, count, rest.seating)


def parent_game(copies: Any, parent: Any, seed: Any) -> int:
    """Plays a parent game from its beginning, to its end or up to its fork; BAD_INDEX for a bad move."""
    table, fork, seating = copies.tables[0], parent.fork, parent.seating
    seating.place.deal, seating.place.member = fork.deal, fork.member
    fork.length = fork.begun = 0
    shuffle(table, seed, fork.deal)
    set_out(table, seating, seed, fork.deal)
    return play_parent(table, seating.options, copies.events, 0, 0, parent)


def rewind(copies: Any, seating: Any, seed: Any, moment: int, fork: Any) -> None:
    """Plays a game once more, up to its fork, and keeps a copy of everything."""
    tables, length = copies.tables, fork.length
    parent_game(copies, Parent(seating, moment, fork, fork.turn), seed)
    fork.turn, fork.length = fork.length, length
    fork.seat = to_move(tables[0])
    describe_position(tables[0], fork.seat, fork)
    holders(tables[0], fork.seat, fork.holders)
    tables[1] = tables[0]
    for player in range(seating.minds.shape[0]):
        copy_mind(seating.minds[player], copies.minds[player])


def restore(copies: Any, seating: Any, seed: Any, fork: Any, replicate: int) -> None:
    """Everything as it was at the fork; in replicates beyond the first what nobody knows is laid out anew by lot."""
    copies.tables[0] = copies.tables[1]
    for player in range(seating.minds.shape[0]):
        copy_mind(copies.minds[player], seating.minds[player])
    if replicate == 0:
        return
    number = replicate * seating.plan.shape[0] + fork.member
    address(copies.draws[0], seed, fork.deal, UNSEEN + number)
    rearrange(copies.tables[0], copies.draws[0])
    for player in range(seating.minds.shape[0]):
        address(seating.minds[player].noise, seed, fork.deal, NOISE + number * seating.minds.shape[0] + player)


def play_forks(
    copies: Any, seating: Any, branching: Any, first_deal: int, parents: Any, results: Any, forks: Any
) -> int:
    """Forks every game of a row of deals; returns 0, or BAD_INDEX.

    Fork f = deal * members + member has its row in `forks`, its parent's result in row f of `parents`, and arm a of
    replicate r in results[f, a, r]. Where the moment never came, or came without a move of the kinds that the arms ask
    for, rows of results stay empty.
    """
    for row in range(forks.shape[0]):
        fork = forks[row]
        fork.deal = first_deal + row // seating.plan.shape[0]
        fork.member = row % seating.plan.shape[0]
        fork.turn = NEVER
        if fork_game(copies, seating, branching, fork, parents[row], results[row]) == BAD_INDEX:
            return BAD_INDEX
    return 0


def fork_game(copies: Any, seating: Any, branching: Any, fork: Any, parent: Any, results: Any) -> int:
    """One parent game, and every continuation of its fork; BAD_INDEX for a bad move."""
    tables, moment, seed = copies.tables, branching.moment, branching.seed
    tables[0] = tables[AS_THEY_ARE]  # a decree may have changed the rules
    if parent_game(copies, Parent(seating, moment, fork, NEVER), seed) == BAD_INDEX:
        return BAD_INDEX
    holders(tables[0], 0, fork.last_holders)
    score(tables[0], parent)
    # Where to fork, if the choices of the parent game do not say: at a turn by lot, or where it is asked for
    if moment == UNIFORM:
        address(copies.draws[0], seed, fork.deal, CHOSEN + fork.member)
        next_turn(copies.draws[0])
        fork.turn = below(copies.draws[0], fork.begun)
    elif moment < UNIFORM and -1 - moment < fork.length:
        fork.turn = -1 - moment
    if fork.turn == NEVER:
        return 0
    rewind(copies, seating, seed, moment, fork)
    if not possible(tables[0], seating.options, branching.arms):
        fork.turn = NEVER
        return 0
    return play_arms(copies, seating, branching, fork, results)


def play_arms(copies: Any, seating: Any, branching: Any, fork: Any, results: Any) -> int:
    """Every continuation of a game that stands at its fork; BAD_INDEX for a bad move."""
    tables, place, arms = copies.tables, seating.place, branching.arms
    chosen = decide(tables[0], seating, ANY, FREE)
    for arm in range(arms.shape[0]):
        changes = decreed(arms[arm])
        for replicate in range(branching.replicates):
            restore(copies, seating, branching.seed, fork, replicate)
            if arms[arm].rules != 0:
                switch(tables[0], tables[AS_THEY_ARE + arms[arm].rules])
                place.rules += 1
            if play_arm(copies, seating, arms[arm], fork.seat, chosen) == BAD_INDEX:
                return BAD_INDEX
            score(tables[0], results[arm, replicate])
            place.rules += changes  # whatever is played next is played by the rules as they were
    return 0


def play_arm(copies: Any, seating: Any, arm: Any, focal: int, chosen: int) -> int:
    """Changes a copied game as an arm says and plays it to its end; BAD_INDEX for a bad move.

    `chosen` is the parent's decision. A decision that is left to the player comes after the changes before it; changes
    after it come when the turn is over.
    """
    table, events = copies.tables[0], copies.events
    if arm.move == FREE:
        decree(table, seating.place, focal, arm.before)
    if arm.move != FREE or arm.kind != ANY:
        choice = decide(table, seating, arm.kind, chosen if arm.move == PARENT else arm.move)
        if choice == BAD_INDEX:
            return BAD_INDEX
        if arm.move != FREE:
            decree(table, seating.place, focal, arm.before)
        if choice == PASS:
            skip(table, events[0])
        else:
            play(table, seating.options.moves[choice], events[0])
        finishes = arm.after[0, 0] != 0
        if finishes and play_rest(table, seating.options, events, 0, 0, Rest(seating, True)) == BAD_INDEX:
            return BAD_INDEX
    decree(table, seating.place, focal, arm.after)
    return play_rest(table, seating.options, events, 0, 0, Rest(seating, False))


def play_rollouts(
    copies: Any, seating: Any, seed: Any, arm: Any, results: Any, listed: Any, wanted: Any, fork: Any
) -> int:
    """Plays the wanted moves of one state on, so many times with unseen cards laid out anew; returns how many it has.

    The state is that of the game of plan row 0 that `fork` names, after its turn. Replicate r of every move has the
    same cards to come and goes to results[move, r]; the moves themselves are written into `listed`, and as many are
    looked at as it has room for. Where none is `wanted` the table in play stays in that state, with the mover's view.
    0 where the mover has no move to choose.
    """
    tables, turn = copies.tables, fork.turn
    tables[0] = tables[AS_THEY_ARE]
    rewind(copies, seating, seed, -1 - turn, fork)
    choice = decide(tables[0], seating, ANY, FREE)
    if choice < 0:
        return 0
    view = look(tables[0], to_move(tables[0]))
    count = min(legal(view, seating.options.moves), listed.shape[0])
    fork.length = choice
    for move in range(count):
        listed[move] = seating.options.moves[move]
    for move in range(count):
        for replicate in range(results.shape[1] if wanted[move] else 0):
            restore(copies, seating, seed, fork, replicate + 1)
            if play_arm(copies, seating, arm, fork.seat, move) == BAD_INDEX:
                return BAD_INDEX
            score(tables[0], results[move, replicate])
    return count


def deal_hands(table: Any, seed: Any, first_deal: int, counts: Any) -> int:
    """The opening hands of a row of deals, as the decks lie: counts by kind, of shape (deals, seats, kinds)."""
    for i in range(counts.shape[0]):
        shuffle(table, seed, first_deal + i)
        deal(table, 0)
        for seat in range(counts.shape[1]):
            count_cards(table, seat, counts[i, seat])
    return int(counts.shape[0])


# ---- Bound to a game -----------------------------------------------------------------------------------------------

# What forks are made of, each after those that it calls.
DECISIONS = (checked, ask_player, keep_kind, decide, ask_parent, ask_rest)
PARTS = (set_out, parent_game, decreed, possible, rewind, restore, decree, play_arm, play_arms, fork_game)


@cache
def parts_of(game: Game) -> dict[str, Any]:
    """The functions that forks are made of, bound to a game."""
    if game.forking is None:
        raise LookupError(f"game {game.name!r} cannot be forked")
    own = bind_parts(DECISIONS, game.name, functions_of(game) | functions_of(game.forking))
    loops = {"play_parent": loop_with(game, own["ask_parent"]), "play_rest": loop_with(game, own["ask_rest"])}
    return bind_parts(PARTS, game.name, own | loops)


@cache
def fork_loop(game: Game) -> Callable[..., int]:
    """The fork loop bound to a game and compiled; one compilation serves all strategies, moments and arms."""
    result = numba.from_dtype(game.result)
    branching = types.NamedTuple([types.uint64, types.int64, records(ARM), types.int64], Branching)
    signature = types.int64(
        copies_type(game), seating_type(game), branching, types.int64, records(game.result),
        types.Array(result, 3, "C"), records(FORK),
    )  # fmt: skip
    return loop_of(game, bind(play_forks, game.name, **parts_of(game)), signature, __file__)


def copies_type(game: Game) -> Any:
    """The compiled type of a table with its copies."""
    return types.NamedTuple([records(kind) for kind in (game.table, MIND, game.event, STREAM)], Copies)


@cache
def hand_loop(game: Game) -> Callable[..., int]:
    """The opening hands, bound to a game and compiled."""
    signature = types.int64(numba.from_dtype(game.table), types.uint64, types.int64, types.int64[:, :, ::1])
    return loop_of(game, bind(deal_hands, game.name, **parts_of(game)), signature, __file__)


@cache
def rollout_loop(game: Game) -> Callable[..., int]:
    """The roll-outs of one state, bound to a game and compiled."""
    signature = types.int64(
        copies_type(game), seating_type(game), types.uint64, numba.from_dtype(ARM),
        types.Array(numba.from_dtype(game.result), 2, "C"), records(move_type(game)), types.boolean[::1],
        numba.from_dtype(FORK),
    )  # fmt: skip
    return loop_of(game, bind(play_rollouts, game.name, **parts_of(game)), signature, __file__)
