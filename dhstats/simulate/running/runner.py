"""From an experiment to a stored run: plan, threads, progress, stopping and going on."""

import hashlib
import platform
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from itertools import chain
from pathlib import Path

from dhstats import machine
from dhstats.engine.compiled import PACKAGE
from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, DataProblem, UserError
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.learning import trainees
from dhstats.players.match import line_up
from dhstats.quoting import one_line
from dhstats.release import VERSION
from dhstats.simulate.checks.verify import check_kept
from dhstats.simulate.plans.designs import design, tables
from dhstats.simulate.plans.experiment import Experiment, checked, refuse_unless_won, rules_of
from dhstats.simulate.running.playing import Executor, Part, Players, Playing, Stop, Threads, Watcher
from dhstats.simulate.tables import Digest, deals_per_shard
from dhstats.simulate.work.workers import Budget
from dhstats.storage import Manifest, Player, Run, open_run
from dhstats.storage.layout import MANIFEST, TABLES, is_void, remove_drafts, shard_name, sizes, table_file
from dhstats.storage.lock import Claim
from dhstats.storage.manifest import SCHEMA, read_manifest
from dhstats.storage.places import place, remove_file
from dhstats.storage.run import intact, misfits, progress_faults

ROOMS = ("engine", "gamefile", "games", "players", "queries", "simulate", "storage")
KINDS = ("*.py", "*.sql")
READING = ("questions", "pages")  # what games add to the floors above; no run is written by it
LIBRARIES = ("numba", "numpy", "pyarrow", "duckdb", "polars")

Versions = dict[str, str]


@cache
def versions() -> Versions:
    """The versions of this process by name."""
    python = ".".join(platform.python_version_tuple()[:2])
    # Names the code that plays and writes
    total = hashlib.sha256()
    files = (path for room in ROOMS for kind in KINDS for path in (PACKAGE / room).rglob(kind))
    for file in sorted(path for path in files if path.parent.name not in READING):
        total.update(file.relative_to(PACKAGE).as_posix().encode() + hashlib.sha256(file.read_bytes()).digest())
    code = total.hexdigest()[:8]
    return {"dhstats": f"{VERSION} ({code})", "Python": python} | {name: version(name) for name in LIBRARIES}


def difference(here: Versions, there: Versions) -> str:
    """In what another process would play or write otherwise, and what to do; nothing if in nothing."""
    for name, ours in here.items():
        if (theirs := there.get(name, "nothing")) != ours:
            return f"has {name} {theirs}, but here it is {ours}; install the same versions on every machine"
    return ""


# Looks at the next part of a run in the order of the deals; says where and why the run is to end, or None.
Judge = Callable[[Part], Stop | None]


@dataclass(frozen=True, slots=True)
class Prepared:
    """An experiment with everything loaded and checked, nothing compiled or written yet."""

    manifest: Manifest
    bundle: GameBundle
    rules: RuleSet
    strategies: tuple[Strategy, ...]


def prepare(experiment: Experiment, watch: trainees.Watcher = trainees.unseen) -> Prepared:
    """Loads and checks everything an experiment names, and trains who has to be; BadInput says what is wrong."""
    experiment = checked(experiment, "experiment").with_seed()
    bundle = catalogue.load(experiment.game)
    rules = bundle.rule_files.load(experiment.rules, experiment.settings)
    texts = dict.fromkeys(chain(*experiment.matchups) if experiment.matchups else experiment.strategies)
    players = bundle.players(rules.record())
    # Who meets whom, as they were named; BadInput where that is not for as many players as the rules are
    by_all = bundle.objective.together and experiment.until.startswith("decided")  # rule sets, by how often all win
    if experiment.until and not by_all:
        refuse_unless_won(experiment.game, players, "until")
    if experiment.until and players != 2 and not by_all:
        raise BadInput(
            f"until: is judged between two players, and rules {rules.name!r} are for {players}; leave it out"
        )
    for names in experiment.matchups:
        if len(names) != players:
            raise BadInput(f"matchups: rules {rules.name!r} are for {players} players, not for {', '.join(names)}")
    chosen = experiment.matchups or tables(experiment.strategies, players)
    found = {text: trainees.find(bundle, rules, text, watch) for text in texts}
    # The strategies by name; two of one name could not be told apart in a report
    by_name: dict[str, str] = {}
    for text, strategy in found.items():
        if strategy.name in by_name:
            raise BadInput(f"strategies {by_name[strategy.name]!r} and {text!r} are both called {strategy.name!r}")
        by_name[strategy.name] = text
    strategies = tuple(found.values())
    matchups = tuple(tuple(found[text].name for text in names) for names in chosen)
    if len({tuple(sorted(names)) for names in matchups}) < len(matchups):
        raise BadInput("matchups: the same strategies are listed twice")
    return Prepared(_manifest(experiment, bundle, rules, strategies, matchups), bundle, rules, strategies)


