"""What is an item worth? Games are copied at a moment, the item is given to one, the other or nobody, and played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from dhstats.errors import BadInput, DataProblem
from dhstats.games.title import Item, Title
from dhstats.players.forks import UNIFORM, Arm, Forked
from dhstats.simulate.forks import Study
from dhstats.stats.association import Association, BiasMeter, association, bias_meter
from dhstats.stats.clusters import Group
from dhstats.stats.prices import Ends, Price, WinPrice, bonus_sweep, design_price, win_price
from dhstats.stats.shapley import Anatomy, anatomy, cells
from dhstats.stats.twins import WIN_EFFECTS, Effect, Swing, Twins, banded, by_band, effect, swing

Array = np.ndarray[Any, Any]
MOVER, NOBODY, OPPONENT = "mover", "nobody", "opponent"
SIDES = (MOVER, NOBODY, OPPONENT)
HARD = ", locked"
TURN_EDGES, LEAD_EDGES = (12, 24, 36), (-9, -2, 3, 10)
WANTED_SWING = 0.10  # of a win: what a design price is asked for
BONUSES = tuple(range(31))


def item_of(title: Title) -> Item:
    """The item of a game; BadInput for a game without one."""
    if title.item is None:
        raise BadInput(f"game {title.game.name!r}: has no item whose value can be asked for")
    return title.item


def studies(item: Item, moments: Sequence[str], replicates: int = 1) -> list[Study]:
    """The forks that tell the value of an item: at every moment its arms, and at the claim the claim undone."""
    found = []
    for moment in moments:
        if moment == item.claim:
            undone = Arm("stays", (item.undo[0],), (item.undo[1],), forced=True)
            arms: tuple[Arm, ...] = (Arm("claimed", forced=True), undone)
        else:
            arms = (*sides(item), *sides(item, (item.lock,), HARD))
            arms += _without(item) if moment == UNIFORM else ()
        found.append(Study(moment, arms, replicates))
    return found


def sides(item: Item, more: tuple[tuple[str, int], ...] = (), mark: str = "") -> tuple[Arm, ...]:
    """The item to the mover, to nobody, to the opponent; other interventions come before, so that they hold already."""
    values = (item.mover, item.nobody, item.opponent)
    lock, others = tuple(m for m in more if m == item.lock), tuple(m for m in more if m != item.lock)
    return tuple(
        Arm(f"{side}{mark}", (*others, (item.change, value), *lock)) for side, value in zip(SIDES, values, strict=True)
    )


def _played(item: Item) -> list[tuple[str, tuple[str, int]]]:
    """The components that change how a game is played, with what takes them away."""
    return [(name, change) for name, _, change in item.components if change is not None]


def _mark(off: Sequence[str]) -> str:
    return "".join(f", no {name}" for name in off)


def _without(item: Item) -> tuple[Arm, ...]:
    """Both sides with every choice of played components taken away."""
    arms: list[Arm] = []
    played = _played(item)
    for off in product((False, True), repeat=len(played)):
        chosen = [each for each, gone in zip(played, off, strict=True) if gone]
        if chosen:
            both = sides(item, tuple(change for _, change in chosen), _mark([name for name, _ in chosen]))
            arms += [both[0], both[2]]
    return tuple(arms)


@dataclass(frozen=True)
class View:
    """The forks of a study as the mover sees them: how every continuation ended for him.

    `points` and `holders` of shape (forks, arms, replicates): his lead in score piles, and who has the item (1, -1, 0).
    """

    arms: tuple[str, ...]
    deals: Array
    turns: Array
    leads: Array
    held: Array
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


def view(title: Title, rules: Any, study: Study, forked: Forked) -> View:
    """A study's forks from the mover's side; DataProblem where the moment never came in two deals."""
    item = item_of(title)
    if len(np.unique(forked.forks["deal"])) < 2:
        raise DataProblem(f"the moment {study.moment} came in fewer than two deals: nothing can be said of it")
    seat = np.asarray(forked.forks["seat"])
    sign = np.where(seat == 0, 1, -1)[:, None, None]
    results = forked.results
    points = results["points_first"].astype(np.int64) - results["points_second"].astype(np.int64)
    holder = results[item.column].astype(np.int64)
    holders = np.where(holder < 0, 0, np.where(holder == seat[:, None, None], 1, -1))
    forks = forked.forks
    return View(
        tuple(arm.name for arm in study.arms), np.asarray(forks["deal"]), np.asarray(forks["turn"]),
        np.asarray(forks["lead"]), np.asarray(forks["holder"]), sign * points, holders, int(rules[item.bonus]),
        bool(rules[item.ties]),
    )  # fmt: skip


@dataclass(frozen=True)
class Worth:
    """What forks at one moment say: the swing and its parts in win score and points, soft and locked, and flips."""

    moment: str
    forks: int
    games: int
    soft: Effect
    score: Swing | None
    points: Swing | None
    hard: Effect | None


@dataclass(frozen=True)
class Value:
    """Everything that forks tell about an item."""

    item: Item
    level: float
    worths: tuple[Worth, ...]
    by_turn: tuple[Group, ...]
    by_lead: tuple[Group, ...]
    anatomy: Anatomy | None
    anatomy_points: Anatomy | None
    naive: Association | None
    meter: BiasMeter | None
    price: WinPrice | None
    wanted: Price | None
    seat: Price | None


def worth(study: Study, seen: View, games: int, item: Item, level: float) -> Worth:
    """The effects at one moment."""
    twins, forks = seen.twins, len(seen.deals)
    if study.moment == item.claim:
        return Worth(study.moment, forks, games, effect(twins, "claimed", "stays", level), None, None, None)
    soft = effect(twins, MOVER, OPPONENT, level)
    hard = effect(twins, MOVER + HARD, OPPONENT + HARD, level)
    parts = [swing(twins, MOVER, NOBODY, OPPONENT, scale, level) for scale in ("score", "points")]
    return Worth(study.moment, forks, games, soft, parts[0], parts[1], hard)


def value(title: Title, rules: Any, plans: Sequence[Study], found: dict[str, Forked], level: float = 0.95) -> Value:
    """The value of a game's item from its forks; the moment drawn by lot tells the anatomy, the bias and the price."""
    item = item_of(title)
    views = {study.moment: view(title, rules, study, found[study.moment]) for study in plans}
    worths = tuple(worth(study, views[study.moment], found[study.moment].games, item, level) for study in plans)
    if UNIFORM not in views:
        return Value(item, level, worths, (), (), None, None, None, None, None, None, None)
    seen, twins = views[UNIFORM], views[UNIFORM].twins
    naive = association_of(item, found[UNIFORM])
    prices = win_price(
        seen.deals, seen.ends(MOVER), _scores(seen, NOBODY), bonus=seen.bonus, tie_break=seen.tie_break, level=level
    )  # fmt: skip
    curve = bonus_sweep(seen.deals, BONUSES, seen.ends(MOVER), seen.ends(OPPONENT), tie_break=seen.tie_break)
    return Value(
        item, level, worths, by_band(twins, MOVER, OPPONENT, banded(seen.turns, TURN_EDGES), level=level),
        by_band(twins, MOVER, OPPONENT, banded(seen.leads, LEAD_EDGES), level=level),
        _anatomy(item, seen, level, points=False), _anatomy(item, seen, level, points=True), naive,
        _meter(item, seen, naive, level), prices,
        design_price(curve, WANTED_SWING, level), _seat_price(item, seen, found[UNIFORM], level),
    )  # fmt: skip


