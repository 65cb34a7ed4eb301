"""What is a creature worth? What captures cost and bring, and which creatures are out of line with their points."""

import math
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from dhstats.games.dragonwood.questions.tries import (
    A_CARD,
    ALL,
    ALL_DEALS,
    FIELDS,
    WHOLE_GAME,
    Printed,
    numbers_table,
    odds_table,
    tries,
)
from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import Chart, bars, most
from dhstats.questions.shared.extremes import PICKED, extremes, picked
from dhstats.questions.shared.groups import JOINTLY, Group, groups, label
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, Counted
from dhstats.questions.shared.tables import by_matchup, measured, number, text, whole
from dhstats.stats.estimates.lines import LEAST, line
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS, sidak_level
from dhstats.stats.sequential.verdicts import kind_of

MARGIN = 1.25  # times what points would ask: what counts as in line, and as little the other way
NAMED = 2  # cards that a sentence names
IGNORED = 0.1  # enhancements captured a game: players with fewer play without them

SAYS = {
    "balanced": "in line",
    "unbalanced": "out of line",
    "leaning": "out of line, but perhaps within the margin",
    "undecided": "not known yet",
    "refused": "not judged",
}


@dataclass(frozen=True)
class Price:
    """What captures of a creature cost, and how many times the cards that its points would ask that is.

    The interval is sure for all creatures together; the `verdict` says whether that is within the margin.
    """

    name: str
    points: int
    cost: float
    times: Estimate
    verdict: str


@dataclass(frozen=True)
class Prices:
    """What creatures cost by the line through all that were captured often enough; for a `reason` they are not judged.

    `slope` is how many times the cards a point more takes.
    """

    each: tuple[Price, ...]
    slope: Estimate
    reason: str


PRICES = (
    text("creature", "Creature", lambda price: words.spoken(price.name)),
    whole("points", "Victory points", "points"),
    number("cost", "Cards spent per capture", "cards"),
    number("line", "Expected for its points", "cards", lambda price: price.cost / price.times.value),
    *measured("times", "Cost relative to its points", "times"),
    number("band_low", "In line from", "times", lambda _: 1.0 / MARGIN),
    number("band_high", "In line to", "times", lambda _: MARGIN),
    text("verdict", "Verdict"),
)


def _exponential(estimate: Estimate) -> Estimate:
    value, interval = math.exp(estimate.value), estimate.interval
    low, high = (math.exp(end) if math.isfinite(end) else math.inf for end in (interval.low, interval.high))
    return Estimate(value, value * estimate.se, replace(interval, low=low, high=high))


def answer(counts: Counts) -> Answer:
    """Creature by creature what attempts at it cost and bring, against what its points would ask."""
    samples, cards = groups(counts), Printed.of(counts.run.manifest.rules)
    by_group = {group: by_creature(counts, group, cards) for group in samples}
    lines = {group: price for group in samples if (price := prices(counts, group, cards))}
    group = samples[0]
    off = lines.get(group)
    seen = extremes(
        {f"the {words.spoken(name)}": partial(each.mean, *A_CARD) for name, each in by_group[group].items()}
    )
    if seen is None:
        best = None
    else:
        most, least = (picked(pick, of=f"at {pick.name}") for pick in (seen.most, seen.least))
        best = Finding(group.says(f"A card spent on creatures earns most points, {most}, and fewest, {least}."))
    findings = [best, *(_off_line(group, off) if off else []), Finding(_printed(cards))]
    creatures = (
        text("creature", "Creature", lambda tries: words.spoken(tries.row["target"])),
        whole("worth", "Victory points", "points", lambda tries: cards.points(tries.row["target"])),
        *FIELDS,
    )
    judged = {group: prices.each for group, prices in lines.items()}
    return QUESTION.told(
        counts,
        [each for each in findings if each is not None],
        (
            by_matchup("creatures", "Attempts at creatures", creatures, by_group),
            by_matchup("prices", "Cost of a capture and its points", PRICES, judged),
            numbers_table(cards),
            odds_table(cards),
        ),
    )


def by_creature(counts: Counts, group: Group, cards: Printed) -> dict[str, Counted]:
    """The attempts at every creature that was attacked, in the order of the card list."""
    by_name = {each.row["target"]: each for each in tries(counts, group, lambda row: row["way"] == ALL)}
    return {name: by_name[name] for name in cards.creatures if name in by_name}


