"""`dhstats improve`: a deck made better, card by card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.kept_answers import Wanted
from dhstats.cli.answers.request import Request
from dhstats.cli.decks.decks import GAME, Asked, Game, Out, Seed, Table
from dhstats.cli.options import completion, places
from dhstats.cli.options.limits import MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Page, Resume
from dhstats.cli.options.setup import Pack, Rules, Settings
from dhstats.cli.terminal.console import Console, step_bar
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.questions.decks.improvement import Workbench
    from dhstats.simulate.positions.deck_matches import DeckMatches

SWAPS, DEALS, CONFIRM = 20, 3_000, 5_000


def command(
    context: typer.Context,
    deck: Annotated[str, typer.Argument(help="The deck, by its name in the pack.", metavar="DECK")],
    against: Annotated[
        str | None, typer.Option(help="A,B: decks that it is to do better against (default: all others of the pack).")
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            autocompletion=completion.strategies,
            help="A: who plays all decks (default: the game's best player that comes along).",
        ),
    ] = None,
    swaps: Annotated[int, count("--swaps", "How many swaps are tried at most.")] = SWAPS,
    copies: Annotated[int, count("--copies", "How many copies of a card a swap exchanges at most.")] = 3,
    worth: Annotated[str, typer.Option(help="A swap that certainly gains less is dropped at once.")] = "1pp",
    alpha: Annotated[float, typer.Option(help="The chance that any swap is kept that is not better.")] = 0.05,
    deals: Annotated[int, count("--deals", "Deals that a swap is tried on at most.")] = DEALS,
    confirm: Annotated[int, count("--confirm", "Fresh deals on which the new deck is confirmed at the end.")] = CONFIRM,
    game: Game = GAME,
    rules: Rules = None,
    settings: Settings = None,
    pack: Pack = None,
    seed: Seed = None,
    rule_file: Annotated[
        Path | None,
        typer.Option(
            help="Write the new deck as a rule file, pack included: play it with --rules.",
            metavar="FILE",
            parser=places.path,
        ),
    ] = None,
    out: Out = None,
    page: Page = None,
    workers: Workers = None,
    max_time: MaxTime = None,
    nice: Nice = False,
    resume: Resume = False,
    json_target: Json = None,
) -> None:
    """Make a deck better: swap a card, play both decks on the same fresh deals, keep what is known to be better.

    However many swaps are tried, with chance α at most any is kept that is not better.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats improve kill --seed 1

      dhstats improve kill --against banish,exhaust --swaps 40 --worth 2pp --seed 1 --rule-file better.toml
    """
    from dhstats.questions.decks import improvement as question
    from dhstats.questions.planning.plan import amount

    desk = Table(game, rules, settings, pack, seed)
    if out is not None and out.suffix == ".toml":
        raise BadInput(f"--out {out}: is the folder of what is played; the new deck goes to --rule-file {out}")
    players = desk.one_player(strategies)
    if not 2 <= confirm <= 10**7:
        raise BadInput(f"--confirm: must be from 2 to 10,000,000, not {confirm:,}")
    terms = question.Terms(swaps, deals, copies, amount(worth, "--worth"), alpha)
    desk.decks([deck])
    rivals = rivals_of(desk, deck, against)
    options = {
        "against": ",".join(rivals), "swaps": swaps, "copies": copies, "worth": worth, "alpha": alpha, "deals": deals,
        "confirm": confirm,
    }  # fmt: skip
    request = Request(context, rules=desk.rules, strategies=players[0], against=options["against"])
    with desk.begun(out, request, Wanted(page, json_target, rule_file), resume=resume) as place:
        with step_bar("training") as train, step_bar("trying") as advance:
            bench = _bench(desk, place.matches(workers, budget(max_time), train), deck, rivals, players[0])
            found = question.improve(bench, terms, confirm, advance)
        console = Console(json_target)
        told = question.answer(found, deck, desk.label, desk.about(players))
        console.opening(told.opening)
        console.table(*question.rows(found))
        console.say("")
        asked = Asked((deck, rivals[0]), players, options)
        better: Any = desk.paired(deck, deck, found.changes)
        desk.tell(console, told, asked, place, better.to_toml())


def rivals_of(desk: Table, deck: str, against: str | None) -> tuple[str, ...]:
    """The decks that were named, or all others."""
    named = tuple(dict.fromkeys(name.strip() for name in (against or "").split(",") if name.strip()))
    if against is not None and not named:
        raise BadInput(f"--against: name at least one deck, not {against!r}")
    found = desk.decks(named) if named else tuple(name for name in desk.decks(None) if name != deck)
    if deck in found:
        raise BadInput(f"--against {deck}: a swap would change both decks; name others")
    if not found:
        raise BadInput("--against: the pack has no other deck; take another pack")
    return found


def _bench(desk: Table, matches: DeckMatches, deck: str, rivals: tuple[str, ...], player: str) -> Workbench:
    from dhstats.questions.decks.improvement import Workbench

    made = desk.constructed
    return Workbench(
        matches, player, rivals,
        meet=lambda rival, changes: desk.paired(deck, rival, changes),
        own=lambda changes: desk.paired(deck, deck, changes),
        cards=lambda found: made.cards_of(found.effective, deck),
        candidates=lambda found: made.candidates(found.effective, deck),
        swapped=lambda found, swap: made.swapped(found.effective, deck, swap.out, swap.into, swap.number),
        seed=desk.seed,
    )  # fmt: skip
