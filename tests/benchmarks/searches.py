"""What searching is worth: by how many tries, how far ahead, and how tables are guessed.

`python -m tests.benchmarks.searches --positions 1000 --tables 100` lays out positions of an expert's games by lot. In each,
every option is tried on guessed tables in several ways; then on tables with the true hands, all cards that nobody had seen
laid anew, to measure what was chosen. It prints, for each way, how long a try takes, and how much more the chosen option
is worth there than what the network alone would choose, in hundredths of a game, with the standard error over positions.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from dhstats.engine.compiled import bind, bind_named, bind_parts, unbound
from dhstats.engine.game import MIND, functions_of
from dhstats.engine.loop import loop_with
from dhstats.engine.stream import PLAYER, STREAM, address
from dhstats.games.bundle import GameBundle
from dhstats.games.catalogue import load
from dhstats.players import roster, thinking
from dhstats.players.match import records
from dhstats.players.positions.forks import forking_of
from dhstats.players.search import guessing, searching
from dhstats.players.search.guessing import Recalled
from dhstats.players.search.searching import Searching
from dhstats.players.thinking import learning_of

Array = np.ndarray[Any, Any]
GUESSES = 600  # that are weighed
MOST_OPTIONS, LATEST = 200, 50  # options of a decision; turns before it
PRIORS = (0.0, searching.PRIOR, 100.0)  # how many tries the network's own opinion weighs

shuffle = deal = to_move = over = legal = look = play = rearrange = decide = consider = appraise = as_chance = unbound
begin_tries = lay_out = worth_of = unbound
CLASSES = 1
LAST = 2.0
TABLE = OPTIONS = EVENT = RESULT = np.dtype([])


@dataclass(frozen=True, slots=True)
class Way:
    """A way of trying options: on which tables, and how many own decisions ahead.

    From the `first` of these on the network is asked at every decision, or at the last alone (0).
    """

    tables: str
    ahead: int
    first: int = 0


WEIGHED = "weighed"
TRUE = Way("true hands", 4)
WAYS = (
    Way(WEIGHED, searching.LAST, searching.FIRST), Way(WEIGHED, 2), Way(WEIGHED, 4), Way("inferred", 1),
    Way("inferred", 2), Way("inferred", 4), Way("even", 2),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Position:
    """What the network thinks of the options of a decision, and what each brought on each table."""

    thought: Array
    worths: Array


def keep_hands(view: Any, searching: Any) -> None:
    """Lays out the table as it is, but for the cards that nobody has seen."""
    searching.tables[0] = searching.tables[2]
    rearrange(searching.tables[0], searching.mind.noise)


def try_options(table: Any, seed: Any, turns: int, minds: Any, options: Any, thought: Any, worths: Any) -> int:
    """Tries every option of the decision after so many turns of a deal; returns how many there are, 0 after the end."""
    shuffle(table, seed, 0)
    deal(table, 0)
    mind, moves, event = minds[0], options[0].moves, np.empty(1, EVENT)
    for _ in range(turns):
        if over(table):
            return 0
        view = look(table, to_move(table))
        count = legal(view, moves)
        if count == 0:
            return 0
        play(table, moves[decide(view, moves, count, mind)[0]], event[0])
    if over(table):
        return 0
    view = look(table, to_move(table))
    count = legal(view, moves)
    searching = Searching(
        np.zeros(3, TABLE), np.empty(1, OPTIONS), np.empty(1, EVENT), np.empty(1, RESULT),
        np.ones((2, CLASSES), np.float32), np.zeros(CLASSES, np.float32), mind, view.seat,
        np.array([0.0, 0.0, LAST]),
        Recalled(
            np.empty(GUESSES + 1, STREAM), np.zeros(GUESSES), np.zeros(1, np.int64), np.empty(1, OPTIONS),
            np.empty(len(moves)),
        ),
    )  # fmt: skip
    consider(view, mind)
    searching.tables[2] = table
    begin_tries(view, mind, searching)
    for k in range(count):
        thought[k] = as_chance(appraise(view, moves[k], mind))
    for t in range(worths.shape[0]):
        lay_out(view, searching)
        for k in range(count):
            worths[t, k] = worth_of(moves[k], searching)
    return int(count)


def bound(bundle: GameBundle, way: Way) -> Callable[..., int]:
    """`try_options` for a game and a way of trying, compiled."""
    game = bundle.game
    learning = learning_of(game)
    space = thinking.bound(game, learning) | functions_of(game) | {"rearrange": forking_of(bundle).rearrange}
    space |= {"TABLE": game.table, "OPTIONS": game.options, "EVENT": game.event, "RESULT": game.result}
    space |= {"STREAM": STREAM, "LAST": float(way.ahead), "FIRST": way.first or way.ahead}
    title = f"{way.tables} {way.first} {way.ahead}"
    space = bind_parts((searching.judged, searching.judge, searching.ask_ahead), title, space)
    space["play_ahead"] = loop_with(game, space["ask_ahead"])
    ways: dict[str, tuple[Any, Any]] = {
        "even": (guessing.note_nothing, guessing.guess_evenly),
        "true hands": (guessing.note_nothing, keep_hands),
        "inferred": (guessing.note_inferred, guessing.guess_by_inference),
    }
    trying: dict[str, Any] = (
        dict(zip(("begin_tries", "lay_out"), ways[way.tables], strict=True))
        if way.tables in ways
        else searching.guessing_of(learning)
    )
    space |= searching.recall_functions(game, learning)
    trying |= {"look_ahead": searching.look_ahead, "worth_of": searching.look_ahead_from}
    made: Callable[..., int] = numba.njit(bind(try_options, title, **bind_named(trying, title, space)))
    return made


def positions(
    bundle: GameBundle, rules_name: str, way: Way, asked: argparse.Namespace, again: int = 0
) -> Iterator[Position]:
    """Decisions with a choice by lot, the same for every way, with what their options bring on each table.

    `again` has the same decisions and other tables.
    """
    rules, tries = bundle.rule_files.load(rules_name), bound(bundle, way)
    expert, chance = roster.find(bundle, rules, "expert"), np.random.default_rng(asked.seed)
    table, minds, options = records(bundle.game.table, 1), records(MIND, 1), records(bundle.game.options, 1)
    table["seen"]["rules"] = rules.record()
    expert.settle(minds[0])
    address(minds[0].noise, asked.seed, again, PLAYER)
    thought, worths = np.zeros(MOST_OPTIONS), np.zeros((asked.tables, MOST_OPTIONS))
    found = 0
    while found < asked.positions:
        seed, turns = np.uint64(chance.integers(1 << 40)), int(chance.integers(LATEST))
        count = tries(table[0], seed, turns, minds, options, thought, worths)
        if count > 1:
            found += 1
            yield Position(thought[:count].copy(), worths[:, :count].copy())


def gains(tried: list[Position], true: list[Position], tables: int, prior: float) -> Array:
    """How much more what is chosen by so many tables brings, on true hands, than the network's own choice, by position."""
    found = []
    for one, judge in zip(tried, true, strict=True):
        brings = judge.worths.mean(axis=0)
        weighed = prior * one.thought + one.worths[:tables].sum(axis=0)
        found.append(brings[np.argmax(weighed)] - brings[np.argmax(one.thought)])
    return np.array(found)


