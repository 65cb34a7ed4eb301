"""The engine of Dragonheart against the referee, for as long as one likes: the tests do the same with fewer games.

`python -m tests.benchmarks.referee --deals 2000 --files 400` plays so many deals of each rule set of the tests and so
many random rule files, all turn by turn on both tables; --seed draws others.
"""

import argparse
import sys
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from dhstats.games.dragonheart.files.rulesets import load, restore
from tests.games.dragonheart.oracle import compare_random_games
from tests.games.dragonheart.rule_files import valid_rules
from tests.games.dragonheart.test_oracle import SHIPPED, SWITCHES
from tests.games.dragonheart.test_referee import PLAYERS, complaints
from tests.games.logs import engine_logs

SETS = [*SHIPPED, *(("ffg", changes) for changes in SWITCHES)]


def random_files(count: int, number: int) -> None:
    """A game each of so many random rule files."""

    @seed(number)
    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(valid_rules(), st.integers(0, 2**64 - 1), st.integers(0, 2**60))
    def agree(rules: dict[str, Any], drawn: int, deal: int) -> None:
        compare_random_games(restore(rules, "random rules"), drawn, deal, deals=1)

    agree()


def main() -> int:
    """Plays them all; an error of the engine or of the referee ends it with the turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("deals", 2000), ("files", 400), ("seed", 7)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    wanted = parser.parse_args()
    for rules, changes in SETS:
        turns = compare_random_games(load(rules, changes), wanted.seed, first_deal=10_000, deals=wanted.deals)
        rule_set = load(rules, changes)
        logs = engine_logs("dragonheart", rule_set, PLAYERS, wanted.seed, 2**33 + 1, wanted.deals)
        wrong = [said for kept in logs for said in complaints(kept, rule_set)]
        if wrong:
            sys.exit(f"{rules} {' '.join(changes)}: {wrong[0]}")
        print(f"{rules} {' '.join(changes)}: {wanted.deals:,} deals, {turns:,} turns agree", flush=True)
    random_files(wanted.files, wanted.seed)
    print(f"{wanted.files:,} random rule files: a game each agrees")
    return 0


if __name__ == "__main__":
    sys.exit(main())
