"""What is said of people's games, tried on players of whom the truth is known: their rung, and games without luck.

    python -m tests.benchmarks.people rungs [--game dragonheart] [--players 1,2,4,6,8] [--logs 100] [--games 20]

fits logs of so many games among players of one rung, and says in how many the 95 % interval holds it.

    python -m tests.benchmarks.people luck [--game dragonheart] [--players skill:4,expert] [--games 2000] [--copies 24]

plays games among players of one name, each a deal of its own: how many games without luck taken off tell as much as one
with it (the first seat's score; 95 % bootstrap interval over games), and whether luck has mean zero. The tables of
docs/people.md are from here.
"""

import argparse
import time
from dataclasses import replace

import numpy as np
from scipy import stats

from dhstats.engine.strategy import Strategy
from dhstats.games.bundle import GameBundle
from dhstats.games.catalogue import load
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Array
from dhstats.players.positions.judging import Chance, Judge
from dhstats.players.positions.luck import LuckJudge, taken_off
from dhstats.players.roster import find
from dhstats.questions.people.scale import Scale, judged_rung, played_alike, scale_of
from dhstats.questions.people.standing import Standing, standing
from dhstats.questions.training.examination import outcome_of
from dhstats.stats.estimates.controls import Adjusted, adjust

RUNGS, LUCK = "rungs", "luck"
SEED = 2  # not that of the scale
RESAMPLES = 2_000


def fitted(bundle: GameBundle, rules: RuleSet, scale: Scale, judge: Judge, rung: int, logs: int, games: int) -> Array:
    """Fits of logs of so many games each among players of a rung: their rung, and the ends of its interval."""
    judged = judged_rung(bundle, rules, judge, rung, logs * games, SEED)
    found = []
    for log in range(logs):
        own = judged.of(judged.games // games == log)
        told: Standing | None = standing("them", replace(own, games=own.games % games), np.arange(games), scale)
        assert told is not None
        found.append((told.rung.value, told.rung.interval.low, told.rung.interval.high))
    return np.array(found)


def without_luck(
    bundle: GameBundle, rules: RuleSet, player: Strategy, expert: Strategy, games: int, copies: int
) -> tuple[Array, Array]:
    """The first seat's score in games among players of one name, and what luck gave them in each."""
    results, turns = played_alike(bundle, rules, player, games, SEED)
    judge, outcome = LuckJudge(bundle, rules, expert, copies), outcome_of(bundle)
    luck = [taken_off(judge.weigh(game, Chance(SEED, game, 0), rows), 0) for game, rows in enumerate(turns)]
    return np.array([outcome(row, 0)[0] for row in results.view(np.recarray)]), np.array(luck)


def factor_ends(scores: Array, luck: Array) -> tuple[float, float]:
    """A 95 % bootstrap interval of how many games without luck taken off tell as much as one with it."""

    def factor(raw: Array, less: Array, axis: int = -1) -> Array:
        return np.asarray(raw.var(axis=axis, ddof=1) / less.var(axis=axis, ddof=1))

    drawn = stats.bootstrap(
        (scores, scores - luck), factor, paired=True, n_resamples=RESAMPLES, method="percentile",
        rng=np.random.Generator(np.random.Philox(key=SEED)), batch=100,
    )  # fmt: skip
    return float(drawn.confidence_interval.low), float(drawn.confidence_interval.high)


def main() -> int:
    """Prints a row a rung or a player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=(RUNGS, LUCK))
    parser.add_argument("--game", default="dragonheart")
    parser.add_argument("--rules")
    parser.add_argument("--players", default="")
    parser.add_argument("--logs", type=int, default=100)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--copies", type=int, default=24)
    chosen = parser.parse_args()
    bundle = load(chosen.game)
    rules = bundle.rule_files.load(chosen.rules or bundle.default_rules)
    expert = find(bundle, rules, "expert")
    print(f"{chosen.game}, rules {rules.name} ({rules.hash[:12]}), expert {expert.hash[:12]}, seed {SEED}", flush=True)
    if chosen.what == RUNGS:
        scale, judge = scale_of(bundle, rules, expert), Judge(bundle, rules, expert)
        for rung in map(int, (chosen.players or "1,2,4,6,8").split(",")):
            told = fitted(bundle, rules, scale, judge, rung, chosen.logs, chosen.games or 20)
            held = int(((told[:, 1] <= rung) & (rung <= told[:, 2])).sum())
            value, width = told[:, 0].mean(), (told[:, 2] - told[:, 1]).mean()
            print(f"rung {rung}: held in {held} of {chosen.logs} logs, mean {value:.2f}, width {width:.2f}", flush=True)
        return 0
    for name in (chosen.players or "skill:4,expert").split(","):
        begun = time.process_time()
        scores, luck = without_luck(
            bundle, rules, find(bundle, rules, name), expert, chosen.games or 2_000, chosen.copies
        )
        told_luck: Adjusted = adjust(scores, luck)
        low, high = factor_ends(scores, luck)
        print(
            f"{name}: {len(scores)} games, {chosen.copies} copies, factor {told_luck.factor:.2f} ({low:.2f} to"
            f" {high:.2f}), luck {100 * told_luck.luck.value:+.2f} (z = {told_luck.luck.value / told_luck.luck.se:.1f}),"
            f" {(time.process_time() - begun) / len(scores):.3f} CPU s a game",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
