"""Attempts of a kind, such as all strikes: how frequent they are, how often they succeed, what they cost and bring."""

from collections.abc import Callable
from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import LEVEL, Group
from dhstats.questions.shared.sums import Row, part_of, rate, ratio_estimate, ratio_sums
from dhstats.questions.shared.tables import Field, resting, whole
from dhstats.stats.intervals.blocks import Estimate

ALL, WHOLE_GAME, ALL_DEALS = "", -1, -1  # as the query names all cards, all ways, the whole game, all deals

# The deals that shares and means rest on.
OTHERS, SUCH, CAUGHT, SPENT = "with attempts", "with such attempts", "with such captures", "with cards spent so"

FIELDS: tuple[Field, ...] = (
    whole("attempts", "Attempts", "attempts", "row.attempts"),
    *resting("share", "Share of attempts", "share of attempts", OTHERS),
    *resting("success", "Attempts that captured the card", "share of attempts", SUCH),
    *resting("cards", "Cards shown per attempt", "cards", SUCH, lambda tries: tries.an_attempt("cards")),
    *resting("cost", "Cards spent per capture, failed attempts included", "cards", CAUGHT),
    *resting("points_a_card", "Points for a card spent", "points", SPENT, lambda tries: tries.points_a_card()),
    *resting("points_a_turn", "Points per attempt", "points", SUCH, lambda tries: tries.an_attempt("points")),
)  # of `Tries`


@dataclass(frozen=True, slots=True)
class Tries:
    """Attempts of a kind among those that they are a share of."""

    row: Row
    among: Row

    @property
    def share(self) -> Estimate | None:
        """Their share of the others."""
        return rate(part_of(self.among, self.row, "attempts", "all_attempts_attempts"), OTHERS)

    @property
    def success(self) -> Estimate | None:
        """How often they captured their card."""
        return rate(ratio_sums(self.row, "attempts", "captures"), SUCH)

    def points_a_card(self, level: float = LEVEL) -> Estimate | None:
        """Points for a card spent on creatures; empty where there was none."""
        return ratio_estimate(ratio_sums(self.row, "hunted", "points"), SPENT, level)

    @property
    def cost(self) -> Estimate | None:
        """Cards spent per capture, those of failed attempts included."""
        return ratio_estimate(ratio_sums(self.row, "captures", "spent"), CAUGHT)

    def an_attempt(self, name: str) -> Estimate | None:
        """Cards shown or points won an attempt."""
        return ratio_estimate(ratio_sums(self.row, "attempts", name), SUCH)


def tries(counts: Counts, group: Group, wanted: Callable[[Row], bool]) -> list[Tries]:
    """The kinds of attempts of a group that are wanted, in the order of the query."""
    rows = counts.rows("attempts", matchup=group.number, part=ALL_DEALS)
    among = {(row["target"], row["phase"]): row for row in rows if row["way"] == ALL}
    return [Tries(row, among[_others(row)]) for row in rows if wanted(row)]


def _others(row: Row) -> tuple[str, int]:
    """What attempts are a share of: all at the same card where a way is told apart, all in the same phase."""
    return (row["target"] if row["way"] != ALL else ALL, row["phase"])
