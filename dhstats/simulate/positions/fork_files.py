"""Forks on disk: a table a study, `forks/MOMENT.parquet`, and the sealed plan that determines them, `forks.json`."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.errors import DataProblem
from dhstats.games.bundle import GameBundle
from dhstats.players.match import Array, Lineup
from dhstats.players.positions.forks import SIDES, Forked, forking_of
from dhstats.release import VERSION
from dhstats.simulate.plans.designs import design, tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study
from dhstats.storage import Player
from dhstats.storage.layout import FORKS, MANIFEST, PARENTS, TABLES, fingerprint, make_folders, table_file
from dhstats.storage.manifest import FOUR, Written, read_manifest, read_sealed, write_sealed
from dhstats.storage.places import files_below
from dhstats.storage.tables import Malformed, Schema, check, record, write_table

SCHEMA = 3  # 1 had no checksum, and not all that forking again needs; 2 knew a single thing and no turns
TABLE, PLAN = "forks", FORKS
# What is known of a fork of any game, in the order of its columns; who has each thing follows.
PLACES = {
    "game_id": "u8", "deal_id": "u8", "turn": "u2", "length": "u2", "begun": "u2", "seat": "u1", "lead": "i2",
    "left": "u1",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ForkPlan:
    """Everything that determines the forks of a folder, and the files that hold them, a file a study."""

    schema: int
    version: str
    game: str
    game_version: int
    rules_name: str
    rules: dict[str, Any]
    rules_hash: str
    strategies: tuple[Player, ...]
    seed: int
    design: str
    deals: int
    studies: tuple[Study, ...]
    files: tuple[Written, ...]


def write_forks(
    folder: Path, experiment: Experiment, lineup: Lineup, studies: Sequence[Study], forks: dict[str, Forked]
) -> None:
    """Writes the forks of each study, a row a continuation, and at the end their plan."""
    bundle = lineup.bundle
    make_folders(folder / TABLE)
    seats = bundle.players(lineup.rules)
    members = len(design(experiment.design, tables(experiment.strategies, seats), 1).arms)
    files = []
    for study in studies:
        path = table_file(folder, TABLE, study.moment)
        rows = write_table(path, fork_schema(bundle, study), fork_columns(bundle, forks[study.moment], members))
        files.append(Written(TABLE, study.moment, rows, *fingerprint(path)))
    rules = bundle.rule_files.load(experiment.rules, experiment.settings)
    players = (Player(s.name, s.idea, s.source, s.hash, dict(s.weights), s.caution) for s in lineup.strategies.values())
    assert experiment.seed is not None  # drawn when the plan was made
    plan = ForkPlan(
        SCHEMA, VERSION, bundle.game.name, bundle.game.version, rules.name, rules.kept, rules.hash, tuple(players),
        experiment.seed, experiment.design, next(iter(forks.values())).games // members, tuple(studies), tuple(files),
    )  # fmt: skip
    write_sealed(folder / PLAN, asdict(plan))


def read_forks(folder: Path) -> ForkPlan:
    """The plan of a folder of forks, every byte as it was written; DataProblem if there is none, or it is damaged."""
    path = folder / PLAN
    try:
        plan: ForkPlan = record(ForkPlan, read_sealed(path, SCHEMA))
        check(plan, ForkPlan)
        return plan
    except FileNotFoundError:
        raise DataProblem(f"{folder}: no forks here ({PLAN} is missing); `dhstats value` makes some") from None
    except Malformed as error:
        raise DataProblem(f"{path}: is damaged: {error}; fork again") from None


def holder_columns(bundle: GameBundle) -> tuple[str, ...]:
    """The column of each thing: who has it at the fork."""
    return tuple(f"{thing}_holder" for thing in forking_of(bundle).things)


def place_columns(bundle: GameBundle) -> tuple[str, ...]:
    """All that is known of a fork, in the order of its columns."""
    return (*PLACES, *holder_columns(bundle))


def fork_schema(bundle: GameBundle, study: Study) -> Schema:
    """The columns of a study: parent game, turn, seat to move, lead and holders there; arm, replicate, how it ended."""
    types = {name: np.dtype(PLACES.get(name, "i1")) for name in place_columns(bundle)}
    types |= {"arm": np.dtype("i1"), "replicate": np.dtype("u1")} | bundle.result_types()
    words = {
        **bundle.words,
        "arm": tuple(arm.name for arm in study.arms),
        **dict.fromkeys(holder_columns(bundle), SIDES[: 1 + max(FOUR, bundle.game.seats)]),
    }
    return Schema(types, words, bundle.flags)


def fork_columns(bundle: GameBundle, forked: Forked, members: int) -> dict[str, Array]:
    """The rows of a study: fork by fork, arm by arm, replicate by replicate; `members` games make a deal."""
    forks = forked.forks
    n, arms, replicates = forked.results.shape
    game = (forks["deal"] * members + forks["member"]).astype(np.uint64)
    places = {"game_id": game, "deal_id": forks["deal"]}
    places |= {name: forks[name] for name in PLACES if name not in places}
    places |= {name: forks["holders"][:, thing] for thing, name in enumerate(holder_columns(bundle))}
    columns = {name: np.repeat(np.asarray(values), arms * replicates) for name, values in places.items()}
    columns["arm"] = np.tile(np.repeat(np.arange(arms), replicates), n)
    columns["replicate"] = np.tile(np.arange(replicates), n * arms)
    return columns | {name: np.asarray(forked.results[name]).reshape(-1) for name in bundle.result_types()}


def results_in(folder: Path) -> list[Path]:
    """The folder if it holds a run or forks, else the folders in it that do; DataProblem where there are none."""
    if (folder / MANIFEST).exists() or (folder / PLAN).exists() or (folder / PARENTS).exists():
        return [folder]
    marks = {MANIFEST, PLAN, PARENTS, *TABLES}
    parts = [name.split("/") for name in files_below(folder)]
    folders = [folder / name for name in sorted({part[0] for part in parts if len(part) > 1 and part[1] in marks})]
    if not folders:
        read_manifest(folder)
    return folders
