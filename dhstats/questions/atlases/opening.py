"""What the page of an atlas says first: which key decides most, how sure that is, and where to look for a game."""

from dhstats.questions.atlases.atlas import Atlas
from dhstats.questions.atlases.effects import Effect
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import SURENESS, About, at_once, either, spelt

MOST_NAMED = 3  # keys of which any may be the one that decides most


def opening(found: Atlas, about: About) -> Opening:
    """What decides how rule sets differ, told of the quantity along the map's first side where a key decides that."""
    told = _told(found)
    kind = _kind(told)
    return Opening(
        question=f"Which rules decide what kind of game {about.title} is?",
        answer=f"{_answer(found, told)} {_of_map(found)}",
        sureness=f"{SURENESS[kind]}: {_sureness(found, told)}.",
        decision=_decision(found),
        verdict=kind,
        caution=about.caution,
    )


def _told(found: Atlas) -> Effect | None:
    """The quantity that is told: of the sides of the map, else of any, the first of which a key decides some."""
    return next(iter(found.ranked), None)


def _kind(told: Effect | None) -> str:
    if told is None or told.leaders[0] not in told.certain:
        return "undecided"
    return "balanced" if len(told.leaders) == 1 else "leaning"


def _answer(found: Atlas, told: Effect | None) -> str:
    if told is None or _kind(told) == "undecided":
        return "Not known yet: no key certainly explains any of the differences."
    what, first = told.goal.quantity.what, told.leaders[0]
    share = words.number(100.0 * told.shares[first].value, 0)
    if len(told.leaders) == 1:
        name = found.factors[first].name
        return f"One key, {name}, explains most of the differences between rule sets in {what}: {share} of 100 parts."
    names = [found.factors[key].name for key in told.leaders]
    if len(names) > MOST_NAMED:
        return (
            f"Several keys explain the differences between rule sets in {what}, perhaps first {names[0]}: {share} of "
            "100 parts."
        )
    parts = words.listed([words.number(100.0 * told.shares[key].value, 0) for key in told.leaders])
    return f"The differences between rule sets in {what} come mostly from {either(names)}: {parts} of 100 parts."


def _of_map(found: Atlas) -> str:
    goals = len(found.goals.goals)
    met, may = (sum(spot.standing == standing for spot in found.spots) for standing in ("met", "open"))
    every = "both goals" if goals == 2 else f"all {spelt(goals)} goals"
    certain = f"{spelt(met) if met else 'none'} certainly {'meet' if met > 1 else 'meets'} {every}"
    more = f"; {spelt(may)} {'more ' if met else ''}may" if may else ""
    return f"Of {len(found.spots)} kinds of games on the map {certain}{more}."


def _sureness(found: Atlas, told: Effect | None) -> str:
    if told is None:
        return "the luck of the deals hides all differences between rule sets"
    share, many = told.shares[told.leaders[0]], sum(len(each.shares) for each in found.effects.known)
    ends = f"{words.reach(share.interval, 0, factor=100.0)} of 100 parts"
    level = f"{words.level(share.interval)} interval{at_once(many)}"
    kind = _kind(told)
    if kind == "undecided":
        return f"{found.factors[told.leaders[0]].name} makes {ends}, {level}"
    which = "" if kind == "balanced" else f"{found.factors[told.leaders[0]].name} makes "
    return f"{which}{ends}, {level}"


def _decision(found: Atlas) -> str:
    if _kind(_told(found)) == "undecided":
        return f"Play more rule sets: `--rule-sets {2 * found.extent.rule_sets}`."
    if any(spot.standing != "missed" for spot in found.spots):
        return (
            "Choose a game on the map below; `dhstats design` finds and proves the cheapest change that meets"
            " its goals."
        )
    return "Choose the nearest game on the map below and set its numbers as goals, or allow more keys and levels."
