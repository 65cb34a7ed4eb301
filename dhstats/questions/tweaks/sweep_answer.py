"""How a quantity answers to a rule key, in sentences: which level to play with first, or what the levels do."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dhstats.games.objective import SUCCESS
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.first_screen import SURENESS, About, More, at_once, capital, either, spelt, to_settle
from dhstats.questions.shared.hundred import Share, rounded
from dhstats.questions.shared.metrics import Ask, Metric
from dhstats.questions.shared.question import Question
from dhstats.questions.tweaks import sweep as of_levels
from dhstats.questions.tweaks.comparison import compare, deals_query, judged
from dhstats.questions.tweaks.differences import in_its_unit, known_digits
from dhstats.questions.tweaks.rule_changes import next_steps
from dhstats.questions.tweaks.sweep import Sweep
from dhstats.questions.tweaks.tweaks import ADAPTED, Bench
from dhstats.questions.tweaks.why import method_of, why
from dhstats.stats.estimates.rare import none_differs
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import EXACT, Interval
from dhstats.storage import Manifest

START = {
    "balanced": "{}{}",
    "unbalanced": "None of the levels tried. The nearest{}: {}",
    "leaning": "None is known to. The nearest{}: {}",
    "undecided": "Not known yet. The nearest so far{}: {}",
}
ANOTHER = "Try another key: the commands are below."
TOLD_FIRST = {"undecided": "Not known yet. ", "balanced": "Nothing that matters. "}
# What is asked about in everyday words, and how it is told.
TOLD = {
    "score": ("who wins", "the first player wins {} of 100 games"),
    SUCCESS: ("how often all win", "{} of 100 games are won"),
    "turns": ("the length of a game", "a game takes {} turns"),
}


def nearest(
    base: Manifest, sweeps: Sequence[Sweep], judged: tuple[Ask, float], kinds: Sequence[str], bands: Sequence[Interval]
) -> Opening:
    """The level that comes nearest to a target, and whether the deals show that it is near enough.

    At a larger table it is the level whose outermost seat is nearest to an even share: `sweeps` are the seats in the
    order of play, `bands` those of all levels of the first, of the second, and so on.
    """
    (ask, target), found, about = judged, sweeps[0], About.of(base)
    wide, sample = len(found.cells), of_levels.of_table(sweeps, ask)
    means = sample.mean(axis=0)
    outermost = [max(range(level, len(means), wide), key=lambda at: abs(means[at] - target)) for level in range(wide)]
    best = min(range(wide), key=lambda level: abs(means[outermost[level]] - target))
    # The levels at which all came out on every deal as at the best one
    alike = [level for level in range(wide) if (sample[:, level::wide] == sample[:, best::wide]).all()]
    at, kind, level = outermost[best], kinds[best], _named(found, alike)
    band, mean, own, factor = bands[at], float(means[at]), sweeps[at // wide].own, ask.metric.factor
    known = math.isfinite(band.half_width)
    digits = known_digits(band, ask.metric) if known else 2
    told = rounded(Estimate(mean, math.nan, band), digits, 1, factor)
    games = Share(mean, band, target).told(1) if ask.metric.unit.startswith("share") else told
    does, whose, unit = _does(own or ask.metric, kind, games)
    aim = f"the {_one(own)}s of {about.title} even" if own else _aim(ask.metric, target, about.title)
    reach = words.reach(band, digits, factor=factor)
    sure = f"{whose} {reach} {unit} ({words.level(band)} interval{at_once(len(means))})" if known else reach
    sure = f"{whose} exactly {words.number(factor * mean, digits)} {unit}" if band.method == EXACT else sure
    keys, one = " and ".join(knob.key for knob in found.knobs), len(found.knobs) == 1
    told, other = f"with {level}, {does}", "Try other levels or another key: the commands are below."
    decisions = {"balanced": f"Play with {level}.", "unbalanced": other}
    question = f"Which level of {keys} makes {aim}?"
    if len(alike) == wide:
        answer = f"No level is nearer than another, because nothing differs: at each of them {does}, {about.between}."
        sure = f"{SURENESS[kind]}: {sure}; {same_everywhere(band.n)}."
        return Opening(question, answer, sure, about.next(ANOTHER), kind, caution=about.caution)
    question, written = (question, "") if one else (f"Which levels of two rules make {aim}?", keys)
    answer = capital(_start(kind, one and not own, about.between, told)) + certainly_off(found, kinds)
    decision = decisions.get(kind) or to_settle(mean - target, ask.margin, band)
    return about.opening(question, answer, kind, sure, decision, More(band.n), written=written)


def _named(sweep: Sweep, alike: Sequence[int]) -> str:
    if len(alike) == 1:
        return sweep.setting(alike[0])
    if len(sweep.knobs) > 1:
        return f"{either([sweep.setting(at) for at in alike])} (the same on every deal)"
    return f"{sweep.knobs[0].key}={either([sweep.cells[at].values[0] for at in alike])} (the same on every deal)"


def same_everywhere(deals: int) -> str:
    """What is known of levels that came out alike on every deal."""
    most = f"at most {100.0 * none_differs(deals):.2g} % of deals differ (95 %)"
    return f"on each of {words.count(deals, 'deals')} it is the same at every level, so {most}"


def _one(own: Metric) -> str:
    """What has a quantity of its own: a seat, or a side."""
    return own.whose.rpartition(" ")[2]


def _does(metric: Metric, kind: str, shown: str) -> tuple[str, str, str]:
    verb = "wins" if kind == "balanced" else "won"
    if metric.of_wins and metric.whose:
        does = f"the {metric.whose}, farthest from an even share, {verb} {shown} of 100 games"
        return does, f"that {_one(metric)} then wins", "of 100 games"
    if metric.name == "score":
        return f"the first player {verb} {shown} of 100 games", "the first player then wins", "of 100 games"
    return f"the {metric.what} is {shown} {metric.shown}", f"the {metric.what} is", metric.shown


def _start(kind: str, short: bool, between: str, told: str) -> str:
    if short:
        return START[kind].format("", f"{told}, {between}.")
    return f"{between}: {told}." if kind == "balanced" else START[kind].format(f", {between}", f"{told}.")


def _aim(metric: Metric, target: float, title: str) -> str:
    if metric.name == "score" and target == 0.5:
        return f"{title} even"
    value = words.number(metric.factor * target, 1).removesuffix(".0")
    if metric.name == "score":
        return f"the first player win {value} of 100 games of {title}"
    if metric.name == "turns":
        return f"a game of {title} take {value} turns"
    return f"the {metric.what} {value}{' of 100' * metric.unit.startswith('share')} in {title}"


def both_ends(base: Manifest, sweep: Sweep, ask: Ask, ends: tuple[int, int, Interval]) -> Opening:
    """What a quantity is at two levels, and whether that differs: of one key at its ends, of two where it is extreme.

    The ends of one key were named by those who asked, so their difference needs no correction for having been picked.
    """
    metric, about, (low, high, change), one = ask.metric, About.of(base), ends, len(sweep.knobs) == 1
    sample, kind = sweep.sample(metric), "undecided" if change.contains(0.0) else "unbalanced"
    if ask.margin and change.inside(-ask.margin, ask.margin):
        kind = "balanced"
    digits = min(known_digits(change, metric), 1)
    first, last = (words.number(metric.factor * float(sample[:, at].mean()), digits) for at in (low, high))
    keys = " and ".join(knob.key for knob in sweep.knobs)
    asked = TOLD[metric.name][0] if metric.name in TOLD else f"the {metric.what}"
    question = f"What {f'does {keys}' if one else 'do two rules'} change about {asked} in {about.title}?"
    if one and (sample == sample[:, :1]).all():
        answer = f"Nothing: {_of(metric, first)} at every level, {about.between}."
        same = f"{SURENESS['balanced']}: {same_everywhere(change.n)}."
        return Opening(question, answer, same, about.next(ANOTHER), "balanced")
    least, most = (f"with {sweep.setting(at)}" for at in (low, high))
    answer = (
        f"{capital(least)}, {_of(metric, first)}; {most}, {last}, {about.between}."
        if one
        else f"The lowest, {about.between}: {least}, {_of(metric, first)}. The most: {most}, {_of(metric, last)}."
    )
    picked = f"Choose the {'level' if one else 'rules'} that you want: the picture shows all of them."
    more, far = More(change.n), "too few deals differ for an interval"
    if math.isfinite(change.high):
        # The level is that of the answer, which holds for whichever two were picked
        sure, between = f"{100.0 * ask.level:g} %", "first to the last" if one else "least to the most"
        kind_of_interval = "" if change.method == EXACT else f" ({sure} interval)"
        far = f"the change from the {between} is {in_its_unit(change, metric, sure)}{kind_of_interval}"
    far += "" if one else f"; wide enough for any two of {spelt(len(sweep.cells))}"
    follows = more.advice if kind == "undecided" else picked
    sentence = f"{TOLD_FIRST.get(kind, '')}{answer}"
    opening = about.opening(question, sentence, kind, far, follows, more, written="" if one else keys)
    return replace(opening, why=_why(sweep, ask, (low, high)))


def _why(swept: Sweep, ask: Ask, ends: tuple[int, int]) -> str:
    """What the change between two levels goes with: of one key the two at its ends, of two keys any two."""
    low, high = (swept.cells[at].sums for at in ends)
    # Only where both are scored again from the games of the base are their moves known to be the same
    (pair,) = judged(
        [compare(low, replace(high, rescored=low.rescored and high.rescored), swept.setting(ends[1]), ask)]
    )
    return why(pair, [pair] * (1 if len(swept.knobs) == 1 else math.comb(len(swept.cells), 2)))


def _of(metric: Metric, value: str) -> str:
    if metric.name in TOLD:
        return TOLD[metric.name][1].format(value)
    one = metric.changes.endswith("changes")
    return f"the {metric.what} {'is' if one else 'are'} {value}{' of 100' * metric.unit.startswith('share')}"


def certainly_off(swept: Sweep, verdicts: Sequence[str]) -> str:
    """The levels of one key that are certainly not even, where some may be."""
    off = [f"{cell.values[0]}" for cell, kind in zip(swept.cells, verdicts, strict=True) if kind == "unbalanced"]
    if len(swept.knobs) > 1 or not off or len(off) == len(swept.cells):
        return ""
    return f" Certainly not even: {words.listed(off)}."


COUNTED = " {} of {} levels needed no new games: the base games were scored again, which is exact for {}."


WORKED_OUT = (
    " Between perfect players the {} is worked out at every level, and not measured; other quantities are measured."
)


def answer(bench: Bench, sweeps: Sequence[Sweep], target: float | None) -> Answer:
    """The response curves of a sweep, with fixed and perhaps adapted players."""
    sweeps = [replace(each, among_others=len(sweeps) > 1) for each in sweeps]
    ask, cells, judgements = bench.ask, [cell for each in sweeps for cell in each.cells], list[Finding]()
    if target is not None and ask.margin:
        judgements = [Finding(_balanced_sentence(each, ask, target)) for each in sweeps if not bench.uneven]
        judgements += [Finding(bench.uneven.sentence, "refused", headline=True)] if bench.uneven else []
    sweeps = [each for found in sweeps for each in of_levels.each_of(found, ask)]
    told = [finding for each in sweeps for finding in _findings(each, ask, target, several=each.among_others)]
    told += judgements
    told += [Finding(words.ONE_TRAINING, headline=True)] if any(each.players == ADAPTED for each in sweeps) else []
    tables = (
        of_levels.curve_table(sweeps, ask), of_levels.fits(sweeps, ask), of_levels.roots(sweeps, ask, target),
        of_levels.distances(sweeps, ask), of_levels.other_quantities(sweeps, ask),
        *next_steps(bench, dict.fromkeys(each.key for each in sweeps[0].knobs), levels=False),
    )  # fmt: skip
    found, base = sweeps[-1], bench.run.manifest
    opening: Opening | None = None
    if not bench.uneven and (target is None or not ask.margin):
        opening = both_ends(base, found, ask, of_levels.ends_of(found, ask))
    elif not bench.uneven and target is not None:
        seats = [each for each in sweeps if each.players == found.players]
        verdicts, bands = of_levels.verdicts(seats, ask, target), of_levels.table_bands(seats, ask)
        opening = nearest(base, seats, (ask, target), verdicts, bands)
    counted = sum(cell.sums.rescored for cell in cells)
    who = "players who do not know the level" if bench.blind else "these players, who cannot see the level"
    method = QUESTION.method + (COUNTED.format(counted, len(cells), who) if counted else "")
    method += (WORKED_OUT.format(ask.metric.what) if found.exact(ask.metric) else "") + method_of(opening)
    keys = " and ".join(each.key for each in sweeps[0].knobs)
    title = f"{capital(f'every {ask.every}' if sweeps[0].own else ask.metric.what)}, by {keys}"
    return QUESTION.answered(told, tables, opening, title=title, queries=(deals_query(bench.run),), method=method)


def _findings(sweep: Sweep, ask: Ask, target: float | None, *, several: bool) -> list[Finding]:
    findings, ask = [], of_levels.of_seat(sweep, ask)
    for row in range(len(sweep.rows)):
        name = ", ".join(([sweep.players] if several else []) + of_levels.second_value(sweep, row))
        said = [_range_sentence(sweep, row, ask)]
        if (numbers := sweep.knobs[0].numbers) and target is not None:
            said.append(of_levels.where_it_meets(sweep, row, numbers, (ask, target)))
        said = [f"{name}: {each[0].lower()}{each[1:]}" for each in said] if name else said
        findings += [Finding(sentence, headline=True) for sentence in said]
    return findings


def _range_sentence(sweep: Sweep, row: int, ask: Ask) -> str:
    metric, sample = ask.metric, sweep.sample(ask.metric, row)
    means, exact = sample.mean(axis=0), sweep.exact(metric, row)
    low, high, apart = of_levels.extremes(sample, ask, exact)
    gaps, pairs = sample[:, high] - sample[:, low], max(1, len(means) * (len(means) - 1) // 2)
    spread = float(gaps.std(ddof=1) / np.sqrt(len(gaps)))
    digits = words.places(metric.factor * spread) if spread else 2
    shown = [f"{of_levels.in_words(metric, float(means[j]))} at {sweep.knobs[0].values[j]}" for j in (low, high)]
    if (sample == sample[:, :1]).all():
        return f"{sweep.knobs[0].key} does not affect the {metric.what}: {shown[0]} at every level, on every deal."
    between = words.number(metric.factor * float(gaps.mean()), digits)
    sure = words.span(apart, digits, factor=metric.factor)
    picked = f"; right for any of {pairs} pairs of levels" if pairs > 1 and not exact else ""
    return (
        f"With {sweep.knobs[0].key} the {metric.what} goes from {shown[0]} to {shown[1]}, {between} {metric.shown}"
        f" apart ({sure}{picked})."
    )


def _balanced_sentence(sweep: Sweep, ask: Ask, target: float) -> str:
    kinds: dict[str, list[str]] = {"balanced": [], "unbalanced": [], "leaning": [], "undecided": []}
    for cell, kind in zip(sweep.cells, of_levels.verdicts(of_levels.each_of(sweep, ask), ask, target), strict=True):
        kinds[kind].append(" ".join(cell.values))
    said = {
        "balanced": f"within {ask.within} of {of_levels.in_words(ask.metric, target)}", "unbalanced": "outside",
        "leaning": "certainly off it, but perhaps within the margin,", "undecided": "undecided",
    }  # fmt: skip
    parts = [f"{said[kind]} at {words.listed(names)}" for kind, names in kinds.items() if names]
    return f"For {sweep.players}, all levels judged together: {'; '.join(parts)}."


QUESTION = Question(
    "sweep",
    charts=(Chart("What each level does", ("curve", "roots"), f"{RESULTS}.response", wide=True),),
    first=(
        Chart(
            "What each level does", ("curve", "roots"), "report.first_screens.levels.levels", wide=True,
            beside=("changed",),
        ),
    ),
    read="The line connects the means at the levels tried; it claims nothing between them. The band around it is right"
    " at all levels at once.",
    method="All levels are played on the same deals with the same random draws; a deal is one observation at every"
    " level, so differences between levels are known much better than the levels themselves. Bands: max-T over common"
    " deals. Lines: generalised least squares with the joint covariance of the means, with a test of fit. Where the"
    " target is met: on straight lines between neighbouring levels, which ask for no shape of the curve; the interval"
    " holds all places that a test over deals does not reject, between two levels that are certainly on either side.",
    caution="Nothing was tried between the levels or beyond them. Fixed players do not adapt to a level; --adapt"
    " trains experts for each.",
)  # fmt: skip
