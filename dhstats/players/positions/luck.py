"""Luck of logged games: by how much what chance did left a player better off than chance does on average.

Turns are weighed where chance decides nothing but what a player draws unseen, in games for two. At every turn the game
is copied, the mover's pile is laid out anew, and the same move is played on the copy and the answer to it, many times.
What the table is then worth to the mover, whose turn it is again (their best option, by a player who values positions),
is compared: as it happened, less the mean of the copies. The answer was chosen by one who did not see what was drawn,
so copies and what happened are alike. Which card is lost from a hand is left as it was: the answer depends on it.

Decisions are weighed where chance decides what can be done next: dice, cards that all see, hands that change. Every
decision is made once more on copies of the game on which all that chance has yet to decide is laid out anew. The game
as it happened and a copy then go on alike, with the same draws, all seats playing as one who values positions would,
until the seat that decided is at the beginning of a turn again, and what the table is worth to them there is compared.
Where chance did nothing, both go on alike, and luck is 0. Right before a decision the game and its copies are alike,
and how they go on is not asked of those who play. The game has to lay out what is to come exactly as likely as it is,
given every hand and all that lies open; then mean zero holds by construction, with dice as with cards.

In both ways the difference has mean zero whoever plays, whatever that worth is, and can be taken off a result without
favouring anybody. Opening hands are compared in the same way with others that the next player could be facing.

Sources: Zinkevich, Bowling, Bard, Kan, Billings, "Optimal unbiased estimators for evaluating agent performance" (2006);
Burch, Schmid, Moravcik, Morrill, Bowling, "AIVAT: a new variance reduction technique for agent evaluation in imperfect
information games" (2018), for chance alone.
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
from dhstats.engine.strategy import Strategy
from dhstats.engine.stream import CHANCE, STREAM, address, next_word
from dhstats.engine.together import find_option
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Array
from dhstats.players.match import records as rows_of
from dhstats.players.positions.judging import Chance, Judge
from dhstats.players.search.searching import judge, judged
from dhstats.players.thinking import bound, learning_of, title_of

MOST_COPIES = 24  # of every turn
DECISIONS, TURNS = CHANCE + 62, CHANCE + 63  # the channels of what is laid out anew
SEED = 1  # of it
REAL, BEFORE, COPY, TABLES = range(4)  # tables: the game, the game before a turn, the copy that is played on; how many
FIRST, LAST, GAME, COPIES, SPAN = range(5)  # of a span: its turns, the game's number, copies of a turn; how many
WEIGHED, PUT_BACK = SPAN, SPAN + 1  # and by turns whether the one before is weighed, cards put back on each seat's pile

look = legal = play = skip = to_move = over = begins = mix_chance = guess = mix_pile = piled = unbound
decide = as_chance = worth_of = play_logged = worth_ahead = mean_luck = hand_luck = luck_of_hands = unbound
worth_after = mean_after = count_put_back = unbound
CHANNEL = DECISIONS  # and bound for turns to theirs


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


def weighing(game: Game, learning: Learning, channel: int) -> dict[str, Any]:
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
    space = weighing(game, learning, DECISIONS) | {"mix_chance": forking.mix_chance, "begins": forking.begins}
    space = bind_named({"worth_ahead": find_worth_ahead, "mean_luck": find_mean_luck}, title, space)
    return loop_of(game, bind(weigh_decisions, title, **space), loop_type(game), __file__)


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
    space = weighing(game, learning, TURNS) | {"mix_pile": forking.mix_pile, "piled": forking.piled}
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
        """`copies` are played of every turn or decision. BadInput for a game that does not say what chance is."""
        game = bundle.game
        if not can_weigh(bundle):
            raise BadInput(f"{game.name}: cannot deal again what chance decides, so luck is not measured")
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
