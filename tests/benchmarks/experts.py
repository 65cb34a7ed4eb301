"""What trained players are worth: shipped ones trained anew and compared byte by byte, and all against all.

`python -m tests.benchmarks.experts --game dragonwood` prints, for every rule set that has a shipped player, whether its
recipe makes it again and how long that takes; `--deals 2000 --players expert,balanced` how players of the first rule set
score against each other, over every seat of so many deals, with 95 % intervals, and how many games a second that was.
"""

import argparse
import sys
import time
from itertools import combinations, product

from dhstats.games.bundle import GameBundle
from dhstats.games.catalogue import load
from dhstats.players import roster, thinking, trained, training
from dhstats.players.match import line_up


def again(title: GameBundle) -> bool:
    """Trains the shipped players of a game anew; whether all are what they were."""
    same = True
    versions = [learning.version for learning in (*title.game.former, thinking.learning_of(title.game))]
    for name, version in product(title.rule_files.shipped(), versions):
        rules = title.rule_files.load(name)
        path = trained.shipped(title, rules, "", version)
        if path is None:
            continue
        began = time.monotonic()
        player = training.train(title, rules, trained.read(path, title).recipe)
        equal = player.to_json() == path.read_text("utf-8")
        found = "the same" if equal else "ANOTHER"
        print(
            f"{title.game.name} {name}, version {version}: {found} player, {time.monotonic() - began:.0f} s", flush=True
        )
        same &= equal
    return same


def meet(title: GameBundle, rules_name: str, names: list[str], deals: int) -> None:
    """Every pair of players: the first alone against the second in all other seats."""
    rules = title.rule_files.load(rules_name)
    found = {name: roster.find(title, rules, name) for name in names}
    players = title.players(rules.record())
    for one, other in combinations(names, 2):
        lineup = line_up(title, rules, [found[one], found[other]])
        training.examine(lineup, one, other, 2)
        began = time.monotonic()
        told = training.examine(lineup, one, other, deals)
        rate = players * deals / (time.monotonic() - began)
        half = 1.96 * told.error
        line = f"{100 * told.score:.1f} % ± {100 * half:.1f}, {told.lead:+.1f} points, {rate:,.0f} games/s"
        print(f"{title.game.name} {rules_name}: {one} against {other}: {line}", flush=True)


def main() -> int:
    """Reads the command line; 1 if a shipped player is not what its recipe makes."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--game", default="dragonwood")
    reader.add_argument("--rules", default="")
    reader.add_argument("--players", default="")
    reader.add_argument("--deals", type=int, default=2000)
    told = reader.parse_args()
    title = load(told.game)
    if told.players:
        meet(title, told.rules or title.rule_files.shipped()[0], told.players.split(","), told.deals)
        return 0
    return 0 if again(title) else 1


if __name__ == "__main__":
    sys.exit(main())
