"""A certificate of even seats, played for and written where a page asks for it, without a command line."""

import hashlib
import json
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

from dhstats.lab.comparisons import PROVED, Wanted, plans_of
from dhstats.lab.jobs import Tell, laps
from dhstats.questions.certificates.certificate import certify
from dhstats.questions.certificates.words import answer
from dhstats.questions.tweaks.tweaks import games_a_deal
from dhstats.questions.verdicts import sequential
from dhstats.report.page.provenance import command
from dhstats.report.pages.writing import write_answers
from dhstats.simulate.plans.experiment import Experiment, refuse_alone, seats
from dhstats.simulate.running.playing import Progress
from dhstats.storage.layout import whole_file

FOLDER = "certificates"
MOST_PROVED = 1_000_000  # deals of two players, after which it is left open
MOST_AT_TABLE = 20_000  # deals where more than two play: such a run ends after its last deal, as all seats are judged


def proof_plan(wanted: Wanted) -> Experiment:
    """The games that prove, if it is so, that nobody is favoured by their seat under the first change."""
    plan = plans_of(wanted, wanted.checked())["change 1"]
    plan = replace(plan, name="certified", question="Is nobody favoured by their seat?")
    refuse_alone(seats(plan), "a certificate")
    if seats(plan) > 2:
        return replace(plan, games=MOST_AT_TABLE * games_a_deal(plan))
    return replace(plan, games=MOST_PROVED * games_a_deal(plan), until=PROVED)


def prove(wanted: Wanted, folder: Path, workers: int | None, tell: Tell) -> dict[str, Any]:
    """Plays until it is proved or refuted, and writes the certificate with its page; what it says, and where both lie.

    The same question finds its games again. Raises BadInput for rules and players that there are not.
    """
    plan = proof_plan(wanted)
    out = folder / FOLDER / identity(plan)

    def watch(progress: Progress) -> None:
        tell("plays until it is proved or refuted, games", progress.games_done, progress.games_planned)

    run = sequential.play(plan, out / "games", workers=workers, resume=True, watch=watch, watch_training=laps(tell))
    found = certify(run, command(run.manifest))
    told = answer(run, found)
    page = write_answers(run, (told,), out / "certificate.html", shlex.join(["dhstats", "certify", str(run.folder)]))
    with whole_file(out / "certificate.json") as draft:
        draft.write_text(found.text(), "utf-8")
    says = f"{told.opening.answer} {told.opening.sureness}" if told.opening else told.findings[0].text
    return {"says": says, "page": str(page.path), "text": found.text()}


def identity(plan: Experiment) -> str:
    """What tells the games of one proof from those of another."""
    facts = [plan.game, plan.rules, *plan.settings, *plan.strategies, str(plan.seed)]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]
