"""How a quantity answers to a rule key, in sentences and tables."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.metrics import Ask, Metric
from dhstats.questions.shared.question import Question
from dhstats.questions.sweeps.opening import both_ends, nearest
from dhstats.questions.sweeps.sweep import Array, Crossing, Sweep, crossing
from dhstats.questions.sweeps.tables import (
    SEED,
    curve_table,
    distances,
    ends_of,
    extremes,
    fits,
    of_seat,
    of_table,
    other_quantities,
    roots,
    second_value,
    table_bands,
)
from dhstats.questions.tweaks.comparison import deals_query
from dhstats.questions.tweaks.next_steps import other_keys
from dhstats.questions.tweaks.tweaks import ADAPTED, Bench
from dhstats.stats.estimates import curves
from dhstats.stats.sequential.verdicts import kind_of, of_all
from dhstats.storage.manifest import SEATS

HOW_TO_READ = (
    "The line connects the means at the levels tried; it claims nothing between them. The band around"
    " it is right at all levels at once."
)
METHOD = (
    "All levels are played on the same deals with the same random draws; a deal is one observation at"
    " every level, so differences between levels are known much better than the levels themselves."
    " Bands: max-T over common deals. Lines: generalised least squares with the joint covariance of"
    " the means, with a test of fit. Where the target is met: on straight lines between neighbouring"
    " levels, which ask for no shape of the curve; the interval holds all places that a test over"
    " deals does not reject, between two levels that are certainly on either side."
)
COUNTED = " {} of {} levels needed no new games: the base games were scored again, which is exact for {}."
CAUTION = (
    "Nothing was tried between the levels or beyond them. Fixed players do not adapt to a level;"
    " --adapt trains experts for each."
)


def answer(bench: Bench, sweeps: Sequence[Sweep], target: float | None) -> Answer:
    """The response curves of a sweep, with fixed and perhaps adapted players."""
    sweeps = [replace(each, among_others=len(sweeps) > 1) for each in sweeps]
    ask = bench.ask
    judgements, cells = _judgements(bench, sweeps, target), [cell for each in sweeps for cell in each.cells]
    if (table_of := sweeps[0].cells[0].sums.seats) > 2 and ask.metric.name == "score":
        sweeps = [replace(each, seat=seat) for each in sweeps for seat in SEATS[:table_of]]
    told = [finding for each in sweeps for finding in _findings(each, ask, target, several=each.among_others)]
    told += judgements
    told += [Finding(words.ONE_TRAINING, headline=True)] if any(each.players == ADAPTED for each in sweeps) else []
    tables = (
        curve_table(sweeps, ask), fits(sweeps, ask), roots(sweeps, ask, target), distances(sweeps, ask),
        other_quantities(sweeps, ask), *other_keys(bench, [each.key for each in sweeps[0].knobs]),
    )  # fmt: skip
    counted = sum(cell.sums.rescored for cell in cells)
    who = "players who do not know the level" if bench.blind else "these players, who cannot see the level"
    method = METHOD + (COUNTED.format(counted, len(cells), who) if counted else "")
    keys = " and ".join(each.key for each in sweeps[0].knobs)
    what = "what each seat has of the wins" if sweeps[0].seat else ask.metric.what
    return Answer(
        "sweep", f"{what[0].upper()}{what[1:]}, by {keys}", tuple(told), tables, HOW_TO_READ,
        method, CAUTION, (deals_query(bench.run),), _opening(bench, sweeps, target),
    )  # fmt: skip


def _opening(bench: Bench, sweeps: Sequence[Sweep], target: float | None) -> Opening | None:
    """The first sentences; adapted players count if there are any."""
    found, base = sweeps[-1], bench.run.manifest
    if bench.uneven:
        return None
    if target is None or not bench.ask.margin:
        return both_ends(base, found, bench.ask, ends_of(found, bench.ask))
    judged, seats = (bench.ask, target), [each for each in sweeps if each.players == found.players]
    return nearest(base, seats, judged, _verdicts(found, *judged), table_bands(seats, bench.ask))


def _findings(found: Sweep, ask: Ask, target: float | None, *, several: bool) -> list[Finding]:
    told, ask = [], of_seat(found, ask)
    for row in range(len(found.rows)):
        name = ", ".join(([found.players] if several else []) + second_value(found, row))
        sample = found.sample(ask.metric, row)
        told.append(Finding(_said(name, _range_sentence(found, sample, ask)), headline=True))
        numbers = found.knobs[0].numbers
        if numbers and target is not None:
            told.append(Finding(_said(name, where_it_meets(found, sample, numbers, (ask, target))), headline=True))
    return told


def _judgements(bench: Bench, sweeps: Sequence[Sweep], target: float | None) -> list[Finding]:
    """Which levels are within the margin; nothing of the score where one player wins nearly always."""
    ask = bench.ask
    if target is None or not ask.margin:
        return []
    if bench.uneven:
        return [Finding(bench.uneven.sentence, "refused", headline=True)]
    return [Finding(_balanced_sentence(each, ask, target)) for each in sweeps]


def _said(name: str, sentence: str) -> str:
    return f"{name}: {sentence[0].lower()}{sentence[1:]}" if name else sentence


def _range_sentence(found: Sweep, sample: Array, ask: Ask) -> str:
    """From where to where the means go, and how well the difference of the extremes is known."""
    metric, means = ask.metric, sample.mean(axis=0)
    low, high, apart = extremes(sample, ask)
    gaps, pairs = sample[:, high] - sample[:, low], max(1, len(means) * (len(means) - 1) // 2)
    spread = float(gaps.std(ddof=1) / np.sqrt(len(gaps)))
    digits = words.places(metric.factor * spread) if spread else 2
    shown = [f"{in_words(metric, float(means[j]))} at {found.knobs[0].values[j]}" for j in (low, high)]
    if (sample == sample[:, :1]).all():
        return f"{found.knobs[0].key} does not affect the {metric.what}: {shown[0]} at every level, on every deal."
    between = words.number(metric.factor * float(gaps.mean()), digits)
    sure = words.span(apart, digits, factor=metric.factor)
    picked = f"; right for any of {pairs} pairs of levels" if pairs > 1 else ""
    return (
        f"With {found.knobs[0].key} the {metric.what} goes from {shown[0]} to {shown[1]}, {between} {metric.shown}"
        f" apart ({sure}{picked})."
    )


def _balanced_sentence(found: Sweep, ask: Ask, target: float) -> str:
    """Which levels are proven to be within the margin of the target, all verdicts right together."""
    kinds: dict[str, list[str]] = {"balanced": [], "unbalanced": [], "leaning": [], "undecided": []}
    for cell, kind in zip(found.cells, _verdicts(found, ask, target), strict=True):
        kinds[kind].append(" ".join(cell.values))
    said = {
        "balanced": f"within {ask.within} of {in_words(ask.metric, target)}", "unbalanced": "outside",
        "leaning": "certainly off it, but perhaps within the margin,", "undecided": "undecided",
    }  # fmt: skip
    parts = [f"{said[kind]} at {words.listed(names)}" for kind, names in kinds.items() if names]
    return f"For {found.players}, all levels judged together: {'; '.join(parts)}."


def _verdicts(found: Sweep, ask: Ask, target: float) -> list[str]:
    sums = found.cells[0].sums
    seats = SEATS[: sums.seats] if sums.seats > 2 and ask.metric.name == "score" else ("",)
    sample = of_table([replace(found, seat=seat) for seat in seats], ask)
    bounds, chances = ask.metric.bounds, (ask.alpha, 2.0 * ask.alpha)
    wide, narrow = (curves.bands(sample, 1.0 - chance, SEED, bounds) for chance in chances)
    kinds = [kind_of(outer, inner, target, ask.margin) for outer, inner in zip(wide, narrow, strict=True)]
    return [of_all(kinds[level :: len(found.cells)]) for level in range(len(found.cells))]


def in_words(metric: Metric, value: float) -> str:
    """A quantity at a level: shares in percent, leads with their sign."""
    return f"{100 * value:.2f} %" if metric.factor != 1.0 else words.number(value, 2, sign=metric.name == "margin")


def where_it_meets(found: Sweep, sample: Array, levels: Sequence[float], asked: tuple[Ask, float]) -> str:
    """The levels around the target, and those that the deals leave; `asked` is what is asked about and its target."""
    (ask, target), key = asked, found.knobs[0].key
    meets = crossing(sample, levels, target, ask.level, ask.metric.bounds)
    aim = in_words(ask.metric, target)
    listed = words.listed([f"{each:g}" for each in meets.levels]) if meets.levels else "none"
    left = f"levels that the deals do not exclude ({100.0 * ask.level:g} %): {listed}."
    if meets.value is None:
        span = f"{key} from {min(levels):g} to {max(levels):g}"
        return f"No {span} is certain to make the {ask.metric.what} {aim}: {meets.reason}; {left}"
    place = (ask.metric, target, meets.value)
    return f"{_around(found, sample, levels, place, _at_about(meets))}; {left}"


def _at_about(meets: Crossing) -> str:
    """Where on the straight line between two levels that is, with its interval."""
    if meets.value is None or meets.interval is None:
        return ""
    digits = words.places(meets.interval.half_width / 2.0)
    return f", at {words.number(meets.value, digits)} on the line between them ({words.span(meets.interval, digits)})"


def _around(
    found: Sweep, sample: Array, levels: Sequence[float], meets: tuple[Metric, float, float], place: str
) -> str:
    """Which levels stand around the place where a line meets the target, and which of them comes nearer."""
    (metric, target, at), key, means = meets, found.knobs[0].key, sample.mean(axis=0)
    below = max((each for each in levels if each <= at), default=min(levels))
    above = min((each for each in levels if each >= at), default=max(levels))
    means_of = dict(zip(levels, map(float, means), strict=True))
    near = min((below, above), key=lambda each: abs(means_of[each] - target))
    shown = [f"{each:g} ({in_words(metric, means_of[each])})" for each in (below, above)]
    if below == above:
        return f"The {metric.what} is nearest to {in_words(metric, target)} at {key} = {shown[0]}"
    gap = range(int(below) + 1, int(above))
    between = f"not tried between them: {', '.join(map(str, gap))}" if gap else "no level between them can be played"
    return (
        f"The {metric.what} meets {in_words(metric, target)} between {key} = {shown[0]} and {shown[1]}{place};"
        f" {near:g} comes nearer, and {between}"
    )


QUESTION = Question(
    "sweep",
    charts=(Chart("What each level brings", ("curve", "roots"), f"{RESULTS}.response", wide=True),),
    first=(
        Chart(
            "What each level brings", ("curve", "roots"), "report.first_screens.levels.levels", wide=True,
            beside=("changed",),
        ),
    ),
)  # fmt: skip
