"""`dhstats plan`: how many games a question needs, from a pilot of real deals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion, places
from dhstats.cli.options.numbers import count
from dhstats.cli.options.setup import GAME, Decks, Game, Pack, Rules, Settings, players_of, rules_of
from dhstats.cli.terminal.console import Console, check_targets, progress_bar, step_bar, write_json
from dhstats.errors import BadInput
from dhstats.report.page import provenance

if TYPE_CHECKING:
    from dhstats.questions.planning.pilot import Pilot
    from dhstats.questions.planning.plan import Ask, Need, Plan
    from dhstats.questions.shared.answer import Answer
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.storage import Manifest

PILOT = 2_000
UNITS = {
    "deals": "deals", "low": "deals, low end of the 95 % range", "high": "deals, high end of the 95 % range",
    "games": "games", "seconds": "seconds on this machine now", "rate": "games a second on this machine now",
    "spread": "square of a share of a win", "strength": "square of a share of a win", "rho": "correlation",
    "factor": "ratio of variances", "true": "share of a win", "alpha": "probability", "power": "probability",
}  # fmt: skip
Amounts = list[str] | None


def command(
    context: typer.Context,
    half_width: Annotated[Amounts, typer.Option(help="An interval this narrow to either side, like 0.2pp.")] = None,
    detect: Annotated[Amounts, typer.Option(help="A test that finds an effect of this size, like 0.5pp.")] = None,
    within: Annotated[Amounts, typer.Option(help="A proof of balance within this margin, like 0.5pp.")] = None,
    true: Annotated[
        str | None, typer.Option(help="Plan --within also for a truth that is this far from balance.")
    ] = None,
    power: Annotated[float, typer.Option(help="The chance to find, or to prove, what is true.")] = 0.9,
    alpha: Annotated[float, typer.Option(help="The chance to claim what is false.")] = 0.05,
    strategies: Annotated[
        str | None,
        typer.Option(
            autocompletion=completion.strategies,
            help="A: mirror, A,B: a match, more: all with all (default: the game's best that comes along).",
        ),
    ] = None,
    game: Game = GAME,
    decks: Decks = None,
    pack: Pack = None,
    rules: Rules = None,
    settings: Settings = None,
    design: Annotated[
        str, typer.Option(help="seat (who begins is swapped), strength, quartet, single, league or crossed.")
    ] = "seat",
    tweak: Annotated[
        str | None, typer.Option(help='Plan a comparison with a rule set, or with changes: "KEY=VALUE …".')
    ] = None,
    pilot: Annotated[int, count("--pilot", "Deals of the pilot.")] = PILOT,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal pilots; only the rate differs.")] = None,
    workers: Annotated[int | None, typer.Option(help="Threads (default: one a processor).")] = None,
    page: Annotated[
        Path | None,
        typer.Option("-o", "--page", help="Write a page as well.", metavar="FILE", parser=places.path),
    ] = None,
    json_target: Annotated[
        str | None, typer.Option("--json", help="The numbers as JSON to a file, or - for stdout.")
    ] = None,
) -> None:
    """Say how many games a question needs, and how long they take: a pilot of real deals is played first.

    Every question is planned twice: for a number of deals fixed beforehand, and for a run that is watched and ends by
    itself. Without a question, a standard set is planned. With --tweak, experts play as the rules of --rules taught
    them. Nothing is kept of the pilot.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats plan --seed 1

      dhstats plan --half-width 0.2pp --within 0.5pp --true 0.3pp --strategies greedy --seed 1

      dhstats plan --detect 0.5pp --tweak great_dragon.points=6 --seed 1

      dhstats plan --game dragonwood --within 0.5pp --seed 1

      dhstats plan --game dragon --within 1pp --seed 1
    """
    from dhstats.cli.players.train import watching
    from dhstats.games import catalogue
    from dhstats.questions.planning.needs import answer
    from dhstats.questions.planning.pilot import measure, prepare
    from dhstats.questions.planning.plan import Plan, Terms, needs
    from dhstats.questions.shared.first_screen import About
    from dhstats.simulate.plans.experiment import with_cards

    check_targets(page, json_target)
    asks = _asks(half_width, detect, within, true)
    terms = Terms(power, alpha, _distance(true))
    names, chosen = players_of(game, strategies), rules_of(game, rules)
    experiment = _experiment(names, design, game=game, rules=chosen, settings=tuple(settings or ()), seed=seed)
    cards = experiment.settings
    experiment = with_cards(experiment, decks, pack)
    cards = experiment.settings[len(cards) :]
    with step_bar("training") as advance:
        ready = prepare(experiment, tweak, pilot, workers, watching(advance), cards)
    with progress_bar("pilot") as watch:
        found = measure(ready, watch)
    planned = Plan(found, terms, needs(found, asks, terms))
    manifest, console = ready.runs[0].manifest, Console(json_target)
    _tell(planned, told := answer(planned, About.of(manifest)), console)
    console.say(*catalogue.labels(manifest.game, manifest.rules), *manifest.cautions)
    if page is not None:
        command = Request(context, rules=chosen, strategies=names).text(seed=found.seed)
        console.say(f"report: {_written(told, manifest, found.deals, command, page)}")
    if json_target:
        write_json(json_target, _numbers(planned, told))


def _asks(half_width: Amounts, detect: Amounts, within: Amounts, true: str | None) -> tuple[Ask, ...]:
    """The questions of the command line, or the standard set."""
    from dhstats.questions.planning.plan import STANDARD, Ask, Kind, amount

    given: dict[Kind, Amounts] = {"half-width": half_width, "detect": detect, "within": within}
    asks = tuple(Ask(kind, amount(text, f"--{kind}")) for kind, texts in given.items() for text in texts or ())
    if true is not None and asks and not within:
        raise BadInput("--true: says for which truth --within is planned; give --within too")
    return tuple(dict.fromkeys(asks)) or STANDARD


def _distance(true: str | None) -> float:
    """How far the truth is from balance, to either side."""
    from dhstats.questions.planning.plan import amount

    return 0.0 if true is None else amount(true.strip().removeprefix("-").removeprefix("+"), "--true")


def _experiment(
    strategies: str, design: str, *, game: str, rules: str, settings: tuple[str, ...], seed: int | None
) -> Experiment:  # fmt: skip
    from dhstats.simulate.plans.experiment import Experiment, checked

    names = tuple(dict.fromkeys(name.strip() for name in strategies.split(",") if name.strip()))
    if not names:
        raise BadInput(f"--strategies: name at least one, not {strategies!r}")
    plan = Experiment("plan", "How many games?", game, rules, settings, names, design=design, games=1, seed=seed)
    return warn_of(checked(plan, "plan").with_seed())


def _tell(planned: Plan, told: Answer, console: Console) -> None:
    """The answer, the table, and what it rests on."""
    from dhstats.questions.planning.plan import METHOD

    console.opening(told.opening)
    head = ["question", "deals", "95 % range", "games", "time", "what that shows"]
    console.table(head, [_row(need) for need in planned.needs])
    console.say("", *_lines(planned.pilot), METHOD)


def _row(need: Need) -> list[str]:
    question = f"  watched: {need.question}" if need.watched else need.question
    if need.deals is None:
        return [question, "never", "–", "–", "–", need.note]
    assert need.seconds is not None  # known wherever deals are
    about = "≈ " if need.watched else ""
    told = "; ".join(filter(None, (need.command or need.claim, need.note)))
    span = f"{need.low:,} to {need.high:,}"
    return [question, f"{about}{need.deals:,}", span, f"{need.games:,}", _time(need.seconds), told]


def _lines(pilot: Pilot) -> list[str]:
    """What the pilot told."""
    from dhstats.questions.shared import words

    spread, names = pilot.spread, [f"{name} ({digest[:12]})" for name, digest in pilot.rules]
    games = f"{pilot.games_per_deal} game{'s' if pilot.games_per_deal > 1 else ''} a deal, {pilot.design} design"
    what = "the difference of a deal's mean first-player score" if pilot.tweak else "a deal's mean first-player score"
    lines = [
        f"pilot: {pilot.deals:,} deals, {games}, {', '.join(pilot.strategies)}; seed {pilot.seed}",
        f"S² of {what}: {spread.variance:.4g} ({spread.low:.4g} to {spread.high:.4g})",
    ]
    if pilot.strength:
        own = pilot.strength
        lines.append(f"S² of the first-named strategy's score: {own.variance:.4g} ({own.low:.4g} to {own.high:.4g})")
    if pilot.rho is not None:
        lines.append(f"correlation of a deal's two games: rho {words.number(pilot.rho, 3)}")
    if pilot.factor is not None:
        lines.append(f"variance reduction factor of common deals: {pilot.factor:.1f}")
    if pilot.uneven:
        lines.append(f"{pilot.uneven.sentence} So nothing is planned that would prove balance.")
    machine = f"{pilot.workers} worker{'s' if pilot.workers > 1 else ''}"
    lines.append(f"rate: {pilot.rate:,.0f} games/s, this machine now, {machine}, without moves (--moves none)")
    lines.append(f"rules {names[0]}" + (f", tweak {pilot.tweak} ({pilot.rules[-1][1][:12]})" if pilot.tweak else ""))
    return lines


def _time(seconds: float) -> str:
    """A time as one says it, with two digits at most."""
    for limit, size, unit in ((60, 1, "s"), (3600, 60, "min"), (86_400, 3600, "h"), (86_400 * 365, 86_400, "days")):
        if seconds < 0.95:
            return "under 1 s"
        if seconds < limit:
            return f"{_rounded(seconds / size)} {unit}"
    return f"{_rounded(seconds / 86_400 / 365)} years"


def _rounded(value: float) -> str:
    return f"{value:.2g}" if value < 9.5 else f"{value:,.0f}"


def _written(told: Answer, manifest: Manifest, deals: int, command: str, page: Path) -> Path:
    """The page of what questions need."""
    from dhstats.report.page.page import Fact
    from dhstats.report.pages.question_page import Inquiry
    from dhstats.report.pages.writing import write_inquiry

    facts = (Fact("Deals of the trial", f"{deals:,}"), Fact("Seed", str(manifest.seed)))
    inquiry = Inquiry(
        manifest.game, manifest.rules, manifest.rules_name, provenance.players(manifest), deals, facts,
        command, manifest.cautions,
    )  # fmt: skip
    return write_inquiry(told, inquiry, page)


def _numbers(planned: Plan, told: Answer) -> dict[str, Any]:
    from dataclasses import asdict

    from dhstats.questions.planning.plan import METHOD
    from dhstats.report.page.numbers import opening_json

    pilot = asdict(planned.pilot)
    pilot["rules"] = [{"name": name, "hash": digest} for name, digest in planned.pilot.rules]
    needed = [asdict(need) for need in planned.needs]
    return {
        "opening": opening_json(told.opening),
        "units": UNITS,
        "method": METHOD,
        "terms": asdict(planned.terms),
        "pilot": pilot,
        "needs": needed,
    }
