"""What is judged of rule sets, as commands ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from dhstats.questions.shared.metrics import Ask


@dataclass(frozen=True)
class Judging:
    """What is judged, what counts as no difference, and how sure a verdict is."""

    metric: Annotated[
        str,
        typer.Option(
            help="The metric to compare: score, margin, gap, turns, draws, lead_changes; in dragonheart "
            "ships, figure_changes;"
            " in dragonwood dragons, decks, unequal_turns, creatures, enhancements, decisions; in dragon kill, banish,"
            " exhaust, decisions, chains, longest_chain, tops, cancelled."
        ),
    ] = "score"
    margin: Annotated[
        str | None,
        typer.Option(
            help="The largest difference that does not matter: 0.5pp, or a number "
            "(default: 0.5pp; in points what the game names, or none)."
        ),
    ] = None
    alpha: Annotated[float, typer.Option(help="The chance of a false verdict.")] = 0.05

    def ask(self, game: str, rules: str) -> Ask:
        """The same of a game under some rules; BadInput for what cannot be judged there."""
        from dhstats.questions.shared.metrics import asked
        from dhstats.simulate.plans.experiment import seats_at

        return asked(self.metric, self.margin, self.alpha, game, seats_at(game, rules))
