"""The tables of a redesign: goals before and after, the ladder of changes, all that was tried, what lies around."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from dhstats.questions.goals.answers import Cell, beside
from dhstats.questions.goals.checking import Judged
from dhstats.questions.goals.goal import Goal
from dhstats.questions.redesigns.redesign import Redesign
from dhstats.questions.redesigns.search import Trial
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.first_screen import spelt
from dhstats.questions.shared.tables import number, table, text, whole
from dhstats.questions.tweaks.rule_changes import changed_rules
from dhstats.stats.estimates.additive import link_of

AS_THEY_ARE, PROVED = "as they are", "the answer"


@dataclass(frozen=True, slots=True)
class Rung:
    """The best change of so many keys: the likeliest to meet all goals, of equal ones the cheapest."""

    keys: int
    trial: Trial
    judged: tuple[Judged, ...]

    @property
    def missed(self) -> tuple[Judged, ...]:
        """The goals whose estimates lie outside their range."""
        return tuple(each for each in self.judged if not each.goal.low <= each.estimate.value <= each.goal.high)


def ladder(redesign: Redesign) -> tuple[Rung, ...]:
    """The rules as they are, and the best change of one key, of two, and so on."""
    by_keys: dict[int, list[Trial]] = {}
    proved = redesign.answer.change if redesign.answer else None
    for trial in redesign.tried:
        by_keys.setdefault(len(trial.members), []).append(trial)

    def rank(trial: Trial) -> tuple[bool, bool, float, float]:
        return (
            trial.change != proved,
            not trial.whole(redesign.goals.goals, 1),
            -redesign.chance(trial),
            trial.change.cost,
        )

    best = {keys: min(trials, key=rank) for keys, trials in sorted(by_keys.items())}
    return tuple(Rung(keys, trial, redesign.judged(trial)) for keys, trial in best.items())


def before_and_after(redesign: Redesign) -> Table:
    """Every goal under the rules as they are, and after the answer; where there is none after the best of each size."""
    cells = [Cell(AS_THEY_ARE, each) for each in redesign.judged(redesign.base)]
    if redesign.answer:
        cells += [Cell(PROVED, each) for each in redesign.answer.checked.judged]
    else:
        cells += [Cell(keys(rung.keys), each) for rung in ladder(redesign)[1:] for each in rung.judged]
    order = {goal.name: place for place, goal in enumerate(redesign.goals.goals)}
    cells.sort(key=lambda cell: order[cell.judged.goal.name])
    return beside("redesigned_goals", "Every goal before and after", cells)


def keys(number: int) -> str:
    """So many keys in words."""
    return "one key" if number == 1 else f"{spelt(number)} keys"


def rungs(redesign: Redesign) -> Table:
    """The ladder of changes."""
    fields = (
        whole("keys", "Keys changed", "keys"), text("change", "Change", "trial.change.text"),
        number("cost", "Cost", "", "trial.change.cost"),
        whole("met", "Goals met", "goals", lambda rung: len(rung.judged) - len(rung.missed)),
        whole("goals", "Goals", "goals", lambda rung: len(redesign.goals.goals)),
        text("missed", "Missed", lambda rung: _said(rung.missed)),
        whole("deals", "Deals", "deals", "trial.deals"),
    )  # fmt: skip
    return table("ladder", "The best change of every number of keys", fields, ladder(redesign))


def tried(redesign: Redesign) -> Table:
    """All changes tried, the likeliest to meet all goals first, with why they are not the answer."""
    fields = (
        text("change", "Change", "change.text"),
        number("cost", "Cost", "", "change.cost"),
        whole("deals", "Deals", "deals"),
        number("chance", "Chance to meet all goals", "share", redesign.chance),
        text("why", "Why not", lambda trial: _why_not(redesign, trial)),
    )
    return table("tried", "All changes tried", fields, redesign.ranked)


def distances(redesign: Redesign, most: int = 24) -> Table:
    """Goals by changes: by how much a quantity lies outside its range, in usual effects of a change of one key."""
    every = [*(rung.trial for rung in ladder(redesign)), *redesign.ranked]
    chosen = list(dict.fromkeys(trial.members for trial in every))[:most]
    rows: list[dict[str, str | float]] = []
    for trial, goal in product((redesign.search.trials[members] for members in chosen), redesign.goals.goals):
        if (seen := trial.sample(goal)) is None:
            continue
        link, scale = link_of(*goal.quantity.bounds), goal.quantity.scale
        usual = redesign.search.expected.forecast(goal).effects.typical or 1.0
        here, _ = seen.on(link)
        low, high = (float(link.there(end)) if math.isfinite(end) else end for end in (goal.low, goal.high))
        outside = (here - high) / usual if here > high else (here - low) / usual if here < low else 0.0
        what, value = f"{goal.quantity.what}: {goal.range}", scale.factor * seen.mean
        row = {"change": trial.change.text, "name": goal.name, "goal": what}
        rows.append({**row, "value": value, "outside": outside, "shown": _short(value)})
    fields = (
        text("change", "Change"), text("name", "Goal's name"), text("goal", "Goal"),
        number("value", "Measured", "as the goal is written"),
        number("outside", "Outside the range", "usual effects of a change"), text("shown", "Shown"),
    )  # fmt: skip
    return table("distances", "How far each change misses each goal", fields, rows)


def around(redesign: Redesign) -> Table:
    """Rule sets one level away from the answer."""
    fields = (
        text("key", "Key"), text("level", "Level"), text("instead", "Level of the answer"),
        text("standing", "All goals", "near.standing"),
        text("missed", "Goals missed, or probably missed"),
        text("change", "Change", "near.change.text"),
    )  # fmt: skip
    assert redesign.answer is not None
    here, rows = redesign.levers.space.values | redesign.answer.change.values, []
    for near in redesign.neighbours:
        there = redesign.levers.space.values | near.change.values
        key = next(key for key in {**redesign.answer.change.values, **near.change.values} if here[key] != there[key])
        standings = ((goal.quantity.what, kind) for goal, kind in near.standings)
        missed = ", ".join(what for what, kind in standings if kind in ("missed", "probably missed")) or "none"
        level, instead = (
            f"{each}".lower() if isinstance(each, bool) else f"{each}" for each in (there[key], here[key])
        )
        rows.append({"key": key, "level": level, "instead": instead, "missed": missed, "near": near})
    rows.sort(key=lambda row: str(row["key"]))
    return table("neighbours", "Rule sets one level away from the answer", fields, rows)


def finalists(redesign: Redesign) -> Table:
    """The changes that were proved, or not, on deals of their own."""
    fields = (
        whole("number", "Finalist", ""), text("change", "Change", "change.text"),
        number("cost", "Cost", "", "change.cost"), text("verdict", "All goals", "checked.standing"),
        number("alpha", "Level", "", "checked.terms.alpha"), whole("seed", "Seed", "", "checked.terms.seed"),
        whole("deals", "Deals", "deals", lambda proof: max(each.deals for each in proof.checked.judged)),
        text("failed", "First goal that is not met", lambda proof: _said([proof.first_failure])),
    )  # fmt: skip
    return table("finalists", "Finalists", fields, redesign.proofs)


def prices(redesign: Redesign) -> Table:
    """What each goal costs: the cheapest change that probably meets all others."""
    fields = (
        text("goal", "Without this goal", lambda each: f"{each[0].quantity.what}: {each[0].range}"),
        text("change", "For the others", lambda each: each[1].text if each[1] else "none found"),
        number("cost", "Cost", "", lambda each: each[1].cost if each[1] else math.nan),
    )
    return table("prices", "What each goal costs", fields, redesign.prices)


def changed(redesign: Redesign) -> Table:
    """The rules that the answer changes, old and new."""
    assert redesign.answer is not None
    base, change = redesign.levers.space.base, redesign.answer.change
    return changed_rules(redesign.goals.game, [(change.text, base, redesign.levers.rule_set(change))])


def _why_not(redesign: Redesign, trial: Trial) -> str:
    answer = redesign.answer
    if answer and trial.change == answer.change:
        return PROVED
    if why := redesign.search.out.get(trial.members):
        return why
    if not redesign.levers.allowed(trial.change.values):
        return "a condition forbids it"
    if sure := redesign.search.missed(trial, redesign.terms.alpha):
        return f"certainly missed: {_measured(trial, sure)}"
    chances = {goal.name: redesign.search.expected.chance_of(trial, goal) for goal in redesign.goals.goals}
    worst = min(redesign.goals.goals, key=lambda goal: chances[goal.name])
    if chances[worst.name] < 0.5:
        return f"probably missed: {_measured(trial, worst)}"
    return "more expensive than the answer" if answer and trial.change.cost >= answer.change.cost else "open"


def _measured(trial: Trial, goal: Goal) -> str:
    seen = trial.sample(goal)
    value = "not played" if seen is None else f"at {_short(goal.quantity.scale.factor * seen.mean)}"
    return f"{goal.quantity.what} {value}, wanted {goal.range}"


def _said(several: Sequence[Judged | None]) -> str:
    parts = [
        f"{each.goal.quantity.what} at {_short(each.goal.quantity.scale.factor * each.estimate.value)}"
        for each in several
        if each is not None
    ]
    return ", ".join(parts) or "none"


def _short(value: float) -> str:
    return words.number(value, 1 if abs(value) >= 10.0 else 2)
