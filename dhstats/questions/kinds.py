"""Games of a kind, such as an ending: how frequent they are, and how the player concerned fared in them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.groups import Group
from dhstats.questions.sums import Row, per_game, rate, ratio_estimate, share, value_counts
from dhstats.questions.tables import Field, Value, also, ranged, whole
from dhstats.stats.blocks import Estimate

Key = tuple[Any, ...]

FIELDS: tuple[Field, ...] = (
    whole("games", "Games", "games"),
    *ranged("share", "Share of games", "share of games"),
    *ranged("win_rate", "How often that player won", "share of these games"),
    *ranged("margin", "Points that player was ahead", "points"),
)


@dataclass(frozen=True, slots=True)
class Kind:
    """Games of a kind in a group; how the player fared is empty where the kind concerns no player."""

    group: Group
    rows: tuple[Row, ...]
    concerns: bool

    @property
    def games(self) -> int:
        """How many they are."""
        return sum(row["games"] * row["deals"] for row in self.rows)

    @property
    def share(self) -> Estimate:
        """Their share of all games."""
        return share(self.group, value_counts(self.rows, lambda row: row["games"]))

    @property
    def win_rate(self) -> Estimate | None:
        """How often the player won them."""
        return rate(per_game(self.group, self.rows, "wins")) if self.concerns else None

    @property
    def margin(self) -> Estimate | None:
        """By how many points he was ahead on average."""
        return self.mean("margin") if self.concerns else None

    def mean(self, name: str) -> Estimate | None:
        """The mean of a counted column over these games."""
        return ratio_estimate(per_game(self.group, self.rows, name))

    def line(self) -> dict[str, Value]:
        """What a table says of them, as `FIELDS` declares."""
        return {
            "games": self.games,
            **also("share", self.share),
            **also("win_rate", self.win_rate),
            **also("margin", self.margin),
        }


def kinds(counts: Counts, query: str, group: Group, keys: tuple[str, ...]) -> dict[Key, tuple[Row, ...]]:
    """The rows of a query in a group by the columns that name a kind."""
    found: dict[Key, list[Row]] = defaultdict(list)
    for row in counts.rows(query, matchup=group.number):
        found[tuple(row[key] for key in keys)].append(row)
    return {key: tuple(rows) for key, rows in found.items()}
