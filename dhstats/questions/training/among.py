"""What verdicts say among players of several names: whether it matters who begins, and what the main item is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.games.bundle import GameBundle, Item
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.questions.training.examination import Examination, searches
from dhstats.questions.values.value import MOVER, OPPONENT, seen_by_mover, two_sides
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.positions.twins import WIN_EFFECTS, Effect, Twins, effect
from dhstats.stats.sequential.verdicts import Verdict, judge
from dhstats.storage.wins import parts_of_win

Array = np.ndarray[Any, Any]
LEVEL = 0.95
CLOSE = 0.02  # of a win: what the worth of an item may be off and still count as the same
MOVES, STAYS, OPEN = "moves", "stays", "open"


@dataclass(frozen=True, slots=True)
class Among:
    """Whether it matters who begins among players of one name, and how that differs from the first name's.

    `moved` is MOVES, STAYS or OPEN, nothing for the first name.
    """

    player: str
    judged: Verdict
    change: Estimate | None
    moved: str = ""


@dataclass(frozen=True, slots=True)
class ItemAmong:
    """What an item is worth among players of one name, at turns drawn by lot, and how that differs from the first's.

    `change` is the difference of the two effects on the score, with its error over all deals of either: those that both
    played count as pairs. `moved` is MOVES, STAYS or OPEN, nothing for the first name.
    """

    player: str
    item: str
    effect: Effect
    change: Estimate | None
    moved: str


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What was asked among players of each name: who begins, and what the main item is worth where there is one."""

    seats: tuple[Among, ...] = ()
    items: tuple[ItemAmong, ...] = ()


def main_item(bundle: GameBundle, rules: Any) -> Item | None:
    """The one main item of a game under a rule record; nothing where it has none, or several."""
    main = [item for item in bundle.items(rules) if item.main]
    return main[0] if len(main) == 1 else None


def verdicts(
    exam: Examination, players: tuple[Strategy, ...], few: range, many: range, begin: Callable[[str], None]
) -> Verdicts:
    """Both verdicts among players of each name: who searches plays the few deals, others the many.

    Where an item is handed over, the games that are copied for it tell who begins. `begin` is told what comes next.
    """
    bundle, rules = exam.trials.bundle, exam.trials.rules.record()
    item = main_item(bundle, rules)
    won: list[tuple[str, Array]] = []
    handed: list[tuple[str, Twins]] = []
    for player in players:
        deals = few if searches(player) else many
        if item is None:
            begin(f"who begins, among {player.name}")
            won.append((player.name, exam.begins(player, deals)))
            continue
        begin(f"who begins and the {item.name}, among {player.name}")
        study = two_sides(item)
        forked = exam.forked(player, study, deals)
        won.append((player.name, exam.first_shares(forked.parents)))
        handed.append((player.name, seen_by_mover(rules, item, study, forked)))
    win = parts_of_win(exam.seats) * exam.trials.layouts
    judged = [_judged(each, exam.seats, win) for _, each in won]
    firsts = [Among(name, verdict, None) for (name, _), verdict in zip(won[:1], judged[:1], strict=True)]
    others = [
        beside((name, verdict), judged[0], _change(each, won[0][1], win))
        for (name, each), verdict in zip(won[1:], judged[1:], strict=True)
    ]
    return Verdicts((*firsts, *others), tuple(_worths(item, handed)) if item else ())


def _judged(won: Array, seats: int, win: int) -> Verdict:
    """The verdict on what the first of so many seats wins; `won` in so many parts of a win a deal."""
    return judge(BlockSums.from_values(won.tolist(), win), 1.0 / seats, SCORE_MARGIN, bounds=(0.0, 1.0))


def _change(won: Array, first: Array, win: int) -> Estimate:
    """By how much more the first seat wins than among players of the first name, on the deals that both played."""
    common = min(len(won), len(first))
    return BlockSums.from_values((won[:common] - first[:common]).tolist(), win).estimate(LEVEL, (-1.0, 1.0))


def beside(named: tuple[str, Verdict], first: Verdict, change: Estimate) -> Among:
    """A verdict beside that of the first name: another one for sure where the two contradict each other."""
    name, verdict = named
    return Among(name, verdict, change, MOVES if contradict(verdict, first) else moved(change.interval, SCORE_MARGIN))


def contradict(one: Verdict, other: Verdict) -> bool:
    """Whether two verdicts cannot be right of one game: for opposite sides, or one of them balanced and one not."""
    certain = [each.effect > 0.0 for each in (one, other) if each.kind in ("leaning", "unbalanced")]
    return len(set(certain)) == 2 or {one.kind, other.kind} == {"balanced", "unbalanced"}


def _worths(item: Item, handed: list[tuple[str, Twins]]) -> list[ItemAmong]:
    """The effect among players of each name, each beside the first."""
    found = []
    for at, (name, twins) in enumerate(handed):
        here = effect(twins, MOVER, OPPONENT, LEVEL)
        if at == 0:
            found.append(ItemAmong(name, item.name, here, None, ""))
            continue
        more = twins.contrast(MOVER, OPPONENT) - handed[0][1].contrast(MOVER, OPPONENT)
        low, high = WIN_EFFECTS
        change = more.estimate(LEVEL, (low - high, high - low))
        found.append(ItemAmong(name, item.name, here, change, moved(change.interval)))
    return found


def moved(change: Interval, close: float = CLOSE) -> str:
    """Whether the worth is another one: certainly as close as counts as the same, certainly another, or not known."""
    if change.low >= -close and change.high <= close:
        return STAYS
    return OPEN if change.contains(0.0) else MOVES
