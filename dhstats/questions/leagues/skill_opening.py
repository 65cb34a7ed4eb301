"""The openings of pages about skill: whether an answer turns with it, and how much of a game is luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dhstats.questions.seats.advantage import SCORE_MARGIN
from dhstats.questions.seats.opening import EVEN
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import SURENESS, About, change, of_hundred, play_on, who
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.verdicts import kind_of

if TYPE_CHECKING:
    from dhstats.stats.sequential.verdicts import Verdict

ANSWERS = {"balanced": "No", "unbalanced": "Yes", "leaning": "A little", "undecided": "Not known yet"}


def turning(names: Sequence[str], seats: Sequence[Verdict], about: About) -> Opening:
    """Whether going first is worth as much among the best players as among the weakest; rungs from the lowest up."""
    low, high = seats[0], seats[-1]
    difference = turn(low, high)
    interval = difference.interval
    kind = kind_of(interval, interval, 0.0, SCORE_MARGIN)
    best, worst = (of_hundred(seat.estimate) for seat in (high, low))
    told = {
        "balanced": f"it is the same within {EVEN}",
        "unbalanced": f"it differs by more than {EVEN}",
        "leaning": f"it differs, but perhaps by less than {EVEN}",
        "undecided": "it may be worth more among the best, or less",
    }[kind]
    return Opening(
        question=f"Does it depend on skill whether going first helps in {about.title}?",
        answer=f"{ANSWERS[kind]}: among the best players ({who(names[-1])}) the first one wins about {best} games,"
        f" among the weakest ({who(names[0])}) {worst}.",
        sureness=f"{SURENESS[kind]}: {told} ({change(interval, of=len(seats))}).",
        decision=_judge(kind, difference),
        verdict=kind,
    )


def turn(low: Verdict, high: Verdict) -> Estimate:
    """By how much more whoever begins wins on the highest rung than on the lowest.

    Its interval is right because both it is made of are: wider than it would have to be, as deals are shared.
    """
    one, other = low.interval95, high.interval95
    ends = Interval(other.low - one.high, other.high - one.low, one.level, f"{one.method}, both ends", one.n, one.unit)
    return Estimate(high.estimate - low.estimate, (low.se**2 + high.se**2) ** 0.5, ends)


def _judge(kind: str, difference: Estimate) -> str:
    if kind == "balanced":
        return "Quote the best players: one answer on the seats holds for everybody."
    if kind == "unbalanced":
        return "Judge the seats among players as good as yours: take the rung that is nearest to them."
    return play_on(abs(abs(difference.value) - SCORE_MARGIN), difference.interval)


def _lot(game: str) -> str:
    return "cards and dice" if "dice" in vocabulary(game).lot else "the cards"


def luck(parts: Sequence[Estimate], every: Estimate, games: int | None, about: About) -> Opening:
    """What part of the final lead does not follow from who plays; `games` tell the best player from the next.

    `parts` are shares of the variance of the final lead: of the deal, the players, both together, the players' chance.
    `every` is the share of all luck together.
    """
    cards, players, suit, choices = hundred_parts([each.value for each in parts])
    reach = words.reach(every.interval, words.places(100.0 * every.se), factor=100.0)
    decide = (
        f"Play about {games:,} games before you say which of the two best players is better."
        if games
        else "Treat the two best players as equally good: no series of games tells who is better."
    )
    return Opening(
        question=f"How much of a game of {about.title} is luck?",
        answer=f"About {100 - players} of 100 parts, {about.between}. Who plays decides the other {players}."
        f" Luck is {_lot(about.game)} ({cards}), how they suit who plays ({suit}), and chance in the players' choices"
        f" ({choices}).",
        sureness=f"{SURENESS['fact']}: luck decides {reach} of 100 parts of the lead at the end"
        f" ({words.level(every.interval)} interval).",
        decision=decide,
        verdict="fact",
    )


def hundred_parts(shares: Sequence[float]) -> list[int]:
    """Shares as whole parts that add up to 100: those with the largest remainders are rounded up."""
    parts = [int(100.0 * share) for share in shares]
    order = sorted(range(len(shares)), key=lambda at: parts[at] - 100.0 * shares[at])
    for at in order[: 100 - sum(parts)]:
        parts[at] += 1
    return parts
