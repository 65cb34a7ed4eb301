"""Whether the totals of a run are those of its games: files as written, and a shard played and counted again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dhstats.errors import DataProblem, UserError
from dhstats.players.match import Lineup
from dhstats.simulate.checks.problems import repeated
from dhstats.simulate.replays.rematch import lineup_again
from dhstats.simulate.tables.shards import Digest, ShardPlan, ShardPlayer
from dhstats.storage import Manifest, Shard
from dhstats.storage.run import shard_fault
from dhstats.storage.soundness import read_written


@dataclass(frozen=True, slots=True)
class TotalsChecked:
    """What was found in files of totals: how many, what is wrong, what was left out, the games counted again."""

    files: int
    problems: tuple[str, ...]
    left_out: tuple[str, ...]
    counted_again: int


def check_totals(manifest: Manifest, folder: Path, digest: Digest) -> TotalsChecked:
    """Reads every file of totals, and plays the shortest shard again to count it anew."""
    clear = [shard for shard in manifest.shards if not shard_fault(manifest, shard)]
    sums = [(shard.name, shard.totals_sha256) for shard in clear]  # thousands of games never add up alike by chance
    problems = [*_unread(clear, folder), *repeated(sums, "totals")]
    if problems or not clear:
        return TotalsChecked(len(clear), tuple(problems), (), 0)
    shortest = min(clear, key=lambda shard: (shard.deals, shard.first_deal))
    try:
        differs = totals_differ(lineup_again(manifest), manifest, folder, shortest, digest)
    except UserError as error:
        return TotalsChecked(len(clear), (), (f"no shard was counted again: {error}",), 0)
    wrong = (f"shard {shortest.name}: its games, played again, have other totals",) if differs else ()
    return TotalsChecked(len(clear), wrong, (), shortest.deals * len(manifest.design.arms))


def _unread(shards: list[Shard], folder: Path) -> Iterator[str]:
    """Files that are missing, or whose bytes or rows are not those that were written."""
    for shard in shards:
        for file in shard.files:
            try:
                read_written(folder, file)
            except DataProblem as error:
                yield str(error)


def totals_differ(
    lineup: Lineup, manifest: Manifest, folder: Path, shard: Shard, digest: Digest,
    stopped: Callable[[], bool] = lambda: False,
) -> bool:  # fmt: skip
    """Whether the games of a shard, played again, have other totals than its file; Interrupted once `stopped()`."""
    number = shard.first_deal // manifest.shard_deals
    plan = ShardPlan(number, shard.first_deal, shard.deals)
    again, _ = ShardPlayer(lineup, manifest, digest).totals(plan, stopped, digest)
    (file,) = shard.files
    stored = read_written(folder, file)
    return bool(stored.column_names != again.column_names or stored.to_pylist() != again.to_pylist())
