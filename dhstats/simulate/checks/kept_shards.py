"""Whether shards that a run goes on with are of its games: a deal of each is played again, all rows are looked at."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

from dhstats.errors import DataProblem, Interrupted
from dhstats.games.retelling import Kept
from dhstats.players.match import Lineup
from dhstats.simulate.checks.sample import telling_deals, unlike
from dhstats.simulate.checks.shard import check_shard
from dhstats.simulate.checks.verify import totals_differ
from dhstats.simulate.plans.experiment import is_logged
from dhstats.simulate.replays.rematch import Rematch
from dhstats.simulate.tables.rows import stored_games, stored_turns
from dhstats.simulate.tables.shards import Digest
from dhstats.storage import Manifest, Run, Shard

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
            if said := next(check(shard), ""):
                files = " and ".join(str(file.path(folder)) for file in shard.files)
                raise DataProblem(
                    f"{folder}: shard {shard.name} does not hold the games of this run: {said}; remove {files}:"
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
