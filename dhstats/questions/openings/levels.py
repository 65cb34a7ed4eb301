"""The opening of a page about the levels of a rule key: which level to play with."""

from __future__ import annotations

from collections.abc import Sequence

from dhstats.questions import words
from dhstats.questions.answer import Opening
from dhstats.questions.metrics import Ask
from dhstats.questions.openings.words import SURENESS, About, to_settle
from dhstats.questions.sweep import Sweep
from dhstats.stats import curves
from dhstats.storage import Manifest


def nearest_level(
    base: Manifest, found: Sweep, judged: tuple[Ask, float], verdicts: Sequence[str], seed: int
) -> Opening:
    """The level that comes nearest to a target, and whether the deals show that it is near enough.

    `verdicts` are those of all levels, judged together; `judged` is what is asked and its target.
    """
    ask, target = judged
    sample = found.sample(ask.metric)
    means, bands = sample.mean(axis=0), curves.bands(sample, ask.level, seed)
    best = int(abs(means - target).argmin())
    level = " ".join(f"{knob.key}={value}" for knob, value in zip(found.knobs, found.cells[best].values, strict=True))
    keys = " and ".join(knob.key for knob in found.knobs)
    about, band, kind = About.of(base), bands[best], verdicts[best]
    digits = words.places(ask.metric.factor * max(band.half_width / 2.0, 1e-9))
    value = words.number(ask.metric.factor * float(means[best]), min(digits, 1))
    wins = f"the first player then wins {value} of 100 games" if ask.metric.name == "score" else \
        f"the {ask.metric.what} is then {value} {ask.metric.shown}"  # fmt: skip
    shown = f"{words.reach(band, digits, factor=ask.metric.factor)}, {words.level(band)} interval"
    return Opening(
        question=f"Which level of {keys} makes {about.title} even?",
        answer=f"{level} {'comes' if kind == 'balanced' else 'may be'} nearest: {wins}, {about.between}.",
        sureness=f"{SURENESS[kind]}: {shown}, right for all {len(means)} levels at once.",
        decision=_decision(level, kind, to_settle(float(means[best]) - target, ask.margin, band)),
        verdict=kind,
        caution=about.caution,
    )


def _decision(level: str, kind: str, more: str) -> str:
    if kind == "balanced":
        return f"Play with {level}."
    if kind == "unbalanced":
        return "No level that was tried makes it even: try other levels, or another key."
    return f"Play on before you choose: {more} (`--deals`)."
