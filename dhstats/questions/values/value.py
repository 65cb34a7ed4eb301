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
from dhstats.questions.verdicts.lopsided import CLEAR, Lopsided
from dhstats.simulate.positions.forks import Study, ends, ends_of
from dhstats.stats.estimates.clusters import Group
from dhstats.stats.estimates.lines import Association, BiasMeter, association, bias_meter
from dhstats.stats.intervals.intervals import LEAST_DEALS
from dhstats.stats.positions.prices import Anatomy, Ends, Price, WinPrice, anatomy, bonus_sweep, cells, meets, win_price
from dhstats.stats.positions.twins import WIN_EFFECTS, Effect, Swing, Twins, banded, by_band, effect, swing

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


HARD = ", locked"
CLAIMED, STAYS = "claimed", "stays"


def items_of(bundle: GameBundle, rules: Any, names: Sequence[str] = ()) -> tuple[Item, ...]:
    """The items of these names or kinds under a rule record, each once; where none is named the main ones.

    Where there are no main ones those of the first kind.

    BadInput for a game without items and for names that it does not know.
    """
    items = bundle.items(rules)
    if not items:
        raise BadInput(f"game {bundle.game.name!r}: has no item to measure")
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
    found = items_of(bundle, rules, (name,) if name else ())
    if len(found) > 1:
        raise BadInput(f"--item: name one of {', '.join(item.key for item in found)}")
    return found[0]


def moments_of(item: Item) -> tuple[str, ...]:
    """Every moment at which an item's worth can be asked for, by its short name."""
    return (UNIFORM, *(short for short, _, _ in item.moments))


def studies(item: Item, moments: Sequence[str], replicates: int = 1) -> list[Study]:
    """The forks that tell the value of an item: at every moment its arms, and at the claim the claim undone.

    BadInput for a moment that the item does not have.
    """
    names = {UNIFORM: UNIFORM} | {short: moment for short, moment, _ in item.moments}
    found = []
    for short in moments:
        if short not in names:
            raise BadInput(f"--at {short!r}: no such moment of the {item.name}; {nearest(short, tuple(names))}")
        found.append(Study(names[short], _arms(item, names[short]), replicates))
    return found


def _arms(item: Item, moment: str) -> tuple[Arm, ...]:
    """The ways to go on from a moment."""
    parts = item.parts
    if parts is None:
        return sides(item)
    if moment == parts.claim:
        return (Arm(CLAIMED, forced=True), Arm(STAYS, (parts.undo[0],), (parts.undo[1],), forced=True))
    arms = (*sides(item), *sides(item, (parts.lock,), HARD))
    return (*arms, *without_parts(item, parts)) if moment == UNIFORM else arms


def two_sides(item: Item) -> Study:
    """The forks that tell the whole effect alone, at turns drawn by lot: the mover has the item, or the opponent."""
    mover, _, opponent = sides(item)
    return Study(UNIFORM, (mover, opponent))


def tells(forked: Forked) -> bool:
    """Whether a moment came in as many deals as it takes to say anything."""
    return len(np.unique(forked.forks["deal"])) >= 2


def seen_by_mover(rules: Any, item: Item, study: Study, forked: Forked) -> Twins:
    """The forks of a study as the mover sees them: how every continuation ended for them."""
    if item.parts:
        return recountable_ends(item.parts, rules, study, forked).twins
    return Twins(tuple(arm.name for arm in study.arms), np.asarray(forked.forks["deal"]), *ends(forked))


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
    """Everything that forks tell about an item; what only turns drawn by lot tell is missing without them.

    `silent` moments came in fewer than two deals: in so many of all parent games.
    """

    item: Item
    bands: Bands
    worths: tuple[Worth, ...]
    silent: tuple[tuple[str, int, int], ...] = ()
    by_turn: tuple[Group, ...] = ()
    by_lead: tuple[Group, ...] = ()
    naive: Association | None = None
    meter: BiasMeter | None = None
    taken: Taken | None = None


def worth(study: Study, twins: Twins, games: int, item: Item) -> Worth:
    """The effects at one moment."""
    if item.parts and study.moment == item.parts.claim:
        claimed = effect(twins, CLAIMED, STAYS)
        return Worth(study.moment, twins.forks, games, claimed, None, None, None)
    soft = effect(twins, MOVER, OPPONENT)
    hard = effect(twins, MOVER + HARD, OPPONENT + HARD) if item.parts else None
    parts = [swing(twins, MOVER, NOBODY, OPPONENT, scale) for scale in ("score", "points")]
    return Worth(study.moment, twins.forks, games, soft, parts[0], parts[1], hard)


