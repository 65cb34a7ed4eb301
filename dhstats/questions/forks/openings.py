"""The openings of pages about ways to go on: games forked at a moment, and kinds of plays beside each other."""

from __future__ import annotations

import re
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
    dearest,
    either,
    spelt,
    to_part,
)
from dhstats.questions.shared.hundred import in_hundred, more_games, no_matter, of_effect, to_know
from dhstats.stats.estimates.clusters import Group

if TYPE_CHECKING:
    from dhstats.stats.positions.twins import Effect

AS_IT_IS = "as it is"
SIDES = {"mover": "the player to move", "opponent": "the opponent", "nobody": "nobody"}
OUTSIDE_BRACKETS = re.compile(r",(?![^\[]*\])")
PART = re.compile(r"([^=]+)=(.*)")
MOST_NAMED = 3  # cards that may be the best to play, by name
CLOSE = "Change its cost or its effect if this should be a close choice."
DEALS = {"deals": "--deals", "continuations": "--continuations"}


def spoken(name: str) -> str:
    """A way to go on as a sentence has it: "playing claim", "the figure with the player to move"."""
    if name == AS_IT_IS:
        return "going on as it is"
    return words.listed([_part(part.strip()) for part in OUTSIDE_BRACKETS.split(name)])


def _part(text: str) -> str:
    found = PART.fullmatch(text)
    if found is None:
        return f"the move “{text}”"
    key, value = words.spoken(found[1]), found[2]
    if found[1] == "play":
        return f"playing {words.spoken(value)}"
    if value in SIDES:
        return f"the {key} with {SIDES[value]}"
    return f"{key.replace('.', ' ')} {value}"


def _by(way: str) -> str:
    """A way to go on, as what a player wins by."""
    if way == spoken(AS_IT_IS):
        return "if the game continues as it is"
    return f"{'by' if way.startswith('playing ') else 'with'} {way}"


def going_on(effects: Sequence[Effect], base: str, unit: str, about: About) -> Opening:
    """Which way to go on is best for whoever is to move; effects are those of all others against the first way."""
    most = max(effects, key=lambda each: each.score.value)
    several = len(effects) > 1
    near = _near(most, effects)
    verdict = _verdict(effects, most, near)
    played = about.deals if unit == "deals" and about.deals else most.score.interval.n
    one, other = spoken(most.one), spoken(base)
    reach = change(most.score.interval, of=len(effects))
    games = in_hundred(most.score, _by(other))
    wins = f"the player to move wins {games}"
    question = (
        f"Which of {spelt(len(effects) + 1)} ways to play on is best in {about.title}?"
        if several
        else f"Is {one} better than {other} in {about.title}?"
    )
    named = either([one, *(spoken(each.one) for each in near)]) if len(near) < MOST_NAMED else one
    first = one if not near or verdict == "undecided" else named
    wins = f"with the first, the player to move wins {games}" if first != one else wins
    answer = capital(_several(first, wins, verdict, most)) if several else f"{_yes(verdict, most)}{wins}"
    return about.opening(
        question,
        f"{answer}, {about.between}.",
        verdict,
        _compared(verdict, most, near, other, reach),
        _next(verdict, most, near, More(played, unit, DEALS[unit])),
        More(played, unit, DEALS[unit]),
        written=", ".join(dict.fromkeys(name for name in (*(each.one for each in effects), base) if "=" in name)),
    )


def _verdict(effects: Sequence[Effect], most: Effect, near: Sequence[Effect]) -> str:
    """Whether the best is better for sure, or none makes a difference that matters."""
    score = most.score
    if all(of_effect(each.score.interval) == "balanced" for each in effects):
        return "balanced"
    return "undecided" if score.interval.contains(0.0) else "leaning" if near else "unbalanced"


def _yes(verdict: str, most: Effect) -> str:
    if verdict == "balanced":
        return f"Neither, or by {no_matter()}: "
    if verdict == "undecided":
        return "Not known yet: in these games "
    return "Yes: " if most.score.value > 0.0 else "No: "


def _several(one: str, wins: str, verdict: str, most: Effect) -> str:
    if verdict == "balanced":
        return f"none, or by {no_matter()}: with {one} {wins}"
    if verdict == "undecided":
        best = f"The best so far is {one}:" if most.score.value > 0.0 else f"So far none is better: with {one}"
        return f"Not known yet. {best} {wins}"
    if most.score.value < 0.0:
        return f"The first one: even with {one} {wins}"
    return f"{'Perhaps ' if verdict == 'leaning' else ''}{one}: {wins}"


def _next(verdict: str, most: Effect, near: Sequence[Effect], more: More) -> str:
    if verdict == "balanced":
        return "Make the difference larger if this should be a choice."
    if verdict == "undecided":
        return to_know(most.score.value, most.score.interval, more.unit, more.option, more.n)
    return more.advice if near else CLOSE


