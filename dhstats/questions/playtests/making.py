"""A kit from the games of a run: what they are like, then par deals and players of a rung, played for it."""

from collections.abc import Callable, Sequence
from typing import Any

from dhstats.games import catalogue, stacks
from dhstats.players.learning import trainees
from dhstats.players.learning.trainees import Watcher
from dhstats.questions.catalogue import answer_all
from dhstats.questions.playtests import extremes, played
from dhstats.questions.playtests.aids import power, rulings, sheet
from dhstats.questions.playtests.kit import Playtest
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.first_screen import About
from dhstats.simulate.plans.experiment import rules_of
from dhstats.storage import Run

Progress = Callable[[int, int, str], None]
STEPS = played.PAR + 2
MOMENTS = 12  # rows of turns on the page
REACHED = 0.05  # a turn that fewer games reach is left out


def make(run: Run, seed: int, training: Watcher, progress: Progress) -> Playtest:
    """All that a kit holds; experts who are not there yet are trained first.

    Errors: BadInput for a run that keeps totals alone, DataProblem for one that cannot be read.
    """
    manifest = run.manifest
    bundle, rules = catalogue.load(manifest.game), rules_of(manifest)
    stacking = stacks.load(manifest.game)
    games = extremes.games_of(run)
    told = answer_all(run)
    expert = trainees.find(bundle, rules, "expert", training)
    pupil = trainees.find(bundle, rules, f"skill:{played.RUNG}", training)
    deals = played.par_deals(bundle, rules, expert, stacking, seed, lambda done: progress(done, STEPS, "par deals"))
    games_ = played.play(
        bundle, rules, expert, pupil, seed, lambda done: progress(played.PAR + done, STEPS, "weaker players")
    )
    course, moments = _course(told)
    return Playtest(
        About.of(manifest), stacking, games.expected(stacking.score), games.extremes(stacking.score), manifest.games,
        deals, course, moments, games_, rulings(bundle, rules), power(games_),
        sheet(manifest.game, rules, len(manifest.seats), played.PAR),
    )  # fmt: skip


def _course(told: Sequence[Answer]) -> tuple[tuple[Finding, ...], tuple[dict[str, Any], ...]]:
    """When games are settled, and how often whoever is ahead after some turns wins; nothing without logged turns."""
    known = {each.key: each for each in told}
    settled = tuple(finding for finding in known["lead"].findings if finding.headline) if "lead" in known else ()
    leads = known.get("comebacks")
    if leads is None or not leads.tables:
        return settled, ()
    rows = [
        row for row in leads.table("map").frame.to_dicts() if row["lead"] == "any lead" and row["occurs"] >= REACHED
    ]
    rows = [row for row in rows if row["score_low"] is not None]  # some are seen in too few deals
    rows = [row for row in rows if row["matchup"] == rows[0]["matchup"]]  # of several matchups the first
    step = -(-len(rows) // MOMENTS) or 1
    return settled, tuple(rows[::step])
