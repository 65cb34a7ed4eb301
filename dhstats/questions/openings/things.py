"""The opening of a page about what the things of a game are worth, one beside the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dhstats.questions.answer import Opening
from dhstats.questions.openings.losses import dearest
from dhstats.questions.openings.words import SURENESS, About, at_once, change, in_hundred, play_on
from dhstats.stats.intervals import Interval

if TYPE_CHECKING:
    from dhstats.questions.items import ItemWorth

START = {"unbalanced": "The {}:", "leaning": "Perhaps the {}:", "undecided": "Not known yet. In these games the {}:"}


def worth_most(ordered: Sequence[ItemWorth], about: About) -> Opening:
    """Which thing is worth most to whoever has it and not their opponent; the most valuable first."""
    first = ordered[0]
    most = first.effect.score
    verdict = dearest(most, [each.effect.score for each in ordered[1:]])
    wins = f"whoever has it, and not their opponent, wins {in_hundred(most.value, most.se)}, {about.between}"
    return Opening(
        question=f"Which card of {about.title} is worth most?",
        answer=f"{START[verdict].format(first.item.name)} {wins}.",
        sureness=f"{SURENESS[verdict]}: {change(most.interval, together=True)}, {at_once(len(ordered), 'cards')}.",
        decision=about.next(_decision(verdict, ordered, about.game)),
        verdict=verdict,
        caution=about.caution,
    )


def _decision(verdict: str, ordered: Sequence[ItemWorth], game: str) -> str:
    first, second = ordered[0], ordered[1]
    most, next_to = first.effect.score, second.effect.score
    if verdict == "undecided":
        return play_on(most.value, most.interval)
    if verdict == "leaning":
        half = most.interval.half_width + next_to.interval.half_width
        gap = Interval(-half, half, most.interval.level, "", most.interval.n, "deals")
        return play_on(most.value - next_to.value, gap)
    return f"See where its worth comes from: `dhstats value --game {game} --item {first.item.key}`."
