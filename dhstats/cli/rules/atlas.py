"""`dhstats atlas`: the rules of a game laid out: what every key does, and a map of the games that they hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.games import Games, games_of
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options.numbers import count
from dhstats.cli.options.playing import PlayedRuns
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Setup
from dhstats.cli.rules.goals import File, KeptGames
from dhstats.cli.terminal.console import learnt, step_bar
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.players.training import Lap
    from dhstats.questions.atlases.atlas import Extent
    from dhstats.questions.goals.goals_file import Goals
    from dhstats.questions.redesigns.redesign import Lab
    from dhstats.simulate.plans.experiment import Experiment

BASE = Path("base")  # where games of the rules as they are lie, from which a page takes rules and players
ALPHA = 0.05


@dataclass(frozen=True)
class Drawing:
    """How large an atlas is."""

    rule_sets: Annotated[int, count("--rule-sets", "Rule sets that are drawn from the space and played.")] = 200
    more: Annotated[int, count("--more", "Further rule sets, to fill empty cells of the map.")] = 60
    deals: Annotated[int, count("--deals", "Deals on which each rule set is played.")] = 500
    again: Annotated[int, count("--again", "Fresh deals on which each rule set on the map is played again.")] = 2_000
    axes: Annotated[
        str, typer.Option(help="The two goals along the sides of the map, as turns,settled_by.50 (default: chosen).")
    ] = ""

    def extent(self) -> Extent:
        """The same for the question; BadInput for numbers that are too small."""
        from dhstats.questions.atlases.atlas import Extent
        from dhstats.stats.sequential.sequences import FIRST_LOOK

        for name, value, least in (
            ("--rule-sets", self.rule_sets, 1), ("--more", self.more, 0), ("--deals", self.deals, 100),
            ("--again", self.again, FIRST_LOOK),
        ):  # fmt: skip
            if value < least:
                raise BadInput(f"{name}: must be at least {least}, not {value}")
        return Extent(self.rule_sets, self.more, self.deals, self.again, self.axes)


def command(
    request: Request,
    file: File,
    *,
    drawing: Annotated[Drawing, "rule_sets more deals again axes"],
    setup: Annotated[
        Setup, "rules settings", ("rules", "Lay these rules out instead: a shipped rule set or a rule file.")
    ],
    playing: PlayedRuns,
) -> None:
    """Lay the rules out: what every key does to every goal, and a map of the games that can be made of them.

    The goals file says in its table of changes which keys may have which levels. Rule sets are drawn from all that
    these make; each is played on the same deals by players who know its rules. The page says how much of what
    differs between rule sets each key decides, and draws a map of games: in every cell the rule set that comes
    nearest to all goals.

    Examples:

      dhstats atlas simulations/goals/dragonheart.toml --seed 1

      dhstats atlas mine.toml --axes turns,item.great_dragon --rule-sets 400 --seed 1
    """
    from dhstats.questions.atlases.atlas import atlas, checked
    from dhstats.questions.atlases.draw import drawn
    from dhstats.questions.atlases.words import answer
    from dhstats.questions.goals.goals_file import Instead, read
    from dhstats.questions.goals.sources import FIRST_GAMES
    from dhstats.questions.redesigns.redesign import levers_of

    extent = drawing.extent()
    goals = read(file, Instead(setup.rules, setup.changes))
    checked(goals, extent)
    drawn(levers_of(goals), extent.rule_sets, 0)  # refuses a space that is none before anything is played
    games = games_of(request, playing).unannounced
    with _lab(goals, games, extent) as (lab, first):
        run = lab.place(str(BASE)).play(first, FIRST_GAMES)
        found = atlas(goals, lab, extent)
    publish(games, first, run, answer(found, run))


@contextmanager
def _lab(goals: Goals, games: Games, extent: Extent) -> Iterator[tuple[Lab, Experiment]]:
    """Everything that an atlas plays with, under one bar; and the games of the rules as they are."""
    from dhstats import machine
    from dhstats.questions.goals.checking import Terms
    from dhstats.questions.goals.levers import NOTHING
    from dhstats.questions.goals.sources import FIRST_GAMES, Playing, first_games
    from dhstats.questions.redesigns.players import Players
    from dhstats.questions.redesigns.proof import under
    from dhstats.questions.redesigns.redesign import Lab, levers_of
    from dhstats.quoting import file_name

    folder = games.folder
    workers, limits = games.means["workers"] or machine.processors(), games.playing.limits
    with step_bar("laying out") as advance:

        def watch(what: str, done: int, most: int) -> None:
            advance(done, most, what)
            limits.check(str(folder), "what was played is kept")

        def place(name: str) -> Playing:
            return KeptGames(replace(games, folder=folder.joinpath(*map(file_name, name.split("/", 1)))))

        def training(name: str, lap: Lap) -> None:
            advance(*learnt(name, lap))

        players = Players(goals, levers_of(goals), folder / "players", workers, False, training, watch)
        there = under(goals, NOTHING, players.searching(NOTHING))
        first = replace(first_games(there, extent.deals), seed=games.playing.seed)
        first = warn_of(games.as_begun(first, str(BASE / file_name(FIRST_GAMES))).with_seed())
        assert first.seed is not None
        yield Lab(players, place, Terms(ALPHA, extent.deals, first.seed), watch), first
