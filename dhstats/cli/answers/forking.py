"""Forks with bars, in a folder where they go on if they are stopped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dhstats.cli.answers.games import Games
from dhstats.cli.terminal.console import step_bar, training_bar

if TYPE_CHECKING:
    from dhstats.players.forks import Forked
    from dhstats.players.match import Lineup
    from dhstats.questions.values.asking import Asked
    from dhstats.questions.values.beside import Beside
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.positions.forks import Progress, Study
    from dhstats.simulate.work.checkpoints import Checkpoints
    from dhstats.storage import Run


@dataclass(frozen=True)
class Forking:
    """The forks of a question, kept as they are finished, within the limits of its games."""

    checkpoints: Checkpoints
    games: Games

    def fork(
        self, plan: Experiment, studies: Sequence[Study], deals: int, label: str = ""
    ) -> tuple[Lineup, dict[str, Forked]]:
        """The forks of the question itself, or of the part of it that a label names."""
        from dhstats.simulate.positions.forks import fork

        with training_bar() as watch_training, step_bar("forking") as advance:

            def watch(seen: Progress) -> None:
                advance(seen.deals, seen.most, label + seen.moment)
                self.games.note("deals", seen)

            return fork(
                plan, studies, deals, workers=self.games.means["workers"], watch=watch, watch_training=watch_training,
                checkpoints=self.checkpoints, label=label, budget=self.games.means["budget"],
            )  # fmt: skip

    def parents(self, plan: Experiment) -> Run:
        """The parent games as an ordinary run in the folder, for their rules and sources on the page."""
        return self.games.unannounced.play(plan, self.games.folder / "parents")

    def beside(self, plan: Experiment, asked: Asked, deals: int) -> list[Beside]:
        """The value of a single item in the other settings, on a fifth of the deals."""
        from dhstats.questions.values.beside import beside, settings

        if len(asked.items) > 1:
            return []
        others, item = asked.settings, asked.items[0]
        there = settings(plan, item, others.players, ladder=others.ladder(plan), ablate=others.ablate)
        if not there:
            return []
        with training_bar() as train, step_bar("forking") as advance:
            return [
                beside(
                    each, item, max(2, deals // 5), workers=self.games.means["workers"],
                    watch=lambda seen, name=each.name: advance(seen.deals, seen.most, name),  # type: ignore[misc]
                    watch_training=train, checkpoints=self.checkpoints, budget=self.games.means["budget"],
                )
                for each in there
            ]  # fmt: skip
