"""What rule tweaks change, in tables: what is judged, and every quantity before and after by how much it matters."""

import math
from collections.abc import Sequence
from typing import Any

from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.metrics import SHARE, Ask
from dhstats.questions.shared.tables import Field, basis_of, flag, limits, number, table, text, whole
from dhstats.questions.tweaks.comparison import Comparison, Judged
from dhstats.questions.tweaks.differences import Difference


def named(found: Comparison, each: Judged) -> str:
    """A judged claim in tables: the tweak, and the seat where there are more than two."""
    return f"{found.tweak}, {seat_of(each)} seat" if len(found.claims) > 1 else found.tweak


def seat_of(each: Judged) -> str:
    """The seat that a claim at a larger table is about."""
    return each.claim.metric.name.removeprefix(SHARE)


def score_table(comparisons: Sequence[Comparison]) -> Table:
    """What is judged of every tweak."""
    ask = comparisons[0].ask
    rows = [{"of": each, "judged": found} for each in comparisons for found in each.judged]
    what = ask.metric.what if len(rows) == len(comparisons) else "seat's share of the wins"
    fields = (
        text("tweak", "Tweak", lambda row: named(row["of"], row["judged"])), *margin_fields(ask, what),
        text("verdict", "Verdict", "judged.verdict"), number("p", "p-value", "", "judged.claim.p"),
        number("holm", "p-value (Holm)", "", "judged.holm"),
        number("screened", "p-value (Benjamini–Hochberg)", "", "judged.screened"),
        number("factor", "Variance reduction factor", "", "judged.claim.factor"),
        whole("differing", "Deals that differ", "deals", "judged.claim.blocks.differing"),
        text("played", "Games", lambda row: "scored again" if row["of"].rescored else "played"),
        *basis_of("judged.interval"),
    )  # fmt: skip
    return table("scores", f"The {what}, tweak less base", fields, rows)


def margin_fields(ask: Ask, what: str) -> tuple[Field, ...]:
    """The columns of a `judged` change with its interval, and of the margin around none."""
    unit = ask.metric.unit
    return (
        number("score", f"Change of the {what}", unit, "judged.claim.value"), *limits(unit, "judged.interval"),
        number("band_low", "Margin: low end", unit, lambda _: -ask.margin),
        number("band_high", "Margin: high end", unit, lambda _: ask.margin),
    )  # fmt: skip


def ordered(found: Comparison) -> list[Difference]:
    """All quantities by how much they matter: those with a margin by size against it, then by how sure a change is."""
    return sorted(found.differences, key=lambda each: (not each.margin, -_size(each)))


def _size(found: Difference) -> float:
    """A change as so many margins; where none is declared as so many half-widths of its interval."""
    return abs(found.value) / found.margin if found.margin else found.clearness


def certain(found: Difference) -> bool:
    """Whether a quantity changed beyond doubt."""
    return not found.alike and math.isfinite(found.interval.high) and not found.interval.contains(0.0)


def all_quantities(comparisons: Sequence[Comparison]) -> Table:
    """Every quantity before and after, by tweak, in the order of `ordered`; what is judged with its joint interval."""
    judgements = {each.claim: each for found in comparisons for each in found.judged}
    rows = [
        {"of": each, "found": found, "sure": judgements.get(found, found)}  # with its interval and its verdict
        for each in comparisons
        for found in ordered(each)
    ]
    fields = (
        text("tweak", "Tweak", "of.tweak"), text("what", "What", "found.metric.what"),
        text("of", "Unit", "found.metric.unit"), text("shown", "Unit on the page", "found.metric.shown"),
        number("scale", "Of that so many", "", "found.metric.factor"),
        number("base", "Under the base rules", "", "found.base"),
        number("after", "Under the tweak", "", lambda row: row["found"].base + row["found"].value),
        number("value", "Change", "", "found.value"), *limits("", "sure.interval"),
        number("margin", "Margin", "", lambda row: row["found"].margin or None),
        text("verdict", "Verdict", "sure.verdict"),
        flag("certain", "Certainly changed", lambda row: certain(row["found"])),
        number("p", "p-value", "", "found.p"), number("factor", "Variance reduction factor", "", "found.factor"),
        whole("differing", "Deals that differ", "deals", "found.blocks.differing"),
        whole("takes", "Deals that an interval takes", "deals", "found.takes"), *basis_of("sure.interval"),
    )  # fmt: skip
    return table("differences", "All quantities, tweak less base", fields, rows)


def spread_table(comparisons: Sequence[Comparison]) -> Table:
    """How often each lead and each length occurred under the base and under every tweak, over one game a deal."""
    lines: list[dict[str, Any]] = []
    for each in comparisons:
        for quantity, both in each.spreads.items():
            low, high = (end(end(spread) for spread in both) for end in (min, max))
            for rules, spread in zip(("base", "tweak"), both, strict=True):
                games = sum(spread.values())
                lines += [
                    {
                        "tweak": each.tweak, "quantity": quantity, "rules": rules, "value": value,
                        "games": spread.get(value, 0), "share": spread.get(value, 0) / games,
                    }
                    for value in range(low, high + 1)
                ]  # fmt: skip
    fields = (
        text("tweak", "Tweak"), text("quantity", "What"), text("rules", "Rules"), whole("value", "Value", ""),
        whole("games", "Games", "games"), number("share", "Share of the games", "share"),
    )  # fmt: skip
    return table("spreads", "How often each value occurs, with base and tweak", fields, lines)
