"""A redesign in sentences: the change that meets all goals, or what stands in the way, and how sure that is."""

from dataclasses import replace

from dhstats.questions.goals.checking import Judged
from dhstats.questions.goals.sources import FIRST
from dhstats.questions.redesigns import tables
from dhstats.questions.redesigns.opening import opening
from dhstats.questions.redesigns.proof import Proof
from dhstats.questions.redesigns.redesign import OUTLOOKS, Countered, Price, Redesign
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.first_screen import About, capital, spelt
from dhstats.questions.tweaks.comparison import deals_query
from dhstats.storage import Run

BEFORE_AND_AFTER = (
    "Each row is a goal on its own scale: the green strip is its range, the ring the unchanged rules,"
    " and the dot with its bar the proof."
)
SIDE_BY_SIDE = (
    "Each row is a goal with its range. The columns are the unchanged rules and the best change of"
    " one key, of two keys and so on (the table lists them): green if the goal is met, red if it is"
    " missed, grey if the search leaves it open."
)
HEAT = (
    " In the map of changes each row is a rule set, those most likely to meet all goals first, and"
    " each column a goal: the darker, the further outside its range."
)
METHOD = (
    "Every change of one key is played on the same {first} deals as the unchanged rules, by"
    " {players}. The effect of several changes is predicted from their single effects, which add up"
    " on the scale of logits (shares) or logarithms (means above zero), and from the interactions of"
    " pairs that were tried. The most promising changes for their cost are played, on up to {most:,}"
    " deals. None of these games is used as proof. Finalists are tested in turn, each on new deals,"
    " by {experts}, and checked after {first} deals and each time that number has doubled.{patience} Met: the"
    " confidence sequence of level 1 − 2α′ lies in the range; missed: that of level 1 − α′ lies"
    " outside; sequences are those of `dhstats goals check`. The n-th finalist has"
    " α′ = α / (n (n + 1)), which add up to α = {alpha:g} for any"
    " number of finalists, so the chance of claiming wrongly that a change meets all goals is at most"
    " α, however long each is played; the goals of one finalist need no correction (an intersection–union test:"
    " Berger 1982). A change is excluded if one of its goals lies outside its range at level α / (changes × goals),"
    " for all changes and goals at once. The search plays the first deals of the seed {seed}. The"
    " deals of a finalist follow from its plan: their seed is the hash of goals, ranges, rules, players and"
    " seed, so that no range can be narrowed once its deals are known."
)
PATIENCE = (
    " After {usual:,} deals a finalist is played on as long as its open goals seem to be decided within {most:,}."
)
CAUTION = (
    "All of this holds {between}, for changes within the levels of the goals file, of at most {most}."
    " The search found nothing cheaper that meets the goals; this is not proved unless a sentence"
    " says so."
)
OWN = "players trained further under its rules"
OWN_FULL = "experts trained from scratch under its rules"
SAID = {  # of several, of one
    "met": ("meet all goals too", "meets all goals too"),
    "probably met": ("probably meet them too", "probably meets them too"),
    "probably missed": ("probably miss one", "probably misses one"),
    "missed": ("certainly miss one", "certainly misses one"),
}  # fmt: skip


def answer(found: Redesign, run: Run, *, full: bool = False) -> Answer:
    """The change that meets all goals, or why there is none; `run` are games of the proof, or of the base."""
    about = replace(About.of(run.manifest), players=(found.goals.player,))
    most, reading = _keys(found.levers.most), (BEFORE_AND_AFTER if found.answer else SIDE_BY_SIDE) + HEAT
    tables_ = [tables.before_and_after(found), tables.rungs(found), tables.distances(found)]
    if found.answer:
        tables_ += [tables.around(found)] if found.neighbours else []
        tables_ += [tables.changed(found)] if found.answer.change.parts else []
    if found.proofs:
        tables_.append(tables.finalists(found))
    if found.prices:
        tables_.append(tables.prices(found))
    return Answer(
        "redesign", f"What makes {about.title} meet its goals?", tuple(findings(found)),
        (*tables_, tables.tried(found)), reading, _method(found, full=full),
        CAUTION.format(between=about.between, most=most), (deals_query(run),), opening(found, about),
    )  # fmt: skip


def _method(found: Redesign, *, full: bool) -> str:
    terms = found.terms
    patience = PATIENCE.format(usual=terms.usual, most=terms.most) if 0 < terms.usual < terms.most else ""
    return METHOD.format(
        first=FIRST, players=found.players, most=found.search.bounds.deals, experts=OWN_FULL if full else OWN,
        alpha=terms.alpha, patience=patience, seed=terms.seed,
    )  # fmt: skip


def findings(found: Redesign) -> list[Finding]:
    """Before and after, goal by goal; then the search; then what lies around, or what stands in the way."""
    told = [Finding(_answer(found), headline=True)]
    if found.answer:
        before = {each.goal.name: each for each in found.judged(found.base)}
        told += [Finding(_goal_sentence(before[each.goal.name], each)) for each in found.answer.checked.judged]
        told += [Finding(_around(found))] if found.neighbours else []
        told += [Finding(_countered(found.countered))] if found.countered else []
    else:
        told += [Finding(each) for each in (*_best(found), *(() if found.probable else _reasons(found)))]
    return [*told, Finding(_search(found)), *(Finding(_failed(each)) for each in found.proofs if not each.met)]


