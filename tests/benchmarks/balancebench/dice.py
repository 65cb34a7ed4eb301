"""Games of dice worked out: one turn and a whole game of Pig, three dice, liar's dice. No rule of dhstats is read here.

Fractions where sums end, else floating point numbers beyond the last digit that a task states.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from tests.benchmarks.balancebench.poker import Outcomes, Rules, add

ENOUGH = 1e-16  # what is left of all games when no more turns are counted


def one_turn(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """Totals go up until the player holds; a one leaves nothing."""
    sides, outcomes = rules.get("sides", 6), dict[tuple[Any, ...], Fraction]()
    holds_at = {"at_twenty": 20, "at_ten": 10}[players[0]]
    reached = {0: Fraction(1)}
    for total in range(holds_at):
        chance = reached.get(total, Fraction(0)) / sides
        add(outcomes, (0,), chance)
        for die in range(2, sides + 1):
            reached[total + die] = reached.get(total + die, Fraction(0)) + chance
    for total, chance in reached.items():
        if total >= holds_at:
            add(outcomes, (total,), chance)
    return outcomes


def turn_of(player: str, sides: int, missing: int) -> dict[int, float]:
    """What one turn of Pig brings to who misses so many points: the chance of each total."""
    brings = {0: 0.0}
    reached = {0: 1.0}
    for total in range(missing + 20 * sides):
        chance = reached.pop(total, 0.0)
        if chance == 0.0:
            continue
        if total >= missing:
            holds = 1.0
        elif player == "random":
            holds = 0.5 if total else 0.0
        else:
            holds = float(total >= 20)
        brings[total] = brings.get(total, 0.0) + chance * holds
        rolls = chance * (1 - holds) / sides
        brings[0] += rolls
        for die in range(2, sides + 1):
            reached[total + die] = reached.get(total + die, 0.0) + rolls
    return brings


def turns_to_target(player: str, rules: Rules) -> Iterator[float]:
    """How likely a player needs one turn, two, three, ...: nobody's turn depends on the others' points."""
    target, sides = rules.get("target", 100), rules.get("sides", 6)
    turns = [turn_of(player, sides, target - points) for points in range(target)]
    now = np.zeros(target)
    now[0] = 1.0
    while now.sum() > ENOUGH:
        after, done = np.zeros(target), 0.0
        for points, chance in enumerate(now):
            for more, share in turns[points].items():
                if points + more >= target:
                    done += chance * share
                else:
                    after[points + more] += chance * share
        yield done
        now = after


def pig(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """Who needs fewest turns wins, the earlier seat among equals; with a last turn all have had as many, and are even."""
    if players == ("solved", "solved"):
        first = pig_solved(rules)
        return {(1, 0): Fraction(first), (0, 1): 1 - Fraction(first)}
    seats = len(players)
    if rules.get("last_turn", False):
        assert set(players) == {"hold_at_20"}
        return evenly(seats)
    pace = {name: list(turns_to_target(name, rules)) for name in set(players)}
    most = max(len(each) for each in pace.values())
    ends = np.array([np.pad(pace[name], (0, most - len(pace[name]))) for name in players])
    later = 1.0 - np.cumsum(ends, axis=1)
    wins = []
    for seat in range(seats):
        before = np.prod(later[:seat], axis=0)
        behind = np.prod(later[seat + 1 :] + ends[seat + 1 :], axis=0)
        wins.append(float((ends[seat] * before * behind).sum()))
    return {one_of(seats, seat): Fraction(share) for seat, share in enumerate(wins)}


def one_of(seats: int, winner: int) -> tuple[int, ...]:
    """The scores where one seat wins."""
    return tuple(int(seat == winner) for seat in range(seats))


def evenly(seats: int) -> Outcomes:
    """What follows where nothing tells seats apart: each wins as often."""
    return {one_of(seats, seat): Fraction(1, seats) for seat in range(seats)}


def pig_solved(rules: Rules) -> float:
    """The first player's wins where both play best: `win[i, j]` for who is to move with i points against j."""
    target, sides = rules.get("target", 100), rules.get("sides", 6)
    win = np.full((target, target), 0.5)
    while True:
        worth = [np.zeros((target, target))] * (target + sides + 1)
        for total in range(target + sides, -1, -1):
            held = np.ones((target, target))
            if total < target:
                held[: target - total] = 1 - win.T[total:]
            rolled = held
            if total < target:
                rolled = (1 - win.T + sum(worth[total + die] for die in range(2, sides + 1))) / sides
            enough = np.arange(target)[:, None] + total >= target
            best = np.maximum(held, rolled) if total else rolled
            worth[total] = np.where(enough, held, best)
        if np.abs(worth[0] - win).max() < 1e-14:
            return float(worth[0][0, 0])
        win = worth[0]


