"""`dhstats decks`, `cards` and `improve`: which decks win, what each card is worth, which swap makes a deck better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.games import Games, games_of, noted, warn
from dhstats.cli.answers.publishing import answering, folder_of, tell_and_keep
from dhstats.cli.options.parameters import argument, game_option, number, option, players_named, players_option
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import FORK_OPTIONS, Playing, Setup
from dhstats.cli.terminal.console import Rows, step_bar, training_bar
from dhstats.errors import BadInput, check_range
from dhstats.games.folder import usual

if TYPE_CHECKING:
    from dhstats.questions.decks.table import Table
    from dhstats.questions.shared.answer import Answer
    from dhstats.simulate.positions.deck_matches import DeckMatches
    from dhstats.simulate.work.checkpoints import Checkpoints

OnePlayer = Annotated[
    str | None, players_option("A: the player of all decks (default: the game's best shipped player).")
]
Deck = Annotated[str, typer.Argument(help="The deck, by its name in the pack.", metavar="DECK")]


@dataclass(frozen=True)
class SetupOfDecks(Setup):
    """What decks are played: a game in which players bring such, its rules, a card pack."""

    game: str = option(usual("decks"), game_option("The game: one in which players bring their own decks."))


DeckSetup = Annotated[SetupOfDecks, "game rules settings pack"]
SEED = ("seed", "The same seed gives the same games (default: a random seed).")
OUT = (
    "out",
    "The folder for finished games and the answer (default: in data/, named after the question; the same question "
    "continues there).",
)
PlayedDecks = Annotated[Playing, FORK_OPTIONS, SEED, OUT]


@dataclass(frozen=True)
class Desk:
    """A question about decks on its way: where they meet, its games, and what is to be said of rules and players."""

    table: Table
    games: Games
    checkpoints: Checkpoints
    side_effects: tuple[str, ...]
    cautions: dict[str, None] = field(default_factory=dict)

    @contextmanager
    def matches(self) -> Iterator[DeckMatches]:
        """Where decks meet, within limits; who plays them is trained first."""
        from dhstats.simulate.positions.deck_matches import DeckMatches

        workers, limits = self.games.means["workers"], self.games.means["budget"]
        with training_bar() as train:
            yield DeckMatches(self.table.bundle, workers, limits, train, self.checkpoints, self.cautions)

    def tell(
        self, answer: Answer, tables: Sequence[Rows], decks: Sequence[str], players: Sequence[str],
        options: Mapping[str, Any], rule_file: str = "",
    ) -> None:  # fmt: skip
        """The findings, their basis, the page, the numbers if wanted, a `rule_file` if found; kept to be told again.

        `decks` are two that met, `options` the others of the command, the deals among them.
        """
        from dhstats.players.learning import trainees
        from dhstats.report.page.next_step import ready
        from dhstats.report.page.numbers import finding_json, opening_json
        from dhstats.report.page.page import Fact, Player
        from dhstats.report.pages.writing import Inquiry

        request, table = self.games.request, self.table
        game, rules = table.bundle.game.name, table.paired(*decks)
        known = [trainees.find(table.bundle, rules, name) for name in players]
        facts = {"strategies": ",".join(players), "seed": table.seed, **options}
        inquiry = Inquiry(
            game, rules.effective, table.rules, tuple(Player(each.name, each.idea, each.source) for each in known),
            int(options["deals"]), tuple(Fact(name.capitalize(), str(value)) for name, value in facts.items()),
            request.text(seed=table.seed, **options), tuple(self.cautions),
        )  # fmt: skip
        answer = ready(noted(answer, self.side_effects), inquiry.command)
        numbers = {
            "game": game, "rules": table.rules, "settings": list(table.settings), "cards": table.label,
            "labels": list(self.cautions), "seed": table.seed, "strategies": list(players), "question": answer.key,
            "method": answer.method, "caution": answer.caution, "opening": opening_json(answer.opening),
            "findings": [finding_json(finding) for finding in answer.findings],
            "tables": {each.key: each.frame.to_dicts() for each in answer.tables},
        }  # fmt: skip
        origin = f"rules {table.rules}, seed {table.seed}, players {', '.join(players)}"
        tell_and_keep(self.games, answer, tables, inquiry, numbers, origin, rule_file)


@contextmanager
def desk_of(table: Table, request: Request, playing: Playing, **meant: str) -> Iterator[Desk]:
    """Where a question is played, or was begun: then with the seed that was drawn for it.

    `meant` is by parameter what was asked where nothing was said. Warns of side effects of rule changes before
    anything is played.
    """
    request = request.meaning(rules=table.rules, **meant)
    folder = folder_of(request, playing)
    changed = table.changed
    side_effects = () if changed is None else warn(table.bundle.game.name, changed)
    with answering(folder) as checkpoints:
        table.go_on(checkpoints.seed)
        yield Desk(table, games_of(request, playing), checkpoints, side_effects)


def command(
    request: Request,
    decks: list[str] | None = argument(
        None, "Decks of the pack (default: all of them).", "[DECK]…", show_default=False
    ),
    strategies: str | None = players_named("A,B,...: the players (default: the game's best shipped player)."),
    *,
    setup: DeckSetup,
    deals: int = number(5_000, "--deals", "Number of deals for each pair."),
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
    from dhstats.questions.decks.table import Table, players_of

    table = Table(setup.experiment("", (), playing.seed), setup.pack)
    names, players = table.decks(decks), players_of(table.usual_player if strategies is None else strategies)
    with desk_of(table, request, playing, strategies=",".join(players)) as desk:
        with desk.matches() as matches, step_bar("playing") as advance:
            played = question.play(
                matches, names, players, table.paired, deals, table.seed,
                lambda done, most: advance(done, most, "deals"),
            )  # fmt: skip
        answer = question.answer(played, table.label, table.about(players))
        leagues = [question.rows(league) for league in (played.decks, played.pairs) if league is not None]
        desk.tell(answer, leagues, names[:2], players, {"deals": deals})


def cards_command(
    request: Request,
    deck: Deck,
    against: str | None = option(None, "A,B: opposing decks (default: all others of the pack)."),
    strategies: OnePlayer = None,
    deals: int = number(4_000, "--deals", "Number of deals on which each card is replaced by blanks."),
    forks: int = number(
        400, "--forks", "Number of deals, for each card and opposing deck, whose games are forked; 0: no forks."
    ),
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
    from dhstats.questions.decks.table import Table, one_player_of

    table = Table(setup.experiment("", (), playing.seed), setup.pack)
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
        more: dict[str, Any] = {}
        by_rival, cards = [], tuple(copies)
        for rival in rivals if forks else ():
            studies = question.studies(table.bundle, table.paired(deck, rival), cards)
            plan = table.experiment(deck, rival, player)
            by_rival.append(desk.games.fork(plan, studies, forks, desk.checkpoints, f"against {rival}, ")[1])
        if forks:
            more = question.told_by_forks(table.bundle, table.paired(deck, deck), cards, by_rival)
        worths = [question.CardWorth(card, copies[card], lost[card], **more.get(card, {})) for card in copies]
        answer = question.answer(worths, deck, rivals, table.label, table.about((player,)))
        desk.tell(answer, [question.rows(worths)], (deck, rivals[0]), (player,), options)


@dataclass(frozen=True)
class Improving:
    """What is tried, and what is kept of it."""

    swaps: int = number(20, "--swaps", "Maximum number of swaps to try.")
    copies: int = number(3, "--copies", "Maximum number of copies of a card that a swap exchanges.")
    worth: str = option("1pp", "Drop a swap as soon as it is certain to gain less than this.")
    alpha: float = option(0.05, "The chance of keeping any swap that is not better.")
    deals: int = number(3_000, "--deals", "Maximum number of deals for each swap.")
    confirm: int = number(5_000, "--confirm", "Number of new deals on which the improved deck is confirmed at the end.")


def improve_command(
    request: Request,
    deck: Deck,
    against: str | None = option(None, "A,B: the opposing decks to improve against (default: all others of the pack)."),
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
    from dhstats.questions.decks.table import Table, one_player_of
    from dhstats.questions.planning.plan import amount

    table = Table(setup.experiment("", (), playing.seed), setup.pack)
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
            bench = question.Workbench(matches, table, deck, rivals, player)
            climb = question.improve(bench, terms, improving.confirm, advance)
        answer = question.answer(climb, deck, table.label, table.about((player,)))
        better: Any = table.paired(deck, deck, climb.changes)
        desk.tell(answer, [question.rows(climb)], (deck, rivals[0]), (player,), options, better.to_toml())
