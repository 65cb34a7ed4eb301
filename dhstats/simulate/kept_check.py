"""Whether shards that a run goes on with are of its games: a deal of each is played again, all rows are looked at."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from dhstats.errors import DataProblem
from dhstats.games.retelling import Kept
from dhstats.players.match import Lineup
from dhstats.simulate.experiment import log_every
from dhstats.simulate.rematch import Rematch
from dhstats.simulate.rows import stored_games, stored_turns
from dhstats.simulate.sample_check import unlike
from dhstats.simulate.shard_check import check_shard
from dhstats.storage import Manifest, Run, Shard

SECONDS = 2.0  # all shards together; what was begun is ended


def check_kept(manifest: Manifest, folder: Path, lineup: Lineup) -> None:
    """DataProblem for a kept shard that is not of this run, although its hashes are: they can be forged with it.

    One deal of each shard is played again, the same in every call; then each is checked row by row, as `dhstats verify`
    does; all until the time is over. A run that keeps totals has no deals that could be compared, and `dhstats verify`
    counts a shard of it again.
    """
    if manifest.keep != "games" or not manifest.shards:
        return
    rematch, run, began = Rematch(manifest, (), lineup), Run(folder, manifest), time.monotonic()
    shards = random.Random(manifest.seed).sample(manifest.shards, len(manifest.shards))  # not the first ones alone
    checks: tuple[Callable[[Shard], Iterator[str]], ...] = (
        lambda shard: _differences(rematch, run, shard),
        lambda shard: iter(check_shard(lineup.title, manifest, folder, shard).problems),
    )
    for check, shard in product(checks, shards):
        if said := next(check(shard), ""):
            files = " and ".join(str(file.path(folder)) for file in shard.files)
            raise DataProblem(
                f"{folder}: shard {shard.name} does not hold the games of this run: {said}; remove {files}: --resume"
                f" plays it again (`dhstats verify {folder}` tells what else is wrong)"
            )
        if time.monotonic() - began > SECONDS:
            return


def _differences(rematch: Rematch, run: Run, shard: Shard) -> Iterator[str]:
    """Where a deal of a shard is stored otherwise than it is played, in sentences."""
    deal, arms = _deal(run.manifest, shard), len(run.manifest.design.arms)
    first, last = deal * arms, deal * arms + arms - 1
    logged = (every := log_every(run.manifest.moves)) > 0 and deal % every == 0
    rows = {row["game_id"]: row for row in stored_games(run, first, last)}
    turns = stored_turns(run, first, last) if logged else {}
    for game in range(first, last + 1):
        if game not in rows:
            yield f"game {game} is missing"
            continue
        played = rematch.play(game)
        kept = Kept(run.manifest.seed, rows[game], turns.get(game, []) if logged else played.turns)
        yield from unlike(kept, played)


def _deal(manifest: Manifest, shard: Shard) -> int:
    """A deal of a shard, a logged one if it has any."""
    every, last = log_every(manifest.moves) or 1, shard.first_deal + shard.deals
    logged = range(-(-shard.first_deal // every) * every, last, every)
    return random.Random(f"{manifest.seed} {shard.name}").choice(logged or range(shard.first_deal, last))
