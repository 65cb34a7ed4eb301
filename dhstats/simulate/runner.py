"""From an experiment to a stored run: plan, threads, progress, stopping and going on."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, Interrupted
from dhstats.games import catalogue
from dhstats.games.title import RuleSet, Title
from dhstats.players import roster
from dhstats.players.match import Cast, cast
from dhstats.release import VERSION
from dhstats.simulate.designs import design, round_robin
from dhstats.simulate.experiment import Experiment, checked, log_every
from dhstats.simulate.shards import NOTHING, ShardPlan, ShardPlayer, Tally, deals_per_shard, shard_plans
from dhstats.storage import Manifest, Player, Run, Shard, open_run
from dhstats.storage.layout import MANIFEST, TABLES
from dhstats.storage.manifest import SCHEMA, read_manifest, write_manifest

SAVE_SECONDS = 1.0  # the manifest is written at most so often: a lost second is played again on --resume


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: games of this call, and the running tally for an estimate (blocks and their sums)."""

    games_done: int
    games_planned: int
    seconds: float
    tally: Tally
    arms: int


Watcher = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Prepared:
    """An experiment with everything loaded and checked, nothing compiled or written yet."""

    manifest: Manifest
    title: Title
    rules: RuleSet
    strategies: tuple[Strategy, ...]


def prepare(experiment: Experiment, watch: roster.Watcher = roster.unseen) -> Prepared:
    """Loads and checks everything an experiment names, and trains who has to be; BadInput says what is wrong."""
    experiment = checked(experiment, "experiment").with_seed()
    title = catalogue.load(experiment.game)
    rules = title.load_rules(experiment.rules, experiment.settings)
    texts = dict.fromkeys(
        experiment.strategies if not experiment.matchups else [name for pair in experiment.matchups for name in pair]
    )
    found = {text: roster.find(title, rules, text, watch) for text in texts}
    strategies = _distinct(found)
    pairs = experiment.matchups or round_robin(experiment.strategies)
    matchups = tuple((found[a].name, found[b].name) for a, b in pairs)
    if len(set(map(frozenset, matchups))) < len(matchups):
        raise BadInput("matchups: the same pair of strategies is listed twice")
    return Prepared(_manifest(experiment, title, rules, strategies, matchups), title, rules, strategies)


def _distinct(found: dict[str, Strategy]) -> tuple[Strategy, ...]:
    """The strategies by name; two of one name could not be told apart in a report."""
    by_name: dict[str, str] = {}
    for text, strategy in found.items():
        if strategy.name in by_name:
            raise BadInput(f"strategies {by_name[strategy.name]!r} and {text!r} are both called {strategy.name!r}")
        by_name[strategy.name] = text
    return tuple(found.values())


def _manifest(
    experiment: Experiment, title: Title, rules: RuleSet, strategies: tuple[Strategy, ...],
    matchups: tuple[tuple[str, str], ...],
) -> Manifest:  # fmt: skip
    plan = design(experiment.design, matchups, experiment.games)
    players = tuple(Player(s.name, s.idea, s.source, s.hash, dict(s.weights)) for s in strategies)
    assert experiment.seed is not None  # given or drawn by `prepare`
    return Manifest(
        schema=SCHEMA, version=VERSION, game=title.game.name, game_version=title.game.version,
        name=experiment.name, question=experiment.question, rules_name=rules.name, rules=rules.effective,
        rules_hash=rules.hash, strategies=players, matchups=matchups, seed=experiment.seed, design=plan,
        moves=experiment.moves, games=plan.deals * len(plan.arms), shard_deals=deals_per_shard(len(plan.arms)),
        shards=(),
    )  # fmt: skip


def simulate(
    experiment: Experiment, out: Path, *, workers: int | None = None, resume: bool = False,
    watch: Watcher = lambda _: None, watch_training: roster.Watcher = roster.unseen,
) -> Run:  # fmt: skip
    """Plays an experiment into a run folder and opens it.

    `workers` threads (default: one a processor) share the shards; the rows are the same for any number. Ctrl-C keeps
    whole shards and raises Interrupted; `resume` plays what is missing. `watch_training` is told of players who have to
    be trained for these rules first.
    Raises BadInput, ResourceFailure or Interrupted.
    """
    prepared = prepare_run(experiment, out, workers=workers, resume=resume, watch=watch_training)
    return play_prepared(prepared, out, workers=workers, resume=resume, watch=watch)


