"""`dhstats plan`: how many games a question needs, from a pilot of real deals."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from dhstats.cli.answers.games import warn_of
from dhstats.cli.options.parameters import FILE, json_option, number, option, players_named
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Playing, Setup
from dhstats.cli.terminal.console import Console, check_targets, progress_bar, training_bar, write_json
from dhstats.errors import BadInput
from dhstats.quoting import different_names

if TYPE_CHECKING:
    from dhstats.questions.planning.plan import Plan
    from dhstats.questions.shared.answer import Answer
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.storage import Manifest

Amounts = list[str] | None


@dataclass(frozen=True)
class Needs:
    """What the games are needed for."""

    half_width: Amounts = option(None, "Plan for an interval with this half-width, such as 0.2pp.")
    detect: Amounts = option(None, "Plan for a test that detects an effect of this size, such as 0.5pp.")
    within: Amounts = option(None, "Plan for a proof of balance within this margin, such as 0.5pp.")
    true: str | None = option(None, "With --within: plan also for a game that is really this far from balance.")
    power: float = option(0.9, "The chance to detect, or to prove, what is true.")
    alpha: float = option(0.05, "The chance of a false claim.")


@dataclass(frozen=True)
class PlayingPilot(Playing):
    """How the pilot is played, and where the answer goes."""

    seed: int | None = option(None, "The same seed gives the same pilot games; only the speed differs.")
    workers: int | None = option(None, "Number of threads (default: one per processor).")
    page: Path | None = option(None, "Also write a page.", "-o", "--page", **FILE)
    json_target: str | None = option(None, json_option("Write the numbers as JSON to a file, or - for stdout."))


def command(
    request: Request,
    *,
    needs: Needs,
    strategies: str | None = players_named(
        "A (against itself), A,B, or more for a round robin (default: the game's best shipped player)."
    ),
    setup: Annotated[Setup, "game decks pack rules settings"],
    design: str = option(
        "seat", "seat (players take turns to go first), strength, quartet, single, league or crossed."
    ),
    tweak: str | None = option(None, 'Plan a comparison with another rule set, or with changes: "KEY=VALUE …".'),
    pilot: int = number(2_000, "--pilot", "Number of deals of the pilot."),
    playing: Annotated[PlayingPilot, "seed workers page json_target"],
) -> None:
    """Estimate how many games a question needs, and how long they take, from a pilot of real deals.

    Every question is planned twice: for a fixed number of deals, and for a run that stops as soon as the answer is
    known. Without a question, a standard set is planned. With --tweak, the players are experts trained under --rules.
    The pilot is not kept.

    Examples:

      dhstats plan --seed 1
      dhstats plan --half-width 0.2pp --within 0.5pp --true 0.3pp --strategies greedy --seed 1
      dhstats plan --detect 0.5pp --tweak great_dragon.points=6 --seed 1
      dhstats plan --game dragonwood --within 0.5pp --seed 1
      dhstats plan --game dragon --within 1pp --seed 1
    """
    from dhstats.games import catalogue
    from dhstats.questions.planning import plan as question
    from dhstats.questions.planning.pilot import measure, prepare
    from dhstats.questions.planning.plan_words import HEAD, answer, lines, row
    from dhstats.questions.shared.first_screen import About
    from dhstats.report.page.next_step import ready as with_command

    check_targets(playing.page, playing.json_target)
    asks = question.asks_of(needs.half_width, needs.detect, needs.within, needs.true)
    terms = question.Terms(needs.power, needs.alpha, question.distance_of(needs.true))
    named = setup.players(strategies)
    experiment = _experiment(setup, named, design, playing.seed)
    with_cards = setup.with_cards(experiment)
    cards = with_cards.settings[len(experiment.settings) :]
    with training_bar() as watch:
        ready = prepare(with_cards, tweak, pilot, playing.workers, watch, cards)
    with progress_bar("pilot") as show:
        speed = measure(ready, show)
    planned = question.Plan(speed, terms, question.needs(speed, asks, terms))
    manifest, console = ready.runs[0].manifest, Console(playing.json_target)
    again = request.meaning(rules=experiment.rules, strategies=named).text(seed=speed.seed)
    shown = with_command(answer(planned, About.of(manifest)), again)
    console.opening(shown.opening)
    console.table(HEAD, [row(need) for need in planned.needs])
    console.say("", *lines(planned.pilot), question.METHOD)
    console.say(*catalogue.labels(manifest.game, manifest.rules), *manifest.cautions)
    if playing.page is not None:
        console.say(f"report: {_written(shown, manifest, speed.deals, again, playing.page)}")
    if playing.json_target:
        write_json(playing.json_target, _numbers(planned, shown))


def _experiment(setup: Setup, strategies: str, design: str, seed: int | None) -> Experiment:
    """The games of the pilot; BadInput for none who play, and for what cannot be."""
    from dhstats.simulate.plans.experiment import checked

    names = different_names(strategies)
    if not names:
        raise BadInput(f"--strategies: name at least one, not {strategies!r}")
    plan = replace(setup.experiment("How many games?", names, seed), name="plan", design=design, games=1, moves="all")
    return warn_of(checked(plan, "plan").with_seed())


def _written(answer: Answer, manifest: Manifest, deals: int, command: str, page: Path) -> Path:
    from dhstats.report.page import provenance
    from dhstats.report.page.page import Fact
    from dhstats.report.pages.writing import Inquiry, write_inquiry

    facts = (Fact("Deals of the trial", f"{deals:,}"), Fact("Seed", str(manifest.seed)))
    inquiry = Inquiry(
        manifest.game, manifest.rules, manifest.rules_name, provenance.players(manifest), deals, facts,
        command, manifest.cautions,
    )  # fmt: skip
    return write_inquiry(answer, inquiry, page)


def _numbers(planned: Plan, answer: Answer) -> dict[str, Any]:
    from dhstats.questions.planning.plan import METHOD
    from dhstats.questions.planning.plan_words import UNITS
    from dhstats.report.page.numbers import opening_json

    pilot = asdict(planned.pilot)
    pilot["rules"] = [{"name": name, "hash": digest} for name, digest in planned.pilot.rules]
    terms, needs = asdict(planned.terms), [asdict(need) for need in planned.needs]
    about = {"opening": opening_json(answer.opening), "units": UNITS, "method": METHOD}
    return {**about, "terms": terms, "pilot": pilot, "needs": needs}
