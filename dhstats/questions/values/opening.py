"""The opening of a page about what the things of a game are worth, one beside the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import (
    SURENESS,
    About,
    More,
    apart,
    capital,
    change,
    either,
    in_hundred,
    play_on,
    spelt,
)
from dhstats.questions.training.losses_opening import dearest
from dhstats.stats.intervals.intervals import Interval

if TYPE_CHECKING:
    from dhstats.questions.values.items import ItemWorth
    from dhstats.stats.intervals.blocks import Estimate

START = {"unbalanced": "", "leaning": "Perhaps ", "undecided": "Not known yet. Perhaps "}
QUOTE = "Quote this number, not how often its keeper wins: whoever is ahead gets it more often."
MOST_NAMED = 3  # things that may be worth most, by name


def worth(name: str, score: Estimate, about: About | None) -> Opening:
    """What it is worth to have a thing rather than that the opponent has it, from a random turn on."""
    digits = apart(score.interval, words.places(100.0 * score.se), 0.0)
    kind = "undecided" if score.interval.contains(0.0) else "unbalanced"
    told = f"A player who has it wins {in_hundred(score.value, score.se, 'if the opponent had it')}"
    told = f"{told}{f', {about.between}' if about else ''}."
    reach = words.reach(score.interval, digits, factor=100.0, sign=True)
    follows = play_on(score.value, score.interval, played=about.deals if about else 0) if kind == "undecided" else QUOTE
    known = "it may help or hurt" if kind == "undecided" else "it helps" if score.value > 0.0 else "it hurts"
    return Opening(
        question=f"What is the {name} worth{f' in {about.title}' if about else ''}?",
        answer=told if kind == "unbalanced" else f"Not known yet. In these games {told[0].lower()}{told[1:]}",
        sureness=f"{SURENESS[kind]}: {known}, {reach} games in 100 ({words.level(score.interval)} interval).",
        decision=about.next(follows, kind, More(about.deals or score.interval.n)) if about else follows,
        verdict=kind,
        caution=about.caution if about else "",
    )


def worth_most(ordered: Sequence[ItemWorth], about: About) -> Opening:
    """Which thing is worth most to whoever has it and not their opponent; the most valuable first."""
    first = ordered[0]
    most = first.effect.score
    verdict = dearest(most, [each.effect.score for each in ordered[1:]])
    near = [each for each in ordered[1:] if each.effect.score.interval.high >= most.interval.low]
    names = [f"the {each.item.name}" for each in (first, *near)]
    told = either(names) if len(names) <= MOST_NAMED else f"{names[0]} or one of {spelt(len(near))} others"
    games = in_hundred(most.value, most.se, "if the opponent had it")
    wins = f"{f'With {names[0]} a player' if near else 'a player who has it'} wins {games}, {about.between}"
    return Opening(
        question=f"Which card of {about.title} is worth most?",
        answer=f"{capital(f'{START[verdict]}{told}')}{'.' if near else ':'} {wins}.",
        sureness=f"{SURENESS[verdict]}: {_known(names[0], verdict)} {change(most.interval, of=len(ordered))}"
        f"{'; others may help as much' if verdict == 'leaning' else ''}.",
        decision=about.next(_decision(verdict, ordered, about.game), verdict, More(about.deals or most.interval.n)),
        verdict=verdict,
        caution=about.caution,
    )


def _known(name: str, verdict: str) -> str:
    """What is certain of the first."""
    return {
        "unbalanced": f"{name} is worth most,",
        "leaning": f"{name} helps,",
        "undecided": f"{name} may help or not:",
    }[verdict]


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
