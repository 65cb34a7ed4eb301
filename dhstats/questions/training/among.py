"""What verdicts say among players of several names: whether it matters who begins, and what the main item is worth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.games.bundle import GameBundle, Item
from dhstats.questions.forks.value import MOVER, OPPONENT, seen_by_mover, two_sides
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.questions.shared.tables import judged_columns, measured, ranged, table, text, whole
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS
from dhstats.questions.training.trials import Examination, searches
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.positions.twins import WIN_EFFECTS, Effect, Twins, effect
from dhstats.stats.sequential.verdicts import Verdict, judge
from dhstats.storage.run import parts_of_win

Array = np.ndarray[Any, Any]
LEVEL = 0.95
CLOSE = 0.02  # of a win: what the worth of an item may be off and still count as the same
MOVES, STAYS, OPEN = "moves", "stays", "open"
SHARE = "share of a win"
# What is said of the worth of going first, by whether it is another one among other players.
MOVED = {
    MOVES: "the worth of going first changes",
    STAYS: f"certainly within {100 * SCORE_MARGIN:g} games in 100, so the worth of going first stays the same",
    OPEN: "too few deals to say whether the worth of going first changes",
}
WORTH_MOVED = {
    MOVES: "its worth changes",
    STAYS: f"certainly within {100 * CLOSE:g} games in 100, so its worth stays the same",
    OPEN: "too few deals to say whether its worth changes",
}
METHOD = (
    " What an item is worth: games among players of one name are copied at a random turn; in one copy"
    " the mover has it, in the other the opponent, and both are played on with the same cards to"
    " come. Differences from the first name use all deals of either; deals that both played count as"
    " pairs. The worth changes if its difference is certainly not 0, and stays the same if it is certainly within"
    f" {100 * CLOSE:g} games in 100."
)


@dataclass(frozen=True, slots=True)
class Among:
    """Whether it matters who begins among players of one name, and how that differs from the first name's.

    `moved` is MOVES, STAYS or OPEN, nothing for the first name.
    """

    player: str
    judged: Verdict
    change: Estimate | None
    moved: str = ""

    def sentence(self, first: str) -> str:
        """The first player's score among these, and whether the verdict is that among players of the first name."""
        score = words.stated(self.judged.measured, PERCENT)
        sentence = f"Among {self.player} the first player scores {score}: {self.judged.kind}"
        if self.change is None:
            return f"{sentence}."
        change = words.stated(self.change, PERCENTAGE_POINTS, "games in 100")
        return f"{sentence}, {change} compared with {first}; {MOVED[self.moved]}."


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

    def sentence(self, first: str) -> str:
        """What the item is worth among these, and whether that is another worth than among those of the first name."""
        effect = words.stated(self.effect.score, PERCENTAGE_POINTS, "games in 100")
        if self.change is None:
            having = f"having the {self.item} instead of the opponent, from a random turn on"
            return f"Among {self.player} {having}, is worth {effect}."
        beside = words.stated(self.change, PERCENTAGE_POINTS, after=self.effect.score.interval)
        sentence = f"Among {self.player} the {self.item} is worth {effect}, {beside} compared with {first}"
        return f"{sentence}; {WORTH_MOVED[self.moved]}."


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
    seats: list[Among] = []
    for name, shares in won:
        verdict = judge(BlockSums.from_values(shares.tolist(), win), 1.0 / exam.seats, SCORE_MARGIN, bounds=(0.0, 1.0))
        common = min(len(shares), len(won[0][1]))  # the deals that both played
        more = BlockSums.from_values((shares[:common] - won[0][1][:common]).tolist(), win)
        change = more.estimate(LEVEL, (-1.0, 1.0))
        seats.append(beside(name, verdict, seats[0].judged, change) if seats else Among(name, verdict, None))
    return Verdicts(tuple(seats), tuple(_worths(item, handed)) if item and handed else ())


def beside(name: str, verdict: Verdict, first: Verdict, change: Estimate) -> Among:
    """A verdict beside that of the first name: another one for sure where the two contradict each other."""
    return Among(name, verdict, change, MOVES if contradict(verdict, first) else moved(change.interval, SCORE_MARGIN))


def contradict(one: Verdict, other: Verdict) -> bool:
    """Whether two verdicts cannot be right of one game: for opposite sides, or one of them balanced and one not."""
    certain = [each.effect > 0.0 for each in (one, other) if each.kind in ("leaning", "unbalanced")]
    return len(set(certain)) == 2 or {one.kind, other.kind} == {"balanced", "unbalanced"}


def _worths(item: Item, handed: list[tuple[str, Twins]]) -> list[ItemAmong]:
    (first, twins), (low, high) = handed[0], WIN_EFFECTS
    found = [ItemAmong(first, item.name, effect(twins, MOVER, OPPONENT, LEVEL), None, "")]
    for name, others in handed[1:]:
        more = others.contrast(MOVER, OPPONENT) - twins.contrast(MOVER, OPPONENT)
        change, here = more.estimate(LEVEL, (low - high, high - low)), effect(others, MOVER, OPPONENT, LEVEL)
        found.append(ItemAmong(name, item.name, here, change, moved(change.interval)))
    return found


def moved(change: Interval, close: float = CLOSE) -> str:
    """Whether the worth is another one: certainly as close as counts as the same, certainly another, or not known."""
    if change.low >= -close and change.high <= close:
        return STAYS
    return OPEN if change.contains(0.0) else MOVES


def seats_table(found: Sequence[Among]) -> Table:
    """The verdicts on who begins."""
    columns = (
        text("matchup", "Among", "player"), *measured("score", "The first player's score", SHARE, "judged.measured"),
        *judged_columns(SHARE, "judged"), *ranged("change", "Difference from the first name", SHARE),
        text("moved", "Whether the worth of going first changes"),
    )  # fmt: skip
    return table("verdicts", "The first player's score among other players", columns, found)


def items_table(found: Sequence[ItemAmong]) -> Table:
    """What the item is worth."""
    columns = (
        text("matchup", "Among", "player"), text("item", "Item"),
        *measured("score", "Effect on the score", SHARE, "effect.score"),
        *ranged("points", "Effect on the final lead", "points", "effect.points"),
        *ranged("change", "Difference from the first name", SHARE), text("moved", "Whether its worth changes"),
        whole("forks", "Forks", "forks", "effect.forks"),
    )  # fmt: skip
    return table("worths", "Effect of having it instead of the opponent, among other players", columns, found)
