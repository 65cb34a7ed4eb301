"""`dhstats verify`: whether runs, forks and certificates are what they say."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import JsonResult, RunCode, game_option, number, option
from dhstats.cli.terminal.console import Console, progress_bar, step_bar, write_json
from dhstats.errors import BadInput, DataProblem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dhstats.simulate.checks.fork import ForkVerification
    from dhstats.simulate.checks.verify import Verification, VerifyProgress

SEALED = "Its goals, ranges, rules, players and seed were fixed before the first deal: its deals follow from them."
UNSEALED = (
    "Its plan was not fixed before the first deal, because an earlier version wrote it: its ranges may have been"
    " narrowed afterwards."
)
MEASURED, LONG = 1.0, 10.0  # seconds after which is said what is going to take so long


def command(
    folder: Annotated[
        Path, typer.Argument(help="A folder, or the file of a certificate.", metavar="FOLDER|FILE", parser=path)
    ],
    sample: int = number(200, "--sample", "Number of games to play again, move by move."),
    seconds: float = option(60.0, "Time limit in seconds for the referee on a run's sampled games; 0: no limit."),
    counted: Path | None = option(
        None, "Take a certificate's deals from this run folder instead of playing them again.", "--run", parser=path
    ),
    game: str | None = option(None, game_option("The game file of a run, if it was never named on this machine.")),
    run_code: RunCode = False,
    json_target: JsonResult = None,
) -> None:
    """Check every byte, row and logged move of a run or of forks, and let a referee replay a sample of games.

    In a folder of several runs, as `compare` writes it, each run is checked. For a certificate, all deals are played
    again and its numbers are computed again.

    Under some rules games are so long that the referee needs minutes for a few. It stops after --seconds and says
    what it left out. If the whole check takes long, an estimate of the time is shown first.

    Strategy files are Python code: those that a run or a certificate names are executed only with --run-code, and only
    if they have not changed since. Nothing else in a run or a certificate is executed.

    Examples:

      dhstats verify data/demo --sample 1000
      dhstats verify data/value
      dhstats verify reports/mirror-certificate.json
    """
    if folder.is_file():
        from dhstats.questions.certificates.goals_certificate import is_one

        check = _goals if is_one(folder) else _certificate
        check(folder, counted, json_target)
        return
    if counted is not None:
        raise BadInput("--run: belongs to the file of a certificate")
    from dhstats.simulate.positions.fork_files import results_in

    results = results_in(folder)
    checks = {str(each): _checked(each, sample, seconds, json_target, brief=len(results) > 1) for each in results}
    if json_target:
        values = [asdict(found) for found in checks.values()]
        write_json(json_target, values[0] if results == [folder] else dict(zip(checks, values, strict=True)))
    if problems := sum(len(found.problems) for found in checks.values()):
        raise DataProblem(f"{folder}: {problems} problem(s) found; put back a copy of it, or make it again")


def outlook(json_target: str | None, sample: int, seconds: float) -> Callable[[VerifyProgress], None]:
    """What says once, on stderr, how long a verification will take, if that is long; silent for machines."""
    from dhstats.simulate.work.workers import duration

    said, began = json_target is not None, time.monotonic()

    def note(seen: VerifyProgress) -> None:
        nonlocal said
        passed = time.monotonic() - began
        if said or passed < MEASURED or passed + seen.seconds_left < LONG:
            return
        said = True
        text = f"expected: about {duration(passed + seen.seconds_left)} for {seen.deals:,} deals"
        if sample and seconds:
            text += f"; judging {sample:,} games of them move by move ends after {duration(seconds)}"
        sys.stderr.write(f"{text} (--sample, --seconds)\n")

    return note


def _checked(
    folder: Path, sample: int, seconds: float, json_target: str | None, *, brief: bool
) -> Verification | ForkVerification:
    """Checks a run or forks, and says how they stand."""
    from dhstats.queries.counts import Totals
    from dhstats.questions.certificates.recheck import ending_problems
    from dhstats.simulate.checks.fork import verify_forks
    from dhstats.simulate.checks.verify import verify
    from dhstats.simulate.positions.fork_files import PLAN
    from dhstats.storage.layout import PARENTS

    console, note = Console(json_target), outlook(json_target, sample, seconds)
    forks = (folder / PLAN).exists() or (folder / PARENTS).exists()
    with step_bar("checking") as advance:

        def watch(seen: VerifyProgress) -> None:
            advance(seen.shards_done, seen.shards, folder.name)
            note(seen)

        check = verify_forks if forks else partial(verify, digest=Totals.of)
        result = check(folder, sample=sample, seconds=seconds, watch=watch)
    if result.stands and not forks:
        result = replace(result, problems=tuple(ending_problems(folder)))
    console.say(*(f"problem: {problem}" for problem in result.problems))
    console.say(*(f"not checked: {reason}" for reason in result.left_out))
    if result.stands:
        console.say(f"{folder}: stands.", *(f"  {check}" for check in result.checks if not brief))
    return result


def _goals(file: Path, folder: Path | None, json_target: str | None) -> None:
    """Says whether a certificate of goals stands: its numbers from its counts, its counts from its deals."""
    import tempfile

    from dhstats.questions.certificates import goals_certificate as certificates
    from dhstats.questions.certificates.goals_certificate import GamesIn
    from dhstats.questions.goals.checking import check

    if folder is not None:
        raise BadInput("--run: a certificate of goals covers several runs; its deals are always played again")
    proof = certificates.read_certificate(file)
    if code := certificates.code_of(proof):
        raise BadInput(f"its deals were played by code ({code}); read it, and allow it with --run-code")
    problems, claim = certificates.problems_of(proof)
    if claim is not None and not problems:
        with tempfile.TemporaryDirectory() as place, step_bar("playing again"):
            goals = certificates.set_up(proof, claim, Path(place))
            problems = certificates.differing(proof, check(goals, proof.terms, GamesIn(Path(place))).judged)
    deals = max((each.deals for each in proof.goals), default=0)
    played = f"{file}: every number follows from its deals: up to {deals:,} deals per goal played again."
    proved = f"wrong with probability {100 * proof.alpha:g} % at most (finalist {proof.finalist})"
    claim_ = {"claim": proof.claim, "level": proof.level, "sealed": certificates.is_sealed(proof)}
    lines = (played, f"{proof.claim}: proved, {proved}.", SEALED if certificates.is_sealed(proof) else UNSEALED)
    _tell(file, problems, claim_, lines, json_target)


def _tell(
    file: Path, problems: list[str], claim: dict[str, Any], lines: Sequence[str], json_target: str | None
) -> None:
    """Says that a certificate stands, or DataProblem with what is wrong with it."""
    if json_target:
        record = {"stands": not problems, "problems": problems, "certificate": str(file)}
        write_json(json_target, record if problems else record | claim)
    console = Console(json_target)
    console.say(*(f"problem: {problem}" for problem in problems))
    if problems:
        raise DataProblem(f"{file}: is not valid: {problems[0]}")
    console.say(*lines)


def _certificate(file: Path, folder: Path | None, json_target: str | None) -> None:
    from dhstats.questions.certificates.certificate import read_certificate
    from dhstats.questions.certificates.recheck import check
    from dhstats.questions.verdicts.evidence import conclusion
    from dhstats.storage import open_run

    certificate = read_certificate(file)
    run = open_run(folder) if folder else None
    with progress_bar("playing again") as watch:
        problems = check(certificate, run, watch)
    how = "counted in the run" if run else "played again"
    played = f"{file}: every number follows from its deals: {certificate.deals:,} deals {how}."
    text = f"{certificate.claim}. {conclusion(certificate.verdict, certificate.by_interval)}"
    _tell(file, problems, {"claim": certificate.claim, "verdict": certificate.verdict}, (played, text), json_target)
