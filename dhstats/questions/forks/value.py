"""What is an item worth? Games are copied, it goes to one, the other or nobody; and what its parts contribute."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from dhstats.engine.arms import TO_MOVER, TO_NOBODY, TO_OPPONENT
from dhstats.errors import BadInput, DataProblem, nearest
from dhstats.games.bundle import Bands, GameBundle, Item, Parts
from dhstats.players.positions.forks import UNIFORM, Arm, Forked, forking_of
from dhstats.questions.forks.asking import tells, twins_of
from dhstats.simulate.plans.experiment import refuse_unless_won
from dhstats.simulate.positions.forks import Study, ends_of
from dhstats.stats.estimates.clusters import Group
from dhstats.stats.estimates.lines import Association, BiasMeter, association, bias_meter
from dhstats.stats.intervals.intervals import LEAST_DEALS
from dhstats.stats.positions.prices import Anatomy, Ends, Price, WinPrice, anatomy, bonus_sweep, cells, meets, win_price
from dhstats.stats.positions.twins import WIN_EFFECTS, Effect, Swing, Twins, banded, by_band, effect, swing

Array = np.ndarray[Any, Any]
MOVER, NOBODY, OPPONENT = "mover", "nobody", "opponent"
SIDES = ((MOVER, TO_MOVER), (NOBODY, TO_NOBODY), (OPPONENT, TO_OPPONENT))
HARD, CLAIMED, STAYS = ", locked", "claimed", "stays"
WANTED_SWING = 0.10  # of a win: what a design price is asked for
BONUSES = tuple(range(31))
POINTS = (-400.0, 400.0)  # no effect on a final lead is larger


# ---- What is asked ---------------------------------------------------------------------------------------------


def items_of(bundle: GameBundle, rules: Any, names: Sequence[str] = ()) -> tuple[Item, ...]:
    """The items of these names or kinds, each once; where none is named the main ones, or those of the first kind."""
    items = bundle.items(rules)
    if not items:
        raise BadInput(f"game {bundle.game.name!r}: has no item to measure")
    refuse_unless_won(bundle.game.name, bundle.players(rules), "value", by_seats=False)
    if not names:
        main = tuple(item for item in items if item.main)
        return main or tuple(item for item in items if item.kind == items[0].kind)
    found: list[Item] = []
    for name in names:
        meant = [item for item in items if name in (item.key, item.kind, item.change)]
        if not meant:
            known = dict.fromkeys((*(item.key for item in items), *(item.kind for item in items)))
            raise BadInput(f"--item {name!r}: no such item under these rules; {nearest(name, tuple(known))}")
        found += [item for item in meant if item not in found]
    return tuple(found)


def item_of(bundle: GameBundle, rules: Any, name: str = "") -> Item:
    """The one item of this name, or the only main one; BadInput where it takes a name to say which."""
    items = items_of(bundle, rules, (name,) if name else ())
    if len(items) > 1:
        raise BadInput(f"--item: name one of {', '.join(item.key for item in items)}")
    return items[0]


def moments_of(item: Item) -> tuple[str, ...]:
    """Every moment at which an item's worth can be asked for, by its short name."""
    return (UNIFORM, *(short for short, _, _ in item.moments))


def sides(item: Item, more: tuple[tuple[str, int], ...] = (), mark: str = "", prefix: str = "") -> tuple[Arm, ...]:
    """The item to the mover, to nobody, to the opponent; other interventions come before, what locks it after that."""
    lock = (item.parts.lock,) if item.parts and item.parts.lock in more else ()
    others = tuple(change for change in more if change not in lock)
    return tuple(Arm(f"{prefix}{side}{mark}", (*others, (item.change, value), *lock)) for side, value in SIDES)


def two_sides(item: Item) -> Study:
    """The forks that tell the whole effect alone, at turns drawn by lot: the mover has the item, or the opponent."""
    mover, _, opponent = sides(item)
    return Study(UNIFORM, (mover, opponent))


