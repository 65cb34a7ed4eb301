"""Whether the plan of a run agrees with itself: rules and their hash, players, design, planned games, stopping rule."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dhstats.errors import DataProblem, UserError
from dhstats.games import catalogue
from dhstats.quoting import one_line
from dhstats.simulate.plans.designs import design
from dhstats.simulate.plans.experiment import MAX_GAMES, MAX_SEED, log_every, rules_of, stopping_rule
from dhstats.storage import Manifest, Run, open_run
from dhstats.storage.typed import faults

ENDS = ("", "goal", "limit", "lopsided")  # how a run with a stopping rule may have ended; one without says nothing


def open_checked(folder: Path | str) -> Run:
    """Opens a run folder for reading, like `open_run`, and looks whether its plan can be: DataProblem if it cannot.

    What is told of a run, and what is run to tell it, then is what the plan says, whoever made the folder.
    """
    run = open_run(folder)
    if problems := plan_problems(run.manifest):
        raise DataProblem(f"{run.folder}: {problems[0]}; `dhstats verify {run.folder}` shows what else is wrong")
    return run


def plan_problems(manifest: Manifest) -> list[str]:
    """What is wrong with the plan of a run, in sentences; more is only looked for where the types are right."""
    wrong = list(faults(manifest, Manifest))
    wrong = wrong or [*_text_problems(manifest), *_range_problems(manifest)]
    wrong = wrong or [*_rules_problems(manifest), *_player_problems(manifest), *_design_problems(manifest)]
    return [f"manifest: {problem}" for problem in wrong]


def _text_problems(manifest: Manifest) -> Iterator[str]:
    """Halves of letters, which JSON can name but no file, page or terminal can hold."""
    try:
        json.dumps(manifest.plan(), ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        yield f"has invalid characters: {one_line(error.reason)}"


def _range_problems(manifest: Manifest) -> Iterator[str]:
    if not 0 <= manifest.seed <= MAX_SEED:
        yield f"seed is {manifest.seed}, should be from 0 to {MAX_SEED}"
    if not 1 <= manifest.games <= MAX_GAMES:
        yield f"games is {manifest.games}, should be from 1 to {MAX_GAMES}"
    if manifest.shard_deals < 1 or manifest.design.deals < 1:
        yield f"shards of {manifest.shard_deals} deals and {manifest.design.deals} deals in all cannot be"
    if manifest.ended not in (ENDS if manifest.until else ENDS[:1]):
        which = "with" if manifest.until else "without"
        yield f"ended is {manifest.ended!r}, which no run {which} a stopping rule says"
    try:
        log_every(manifest.moves, "moves")
        ours = catalogue.load(manifest.game).digest
        if manifest.game_file not in ("", ours):
            yield f"game_file is {manifest.game_file}, but {manifest.game} has {ours or 'none'}"
        if manifest.until:
            stopping_rule(manifest.until, "until")
    except UserError as error:
        yield str(error)


def _rules_problems(manifest: Manifest) -> Iterator[str]:
    try:
        rules = rules_of(manifest)
    except UserError as error:
        yield f"its rules are not valid: {error}"
        return
    if rules.hash != manifest.rules_hash:
        yield f"rules_hash is {manifest.rules_hash}, but its rules have the hash {rules.hash}"
    elif not _kept_in(manifest.rules, rules.effective):
        yield "its rules are not in the form that a run keeps"
    bundle = catalogue.load(manifest.game)
    if manifest.cards != bundle.label(rules.effective):
        yield f"cards is {manifest.cards!r}, but its rules are played with {bundle.label(rules.effective)!r}"
    players = bundle.players(rules.record())
    for number, names in enumerate(manifest.matchups):
        if len(names) != players:
            yield f"matchup {number} has {len(names)} players, but its rules are for {players}"


def _kept_in(kept: Mapping[str, Any], effective: Mapping[str, Any]) -> bool:
    """Whether all that a manifest keeps of its rules is there in the same form; keys that came later may be missing."""
    return all(
        _kept_in(value, effective[key]) if isinstance(value, dict) and key in effective else value == effective.get(key)
        for key, value in kept.items()
    )


def _player_problems(manifest: Manifest) -> Iterator[str]:
    names = [player.name for player in manifest.strategies]
    if len(set(names)) < len(names):
        yield "two strategies have the same name"
    seated = {name for pair in manifest.matchups for name in pair}
    for name in sorted(seated ^ set(names)):
        yield f"strategy {name!r} " + ("plays in no matchup" if name in names else "plays, but is not described")


def _design_problems(manifest: Manifest) -> Iterator[str]:
    plan = manifest.design
    last = plan.from_deal + plan.deals - 1
    if plan.from_deal < 0 or last >= MAX_GAMES:
        yield f"its deals are {plan.from_deal} to {last}, should be from 0 to {MAX_GAMES - 1}"
    if manifest.games != plan.deals * len(plan.arms):
        yield f"games is {manifest.games}, but {plan.deals} deals of {len(plan.arms)} games are planned"
    try:
        right = design(plan.kind, manifest.matchups, manifest.games)
    except UserError as error:
        yield str(error)
        return
    if len(plan.arms) != len(right.arms):
        yield f"design has {len(plan.arms)} arms, but {right.kind} and the matchups make {len(right.arms)}"
        return
    for found, wanted in zip(plan.arms, right.arms, strict=True):
        if found != wanted:
            yield f"arm {wanted.arm} is {found}, should be {wanted}"
