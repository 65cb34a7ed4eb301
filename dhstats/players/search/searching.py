"""Players that search: they guess what is hidden, try their options on the guessed tables, and take what did best.

Every guess serves all options alike, with the same cards to come, so that options differ by what they do and not by
luck. The budget counts tries, never time, so a search plays the same game on every machine.

A try of many says what the network thinks at some own decisions to come, on the mean: at the first of them it knows
least of what the option leads to, at the last most luck has come in. With few tries the first one has to do.

`guessing` says how tables are guessed, `rounds` which options are tried how often.

Sources: Ginsberg, "GIB: imperfect information in a computationally challenging game" (2001), for guessed deals; Sutton,
"Learning to predict by the methods of temporal differences" (1988), for a mean over horizons.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from dhstats.engine.compiled import bind, bind_named, bind_parts, interpreted, unbound
from dhstats.engine.game import Game, Learning
from dhstats.engine.loop import PASS, STOP, loop_with
from dhstats.engine.network import chance
from dhstats.engine.stream import PLAYER, STREAM, address, next_turn, next_word
from dhstats.players import thinking
from dhstats.players.search import guessing, rounds
from dhstats.players.search.guessing import Recalled
from dhstats.players.thinking import BUDGET

WIN_SHARE = 0.5  # of how a game is judged; the rest is by how many points
FIRST, LAST = 2, 6  # of the own decisions in a try: at which the network is asked, from the first to the last
MANY = 400  # tries with which each looks so far ahead, and moves race; with fewer it looks to the first alone
PRIOR, FAR_PRIOR = 30.0, 60.0  # how many tries the network's own opinion weighs, and where they look far ahead
FEWEST_GUESSES, MOST_GUESSES = 20, 1000  # that are weighed: one a try, but no fewer and no more than these


class Ahead(NamedTuple):
    """A table on which a seat looks ahead, and its mind; `seen` counts its decisions and sums what it thought."""

    options: Any
    mind: Any
    seat: Any
    seen: Any


class Searching(NamedTuple):
    """A search under way: tables laid out, in play and proposed, whose it is, and what is inferred of hidden things."""

    tables: Any
    options: Any
    events: Any
    result: Any
    odds: Any
    present: Any
    mind: Any
    seat: Any
    seen: Any
    recalled: Any


look = play = score = outcome = guess = fast_policy = play_out = play_ahead = unbound
as_chance = decide = count_candidates = candidate = unbound
halve = race = unbound
CLASSES = 1
LEAD = 1.0
TABLE = OPTIONS = EVENT = RESULT = np.dtype([])


def judged(result: Any, seat: int, win_share: float) -> float:
    """How a game is judged for a seat, from 0 to 1: by winning, and by how many points."""
    won, lead = outcome(result, seat)
    return float(win_share * won + (1.0 - win_share) * chance(np.float32(lead / LEAD)))


def judge(table: Any, result: Any, seat: int) -> float:
    """How a finished game is judged for a seat, from 0 to 1."""
    score(table, result)
    return judged(result, seat, WIN_SHARE)


def ask_fast(table: Any, seat: int, view: Any, count: int, playing: Any) -> int:
    """The fast policy's choice, PASS if there is none."""
    options, noise = playing
    next_turn(noise)
    return PASS if count == 0 else fast_policy(view, options.moves, count, noise)


def ask_ahead(table: Any, seat: int, view: Any, count: int, ahead: Any) -> int:
    """The network's choice, PASS if there is none; STOP once the seat has decided as often as the try looks ahead."""
    if count == 0:
        return PASS
    choice, worth = decide(view, ahead.options.moves, count, ahead.mind)
    if seat == ahead.seat:
        ahead.seen[0] += 1.0
        ahead.seen[1] += as_chance(worth) if ahead.seen[0] >= FIRST else 0.0
        if ahead.seen[0] == ahead.seen[2]:
            return STOP
    return int(choice)


def candidates(view: Any, moves: Any, count: int, mind: Any) -> Any:
    """The numbers of the moves that are tried."""
    numbers = np.empty(count_candidates(view, moves, count, 0, mind), np.int64)
    for k in range(len(numbers)):
        numbers[k] = candidate(mind, k)
    return numbers


def choose_by_playing_out(view: Any, moves: Any, count: int, mind: Any) -> int:
    """Plays every option out on each of N guessed tables, all players by the fast policy, and takes the best mean."""
    if count == 1:
        return 0
    tables, options = np.zeros(2, TABLE), np.empty(1, OPTIONS)
    events, result, noise = np.empty(1, EVENT), np.empty(1, RESULT), np.empty(1, STREAM)
    tried = candidates(view, moves, count, mind)
    totals = np.zeros(len(tried))
    seat = view.seat
    for _ in range(int(mind.weights[BUDGET])):
        guess(view, tables[0], mind.noise)
        word = next_word(mind.noise)
        for k in range(len(tried)):
            tables[1] = tables[0]
            look(tables[1], seat)
            address(noise[0], word, np.uint64(0), PLAYER)
            play(tables[1], moves[tried[k]], events[0])
            play_out(tables[1], options[0], events, 0, 0, (options[0], noise[0]))
            totals[k] += judge(tables[1], result[0], seat)
    return int(tried[np.argmax(totals)])