def studies(item: Item, moments: Sequence[str], replicates: int = 1) -> list[Study]:
    """The forks that tell the value of an item: at every moment its arms, and at the claim the claim undone.

    At turns drawn by lot both sides as well with every choice of played components taken away.
    """
    names, parts = {UNIFORM: UNIFORM} | {short: moment for short, moment, _ in item.moments}, item.parts
    found = []
    for short in moments:
        if short not in names:
            raise BadInput(f"--at {short!r}: no such moment of the {item.name}; {nearest(short, tuple(names))}")
        arms = sides(item)
        if parts and names[short] == parts.claim:
            arms = (Arm(CLAIMED, forced=True), Arm(STAYS, (parts.undo[0],), (parts.undo[1],), forced=True))
        elif parts:
            arms += sides(item, (parts.lock,), HARD)
            played = _played(parts) if names[short] == UNIFORM else []
            for off in product((False, True), repeat=len(played)):
                if chosen := [each for each, gone in zip(played, off, strict=True) if gone]:
                    marked = _mark([name for name, _ in chosen])
                    arms += sides(item, tuple(change for _, change in chosen), marked)[::2]  # mover and opponent
        found.append(Study(names[short], arms, replicates))
    return found


def _played(parts: Parts) -> list[tuple[str, tuple[str, int]]]:
    return [(name, change) for name, _, change in parts.components if change is not None]


def _mark(off: Sequence[str]) -> str:
    return "".join(f", no {name}" for name in off)


# ---- What forks say --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RecountableEnds:
    """How every continuation ended for the mover, but for what the item counts."""

    arms: tuple[str, ...]
    deals: Array
    points: Array  # the lead in score piles: (forks, arms, replicates)
    holders: Array  # who has the item (1, -1, 0): the same shape
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
    points, holders = _lead_and_holder(parts, forked.results, seat[:, None, None])
    return RecountableEnds(
        tuple(arm.name for arm in study.arms), np.asarray(forked.forks["deal"]),
        np.where(seat == 0, 1, -1)[:, None, None] * points, holders, int(rules[parts.bonus]), bool(rules[parts.ties]),
    )  # fmt: skip


def _lead_and_holder(parts: Parts, results: Any, seat: Any) -> tuple[Array, Array]:
    """The first player's lead in score piles at the end of games, and whether that seat has the item (1, -1, 0)."""
    lead = results["points_first"].astype(np.int64) - results["points_second"].astype(np.int64)
    holder = results[parts.column].astype(np.int64)
    return np.asarray(lead), np.where(holder < 0, 0, np.where(holder == seat, 1, -1))


@dataclass(frozen=True)
class Taken:
    """An item taken apart: what each component contributes in win score and in points, and what it costs to be fair."""

    anatomy: Anatomy
    anatomy_points: Anatomy
    price: WinPrice
    wanted: Price
    seat: Price  # what the first player would have to give at the end for even chances, from the parent games


def take_apart(parts: Parts, seen: RecountableEnds, forked: Forked) -> Taken:
    """Anatomy and prices from forks at turns drawn by lot."""
    fair = seen.ends(NOBODY).scores(seen.bonus, tie_break=seen.tie_break)

    def price(ends: Ends, even: Any) -> WinPrice:
        return win_price(seen.deals, ends, even, bonus=seen.bonus, tie_break=seen.tie_break)

    curve = bonus_sweep(seen.deals, BONUSES, seen.ends(MOVER), seen.ends(OPPONENT), tie_break=seen.tie_break)
    return Taken(
        _anatomy(parts, seen, points=False),
        _anatomy(parts, seen, points=True),
        price(seen.ends(MOVER), fair),
        meets(curve, WANTED_SWING),
        price(Ends(*_lead_and_holder(parts, forked.parents, 0)), 0.5).price,
    )


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


def seen_by_mover(rules: Any, item: Item, study: Study, forked: Forked) -> Twins:
    """The forks of a study as the mover sees them: how every continuation ended for them."""
    if item.parts:
        return recountable_ends(item.parts, rules, study, forked).twins
    return twins_of(study.arms, forked)


