"""People's evenings as `kit` answers them: the score sheet for the phone, and the page of a plan."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dhstats.cli.answers.publishing import show
from dhstats.cli.options.evenings import Evenings
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Playing, Setup
from dhstats.cli.terminal.console import PAGES, Console, check_targets
from dhstats.errors import BadInput, check_range
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from dhstats.questions.playtests.asked import Asked
    from dhstats.simulate.playtests.schedule import PlannedGame, Wanted

OF_PROGRAMS = ("strategies", "deals", "out", "workers", "max_time", "nice", "resume")
OF_PEOPLE = ("people", "versions", "powers", "rounds", "seats", "scores")
MOST_ROUNDS = 12


def refuse_unasked(request: Request) -> None:
    """BadInput for what people do, where nothing of theirs is asked for."""
    request.refuse(OF_PEOPLE, "only for --phone or --evenings; add one of them, or leave this out")


def write(request: Request, subject: str | None, setup: Setup, evenings: Evenings, playing: Playing) -> None:
    """Writes the score sheet, the page of the plan, or both, the sheet then with the plan."""
    from dhstats.questions.playtests.asked import names_of
    from dhstats.report.pages.phone import write_phone
    from dhstats.report.pages.playtests import write_plan

    request.refuse(OF_PROGRAMS, "with --phone or --evenings no program plays; leave this out")
    asked, rules = _asked(request, subject, setup, evenings)
    versions, people = names_of(evenings.versions, "--versions"), names_of(evenings.people, "--people")
    plan: tuple[PlannedGame, ...] = ()
    if evenings.evenings is None:
        only = ("page", "json_target", "seed", "rounds", "csv_folder", "pdf", "pdf_all", "png")
        request.refuse(only, "only for planned evenings; add --evenings, or leave this out")
    else:
        wanted, plan = _plan(evenings, asked, people, versions)
        page = playing.page or PAGES / f"{file_name(asked.game)}-evenings.html"
        check_targets(page, evenings.phone)
        report = write_plan(plan, wanted, asked, page, *_deals(rules, wanted, playing.seed))
        sentences = (finding.text for each in report.answers for finding in each.findings)
        show(report, sentences, playing.json_target, f"page to print: {report.path}")
    if evenings.phone is not None:
        check_targets(evenings.phone)
        sheet = write_phone(asked, evenings.phone, people, versions, plan)
        then = "send it to the phone and open it there; `dhstats playtests FILE` reads the CSV that it saves"
        Console(playing.json_target).say(f"score sheet: {sheet}", then)


def _asked(request: Request, subject: str | None, setup: Setup, evenings: Evenings) -> tuple[Asked, Any]:
    """What is asked of each game, and the rules with their game where dhstats knows them."""
    from dhstats.games import catalogue
    from dhstats.questions.playtests.asked import Asked, names_of, of_game, seats_of
    from dhstats.simulate.checks.shard import open_checked
    from dhstats.simulate.plans.experiment import rules_of

    scores, powers = names_of(evenings.scores, "--scores"), names_of(evenings.powers, "--powers")
    if evenings.seats is not None:
        if subject is not None:
            raise BadInput("--players: is for a game that dhstats does not know; leave out either it or the rules")
        request.refuse(
            ("game", "settings", "decks", "pack", "seed"),
            "does not apply to a game of which only --players is known; leave out this or --players",
        )
        title = evenings.phone.stem if evenings.phone else "your game"
        return Asked(title, seats_of(evenings.seats), scores or ("points",), powers=powers), None
    if subject is not None and Path(subject).is_dir():
        manifest = open_checked(Path(subject)).manifest
        game, rules, decks = manifest.game, rules_of(manifest), ()
    else:
        setup = setup if subject is None else replace(setup, rules=subject)
        game, rules = setup.game, setup.load()[1]
        brought = catalogue.part(game, "decks") if catalogue.brings(game, "decks") else None
        decks = brought.all_decks(setup.rule_set, setup.changes, setup.pack or "") if brought else ()
    asked = of_game(game, powers or decks)
    return replace(asked, scores=scores or asked.scores), (game, rules)


def _plan(
    evenings: Evenings, asked: Asked, people: tuple[str, ...], versions: tuple[str, ...]
) -> tuple[Wanted, tuple[PlannedGame, ...]]:
    """What is wanted of a plan, and the plan."""
    from dhstats.simulate.playtests.schedule import MOST_EVENINGS, Wanted, planned

    many, rounds = evenings.evenings or 0, evenings.rounds
    if not people:
        raise BadInput('--evenings: say who plays, as in --people "Ann,Ben,Cem"')
    check_range("--evenings", many, 1, MOST_EVENINGS)
    check_range("--rounds", rounds, 1, MOST_ROUNDS)
    wanted = Wanted(people, asked.seats, many, rounds, versions or ("",), asked.powers)
    return wanted, planned(wanted)


def _deals(rules: Any, wanted: Wanted, seed: int | None) -> tuple[Any, ...]:
    """A deal for each game of a table, to lay out by hand, and how; none without a seed."""
    if seed is None:
        return ()
    from dhstats.games import catalogue, stacks
    from dhstats.report.pages.playtests import deals_of

    check_range("--seed", seed, 0, 2**64 - 1)
    game, rule_set = rules
    seats = catalogue.load(game).players(rule_set.record())
    if set(wanted.sizes) != {seats}:
        sizes = " and ".join(map(str, sorted(set(wanted.sizes))))
        raise BadInput(f"--seed: deals are for {seats} players, as the rules say, and tables of {sizes} are planned")
    stacking = stacks.load(game)
    return deals_of(stacking, rule_set.effective, seed, wanted.evenings * wanted.rounds), stacking.setup
