"""Whether a folder of forks is what its plan says: files, rows, parent games, and a sample of deals forked again."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa

from dhstats.errors import BadInput, DataProblem, UserError
from dhstats.games import catalogue
from dhstats.players.positions.forks import UNIFORM, ForkTable, arm_records, moment_code
from dhstats.simulate.checks.shard import first_of, readable
from dhstats.simulate.checks.verify import SAMPLE, Verification, VerifyProgress, verify
from dhstats.simulate.plans.experiment import rules_of
from dhstats.simulate.positions import fork_files
from dhstats.simulate.positions.fork_files import PLAN, TABLE, ForkPlan
from dhstats.simulate.positions.forks import Study, switched
from dhstats.simulate.replays import lineup_again
from dhstats.simulate.tables import block_plan
from dhstats.storage import Manifest
from dhstats.storage.layout import ANSWER, ANSWER_PAGE, LOCK, PARENTS, SUFFIX, UNFINISHED
from dhstats.storage.manifest import Written, read_manifest
from dhstats.storage.places import files_below, place
from dhstats.storage.soundness import Unsound, cells, checked_table, numbers, read_written
from dhstats.storage.tables import Schema

MIN, MAX = -(2**63), 2**63 - 1  # what the engine can be told
SHARED = ("version", "game", "game_version", "rules_name", "rules", "rules_hash", "strategies", "seed")
Watcher = Callable[[VerifyProgress], None]


@dataclass(frozen=True, slots=True)
class ForkVerification:
    """What was checked in a folder of forks and what is wrong with it; it stands if there are no problems.

    `rows` continuations were read and checked against the plan, `rows_checked` of them were played again, from
    `games_forked_again` parent games. `parents` is the verification of the run of all parent games.
    """

    checks: tuple[str, ...]
    problems: tuple[str, ...]
    left_out: tuple[str, ...]
    studies: int
    rows: int
    games_forked_again: int
    rows_checked: int
    parents: Verification

    @property
    def stands(self) -> bool:
        """Whether no problem was found."""
        return not self.problems


def verify_forks(
    folder: Path | str, *, sample: int = SAMPLE, watch: Watcher = lambda _: None, workers: int | None = None,
    seconds: float = 0.0,
) -> ForkVerification:  # fmt: skip
    """Checks plan, files and rows of forks and the run of their parents; a sample is forked again. Says problems."""
    path = place(folder)
    parents = verify(path / PARENTS, sample=sample, watch=watch, workers=workers, seconds=seconds)
    try:
        plan = fork_files.read_forks(path)
        problems = [*_plan_problems(plan, read_manifest(path / PARENTS))] if parents.stands else []
    except DataProblem as problem:
        return _unreadable(parents, str(problem))
    if problems or not parents.stands:
        return _unreadable(parents, *(f"{PLAN}: {problem}" for problem in problems))
    studies = _Studies(path, plan, sample)
    known = {PLAN, LOCK, ANSWER, ANSWER_PAGE, *(f"{file.table}/{file.name}{SUFFIX}" for file in plan.files)}
    problems = [
        f"{path / name}: does not belong to the forks"
        for name in files_below(path)
        if name not in known and name.partition("/")[0] not in (PARENTS, UNFINISHED)
    ]
    for number, (study, file) in enumerate(zip(plan.studies, plan.files, strict=True), start=1):
        problems += [f"{file.path(path)}: {problem}" for problem in studies.check(study, file)]
        watch(VerifyProgress(number, len(plan.studies)))
    checks = (
        "plan: that of the parent games; moments, arms and replicates that there are",
        *(f"{PARENTS}: {check}" for check in parents.checks),
        f"files: {len(plan.files)} studies, each with its SHA-256, columns and number of rows, and nothing else",
        f"rows: {studies.rows:,} continuations in order, each fork within its parent game",
        f"forked again: {studies.games:,} games, every column of {studies.rows_again:,} continuations",
    )
    left_out = (*(f"{PARENTS}: {reason}" for reason in parents.left_out), *studies.left_out)
    return ForkVerification(
        checks, readable(problems), left_out, len(plan.studies), studies.rows, studies.games, studies.rows_again,
        parents,
    )  # fmt: skip


def _unreadable(parents: Verification, *problems: str) -> ForkVerification:
    texts = (*problems, *(f"{PARENTS}: {problem}" for problem in parents.problems))
    left_out = ("no forks were checked: their plan and their parent games must be right first",)
    return ForkVerification(("plan", "parents"), readable(texts), left_out, 0, 0, 0, 0, parents)


def _plan_problems(plan: ForkPlan, parents: Manifest) -> Iterator[str]:
    """Where a plan is not that of its parent games, or asks for forks that cannot be."""
    for name in SHARED:
        if getattr(plan, name) != getattr(parents, name):
            yield f"{name} is not that of the parent games"
    if (plan.design, plan.deals) != (parents.design.kind, parents.design.deals):
        text, right = f"{plan.design}, {plan.deals:,} deals", f"{parents.design.kind}, {parents.design.deals:,} deals"
        yield f"design is {text}, but that of the parent games {right}"
    if [(TABLE, study.moment) for study in plan.studies] != [(file.table, file.name) for file in plan.files]:
        yield "its files are not those of its studies"
    if len({study.moment for study in plan.studies}) < len(plan.studies):
        yield "two studies have the same moment"
    for study in plan.studies:
        yield from _study_problems(parents, study)


def _study_problems(parents: Manifest, study: Study) -> Iterator[str]:
    names = {arm.name for arm in study.arms}
    if not (1 <= study.replicates <= 255 and 1 <= len(study.arms) == len(names) <= 127):
        yield f"{study.moment}: {len(names)} arms of {study.replicates} replicates cannot be"
    if single := [arm.name for arm in study.arms if arm.move >= 0]:
        yield f"arm {single[0]!r} belongs to a single state, not to many games"
    if any(not MIN <= value <= MAX for arm in study.arms for _, value in (*arm.before, *arm.after, ("", arm.move))):
        yield f"{study.moment}: an arm has a number that is too large"
        return
    bundle = catalogue.load(parents.game)
    try:
        moment_code(bundle, study.moment)
        arm_records(bundle, study.arms)
        switched(bundle, study.arms, partial(rules_of, parents))
    except BadInput as error:
        yield str(error)


class _Studies:
    """The studies of a folder whose plan is right: their rows, and the same whole deals of each forked again.

    `rows` counts what was read; `games` and `rows_again` what was forked again, `left_out` says what was not, and why.
    """

    def __init__(self, folder: Path, plan: ForkPlan, sample: int) -> None:
        self._folder, self._plan = folder, plan
        self._bundle, self._manifest = catalogue.load(plan.game), read_manifest(folder / PARENTS)
        self._block = block_plan(self._manifest, 0)
        self._deals: list[int] = []
        self.rows = self.games = self.rows_again = 0
        self.left_out: tuple[str, ...] = ()
        files = self._manifest.files("games")
        self._lengths = np.concatenate([numbers(read_written(folder / PARENTS, f, ("turns",)), "turns") for f in files])
        try:
            self._lineup = lineup_again(self._manifest, whole=False)
        except UserError as error:
            self.left_out = (f"no game was forked again: {error}",)
            return
        wanted = min(-(-sample // len(self._block)), plan.deals)
        self._deals = sorted(random.Random(f"{plan.seed} forks").sample(range(plan.deals), wanted))

    def check(self, study: Study, file: Written) -> tuple[str, ...]:
        """What is wrong with the file of a study: bytes, columns, order, then the rows of the sampled deals."""
        schema = fork_files.fork_schema(self._bundle, study)
        try:
            table = checked_table(self._folder, file, schema)
        except Unsound as reason:
            return (str(reason),)
        self.rows += table.num_rows
        problems = list(self._order_problems(study, table, schema)) or list(self._other_rows(study, table, schema))
        return first_of(problems, " in the sampled games")

    def _order_problems(self, study: Study, table: pa.Table, schema: Schema) -> Iterator[str]:
        """Whether every fork has all its continuations, in order, and lies within a parent game of its own."""
        arms, replicates = len(study.arms), study.replicates
        forks, rest = divmod(table.num_rows, arms * replicates)
        games = self._plan.deals * len(self._block)
        every = study.moment == UNIFORM and not any(arm.kind for arm in study.arms)  # else a game may have no fork
        if rest or forks > games or (every and forks != games):
            yield f"has {table.num_rows:,} rows, which is not {games:,} games in {arms} arms of {replicates}"
            return
        shape = (forks, arms, replicates)
        places = fork_files.place_columns(self._bundle)
        columns = {name: cells(table, name, schema.words).reshape(shape) for name in (*places, "arm", "replicate")}
        first = {name: columns[name][:, 0, 0] for name in places}
        wrong = {name: columns[name] != first[name][:, None, None] for name in places}
        wrong["arm"] = columns["arm"] != np.arange(arms)[:, None]
        wrong["replicate"] = columns["replicate"] != np.arange(replicates)
        ids = first["game_id"].astype(np.int64)
        lost = (np.diff(ids, prepend=-1) < 1) | (ids >= games)
        wrong["game_id"] |= lost[:, None, None]
        wrong["deal_id"] |= (first["deal_id"] != ids // len(self._block))[:, None, None]
        wrong["length"] |= (first["length"] != self._lengths[np.where(lost, 0, ids)])[:, None, None]
        wrong["turn"] |= (first["turn"] >= first["length"])[:, None, None]
        wrong["begun"] |= (first["begun"] > first["turn"])[:, None, None]
        for name, where in wrong.items():
            if where.any():
                row = int(np.flatnonzero(where)[0])
                yield f"row {row}: {name} is {columns[name].flat[row]}, which is impossible"

    def _other_rows(self, study: Study, table: pa.Table, schema: Schema) -> Iterator[str]:
        """Rows of the sampled deals that are not those that forking again gives."""
        if not self._deals:
            return
        pair = self._manifest.matchups[0]
        others = switched(self._bundle, study.arms, partial(rules_of, self._manifest))
        forking = ForkTable(self._lineup, pair, study.moment, study.arms, study.replicates, others)
        stored = {name: cells(table, name, schema.words) for name in schema.types}
        for deal in self._deals:
            start, stop = np.searchsorted(stored["deal_id"], np.array([deal, deal + 1], np.uint64))
            forked = forking.play(self._block, self._plan.seed, deal, 1)
            right = fork_files.fork_columns(self._bundle, forked, len(self._block))
            self.games += forked.games
            self.rows_again += len(right["arm"])
            if len(right["arm"]) != stop - start:
                yield f"deal {deal}: has {stop - start} continuations, but forked again {len(right['arm'])}"
                continue
            for name in schema.types:
                part = stored[name][start:stop]
                for row in np.flatnonzero(part != right[name])[:1]:
                    yield f"row {start + row}: {name} is {part[row]}, but forked again it is {right[name][row]}"
