"""The rule sets of an atlas: drawn so that levels of a key are about equally frequent, next to any of another key."""

import itertools
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.questions.goals.levers import Change, Levers, ordered
from dhstats.stats.estimates.contrasts import Factor, main_columns

Array = np.ndarray[Any, Any]
TRIES = 12  # orders of a key's levels that are tried, to go with those of other keys as little as possible
SWAPS = 200  # of a level with another rule set, until the rules take one that they refused
LEAST_KEYS, LEAST_SETS = 2, 12


def factors_of(levers: Levers) -> tuple[Factor, ...]:
    """The keys that may be changed, with their levels as a regression takes them."""
    every = levers.space.levels  # words and switches, which have no order, have no numbers either
    return tuple(Factor(key, len(some), tuple(map(float, some)) if ordered(some) else ()) for key, some in every)


class Rows:
    """Rule sets as rows of levels, each level by its place among those of its key."""

    def __init__(self, levers: Levers) -> None:
        self.levers = levers
        self.sizes = tuple(len(levels) for _, levels in levers.space.levels)
        self._allowed: dict[tuple[int, ...], bool] = {}

    def change(self, row: Sequence[int]) -> Change:
        """The change that makes the rule set of a row: levels that differ from the base's."""
        values = {
            key: levels[place] for (key, levels), place in zip(self.levers.space.levels, row, strict=True)
            if json.dumps(levels[place]) != json.dumps(self.levers.base[key])
        }  # fmt: skip
        return self.levers.change(values)

    def row(self, values: Mapping[str, Any]) -> tuple[int, ...]:
        """The row of a change."""
        there = {**self.levers.base, **values}
        return tuple(
            [json.dumps(level) for level in levels].index(json.dumps(there[key]))
            for key, levels in self.levers.space.levels
        )

    def allowed(self, row: Sequence[int]) -> bool:
        """Whether conditions and the check of rules take a rule set."""
        known = tuple(int(place) for place in row)
        if known not in self._allowed:
            change = self.change(known)
            self._allowed[known] = False
            with suppress(BadInput):
                self._allowed[known] = self.levers.allowed(change.values) and bool(self.levers.rule_set(change))
        return self._allowed[known]


def least(levers: Levers) -> int:
    """How many rule sets it takes at the least to tell the effects of all keys apart, with some to spare."""
    effects = sum(int(factor.columns.shape[1]) for factor in factors_of(levers))
    return max(LEAST_SETS, 2 * (1 + effects))


def drawn(levers: Levers, number: int, seed: int) -> Array:
    """So many rule sets of the space as rows of levels (rule sets, keys), all of them where there are no more.

    Errors: BadInput for a space that is too small for an atlas, for a number that is too small for the space, and where
    nearly all combinations are refused.
    """
    every = levers.space.combinations
    if len(levers.space.keys) < LEAST_KEYS or every < LEAST_SETS:
        raise BadInput(
            f"the table [change] names {every} rule sets, which is not a space to explore: name two keys or more with"
            f" {LEAST_SETS} combinations at the least, or look at one key with `dhstats sweep`"
        )
    rows = Rows(levers)
    if every <= max(number, least(levers)):
        found = [row for row in itertools.product(*map(range, rows.sizes)) if rows.allowed(row)]
        return _enough(np.array(found, np.int64).reshape(-1, len(rows.sizes)), levers)
    if number < least(levers):
        raise BadInput(
            f"--rule-sets: {number} cannot separate the effects of {len(rows.sizes)} keys; name at least"
            f" {least(levers)}"
        )
    lot = np.random.Generator(np.random.Philox(key=seed))
    return _enough(_repaired(_balanced(factors_of(levers), number, lot), rows, lot), levers)


def _enough(found: Array, levers: Levers) -> Array:
    """The same rule sets; BadInput where they do not tell the effects of the keys apart."""
    columns, _ = main_columns(factors_of(levers), found)
    if len(found) < columns.shape[1] + 2 or np.linalg.matrix_rank(columns) < columns.shape[1]:
        raise BadInput(
            "the rules and the conditions exclude so many combinations that the effects of keys cannot be"
            " separated: name levels that are allowed with more of the others"
        )
    return found


def _balanced(factors: Sequence[Factor], number: int, lot: np.random.Generator) -> Array:
    """Rows in which the levels of a key are equally frequent but for one, in orders that go together little."""
    columns = np.ones((number, 1))
    places = np.empty((number, len(factors)), np.int64)
    for at, factor in enumerate(factors):
        once = np.resize(lot.permutation(factor.size), number)
        orders = [lot.permutation(once) for _ in range(TRIES)]
        likeness = [float(((columns.T @ factor.columns[order]) ** 2).sum()) for order in orders]
        places[:, at] = orders[int(np.argmin(likeness))]
        columns = np.hstack([columns, factor.columns[places[:, at]]])
    return places


def _repaired(places: Array, rows: Rows, lot: np.random.Generator) -> Array:
    """Rows that the rules take, none twice: a refused one exchanges levels with others, else it is drawn anew."""
    for at in range(len(places)):
        if not _good(places, at, rows) and not _exchanged(places, at, rows, lot):
            _redrawn(places, at, rows, lot)
    return places


def _good(places: Array, at: int, rows: Rows) -> bool:
    """Whether a row is allowed and no other is the same."""
    return rows.allowed(places[at]) and int((places == places[at]).all(axis=1).sum()) == 1


def _exchanged(places: Array, at: int, rows: Rows, lot: np.random.Generator) -> bool:
    """Whether exchanging a level with another row, which leaves levels as frequent, makes both good."""
    for _ in range(SWAPS):
        other, key = int(lot.integers(len(places))), int(lot.integers(places.shape[1]))
        was_good = _good(places, other, rows)
        places[[at, other], key] = places[[other, at], key]
        if _good(places, at, rows) and (not was_good or _good(places, other, rows)):
            return True
        places[[at, other], key] = places[[other, at], key]
    return False


def _redrawn(places: Array, at: int, rows: Rows, lot: np.random.Generator) -> None:
    """Any rule set of the space in place of a row."""
    for _ in range(10 * SWAPS):
        places[at] = [lot.integers(size) for size in rows.sizes]
        if _good(places, at, rows):
            return
    raise BadInput("the rules and the conditions exclude nearly all combinations of these levels; name fewer levels")
