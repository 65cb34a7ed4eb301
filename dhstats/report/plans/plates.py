"""The charts of answers, drawn: which a question has, from which of its tables, and what stands above them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from altair.utils.schemapi import debug_mode

from dhstats.games.catalogue import NAMES
from dhstats.questions.shared.answer import Answer, Table
from dhstats.report.drawing import captions
from dhstats.report.drawing.drawing import MATCHUP, OFFERED, Chart
from dhstats.report.first_screens import hundred, levels, openings, parts
from dhstats.report.plans.own import own
from dhstats.report.plans.plans import Plan, filled
from dhstats.report.plans.shared_plans import OF_ANY


@dataclass(frozen=True, slots=True)
class Plate:
    """A drawn chart: its title, what it shows, words that stand in for it, its specification, and what its marks mean.

    The title is a finding, where a rule made one from the tables; else it says what is shown, and `shows` is empty.
    """

    caption: str
    shows: str
    words: str
    spec: dict[str, Any]
    wide: bool
    key: str = ""


MOST, CHANGED, ALL = openings.MOST_ROWS, ("changed",), ("overall",)
SEAT_BY_SKILL = ("quantity", "seat")
# The picture made for the first screen, by question; one that is listed here is drawn there alone.
OPENINGS: dict[str, Plan] = {
    "first_player": Plan("Of 100 games", ("scores", "shares"), hundred.hundred, wide=True),
    "seats": Plan("What each seat wins", ("seats",), openings.seats, wide=True, says=captions.seats),
    "comparison": Plan(
        "What each tweak changes",
        ("scores",),
        openings.tweaks,
        True,
        most=MOST,
        beside=(*CHANGED, "differences"),
        says=openings.before_and_after,
    ),
    "sweep": Plan("What each level brings", ("curve", "roots"), levels.levels, True, beside=CHANGED),
    "value": Plan("What having it wins", ("meter",), openings.worth, wide=True, picked=True),
    "items": Plan("Having it instead of the opponent", ("items",), openings.differences, wide=True, most=MOST),
    "choice": Plan(
        "Every rule set, the nearest to even on top", ("scores",), openings.rule_sets, True, most=MOST, beside=CHANGED
    ),
    "audit": Plan("What each reading changes", ("scores",), openings.tweaks, wide=True, most=MOST),
    "what_if": Plan("What each way to go on changes", ("arms",), openings.differences, wide=True, most=MOST),
    "plays": Plan("What each card wins, where it can be played", ("pictures",), openings.differences, True, most=MOST),
    "meta": Plan("Of 100 games, won against the others", ALL, openings.best_player, True, most=MOST, picked=True),
    "luck": Plan(
        "What decides the lead at the end, in 100 parts", ("parts",), parts.parts, wide=True, says=parts.split
    ),
    "skill": Plan("From the weakest to the best", ("curves",), openings.ladder, wide=True, about=SEAT_BY_SKILL),
    "mechanisms": Plan("What doing without it loses", ("mechanisms",), openings.differences, wide=True, most=MOST),
    "probe": Plan("What knowing a player's habits wins", ("probe",), openings.differences, wide=True, most=MOST),
    "decks": Plan("Of 100 games, won against the others", ALL, openings.best_deck, True, most=MOST, picked=True),
    "cards": Plan("What the deck loses without a card", ("cards",), openings.differences, wide=True, most=MOST),
    "improvement": Plan("What the new deck wins more", ("steps", "gain"), openings.improved, wide=True, most=MOST),
    "certificate": Plan("What is proved", ("scores",), openings.claim, wide=True),
    "seat_certificate": Plan("What is proved", ("seats",), openings.seat_claims, wide=True),
    "plan": Plan("How many games each question needs", ("needs",), openings.games, wide=True, most=MOST),
}
PLANS = {**OF_ANY, **{question: plans for game in NAMES for question, plans in own(game).plans.items()}}


def plates(answer: Answer, *, opened: bool = False) -> tuple[Plate, ...]:
    """The charts of an answer; none for an empty table, and not again what `opened` the page in full."""
    first = OPENINGS.get(answer.key) if opened else None
    plans = [plan for plan in PLANS.get(answer.key, ()) if first is None or not _shown(plan, first, answer)]
    return tuple(_drawn(plan, answer) for plan in _drawable(plans, answer))


def _shown(plan: Plan, first: Plan, answer: Answer) -> bool:
    """Whether the first picture shows all that a chart would."""
    if first.picked:
        return plan is first
    if (plan.tables, plan.about) != (first.tables, first.about) or plan is first or plan.about is not None:
        return plan is first or (plan.tables, plan.about) == (first.tables, first.about)
    sizes = [table.frame.height for table in answer.tables if table.key == plan.tables[0]]
    return max(sizes, default=0) <= MOST


def opening_plate(answer: Answer) -> Plate | None:
    """The picture made for the first screen of a page about a question; None where there is none."""
    plans = _drawable([plan] if (plan := OPENINGS.get(answer.key)) else [], answer)
    return _drawn(plans[0], answer) if plans else None


def _drawn(plan: Plan, answer: Answer) -> Plate:
    return plate(plan, *_taken(plan, answer))


def _taken(plan: Plan, answer: Answer) -> list[Table]:
    """The tables that a chart takes, and behind them those that it takes where there are such."""
    beside = [each for key in plan.beside for each in answer.tables if each.key == key]
    return [*(answer.table(key) for key in plan.tables), *beside]


def _drawable(plans: Sequence[Plan], answer: Answer) -> list[Plan]:
    """The plans whose tables are all there, the first of them with rows that the plan is about."""
    tables = {table.key: table for table in answer.tables}
    return [plan for plan in plans if all(key in tables for key in plan.tables) and _told(plan, tables[plan.tables[0]])]


def _told(plan: Plan, table: Table) -> bool:
    """Whether a table has a row that a plan is about, and something to be seen."""
    if plan.about is None:
        return filled(table) and plan.worth(table)
    column, word = plan.about
    return word in table.frame[column]


def charts(answer: Answer) -> tuple[Chart, ...]:
    """The charts of an answer as Altair draws them, to be shown in a notebook."""
    plans = _drawable(PLANS.get(answer.key, ()), answer)
    return tuple(plan.draw(*_taken(plan, answer)) for plan in plans)


def plate(plan: Plan, *given: Table) -> Plate:
    """One chart, drawn from its tables and from those beside them."""
    tables = given[: len(plan.tables)]
    with debug_mode(False):  # the tests hold every plan against Vega-Lite's schema; that takes most of a report's time
        spec = plan.draw(*given).to_dict(validate=False)
    for key in ("$schema", "config"):  # the page knows both
        spec.pop(key, None)
    key = "; ".join(spec.get("usermeta", {}).get("key", ()))
    titles = " and ".join(f"“{table.title}”" for table in tables)
    words = f"{spec['description']} Its numbers are in the table {titles} below."
    shown = plan.caption + _cut(tables[0])
    told = plan.says(*given) if plan.says else ""
    below = [each for each in (shown if told else "", plan.note, _some(plan, tables)) if each]
    return Plate(told or shown, "; ".join(below), words, spec, plan.wide, key)


def _some(plan: Plan, tables: Sequence[Table]) -> str:
    """What stands below the title of a chart that has not all rows."""
    every = sum(table.frame.height for table in tables)
    return f"{plan.most} of {every} shown, the rest below" if 0 < plan.most < every else ""


def _cut(table: Table) -> str:
    """What a caption says of a run with more matchups than a chart offers."""
    matchups = table.frame[MATCHUP].n_unique() if MATCHUP in table.frame.columns else 0
    return f" (the first {OFFERED} of {matchups} rows; the numbers below have all)" if matchups > OFFERED else ""
