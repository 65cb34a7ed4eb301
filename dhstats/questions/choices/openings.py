"""The opening of a page that picks: one rule set out of several, or the readings of a rulebook that matter."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dhstats.questions.comparisons.opening import margin, reach_of, what
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import (
    SURENESS,
    About,
    More,
    at_once,
    capital,
    game_name,
    of_hundred,
    reach,
    spelt,
)
from dhstats.questions.shared.metrics import Ask
from dhstats.questions.tweaks.comparison import Judged
from dhstats.stats.intervals.intervals import Interval
from dhstats.storage import Manifest

WANTED = {
    "balanced": "is nearest to even",
    "highest": "is best for whoever goes first",
    "lowest": "is worst for whoever goes first",
}
OTHERS = "Ask other players (`--strategies`)."
NAMED = 2  # readings named at first sight


@dataclass(frozen=True, slots=True)
class Settled:
    """How a race of rule sets ended: how many began, after how many deals, which are left.

    `zone` is by how much the leader may be worse than the best, as a share of a win; None where it is open. `wins` is
    the interval of what the first player has of the wins by the leader, right at every look of the race.
    """

    began: int
    deals: int
    left: tuple[str, ...]
    zone: float | None
    wins: Interval


def rule_set(base: Manifest, wish: str, best: tuple[str, float], ended: Settled) -> Opening:
    """The rule set that leads, with its first player's score, and whether the race is over."""
    (name, score), about = best, About.of(base)
    verdict, more = "undecided" if ended.zone is None else "balanced", More(ended.deals)
    return Opening(
        question=f"Which of {spelt(ended.began)} rule sets of {about.title} {WANTED[wish]}?",
        answer=f"{name}{'' if ended.zone is not None else f', so far, of {spelt(len(ended.left))}'}: the first player"
        f" {'wins' if ended.zone is not None else 'won'} about {of_hundred(score)} games, {about.between}.",
        sureness=f"{SURENESS[verdict]}: {_ended(ended)}; the leader's first player wins"
        f" {reach(ended.wins, words.places(100.0 * ended.wins.half_width / 2.0), 0.5)}.",
        decision=about.next(f"Play with {name}." if ended.zone is not None else more.advice, verdict, more),
        verdict=verdict,
        caution=about.caution,
    )


def _ended(ended: Settled) -> str:
    deals = words.count(ended.deals, "deals")
    if ended.zone is None:
        left = len(ended.left)
        return f"after {deals} it may still be {'either of two' if left == 2 else f'any of {spelt(left)}'}"
    if len(ended.left) == 1:
        return f"on the same deals every other one is further from that, known after {deals}"
    return f"no other is better by more than {100.0 * ended.zone:g} games in 100, known after {deals}"


def readings(
    base: Manifest, kinds: Mapping[str, Sequence[str]], ask: Ask, largest: tuple[str, Judged, int] | None = None
) -> Opening:
    """How many readings matter, and which; `kinds` are the names of all readings by verdict.

    `largest` is the reading that changes most so far, its change, and of how many that are judged together.
    """
    number, about = sum(map(len, kinds.values())), About.of(base)
    matter, harmless = (list(kinds.get(kind, ())) for kind in ("unbalanced", "balanced"))
    decided = len(matter) + len(harmless)
    more = More(base.design.deals)
    question = f"Which unclear sentences of the {game_name(base.game, base.rules)} rulebook change {what(ask)}?"
    if len(kinds.get("refused", ())) == number:
        told = "These games cannot tell: they never came to the unclear places, or one player wins nearly all of them."
        return Opening(question, told, f"{SURENESS['refused']}: no reading is judged.", OTHERS, "refused")
    verdict = "unbalanced" if decided == number else "leaning" if decided else "undecided"
    sure = {
        "unbalanced": "every reading is decided",
        "leaning": f"{spelt(decided)} of {spelt(number)} readings are decided, the others are open or not judged",
        "undecided": "no reading is decided yet",
    }[verdict]
    limit = f"by more than {margin(ask)}, {about.between}"
    return Opening(
        question=question,
        answer=_some(matter, limit) if matter else _none(len(harmless), number, limit),
        sureness=f"{SURENESS[verdict]}: {sure}{_most(*largest) if largest else ''}.",
        decision=about.next(_decision(more, matter=bool(matter), all_decided=decided == number), verdict, more),
        verdict=verdict,
        caution=about.caution,
    )


def _most(name: str, change: Judged, of: int) -> str:
    """The interval of the largest change, with the reading that makes it."""
    if not math.isfinite(change.interval.high):
        return ""
    metric = change.claim.metric
    unit = "games in 100" if metric.shown == "points of win rate" else metric.shown
    level = f"{words.level(change.interval)} interval{at_once(of)}"
    return f"; the largest change so far, with “{name}”, is {reach_of(change)} {unit} ({level})"


def _some(matter: Sequence[str], limit: str) -> str:
    """How many readings matter, and the names of two."""
    more = f" and {spelt(len(matter) - NAMED)} more" if len(matter) > NAMED else ""
    do = "reading does" if len(matter) == 1 else "readings do"
    return f"{capital(spelt(len(matter)))} {do}, {limit}: {'; '.join(matter[:NAMED])}{more}."


def _none(harmless: int, number: int, limit: str) -> str:
    """That no reading is known to matter, and how many are known not to."""
    if harmless == number:
        return f"None of them does {limit}."
    if not harmless:
        return f"Not known yet. None of them is known to do so {limit}."
    do = "does" if harmless == 1 else "do"
    return (
        f"Not known yet. {capital(spelt(harmless))} of {spelt(number)} readings {do} not, {limit}; the others are open."
    )


def _decision(more: More, *, matter: bool, all_decided: bool) -> str:
    if matter:
        return "Write those sentences anew, so that everybody reads them alike."
    if all_decided:
        return "Leave the rulebook as it is."
    return more.advice
