"""What the parts of an item contribute: games counted anew at the end, parts taken away in all ways, prices."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from dhstats.engine.arms import TO_MOVER, TO_NOBODY, TO_OPPONENT
from dhstats.games.bundle import Item, Parts
from dhstats.players.positions.forks import Arm, Forked
from dhstats.simulate.positions.forks import Study
from dhstats.stats.positions.prices import Ends, Price, WinPrice, bonus_sweep, meets, win_price
from dhstats.stats.positions.shapley import Anatomy, anatomy, cells
from dhstats.stats.positions.twins import WIN_EFFECTS, Twins

Array = np.ndarray[Any, Any]
MOVER, NOBODY, OPPONENT = "mover", "nobody", "opponent"
SIDES = ((MOVER, TO_MOVER), (NOBODY, TO_NOBODY), (OPPONENT, TO_OPPONENT))
WANTED_SWING = 0.10  # of a win: what a design price is asked for
BONUSES = tuple(range(31))
POINTS = (-400.0, 400.0)  # no effect on a final lead is larger


def sides(item: Item, more: tuple[tuple[str, int], ...] = (), mark: str = "", prefix: str = "") -> tuple[Arm, ...]:
    """The item to the mover, to nobody, to the opponent; other interventions come before, so that they hold already.

    What locks the item comes after it was handed over.
    """
    lock = (item.parts.lock,) if item.parts and item.parts.lock in more else ()
    others = tuple(change for change in more if change not in lock)
    return tuple(Arm(f"{prefix}{side}{mark}", (*others, (item.change, value), *lock)) for side, value in SIDES)


def without_parts(item: Item, parts: Parts) -> tuple[Arm, ...]:
    """Both sides with every choice of played components taken away."""
    arms: list[Arm] = []
    played = _played(parts)
    for off in product((False, True), repeat=len(played)):
        chosen = [each for each, gone in zip(played, off, strict=True) if gone]
        if chosen:
            both = sides(item, tuple(change for _, change in chosen), _mark([name for name, _ in chosen]))
            arms += [both[0], both[2]]
    return tuple(arms)


def _played(parts: Parts) -> list[tuple[str, tuple[str, int]]]:
    """The components that change how a game is played, with what takes them away."""
    return [(name, change) for name, _, change in parts.components if change is not None]


def _mark(off: Sequence[str]) -> str:
    return "".join(f", no {name}" for name in off)


@dataclass(frozen=True)
class RecountableEnds:
    """How every continuation ended for the mover, but for what the item counts.

    `points` and `holders` of shape (forks, arms, replicates): the lead in score piles, and who has the item (1, -1, 0).
    """

    arms: tuple[str, ...]
    deals: Array
    points: Array
    holders: Array
    bonus: int
    tie_break: bool

    def ends(self, arm: str) -> Ends:
        """How an arm ended, counted without the item's points."""
        at = self.arms.index(arm)
        return Ends(self.points[:, at], self.holders[:, at])

    @property
    def twins(self) -> Twins:
        """The same as win scores and margins under the rules as they are."""
        ends = Ends(self.points.reshape(len(self.deals), -1), self.holders.reshape(len(self.deals), -1))
        shape = self.points.shape
        scores = ends.scores(self.bonus, tie_break=self.tie_break).reshape(shape)
        return Twins(self.arms, self.deals, scores, ends.totals(self.bonus).reshape(shape))


def recountable_ends(parts: Parts, rules: Any, study: Study, forked: Forked) -> RecountableEnds:
    """A study's forks from the mover's side, so that the end can be counted anew."""
    seat = np.asarray(forked.forks["seat"])
    sign = np.where(seat == 0, 1, -1)[:, None, None]
    results = forked.results
    points = results["points_first"].astype(np.int64) - results["points_second"].astype(np.int64)
    holder = results[parts.column].astype(np.int64)
    holders = np.where(holder < 0, 0, np.where(holder == seat[:, None, None], 1, -1))
    return RecountableEnds(
        tuple(arm.name for arm in study.arms), np.asarray(forked.forks["deal"]), sign * points, holders,
        int(rules[parts.bonus]), bool(rules[parts.ties]),
    )  # fmt: skip


@dataclass(frozen=True)
class Taken:
    """An item taken apart: what each component contributes in win score and in points, and what it costs to be fair."""

    anatomy: Anatomy
    anatomy_points: Anatomy
    price: WinPrice
    wanted: Price
    seat: Price


def take_apart(parts: Parts, seen: RecountableEnds, forked: Forked) -> Taken:
    """Anatomy and prices from forks at turns drawn by lot."""
    fair = seen.ends(NOBODY).scores(seen.bonus, tie_break=seen.tie_break)
    paid = win_price(seen.deals, seen.ends(MOVER), fair, bonus=seen.bonus, tie_break=seen.tie_break)
    curve = bonus_sweep(seen.deals, BONUSES, seen.ends(MOVER), seen.ends(OPPONENT), tie_break=seen.tie_break)
    return Taken(
        _anatomy(parts, seen, points=False), _anatomy(parts, seen, points=True), paid,
        meets(curve, WANTED_SWING), _seat_price(parts, seen, forked),
    )  # fmt: skip


def _seat_price(parts: Parts, seen: RecountableEnds, forked: Forked) -> Price:
    """The points that the first player would have to give at the end for even chances, from the parent games."""
    parents = forked.parents
    lead = np.asarray(parents["points_first"], np.int64) - np.asarray(parents["points_second"], np.int64)
    holder = np.asarray(parents[parts.column])
    holders = np.where(holder < 0, 0, np.where(holder == 0, 1, -1))
    priced = win_price(seen.deals, Ends(lead, holders), 0.5, bonus=seen.bonus, tie_break=seen.tie_break)
    return priced.price


def _anatomy(parts: Parts, seen: RecountableEnds, *, points: bool) -> Anatomy:
    """The effect with every choice of components on: what the count knows is counted anew, the rest was played."""
    names = [name for name, _, _ in parts.components]
    by_count = [name for name, _, change in parts.components if change is None]
    values = np.zeros((len(seen.deals), 2 ** len(names)))
    for at, cell in enumerate(cells(len(names))):
        on = {name: bit == "1" for name, bit in zip(names, cell, strict=True)}
        mark = _mark([name for name, _ in _played(parts) if not on[name]])
        bonus, ties = seen.bonus * on[by_count[0]], seen.tie_break and on[by_count[1]]
        arms = [seen.ends(f"{side}{mark}") for side in (MOVER, OPPONENT)]
        told = [a.totals(bonus) if points else a.scores(bonus, tie_break=ties) for a in arms]
        values[:, at] = (told[0] - told[1]).mean(axis=1)
    return anatomy(values, names, seen.deals, bounds=POINTS if points else WIN_EFFECTS)
