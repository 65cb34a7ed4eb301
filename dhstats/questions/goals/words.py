"""What goals come to in sentences: which are met, which are missed and by how much, which need more deals."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from dhstats.questions.goals.checking import Checked, Judged
from dhstats.questions.goals.goal import Goal
from dhstats.questions.goals.quantity import COMEBACKS, LEAD_GAMES, LUCK
from dhstats.questions.goals.sources import FIRST
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.first_screen import SURENESS, About, capital, spelt, two_digits
from dhstats.questions.shared.tables import Field, basis_of, number, table, text, whole
from dhstats.questions.tweaks.comparison import deals_query
from dhstats.stats.estimates.rare import LEAST_VARYING, RAREST
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.storage import Run

DOUBTS = {
    "spread": f"fewer than {LEAST_VARYING} deals make most of its spread, so that it cannot be relied on yet",
    "unseen": f"a large value that one deal in {1.0 / RAREST:,.0f} has may not have been seen yet",
}
KINDS = {"met": "balanced", "missed": "unbalanced", "open": "undecided"}
ORDER = ("missed", "open", "met")
HOW_TO_READ = (
    "Each row is a goal on its own scale: the green strip is its range, the bar the interval of the"
    " quantity. A goal is met if the whole bar lies in the strip, missed if the whole bar lies"
    " outside; otherwise more deals may decide it. A bar that reaches an end of the plot continues"
    " beyond it."
)
SEQUENCES = (
    f"Sequences are asymptotic, from {FIRST_LOOK} deals on, if at least {LEAST_VARYING} deals make the spread that"
    " they go by. If fewer do, quantities with a least and a greatest value are judged by bets, which need no large"
    " numbers; all others stay open. If no limit is known, a value that one deal in"
    f" {1.0 / RAREST:,.0f} has must have had the time to be seen as well; of rarer values, however large, no sample"
    " tells anything."
)
METHOD = (
    "Goals are checked after {first:,} deals and each time that number has doubled. Met: the"
    " confidence sequence of level 1 − 2α lies in the range; this is wrong with probability α at"
    " most, however often one looks. Missed: the sequence of level 1 − α lies outside. α is"
    " {alpha:g}. {sequences} The verdict that all goals are met needs no correction"
    " (an intersection–union test: Berger 1982). Missed goals are each judged alone. A goal is played"
    " no further once it is met or missed. All games have the seed {seed}; every part of them plays the"
    " deals after those of the part before. What an item is worth: games are copied at a random turn; in one"
    " copy the mover has it, in the other the opponent (`dhstats value`). The score against a rung: both play"
    " every deal from both seats with either deck."
)
METHOD_OF_RUN = (
    "All deals are analysed once, with the intervals of `dhstats goals check`, which are also valid"
    " for runs that stop early. Met: the confidence sequence of level 1 − 2α lies in the range; this"
    " is wrong with probability α at most. Missed: the sequence of level 1 − α lies outside. α is"
    " {alpha:g}. {sequences}"
)
NOTES = {
    COMEBACKS: " The points after each turn say who was behind, without what the final count adds; drawn games"
    " are not comebacks.",
    LEAD_GAMES: " Games until a lead follow from the score (`dhstats luck`): the smallest number of games of"
    " which the better player wins more than half with probability 95 %; a draw counts as half a win."
    " The score is judged.",
    LUCK: " Luck's part of a lead is 1 − μ²/s, where μ is the mean of the final lead and s the mean of its"
    " square: the part that does not depend on who plays. It is judged by the influence of every deal"
    " (delta method).",
}
CAUTION = (
    "All of this holds {between}: with other players the game may meet other goals. `dhstats"
    " strength` says how far players are from the best."
)


def answer(found: Checked, run: Run) -> Answer:
    """Which goals are met; `run` is the first part of the mirror's games, from which a page takes rules and players."""
    terms = found.terms
    return _told(found, run, METHOD.format(first=FIRST, alpha=terms.alpha, sequences=SEQUENCES, seed=terms.seed))


