"""Single decisions: which there are in games that are played, what players choose there, what each option leads to."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, bind_parts, unbound
from dhstats.engine.game import MIND, Game, functions_of, move_type, records
from dhstats.engine.loop import BAD_INDEX, ask_player, checked, loop_of, loop_with, seating_type, set_out
from dhstats.engine.stream import FIRST, PLAYER, STREAM, address, below, next_turn, next_word

DRAWN = 1 << 20  # channel: which decisions of a game are kept
HIDDEN = 1 << 21  # channel, + try: what is hidden on a guessed table, and who draws what as the game goes on

# Where a decision that was kept came from: deal, how many decisions came before it, what was chosen of how many.
KEPT = np.dtype([("deal", "i8"), ("before", "i8"), ("choice", "i8"), ("options", "i8")], align=True)

# How far decisions are kept: rows filled, decisions of this game; on average one of `every` is kept.
COUNTER = np.dtype([("rows", "i8"), ("decisions", "i8"), ("every", "i8")], align=True)


class Keeping(NamedTuple):
    """Games that are played while some of their decisions are kept: the views with where each came from."""

    seating: Any
    views: Any
    kept: Any
    counter: Any
    draw: Any


class Trying(NamedTuple):
    """Options tried: on two tables (in play, and as guessed), with draws at an address; what comes of them.

    Of move m in try t `results[m, t]` is how the game ended, `firsts[m, t]` the move itself as it was played, and
    `replies[m, t]` the decision after it (the same again where the game was over). `events` has room for a game.
    """

    tables: Any
    draws: Any
    seed: Any
    number: Any
    first: Any
    events: Any
    firsts: Any
    replies: Any
    results: Any


shuffle = legal = shortlist = look = play = score = guess = play_kept = play_rest = unbound


def ask_keeping(table: Any, seat: int, view: Any, count: int, keeping: Any) -> int:
    """The choice of the player in a seat; now and then the decision is kept, if there is room and a choice."""
    counter, choice = keeping.counter, ask_player(table, seat, view, count, keeping.seating)
    before = counter.decisions
    counter.decisions += 1
    if count > 1 and choice >= 0 and counter.rows < keeping.kept.shape[0] and below(keeping.draw, counter.every) == 0:
        row = keeping.kept[counter.rows]
        keeping.views[counter.rows] = view
        row.deal, row.before, row.choice, row.options = keeping.seating.place.deal, before, choice, count
        counter.rows += 1
    return choice


def keep_decisions(table: Any, keeping: Any, seed: Any, deals: int, events: Any) -> int:
    """Plays the first game of each of the first deals and keeps decisions of them; returns how many, or BAD_INDEX."""
    seating, counter = keeping.seating, keeping.counter
    for number in range(deals):
        seating.place.deal = number
        seating.place.member = number % seating.plan.shape[0]
        counter.decisions = 0
        address(keeping.draw, seed, number, DRAWN)
        shuffle(table, seed, number)
        set_out(table, seating, seed, number)
        if play_kept(table, seating.options, events, 0, 0, keeping) == BAD_INDEX:
            return BAD_INDEX
    return int(counter.rows)


def list_moves(view: Any, options: Any, listed: Any) -> int:
    """Writes the legal moves of a decision into a list, as far as it has room; returns how many there are."""
    count = legal(view, options.moves)
    for move in range(min(count, listed.shape[0])):
        listed[move] = options.moves[move]
    return int(count)


def list_shortlist(view: Any, options: Any, mind: Any) -> int:
    """Writes the numbers of the moves that are worth a look into what a mind keeps; returns how many they are."""
    return int(shortlist(view, options.moves, legal(view, options.moves), 0, mind.kept, mind.notes))


def ask_decisions(table: Any, views: Any, seating: Any, seed: Any, always: int, choices: Any) -> int:
    """What the player in the first place of the plan chooses at each of some decisions, asked so often; or BAD_INDEX.

    Who draws nothing when first asked would choose the same again, and is not asked again unless it is `always`.
    """
    for number in range(choices.shape[0]):
        seating.place.deal, seating.place.member = number, 0
        table.seen = views[number]
        view = table.seen
        for asked in range(choices.shape[1]):
            address(seating.minds[0].noise, seed, number, PLAYER + asked)
            count = legal(view, seating.options.moves)
            choice = ask_player(table, view.seat, view, count, seating)
            if choice == BAD_INDEX:
                return BAD_INDEX
            choices[number, asked] = choice
            if asked == 0 and always == 0 and seating.minds[0].noise.used == FIRST:
                for later in range(1, choices.shape[1]):
                    choices[number, later] = choice
                break
    return 0


def try_moves(view: Any, moves: Any, seating: Any, trying: Any) -> int:
    """Plays on from each of some moves on guessed tables: try t of every move has the same hidden cards and luck."""
    tables, draw, events = trying.tables, trying.draws[0], trying.events
    seating.place.member = 0
    for number in range(trying.results.shape[1]):
        address(draw, trying.seed, trying.number, HIDDEN + trying.first + number)
        next_turn(draw)
        guess(view, tables[1], draw)
        word = next_word(draw)
        for move in range(moves.shape[0]):
            tables[0] = tables[1]
            for player in range(seating.minds.shape[0]):
                address(seating.minds[player].noise, word, trying.first + number, PLAYER + player)
            look(tables[0], view.seat)
            play(tables[0], moves[move], events[0])
            rows = play_rest(tables[0], seating.options, events, 1, 1, seating)
            if rows == BAD_INDEX:
                return BAD_INDEX
            trying.firsts[move, number] = events[0]
            trying.replies[move, number] = events[min(rows - 1, 1)]
            score(tables[0], trying.results[move, number])
    return 0


@cache
def _parts(game: Game) -> dict[str, Any]:
    learning: dict[str, Any] = functions_of(game.learning) if game.learning else {}
    if game.learning and game.learning.shortlist is not None:
        learning["shortlist"] = game.learning.shortlist
    return bind_parts((checked, ask_player, set_out, ask_keeping), game.name, functions_of(game) | learning)


@cache
def keeping_loop(game: Game) -> Callable[..., int]:
    """Games whose decisions are kept, bound to a game and compiled."""
    parts = _parts(game)
    space = parts | {"play_kept": loop_with(game, parts["ask_keeping"])}
    one = numba.from_dtype
    kept = [seating_type(game), records(game.view), records(KEPT), one(COUNTER), one(STREAM)]
    keeping = types.NamedTuple(kept, Keeping)
    signature = types.int64(one(game.table), keeping, types.uint64, types.int64, records(game.event))
    return loop_of(game, bind(keep_decisions, game.name, **space), signature, __file__)


@cache
def listing_loop(game: Game) -> Callable[..., int]:
    """The legal moves of a decision, bound to a game and compiled."""
    signature = types.int64(numba.from_dtype(game.view), numba.from_dtype(game.options), records(move_type(game)))
    return loop_of(game, bind(list_moves, game.name, **_parts(game)), signature, __file__)


@cache
def shortlist_loop(game: Game) -> Callable[..., int]:
    """The moves of a decision that are worth a look, for a game that makes a shortlist, bound to it and compiled."""
    one = numba.from_dtype
    signature = types.int64(one(game.view), one(game.options), one(MIND))
    return loop_of(game, bind(list_shortlist, game.name, **_parts(game)), signature, __file__)


@cache
def asking_loop(game: Game) -> Callable[..., int]:
    """Players asked at single decisions, bound to a game and compiled."""
    decisions = numba.from_dtype(game.table), records(game.view), seating_type(game)
    signature = types.int64(*decisions, types.uint64, types.int64, types.int64[:, ::1])
    return loop_of(game, bind(ask_decisions, game.name, **_parts(game)), signature, __file__)


@cache
def trying_loop(game: Game) -> Callable[..., int]:
    """Options tried on guessed tables, bound to a game and compiled."""
    parts = _parts(game)
    space = parts | {"play_rest": loop_with(game, parts["ask_player"])}
    events, result = numba.from_dtype(game.event), numba.from_dtype(game.result)
    made = [types.Array(kind, 2, "C") for kind in (events, events, result)]
    given = [records(game.table), records(STREAM), types.uint64, types.int64, types.int64, records(game.event)]
    trying = types.NamedTuple([*given, *made], Trying)
    signature = types.int64(numba.from_dtype(game.view), records(move_type(game)), seating_type(game), trying)
    return loop_of(game, bind(try_moves, game.name, **space), signature, __file__)
