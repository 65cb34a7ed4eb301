"""Proofs: a change that a search came up with, played on deals that no part of the search has seen, by its own experts.

Finalists are tried one after the other, each chosen before its own deals are. The first is judged at level α / 2, the
n-th at α / (n (n + 1)): these add up to α for any number of them, so that the chance that some change is wrongly said
to meet all goals is α at most (the union bound, STATS §14). Within a proof all goals are judged at that level without
correction (an intersection–union test: Berger 1982).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from dhstats.questions.goals.checking import Checked, Judged, Terms, check
from dhstats.questions.goals.goals_file import Goals
from dhstats.questions.goals.levers import Change
from dhstats.questions.goals.sources import Playing
from dhstats.questions.redesigns.trials import sample_of
from dhstats.questions.shared.first_screen import two_digits
from dhstats.stats.estimates.additive import Sample

APART = 10**10  # deals from the search's games to the first finalist's, and from one's to the next one's


@dataclass(frozen=True, slots=True)
class Proof:
    """A finalist: which change, the how manyth, who played it, and the goals as its own deals judge them."""

    change: Change
    number: int
    player: str
    checked: Checked

    @property
    def met(self) -> bool:
        """Whether all goals are met."""
        return self.checked.standing == "met"

    @property
    def first_failure(self) -> Judged | None:
        """The first goal that is missed, else the first that is open; nothing where all are met."""
        return next(iter((*self.checked.having("missed"), *self.checked.having("open"))), None)

    @property
    def probable(self) -> bool:
        """Whether all goals are met or within their ranges, and some number of deals would prove it."""
        return not self.met and all(map(_within, self.checked.judged)) and math.isfinite(self._whole)

    @property
    def needs(self) -> int:
        """About how many deals prove a probable finalist, if its quantities stay as they are; in two digits."""
        return two_digits(self._whole)

    @property
    def _whole(self) -> float:
        """The deals of the goal that takes most of them."""
        still = self.checked.having("open")
        return max((each.deals + each.more.blocks if each.more else math.inf for each in still), default=math.inf)

    @property
    def samples(self) -> dict[str, Sample]:
        """What its deals come to, by goal."""
        return {each.goal.name: sample_of(each.tally) for each in self.checked.judged}


def _within(each: Judged) -> bool:
    """Whether a goal is met, or open with its quantity within its range."""
    goal = each.goal
    return each.standing == "met" or (each.standing == "open" and goal.low < each.estimate.value < goal.high)


def terms_of(terms: Terms, number: int) -> Terms:
    """On which terms the n-th finalist is judged: its share of α, and deals of its own."""
    return replace(terms, alpha=terms.alpha / (number * (number + 1)), begin=APART * number)


def under(goals: Goals, change: Change, player: str) -> Goals:
    """The same goals of the game after a change, in the hands of a player."""
    return replace(goals, settings=(*goals.settings, *change.settings), player=player)


def prove(
    goals: Goals, change: Change, number: int, terms: Terms, player: str, playing: Playing,
    watch: Callable[[str], None] = lambda what: None,
) -> Proof:  # fmt: skip
    """Plays a finalist until every goal is met or missed, or the deals end."""
    watch(f"finalist {number}: {change.text}")
    return Proof(change, number, player, check(under(goals, change, player), terms_of(terms, number), playing))
