"""Whole distributions of what a game has, over one game of each deal, and means over all games."""

from collections.abc import Mapping, Sequence

from dhstats.queries.counts import Counts
from dhstats.questions.seats.unequal_places import lots
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.groups import LEVEL, Group
from dhstats.questions.shared.sums import block_sums
from dhstats.questions.shared.tables import MATCHUP, Value, basis, ends, estimated, measured, number, table, text, whole
from dhstats.stats.estimates.quantiles import Distribution, quantile_interval
from dhstats.stats.intervals.blocks import Estimate

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)

ONE_A_DEAL = (
    "Distributions count one game of each deal, as the games of a deal are not independent: the first arm"
    " of the design (player A begins), and for all matchups together the arms in turn. Quantiles have"
    " distribution-free intervals from order statistics, 95 % or a little more, in games of different"
    " deals. Where players or their cards differ by seat, one arm is not typical of all games, and sentences say"
    " which games they count."
)
MEANS = "Means are over all games: estimate ± t · standard error over deals, 95 %."


def spread(counts: Counts, group: Group, quantity: str, query: str = "histograms") -> Distribution | None:
    """The distribution of a quantity over one game of each deal; nothing if no game has it."""
    rows = counts.rows(query, matchup=group.number, quantity=quantity)
    return Distribution.from_counts({row["value"]: row["games"] for row in rows}) if rows else None


def sampled(counts: Counts, group: Group, sentence: str) -> str:
    """A sentence on a distribution, with the games that it counts where those are not like all games of the group."""
    if group.together or group.games == 1 or (group.mirror and not lots(counts)):
        return sentence
    first = counts.plan.matchups[group.number][0]
    which = "In the first game of each deal" if group.mirror else f"Where {first} begins"
    return f"{which}: {sentence[0].lower()}{sentence[1:]}"


def mean(counts: Counts, group: Group, quantity: str) -> Estimate:
    """The mean of a quantity over all games, with its standard error over deals."""
    row = counts.rows("means", matchup=group.number)[0]
    return block_sums(group.deals, row, quantity, group.games).estimate(LEVEL)


def histogram_table(
    counts: Counts, samples: Sequence[Group], quantities: Mapping[str, str], unit: str, query: str = "histograms"
) -> Table:
    """How many games have each value; `quantities` are names in the data with their words."""
    fields = (
        MATCHUP,
        text("what", "What"),
        whole("value", "Value", unit),
        whole("games", "Games, one a deal", "games"),
        number("share", "Share of games", "share of games"),
    )
    lines: list[dict[str, Value]] = [
        {"matchup": group.label, "what": what, "value": value, "games": games, "share": games / found.n}
        for group in samples
        for what in quantities
        if (found := spread(counts, group, what, query))
        for value, games in zip(found.values, found.counts, strict=True)
    ]
    return table("histogram", f"Distribution: {', '.join(quantities.values())}", fields, lines)


def quantile_table(
    counts: Counts, samples: Sequence[Group], quantities: Mapping[str, str], unit: str, query: str = "histograms"
) -> Table:
    """Quantiles of each quantity with their intervals."""
    fields = (
        MATCHUP,
        text("what", "What"),
        number("p", "Share of games at or below", "share of games"),
        number("value", "Quantile", unit),
        number("smooth", "Quantile of the mid-distribution", unit),
        number("low", "Low end of the interval", unit),
        number("high", "High end of the interval", unit),
        number("level", "Level of the interval", "share"),
        text("method", "Method of the interval"),
        whole("n", "Independent units", "units"),
        text("unit", "Unit"),
    )
    lines = [
        {"matchup": group.label, "what": what, **_quantile(found, share)}
        for group in samples
        for what in quantities
        if (found := spread(counts, group, what, query))
        for share in SHARES
    ]
    return table("quantiles", f"Quantiles: {', '.join(quantities.values())}", fields, lines)


def _quantile(found: Distribution, share: float) -> dict[str, Value]:
    interval = quantile_interval(found, share, LEVEL)
    low, high = ends(interval)
    return {
        "p": share,
        "value": found.quantile(share),
        "smooth": found.mid_quantile(share),
        "low": low,
        "high": high,
        **basis(interval),
    }


def mean_table(counts: Counts, samples: Sequence[Group], quantities: Mapping[str, str], unit: str) -> Table:
    """Means over all games with intervals over deals."""
    fields = (MATCHUP, text("what", "What"), *measured("mean", "Mean", unit))
    lines = [
        {"matchup": group.label, "what": what, **estimated("mean", mean(counts, group, what))}
        for group in samples
        for what in quantities
    ]
    return table("means", f"Means: {', '.join(quantities.values())}", fields, lines)