def answer_of_run(found: Checked, run: Run, untold: Sequence[Goal]) -> Answer:
    """Which goals the games of a stored run meet; `untold` are those that other games tell."""
    told = _told(found, run, METHOD_OF_RUN.format(alpha=found.terms.alpha, sequences=SEQUENCES))
    return replace(told, caution=" ".join((told.caution, *untold_sentence(untold))))


def _told(found: Checked, run: Run, method: str) -> Answer:
    ranked, about = sorted(found.judged, key=lambda each: ORDER.index(each.standing)), About.of(run.manifest)
    lines = [Finding(_sentence(each), headline=each is ranked[0]) for each in ranked]
    kinds = {each.goal.quantity.kind for each in ranked}
    method += "".join(note for kind, note in NOTES.items() if kind in kinds)
    return Answer(
        "goals", f"Does {about.title} meet its goals?", tuple(lines),
        (table("goals", "Every goal, missed goals first", goal_columns(), ranked),), HOW_TO_READ, method,
        CAUTION.format(between=about.between), (deals_query(run),), opening(found, about),
    )  # fmt: skip


def _sentence(each: Judged) -> str:
    goal, scale = each.goal, each.goal.quantity.scale
    start = f"{goal.quantity.sentence}: {goal.range} {'is' if each.standing != 'open' else 'is still'} {each.standing}"
    return f"{start}, at {words.stated(each.estimate, scale.shown)}{_more(each)}."


def _more(each: Judged) -> str:
    """How many more deals an open goal needs."""
    if each.more is None:
        return "; too few deals to tell" if each.standing == "open" else ""
    if each.doubt:
        return f"; {DOUBTS[each.doubt]}: about {words.count(two_digits(each.more.blocks))} more deals may decide"
    if not math.isfinite(each.more.blocks):
        return "; no number of deals would decide, because the value lies at an end of the range"
    return f"; about {words.count(two_digits(each.more.blocks))} more deals would decide"


def at_an_end(each: Judged) -> bool:
    """Whether all deals have one value, an end of the range, so that no number of deals decides."""
    return each.more is not None and each.estimate.se == 0.0 and not math.isfinite(each.more.blocks)


def _blocks(each: Judged) -> float | int:
    """About how many more deals a goal needs; infinite where none would tell."""
    least = max(0.0, FIRST_LOOK - each.deals) if each.standing == "open" else 0.0
    blocks = each.more.blocks if each.more else least
    return two_digits(blocks) if math.isfinite(blocks) else blocks


def goal_columns(of: str = "") -> tuple[Field, ...]:
    """The columns of a goal with its verdict; numbers are in the unit in which the goal is written."""
    unit, found = "as the goal is written", attrgetter(of.rstrip(".")) if of else _itself

    def scaled(value: Callable[[Judged], float]) -> Callable[[Any], float]:
        return lambda row: found(row).goal.quantity.scale.factor * value(found(row))

    return (
        text("goal", "Goal", f"{of}goal.name"), text("what", "Quantity", f"{of}goal.quantity.sentence"),
        text("range", "Range", f"{of}goal.range"), text("verdict", "Verdict", f"{of}standing"),
        number("value", "Measured", unit, scaled(lambda each: each.estimate.value)),
        number("low", "Low end of the interval", unit, scaled(lambda each: each.estimate.interval.low)),
        number("high", "High end of the interval", unit, scaled(lambda each: each.estimate.interval.high)),
        number("range_from", "Range: low end", unit, scaled(lambda each: each.goal.low)),
        number("range_to", "Range: high end", unit, scaled(lambda each: each.goal.high)),
        text("mark", "Unit of the row", f"{of}goal.quantity.scale.mark"),
        whole("more_deals", "Deals still needed, about", "deals", lambda row: _blocks(found(row))),
        *basis_of(f"{of}estimate.interval"),
    )  # fmt: skip


