"""What moving the players round the table gains: the variance of each seat's share of the wins, two ways.

    python -m tests.benchmarks.rotations [--games 60000] [--strategies random,greedy]

plays Dragonwood for two, three and four in the seat design, and as many games of which each has a deal of its own. The
worth of a game is worked out from the games of the seat design alone; beside it stands what it foretells, the ratio of
the variances in both runs. The docstring of `simulate/plans/designs.py` quotes the worth.
"""

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

from dhstats.queries.counts import counting
from dhstats.questions.seats.worth import Seating, seating
from dhstats.questions.shared.groups import groups
from dhstats.seats import SEATS
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate

RULES = ("two", "three", "four")
HEAD = "| players | strategy | seat | share of the wins | a game is worth | variances of both runs |"


def played(plan: Experiment, folder: Path) -> Seating:
    """The seats of a run."""
    run = simulate(plan, folder / f"{plan.rules}-{plan.strategies[0]}-{plan.design}")
    with counting(run) as counts:
        return seating(counts, groups(counts)[0])


def lines(rules: str, strategy: str, games: int, folder: Path) -> list[str]:
    """A row a seat."""
    plan = Experiment("rotations", game="dragonwood", rules=rules, strategies=(strategy,), games=games, moves="none")
    moved, apart = (
        played(replace(plan, design=design, seed=seed), folder) for design, seed in (("seat", 1), ("single", 2))
    )
    rows = []
    for one, other in zip(moved.seats, apart.seats, strict=True):
        assert one.worth is not None  # a deal of the seat design has as many games as seats
        share, worth = one.wins, one.worth
        rows.append(
            f"| {rules} | {strategy} | {SEATS[one.number]} | {100 * share.estimate:.2f} % ± {100 * share.se:.2f}"
            f" | {worth.value:.3f} ({worth.interval.low:.3f} to {worth.interval.high:.3f})"
            f" | {(other.wins.se / share.se) ** 2:.3f} |"
        )
    return rows


def main() -> int:
    """Prints a row for every number of players, strategy and seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--strategies", default="random,greedy")
    chosen = parser.parse_args()
    print(f"{HEAD}\n{'|---' * 6}|")
    for strategy in chosen.strategies.split(","):
        for rules in RULES:
            with tempfile.TemporaryDirectory() as folder:
                for row in lines(rules, strategy, chosen.games, Path(folder)):
                    print(row, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
