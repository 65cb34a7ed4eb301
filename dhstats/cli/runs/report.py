"""`dhstats report`, `study` and `index`: the page of runs, all that is known of a rule set, the list of pages."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats import programs
from dhstats.cli.answers.publishing import hand_out, report_on, show
from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import (
    FILE,
    Json,
    Page,
    RunCode,
    argument,
    game_option,
    json_option,
    number,
    option,
    players_named,
    rules_named,
)
from dhstats.cli.options.setup import Counting
from dhstats.cli.terminal.console import PAGES, Console, check_targets, page_of, step_bar, write_json
from dhstats.errors import BadInput
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from dhstats.questions.topics import Known
    from dhstats.report.page.page import Page as Sheet
    from dhstats.report.pages.study import NumbersOfPlayers, StudyPlan


def command(
    runs: Annotated[
        list[Path], typer.Argument(help="Run folders, or folders of any kind.", metavar="RUN…", parser=path)
    ],
    page: Page = None,
    json_target: Json = None,
    goals: Path | None = option(None, "Also say which goals of a goals file (TOML) the games meet.", **FILE),
    run_code: RunCode = False,
    *,
    counting: Counting,
) -> None:
    """Analyse runs and write a report: findings in sentences, one section per question, on one offline HTML page.

    Examples:

      dhstats report data/demo
      dhstats report data/demo -o page.html --json numbers.json
      dhstats report data/demo --goals simulations/goals/dragonheart.toml
      dhstats report data/large --memory 4096 --temp /scratch
    """
    from dhstats.simulate.checks.shard import open_checked
    from dhstats.storage.layout import ANSWER, MANIFEST

    if any((each / ANSWER).is_file() and not (each / MANIFEST).is_file() for each in runs):  # no run, but an answer
        if goals is not None:
            raise BadInput("--goals: works for runs only; name run folders only")
        from dhstats.report.pages.sources import kept_answer

        if len(runs) > 1:
            from dhstats.report.pages.study import StudyPlan

            all_rules = StudyPlan(None, None, None, SEED)
            publish(_known(all_rules, runs, Console(json_target), needed=True), all_rules, page, json_target)
        else:
            kept, retell_path = kept_answer(runs[0]), page or page_of(runs[0])
            hand_out(runs[0], kept.numbers, retell_path, json_target)
            Console(json_target).say(*kept.said, f"report: {retell_path}")
        return
    limits = counting.limits
    opened = [open_checked(folder) for folder in runs]
    more: dict[str, Any] = {}
    if goals is not None:
        from dhstats.questions.goals import answers
        from dhstats.questions.goals.goal import read

        wanted = read(goals)
        more["more"] = lambda run, told: (*answers.with_wanted(told, wanted), answers.answer_of_run(wanted, run))
    report = report_on(opened, page or page_of(opened[0].folder), limits=limits, **more)
    show(report, report.headlines, json_target, f"report: {report.path}")


SEED, GAMES = 1, 5_000  # of topics, and of numbers of players, that are not known yet


def study_command(
    context: typer.Context,
    folders: list[Path] | None = argument(
        None, "Folders of runs, forks, comparisons, sweeps and other commands.", "[FOLDER]…", parser=path
    ),
    rules: str | None = rules_named("Only this rule set (default: all in the folders)."),
    game: str | None = option(None, game_option("Only this game (default: the game of the folders).")),
    play: bool = option(
        False, "Play what is not known yet about --rules: 20,000 games, and 500 to 5,000 deals per topic.", "--play"
    ),
    strategies: str | None = players_named("The players for topics that are not known yet."),
    seed: int = option(SEED, "The seed for topics that are not known yet."),
    players: str | None = option(
        None,
        "With how many players is the game best? Numbers to compare, as 2-4 or 2,3,5; --play plays the games.",
        metavar="NUMBERS",
    ),
    games: int = number(GAMES, "--games", "With --players: games of each number of players."),
    page: Page = None,
    json_target: Json = None,
) -> None:
    """Put everything known about a rule set on one page: a sentence and a picture per topic, with a link to its page.

    Takes folders of any kind, groups them by rule set and writes one page for each. Topics that are not known yet are
    listed with the command that answers them. --play runs these commands in data/study-GAME-RULES-seedSEED, where a
    stopped study continues.

    Examples:

      dhstats study data/*
      dhstats study data/first data/value-dragonheart -o known.html
      dhstats study --rules kosmos --play --seed 1
      dhstats study --game harbour --players 2-4 --play
    """
    from dhstats.report.pages.study import NumbersOfPlayers, StudyPlan

    check_targets(page, json_target)
    chosen = [Path(folder) for folder in folders or []]
    if players is not None:
        if chosen:
            raise BadInput("study --players: plays its own games; name no folders, or join runs by `dhstats report`")
        numbers = NumbersOfPlayers.of(StudyPlan(game, rules, strategies, seed), players, games)
        return tell_players(numbers, context.obj if play else None, page, json_target)
    if games != GAMES:
        raise BadInput("--games: says how many games of each number of players; name these with --players")
    if not chosen and rules is None:
        raise BadInput("study: name folders, or a rule set with --rules")
    if play and rules is None:
        raise BadInput("study --play: name a rule set with --rules")
    wanted, console = StudyPlan(game, rules, strategies, seed), Console(json_target)
    if play:
        played = play_missing(wanted, _known(wanted, chosen, console, needed=False), context.obj)
        chosen += [each for each in played if each not in chosen]
    known = _known(wanted, chosen or wanted.played(), console, needed=bool(chosen))
    if not known:
        console.say(f"nothing is known of {rules} yet; --play plays all of this:")
        console.say(*(f"• {topic.title} {shlex.join(['dhstats', *words])}" for topic, words in wanted.commands([])))
        return
    return publish(known, wanted, page, json_target)


def tell_players(
    numbers: NumbersOfPlayers, run: Callable[[list[str]], int] | None, page: Path | None, json_target: str | None
) -> None:
    """The page of several numbers of players; `run` plays what is missing, without it that is listed."""
    from dhstats.report.pages.sources import is_finished, is_known
    from dhstats.simulate.checks.shard import open_checked

    steps = list(numbers.steps())
    missing = [(folder, words) for folder, words in steps if not (is_known(folder) and is_finished(folder))]
    if missing and run is None:
        console = Console(json_target)
        console.say("nothing is played yet; --play plays all of this:")
        console.say(*(f"• {shlex.join(['dhstats', *words])}" for _, words in missing))
        return
    for folder, words in missing:
        typer.echo(f"plays: {shlex.join(['dhstats', *words])}", err=True)
        if run and (code := run([*words, *(["--resume"] if folder.exists() else [])])):
            raise typer.Exit(code)
    opened = [open_checked(folder) for folder, _ in steps]
    report = report_on(opened, page or page_of(numbers.home), command=numbers.command)
    again = shlex.join(["dhstats", "report", *(str(folder) for folder, _ in steps)])
    says = f"report: {report.path}"
    show(report, report.findings("player_count"), json_target, f"runs: {numbers.home}", f"again: {again}", says)


def _known(wanted: StudyPlan, folders: Sequence[Path], console: Console, *, needed: bool) -> list[Known]:
    """What folders tell of these rules; those that tell nothing are named."""
    from dhstats.report.pages.study import what_it_is

    with step_bar("counting") as advance:
        known, useless = wanted.known(folders, lambda query, part, parts: advance(part, parts, query), needed=needed)
    console.say(*(f"left out: {each} {what_it_is(each)}" for each in useless))
    return known


def play_missing(wanted: StudyPlan, known: Sequence[Known], run: Callable[[list[str]], int]) -> list[Path]:
    """Plays what is not known; the folders. The exit code of a command that fails is that of the study."""
    from dhstats.games import catalogue

    for game in {each.game for each in known}:  # a file that is typed is still the one that was named once
        programs.name(catalogue.typed(game))
    for words in wanted.steps(known, page_of):
        typer.echo(f"plays: {shlex.join(['dhstats', *words])}", err=True)
        if code := run(words):
            raise typer.Exit(code)
    return wanted.played()


def publish(known: Sequence[Known], wanted: StudyPlan, page: Path | None, json_target: str | None) -> None:
    """Writes a page for each rule set, and prints what is known."""
    groups: dict[tuple[str, str], list[Known]] = {}
    for each in known:
        groups.setdefault(each.rule_set, []).append(each)
    if page is not None and len(groups) > 1:
        rules = ", ".join(several[0].rules_name for several in groups.values())
        raise BadInput(f"--page: the folders are of {len(groups)} rule sets ({rules}); name one with --rules")
    # The page of each rule set; equal names are told apart by their hashes
    names = [f"study-{game}-{several[0].rules_name}" for (game, _), several in groups.items()]
    marks = [f"-{digest[:8]}" if names.count(name) > 1 else "" for name, (_, digest) in zip(names, groups, strict=True)]
    files = [page or PAGES / f"{file_name(name + mark)}.html" for name, mark in zip(names, marks, strict=True)]
    written = [_written(several, wanted, file) for several, file in zip(groups.values(), files, strict=True)]
    sheets = [sheet for sheet, _ in written]
    if json_target:
        write_json(json_target, {"runs": [numbers for _, numbers in written]})
    console = Console(json_target)
    for sheet, file in zip(sheets, files, strict=True):
        openings = [digest["opening"] for digest in sheet.digests]
        console.say(sheet.title, *(f"• {each.question} {each.answer}" for each in openings))
        console.say(*(f"• not known yet: {each.what} {each.command}" for each in sheet.missing), f"study: {file}", "")


def _written(several: Sequence[Known], wanted: StudyPlan, file: Path) -> tuple[Sheet, dict[str, Any]]:
    from dhstats.report.pages.sources import beside
    from dhstats.report.pages.study import Study, study_json, study_page
    from dhstats.report.pages.writing import write_page

    lacking = tuple((topic, shlex.join(["dhstats", *words])) for topic, words in wanted.commands(several))
    again = shlex.join(["dhstats", "study", *(each.folder for each in several)])
    study = Study(tuple(several), lacking, beside(file), again)
    sheet = study_page(study)
    write_page(sheet, file)
    return sheet, study_json(study, sheet)


def index_command(
    folder: Path | None = argument(None, "A folder of pages (default: reports).", "[FOLDER]", parser=path),
    json_target: str | None = option(None, json_option("Write the list as JSON to a file, or - for stdout.", "FILE")),
) -> None:
    """Write the index.html of a folder: its pages with their answers, newest first.

    Whenever a command writes a page into reports/, or into a folder that has such an index, it updates the index.

    Examples:

      dhstats index
      dhstats index pages --json -
    """
    from dataclasses import asdict

    from dhstats.report.pages.sources import USUAL, write_contents
    from dhstats.storage.places import remote

    where = folder or Path(USUAL)
    if remote(where):
        raise BadInput(f"{where}: lists are made of pages on this machine; copy them to a folder here")
    file, known = write_contents(where)
    if json_target:
        write_json(
            json_target, {"pages": [{"file": each.file, **asdict(each.identity)} for each in known if each.identity]}
        )
    console = Console(json_target)
    for each in known:
        identity = each.identity
        text = f"{identity.question or identity.name} {identity.answer}".strip() if identity else each.fault
        console.say(f"• {each.file}: {text}")
    console.say("", f"list: {file}")