def prices(counts: Counts, group: Group, cards: Printed) -> Prices | None:
    """The line of what captures cost over points; nothing where too few creatures or deals tell."""
    every = counts.rows("attempts", matchup=group.number, way=ALL, phase=WHOLE_GAME)
    rows = [row for row in every if row["part"] != ALL_DEALS]
    parts = sorted({row["part"] for row in rows})
    caught = Counter(row["target"] for row in rows if row["captures"])
    deals = {row["target"]: row["deals_with_captures"] for row in every if row["part"] == ALL_DEALS}
    names = tuple(name for name in cards.creatures if deals.get(name, 0) >= LEAST_DEALS and caught[name] > 1)
    points = tuple(cards.points(name) for name in names)
    if len(names) < LEAST or len(set(points)) < 2:
        return None
    captures, spent = np.zeros((2, len(parts), len(names)))
    for row in rows:
        if row["target"] in names:
            place = parts.index(row["part"]), names.index(row["target"])
            captures[place], spent[place] = row["captures"], row["spent"]
    found, reason = line(points, spent, captures), _without_enhancements(counts, group, cards)
    each = []
    for at, name in enumerate(names):
        wide, narrow = (found.distance(at, sidak_level(level, len(names))) for level in (0.95, 0.90))
        verdict = "refused" if reason else kind_of(wide.interval, narrow.interval, 0.0, math.log(MARGIN))
        each.append(Price(name, points[at], float(found.costs[at]), _exponential(wide), verdict))
    return Prices(tuple(each), _exponential(found.steepness()), reason)


def _without_enhancements(counts: Counts, group: Group, cards: Printed) -> str:
    """Why creatures are not judged where players capture next to no enhancements; "" where they do.

    Without enhancements players cannot reach high numbers, so what a creature costs them is due to how they play.
    """
    plan, enhancements = counts.plan, set(cards.titles) - set(cards.creatures)
    for at in range(len(plan.matchups)) if group.together else (group.number,):
        rows = counts.rows("attempts", matchup=at, way=ALL, phase=WHOLE_GAME, part=ALL_DEALS)
        caught = sum(int(row["captures"]) for row in rows if row["target"] in enhancements)
        games = plan.games(at) * int(counts.rows("race", matchup=at)[0]["deals"])
        if enhancements and caught < IGNORED * games:
            return (
                f"no verdict on creatures: in {words.count(games, 'games')} of {label(*plan.matchups[at])} only"
                f" {words.count(caught, 'enhancements')} were captured, and players without enhancements pay more than"
                " others for creatures that need a high roll; choose players who capture them, such as --strategies"
                " expert, armourer, dragon_hunter or balanced"
            )
    return ""


def _off_line(group: Group, found: Prices) -> list[Finding]:
    order = sorted(found.each, key=lambda price: -price.times.value)
    off = [price for price in order if price.verdict == "unbalanced"]
    dear = [words.spoken(price.name) for price in off if price.times.value > 1.0]
    cheap = [words.spoken(price.name) for price in reversed(off) if price.times.value < 1.0]
    sides = [f"too expensive for their points, by more than {MARGIN:g} times: {words.listed(dear)}"] if dear else []
    sides += [f"too cheap, by as much: {words.listed(cheap)}"] if cheap else []
    none = f"no creature is proven to be too expensive or too cheap for its points by more than {MARGIN:g} times"
    summary = (
        f"For each extra victory point a capture takes {words.stated(found.slope, of='times the cards')}."
        f" {captions.capital(found.reason or '; '.join(sides) or none)}."
    )
    verdict = "refused" if found.reason else "unbalanced" if off else "fact"
    sizes = [abs(math.log(price.times.value)) / math.log(MARGIN) for price in order]
    judged = [
        Finding(group.says(_sentence(price)), price.verdict, size=size)
        for price, size in zip(order, sizes, strict=True)
    ]
    return [Finding(group.says(summary), verdict, headline=True, size=max(sizes)), *judged]


