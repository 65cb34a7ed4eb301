"""What rule tweaks change, in tables: what is judged, and every quantity before and after by how much it matters."""

import math
from collections.abc import Sequence

from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.metrics import SHARE
from dhstats.questions.shared.tables import BASIS, Line, basis, ends, finite, flag, number, table, text, whole
from dhstats.questions.tweaks.comparison import Comparison, Judged, by_tweak
from dhstats.questions.tweaks.differences import Difference


def named(found: Comparison, each: Judged) -> str:
    """A judged claim in tables: the tweak, and the seat where there are more than two."""
    return f"{found.tweak}, {seat_of(each)} seat" if len(found.claims) > 1 else found.tweak


def seat_of(each: Judged) -> str:
    """The seat that a claim at a larger table is about."""
    return each.claim.metric.name.removeprefix(SHARE)


def score_table(comparisons: Sequence[Comparison], together: Sequence[Judged]) -> Table:
    """What is judged of every tweak."""
    lines: list[Line] = []
    ask = comparisons[0].ask
    for each, judgements in by_tweak(comparisons, together):
        for found in judgements:
            low, high = ends(found.interval)
            lines.append(
                {
                    "matchup": named(each, found), "score": found.claim.value, "low": low, "high": high,
                    "band_low": -ask.margin, "band_high": ask.margin, "verdict": found.verdict,
                    "p": finite(found.claim.p), "holm": finite(found.holm), "screened": finite(found.screened),
                    "factor": finite(found.claim.factor), "differing": found.claim.blocks.differing,
                    "played": "counted anew" if each.rescored else "played", **basis(found.interval),
                }
            )  # fmt: skip
    unit, what = ask.metric.unit, ask.metric.what if len(together) == len(comparisons) else "seat's share of the wins"
    fields = (
        text("matchup", "Tweak"), number("score", f"Change of the {what}", unit),
        number("low", "Low end of the interval", unit), number("high", "High end of the interval", unit),
        number("band_low", "Margin: low end", unit), number("band_high", "Margin: high end", unit),
        text("verdict", "Verdict"), number("p", "p-value", ""), number("holm", "p-value (Holm)", ""),
        number("screened", "p-value (Benjamini–Hochberg)", ""), number("factor", "Variance reduction factor", ""),
        whole("differing", "Deals that differ", "deals"), text("played", "Games"), *BASIS,
    )  # fmt: skip
    return table("scores", f"The {what}, tweak less base", fields, lines)


def ordered(found: Comparison) -> list[Difference]:
    """All quantities by how much they matter: those with a margin by size against it, then by how sure a change is."""
    return sorted(found.differences, key=lambda each: (not each.margin, -_size(each)))


def _size(found: Difference) -> float:
    """A change as so many margins; where none is declared as so many half-widths of its interval."""
    if found.margin:
        return abs(found.value) / found.margin
    half = found.interval.half_width
    return 0.0 if found.alike or not 0.0 < half < math.inf else abs(found.value) / half


def certain(found: Difference) -> bool:
    """Whether a quantity changed beyond doubt."""
    return not found.alike and math.isfinite(found.interval.high) and not found.interval.contains(0.0)


def all_quantities(comparisons: Sequence[Comparison], together: Sequence[Judged]) -> Table:
    """Every quantity before and after, by tweak, in the order of `ordered`; what is judged with its joint interval."""
    judgements = {each.claim: each for each in together}
    lines: list[Line] = []
    for each in comparisons:
        for found in ordered(each):
            judged = judgements.get(found)
            interval, verdict = (judged.interval, judged.verdict) if judged else (found.interval, found.verdict)
            low, high = ends(interval)
            lines.append(
                {
                    "matchup": each.tweak, "what": found.metric.what, "of": found.metric.unit,
                    "shown": found.metric.shown, "scale": found.metric.factor, "base": found.base,
                    "after": found.base + found.value, "value": found.value, "low": low, "high": high,
                    "margin": found.margin or None, "verdict": verdict, "certain": certain(found),
                    "p": finite(found.p), "factor": finite(found.factor), "differing": found.blocks.differing,
                    "takes": found.takes, **basis(interval),
                }
            )  # fmt: skip
    fields = (
        text("matchup", "Tweak"), text("what", "What"), text("of", "Unit"), text("shown", "Unit on the page"),
        number("scale", "Of that so many", ""), number("base", "Under the base rules", ""),
        number("after", "Under the tweak", ""), number("value", "Change", ""),
        number("low", "Low end of the interval", ""), number("high", "High end of the interval", ""),
        number("margin", "Margin", ""), text("verdict", "Verdict"), flag("certain", "Changed beyond doubt"),
        number("p", "p-value", ""), number("factor", "Variance reduction factor", ""),
        whole("differing", "Deals that differ", "deals"), whole("takes", "Deals that an interval takes", "deals"),
        *BASIS,
    )  # fmt: skip
    return table("differences", "All quantities, tweak less base", fields, lines)


def spread_table(comparisons: Sequence[Comparison]) -> Table:
    """How often each lead and each length occurred under the base and under every tweak, over one game a deal."""
    lines: list[Line] = []
    for each in comparisons:
        for quantity, both in each.spreads.items():
            low, high = (end(end(spread) for spread in both) for end in (min, max))
            for rules, spread in zip(("base", "tweak"), both, strict=True):
                games = sum(spread.values())
                lines += [
                    {
                        "matchup": each.tweak, "quantity": quantity, "rules": rules, "value": value,
                        "games": spread.get(value, 0), "share": spread.get(value, 0) / games,
                    }
                    for value in range(low, high + 1)
                ]  # fmt: skip
    fields = (
        text("matchup", "Tweak"), text("quantity", "What"), text("rules", "Rules"), whole("value", "Value", ""),
        whole("games", "Games", "games"), number("share", "Share of the games", "share"),
    )  # fmt: skip
    return table("spreads", "How often each value occurs, base beside tweak", fields, lines)
