"""Luck of logged games: by how much the cards that were drawn left a player better off than cards do on average.

At every turn the game is copied, the mover's pile is laid out anew, and the same move is played on the copy and the
answer to it, so many times. What the table is then worth to the mover, whose turn it is again (their best option, by a
player who values positions), is compared: as it happened, less the mean of the copies. The answer was chosen by one who
did not see what was drawn, so copies and what happened are alike: whatever that worth is, the difference has mean zero,
and can be taken off a result without favouring anybody. Opening hands are compared in the same way with others that the
opponent could be facing.

That holds in games for two in which chance decides nothing but what a player draws unseen, and loses from their hand:
which card is lost is left as it was, as the answer depends on it. Where chance decides what can be done next, the
decisions of `chances` are weighed instead.

Source: Zinkevich, Bowling, Bard, Kan, Billings, "Optimal unbiased estimators for evaluating agent performance" (2006).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from dhstats.engine.compiled import bind, bind_named, unbound
from dhstats.engine.game import MIND, Game, Learning
from dhstats.engine.loop import loop_of
from dhstats.engine.strategy import Strategy
from dhstats.engine.stream import CHANCE, STREAM, address
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Array
from dhstats.players.match import records as rows_of
from dhstats.players.positions.chances import (
    BEFORE,
    COPIES,
    COPY,
    FIRST,
    GAME,
    LAST,
    REAL,
    SEED,
    SPAN,
    TABLES,
    decision_loop,
    loop_type,
    weighing,
)
from dhstats.players.positions.judging import Chance, Judge
from dhstats.players.thinking import learning_of, title_of

MOST_COPIES = 24  # of every turn
CHANNEL = CHANCE + 63  # of what is laid out anew
WEIGHED, PUT_BACK = SPAN, SPAN + 1  # of a span: whether the turn before is weighed, cards put back on each seat's pile

mix_pile = piled = to_move = unbound
worth_of = play_logged = worth_after = mean_after = luck_of_hands = count_put_back = unbound


def find_worth_after(table: Any, seat: int, rows: Any, row: int, worker: Any) -> float:
    """What the table is worth to a seat once a turn was played and answered."""
    options, mind, event, result = worker
    for turn in range(row, min(row + 2, rows.shape[0])):
        play_logged(table, options, rows[turn], event)
    return float(worth_of(table, seat, options, mind, result))


def find_mean_after(tables: Any, seat: int, rows: Any, row: int, copies: int, worker: Any, noise: Any) -> float:
    """The same on the mean of copies on which the seat's pile is laid out anew."""
    total = 0.0
    for _ in range(copies):
        tables[COPY] = tables[BEFORE]
        mix_pile(tables[COPY], seat, noise)
        total += worth_after(tables[COPY], seat, rows, row, worker)
    return total / copies


def find_put_back(tables: Any, span: Any) -> None:
    """Counts for each seat the cards that were put back on its pile and are not drawn yet."""
    for seat in range(2):
        more = piled(tables[REAL], seat) - piled(tables[BEFORE], seat)
        span[PUT_BACK + seat] = max(0, span[PUT_BACK + seat] + more)


def weigh_turns(tables: Any, worker: Any, noise: Any, rows: Any, span: Any, luck: Any) -> int:
    """Plays the logged turns of a span of a game that lies on the table, and writes the luck of their movers.

    `luck` has a row more than there are turns, the first for opening hands, and a column a seat. Where cards were put
    back on a seat's pile, which are not as good as any, nothing is written of turns in which they may be drawn again.
    Returns the number of the first turn that could not be played, or of the one after the last.
    """
    luck_of_hands(tables, worker, noise, span, luck)
    for row in range(span[FIRST], span[LAST]):
        seat = to_move(tables[REAL])
        tables[BEFORE] = tables[REAL]
        weighed, span[WEIGHED] = span[WEIGHED], 1 if span[PUT_BACK + seat] == 0 else 0
        if span[WEIGHED] != 0:
            address(noise[0], np.uint64(SEED + 1 + row), np.uint64(span[GAME]), CHANNEL)
            luck[row + 1, seat] = -mean_after(tables, seat, rows, row, span[COPIES], worker, noise[0])
        if not play_logged(tables[REAL], worker[0], rows[row], worker[2]):
            return row
        tables[COPY] = tables[REAL]
        if weighed != 0:
            luck[row, 1 - seat] += worth_of(tables[COPY], 1 - seat, worker[0], worker[1], worker[3])
        if span[WEIGHED] != 0 and row + 1 == rows.shape[0]:
            luck[row + 1, seat] += worth_of(tables[COPY], seat, worker[0], worker[1], worker[3])
        count_put_back(tables, span)
    return int(span[LAST])


@cache
def luck_loop(game: Game, learning: Learning) -> Callable[..., int]:
    """What weighs a game, turn by turn or decision by decision, bound to it and a way of learning, and compiled."""
    forking, title = game.forking, title_of(game, learning)
    assert forking is not None
    if forking.piled is None:
        return decision_loop(game, learning)
    space = weighing(game, learning, CHANNEL) | {"mix_pile": forking.mix_pile, "piled": forking.piled}
    parts: dict[str, Callable[..., Any]] = {"worth_after": find_worth_after, "mean_after": find_mean_after}
    space = bind_named(parts | {"count_put_back": find_put_back}, title, space)
    return loop_of(game, bind(weigh_turns, title, **space), loop_type(game), __file__)


def can_weigh(bundle: GameBundle) -> bool:
    """Whether a game says how what chance has yet to decide is laid out anew."""
    forking = bundle.game.forking
    return forking is not None and (forking.piled is not None or forking.mix_chance is not None)


class LuckJudge:
    """A player who values positions, asked what chance did to whom in logged games."""

    def __init__(self, bundle: GameBundle, rules: RuleSet, player: Strategy, copies: int = MOST_COPIES) -> None:
        """So many copies are played of every turn or decision. BadInput for a game that does not say what chance is."""
        game = bundle.game
        if not can_weigh(bundle):
            raise BadInput(f"{game.name}: does not say how to lay out anew what chance decides, so luck is not weighed")
        self._judge, self._loop = Judge(bundle, rules, player), luck_loop(game, learning_of(game, player.version))
        self._tables, self._noise = rows_of(game.table, TABLES), rows_of(STREAM, 2)
        kinds = (game.options, MIND, game.event, game.result)
        self._worker = tuple(rows_of(kind, 1)[0] for kind in kinds)
        self._players, self._copies = bundle.players(rules.record()), copies
        player.settle(self._worker[1])

    def weigh(self, number: int, chance: Chance, rows: Array) -> Array:
        """The luck of opening hands and of every turn of a game, a row each and a column a seat, in shares of a win."""
        self._tables[0] = self._judge.set_out(chance)
        luck, span = np.zeros((len(rows) + 1, self._players)), np.zeros(PUT_BACK + 2, np.int64)
        span[GAME], span[COPIES] = number, self._copies
        for first, last in chance.spans(len(rows), self._tables[0]):
            span[FIRST], span[LAST] = first, last
            done = self._loop(self._tables, self._worker, self._noise, rows, span, luck)
            if done != last:
                raise ValueError(f"turn {done + 1} of game {number} cannot be followed")
        return luck


def taken_off(luck: Array, seat: int) -> float:
    """What luck gave a seat in a game: their own less the mean of the others'."""
    by_seat = luck.sum(axis=0)
    return float(by_seat[seat] - (by_seat.sum() - by_seat[seat]) / (len(by_seat) - 1))
