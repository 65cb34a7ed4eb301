"""What rule tweaks change, in sentences and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dhstats.queries.catalogue import SHARED
from dhstats.queries.plan import Plan
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.comparison import (
    Comparison,
    Judged,
    judged,
)
from dhstats.questions.tables import BASIS, Line, basis, ends, finite, number, table, text
from dhstats.storage import Run

SCREENING = 10  # tweaks from which on they are screened (false discovery rate) rather than each confirmed
HOW_TO_READ = (
    "A row is a tweak against the base rules: right of the line it raises the quantity, left of it lowers it. The"
    " shaded strip is what was declared to be no difference."
)
METHOD = (
    "Common random numbers: base and tweaks are played on the same deals with the same draws. A deal is one"
    " observation, the difference of its mean under tweak and base; intervals are t over deals, for several tweaks"
    " simultaneous (max-T over common deals), and verdicts on several tweaks are drawn from those. The variance"
    " reduction factor says how many times more deals independent runs would have needed."
)
CONFIRMED = " p-values of several tweaks are adjusted by Holm, which holds whatever their dependence."
SCREENED = (
    " With so many tweaks this is a screening: p-values are adjusted by Benjamini and Hochberg, so that of the tweaks"
    " called different about one in twenty is not; those by Holm are in the table."
)
WATCHED = (
    " The runs were watched and ended when every tweak was decided: intervals are asymptotic confidence sequences,"
    " which hold at all looks together (with several tweaks at levels that hold for all of them), and p is the"
    " reciprocal of what betting on common deals has earned against no difference."
)
RESCORED = (
    " Tweaks of the final count that these players cannot see were not played: the base's games were counted anew, so"
    " that nothing but the count differs. Changes of the lead within a game are not counted anew."
)
CAUTION = (
    "A difference is an effect of the rules on these players. Fixed players have not learnt the tweak; adapted ones"
    " were trained for it, so that their difference includes what they learnt."
)


def answer(base: Run, comparisons: Sequence[Comparison]) -> Answer:
    """All tweaks against the base."""
    together = judged(comparisons)
    findings = [
        Finding(_sentence(each, found, len(comparisons)), found.verdict, headline=True)
        for each, found in zip(comparisons, together, strict=True)
    ]
    others = [Finding(_others(each)) for each in comparisons]
    query = ("deals", SHARED["deals"].text(Plan.of(base.manifest)))
    return Answer(
        "comparison", "What does the tweak change?", (*findings, *others),
        (_score_table(comparisons, together), all_quantities(comparisons)), HOW_TO_READ, _method(comparisons), CAUTION,
        (query,),
    )  # fmt: skip


def _method(comparisons: Sequence[Comparison]) -> str:
    several = len(comparisons) > 1
    parts = [METHOD, (SCREENED if len(comparisons) >= SCREENING else CONFIRMED) if several else ""]
    parts += [WATCHED if any(each.watched for each in comparisons) else ""]
    return "".join((*parts, RESCORED if any(each.rescored for each in comparisons) else ""))


def _sentence(found: Comparison, together: Judged, several: int) -> str:
    first, ask = found.primary, found.ask
    factor, digits = ask.metric.factor, words.places(ask.metric.factor * max(together.interval.half_width / 2.0, 1e-9))
    sure = f"simultaneous {words.level(together.interval)}" if together.interval.method == "max-T" else ""
    shown = words.span(together.interval, digits, factor=factor, sign=True, sure=sure)
    change = words.number(factor * first.value, digits, sign=True)
    said = {
        "balanced": f"no difference that matters, within {ask.within}",
        "unbalanced": f"a difference of more than {ask.within.lstrip('±')}",
        "leaning": f"a difference for sure, perhaps smaller than {ask.within.lstrip('±')}",
        "undecided": f"undecided whether it is within {ask.within}",
        "fact": "independent deals, as common ones would have hurt" if first.independent else "described",
    }[together.verdict]
    p, how = (first.p, "") if several == 1 else (together.holm, " (Holm)")
    if several >= SCREENING:
        p, how = together.screened, " (Benjamini–Hochberg)"
    counted = " Counted anew from the base's games." if found.rescored else ""
    return (
        f"{found.tweak}: {ask.metric.changes} by {change} {ask.metric.shown} ({shown}): {said};"
        f" p {p:.3g}{how}. {_factor_words(first.factor)}{counted}"
    )


def _factor_words(factor: float) -> str:
    told = "∞" if math.isinf(factor) else f"{factor:.1f}"
    return f"Variance reduction factor {told}."


def _others(found: Comparison) -> str:
    """The other quantities in one sentence: what changed, and what is the same on every deal."""
    parts = []
    for each in found.others:
        if not each.alike:
            parts.append(f"{each.metric.what} {each.amount} ({each.amount_range})")
    same = [each.metric.what for each in found.others if each.alike]
    kind = found.primary.interval
    basis_of = f"{words.level(kind)} intervals, {words.basis(kind)}"
    told = f"{found.tweak}: {words.listed(parts)}; {basis_of}." if parts else f"{found.tweak}:"
    return f"{told} The same on every deal: {words.listed(same)}." if same else told


def _score_table(comparisons: Sequence[Comparison], together: Sequence[Judged]) -> Table:
    lines: list[Line] = []
    ask = comparisons[0].ask
    for each, found in zip(comparisons, together, strict=True):
        low, high = ends(found.interval)
        lines.append(
            {
                "matchup": each.tweak, "score": each.primary.value, "low": low, "high": high,
                "band_low": -ask.margin, "band_high": ask.margin, "verdict": found.verdict,
                "p": finite(each.primary.p), "holm": finite(found.holm), "screened": finite(found.screened),
                "factor": finite(each.primary.factor), "played": "counted anew" if each.rescored else "played",
                **basis(found.interval),
            }
        )  # fmt: skip
    unit = ask.metric.unit
    fields = (
        text("matchup", "Tweak"), number("score", f"Change of the {ask.metric.what}", unit),
        number("low", "Low end of the interval", unit), number("high", "High end of the interval", unit),
        number("band_low", "Margin: low end", unit), number("band_high", "Margin: high end", unit),
        text("verdict", "Verdict"), number("p", "p-value", ""), number("holm", "p-value (Holm)", ""),
        number("screened", "p-value (Benjamini–Hochberg)", ""), number("factor", "Variance reduction factor", ""),
        text("played", "Games"), *BASIS,
    )  # fmt: skip
    return table("scores", f"The {ask.metric.what}, tweak less base", fields, lines)


def all_quantities(comparisons: Sequence[Comparison]) -> Table:
    """Every quantity under every tweak, with its difference from the base."""
    lines: list[Line] = []
    for each in comparisons:
        for found in each.differences:
            low, high = ends(found.interval)
            lines.append(
                {
                    "matchup": each.tweak, "what": found.metric.what, "of": found.metric.unit, "base": found.base,
                    "value": found.value, "low": low, "high": high, "p": finite(found.p),
                    "factor": finite(found.factor), **basis(found.interval),
                }
            )  # fmt: skip
    fields = (
        text("matchup", "Tweak"), text("what", "What"), text("of", "Unit"), number("base", "Under the base rules", ""),
        number("value", "Change", ""), number("low", "Low end of the interval", ""),
        number("high", "High end of the interval", ""), number("p", "p-value", ""),
        number("factor", "Variance reduction factor", ""), *BASIS,
    )  # fmt: skip
    return table("differences", "All quantities, tweak less base", fields, lines)