def value(bundle: GameBundle, rules: Any, item: Item, plans: Sequence[Study], found: dict[str, Forked]) -> Value:
    """The value of an item from its forks; turns drawn by lot tell bands, the bias and what its parts contribute.

    DataProblem where no moment came in two deals.
    """
    told = [study for study in plans if tells(found[study.moment])]
    if not told:
        names = ", ".join(study.moment for study in plans)
        raise DataProblem(f"the moment {names} came in fewer than two deals, so there is no result")
    seen = {study.moment: seen_by_mover(rules, item, study, found[study.moment]) for study in told}
    worths = tuple(worth(study, seen[study.moment], found[study.moment].games, item) for study in told)
    others = [study.moment for study in plans if study not in told]
    silent = tuple((moment, len(found[moment].forks), found[moment].games) for moment in others)
    if UNIFORM not in seen:
        return Value(item, bundle.bands, worths, silent)
    twins, forked = seen[UNIFORM], found[UNIFORM]
    study = next(study for study in plans if study.moment == UNIFORM)
    naive = association_of(bundle, rules, item, forked)
    bare = recountable_ends(item.parts, rules, study, forked) if item.parts else None
    return Value(
        item, bundle.bands, worths, silent,
        by_band(twins, MOVER, OPPONENT, banded(forked.forks["begun"], bundle.bands.turns)),
        by_band(twins, MOVER, OPPONENT, banded(forked.forks["lead"], bundle.bands.leads)),
        naive, _meter(twins, held(bundle, item, forked.forks["holders"]), naive),
        take_apart(item.parts, bare, forked) if item.parts and bare else None,
    )  # fmt: skip


def _meter(twins: Twins, holders: Array | None, naive: Association | None) -> BiasMeter | None:
    """Association beside effects, those on movers who have the item included; nothing where too few have it."""
    if naive is None or holders is None:
        return None
    holding = holders == TO_MOVER
    if len(np.unique(twins.deals[holding])) < 2:
        return None
    mine = Twins(twins.arms, twins.deals[holding], twins.scores[holding], twins.margins[holding])
    return bias_meter(naive.difference, mine.contrast(MOVER, OPPONENT), twins.contrast(MOVER, OPPONENT))


def association_of(bundle: GameBundle, rules: Any, item: Item, forked: Forked) -> Association | None:
    """Who has the item at the end of a parent game against who has not; nothing if that is seen in too few deals."""
    holder = held(bundle, item, forked.forks["last_holders"])
    if holder is None:
        return None
    seats = range(bundle.players(rules))
    holds = [holder == TO_MOVER + seat for seat in seats]
    scores = [ends_of(forked.parents, seat)[0] for seat in seats]
    having, deals = np.concatenate(holds), np.concatenate([np.asarray(forked.forks["deal"]) for _ in seats])
    if min(len(np.unique(deals[having])), len(np.unique(deals[~having]))) < LEAST_DEALS:
        return None
    return association(np.concatenate(scores), having, deals)


CLAIM = ("wins", "whoever has it", "having it")


def lopsided_forks(names: Sequence[str], found: Mapping[str, Forked]) -> Lopsided | None:
    """Who wins nearly always in every arm, against whom, and with what share of the wins where they win least.

    At turns drawn by lot, or at the first moment asked for where these were not; `names` are the players of a match of
    two in the order of its plan, the second of whom begins the second game of a deal. None for a mirror, a larger table
    and forks that never came.
    """
    forked = found.get(UNIFORM) or next(iter(found.values()))
    if len(names) != 2 or not len(forked.forks) or forked.forks["seat"].max() > 1:
        return None
    score, _ = ends(forked)
    moves = np.asarray(forked.forks["seat"] == forked.forks["member"])[:, None, None]
    by_arm = np.where(moves, score, 1.0 - score).mean(axis=(0, 2))
    least = {(names[0], names[1]): by_arm.min(), (names[1], names[0]): 1.0 - by_arm.max()}
    (stronger, other), share = max(least.items(), key=lambda each: each[1])
    return Lopsided(stronger, (other,), float(share), CLAIM) if share > CLEAR else None
