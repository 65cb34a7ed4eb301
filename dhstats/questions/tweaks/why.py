"""Why does a tweak change who wins? What else it changes on the same deals, and how much of the change goes with it."""

from collections.abc import Sequence

import numpy as np

from dhstats.queries.dialects import Mark
from dhstats.questions.seats.why import NOTHING, Reason
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import at_once
from dhstats.questions.shared.metrics import EACH, IN_POINTS, OF_LEADS
from dhstats.questions.shared.words import PERCENT
from dhstats.questions.tweaks.comparison import Comparison
from dhstats.questions.tweaks.differences import Difference, known_digits
from dhstats.stats.estimates.marks import Marked, split

RESULTS = {"score", "draws", *IN_POINTS, *OF_LEADS}  # who wins by how much, which explains nothing of who wins
COUNT = "Why: only the final count differs; the moves are the same."
ON_DEALS = " on the same deals"  # ends what a sentence names as the reason
METHOD = (
    " What a change goes with: over deals, a line of least squares is fitted to the change of what is judged over the"
    " change of another quantity. Its slope times the mean change of that quantity is the part that goes with it; this"
    " part and the rest add up to the whole exactly. It is an association and no cause. Results, such as leads and"
    " draws, are not among these quantities. Intervals are t over deals with linearised standard errors, Fieller's for"
    " shares, and right for all quantities of all tweaks at once (Šidák), so the largest part may be picked."
)


def reasons(compared: Comparison, of: int) -> list[Reason]:
    """What else changes on the same deals, by how much of the change that is judged goes with it, the largest first.

    Intervals are right for `of` quantities at once.
    """
    whole, every = compared.primary.blocks, list[Reason]()
    gains, alike = whole.tweak - whole.base, np.ones(len(whole.base), np.int64)
    for each in _beside(compared):
        marks = each.blocks.tweak - each.blocks.base
        marked = Marked(gains, marks, marks**2, marks * gains, 1, alike)
        if parts := split(marked, whole.scale):
            mark = Mark(each.metric.name, each.metric.what, "")
            every.append(Reason(mark, marked, parts, 2 * of, marked.deals))  # its part and its share
    return sorted(every, key=lambda each: -abs(each.parts.part.value))


def why(compared: Comparison, comparisons: Sequence[Comparison]) -> str:
    """One sentence of why what is judged changes under one of several tweaks; "" where nobody knows that it does."""
    if len(compared.judged) != 1 or not compared.claims:
        return ""
    claim, blocks = compared.primary, compared.primary.blocks
    changed = compared.kind in ("unbalanced", "leaning") or (compared.kind == "fact" and claim.certain)
    # Intervals are for a number of deals that was fixed beforehand
    fixed = not (compared.watched or blocks.known or blocks.rare)
    if not (changed and fixed):
        return ""
    if compared.rescored:
        return COUNT
    of = sum(len(_beside(each)) for each in comparisons)
    every = reasons(compared, of) if of else []
    known = [each for each in every if words.known(each.part.interval)]
    helping = (each for each in known if each.part.value * claim.value > 0.0 and not each.part.interval.contains(0.0))
    if most := next(helping, None):
        return _sentence(most, claim, 2 * of)
    return NOTHING if len(known) == len(every) else ""


def method_of(opening: Opening | None) -> str:
    """How parts of a change are measured, for a page that names one; "" for others."""
    return METHOD if opening and ON_DEALS in opening.why else ""


def _beside(compared: Comparison) -> list[Difference]:
    """The quantities that may explain a change: all that differ on some deal and are no results."""
    return [
        each
        for each in compared.others
        if not (each.alike or each.metric.name in RESULTS or each.metric.name.startswith(EACH))
    ]


def _sentence(most: Reason, claim: Difference, several: int) -> str:
    metric, sure, share = claim.metric, f"95 % interval{at_once(several)}", most.share
    with_ = f"with another change{ON_DEALS}: {most.mark.thing}"
    if share and share.value <= 1.0 and words.known(share.interval):
        reach = words.between(share.interval, words.digits_of(share, PERCENT), factor=PERCENT.factor)
        return f"Why: {words.value(share, PERCENT)} of the change goes {with_} ({reach} %, {sure})."
    digits = known_digits(most.part.interval, metric)
    part, rest = (words.number(metric.factor * each.value, digits, sign=True) for each in (most.part, most.rest))
    reach = words.between(most.part.interval, digits, factor=metric.factor, sign=True)
    return f"Why: of the change {part} {metric.shown} go {with_} ({reach}, {sure}), {rest} with all else."
