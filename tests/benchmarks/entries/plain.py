"""An entry of BalanceBench as many people would write it: batches of games, a normal interval, a look after each batch.

It takes each game as if it stood alone, looks again and again, and claims as soon as the interval leaves the margin, so
that it is wrong more often than its 95 % say. That is what it is there to show. Its games come from dhstats, of which it
knows the verb `simulate` and the table of games alone. One JSON object in, a JSON line a claim out.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet

import dhstats

BATCH = 1000  # games
SURE = 1.96  # standard errors
SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

Values = Any  # one number a game
Metric = Callable[[dict[str, Any]], Values]


def batch(task: dict[str, Any], change: list[str], seed: int) -> dict[str, Any]:
    """The table of a batch of games under the rules of a task, or one change of them."""
    named = [task["players"]] if isinstance(task["players"], str) else list(task["players"])
    plan = dhstats.Experiment(
        "plain", game=task["game"], settings=(*(task.get("rules") or ()), *change), strategies=tuple(named),
        games=BATCH * len({*named}), seed=seed, moves="none",
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        run = dhstats.simulate(plan, Path(folder) / "run", workers=1)
        table = pyarrow.parquet.read_table(run.folder / "games")
    rows = {name: table.column(name).to_numpy(zero_copy_only=False) for name in table.column_names}
    here = np.all([rows[seat] == name for seat, name in zip(SEATS, named, strict=False)], axis=0)
    return {name: column[here] for name, column in rows.items()}


def won(rows: dict[str, Any], seat: int, unit: str) -> Values:
    """What a seat has more than its even part: of the wins of 100, or of the points."""
    seats = int(rows["players"][0]) if "players" in rows else 1 + ("score_second" in rows)
    scores = np.stack([rows[f"score_{name}"] for name in SEATS[:seats]]).astype(float)
    if seats == 1:
        return scores[0]
    if unit == "points":
        return scores[seat] - scores.mean(axis=0)
    return 100.0 * (np.where(rows["winner"] < 0, 1.0 / seats, rows["winner"] == seat) - 1.0 / seats)


def metric(task: dict[str, Any]) -> Metric:
    """How to read what a task asks for from a table of games."""
    name = (task.get("goal") or {}).get("metric") or task.get("metric") or "seat"
    if name.startswith("side."):
        return lambda rows: 100.0 * (rows["won_by"] == name.removeprefix("side."))
    if name == "success" or (task["game"] == "fires" and name == "seat"):
        return lambda rows: 100.0 * (rows["end_reason"] == "rain")
    if name == "points":
        return lambda rows: rows["score_first"].astype(float)
    if name == "score":
        return lambda rows: won(rows, 0, "games in 100") + 50.0
    return partial(won, seat=0, unit=task["unit"])


class Mean:
    """A mean that grows batch by batch, and its interval over single games."""

    def __init__(self, task: dict[str, Any], change: list[str], read: Metric) -> None:
        self._task, self._change, self._read, self._values = task, change, read, np.zeros(0)

    def play(self, seed: int) -> None:
        """One batch more."""
        self._values = np.append(self._values, self._read(batch(self._task, self._change, seed)))

    @property
    def mean(self) -> float:
        """The mean so far."""
        return float(self._values.mean())

    @property
    def variance(self) -> float:
        """Of the mean, as if games were independent."""
        return float(self._values.var(ddof=1) / len(self._values))

    @property
    def spread(self) -> float:
        """The variance of one game."""
        return float(self._values.var(ddof=1))


def placed(value: float, variance: float, low: float, high: float) -> str:
    """Where an interval lies: in the range, below or above it, or "" across one of its ends."""
    half = SURE * variance**0.5
    if value - half > high:
        return "above"
    if value + half < low:
        return "below"
    return "in" if low <= value - half and value + half <= high else ""


def alone(task: dict[str, Any], seeds: Iterator[int]) -> Iterator[str]:
    """Questions of one mean, or of the difference of two: seat, reading, worth."""
    words = {
        "seat": {"above": "first", "below": "other", "in": "within"},
        "reading": {"above": "yes", "below": "yes", "in": "no"},
        "worth": {"above": "more", "below": "less", "in": "within"},
    }[task["question"]]
    means = [Mean(task, change, metric(task)) for change in ([], *(task.get("changes") or {}).values())]
    for seed in seeds:
        for mean in means:
            mean.play(seed)
        value = means[-1].mean - (means[0].mean if len(means) > 1 else 0.0)
        if where := placed(value, sum(mean.variance for mean in means), -task["margin"], task["margin"]):
            yield words[where]
            return


def several(task: dict[str, Any], seeds: Iterator[int]) -> Iterator[str]:
    """Questions that name one of several, or none: change, power."""
    if task["question"] == "change":
        low, high = task["goal"].get("low", -np.inf), task["goal"].get("high", np.inf)
        means = {name: Mean(task, change, metric(task)) for name, change in task["changes"].items()}
    else:
        low, high, reads = task["margin"], np.inf, {}
        for at, name in enumerate(each for each in task["answers"] if each != "none"):
            reads[name] = partial(won, seat=at, unit="games in 100") if task["power"] == "seat" else side(name)
        means = {name: Mean(task, [], read) for name, read in reads.items()}
    for seed in seeds:
        for mean in means.values():
            mean.play(seed)
        where = {name: placed(mean.mean, mean.variance, low, high) for name, mean in means.items()}
        if "in" in where.values() or "" not in where.values():
            yield next((name for name, at in where.items() if at == "in"), "none")
            return


def side(name: str) -> Metric:
    """What one of two sides wins more than half of 100 games."""
    return lambda rows: 100.0 * (rows["won_by"] == name) - 50.0


def games(task: dict[str, Any], seeds: Iterator[int]) -> Iterator[str]:
    """How many games are needed, by the variance of one batch."""
    mean = Mean(task, [], metric(task))
    mean.play(next(seeds))
    yield str(round(SURE**2 * mean.spread / task["margin"] ** 2))


def people(task: dict[str, Any], seeds: Iterator[int], rows: list[dict[str, Any]]) -> Iterator[str]:
    """Whether people's games differ in their length or in what the first player scores, each by a plain test."""
    read = {"turns": lambda game: game["turns"], "score_first": lambda game: game["scores"][0]}
    theirs = {name: np.array([take(game) for game in rows], float) for name, take in read.items()}
    programs = {name: Mean(task, [], lambda table, name=name: table[name].astype(float)) for name in read}
    seed = next(seeds)
    for name, mean in programs.items():
        mean.play(seed)
        gap = theirs[name].mean() - mean.mean
        if abs(gap) > SURE * (mean.variance + theirs[name].var(ddof=1) / len(rows)) ** 0.5:
            yield "different"
            return
    yield "same"


def main() -> None:
    """Answers the task on standard input until it has one, or until its budget is used up."""
    given = json.load(sys.stdin)
    task, budget = given["task"], given["budget"]
    seeds = takewhile(lambda _: time.process_time() < budget, count(given["seed"] * 1_000_003))
    if task["question"] == "people":
        answers = people(task, seeds, given["rows"])
    elif task["question"] == "games":
        answers = games(task, seeds)
    else:
        answers = (several if task["question"] in ("change", "power") else alone)(task, seeds)
    for answer in answers:
        print(json.dumps({"answer": answer}), flush=True)


if __name__ == "__main__":
    main()
