"""Luck of logged games in which chance decides what can be done next: dice, cards that all see, hands that change.

Every decision is made once more on copies of the game on which all that chance has yet to decide is laid out anew. The
game as it happened and a copy then go on alike, with the same draws, all seats playing as one who values positions
would, until the seat that decided is at the beginning of a turn again. What the table is worth to them there (their
best option) is compared: as it happened, less the mean of the copies. Where chance did nothing, both go on alike, and
luck is 0.

Right before a decision the game and its copies are alike, and how they go on is not asked of those who play: whatever
that worth is, the difference has mean zero whoever plays. The game has to lay out what is to come exactly as likely as
it is, given every hand and all that lies open; then mean zero holds by construction, with dice as with cards.

Opening hands are compared with others that the next player could be facing.

Source: Burch, Schmid, Moravcik, Morrill, Bowling, "AIVAT: a new variance reduction technique for agent evaluation in
imperfect information games" (2018), for chance alone.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, bind_named, bind_parts, unbound
from dhstats.engine.game import MIND, Game, Learning, functions_of, records
from dhstats.engine.loop import loop_of
from dhstats.engine.stream import CHANCE, STREAM, address, next_word
from dhstats.engine.together import find_option
from dhstats.players.search.searching import judge, judged
from dhstats.players.thinking import bound, title_of

CHANNEL = CHANCE + 62  # of what is laid out anew
SEED = 1  # of it
REAL, BEFORE, COPY, TABLES = range(4)  # tables: the game, the game before a turn, the copy that is played on; how many
FIRST, LAST, GAME, COPIES, SPAN = range(5)  # of a span: its turns, the game's number, copies of a turn; how many

look = legal = play = skip = to_move = over = begins = mix_chance = guess = unbound
decide = as_chance = worth_of = play_logged = worth_ahead = mean_luck = hand_luck = luck_of_hands = unbound


def find_worth(table: Any, seat: int, options: Any, mind: Any, result: Any) -> float:
    """What a table is worth to a seat, were it their turn; of a finished game how it ended for them."""
    if over(table):
        return float(judge(table, result, seat))
    view = look(table, seat)
    count = legal(view, options.moves)
    if count == 0:
        return 0.0
    _, worth = decide(view, options.moves, count, mind)
    return float(as_chance(worth))


def play_turn(table: Any, options: Any, turn: Any, event: Any) -> bool:
    """Plays a logged turn, or passes where there is nothing to play; whether that could be done."""
    if over(table):
        return False
    view = look(table, to_move(table))
    count = legal(view, options.moves)
    if count == 0:
        skip(table, event)
        return True
    choice = find_option(options.moves, count, turn)
    if choice < 0:
        return False
    play(table, options.moves[choice], event)
    return True


def find_worth_ahead(table: Any, seat: int, worker: Any) -> float:
    """What a table is worth to a seat when their next turn begins, or how the game ended before that."""
    options, mind, event, result = worker
    while not over(table):
        mover = to_move(table)
        view = look(table, mover)
        count = legal(view, options.moves)
        if count == 0:
            skip(table, event)
            continue
        choice, worth = decide(view, options.moves, count, mind)
        if mover == seat and begins(table):
            return float(as_chance(worth))
        play(table, options.moves[choice], event)
    return float(judge(table, result, seat))


def find_mean_luck(tables: Any, seat: int, turn: Any, copies: int, worker: Any, noise: Any) -> float:
    """By how much a decision that was just played came out better for a seat than on copies of the table before it."""
    total = 0.0
    for _ in range(copies):
        tables[COPY] = tables[BEFORE]
        mix_chance(tables[COPY], noise[0])
        play_logged(tables[COPY], worker[0], turn, worker[2])
        word, number = next_word(noise[0]), next_word(noise[0])
        address(noise[1], word, number, CHANNEL)
        mix_chance(tables[COPY], noise[1])
        total -= worth_ahead(tables[COPY], seat, worker)
        tables[COPY] = tables[REAL]
        address(noise[1], word, number, CHANNEL)
        mix_chance(tables[COPY], noise[1])
        total += worth_ahead(tables[COPY], seat, worker)
    return total / copies


def find_hand_luck(tables: Any, seat: int, other: int, copies: int, worker: Any, noise: Any) -> float:
    """By how much the opening hand of a seat is worth more than others that another seat could be facing."""
    options, mind, _, result = worker
    total = 0.0
    for _ in range(copies):
        tables[BEFORE] = tables[REAL]
        guess(look(tables[BEFORE], other), tables[COPY], noise)
        total += worth_of(tables[COPY], seat, options, mind, result)
    tables[COPY] = tables[REAL]
    return float(worth_of(tables[COPY], seat, options, mind, result)) - total / copies


def find_luck_of_hands(tables: Any, worker: Any, noise: Any, span: Any, luck: Any) -> None:
    """Writes the luck of all opening hands, each as the next seat could be facing it; once, where a game begins."""
    for seat in range(luck.shape[1] if span[FIRST] == 0 else 0):
        address(noise[0], np.uint64(SEED), np.uint64(span[GAME]), CHANNEL)
        luck[0, seat] = hand_luck(tables, seat, (seat + 1) % luck.shape[1], span[COPIES], worker, noise[0])


def weigh_decisions(tables: Any, worker: Any, noise: Any, rows: Any, span: Any, luck: Any) -> int:
    """Plays the logged decisions of a span of a game that lies on the table, and writes the luck of who decided.

    `luck` has a row more than there are decisions, the first for opening hands, and a column a seat. Returns the number
    of the first decision that could not be played, or of the one after the last.
    """
    luck_of_hands(tables, worker, noise, span, luck)
    for row in range(span[FIRST], span[LAST]):
        seat = to_move(tables[REAL])
        tables[BEFORE] = tables[REAL]
        if not play_logged(tables[REAL], worker[0], rows[row], worker[2]):
            return row
        address(noise[0], np.uint64(SEED + 1 + row), np.uint64(span[GAME]), CHANNEL)
        luck[row + 1, seat] = mean_luck(tables, seat, rows[row], span[COPIES], worker, noise)
    return int(span[LAST])


def loop_type(game: Game) -> Any:
    """The compiled type of what weighs a span of a game."""
    worker = types.Tuple([numba.from_dtype(kind) for kind in (game.options, MIND, game.event, game.result)])
    numbers, luck = types.int64[::1], types.float64[:, ::1]
    return types.int64(records(game.table), worker, records(STREAM), records(game.event), numbers, luck)


def weighing(game: Game, learning: Learning, channel: int = CHANNEL) -> dict[str, Any]:
    """What every weighing of luck is made of, bound to a game and a way of learning; `channel` lays hands out anew."""
    title, parts = title_of(game, learning), bound(game, learning)
    space: dict[str, Any] = functions_of(game) | {"guess": learning.guess, "CHANNEL": channel}
    space |= {"outcome": learning.outcome, "LEAD": learning.lead}
    space |= {name: parts[name] for name in ("decide", "as_chance")}
    space = bind_parts((judged, judge, find_option), title, space)
    shared: dict[str, Callable[..., Any]] = {
        "worth_of": find_worth, "play_logged": play_turn, "hand_luck": find_hand_luck,
        "luck_of_hands": find_luck_of_hands,
    }  # fmt: skip
    return bind_named(shared, title, space)


@cache
def decision_loop(game: Game, learning: Learning) -> Callable[..., int]:
    """The weighing of decisions, bound to a game and a way of learning, and compiled."""
    forking, title = game.forking, title_of(game, learning)
    assert forking is not None
    space = weighing(game, learning) | {"mix_chance": forking.mix_chance, "begins": forking.begins}
    space = bind_named({"worth_ahead": find_worth_ahead, "mean_luck": find_mean_luck}, title, space)
    return loop_of(game, bind(weigh_decisions, title, **space), loop_type(game), __file__)
