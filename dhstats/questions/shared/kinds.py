"""Games of a kind, such as an ending: how frequent they are, and how the player concerned fared in them."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import LEVEL, Group
from dhstats.questions.shared.sums import Row, per_game, rate, ratio_estimate, share, value_counts
from dhstats.questions.shared.tables import Field, ranged, resting, whole
from dhstats.stats.intervals.blocks import Estimate

Key = tuple[Any, ...]

SUCH = "with such games"  # of which deals it is that win rates and means rest on

ALONE = (
    "Only a player who wins alone counts as a winner here: a shared win counts for nobody, whereas"
    " shares of the wins divide it between the players."
)

FIELDS: tuple[Field, ...] = (
    whole("games", "Games", "games"),
    *ranged("share", "Share of games", "share of games", lambda kind: kind.share()),
    *resting("win_rate", "How often that player won alone", "share of these games", SUCH, lambda kind: kind.win_rate()),
    *resting("margin", "Points that player was ahead", "points", SUCH),
)  # of a `Kind`


@dataclass(frozen=True, slots=True)
class Kind:
    """Games of a kind in a group, by the values that name it; without a player whom it `concerns` nobody fared."""

    group: Group
    key: Key
    rows: tuple[Row, ...]
    concerns: bool

    @property
    def games(self) -> int:
        """How many they are."""
        return sum(row["games"] * row["deals"] for row in self.rows)

    def share(self, level: float = LEVEL) -> Estimate:
        """Their share of all games."""
        return share(self.group, value_counts(self.rows, lambda row: row["games"]), level)

    def win_rate(self, level: float = LEVEL) -> Estimate | None:
        """How often the player won them."""
        return rate(per_game(self.rows, "wins"), SUCH, level) if self.concerns else None

    @property
    def margin(self) -> Estimate | None:
        """By how many points they were ahead on average."""
        return self.mean("margin") if self.concerns else None

    def mean(self, name: str) -> Estimate | None:
        """The mean of a counted column over these games."""
        return ratio_estimate(per_game(self.rows, name), SUCH)


def kinds(
    counts: Counts, query: str, group: Group, keys: tuple[str, ...], concerns: Callable[..., bool] = lambda *_: True
) -> dict[Key, Kind]:
    """The games of a group that a query counts, by the columns that name a kind; which have a player it `concerns`."""
    found: dict[Key, list[Row]] = defaultdict(list)
    for row in counts.rows(query, matchup=group.number):
        found[tuple(row[key] for key in keys)].append(row)
    return {key: Kind(group, key, tuple(rows), concerns(*key)) for key, rows in found.items()}
