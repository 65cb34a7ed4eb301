"""Why did this game go as it did? The chance to win at every turn, turning points, and what else could be played."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats import machine
from dhstats.errors import BadInput, check_range
from dhstats.games import retelling
from dhstats.games.retelling import Step
from dhstats.players.positions.forks import Rollouts, State
from dhstats.simulate.plans.experiment import refuse_alone
from dhstats.simulate.replays import Rematch, Replay, lineup_again, replay
from dhstats.simulate.tables import win_parts
from dhstats.simulate.work.workers import in_order, on_each_thread
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval, sidak_level, wilson_mean
from dhstats.stats.positions.turning import Explained, explained
from dhstats.storage import Run
from dhstats.storage.run import parts_of_win

Watch = Callable[[int, int], None]  # how many turns are done, of how many; what it raises ends the work


class Looking:
    """One game of a run, whose turns are played on so many times; the same numbers for any number of workers."""

    def __init__(
        self, run: Run, game_id: int, players: Sequence[str], replicates: int, workers: int | None = None
    ) -> None:
        """DataProblem if rules or strategies are no longer what they were."""
        lineup = lineup_again(run.manifest, players)
        self._table = on_each_thread(lambda: Rematch(run.manifest, players, lineup))
        self._game, self._replicates, self._workers = game_id, replicates, workers or machine.processors()
        self._table().state(game_id, 0, replicates)  # compiles what threads would compile each for themselves

    def played(self, turns: int, watch: Watch) -> list[Rollouts | None]:
        """Every turn with the move that was played, played on; None where there was nothing to choose."""
        return self._each(lambda turn: self._look(turn, lambda state: (state.chosen,)), turns, watch)

    def worth(self, turns: int, watch: Watch) -> list[Rollouts | None]:
        """The same with every move that is worth a look, and the one that was played."""
        return self._each(self.turn, turns, watch)

    def turn(self, turn: int) -> Rollouts | None:
        """The same of one turn, counted from 0."""
        return self._look(turn, lambda state: state.worth)

    def _look(self, turn: int, which: Callable[[State], Sequence[int]]) -> Rollouts | None:
        state = self._table().state(self._game, turn, self._replicates)
        if state is None:
            return None
        return self._table().look_into(self._game, turn, self._replicates, which(state))

    def _each(self, look: Callable[[int], Rollouts | None], turns: int, watch: Watch) -> list[Rollouts | None]:
        found: list[Rollouts | None] = []
        with (
            ThreadPoolExecutor(self._workers) as pool,
            closing(in_order(pool, "explain", look, range(turns), 2 * self._workers)) as looked,
        ):
            watch(0, turns)
            for each in looked:
                found.append(each)
                watch(len(found), turns)
        return found


Array = np.ndarray[Any, Any]
CONTINUATIONS = 400
MOST_CONTINUATIONS = 10_000
MOST_TURNING = 3  # turning points that are named
LEVEL, UNIT = 0.95, "continuations"


@dataclass(frozen=True, slots=True)
class Option:
    """A legal move of a turn: its number from 1, itself in words, and the mover's chance to win with it.

    `interval` is that of the chance, for this move alone.
    """

    number: int
    move: str
    chance: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn with every seat's chance to win before it, and the moves that could be played.

    `chances` are those with the move that was played, `best` those with one that was clearly better for the mover, or
    else the same, and `intervals` belong to `best`; all by seat. `played` and `alternative` are the numbers of these
    moves among the `options`, from 1; 0 where nothing could be chosen. `better` is by how much the alternative is
    better for the mover, over all other moves together; nothing unless it is clearly better. Options are the `legal`
    moves that are worth a look, and the one that was played.
    """

    turn: int
    seat: int
    line: str
    deed: str
    chances: tuple[float, ...]
    best: tuple[float, ...]
    intervals: tuple[Interval, ...]
    options: tuple[Option, ...] = ()
    played: int = 0
    alternative: int = 0
    better: Estimate | None = None
    legal: int = 0

    @property
    def other(self) -> Option:
        """The move that was better, or the one that was played."""
        return next(option for option in self.options if option.number == self.alternative)