def _manifest(
    experiment: Experiment, bundle: GameBundle, rules: RuleSet, strategies: tuple[Strategy, ...],
    matchups: tuple[tuple[str, ...], ...],
) -> Manifest:  # fmt: skip
    plan = replace(design(experiment.design, matchups, experiment.games), from_deal=experiment.from_deal)
    players = tuple(Player(s.name, s.idea, s.source, s.hash, dict(s.weights), s.caution) for s in strategies)
    assert experiment.seed is not None  # given or drawn by `prepare`
    return Manifest(
        schema=SCHEMA, version=VERSION, game=bundle.game.name, game_version=bundle.game.version,
        name=experiment.name, question=experiment.question, rules_name=rules.name, rules=rules.kept,
        rules_hash=rules.hash, strategies=players, matchups=matchups, seed=experiment.seed, design=plan,
        moves=experiment.moves, games=plan.deals * len(plan.arms), shards=(), until=experiment.until,
        shard_deals=deals_per_shard(len(plan.arms), experiment.games, experiment.moves, experiment.keep),
        keep=experiment.keep, cards=bundle.label(rules.effective), game_file=bundle.digest,
    )  # fmt: skip


def simulate(
    experiment: Experiment, out: Path | str, *, workers: int | None = None, cluster: str = "", resume: bool = False,
    watch: Watcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen, budget: Budget | None = None,
    shard_deals: int | None = None,
) -> Run:  # fmt: skip
    """Plays an experiment into a run folder and opens it.

    `workers` threads (default: one a processor) share the shards, or the workers of a Dask `cluster` (the address of
    its scheduler, or local:N); the rows are the same for any number. Ctrl-C keeps whole shards and raises Interrupted;
    `resume` plays what is missing. `watch_training` is told of players who have to be trained for these rules first.
    `shard_deals` are written as one (default: as many as play 16,384 games).
    """
    folder = place(out)
    prepared = prepare_run(
        experiment, folder, workers=workers, resume=resume, watch=watch_training, shard_deals=shard_deals
    )
    return play_prepared(prepared, folder, workers=workers, cluster=cluster, resume=resume, watch=watch, budget=budget)


def prepare_run(
    experiment: Experiment, out: Path, *, workers: int | None = None, resume: bool = False,
    watch: trainees.Watcher = trainees.unseen, shard_deals: int | None = None,
) -> Prepared:  # fmt: skip
    """The first half of `simulate`: everything loaded, checked and trained, nothing written."""
    if workers is not None and workers < 1:
        raise BadInput(f"--workers: must be at least 1, not {workers}")
    if shard_deals is not None and shard_deals < 1:
        raise BadInput(f"shard_deals: must be at least 1, not {shard_deals}")
    if resume and (out / MANIFEST).is_file():
        begun = read_manifest(out)
        experiment = experiment if experiment.seed is not None else replace(experiment, seed=begun.seed)
        shard_deals = shard_deals or begun.shard_deals
    prepared = prepare(experiment, watch)
    if shard_deals is None:
        return prepared
    return replace(prepared, manifest=replace(prepared.manifest, shard_deals=shard_deals))


def as_begun(plan: Experiment, folder: Path, seed: int | None, *, resume: bool) -> Experiment:
    """The plan with the seed of the run that is gone on with, where nobody named one: it was drawn then."""
    if seed is not None or not resume or not (folder / MANIFEST).is_file():
        return plan
    return replace(plan, seed=read_manifest(folder).seed)


def play_prepared(
    prepared: Prepared, out: Path, *, workers: int | None = None, cluster: str = "", resume: bool = False,
    watch: Watcher = lambda _: None, judge: Judge | None = None, budget: Budget | None = None,
    digest: Digest | None = None,
) -> Run:  # fmt: skip
    """The second half of `simulate`: plays what is missing and opens the run.

    `judge` is asked after every part, in the order of the deals, whether the run may end; a run that is to stop by a
    stopping rule needs one. `digest` counts the games of a run that keeps totals.
    """
    if (judge is None) != (prepared.manifest.until == ""):
        raise ValueError("a run needs a judge if and only if it has a stopping rule")
    with (
        executor_for(workers, cluster) as executor,
        begin(prepared, out, executor, executor.size, resume=resume, watch=watch, budget=budget, digest=digest) as run,
    ):
        if run.complete:
            return open_run(out)
        for part in run.parts(skip_known=judge is None):
            if judge is not None and (stop := judge(part)) is not None:
                run.end_at(stop)
                break
        else:
            run.finish()
    return open_run(out)


def executor_for(workers: int | None, cluster: str = "") -> Executor:
    """The executor that a user asked for: threads (default: one a processor), or the workers of a cluster."""
    if workers is not None and workers < 1:
        raise BadInput(f"--workers: must be at least 1, not {workers}")
    if not cluster:
        return Threads(workers or machine.processors())
    if workers is not None:
        raise BadInput("--workers: counts threads of this machine; leave it out with --cluster")
    try:
        from dhstats.simulate.running.cluster import Cluster
    except ImportError as error:
        raise BadInput(f"--cluster: needs more than is installed ({error}); pip install 'dhstats[cluster]'") from None
    return Cluster(cluster)


