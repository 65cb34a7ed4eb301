"""Games of goals played in a folder, without a word: for checks that play again what somebody else has played."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhstats.games.bundle import GameBundle
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import Forked
from dhstats.questions.goals.sources import Part
from dhstats.quoting import file_name
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.deck_matches import DeckMatch, DeckMatches
from dhstats.simulate.positions.forks import Study, fork
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run


@dataclass(frozen=True)
class GamesIn:
    """Games in a folder, where nothing was played before."""

    folder: Path
    workers: int | None = None

    def play(self, plan: Experiment, name: str) -> Run:
        """Plays games."""
        return simulate(plan, self.folder / file_name(name), workers=self.workers)

    def fork(self, plan: Experiment, studies: Sequence[Study], deals: int, label: str) -> tuple[Lineup, Forked]:
        """Forks games at one moment."""
        lineup, found = fork(plan, studies, deals, workers=self.workers, label=label)
        return lineup, found[studies[0].moment]

    def meet(self, bundle: GameBundle, matches: Sequence[DeckMatch], seed: int, part: Part) -> Any:
        """Lets decks meet on the deals of a part."""
        return DeckMatches(bundle, self.workers).scores(matches, seed, part.first, part.deals)
