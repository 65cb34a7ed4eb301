"""The charts of answers, drawn: which of those that are planned, with what stands above and below each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import altair as alt
from altair.utils.schemapi import debug_mode

from dhstats.questions.shared.answer import Answer, Table
from dhstats.report.drawing import theme
from dhstats.report.drawing.drawing import ASKED, MATCHUP, OFFERED, THINGS, Chart, label
from dhstats.report.drawing.still import WIDTH
from dhstats.report.first_screens.openings import MOST_ROWS
from dhstats.report.plans.plans import Plan, filled
from dhstats.report.plans.shared_plans import OPENINGS, OTHER_OPENINGS, plans_of


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawn chart: its title, what it shows, words for those who do not see it, its specification, its place.

    The title is a finding, where a rule made one from the tables; else it says what is shown, and `shows` is empty.
    `legend` says what its marks mean, below it; `key` names its place on a page.
    """

    caption: str
    alternative: str
    spec: dict[str, Any]
    wide: bool
    shows: str = ""
    legend: str = ""
    key: str = ""


def figures(answer: Answer, *, opened: bool = False, game: str = "") -> tuple[Figure, ...]:
    """The charts of an answer about a game; none for an empty table, and not again what `opened` the page in full."""
    first = _opening_plan(answer) if opened else None
    known = plans_of(answer.key, game)
    plans = [plan for plan in known if first is None or not _in_opening(plan, first, answer)]
    return tuple(figure(plan, *tables) for plan, tables in _drawable(plans, answer, game))


def opening_figure(answer: Answer, game: str = "") -> Figure | None:
    """The picture made for the first screen of a page about a question; None where there is none."""
    plan = _opening_plan(answer)
    return next((figure(plan, *tables) for plan, tables in _drawable([plan] if plan else [], answer, game)), None)


def _opening_plan(answer: Answer) -> Plan | None:
    """The first of the pictures made for a question whose tables are all there."""
    plans = [of[answer.key] for of in (OPENINGS, OTHER_OPENINGS) if answer.key in of]
    return next((plan for plan, _ in _drawable(plans, answer)), None)


def charts(answer: Answer) -> tuple[Chart, ...]:
    """The charts of an answer as Altair draws them, with colours and width of their own, to be shown in a notebook."""
    return tuple(_alone(plan.draw(*tables)) for plan, tables in _drawable(plans_of(answer.key), answer))


def _alone(chart: Chart) -> Chart:
    """A chart that knows what else its page says of all: which colour a role has, and how wide charts are."""
    config = theme.chart_config("light")
    config["view"] = config["view"] | {"continuousWidth": WIDTH}
    return chart.properties(config=alt.Config.from_dict(config, validate=False))


def _in_opening(plan: Plan, first: Plan, answer: Answer) -> bool:
    """Whether the first picture shows all that a chart would."""
    if first.picked:
        return plan is first
    if (plan.tables, plan.about) != (first.tables, first.about) or plan is first or plan.about is not None:
        return plan is first or (plan.tables, plan.about) == (first.tables, first.about)
    sizes = [table.frame.height for table in answer.tables if table.key == plan.tables[0]]
    return max(sizes, default=0) <= MOST_ROWS


def _drawable(plans: Sequence[Plan], answer: Answer, game: str = "") -> Iterator[tuple[Plan, list[Table]]]:
    """The plans whose tables are all there, each with them and behind them those beside, where there are such."""
    keys = {table.key for table in answer.tables}
    for plan in plans:
        tables = [answer.table(key) for key in plan.tables if key in keys]
        if len(tables) == len(plan.tables) and _has_rows(plan, tables[0]):
            drawn = replace(plan, draw=partial(plan.draw, game=game)) if plan.by_game and game else plan
            yield drawn, [*tables, *(each for key in plan.beside for each in answer.tables if each.key == key)]


def _has_rows(plan: Plan, table: Table) -> bool:
    """Whether a table has a row that a plan is about, and something to be seen."""
    if plan.about is None:
        return filled(table) and plan.worth(table)
    column, word = plan.about
    return word in table.frame[column]


def figure(plan: Plan, *given: Table) -> Figure:
    """One chart, drawn from its tables and from those beside them."""
    tables = given[: len(plan.tables)]
    with debug_mode(False):  # the tests hold every plan against Vega-Lite's schema; that takes most of a report's time
        spec = plan.draw(*given).to_dict(validate=False)
    for known in ("$schema", "config"):  # the page knows both
        spec.pop(known, None)
    legend = "; ".join(spec.get("usermeta", {}).get("key", ()))
    titles = " and ".join(f"“{table.title}”" for table in tables)
    words = f"{spec['description']} Its numbers are in the table {titles} below."
    what = plan.caption + _cut(tables[0])
    finding = plan.says(*given) if plan.says else ""
    below = [each for each in (what if finding else "", plan.note, _some(plan, tables)) if each]
    return Figure(finding or what, words, spec, plan.wide, "; ".join(below), legend)


def _some(plan: Plan, tables: Sequence[Table]) -> str:
    """What stands below the title of a chart that has not all rows."""
    every = sum(table.frame.height for table in tables)
    return f"{plan.most} of {every} shown, the rest below" if 0 < plan.most < every else ""


def _cut(table: Table) -> str:
    """What a caption says of a table of more matchups, or other things with a name, than a chart offers."""
    named = label(table) in (MATCHUP, *THINGS, *ASKED)
    things = table.frame[label(table)].n_unique() if named else 0
    return f" (the first {OFFERED} of {things} rows; the numbers below have all)" if things > OFFERED else ""