def begin(
    prepared: Prepared, out: Path, executor: Executor, ahead: int, *, resume: bool = False,
    watch: Watcher = lambda _: None, budget: Budget | None = None, digest: Digest | None = None,
) -> Playing:  # fmt: skip
    """A run that is ready to be played part by part by an executor, some shards ahead of the reader.

    Unless it is complete, its folder is this process's until the run is left. Of shards that are there every byte is
    compared with its hash, and unless the run is complete some games are played again.
    """
    begun = (out / MANIFEST).exists()
    if not begun and not is_void(out):
        raise BadInput(f"{out}: exists and is not an empty folder; choose another --out")
    if begun and _kept(read_manifest(out), out).complete:
        manifest = _continued(prepared.manifest, out, resume=resume)
        return Playing(manifest, out, None, executor=executor, ahead=ahead, watch=watch, budget=budget)
    lineup = line_up(prepared.bundle, prepared.rules, prepared.strategies)
    claim = Claim(out)
    try:
        manifest = _continued(prepared.manifest, out, resume=resume)
        check_kept(manifest, out, lineup, digest)
    except UserError:
        claim.give_up()
        raise
    # Removes what a killed process left behind: drafts, and shards that it did not get to list
    remove_drafts(out)
    listed = {file.path(out) for file in manifest.files()}
    planned = {shard_name(number) for number in range(manifest.planned_shards)}
    for table in TABLES:
        for name in planned & sizes(out, table).keys():
            if (file := table_file(out, table, name)) not in listed:
                remove_file(file)
    players = Players(lineup, claim, digest)
    return Playing(manifest, out, players, executor=executor, ahead=ahead, watch=watch, budget=budget)


def _continued(manifest: Manifest, out: Path, *, resume: bool) -> Manifest:
    """The plan with the shards that are already there; BadInput where that would mix two runs."""
    if not (out / MANIFEST).exists():
        return manifest
    if not resume:
        raise BadInput(f"{out}: holds a run already; continue with --resume, or choose another --out")
    old = read_manifest(out)
    early = old.ended not in ("", "limit")  # with fewer deals than it might have had
    wanted = manifest.ending_at(old.design.deals) if early else manifest
    kept = old
    with suppress(UserError):  # of another game, or damaged: what differs is said
        # Rules as they are kept now: an earlier version may have kept other keys of the same rules
        kept = replace(old, rules=rules_of(old).kept)
    begun, plan = kept.plan(), wanted.plan()
    if begun != plan:
        now = {player.name: player.hash for player in wanted.strategies}
        for player in old.strategies:  # of a name that now means another, as theirs retired
            other = player.hash != now.get(player.name, player.hash) and not player.source.endswith(".py")
            if other and (told := roster.retirement(player.name, changed=True)):
                raise BadInput(f"{out}: --resume: {told}")
        if old.version != VERSION:
            where = f"{out}: --resume: was begun with dhstats {one_line(old.version)}, and this is {VERSION}"
            raise BadInput(f"{where}; finish the run with that version, or choose another --out")
        changed = sorted(key for key in begun.keys() | plan if begun.get(key) != plan.get(key))
        verb = "differs" if len(changed) == 1 else "differ"
        catalogue.check_unedited(old.game, manifest.game, f"{out}: --resume")
        raise BadInput(f"{out}: --resume needs the same experiment, but {', '.join(changed)} {verb}")
    return _whole(_kept(old, out), out)


def _whole(kept: Manifest, out: Path) -> Manifest:
    """The manifest of shards that are all as they were written: going on would make a run of others that falls."""
    if wrong := [fault.text for fault in progress_faults(kept) if not fault.lack]:
        raise DataProblem(f"{out / MANIFEST}: {wrong[0]}; `dhstats verify {out}` shows what else is wrong")
    for file, size in misfits(out, kept):
        if size is not None:
            raise _changed(f"{file.path(out)}: has {size:,} bytes, but {file.size:,} were written")
    try:
        for file in kept.files():
            intact(out, file)
    except DataProblem as problem:
        raise _changed(str(problem)) from None
    return kept


def _changed(told: str) -> DataProblem:
    """A listed file is not what was written, and what to do."""
    return DataProblem(f"{told}; put back a copy of the file, or remove it: --resume plays it again")


def _kept(manifest: Manifest, out: Path) -> Manifest:
    """The manifest without shards of which a file is gone: they are played again."""
    lost = {file.name for file, size in misfits(out, manifest) if size is None}
    return replace(manifest, shards=tuple(shard for shard in manifest.shards if shard.name not in lost))