def prepare_run(
    experiment: Experiment, out: Path, *, workers: int | None = None, resume: bool = False,
    watch: roster.Watcher = roster.unseen,
) -> Prepared:  # fmt: skip
    """The first half of `simulate`: everything loaded, checked and trained, nothing written."""
    if workers is not None and workers < 1:
        raise BadInput(f"--workers: must be at least 1, not {workers}")
    if resume and experiment.seed is None and (out / MANIFEST).is_file():
        experiment = replace(experiment, seed=read_manifest(out).seed)
    return prepare(experiment, watch)


def play_prepared(
    prepared: Prepared, out: Path, *, workers: int | None = None, resume: bool = False,
    watch: Watcher = lambda _: None,
) -> Run:  # fmt: skip
    """The second half of `simulate`: plays what is missing and opens the run."""
    manifest = _continued(prepared.manifest, out, resume=resume)
    if not manifest.complete:
        company = cast(prepared.title, prepared.rules, prepared.strategies)
        write_manifest(out, manifest)
        _Runner(company, manifest, out, watch).run(workers or os.cpu_count() or 1)
    return open_run(out)


def _continued(manifest: Manifest, out: Path, *, resume: bool) -> Manifest:
    """The plan with the shards that are already there; BadInput where that would mix two runs."""
    if (out / MANIFEST).exists():
        if not resume:
            raise BadInput(f"{out}: holds a run already; go on with --resume, or choose another --out")
        old = read_manifest(out)
        if old.plan() != manifest.plan():
            changed = sorted(key for key, value in old.plan().items() if manifest.plan()[key] != value)
            raise BadInput(f"{out}: --resume needs the same experiment, but {', '.join(changed)} differ")
        return old
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out}: exists and is not an empty folder; choose another --out")
    return manifest


class _Runner:
    """Hands shards to threads and keeps the manifest."""

    def __init__(self, company: Cast, manifest: Manifest, out: Path, watch: Watcher) -> None:
        self._company, self._manifest, self._out, self._watch = company, manifest, out, watch
        self._log_every = log_every(manifest.moves)
        self._shards = {shard.name: shard for shard in manifest.shards}
        self._tally = NOTHING
        self._stop = threading.Event()
        self._flying: set[Future[tuple[Shard, Tally]]] = set()
        self._local = threading.local()
        self._started = self._saved = time.monotonic()

    def run(self, workers: int) -> None:
        """Plays all missing shards; on Ctrl-C the finished ones are kept."""
        done = {shard.first_deal for shard in self._manifest.shards}
        plans = [plan for plan in shard_plans(self._manifest) if plan.first_deal not in done]
        for table in TABLES[: 2 if self._log_every else 1]:
            (self._out / table).mkdir(parents=True, exist_ok=True)
        planned = sum(plan.deals for plan in plans) * len(self._manifest.design.arms)
        with ThreadPoolExecutor(workers) as pool:
            try:
                self._collect(pool, plans, workers, planned)
            except KeyboardInterrupt:
                raise Interrupted(f"{self._out}: stopped; finished shards are kept, go on with --resume") from None
            finally:
                self._stop.set()
                self._keep_finished()

    def _collect(self, pool: ThreadPoolExecutor, plans: list[ShardPlan], workers: int, planned: int) -> None:
        """Keeps two shards a worker in flight, so that memory does not grow with the number of games."""
        waiting = iter(plans)
        while True:
            while len(self._flying) < 2 * workers and (plan := next(waiting, None)):
                self._flying.add(pool.submit(self._play, plan))
            if not self._flying:
                return
            finished, _ = wait(self._flying, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in finished:
                shard, tally = future.result()
                self._flying.remove(future)
                self._note(shard, tally, planned)

    def _keep_finished(self) -> None:
        """Waits for the shards in flight and keeps those that were finished, whatever happened to others."""
        for future in self._flying:
            if future.cancel() or future.exception() is not None:
                continue
            shard, _ = future.result()
            self._shards[shard.name] = shard
        self._save()

    def _play(self, plan: ShardPlan) -> tuple[Shard, Tally]:
        player = getattr(self._local, "player", None)
        if player is None:
            player = self._local.player = ShardPlayer(self._company, self._manifest, self._log_every)
        played: tuple[Shard, Tally] = player.play(plan, self._out, self._stop.is_set)
        return played

    def _note(self, shard: Shard, tally: Tally, planned: int) -> None:
        self._shards[shard.name] = shard
        self._tally += tally
        now = time.monotonic()
        if now - self._saved > SAVE_SECONDS:
            self._save()
            self._saved = now
        arms = len(self._manifest.design.arms)
        self._watch(Progress(self._tally.games, planned, now - self._started, self._tally, arms))

    def _save(self) -> None:
        shards = tuple(self._shards[name] for name in sorted(self._shards))
        write_manifest(self._out, replace(self._manifest, shards=shards))
