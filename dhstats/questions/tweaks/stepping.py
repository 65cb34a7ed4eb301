"""Base rules and tweaks played in step, deal by deal, until it is known of each whether it makes a difference."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.questions.shared.stopping_rules import PLANNED_DIFFERENCE
from dhstats.questions.verdicts.lopsided import Strengths
from dhstats.questions.verdicts.sequential import expected_text, in_step, looks
from dhstats.quoting import file_name
from dhstats.simulate.running.playing import Part, Playing, Stop
from dhstats.simulate.running.runner import Prepared
from dhstats.simulate.work.budget import Budget
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.stats.sequential.stopping import Balance, Remaining, Rule, Sample, remaining, sequence
from dhstats.storage import Run, open_run

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the comparison of a tweak is: deals, running difference and its half-width, and what is to come."""

    name: str
    deals: int
    most: int
    mean: float
    half_width: float
    ahead: Remaining

    @property
    def planned(self) -> int:
        """How many deals there will probably be."""
        return int(min(self.most, self.deals + self.ahead.blocks))

    @property
    def text(self) -> str:
        """The same in a line."""
        lead = f"{100 * self.mean:+.2f} ± {100 * self.half_width:.2f} points"
        return f"{self.name}: {lead}, {expected_text(self.ahead)}"


class Race:
    """Base and tweaks played in step until each tweak is decided; the looks are at fixed numbers of deals."""

    def __init__(self, arms: int, margin: float, alpha: float, tweaks: int) -> None:
        """`alpha` is shared by the tweaks, so that all verdicts are right together."""
        self._arms = arms
        self.rule: Rule = Balance.plan(0.0, margin, math.sqrt(PLANNED_DIFFERENCE), alpha / tweaks)

    def empty(self) -> Sample:
        """No deals yet: differences of mean scores run from -1 to 1."""
        steps = 2 * self._arms
        return Sample(np.arange(-steps, steps + 1) / steps, np.zeros(2 * steps + 1), -1.0, 1.0)

    def look(self, sample: Sample, differences: Array) -> tuple[Sample, bool]:
        """The sample with more deals, up to the look that settles it."""
        steps = 2 * self._arms
        for deals, at_look in looks(sample.n, len(differences)):
            counts = np.bincount(differences[deals] + steps, minlength=2 * steps + 1)
            sample = replace(sample, counts=sample.counts + counts)
            if at_look and self.rule.outcome(sample) != "open":
                return sample, True
        return sample, False

    def play(
        self, prepared: Mapping[str, Prepared], folder: Path, *, workers: int | None = None, cluster: str = "",
        resume: bool = False, gauge: Callable[[Standing], None] = lambda _: None, budget: Budget | None = None,
    ) -> dict[str, Run]:  # fmt: skip
        """Plays the base, which comes first, and every tweak as long as it is open; opens the runs by name."""
        with in_step(prepared, folder, workers=workers, cluster=cluster, resume=resume, budget=budget) as playing:
            self._run(playing, Strengths(next(iter(prepared.values())).manifest), gauge)
        return {name: open_run(folder / file_name(name)) for name in prepared}

    def _run(self, playing: Mapping[str, Playing], strengths: Strengths, gauge: Callable[[Standing], None]) -> None:
        """Until all tweaks are decided, or the players of the base are for sure too unequal to show anything."""
        base, *tweaks = playing
        parts = {name: each.parts() for name, each in playing.items()}
        samples = {name: self.empty() for name in tweaks}
        longest, still, lopsided = 0, list(tweaks), False
        while still and not lopsided and (first := next(parts[base], None)) is not None:
            firsts, lopsided = _shown(strengths, first)
            for name in list(still):
                samples[name], settled = self._step(samples[name], firsts, parts[name])
                gauge(self._standing(name, playing[base], samples[name]))
                longest = max(longest, samples[name].n)
                if settled:
                    playing[name].end_at(Stop(samples[name].n))
                    still.remove(name)
        for name in (*still, base):
            if still and lopsided:
                playing[name].end_at(Stop(longest, "lopsided"))
            elif still:
                playing[name].finish()
            else:
                playing[base].end_at(Stop(longest))

    def _step(self, sample: Sample, firsts: Array, parts: Iterator[Part]) -> tuple[Sample, bool]:
        other = next(parts, None)
        if other is None:
            return sample, False
        deals = min(len(firsts), len(other.firsts))
        return self.look(sample, other.firsts[:deals] - firsts[:deals])

    def _standing(self, name: str, base: Playing, sample: Sample) -> Standing:
        sd = math.sqrt(sample.variance)
        wide = sequence(sample, self.rule.alpha, self.rule.planned).half_width if sd and sample.n >= FIRST_LOOK else 1.0
        coming = remaining(self.rule, sample.mean, sd, sample.n)
        return Standing(name, sample.n, base.planned_deals, sample.mean, wide, coming)


def _shown(strengths: Strengths, part: Part) -> tuple[Array, bool]:
    """The first player's wins of a part's deals, up to the look at which the match is lopsided for sure, if one is."""
    for deals, at_look in looks(part.first_deal, len(part.firsts)):
        strengths.add(part.of_a[deals])
        if at_look and strengths.sure:
            return part.firsts[: deals.stop], True
    return part.firsts, False
