"""Games that are played to measure: one seat tries its options, or all seats are watched and decisions judged."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, bind_named, bind_parts, compiled, entry, sources_below, unbound
from dhstats.engine.game import MIND, Function, Game, Learning, records
from dhstats.engine.loop import BAD_INDEX, PASS, ask_player, checked, loop_with, seating_type, set_out, sources_of
from dhstats.engine.stream import STREAM, address, below
from dhstats.players import thinking
from dhstats.players.search import guessing, rounds, searching
from dhstats.players.search.guessing import Recalled
from dhstats.players.strength import tries
from dhstats.players.strength.tries import HANDS, TERMS, TO_THE_END, TRY, Trying

DRAWS = 1 << 23  # channel, + member: what a measurement draws for itself
PARTS = 1 << 20  # a share of decisions is counted in parts of this
KINDS = 4  # of endgames that a game may tell apart
EXACT = 1e-9  # what two equal worths may differ by

# What was seen in a game. Decisions with a choice, those of them that were judged, where the search would have played
# another option, and what the played ones gave away, in shares of a win. Of endgames by kind: how many were met, in how
# many something was given away, and how much; of those of which not every option is solved, in how many there was a
# sure win, and in how many another option was played.
NOTED = np.dtype([
    ("decisions", "i8"), ("judged", "i8"), ("others", "i8"), ("lost", "f8"), ("met", "i8", KINDS),
    ("missed", "i8", KINDS), ("wasted", "f8", KINDS), ("sure", "i8"), ("passed_over", "i8"),
], align=True)  # fmt: skip

shuffle = deal = score = outcome = lay_out_with = try_move = search = solve = unbound
play_game = unbound


@compiled()
def unsolved(view: Any, moves: Any, count: int, trying: Any) -> int:
    """Stands for a game of which no endgame is solved."""
    return 0


def ask_watched(table: Any, seat: int, view: Any, count: int, trying: Any) -> int:
    """The choice of a player; what it gives away is noted where that is solved, or where the lot falls on it."""
    choice = ask_player(table, seat, view, count, trying.seating)
    if choice < 0 or count < 2:
        return int(choice)
    noted = trying.noted[trying.this.row]
    noted.decisions += 1
    note_endgame(view, count, choice, trying, noted)
    if below(trying.draws[0], PARTS) < int(trying.terms.share * PARTS):
        noted.judged += 1
        judge_decision(table, view, seat, count, choice, trying, noted)
    return int(choice)


def ask_measured(table: Any, seat: int, view: Any, count: int, trying: Any) -> int:
    """The choice of a player in games that are watched; else of the first player by tries, of others by themselves."""
    if trying.terms.watched != 0:
        return int(ask_watched(table, seat, view, count, trying))
    if trying.seating.plan[trying.seating.place.member, 2 + seat] != 0:
        return int(ask_player(table, seat, view, count, trying.seating))
    if count < 2:
        return count - 1 if count == 1 else PASS
    return int(search(table, view, seat, count, trying))


def note_endgame(view: Any, count: int, choice: int, trying: Any, noted: Any) -> None:
    """What a choice gives away where the game is solved from here on; worths that are not known are no numbers."""
    worths = trying.worths
    kind = solve(view, trying.seating.options.moves, count, trying)
    if kind == 0:
        return
    best, whole = -1.0, True
    for option in range(count):
        if np.isnan(worths[option]):
            whole = False
        else:
            best = max(best, worths[option])
    if whole:
        noted.met[kind] += 1
        noted.missed[kind] += 1 if worths[choice] < best - EXACT else 0
        noted.wasted[kind] += best - worths[choice]
    elif best > 1.0 - EXACT:
        noted.sure += 1
        noted.passed_over += 0 if worths[choice] > 1.0 - EXACT else 1


def judge_decision(table: Any, view: Any, seat: int, count: int, choice: int, trying: Any, noted: Any) -> None:
    """What a choice gives away beside the one that a search prefers, which knows no more than the player may."""
    other = search(table, view, seat, count, trying)
    if other in (choice, BAD_INDEX):
        return
    this, moves, tables = trying.this, trying.seating.options.moves, trying.terms.tables
    this.seat, this.depth, this.knows = seat, TO_THE_END, 0
    gained = 0.0
    for _ in range(tables):
        lay_out_with(HANDS, view, trying)
        gained += share_won(moves[other], trying) - share_won(moves[choice], trying)
    noted.others += 1
    noted.lost += gained / tables


def share_won(move: Any, trying: Any) -> float:
    """What a seat has of the win once a move of theirs is played to the end."""
    try_move(move, trying)
    score(trying.tables[1], trying.results[0])
    won, _ = outcome(trying.results[0], trying.this.seat)
    return float(won)


def play_measured(table: Any, trying: Any, seed: Any, first_deal: int, results: Any) -> int:
    """Plays all games of a row of deals, the result of member m of the i-th to results[i, m]; 0, or BAD_INDEX."""
    seating = trying.seating
    members = seating.plan.shape[0]
    for i in range(results.shape[0]):
        number = first_deal + i
        seating.place.deal = number
        shuffle(table, seed, number)
        for member in range(members):
            seating.place.member = member
            trying.this.row = i * members + member
            set_out(table, seating, seed, number)
            address(trying.draws[0], seed, number, DRAWS + member)
            if play_game(table, seating.options, trying.events, 0, 0, trying) == BAD_INDEX:
                return BAD_INDEX
            score(table, results[i, member])
    return 0


@cache
def measuring_loop(game: Game, endgame: Function | None, version: int = 0) -> Callable[..., int]:
    """The games of a measurement bound to a game and compiled; an adviser has learnt by a version, 0 the newest."""
    learning = thinking.learning_of(game, version)
    title = thinking.title_of(game, learning)
    space = bind_parts(MEASURING, title, parts_of(game, endgame, learning))
    space["play_game"] = loop_with(game, space["ask_measured"])
    sources = (*sources_of(game, __file__), *(sources_below(_file(endgame)) if endgame else ()))
    signature = types.int64(
        numba.from_dtype(game.table), trying_type(game), types.uint64, types.int64,
        types.Array(numba.from_dtype(game.result), 2, "C"),
    )  # fmt: skip
    return entry(compiled(signature, sources=sources)(bind(play_measured, title, **space)))


# What measurements are made of, each after those that it calls.
MEASURING = (
    tries.begin_tries, tries.lay_out_with, tries.lay_out, tries.begin_minds, tries.try_move, tries.worth_of,
    *rounds.HALVING, tries.search, note_endgame, share_won, judge_decision, ask_watched, ask_measured,
)  # fmt: skip


@cache
def parts_of(game: Game, endgame: Function | None, learning: Learning) -> dict[str, Any]:
    """What tries are made of, bound to a game; BadInput for one that nobody can be trained for."""
    assert game.forking is not None  # whoever asks has looked
    space = thinking.bound(game, learning) | {"rearrange": game.forking.rearrange, "solve": endgame or unsolved}
    names = (searching.judged, searching.judge, searching.candidates, checked, ask_player, set_out, tries.ask_in_try)
    space = bind_parts(names, thinking.title_of(game, learning), space)
    space |= searching.recall_functions(game, learning) | guessing.OF_MEASUREMENTS
    guesses = searching.guessing_of(learning)
    guesses |= {"begin_guesses": guesses.pop("begin_tries"), "guess_hidden": guesses.pop("lay_out")}
    space = bind_named(guesses, thinking.title_of(game, learning), space)
    return space | {"play_try": loop_with(game, space["ask_in_try"])}


def _file(function: Function) -> Path:
    return Path(getattr(function, "py_func", function).__code__.co_filename)


def trying_type(game: Game) -> Any:
    """The compiled type of a game that is played with room for tries."""
    one, many = numba.from_dtype, records
    recalled = [many(STREAM), types.float64[::1], types.int64[::1], many(game.options), types.float64[::1]]
    kinds = [
        seating_type(game), one(TERMS), one(TRY), many(game.table), many(MIND), one(game.options), many(game.event),
        many(game.result), many(STREAM), many(NOTED), types.float64[::1], one(MIND), types.float32[:, ::1],
        types.float32[::1], types.NamedTuple(recalled, Recalled),
    ]  # fmt: skip
    return types.NamedTuple(kinds, Trying)
