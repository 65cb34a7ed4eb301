"""Games of people written as a run: the same tables as of any run, a manifest that says who played, and the log."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import read_json_lines
from dhstats.errors import BadInput, DataProblem
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.retelling import Row
from dhstats.release import VERSION
from dhstats.seats import SEATS
from dhstats.simulate import tables
from dhstats.simulate.people.reading import LONGEST_LINE, MOST_BYTES, Log, PlayedGame, read_kept, read_one
from dhstats.simulate.plans.designs import design
from dhstats.simulate.plans.experiment import rules_of
from dhstats.simulate.tables import Array, ShardPlan
from dhstats.storage import Manifest, Player, Run, Shard, open_run
from dhstats.storage.layout import LOG, MANIFEST, file_sha256, fingerprint, is_void, shard_name, table_file, whole_file
from dhstats.storage.lock import Claim
from dhstats.storage.manifest import PEOPLE_SOURCE, SCHEMA, Arm, Design, write_manifest
from dhstats.storage.tables import write_table

PEOPLE = "people"  # who sits at a seat at which not always the same one sat


PAIRED = ("seat", "strength", "quartet")  # designs that games of a log may have been played by
SHARED = "{} games of this log are of {} deals: if all are counted as independent, intervals are too narrow."


def _matchup(games: Sequence[PlayedGame], arms: Sequence[Arm]) -> tuple[str, ...]:
    """Each player of a design, by number: the one who always was it, else people."""
    numbers = [arms[at % len(arms)].players for at in range(len(games))]
    seated = (sorted(zip(of, game.told.players, strict=True)) for of, game in zip(numbers, games, strict=True))
    names = zip(*([name for _, name in each] for each in seated), strict=True)
    return tuple(each[0] if len(set(each)) == 1 else PEOPLE for each in names)


def design_of(games: Sequence[PlayedGame]) -> tuple[tuple[str, ...], Design]:
    """Who played, and the design by whose games of each deal these were played; a single game a deal if by none."""
    for kind in PAIRED:
        arms = design(kind, [SEATS[: len(games[0].told.players)]], 1).arms
        if _were_played_by(arms, games):
            names = _matchup(games, arms)
            with suppress(BadInput):  # of equal names these would be copies
                return names, design(kind, [names], len(games))
    names = _matchup(games, design("single", [SEATS[: len(games[0].told.players)]], 1).arms)
    return names, design("single", [names], len(games))


def _were_played_by(arms: Sequence[Arm], games: Sequence[PlayedGame]) -> bool:
    """Whether games are those of some deals, all games of a deal in the order of the design."""
    deals = [game.chance.address for game in games[:: len(arms)]]
    if len(games) % len(arms) or None in deals or len(set(deals)) < len(deals):
        return False
    for at, game in enumerate(games):
        first, arm = games[at - at % len(arms)], arms[at % len(arms)]
        players = tuple(first.told.players[number] for number in arm.players)
        if (game.chance.address, game.chance.layout, game.told.players) != (first.chance.address, arm.moved, players):
            return False
    return True


def sharing(games: Sequence[PlayedGame]) -> str:
    """That games share deals, and of how many they are; "" where each has a deal of its own."""
    deals = len({game.chance.address or at for at, game in enumerate(games)})
    return SHARED.format(f"{len(games):,}", f"{deals:,}") if deals < len(games) else ""


def manifest_of(log: Log, name: str) -> Manifest:
    """The plan of a run of these games; nothing is finished yet."""
    if not log.games:
        raise BadInput(
            f"{log.sheets[0].where}: no game has turns, so there is no run to write; import only counts the results"
        )
    names, plan = design_of(log.games)
    programs = frozenset().union(*(game.told.programs for game in log.games))
    caution = sharing(log.games) if plan.kind == "single" else ""
    players = tuple(
        Player(each, _idea(each, programs), PEOPLE_SOURCE, log.hash, {}, caution) for each in dict.fromkeys(names)
    )
    return Manifest(
        schema=SCHEMA, version=VERSION, game=log.bundle.game.name, game_version=log.bundle.game.version, name=name,
        question="", rules_name=log.rules.name, rules=log.rules.kept, rules_hash=log.rules.hash, strategies=players,
        matchups=(names,), seed=0, design=plan, moves="all", games=len(log.games),
        shard_deals=tables.deals_per_shard(len(plan.arms)), shards=(),
        cards=log.bundle.label(log.rules.effective), log=log.hash, game_file=log.bundle.digest,
    )  # fmt: skip


def _idea(name: str, programs: frozenset[str]) -> str:
    if name in programs:
        return "a program, by the log of its games"
    return "people, as the log of their games tells" if name == PEOPLE else "a person, as the log of their games tells"


def write_run(log: Log, out: Path, name: str = "") -> Run:
    """Writes a run folder of the games that have turns, and opens it."""
    manifest = manifest_of(log, name or out.name)
    if not is_void(out):
        held = "a run already" if (out / MANIFEST).exists() else "something that is not a run"
        raise BadInput(f"{out}: holds {held}; choose another --out")
    claim = Claim(out)
    try:
        shards = tuple(_write_shard(log, manifest, out, plan) for plan in tables.shard_plans(manifest))
        with whole_file(out / LOG) as draft:
            draft.write_bytes(log.content)
        write_manifest(out, replace(manifest, shards=shards))
    finally:
        claim.give_up()
    return open_run(out)


def _write_shard(log: Log, manifest: Manifest, out: Path, plan: ShardPlan) -> Shard:
    bundle, name = log.bundle, shard_name(plan.number)
    games, first = games_of(log, manifest, plan), plan.first_deal * len(manifest.design.arms)
    columns = tables.planned_columns(manifest, plan.first_deal, plan.deals) | game_columns(bundle, games)
    games_file, moves_file = (table_file(out, table, name) for table in ("games", "moves"))
    for file in (games_file, moves_file):
        file.parent.mkdir(exist_ok=True)
    games_rows = write_table(games_file, tables.games_schema(bundle, manifest), columns)
    moves_rows = write_table(moves_file, tables.moves_schema(bundle), move_columns(bundle, games, first))
    return Shard(
        name, plan.first_deal, plan.deals, games_rows, *fingerprint(games_file), moves_rows, *fingerprint(moves_file)
    )


def games_of(log: Log, manifest: Manifest, part: ShardPlan | Shard) -> Sequence[PlayedGame]:
    """The games of a shard."""
    size = len(manifest.design.arms)
    return log.games[part.first_deal * size : (part.first_deal + part.deals) * size]


def game_columns(bundle: GameBundle, games: Sequence[PlayedGame]) -> dict[str, Array]:
    """The columns that the rules fill, a row a game."""
    return _columns(bundle, bundle.result_types(), [game.row for game in games])


def move_columns(bundle: GameBundle, games: Sequence[PlayedGame], first: int) -> dict[str, Array]:
    """The columns of the moves table; the games are numbered from `first` on."""
    ids = np.repeat(np.arange(first, first + len(games), dtype=np.uint64), [len(game.turns) for game in games])
    return {"game_id": ids} | _columns(bundle, bundle.event_types(), [row for game in games for row in game.turns])


def _columns(bundle: GameBundle, types: Mapping[str, np.dtype[Any]], rows: Sequence[Row]) -> dict[str, Array]:
    return {
        name: np.array([tables.coded(bundle, name, row[name]) for row in rows], kind) for name, kind in types.items()
    }


def log_of(folder: Path, manifest: Manifest) -> Log:
    """The log of a run, every turn judged again; DataProblem where it is not the one that the run was made of."""
    _check_bytes(folder, manifest)
    try:
        return read_kept(folder / LOG, catalogue.load(manifest.game), rules_of(manifest))
    except BadInput as problem:
        raise DataProblem(str(problem)) from None


def game_of(folder: Path, manifest: Manifest, game_id: int) -> PlayedGame:
    """One game of the log, judged again; DataProblem where the log is not the one that the run was made of."""
    _check_bytes(folder, manifest)
    lines = list(read_json_lines(folder / LOG, MOST_BYTES, LONGEST_LINE))
    try:
        return read_one(*lines[game_id], catalogue.load(manifest.game), rules_of(manifest))
    except (BadInput, IndexError) as problem:
        raise DataProblem(f"{folder / LOG}: has no game {game_id}: {problem}") from None


def _check_bytes(folder: Path, manifest: Manifest) -> None:
    path = folder / LOG
    if not path.is_file():
        raise DataProblem(f"{path}: is missing; `dhstats import` the log again")
    if file_sha256(path) != manifest.log:
        raise DataProblem(f"{path}: is damaged: it was changed after it was written; `dhstats import` the log again")