def line(tried: list[Position], true: list[Position], tables: int) -> str:
    """What so many tables gain, for every weight of the network's own opinion."""
    cells = []
    for prior in PRIORS:
        each = 100.0 * gains(tried, true, tables, prior)
        cells.append(f"{each.mean():+.3f} ± {each.std(ddof=1) / len(each) ** 0.5:.3f}")
    return f"{tables:>7} tables: " + ", ".join(cells)


def main() -> int:
    """Reads the command line and prints a block of lines for every way of trying."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--rules", default="ffg")
    reader.add_argument("--positions", type=int, default=1000)
    reader.add_argument("--tables", type=int, default=200)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    bundle = load("dragonheart")
    true = list(positions(bundle, asked.rules, TRUE, asked))
    print(
        f"{len(true)} positions; the network's own opinion weighs {', '.join(f'{each:.0f}' for each in PRIORS)} tries"
    )
    for way in WAYS:
        tried, took = [], 0.0
        for position in positions(bundle, asked.rules, way, asked):
            took = took or time.process_time()  # what is compiled for the first position does not count
            tried.append(position)
        tries = sum(each.worths.size for each in tried[1:])
        micros = 1e6 * (time.process_time() - took) / tries
        asked_at = f"asked at {way.first} to {way.ahead}" if way.first else f"asked at {way.ahead}"
        print(f"{way.tables} tables, {asked_at} own decisions ahead, {micros:.0f} µs a try")
        for tables in sorted({asked.tables // 6, asked.tables // 2, asked.tables}):
            print(line(tried, true, tables), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
