"""A pilot: some real deals that tell how much deals vary, and how fast this machine plays them."""

import shlex
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from dhstats import machine
from dhstats.errors import BadInput, DataProblem, Interrupted
from dhstats.games import catalogue
from dhstats.players.learning import trainees
from dhstats.queries.counts import game_columns
from dhstats.questions.tweaks.tweaks import fixed, tweak_of
from dhstats.questions.verdicts.lopsided import Lopsided, lopsided_run
from dhstats.simulate.plans.experiment import Experiment, refuse_unless_won, seats
from dhstats.simulate.running.playing import Progress
from dhstats.simulate.running.playing import Watcher as GameWatcher
from dhstats.simulate.running.runner import Prepared, play_prepared, prepare_run
from dhstats.simulate.tables import told_by, whole_win, win_shares
from dhstats.stats.intervals.blocks import BlockSums, PairMoments, variance_reduction
from dhstats.stats.sequential.power import variance_interval
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
DEALS, LEAST_DEALS, MOST_DEALS = 2_000, 100, 1_000_000
WARM_UP = 50  # deals that compile and load everything before the clock runs


@dataclass(frozen=True, slots=True)
class Spread:
    """The variance of a deal's value, and between which values it lies with 95 % confidence."""

    variance: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Array, scale: int) -> "Spread | None":
        """The spread of whole values in units of 1/scale, one a deal; nothing if all are alike."""
        counts = dict(Counter(values.tolist()))
        if len(counts) < 2:
            return None
        interval = variance_interval(counts, scale)
        return cls(BlockSums.from_counts(counts, scale).variance, interval.low, interval.high)


@dataclass(frozen=True, slots=True)
class Pilot:
    """What a pilot's deals told: how much a deal's value varies, what a deal costs, and how fast they were played.

    `spread` is that of the first player's mean score, or of its difference between tweak and base; `strength` that of
    the first-named strategy's. `rho` correlates a deal's two games, `factor` is the variance reduction by common deals.
    """

    spread: Spread
    games_per_deal: int
    rate: float
    strength: Spread | None = None
    rho: float | None = None
    factor: float | None = None
    deals: int = DEALS
    design: str = "seat"
    strategies: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()  # name and hash: the base, and the tweak if there is one
    tweak: str = ""
    command: str = ""  # plays these games with dhstats, if one does: a stopping rule can be added to it
    seed: int = 0
    workers: int = 1
    uneven: Lopsided | None = None  # who wins nearly always, so that balance cannot show
    seats: int = 2
    by_all: bool = False  # whether all succeed or fail together

    @property
    def what(self) -> str:
        """What the first player has of the wins."""
        if self.by_all:
            return "share of games won"
        return "first player's score" if self.seats == 2 else "first seat's share of the wins"

    @property
    def even(self) -> str:
        """An even share of the wins."""
        return f"{100.0 / self.seats:.3g} %"


@dataclass(frozen=True, slots=True)
class Ready:
    """A pilot whose players are found and trained: the base, and the tweak if there is one."""

    runs: tuple[Prepared, ...]
    tweak: str
    command: str
    deals: int
    workers: int


def prepare(
    experiment: Experiment, tweak: str | None, deals: int, workers: int | None = None,
    watch: trainees.Watcher = trainees.unseen, everywhere: tuple[str, ...] = (),
) -> Ready:  # fmt: skip
    """Loads, checks and trains for a pilot; a rule set as tweak takes along the settings that hold `everywhere`."""
    if not LEAST_DEALS <= deals <= MOST_DEALS:
        raise BadInput(f"--pilot: must be from {LEAST_DEALS} to {MOST_DEALS:,} deals, not {deals:,}")
    if tweak is not None and not tweak.strip():
        raise BadInput('--tweak: name a rule set, or changes as "KEY=VALUE ..."')
    base = replace(experiment, games=1, moves="none", until="").with_seed()
    plans, command = [base], _simulation(base)
    if tweak is not None:
        command, change = _comparison(base, tweak), tweak_of(base.rules, tweak)
        base = fixed(base, base.rules)
        settings = (*base.settings, *change.settings) if change.settings else everywhere
        plans = [base, replace(base, rules=change.rules, settings=settings)]
    if not catalogue.load(base.game).objective.together:
        refuse_unless_won(base.game, seats(base), "plan")
    runs = tuple(prepare_run(each, Path(), workers=workers, watch=watch) for each in plans)
    return Ready(runs, tweak or "", command, deals, workers or machine.processors())


def _simulation(base: Experiment) -> str:
    """The command that plays an experiment's games; "" where only a file can say what they are."""
    usual = Experiment("", game=base.game)
    game, players = _game_and_players(base)
    words = ["simulate", *game, *(["--rules", base.rules] if base.rules != usual.rules else [])]
    words += [word for setting in base.settings for word in ("--set", setting)]
    words += [*players, *(["--design", base.design] if base.design != usual.design else [])]
    return "" if base.matchups else shlex.join(words)


