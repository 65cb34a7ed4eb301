"""`dhstats cards`: what each card of a deck is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.decks.desk import Asked, Deck, DeckSetup, Desk, OnePlayer, PlayedDecks, desk_of, table_of
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.terminal.console import step_bar
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.stats.intervals.blocks import Estimate

DEALS, FORKED = 4_000, 400


def command(
    request: Request,
    deck: Deck,
    against: Annotated[str | None, typer.Option(help="A,B: opposing decks (default: all others of the pack).")] = None,
    strategies: OnePlayer = None,
    deals: Annotated[int, count("--deals", "Number of deals on which each card is replaced by blanks.")] = DEALS,
    forks: Annotated[
        int, count("--forks", "Number of deals, for each card and opposing deck, whose games are forked; 0: no forks.")
    ] = FORKED,
    *,
    setup: DeckSetup,
    playing: PlayedDecks,
) -> None:
    """Measure what each card of a deck is worth: to the deck, and when it is drawn, played, or used to top.

    Blanks replace the card in the deck and leave the order of all other cards as it is. Forks play on the same game
    with the card and without it.

    Examples:

      dhstats cards kill --seed 1

      dhstats cards kill --against banish --deals 20000 --forks 0 --seed 1
    """
    from dhstats.questions.decks import cards as question
    from dhstats.questions.decks.table import one_player_of

    table = table_of(setup, playing)
    player = one_player_of(table.usual_player if strategies is None else strategies)
    if forks != 0 and not 2 <= forks <= 10**6:
        raise BadInput(f"--forks: must be 0 or from 2 to 1,000,000, not {forks:,}")
    table.decks([deck])
    rivals = table.rivals(deck, against)
    copies = table.constructed.cards_of(table.paired(deck, deck).effective, deck)
    options = {"against": ",".join(rivals), "deals": deals, "forks": forks}
    with desk_of(table, request, playing, strategies=player, against=",".join(rivals)) as desk:
        with desk.matches() as matches, step_bar("playing") as advance:
            lost = question.knock_outs(
                matches, player, rivals, lambda rival, changes: table.paired(deck, rival, changes),
                table.blanks(deck, copies), deals, table.seed, lambda done, most: advance(done, most, "deals"),
            )  # fmt: skip
        more = _forked(desk, deck, rivals, tuple(copies), player, forks) if forks else {}
        found = [question.CardWorth(card, copies[card], lost[card], **more.get(card, {})) for card in copies]
        told = question.answer(found, deck, rivals, table.label, table.about((player,)))
        desk.tell(told, [question.rows(found)], Asked((deck, rivals[0]), (player,), options))


def _forked(
    desk: Desk, deck: str, rivals: Sequence[str], cards: Sequence[str], player: str, deals: int
) -> dict[str, dict[str, Estimate | None]]:
    """The forks of the deck's games against every rival."""
    from dhstats.questions.decks import cards as question

    table, by_rival = desk.table, []
    for rival in rivals:
        studies = question.studies(table.bundle, table.paired(deck, rival), cards)
        plan = table.experiment(deck, rival, player)
        by_rival.append(desk.games.fork(plan, studies, deals, desk.checkpoints, f"against {rival}, ")[1])
    return question.told_by_forks(table.bundle, table.paired(deck, deck), cards, by_rival)
