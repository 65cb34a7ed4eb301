"""Base rules and tweaks played in step, deal by deal, until it is known of each whether it makes a difference."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Unpack

import numpy as np

from dhstats.questions.shared.groups import PLANNED_DIFFERENCE
from dhstats.questions.verdicts.sequential import Gauge, Steps, Watcher, expected_text, play_in_step
from dhstats.simulate.running.runner import Prepared
from dhstats.simulate.work.workers import Means
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.stats.sequential.stopping import Balance, Rule, Sample, remaining, sequence
from dhstats.storage import Run

PARTS = 2  # of a win between two: a draw is one of them
Listener = Callable[[Steps, Mapping[str, Sample]], None]
"""Is called at every look with the runs and the differences so far, of every tweak by name; it may take its time."""


def unheard(steps: Steps, samples: Mapping[str, Sample]) -> None:
    """Listens to nothing."""


class Race:
    """Base and tweaks played in step until each tweak is decided; the looks are at fixed numbers of deals."""

    def __init__(
        self, arms: int, margin: float, alpha: float, tweaks: int, parts: int = PARTS, *, ends: bool = True
    ) -> None:
        """`alpha` is shared by the tweaks, so that all verdicts are right together.

        A deal has so many `arms`, and of a win in each the first seat may have any number of `parts`. Who is decided
        `ends`, unless that is left to who listens.
        """
        self._steps, self._ends = parts * arms, ends
        self.rule: Rule = Balance.plan(0.0, margin, math.sqrt(PLANNED_DIFFERENCE), alpha / tweaks)

    def empty(self) -> Sample:
        """No deals yet: differences of mean scores run from -1 to 1."""
        steps = self._steps
        return Sample(np.arange(-steps, steps + 1) / steps, np.zeros(2 * steps + 1), -1.0, 1.0)

    def play(
        self,
        prepared: Mapping[str, Prepared],
        folder: Path,
        *,
        gauge: Watcher = lambda _: None,
        listen: Listener = unheard,
        **means: Unpack[Means],
    ) -> dict[str, Run]:
        """Plays the base, which comes first, and every tweak as long as it is open; opens the runs by name."""
        return play_in_step(prepared, folder, lambda steps: self._run(steps, gauge, listen), **means)

    def _run(self, steps: Steps, gauge: Watcher, listen: Listener) -> None:
        """Until all tweaks are decided, with which the base ends as well."""
        samples = {name: self.empty() for name in steps.running if name != steps.base}
        size = 2 * self._steps + 1
        for stretch in steps:
            if steps.base not in stretch.firsts:
                break
            base = stretch.firsts[steps.base]
            for name in [each for each in stretch.firsts if each != steps.base]:
                gaps = stretch.firsts[name] - base + self._steps
                sample = samples[name]
                samples[name] = sample = replace(sample, counts=sample.counts + np.bincount(gaps, minlength=size))
                settled = self._ends and stretch.at_look and self.rule.outcome(sample) != "open"
                if settled or stretch.last:
                    gauge(self._gauge(name, steps.most, sample))
                if settled:
                    steps.end([name])
            if stretch.at_look:
                listen(steps, samples)
            if steps.running == [steps.base]:
                steps.end(steps.running)

    def _gauge(self, name: str, most: int, sample: Sample) -> Gauge:
        sd = math.sqrt(sample.variance)
        wide = sequence(sample, self.rule.alpha, self.rule.planned).half_width if sd and sample.n >= FIRST_LOOK else 1.0
        coming = remaining(self.rule, sample.mean, sd, sample.n)
        lead = f"{100 * sample.mean:+.2f} ± {100 * wide:.2f} points"
        return Gauge(sample.n, most, coming, f"{name}: {lead}, {expected_text(coming)}")
