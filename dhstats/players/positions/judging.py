"""Logged games looked at decision by decision: what every option was worth to a player who values positions.

The mover's own view is all that is valued, so that nobody is blamed for what they could not know. A decision of whose
own cards the log is silent is played, but not valued.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from dhstats.engine.compiled import bind, bind_parts, unbound
from dhstats.engine.game import MAX_WORTHS, MIND, Game, Learning, functions_of, records
from dhstats.engine.loop import loop_of
from dhstats.engine.strategy import Strategy
from dhstats.engine.together import FORBIDDEN, TOO_LONG, find_option
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Array
from dhstats.players.match import records as rows_of
from dhstats.players.positions.forks import forking_of
from dhstats.players.thinking import CLOSE, LOWEST, bound, learning_of, title_of

# A decision as it was made: who decided, how many options there were, the place of the one that was played and of the
# best (-1: not valued), and where the values of its options begin.
DECISION = np.dtype([("seat", "i8"), ("count", "i8"), ("choice", "i8"), ("best", "i8"), ("start", "i8")], align=True)

MOST_OPTIONS = MAX_WORTHS  # of a decision that is valued; one with more is counted as not judged
ROOM = 1 << 20  # values of the options of one game
FULL = 7  # a game with more options than there is room for
DONE = -1
HALF, FAR = np.float32(0.5), np.float32(2.0)  # FAR marks options that are not close: no value changes by so much


class Logbook(NamedTuple):
    """The logged turns of a game from `rows[first]` up to `rows[last]`, and what is written of them, row by row.

    `wanted` says which decisions are to be valued. `values` takes the values of their options from `room[0]` on;
    `chosen` and `best` say of which kinds the played and the best option are, a column a kind.
    """

    rows: Any
    wanted: Any
    decisions: Any
    values: Any
    room: Any
    chosen: Any
    best: Any


shuffle = deal = look = legal = play = skip = to_move = over = unbound
consider = appraise = as_chance = ask_other = is_of_kind = unbound


def lay_out(table: Any, seed: Any, number: int, layout: int, dealt: int) -> int:
    """Shuffles a deal (`dealt` 0), or deals what has been shuffled to the seats of a layout (1)."""
    if dealt == 0:
        shuffle(table, seed, number)
    else:
        deal(table, layout)
    return 0


def weigh_close(view: Any, moves: Any, values: Any, changes: Any, decision: Any, mind: Any) -> None:
    """Shares out the values of close options by what the other network thinks; their mean stays as it is."""
    least, most, close, total = values[decision.best] - CLOSE, LOWEST, 0, np.float32(0.0)
    ask_other(mind)
    for i in range(len(values)):
        changes[i] = FAR
        if values[i] < least:
            continue
        both = values[i] + as_chance(appraise(view, moves[i], mind))
        changes[i] = HALF * both - values[i]
        close, total = close + 1, total + changes[i]
        if both > most:
            decision.best, most = i, both
    mind.asks_other = 0
    for i in range(len(values)):
        if changes[i] != FAR:
            values[i] += changes[i] - total / np.float32(close)


def value_options(view: Any, moves: Any, count: int, mind: Any, row: int, book: Any) -> None:
    """Writes what every option is worth as a chance, which is best, and of what kinds it and the played one are."""
    decision, start = book.decisions[row], book.room[0]
    decision.start, decision.best = start, 0
    consider(view, mind)
    for i in range(count):
        book.values[start + i] = as_chance(appraise(view, moves[i], mind))
        if book.values[start + i] > book.values[start + decision.best]:
            decision.best = i
    if mind.networks > 1:
        weigh_close(view, moves, book.values[start : start + count], book.values[start + count :], decision, mind)
    book.room[0] = start + count
    for kind in range(book.best.shape[1]):
        book.best[row, kind] = 1 if is_of_kind(view, moves[decision.best], kind + 1) else 0
        book.chosen[row, kind] = 1 if is_of_kind(view, moves[decision.choice], kind + 1) else 0


def judge_turns(table: Any, options: Any, mind: Any, event: Any, first: int, last: int, book: Any) -> int:
    """Plays logged turns of a game that lies on the table and values the options of those that are wanted."""
    for row in range(first, last):
        if over(table):
            return TOO_LONG
        seat = to_move(table)
        view = look(table, seat)
        count = legal(view, options.moves)
        decision = book.decisions[row]
        decision.seat, decision.count, decision.best = seat, count, -1
        decision.choice = find_option(options.moves, count, book.rows[row])
        if count > 0 and decision.choice < 0:
            return FORBIDDEN
        if book.wanted[row] != 0 and 1 < count <= MOST_OPTIONS:
            if book.room[0] + 2 * count > book.values.shape[0]:  # room for changes behind the values
                return FULL
            value_options(view, options.moves, count, mind, row, book)
            view = look(table, seat)
        if count == 0:
            skip(table, event)
        else:
            play(table, options.moves[decision.choice], event)
    return DONE


@cache
def loops(game: Game, learning: Learning) -> tuple[Callable[..., int], Callable[..., int]]:
    """What lays a deal out and what judges its turns, bound to a game and a way of learning, and compiled."""
    assert game.forking is not None
    space = functions_of(game) | {"is_of_kind": game.forking.is_of_kind}
    space |= {name: bound(game, learning)[name] for name in ("consider", "appraise", "as_chance", "ask_other")}
    title = title_of(game, learning)
    space = bind_parts((weigh_close, value_options, find_option), title, space)
    table, numbers = numba.from_dtype(game.table), types.int64[::1]
    book = types.NamedTuple(
        [records(game.event), numbers, records(DECISION), types.float32[::1], numbers, types.int8[:, ::1],
         types.int8[:, ::1]], Logbook,
    )  # fmt: skip
    judging = types.int64(
        table, numba.from_dtype(game.options), numba.from_dtype(MIND), numba.from_dtype(game.event), types.int64,
        types.int64, book,
    )  # fmt: skip
    laying = types.int64(table, types.uint64, types.int64, types.int64, types.int64)
    own = functions_of(game)
    return (
        loop_of(game, bind(lay_out, game.name, **own), laying, __file__),
        loop_of(game, bind(judge_turns, title, **space), judging, __file__),
    )


@dataclass(frozen=True)
class Chance:
    """What chance laid down in a game: the address of its deal, or what `arrange` puts on the table in its place.

    `layout` says who has which place. `arrange` is called once the deal is shuffled; `before` has what is done to the
    table right before a turn, where the draws of that turn are known from elsewhere.
    """

    seed: int = 0
    deal: int = 0
    layout: int = 0
    arrange: Callable[[Any], None] | None = None
    before: Mapping[int, Callable[[Any], None]] = field(default_factory=dict)

    @property
    def address(self) -> tuple[int, int] | None:
        """The seed and the deal, equal for games that share a deal; None of cards that were shown, dealt once."""
        return None if self.arrange else (self.seed, self.deal)

    def spans(self, turns: int, table: Any) -> Iterator[tuple[int, int]]:
        """So many turns from seam to seam, each span once the table is as it has to be right before its first turn."""
        for first, last in pairwise(sorted({0, *(turn for turn in self.before if 0 < turn < turns), turns})):
            if first in self.before:
                self.before[first](table)
            yield first, last


@dataclass(frozen=True)
class Judged:
    """The valued decisions of some games, a row each.

    `values` has the values of all options, those of decision i from `starts[i]` on, `counts[i]` of them; `choices` and
    `bests` are places among them. `games`, `turns` and `seats` say where a decision was made, `chosen` and `best` of
    which kinds the played and the best option were. `silent` counts decisions that were not valued because own cards
    were unknown, `wide` those with too many options.
    """

    games: Array
    turns: Array
    seats: Array
    counts: Array
    starts: Array
    choices: Array
    bests: Array
    values: Array
    chosen: Array
    best: Array
    silent: int = 0
    wide: int = 0

    def of(self, kept: Array) -> "Judged":
        """Some of the decisions alone, named by a mask; their values stay where they are."""
        rows = ("games", "turns", "seats", "counts", "starts", "choices", "bests", "chosen", "best")
        return Judged(**{name: getattr(self, name)[kept] for name in rows}, values=self.values)

    @property
    def losses(self) -> Array:
        """How much less the played option was worth than the best, decision by decision; a share of a win."""
        values = self.values.astype(np.float64)
        return np.asarray(values[self.starts + self.bests] - values[self.starts + self.choices])


def together(parts: Sequence[Judged]) -> Judged:
    """The decisions of several games in one row."""
    shifts = np.cumsum([0, *(len(part.values) for part in parts)])
    rows = ("games", "turns", "seats", "counts", "choices", "bests", "values", "chosen", "best")
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in rows}
    starts = np.concatenate([part.starts + shift for part, shift in zip(parts, shifts, strict=False)])
    return Judged(
        **joined, starts=starts, silent=sum(part.silent for part in parts), wide=sum(part.wide for part in parts)
    )


class Judge:
    """A player who values positions, asked what every option of logged games was worth."""

    def __init__(self, bundle: GameBundle, rules: RuleSet, player: Strategy) -> None:
        """BadInput for a game whose plays have no kinds, or for which nobody can be trained."""
        self._kinds = len(forking_of(bundle).kinds)
        self._game, self._record = bundle.game, rules.record()
        self._lay_out, self._judge = loops(bundle.game, learning_of(bundle.game, player.version))
        self._mind, self._options = rows_of(MIND, 1)[0], rows_of(bundle.game.options, 1)[0]
        self._event = rows_of(bundle.game.event, 1)[0]
        self._values = np.zeros(ROOM, np.float32)
        player.settle(self._mind)

    def judge(self, number: int, chance: Chance, rows: Array, wanted: Array) -> Judged:
        """The decisions of one game by its logged turns; `wanted` says of which the own cards are known."""
        table = self.set_out(chance)
        turns, kinds = len(rows), (len(rows), self._kinds)
        book = Logbook(
            rows, wanted.astype(np.int64), rows_of(DECISION, turns), self._values, np.zeros(1, np.int64),
            np.zeros(kinds, np.int8), np.zeros(kinds, np.int8),
        )  # fmt: skip
        for first, last in chance.spans(turns, table):
            if (end := self._judge(table, self._options, self._mind, self._event, first, last, book)) != DONE:
                raise ValueError(f"game {number} cannot be followed: {end}")
        told, choosing = book.decisions, book.decisions["count"] > 1
        valued = told["best"] >= 0
        places, mine = np.flatnonzero(valued), told[valued]
        return Judged(
            np.full(len(places), number), places, mine["seat"].copy(), mine["count"].copy(), mine["start"].copy(),
            mine["choice"].copy(), mine["best"].copy(), book.values[: book.room[0]].copy(), book.chosen[valued],
            book.best[valued], int((choosing & (book.wanted == 0)).sum()),
            int((choosing & (book.wanted != 0) & ~valued).sum()),
        )  # fmt: skip

    def set_out(self, chance: Chance) -> Any:
        """The table before the first turn of a game."""
        table = rows_of(self._game.table, 1)
        table["seen"]["rules"] = self._record
        self._lay_out(table[0], np.uint64(chance.seed), chance.deal, chance.layout, 0)
        if chance.arrange:
            chance.arrange(table[0])
        self._lay_out(table[0], np.uint64(chance.seed), chance.deal, chance.layout, 1)
        return table[0]