def _meter(item: Item, seen: View, naive: Association | None, level: float) -> BiasMeter | None:
    """Association beside effects, those on movers who have the item included; nothing where too few have it."""
    holding, twins = seen.held == item.mover, seen.twins
    if naive is None or len(np.unique(seen.deals[holding])) < 2:
        return None
    mine = Twins(twins.arms, twins.deals[holding], twins.scores[holding], twins.margins[holding])
    return bias_meter(naive.difference, mine.contrast(MOVER, OPPONENT), twins.contrast(MOVER, OPPONENT), level)


def _seat_price(item: Item, seen: View, forked: Forked, level: float) -> Price:
    """The points that the first player would have to give at the end for even chances, from the parent games."""
    parents = forked.parents
    lead = np.asarray(parents["points_first"], np.int64) - np.asarray(parents["points_second"], np.int64)
    holder = np.asarray(parents[item.column])
    holders = np.where(holder < 0, 0, np.where(holder == 0, 1, -1))
    priced = win_price(
        seen.deals, Ends(lead, holders), 0.5, bonus=seen.bonus, tie_break=seen.tie_break, level=level
    )  # fmt: skip
    return priced.price


def _scores(seen: View, arm: str) -> Array:
    return seen.ends(arm).scores(seen.bonus, tie_break=seen.tie_break)


def association_of(item: Item, forked: Forked) -> Association | None:
    """Who has the item at the end of a parent game against who has not; nothing if all or none have it."""
    parents = forked.parents
    winner, holder = np.asarray(parents["winner"]), np.asarray(parents[item.column])
    seats = [np.where(winner == seat, 1.0, np.where(winner < 0, 0.5, 0.0)) for seat in (0, 1)]
    holds = [holder == seat for seat in (0, 1)]
    deals = np.asarray(forked.forks["deal"])
    if not np.concatenate(holds).any():
        return None
    return association(np.concatenate(seats), np.concatenate(holds), np.concatenate([deals, deals]))


def _anatomy(item: Item, seen: View, level: float, *, points: bool) -> Anatomy:
    """The effect with every choice of components on: what the count knows is counted anew, the rest was played."""
    names = [name for name, _, _ in item.components]
    counted = [name for name, _, change in item.components if change is None]
    values = np.zeros((len(seen.deals), 2 ** len(names)))
    for at, cell in enumerate(cells(len(names))):
        on = {name: bit == "1" for name, bit in zip(names, cell, strict=True)}
        mark = _mark([name for name, _ in _played(item) if not on[name]])
        bonus, ties = seen.bonus * on[counted[0]], seen.tie_break and on[counted[1]]
        arms = [seen.ends(f"{side}{mark}") for side in (MOVER, OPPONENT)]
        told = [a.totals(bonus) if points else a.scores(bonus, tie_break=ties) for a in arms]
        values[:, at] = (told[0] - told[1]).mean(axis=1)
    return anatomy(values, names, seen.deals, level=level, bounds=(-400.0, 400.0) if points else WIN_EFFECTS)
