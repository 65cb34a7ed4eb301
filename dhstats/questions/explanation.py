"""Why did this game go as it did? The chance to win at every turn, turning points, and what else could be played."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import retelling
from dhstats.games.retelling import Step
from dhstats.players.forks import Rollouts
from dhstats.questions import words
from dhstats.quoting import plain
from dhstats.simulate.rematch import Rematch
from dhstats.simulate.replay import Replay, replay
from dhstats.stats.blocks import BlockSums, Estimate
from dhstats.stats.corrections import sidak_level
from dhstats.stats.critical_values import normal_critical
from dhstats.stats.intervals import Interval, wilson_mean
from dhstats.stats.turning import Explained, explained
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
SIDES = ("First", "Second")
CONTINUATIONS = 400
MOST_CONTINUATIONS = 10_000
LEVEL, UNIT = 0.95, "continuations"
HEAD = "chance   95 % interval"

METHOD = (
    "Chances are those of the first player before each turn, among these players, with both hands as they are and the"
    " cards to come laid out anew: every legal move is played on to the end, with the same cards to come for each. A"
    " chance is that of the move that was played, or of one that was clearly better. Intervals: 95 %, Wilson, over"
    " continuations; a draw counts one half, which makes them too wide rather than too narrow. Clearly better: the"
    " difference is above 0 by a t interval over continuations that holds for all other moves together (Šidák, 95 %)."
    " Decision: what the move that was played gives away against that one; being picked as the best of several, it is"
    " somewhat overrated. Luck: the rest."
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn with the first player's chance to win before it, and the best other move.

    `chance` is that with the move that was played, `best` that with one that was clearly better, or else the same, and
    `interval` belongs to `best`. `better` is by how much that move is better for the mover, over all other moves
    together; nothing unless it is clearly better. `alternative` is that move in words and `number` its place among the
    legal ones, from 1; `others` is how many other moves there were.
    """

    turn: int
    seat: int
    line: str
    deed: str
    chance: float
    best: float
    interval: Interval
    alternative: str
    better: Estimate | None
    number: int = 0
    others: int = 0


@dataclass(frozen=True)
class Explanation:
    """A game with the chance to win at every turn, what was luck and what decision, and its turning points."""

    game: Replay
    moments: tuple[Moment, ...]
    result: float
    story: Explained
    continuations: int
    folder: str

    def text(self) -> str:
        """The game turn by turn with its chances, then the turning points."""
        lines = [self.game.title, self.game.origin, *self.game.cautions, "", *self.game.deal, "", HEAD]
        marks = {turn: at for at, turn in enumerate(self.story.turning, start=1)}
        for moment in self.moments:
            mark = f"  ◀ turning point {marks[moment.turn]}" if moment.turn in marks else ""
            given = f"  ({_percent(moment.chance)} with this move)" if moment.better is not None else ""
            lines.append(f"{_chance(moment)}  {moment.line}{given}{mark}")
        lines += ["", *self.game.result, "", *self.findings(), *self.ways_on(), "", METHOD]
        return "\n".join(map(plain, lines))

    def ways_on(self) -> list[str]:
        """The commands that go on from the turning points with another move, where there was a better one."""
        turns = [self.moments[turn] for turn in self.story.turning if self.moments[turn].better is not None]
        told = [
            f"  dhstats fork {shlex.quote(self.folder)} {self.game.game_id} --turn {moment.turn + 1}"
            f" --arm move={moment.number}"
            for moment in turns
        ]
        return ["", "To go on from there with the better move:", *told] if told else []

    def findings(self) -> list[str]:
        """Turning points, the best alternatives there, luck against decision."""
        told = [self._turning(turn) for turn in self.story.turning]
        seats = self.story.by_player([moment.seat for moment in self.moments])
        for seat, (decision, luck) in sorted(seats.items()):
            side = 100.0 if seat == 0 else -100.0
            decided, lucky = (words.number(side * part, 0, sign=True) for part in (decision, luck))
            told.append(
                f"{SIDES[seat]} player's turns: decisions {decided}, luck {lucky} percentage points of chance for him."
            )
        return told

    def _turning(self, turn: int) -> str:
        moment = self.moments[turn]
        after = self.moments[turn + 1].best if turn + 1 < len(self.moments) else self.result
        said = (
            f"Turn {turn + 1} ({moment.deed}): the first player's chance goes from {_percent(moment.best)} to"
            f" {_percent(after)}."
        )
        if moment.better is not None:
            gain = moment.better.interval
            over = f", over {words.count(moment.others, 'other moves')} together" if moment.others > 1 else ""
            said += (
                f" Better was {moment.alternative}: {100 * moment.better.value:.1f} percentage points more for the"
                f" mover (95 % interval {100 * gain.low:.1f} to {100 * gain.high:.1f}, {words.basis(gain)}{over})."
            )
        return said


