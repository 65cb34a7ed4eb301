"""Compiles what many tests play with, once, before any of them starts: `python -m tests.warm PROCESSES`.

Workers that begin at once with an empty cache would compile the same loops beside each other, each for itself. Here the
games are parted among processes; what is in the cache already is only looked up, in a few seconds.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from dhstats.engine.decisions import asking_loop, keeping_loop, listing_loop, shortlist_loop, trying_loop
from dhstats.engine.forks import fork_loop, hand_loop, rollout_loop
from dhstats.engine.loop import stacked_loop
from dhstats.engine.together import follow_loop
from dhstats.games import stacks
from dhstats.games.bundle import GameBundle
from dhstats.games.catalogue import NAMES, load
from dhstats.players import roster
from dhstats.players.learning.lessons import lessons
from dhstats.players.match import line_up
from dhstats.players.positions import judging, luck
from dhstats.players.strength.loops import measuring_loop
from tests.harness import drivers


def scripts(bundle: GameBundle) -> None:
    """The tests' own drivers, the loop, following a log, and every shipped script."""
    drivers(bundle.game)
    follow_loop(bundle.game)
    rules = bundle.rule_files.load(bundle.rule_files.shipped()[0])
    line_up(bundle, rules, [bundle.find_strategy(name) for name in bundle.shipped_strategies()])


def made(bundle: GameBundle) -> None:
    """Players who learn and who search, and everything that goes on from a moment of a game."""
    lessons(bundle.game, bundle.game.learning)
    if bundle.game.name == "dragonheart":  # who compares there
        lessons(bundle.game, bundle.game.learning, compared=True)
    if bundle.game.space_learning:
        lessons(bundle.game, bundle.game.space_learning)
    rules = bundle.rule_files.load(bundle.rule_files.shipped()[0])
    line_up(bundle, rules, [roster.find(bundle, rules, name) for name in ("expert", "skill:2", "mc:1", "search:4")])
    for loop in (fork_loop, rollout_loop, hand_loop, asking_loop, keeping_loop, listing_loop, trying_loop):
        loop(bundle.game)
    if bundle.game.learning.shortlist:
        shortlist_loop(bundle.game)
    judging.loops(bundle.game, bundle.game.learning)
    if luck.can_weigh(bundle):
        luck.luck_loop(bundle.game, bundle.game.learning)
    if renewal := stacks.load(bundle.game.name).renewal:
        stacked_loop(bundle.game, renewal.function, renewal.file)
    version = roster.find(bundle, rules, "expert").version
    measuring_loop(bundle.game, bundle.endgame.solve if bundle.endgame else None, version)


PARTS = {"scripts": scripts, "made": made}


def compile_part(task: tuple[str, str]) -> None:
    """One half of a game."""
    name, part = task
    PARTS[part](load(name))


def main(processes: int) -> int:
    """Parts the halves of all games among some processes; ends as soon as one does not compile."""
    tasks = [(name, part) for part in ("made", "scripts") for name in reversed(NAMES)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        list(pool.map(compile_part, tasks))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
