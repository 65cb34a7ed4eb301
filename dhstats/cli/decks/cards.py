"""`dhstats cards`: what each card of a deck is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.forking import Forking
from dhstats.cli.answers.kept_answers import Wanted
from dhstats.cli.answers.request import Request
from dhstats.cli.decks.decks import GAME, Asked, Game, Out, Seed, Table
from dhstats.cli.decks.improve import rivals_of
from dhstats.cli.options import completion
from dhstats.cli.options.limits import Forecast, MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Page, Resume
from dhstats.cli.options.setup import Pack, Rules, Settings
from dhstats.cli.terminal.console import Console, step_bar
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dhstats.stats.intervals.blocks import Estimate

DEALS, FORKS = 4_000, 400


def command(
    context: typer.Context,
    deck: Annotated[str, typer.Argument(help="The deck, by its name in the pack.", metavar="DECK")],
    against: Annotated[
        str | None, typer.Option(help="A,B: decks that it plays against (default: all others of the pack).")
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            autocompletion=completion.strategies,
            help="A: who plays all decks (default: the game's best player that comes along).",
        ),
    ] = None,
    deals: Annotated[int, count("--deals", "Deals on which every card is knocked out.")] = DEALS,
    forks: Annotated[
        int, count("--forks", "Deals against each rival whose games are forked for each card; 0: no forks.")
    ] = FORKS,
    game: Game = GAME,
    rules: Rules = None,
    settings: Settings = None,
    pack: Pack = None,
    seed: Seed = None,
    out: Out = None,
    page: Page = None,
    workers: Workers = None,
    max_time: MaxTime = None,
    nice: Nice = False,
    resume: Resume = False,
    json_target: Json = None,
) -> None:
    """Say what each card of a deck is worth: to the deck, and when it is drawn, played, or topped with.

    A card is knocked out of the deck by blanks that change no other card's luck. In forks the same game is played on
    with the card and without it.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats cards kill --seed 1

      dhstats cards kill --against banish --deals 20000 --forks 0 --seed 1
    """
    from dhstats.questions.decks import cards as question

    desk = Table(game, rules, settings, pack, seed)
    players = desk.one_player(strategies)
    if forks != 0 and not 2 <= forks <= 10**6:
        raise BadInput(f"--forks: must be 0 or from 2 to 1,000,000, not {forks:,}")
    desk.decks([deck])
    rivals = rivals_of(desk, deck, against)
    made = desk.constructed
    own = desk.paired(deck, deck).effective
    copies = made.cards_of(own, deck)
    blanks = {card: made.blanked(own, deck, card) for card in copies}
    options = {"against": ",".join(rivals), "deals": deals, "forks": forks}
    request = Request(context, rules=desk.rules, strategies=players[0], against=options["against"])
    limits = budget(max_time)
    with desk.begun(out, request, Wanted(page, json_target), resume=resume) as place:
        with step_bar("training") as train, step_bar("playing") as advance:
            lost = question.knock_outs(
                place.matches(workers, limits, train), players[0], rivals,
                lambda rival, changes: desk.paired(deck, rival, changes), blanks, deals, desk.seed,
                lambda done, most: advance(done, most, "deals"),
            )  # fmt: skip
        forking = Forking(place.checkpoints, workers, limits, Forecast(json_target), place.folder)
        more = _forked(desk, deck, rivals, tuple(copies), players[0], forks, forking) if forks else {}
        found = [question.CardWorth(card, copies[card], lost[card], **more.get(card, {})) for card in copies]
        console = Console(json_target)
        told = question.answer(found, deck, rivals, desk.label, desk.about(players))
        console.opening(told.opening)
        console.table(*question.rows(found))
        console.say("")
        asked = Asked((deck, rivals[0]), players, options)
        desk.tell(console, told, asked, place)


def _forked(
    desk: Table, deck: str, rivals: Sequence[str], cards: Sequence[str], player: str, deals: int, forking: Forking
) -> dict[str, dict[str, Estimate | None]]:  # fmt: skip
    """The forks of the deck's games against every rival."""
    from dhstats.questions.decks import cards as question

    by_rival = []
    for rival in rivals:
        plan, rules = desk.experiment(deck, rival, player), desk.paired(deck, rival)
        studies = question.studies(desk.title, rules, cards)
        by_rival.append(forking.fork(plan, studies, deals, f"against {rival}, ")[1])
    return question.told_by_forks(desk.title, desk.paired(deck, deck), cards, by_rival)
