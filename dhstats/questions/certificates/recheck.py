"""Whether a certificate stands: numbers from counts, counts from deals; and whether a run ended as its rule says."""

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from dhstats import programs
from dhstats.errors import BadInput, DataProblem, UserError
from dhstats.games import catalogue
from dhstats.queries.counts import Counts, counting
from dhstats.questions.certificates.certificate import KINDS, Certificate, certificate_of, counts_fit, kind_of
from dhstats.questions.shared.groups import stored_rule
from dhstats.questions.verdicts.lopsided import lopsided
from dhstats.questions.verdicts.sequential import Judge, quantity_of
from dhstats.simulate.checks.shard import plan_problems
from dhstats.simulate.plans.experiment import stopping_rule
from dhstats.simulate.replays import find_again, version_problem
from dhstats.simulate.running.playing import Part, Stop
from dhstats.simulate.running.playing import Watcher as GameWatcher
from dhstats.simulate.running.runner import Prepared, play_prepared
from dhstats.simulate.tables import stored_part
from dhstats.storage import Manifest, Run
from dhstats.storage.manifest import manifest_of, read_manifest
from dhstats.storage.tables import Malformed


def check(certificate: Certificate, run: Run | None = None, watch: GameWatcher = lambda _: None) -> list[str]:
    """What is wrong with a certificate, in sentences: numbers from its counts, counts from its deals.

    These come from a stored run, or are played again; BadInput if code that only the certificate named would play them.
    """
    try:
        manifest = manifest_of(certificate.run | {"shards": []})
        problems = plan_problems(manifest)
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        told = str(error) if isinstance(error, Malformed) else "no run can have this plan"
        return [f"its run's plan is impossible: {told}"]
    if not problems and run is None:
        named = {programs.file_of(text) for each in manifest.strategies for text in (each.source, each.name)}
        if files := ", ".join(sorted(file for file in named if file and not programs.may_run(file))):
            raise BadInput(
                f"the certificate's deals were played by code ({files}); read it, and allow it with --run-code"
            )
    try:
        problems = problems or _arithmetic(certificate, manifest)
        return problems or _recounted(certificate, manifest, run, watch)
    except UserError as error:
        return [str(error)]
    except ValueError:  # what statistics refuse
        return ["its numbers are impossible: no deals have these scores"]


def _arithmetic(certificate: Certificate, manifest: Manifest) -> list[str]:
    if kind_of(manifest) != certificate.kind:
        return [f"{certificate.kind} cannot be claimed of {len(manifest.seats)} players"]
    if not counts_fit(certificate, manifest):
        return [f"its counts of scores are not those of {manifest.design.deals:,} deals"]
    right = certificate_of(
        manifest, certificate.scores, certificate.margin, certificate.alpha, certificate.command
    ).values
    return [
        f"{name} is {value!r}, but its counts give {right[name]!r}"
        for name, value in certificate.values.items()
        if value != right[name]
    ]


def _recounted(certificate: Certificate, manifest: Manifest, run: Run | None, watch: GameWatcher) -> list[str]:
    count = KINDS[certificate.kind]
    if run is not None:
        if run.manifest.plan() != manifest.plan():
            return [f"{run.folder}: is not the certificate's run"]
        with counting(run) as counts:
            again, ended, uneven = count(counts), manifest.design.deals, lopsided(counts)
    else:
        prepared = _prepared(manifest)
        with tempfile.TemporaryDirectory() as folder:
            played = play_prepared(prepared, Path(folder) / "run", watch=watch)
            with counting(played) as counts:
                again, ended, uneven = count(counts), _ends(manifest, counts), lopsided(counts)
    problems = [f"its claim cannot be tested by these games: {uneven.reason}"] if uneven else []
    if again != certificate.scores:
        problems.append("its deals, played again, have different scores from those it states")
    if ended != manifest.design.deals:
        problems.append(
            f"a run until {manifest.until!r} would have ended after {ended:,} deals, not {certificate.deals:,}"
        )
    return problems


def _prepared(manifest: Manifest) -> Prepared:
    """The games to be played again; DataProblem where rules or players are not what the certificate says."""
    bundle = catalogue.load(manifest.game)
    if problem := version_problem(bundle, manifest):
        raise DataProblem(problem)
    rules = catalogue.rules(manifest.game).restore(manifest.rules, manifest.rules_name)
    if rules.hash != manifest.rules_hash:
        raise DataProblem("its rules have a different hash from the one it states")
    strategies = tuple(find_again(bundle, rules, player) for player in manifest.strategies)
    for strategy, player in zip(strategies, manifest.strategies, strict=True):
        if (dict(strategy.weights), strategy.idea, strategy.source) != (player.weights, player.idea, player.source):
            raise DataProblem(f"strategy {player.name!r} is not as its description says")
    return Prepared(replace(manifest, until="", moves="none"), bundle, rules, strategies)


def _ends(manifest: Manifest, counts: Counts) -> int:
    """The deal after which the stopping rule ends the run; the last one where it is not reached or there is none."""
    rule = stored_rule(manifest)
    if rule is None:
        return manifest.design.deals
    halves = counts.frame("deals")["score"].to_numpy().astype(np.int64)
    part = Part(0, halves, halves[:, None], None)  # type: ignore[arg-type]  # the tally is for progress alone
    stop = Judge(manifest, rule, quantity_of(manifest))(part)
    return stop.deals if stop else manifest.design.deals


def ending_problems(folder: Path) -> list[str]:
    """Whether a run with a stopping rule of its own ended as its games say; those played together are passed over."""
    manifest = read_manifest(folder)
    rule = stored_rule(manifest)
    if rule is None or not manifest.complete or stopping_rule(manifest.until).kind == "decided":
        return []
    guarded = manifest.ended == "lopsided"  # runs of earlier versions went on until their rule was met, or their limit
    judge = Judge(manifest, rule, quantity_of(manifest), guarded=guarded)
    found = (judge(stored_part(manifest, folder, shard)) for shard in manifest.shards)
    reached = next((stop for stop in found if stop is not None), None) or Stop(judge.sample.n, "limit")
    told, right = (manifest.ended, manifest.design.deals), (reached.ended, reached.deals)
    if told == right:
        return []
    why = {"goal": "by its stopping rule", "limit": "at its limit", "lopsided": "as a lopsided match"}
    return [
        f"manifest: says that the run until {manifest.until!r} ended {why[told[0]]} after {told[1]:,} deals, but by"
        f" its games it ended {why[right[0]]} after {right[1]:,}"
    ]
