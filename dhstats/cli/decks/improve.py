"""`dhstats improve`: a deck made better, card by card."""

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from dhstats.cli.decks.desk import OUT, SEED, Asked, Deck, DeckSetup, OnePlayer, desk_of, table_of
from dhstats.cli.options.numbers import count
from dhstats.cli.options.playing import Playing
from dhstats.cli.options.request import Request
from dhstats.cli.terminal.console import step_bar
from dhstats.errors import BadInput, check_range

SWAPS, DEALS, CONFIRM = 20, 3_000, 5_000


@dataclass(frozen=True)
class Improving:
    """What is tried, and what is kept of it."""

    swaps: Annotated[int, count("--swaps", "Maximum number of swaps to try.")] = SWAPS
    copies: Annotated[int, count("--copies", "Maximum number of copies of a card that a swap exchanges.")] = 3
    worth: Annotated[str, typer.Option(help="Drop a swap as soon as it is certain to gain less than this.")] = "1pp"
    alpha: Annotated[float, typer.Option(help="The chance of keeping any swap that is not better.")] = 0.05
    deals: Annotated[int, count("--deals", "Maximum number of deals for each swap.")] = DEALS
    confirm: Annotated[
        int, count("--confirm", "Number of new deals on which the improved deck is confirmed at the end.")
    ] = CONFIRM


def command(
    request: Request,
    deck: Deck,
    against: Annotated[
        str | None, typer.Option(help="A,B: the opposing decks to improve against (default: all others of the pack).")
    ] = None,
    strategies: OnePlayer = None,
    *,
    improving: Improving,
    setup: DeckSetup,
    playing: Annotated[Playing, "seed rule_file out page workers max_time nice resume json_target", SEED, OUT],
) -> None:
    """Improve a deck: swap cards, play both decks on the same new deals, and keep swaps that are known to be better.

    However many swaps are tried, the chance to keep any that is not better is at most α.

    Examples:

      dhstats improve kill --seed 1

      dhstats improve kill --against banish,exhaust --swaps 40 --worth 2pp --seed 1 --rule-file better.toml
    """
    from dhstats.questions.decks import improvement as question
    from dhstats.questions.decks.table import one_player_of
    from dhstats.questions.planning.plan import amount

    table = table_of(setup, playing)
    if playing.out is not None and playing.out.suffix == ".toml":
        raise BadInput(
            f"--out {playing.out}: is the folder of what is played; the new deck goes to --rule-file {playing.out}"
        )
    player = one_player_of(table.usual_player if strategies is None else strategies)
    check_range("--confirm", improving.confirm, 2, 10**7)
    terms = question.Terms(
        improving.swaps, improving.deals, improving.copies, amount(improving.worth, "--worth"), improving.alpha
    )
    table.decks([deck])
    rivals = table.rivals(deck, against)
    options = {"against": ",".join(rivals), **vars(improving)}
    with desk_of(table, request, playing, strategies=player, against=",".join(rivals)) as desk:
        with desk.matches() as matches, step_bar("trying") as advance:
            bench = table.workbench(matches, deck, rivals, player)
            found = question.improve(bench, terms, improving.confirm, advance)
        told = question.answer(found, deck, table.label, table.about((player,)))
        better: Any = table.paired(deck, deck, found.changes)
        asked = Asked((deck, rivals[0]), (player,), options)
        desk.tell(told, [question.rows(found)], asked, better.to_toml())
