"""Between which levels of a rule key a quantity meets a target: keys hold whole numbers, so no other can be played."""

from collections.abc import Sequence

from dhstats.questions.shared import words
from dhstats.questions.shared.metrics import Ask, Metric
from dhstats.questions.sweeps.sweep import Array, Sweep, crossing


def in_words(metric: Metric, value: float) -> str:
    """A quantity at a level: shares in percent, leads with their sign."""
    return f"{100 * value:.2f} %" if metric.factor != 1.0 else words.number(value, 2, sign=metric.name == "margin")


def where_it_meets(found: Sweep, sample: Array, levels: Sequence[float], asked: tuple[Ask, float]) -> str:
    """The levels around the target, and those that the deals leave; `asked` is what is asked about and its target."""
    (ask, target), key = asked, found.knobs[0].key
    meets = crossing(sample, levels, target, ask.level)
    aim = in_words(ask.metric, target)
    listed = words.listed([f"{each:g}" for each in meets.levels]) if meets.levels else "none"
    left = f"levels that the deals do not rule out ({100.0 * ask.level:g} %): {listed}."
    if meets.value is None:
        span = f"{key} from {min(levels):g} to {max(levels):g}"
        return f"No {span} is certain to make the {ask.metric.what} {aim}: {meets.reason}; {left}"
    return f"{_around(found, sample, levels, (ask.metric, target, meets.value))}; {left}"


def _around(found: Sweep, sample: Array, levels: Sequence[float], meets: tuple[Metric, float, float]) -> str:
    """Which levels stand around the place where a line meets the target, and which of them comes nearer."""
    (metric, target, place), key, means = meets, found.knobs[0].key, sample.mean(axis=0)
    below = max((each for each in levels if each <= place), default=min(levels))
    above = min((each for each in levels if each >= place), default=max(levels))
    means_of = dict(zip(levels, map(float, means), strict=True))
    near = min((below, above), key=lambda each: abs(means_of[each] - target))
    shown = [f"{each:g} ({in_words(metric, means_of[each])})" for each in (below, above)]
    if below == above:
        return f"The {metric.what} is nearest to {in_words(metric, target)} at {key} = {shown[0]}"
    gap = range(int(below) + 1, int(above))
    between = f"not tried between them: {', '.join(map(str, gap))}" if gap else "nothing between them can be played"
    return (
        f"The {metric.what} meets {in_words(metric, target)} between {key} = {shown[0]} and {shown[1]}; {near:g} comes"
        f" nearer, and {between}"
    )