def _itself(row: Any) -> Any:
    return row


def untold_sentence(untold: Sequence[Goal]) -> tuple[str, ...]:
    """That other games tell some goals; nothing where there are none."""
    silent = [each.name for each in untold if each.quantity.kind == COMEBACKS]
    others = [each.name for each in untold if each.quantity.kind != COMEBACKS]
    told = []
    if others:
        told.append(f"These games cannot check {words.listed(others)}; `dhstats goals check` can.")
    if silent:
        told.append(
            f"Not checked: {words.listed(silent)}. This needs the moves of all games: `dhstats goals check`"
            " logs them, and `dhstats report` uses them in a run with --moves all."
        )
    return tuple(told)


def opening(found: Checked, about: About) -> Opening:
    """How many goals are met, which one is missed most clearly, and what to do about that."""
    many, met = len(found.judged), len(found.having("met"))
    missed, still = found.having("missed"), found.having("open")
    kind = KINDS[found.standing]
    first = (missed or still or found.judged)[0]
    return Opening(
        question=f"Does {about.title} meet {_all(many)}: “{found.goals.title}”?",
        answer=capital(_answer(many, met, missed, still)),
        sureness=f"{SURENESS[kind]}: {_at(first)}.",
        decision=_decision(missed, still, found),
        verdict=kind,
        caution=about.caution,
    )


def _all(many: int) -> str:
    return "its goal" if many == 1 else f"{'both' if many == 2 else f'all {spelt(many)}'} of its goals"


def _answer(many: int, met: int, missed: Sequence[Judged], still: Sequence[Judged]) -> str:
    if not missed and not still:
        return "yes." if many == 1 else "yes, it meets them all."
    first = "no" if missed else "not known yet"
    numbers = ((met, "met"), (len(missed), "missed"), (len(still), "open"))
    counted = words.listed([f"{spelt(number)} {word}" for number, word in numbers if number])
    start = f"{first}: {counted}." if many > 1 else f"{first}."
    told = [f"{'Missed' if each is missed else 'Open'}: {_listed(each)}." for each in (missed, still) if each]
    return " ".join((start, *told))


def _listed(several: Sequence[Judged]) -> str:
    names = [each.goal.quantity.what for each in several]
    return words.listed(names if len(names) < 4 else [*names[:2], f"{spelt(len(names) - 2)} others"])


def _at(each: Judged) -> str:
    """Between what ends a quantity lies, beside its range."""
    quantity, interval = each.goal.quantity, each.estimate.interval
    scale, verb = quantity.scale, "are" if _several(each) else "is"
    digits = words.digits_of(each.estimate, scale.shown)
    ends = words.reach(interval, digits, factor=scale.factor)
    if not math.isfinite(interval.half_width):
        return f"{quantity.what}: {ends}; the goal is {each.goal.range}"
    known = f"{ends} {scale.mark}".rstrip()
    return f"{quantity.what} {verb} {known}, {words.level(interval)} interval; the goal is {each.goal.range}"


def _several(each: Judged) -> bool:
    """Whether the quantity is many things, as turns are."""
    return each.goal.quantity.what.split()[0] in ("turns", "games", "points", "changes", "decisions", "cards")


def _decision(missed: Sequence[Judged], still: Sequence[Judged], found: Checked) -> str:
    if missed:
        first = missed[0]
        way = "lowers" if first.estimate.value > first.goal.high else "raises"
        what = first.goal.quantity.what
        return f"Find a rule that {way} {what}: list keys in the file, and `dhstats design` finds the change."
    if still:
        if at_an_end(still[0]):
            return f"Widen the range of {still[0].goal.name} a little: all deals lie at its end."
        deals = two_digits(10.0 * found.terms.most)
        return f"Allow ten times as many deals: `--deals {deals}`."
    return "Keep these rules: they meet these goals."
