"""How much one player for a whole space of rules gives away to players who learnt one rule set of it alone.

`python -m tests.benchmarks.spaces --player space.json --make 500000` trains a player for the space below in so many games;
of a file that is there already it takes the space that its player has learnt, as of the one that comes along
(`dhstats/games/dragonheart/trained/spaces/ffg.json`). Then, for `--rule-sets 30` drawn from the space, a specialist learns from `--games 40000` of
self-play under that rule set alone, and meets on `--deals 2000` deals, in both seats: the player of the space as they are;
the same after `--warm 5000` games under that rule set; and the trained player of the base rules, who never saw it. A line a
rule set, with standard errors over deals and CPU seconds; then means over rule sets, with standard errors over them.

Specialists are kept in a folder, so that other warm starts meet the same. Their cards, which choose nothing, are of few
deals.
"""

import argparse
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.games.bundle import GameBundle
from dhstats.games.catalogue import load
from dhstats.games.ruleset import RuleSet
from dhstats.games.space import Space, parsed, space_of
from dhstats.players import pupils, recipes, trained
from dhstats.players.learning import trainees, training
from dhstats.players.match import line_up
from dhstats.players.pupils import Pupil
from dhstats.players.trained import Trained, as_strategy

SEED = 19  # of the rule sets that are drawn
LEVELS: dict[str, list[Any]] = {
    "great_dragon.points": [*range(13)],
    "great_dragon.hand_size": [5, 6, 7, 8],
    "great_dragon.breaks_ties": [True, False],
    "great_dragon.claim": ["needs_card", "any"],
    "great_dragon.theft": ["down_to_hand_size", "always_one"],
    "great_dragon.holder": ["nobody", "first", "second"],
    "hand.size": [4, 5, 6],
    "end.ship_stacks": [2, 3, 4, 5],
    "end.deck_end": ["cannot_draw", "after_last_card", "last_card_drawn"],
    "end.last_turn": [True, False],
    "seats.first.points": [*range(5)],
    "seats.second.points": [*range(5)],
    "seats.first.hand_size": [3, 4, 5, 6],
    "seats.second.hand_size": [3, 4, 5, 6, 7],
    "seats.first.first_turn_max_cards": [0, 1, 2],
}


def player_of(bundle: GameBundle, file: Path, games: int) -> tuple[Trained, Space]:
    """The player of a file with their space; where there is none yet, one for the space above is trained first."""
    base = bundle.rule_files.load("ffg")
    if not file.exists():
        began, space = time.process_time(), space_of(base, LEVELS)
        recipe = trainees.space_recipe(bundle, space, games)
        trained.write(training.train(bundle, base, recipe), file)
        print(f"{games:,} games over {space.combinations:,} rule sets: {time.process_time() - began:.0f} CPU s")
    player = trained.read(file, bundle)
    return player, parsed(base, player.recipe.space)


class Trial:
    """One rule set of the space, with a specialist and those who meet them."""

    def __init__(self, bundle: GameBundle, rules: RuleSet, told: argparse.Namespace) -> None:
        self.bundle, self.rules, self.told = bundle, rules, told
        began = time.process_time()
        file = told.keep / f"{rules.hash[:16]}-{told.games}.json"
        if not file.exists():
            recipe = replace(recipes.standard(bundle.game), games=told.games)
            trained.write(training.train(bundle, rules, recipe), file)
        self.specialist = trained.read(file, bundle)
        self.seconds = time.process_time() - began

    def score(self, player: Trained) -> tuple[float, float]:
        """The score of a player against the specialist in both seats, and its standard error over deals."""
        two = {"player": player, "specialist": self.specialist}
        made = [as_strategy(self.bundle, each, name, "benchmark", "") for name, each in two.items()]
        lineup = line_up(self.bundle, self.rules, made)
        found = training.examine(lineup, "player", "specialist", self.told.deals)
        return found.score, found.error

    def warm(self, player: Trained) -> tuple[Trained, float]:
        """The player after a short training under this rule set alone, and its CPU seconds."""
        began = time.process_time()
        recipe = replace(recipes.going_on(player.recipe, player.checksum, self.told.warm), rate=self.told.rate)
        return training.train(self.bundle, self.rules, recipe, origin=player), time.process_time() - began


def changes(rules: RuleSet, base: RuleSet) -> str:
    """What differs from the base, in few letters."""
    return " ".join(f"{each.key}={each.right}" for each in rules.files.diff(base, rules))


def main() -> None:
    """Reads the command line and prints the table."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--player", type=Path, required=True)
    reader.add_argument("--keep", type=Path, default=Path("build/specialists"), help="folder of the specialists")
    reader.add_argument("--make", type=int, default=500_000)
    reader.add_argument("--rule-sets", type=int, default=30)
    reader.add_argument("--first", type=int, default=0, help="number of the first rule set that is tried")
    reader.add_argument("--games", type=int, default=40_000)
    reader.add_argument("--warm", type=int, default=5_000)
    reader.add_argument("--rate", type=float, default=recipes.WARM_RATE)
    reader.add_argument("--deals", type=int, default=2_000)
    told = reader.parse_args()
    bundle = load("dragonheart")
    player, space = player_of(bundle, told.player, told.make)
    expert = pupils.known(Pupil(bundle, space.base, recipes.standard(bundle.game)))
    assert expert is not None
    training.CARD_DEALS = 2
    table = []
    for number, rules in enumerate(space.draw(told.first + told.rule_sets, SEED)[told.first :], told.first):
        trial = Trial(bundle, rules, told)
        warmed, seconds = trial.warm(player)
        scores = [trial.score(each) for each in (player, warmed, expert)]
        table.append([score for score, _ in scores])
        words = ", ".join(f"{100 * score:.1f} ± {100 * error:.1f} %" for score, error in scores)
        costs = f"specialist {trial.seconds:.0f} CPU s, warm start {seconds:.1f}"
        print(f"{number}: {words} ({costs}): {changes(rules, space.base)}", flush=True)
    means = np.array(table).mean(axis=0)
    errors = np.array(table).std(axis=0, ddof=1) / np.sqrt(len(table)) if len(table) > 1 else np.full(3, np.nan)
    names = ("player of the space", "after a warm start", "player of the base rules")
    for name, mean, error in zip(names, means, errors, strict=True):
        print(f"{name} against specialists: {100 * mean:.2f} ± {100 * error:.2f} % over {len(table)} rule sets")


if __name__ == "__main__":
    main()
