"""The opening of a page about rule tweaks: who wins before and after, and what else changed most."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import About, More, at_once, capital, games_in_100, planned, spelt, to_settle
from dhstats.questions.shared.metrics import Ask
from dhstats.questions.tweaks.comparison import Comparison, Judged
from dhstats.questions.tweaks.differences import Difference, in_its_unit, known_digits, reach_of
from dhstats.questions.tweaks.why import why
from dhstats.questions.verdicts.lopsided import Lopsided
from dhstats.stats.intervals.intervals import EXACT
from dhstats.storage import Manifest

SURE = {"unbalanced": 2, "leaning": 1}  # verdicts by how sure a difference is
WINNER = {
    "balanced": "Who wins does not change by as much as matters: {}.",
    "unbalanced": "It also changes who wins: {}.",
    "leaning": "It also changes who wins, perhaps by too little to matter: {}.",
    "undecided": "Who wins is not known yet: in these games {}.",
    "refused": "These games cannot show who is helped: one player wins nearly all of them.",
    "fact": "{}.",
}
LEAST_TOLD = 0.02  # of its own spread that another quantity has to change by, to be what changes most
UNTOLD = "These games cannot show whom a change helps: one player wins nearly all of them."
MISLEADING = 0.3  # of its last digit: by how much rounding may change a difference
MOST_TOLD = 2  # changes that are told each with its interval
PLAIN = 3.0  # half-widths of its interval that another quantity has to change by to be named at first sight
DECISIONS = {
    "balanced": "Take either rule: {what} does not depend on it.",
    "unbalanced": "Take it if this is what you want.",
    "refused": "Let each player play against itself: one name after `--strategies`.",
    "fact": "Say what counts as no difference (`--margin`): then this page says whether the change matters.",
}


def comparison(
    base: Manifest, comparisons: Sequence[Comparison], uneven: Lopsided | None, says: Mapping[str, str]
) -> Opening:
    """What a tweak changes; of several, how many change anything and which most; `says` has their rules in words."""
    about, kinds, every = About.of(base), [each.kind for each in comparisons], list(says.values())
    known = {
        each.tweak: f"if {said}" for each in comparisons if (said := says.get(each.tweak)) and every.count(said) == 1
    }
    ways = {each.tweak: f"with {each.tweak}" for each in comparisons} | known
    # Of several the one that is told is the largest of those that certainly matter, where any does, or else perhaps.
    at = max(range(len(comparisons)), key=lambda k: (SURE.get(kinds[k], 0), abs(comparisons[k].largest.claim.value)))
    each, judged, kind = comparisons[at], comparisons[at].largest, "refused" if uneven else kinds[at]
    name, way, bound = each.tweak, ways[each.tweak], max(0.0, judged.interval.low, -judged.interval.high)
    others = [other.largest for k, other in enumerate(comparisons) if k != at and kinds[k] == kinds[at]]
    # The largest changes of other tweaks with the same verdict, which may be as large
    rivals = [other for other in others if max(-other.interval.low, other.interval.high) >= bound]
    rivals = [other for other in rivals if other.claim.metric == judged.claim.metric]
    if len(comparisons) == 1:
        question = f"What changes in {about.title} {way}?" if known else f"What does {name} change in {about.title}?"
        answer = _answer(each, judged, kind, about)
    else:
        question = f"Which of {spelt(len(comparisons))} tweaks changes {what(each.ask)} in {about.title}?"
        answer = UNTOLD if uneven else _of_several(each, [judged, *rivals], kinds, about, ways)
    sure, claim, interval, least = _sure([judged, *rivals], kind, ways), judged.claim, judged.interval, 0
    if kind in ("undecided", "leaning"):  # how many deals it is known to take: never are fewer advised
        least = planned(abs(claim.margin - abs(claim.value)), interval) if claim.margin else 0
        least = least if math.isfinite(interval.high) else claim.takes or 0
    needed = More(interval.n, least=least)
    if len(comparisons) == 1 and (most := foremost(each, kind)):
        sure = f"{sure}; the {most.metric.what} certainly changed, by {most.amount_range}"
    follows = DECISIONS[kind].format(what=what(each.ask)) if kind in DECISIONS else needed.advice
    if kind not in DECISIONS and interval.method == EXACT:
        follows = "More deals would not decide: the change is exactly as large as the margin."
    elif kind not in DECISIONS and claim.margin and math.isfinite(interval.high):
        follows = to_settle(claim.value, claim.margin, interval)
    told = f"{question} {answer} {sure}".lower()
    written = " and ".join(name for name, way in known.items() if re.search(rf"{re.escape(way.lower())}[,?]", told))
    return replace(
        about.opening(question, answer, kind, sure, follows, needed, written=written),
        why="" if uneven or rivals else why(each, comparisons),
    )


def _answer(each: Comparison, judged: Judged, kind: str, about: About) -> str:
    claim = judged.claim
    if most := foremost(each, kind):
        changed = f"It changes the {most.metric.what} most: {_bare(most)}."
        wins = _so_far(_before_after(claim)) if kind == "undecided" else _before_after(claim)
        return f"{changed} {WINNER[kind].format(f'{wins}, {about.between}')}"
    bare = not claim.metric.of_wins and kind != "undecided"
    before_after = f"{_bare(claim) if bare else _before_after(claim)}, {about.between}"
    start = {
        "balanced": "Nothing that matters for {what}: {numbers}.",
        "unbalanced": "It changes {what}: {numbers}.",
        "leaning": "It changes {what}, perhaps by too little to matter: {numbers}.",
        "undecided": "Not known yet. In these games {numbers}.",
        "refused": UNTOLD,
        "fact": "{what}: {numbers}." if bare else "{numbers}.",
    }[kind].format(what=what(each.ask), numbers=_so_far(before_after) if kind == "undecided" else before_after)
    most = max(each.others, key=lambda other: other.clearness, default=None)
    besides = f" The largest other change: {_before_after(most)}." if most and most.clearness >= PLAIN else ""
    return f"{capital(start)}{besides}"


def foremost(each: Comparison, kind: str) -> Difference | None:
    """What certainly changed, and most, in its own spread, where that is more than who wins did; perhaps nothing."""
    if not each.ask.metric.of_wins:
        return None
    sure = [other for other in each.others if other.certain and in_own_spread(other) >= LEAST_TOLD]
    most = max(sure, key=in_own_spread, default=None)
    if most is None or (kind in SURE and in_own_spread(each.largest.claim) >= in_own_spread(most)):
        return None
    return most


def in_own_spread(claim: Difference) -> float:
    """How large a change is beside the standard deviation of the quantity over deals under the base rules."""
    deviation = math.sqrt(claim.blocks.both[0].variance)
    return abs(claim.value) / deviation if deviation else math.inf


def _so_far(text: str) -> str:
    return text.replace(" wins ", " won ")


def what(ask: Ask) -> str:
    """What a page is about, in a sentence."""
    if ask.metric.of_wins:
        return "who wins"
    return f"every {ask.every}" if ask.each else f"the {ask.metric.what}"


def _before_after(claim: Difference) -> str:
    metric = claim.metric
    before, after = _numbers(claim)
    if metric.of_wins:
        return f"the {metric.whose or 'first player'} wins {after} of 100 games instead of {before}"
    return f"{metric.what}, {_bare(claim)}"


def _bare(claim: Difference) -> str:
    before, after = (f"{each} %" if claim.metric.factor != 1.0 else each for each in _numbers(claim))
    return f"{after} instead of {before}"


def _numbers(claim: Difference) -> tuple[str, str]:
    digits, factor = _digits(claim), claim.metric.factor
    return words.number(factor * claim.base, digits), words.number(factor * (claim.base + claim.value), digits)


def _digits(claim: Difference) -> int:
    """As many digits as tell before from after, and no more than are known."""
    known, change = known_digits(claim.interval, claim.metric), abs(claim.metric.factor * claim.value)
    needed = max(0, math.ceil(-math.log10(change))) if change else 0
    return next((digits for digits in range(needed, known) if _rounds_well(claim, digits)), known)


def _rounds_well(claim: Difference, digits: int) -> bool:
    """Whether before and after, so rounded, are as far apart as they are, and as the interval of the change allows."""
    factor, interval = claim.metric.factor, claim.interval
    apart_ = round(factor * (claim.base + claim.value), digits) - round(factor * claim.base, digits)
    within = factor * interval.low <= apart_ <= factor * interval.high
    return within and abs(apart_ - factor * claim.value) <= MISLEADING * 10.0**-digits


def _between(claims: Sequence[Judged], verb: str) -> str:
    metric, digits = claims[0].claim.metric, max(_digits(each.claim) for each in claims)
    shown = {words.number(metric.factor * (each.claim.base + each.claim.value), digits) for each in claims}
    after = sorted(shown, key=lambda text: float(text.replace("−", "-").replace(",", "")))
    before = words.number(metric.factor * claims[0].claim.base, digits)
    with_ = after[0] if len(after) == 1 else f"{after[0]} to {after[-1]}"
    if metric.name == "score":
        return f"the first player {verb} {with_} of 100 games instead of {before}"
    return f"the {metric.what} {'is' if verb == 'wins' else 'was'} {with_} instead of {before}"


def _of_several(
    most: Comparison, claims: Sequence[Judged], kinds: Sequence[str], about: About, ways: Mapping[str, str]
) -> str:
    number, matter, harmless = len(kinds), kinds.count("unbalanced"), kinds.count("balanced")
    limit = f"by more than {margin(most.ask)}"
    change = f"{ways[most.tweak]}, {_before_after(claims[0].claim)}, {about.between}"
    if kinds[0] == "fact":
        return f"The largest change: {change}."
    if len(claims) > 1 and harmless < number:
        return _tied(claims, kinds, most.ask, about, ways)
    if "leaning" in kinds and not matter:
        return f"Perhaps one does {limit}: {change}."
    if matter:
        most_ = "" if matter == 1 else " The most:"
        does = "One does" if matter == 1 else f"{_both(number, matter)} do"
        return f"{does}, {limit}{':' if matter == 1 else '.'}{most_} {change}."
    if harmless == number:
        return f"{'Neither' if number == 2 else 'None of them'} does {limit}."
    known = f" {capital(spelt(harmless))} {'does' if harmless == 1 else 'do'} not." if harmless else ""
    yet = f"Not known yet of {spelt(number - harmless)}." if harmless else "Not known yet."
    return f"{yet}{known} The largest change so far: {_so_far(change)}."


def _tied(claims: Sequence[Judged], kinds: Sequence[str], ask: Ask, about: About, ways: Mapping[str, str]) -> str:
    number, limit = len(kinds), f"by more than {margin(ask)}"
    several, kind = len(claims), max(kinds, key=lambda each: SURE.get(each, 0))
    if kind in SURE:
        do = f"{_both(number, several)} do" if kind == "unbalanced" else f"Perhaps {_both(number, several).lower()} do"
        which = "which of them does more is open" if several > 2 else "which does more is open"
        return f"{do}, {limit}; {which}. {_each(claims, 'wins', about, ways)}"
    known = kinds.count("balanced")
    none = "Neither tweak" if number == 2 else "None of the tweaks"
    sure = f" {capital(spelt(known))} certainly {'does' if known == 1 else 'do'} not." if known else ""
    so_far = _each(claims, "won", about, ways)
    start = f"Not known yet. {none} is known to change {what(ask)} {limit}.{sure} So far,"
    return f"{start} {so_far[:1].lower()}{so_far[1:]}"


def _each(claims: Sequence[Judged], verb: str, about: About, ways: Mapping[str, str]) -> str:
    told = _between(claims, verb)
    if len(claims) != 2 or told == _between(claims[:1], verb):
        return f"With {'either' if len(claims) == 2 else 'them'}, {told}, {about.between}."
    first, second = (f"{capital(ways[each.claim.tweak])}, {_between([each], verb)}" for each in claims)
    return f"{first}, {about.between}. {second.rpartition(' instead of ')[0]}."


def _both(number: int, of: int) -> str:
    return "Both" if number == of == 2 else "All" if number == of else capital(spelt(of))


def margin(ask: Ask) -> str:
    """What counts as no difference, in games out of 100 where it is a share of the wins."""
    if ask.metric.of_wins:
        return games_in_100(100.0 * ask.margin)
    return ask.within.lstrip("±")


def _sure(claims: Sequence[Judged], kind: str, ways: Mapping[str, str]) -> str:
    if kind == "refused":
        return "the weaker player wins too few games for a rule to matter"
    judged, several = claims[0], len(ways)
    metric, interval = judged.claim.metric, judged.interval
    if not math.isfinite(interval.high):
        return "too few deals differ for an interval"
    measured = [each.interval for each in claims if each.interval.method != EXACT]
    level = f" ({words.level(measured[0])} interval{at_once(several)})" if measured else ""
    that = "the change is" if several == 1 else "that change is"
    if len(claims) == 1:
        return f"{that} {in_its_unit(interval, metric)}{level}"
    shown = [each for each in claims if math.isfinite(each.interval.high)]
    if len(shown) > MOST_TOLD:
        told = f"{ways[judged.claim.tweak]}, {in_its_unit(interval, metric)}; the picture has the others"
    else:
        others = (f"{ways[each.claim.tweak]}, {reach_of(each.interval, each.claim.metric)}" for each in shown[1:])
        told = "; ".join((f"{ways[judged.claim.tweak]}, {in_its_unit(interval, metric)}", *others))
    return f"the change is, {told}{level}"
