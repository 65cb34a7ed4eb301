"""Commands about decks on their way: rules under which they meet, a folder that keeps what is played, an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.cautions import noted, warn
from dhstats.cli.answers.games import Games, games_of
from dhstats.cli.answers.kept_answers import answering, folder_of, tell
from dhstats.cli.options.playing import FORKS, Playing
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Setup, game_option, players_option
from dhstats.cli.terminal.console import Rows, training_bar
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

    game: Annotated[str, game_option("The game: one in which players bring their own decks.")] = usual("decks")


DeckSetup = Annotated[SetupOfDecks, "game rules settings pack"]
SEED = ("seed", "The same seed gives the same games (default: a random seed).")
OUT = (
    "out",
    "The folder for finished games and the answer (default: in data/, named after the question; the same question "
    "continues there).",
)
PlayedDecks = Annotated[Playing, FORKS, SEED, OUT]


@dataclass(frozen=True)
class Asked:
    """What a page says of a question about decks: two that met, who played, other options by name, deals among them."""

    decks: Sequence[str]
    players: Sequence[str]
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Desk:
    """A question about decks on its way: where they meet, in games that are kept until all are played.

    `side_effects` are those of the rules that were changed, `cautions` what has to be said of the players.
    """

    table: Table
    games: Games
    checkpoints: Checkpoints
    side_effects: tuple[str, ...]
    cautions: dict[str, None] = field(default_factory=dict)

    @contextmanager
    def matches(self) -> Iterator[DeckMatches]:
        """Where decks meet, within limits; who plays them is trained first."""
        from dhstats.simulate.positions.deck_matches import DeckMatches

        means = self.games.means
        with training_bar() as train:
            yield DeckMatches(
                self.table.bundle, means["workers"], means["budget"], train, self.checkpoints, self.cautions
            )

    def tell(self, told: Answer, tables: Sequence[Rows], asked: Asked, rule_file: str = "") -> None:
        """The findings, what they rest on, the page, and the numbers if they are wanted; kept to be told again.

        `rule_file` is the text of the rules that were found, where there are such.
        """
        from dhstats.players.learning import trainees
        from dhstats.report.page.next_step import ready
        from dhstats.report.page.numbers import finding_json, opening_json
        from dhstats.report.page.page import Fact, Player
        from dhstats.report.pages.question_page import Inquiry

        request, table, players = self.games.request, self.table, list(asked.players)
        game, rules = table.bundle.game.name, table.paired(*asked.decks)
        known = [trainees.find(table.bundle, rules, name) for name in players]
        facts = {"strategies": ",".join(players), "seed": table.seed, **asked.options}
        inquiry = Inquiry(
            game, rules.effective, table.rules, tuple(Player(each.name, each.idea, each.source) for each in known),
            int(asked.options["deals"]), tuple(Fact(name.capitalize(), str(value)) for name, value in facts.items()),
            request.text(seed=table.seed, **asked.options), tuple(self.cautions),
        )  # fmt: skip
        told = ready(noted(told, self.side_effects), inquiry.command)
        numbers = {
            "game": game, "rules": table.rules, "settings": list(table.settings), "cards": table.label,
            "labels": list(self.cautions), "seed": table.seed, "strategies": players, "question": told.key,
            "method": told.method, "caution": told.caution, "opening": opening_json(told.opening),
            "findings": [finding_json(finding) for finding in told.findings],
            "tables": {each.key: each.frame.to_dicts() for each in told.tables},
        }  # fmt: skip
        origin = f"rules {table.rules}, seed {table.seed}, players {', '.join(players)}"
        tell(self.games, told, tables, inquiry, numbers, origin, rule_file)


def table_of(setup: Setup, playing: Playing) -> Table:
    """The rules under which decks meet; BadInput where none can."""
    from dhstats.questions.decks.table import Table

    return Table(setup.experiment("", (), playing.seed), setup.pack)


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
