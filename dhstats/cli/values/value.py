"""`dhstats value`: what the things of a game are really worth, by forks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.kept_answers import Kept, Wanted, folder_of
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion
from dhstats.cli.options.limits import Forecast, MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Out, Page, Resume
from dhstats.cli.options.setup import Decks, OtherGame, Pack, Rules, Settings
from dhstats.cli.runs.report import Target, publish
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dhstats.cli.answers.forking import Forking
    from dhstats.games.title import Item, Title
    from dhstats.players.forks import Forked
    from dhstats.players.match import Lineup
    from dhstats.questions.shared.answer import Answer
    from dhstats.questions.values.beside import Beside
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.positions.forks import Study
    from dhstats.storage import Run

DEALS, DEALS_OF_TABLE = 25_000, 10_000  # for one item, for several


def command(
    context: typer.Context,
    experiment: Annotated[
        Path | None,
        typer.Argument(help="An experiment file (TOML); flags change what it says.", metavar="[FILE]"),
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            autocompletion=completion.strategies,
            help="A: mirror, or A,B: a match (default: the game's best player that comes along).",
        ),
    ] = None,
    item: Annotated[
        str | None,
        typer.Option(
            help="What: great_dragon; in Dragonwood a card such as silver_sword, or enhancements, dragons; in Dragon!"
            " behind, the place behind a rival's tail."
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            help="Where games are forked (default: all that the item has): uniform-turn, first-claimable, at-claim; in"
            " Dragonwood uniform-turn, open, captured; in Dragon! uniform-turn, tail."
        ),
    ] = None,
    game: OtherGame = None,
    rules: Rules = None,
    decks: Decks = None,
    pack: Pack = None,
    settings: Settings = None,
    deals: Annotated[
        int | None,
        count("--deals", "Deals whose games are forked; everybody begins once (default: 25000, several items 10000)."),
    ] = None,
    replicates: Annotated[
        int, count("--replicates", "Continuations of every arm; beyond the first the unseen cards lie anew.")
    ] = 1,
    also: Annotated[
        str | None, typer.Option(help="A,B,...: other players whose mirrors are asked as well, at random turns.")
    ] = None,
    skill: Annotated[
        bool | None,
        typer.Option(help="Also over the skill ladder (default: if the players are trained ones)."),
    ] = None,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Also under rules without a part of it, with fixed and adapted players.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal forks.")] = None,
    out: Out = None,
    page: Page = None,
    workers: Workers = None,
    max_time: MaxTime = None,
    nice: Nice = False,
    resume: Resume = False,
    json_target: Json = None,
) -> None:
    """Say what a thing is really worth: copy the game, give it to one player or the other, play both on.

    In Dragonheart that is the Great Dragon. In Dragonwood every enhancement and every dragon, one beside the other, or
    with --item a single card. In Dragon! the place behind a rival's tail; for its cards see `dhstats cards`. Where more
    than two play, the opponent is the next player.

    Finished deals are kept every two seconds, however the command ends, and --resume goes on to the same bytes.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats value --seed 1

      dhstats value simulations/great_dragon.toml

      dhstats value --also greedy,dragon_hunter,denier --ablate --seed 1

      dhstats value --strategies dragon_hunter --rules kosmos --deals 50000 --at uniform-turn --seed 1

      dhstats value --game dragonwood --seed 1

      dhstats value --game dragonwood --item silver_sword --seed 1
    """
    from dhstats.cli.answers.forking import Forking, of_deals
    from dhstats.games import catalogue
    from dhstats.questions.values import value as question
    from dhstats.questions.values.beside import cautions_of, with_ablations
    from dhstats.simulate.positions.fork_files import write_forks
    from dhstats.simulate.work.checkpoints import opened

    given = {key: value for key, value in (("game", game), ("rules", rules), ("seed", seed)) if value is not None}
    plan = _plan(experiment, given, strategies, tuple(settings or ()), replicates, decks, pack)
    title, limits = catalogue.load(plan.game), budget(max_time)
    items = question.items_of(title, title.load_rules(plan.rules, plan.settings).record(), _words(item))
    studies = _studies(items, at, replicates)
    _check_others(title, plan, items, also, skill=skill, ablate=ablate)
    usual = DEALS if len(items) == 1 else DEALS_OF_TABLE
    plan, deals = of_deals(plan, usual if deals is None and experiment is None else deals)
    request = Request(context, game=plan.game, rules=plan.rules, strategies=",".join(plan.strategies), deals=deals)
    folder = folder_of(out, request, Wanted(page, json_target), resume=resume, forks=True)
    with opened(folder) as checkpoints:
        plan = checkpoints.as_begun(plan, seed)
        forking = Forking(checkpoints, workers, limits, Forecast(json_target, len(studies)), folder)
        lineup, found = forking.fork(plan, studies, deals)
        beside = _beside(forking, plan, items, also, skill=skill, ablate=ablate, deals=deals)
        parents = forking.parents(replace(plan, design="seat"), resume=resume)
        target = Target(folder, page, json_target, request.text(seed=plan.seed), "forks")
        told = _told(items, lineup, studies, found, beside, parents)
        told = with_ablations(told, plan, items[0]) if ablate else told
        report = publish(parents, told, target, _origin(plan, parents), cautions_of(beside))
        Kept(folder, request).write(report.path, report.json_text, plan.seed)
        write_forks(folder, plan, lineup, studies, found)  # last: with it the folder is finished
        checkpoints.clear()


def _check_others(
    title: Title, plan: Experiment, items: Sequence[Item], also: str | None, *, skill: bool | None, ablate: bool
) -> None:  # fmt: skip
    """BadInput for other players that are none, and for parts that an item has not, before anything is forked."""
    from dhstats.players import roster

    if len(items) > 1 and (also or ablate or skill):
        raise BadInput("--also, --skill, --ablate: belong to a single item; say which with --item")
    if also is not None and not _words(also):
        raise BadInput("--also: name at least one player, or leave it out")
    rules = title.load_rules(plan.rules, plan.settings)
    for name in _words(also):
        if not roster.taught(name):  # who has to be trained is found when it is their turn
            roster.find(title, rules, name)
    if ablate and items[0].parts is None:
        raise BadInput(f"--ablate: the {items[0].name} has no parts that a rule takes away; leave it out")


def _origin(plan: Experiment, parents: Run) -> str:
    """Where the findings come from, in a line."""
    players = ", ".join(plan.strategies)
    return f"rules {plan.rules} ({parents.manifest.rules_hash[:12]}), seed {plan.seed}, players {players}"


def _words(text: str | None) -> tuple[str, ...]:
    """The names of a list with commas, each once."""
    return tuple(dict.fromkeys(name.strip() for name in (text or "").split(",") if name.strip()))


def _studies(items: Sequence[Item], at: str | None, replicates: int) -> list[Study]:
    """One item at every moment that is asked for, several at turns drawn by lot."""
    from dhstats.players.forks import UNIFORM
    from dhstats.questions.values import items as table
    from dhstats.questions.values.value import moments_of, studies

    if at is not None and not _words(at):
        raise BadInput("--at: name at least one moment")
    if len(items) == 1:
        return studies(items[0], _words(at) or moments_of(items[0]), replicates)
    if at is not None and _words(at) != (UNIFORM,):
        raise BadInput(f"--at {at}: several items are compared at {UNIFORM}; for other moments say which with --item")
    return [table.study_of(items, replicates)]


def _told(
    items: Sequence[Item], lineup: Lineup, studies: Sequence[Study], found: dict[str, Forked],
    beside: Sequence[Beside], parents: Run,
) -> Answer:  # fmt: skip
    """What the forks say: all of one item, in other settings too, or a row for each of several."""
    from dhstats.questions.shared.first_screen import About
    from dhstats.questions.values import items as table
    from dhstats.questions.values.beside import extended
    from dhstats.questions.values.lopsided_forks import lopsided_forks
    from dhstats.questions.values.value import value
    from dhstats.questions.values.words import answer

    title, rules, uneven = lineup.title, lineup.rules, lopsided_forks(tuple(lineup.strategies), found)
    if len(items) == 1:
        told = answer(value(title, rules, items[0], studies, found), uneven, About.of(parents.manifest))
        return extended(told, beside) if beside else told
    worths = table.worths(title, rules, items, studies[0], found[studies[0].moment])
    return table.answer(worths, uneven, About.of(parents.manifest))


def _beside(
    forking: Forking, plan: Experiment, items: Sequence[Item], also: str | None, *, skill: bool | None, ablate: bool,
    deals: int,
) -> list[Beside]:  # fmt: skip
    """A single item's value in other settings, where they are asked for or players were trained."""
    from dhstats.players import roster

    ladder = any(roster.taught(name) for name in plan.strategies) if skill is None else skill
    if len(items) > 1 or not (also or ablate or ladder):
        return []
    return forking.beside(plan, items[0], also, ladder=ladder, ablate=ablate, deals=deals)


