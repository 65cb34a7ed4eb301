"""`dhstats decks`: every deck of a card pack against every other."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.cautions import noted, warn
from dhstats.cli.answers.kept_answers import Kept, Wanted, answering, folder_of
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion, places
from dhstats.cli.options.limits import MaxTime, Nice, Workers, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Page, Resume
from dhstats.cli.options.setup import Pack, Rules, Settings, players_of, rules_of
from dhstats.cli.terminal.console import Advance, Console, page_of, step_bar, write_json, write_text
from dhstats.errors import BadInput, nearest
from dhstats.quoting import quoted

if TYPE_CHECKING:
    from dhstats.games.title import Constructed, RuleSet, Title
    from dhstats.questions.shared.answer import Answer
    from dhstats.questions.shared.first_screen import About
    from dhstats.report.pages.question_page import Inquiry
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.positions.deck_matches import DeckMatches
    from dhstats.simulate.work.budget import Budget
    from dhstats.simulate.work.checkpoints import Checkpoints

GAME = "dragon"  # the game in which players bring decks
DEALS = 5_000

Game = Annotated[str, typer.Option(help="The game: one in which players bring decks of their own.")]
Strategies = Annotated[
    str | None,
    typer.Option(
        autocompletion=completion.strategies,
        help="A,B,...: who plays (default: the game's best player that comes along).",
    ),
]
Seed = Annotated[int | None, typer.Option(help="Equal seeds give equal games; without one a fresh one is drawn.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="The folder for finished games and the answer (default: in data/, named after the question; the same"
        " question continues or is answered there).",
        metavar="DIR",
        parser=places.path,
    ),
]


def command(
    context: typer.Context,
    decks: Annotated[
        list[str] | None,
        typer.Argument(help="Decks of the pack (default: all of them).", metavar="[DECK]…", show_default=False),
    ] = None,
    strategies: Strategies = None, game: Game = GAME, rules: Rules = None, settings: Settings = None,
    pack: Pack = None, deals: Annotated[int, count("--deals", "Deals that every pair plays.")] = DEALS,
    seed: Seed = None, out: Out = None, page: Page = None, workers: Workers = None, max_time: MaxTime = None,
    nice: Nice = False, resume: Resume = False, json_target: Json = None,
) -> None:  # fmt: skip
    """Let all decks meet on the same deals: who beats whom, how far out each is, and which to bring.

    Every pair of decks begins in turn, a deck keeping its luck, so that deck and seat are not confounded. With several
    strategies every deck is played by each of them, and pairs of deck and strategy are compared as well.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats decks --seed 1

      dhstats decks kill banish mixed --strategies greedy,random --deals 10000 --seed 1

      dhstats decks --pack mine.toml --seed 1
    """
    from dhstats.questions.decks import decks as question

    table = Table(game, rules, settings, pack, seed)
    names, players = table.decks(decks), table.players(strategies)
    request = Request(context, rules=table.rules, strategies=",".join(players))
    with table.begun(out, request, Wanted(page, json_target), resume=resume) as place, step_bar("training") as train:
        with step_bar("playing") as advance:
            matches = place.matches(workers, budget(max_time), train)
            found = question.play(
                matches, names, players, table.paired, deals, table.seed,
                lambda done, most: advance(done, most, "deals"),
            )  # fmt: skip
        console = Console(json_target)
        told = question.answer(found, table.label, table.about(players))
        console.opening(told.opening)
        for league in (found.decks, found.pairs):
            if league is not None:
                console.table(*question.rows(league))
                console.say("")
        asked = Asked(names[:2], players, {"deals": deals})
        table.tell(console, told, asked, place)


@dataclass(frozen=True)
class Asked:
    """What a page says of a question about decks: two that met, who played, other options by name, deals among them."""

    decks: Sequence[str]
    players: Sequence[str]
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Place:
    """Where decks meet: a folder that keeps what is played until all of it is; what has to be said of the players."""

    title: Title
    folder: Path
    checkpoints: Checkpoints
    cautions: dict[str, None]
    request: Request
    wanted: Wanted

    def matches(self, workers: int | None, limits: Budget, train: Advance) -> DeckMatches:
        """Where they meet, within limits."""
        from dhstats.cli.players.train import watching
        from dhstats.simulate.positions.deck_matches import DeckMatches

        return DeckMatches(self.title, workers, limits, watching(train), self.checkpoints, self.cautions)


class Table:
    """Rules under which decks meet, as a command names them."""

    def __init__(
        self, game: str, rules: str | None, settings: list[str] | None, pack: str | None, seed: int | None
    ) -> None:
        """BadInput for a game without decks, for rules or a pack that are none, and for a seed that cannot be."""
        import secrets

        from dhstats.games import catalogue
        from dhstats.simulate.plans.experiment import MAX_SEED

        self.title: Title = catalogue.load(game)
        self.rules, self._pack = rules_of(game, rules), pack
        self._settings = tuple(settings or ())
        self._cautions: dict[str, None] = {}
        if self.title.constructed is None:
            raise BadInput(f"--game {game}: in it nobody brings a deck of their own")
        self.constructed: Constructed = self.title.constructed
        if seed is not None and not 0 <= seed <= MAX_SEED:
            raise BadInput(f"--seed: must be from 0 to {MAX_SEED}, not {seed}")
        self._drawn = seed is None
        self.seed: int = secrets.randbits(32) if seed is None else seed
        self._all = self.constructed.all_decks(self.rules, self._settings, self._pack or "")
        if not self._all:
            raise BadInput(f"--pack {pack or ''}: the pack has no decks")
        one_for_all = self.title.cards(self.rules, self._settings, self._all[0], self._pack)
        alone = self.title.load_rules(self.rules, (*self._settings, *one_for_all))
        if (number := self.title.players(alone.record())) != 2:
            raise BadInput(f"--rules {self.rules}: are for {number} players; decks are compared between two")
        self.label: str = self.title.label(alone.effective)  # whose cards are played with
        self._side_effects: tuple[str, ...] = ()

    def decks(self, named: Sequence[str] | None) -> tuple[str, ...]:
        """The decks of these names, or all; BadInput for one that is none or not legal."""
        for name in named or self._all:
            if name not in self._all:
                raise BadInput(f"deck {quoted(name)}: none of the pack; {nearest(name, self._all)}")
            self.paired(name, name)
        return tuple(named or self._all)

    def players(self, strategies: str | None) -> tuple[str, ...]:
        """Who plays."""
        named = players_of(self.title.game.name, strategies)
        found = tuple(name.strip() for name in named.split(",") if name.strip())
        if not found:
            raise BadInput(f"--strategies: name at least one, not {strategies!r}")
        return found

    def one_player(self, strategies: str | None) -> tuple[str, ...]:
        """The one who plays all decks; BadInput for more."""
        if len(found := self.players(strategies)) != 1:
            raise BadInput(f"--strategies: one, who plays all decks, not {', '.join(found)}")
        return found

    def paired(self, one: str, other: str, changes: Sequence[str] = ()) -> RuleSet:
        """The rules under which two decks meet, with more keys set on top."""
        cards = self.title.cards(self.rules, self._settings, f"{one},{other}", self._pack)
        return self.title.load_rules(self.rules, (*self._settings, *cards, *changes))

    def experiment(self, one: str, other: str, player: str) -> Experiment:
        """Games between two decks in the same hands, either of them beginning once in every deal."""
        from dhstats.simulate.plans.experiment import Experiment

        cards = self.title.cards(self.rules, self._settings, f"{one},{other}", self._pack)
        return Experiment(
            f"{one}-{other}", "", self.title.game.name, self.rules, (*self._settings, *cards), (player,),
            seed=self.seed, moves="none",
        )  # fmt: skip

    def about(self, players: Sequence[str]) -> About:
        """What a question about these decks is about."""
        from dhstats.questions.shared.first_screen import About, game_name

        rules = self.paired(self._all[0], self._all[0]).effective
        return About(game_name(self.title.game.name, rules), self.title.game.name, tuple(players))

    @contextmanager
    def begun(self, out: Path | None, request: Request, wanted: Wanted, *, resume: bool) -> Iterator[Place]:
        """Where this question is played, or was begun: then with the seed that was drawn for it.

        Warns of side effects of rule changes before anything is played.
        """
        folder = folder_of(out, request, wanted, resume=resume)
        if self._settings or self.rules not in self.title.shipped_rules():
            cards = self.title.cards(self.rules, self._settings, None, self._pack)
            named = self.title.load_rules(self.rules, (*self._settings, *cards))
            self._side_effects = warn(self.title.game.name, named)
        with answering(folder) as checkpoints:
            self.seed = checkpoints.seed if checkpoints.seed is not None and self._drawn else self.seed
            yield Place(self.title, folder, checkpoints, self._cautions, request, wanted)

    def tell(self, console: Console, told: Answer, asked: Asked, place: Place, rule_file: str = "") -> None:
        """The findings, what they rest on, the page, and the numbers if they are wanted; kept to be told again.

        `rule_file` is the text of the rules that were found, where there are such.
        """
        from dhstats.report.pages.question_page import for_studies
        from dhstats.report.pages.writing import write_inquiry

        told = noted(told, self._side_effects)
        wanted = place.wanted
        inquiry = self._inquiry(asked, place.request.text(seed=self.seed, **asked.options))
        page = write_inquiry(told, inquiry, wanted.page or page_of(place.folder))
        console.say(*(f"• {finding.text}" for finding in told.findings), "", told.method, told.caution)
        console.say(*self._cautions)
        console.say(f"rules {self.rules}, seed {self.seed}, players {', '.join(asked.players)}")
        numbers = json.dumps(self._numbers(told, asked.players), indent=1, ensure_ascii=False)
        study = for_studies(told, inquiry)
        Kept(place.folder, place.request).write(page, numbers, self.seed, console.said, rule_file, study)
        console.say(f"kept: {place.folder}", f"report: {page}")
        if wanted.json_target:
            write_json(wanted.json_target, numbers)
        if wanted.rule_file is not None:
            write_text(str(wanted.rule_file), rule_file)
            console.say(f"rule file with the new deck: {wanted.rule_file}")

    def _inquiry(self, asked: Asked, command: str) -> Inquiry:
        """Where the numbers of a page come from."""
        from dhstats.players import trainees
        from dhstats.report.page.page import Fact, Player
        from dhstats.report.pages.question_page import Inquiry

        one, other = asked.decks
        rules = self.paired(one, other)
        known = [trainees.find(self.title, rules, name) for name in asked.players]
        told = {"strategies": ",".join(asked.players), "seed": self.seed, **asked.options}
        facts = [Fact(name.capitalize(), str(value)) for name, value in told.items()]
        return Inquiry(
            self.title.game.name, rules.effective, self.rules,
            tuple(Player(each.name, each.idea, each.source) for each in known),
            int(asked.options["deals"]), tuple(facts), command, tuple(self._cautions),
        )  # fmt: skip

    def _numbers(self, told: Answer, players: Sequence[str]) -> dict[str, Any]:
        from dhstats.report.page.numbers import finding_json, opening_json

        return {
            "game": self.title.game.name, "rules": self.rules, "settings": list(self._settings), "cards": self.label,
            "labels": list(self._cautions),
            "seed": self.seed, "strategies": list(players), "question": told.key, "method": told.method,
            "caution": told.caution, "opening": opening_json(told.opening),
            "findings": [finding_json(finding) for finding in told.findings],
            "tables": {each.key: each.frame.to_dicts() for each in told.tables},
        }  # fmt: skip
