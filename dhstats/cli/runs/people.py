"""Commands about people: `import`, `people` and `export` of their games, and the `kit` for a playtest."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers import evenings as people_evenings
from dhstats.cli.answers.games import games_of, warn_of
from dhstats.cli.answers.publishing import show
from dhstats.cli.options import completion
from dhstats.cli.options.evenings import Evenings
from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import FILE, Json, JsonResult, Page, Players, RunFolder, argument, number, option
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import FORK_OPTIONS, Playing, Setup
from dhstats.cli.terminal.console import (
    STDOUT,
    Console,
    check_targets,
    page_of,
    step_bar,
    training_bar,
    write_json,
    write_text,
)
from dhstats.errors import check_range
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from dhstats.simulate.people.reading import Log
    from dhstats.storage import Run


Out = Annotated[
    Path | None,
    typer.Option(help="The folder for the run (default: in data/, named after the log).", metavar="DIR", parser=path),
]


def read_log(
    logs: Annotated[
        list[Path],
        typer.Argument(help="Logs (JSON lines, one game each) of one rule set.", metavar="LOG…", parser=path),
    ],
    out: Out = None,
    json_target: JsonResult = None,
) -> None:
    """Import games that people played: check every turn against the rules, and write a run folder.

    docs/people.md explains the format of a log. Games without turns, such as those of a score sheet, are counted but
    not kept in the run. If a turn breaks the rules, the message names the game, the turn and the reason, and nothing
    is written.

    Examples:

      dhstats import evening.jsonl --out data/evening
      dhstats import monday.jsonl tuesday.jsonl --out data/week
    """
    from dhstats.questions.people.records import summary
    from dhstats.simulate.people.reading import read_logs
    from dhstats.simulate.people.writing import write_run

    console = Console(json_target)
    log = read_logs(logs)
    folder = out or Path("data") / file_name(logs[0].stem)
    run = write_run(log, folder) if log.games else None
    counts = summary(log)
    console.say(*_told(log, run), *(f"• {line}" for line in counts.sentences))
    if run:
        console.say("", f"run folder: {folder}", f"how well they play: dhstats people {folder}")
    if json_target:
        numbers = {
            "game": log.bundle.game.name, "rules": log.rules.name, "rules_hash": log.rules.hash, "log": log.hash,
            "games": len(log.games), "turns": sum(len(game.turns) for game in log.games), "sheets": len(log.sheets),
            "left_out": list(log.left_out), "run": str(run.folder) if run else None, "results": asdict(counts),
        }  # fmt: skip
        write_json(json_target, numbers)


def _told(log: Log, run: Run | None) -> list[str]:
    from dhstats.games import catalogue
    from dhstats.simulate.people.writing import sharing

    turns, shared = sum(len(game.turns) for game in log.games), sharing(log.games)
    rules = f"rules {log.rules.name} ({log.rules.hash[:12]})"
    lines = [f"{len(log.games):,} games with {turns:,} turns, each as the rules allow; {rules}"]
    if run:
        seated = "seats" if run.manifest.design.kind == "single" else "players"
        lines += [f"{seated}: {', '.join(run.manifest.matchups[0])}; log {log.hash[:12]}", *filter(None, [shared])]
    if log.sheets:
        lines.append(f"{len(log.sheets):,} games with only a result: they are counted here, but are not in the run")
    if log.left_out:
        lines.append(f"{len(log.left_out):,} rows are left out:")
        lines += [f"  {each}" for each in log.left_out]
    return [*lines, *catalogue.labels(log.bundle.game.name, log.rules.effective)]


def write_log(
    folder: RunFolder,
    games: int = number(100, "--games", "Number of games, from the start of the run."),
    cards: bool = option(
        False, "Write the cards that every player drew instead of seed and deal (dragonheart).", "--cards"
    ),
    target: Path | None = option(None, "The file to write (default: standard output).", "-o", "--log", **FILE),
) -> None:
    """Export games of a run as a log that `dhstats import` can read: as an example, or for other programs.

    Examples:

      dhstats export data/demo --games 2
      dhstats export data/demo --games 40 --cards --log games.jsonl
    """
    from dhstats.simulate.checks.shard import open_checked
    from dhstats.simulate.replays import lines

    check_targets(target)
    run = open_checked(folder)
    with step_bar("writing") as advance:
        written = lines(run, games, lambda done: advance(done, games, "games"), shown=cards)
        text = "".join(f"{json.dumps(line, separators=(', ', ': '))}\n" for line in written)
    write_text(str(target) if target else STDOUT, text)


def people(
    request: Request,
    folder: RunFolder,
    player: str | None = option(None, "Only this player, by the name in the log."),
    games: int = number(2_000, "--games", "Maximum number of games to evaluate."),
    page: Page = None,
    json_target: Json = None,
) -> None:
    """Say how well the players of a run play: their rung on the skill ladder, and what they miss.

    The expert for the rules evaluates every decision from what its player could see. Works for games imported with
    `dhstats import`, and for any run that logged its turns.

    Examples:

      dhstats people data/evening
      dhstats people data/evening --player Ann -o ann.html
    """
    from dhstats.players.learning import trainees
    from dhstats.questions.people import people as question
    from dhstats.questions.people.records import records_of
    from dhstats.questions.people.standing import scale_of
    from dhstats.questions.shared.first_screen import About
    from dhstats.report.pages.writing import write_answers
    from dhstats.simulate.checks.shard import open_checked
    from dhstats.simulate.plans.experiment import refuse_unless_won

    check_targets(page)
    run = open_checked(folder)
    refuse_unless_won(run.manifest.game, len(run.manifest.seats), "people", by_seats=False)
    records = records_of(run, games)
    with training_bar() as watch:
        expert = trainees.find(records.bundle, records.rules, "expert", watch)
    with step_bar("measuring the ladder, once") as advance:
        scale = scale_of(records.bundle, records.rules, expert, lambda done, of: advance(done, of, "rungs"))
    examined = question.examine(records, expert, scale, player)
    answer = question.answer(examined, About.of(run.manifest), question.next_command(examined))
    report = write_answers(run, (answer,), page or page_of(folder, "-people"), request.text())
    show(report, (finding.text for finding in answer.findings), json_target, f"report: {report.path}")


QUESTION = "What should a playtest look out for?"
OF_A_RUN = ("strategies", "game", "settings", "decks", "pack", "deals", "out", "workers", "max_time", "resume")


def kit(
    request: Request,
    subject: str | None = argument(
        None,
        "Rules (default: the game's usual rules), or a run folder.",
        "[RULES|RUN]",
        show_default=False,
        autocompletion=completion.rules,
    ),
    strategies: Players = None,
    *,
    setup: Annotated[Setup, "game settings decks pack"],
    deals: int = number(1_000, "--deals", "Number of deals that the usual players play, to find what is rare."),
    evenings: Evenings,
    playing: Annotated[
        Playing, FORK_OPTIONS, ("seed", "The same seed gives the same games and par deals (for a run: its own seed).")
    ],
) -> None:
    """Write a kit to print for a playtest: what to expect, deals to stack with their par, a score sheet.

    Ten par deals are listed card by card, so that two groups can play the same cards; par is what experts reach with
    them. The page also says what is rare, when games turn, what weaker players overlook, which sentences of the
    rulebook are unclear, and what twenty games can show. `dhstats import` can read the completed score sheet.

    With `--phone` or `--evenings` no program plays: a score sheet for the phone, of any game, whose CSV
    `dhstats playtests` reads; a plan of who sits where and plays which version, with how many games are needed.

    Examples:

      dhstats kit ffg --seed 1 -o kit.html
      dhstats kit two --game dragonwood --seed 1 -o kit.html
      dhstats kit data/demo -o kit.html
      dhstats kit --players 2-4 --phone sheet.html
      dhstats kit --game dragonwood --evenings 6 --people "Ann,Ben,Cem" --versions A,B -o plan.html
    """
    if evenings.asked:
        return people_evenings.write(request, subject, setup, evenings, playing)
    people_evenings.refuse_unasked(request)
    from dhstats.questions.playtests.kit import make
    from dhstats.report.pages.writing import write_kit

    if subject is not None and Path(subject).is_dir():
        from dhstats.simulate.checks.shard import open_checked
        from dhstats.simulate.plans.experiment import refuse_unless_won

        request.refuse(OF_A_RUN, "a run has its own rules, players and games; leave this option out")
        check_targets(playing.page)
        run = open_checked(Path(subject))
        refuse_unless_won(run.manifest.game, len(run.manifest.seats), "kit")
        page, seed = playing.page or page_of(run.folder, "-kit"), playing.seed
        seed = run.manifest.seed if seed is None else seed
        check_range("--seed", seed, 0, 2**64 - 1)
    else:
        run, page, seed = _played(request, subject, strategies, setup, deals, playing)
    with training_bar() as watch, step_bar("stacking") as advance:
        answer = make(run, seed, watch, advance)
    report = write_kit(run, answer, page, request.text(seed=seed))
    sentences = (finding.text for each in report.answers for finding in each.findings)
    show(report, sentences, playing.json_target, f"run folder: {run.folder}", f"page to print: {report.path}")


def _played(
    request: Request, rules: str | None, strategies: str | None, setup: Setup, deals: int, playing: Playing
) -> tuple[Run, Path, int]:
    """The games of the usual players, played for the page; where that goes, and the seed."""
    from dhstats.games import stacks
    from dhstats.simulate.plans.designs import tables
    from dhstats.simulate.plans.experiment import refuse_unless_won

    stacks.load(setup.game)  # before anybody is trained or plays for it
    check_range("--deals", deals, 10, 10**7)
    named = setup.players(strategies)
    base = setup.rule_set if rules is None else rules
    bundle, loaded = replace(setup, rules=base).load()
    seats = bundle.players(loaded.record())
    refuse_unless_won(setup.game, seats, "kit")
    games = games_of(request.meaning(subject=base, strategies=named), playing)
    plan = replace(setup.experiment(QUESTION, tuple(named.split(",")), playing.seed), rules=base, name="kit")
    plan = setup.with_cards(replace(plan, design="seat", moves="all"))
    arms = seats * len(tables(plan.strategies, seats))
    plan = games.as_begun(warn_of(replace(plan, games=arms * deals)))
    check_targets(playing.page)
    run = games.play(plan, games.folder)
    return run, playing.page or page_of(games.folder), int(run.manifest.seed)
