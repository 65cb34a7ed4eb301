"""What a search through rule sets plays with: players who know them, games in a folder, one bar over all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.games import Games
from dhstats.cli.rules.goals import KeptGames
from dhstats.cli.terminal.console import learnt, step_bar

if TYPE_CHECKING:
    from dhstats.players.learning.training import Lap
    from dhstats.questions.goals.goal import Goals
    from dhstats.questions.redesigns.redesign import Lab
    from dhstats.simulate.plans.experiment import Experiment


@dataclass(frozen=True)
class Plan:
    """What a command does: its bar's title, where the games of the rules as they are lie, of how many deals at most.

    α and the most deals of a goal; whether finalists get experts from nothing; games that a counter-player learns from.
    From `usual` deals on goals are played for only as long as the most should do.
    """

    title: str
    base: str
    deals: int
    alpha: float
    full: bool = False
    probing: int = 0
    usual: int = 0


@contextmanager
def laboratory(goals: Goals, games: Games, plan: Plan) -> Iterator[tuple[Lab, Experiment]]:
    """Everything that rule sets are played with; and the first games of the rules as they are, by who searches."""
    from dhstats import machine
    from dhstats.questions.goals.checking import Terms
    from dhstats.questions.goals.levers import NOTHING
    from dhstats.questions.goals.sources import FIRST_GAMES, Playing, first_games
    from dhstats.questions.redesigns.players import Players
    from dhstats.questions.redesigns.proof import under
    from dhstats.questions.redesigns.redesign import Lab, levers_of
    from dhstats.quoting import file_name

    folder, limits = games.folder, games.playing.limits
    workers = games.means["workers"] or machine.processors()
    with step_bar(plan.title) as advance:

        def watch(what: str, done: int, most: int) -> None:
            advance(done, most, what)
            limits.check(str(folder), "the games played are kept")

        @cache
        def place(name: str) -> Playing:
            return KeptGames(replace(games, folder=folder.joinpath(*map(file_name, name.split("/", 1)))))

        def training(name: str, lap: Lap) -> None:
            advance(*learnt(name, lap))

        players = Players(goals, levers_of(goals), folder / "players", workers, plan.full, training, watch)
        there = under(goals, NOTHING, players.searching(NOTHING))
        first = replace(first_games(there, plan.deals), seed=games.playing.seed)
        begun = "/".join(map(file_name, (*plan.base.split("/", 1), FIRST_GAMES)))
        first = warn_of(games.as_begun(first, begun).with_seed())
        assert first.seed is not None
        terms = Terms(plan.alpha, plan.deals, first.seed, usual=min(plan.usual, plan.deals))
        yield Lab(players, place, terms, watch, plan.probing), first
