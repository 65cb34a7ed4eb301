"""The openings of pages that prove: that the seats are even, and that a changed deck is better."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dhstats.questions import words
from dhstats.questions.answer import Opening
from dhstats.questions.openings.words import SURENESS, About, between, change, in_hundred, more, of_hundred, spelt
from dhstats.stats.intervals import Interval
from dhstats.storage.manifest import SEATS

if TYPE_CHECKING:
    from dhstats.questions.certificate import Certificate
    from dhstats.questions.evidence import Evidence
    from dhstats.questions.improvement import Climb
    from dhstats.questions.seat_certificate import SeatCertificate

PROVED = {
    "balanced": "Yes, proved",
    "unbalanced": "No, the opposite is proved",
    "leaning": "Not proved",
    "undecided": "Not proved",
}
STANDS = "Publish the certificate: anybody can play its deals again with `dhstats verify`."
REFUTED = "Change the rules, not the claim: `dhstats sweep` and `dhstats choose` try rules against each other."


def even_score(found: Certificate, about: About) -> Opening:
    """Whether the first player's score is proved to be even."""
    interval = Interval(
        found.guard_low, found.guard_high, 1.0 - found.alpha, "betting confidence sequence", found.deals, "deals"
    )
    return Opening(
        question=f"Is it proved that going first is worth less than {_limit(found.margin)} in {about.title}?",
        answer=f"{PROVED[found.verdict]}: {about.between} the first player wins about {of_hundred(found.estimate)}"
        " games.",
        sureness=f"{SURENESS[found.verdict]}: {_told(found.verdict, found.margin, 0.5)}"
        f" ({between(interval, words.places(100.0 * found.se))}).",
        decision=_decision(found.verdict, interval, abs(found.estimate - 0.5), found.margin, watched=True),
        verdict=found.verdict,
        caution=about.caution,
    )


def even_seats(found: SeatCertificate, about: About) -> Opening:
    """Whether all seats are proved to have an even share of the wins; told of the one that is farthest from it."""
    even = 1.0 / len(found.seats)
    at = max(range(len(found.seats)), key=lambda k: _outlying(found.verdict, found.seats[k], even))
    seat = found.seats[at]
    interval = Interval(
        seat.guard_low, seat.guard_high, 1.0 - found.alpha, "betting confidence sequence", found.deals, "deals"
    )
    return Opening(
        question=f"Is it proved that all {spelt(len(found.seats))} seats are even in {about.title}?",
        answer=f"{PROVED[found.verdict]}: {about.between} the {SEATS[at]} seat, farthest from an even share, wins about"
        f" {of_hundred(seat.estimate, even)} games.",
        sureness=f"{SURENESS[found.verdict]}: {_told(found.verdict, found.margin, even)} (the {SEATS[at]} seat:"
        f" {between(interval, words.places(100.0 * seat.se))}, right for all seats at once).",
        decision=_decision(found.verdict, interval, abs(seat.estimate - even), found.margin, watched=False),
        verdict=found.verdict,
        caution=about.caution,
    )


def _outlying(verdict: str, seat: Evidence, even: float) -> tuple[bool, float]:
    """Seats whose own verdict is that of all of them first, then by how far they are from an even share."""
    return seat.verdict == verdict, abs(seat.estimate - even)


def _limit(margin: float) -> str:
    """The margin that was declared, in games: without it nothing is proved."""
    games = 100.0 * margin
    return "half a game in 100" if games == 0.5 else f"{games:g} game{'' if games == 1.0 else 's'} in 100"


def _told(verdict: str, margin: float, even: float) -> str:
    games, share = f"{100.0 * margin:g}", f"{100.0 * even:.3g}"
    unit = "game" if margin == 0.01 else "games"
    return {
        "balanced": f"no more than {games} {unit} in 100 from {share}",
        "unbalanced": f"more than {games} {unit} in 100 from {share}",
        "leaning": f"not {share}, but perhaps no more than {games} {unit} in 100 from it",
        "undecided": f"it may be {share}, or more than {games} {unit} in 100 from it",
    }[verdict]


def _decision(verdict: str, interval: Interval, off: float, margin: float, *, watched: bool) -> str:
    if verdict == "balanced":
        return STANDS
    if verdict == "unbalanced":
        return REFUTED
    left = abs(margin - off)
    needed = interval.n * ((interval.half_width / max(left, 1e-9)) ** 2 - 1.0)
    deals = more(max(1, math.ceil(min(needed, 1e12))))
    goal = f'`--until "proved balanced within {100.0 * margin:g}pp"`'
    return f"Play on: {deals}{f'; {goal} ends a run when it is proved' if watched else ''}."


def better_deck(found: Climb, deck: str, kept: Sequence[str], about: About) -> Opening:
    """Whether swaps made a deck better, as fresh deals say."""
    question = f"Can deck {words.spoken(deck)} be made better in {about.title}?"
    against, gain = words.listed([words.spoken(each) for each in found.rivals]), found.confirmed
    if gain is None:
        return Opening(
            question=question,
            answer=f"Not found out: {_swaps(len(found.steps))} known to win more against {against}.",
            sureness=f"{SURENESS['undecided']}: a swap that was dropped need not be worse.",
            decision="Try more swaps (`--swaps`), more deals a swap (`--deals`), or ask for less (`--worth`).",
            verdict="undecided",
            caution=about.caution,
        )
    sure = gain.interval.low > 0.0
    verdict = "unbalanced" if sure else "undecided"
    swaps = f"with {spelt(len(kept))} {'swap' if len(kept) == 1 else 'swaps'} it wins"
    return Opening(
        question=question,
        answer=f"{'Yes' if sure else 'Not known yet'}: {swaps} {in_hundred(gain.value, gain.se, 'before')} against"
        f" {against}, {about.between}.",
        sureness=f"{SURENESS[verdict]}: {change(gain.interval)}, on fresh deals.",
        decision="Take the new deck with `--rule-file`, then let the rivals answer: `dhstats decks`."
        if sure
        else "Confirm on more fresh deals (`--confirm`) before you take the new deck.",
        verdict=verdict,
        caution=about.caution,
    )


def _swaps(tried: int) -> str:
    return "the swap that was tried is not" if tried == 1 else f"none of {spelt(tried)} swaps is"
