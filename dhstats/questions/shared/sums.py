"""Rows of the queries as the records that statistics take, and as kinds of games: how often, and how a player fared."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import LEVEL, Group
from dhstats.questions.shared.tables import Field, ranged, resting, whole
from dhstats.stats.estimates.ratios import SKEWED, RatioSums
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS
from dhstats.stats.intervals.likelihood import el_interval
from dhstats.stats.sequential.stopping import Sample, guard

Row = Mapping[str, Any]

# From so many blocks on empirical likelihood gives skewed intervals well.
ENOUGH = 100


SHARES = (
    "t over deals; empirical likelihood if the t interval would leave 0 to 100 %, and also for shares below"
    f" {100.0 * SKEWED:g} % or above {100.0 * (1.0 - SKEWED):g} % if there are at least {ENOUGH} deals"
)  # how `share` and `between_0_and_1` make their intervals
RATIOS = (
    "ratios of sums over the deals in which it happens, 95 % t intervals with linearised standard errors; n counts only"
    f" these deals, and with fewer than {LEAST_DEALS} of them there is no interval. Rates below {100.0 * SKEWED:g} % or"
    f" above {100.0 * (1.0 - SKEWED):g} %, and those whose t interval would leave 0 to 100 %, have the Korn–Graubard"
    " interval: Clopper–Pearson for as many independent observations as would have the same standard error"
)  # how `ratio_estimate` and `rate` do


def block_sums(deals: int, row: Row, name: str, scale: int) -> BlockSums:
    """Sums of a column and of its squares over deals; deals without a row of their own count as zero."""
    return BlockSums(deals, int(row[name]), int(row[f"{name}_squares"]), scale)


def value_counts(rows: Iterable[Row], value: Callable[[Row], int]) -> dict[int, int]:
    """How many deals have each value."""
    counts: Counter[int] = Counter()
    for row in rows:
        counts[value(row)] += int(row["deals"])
    return dict(counts)


def share(group: Group, tally: Mapping[int, int], level: float = LEVEL, *, watched: bool = False) -> Estimate:
    """The share of a group's games that are of a kind, from how many deals have how many of them.

    Deals that are not counted have none. `watched` is as in `between_0_and_1`.
    """
    none = {0: group.deals - sum(deals for games, deals in tally.items() if games)}
    return between_0_and_1({**tally, **none}, group.games, level, watched=watched)


def between_0_and_1(tally: Mapping[int, int], scale: int, level: float = LEVEL, *, watched: bool = False) -> Estimate:
    """The mean of a block value from 0 to 1, from how many deals have each value, in units of 1/scale.

    The interval is t over deals. Near 0 and 1, and where it would leave that range, it is empirical likelihood,
    which is skewed as the sample is and stays inside. In a run that was `watched`, and so may have been stopped by what
    it showed, it is the betting sequence.
    """
    sums = BlockSums.from_counts(tally, scale)
    estimate = sums.estimate(level, (0.0, 1.0))
    counts = [tally.get(step, 0) for step in range(scale + 1)]
    if watched:
        return replace(estimate, interval=guard(Sample.of_shares(counts), 1.0 - level))
    skewed = min(estimate.value, 1.0 - estimate.value) < SKEWED and sums.n >= ENOUGH
    if estimate.interval.inside(-0.0, 1.0) and not skewed:
        return estimate
    return replace(estimate, interval=el_interval([step / scale for step in range(scale + 1)], counts, level))


def ratio_sums(row: Row, x: str, y: str) -> RatioSums:
    """Sums for a ratio of column y to column x, over the deals that have x."""
    return _of_columns(row, x, row, y, f"{x}_{y}")


def part_of(whole: Row, part: Row, x: str, product: str) -> RatioSums:
    """Sums for the share that a row has of the x of another row; `product` names the column Σ x · x' of the part."""
    return _of_columns(whole, x, part, x, product)


def _of_columns(whole: Row, x: str, part: Row, y: str, product: str) -> RatioSums:
    n, sums = int(whole.get(f"deals_with_{x}", whole["deals"])), (whole[x], part[y])
    return RatioSums(n, *map(int, (*sums, whole[f"{x}_squares"], part[f"{y}_squares"], part[product])))


