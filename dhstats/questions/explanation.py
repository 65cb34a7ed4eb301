"""Why did this game go as it did? The chance to win at every turn, turning points, and what else could be played."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import retelling
from dhstats.games.retelling import Step
from dhstats.players.forks import Rollouts
from dhstats.questions import words
from dhstats.quoting import plain
from dhstats.simulate.rematch import Rematch
from dhstats.simulate.replay import Replay, replay
from dhstats.stats.advantages import Contrast, contrast
from dhstats.stats.turning import Explained, explained
from dhstats.storage import Run

SIDES = ("First", "Second")
CONTINUATIONS = 400
MOST_CONTINUATIONS = 10_000
CLEAR = 2.0  # standard errors by which a move must be better to be called an alternative

METHOD = (
    "Chances are those of the first player, among these players, with both hands as they are and the cards to come laid"
    " out anew: every legal move of every turn is played on to the end, with the same cards to come for each. A chance"
    " is that of the move that was played, ± its standard error over continuations. Decision: what that move gives away"
    " against another that was clearly better, by two standard errors; being picked as the best of several, that is"
    " somewhat overrated. Luck: the rest."
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn with the first player's chance to win by the move that was played, and the best other move.

    `better` compares the best move with the one played, from the mover's side; nothing unless it was clearly better, by
    two standard errors. `alternative` is that move in words and `number` its place among the legal ones, from 1; `best`
    the chance with it, or with the one played.
    """

    turn: int
    seat: int
    line: str
    deed: str
    chance: float
    se: float
    best: float
    alternative: str
    better: Contrast | None
    number: int = 0


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
        lines = [self.game.title, self.game.origin, "", *self.game.deal, ""]
        marks = {turn: at for at, turn in enumerate(self.story.turning, start=1)}
        for moment in self.moments:
            mark = f"  ◀ turning point {marks[moment.turn]}" if moment.turn in marks else ""
            lines.append(f"{_chance(moment)}  {moment.line}{mark}")
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
        after = moment.best + self.story.changes[turn]
        said = (
            f"Turn {turn + 1} ({moment.deed}): the first player's chance goes from {100 * moment.best:.0f} % to"
            f" {100 * min(1.0, max(0.0, after)):.0f} %."
        )
        if moment.better is not None:
            gain = f"{100 * moment.better.value:.0f} ± {100 * moment.better.se:.0f}"
            said += f" Better was {moment.alternative}: {gain} percentage points more for the mover."
        return said


def _chance(moment: Moment) -> str:
    return f"{100 * moment.chance:5.1f} ± {100 * moment.se:3.1f} %"


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
    errors = [moment.se for moment in moments] + [0.0]
    story = explained(path, [moment.chance for moment in moments], errors)
    return Explanation(game, tuple(moments), result, story, continuations, str(run.folder))


def _result(winner: int) -> float:
    return {0: 1.0, 1: 0.0}.get(int(winner), 0.5)


def _moment(
    turn: int, step: Step, seen: Rollouts | None, tell: Callable[[object], str], before: list[Moment]
) -> Moment:  # fmt: skip
    """A turn from its roll-outs; where nothing could be chosen the chance is that of the turn before."""
    if seen is None:
        chance, se = (before[-1].chance, before[-1].se) if before else (0.5, 0.5)
        return Moment(turn, turn % 2, step.line, step.deed, chance, se, chance, "", None)
    winner = np.asarray(seen.results["winner"])
    scores = np.where(winner == seen.seat, 1.0, np.where(winner < 0, 0.5, 0.0))
    values = scores.mean(axis=1)
    best, own = int(np.argmax(values)), values[seen.chosen]
    se = float(scores[seen.chosen].std(ddof=1)) / math.sqrt(scores.shape[1])
    other = contrast(scores, best, seen.chosen) if values[best] > own else None
    clear = other is not None and other.value > CLEAR * other.se
    chances = [float(value if seen.seat == 0 else 1.0 - value) for value in (own, values[best] if clear else own)]
    return Moment(
        turn, seen.seat, step.line, step.deed, chances[0], se, chances[1], tell(seen.moves[best]),
        other if clear else None, best + 1,
    )  # fmt: skip
