"""The opening of a page about who or what is strongest: players, decks, and players whose habits are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dhstats.questions.leagues.standings import Standing
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import (
    SURENESS,
    About,
    More,
    at_once,
    capital,
    change,
    deck_name,
    either,
    of_hundred,
    play_on,
    reach,
    spelt,
    who,
)
from dhstats.stats.intervals.intervals import Interval

if TYPE_CHECKING:
    from dhstats.questions.training.probe import Probe

FAR = 0.05  # of a win beyond an even share: a deck that wins so much more than the others is far out
MOST_NAMED = 2
Naming = Callable[[str], str]  # how a sentence names a player or a deck


def strongest(found: Sequence[Standing], beaten_by: Sequence[str], about: About) -> Opening:
    """Who of a round robin of players wins most; `beaten_by` are those who beat them beyond doubt all the same."""
    best, verdict = _best(found), _sure(found)
    others = capital(words.listed([who(name) for name in beaten_by])) if beaten_by else ""
    but = f" {others} beat{'s' * (len(beaten_by) == 1)} {who(best.name)} all the same."
    found_out = f"Ask your questions with these players: `dhstats simulate --strategies {best.name}`."
    return Opening(
        question=f"Which of {spelt(len(found))} players is strongest in {about.title}?",
        answer=f"{_lead(found, verdict, who)} about {of_hundred(best.score.value)} games against the others."
        + (but if beaten_by else ""),
        sureness=_standing(found, verdict, who, "player"),
        decision=found_out if verdict == "unbalanced" else _play_on(found, best),
        verdict=verdict,
    )


def deck(found: Sequence[Standing], about: About) -> Opening:
    """Which deck wins most, and whether that is too much."""
    best, verdict = _best(found), _sure(found)
    low, high = best.score.interval.low - 0.5, best.score.interval.high - 0.5
    if verdict != "unbalanced":
        decision = _play_on(found, best)
    elif high < FAR:
        decision = f"Leave the decks as they are: none wins more than {100 * FAR:g} games in 100 beyond its share."
    else:
        far = "wins too much" if low > FAR else "may win too much"
        decision = f"Weaken {deck_name(best.name)}, which {far}: `dhstats cards {best.name}` says which cards matter."
    return Opening(
        question=f"Which of {spelt(len(found))} decks wins most in {about.title}?",
        answer=f"{_lead(found, verdict, deck_name)} about {of_hundred(best.score.value)} games against the other decks,"
        f" {about.between}.",
        sureness=_standing(found, verdict, deck_name, "deck"),
        decision=about.next(decision, verdict, More(best.score.interval.n)),
        verdict=verdict,
        caution=about.caution,
    )


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
    return f"{start} {either([best, *near])}. So far {best} wins"


def _standing(found: Sequence[Standing], verdict: str, named: Naming, one: str) -> str:
    """The interval of the best, and what is known of the others."""
    best, near = _best(found), [named(each.name) for each in _near(found)]
    shown = reach(best.score.interval, words.places(100.0 * best.score.se))
    others = words.listed(near) if 0 < len(near) <= MOST_NAMED else f"{spelt(len(near))} others"
    told = f"{others} may be as good" if near else f"every other {one} wins less on the same deals"
    return f"{SURENESS[verdict]}: {named(best.name)} wins {shown}{at_once(len(found))}; {told}."


def _play_on(found: Sequence[Standing], best: Standing) -> str:
    nearest = _near(found)[0]
    assert nearest.behind is not None  # only the best is behind nobody
    return play_on(nearest.behind.value, nearest.behind.interval)


def exploited(ordered: Sequence[Probe], about: About) -> Opening:
    """Who can be beaten by knowing their habits; `ordered` by what a counter-player gains, the most first."""
    most, several = ordered[0], len(ordered) > 1
    gain, name = most.gain.interval, who(most.player)
    rest = [each.gain.interval for each in ordered[1:]]
    verdict = _gained(gain, rest)
    question = (
        f"Which of {spelt(len(ordered))} players is easiest to beat by knowing their habits in {about.title}?"
        if several
        else f"Can {name} be beaten by knowing their habits in {about.title}?"
    )
    number = f"a player trained against {name} alone wins about {of_hundred(most.counter.value)} games"
    told = {"unbalanced": f"{capital(name)}: " if several else "Yes: ", "leaning": f"Perhaps {name}: "}
    nobody = (
        f"Training found nobody {'who beats' if gain.high < 0.0 else 'known to beat'} {name} better than the expert"
        f" does: the counter-player wins {of_hundred(most.counter.value)} games, the"
        f" expert {round(100.0 * most.expert.value)}."
    )
    if gain.low <= 0.0:
        decision = "Train counter-players for longer, with ten times the `--training-games`."
    elif verdict == "leaning":
        decision = play_on(_ahead(ordered), _wider(gain, rest[0]))
    else:
        decision = f"Do not balance the game around {name} alone."
    return Opening(
        question=question,
        answer=nobody if gain.low <= 0.0 else f"{told[verdict]}{number}.",
        sureness=f"{SURENESS[verdict]}: {_beside(gain, len(ordered))}.",
        decision=decision,
        verdict=verdict,
    )


def _beside(gain: Interval, of: int) -> str:
    """How many games the counter-player wins more than the expert, or fewer."""
    if gain.low > 0.0:
        return f"the counter-player wins more than the expert, {change(gain, of=of)}"
    open_ = "a better counter-player may exist"
    if gain.high < 0.0:
        behind = replace(gain, low=-gain.high, high=-gain.low)
        level = change(behind, of=of, sign=False)
        return f"{open_}; compared with the expert, this one wins fewer by {level}"
    return f"{open_}; compared with the expert, this one wins {change(gain, of=of)}"


def _gained(gain: Interval, rest: Sequence[Interval]) -> str:
    if gain.low <= 0.0:
        return "undecided"
    return "unbalanced" if all(each.high < gain.low for each in rest) else "leaning"


def _ahead(ordered: Sequence[Probe]) -> float:
    return ordered[0].gain.value - ordered[1].gain.value


def _wider(one: Interval, other: Interval) -> Interval:
    """An interval as wide as two that must not meet are together."""
    half = one.half_width + other.half_width
    return Interval(-half, half, one.level, one.method, one.n, one.unit)
