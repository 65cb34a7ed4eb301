"""How often 95 % intervals of conditional means are right, on games of Dragonheart: many small runs cut from a large one.

The large run is the truth, and its deals in turn make runs of 400 games. `all deals` is the interval that counts every
deal of a run as one that tells; `with the event` the one that is printed, also where so few deals tell that no page
would (of at least two).

    dhstats simulate --strategies greedy --games 400000 --seed 1 --moves none --out /tmp/games
    python -m tests.benchmarks.interval_coverage /tmp/games
"""

import argparse
import math
from pathlib import Path

import polars as pl

from dhstats.stats.intervals.intervals import student_critical
from tests.stats.sums import ratio_sums

RUNS, GAMES = 250, 400
LEAD = pl.when(pl.col("ended_by") == 0).then(1).otherwise(-1) * (
    pl.col("score_first").cast(pl.Int64) - pl.col("score_second")
)
BY_DECK = pl.col("end_reason") == "deck"
KINDS = {
    "margin of endings by deck": (BY_DECK, LEAD),
    "turns of endings by deck": (BY_DECK, pl.col("turns").cast(pl.Int64)),
    "margin by deck, second player": (BY_DECK & (pl.col("ended_by") == 1), LEAD),
    "margin of endings by ships": (pl.col("end_reason") == "ships", LEAD),
}


def coverage(games: pl.DataFrame, happens: pl.Expr, value: pl.Expr) -> tuple[float, float, float]:
    """The deals with the event in a run on average, and how often both intervals have the mean over all games."""
    size = games.height // games["deal_id"].n_unique()
    deals = games.group_by("deal_id").agg(
        pl.col("game_id").filter(happens).len().cast(pl.Int64).alias("x"), value.filter(happens).sum().alias("y")
    )
    truth = deals["y"].sum() / deals["x"].sum()
    run = deals.sort("deal_id").with_columns(run=pl.col("deal_id").cast(pl.Int64) // (GAMES // size))
    seen, now, before = [], [], []
    for (number,), part in run.group_by("run", maintain_order=True):
        sums = ratio_sums(part.select("x", "y").rows())
        if int(str(number)) >= RUNS or sums.n < 2:
            continue
        n, gap = part.height, abs(sums.ratio - truth)
        every = math.sqrt((sums.n - 1) / sums.n * n / (n - 1)) * sums.se
        seen.append(sums.n)
        now.append(gap <= student_critical(0.95, sums.n - 1) * sums.se)
        before.append(gap <= student_critical(0.95, n - 1) * every)
    return sum(seen) / len(seen), sum(before) / len(before), sum(now) / len(now)


def main() -> None:
    """The table of all kinds."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path, help="a run of Dragonheart of 100,000 games or more")
    games = pl.read_parquet(asked.parse_args().folder / "games" / "*.parquet")
    print(f"{RUNS} runs of {GAMES} games{'deals':>22}{'all deals':>12}{'with the event':>16}")
    for name, (happens, value) in KINDS.items():
        deals, before, now = coverage(games, happens, value)
        print(f"{name:<36}{deals:>10.1f}{before:>12.3f}{now:>16.3f}")


if __name__ == "__main__":
    main()
