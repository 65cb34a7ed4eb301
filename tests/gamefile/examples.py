"""The example games opened for tests: played, and gone through move by move in plain Python."""

import contextlib
import io
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet

from dhstats.cli.main import main
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.playing.rulesets import rule_files
from dhstats.gamefile.reading import declared as reading
from dhstats.gamefile.telling.plain import as_records, plain_functions

FOLDER = Path(__file__).parents[2] / "dhstats" / "gamefile" / "examples"

Columns = dict[str, Any]


@cache
def example(name: str) -> GameFile:
    """An example game."""
    return reading.read(FOLDER / f"{name}.py")


def command(*words: str) -> str:
    """What a command prints, if it succeeds."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert main(list(words)) == 0, words
    return said.getvalue()


def played(folder: Path, name: str, strategies: str, games: int, *changes: str) -> tuple[Columns, Columns]:
    """Games of an example, as columns: a row a game, a row a decision. `verify` must let them stand."""
    words = ["--game", str(FOLDER / f"{name}.py"), "--strategies", strategies, "--games", str(games), "--seed", "1"]
    for change in changes:
        words += ["--set", change]
    command("simulate", *words, "--workers", "2", "--out", str(folder))
    assert "stands." in command("verify", str(folder), "--sample", "40")
    return columns(folder / "games"), columns(folder / "moves")


def columns(folder: Path) -> Columns:
    """One of the tables of a run."""
    table = parquet.read_table(folder)
    return {name: table.column(name).to_numpy(zero_copy_only=False) for name in table.column_names}


def by_game(moves: Columns) -> Iterator[list[dict[str, Any]]]:
    """The decisions of each game, in their order."""
    starts = [*np.flatnonzero(moves["turn"] == 0), len(moves["turn"])]
    for first, last in pairwise(starts):
        yield [{name: column[at] for name, column in moves.items()} for at in range(first, last)]


def near(values: Any, expected: float) -> bool:
    """Whether a mean over independent values lies within four standard errors of what is expected."""
    values = np.asarray(values, float)
    return bool(abs(values.mean() - expected) <= 4 * values.std(ddof=1) / len(values) ** 0.5)


class Told:
    """Chance that is told what to say, and that counts what else it could have said."""

    def __init__(self, words: list[int]) -> None:
        self._words, self.bounds = words, list[int]()

    def below(self, n: int) -> int:
        """The next word; 0 where none was told."""
        at = len(self.bounds)
        self.bounds.append(n)
        return self._words[at] if at < len(self._words) else 0


class Table:
    """An example in plain Python, of which every course of chance can be had."""

    def __init__(self, name: str, **rules: int | str) -> None:
        self.file = example(name)
        self.own = plain_functions(self.file)
        self.rules = rule_files(self.file).load("standard", [f"{key}={value}" for key, value in rules.items()]).record()
        self.file_state = records.state(self.file)
        self.moves = records.all_moves(self.file).view(np.recarray)

    def every(self, state: Any, act: Callable[[Any, Told], None]) -> Iterator[tuple[Any, float]]:
        """The states that an act may lead to, one for each course of chance, with its probability."""
        words: list[int] | None = []
        while words is not None:
            after = as_records(np.asarray(state).copy().reshape(1))[0]
            told = Told(words)
            act(after, told)
            yield after, float(np.prod([1.0 / bound for bound in told.bounds]))
            words = _next_words([*words, *[0] * (len(told.bounds) - len(words))], told.bounds)

    def beginnings(self) -> Iterator[tuple[Any, float]]:
        """Every state in which a game can begin."""
        state = as_records(records.start(self.file))[0]
        state.players = self.rules.players
        return self.every(state, lambda after, told: self.own["setup"](after, self.rules, told))

    def allowed(self, state: Any) -> list[int]:
        """The numbers of the moves that are allowed."""
        return [at for at in range(len(self.moves)) if self.own["allowed"](state, self.moves[at], self.rules)]

    def after(self, state: Any, move: int) -> Iterator[tuple[Any, float]]:
        """Every state that a move may lead to."""

        def act(after: Any, told: Told) -> None:
            self.own["play"](after, self.moves[move], self.rules)
            if "then" in self.own:
                self.own["then"](after, self.rules, told)
            after.decisions += 1

        return self.every(state, act)

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""
        return bool(self.own["over"](state, self.rules))

    def scores(self, state: Any) -> tuple[int, ...]:
        """The scores of both."""
        return tuple(int(self.own["score"](state, self.rules, seat)) for seat in range(2))

    def at_random(self, state: Any, known: dict[bytes, Any] | None = None) -> tuple[int, dict[tuple[int, ...], float]]:
        """How many games go on from here, and how likely each final score is if all moves are equally likely."""
        mark = np.asarray(state).tobytes()
        if known is not None and mark in known:
            count, likely = known[mark]
            return count, likely
        count, likely = 0, dict[tuple[int, ...], float]()
        if self.over(state):
            count, likely = 1, {self.scores(state): 1.0}
        else:
            allowed = self.allowed(state)
            for move in allowed:
                for after, chance in self.after(state, move):
                    games, further = self.at_random(after, known)
                    count += games
                    for scores, share in further.items():
                        likely[scores] = likely.get(scores, 0.0) + share * chance / len(allowed)
        if known is not None:
            known[mark] = (count, likely)
        return count, likely

    def in_all(self) -> tuple[int, dict[tuple[int, ...], float]]:
        """How many games there are, and how likely each final score is among players who move at random."""
        count, likely = 0, dict[tuple[int, ...], float]()
        for state, chance in self.beginnings():
            games, further = self.at_random(state)
            count += games
            for scores, share in further.items():
                likely[scores] = likely.get(scores, 0.0) + share * chance
        return count, likely


def _next_words(words: list[int], bounds: list[int]) -> list[int] | None:
    """The next course of chance: the last word that can be higher is."""
    for at in range(len(bounds) - 1, -1, -1):
        if words[at] + 1 < bounds[at]:
            return [*words[:at], words[at] + 1]
    return None
