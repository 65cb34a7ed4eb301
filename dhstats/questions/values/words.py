"""The value of an item in sentences and tables."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from dhstats.players.forks import UNIFORM
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.tables import (
    BASIS,
    Line,
    basis,
    ends,
    estimated,
    finite,
    measured,
    number,
    table,
    text,
    whole,
)
from dhstats.questions.values import opening as things
from dhstats.questions.values.parts import WANTED_SWING, Taken
from dhstats.questions.values.value import Value, Worth
from dhstats.questions.verdicts.lopsided import Lopsided
from dhstats.stats.estimates.association import BiasMeter
from dhstats.stats.estimates.clusters import Group
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, if_enough

HOW_TO_READ = (
    "Games are copied at a moment; in one copy the item goes to the player to move, in another to their opponent, in a"
    " third to nobody, and all are played on with the same cards to come. What differs at the end is what the item is"
    " worth. The naive number beside it compares those who end up with the item with those who do not."
)
METHOD = (
    "Twin forks with common random numbers; one difference a fork, intervals clustered by deal (t over deals). By turn"
    " and lead: simultaneous intervals (max-T), positions taken from before the fork. Naive: those who have or had the"
    " item at the end against others, an association."
)
METHOD_OF_PARTS = (
    " Soft: the item may change hands again; locked: it stays. Anatomy: all components on or off on the same forks,"
    " Shapley shares exact in every fork. Price: payments at the end counted anew on stored ends, inverted t test."
)
CAUTION = (
    "The naive difference is no effect: who is ahead gets the item more often, and whoever holds it at the end got it"
    " late. An effect here is that of handing it over at such a moment, among these players."
)


def answer(found: Value, uneven: Lopsided | None = None, about: About | None = None) -> Answer:
    """Everything that forks tell about an item, which is `about` a game; what they do not tell has no table.

    In a match as `uneven` as that, what the item is worth in wins has no verdict.
    """
    findings = [Finding(uneven.sentence, "refused", headline=True)] if uneven else []
    findings += [Finding(sentence, headline=at < 3) for at, sentence in enumerate(_sentences(found))]
    turns, leads = _turn_names(found.bands.turns), _lead_names(found.bands.leads)
    tables = [_effects(found), _bands("turns", "Effect by turn of the fork", found.by_turn, turns)]
    tables += [_bands("leads", "Effect by lead of the player to move", found.by_lead, leads)]
    tables += [_anatomy(found.taken), _meter(found), _prices(found)]
    title = f"What is the {found.item.name} worth?"
    method = METHOD + (METHOD_OF_PARTS if found.item.parts else "")
    shown = tuple(each for each in tables if each.frame.height)
    first = None if uneven else _opening(found, about)
    return Answer("value", title, tuple(findings), shown, HOW_TO_READ, method, CAUTION, (), first)


def _opening(found: Value, about: About | None) -> Opening | None:
    """The one number to quote: what having the item instead of the opponent is worth, from a random turn on."""
    main = next((worth for worth in found.worths if worth.moment == UNIFORM), None)
    if main is None:
        return None
    return things.worth(found.item.name, main.soft.score, about)


def _percent(estimate: Estimate, *, several: bool = False) -> str:
    """An effect on the chance to win, in percentage points."""
    digits = words.places(100.0 * estimate.se)
    worth = words.number(100.0 * estimate.value, digits, sign=True)
    if several:
        return f"{worth} ({words.reach(estimate.interval, digits, factor=100.0, sign=True)})"
    return f"{worth} percentage points ({words.span(estimate.interval, digits, factor=100.0, sign=True)})"


def _points(estimate: Estimate) -> str:
    digits = words.places(estimate.se)
    worth = words.number(estimate.value, digits, sign=True)
    return f"{worth} points ({words.reach(estimate.interval, digits, sign=True)})"


def _sentences(found: Value) -> list[str]:
    told = []
    by_moment = {worth.moment: worth for worth in found.worths}
    name = f"the {found.item.name}"
    main = by_moment.get(UNIFORM)
    if main:
        told.append(
            f"Having {name} instead of the opponent, from a random turn on, adds {_percent(main.soft.score)} to the"
            f" chance to win and {_points(main.soft.points)} to the final lead."
        )
    if found.naive:
        naive = found.naive.difference
        certain = found.meter is not None and found.meter.ate.interval.low > 0.0  # else a ratio would say nothing
        times = _times(found.meter) if found.meter and certain else ""
        told.append(
            f"Players who end up with it win {_percent(naive.estimate(found.level))} more often than those who do not"
            f"{times}. That is an association, not its worth: whoever is ahead gets it more often."
        )
    if found.taken:
        anatomy = found.taken.anatomy
        parts = [f"{part} {_percent(share, several=True)}" for part, share in anatomy.shares.items()]
        reaction = _percent(anatomy.reaction, several=True)
        told.append(f"Where it comes from, in percentage points: {words.listed([*parts, f'reaction {reaction}'])}.")
    if main and main.score:
        told.append(
            f"Having it when nobody else would is worth {_percent(main.score.gain)} (gain), and keeping it from the"
            f" opponent {_percent(main.score.denial)} (denial)."
        )
        flips = main.soft.flips
        told.append(
            f"Handing it over turns {words.percent(flips.to_win.value, flips.to_win.se)} of the games into a win and"
            f" {words.percent(flips.to_loss.value, flips.to_loss.se)} into a loss."
        )
    if main and main.hard:
        told.append(f"If it never changed hands again, it would be worth {_percent(main.hard.score)}.")
    told += [_moment_sentence(found, worth) for moment, worth in by_moment.items() if moment != UNIFORM]
    told += [
        f"{_when(found, moment)}: nothing can be said, as {came:,} of {games:,} games came to it."
        for moment, came, games in found.silent
    ]
    return told + (_price_sentences(found.taken) if found.taken else [])


def _times(meter: BiasMeter) -> str:
    """How many times the effect the naive comparison says."""
    if meter.exaggeration is None:
        return ""
    found, digits = meter.exaggeration, words.places(meter.exaggeration.se)
    return f": {words.number(found.value, digits)} times as much ({words.span(found.interval, digits)})"


def _when(found: Value, moment: str) -> str:
    """A moment in words, at the beginning of a sentence."""
    named = {name: told for _, name, told in found.item.moments}
    return named.get(moment, moment)


def _moment_sentence(found: Value, worth: Worth) -> str:
    claimed = found.item.parts and worth.moment == found.item.parts.claim
    what = "as played, against the same turn without it" if claimed else "instead of the opponent"
    share = worth.forks / worth.games
    both = (worth.soft.score, worth.soft.points)
    score, points = (replace(each, interval=_of_moment(worth, each.interval)) for each in both)
    return (
        f"{_when(found, worth.moment)} ({words.number(100 * share, 1)} % of the games come to it), {what}:"
        f" {_percent(score)}, {_points(points)}."
    )


def _of_moment(worth: Worth, interval: Interval) -> Interval:
    """The interval, unless its moment, which not every game comes to, came in too few deals."""
    return interval if worth.moment == UNIFORM else if_enough(interval)


def _price_sentences(found: Taken) -> list[str]:
    told = []
    price, rate = found.price.price, found.price.rate
    if price.value is not None and price.interval is not None:
        told.append(
            f"It is worth as much as {words.number(price.value, 1)} points at the end"
            f" ({words.span(price.interval, 1)}). One point is"
            f" worth {words.number(100.0 * rate.value, 2)} percentage points of the chance to win."
        )
    if found.seat.value is not None and found.seat.interval is not None:
        told.append(_even_seat(found.seat.value, found.seat.interval))
    if found.wanted.value is not None and found.wanted.interval is not None:
        told.append(
            f"A bonus of {words.number(found.wanted.value, 1)} points would give it a swing of {100 * WANTED_SWING:g}"
            " percentage"
            f" points ({words.span(found.wanted.interval, 1)})."
        )
    return told


def _even_seat(points: float, interval: Interval) -> str:
    """What the first player would have to give at the end, or to take, for going first to be even."""
    handed = words.given(points, 1, "points")
    shown = replace(interval, low=-interval.high, high=-interval.low) if handed.startswith("took") else interval
    return (
        f"Going first would be even if the first player {handed} at the end ({words.span(shown, 1)}) and everybody"
        " moved as before."
    )


def _effects(found: Value) -> Table:
    lines: list[Line] = []
    for worth in found.worths:
        rows: list[tuple[str, str, Estimate]] = [("soft", "mover against opponent", worth.soft.score)]
        rows = [("as played", "claimed against not", worth.soft.score)] if worth.score is None else rows
        if worth.score:
            rows += [("soft", "gain", worth.score.gain), ("soft", "denial", worth.score.denial)]
        if worth.hard:
            rows.append(("locked", "mover against opponent", worth.hard.score))
        points = {"gain": worth.points.gain, "denial": worth.points.denial} if worth.points else {}
        whole_points = {"soft": worth.soft.points, "as played": worth.soft.points}
        if worth.hard:
            whole_points["locked"] = worth.hard.points
        for kind, what, score in rows:
            margin = points.get(what, whole_points[kind])
            sure, sure_points = (_of_moment(worth, each.interval) for each in (score, margin))
            low, high = ends(sure)
            lines.append(
                {
                    "matchup": f"{worth.moment}, {kind}: {what}", "moment": worth.moment, "kind": kind, "what": what,
                    "score": score.value, "se": score.se, "low": low, "high": high, "points": margin.value,
                    "points_low": finite(sure_points.low), "points_high": finite(sure_points.high),
                    "forks": worth.forks, **basis(sure),
                }
            )  # fmt: skip
    unit = "share of a win"
    fields = (
        text("matchup", "Effect"), text("moment", "Moment"), text("kind", "Kind"), text("what", "Comparison"),
        number("score", "Effect on the score", unit), number("se", "Standard error", unit),
        number("low", "Low end of the interval", unit), number("high", "High end of the interval", unit),
        number("points", "Effect on the final lead", "points"), number("points_low", "Low end", "points"),
        number("points_high", "High end", "points"), whole("forks", "Forks", "forks"), *BASIS,
    )  # fmt: skip
    return table("effects", "What handing it over changes", fields, lines)


def _turn_names(begins: Sequence[int]) -> list[str]:
    edges = [0, *begins]
    return [f"turns {a} to {b - 1}" for a, b in pairwise(edges)] + [f"turn {edges[-1]} and later"]


def _lead_names(edges: Sequence[int]) -> list[str]:
    inner = [f"{a} to {b - 1} points" for a, b in pairwise(edges)]
    return [f"less than {edges[0]} points", *inner, f"{edges[-1]} points or more"]


def _bands(key: str, title: str, groups: Sequence[Group], names: Sequence[str]) -> Table:
    lines: list[Line] = []
    for group in groups:
        low, high = ends(group.effect.interval)
        lines.append(
            {
                "matchup": names[int(str(group.label))], "score": group.effect.value, "se": group.effect.se, "low": low,
                "high": high, "forks": group.n, **basis(group.effect.interval),
            }
        )  # fmt: skip
    fields = (text("matchup", "Forks"), *measured("score", "Effect on the score", "share of a win"),
              whole("forks", "Forks", "forks"))  # fmt: skip
    return table(key, title, fields, lines)


def _anatomy(taken: Taken | None) -> Table:
    lines: list[Line] = []
    if taken:
        scores, points = taken.anatomy, taken.anatomy_points
        rows = [(name, scores.shares[name], points.shares[name]) for name in scores.components]
        rows += [("reaction", scores.reaction, points.reaction), ("all together", scores.total, points.total)]
        for name, score, margin in rows:
            low, high = ends(score.interval)
            lines.append(
                {
                    "matchup": name, "score": score.value, "se": score.se, "low": low, "high": high,
                    "points": margin.value, "points_se": margin.se, **basis(score.interval),
                }
            )  # fmt: skip
    fields = (
        text("matchup", "Component"), *measured("score", "Share of the effect", "share of a win"),
        number("points", "Share in points", "points"), number("points_se", "Standard error", "points"),
    )  # fmt: skip
    return table("anatomy", "Where its worth comes from (Shapley shares)", fields, lines)


def _meter(found: Value) -> Table:
    rows: list[tuple[str, Estimate]] = []
    if found.naive:
        rows = [("naive: holders at the end against others", found.naive.difference.estimate(found.level))]
    if found.meter:
        rows += [
            ("effect where the mover has it", found.meter.att),
            ("effect at a random turn", found.meter.ate),
            ("bias: naive less effect", found.meter.bias),
        ]
    lines: list[Line] = [{"matchup": name, **estimated("score", estimate)} for name, estimate in rows]
    fields = (text("matchup", "Number"), *measured("score", "Difference in the score", "share of a win"))
    return table("meter", "Association and effect", fields, lines)


def _prices(found: Value) -> Table:
    lines: list[Line] = []
    main = next((worth for worth in found.worths if worth.moment == UNIFORM), None)
    if found.taken and main and main.points:
        gain = main.points.gain
        lines.append({"price": "mean-equivalent points (gain)", "value": gain.value, "low": finite(gain.interval.low),
                      "high": finite(gain.interval.high), **basis(gain.interval)})  # fmt: skip
    taken = found.taken
    priced = (
        ("win-equivalent price", taken.price.price), ("points for going first", taken.seat),
        (f"bonus for a swing of {WANTED_SWING:.0%}", taken.wanted),
    ) if taken else ()  # fmt: skip
    for name, price in priced:
        if price.interval:
            lines.append({"price": name, "value": price.value, "low": finite(price.interval.low),
                          "high": finite(price.interval.high), **basis(price.interval)})  # fmt: skip
    fields = (
        text("price", "Price"), number("value", "Points", "points"), number("low", "Low end of the interval", "points"),
        number("high", "High end of the interval", "points"), *BASIS,
    )  # fmt: skip
    return table("prices", "What it costs to be fair", fields, lines)
