"""What questions of Dragonwood share: attempts of a kind in logged turns, and what the rules alone say of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from dhstats.games.dragonwood.files import rulesets
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, MAX_TOTAL, TARGETS, WAYS
from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.groups import Group
from dhstats.questions.shared.sums import Counted, Row, mean_of, rate_of, share_of
from dhstats.questions.shared.tables import Field, number, table, text, whole

ALL, WHOLE_GAME, ALL_DEALS = "", -1, -1  # as the query names all cards, all ways, the whole game, all deals

# The deals that shares and means rest on, and what they are of.
SUCH, CAUGHT, SPENT = "with such attempts", "with such captures", "with cards spent so"
OF_ATTEMPTS = ("attempts", "all_attempts_attempts", "with attempts")
A_CARD = ("points", "hunted", SPENT)

FIELDS: tuple[Field, ...] = (
    whole("attempts", "Attempts", "attempts", "row.attempts"),
    *share_of("Share of attempts", "share of attempts", *OF_ATTEMPTS),
    *rate_of("success", "Attempts that captured the card", "share of attempts", "attempts", SUCH, "captures"),
    *mean_of("cards", "Cards shown per attempt", "cards", "attempts", SUCH),
    *mean_of("cost", "Cards spent per capture, failed attempts included", "cards", "captures", CAUGHT, "spent"),
    *mean_of("points_a_card", "Points for a card spent", "points", "hunted", SPENT, "points"),
    *mean_of("points_a_turn", "Points per attempt", "points", "attempts", SUCH, "points"),
)  # of what `tries` gives


def tries(counts: Counts, group: Group, wanted: Callable[[Row], bool]) -> list[Counted]:
    """The kinds of attempts of a group that are wanted, in the order of the query, each among what it is a share of."""
    rows = counts.rows("attempts", matchup=group.number, part=ALL_DEALS)
    among = {(row["target"], row["phase"]): row for row in rows if row["way"] == ALL}
    return [
        Counted(row, among[(row["target"] if row["way"] != ALL else ALL, row["phase"])]) for row in rows if wanted(row)
    ]


PRINTED = WAYS[:3]  # the ways whose number stands on a card


@dataclass(frozen=True)
class Printed:
    """The cards of a rule set: their numbers, points and what dice reach; only titles that are in the deck."""

    record: Any

    @classmethod
    def of(cls, effective: Mapping[str, Any]) -> Printed:
        """The cards of a run's rules."""
        return cls(rulesets.restore(effective, "the run").record())

    @cached_property
    def creatures(self) -> tuple[str, ...]:
        """The creatures in the deck, in the order of the card list."""
        return tuple(name for at, name in enumerate(CREATURES) if self.record.copies[at] > 0)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """All cards that can be captured, creatures first."""
        return tuple(name for at, name in enumerate(TARGETS) if self.record.copies[at] > 0)

    @property
    def max_dice(self) -> int:
        """The most dice that are rolled."""
        return int(self.record.max_dice)

    def points(self, creature: str) -> int:
        """What a creature is worth."""
        return int(self.record.points[CREATURES.index(creature)])

    def once(self, enhancement: str) -> bool:
        """Whether an enhancement is spent when it is used."""
        return bool(int(self.record.once) >> ENHANCEMENTS.index(enhancement) & 1)

    def asks(self, title: str, way: str) -> int:
        """The number that a way has to reach."""
        return int(self.record.numbers_of[TARGETS.index(title), PRINTED.index(way)])

    def chance(self, dice: int, least: int) -> float:
        """The chance that so many dice show at least a number."""
        return float(self.record.chance[0, dice, min(least, MAX_TOTAL + 1)])

    def even(self, title: str, way: str) -> int | None:
        """How many cards make an attempt succeed at least every other time; nothing if no number does."""
        fitting = (dice for dice in range(1, self.max_dice + 1) if self.chance(dice, self.asks(title, way)) >= 0.5)
        return next(fitting, None)

    def excess(self) -> dict[tuple[str, str], float]:
        """How far the number of each creature and way is above the line of all creatures over points.

        A line a way, by least squares, in which each creature counts once. Nothing where all have the same points.
        """
        points = np.array([self.points(name) for name in self.creatures], np.float64)
        numbers = np.array([[self.asks(name, way) for way in PRINTED] for name in self.creatures], np.float64)
        if len(set(points.tolist())) < 2:
            above = numbers - numbers.mean(axis=0)
        else:
            powers = np.vander(points, 2, increasing=True)
            above = numbers - powers @ np.linalg.lstsq(powers, numbers, rcond=None)[0]
        return dict(zip(product(self.creatures, PRINTED), above.ravel().tolist(), strict=True))


def odds_table(cards: Printed) -> Table:
    """The exact chances of every card and way, by number of dice."""

    def chance(dice: int) -> Callable[[tuple[str, str]], float]:
        return lambda row: cards.chance(dice, cards.asks(*row))

    columns = (
        text("card", "Card", lambda row: words.spoken(row[0])),
        text("way", "Way", lambda row: row[1]),
        whole("number", "Number to reach", "", lambda row: cards.asks(*row)),
        whole("even", "Cards for an even chance", "cards", lambda row: cards.even(*row)),
        *(
            number(f"with_{n}", f"Chance with {n} {'die' if n == 1 else 'dice'}", "chance", chance(n))
            for n in range(1, cards.max_dice + 1)
        ),
    )
    return table("odds", "Exact chances by the rules alone", columns, product(cards.titles, PRINTED))


def numbers_table(cards: Printed) -> Table:
    """Every creature's numbers beside the line of all creatures over points."""
    above = cards.excess()
    columns = (
        text("creature", "Creature", lambda row: words.spoken(row[0])),
        whole("points", "Victory points", "points", lambda row: cards.points(row[0])),
        text("way", "Way", lambda row: row[1]),
        whole("number", "Number to reach", "", lambda row: cards.asks(*row)),
        number("line", "Expected from the line over points", "", lambda row: cards.asks(*row) - above[row]),
        number("excess", "Number less line", "", lambda row: above[row]),
    )
    return table("numbers", "Numbers and points, by the rules alone", columns, above)
