"""From an experiment to a stored run: plan, threads, progress, stopping and going on."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.title import RuleSet, Title
from dhstats.players import roster
from dhstats.players.match import cast
from dhstats.release import VERSION
from dhstats.simulate.designs import design, round_robin
from dhstats.simulate.experiment import Experiment, checked
from dhstats.simulate.playing import Part, Playing, Watcher
from dhstats.simulate.shards import deals_per_shard
from dhstats.storage import Manifest, Player, Run, open_run
from dhstats.storage.layout import MANIFEST
from dhstats.storage.manifest import SCHEMA, read_manifest

# Looks at the next part of a run in the order of the deals; says with how many deals the run is to end, or None.
Judge = Callable[[Part], int | None]


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
        shards=(), until=experiment.until,
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
    watch: Watcher = lambda _: None, judge: Judge | None = None,
) -> Run:  # fmt: skip
    """The second half of `simulate`: plays what is missing and opens the run.

    `judge` is asked after every part, in the order of the deals, whether the run may end; a run that is to stop by a
    goal needs one.
    """
    if (judge is None) != (prepared.manifest.until == ""):
        raise ValueError("a run with a goal needs a judge, and only that")
    threads = workers or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool, begin(prepared, out, pool, threads, resume=resume, watch=watch) as run:
        if run.complete:
            return open_run(out)
        for part in run.parts(skip_known=judge is None):
            if judge is not None and (deals := judge(part)) is not None:
                run.end_at(deals)
                break
        else:
            run.finish()
    return open_run(out)


def begin(
    prepared: Prepared, out: Path, pool: ThreadPoolExecutor, ahead: int, *, resume: bool = False,
    watch: Watcher = lambda _: None,
) -> Playing:  # fmt: skip
    """A run that is ready to be played part by part on the threads of a pool, so many shards ahead of the reader."""
    manifest = _continued(prepared.manifest, out, resume=resume)
    company = None if manifest.complete else cast(prepared.title, prepared.rules, prepared.strategies)
    return Playing(company, manifest, out, pool, ahead, watch)


def _continued(manifest: Manifest, out: Path, *, resume: bool) -> Manifest:
    """The plan with the shards that are already there; BadInput where that would mix two runs."""
    if (out / MANIFEST).exists():
        if not resume:
            raise BadInput(f"{out}: holds a run already; go on with --resume, or choose another --out")
        old = read_manifest(out)
        early = old.ended == "goal"  # with fewer deals than it might have had
        wanted = manifest.ending_at(old.design.deals) if early else manifest
        if old.plan() != wanted.plan():
            changed = sorted(key for key, value in old.plan().items() if wanted.plan()[key] != value)
            raise BadInput(f"{out}: --resume needs the same experiment, but {', '.join(changed)} differ")
        return old
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out}: exists and is not an empty folder; choose another --out")
    return manifest
