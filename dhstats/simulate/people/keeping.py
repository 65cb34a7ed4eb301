"""The log that a run of people keeps: its games again, what chance laid down in them, whether its rows stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import read_json_lines
from dhstats.errors import BadInput, DataProblem
from dhstats.games import catalogue
from dhstats.simulate.people.reading import LONGEST_LINE, MOST_BYTES, Log, PlayedGame, read_kept, read_one
from dhstats.simulate.people.writing import game_columns, games_of, move_columns
from dhstats.simulate.plans.experiment import rules_of
from dhstats.storage import Manifest, Shard
from dhstats.storage.layout import LOG, file_sha256
from dhstats.storage.soundness import codes, numbers, read_written

Array = np.ndarray[Any, Any]
MOST_SAID = 4  # problems of a shard that are told


def log_of(folder: Path, manifest: Manifest) -> Log:
    """The log of a run, every turn judged again; DataProblem where it is not the one that the run was made of."""
    _check_bytes(folder, manifest)
    try:
        return read_kept(folder / LOG, catalogue.load(manifest.game), rules_of(manifest))
    except BadInput as problem:
        raise DataProblem(str(problem)) from None


def game_of(folder: Path, manifest: Manifest, game_id: int) -> PlayedGame:
    """One game of the log, judged again; DataProblem where the log is not the one that the run was made of."""
    _check_bytes(folder, manifest)
    lines = list(read_json_lines(folder / LOG, MOST_BYTES, LONGEST_LINE))
    try:
        return read_one(*lines[game_id], catalogue.load(manifest.game), rules_of(manifest))
    except (BadInput, IndexError) as problem:
        raise DataProblem(f"{folder / LOG}: has no such game {game_id}: {problem}") from None


def _check_bytes(folder: Path, manifest: Manifest) -> None:
    path = folder / LOG
    if not path.is_file():
        raise DataProblem(f"{path}: is missing; `dhstats import` the log again")
    if file_sha256(path) != manifest.log:
        raise DataProblem(f"{path}: is damaged: it was changed after it was written; `dhstats import` the log again")


@dataclass(frozen=True, slots=True)
class LogCheck:
    """What judging the log of a run anew showed: problems, and how many games and turns of it stand in the tables."""

    problems: tuple[str, ...] = ()
    games: int = 0
    turns: int = 0


def check_log(folder: Path, manifest: Manifest) -> LogCheck:
    """Whether all rows of a run of people are those that the referee makes of its log."""
    try:
        log = log_of(folder, manifest)
        if len(log.games) != manifest.games:
            raise DataProblem(f"{folder / LOG}: has {len(log.games)} games with turns, not {manifest.games}")
        problems = [problem for shard in manifest.shards for problem in _shard_problems(log, folder, manifest, shard)]
    except DataProblem as problem:
        return LogCheck((str(problem),))
    return LogCheck(tuple(problems), len(log.games), sum(len(game.turns) for game in log.games))


def _shard_problems(log: Log, folder: Path, manifest: Manifest, shard: Shard) -> Iterator[str]:
    games, first = games_of(log, manifest, shard), shard.first_deal * len(manifest.design.arms)
    right = {"games": game_columns(log.bundle, games), "moves": move_columns(log.bundle, games, first)}
    said = 0
    for file in shard.files:
        table = read_written(folder, file)
        for name, made in right[file.table].items():
            words = log.bundle.words.get(name, ())
            stored = codes(table, name, words) if words else numbers(table, name)
            wrong = np.flatnonzero(stored != made) if len(stored) == len(made) else np.zeros(1, np.int64)
            if len(wrong) and said < MOST_SAID:
                said += 1
                yield f"{file.path(folder)}: row {wrong[0]}: {name} is not what the log makes it"