def _goal_sentence(before: Judged, after: Judged) -> str:
    goal, scale = after.goal, after.goal.quantity.scale
    here = words.value(before.estimate, scale.shown)
    return f"{goal.quantity.sentence}: {words.stated(after.estimate, scale.shown)}, wanted {goal.range}; before {here}."


def _answer(found: Redesign) -> str:
    """What to change, with the key and its level as the command line has it."""
    if found.answer is None and found.probable:
        return f"{capital(_probably(found.probable))}."
    if found.answer is None:
        return f"No change of at most {_keys(found.levers.most)} was found that meets all goals."
    if not found.answer.change.parts:
        return "The unchanged rules meet all goals; no change is needed."
    change = found.answer.change
    return f"{change.text} meets all goals (cost {change.cost:g})."


def _search(found: Redesign) -> str:
    search = found.search
    one, several = sum(len(members) == 1 for members in search.trials), search.tried
    every, proved = found.levers.combinations, len(found.proofs)
    finalists = f"{spelt(proved) if proved else 'none'} tested as {'a finalist' if proved == 1 else 'finalists'}"
    return (
        f"Tried: {one} changes of one key and {several} of several keys, out of {every:,} changes of at most"
        f" {_keys(found.levers.most)}; {finalists}."
    )


def _failed(proof: Proof) -> str:
    failed = proof.first_failure
    assert failed is not None
    scale = failed.goal.quantity.scale
    at = f"at {words.stated(failed.estimate, scale.shown)}, wanted {failed.goal.range}"
    is_ = f"{failed.goal.quantity.what} is {failed.standing}, {at}"
    if proof.probable:
        return f"Finalist {proof.number}: {_probably(proof)}; {is_}."
    return f"Finalist {proof.number}, {proof.change.text}, does not prove it: {is_}."


def _probably(proof: Proof) -> str:
    """That a finalist is within all ranges as far as it was played, and what should prove it."""
    who = f"{proof.change.text} probably meets" if proof.change.parts else "the unchanged rules probably meet"
    return f"{who} all goals; `--deals {proof.needs}` should prove it"


def _around(found: Redesign) -> str:
    """How many neighbours meet all goals too: how much a misprint of one level would cost."""
    counted = [(sum(each.standing == kind for each in found.neighbours), kind) for kind in OUTLOOKS]
    told = words.listed([f"{number} {SAID[kind][number == 1]}" for number, kind in counted if number])
    return f"{len(found.neighbours)} rule sets are one level of one key away: {told} (each judged alone)."


def _countered(seen: Countered) -> str:
    """Whether the goals are met as well among players who learnt to beat those of the proof, and how well they do."""
    score, checked = words.stated(seen.score, words.PERCENT), seen.checked
    start = f"Players trained to beat the players of the proof score {score} against them; among such players"
    if checked.standing == "met":
        return f"{start} all goals are met too."
    missed = [
        f"{each.goal.quantity.what} {each.standing}, at {words.stated(each.estimate, each.goal.quantity.scale.shown)}"
        for each in checked.judged
        if each.standing != "met"
    ]
    return f"{start} not all goals are known to be met: {words.listed(missed)}."


def _best(found: Redesign) -> list[str]:
    """The best change of every number of keys, with what it misses."""
    return [
        f"The best change of {_keys(rung.keys)} is {rung.trial.change.text}, {_missing(rung)} (by the search alone)."
        for rung in tables.ladder(found)
        if rung.keys
    ]


def _missing(rung: tables.Rung) -> str:
    """Which goals lie outside their range."""
    if not rung.missed:
        return "which leaves all goals in their ranges"
    return f"which misses {words.listed([each.goal.quantity.what for each in rung.missed])}"


def _reasons(found: Redesign) -> list[str]:
    """Which goals stand in the way, and what each costs."""
    told = [f"No change that was tried reaches {each.quantity.what}: {each.range}." for each in found.out_of_reach]
    told += [
        f"No change tried meets both of these goals: {one.quantity.what} ({one.range}) and {other.quantity.what}"
        f" ({other.range})."
        for one, other in found.conflicts
    ]
    told += [_price(each) for each in found.prices if each.change is not None]
    return [*told, _certain(found)]


def _price(each: Price) -> str:
    assert each.change is not None
    what = f"Without {each.goal.quantity.what} ({each.goal.range})"
    if not each.change.parts:
        return f"{what} no change is needed."
    return f"{what}, {each.change.text} probably meets all others (cost {each.change.cost:g})."


def _certain(found: Redesign) -> str:
    """How many changes are excluded for sure, of how many."""
    every, sure = 1 + found.levers.combinations, len(found.certain)
    level = f"{100.0 * (1.0 - found.terms.alpha):g} %"
    if found.all_excluded:
        return f"Each of all {every:,} rule sets certainly misses a goal, at level {level} for all of them at once."
    return (
        f"Of {every:,} rule sets {sure:,} certainly miss a goal, at a level of {level} for all of them at"
        " once; the others were not tried, or are still open."
    )


def _keys(number: int) -> str:
    return "one key" if number == 1 else f"{spelt(number)} keys"