def _sentence(price: Price) -> str:
    worth = "1 point" if price.points == 1 else f"{price.points} points"
    return (
        f"A capture of the {words.spoken(price.name)} ({worth}) costs {words.number(price.cost, 1)} cards,"
        f" {words.stated(price.times, of='times what its points suggest', sure=JOINTLY)}: {SAYS[price.verdict]}."
    )


def _printed(cards: Printed) -> str:
    """The numbers that are furthest above and below the line, by the rules alone."""
    every = sorted(cards.excess().items(), key=lambda each: -each[1])
    hard, easy = (
        words.listed(
            [
                f"a {way} at the {words.spoken(name)} ({cards.asks(name, way)}, {words.number(excess, 1, sign=True)})"
                for (name, way), excess in several[:NAMED]
            ]
        )
        for several in (every, every[::-1])
    )
    return (
        f"By the printed numbers alone, the hardest for their points are {hard}; the easiest are {easy} (exact: the"
        " number less that of the line of this way over points)."
    )


def out_of_line(prices: Table) -> str:
    """Which creatures are dearer or cheaper than declared, by the interval."""
    rows = captions.main_rows(prices)
    dear = [row["creature"] for row in rows if row["verdict"] == "unbalanced" and row["times"] > 1.0]
    cheap = [row["creature"] for row in rows if row["verdict"] == "unbalanced" and row["times"] < 1.0]
    if any(row["verdict"] == "refused" for row in rows):
        return "These games do not show which creatures are out of line"
    if not dear and not cheap:
        return "No creature is known to be out of line with its points"
    parts = [f"too expensive for its points: {captions.few(dear)}"] if dear else []
    parts += [f"cheap: {captions.few(cheap)}"] if cheap else []
    return captions.capital("; ".join(parts))


OWN = "games.dragonwood.pages"
QUESTION = Question(
    "creatures", "What is a creature worth?", ("attempts", "race"), answer, 220, OF_MORE, of_turns=True,
    charts=(
        bars(
            "Points for a card spent", "creatures", "creature",
            ("points_a_card", "Victory points for a card spent", ".2f"),
            "Bars: the victory points that a card spent on each creature brings, with intervals.",
            most("creature", "points_a_card", "{what} pays best: {value} points for a card spent", captions.points),
        ),
        Chart(
            "Cards that a capture costs over victory points, with the line through all and the range in line",
            ("prices",), f"{OWN}.costs", says=out_of_line,
        ),
        Chart(
            "Cost of a capture, as a multiple of that expected for its points", ("prices",), f"{OWN}.off_line",
            wide=True,
            says=most(
                "creature", "times", "Most expensive for its points: {what}, {value} times the line", captions.points,
                captions.ENDS,
            ),
        ),
        Chart("Printed numbers and points", ("numbers",), f"{OWN}.numbers", wide=True),
    ),
    read="The first chart shows how many victory points a card spent on a creature brings, failed attempts included. "
    "The second compares the cost of a capture with a line fitted over points: a creature to the right of the dashed "
    "line costs more cards than expected for its points, one to the left fewer; 2 is twice as many. The shaded strip "
    "is the range declared to be in line. The grid uses the rules alone: by how much a number is above (blue, hard) or "
    "below (orange, easy) the line of all creatures of this way over points.",
    method=f"Attempts of all players. Rates, cards and points: {RATIOS}. {PICKED} Cards spent: those of a success, and "
    "the wounds of a failure. The line is fitted by least squares to the logarithms of cards per capture over points, "
    "with equal weights for all creatures; distances from it have Student's intervals by the jackknife over parts of "
    "the run (random groups of deals, at most a hundred), which include the covariance of creatures and the error of "
    f"the line, simultaneous over all creatures (Šidák). In line: the 90 % interval lies between 1/{MARGIN:g} and "
    f"{MARGIN:g}; out of line: the 95 % interval lies outside. Creatures captured in fewer than {LEAST_DEALS} deals "
    f"are left out. Not judged where players capture fewer than {IGNORED:g} enhancements a game. Chances of dice are "
    "exact.",
    caution="This is an association: players choose what to attack, with which cards and enhancements. A creature that "
    "is attacked repeatedly with little chance costs many cards in wounds, and one that only strong hands attack seems "
    "cheap; the grid and the table of exact chances use the rules alone. A small creature also counts towards the "
    "bonus for most creatures, which these points do not include.",
)  # fmt: skip