THROWS = tuple(product(range(1, 7), repeat=3))
Dice = tuple[int, ...]


def three_dice(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """The expected points, from the last box backwards: of who plays best, or of who keeps pairs."""
    again, row, alike = rules.get("again", 2), rules.get("row", 15), rules.get("alike", 25)

    def worth(dice: Dice, box: int) -> int:
        low, middle, high = dice
        pair = 2 * middle if middle in (low, high) else 0
        in_a_row = (middle - low, high - middle) == (1, 1)
        return (sum(dice), pair, row if in_a_row else 0, alike if low == high else 0)[box]

    @cache
    def new(used: int) -> Fraction:
        return (
            sum((turn(tuple(sorted(each)), again, used) for each in THROWS), Fraction(0)) / 216
            if used < 15
            else Fraction(0)
        )

    @cache
    def rolled(kept: Dice, left: int, used: int) -> Fraction:
        throws = list(product(range(1, 7), repeat=3 - len(kept)))
        return sum((turn(tuple(sorted((*kept, *each))), left, used) for each in throws), Fraction(0)) / len(throws)

    @cache
    def turn(dice: Dice, left: int, used: int) -> Fraction:
        boxes = [box for box in range(4) if not used >> box & 1]
        if players[0] == "solved":
            kept = {tuple(die for at, die in enumerate(dice) if keep >> at & 1) for keep in range(7)} if left else set()
            enters = [worth(dice, box) + new(used | 1 << box) for box in boxes]
            return max(enters + [rolled(each, left - 1, used) for each in kept])
        assert players[0] == "keeper"
        box = max(boxes, key=lambda each: worth(dice, each))
        kept = dice[:2] if dice[0] == dice[1] else dice[1:] if dice[1] == dice[2] else dice[2:]
        if left and worth(dice, box) <= 12:
            return rolled(kept, left - 1, used)
        return worth(dice, box) + new(used | 1 << box)

    return {(new(0),): Fraction(1)}


class Bids:
    """The bids of liar's dice in their order, and what dice say of them."""

    def __init__(self, rules: Rules) -> None:
        self.dice, self.sides, self.wild = rules.get("dice", 1), rules.get("sides", 6), rules.get("wild", True)
        self.all = list(product(range(1, 2 * self.dice + 1), range(1, self.sides + 1)))

    def short(self, dice: Dice, at: int) -> int:
        """How many dice are missing from a bid."""
        count, face = self.all[at]
        return count - sum(die == face or (self.wild and die == self.sides) for die in dice)

    def doubts(self, hand: Dice, at: int, player: str) -> Fraction:
        """How often a bid is doubted (-1: there is none)."""
        if at < 0 or at == len(self.all) - 1:
            return Fraction(at >= 0)
        if player == "random":
            return Fraction(1, len(self.all) - at)
        return Fraction(self.short(hand, at) > self.dice // 2)


def liars_dice(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """Every throw, and every course of bids."""
    bids, outcomes = Bids(rules), dict[tuple[Any, ...], Fraction]()

    def ends(hands: tuple[Dice, Dice], at: int, mover: int, chance: Fraction) -> Iterator[tuple[int, Fraction]]:
        """Who wins, as often, where the bid with this number lies there and this player is to move."""
        doubt = bids.doubts(hands[mover], at, players[mover])
        if doubt > 0:
            yield (1 - mover if bids.short(hands[0] + hands[1], at) <= 0 else mover), chance * doubt
        if doubt < 1:
            further = range(at + 1, len(bids.all) if players[mover] == "random" else at + 2)
            for bid in further:
                yield from ends(hands, bid, 1 - mover, chance * (1 - doubt) / len(further))

    throws = list(product(range(1, bids.sides + 1), repeat=bids.dice))
    for hands in product(throws, repeat=2):
        for winner, chance in ends(hands, -1, 0, Fraction(1, len(throws) ** 2)):
            add(outcomes, one_of(2, winner), chance)
    return outcomes
