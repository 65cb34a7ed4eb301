"""Questions for which players are trained, on their way: what is asked, an answer that alone is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.cautions import warn
from dhstats.cli.answers.kept_answers import Found, tell
from dhstats.cli.options.numbers import count
from dhstats.cli.options.playing import Playing
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Setup
from dhstats.cli.terminal.console import Rows

if TYPE_CHECKING:
    from dhstats.games.bundle import GameBundle
    from dhstats.games.ruleset import RuleSet
    from dhstats.players.trained import Recipe
    from dhstats.questions.shared.answer import Answer
    from dhstats.questions.shared.first_screen import About
    from dhstats.report.page.page import Player

Deals = Annotated[int, count("--deals", "Deals that each pair of players plays, both seats of each.")]
DEALS, STANDARD = 20_000, 300_000


@dataclass(frozen=True)
class TrialPlaying(Playing):
    """How players are trained, and where the answer goes."""

    seed: Annotated[
        int | None, typer.Option(help="Equal seeds give equal answers; without one a fresh one is drawn.")
    ] = None
    training_games: Annotated[int, count("--training-games", "Games that each player learns from.")] = STANDARD

    @property
    def recipe(self) -> Recipe | None:
        """The standard recipe, whose players come along or are kept, or one with another number of games."""
        from dhstats.players.trained import Recipe
        from dhstats.players.training import checked

        games = self.training_games
        return None if games == STANDARD else checked(Recipe(games=games, rounds=max(1, min(100, games)), keep="best"))


Played = Annotated[TrialPlaying, "seed training_games page json_target"]


@dataclass(frozen=True)
class Trial:
    """Games that are played for an answer, which alone is kept: what was asked, under which rules, with which seed."""

    request: Request
    playing: TrialPlaying
    bundle: GameBundle
    rules: RuleSet
    seed: int
    deals: int

    def meaning(self, **meant: Any) -> Trial:
        """The same, saying by parameter what is meant where nothing was said."""
        return replace(self, request=self.request.meaning(**meant))

    def about(self, players: Sequence[Player]) -> About:
        """What the question is about."""
        from dhstats.questions.shared.first_screen import About, game_name

        game = self.bundle.game.name
        return About(game_name(game, self.rules.effective), game, tuple(each.name for each in players))

    def tell(
        self, told: Answer, rows: Rows, found: Sequence[Any], players: Sequence[Player], cautions: tuple[str, ...]
    ) -> None:
        """The findings, what they rest on, the page, and the numbers if they are wanted; kept to be told again.

        `cautions` are what has to be said of the players.
        """
        from dhstats.report.page.next_step import ready
        from dhstats.report.page.page import Fact
        from dhstats.report.pages.question_page import Inquiry

        inquiry = Inquiry(
            self.bundle.game.name, self.rules.effective, self.rules.name, tuple(players), self.deals,
            (Fact("Deals", f"{self.deals:,}"), Fact("Seed", str(self.seed))),
            self.request.text(seed=self.seed, deals=self.deals), cautions,
        )  # fmt: skip
        told = ready(told, inquiry.command)
        origin = f"rules {self.rules.name} ({self.rules.hash[:12]}), seed {self.seed}"
        numbers = self._numbers(told, found, cautions)
        tell(Found(told, [rows], inquiry, numbers, origin), self.request, self.playing, self.seed)

    def _numbers(self, told: Answer, found: Sequence[Any], cautions: Sequence[str]) -> dict[str, Any]:
        """The same for programs."""
        from dhstats.report.page.numbers import opening_json

        return {
            "rules": self.rules.name, "rules_hash": self.rules.hash, "seed": self.seed,
            "opening": opening_json(told.opening), "method": told.method, "labels": list(cautions),
            "results": [asdict(each) for each in found],
        }  # fmt: skip


def trial_of(request: Request, setup: Setup, deals: int, playing: TrialPlaying) -> Trial:
    """What is asked, with the seed that was named or is drawn now; warns of side effects of rule changes."""
    from dhstats.questions.training.trials import seed_of

    bundle, rules = setup.load()
    warn(setup.game, rules)
    seed = seed_of(deals, playing.seed)
    return Trial(request.meaning(rules=setup.rule_set), playing, bundle, rules, seed, deals)
