"""Small real runs with every decision logged, and what plain Python adds up of their games, deal by deal."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import polars as pl

from dhstats.questions.verdicts import sequential
from dhstats.simulate.plans.experiment import Experiment
from dhstats.storage import Run

Row = dict[str, Any]
Told = Callable[[Any], Iterable[tuple[Any, ...]]]
ALL = -1
PAIRS = (("greedy", "greedy"), ("greedy", "random"), ("random", "random"))


def play(game: str, folder: Path, *settings: str, deals: int = 12, **changes: Any) -> Run:
    """A run of three matchups, every decision logged."""
    plan: dict[str, Any] = {"matchups": PAIRS, "games": 6 * deals, "seed": 4} | changes
    experiment = Experiment("small", "Is it fair?", game, settings=settings, **plan)
    return sequential.play(experiment, folder, workers=2)


def table(run: Run, name: str) -> list[Row]:
    """The stored rows of a table."""
    files = sorted((run.folder / name).glob("*.parquet"))
    return pl.concat([pl.read_parquet(file) for file in files], how="vertical_relaxed").to_dicts()


def logged_games(run: Run) -> list[tuple[Row, list[Row]]]:
    """The rows of all games whose decisions were logged, each with those of its decisions in order."""
    turns: dict[int, list[Row]] = defaultdict(list)
    for turn in table(run, "moves"):
        turns[turn["game_id"]].append(turn)
    rows = [row for row in table(run, "games") if row["game_id"] in turns]
    return [(row, sorted(turns[row["game_id"]], key=lambda turn: int(turn["turn"]))) for row in rows]


def by_deal(games: Iterable[Any], told: Told) -> dict[Any, list[tuple[int, ...]]]:
    """What is told of games (a key and numbers), added up deal by deal: one tuple of sums a deal and key."""
    sums: dict[Any, dict[int, list[int]]] = defaultdict(dict)
    for game in games:
        for key, *numbers in told(game):
            for matchup in (game.matchup, ALL):
                cell = sums[(matchup, *key)].setdefault(game.deal, [0] * len(numbers))
                for at, number in enumerate(numbers):
                    cell[at] += int(number)
    return {key: [tuple(cell) for cell in deals.values()] for key, deals in sums.items()}


def assert_sums(
    frame: pl.DataFrame, expected: dict[Any, list[tuple[int, ...]]], keys: tuple[str, ...], names: tuple[str, ...],
    products: tuple[tuple[str, str], ...] = (),
) -> None:  # fmt: skip
    """Sums, sums of squares and products over deals are those that plain Python finds, and there is no other row."""
    found = {tuple(row[key] for key in ("matchup", *keys)): row for row in frame.to_dicts()}
    assert found.keys() == expected.keys()
    for key, deals in expected.items():
        columns = dict(zip(names, zip(*deals, strict=True), strict=True))
        assert found[key]["deals"] == len(deals), key
        for name, values in columns.items():
            assert found[key][name] == sum(values), (key, name)
            assert found[key].get(f"{name}_squares", sum(v * v for v in values)) == sum(v * v for v in values), key
        for x, y in products:
            assert found[key][f"{x}_{y}"] == sum(a * b for a, b in zip(columns[x], columns[y], strict=True)), (key, x)
