"""The engine of each game against the referee, for as long as one likes: the tests do the same with fewer games.

`python -m tests.benchmarks.referee --deals 2000 --files 400` plays so many deals of each rule set of Dragonheart's tests
and so many random rule files, all turn by turn on both tables; of the other games, whose turns take longer, a
hundredth of the deals and a quarter of the files. --seed draws others.
"""

import argparse
import sys
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from dhstats.games.dragon.files import rulesets as dragon_rules
from dhstats.games.dragonheart.files.rulesets import load, restore
from dhstats.games.dragonwood.files import rulesets as dragonwood_rules
from dhstats.games.dragonwood.words.notation import RETELLING
from dhstats.games.ruleset import RuleSet
from tests.games.dragon import oracle as dragon
from tests.games.dragon.test_oracle import SHIPPED as DRAGON
from tests.games.dragon.test_oracle import play_wild
from tests.games.dragonheart.oracle import compare_random_games
from tests.games.dragonheart.rule_files import valid_rules
from tests.games.dragonheart.test_oracle import SHIPPED, SWITCHES
from tests.games.dragonheart.test_referee import PLAYERS, complaints
from tests.games.dragonwood import rule_files as dragonwood_files
from tests.games.dragonwood.oracle import compare_games
from tests.games.dragonwood.test_oracle import ALL, COMPANIES, RULES
from tests.games.dragonwood.test_random_rules import CLAIMS
from tests.games.logs import engine_logs

SETS = [*SHIPPED, *(("ffg", changes) for changes in SWITCHES)]
SEEDS, DEALS = st.integers(0, 2**64 - 1), st.integers(0, 2**60)


def repeated(count: int, number: int) -> Any:
    """So many examples, drawn by a number."""
    given_so_many = settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    return lambda test: seed(number)(given_so_many(test))


def dragonwood_complaints(rules: RuleSet, seed: int, deals: int) -> list[str]:
    """What the referee has to say of all games of some deals."""
    players = ["random", "greedy", "greedy", "random"][: rules.effective["players"]]
    logs = engine_logs("dragonwood", rules, players, seed, 2**33, deals)
    return [said for kept in logs for said in RETELLING.check(rules.effective, kept)]


def dragonheart(wanted: argparse.Namespace) -> None:
    """Every rule set and deck, switches, and a game each of random rule files."""
    for name, changes in SETS:
        rules = load(name, changes)
        turns = compare_random_games(rules, wanted.seed, first_deal=10_000, deals=wanted.deals)
        logs = engine_logs("dragonheart", rules, PLAYERS, wanted.seed, 2**33 + 1, wanted.deals)
        wrong = [said for kept in logs for said in complaints(kept, rules)]
        if wrong:
            sys.exit(f"{name} {' '.join(changes)}: {wrong[0]}")
        print(f"{name} {' '.join(changes)}: {wanted.deals:,} deals, {turns:,} turns agree", flush=True)

    @repeated(wanted.files, wanted.seed)
    @given(valid_rules(), SEEDS, DEALS)
    def agree(rules: dict[str, Any], drawn: int, deal: int) -> None:
        compare_random_games(restore(rules, "random rules"), drawn, deal, deals=1)

    agree()
    print(f"{wanted.files:,} random rule files: a game each agrees", flush=True)


def dragonwood(wanted: argparse.Namespace) -> None:
    """Every rule set and variant, random and bold players; what any rule file keeps to."""
    deals, files = max(wanted.deals // 100, 1), max(wanted.files // 4, 1)
    for name, lineup in ALL:
        rules = dragonwood_rules.load(*RULES[name])
        seen = compare_games(rules, COMPANIES[lineup](wanted.seed), wanted.seed, 10_000, deals)
        if wrong := dragonwood_complaints(rules, wanted.seed, deals):
            sys.exit(f"dragonwood {name}: {wrong[0]}")
        print(f"dragonwood {name}, {lineup}: {deals:,} deals, {seen.total():,} acts and ends agree", flush=True)
    for claim in CLAIMS:
        repeated(files, wanted.seed)(given(dragonwood_files.valid_rules(), SEEDS, DEALS)(_called(claim)))()
        print(f"dragonwood, {claim.__name__}: {files:,} random rule files", flush=True)


def _called(claim: Any) -> Any:
    """A claim as a function of its own, whose arguments are drawn."""

    def holds(rules: Any, drawn: int, deal: int) -> None:
        claim(rules, drawn, deal)

    return holds


def the_dragon(wanted: argparse.Namespace) -> None:
    """Every shipped rule set, and packs drawn by lot."""
    deals, packs = max(wanted.deals // 100, 1), max(wanted.files // 4, 1)
    for name in DRAGON:
        dragon.compare_random_games(dragon_rules.load(name), wanted.seed, first_deal=10_000, deals=deals)
        print(f"dragon {name}: {deals:,} deals agree", flush=True)
    seen = play_wild(range(2000, 2000 + packs), deals=3)
    print(f"dragon: {packs:,} wild packs agree, {seen['decisions']:,} decisions", flush=True)


def main() -> int:
    """Plays them all; an error of the engine or of the referee ends it with the turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("deals", 2000), ("files", 400), ("seed", 7)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    wanted = parser.parse_args()
    for play in (dragonheart, dragonwood, the_dragon):
        play(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
