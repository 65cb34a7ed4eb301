"""What a game costs that is one file: Dragonheart as a file beside the game of the folder, played in turn.

`python -m tests.benchmarks.files` prints processor time a game of `random` and of `greedy`, and the folder's as a share of
the file's: the aim is at least a half.
"""

import argparse
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from dhstats import programs
from dhstats.gamefile import opening
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.players.match import Match, line_up

FILE = Path(__file__).parent / "games" / "dragonheart.py"
DEALS, TIMES = 1_000, 40
PLAN = np.array([(0, 0, 0, 0), (1, 0, 0, 0)], np.int64)


def match(bundle: GameBundle, strategy: str) -> Match:
    """A strategy against itself under the usual rules."""
    lineup = line_up(bundle, bundle.rule_files.load(bundle.default_rules), [bundle.find_strategy(strategy)])
    return Match(lineup, (strategy, strategy))


def seconds(played: Match, deals: int) -> float:
    """Processor seconds a game."""
    begun = time.process_time()
    played.play(PLAN, 1, 0, deals)
    return (time.process_time() - begun) / (deals * len(PLAN))


def main() -> None:
    """Prints a line for each player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strategies", default="random,greedy")
    parser.add_argument("--times", type=int, default=TIMES)
    asked = parser.parse_args()
    programs.allow_all()
    bundles: list[Any] = [catalogue.load("dragonheart"), opening.of_path(str(FILE)).part("bundle")]
    for strategy in asked.strategies.split(","):
        matches = [match(bundle, strategy) for bundle in bundles]
        for each in matches:
            each.play(PLAN, 1, 0, 10)
        taken = [[seconds(each, DEALS) for each in matches] for _ in range(asked.times)]
        folder, file = (median(column) * 1e6 for column in zip(*taken, strict=True))
        share = median(one / other for one, other in taken)
        print(f"{strategy}: folder {folder:.1f} µs a game, file {file:.1f}; the file plays at {share:.2f} of its speed")


if __name__ == "__main__":
    main()
