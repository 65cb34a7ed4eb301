"""The openings of pages that prove that the seats are even."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import (
    GAMES,
    SURENESS,
    About,
    More,
    at_once,
    of_hundred,
    play_on,
    reach,
    spelt,
)
from dhstats.stats.intervals.intervals import Interval
from dhstats.storage.manifest import SEATS

if TYPE_CHECKING:
    from dhstats.questions.certificates.certificate import Certificate
    from dhstats.questions.certificates.seat_certificate import SeatCertificate
    from dhstats.questions.verdicts.evidence import Evidence

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
        f" {reach(interval, words.places(100.0 * seat.se), even)}{at_once(len(found.seats))}).",
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
