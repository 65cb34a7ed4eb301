"""How each of a round robin does against the others, how far each is behind the best, and who beat whom in circles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from dhstats.questions.leagues.league import League, Pairing
from dhstats.questions.shared import first_screen, words
from dhstats.questions.shared.answer import Finding, Opening, Table
from dhstats.questions.shared.first_screen import SURENESS, About, More, at_once, capital, deck_name, spelt, who
from dhstats.questions.shared.hundred import Share
from dhstats.questions.shared.tables import basis_of, limits, number, ranged, table, text, whole
from dhstats.stats.intervals import intervals
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.leagues.equilibrium import SCORES, upper_cells

Array = np.ndarray[Any, Any]
LEVEL = 0.95
GAPS = (-1.0, 1.0)
FAR = 0.05  # of a win beyond an even share: a deck that wins so much more than the others is far out
MOST_NAMED = 2
MOST_CIRCLES = 5  # that a sentence names
Naming = Callable[[str], str]  # how a sentence names a player or a deck


@dataclass(frozen=True)
class Standing:
    """One of a round robin: the score against all the others, and how far behind the best that is.

    `score` is right for all of them at once; so is `behind`, of whichever two are compared. The best has no `behind`.
    """

    name: str
    score: Estimate
    behind: Estimate | None


def standings(league: League) -> tuple[Standing, ...]:
    """All of a round robin in its order."""
    size = len(league.names)
    apart = ~np.eye(size, dtype=bool)
    rates = (league.payoffs.strength_blocks * apart).sum(axis=2, dtype=np.float64) / (size - 1)
    best = int(rates.mean(axis=0).argmax())
    scores = [estimate_of(rates[:, at], size, SCORES) for at in range(size)]
    pairs = len(upper_cells(size))
    gaps = [None if at == best else estimate_of(rates[:, best] - rates[:, at], pairs, GAPS) for at in range(size)]
    return tuple(map(Standing, league.names, scores, gaps))


def estimate_of(values: Array, together: int, bounds: tuple[float, float]) -> Estimate:
    """A mean over deals, with an interval that is right together with so many others (Šidák)."""
    deals, alone = len(values), intervals.sidak_level(LEVEL, together)
    mean, error = float(values.mean(dtype=np.float64)), float(intervals.standard_errors(values))
    if error == 0.0:
        alike = intervals.no_spread_interval(mean, deals, alone, bounds, "deals")
        return Estimate(mean, 0.0, replace(alike, level=LEVEL))
    reach = intervals.student_critical(alone, deals - 1) * error
    interval = Interval(mean - reach, mean + reach, LEVEL, "t, Šidák", deals, "deals")
    return Estimate(mean, error, intervals.within(interval, bounds))


def beating(league: League, found: tuple[Standing, ...]) -> tuple[str, ...]:
    """Who beats the best of them beyond doubt, all pairs judged at once."""
    best = _best(found).name
    pairs = [each for pair in league.pairings() for each in (pair, pair.turned) if each.one == best]
    return tuple(pair.other for pair in pairs if pair.interval.high < 0.5)


def nobody_best(league: League, found: tuple[Standing, ...]) -> tuple[Pairing, ...]:
    """A circle of those who may be best, where each of them certainly loses to another of them; else none."""
    if _sure(found) == "unbalanced":
        return ()
    may_be = {each.name for each in (_best(found), *_near(found))}
    pairs = [each for pair in league.pairings() for each in (pair, pair.turned) if {pair.one, pair.other} <= may_be]
    beats = [pair for pair in pairs if pair.interval.low > 0.5]
    rings = [ring for ring in circles(league) if {league.names[at] for at in ring} <= may_be]
    if {pair.other for pair in beats} != may_be or not rings:
        return ()
    names = [league.names[at] for at in rings[0]]
    of = {(pair.one, pair.other): pair for pair in beats}
    return tuple(of[one, other] for one, other in zip(names, (*names[1:], names[0]), strict=True))


def against_all(found: tuple[Standing, ...], column: str, title: str) -> Table:
    """A row each, in the order of the round robin; `column` is what they are, in one word."""
    unit = "share of a win"
    columns = (
        text(column, column.capitalize(), "name"),
        number("score", title, unit, "score.value"),
        *limits(unit, "score.interval"),
        *basis_of("score.interval"),
        *ranged("behind", "Behind the best", unit),
    )
    return table("overall", f"{title} against all others", columns, found)


def strongest(
    found: Sequence[Standing], beaten_by: Sequence[str], about: About, ring: Sequence[Pairing] = ()
) -> Opening:
    """Who of a round robin of players wins most; `beaten_by` are those who beat them beyond doubt all the same.

    Where all who may be best beat each other in a `ring`, nobody is.
    """
    question = f"Which of {spelt(len(found))} players is strongest in {about.title}?"
    if ring:  # then nobody is, as each of those who may be loses to another one of them
        beats = words.listed([f"{who(each.one)} beats {who(each.other)}" for each in ring])
        closest = min(ring, key=lambda each: each.interval.low)
        shown = f"{Share(closest.score, closest.interval).reach}{at_once(len(upper_cells(len(found))))}"
        sure = f"{SURENESS['unbalanced']}: in the closest of these pairs {who(closest.one)} wins {shown}."
        names = ",".join(each.one for each in ring)
        asked = f"Ask your questions with all of them: `dhstats simulate --strategies {names}`."
        return Opening(question, f"None of them: {beats}.", sure, asked, "unbalanced")
    best, verdict, but = _best(found), _sure(found), ""
    if beaten_by:
        others = capital(words.listed([who(name) for name in beaten_by]))
        but = f" {others}, however, beat{'s' * (len(beaten_by) == 1)} {who(best.name)}."
    answer = f"{_lead(found, verdict, who)} about {Share.of(best.score).count} games against the others.{but}"
    sure = f"{SURENESS[verdict]}: {_standing(found, who, 'player')}."
    asked = f"Ask your questions with these players: `dhstats simulate --strategies {best.name}`."
    return Opening(question, answer, sure, asked if verdict == "unbalanced" else _play_on(found), verdict)


def deck(found: Sequence[Standing], about: About) -> Opening:
    """Which deck wins most, and whether that is too much."""
    best, verdict, beyond = _best(found), _sure(found), f"{100 * FAR:g} games in 100"
    sure, leave = _standing(found, deck_name, "deck"), "Leave the decks as they are"
    wins, low, high = _lead(found, verdict, deck_name), best.score.interval.low - 0.5, best.score.interval.high - 0.5
    if verdict == "undecided" and all(each.score.interval.inside(0.5 - FAR, 0.5 + FAR) for each in found):
        # no deck stands out: each may win most, and none is far from its share
        best, verdict = max(found, key=lambda each: abs(each.score.value - 0.5)), "balanced"
        wins = f"None by much: the deck farthest from its share, {deck_name(best.name)}, wins"
        reach = f"{Share.of(best.score).reach}{at_once(len(found))}"
        sure = f"no deck is {beyond} or more from its share; {deck_name(best.name)} wins {reach}"
        decision = f"{leave}."
    elif verdict != "unbalanced":
        decision = _play_on(found)
    elif high < FAR:
        decision = f"{leave}: none wins more than {beyond} beyond its share."
    elif low > FAR:
        matter = f"`dhstats cards {best.name}` says which cards matter"
        decision = f"Weaken {deck_name(best.name)}, which wins too much: {matter}."
    else:
        off = best.score.minus(0.5 + FAR)
        decision = first_screen.play_on(off.value, off.interval)
    question = f"Which of {spelt(len(found))} decks wins most in {about.title}?"
    answer = f"{wins} about {Share.of(best.score).count} games against the other decks, {about.between}."
    return about.opening(question, answer, verdict, sure, decision, More(best.score.interval.n))


def _best(found: Sequence[Standing]) -> Standing:
    return next(each for each in found if each.behind is None)


def _near(found: Sequence[Standing]) -> list[Standing]:
    """Those who may be as good as the best, the nearest first."""
    left = [each for each in found if each.behind is not None and each.behind.interval.low <= 0.0]
    return sorted(left, key=lambda each: each.behind.value if each.behind else 0.0)


def _sure(found: Sequence[Standing]) -> str:
    """Certain where all others are behind beyond doubt, partly certain where some are."""
    near = len(_near(found))
    return "unbalanced" if not near else "undecided" if near == len(found) - 1 else "leaning"


def _lead(found: Sequence[Standing], verdict: str, named: Naming) -> str:
    """Who wins, to go before how much; all who may be the best where few are."""
    best, near = named(_best(found).name), [named(each.name) for each in _near(found)]
    if verdict == "unbalanced":
        return f"{capital(best)} wins"
    start = "Perhaps" if verdict == "leaning" else "Not known yet. Perhaps"
    if len(near) > MOST_NAMED:
        return f"{start} {best} or one of {spelt(len(near))} others. So far {best} wins"
    return f"{start} {first_screen.either([best, *near])}. So far {best} wins"


def _standing(found: Sequence[Standing], named: Naming, one: str) -> str:
    """The interval of the best, and what is known of the others."""
    best, near = _best(found), [named(each.name) for each in _near(found)]
    shown = Share.of(best.score).reach
    others = words.listed(near) if 0 < len(near) <= MOST_NAMED else f"{spelt(len(near))} others"
    told = f"{others} may be as good" if near else f"every other {one} wins less on the same deals"
    return f"{named(best.name)} wins {shown}{at_once(len(found))}; {told}"


def _play_on(found: Sequence[Standing]) -> str:
    nearest = _near(found)[0].behind
    assert nearest is not None  # only the best is behind nobody
    return first_screen.play_on(nearest.value, nearest.interval)


def circles(league: League) -> list[tuple[int, int, int]]:
    """Three strategies of which each beats the next beyond doubt, all pairs judged at once."""
    scores = zip(upper_cells(len(league.names)), (pair.interval for pair in league.pairings()), strict=True)
    beats = {cell: 1 if i.low > 0.5 else -1 if i.high < 0.5 else 0 for cell, i in scores}
    rings = []
    for a, b, c in combinations(range(len(league.names)), 3):
        turn = (beats[a, b], beats[b, c], -beats[a, c])
        if turn == (1, 1, 1):
            rings.append((a, b, c))
        elif turn == (-1, -1, -1):
            rings.append((a, c, b))
    return rings


def circle_findings(league: League, what: str) -> list[Finding]:
    """The circles in a sentence, or that there is none beyond doubt."""
    rings = circles(league)
    if not rings:
        return [Finding(f"No three {what} certainly beat each other in a circle.")]
    told = "; ".join(" beats ".join(who(league.names[i]) for i in (*ring, ring[0])) for ring in rings[:MOST_CIRCLES])
    more = f" ({len(rings)} such circles)" if len(rings) > MOST_CIRCLES else ""
    return [Finding(f"{what.capitalize()} beat each other in circles: {told}{more}.")]


def circle_table(league: League) -> Table:
    """Every circle with the smallest of its three scores."""
    strength, names = league.payoffs.strength, league.names

    def weakest(ring: tuple[int, int, int]) -> float:
        a, b, c = ring
        return float(min(strength[a, b], strength[b, c], strength[c, a]))

    columns = (
        text("first", "beats the second", lambda ring: names[ring[0]]),
        text("second", "beats the third", lambda ring: names[ring[1]]),
        text("third", "beats the first", lambda ring: names[ring[2]]),
        number("weakest", "Smallest of the three scores", "share", weakest),
        whole("deals", "Deals", "deals", lambda _: league.payoffs.deals),
    )
    return table("cycles", "Circles", columns, circles(league))