def look_ahead(table: Any, events: Any, result: Any, ahead: Any) -> float:
    """Plays on by the network as far as the try looks ahead; the mean of what the seat thinks from FIRST on."""
    asked = ahead.seen[2] - FIRST + 1.0
    ahead.seen[0], ahead.seen[1] = 0.0, 0.0
    if play_ahead(table, ahead.options, events, 0, 0, ahead) == STOP:
        return float(ahead.seen[1] / asked)
    left = asked - max(ahead.seen[0] - (FIRST - 1), 0.0)
    return float((ahead.seen[1] + left * judge(table, result, ahead.seat)) / asked)


def look_ahead_from(move: Any, searching: Any) -> float:
    """What a move leads to on the table that is laid out."""
    tables = searching.tables
    tables[1] = tables[0]
    look(tables[1], searching.seat)
    play(tables[1], move, searching.events[0])
    # A record does not keep the array alive that it lies in, so it is taken out anew for every try.
    ahead = Ahead(searching.options[0], searching.mind, searching.seat, searching.seen)
    return float(look_ahead(tables[1], searching.events, searching.result[0], ahead))


def search_with(view: Any, moves: Any, count: int, mind: Any, guesses: int) -> int:
    """Spends about N tries on guessed tables, and takes the best move; the network's opinion counts as some."""
    budget = int(mind.weights[BUDGET])
    many = budget >= MANY
    odds, present = np.ones((2, CLASSES), np.float32), np.zeros(CLASSES, np.float32)
    options = np.empty(1, OPTIONS)  # of past turns while guesses are weighed, then of decisions in tries
    recalled = Recalled(
        np.empty(guesses + 1, STREAM), np.zeros(guesses), np.zeros(1, np.int64), options, np.empty(len(moves))
    )
    searching = Searching(
        np.zeros(3, TABLE), options, np.empty(1, EVENT), np.empty(1, RESULT), odds, present, mind, view.seat,
        np.array([0.0, 0.0, float(LAST if many else FIRST)]), recalled,
    )  # fmt: skip
    tried = candidates(view, moves, count, mind)
    if many:
        return int(race(view, moves, tried, mind, FAR_PRIOR, budget, searching))
    return int(halve(view, moves, tried, mind, PRIOR, budget, searching))


def choose_by_search(view: Any, moves: Any, count: int, mind: Any) -> int:
    """The best move by N tries on tables that are guessed evenly."""
    return 0 if count == 1 else search_with(view, moves, count, mind, 1)


def choose_by_averaging(view: Any, moves: Any, count: int, mind: Any) -> int:
    """The best move by N tries on tables that are weighed by what the opponent has played."""
    return 0 if count == 1 else search_with(view, moves, count, mind, guesses_for(int(mind.weights[BUDGET])))


def guesses_for(budget: int) -> int:
    """How many guesses are weighed for so many tries."""
    return min(max(budget, FEWEST_GUESSES), MOST_GUESSES)


def recall_functions(game: Game, learning: Learning) -> dict[str, Any]:
    """What a game whose players infer brings so that guesses can be weighed by turns."""
    inference, forking = learning.inference, game.forking
    if not inference:
        return {}
    assert forking is not None
    return {
        "recall": inference.recall, "was_played": inference.was_played, "TURNS": inference.turns,
        "rearrange": forking.rearrange,
    }  # fmt: skip


def guessing_of(learning: Learning) -> dict[str, Callable[..., Any]]:
    """How tries begin and tables are guessed, and weighed where players infer; each function after those it calls."""
    if not learning.inference:
        return {"begin_tries": guessing.note_nothing, "lay_out": guessing.guess_evenly}
    names = ("note_inferred", "guess_by_inference", "chance_of_turn", "weigh")
    parts: dict[str, Callable[..., Any]] = {name: getattr(guessing, name) for name in names}
    return parts | {"begin_tries": guessing.note_recalled, "lay_out": guessing.guess_recalled}


def terms_of(template: Callable[..., int]) -> dict[str, float]:
    """The numbers of a way of searching: who does not weigh guesses never looks far ahead."""
    return {} if template is choose_by_averaging else {"MANY": math.inf}


def records_of(game: Game) -> dict[str, Any]:
    """The records that a search lays out, by the names under which templates call them."""
    kinds = {"TABLE": game.table, "OPTIONS": game.options, "EVENT": game.event, "RESULT": game.result, "STREAM": STREAM}
    return {name: (np.dtype((np.record, kind)) if interpreted() else kind) for name, kind in kinds.items()}


def bound(game: Game, learning: Learning, template: Callable[..., int]) -> Callable[..., int]:
    """A way in which made players choose bound to a game and a way of learning, as a strategy's function."""
    if template.__module__ != __name__:
        return thinking.bound_choice(game, learning, template)
    title = thinking.title_of(game, learning)
    space = thinking.bound(game, learning) | records_of(game) | terms_of(template)
    space = bind_parts((judged, judge, ask_fast, ask_ahead, candidates), title, space)
    space["play_out"], space["play_ahead"] = loop_with(game, space["ask_fast"]), loop_with(game, space["ask_ahead"])
    space |= recall_functions(game, learning)
    trying = guessing_of(learning) | {"look_ahead": look_ahead, "worth_of": look_ahead_from}
    trying |= {each.__name__: each for each in (*rounds.RACING, search_with, guesses_for)}
    return bind(template, title, **bind_named(trying, title, space))
