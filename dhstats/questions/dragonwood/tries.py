"""Attempts of a kind, such as all strikes: how frequent they are, how often they succeed, what they cost and bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.groups import Group
from dhstats.questions.sums import Row, rate, ratio_estimate, ratio_sums
from dhstats.questions.tables import Field, Value, also, ranged, whole
from dhstats.stats.blocks import Estimate
from dhstats.stats.ratios import RatioSums

ALL, WHOLE_GAME, ALL_DEALS = "", -1, -1  # as the query names all cards, all ways, the whole game, all deals

FIELDS: tuple[Field, ...] = (
    whole("attempts", "Attempts", "attempts"),
    *ranged("share", "Share of attempts", "share of attempts"),
    *ranged("success", "Attempts that captured the card", "share of attempts"),
    *ranged("cards", "Cards shown an attempt", "cards"),
    *ranged("cost", "Cards spent a capture, failed attempts included", "cards"),
    *ranged("points_a_card", "Points for a card spent", "points"),
    *ranged("points_a_turn", "Points an attempt", "points"),
)


@dataclass(frozen=True, slots=True)
class Tries:
    """Attempts of a kind among those that they are a share of, over all deals whose turns were logged."""

    row: Row
    among: Row
    deals: int

    @property
    def share(self) -> Estimate | None:
        """Their share of the others."""
        sums = RatioSums(
            n=self.deals, sum_x=self.among["attempts"], sum_y=self.row["attempts"],
            sum_xx=self.among["attempts_squares"], sum_yy=self.row["attempts_squares"],
            sum_xy=self.row["all_attempts_attempts"],
        )  # fmt: skip
        return rate(sums)

    @property
    def success(self) -> Estimate | None:
        """How often they captured their card."""
        return rate(self._sums("attempts", "captures"))

    @property
    def points_a_card(self) -> Estimate | None:
        """Points for a card spent on creatures; empty where there was none."""
        return ratio_estimate(self._sums("hunted", "points"))

    @property
    def cost(self) -> Estimate | None:
        """Cards spent a capture, those of failed attempts included."""
        return ratio_estimate(self._sums("captures", "spent"))

    def line(self) -> dict[str, Value]:
        """What a table says of them, as `FIELDS` declares."""
        return {
            "attempts": self.row["attempts"],
            **also("share", self.share),
            **also("success", self.success),
            **also("cards", ratio_estimate(self._sums("attempts", "cards"))),
            **also("cost", self.cost),
            **also("points_a_card", self.points_a_card),
            **also("points_a_turn", ratio_estimate(self._sums("attempts", "points"))),
        }

    def _sums(self, x: str, y: str) -> RatioSums:
        return ratio_sums(self.deals, self.row, x, y)


def logged_deals(counts: Counts, group: Group) -> int:
    """How many deals had their turns logged, also those without an attempt."""
    return int(counts.rows("race", matchup=group.number)[0]["deals"])


def tries(counts: Counts, group: Group, wanted: Callable[[Row], bool]) -> list[Tries]:
    """The kinds of attempts of a group that are wanted, in the order of the query."""
    rows = counts.rows("attempts", matchup=group.number, part=ALL_DEALS)
    among = {(row["target"], row["phase"]): row for row in rows if row["way"] == ALL}
    deals = logged_deals(counts, group)
    return [Tries(row, among[_others(row)], deals) for row in rows if wanted(row)]


def _others(row: Row) -> tuple[str, int]:
    """What attempts are a share of: all at the same card where a way is told apart, all in the same phase."""
    return (row["target"] if row["way"] != ALL else ALL, row["phase"])