def _chance(moment: Moment) -> str:
    """The chance before a turn with its interval, as wide as the head above it."""
    ends = f"{100 * moment.interval.low:.1f} to {100 * moment.interval.high:.1f}"
    return f"{100 * moment.best:5.1f} %  {ends:<13}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def explain(
    run: Run, game_id: int, continuations: int = CONTINUATIONS, watch: Callable[[int, int], None] = lambda *_: None
) -> Explanation:
    """Explains a game of a run; BadInput for a game it has not, DataProblem where it cannot be played again."""
    if not 2 <= continuations <= MOST_CONTINUATIONS:
        raise BadInput(f"--continuations: must be from 2 to {MOST_CONTINUATIONS:,}, not {continuations:,}")
    game = replay(run, game_id)
    table, tell = Rematch(run.manifest, game.players), retelling.load(run.manifest.game).move
    moments: list[Moment] = []
    for turn, step in enumerate(game.turns):
        watch(turn, len(game.turns))
        seen = table.look_into(game_id, turn, continuations)
        moments.append(_moment(turn, step, seen, tell, moments))
    result = _result(table.play(game_id).row["winner"])
    path = [moment.best for moment in moments] + [result]
    errors = [moment.interval.half_width / normal_critical(LEVEL) for moment in moments] + [0.0]
    story = explained(path, [moment.chance for moment in moments], errors)
    return Explanation(game, tuple(moments), result, story, continuations, str(run.folder))


def _result(winner: int) -> float:
    return {0: 1.0, 1: 0.0}.get(int(winner), 0.5)


def _moment(
    turn: int, step: Step, seen: Rollouts | None, tell: Callable[[object], str], before: list[Moment]
) -> Moment:  # fmt: skip
    """A turn from its roll-outs; where nothing could be chosen the chance is that of the turn before."""
    if seen is None:
        last = before[-1] if before else None
        chance, interval = (last.best, last.interval) if last else (0.5, Interval(0.0, 1.0, LEVEL, "none", 0, UNIT))
        return Moment(turn, turn % 2, step.line, step.deed, chance, chance, interval, "", None)
    winner = np.asarray(seen.results["winner"])
    halves = np.where(winner == seen.seat, 2, np.where(winner < 0, 1, 0))
    totals, others = halves.sum(axis=1), len(halves) - 1
    best = int(np.argmax(totals))
    better = _better(halves[best] - halves[seen.chosen], others) if totals[best] > totals[seen.chosen] else None
    shares = [
        _share(totals[move], halves.shape[1], seen.seat) for move in (seen.chosen, best if better else seen.chosen)
    ]
    (chance, _), (most, interval) = shares
    return Moment(
        turn, seen.seat, step.line, step.deed, chance, most, interval, tell(seen.moves[best]), better, best + 1, others
    )  # fmt: skip


def _better(gains: Array, others: int) -> Estimate | None:
    """By how much a move is better, in shares of a win, if that is clear among so many; `gains` are half wins."""
    found = BlockSums.from_values(gains.tolist(), 2).estimate(sidak_level(LEVEL, others), (-1.0, 1.0))
    interval = replace(found.interval, unit=UNIT)
    return replace(found, interval=interval) if interval.low > 0.0 else None


def _share(halves: int, games: int, seat: int) -> tuple[float, Interval]:
    """The first player's chance and its interval, from half wins of the seat that moves."""
    own = int(halves) if seat == 0 else 2 * games - int(halves)
    return own / (2 * games), wilson_mean(own, games, 2, LEVEL, UNIT)