def held(bundle: GameBundle, item: Item, holders: Array) -> Array | None:
    """Who has an item in each row of what was noted of holders; nothing of what several can have."""
    things = forking_of(bundle).things
    return holders[:, things.index(item.change)].astype(np.int64) if item.change in things else None


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
    """Everything that forks tell about an item; what only turns drawn by lot tell is missing without them."""

    item: Item
    bands: Bands
    worths: tuple[Worth, ...]
    silent: tuple[tuple[str, int, int], ...] = ()  # moments of fewer than two deals: in so many of all parent games
    by_turn: tuple[Group, ...] = ()
    by_lead: tuple[Group, ...] = ()
    naive: Association | None = None
    meter: BiasMeter | None = None
    taken: Taken | None = None


def worth(study: Study, twins: Twins, games: int, item: Item) -> Worth:
    """The effects at one moment."""
    if item.parts and study.moment == item.parts.claim:
        return Worth(study.moment, twins.forks, games, effect(twins, CLAIMED, STAYS), None, None, None)
    hard = effect(twins, MOVER + HARD, OPPONENT + HARD) if item.parts else None
    score, points = (swing(twins, MOVER, NOBODY, OPPONENT, scale) for scale in ("score", "points"))
    return Worth(study.moment, twins.forks, games, effect(twins, MOVER, OPPONENT), score, points, hard)


def value(bundle: GameBundle, rules: Any, item: Item, plans: Sequence[Study], outcomes: Mapping[str, Forked]) -> Value:
    """The value of an item from its forks; DataProblem where no moment came in two deals."""
    told = {study.moment: study for study in plans if tells(outcomes[study.moment])}
    if not told:
        names = ", ".join(study.moment for study in plans)
        raise DataProblem(f"the moment {names} came in fewer than two deals, so there is no result")
    seen = {moment: seen_by_mover(rules, item, study, outcomes[moment]) for moment, study in told.items()}
    worths = tuple(worth(study, seen[moment], outcomes[moment].games, item) for moment, study in told.items())
    others = [study.moment for study in plans if study.moment not in told]
    silent = tuple((moment, len(outcomes[moment].forks), outcomes[moment].games) for moment in others)
    if UNIFORM not in seen:
        return Value(item, bundle.bands, worths, silent)
    twins, forked = seen[UNIFORM], outcomes[UNIFORM]
    naive, holders = association_of(bundle, rules, item, forked), held(bundle, item, forked.forks["holders"])
    holding = None if holders is None else holders == TO_MOVER
    meter = None
    # Association beside effects, those on movers who have the item included; nothing where too few have it
    if naive is not None and holding is not None and len(np.unique(twins.deals[holding])) > 1:
        mine = Twins(twins.arms, twins.deals[holding], twins.scores[holding], twins.margins[holding])
        meter = bias_meter(naive.difference, mine.contrast(MOVER, OPPONENT), twins.contrast(MOVER, OPPONENT))
    bare = recountable_ends(item.parts, rules, told[UNIFORM], forked) if item.parts else None
    return Value(
        item, bundle.bands, worths, silent,
        by_band(twins, MOVER, OPPONENT, banded(forked.forks["begun"], bundle.bands.turns)),
        by_band(twins, MOVER, OPPONENT, banded(forked.forks["lead"], bundle.bands.leads)),
        naive, meter,
        take_apart(item.parts, bare, forked) if item.parts and bare else None,
    )  # fmt: skip


def association_of(bundle: GameBundle, rules: Any, item: Item, forked: Forked) -> Association | None:
    """Who has the item at the end of a parent game against who has not; nothing if that is seen in too few deals."""
    holder = held(bundle, item, forked.forks["last_holders"])
    if holder is None:
        return None
    seats = range(bundle.players(rules))
    having = np.concatenate([holder == TO_MOVER + seat for seat in seats])
    scores = np.concatenate([ends_of(forked.parents, seat)[0] for seat in seats])
    deals = np.concatenate([np.asarray(forked.forks["deal"]) for _ in seats])
    if min(len(np.unique(deals[having])), len(np.unique(deals[~having]))) < LEAST_DEALS:
        return None
    return association(scores, having, deals)
