"""Matches that one player nearly always wins: they cannot show what a seat is worth, so no verdict is given."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.queries.catalogue import ALL
from dhstats.queries.counts import Counts, counting
from dhstats.questions.shared import words
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.stats.sequential.stopping import Sample, clearness
from dhstats.storage import Manifest, Run

Array = np.ndarray[Any, Any]
ALPHA = 0.05  # the chance that a match is taken for lopsided which is not
CLEAR = 0.9  # of the wins: whoever has more leaves too few to the others for a seat to show


@dataclass(frozen=True, slots=True)
class Lopsided:
    """Who nearly always wins, against whom, with what share; `claim`: no verdict on what, whatever, what is little."""

    stronger: str
    others: tuple[str, ...]
    share: float
    claim: tuple[str, str, str] = ("seats", "whatever the seats", "a seat")

    @property
    def reason(self) -> str:
        """Why nothing is judged, and what can be asked instead."""
        left, who, (what, whatever, little) = 100.0 * (1.0 - self.share), self.stronger, self.claim
        digits = 2 if left < 1.0 else 1
        won = f"{words.number(100.0 * self.share, digits)} % of the games against {words.listed(list(self.others))}"
        return (
            f"no verdict on {what}: {who} wins {won} {whatever}, so {little} can be worth at most"
            f" {words.number(left, digits)} games in 100 here; let {who} play against itself (--strategies {who}),"
            f" or choose players who win at most {100 * CLEAR:g} % of the games"
        )

    @property
    def sentence(self) -> str:
        """The same as a sentence."""
        return f"{self.reason[0].upper()}{self.reason[1:]}."


def nobody_won(games: int) -> str:
    """Why nothing is judged where every game is drawn: more games of the same kind would only be drawn as well."""
    return (
        f"no verdict on seats: nobody won any of the {words.count(games)} games, so see how they end (`dhstats replay`)"
        " before more of them are played"
    )


class Strengths:
    """Whether some player wins nearly always for sure; players of all matchups share the chance of a false alarm."""

    def __init__(self, manifest: Manifest) -> None:
        pairs = [at for at, names in enumerate(manifest.matchups) if len(names) == 2 and len(set(names)) == 2]
        self._matches = {at: sum(arm.matchup == at for arm in manifest.design.arms) for at in pairs}
        self._samples = {number: scores(np.zeros(0, np.int64), games) for number, games in self._matches.items()}

    def add(self, of_a: Array) -> None:
        """More deals; the shape is (deals, matchups), in half wins of the first-named player."""
        for number, games in self._matches.items():
            self._samples[number] = self._samples[number] + scores(of_a[:, number], games)

    @property
    def sure(self) -> bool:
        """Whether somebody wins more than 90 % for sure, as sure as verdicts are."""
        need = -math.log(ALPHA / (2 * max(1, len(self._matches))))
        told = (sample for sample in self._samples.values() if sample.n >= FIRST_LOOK)
        return any(clearness(sample, CLEAR) >= need for sample in told)


def scores(halves: Array, games: int) -> Sample:
    """The sample of deals by their mean score, from sums of half wins over so many games."""
    return Sample.of_shares(np.bincount(halves, minlength=2 * games + 1))


def lopsided(counts: Counts, matchup: int = ALL) -> Lopsided | None:
    """Who nearly always wins a matchup, or the most lopsided of all; nobody in a mirror or with several seats each."""
    plan = counts.plan
    asked = range(len(plan.matchups)) if matchup == ALL else (matchup,)
    shares = [each for number in asked if not plan.mirror(number) for each in _shares(counts, number)]
    worst = max(shares, key=lambda each: each.share, default=None)
    return worst if worst is not None and worst.share > CLEAR else None


def lopsided_run(run: Run) -> Lopsided | None:
    """The same of all matchups of a stored run."""
    with counting(run) as counts:
        return lopsided(counts)


def _shares(counts: Counts, number: int) -> list[Lopsided]:
    names = counts.plan.matchups[number]
    if len(names) == 2:
        rows = counts.rows("blocks", matchup=number)
        games = counts.plan.games(number) * sum(row["deals"] for row in rows)
        score = sum(row["deals"] * (2 * row["a_wins"] + row["draws"]) for row in rows) / (2 * games)
        return [Lopsided(names[0], names[1:], score), Lopsided(names[1], names[:1], 1.0 - score)]
    won = {row["strategy"]: row["won"] for row in counts.rows("field", matchup=number)}
    every, several = sum(won.values()), dict.fromkeys(names)
    return [
        Lopsided(name, tuple(other for other in several if other != name), share / every)
        for name, share in won.items()
        if names.count(name) == 1
    ]
