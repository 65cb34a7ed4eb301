"""What a page of a redesign says at first sight: what to change, how sure that is, and what to do with it."""

from dhstats.questions.goals.goal import Goal
from dhstats.questions.goals.levers import NOTHING, Change
from dhstats.questions.redesigns.redesign import Redesign
from dhstats.questions.redesigns.search import LIKELY
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import SURENESS, About, capital, spelt
from dhstats.questions.tweaks.rule_changes import RuleChange, in_words, rule_changes

MOST_SAID = 3  # changed rules that are said; of more the keys are


def opening(found: Redesign, about: About) -> Opening:
    """What to change, how sure it is, what to do with it."""
    many = len(found.goals.goals)
    every = "its goal" if many == 1 else f"{'both' if many == 2 else f'all {spelt(many)}'} of its goals"
    kind = "balanced" if found.answer else "unbalanced" if found.all_excluded else "undecided"
    return Opening(
        question=f"What makes {about.title} meet {every}: “{found.goals.title}”?",
        answer=_opening_answer(found),
        sureness=f"{SURENESS[kind]}: {_sureness(found, about, kind)}.",
        decision=_decision(found),
        verdict=kind,
        written=found.answer.change.text if found.answer and found.answer.change.parts else "",
        caution=about.caution,
    )


def _opening_answer(found: Redesign) -> str:
    if found.probable:
        return f"Probably {_keys(found, found.probable.change)}"
    if found.answer is None:
        most = found.levers.most
        rules = "one rule" if most == 1 else f"at most {spelt(most)} rules"
        return f"No change of {rules} was found that does.{_blame(found)}"
    if not found.answer.change.parts:
        return "No change is needed: it meets them all."
    return f"{capital(_keys(found, found.answer.change))}{_mended(found)}"


def _keys(found: Redesign, change: Change) -> str:
    """How many rules are changed, and what they say then."""
    many = len(change.parts)
    if not many:
        return "no change is needed."
    keys = "one change of the rules" if many == 1 else f"{spelt(many)} changes of the rules"
    return f"{keys}: {said(found, change)}."


def _mended(found: Redesign) -> str:
    """Which goal the answer mends, where there is one and the others were probably met before."""
    before, proof = found.search.expected, found.answer
    missed = [goal for goal in found.goals.goals if before.chance_of(found.base, goal) < LIKELY]
    if proof is None or len(missed) != 1 or len(found.goals.goals) < 2:
        return ""
    (goal,) = missed
    now = next(each.estimate for each in proof.checked.judged if each.goal is goal)
    was, scale = found.base.sample(goal), goal.quantity.scale
    assert was is not None
    one, other = words.number(scale.factor * was.mean, 1), words.value(now, scale.shown, 1)
    others = len(found.goals.goals) - 1
    rest = "the other goal was met before" if others == 1 else f"the other {spelt(others)} goals were met before"
    return f" That repairs {goal.quantity.what}, {one} → {other}; {rest}."


def said(found: Redesign, change: Change) -> str:
    """What the changed rules say."""
    told = rule_changes(found.goals.game, found.levers.space.base, found.levers.rule_set(change))
    if len(told) > MOST_SAID:
        return change.text
    return words.listed([_said(each) for each in told])


def _said(change: RuleChange) -> str:
    """A changed rule, and what the key held before."""
    if {change.before, change.after} == {"true", "false"}:
        return in_words([change])
    return f"{in_words([change])} ({change.before} → {change.after})"


def _blame(found: Redesign) -> str:
    """What stands in the way, in a sentence: a goal out of reach, two that did not go together, the nearest miss."""
    if found.out_of_reach:
        return f" {' '.join(_out_of_reach(found, goal) for goal in found.out_of_reach[:2])}"
    if found.conflicts:
        one, other = found.conflicts[0]
        return f" In conflict: {one.quantity.what} ({one.range}) and {other.quantity.what} ({other.range})."
    if found.proofs:
        nearest = min(found.proofs, key=lambda each: len(each.checked.judged) - len(each.checked.having("met")))
        failed = nearest.first_failure
        assert failed is not None
        value = words.value(failed.estimate, failed.goal.quantity.scale.shown)
        return (
            f" Closest: {nearest.change.text}, but {failed.goal.quantity.what}: {value}, which is"
            f" {'not known to be' if failed.standing == 'open' else 'not'} {failed.goal.range}."
        )
    return ""


def _out_of_reach(found: Redesign, goal: Goal) -> str:
    """How near anything that was tried came to a goal."""
    seen = {trial.change.text: sample.mean for trial in found.tried if (sample := trial.sample(goal)) is not None}
    nearest = min(seen, key=lambda text: max(goal.low - seen[text], seen[text] - goal.high))
    scale = goal.quantity.scale
    value = f"{words.number(scale.factor * seen[nearest], 1)} {scale.mark}".rstrip()
    by = f"with {nearest}" if nearest != NOTHING.text else "with the rules as they are"
    return f"Out of reach: {goal.quantity.what}, {goal.range} wanted; nearest {value}, {by}."


def _sureness(found: Redesign, about: About, kind: str) -> str:
    alpha = f"{100.0 * found.terms.alpha:g} %"
    if found.answer:
        deals = max(each.deals for each in found.answer.checked.judged)
        return f"proved {about.between} on up to {deals:,} new deals, wrong with probability {alpha} at most"
    if found.probable:
        still = found.probable.first_failure
        assert still is not None
        value = words.stated(still.estimate, still.goal.quantity.scale.shown)
        return f"{still.goal.quantity.what}: {value}, wanted {still.goal.range}"
    every = 1 + found.levers.combinations
    if kind == "unbalanced":
        return f"all {every:,} rule sets that these levels allow miss a goal, wrong with probability {alpha} at most"
    return f"{len(found.certain):,} of {every:,} rule sets certainly miss a goal"


def _decision(found: Redesign) -> str:
    if found.answer and found.answer.change.parts:
        return "Play it, and publish the certificate: anyone can check it with `dhstats verify`."
    if found.answer:
        return "Keep these rules."
    if found.probable:
        return f"Play on: `--deals {found.probable.needs}` should prove it."
    priced = [(each.goal, each.change) for each in found.prices if each.change is not None]
    missed = [(goal, change) for goal, change in priced if found.certainly_misses(change, goal)]
    if not missed:
        return "Allow more: other keys, more levels, or a larger `most_changes`."
    goal, change = min(missed, key=lambda each: each[1].cost)
    doing = f"{change.text} meets" if change.parts else "the unchanged rules meet"
    return f"Give up “{goal.quantity.what}: {goal.range}”, or widen it: {doing} the others, probably."
