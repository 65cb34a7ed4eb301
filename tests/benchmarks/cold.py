"""What the first run of a command costs, when nothing has been compiled yet, and what a second one costs.

Every command starts with an empty cache of compiled functions, so each row is what a user waits for whose first command
it is. Processor seconds hardly depend on what else the machine does; seconds on the wall do.
`python -m tests.benchmarks.cold --games dragonwood --commands random,value` does some of them.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from dhstats.games import catalogue
from tests.benchmarks.rates import measured

ROOT = Path(__file__).resolve().parents[2]
CHARACTERS = {"dragonheart": "dragon_hunter", "dragonwood": "balanced", "dragon": "controller"}
PLAYERS = {
    "random": "random", "greedy": "greedy", "character": "", "expert": "expert", "skill": "skill:2",
    "search": "search:8", "mc": "mc:2",
}  # fmt: skip
RUN = "simulate --game {game} --strategies greedy --games 4 --moves all --seed 1 --out run"
STUDIES = {
    "compare": "compare {rules} {tweak} --game {game} --deals 2 --seed 1 --out study",
    "value": "value --game {game} --deals 2 --seed 1 --out study",
    "fork": "fork --game {game} {arms} --deals 60 --seed 1 --out study",
    "replay": "replay run 1 --explain",
    "verify": "verify run",
    "train": "train --game {game} --games 64 --seed 1 --player player.json",
    "check": "strategies check last.py:last --game {game}",
    "decks": "decks --deals 30 --seed 1 --out study",
}
NEEDS_RUN = ("replay", "verify")
ARMS = {
    "dragonheart": "--arm play=ship --arm play=claim",
    "dragonwood": "--arm play=strike --arm play=reload",
    "dragon": "--arm wounds=1 --arm wounds=2",
}
TWEAKS = {"dragonheart": "hand.size=5", "dragonwood": "hand.limit=8", "dragon": "hand.limit=8"}
LAST = "def last(view, moves, count, randomness):\n    return count - 1\n"


def cost(words: str, folder: Path, cache: Path) -> tuple[float, float]:
    """Processor seconds, and seconds on the wall, of one command as a process of its own."""
    began = time.perf_counter()
    usage = measured(words.split(), cwd=folder, env=os.environ | {"DHSTATS_CACHE": str(cache), "PYTHONPATH": str(ROOT)})
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - began


def commands(game: str) -> dict[str, str]:
    """The commands of a game by name."""
    listed = {}
    for name, player in PLAYERS.items():
        listed[name] = (
            f"simulate --game {game} --strategies {player or CHARACTERS[game]} --games 2 --seed 1 --out study"
        )
    rules = catalogue.load(game).rule_files.shipped()[0]
    for name, words in STUDIES.items():
        if name != "decks" or game == "dragon":
            listed[name] = words.format(game=game, rules=rules, tweak=TWEAKS[game], arms=ARMS[game])
    return listed


def cold_and_warm(game: str, name: str, words: str) -> tuple[float, ...]:
    """A command with an empty cache, then in a new folder with the cache that the first left."""
    with tempfile.TemporaryDirectory() as place:
        cache, prepared = Path(place) / "cache", Path(place) / "prepared"
        costs = []
        for folder in (Path(place) / "cold", Path(place) / "warm"):
            folder.mkdir()
            (folder / "last.py").write_text(LAST)
            if name in NEEDS_RUN:
                cost(RUN.format(game=game), folder, prepared)
            costs.append(cost(words, folder, cache))
        return *costs[0], *costs[1]


def main() -> int:
    """Prints a row for every game and command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="dragonheart,dragonwood,dragon")
    parser.add_argument("--commands", default="", help="names of commands; all if none is named")
    asked = parser.parse_args()
    print("| game | command | cold: processor s | cold: wall s | warm: processor s | warm: wall s |")
    print(f"{'|---' * 6}|")
    for game in asked.games.split(","):
        for name, words in commands(game).items():
            if not asked.commands or name in asked.commands.split(","):
                figures = (f"{figure:.1f}" for figure in cold_and_warm(game, name, words))
                print(f"| {game} | {name} | {' | '.join(figures)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
