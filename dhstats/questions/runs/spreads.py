"""Whole distributions of what a game has, over one game of each deal, and means over all games."""

import math
from collections.abc import Mapping, Sequence

from dhstats.queries.counts import Counts
from dhstats.questions.seats.worth import lots
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.groups import LEVEL, Group
from dhstats.questions.shared.sums import block_sums
from dhstats.questions.shared.tables import Field, basis_of, by_matchup, limits, measured, number, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.estimates.quantiles import Distribution, quantile_interval
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, wilson

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

ONE_A_DEAL = (
    "Distributions count one game of each deal, because the games of a deal are not independent: the"
    " first arm of the design (player A goes first). If all matchups are counted together, the arms take turns."
    " Quantiles have distribution-free intervals from order statistics, 95 % or a little more, over"
    " games of different deals. If players or their cards differ by seat, one arm is not typical of"
    " all games, and sentences say which games they count."
)
MEANS = "Means are over all games: estimate ± t · standard error over deals, 95 %."


def spread(counts: Counts, group: Group, quantity: str, query: str = "histograms") -> Distribution | None:
    """The distribution of a quantity over one game of each deal; nothing if no game has it."""
    rows = counts.rows(query, matchup=group.number, quantity=quantity)
    return Distribution.from_counts({row["value"]: row["games"] for row in rows}) if rows else None


def share_of(games: int, distribution: Distribution) -> Estimate:
    """The share that so many are of the games of a distribution, with Wilson's interval."""
    share = games / distribution.n
    return Estimate(share, math.sqrt(share * (1.0 - share) / distribution.n), wilson(games, distribution.n, LEVEL))


def stated_share(share: Estimate, of: str) -> str:
    """Such a share in words, in the digits that its interval leaves."""
    return words.stated(share, PERCENT, of, digits=words.places(100.0 * share.interval.half_width / 2.0))


def stated_quantile(distribution: Distribution, share: float, of: str = "") -> str:
    """A quantile of a distribution with its interval, and with what it counts."""
    interval = quantile_interval(distribution, share, LEVEL)
    return f"{words.step(distribution.quantile(share))}{of} ({words.span(interval, 0)})"


Bar = dict[str, str | int | float]


def bars(name: str, distribution: Distribution, n: int = 0) -> list[Bar]:
    """Every value of a distribution with its games, and their share of all its games, or of so many."""
    counted = zip(distribution.values, distribution.counts, strict=True)
    return [
        {"name": name, "value": at, "games": games, "share": games / (n or distribution.n)} for at, games in counted
    ]


def bar_columns(value: str, unit: str, of: str = "games") -> tuple[Field, ...]:
    """The columns of bars; `of` are the games that a share is of."""
    games = whole("games", "Games, one per deal", "games")
    return whole("value", value, unit), games, number("share", f"Share of {of}", "share of games")


def sampled(counts: Counts, group: Group, sentence: str) -> str:
    """A sentence on a distribution, with the games that it counts where those are not like all games of the group."""
    if group.together or group.games == 1 or (group.mirror and not lots(counts)):
        return sentence
    first = counts.plan.matchups[group.number][0]
    which = "In the first game of each deal" if group.mirror else f"When {first} goes first"
    return f"{which}: {sentence[0].lower()}{sentence[1:]}"


def mean(counts: Counts, group: Group, quantity: str) -> Estimate:
    """The mean of a quantity over all games, with its standard error over deals."""
    row = counts.rows("means", matchup=group.number)[0]
    return block_sums(group.deals, row, quantity, group.games).estimate(LEVEL)


def histogram_table(
    counts: Counts, samples: Sequence[Group], quantities: Mapping[str, str], unit: str, query: str = "histograms"
) -> Table:
    """How many games have each value; `quantities` are names in the data with their words."""
    rows = {
        group: [bar for what, found in _spreads(counts, group, quantities, query) for bar in bars(what, found)]
        for group in samples
    }
    columns = (text("what", "What", "name"), *bar_columns("Value", unit))
    return by_matchup("histogram", f"Distribution: {', '.join(quantities.values())}", columns, rows)


def _spreads(counts: Counts, group: Group, quantities: Mapping[str, str], query: str) -> list[tuple[str, Distribution]]:
    """The distributions of those quantities that some game has."""
    return [(what, found) for what in quantities if (found := spread(counts, group, what, query))]


def quantile_table(
    counts: Counts, samples: Sequence[Group], quantities: Mapping[str, str], unit: str, query: str = "histograms"
) -> Table:
    """Quantiles of each quantity with their intervals."""
    by_group = {group: _spreads(counts, group, quantities, query) for group in samples}
    rows = {group: [(*each, share) for each in every for share in QUANTILES] for group, every in by_group.items()}

    def interval(row: tuple[str, Distribution, float]) -> Interval:
        return quantile_interval(row[1], row[2], LEVEL)

    columns = (
        text("what", "What", lambda row: row[0]),
        number("p", "Share of games at or below", "share of games", lambda row: row[2]),
        number("value", "Quantile", unit, lambda row: row[1].quantile(row[2])),
        number("smooth", "Quantile of the mid-distribution", unit, lambda row: row[1].mid_quantile(row[2])),
        *limits(unit, interval),
        *basis_of(interval),
    )
    return by_matchup("quantiles", f"Quantiles: {', '.join(quantities.values())}", columns, rows)


def mean_table(counts: Counts, samples: Sequence[Group], quantities: Mapping[str, str], unit: str) -> Table:
    """Means over all games with intervals over deals."""
    columns = (text("what", "What", lambda row: row[0]), *measured("mean", "Mean", unit, lambda row: row[1]))
    rows = {group: [(what, mean(counts, group, what)) for what in quantities] for group in samples}
    return by_matchup("means", f"Means: {', '.join(quantities.values())}", columns, rows)
