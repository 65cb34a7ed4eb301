"""`dhstats decks`: every deck of a card pack against every other."""

from typing import Annotated

import typer

from dhstats.cli.decks.desk import Asked, DeckSetup, PlayedDecks, desk_of, table_of
from dhstats.cli.options.numbers import count
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import players_option
from dhstats.cli.terminal.console import step_bar

DEALS = 5_000


def command(
    request: Request,
    decks: Annotated[
        list[str] | None,
        typer.Argument(help="Decks of the pack (default: all of them).", metavar="[DECK]…", show_default=False),
    ] = None,
    strategies: Annotated[
        str | None, players_option("A,B,...: the players (default: the game's best shipped player).")
    ] = None,
    *,
    setup: DeckSetup,
    deals: Annotated[int, count("--deals", "Number of deals for each pair.")] = DEALS,
    playing: PlayedDecks,
) -> None:
    """Play a round robin of decks on the same deals: which beats which, how unbalanced each is, and which to bring.

    The decks of every pair take turns to go first with the same shuffle, so the seat does not bias the comparison.
    With several strategies, each plays every deck, and pairs of deck and strategy are compared as well.

    Examples:

      dhstats decks --seed 1

      dhstats decks kill banish mixed --strategies greedy,random --deals 10000 --seed 1

      dhstats decks --pack mine.toml --seed 1
    """
    from dhstats.questions.decks import decks as question
    from dhstats.questions.decks.table import players_of

    table = table_of(setup, playing)
    names, players = table.decks(decks), players_of(table.usual_player if strategies is None else strategies)
    with desk_of(table, request, playing, strategies=",".join(players)) as desk:
        with desk.matches() as matches, step_bar("playing") as advance:
            found = question.play(
                matches, names, players, table.paired, deals, table.seed,
                lambda done, most: advance(done, most, "deals"),
            )  # fmt: skip
        told = question.answer(found, table.label, table.about(players))
        leagues = [question.rows(league) for league in (found.decks, found.pairs) if league is not None]
        desk.tell(told, leagues, Asked(names[:2], players, {"deals": deals}))
