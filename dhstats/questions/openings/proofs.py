"""The openings of pages that prove: that the seats are even, and that a changed deck is better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dhstats.questions import words
from dhstats.questions.answer import Opening
from dhstats.questions.openings.words import (
    GAMES,
    SURENESS,
    About,
    More,
    change,
    deck_name,
    in_hundred,
    of_hundred,
    play_on,
    reach,
    spelt,
)
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
REFUTED = "Change the rules: `dhstats sweep` finds how much."


def even_score(found: Certificate, about: About) -> Opening:
    """Whether the first player's score is proved to be even."""
    about = replace(about, again=GAMES)
    interval = Interval(
        found.guard_low, found.guard_high, 1.0 - found.alpha, "betting confidence sequence", found.deals, "deals"
    )
    return Opening(
        question=f"Is it proved that going first is worth less than {_limit(found.margin)} in {about.title}?",
        answer=f"{PROVED[found.verdict]}: {about.between} the first player wins about {of_hundred(found.estimate)}"
        " games.",
        sureness=f"{SURENESS[found.verdict]}: {_told(found.verdict, found.margin, 0.5)}"
        f" (the first player wins {reach(interval, words.places(100.0 * found.se), 0.5)}).",
        decision=about.next(
            _decision(found.verdict, interval, abs(found.estimate - 0.5), found.margin),
            found.verdict,
            More(found.games, "games", "--games"),
        ),
        verdict=found.verdict,
        caution=about.caution,
    )


def even_seats(found: SeatCertificate, about: About) -> Opening:
    """Whether all seats are proved to have an even share of the wins; told of the one that is farthest from it."""
    even, about = 1.0 / len(found.seats), replace(about, again=GAMES)
    at = max(range(len(found.seats)), key=lambda k: _outlying(found.verdict, found.seats[k], even))
    seat = found.seats[at]
    interval = Interval(
        seat.guard_low, seat.guard_high, 1.0 - found.alpha, "betting confidence sequence", found.deals, "deals"
    )
    return Opening(
        question=f"Is it proved that all {spelt(len(found.seats))} seats are even in {about.title}?",
        answer=f"{PROVED[found.verdict]}: {about.between} the {SEATS[at]} seat, farthest from an even share, wins about"
        f" {of_hundred(seat.estimate, even)} games.",
        sureness=f"{SURENESS[found.verdict]}: {_told(found.verdict, found.margin, even)} (the {SEATS[at]} seat wins"
        f" {reach(interval, words.places(100.0 * seat.se), even)}, the intervals of all seats hold together).",
        decision=about.next(
            _decision(found.verdict, interval, abs(seat.estimate - even), found.margin, found.games),
            found.verdict,
            More(found.games, "games", "--games"),
        ),
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
    off, what = _limit(margin), "even" if even == 0.5 else f"an even share of {of_hundred(even)}"
    return {
        "balanced": f"less than {off} from {what}",
        "unbalanced": f"more than {off} from {what}",
        "leaning": f"not {what}, but perhaps less than {off} from it",
        "undecided": f"it may be {what}, or more than {off} from it",
    }[verdict]


def _decision(verdict: str, interval: Interval, off: float, margin: float, games: int = 0) -> str:
    """What follows; of so many `games` that cannot be watched, how many more."""
    if verdict == "balanced":
        return STANDS
    if verdict == "unbalanced":
        return REFUTED
    if not games:
        return f'Play until it is proved: `dhstats simulate --until "proved balanced within {100.0 * margin:g}pp"`.'
    return play_on(margin - off, replace(interval, n=games), "games", "--games")


def better_deck(found: Climb, deck: str, kept: Sequence[str], about: About) -> Opening:
    """Whether swaps made a deck better, as fresh deals say."""
    question = f"Can {deck_name(deck)} be made better in {about.title}?"
    against, gain = words.listed([deck_name(each) for each in found.rivals]), found.confirmed
    if gain is None:
        return Opening(
            question=question,
            answer=f"Not known yet: {_swaps(len(found.steps))} known to win more against {against}, {about.between}.",
            sureness=f"{SURENESS['undecided']}: more deals may show that a swap is better.",
            decision=about.next(f"Play {More(found.terms.deals).told}.", "undecided", More(found.terms.deals)),
            verdict="undecided",
            caution=about.caution,
        )
    sure = gain.interval.low > 0.0
    verdict, fresh = "unbalanced" if sure else "undecided", More(gain.interval.n, "fresh deals", "--confirm")
    swaps = f"with {spelt(len(kept))} {'swap' if len(kept) == 1 else 'swaps'} it wins"
    return Opening(
        question=question,
        answer=f"{'Yes' if sure else 'Not known yet'}: {swaps} {in_hundred(gain.value, gain.se, 'before')} against"
        f" {against}, {about.between}.",
        sureness=f"{SURENESS[verdict]}: {'the new deck wins more' if sure else 'it may win more or less'},"
        f" {change(gain.interval)}, on fresh deals.",
        decision=about.next("Take the new deck (`--rule-file`)." if sure else f"Play {fresh.told}.", verdict, fresh),
        verdict=verdict,
        caution=about.caution,
    )


def _swaps(tried: int) -> str:
    return "the swap that was tried is not" if tried == 1 else f"none of the {spelt(tried)} swaps that were tried is"
