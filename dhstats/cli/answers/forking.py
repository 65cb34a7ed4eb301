"""Forks with bars, in a folder where they go on if they are stopped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dhstats.cli.options.limits import Forecast
from dhstats.cli.terminal.console import step_bar
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.games.title import Item
    from dhstats.players.forks import Forked
    from dhstats.players.match import Lineup
    from dhstats.questions.values.beside import Beside
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.positions.forks import Progress, Study
    from dhstats.simulate.work.budget import Budget
    from dhstats.simulate.work.checkpoints import Checkpoints
    from dhstats.storage import Run


def of_deals(plan: Experiment, deals: int | None = None) -> tuple[Experiment, int]:
    """The games of so many deals, or of as many as the plan's games make: as many a deal as there are seats.

    BadInput for too few or too many, and for strategies that make no table.
    """
    from dhstats.games import catalogue
    from dhstats.simulate.positions.forks import check_names

    title = catalogue.load(plan.game)
    seats = title.players(title.load_rules(plan.rules, plan.settings).record())
    check_names(plan.strategies, seats)
    wanted = -(-plan.games // seats) if deals is None else deals
    if not 2 <= wanted <= 10**7:
        raise BadInput(f"--deals: must be from 2 to 10,000,000, not {wanted:,}")
    return replace(plan, games=seats * wanted), wanted


class Forking:
    """Forks with bars, checkpoints and limits."""

    def __init__(
        self, checkpoints: Checkpoints, workers: int | None, limits: Budget, forecast: Forecast, folder: Path
    ) -> None:  # fmt: skip
        self._checkpoints, self._workers, self._limits = checkpoints, workers, limits
        self._forecast, self.folder = forecast, folder

    def fork(
        self, plan: Experiment, studies: Sequence[Study], deals: int, label: str = ""
    ) -> tuple[Lineup, dict[str, Forked]]:  # fmt: skip
        """The forks of the question itself, or of the part of it that a label names."""
        from dhstats.cli.players.train import watching
        from dhstats.simulate.positions.forks import fork

        with step_bar("training") as train, step_bar("forking") as advance:

            def watch(seen: Progress) -> None:
                advance(seen.deals, seen.most, label + seen.moment)
                fresh, left = seen.deals - seen.kept, seen.most - seen.kept
                self._forecast.note("deals", fresh, left, seen.seconds, None, self.folder)

            return fork(
                plan, studies, deals, workers=self._workers, watch=watch, watch_training=watching(train),
                checkpoints=self._checkpoints, label=label, budget=self._limits,
            )  # fmt: skip

    def parents(self, plan: Experiment, *, resume: bool) -> Run:
        """The parent games as an ordinary run in the folder, for their rules and sources on the page."""
        from dhstats.cli.runs.simulate import play

        return play(plan, self.folder / "parents", workers=self._workers, resume=resume, limits=self._limits)

    def beside(
        self, plan: Experiment, item: Item, also: str | None, *, ladder: bool, ablate: bool, deals: int
    ) -> list[Beside]:  # fmt: skip
        """The value in other settings, on a fifth of the deals."""
        from dhstats.cli.players.train import watching
        from dhstats.questions.values.beside import beside, settings

        others = [name.strip() for name in (also or "").split(",") if name.strip()]
        found = []
        with step_bar("training") as train, step_bar("forking") as advance:
            for name, kind, there in settings(plan, item, others, ladder=ladder, ablate=ablate):
                found.append(
                    beside(
                        there, item, name, kind, max(2, deals // 5), workers=self._workers,
                        watch_training=watching(train),
                        watch=lambda seen, name=name: advance(seen.deals, seen.most, name),  # type: ignore[misc]
                        checkpoints=self._checkpoints, budget=self._limits,
                    )
                )  # fmt: skip
        return found