@dataclass(frozen=True, slots=True)
class Turning:
    """A turn, from 0, that changed the chance of a seat more than most, and between which chances."""

    turn: int
    seat: int
    before: float
    after: float


@dataclass(frozen=True)
class Explanation:
    """A game with the chances to win at every turn, what was luck and what decision, and its turning points.

    `result` is what each seat has of the win, `stories` the game from each seat's point of view, `turning` the turns
    that changed most, the largest first. What is not `whole` is a first look: nothing but what was played is played on.
    """

    game: Replay
    moments: tuple[Moment, ...]
    result: tuple[float, ...]
    stories: tuple[Explained, ...]
    turning: tuple[Turning, ...]
    continuations: int
    folder: str
    whole: bool = True

    def path(self, seat: int) -> list[float]:
        """A seat's chance to win before every turn, and what it has of the win at the end."""
        return [*(moment.best[seat] for moment in self.moments), self.result[seat]]

    def own_turns(self, seat: int) -> tuple[float, float]:
        """What the decisions and the luck of a seat's own turns changed of its chance; nothing if it had no turn."""
        return self.stories[seat].by_player([moment.seat for moment in self.moments]).get(seat, (0.0, 0.0))


def explain(
    run: Run, game_id: int, continuations: int = CONTINUATIONS, watch: Watch = lambda *_: None,
    first: Callable[[Explanation], None] | None = None, workers: int | None = None,
) -> Explanation:  # fmt: skip
    """Explains a game of a run; `first` is told before that what can be known soon: chances with what was played.

    BadInput for a game it has not, DataProblem where it cannot be played again.
    """
    check_range("--continuations", continuations, 2, MOST_CONTINUATIONS)
    refuse_alone(len(run.manifest.seats), "--explain")
    game = replay(run, game_id)
    looking, turns = Looking(run, game_id, game.players, continuations, workers), len(game.turns)
    row = Rematch(run.manifest, game.players).play(game_id).row
    result = tuple(float(share) / parts_of_win(len(game.players)) for share in _won(row, len(game.players)))

    def told(seen: Sequence[Rollouts | None], *, whole: bool) -> Explanation:
        moments: list[Moment] = []
        for turn, each in enumerate(seen):
            moments.append(_moment(game, turn, each, moments))
        stories = tuple(_story(moments, result, seat) for seat in range(len(game.players)))
        found = _turning(moments, result, stories)
        return Explanation(game, tuple(moments), result, stories, found, continuations, str(run.folder), whole)

    if first:
        first(told(looking.played(turns, lambda *_: watch(0, turns)), whole=False))
    return told(looking.worth(turns, watch), whole=True)


def game_with_turn(run: Run, game_id: int, turn: int) -> Replay:
    """A game of a run; BadInput for a turn, counted from 1, that it has not."""
    game = replay(run, game_id)
    if not 1 <= turn <= len(game.turns):
        raise BadInput(f"--turn: game {game_id} has turns 1 to {len(game.turns)}, not {turn}")
    return game


def look_at(run: Run, game_id: int, turn: int, continuations: int, *, every: bool = True) -> Moment:
    """One turn of a game, counted from 1, with `every` legal move or those worth a look.

    BadInput for a turn that the game has not.
    """
    check_range("--continuations", continuations, 2, MOST_CONTINUATIONS)
    game = game_with_turn(run, game_id, turn)
    if every:
        seen = Rematch(run.manifest, game.players).look_into(game_id, turn - 1, continuations)
    else:
        seen = Looking(run, game_id, game.players, continuations, 1).turn(turn - 1)
    return _moment(game, turn - 1, seen, [])


