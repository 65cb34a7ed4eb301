"""The openings of pages about what is missed: a mechanism that a player never uses, a card that a deck is without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dhstats.questions import words
from dhstats.questions.answer import Opening
from dhstats.questions.openings.words import (
    SURENESS,
    About,
    at_once,
    capital,
    change,
    in_hundred,
    of_hundred,
    spelt,
    to_tell,
)
from dhstats.stats.blocks import Estimate
from dhstats.stats.intervals import Interval

if TYPE_CHECKING:
    from dhstats.questions.cards import CardWorth
    from dhstats.questions.mechanisms import Mechanism


def mechanism(ordered: Sequence[Mechanism], about: About) -> Opening:
    """Which mechanism a player misses most who never uses it; the dearest first."""
    most, several = ordered[0], len(ordered) > 1
    cost = most.cost
    verdict = dearest(cost, [each.cost for each in ordered[1:]])
    question = (
        f"Which of {spelt(len(ordered))} parts of {about.title} does a player miss most?"
        if several
        else f"What does a player of {about.title} lose who {most.meaning}?"
    )
    wins = f"they win about {of_hundred(most.score.value)} games against the expert"
    start = {
        "unbalanced": "The most is lost by a player",
        "leaning": "Perhaps the most is lost by a player",
        "undecided": "No loss that these games could show. The most, if any, has a player",
    }
    lone = {"unbalanced": "It costs games to be a player", "undecided": "Not known yet. These games show of a player"}
    told = start[verdict] if several else lone.get(verdict, start[verdict])
    right = f", {at_once(len(ordered), 'of them')}" if several else ""
    return Opening(
        question=question,
        answer=f"{told} who {most.meaning}: {wins}.",
        sureness=f"{SURENESS[verdict]}: a loss of {_loss(cost, together=several)}{right}.",
        decision=_decision(verdict, ordered),
        verdict=verdict,
        written="" if several else most.restriction,
    )


def _loss(cost: Estimate, *, together: bool) -> str:
    return change(cost.interval, together=together, sign=False)


def dearest(most: Estimate, rest: Sequence[Estimate]) -> str:
    """The verdict that one is the dearest of all, from intervals that are right together."""
    if most.interval.low <= 0.0:
        return "undecided"
    return "leaning" if any(each.interval.high >= most.interval.low for each in rest) else "unbalanced"


def _decision(verdict: str, ordered: Sequence[Mechanism]) -> str:
    cost = ordered[0].cost
    if verdict == "undecided":
        return f"Ask whether the game needs it; {to_tell(cost.value, cost.interval)} (`--deals`)."
    idle = [each for each in ordered if each.cost.interval.low <= 0.0]
    if idle:
        missed = words.listed([each.restriction for each in idle[:3]])
        return f"Keep it. Look at what nobody is known to miss: {missed}. Leave it out, or make it worth more."
    if verdict == "leaning":
        second = ordered[1]
        gap = cost.value - second.cost.value
        half = cost.interval.half_width + second.cost.interval.half_width
        wide = Interval(-half, half, 0.95, "", cost.interval.n, "deals")
        return f"Keep every part: each is missed. Which most is open: {to_tell(gap, wide)} (`--deals`)."
    return "Keep every part: each is missed by whoever does without it."


def card(ordered: Sequence[CardWorth], deck: str, about: About) -> Opening:
    """Which card a deck misses most; the dearest first."""
    most = ordered[0].knocked_out
    verdict = dearest(most, [each.knocked_out for each in ordered[1:]])
    name = words.spoken(ordered[0].card)
    start = {
        "unbalanced": f"{capital(name)}:",
        "leaning": f"Perhaps {name}:",
        "undecided": f"Not known yet. In these games {name}:",
    }[verdict]
    idle = [words.spoken(each.card) for each in ordered if each.knocked_out.interval.low <= 0.0]
    if verdict == "undecided":
        decision = f"Play on: {to_tell(most.value, most.interval)} (`--deals`)."
    else:
        few = f"{len(idle)} of {len(ordered)} cards are not known to be missed" if idle else "Every card is missed"
        decision = f"{few}: `dhstats improve {deck}` tries others in their place." if idle else f"{few}: keep the deck."
    return Opening(
        question=f"Which card matters most to deck {words.spoken(deck)} in {about.title}?",
        answer=f"{start} without it the deck wins {in_hundred(-most.value, most.se)}, {about.between}.",
        sureness=f"{SURENESS[verdict]}: a loss of {_loss(most, together=True)}, {at_once(len(ordered), 'cards')}.",
        decision=decision,
        verdict=verdict,
        caution=about.caution,
    )
