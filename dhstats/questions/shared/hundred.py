"""Shares of the wins and changes of them as so many games of a hundred, and how such a change is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import apart, at_once, games_in_100, play_on
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import EXACT, Interval
from dhstats.stats.sequential.verdicts import Verdict

HUNDRED = 100.0
FEW = 2.95  # games in 100: larger differences are told in whole games
ALIKE = 0.1  # games in 100: by less rounding may change any number
FAITHFUL = 0.3  # of its distance from even: by how much rounding may change that
ROUGH = 0.1  # of the half-width of its interval: by how much rounding may change a number anyway


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the wins as a page tells it: the number to remember, and from where to where it may be.

    The number lies within the interval as it is shown, and rounding makes no edge of it that is not there. An interval
    that leaves out `even`, or an edge of the margin around it, is told finely enough to show that.
    """

    value: float
    interval: Interval
    even: float = 0.5
    margin: float = 0.0

    @classmethod
    def of(cls, estimate: Estimate, even: float = 0.5) -> Share:
        """An estimated share beside an even one."""
        return cls(estimate.value, estimate.interval, even)

    @classmethod
    def judged(cls, verdict: Verdict) -> Share:
        """A share with a verdict, with the interval that the verdict rests on."""
        interval = verdict.interval90 if verdict.kind == "balanced" else verdict.interval95
        return cls(verdict.estimate, interval, verdict.null, verdict.margin)

    @property
    def digits(self) -> int:
        """Digits after the point of the ends of the interval."""
        edges = (self.even, self.even - self.margin, self.even + self.margin) if self.margin else (self.even,)
        return fine(self.interval, edges)

    def told(self, start: int = 0) -> str:
        """The number to remember, in so many digits or more: "51", "50.5" where a whole number would say else."""
        share = HUNDRED * self.value
        digits = fewest(share, self.interval, self.digits, start, factor=HUNDRED, even=HUNDRED * self.even)
        return words.number(share, digits)

    @property
    def games(self) -> str:
        """The same in the fewest digits."""
        return self.told()

    @property
    def count(self) -> str:
        """The same as a count: "51 of 100"."""
        return f"{self.games} of 100"

    @property
    def reach(self) -> str:
        """From how many to how many of 100 games, with the level of that; why it is not known, if it is not."""
        return self.reach_of()

    def reach_of(self, several: int = 1) -> str:
        """The same of one of so many shares whose intervals are right at once, with the level of all of them."""
        if not words.known(self.interval):
            return words.span(self.interval, 0)
        if self.interval.method == EXACT:
            return f"exactly {words.number(HUNDRED * self.value, 2)} of 100 games"
        ends = words.reach(self.interval, self.digits, factor=HUNDRED)
        level = "95 %" if several > 1 else words.level(self.interval)
        return f"{ends} of 100 games, {level} interval{at_once(several)}"


def fine(interval: Interval, away: float | tuple[float, ...] = 0.0) -> int:
    """Digits after the point of the ends of an interval of shares, in games of 100."""
    if not words.known(interval):
        return 1
    return apart(interval, words.places(HUNDRED * interval.half_width / 2.0), away)


def fewest(
    number: float, interval: Interval, digits: int, start: int, *, factor: float, even: float | None = None
) -> int:
    """The fewest digits from `start` on in which a number says what its interval does, and its distance from even.

    The ends of the interval are shown times `factor` in so many `digits`. Rounding keeps about as much of a distance
    from even as there is, and makes no game certain.
    """
    rough = ROUGH * factor * interval.half_width if words.known(interval) else 0.0
    low, high = (float(f"{factor * end:.{digits}f}") for end in (interval.low, interval.high))
    for tried in range(min(start, digits), max(digits, 1) + 1):
        told = float(f"{number:.{tried}f}")
        changed, certain = abs(told - number), factor == HUNDRED and even != 0.0 and told in (0.0, HUNDRED)
        faithful = even is None or changed < ALIKE or changed <= max(FAITHFUL * abs(number - even), rough)
        if low <= told <= high and faithful and not (certain and told != number):
            return tried
    return digits


def rounded(estimate: Estimate, digits: int, start: int = 0, factor: float = 1.0) -> str:
    """A mean as far rounded as it lies within its interval, whose ends are shown in so many digits."""
    number = factor * estimate.value
    return words.number(number, fewest(number, estimate.interval, digits, start, factor=factor))


def told_apart(estimates: Sequence[Estimate], factor: float = HUNDRED) -> list[str]:
    """Numbers side by side in the fewest digits that tell them apart, each rounded as its interval lets it be."""
    start = int(min(factor * each.value for each in estimates) < FEW)

    def told(digits: int) -> list[str]:
        fine = [max(digits, words.places(factor * each.interval.half_width / 2.0)) for each in estimates]
        return [rounded(each, most, digits, factor) for each, most in zip(estimates, fine, strict=True)]

    every = [told(digits) for digits in range(start, start + 2)]
    return next((each for each in every if len(set(each)) == len(each)), every[0])


def in_hundred(estimate: Estimate, other: str = "") -> str:
    """A difference of shares of the wins as games: "about 3 more games in 100 than before", "as many games as before".

    `other` is what it is a difference from.
    """
    games = more_games(estimate).lstrip("+−").removesuffix(".0")
    if float(games.replace(",", "")) == 0.0:
        return f"as many games as {other}" if other else "as many games"
    many = f"{'more' if estimate.value > 0.0 else 'fewer'} game{'' if games == '1' else 's'}"
    return f"about {games} {many} in 100{f' than {other}' if other else ''}"


def more_games(estimate: Estimate, digits: int | None = None) -> str:
    """That difference as a number alone, in so many digits or as many as it needs: "+3", "+1.5", "−0.4"."""
    return words.number(HUNDRED * estimate.value, more_digits(estimate) if digits is None else digits, sign=True)


def more_digits(estimate: Estimate) -> int:
    """The fewest digits of such a number: one of a small difference that is known so well."""
    number = HUNDRED * estimate.value
    start = min(1, words.places(HUNDRED * estimate.interval.half_width / 2.0)) if abs(number) < FEW else 0
    return fewest(number, estimate.interval, fine(estimate.interval), start, factor=HUNDRED, even=0.0)


def of_effect(interval: Interval) -> str:
    """The verdict on what something is worth in wins: nothing that matters, something for sure, or not known yet.

    It is within the margin that counts as no difference everywhere, or it leaves out 0.
    """
    if interval.inside(-SCORE_MARGIN, SCORE_MARGIN):
        return "balanced"
    return "undecided" if interval.contains(0.0) else "unbalanced"


def to_know(value: float, interval: Interval, unit: str = "deals", option: str = "--deals", played: int = 0) -> str:
    """To play on until the interval leaves out 0 or lies within the margin, whichever takes fewer."""
    return play_on(max(abs(value), SCORE_MARGIN - abs(value)), interval, unit, option, played)


def no_matter() -> str:
    """How much is no difference, in games."""
    return f"less than {games_in_100(100.0 * SCORE_MARGIN)}"
