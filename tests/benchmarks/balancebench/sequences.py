"""Leduc poker among perfect players: a linear programme over all ways to play. No rule of dhstats is read here.

Source: Koller, Megiddo, von Stengel, "Efficient computation of equilibria for extensive two-person games" (1996).
"""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import scipy.sparse
from scipy.optimize import linprog

from tests.benchmarks.balancebench import poker
from tests.benchmarks.balancebench.poker import Rules


class Ways:
    """The sequences of both players: what each knew and did; the empty one is the first."""

    def __init__(self) -> None:
        self.numbers: tuple[dict[Any, int], ...] = ({(): 0}, {(): 0})
        self.sets: tuple[dict[Any, set[int]], ...] = ({}, {})
        self.before: tuple[dict[Any, int], ...] = ({}, {})
        self.pays: dict[tuple[int, int], float] = defaultdict(float)

    def act(self, seat: int, known: Any, now: list[int], act: str) -> list[int]:
        """The sequences of both after an act of one."""
        number = self.numbers[seat].setdefault((known, act), len(self.numbers[seat]))
        self.sets[seat].setdefault(known, set()).add(number)
        self.before[seat][known] = now[seat]
        return [number if at == seat else each for at, each in enumerate(now)]

    def plan(self, seat: int) -> Any:
        """What holds for chances of sequences: those that go on from a sequence add up to it, and the first is 1."""
        rows, columns, entries = [0], [0], [1.0]
        for row, (known, after) in enumerate(self.sets[seat].items(), 1):
            for column, entry in [(self.before[seat][known], -1.0), *((each, 1.0) for each in after)]:
                rows.append(row)
                columns.append(column)
                entries.append(entry)
        shape = (len(self.sets[seat]) + 1, len(self.numbers[seat]))
        return scipy.sparse.csr_array((entries, (rows, columns)), shape=shape)

    def value(self) -> float:
        """What the game is worth to the first player."""
        pays = np.zeros([len(each) for each in self.numbers])
        for at, pay in self.pays.items():
            pays[at] = pay
        own, other = self.plan(0), self.plan(1)
        many = other.shape[0]
        ends = scipy.sparse.csr_array(np.eye(1, many))
        limits = scipy.sparse.hstack([scipy.sparse.csr_array(-pays.T), other.T])
        equal = scipy.sparse.hstack([own, scipy.sparse.csr_array((own.shape[0], many))])
        goal = np.concatenate([np.zeros(own.shape[1]), -ends.toarray()[0]])
        bounds = [(0, None)] * own.shape[1] + [(None, None)] * many
        found = linprog(goal, A_ub=limits, b_ub=np.zeros(other.shape[1]), A_eq=equal,
                        b_eq=np.eye(1, own.shape[0])[0], bounds=bounds)  # fmt: skip
        return float(-found.fun)


def leduc_value(rules: Rules) -> float:
    """Leduc poker's worth to who begins."""
    ways = Ways()

    def go(
        chance: Fraction,
        cards: tuple[int, ...],
        later: int,
        chips: tuple[int, int],
        said: str,
        now: list[int],
        past: str,
    ) -> None:
        if said.endswith("f"):
            loser = (len(said) - 1) % 2
            ways.pays[now[0], now[1]] += float(chance * chips[loser] * (-1 if loser == 0 else 1))
        elif said.endswith("c") and len(said) > 1:
            if later:
                ways.pays[now[0], now[1]] += float(chance * poker.shown_down(cards, chips))
            else:
                go(chance, cards, 1, chips, "", now, said)
        else:
            seat = len(said) % 2
            known = (cards[seat], cards[2] if later else None, past, said)
            for act in poker.acts(rules, "random", 0, said):
                after = poker.paid(rules, chips, seat, later, act)
                go(chance, cards, later, after, said + act, ways.act(seat, known, now, act), past)

    for cards, chance in deals().items():
        go(chance, cards, 0, (rules.get("ante", 1),) * 2, "", [0, 0], "")
    return ways.value()


def deals() -> dict[tuple[int, ...], Fraction]:
    """Ranks of both hands and of the open card, and how likely they are."""
    many = Counter(permutations((0, 0, 1, 1, 2, 2), 3))
    return {cards: Fraction(ways, 120) for cards, ways in many.items()}
