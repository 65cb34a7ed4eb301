"""The openings of pages about what is missed: a mechanism that a player never uses, a card that a deck is without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import (
    SURENESS,
    About,
    More,
    capital,
    change,
    deck_name,
    either,
    in_hundred,
    of_hundred,
    play_on,
    spelt,
)
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval

if TYPE_CHECKING:
    from dhstats.questions.decks.cards import CardWorth
    from dhstats.questions.training.mechanisms import Mechanism


KEEP = "Keep this part of the game: players miss it."
NAMED = 3  # mechanisms that a sentence names


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
    wins = f"about {of_hundred(most.score.value)} games against the expert"
    start = {
        "unbalanced": "The most is lost by a player",
        "leaning": "Perhaps the most is lost by a player",
        "undecided": "Not known yet. In these games the most was lost by a player",
    }[verdict]
    near = [each for each in ordered[1:] if each.cost.interval.high >= cost.interval.low]
    other = f", or by one who {near[0].meaning}" if len(near) == 1 else f", or by one of {spelt(len(near))} others"
    tied = verdict == "leaning"
    told = f"{start} who {most.meaning}{f'{other}: the first wins' if tied else ': they win'} {wins}"
    if not several:
        lost = "Nothing that is known yet" if verdict == "undecided" else capital(_lost(cost))
        told = f"{lost}: a player who {most.meaning} wins {wins}"
    return Opening(
        question=question,
        answer=f"{told}.",
        sureness=f"{SURENESS[verdict]}: a loss of {_loss(cost, len(ordered))}.",
        decision=_decision(verdict, ordered),
        verdict=verdict,
        written="" if several else most.restriction,
    )


def _lost(cost: Estimate) -> str:
    """How many games are lost."""
    return in_hundred(cost.value, cost.se).replace("more ", "")


def _loss(cost: Estimate, of: int) -> str:
    return change(cost.interval, of=of, sign=False)


def dearest(most: Estimate, rest: Sequence[Estimate]) -> str:
    """The verdict that one is the dearest of all, from intervals that are right together."""
    if most.interval.low <= 0.0:
        return "undecided"
    return "leaning" if any(each.interval.high >= most.interval.low for each in rest) else "unbalanced"


def _decision(verdict: str, ordered: Sequence[Mechanism]) -> str:
    cost = ordered[0].cost
    if verdict == "undecided":
        return play_on(cost.value, cost.interval)
    idle = [each for each in ordered if each.cost.interval.low <= 0.0]
    if idle:
        missed = words.listed([words.spoken(each.restriction) for each in idle[:NAMED]])
        return f"Look at what nobody is known to miss: {missed}."
    if verdict == "leaning":
        second = ordered[1]
        half = cost.interval.half_width + second.cost.interval.half_width
        wide = Interval(-half, half, 0.95, "", cost.interval.n, "deals")
        return play_on(cost.value - second.cost.value, wide)
    return "Keep them all: each is missed by whoever does without it." if len(ordered) > 1 else KEEP


def _sure(verdict: str, name: str) -> str:
    """What is known of the loss of a card."""
    return {
        "unbalanced": f"{name} is missed most, a loss of",
        "leaning": f"{name} is missed, a loss of",
        "undecided": f"{name} may not be missed: a loss of",
    }[verdict]


def _few(idle: Sequence[str]) -> str:
    return words.listed(list(idle)) if len(idle) <= NAMED else f"{spelt(len(idle))} cards"


def card(ordered: Sequence[CardWorth], deck: str, about: About) -> Opening:
    """Which card a deck misses most; the dearest first."""
    most = ordered[0].knocked_out
    verdict = dearest(most, [each.knocked_out for each in ordered[1:]])
    near = [words.spoken(each.card) for each in ordered[1:] if each.knocked_out.interval.high >= most.interval.low]
    name = words.spoken(ordered[0].card)
    others = f"one of {spelt(len(near))} other cards" if len(near) > 1 else either(near or [""])
    start = {
        "unbalanced": f"{capital(name)}: without it",
        "leaning": f"Perhaps {name}, or {others}: without {name}",
        "undecided": f"Not known yet. In these games, without {name}",
    }[verdict]
    idle = [words.spoken(each.card) for each in ordered if each.knocked_out.interval.low <= 0.0]
    if verdict == "undecided":
        decision = play_on(most.value, most.interval)
    elif idle:
        decision = f"Try others in place of {_few(idle)}, not known to be missed: `dhstats improve {deck}`."
    else:
        decision = "Keep the deck: every card is missed."
    return Opening(
        question=f"Which card matters most to {deck_name(deck)} in {about.title}?",
        answer=f"{start} the deck wins {in_hundred(-most.value, most.se)}, {about.between}.",
        sureness=f"{SURENESS[verdict]}: {_sure(verdict, name)} {_loss(most, len(ordered))}"
        f"{'; others may be missed as much' if verdict == 'leaning' else ''}.",
        decision=about.next(decision, verdict, More(most.interval.n)),
        verdict=verdict,
        caution=about.caution,
    )
