"""What if, in a game for one: ways to play on from one moment, by how many points more the player ends with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dhstats.questions.forks.openings import spoken
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import differences
from dhstats.questions.shared.first_screen import SURENESS, About, More, at_once, capital, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, text, whole
from dhstats.questions.shared.tables import table as made
from dhstats.questions.shared.words import SIGNED

if TYPE_CHECKING:
    from dhstats.questions.forks.what_if import Arms
    from dhstats.stats.positions.twins import Effect

KEY = "what_if_alone"
HOW_TO_READ = (
    "Each row is a way to play on: by how many points more the player ends than in the way it is compared with, with"
    " the same cards to come in both. To the right of the line it is better."
)


def answer(found: Arms, about: About, method: str, caution: str) -> Answer:
    """Every way to play on in a sentence and a row."""
    base, sure = found.twins.arms[0], "simultaneous 95 %" if len(found.effects) > 1 else ""
    lead = Finding(f"{capital(found.where)}.")
    told = [
        Finding(
            f"With '{each.one}' instead of '{base}': {words.stated(each.points, SIGNED, 'points', sure=sure)}.",
            headline=at < 3,
        )
        for at, each in enumerate(found.effects)
    ]
    fields = (
        text("way", "Way to play on", "one"), *measured("score", "Effect on the final score", "points", "points"),
        whole("forks", "Games gone on with, each way", "games", lambda _: found.twins.forks),
    )  # fmt: skip
    rows = made("arms", f"Against '{base}'", fields, found.effects)
    opening = _opening(found.effects, base, found.unit, about)
    return Answer(KEY, "What if?", (lead, *told), (rows,), HOW_TO_READ, method, caution, (), opening)


def _opening(effects: Sequence[Effect], base: str, unit: str, about: About) -> Opening:
    """The way that brings most beside the first one."""
    most = max(effects, key=lambda each: each.points.value)
    interval, digits = most.points.interval, words.digits_of(most.points)
    same = all(each.points.se == each.points.value == 0.0 for each in effects)
    open_ = interval.contains(0.0) and not same
    verdict = "balanced" if same else "undecided" if open_ else "unbalanced"
    more = "more" if most.points.value >= 0.0 else "fewer"
    one, other = spoken(most.one), spoken(base)
    points = f"{words.number(abs(most.points.value), digits)} points {more} with {one} than {other}"
    yes = "Neither" if same else "Yes" if most.points.value > 0.0 else "No"
    question = f"Is {one} better than {other} in {about.title}?"
    if len(effects) > 1:
        yes = "None" if same else capital(one if most.points.value > 0.0 else other)
        question = f"Which of {spelt(len(effects) + 1)} ways to play on brings most in {about.title}?"
    start = "Not known yet: in these games" if open_ else f"{yes}:"
    level = "95 %" if len(effects) > 1 else words.level(interval)  # of all together
    reach = f"{words.reach(interval, digits, sign=True)} points, {level} interval{at_once(len(effects))}"
    sure = f"{SURENESS[verdict]}: {reach}{f', the same in all {interval.n:,} {interval.unit}' if same else ''}."
    options = {"deals": "--deals", "continuations": "--continuations"}
    played = More(about.deals if unit == "deals" and about.deals else interval.n, unit, options[unit])
    decision = played.advice if open_ else "Take it if this is what you want."
    return Opening(
        question=question,
        answer=f"{start} the player ends with {points}, {about.between}.",
        sureness=sure,
        decision=about.next(decision, verdict, played),
        verdict=verdict,
        caution=about.caution,
    )


QUESTION = Question(
    KEY,
    charts=(differences("Every way to play on, in points", "arms", form="+.2f"),),
    first=(differences("What each way to play on changes, in points", "arms", form="+.2f"),),
)
