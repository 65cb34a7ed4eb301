"""The opening of a page that proves that the seats are even."""

from dataclasses import replace

from dhstats.questions.certificates.certificate import Either, even_of, guard_of
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
from dhstats.questions.verdicts.evidence import Evidence
from dhstats.stats.intervals.intervals import Interval
from dhstats.storage.manifest import SEATS

PROVED = {
    "balanced": "Yes, proved",
    "unbalanced": "No, the opposite is proved",
    "leaning": "Not proved",
    "undecided": "Not proved",
}
STANDS = "Publish the certificate: anybody can play its deals again with `dhstats verify`."
REFUTED = "Change the rules: `dhstats sweep` finds how much."


def opening(found: Either, about: About) -> Opening:
    """Whether the seats are proved to be even; of more than two the one farthest from an even share is named."""
    number, even, about = len(found.seats), even_of(found), replace(about, again=GAMES)
    at = max(range(number), key=lambda k: _outlying(found.verdict, found.seats[k], even))
    seat, two = found.seats[at], number == 1
    interval, games = guard_of(found, seat), More(found.games, "games", "--games")
    what = f"going first is worth less than {_limit(found.margin)}" if two else f"all {spelt(number)} seats are even"
    one = "the first player" if two else f"the {SEATS[at]} seat"
    return Opening(
        question=f"Is it proved that {what} in {about.title}?",
        answer=f"{PROVED[found.verdict]}: {about.between} {one}{'' if two else ', farthest from an even share,'} wins"
        f" about {of_hundred(seat.estimate, even)} games.",
        sureness=f"{SURENESS[found.verdict]}: {_known(found.verdict, found.margin, even)} ({one} wins"
        f" {reach(interval, words.places(100.0 * seat.se), even)}{at_once(number)}).",
        decision=about.next(_decision(found, interval, abs(seat.estimate - even)), found.verdict, games),
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


def _known(verdict: str, margin: float, even: float) -> str:
    off, what = _limit(margin), "even" if even == 0.5 else f"an even share of {of_hundred(even)}"
    return {
        "balanced": f"less than {off} from {what}",
        "unbalanced": f"more than {off} from {what}",
        "leaning": f"not {what}, but perhaps less than {off} from it",
        "undecided": f"it may be {what}, or more than {off} from it",
    }[verdict]


def _decision(found: Either, interval: Interval, off: float) -> str:
    """What follows; at a table of more than two, which cannot be watched, how many more games."""
    if found.verdict == "balanced":
        return STANDS
    if found.verdict == "unbalanced":
        return REFUTED
    if len(found.seats) == 1:
        within = f"{100.0 * found.margin:g}pp"
        return f'Play until it is proved: `dhstats simulate --until "proved balanced within {within}"`.'
    return play_on(found.margin - off, replace(interval, n=found.games), "games", "--games")
