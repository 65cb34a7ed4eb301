"""`dhstats mechanisms` and `dhstats probe`: questions for which players are trained."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.cautions import warn
from dhstats.cli.answers.kept_answers import Kept, Wanted, answering, folder_of
from dhstats.cli.answers.request import Request
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count
from dhstats.cli.options.places import Json, Page
from dhstats.cli.options.setup import GAME, Decks, Game, Pack, Rules, Settings, loaded, rules_of
from dhstats.cli.terminal.console import Console, page_of, step_bar, write_json
from dhstats.errors import BadInput, nearest

if TYPE_CHECKING:
    from dhstats.games.title import RuleSet, Title
    from dhstats.players.trained import Recipe
    from dhstats.questions.shared.answer import Answer
    from dhstats.questions.shared.first_screen import About
    from dhstats.report.page.page import Player
    from dhstats.stats.intervals.blocks import Estimate

Deals = Annotated[int, count("--deals", "Deals that each pair of players plays, both seats of each.")]
Seed = Annotated[int | None, typer.Option(help="Equal seeds give equal answers; without one a fresh one is drawn.")]
Games = Annotated[int, count("--training-games", "Games that each player learns from.")]
STANDARD = 300_000


def mechanisms(
    context: typer.Context,
    restrictions: Annotated[str | None, typer.Option(help="A,B: restrictions (default: all of the game).")] = None,
    rules: Rules = None,
    settings: Settings = None,
    game: Game = GAME,
    decks: Decks = None,
    pack: Pack = None,
    deals: Deals = 20_000,
    seed: Seed = None,
    training_games: Games = STANDARD,
    page: Page = None,
    json_target: Json = None,
) -> None:
    """What each mechanism of the game is worth: what a player loses who learnt to do without it.

    Examples:

      dhstats mechanisms --seed 1

      dhstats mechanisms --restrictions no_figure,no_ships --set great_dragon.points=6 --seed 1
    """
    from dhstats.cli.players.train import watching
    from dhstats.players import trained, trainees
    from dhstats.players.match import cautions_of
    from dhstats.players.thinking import learning_of
    from dhstats.questions.training import mechanisms as question
    from dhstats.report.page.page import Player

    title, chosen = loaded(game, rules, settings, decks, pack)
    warn(game, chosen)
    known = dict(learning_of(title.game).restrictions)
    names = _names(restrictions, tuple(known))
    for name in names:
        if name not in known:
            raise BadInput(f"--restrictions: {name!r} is none of {game}; {nearest(name, known)}")
    number, recipe = _checked(deals, seed), _recipe(training_games)
    request = Request(context, rules=rules_of(game, rules), restrictions=",".join(names))
    wanted = Wanted(page, json_target)
    with answering(folder_of(None, request, wanted, resume=True)):
        with step_bar("training") as advance:
            expert = trainees.find(title, chosen, "expert", watching(advance), recipe or trained.STANDARD)
            found = question.mechanisms(title, chosen, expert, names, deals, number, recipe, watching(advance))
        console = Console(json_target)
        rows = [[m.restriction, *_told(m.score, 100.0), *_told(m.lead, 1.0)] for m in found]
        trial = _Trial(request, wanted, title, chosen, number, deals, cautions_of([expert]))
        players = [Player(expert.name, expert.idea, expert.source)]
        players += [
            Player(f"expert:{name}", f"the same, trained as a player who {known[name]}", "trained") for name in names
        ]
        told = question.answer(found, title.label(chosen.effective), trial.about(players))
        console.opening(told.opening)
        console.table(["restriction", "score %", "interval", "points ahead", "interval"], rows)
        trial.tell(console, told, players, trial.numbers(told, [asdict(m) for m in found]))


def probe(
    context: typer.Context,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            help="Players (default: all scripts and expert).", metavar="[PLAYER]…", autocompletion=completion.strategies
        ),
    ] = None,
    rules: Rules = None,
    settings: Settings = None,
    game: Game = GAME,
    decks: Decks = None,
    pack: Pack = None,
    deals: Deals = 20_000,
    seed: Seed = None,
    training_games: Games = STANDARD,
    page: Page = None,
    json_target: Json = None,
) -> None:
    """How exploitable players are: what the best counter-player found by training scores against each.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats probe --seed 1

      dhstats probe dragon_hunter mybots.py:patient --rules kosmos --seed 1
    """
    from dhstats.cli.players.train import watching
    from dhstats.players import trainees
    from dhstats.players.match import cautions_of
    from dhstats.questions.training import probe as question
    from dhstats.report.page.page import Player

    title, chosen = loaded(game, rules, settings, decks, pack)
    warn(game, chosen)
    names = tuple(players or (*title.shipped_strategies(), "expert"))
    number, recipe = _checked(deals, seed), _recipe(training_games)
    request, wanted = Request(context, rules=rules_of(game, rules), players=list(names)), Wanted(page, json_target)
    with answering(folder_of(None, request, wanted, resume=True)):
        with step_bar("training") as advance:
            known = [trainees.find(title, chosen, name, watching(advance)) for name in names]
            expert = trainees.find(title, chosen, "expert", watching(advance))
            found = question.probes(title, chosen, expert, known, deals, number, recipe, watching(advance))
        console = Console(json_target)
        rows = [
            [p.player, *_told(p.counter, 100.0), f"{100 * p.expert.value:.1f}", *_told(p.gain, 100.0)] for p in found
        ]
        trial = _Trial(request, wanted, title, chosen, number, deals, cautions_of([*known, expert]))
        shown = [Player(each.name, each.idea, each.source) for each in known]
        told = question.answer(found, title.label(chosen.effective), trial.about(shown))
        console.opening(told.opening)
        console.table(["player", "counter %", "interval", "expert %", "gain", "interval"], rows)
        trial.tell(console, told, shown, trial.numbers(told, [asdict(p) for p in found]))


def _names(text: str | None, everything: tuple[str, ...]) -> tuple[str, ...]:
    chosen = tuple(dict.fromkeys(name.strip() for name in (text or "").split(",") if name.strip()))
    return chosen or everything


def _checked(deals: int, seed: int | None) -> int:
    """The seed, given or drawn; BadInput for numbers that cannot be."""
    if not 2 <= deals <= 10**7:
        raise BadInput(f"--deals: must be from 2 to 10,000,000, not {deals:,}")
    if seed is not None and not 0 <= seed < 2**64:
        raise BadInput(f"--seed: must be from 0 to {2**64 - 1}, not {seed}")
    return secrets.randbits(32) if seed is None else seed


def _recipe(games: int) -> Recipe | None:
    """The standard recipe, whose players come along or are kept, or one with another number of games."""
    from dhstats.players.trained import Recipe
    from dhstats.players.training import checked

    return None if games == STANDARD else checked(Recipe(games=games, rounds=max(1, min(100, games)), keep="best"))


def _told(found: Estimate, factor: float) -> tuple[str, str]:
    from dhstats.questions.shared import words

    interval = found.interval
    return words.number(factor * found.value, 1), words.between(interval, 1, factor=factor)


@dataclass(frozen=True)
class _Trial:
    """Games that were played for an answer, which alone is kept: what was asked, under which rules, with which seed.

    `cautions` are what has to be said of the players.
    """

    request: Request
    wanted: Wanted
    title: Title
    rules: RuleSet
    seed: int
    deals: int
    cautions: tuple[str, ...]

    def about(self, players: Sequence[Player]) -> About:
        """What the question is about."""
        from dhstats.questions.shared.first_screen import About, game_name

        game = self.title.game.name
        return About(game_name(game, self.rules.effective), game, tuple(each.name for each in players))

    def tell(self, console: Console, told: Answer, players: Sequence[Player], numbers: dict[str, Any]) -> None:
        """The findings, what they rest on, the page, and the numbers if they are wanted; kept to be told again."""
        from dhstats.report.page.page import Fact
        from dhstats.report.pages.question_page import Inquiry, for_studies
        from dhstats.report.pages.writing import write_inquiry

        inquiry = Inquiry(
            self.title.game.name, self.rules.effective, self.rules.name, tuple(players), self.deals,
            (Fact("Deals", f"{self.deals:,}"), Fact("Seed", str(self.seed))),
            self.request.text(seed=self.seed, deals=self.deals), self.cautions,
        )  # fmt: skip
        file = write_inquiry(told, inquiry, self.wanted.page or page_of(self.request.folder))
        console.say("", *(f"• {finding.text}" for finding in told.findings), "", told.method, told.caution)
        console.say(*self.cautions)
        console.say(f"rules {self.rules.name} ({self.rules.hash[:12]}), seed {self.seed}")
        text = json.dumps(numbers, indent=1, ensure_ascii=False)
        study = for_studies(told, inquiry)
        Kept(self.request.folder, self.request).write(file, text, self.seed, console.said, study=study)
        console.say(f"kept: {self.request.folder}", f"report: {file}")
        if self.wanted.json_target:
            write_json(self.wanted.json_target, text)

    def numbers(self, told: Answer, found: list[dict[str, Any]]) -> dict[str, Any]:
        """The same for programs."""
        from dhstats.report.page.numbers import opening_json

        return {
            "rules": self.rules.name, "rules_hash": self.rules.hash, "seed": self.seed,
            "opening": opening_json(told.opening), "method": told.method, "labels": list(self.cautions),
            "results": found,
        }  # fmt: skip
