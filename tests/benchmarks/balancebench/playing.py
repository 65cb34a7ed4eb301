"""Tasks of BalanceBench played by dhstats: the mean of what a task asks for, and its standard error, deal by deal."""

from pathlib import Path
from typing import Any

import numpy as np

from dhstats.seats import SEATS
from tests.benchmarks.balancebench.oracles import Task, names
from tests.gamefile.examples import columns, command


def played(folder: Path, task: Task, change: tuple[str, ...], games: int, seed: int) -> tuple[float, float]:
    """The metric of a task under its rules or one change of them."""
    asked = names(task)
    players = asked if isinstance(asked, str) else ",".join(asked)
    words = ["--game", task["game"], "--strategies", players, "--games", str(games), "--seed", str(seed)]
    for rule in (*task.get("rules", ()), *change):
        words += ["--set", rule]
    command("simulate", *words, "--moves", "none", "--workers", "1", "--out", str(folder))
    rows = columns(folder / "games")
    if not isinstance(asked, str):  # seats do not change
        rows = {name: column[rows["first"] == asked[0]] for name, column in rows.items()}
    values, deals = worth(task, rows), rows["deal_id"]
    count = np.bincount(deals - deals.min())
    by_deal = np.bincount(deals - deals.min(), values) / count
    return float(by_deal.mean()), float(by_deal.std(ddof=1) / len(by_deal) ** 0.5)


def worth(task: Task, rows: dict[str, Any]) -> Any:
    """What each game is worth in the unit of a task."""
    metric = task.get("goal", task).get("metric", "seat")
    if metric.startswith("side."):
        return 100.0 * (rows["won_by"] == metric.removeprefix("side."))
    if metric == "success":
        return 100.0 * (rows["end_reason"] == "rain")
    if metric == "points":
        return rows["score_first"].astype(float)
    seats = int(rows["players"][0]) if "players" in rows else 2
    ranks = np.stack([rows[f"rank_{name}"] for name in SEATS[:seats]]) if "rank_first" in rows else None
    if task["unit"] == "points":
        points = np.stack([rows[f"score_{name}"] for name in SEATS[:seats]]).astype(float)
        return points[0] - points.mean(axis=0)
    if ranks is None:
        share = np.where(rows["winner"] < 0, 0.5, rows["winner"] == 0)
    else:
        share = (ranks[0] == 1) / (ranks == 1).sum(axis=0)
    return 100.0 * (share - (1 / seats if metric == "seat" else 0.0))