def _game_and_players(base: Experiment) -> tuple[list[str], list[str]]:
    """The options of a command that say what is played, and by whom, where these are not the usual ones."""
    usual = Experiment("", game=base.game).strategies
    players = ["--strategies", ",".join(base.strategies)] if base.strategies != usual else []
    return [] if base.game == Experiment("").game else ["--game", catalogue.typed(base.game)], players


def _comparison(base: Experiment, tweak: str) -> str:
    """The command that compares the same two rule sets in the same design; "" where that would be another design."""
    usual, (game, players) = {1: "seat", 2: "quartet"}.get(len(base.strategies)), _game_and_players(base)
    words = ["compare", base.rules, tweak, *game, *players]
    return shlex.join(words) if base.design == usual and not base.settings and not base.matchups else ""


def measure(ready: Ready, watch: GameWatcher = lambda _: None) -> Pilot:
    """Plays the pilot in a folder that does not stay, after a warm-up; DataProblem if all deals came out alike."""
    played, seconds, uneven = [], 0.0, None
    try:
        with tempfile.TemporaryDirectory(prefix="dhstats-", ignore_cleanup_errors=True) as folder:
            for number, run in enumerate(ready.runs):
                _play(run, Path(folder) / f"warm{number}", WARM_UP, ready.workers)
                stored, took = _play(run, Path(folder) / f"{number}", ready.deals, ready.workers, watch)
                columns = game_columns(stored, told_by(stored.manifest))
                wins = win_shares(columns, stored.manifest)[:, 0]  # of the first player, in units of 1 / `whole_win`
                played.append(wins.reshape(-1, len(stored.manifest.design.arms)))
                uneven = uneven or lopsided_run(stored)
                seconds += took
    except Interrupted:
        raise Interrupted("the pilot was stopped; it is not kept") from None
    return replace(_pilot(ready, played, seconds), uneven=uneven)


def _play(
    prepared: Prepared, folder: Path, deals: int, workers: int, watch: GameWatcher = lambda _: None
) -> tuple[Run, float]:
    """The games, and the seconds that they took; every worker gets a part of the deals."""
    manifest = prepared.manifest
    share, seconds = min(manifest.shard_deals, -(-deals // workers)), [0.0]

    def note(progress: Progress) -> None:
        seconds[0] = progress.seconds
        watch(progress)

    ready = replace(prepared, manifest=replace(manifest.ending_at(deals), shard_deals=share))
    run = play_prepared(ready, folder, workers=workers, watch=note)
    return run, seconds[0]


def _pilot(ready: Ready, played: list[Array], seconds: float) -> Pilot:
    manifest = ready.runs[0].manifest
    by_all = catalogue.load(manifest.game).objective.together
    arms, firsts = len(manifest.design.arms), [wins.sum(axis=1) for wins in played]
    steps, players = whole_win(manifest) * arms, len(manifest.seats)
    spread, factor = Spread.of(firsts[-1] if len(firsts) == 1 else firsts[1] - firsts[0], steps), None
    if spread is None:
        what = f"the tweak {ready.tweak!r} changed every deal's score alike" if ready.tweak else "all scored alike"
        why = f"{what}, so nothing can be planned; a larger --pilot may help"
        raise DataProblem(f"pilot of {ready.deals:,} deals: {why}")
    if ready.tweak:
        one, other = (BlockSums.from_values(values.tolist(), steps).variance for values in firsts)
        factor = variance_reduction(one, other, spread.variance)
    strength, pairs = None, manifest.matchups
    if not ready.tweak and len(pairs) == 1 and players == 2 and not by_all and pairs[0][0] != pairs[0][1]:
        follows = np.array([arm.first_player == 1 for arm in manifest.design.arms])
        strength = Spread.of(np.where(follows, 2 - played[0], played[0]).sum(axis=1), steps)
    return Pilot(
        spread, arms * len(played), sum(wins.size for wins in played) / max(seconds, 1e-9), strength,
        None if by_all else _rho(manifest.design.kind, played[0]), factor, ready.deals, manifest.design.kind,
        tuple(player.name for player in manifest.strategies),
        tuple((run.manifest.rules_name, run.manifest.rules_hash) for run in ready.runs), ready.tweak,
        ready.command if players == 2 and not by_all else "", manifest.seed, ready.workers, None, players, by_all,
    )  # fmt: skip


def _rho(kind: str, halves: Array) -> float | None:
    """The correlation of a deal's two games with exchanged seats; nothing for other designs, or if one never varies."""
    if kind != "seat" or halves.shape[1] != 2 or (halves == halves[0]).all(axis=0).any():
        return None
    a, b = (halves[:, game] for game in (0, 1))
    first, second, squares, others, products = (int(each.sum()) for each in (a, b, a * a, b * b, a * b))
    return PairMoments(len(halves), first, second, squares, others, products, 2).rho
