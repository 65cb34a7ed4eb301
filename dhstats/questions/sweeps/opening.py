"""The opening of a page about the levels of a rule key: which level to play with, or what the levels do."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import SURENESS, About, More, apart, at_once, capital, to_settle
from dhstats.questions.shared.metrics import Ask, Metric
from dhstats.questions.sweeps.sweep import Sweep, gap
from dhstats.stats.estimates import curves
from dhstats.stats.intervals.intervals import Interval
from dhstats.storage import Manifest

START = {
    "balanced": "{}",
    "unbalanced": "None of those that were tried. The nearest: {}",
    "leaning": "None is known to. The nearest: {}",
    "undecided": "Not known yet. The nearest so far: {}",
}
# What is asked about in everyday words, and how it is told.
TOLD = {
    "score": ("who wins", "the first player wins {} of 100 games"),
    "turns": ("the length of a game", "a game takes {} turns"),
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
        f" ({words.level(band)} interval{at_once(len(means))}).",
        decision=about.next(
            _decision(level, kind, to_settle(float(means[best]) - target, ask.margin, band)), kind, More(band.n)
        ),
        verdict=kind,
        caution=about.caution,
    )


def ends_of_levels(base: Manifest, found: Sweep, ask: Ask) -> Opening:
    """What a quantity is at the first and at the last level of a key, and whether that differs.

    The two ends were named by whoever asked, so their difference needs no correction for having been picked.
    """
    metric, (knob,), about = ask.metric, found.knobs, About.of(base)
    sample = found.sample(metric)
    change = gap(sample[:, -1] - sample[:, 0], metric, ask.level)
    kind = "undecided" if change.contains(0.0) else "unbalanced"
    digits = words.places(metric.factor * max(change.half_width / 2.0, 1e-9))
    first, last = (words.number(metric.factor * float(sample[:, at].mean()), min(digits, 1)) for at in (0, -1))
    names = [f"{knob.key}={value}" for value in (knob.values[0], knob.values[-1])]
    what = TOLD[metric.name][0] if metric.name in TOLD else f"the {metric.what}"
    question = f"What does {knob.key} change about {what} in {about.title}?"
    if (sample == sample[:, :1]).all():
        told = f"Nothing: {_of(metric, first)} at every level, {about.between}."
        same = f"{SURENESS['fact']}: on each of {words.count(change.n, 'deals')} it is the same at every level."
        return Opening(question, told, same, about.next("Try another key: their commands stand below."), "fact")
    start = "Not known yet. " if kind == "undecided" else ""
    picked = "Pick the level that you want: the picture has all of them."
    more = More(change.n)
    return Opening(
        question=question,
        answer=f"{start}With {names[0]}, {_of(metric, first)}; with {names[1]}, {last}, {about.between}.",
        sureness=f"{SURENESS[kind]}: {_change(change, metric, digits)}.",
        decision=about.next(picked if kind == "unbalanced" else f"Play {more.told}.", kind, more),
        verdict=kind,
        caution=about.caution,
    )


def _change(change: Interval, metric: Metric, digits: int) -> str:
    if not math.isfinite(change.high):
        return "too few deals differ for an interval"
    reach = words.reach(change, apart(change, digits, 0.0, metric.factor), factor=metric.factor, sign=True)
    return f"the change from the first to the last is {reach} {metric.shown} ({words.level(change)} interval)"


def _of(metric: Metric, value: str) -> str:
    if metric.name in TOLD:
        return TOLD[metric.name][1].format(value)
    one = metric.changes.endswith("changes")
    return f"the {metric.what} {'is' if one else 'are'} {value}{' of 100' * metric.unit.startswith('share')}"


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
