"""`dhstats atlas`: the rules of a game laid out: what every key does, and a map of the games that they hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.games import games_of
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options.numbers import count
from dhstats.cli.options.playing import PlayedRuns
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import OF_GOALS, SetupOfGoals
from dhstats.cli.rules.goals import File
from dhstats.cli.rules.laboratory import Plan, laboratory
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.questions.atlases.atlas import Extent

ATLAS_BASE = "base"  # where games of the rules as they are lie, from which a page takes rules and players
ALPHA = 0.05


@dataclass(frozen=True)
class Drawing:
    """How large an atlas is."""

    rule_sets: Annotated[int, count("--rule-sets", "Number of rule sets to draw from the space and play.")] = 200
    more: Annotated[int, count("--more", "Number of further rule sets, to fill empty cells of the map.")] = 60
    deals: Annotated[int, count("--deals", "Number of deals for each rule set.")] = 500
    again: Annotated[
        int, count("--again", "Number of new deals on which each rule set of the map is played again.")
    ] = 2_000
    axes: Annotated[
        str,
        typer.Option(
            help="The two goals on the axes of the map, such as turns,settled_by.50 (default: chosen automatically)."
        ),
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


def atlas_command(
    request: Request,
    file: File,
    *,
    drawing: Annotated[Drawing, "rule_sets more deals again axes"],
    setup: Annotated[
        SetupOfGoals,
        OF_GOALS,
        ("rules", "Explore these rules instead of the file's: a shipped rule set or a rule file."),
    ],
    playing: PlayedRuns,
) -> None:
    """Explore a space of rules: what every key does to every goal, and a map of the games it contains.

    The table [change] of the goals file lists the keys that may change, and their levels. Rule sets are drawn at
    random from this space; players who know the rules play each on the same deals. The page says how much of the
    variation between rule sets each key explains, and draws a map: each cell shows the rule set that comes nearest to
    all goals.

    Examples:

      dhstats atlas simulations/goals/dragonheart.toml --seed 1

      dhstats atlas mine.toml --axes turns,item.great_dragon --rule-sets 400 --seed 1
    """
    from dhstats.questions.atlases.answer import answer
    from dhstats.questions.atlases.atlas import atlas, checked
    from dhstats.questions.atlases.rule_sets import drawn
    from dhstats.questions.goals.goal import Instead, read
    from dhstats.questions.goals.sources import FIRST_GAMES
    from dhstats.questions.redesigns.redesign import levers_of

    extent = drawing.extent()
    goals = read(file, Instead(setup.rules, setup.changes), changing=True)
    checked(goals, extent)
    drawn(levers_of(goals), extent.rule_sets, 0)  # refuses a space that is none before anything is played
    games = games_of(request, playing).unannounced
    with laboratory(goals, games, Plan("laying out", ATLAS_BASE, extent.deals, ALPHA)) as (lab, first):
        run = lab.place(ATLAS_BASE).play(first, FIRST_GAMES)
        found = atlas(goals, lab, extent)
    publish(games, first, run, answer(found, run))