def _plan(
    file: Path | None, changes: dict[str, Any], strategies: str | None, settings: tuple[str, ...], replicates: int,
    decks: str | None, pack: str | None,
) -> Experiment:  # fmt: skip
    """The parent games, of the file changed by the flags: everybody begins once, so that who begins cancels."""
    from dhstats.simulate.plans.experiment import Experiment, checked, from_file, with_cards

    plan = from_file(file) if file else Experiment("", "What is it really worth?")
    if plan.matchups or plan.until or plan.keep != "games" or plan.design != "seat":
        raise BadInput(f"{file}: matchups, until, keep and design belong to `dhstats simulate`; leave them out")
    if changes.get("game", plan.game) != plan.game:  # rules and players of another game are none of this one
        changes = {"rules": "", "strategies": ()} | changes
    plan = replace(plan, **changes, settings=(*plan.settings, *settings), moves="none")
    if strategies is not None:
        names = tuple(dict.fromkeys(name.strip() for name in strategies.split(",") if name.strip()))
        plan = replace(plan, strategies=names)
    if not plan.strategies:
        raise BadInput("--strategies: one for a mirror or two for a match, not none")
    if not 1 <= replicates <= 255:
        raise BadInput(f"--replicates: must be from 1 to 255, not {replicates}")
    named = plan.name or f"value-{plan.game}-{Path(plan.rules).stem}-{'-'.join(plan.strategies)}"[:100]
    plan = checked(replace(plan, name=named.replace(":", "_").replace("/", "_")), "value").with_seed()
    return warn_of(with_cards(plan, decks, pack))
