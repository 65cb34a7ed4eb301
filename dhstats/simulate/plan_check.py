"""Whether a manifest agrees with itself: rules and their hash, design and planned games, shards without gap."""

from __future__ import annotations

from collections.abc import Iterator

from dhstats.errors import UserError
from dhstats.games import catalogue, retelling
from dhstats.simulate.designs import design
from dhstats.simulate.experiment import MAX_GAMES, MAX_SEED, log_every
from dhstats.storage import Design, Manifest, Shard
from dhstats.storage.layout import shard_name
from dhstats.storage.typed import faults


def plan_problems(manifest: Manifest) -> list[str]:
    """What is wrong with the plan of a run, in sentences; more is only looked for where the types are right."""
    wrong = list(faults(manifest, Manifest))
    wrong = wrong or [*_range_problems(manifest)]
    wrong = wrong or [*_rules_problems(manifest), *_player_problems(manifest), *_design_problems(manifest)]
    return [f"manifest: {problem}" for problem in wrong]


def _range_problems(manifest: Manifest) -> Iterator[str]:
    if not 0 <= manifest.seed <= MAX_SEED:
        yield f"seed is {manifest.seed}, should be from 0 to {MAX_SEED}"
    if not 1 <= manifest.games <= MAX_GAMES:
        yield f"games is {manifest.games}, should be from 1 to {MAX_GAMES}"
    try:
        log_every(manifest.moves, "moves")
        catalogue.load(manifest.game)
    except UserError as error:
        yield str(error)


def _rules_problems(manifest: Manifest) -> Iterator[str]:
    try:
        rules = retelling.load(manifest.game).restore_rules(manifest.rules, manifest.rules_name)
    except UserError as error:
        yield f"its rules are none: {error}"
        return
    if rules.hash != manifest.rules_hash:
        yield f"rules_hash is {manifest.rules_hash}, but its rules have the hash {rules.hash}"
    elif rules.effective != manifest.rules:
        yield "its rules are not in the form that a run keeps"


def _player_problems(manifest: Manifest) -> Iterator[str]:
    names = [player.name for player in manifest.strategies]
    if len(set(names)) < len(names):
        yield "two strategies have the same name"
    seated = {name for pair in manifest.matchups for name in pair}
    for name in sorted(seated ^ set(names)):
        yield f"strategy {name!r} " + ("plays in no matchup" if name in names else "plays, but is not described")


def _design_problems(manifest: Manifest) -> Iterator[str]:
    plan = manifest.design
    if manifest.games != plan.deals * len(plan.arms):
        yield f"games is {manifest.games}, but {plan.deals} deals of {len(plan.arms)} games are planned"
    try:
        right = design(plan.kind, manifest.matchups, manifest.games)
    except UserError as error:
        yield str(error)
        return
    yield from _arm_problems(plan, right)


def _arm_problems(plan: Design, right: Design) -> Iterator[str]:
    if len(plan.arms) != len(right.arms):
        yield f"design has {len(plan.arms)} arms, but {right.kind} and the matchups make {len(right.arms)}"
        return
    for found, wanted in zip(plan.arms, right.arms, strict=True):
        if found != wanted:
            yield f"arm {wanted.arm} is {found}, should be {wanted}"


def progress_problems(manifest: Manifest) -> list[str]:
    """What is wrong with the list of finished shards: missing, doubled or shifted ones."""
    done, planned = len(manifest.shards), manifest.planned_shards
    listed = [shard.name for shard in manifest.shards]
    doubled = [name for name in sorted(set(listed)) if listed.count(name) > 1]
    wrong = [f"shard {name} is listed {listed.count(name)} times" for name in doubled]
    if listed != sorted(listed):
        wrong.append("shards are not listed in their order")
    if not wrong and done < planned:
        wrong.append(f"the run is incomplete ({done} of {planned} shards); go on with `dhstats simulate --resume`")
    wrong += [f"shard {shard.name} {fault}" for shard in manifest.shards if (fault := shard_fault(manifest, shard))]
    return [f"manifest: {problem}" for problem in wrong]


def shard_fault(manifest: Manifest, shard: Shard) -> str:
    """Why a listed shard is none of the planned ones, or nothing."""
    arms, size, deals = len(manifest.design.arms), manifest.shard_deals, manifest.design.deals
    number = shard.first_deal // size
    count = min(size, deals - number * size)
    fits = (shard.name, shard.first_deal, shard.deals) == (shard_name(number), number * size, count)
    if not fits or count < 1 or number < 0:
        return f"has {shard.deals} deals from {shard.first_deal} on: no place in the plan"
    if shard.games_rows != shard.deals * arms:
        return f"has {shard.games_rows} games, should have {shard.deals * arms}"
    if (manifest.moves != "none") != bool(shard.moves_sha256):
        return f"{'lists moves' if shard.moves_sha256 else 'lists no moves'}, but moves is {manifest.moves}"
    return ""
