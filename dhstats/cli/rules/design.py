"""`dhstats design` and `atlas`: rule sets searched for one that meets all goals, or laid out on a map."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats import machine
from dhstats.cli.answers.games import Games, games_of, warn_of
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import number, option
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import OF_GOALS, PlayedRuns, SetupOfFile
from dhstats.cli.rules.goals import MISSED, MOST, File, KeptGames, check_alpha
from dhstats.cli.terminal.console import Console, learnt, page_of, step_bar, write_text
from dhstats.errors import BadInput
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from dhstats.players.learning.training import Lap
    from dhstats.questions.atlases.atlas import Extent
    from dhstats.questions.goals.goal import Goals
    from dhstats.questions.redesigns.redesign import Lab
    from dhstats.simulate.plans.experiment import Experiment


@contextmanager
def laboratory(
    goals: Goals, games: Games, title: str, base: str, deals: int, alpha: float, *, full: bool = False,
    probing: int = 0, usual: int = 0,
) -> Iterator[tuple[Lab, Experiment]]:  # fmt: skip
    """Everything that rule sets are played with; and the first games of the rules as they are, by who searches.

    `base` is where those lie; of a goal are played `deals` at most, from `usual` ones on only for as long as that
    should do. `full`: finalists get experts from nothing; `probing`: games that a counter-player learns from.
    """
    from dhstats.questions.goals.checking import Terms
    from dhstats.questions.goals.levers import NOTHING
    from dhstats.questions.goals.sources import FIRST_GAMES, Playing, first_games
    from dhstats.questions.redesigns.players import Players
    from dhstats.questions.redesigns.redesign import Lab, levers_of, under

    folder, limits = games.folder, games.playing.limits
    workers = games.means["workers"] or machine.processors()
    with step_bar(title) as advance:

        def watch(what: str, done: int, most: int) -> None:
            advance(done, most, what)
            limits.check(str(folder), "the games played are kept")

        @cache
        def place(name: str) -> Playing:
            return KeptGames(replace(games, folder=folder.joinpath(*map(file_name, name.split("/", 1)))))

        def training(name: str, lap: Lap) -> None:
            advance(*learnt(name, lap))

        players = Players(goals, levers_of(goals), folder / "players", workers, full, training, watch)
        there = under(goals, NOTHING, players.searching(NOTHING))
        first = replace(first_games(there, deals), seed=games.playing.seed)
        begun = "/".join(map(file_name, (*base.split("/", 1), FIRST_GAMES)))
        first = warn_of(games.as_begun(first, begun).with_seed())
        assert first.seed is not None
        terms = Terms(alpha, deals, first.seed, usual=min(usual, deals))
        yield Lab(players, place, terms, watch, probing), first


PROBING = 60_000  # games that a counter-player learns from
REACH = 4 * MOST  # deals that a finalist is played for, unless somebody says otherwise, if they should prove it
BASE = "search/no_change"  # where the games of the rules as they are lie


@dataclass(frozen=True)
class Searching:
    """How far a search goes, and how sure its answer is."""

    tries: int = number(60, "--tries", "Maximum number of changes of several keys to play.")
    search_deals: int = number(4_000, "--search-deals", "Maximum number of deals for a change during the search.")
    deals: int = number(
        REACH,
        "--deals",
        "Maximum number of deals to prove a goal; after 32,000 a finalist continues only if that may be enough.",
    )
    alpha: float = option(0.05, "The chance of claiming that a change meets all goals when it does not.")
    certificate: Path | None = option(
        None, "The certificate's file (default: next to the page, as .json).", parser=path
    )
    train: bool = option(
        False, "Train an expert from scratch for each finalist: three minutes or more each.", "--train"
    )
    probe: bool = option(False, "Also check the goals among players trained to beat the experts.", "--probe")

    def check(self) -> None:
        """BadInput for what cannot be."""
        from dhstats.questions.redesigns.redesign import APART

        check_alpha(self.alpha)
        for name, value, least in (("--search-deals", self.search_deals, 1_000), ("--deals", self.deals, 500)):
            if value < least:
                raise BadInput(f"{name}: must be at least {least}, not {value}")
        if self.deals > APART:
            raise BadInput(f"--deals: must be at most {APART:,}, not {self.deals:,}")
        if self.tries < 0:
            raise BadInput(f"--tries: must be at least 0, not {self.tries}")

    @property
    def parts(self) -> int:
        """How many parts of games fit into a number of deals; each has as many as all before it."""
        from dhstats.questions.goals.sources import FIRST

        return (self.search_deals // FIRST).bit_length()


def design(
    request: Request,
    file: File,
    *,
    searching: Annotated[Searching, "tries search_deals deals alpha train probe certificate"],
    setup: Annotated[
        SetupOfFile, OF_GOALS, ("rules", "Change these rules instead of the file's: a shipped rule set or a rule file.")
    ],
    playing: PlayedRuns,
) -> None:
    """Find the cheapest change of the rules that meets all goals, and prove it; or say which goals cannot be met.

    The table [change] of the goals file lists the keys that may change, and their levels. The search plays these
    rules with players who know them. The change is proved on other deals and written to a certificate that `dhstats
    verify` can check. Exit code 0 if a change was proved, 1 if none was.

    Examples:

      dhstats design simulations/goals/dragonheart.toml --seed 1
      dhstats design simulations/goals/dragonwood.toml --tries 200 --seed 1
    """
    from dhstats.questions.certificates.goals_certificate import certificate_of
    from dhstats.questions.goals.goal import Instead, read
    from dhstats.questions.goals.sources import FIRST_GAMES
    from dhstats.questions.redesigns.answer import answer
    from dhstats.questions.redesigns.redesign import levers_of, redesign
    from dhstats.questions.redesigns.search import Bounds

    searching.check()
    goals = read(file, Instead(setup.rules, setup.changes), changing=True)
    levers_of(goals)
    games = games_of(request, playing).unannounced
    most, sure, probing = searching.deals, searching.alpha, PROBING if searching.probe else 0
    how = laboratory(goals, games, "designing", BASE, most, sure, full=searching.train, probing=probing, usual=MOST)
    with how as (lab, first):
        result = redesign(goals, lab, Bounds(searching.tries, searching.parts))
        run = lab.place(BASE).play(first, FIRST_GAMES)
    publish(games, first, run, answer(result, run, full=searching.train))
    proof = certificate_of(result, request.text(seed=first.seed))
    if proof is None:
        raise typer.Exit(MISSED)
    page = playing.page or page_of(games.folder)
    file = searching.certificate or page.with_name(f"{page.stem}-certificate.json")
    write_text(str(file), proof.text)
    Console(playing.json_target).say(f"certificate: {file}")


ATLAS_BASE = "base"  # where games of the rules as they are lie, from which a page takes rules and players


@dataclass(frozen=True)
class Drawing:
    """How large an atlas is."""

    rule_sets: int = number(200, "--rule-sets", "Number of rule sets to draw from the space and play.")
    more: int = number(60, "--more", "Number of further rule sets, to fill empty cells of the map.")
    deals: int = number(500, "--deals", "Number of deals for each rule set.")
    again: int = number(2_000, "--again", "Number of new deals on which each rule set of the map is played again.")
    axes: str = option(
        "", "The two goals on the axes of the map, such as turns,settled_by.50 (default: chosen automatically)."
    )

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
        SetupOfFile,
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
    drawn(levers_of(goals), extent.rule_sets, 0)  # refuses an invalid space before anything is played
    games = games_of(request, playing).unannounced
    with laboratory(goals, games, "laying out", ATLAS_BASE, extent.deals, 0.05) as (lab, first):
        run = lab.place(ATLAS_BASE).play(first, FIRST_GAMES)
        result = atlas(goals, lab, extent)
    publish(games, first, run, answer(result, run))
