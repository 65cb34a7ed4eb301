"""How often `dhstats design` is wrong, on problems whose truth is known: no games are played, deals are drawn.

`python -m tests.benchmarks.designs --searches 500` draws so many problems of each kind, searches and proves on deals drawn
afresh for each, and counts what is wrongly said:

outside    30 keys, five goals; no change meets all, but two dozen miss one of them by a hair. Wrong: one is said to meet all.
inside     6 keys, five goals; one change meets all by a hair, at an end of every range. Wrong: it is excluded.
edge       6 keys, five goals; every change meets all by a hair. Wrong: any is excluded.
room       30 keys, five goals; two dozen changes meet all with room. Nothing is wrong here, `answers` says how many are found.

Wrong sayings may be 5 % of a kind: the exit code is 1 if there are more than chance explains (false alarm: 1 in 1,000).
`bound` is the rate's upper end at 95 %. --keys, --deals and --only take fewer, --seed draws others.
"""

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from scipy.stats import beta, binom

from dhstats.questions.goals.checking import ALPHA
from dhstats.questions.goals.goal import Goal
from dhstats.questions.redesigns.redesign import Redesign
from dhstats.stats.estimates.additive import link_of
from tests.questions.synthetic import World, goal, share, switches, turns

Array = np.ndarray[Any, Any]
Values = Mapping[str, Any]
FALSE_ALARM = 1e-3
NEAR = 25  # changes that lie next to all goals
HAIR = 1e-7  # on the scales of goals, of which half a unit is much
KEYS, FEW_KEYS = 30, 6
DEALS = 32_000  # of a proof
SIZES = {"turns": (52.0, 0.04), "score": (0.52, 0.1), "margin": (1.0, 0.9), "long": (0.15, 0.2), "match": (0.58, 0.1)}


@dataclass(frozen=True)
class Outcome:
    """What came of one problem: whether there was an answer, whether something wrong was said, how many were proved."""

    answered: bool
    wrong: bool
    finalists: int
    cheapest: bool = False


@dataclass
class Counted:
    """All problems of a kind."""

    kind: str
    outcomes: list[Outcome] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def wrong(self) -> int:
        """In how many something wrong was said."""
        return sum(each.wrong for each in self.outcomes)

    @property
    def bad(self) -> bool:
        """Whether that is more often than chance explains where it may be so with probability α."""
        return bool(binom.sf(self.wrong - 1, len(self.outcomes), ALPHA) < FALSE_ALARM)

    @property
    def row(self) -> str:
        """A line of the table."""
        runs, wrong = len(self.outcomes), self.wrong
        rate = wrong / runs
        bound = 1.0 if wrong == runs else float(beta.ppf(0.95, wrong + 1, runs - wrong))
        finalists = sum(each.finalists for each in self.outcomes) / runs
        answers, cheapest = (sum(getattr(each, name) for each in self.outcomes) for name in ("answered", "cheapest"))
        return (
            f"{self.kind:<10}{runs:>9}{answers:>9}{cheapest:>10}{finalists:>11.2f}{wrong:>7}{100 * rate:>8.2f}"
            f"{100 * math.sqrt(rate * (1 - rate) / runs):>7.2f}{100 * bound:>8.2f}{self.seconds:>9.0f}"
        )


HEAD = (
    f"{'kind':<10}{'searches':>9}{'answers':>9}{'cheapest':>10}{'finalists':>11}{'wrong':>7}{'%':>8}{'se':>7}"
    f"{'bound':>8}{'seconds':>9}"
)


def quantities(ends: Mapping[str, tuple[float, float]]) -> tuple[Goal, ...]:
    """Five goals with these ends of their ranges; the last is told by games of its own."""
    return (
        turns("turns", *ends["turns"]), share("score", *ends["score"]), goal("margin", *ends["margin"]),
        share("long", *ends["long"]), share("match", *ends["match"], "match"),
    )  # fmt: skip


LINKS = {each.name: link_of(*each.quantity.bounds) for each in quantities(dict.fromkeys(SIZES, (0.4, 0.6)))}


@dataclass(frozen=True)
class Drawn:
    """Effects of keys by lot, all changes of two keys at most, and where each goal's mean lies on its scale."""

    changes: tuple[tuple[str, ...], ...]
    means: Array  # (changes, goals)

    @classmethod
    def of(cls, keys: int, rng: np.random.Generator) -> "Drawn":
        """So many keys: each moves a few goals, and every two interact a little."""
        names = [f"k{place:02}" for place in range(keys)]
        sizes = np.array([size for _, size in SIZES.values()])
        base = np.array([float(LINKS[name].there(np.float64(mean))) for name, (mean, _) in SIZES.items()])
        effects = rng.standard_normal((keys, len(SIZES))) * sizes * (rng.random((keys, len(SIZES))) < 0.6)
        found, means = [(), *((name,) for name in names)], [base, *(base + effects)]
        for one, other in combinations(range(keys), 2):
            found.append((names[one], names[other]))
            means.append(base + effects[one] + effects[other] + 0.2 * sizes * rng.standard_normal(len(SIZES)))
        return cls(tuple(found), np.array(means))

    def around(self, near: int, rng: np.random.Generator) -> tuple[Array, Array, list[int]]:
        """Ranges around one of the changes, low and high ends, in which so many of them lie; and which these are."""
        middle = self.means[rng.integers(1, len(self.means))]
        sizes = np.array([size for _, size in SIZES.values()])
        away = (np.abs(self.means - middle) / sizes).max(axis=1)
        reach = np.sort(away)[near - 1] + 1e-9
        return middle - reach * sizes, middle + reach * sizes, [int(each) for each in np.flatnonzero(away <= reach)]


