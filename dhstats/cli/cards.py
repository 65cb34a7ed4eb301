"""`dhstats cards`: what each card of a deck is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.console import Console, check_targets, step_bar
from dhstats.cli.cost import MaxTime, Nice, Workers, budget
from dhstats.cli.decks import GAME, Asked, Game, Json, Output, Seed, Settings, Table
from dhstats.cli.games import Pack, Rules
from dhstats.cli.improve import rivals_of
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dhstats.stats.blocks import Estimate

DEALS, FORKS = 4_000, 400


def command(
    deck: Annotated[str, typer.Argument(help="The deck, by its name in the pack.", metavar="DECK")],
    against: Annotated[
        str | None, typer.Option(help="A,B: decks that it plays against (default: all others of the pack).")
    ] = None,
    strategies: Annotated[
        str | None, typer.Option(help="A: who plays all decks (default: the game's best player that comes along).")
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals on which every card is knocked out.")] = DEALS,
    forks: Annotated[
        int, typer.Option(help="Deals against each rival whose games are forked for each card; 0: no forks.")
    ] = FORKS,
    game: Game = GAME,
    rules: Rules = None,
    settings: Settings = None,
    pack: Pack = None,
    seed: Seed = None,
    output: Output = None,
    workers: Workers = None,
    max_time: MaxTime = None,
    nice: Nice = False,
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
    from dhstats.questions import cards as question

    desk = Table(game, rules, settings, pack, seed)
    check_targets(json_target, output)
    players = desk.players(strategies)
    if len(players) != 1:
        raise BadInput(f"--strategies: one, who plays all decks, not {', '.join(players)}")
    if forks != 0 and not 2 <= forks <= 10**6:
        raise BadInput(f"--forks: must be 0 or from 2 to 1,000,000, not {forks:,}")
    desk.decks([deck])
    rivals = rivals_of(desk, deck, against)
    made = desk.constructed
    own = desk.paired(deck, deck).effective
    copies = made.cards_of(own, deck)
    blanks = {card: made.blanked(own, deck, card) for card in copies}
    with step_bar("training") as train, step_bar("playing") as advance:
        lost = question.knock_outs(
            desk.hall(workers, max_time, train), players[0], rivals,
            lambda rival, changes: desk.paired(deck, rival, changes), blanks, deals, desk.seed,
            lambda done, most: advance(done, most, "deals"),
        )  # fmt: skip
    more = _forked(desk, deck, rivals, tuple(copies), players[0], forks, workers, max_time) if forks else {}
    found = [question.CardWorth(card, copies[card], lost[card], **more.get(card, {})) for card in copies]
    console = Console(json_target)
    console.table(*question.rows(found))
    console.say("")
    options = {"--deals": str(deals), "--forks": str(forks), "--against": ",".join(rivals)}
    asked = Asked(("cards", deck), (deck, rivals[0]), players, options)
    desk.tell(console, question.answer(found, deck, rivals, desk.label), asked, output, json_target)


def _forked(
    desk: Table, deck: str, rivals: Sequence[str], cards: Sequence[str], player: str, deals: int, workers: int | None,
    max_time: str | None,
) -> dict[str, dict[str, Estimate | None]]:  # fmt: skip
    """The forks of the deck's games against every rival."""
    from dhstats.questions import cards as question
    from dhstats.simulate.forks import fork

    by_rival = []
    with step_bar("forking") as advance:
        for rival in rivals:
            plan, rules = desk.experiment(deck, rival, player), desk.paired(deck, rival)
            _, found = fork(
                plan, question.studies(desk.title, rules, cards), deals, workers=workers, budget=budget(max_time),
                watch=lambda seen, rival=rival: advance(  # type: ignore[misc]
                    seen.deals, seen.most, f"against {rival}, {seen.moment}"
                ),
            )  # fmt: skip
            by_rival.append(found)
    return question.told_by_forks(desk.title, desk.paired(deck, deck), cards, by_rival)
