"""Players at puzzles: what each of them plays there, and whether that is right."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from dhstats.errors import check_range
from dhstats.games import catalogue
from dhstats.players.learning import trainees
from dhstats.players.match import cautions_of, line_up
from dhstats.players.positions.decisions import DecisionTable
from dhstats.questions.puzzles.puzzle import Puzzle
from dhstats.stats.intervals.blocks import BlockSums, Estimate

Array = np.ndarray[Any, Any]
MOST_ASKS = 10_000


@dataclass(frozen=True)
class Answers:
    """What a player plays at some puzzles: `moves` in words, a row a puzzle, as often as they were asked."""

    player: str
    idea: str
    source: str
    puzzles: tuple[Puzzle, ...]
    moves: tuple[tuple[str, ...], ...]

    @cached_property
    def right(self) -> Array:
        """Whether each answer is right: shape (puzzles, asks)."""
        known = [{option.move for option in puzzle.options if option.right} for puzzle in self.puzzles]
        return np.array([[move in right for move in moves] for right, moves in zip(known, self.moves, strict=True)])

    @property
    def steady(self) -> bool:
        """Whether every answer was always the same."""
        return all(len(set(moves)) == 1 for moves in self.moves)

    @property
    def shares(self) -> Array:
        """How often each puzzle was solved."""
        return np.asarray(self.right.mean(axis=1))

    def solved(self, level: float, kind: str = "") -> Estimate:
        """How many of the puzzles are solved, of one kind or of all; t over rounds in which each is asked once.

        The puzzles are these and no sample: the interval is about the player's own draws alone.
        """
        rows = [at for at, puzzle in enumerate(self.puzzles) if kind in ("", puzzle.kind)]
        return BlockSums.from_values(self.right[rows].sum(axis=0).tolist(), 1).estimate(level, (0.0, len(rows)))

    def usual(self, at: int) -> str:
        """The move that is played most at a puzzle, the first of several."""
        return max(dict.fromkeys(self.moves[at]), key=self.moves[at].count)


def solve(
    puzzles: Sequence[Puzzle], names: Sequence[str], seed: int, asks: int,
    watch: trainees.Watcher = trainees.unseen,
) -> tuple[tuple[Answers, ...], tuple[str, ...]]:  # fmt: skip
    """What players play at puzzles of one game, and what has to be said of them; equal seeds give equal answers.

    A player is found for the rules of each puzzle. Raises BadInput for unknown players, and naming one who fails.
    """
    check_range("--asks", asks, 2, MOST_ASKS)
    check_range("--seed", seed, 0, 2**64 - 1)
    bundle, said = catalogue.load(puzzles[0].game), list[str]()
    found: dict[str, dict[int, tuple[str, ...]]] = {name: {} for name in names}
    ideas: dict[str, tuple[str, str]] = {}
    for _, group in groupby(sorted(puzzles, key=_rules), key=_rules):
        same = list(group)
        rules = same[0].rules
        players = [trainees.find(bundle, rules, name, watch) for name in names]
        lineup = line_up(bundle, rules, players, whole=False)
        said += cautions_of(players)
        legal = [puzzle.moves() for puzzle in same]
        views = np.concatenate([puzzle.view for puzzle in same]).view(np.recarray)
        for name, player in zip(names, players, strict=True):
            table = DecisionTable(lineup, [player.name] * bundle.players(lineup.rules))
            choices = table.ask(views, seed, asks)
            ideas[name] = (player.idea, player.source)
            for puzzle, moves, row in zip(same, legal, choices, strict=True):
                found[name][puzzle.number] = tuple(moves[choice] for choice in row)
    answers = (
        Answers(name, *ideas[name], tuple(puzzles), tuple(found[name][puzzle.number] for puzzle in puzzles))
        for name in names
    )
    return tuple(answers), tuple(dict.fromkeys(said))


def _rules(puzzle: Puzzle) -> tuple[str, str]:
    return puzzle.rules.name, puzzle.rules.hash