def _moment(game: Replay, turn: int, seen: Rollouts | None, before: list[Moment]) -> Moment:
    """A turn from its roll-outs; where nothing could be chosen the chances are those of the turn before."""
    step, seats = game.turns[turn], len(game.players)
    if seen is None:
        return _forced(turn, step, before[-1] if before else None, seats)
    won = _won(seen.results, seats)
    tell = retelling.load(game.game).move
    own, others = won[seen.seat], won.shape[1] - 1
    totals = own.sum(axis=1)
    best = int(np.argmax(totals))
    better = _better(own[best] - own[seen.row], others, seats) if totals[best] > totals[seen.row] else None
    taken = best if better else seen.row
    options = tuple(
        Option(int(number) + 1, tell(move, game.rules), *_share(int(total), won.shape[2], seats))
        for number, move, total in zip(seen.numbers, seen.moves, totals, strict=True)
    )
    chances, shares = (
        [_share(int(won[seat, move].sum()), won.shape[2], seats) for seat in range(seats)] for move in (seen.row, taken)
    )
    return Moment(
        turn, seen.seat, step.line, step.deed, tuple(chance for chance, _ in chances),
        tuple(chance for chance, _ in shares), tuple(interval for _, interval in shares), options, seen.chosen + 1,
        options[taken].number, better, seen.legal,
    )  # fmt: skip


def _forced(turn: int, step: Step, last: Moment | None, seats: int) -> Moment:
    unknown = Interval(0.0, 1.0, LEVEL, "none", 0, UNIT)
    chances = last.best if last else (1.0 / seats,) * seats
    return Moment(
        turn, step.seat, step.line, step.deed, chances, chances, last.intervals if last else (unknown,) * seats
    )


def _won(ends: Any, seats: int) -> Array:
    """What each seat has of the wins of games, in parts of a win: shape (seats, *games).

    Who is first alike shares a win that nobody has alone; partners of a winning team have it both.
    """
    parts = win_parts(ends, seats)
    return np.where((np.asarray(ends["winner"]) >= 0) & (parts > 0), parts_of_win(seats), parts)


def _better(gains: Array, others: int, seats: int) -> Estimate | None:
    """By how much a move is better, in shares of a win, if that is clear among so many; `gains` are parts of a win."""
    found = BlockSums.from_values(gains.tolist(), parts_of_win(seats)).estimate(sidak_level(LEVEL, others), (-1.0, 1.0))
    interval = replace(found.interval, unit=UNIT)
    return replace(found, interval=interval) if interval.low > 0.0 else None


def _share(parts: int, games: int, seats: int) -> tuple[float, Interval]:
    """A chance and its interval, from parts of wins."""
    win = parts_of_win(seats)
    return parts / (win * games), wilson_mean(parts, games, win, LEVEL, UNIT)


def _story(moments: list[Moment], result: tuple[float, ...], seat: int) -> Explained:
    path = [*(moment.best[seat] for moment in moments), result[seat]]
    level = sidak_level(LEVEL, len(moments))  # the largest of so many changes is no turning point by chance alone
    ends = [_ends(moment.best[seat], moment.intervals[seat].n, level, len(result)) for moment in moments]
    spans = np.array([*ends, (result[seat], result[seat])])
    return explained(path, [moment.chances[seat] for moment in moments], spans, most=MOST_TURNING)


def _ends(chance: float, games: int, level: float, seats: int) -> tuple[float, float]:
    """The ends of Wilson's interval of a chance; all that is possible where nothing was played on."""
    if not games:
        return 0.0, 1.0
    win = parts_of_win(seats)
    found = wilson_mean(round(chance * win * games), games, win, level, UNIT)
    return found.low, found.high


def _turning(moments: list[Moment], result: tuple[float, ...], stories: tuple[Explained, ...]) -> tuple[Turning, ...]:
    """The turns that changed most, each from the point of view of the seat whose chance changed most."""
    order = sorted(
        ((turn, seat) for seat, story in enumerate(stories) for turn in story.turning),
        key=lambda each: (-round(abs(float(stories[each[1]].changes[each[0]])), 9), each[1], each[0]),
    )
    first: dict[int, int] = {}
    for turn, seat in order:
        first.setdefault(turn, seat)
    ends = [*(moment.best for moment in moments), result]
    return tuple(
        Turning(turn, seat, ends[turn][seat], ends[turn + 1][seat]) for turn, seat in list(first.items())[:MOST_TURNING]
    )
