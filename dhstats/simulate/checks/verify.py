"""Whether a run folder is what its manifest says: files, rows, and a sample of games against the rules."""

import math
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from dhstats import machine
from dhstats.errors import BadInput, DataProblem, Interrupted, UserError
from dhstats.games import catalogue
from dhstats.games.retelling import Kept
from dhstats.players.match import Lineup
from dhstats.simulate.checks.sample import Sample, check_log, telling_deals, unlike
from dhstats.simulate.checks.shard import (
    NOTHING,
    Follower,
    Judgement,
    check_shard,
    first_of,
    plan_problems,
    readable,
    repeated,
    results_hash,
)
from dhstats.simulate.plans.experiment import is_logged
from dhstats.simulate.replays import Rematch, lineup_again
from dhstats.simulate.tables import Digest, ShardPlan, ShardPlayer, stored_games, stored_turns
from dhstats.storage import Manifest, Run, Shard
from dhstats.storage.manifest import read_manifest
from dhstats.storage.places import place
from dhstats.storage.run import progress_faults, shard_fault
from dhstats.storage.soundness import read_written, strangers

SAMPLE = 200  # games that are judged move by move if nobody asks for another number
PLANNED = "manifest: rules and their hash, design, matchups, planned games, shards without gap"


@dataclass(frozen=True, slots=True)
class Verification:
    """What was checked in a run folder and what is wrong with it; it stands if there are no problems.

    `games`, `turns` and `shards` count what was read and checked against the plan; `turns_followed` were found among
    the legal moves and played by the engine; `games_replayed` went through the referee with `rows_checked` turns, and
    `games_played_again` of them were chosen again by their players. `left_out` says what could not be checked, `checks`
    what was.
    """

    checks: tuple[str, ...]
    problems: tuple[str, ...]
    left_out: tuple[str, ...]
    shards: int = 0
    games: int = 0
    turns: int = 0
    turns_followed: int = 0
    games_replayed: int = 0
    rows_checked: int = 0
    games_played_again: int = 0

    @property
    def stands(self) -> bool:
        """Whether no problem was found."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class VerifyProgress:
    """How many of a run's shards have been checked, and about how many seconds the others will take, once measured."""

    shards_done: int
    shards: int
    seconds_left: float = field(default=0.0, compare=False)
    deals: int = field(default=0, compare=False)


Watcher = Callable[[VerifyProgress], None]


@dataclass(frozen=True, slots=True)
class _Checked:
    """What one shard showed; its tables are dropped at once, so that memory does not grow with the run."""

    name: str
    results: str
    read: Judgement
    followed: Judgement
    judged: Judgement


def verify(
    folder: Path | str, *, sample: int = SAMPLE, watch: Watcher = lambda _: None, workers: int | None = None,
    digest: Callable[[Manifest], Digest] | None = None, seconds: float = 0.0,
) -> Verification:  # fmt: skip
    """Checks manifest, files and rows of a run, and at least `sample` of its games move by move.

    `watch` is told of every shard and every sampled game. Games of the sample are judged for at most `seconds` (0: as
    long as it takes); what was left out then is said. `digest` gives what counts the games of a run that keeps totals;
    one of its shards is played and counted again. Problems are told, not raised.
    """
    if sample < 0:
        raise BadInput(f"--sample: must be at least 0, not {sample}")
    if not 0.0 <= seconds < math.inf:
        raise BadInput(f"--seconds: must be at least 0, not {seconds:g}")
    path = place(folder)
    try:
        manifest = read_manifest(path)
    except DataProblem as problem:
        return _unreadable(str(problem))
    if problems := plan_problems(manifest):
        return _unreadable(*problems)
    if manifest.keep == "totals":
        if digest is None:
            raise ValueError("a run that keeps totals needs what counts them")
        return _verified_totals(path, manifest, digest(manifest))
    bundle = catalogue.load(manifest.game)
    judge, follower = Sample(bundle, manifest, sample, seconds), Follower(bundle, manifest)
    workers = workers or machine.processors()
    pace, checked = _Pace(manifest, judge, workers, watch), []
    for shard in _checked_shards(manifest, path, judge, follower, pace):
        checked.append(shard)
        pace.tell(len(checked))
    return _verified(path, manifest, judge, checked)


