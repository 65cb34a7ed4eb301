"""Benches of Dragonheart that note what they play."""

from pathlib import Path
from typing import Any

import numpy as np

from dhstats.questions.shared.metrics import ASK, Ask
from dhstats.questions.tweaks.comparison import DealSums
from dhstats.questions.tweaks.tweaks import Bench, mirror_or_match
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run

DEALS = 150


def sums(score: Any, seed: int = 1, **columns: Any) -> DealSums:
    """Deals of two games with this score of the first player, in half wins."""
    return DealSums({"games": np.full(len(score), 2), "score": np.asarray(score, np.int64), **columns}, seed)


class Benches:
    """Makes benches, each in a folder of its own, and notes what the last of them plays."""

    def __init__(self, folder: Path) -> None:
        """Everything lies below `folder`."""
        self.folder = folder
        self.played: list[tuple[str, Experiment]] = []
        self._count = 0

    def __call__(
        self, strategies: str = "random", base: str = "ffg", ask: Ask = ASK, deals: int = DEALS, *, blind: bool = False
    ) -> Bench:
        """A bench; `played` is emptied."""
        self.played.clear()
        self._count += 1
        plan = mirror_or_match("compare", "Why?", base, strategies, deals, game="dragonheart", seed=5)
        return Bench(plan, self.folder / str(self._count), self._play, blind, ask)

    def _play(self, plan: Experiment, folder: Path) -> Run:
        self.played.append((folder.name, plan))
        return simulate(plan, folder, workers=1)

    @property
    def names(self) -> list[str]:
        """The folders of the runs that were played."""
        return [name for name, _ in self.played]
