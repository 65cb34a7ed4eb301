"""`dhstats design`: the cheapest change of the rules that meets all goals of a file, proved, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.cautions import warn_of
from dhstats.cli.answers.games import Games, games_of
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options.numbers import count, path
from dhstats.cli.options.playing import PlayedRuns
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Setup
from dhstats.cli.rules.goals import MISSED, MOST, File, KeptGames
from dhstats.cli.terminal.console import Console, learnt, page_of, step_bar, write_text
from dhstats.errors import BadInput, check_range

if TYPE_CHECKING:
    from dhstats.players.training import Lap
    from dhstats.questions.goals.goals_file import Goals
    from dhstats.questions.redesigns.redesign import Lab, Redesign
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.storage import Run


PROBING = 60_000  # games that a counter-player learns from
BASE = Path("search") / "no_change"  # where the games of the rules as they are lie


@dataclass(frozen=True)
class Searching:
    """How far a search goes, and how sure its answer is."""

    tries: Annotated[int, count("--tries", "The most changes of several keys that are played.")] = 60
    search_deals: Annotated[int, count("--search-deals", "The most deals of a change while it is searched.")] = 4_000
    deals: Annotated[int, count("--deals", "The most deals that a goal is proved on.")] = MOST
    alpha: Annotated[float, typer.Option(help="The chance that a change is said to meet all goals that does not.")] = (
        0.05
    )
    certificate: Annotated[
        Path | None, typer.Option(help="The certificate's file (default: beside the page, as .json).", parser=path)
    ] = None
    train: Annotated[
        bool, typer.Option("--train", help="Train an expert from nothing for each finalist: three minutes and more.")
    ] = False

    probe: Annotated[
        bool,
        typer.Option("--probe", help="See whether the goals are met too among players who learn to beat the experts."),
    ] = False

    def check(self) -> None:
        """BadInput for what cannot be."""
        if not 0.0 < self.alpha < 0.5:
            raise BadInput(f"--alpha: must lie between 0 and 0.5, not {self.alpha:g}")
        for name, value, least in (("--search-deals", self.search_deals, 1_000), ("--deals", self.deals, 500)):
            if value < least:
                raise BadInput(f"{name}: must be at least {least}, not {value}")
        if self.tries < 0:
            raise BadInput(f"--tries: must be at least 0, not {self.tries}")

    @property
    def parts(self) -> int:
        """How many parts of games fit into so many deals; each has as many as all before it."""
        from dhstats.questions.goals.sources import FIRST

        return (self.search_deals // FIRST).bit_length()


def command(
    request: Request,
    file: File,
    *,
    searching: Annotated[Searching, "tries search_deals deals alpha train probe certificate"],
    setup: Annotated[
        Setup, "rules settings", ("rules", "Change these rules instead: a shipped rule set or a rule file.")
    ],
    playing: PlayedRuns,
) -> None:
    """Find the cheapest change of the rules that meets all goals, and prove it; or say which goals stand in the way.

    The goals file says in a table [change] which keys may have which levels. All of that is searched by players who
    know the rules under test; what is found is proved on other deals, and written down as a certificate that `dhstats
    verify` plays again. Ends with exit code 0 if a change was proved, and with 1 if none was.

    Examples:

      dhstats design simulations/goals/dragonheart.toml --seed 1

      dhstats design simulations/goals/dragonwood.toml --tries 200 --seed 1
    """
    from dhstats.questions.certificates.goals_certificate import certificate_of
    from dhstats.questions.goals.goals_file import Instead, read
    from dhstats.questions.redesigns.redesign import levers_of, redesign
    from dhstats.questions.redesigns.search import Bounds
    from dhstats.questions.redesigns.words import answer

    searching.check()
    goals = read(file, Instead(setup.rules, setup.changes), changing=True)
    levers_of(goals)
    games = games_of(request, playing).unannounced
    with _lab(goals, games, searching) as (lab, first):
        found = redesign(goals, lab, Bounds(searching.tries, searching.parts))
        run = _shown(found, lab, first)
    publish(games, first, run, answer(found, run, full=searching.train))
    proof = certificate_of(found, request.text(seed=first.seed))
    if proof is None:
        raise typer.Exit(MISSED)
    page = playing.page or page_of(games.folder)
    file = searching.certificate or page.with_name(f"{page.stem}-certificate.json")
    write_text(str(file), proof.text)
    Console(playing.json_target).say(f"certificate: {file}")


def _shown(found: Redesign, lab: Lab, first: Experiment) -> Run:
    """The first games of the rules as they are, from which a page takes rules and players."""
    from dhstats.questions.goals.levers import NOTHING
    from dhstats.questions.goals.sources import FIRST_GAMES, first_games
    from dhstats.questions.redesigns.proof import under
    from dhstats.questions.redesigns.redesign import place_of

    goals = under(found.goals, NOTHING, lab.players.searching(NOTHING))
    plan = replace(first_games(goals, found.terms.most), seed=first.seed)
    return lab.place(place_of(NOTHING)).play(plan, FIRST_GAMES)


@contextmanager
def _lab(goals: Goals, games: Games, searching: Searching) -> Iterator[tuple[Lab, Experiment]]:
    """Everything that a search plays with, under one bar; and the first games of the rules as they are."""
    from dhstats import machine
    from dhstats.questions.goals.checking import Terms
    from dhstats.questions.goals.sources import FIRST_GAMES, Playing, first_games
    from dhstats.questions.redesigns.players import Players
    from dhstats.questions.redesigns.proof import SEEDS
    from dhstats.questions.redesigns.redesign import Lab, levers_of
    from dhstats.quoting import file_name
    from dhstats.simulate.plans.experiment import MAX_SEED

    folder = games.folder
    begun = BASE.joinpath(file_name(FIRST_GAMES))
    first = replace(first_games(goals, searching.deals), seed=games.playing.seed)
    first = warn_of(games.as_begun(first, str(begun)).with_seed())
    assert first.seed is not None
    check_range("--seed", first.seed, 0, MAX_SEED - 3 * SEEDS)  # proofs have seeds of their own, beyond the search's
    workers, limits = games.means["workers"] or machine.processors(), games.playing.limits
    probing = PROBING if searching.probe else 0
    with step_bar("designing") as advance:

        def watch(what: str, done: int, most: int) -> None:
            advance(done, most, what)
            limits.check(str(folder), "what was played is kept")

        @cache
        def place(name: str) -> Playing:
            return KeptGames(replace(games, folder=folder.joinpath(*map(file_name, name.split("/", 1)))))

        def training(name: str, lap: Lap) -> None:
            advance(*learnt(name, lap))

        players = Players(goals, levers_of(goals), folder / "players", workers, searching.train, training, watch)
        yield Lab(players, place, Terms(searching.alpha, searching.deals, first.seed), watch, probing), first
