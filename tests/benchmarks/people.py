"""What is said of people's games, tried on players of whom the truth is known: their rung, and games without luck.

    python -m tests.benchmarks.people rungs [--game dragonheart] [--players 1,2,4,6,8] [--logs 100] [--games 20]

fits logs of so many games among players of one rung, and says in how many the 95 % interval holds it.

    python -m tests.benchmarks.people luck [--game dragonheart] [--players skill:4,expert] [--games 2000] [--copies 24]

plays games among players of one name, each a deal of its own: how many games without luck taken off tell as much as one
with it (the first seat's score; 95 % bootstrap interval over games), and whether luck has mean zero.

    python -m tests.benchmarks.people match --players search:600,tests/benchmarks/references/dragonheart.json

plays half as many deals with either of two players in each seat, and prints the first one's score, as it is and less luck,
with standard errors over deals (--games, --seed). `references` has one player a game that never changes: measure by
them what becomes of the others. The tables of docs/people.md and of searches in docs/players.md are from here.
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
from dhstats.players.match import Array, Match, line_up
from dhstats.players.positions.judging import Chance, Judge
from dhstats.players.positions.luck import LuckJudge, taken_off
from dhstats.players.roster import find
from dhstats.questions.people.standing import (
    Scale,
    Standing,
    judged_rung,
    played_alike,
    scale_of,
    standing,
    turns_by_game,
)
from dhstats.questions.training.trials import outcome_of
from dhstats.stats.estimates.contrasts import Adjusted, adjust

RUNGS, LUCK, MATCH = "rungs", "luck", "match"
SEED = 2  # not that of the scale
SEATS = np.array([[0, 0, 0, 1], [0, 0, 1, 0]], np.int64)  # of two players, once in either seat
AT_ONCE = 25  # deals of a match between two lines
RESAMPLES = 2_000


def fitted(
    bundle: GameBundle, rules: RuleSet, scale: Scale, judge: Judge, rung: int, logs: int, games: int, seed: int
) -> Array:
    """Fits of logs of so many games each among players of a rung: their rung, and the ends of its interval."""
    judged = judged_rung(bundle, rules, judge, rung, logs * games, seed)
    found = []
    for log in range(logs):
        own = judged.of(judged.games // games == log)
        told: Standing | None = standing("them", replace(own, games=own.games % games), np.arange(games), scale)
        assert told is not None
        found.append((told.rung.value, told.rung.interval.low, told.rung.interval.high))
    return np.array(found)


def without_luck(
    bundle: GameBundle, rules: RuleSet, player: Strategy, expert: Strategy, games: int, seed: int, copies: int
) -> tuple[Array, Array]:
    """The first seat's score in games among players of one name, and what luck gave them in each."""
    results, turns = played_alike(bundle, rules, player, games, seed)
    judge, outcome = LuckJudge(bundle, rules, expert, copies), outcome_of(bundle)
    luck = [taken_off(judge.weigh(game, Chance(seed, game, 0), rows), 0) for game, rows in enumerate(turns)]
    return np.array([outcome(row, 0)[0] for row in results.view(np.recarray)]), np.array(luck)


def matched(
    bundle: GameBundle, rules: RuleSet, names: tuple[str, str], deals: range, seed: int, copies: int
) -> tuple[Array, Array]:
    """The first of two players' score in a row of deals, on the mean over both seats, and what luck gave them."""
    one, other, expert = (find(bundle, rules, each) for each in (*names, "expert"))
    results, events = Match(line_up(bundle, rules, [one, other]), [one.name, other.name]).play(
        SEATS, seed, deals.start, len(deals), logged=True
    )
    judge, outcome, turns = LuckJudge(bundle, rules, expert, copies), outcome_of(bundle), turns_by_game(results, events)
    scores, luck = np.zeros((len(deals), 2)), np.zeros((len(deals), 2))
    for i, deal in enumerate(deals):
        for seat in range(2):
            game = 2 * deal + seat
            scores[i, seat] = outcome(results.view(np.recarray)[i, seat], seat)[0]
            luck[i, seat] = taken_off(judge.weigh(game, Chance(seed, deal, 0), turns[2 * i + seat]), seat)
    return scores.mean(axis=1), luck.mean(axis=1)


def print_match(bundle: GameBundle, rules: RuleSet, names: tuple[str, str], chosen: argparse.Namespace) -> None:
    """The score of all deals so far, again and again."""
    every, begun = [], time.process_time()
    for first in range(0, chosen.games // 2, AT_ONCE):
        deals = range(first, min(first + AT_ONCE, chosen.games // 2))
        every.append(matched(bundle, rules, names, deals, chosen.seed, chosen.copies))
        scores, luck = (np.concatenate(each) for each in zip(*every, strict=True))
        told = adjust(scores, luck)
        print(
            f"{names[0]} against {names[1]}, seed {chosen.seed}, {len(scores)} deals:"
            f" {100 * told.raw.value:.1f} ± {100 * told.raw.se:.1f} %, less luck {100 * told.adjusted.value:.1f} ±"
            f" {100 * told.adjusted.se:.1f} %, {(time.process_time() - begun) / len(scores) / 2:.3f} CPU s a game",
            flush=True,
        )


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
    parser.add_argument("what", choices=(RUNGS, LUCK, MATCH))
    parser.add_argument("--game", default="dragonheart")
    parser.add_argument("--rules")
    parser.add_argument("--players", default="")
    parser.add_argument("--logs", type=int, default=100)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--copies", type=int, default=24)
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args()
    bundle = load(chosen.game)
    rules = bundle.rule_files.load(chosen.rules or bundle.default_rules)
    expert = find(bundle, rules, "expert")
    print(
        f"{chosen.game}, rules {rules.name} ({rules.hash[:12]}), expert {expert.hash[:12]}, seed {chosen.seed}",
        flush=True,
    )
    if chosen.what == RUNGS:
        scale, judge = scale_of(bundle, rules, expert), Judge(bundle, rules, expert)
        for rung in map(int, (chosen.players or "1,2,4,6,8").split(",")):
            told = fitted(bundle, rules, scale, judge, rung, chosen.logs, chosen.games or 20, chosen.seed)
            held = int(((told[:, 1] <= rung) & (rung <= told[:, 2])).sum())
            value, width = told[:, 0].mean(), (told[:, 2] - told[:, 1]).mean()
            print(f"rung {rung}: held in {held} of {chosen.logs} logs, mean {value:.2f}, width {width:.2f}", flush=True)
        return 0
    if chosen.what == MATCH:
        one, other = chosen.players.split(",")
        chosen.games = chosen.games or 2_000
        print_match(bundle, rules, (one, other), chosen)
        return 0
    for name in (chosen.players or "skill:4,expert").split(","):
        begun = time.process_time()
        scores, luck = without_luck(
            bundle, rules, find(bundle, rules, name), expert, chosen.games or 2_000, chosen.seed, chosen.copies
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