class _Pace:
    """How far a verification is, and about how long it will still take."""

    def __init__(self, manifest: Manifest, judge: Sample, workers: int, watch: Watcher) -> None:
        self._deals, self._shards, self.workers = manifest.design.deals, len(manifest.shards), workers
        self._judge, self._watch, self._lock = judge, watch, threading.Lock()
        self._done = self._read = 0
        self._seconds = 0.0  # of all threads together
        judge.watch = self.tell

    def read(self, began: float) -> None:
        """A shard that was begun then has been read, and its logged moves followed."""
        with self._lock:
            self._read += 1
            self._seconds += time.monotonic() - began

    def tell(self, done: int = 0) -> None:
        """Says how far it is; `done` shards are checked, or as many as before."""
        with self._lock:
            self._done = done or self._done
            left = self._shards - self._read
            reading = -(-left // self.workers) * self._seconds / max(1, self._read)
            ahead = reading + self._judge.ahead(left)
            self._watch(VerifyProgress(self._done, self._shards, ahead, self._deals))


def _verified_totals(folder: Path, manifest: Manifest, digest: Digest) -> Verification:
    """Reads every file of totals, and plays the shortest shard to count it again."""
    clear = [shard for shard in manifest.shards if not shard_fault(manifest, shard)]
    sums = [(shard.name, shard.totals_sha256) for shard in clear]  # thousands of games never add up alike by chance
    problems, counted = [], 0
    for shard in clear:
        for file in shard.files:
            try:
                read_written(folder, file)
            except DataProblem as error:
                problems.append(str(error))
    problems += repeated(sums, "totals")
    left_out: tuple[str, ...] = ()
    if clear and not problems:
        shortest = min(clear, key=lambda shard: (shard.deals, shard.first_deal))
        try:
            if totals_differ(lineup_again(manifest), manifest, folder, shortest, digest):
                problems.append(f"shard {shortest.name}: its games, played again, have other totals")
            counted = shortest.deals * len(manifest.design.arms)
        except UserError as error:
            left_out = (f"no shard was counted again: {error}",)
    checks = (
        PLANNED,
        f"files: {len(clear)} files of totals, each with its SHA-256 and number of rows, and nothing else",
        f"counted again: {counted:,} games, every total equal",
    )
    problems = [*_misplaced(folder, manifest), *problems]
    return Verification(checks, readable(problems), left_out, len(clear), manifest.games, games_played_again=counted)


def totals_differ(
    lineup: Lineup, manifest: Manifest, folder: Path, shard: Shard, digest: Digest,
    stopped: Callable[[], bool] = lambda: False,
) -> bool:  # fmt: skip
    """Whether the games of a shard, played again, have other totals than its file; Interrupted once `stopped()`."""
    plan = ShardPlan(manifest.number_of(shard), shard.first_deal, shard.deals)
    again, _ = ShardPlayer(lineup, manifest, digest).totals(plan, stopped, digest)
    (file,) = shard.files
    stored = read_written(folder, file)
    return bool(stored.column_names != again.column_names or stored.to_pylist() != again.to_pylist())


def _misplaced(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Shards that have no place in the plan, and files that have none in the folder."""
    yield from (f"manifest: {fault.text}" for fault in progress_faults(manifest))
    yield from (f"{folder / name}: does not belong to the run" for name in strangers(folder, manifest))


def _unreadable(*problems: str) -> Verification:
    left_out = ("no file was checked: the manifest must be right first",)
    return Verification(("manifest",), readable(problems), left_out)


def _checked_shards(
    manifest: Manifest, folder: Path, judge: Sample, follower: Follower, pace: _Pace
) -> Iterator[_Checked]:
    """All shards whose place in the run is clear, several at a time, in their order."""

    def check(shard: Shard) -> _Checked:
        began = time.monotonic()
        tables = check_shard(bundle, manifest, folder, shard)
        read = Judgement(tables.problems, tables.games.num_rows, tables.moves.num_rows)
        results, followed = ("", NOTHING) if read.problems else (results_hash(bundle, tables), follower.follow(tables))
        pace.read(began)
        return _Checked(shard.name, results, read, followed, NOTHING if read.problems else judge.judge(tables))

    bundle = catalogue.load(manifest.game)
    clear = {shard.name: shard for shard in manifest.shards if not shard_fault(manifest, shard)}
    with ThreadPoolExecutor(pace.workers) as pool:
        try:
            yield from pool.map(check, clear.values())
        finally:
            pool.shutdown(cancel_futures=True)


def _verified(folder: Path, manifest: Manifest, judge: Sample, checked: list[_Checked]) -> Verification:
    """All that was found; of games that people played, what their log says takes the place of a seed."""
    log = check_log(folder, manifest) if manifest.log else NOTHING
    judged = sum((shard.judged for shard in checked), NOTHING) + log
    followed = sum((shard.followed for shard in checked), NOTHING)
    read = sum((shard.read for shard in checked), NOTHING)
    games, turns = read.games, read.turns
    problems = [
        *_misplaced(folder, manifest),
        *read.problems,
        *repeated(((shard.name, shard.results) for shard in checked), "games"),
        *first_of(followed.problems, " in logged turns"),
        *judge.problems,
        *first_of(judged.problems, " in the sampled games"),
    ]
    checks = (
        PLANNED,
        f"files: {len(checked)} shards, each with its SHA-256, columns and number of rows, and nothing else",
        f"rows: {games:,} games in order, each in its place in the design, and {turns:,} turns that belong to them",
        f"moves: {followed.turns:,} logged turns, each a legal move with the consequences in its row",
        f"referee: {judged.games:,} games, every column of {judged.turns:,} turns",
        f"played again: {judged.played_again:,} games, every column equal",
    )
    return Verification(
        checks, readable(problems), (*judge.left_out, *judge.late), len(checked), games, turns, followed.turns,
        judged.games, judged.turns, judged.played_again,
    )  # fmt: skip


SECONDS = 2.0  # of work, all shards together; what was begun is ended


def check_kept(manifest: Manifest, folder: Path, lineup: Lineup, digest: Digest | None) -> None:
    """DataProblem for a kept shard that is not of this run, although its hashes are: they can be forged with it.

    One deal of each shard is played again, the same in every call; then each is checked row by row, as `dhstats verify`
    does. Of a run that keeps totals, which `digest` counts, shards are counted again. All until the time is over.
    """
    shards = random.Random(manifest.seed).sample(manifest.shards, len(manifest.shards))  # not the first ones alone
    began = time.process_time()

    def is_over() -> bool:
        return time.process_time() - began > SECONDS

    for check, shard in product(_checks(manifest, folder, lineup, digest, is_over), shards):
        with suppress(Interrupted):  # the time is over
            if text := next(check(shard), ""):
                files = " and ".join(str(file.path(folder)) for file in shard.files)
                raise DataProblem(
                    f"{folder}: shard {shard.name} does not hold the games of this run: {text}; remove {files}:"
                    f" --resume plays it again (`dhstats verify {folder}` shows what else is wrong)"
                )
        if is_over():
            return


def _checks(
    manifest: Manifest, folder: Path, lineup: Lineup, digest: Digest | None, is_over: Callable[[], bool]
) -> tuple[Callable[[Shard], Iterator[str]], ...]:
    """What is looked at in every shard, in this order."""

    def counted(shard: Shard) -> Iterator[str]:
        assert digest is not None  # a run that keeps totals is counted
        if totals_differ(lineup, manifest, folder, shard, digest, is_over):
            yield "its games, played again, have other totals"

    if manifest.keep == "totals":
        return (counted,)
    rematch, run = Rematch(manifest, (), lineup), Run(folder, manifest)
    return (
        lambda shard: _differences(rematch, run, shard),
        lambda shard: iter(check_shard(lineup.bundle, manifest, folder, shard).problems),
    )


def _differences(rematch: Rematch, run: Run, shard: Shard) -> Iterator[str]:
    """Where a deal of a shard is stored otherwise than it is played, in sentences."""
    deal = random.Random(f"{run.manifest.seed} {shard.name}").choice(telling_deals(run.manifest, shard))
    arms, logged = len(run.manifest.design.arms), is_logged(run.manifest, deal)
    first, last = deal * arms, deal * arms + arms - 1
    rows = {row["game_id"]: row for row in stored_games(run, first, last)}
    turns = stored_turns(run, first, last) if logged else {}
    for game in range(first, last + 1):
        if game not in rows:
            yield f"game {game} is missing"
            continue
        played = rematch.play(game)
        kept = Kept(run.manifest.seed, rows[game], turns.get(game, []) if logged else played.turns)
        yield from unlike(kept, played)