def world(drawn: Drawn, means: Array, low: Array, high: Array, rng: np.random.Generator) -> World:
    """Games of these means, with goals of these ends, on deals of their own."""
    links = list(LINKS.values())
    ends = {
        name: (float(link.back(at)), float(link.back(to)))
        for name, link, at, to in zip(SIZES, links, low, high, strict=True)
    }
    rows = {
        changed: {name: float(link.back(at)) for name, link, at in zip(SIZES, links, row, strict=True)}
        for changed, row in zip(drawn.changes, means, strict=True)
    }
    goals = quantities(ends)

    def truth(values: Values) -> dict[str, float]:
        return rows[tuple(sorted(values))] if len(values) < 3 else beyond(values)

    def beyond(values: Values) -> dict[str, float]:
        """Neighbours of two keys change three, which nobody judges here."""
        return rows[tuple(sorted(values))[:2]]

    return World(goals, truth, int(rng.integers(2**32)), (goals[:-1], goals[-1:]))


def outside(keys: int, deals: int, rng: np.random.Generator) -> Outcome:
    """Changes that lie in all ranges are put just beyond the end that is nearest to each."""
    drawn = Drawn.of(keys, rng)
    low, high, chosen = drawn.around(NEAR, rng)
    means = drawn.means.copy()
    for each in chosen:
        room = np.minimum(means[each] - low, high - means[each]) / (high - low)
        tight = int(np.argmin(room))
        below = means[each, tight] - low[tight] < high[tight] - means[each, tight]
        means[each, tight] = low[tight] - HAIR if below else high[tight] + HAIR
    made = world(drawn, means, low, high, rng)
    assert not any(made.meets(dict.fromkeys(changed, 1)) for changed in drawn.changes)
    found = made.redesign(switches(keys), deals=deals)
    return Outcome(found.answer is not None, found.answer is not None, len(found.proofs))


def room(keys: int, deals: int, rng: np.random.Generator) -> Outcome:
    """The same without that: many of them meet all goals."""
    drawn = Drawn.of(keys, rng)
    low, high, chosen = drawn.around(NEAR, rng)
    made = world(drawn, drawn.means, low, high, rng)
    found = made.redesign(switches(keys), deals=deals)
    least = min(len(drawn.changes[each]) for each in chosen)
    wrong = found.answer is not None and not made.meets(found.answer.change.values)
    answer = found.answer.change if found.answer else None
    return Outcome(answer is not None, wrong, len(found.proofs), answer is not None and answer.cost == least)


def inside(keys: int, deals: int, rng: np.random.Generator) -> Outcome:
    """A pair of keys lies just within an end of every range, by lot the lower or the upper one."""
    drawn = Drawn.of(min(keys, FEW_KEYS), rng)
    low, high, _ = drawn.around(3, rng)
    planted = int(rng.integers(len(drawn.changes)))
    middle = drawn.means[planted]
    upper = rng.random(len(SIZES)) < 0.5
    low, high = (
        np.where(upper, middle - (high - low), middle - HAIR),
        np.where(upper, middle + HAIR, middle + (high - low)),
    )
    made = world(drawn, drawn.means, low, high, rng)
    changed = dict.fromkeys(drawn.changes[planted], 1)
    assert made.meets(changed)
    found = made.redesign(switches(min(keys, FEW_KEYS)), deals=deals)
    return Outcome(found.answer is not None, _wrongly_excluded(made, found), len(found.proofs))


def edge(keys: int, deals: int, rng: np.random.Generator) -> Outcome:
    """Every mean of every change lies just within an end of its range, by lot the lower or the upper one."""
    drawn = Drawn.of(min(keys, FEW_KEYS), rng)
    low, high, _ = drawn.around(len(drawn.changes) // 2, rng)
    means = np.where(rng.random(drawn.means.shape) < 0.5, low + HAIR, high - HAIR)
    made = world(drawn, means, low, high, rng)
    found = made.redesign(switches(min(keys, FEW_KEYS)), deals=deals)
    return Outcome(found.answer is not None, _wrongly_excluded(made, found), len(found.proofs))


def _wrongly_excluded(made: World, found: Redesign) -> bool:
    """Whether a change that truly meets all goals is said to miss one for sure, or one that does not to meet all."""
    wrong = found.answer is not None and not made.meets(found.answer.change.values)
    return wrong or any(made.meets(found.search.change(members).values) for members in found.certain)


KINDS: dict[str, Callable[[int, int, np.random.Generator], Outcome]] = {
    "outside": outside, "inside": inside, "edge": edge, "room": room,
}  # fmt: skip


def counted(
    kinds: Sequence[str], searches: int, keys: int = KEYS, deals: int = DEALS, seed: int = 1
) -> Iterator[Counted]:
    """So many problems of each kind; proofs have so many deals at most."""
    for kind in kinds:
        told, began = Counted(kind), time.process_time()
        for number in range(searches):
            told.outcomes.append(KINDS[kind](keys, deals, np.random.default_rng([seed, number, [*KINDS].index(kind)])))
        told.seconds = time.process_time() - began
        yield told


def main() -> None:
    """Reads the command line and prints the table."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--searches", type=int, default=500)
    reader.add_argument("--keys", type=int, default=KEYS)
    reader.add_argument("--deals", type=int, default=DEALS)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--only", choices=[*KINDS], action="append")
    told = reader.parse_args()
    print(HEAD, flush=True)
    found = []
    for each in counted(told.only or [*KINDS], told.searches, told.keys, told.deals, told.seed):
        found.append(each)
        print(each.row, flush=True)
    if bad := [each.kind for each in found if each.bad]:
        sys.exit(f"said wrongly more often than {ALPHA:.0%} of the time: {', '.join(bad)}")


if __name__ == "__main__":
    main()
