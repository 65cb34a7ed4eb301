"""Tweaks on a bench, compared and answered: what they change, which key did it, which rules they are, what to try."""

from __future__ import annotations

from collections.abc import Sequence

from dhstats.questions.answer import Answer
from dhstats.questions.comparison_words import answer
from dhstats.questions.key_effects import key_effects, with_key_effects
from dhstats.questions.next_steps import with_next_steps
from dhstats.questions.tweaks import Bench, Tweak


def compared(bench: Bench, tweaks: Sequence[Tweak], *, adapt: bool = False, parts: bool = True) -> Answer:
    """Every tweak against the base; with `parts` the keys of a tweak of several are played alone as well."""
    found = [(tweak, bench.compared(tweak, adapt=adapt)) for tweak in tweaks]
    told = answer(bench.run, [each for _, several in found for each in several])
    effects = [key_effects(bench, tweak, several[0]) for tweak, several in found if parts]
    return with_next_steps(with_key_effects(told, effects), bench, tweaks)