def per_game(rows: Sequence[Row], name: str) -> RatioSums:
    """Sums for a column per game of a kind, from rows of deals with equally many games of that kind."""
    return RatioSums(
        n=sum(row["deals"] for row in rows),
        sum_x=sum(row["deals"] * row["games"] for row in rows),
        sum_y=sum(row[name] for row in rows),
        sum_xx=sum(row["deals"] * row["games"] ** 2 for row in rows),
        sum_yy=sum(row[f"{name}_squares"] for row in rows),
        sum_xy=sum(row["games"] * row[name] for row in rows),
    )


def ratio_of_counts(rows: Iterable[Row], x: Callable[[Row], int], y: Callable[[Row], int]) -> RatioSums:
    """Sums for a ratio from rows that say how many deals have the same x and y."""
    seen = [(int(row["deals"]), x(row), y(row)) for row in rows]
    return RatioSums(
        n=sum(deals for deals, a, _ in seen if a),
        sum_x=sum(deals * a for deals, a, _ in seen),
        sum_y=sum(deals * b for deals, _, b in seen),
        sum_xx=sum(deals * a * a for deals, a, _ in seen),
        sum_yy=sum(deals * b * b for deals, _, b in seen),
        sum_xy=sum(deals * a * b for deals, a, b in seen),
    )


def ratio_estimate(sums: RatioSums, of: str, level: float = LEVEL) -> Estimate | None:
    """The ratio with its interval over deals `of` a kind, or nothing where it would be nothing over nothing."""
    return sums.estimate(level, f"deals {of}") if sums.sum_x > 0 else None


def rate(sums: RatioSums, of: str, level: float = LEVEL) -> Estimate | None:
    """A ratio that cannot leave 0 to 1, as its interval; nothing over nothing is nothing."""
    return sums.rate(level, f"deals {of}") if sums.sum_x > 0 else None


@dataclass(frozen=True, slots=True)
class Counted:
    """A row of what a query counts in logged turns, and the row of all that it is `among`.

    `deals` had their turns logged, of so many `games` each. Means and rates rest on the deals of a kind, in words.
    """

    row: Row
    among: Row = field(default_factory=dict)
    deals: int = 0
    games: int = 1

    def a_game(self, name: str, level: float = LEVEL) -> Estimate:
        """How many of them there are in a game."""
        return block_sums(self.deals, self.row, name, self.games).estimate(level)

    def mean(self, name: str, of: str, kind: str, level: float = LEVEL) -> Estimate | None:
        """How many of them there are for one of another column."""
        return ratio_estimate(ratio_sums(self.row, of, name), kind, level)

    def rate(self, name: str, of: str, kind: str, level: float = LEVEL) -> Estimate | None:
        """The share of another column that is so."""
        return rate(ratio_sums(self.row, of, name), kind, level)

    def share(self, name: str, product: str, kind: str, level: float = LEVEL) -> Estimate | None:
        """Its share of all that it is among; `product` is as in `part_of`."""
        return rate(part_of(self.among, self.row, name, product), kind, level)


def a_game_of(name: str, title: str, unit: str, what: str = "") -> tuple[Field, ...]:
    """The columns of how many there are in a game, of a `Counted` as those below."""
    return ranged(name, title, unit, lambda row: row.a_game(what or name))


def mean_of(name: str, title: str, unit: str, of: str, kind: str, what: str = "") -> tuple[Field, ...]:
    """The columns of a mean."""
    return resting(name, title, unit, kind, lambda row: row.mean(what or name, of, kind))


def rate_of(name: str, title: str, unit: str, of: str, kind: str, what: str = "") -> tuple[Field, ...]:
    """The columns of a rate."""
    return resting(name, title, unit, kind, lambda row: row.rate(what or name, of, kind))


def share_of(title: str, unit: str, name: str, product: str, kind: str) -> tuple[Field, ...]:
    """The columns of a share of all."""
    return resting("share", title, unit, kind, lambda row: row.share(name, product, kind))


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