def _near(most: Effect, effects: Sequence[Effect]) -> list[Effect]:
    """The other ways that may be as good as one that is better than the first way."""
    if most.score.value <= 0.0:
        return []
    least = most.score.interval.low
    return [each for each in effects if each is not most and each.score.interval.high >= least]


def _compared(verdict: str, most: Effect, near: Sequence[Effect], other: str, reach: str) -> str:
    """What is known of the best way, and what is open."""
    if verdict == "balanced":
        return f"{spoken(most.one)} differs from {other} by {no_matter()}, {reach}"
    if verdict == "undecided":
        return f"{spoken(most.one)} may be better or worse than {other}, {reach}"
    if most.score.value < 0.0:
        return f"{spoken(most.one)} is worse than {other}, {reach}"
    if not near:
        return f"{spoken(most.one)} is better than {other}, {reach}"
    others = either([spoken(each.one) for each in near]) if len(near) < MOST_NAMED else f"{spelt(len(near))} others"
    return f"{spoken(most.one)} is better than {other}, {reach}; whether it is better than {others} is open"


def _which(best: Group, good: Sequence[Group], verdict: str) -> str:
    """The card, or those that are not told apart, and what playing it wins; `good` ones beat an average move."""
    names = [f"the {words.spoken(str(each.label))}" for each in good]
    game = in_hundred(best.effect, "an average move")
    if verdict == "undecided":
        return f"the {words.spoken(str(best.label))}: playing it won {game}"
    if len(good) == 1:
        return f"{names[0]}: playing it wins {game}"
    if len(good) > MOST_NAMED:
        names = [names[0], f"one of {spelt(len(good) - 1)} others"]
    least, most = (more_games(pick(good, key=_value).effect).lstrip("+").removesuffix(".0") for pick in (min, max))
    games = f"{f'{least} to {most}' if least != most else most} more game{'' if least == most == '1' else 's'}"
    one = "either" if len(good) == 2 else "one of them"
    return f"{either(names)}: playing {one} wins about {games} in 100 than an average move"


def _value(group: Group) -> float:
    return group.effect.value


def _beats(good: Sequence[Group], near: Sequence[Group], verdict: str, of: int) -> str:
    """What is certain of the best of so many cards, each with its interval where two are told, and what is open."""
    name, reach = f"the {words.spoken(str(good[0].label))}", change(good[0].effect.interval, of=of)
    if verdict == "undecided":
        return f"{name} may win more than an average move or less, {reach}"
    if len(good) == 2:
        first = change(good[0].effect.interval).partition(" games")[0]
        second = f"the {words.spoken(str(good[1].label))} by {change(good[1].effect.interval, of=of)}"
        return f"{name} beats an average move by {first}, {second}; which of them is better is open"
    beats = f"{name} beats an average move by {reach}"
    if not near:
        return f"{beats}; it also beats every other card"
    others = [f"the {words.spoken(str(each.label))}" for each in near]
    other = either(others) if len(others) < MOST_NAMED else f"{spelt(len(near))} others"
    return f"{beats}; whether it beats {other} is open"


def _no_card(best: Group, of: int, about: About) -> Opening:
    """That it does not matter which card is played."""
    return Opening(
        question=f"Which card is it best to play in {about.title}?",
        answer=f"None: playing any of them is worth an average move, or differs by {no_matter()}, {about.between}.",
        sureness=f"{SURENESS['balanced']}: the {words.spoken(str(best.label))} has"
        f" {change(best.effect.interval, of=of)}.",
        decision=about.next("Make the cards differ more if this should be a choice."),
        verdict="balanced",
        caution=about.caution,
    )


def plays(by_picture: Sequence[Group], states: int, about: About) -> Opening:
    """Which card it is best to play where it can be played; groups hold all at once, those seen too seldom left out."""
    ranked = sorted(by_picture, key=lambda each: -each.effect.value)
    best, rest = ranked[0], ranked[1:]
    interval, name = best.effect.interval, words.spoken(str(best.label))
    near = [each for each in rest if each.effect.interval.high >= interval.low]
    verdict = dearest(best.effect, [each.effect for each in rest])
    if all(of_effect(each.effect.interval) == "balanced" for each in ranked):
        return _no_card(best, len(ranked), about)
    good = [best, *(each for each in near if each.effect.interval.low > 0.0)]
    start = {"undecided": "Not known yet. So far ", "leaning": "Perhaps ", "unbalanced": ""}[verdict]
    told = f"{start}{_which(best, good, verdict)}"
    played = ("positions", "--states", states)
    decision = f"Check that the {name} costs something: a play that is always right is not a choice."
    if near:
        decision = to_part(best.effect, near[0].effect, *played)
    elif verdict != "unbalanced":
        decision = to_know(best.effect.value, interval, *played)
    return about.opening(
        f"Which card is it best to play in {about.title}?",
        f"{capital(told)}, {about.between}.",
        verdict,
        _beats(good, near, verdict, len(ranked)),
        decision,
        More(states, "positions", "--states"),
    )
