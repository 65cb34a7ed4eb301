"""What trained players are worth: shipped ones trained anew and compared byte by byte, and all against all.

`python -m tests.benchmarks.experts --game dragonwood` prints, for every player who comes along (in Dragon! also who
learnt with all decks), whether their recipe makes them again and how long that takes; `--only all_decks` does one file;
`--deals 2000 --players expert,balanced` how players of the first rule set score against each other, over every seat of
so many deals, with 95 % intervals, and how many games a second that was.
"""

import argparse
import sys
import time
from itertools import combinations
from pathlib import Path

from dhstats.games.bundle import GameBundle
from dhstats.games.catalogue import load
from dhstats.games.dragon.packs.packs import SHIPPED
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster, trained
from dhstats.players.learning import training
from dhstats.players.match import line_up

REFERENCES = Path(__file__).parent / "references"  # one player a game that never changes


def shipped(title: GameBundle) -> dict[str, trained.Trained]:
    """The players that come along with a game, by the names of their files."""
    files = sorted((title.game.home.parent / "trained").glob("*.json"))
    return {path.stem: trained.read(path, title) for path in files}


def origin_of(title: GameBundle, player: trained.Trained) -> trained.Trained | None:
    """Who comes along, or is the game's reference, and has the network that a player went on from, if they did."""
    for path in (*sorted((title.game.home.parent / "trained").glob("*.json")), REFERENCES / f"{title.game.name}.json"):
        before = trained.read(path, title)
        if player.recipe.origin == before.checksum:
            return before
    return None


def rules_of(title: GameBundle, player: trained.Trained) -> RuleSet:
    """The rules that a shipped player learnt: those of their name, with another shipped card pack if they learnt it."""
    packs = [[f"pack={name}"] for name in SHIPPED] if title.constructed else []
    known = [title.rule_files.load(player.rules_name, settings) for settings in ([], *packs)]
    return next((rules for rules in known if rules.hash == player.rules_hash), known[0])


def again(title: GameBundle, only: str = "") -> bool:
    """Trains the shipped players of a game anew, or one of them; whether all are what they were."""
    same = True
    players = shipped(title)
    for name in [only] if only else players:
        kept = players[name]
        began = time.monotonic()
        rules, origin = rules_of(title, kept), origin_of(title, kept)
        if kept.recipe.origin and not origin:
            print(f"{title.game.name} {name}: not trained anew, as who they went on from has retired", flush=True)
            continue
        player = training.train(title, rules, kept.recipe, kept.restriction, origin=origin)
        equal = player.to_json() == kept.to_json()
        found = "the same" if equal else "ANOTHER"
        print(f"{title.game.name} {name}: {found} player, {time.monotonic() - began:.0f} s", flush=True)
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
    reader.add_argument("--only", default="")
    reader.add_argument("--deals", type=int, default=2000)
    told = reader.parse_args()
    title = load(told.game)
    if told.players:
        meet(title, told.rules or title.rule_files.shipped()[0], told.players.split(","), told.deals)
        return 0
    if told.only and told.only not in shipped(title):
        reader.error(f"--only: must be one of {', '.join(shipped(title))}, not {told.only}")
    return 0 if again(title, told.only) else 1


if __name__ == "__main__":
    sys.exit(main())
