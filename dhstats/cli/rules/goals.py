"""`dhstats goals`: what a game is meant to be, and whether it is."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats import programs
from dhstats.cli.answers.games import Games, games_of, warn_of
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import FILE, JsonResult, game_option, number, option, rules_named
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import OF_GOALS, PlayedRuns, SetupOfFile
from dhstats.cli.terminal.console import Console, show_rows, step_bar, training_bar, write_text
from dhstats.errors import BadInput
from dhstats.games.folder import USUAL
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dhstats.games.bundle import GameBundle
    from dhstats.players.match import Lineup
    from dhstats.players.positions.forks import Forked
    from dhstats.questions.goals.sources import Part
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.positions.deck_matches import DeckMatch
    from dhstats.simulate.positions.forks import Study
    from dhstats.storage import Run

MISSED = 1  # the exit code where not all goals are met
MOST = 32_000  # deals of a goal, unless somebody says otherwise


def group() -> None:
    """Set goals for a game, and check whether it meets them."""


File = Annotated[Path, typer.Argument(help="A goals file (TOML).", metavar="FILE", parser=path)]


def list_quantities(
    game: str = option(USUAL, game_option()),
    rules: str | None = rules_named("The rules, which set the number of players (default: the game's usual rules)."),
    json_target: JsonResult = None,
) -> None:
    """List the quantities that goals of a game can use, and how to write them.

    Example: dhstats goals list --game dragonwood
    """
    from dhstats.games import catalogue
    from dhstats.questions.goals.quantity import Setting
    from dhstats.questions.goals.quantity import catalogue as quantities

    bundle = catalogue.load(game)
    source = rules or bundle.default_rules
    setting = Setting(bundle, bundle.rule_files.load(source, ()), source, ())
    show_rows(["goal", "for example", "meaning"], list(quantities(setting)), json_target)


def new(
    game: Annotated[str, typer.Argument(help="A game, or a game file (game.py), which is executed.", metavar="GAME")],
    rules: str | None = rules_named("The rules that the goals are about (default: the game's usual rules)."),
    target: Path | None = option(None, "The goals file (default: GAME-goals.toml).", "--out", **FILE),
) -> None:
    """Write a goals file to start from: every quantity of a game, with usual ranges and a comment on each.

    Quantities whose range only you can know are listed with a # before them.

    Examples:

      dhstats goals new dragonwood

      dhstats goals new my_game.py --out goals.toml
    """
    from dhstats.games import catalogue
    from dhstats.questions.goals.quantity import Setting
    from dhstats.questions.goals.starting import draft

    name = catalogue.name_of(game)
    file = target or Path(f"{file_name(catalogue.short(name))}-goals.toml")
    bundle = catalogue.load(name)
    source = rules or bundle.default_rules
    setting = Setting(bundle, bundle.rule_files.load(source, ()), source, ())
    # A goals file names other files from its own folder
    game_there, rules_there = (
        os.path.relpath(each, file.parent) if programs.is_path(each) or each.endswith(".toml") else each
        for each in (game, source)
    )
    write_text(str(file), draft(setting, game_there, rules_there, catalogue.title(name)))
    allowed = " --run-code" if programs.is_path(game) else ""
    again = f"  dhstats goals check {shlex.quote(str(file))}{allowed} --seed 1"
    Console().say(f"{file}: goals to start from. Change the ranges; then:", again)


@dataclass(frozen=True)
class KeptGames:
    """The games of goals in a folder: runs under their names, and forks."""

    games: Games
    runs: dict[str, Run] = field(default_factory=dict)  # those that are played or opened already

    def play(self, plan: Experiment, name: str) -> Run:
        """Plays games, or opens them where they were played before."""
        if name not in self.runs:
            self.runs[name] = self.games.play(plan, self.games.folder / file_name(name))
        return self.runs[name]

    def fork(self, plan: Experiment, studies: Sequence[Study], deals: int, label: str) -> tuple[Lineup, Forked]:
        """Forks games at one moment; those that are done are kept."""
        from dhstats.simulate.work.checkpoints import opened

        with opened(self.games.folder) as checkpoints:
            lineup, found = self.games.fork(plan, studies, deals, checkpoints, label)
        return lineup, found[studies[0].moment]

    def meet(self, bundle: GameBundle, matches: Sequence[DeckMatch], seed: int, part: Part) -> Any:
        """Lets decks meet on the deals of a part; those that are done are kept."""
        from dhstats.simulate.positions.deck_matches import DeckMatches
        from dhstats.simulate.work.checkpoints import opened

        means = self.games.means
        with opened(self.games.folder) as checkpoints, training_bar() as train, step_bar("playing") as advance:
            decks = DeckMatches(bundle, means["workers"], means["budget"], train, checkpoints)
            return decks.scores(
                matches, seed, part.first, part.deals, lambda done, most: advance(done, most, "deals of decks")
            )


def check(
    request: Request,
    file: File,
    alpha: float = option(0.05, "The chance of claiming that a goal is met when it is not."),
    deals: int = number(MOST, "--deals", "Maximum number of deals to play for a goal."),
    *,
    setup: Annotated[
        SetupOfFile, OF_GOALS, ("rules", "Check these rules instead of the file's: a shipped rule set or a rule file.")
    ],
    playing: PlayedRuns,
) -> None:
    """Check whether a game meets its goals: play until each goal is met or missed, and say which.

    Exit code 0 if all goals are met, 1 if some are missed or still open.

    Examples:

      dhstats goals check simulations/goals/dragonheart.toml --seed 1
      dhstats goals check simulations/goals/dragonheart.toml --rules kosmos --seed 1
      dhstats goals check simulations/goals/dragonheart.toml --set great_dragon.points=9 --seed 1
    """
    from dhstats.questions.goals.answers import answer
    from dhstats.questions.goals.checking import Terms
    from dhstats.questions.goals.checking import check as checked
    from dhstats.questions.goals.goal import Instead, read
    from dhstats.questions.goals.sources import FIRST_GAMES, first_games

    check_alpha(alpha)
    if deals < 1:
        raise BadInput(f"--deals: must be at least 1, not {deals}")
    goals = read(file, Instead(setup.rules, setup.changes))
    games = games_of(request, playing)
    first = warn_of(games.as_begun(replace(first_games(goals, deals), seed=playing.seed), FIRST_GAMES).with_seed())
    assert first.seed is not None
    kept = KeptGames(games)
    verdict = checked(goals, Terms(alpha, deals, first.seed), kept)
    run = kept.play(first, FIRST_GAMES)
    publish(games, first, run, answer(verdict, run))
    raise typer.Exit(0 if verdict.standing == "met" else MISSED)


def check_alpha(alpha: float) -> None:
    """BadInput for a chance of error that cannot be."""
    if not 0.0 < alpha < 0.5:
        raise BadInput(f"--alpha: must lie between 0 and 0.5, not {alpha:g}")


COMMANDS = {"list": list_quantities, "new": new, "check": check}
