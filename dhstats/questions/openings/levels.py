"""The opening of a page about the levels of a rule key: which level to play with."""

from __future__ import annotations

from collections.abc import Sequence

from dhstats.questions import words
from dhstats.questions.answer import Opening
from dhstats.questions.metrics import Ask
from dhstats.questions.openings.words import SURENESS, About, More, at_once, capital, to_settle
from dhstats.questions.sweep import Sweep
from dhstats.stats import curves
from dhstats.storage import Manifest

START = {
    "balanced": "{}",
    "unbalanced": "None of those that were tried. The nearest: {}",
    "leaning": "None is known to. The nearest: {}",
    "undecided": "Not known yet. The nearest so far: {}",
}


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
    verb = "wins" if kind == "balanced" else "won"
    wins = f"the first player {verb} {value} of 100 games" if ask.metric.name == "score" else \
        f"the {ask.metric.what} is {value} {ask.metric.shown}"  # fmt: skip
    score = ask.metric.name == "score"
    unit, whose = (
        ("of 100 games", "the first player then wins") if score else (ask.metric.shown, f"the {ask.metric.what} is")
    )
    return Opening(
        question=f"Which level of {keys} makes {about.title} even?",
        answer=capital(START[kind].format(f"with {level}, {wins}, {about.between}.")) + certainly_off(found, verdicts),
        sureness=f"{SURENESS[kind]}: {whose} {words.reach(band, digits, factor=ask.metric.factor)} {unit}"
        f" ({words.level(band)} interval; {at_once(len(means))}).",
        decision=about.next(
            _decision(level, kind, to_settle(float(means[best]) - target, ask.margin, band)), kind, More(band.n)
        ),
        verdict=kind,
        caution=about.caution,
    )


def certainly_off(found: Sweep, verdicts: Sequence[str]) -> str:
    """The levels of one key that are certainly not even, where some may be."""
    off = [f"{cell.values[0]}" for cell, kind in zip(found.cells, verdicts, strict=True) if kind == "unbalanced"]
    if len(found.knobs) > 1 or not off or len(off) == len(found.cells):
        return ""
    return f" Certainly not even: {words.listed(off)}."


def _decision(level: str, kind: str, more: str) -> str:
    if kind == "balanced":
        return f"Play with {level}."
    if kind == "unbalanced":
        return "Try other levels or another key: their commands stand below."
    return more
