"""Whether the shards that a manifest lists are those of its plan: none missing, doubled or out of place."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from dhstats.storage.layout import shard_name
from dhstats.storage.manifest import Manifest, Shard


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the list of shards; a `lack` is a run that is not finished, and nothing worse."""

    text: str
    lack: bool = False


def progress_faults(manifest: Manifest) -> list[Fault]:
    """What is wrong with the list of finished shards: missing, doubled or shifted ones."""
    done, planned = len(manifest.shards), manifest.planned_shards
    listed = [shard.name for shard in manifest.shards]
    wrong = [Fault(f"shard {name} is listed {n} times") for name, n in sorted(Counter(listed).items()) if n > 1]
    if listed != sorted(listed):
        wrong.append(Fault("shards are not listed in their order"))
    wrong += [Fault(text) for shard in manifest.shards if (text := shard_fault(manifest, shard))]
    if not wrong and not manifest.complete:
        told = f"{done} of {planned} shards" if done < planned else f"played, but not judged until {manifest.until!r}"
        wrong.append(Fault(f"the run is incomplete ({told}); go on with `dhstats simulate --resume`", lack=True))
    return wrong


def shard_fault(manifest: Manifest, shard: Shard) -> str:
    """Why a listed shard is none of the planned ones, or nothing."""
    return next(_shard_faults(manifest, shard), "")


def _shard_faults(manifest: Manifest, shard: Shard) -> Iterator[str]:
    size, name = manifest.shard_deals, f"shard {shard.name}"
    number, played = shard.first_deal // size, shard.deals * len(manifest.design.arms)
    games = played if manifest.keep == "games" else 0
    count = min(size, manifest.design.deals - number * size)
    fits = (shard.name, shard.first_deal, shard.deals) == (shard_name(number), number * size, count)
    if not fits or count < 1 or number < 0:
        yield f"{name} has {shard.deals} deals from {shard.first_deal} on: no place in the plan"
    if shard.games_rows != games:
        yield f"{name} has {shard.games_rows} games, should have {games}"
    listed, kept = {file.table for file in shard.files}, f"the run keeps {manifest.keep}"
    asked = {manifest.keep, "moves" if manifest.moves != "none" else ""}
    for table, reason in (("games", kept), ("totals", kept), ("moves", f"moves is {manifest.moves}")):
        if (table in listed) != (table in asked):
            yield f"{name} lists {'' if table in listed else 'no '}{table}, but {reason}"
