"""What rule tweaks change, in sentences and tables."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import MOST_ROWS, OPENINGS, RESULTS, Chart
from dhstats.questions.shared.metrics import Ask
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, basis_of, flag, limits, number, table, text, whole
from dhstats.questions.tweaks import compare_opening as openings
from dhstats.questions.tweaks.comparison import Comparison, Judged, deals_query, judged, refused
from dhstats.questions.tweaks.differences import Difference, known_digits
from dhstats.questions.tweaks.tweaks import ADAPTED
from dhstats.questions.tweaks.why import method_of
from dhstats.questions.verdicts.lopsided import lopsided_run
from dhstats.simulate.plans.experiment import MOST_GAMES
from dhstats.stats.estimates.rare import LEAST_VARYING, none_differs
from dhstats.stats.intervals.intervals import EXACT
from dhstats.storage import Run


def named(comparison: Comparison, each: Judged) -> str:
    """A judged claim in tables: the tweak, and the seat where there are more than two."""
    return f"{comparison.tweak}, {each.claim.metric.whose}" if len(comparison.claims) > 1 else comparison.tweak


def seat_of(each: Judged) -> str:
    """The seat or the side that a claim is about, where each has one."""
    return each.claim.metric.whose.rpartition(" ")[0]


def margin_fields(ask: Ask, what: str) -> tuple[Field, ...]:
    """The columns of a `judged` change with its interval, and of the margin around none."""
    unit = ask.metric.unit
    return (
        number("score", f"Change of the {what}", unit, "judged.claim.value"), *limits(unit, "judged.interval"),
        number("band_low", "Margin: low end", unit, lambda _: -ask.margin),
        number("band_high", "Margin: high end", unit, lambda _: ask.margin),
    )  # fmt: skip


def ordered(comparison: Comparison) -> list[Difference]:
    """All quantities by how much they matter: those with a margin by size against it, then by how sure a change is."""
    return sorted(
        comparison.differences,
        key=lambda each: (not each.margin, -(abs(each.value) / each.margin if each.margin else each.clearness)),
    )


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
        number("scale", "Units on the page per unit", "", "found.metric.factor"),
        number("base", "Under the base rules", "", "found.base"),
        number("after", "Under the tweak", "", lambda row: row["found"].base + row["found"].value),
        number("value", "Change", "", "found.value"), *limits("", "sure.interval"),
        number("margin", "Margin", "", lambda row: row["found"].margin or None),
        text("verdict", "Verdict", "sure.verdict"),
        flag("certain", "Certainly changed", "found.certain"),
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


SCREENING = 10  # tweaks from which on they are screened (false discovery rate) rather than each confirmed
FEW = (
    f" If fewer than {LEAST_VARYING} deals differ, or make most of the spread, it is too uncertain to use. Intervals "
    "then come from bets fixed beforehand or, if no deal differs, from the share of deals that may differ "
    "(about 3/n). Both use the largest difference that a deal can have, and hold for any number "
    "of deals. Quantities without a largest difference, such as leads and turns, then have no "
    "interval, because a single deal not seen could move their mean by any amount. p comes from "
    f"the exact sign test; with enough deals that {LEAST_VARYING} make the spread, there is an interval."
)
TABLES = (
    " With more than two players every seat's share of the wins is judged, simultaneously over all seats and tweaks; "
    "players who tie for first place share the win."
)
CONFIRMED = " p-values of several tweaks are adjusted by Holm, which is valid for any dependence."
SCREENED = (
    " With many tweaks this is a screening: p-values are adjusted by Benjamini and Hochberg, so about one in "
    "twenty of the tweaks called different is not; p-values by Holm are in the table."
)
WATCHED = (
    " The runs ended when every tweak was decided. Intervals are asymptotic confidence sequences, which hold however "
    "often one looks (with several tweaks, for all of them together). p is 1 divided by what a bet "
    "against “no difference” has earned on the common deals. Raw estimates are biased "
    "towards the verdict. The adjusted estimate is the difference for which such runs would give the "
    "observed estimate on average (Whitehead 1986). The adjustment is repeated until almost no bias is left."
)
WORKED_OUT = (
    " What going first is worth to perfect players is worked out from the whole game under each rule set, so its "
    "change needs no interval; all other quantities are measured on these deals."
)
RESCORED = (
    " Tweaks of the final count that these players cannot see need no new games: the base games are scored again, so "
    "only the count differs. Changes of the lead within a game are not computed again."
)
VERDICTS = {
    "balanced": "no difference that matters, within {within}",
    "unbalanced": "a difference of more than {margin}",
    "leaning": "a difference is certain, but it may be smaller than {margin}",
    "undecided": "undecided whether it is within {within}",
    "refused": "not judged",
    "fact": "described",
}


def answer(base: Run, comparisons: Sequence[Comparison], says: Mapping[str, str] | None = None) -> Answer:
    """All tweaks against the base; `says` has what the rules of each say, by its name, for the first sentences."""
    uneven = lopsided_run(base) if comparisons[0].ask.metric.name == "score" else None
    found = list(comparisons) if comparisons[0].judged else judged(comparisons)
    if uneven:
        found = [replace(each, judged=tuple(map(refused, each.judged))) for each in found]
    several = sum(len(each.judged) for each in found)
    findings = [Finding(_sentence(each, several), each.kind, headline=True, size=each.size) for each in found]
    findings += [Finding(uneven.sentence, "refused", headline=True)] if uneven else []
    if base.manifest.ended != "lopsided":  # which says nothing of differences
        findings += [Finding(said, headline=True) for each in comparisons if (said := _beside(base, each))]
    if any(each.tweak.endswith(ADAPTED) for each in comparisons):
        findings.append(Finding(words.ONE_TRAINING, headline=True))
    others = [Finding(sentence) for each in comparisons for sentence in _others(each, apart=len(comparisons) == 1)]
    claims = sum(len(each.claims) for each in comparisons)
    method = QUESTION.method + ((SCREENED if len(comparisons) >= SCREENING else CONFIRMED) if claims > 1 else "")
    method += FEW if any(each.blocks.rare for found in comparisons for each in found.differences) else ""
    method += TABLES if claims > len(comparisons) else ""
    method += WATCHED if any(each.watched for each in comparisons) else ""
    method += WORKED_OUT if any(each.blocks.known for found in comparisons for each in found.differences) else ""
    method += RESCORED if any(each.rescored for each in comparisons) else ""
    opening, queries = openings.comparison(base.manifest, found, uneven, says or {}), (deals_query(base),)
    method += method_of(opening)
    return QUESTION.answered((*findings, *others), _tables(found), opening, queries=queries, method=method)


def _tables(comparisons: Sequence[Comparison]) -> tuple[Table, ...]:
    spreads, ask = (spread_table(comparisons),) if any(each.spreads for each in comparisons) else (), comparisons[0].ask
    rows = [{"of": each, "judged": found} for each in comparisons for found in each.judged]
    what = ask.metric.what if len(rows) == len(comparisons) else ask.every
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
    return (table("scores", f"The {what}, tweak less base", fields, rows), all_quantities(comparisons), *spreads)


def _beside(base: Run, comparison: Comparison) -> str:
    """What a tweak changes without the bias of stopping, where its run could end by what it showed."""
    first, metric = comparison.primary, comparison.ask.metric
    most = first.blocks.sums.n if first.verdict == "undecided" else MOST_GAMES // len(base.manifest.design.arms)
    beside = None if first.blocks.known else first.blocks.adjusted(base.manifest.seed, most)
    if beside is None or not beside.runs:
        return ""
    digits = words.places(metric.factor * first.interval.half_width / 2.0)
    change = words.number(metric.factor * beside.value, digits, sign=True)
    return (
        f"{comparison.tweak}: {metric.changes} by {change} {metric.shown} without the bias of stopping (Whitehead,"
        f" {beside.runs:,} simulated runs, seed {beside.seed})."
    )


def _sentence(comparison: Comparison, several: int) -> str:
    ask, least = comparison.ask, min(comparison.judged, key=lambda each: each.claim.p)
    p, how = (least.claim.p, "") if several == 1 else (least.holm, " (Holm)")
    if several >= SCREENING:
        p, how = least.screened, " (Benjamini–Hochberg)"
    counted = " The base games were scored again." if comparison.rescored else ""
    verdict = VERDICTS[comparison.kind].format(within=ask.within, margin=ask.within.lstrip("±"))
    change = change_and_verdict(comparison, several, verdict)
    smallest = "smallest p" if len(comparison.judged) > 1 else "p"
    blocks, n = comparison.primary.blocks, words.count(comparison.primary.blocks.sums.n)
    # How much common deals brought; or how many deals differ at all, where they are few
    if blocks.known:
        return f"{comparison.tweak}: {change}."
    factor = comparison.primary.factor
    brought = f"Variance reduction factor {'∞' if math.isinf(factor) else f'{factor:.1f}'}."
    if blocks.rare and blocks.sums.spread:
        verb = "differ" if blocks.telling == blocks.differing else "make most of the spread"
        brought += f" Only {words.count(blocks.telling, 'deals')} of {n} {verb}."
    elif blocks.rare:
        rate = f"at most {100.0 * none_differs(blocks.sums.n):.2g} % of deals do (95 %)"
        brought = "Every deal changed by the same amount."
        brought = f"No deal of {n} differed: {rate}." if comparison.primary.alike else brought
    return f"{comparison.tweak}: {change}; {smallest} {p:.3g}{how}. {brought}{counted}"


def change_and_verdict(comparison: Comparison, several: int, verdict: str) -> str:
    """What is judged of a tweak, one claim or more of `several` that are judged together, with its verdict in words."""
    if len(comparison.judged) > 1:
        together, ask = comparison.judged, comparison.ask
        metric = ask.metric
        digits = min(known_digits(each.interval, metric) for each in together)
        seats = side_by_side({f"the {seat_of(each)}": each for each in together}, digits)
        those = [seat_of(each) for each in together if each.verdict == comparison.kind]
        one = ask.every.partition("'")[0]
        some = f", by the {words.listed(those)} {one}{'s' * (len(those) > 1)}" if len(those) < len(together) else ""
        what = f"what each {one} wins" if together[0].claim.metric.of_wins else f"every {ask.every}"
        changes = f"{what} changes, in {metric.shown}, {seats}{some}"
        return f"{changes}: {verdict}"
    each, metric = comparison.judged[0], comparison.ask.metric
    digits = known_digits(each.interval, metric)
    sure = f"simultaneous {words.level(each.interval)}" if several > 1 else ""
    shown = words.span(each.interval, digits, factor=metric.factor, sign=True, sure=sure)
    if math.isinf(each.interval.high):
        shown = f"{each.claim.amount_range}, of a quantity without a largest difference"
    change = words.number(metric.factor * each.claim.value, digits, sign=True)
    return f"{metric.changes} by {change} {metric.shown} ({shown}): {verdict}"


def side_by_side(claims: Mapping[str, Judged], digits: int) -> str:
    """Changes of one quantity by what made them, with intervals that are right together, and what these are."""
    measured = [each.interval for each in claims.values() if each.interval.method != EXACT]
    sure = f"simultaneous {words.level(measured[0])}" if measured else ""
    methods = {words.basis(interval): interval for interval in measured}
    shown = []
    for name, each in claims.items():
        factor, ends = each.claim.metric.factor, "no interval"
        if each.interval.method == EXACT:
            ends = "exactly"
        elif math.isfinite(each.interval.high):
            ends = words.reach(each.interval, digits, factor=factor, sign=True, sure=sure)
        shown.append(f"{name} {words.number(factor * each.claim.value, digits, sign=True)} ({ends})")
    return words.listed(shown) + "".join(words.naming(interval, sure) for interval in methods.values())


def _others(comparison: Comparison, *, apart: bool) -> list[str]:
    """The other quantities, the largest change first: a sentence each if they stand `apart`, then what is the same."""
    every = [each for each in ordered(comparison) if not comparison.ask.judges(each.metric)]
    sure = [each for each in every if apart and each.certain]
    sentences = [f"{comparison.tweak}: {_before_after(each)}." for each in sure]
    kinds: dict[str, list[str]] = {}
    for each in every:
        if not each.alike and each not in sure:
            known = math.isfinite(each.interval.high)
            kind = words.naming(each.interval, each.sure) if known else "; no interval"
            kinds.setdefault(kind, []).append(f"{each.metric.what} {each.amount} ({each.amount_range})")
    rest = ["; ".join(f"{words.listed(parts)}{kind}" for kind, parts in kinds.items()) + "."] if kinds else []
    if rest and apart:
        rest[0] = f"no change is shown in {rest[0]}"
    same = [each.metric.what for each in every if each.alike]
    if same:
        n = comparison.primary.blocks.sums.n
        rate = f"{100.0 * none_differs(n):.2g} % of deals"
        rest.append(
            f"The same on every deal, so in general changed on at most {rate} (95 % each): {words.listed(same)}."
        )
    return [*sentences, *([f"{comparison.tweak}: {' '.join(rest)}"] if rest else [])]


def _before_after(each: Difference) -> str:
    metric, digits = each.metric, words.places(each.metric.factor * each.interval.half_width / 2.0)
    after, before = (words.number(metric.factor * value, digits) for value in (each.base + each.value, each.base))
    unit = " %" if metric.factor != 1.0 else ""
    sure = words.span(each.interval, digits, factor=metric.factor, sign=True, sure=each.sure)
    return f"{metric.what} {after}{unit} instead of {before}{unit} ({each.amount}; {sure})"


def _beside_base(quantity: str, caption: str, title: str, form: str) -> Chart:
    options = {"quantity": quantity, "title": title, "form": form}
    draw = "report.charts.comebacks.beside_base"
    return Chart(caption, ("spreads",), draw, options, about=("quantity", quantity))


QUESTION = Question(
    "comparison",
    "What does the tweak change?",
    charts=(
        Chart("What each tweak changes", ("scores",), f"{RESULTS}.changes", wide=True, beside=("changed",)),
        _beside_base("margin", "How far the first player is ahead at the end, base and tweak", "Points ahead", "+d"),
        _beside_base("points", "What the player scores, base and tweak", "Points", "d"),
        _beside_base("turns", "How long games are, base and tweak", "Turns of all players", "d"),
    ),
    first=(
        Chart(
            "What each tweak changes", ("scores",), f"{OPENINGS}.tweaks", wide=True, most=MOST_ROWS,
            beside=("changed", "differences"), says=f"{OPENINGS}.before_and_after",
        ),
    ),
    read="Each row compares a tweak with the base rules: to the right of the line the tweak raises the quantity, to"
    " the left it lowers it. The shaded strip is the range declared as no difference.",
    method="Common random numbers: base and tweaks are played on the same deals with the same random draws. A deal is"
    " one observation: the difference of its means under tweak and base. Intervals are t over deals; for several"
    " tweaks they are simultaneous (max-T over common deals), and the verdicts use them. The variance reduction factor"
    " says how many times more deals independent runs would have needed; it has no influence on verdicts. Intervals of"
    " further quantities are right for all of them at once (Bonferroni): of pages on which nothing changes, at most"
    " one in twenty says that anything did.",
    caution="A difference is an effect of the rules on these players. Fixed players have not learnt the tweak; adapted"
    " players were trained for it, so their difference includes what they learnt.",
)  # fmt: skip
