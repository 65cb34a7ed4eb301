"""The charts of answers, drawn: which of those that questions have, with what stands above and below each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import altair as alt
from altair.utils.schemapi import debug_mode

from dhstats.questions import catalogue
from dhstats.questions.shared.answer import Answer, Table
from dhstats.questions.shared.charts import MOST_ROWS, Chart, filled
from dhstats.report.drawing import drawing, theme
from dhstats.report.drawing.drawing import ASKED, MATCHUP, OFFERED, THINGS, label
from dhstats.report.drawing.theme import WIDTH


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
    first, every = _first_chart(answer) if opened else None, catalogue.charts(answer.key, game)
    kept = [chart for chart in every if first is None or not _in_opening(chart, first, answer)]
    return tuple(figure(chart, *tables, game=game) for chart, tables in _drawable(kept, answer))


def opening_figure(answer: Answer, game: str = "") -> Figure | None:
    """The picture made for the first screen of a page about a question; None where there is none."""
    chart = _first_chart(answer)
    drawable = _drawable([chart] if chart else [], answer)
    return next((figure(chart, *tables, game=game) for chart, tables in drawable), None)


def _first_chart(answer: Answer) -> Chart | None:
    """The first of the pictures made for a question whose tables are all there."""
    return next((chart for chart, _ in _drawable(catalogue.first_charts(answer.key), answer)), None)


def charts(answer: Answer) -> tuple[drawing.Chart, ...]:
    """The charts of an answer, as Altair draws them, in the colours and the width of pages; a notebook shows them."""
    config = theme.chart_config("light")  # what else a page says of all: which colour a role has, how wide charts are
    config["view"] = config["view"] | {"continuousWidth": WIDTH}
    every = [drawn(chart, *tables) for chart, tables in _drawable(catalogue.charts(answer.key), answer)]
    return tuple(chart.properties(config=alt.Config.from_dict(config, validate=False)) for chart in every)


def function(name: str | Callable[..., Any]) -> Callable[..., Any]:
    """The function that a chart names by its place below dhstats, or hands over."""
    if callable(name):
        return name
    module, _, name = f"dhstats.{name}".rpartition(".")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def drawn(chart: Chart, *tables: Table, game: str = "") -> drawing.Chart:
    """A chart as Altair draws it, from its tables and those beside them."""
    of_game = {"game": game} if chart.by_game and game else {}
    found: drawing.Chart = function(chart.draw)(*tables, **chart.options, **of_game)
    return found


def said(chart: Chart, *tables: Table) -> str:
    """The title that is made from tables; "" where they give none."""
    return str(function(chart.says)(*tables)) if chart.says else ""


def _in_opening(chart: Chart, first: Chart, answer: Answer) -> bool:
    """Whether the first picture shows all that a chart would."""
    if first.picked:
        return chart is first
    if (chart.tables, chart.about) != (first.tables, first.about) or chart is first or chart.about is not None:
        return chart is first or (chart.tables, chart.about) == (first.tables, first.about)
    sizes = [table.frame.height for table in answer.tables if table.key == chart.tables[0]]
    return max(sizes, default=0) <= MOST_ROWS


def _drawable(charts: Sequence[Chart], answer: Answer) -> Iterator[tuple[Chart, list[Table]]]:
    """The charts whose tables are all there, each with them and behind them those beside, where there are such."""
    keys = {table.key for table in answer.tables}
    for chart in charts:
        if not keys.issuperset(chart.tables):
            continue
        tables = [answer.table(key) for key in chart.tables]
        if chart.about is None:
            has_rows = filled(tables[0]) and chart.worth(tables[0])
        else:
            column, word = chart.about
            has_rows = word in tables[0].frame[column]
        if has_rows:
            yield chart, [*tables, *(each for key in chart.beside for each in answer.tables if each.key == key)]


def figure(chart: Chart, *given: Table, game: str = "") -> Figure:
    """One chart, drawn from its tables and from those beside them."""
    tables = given[: len(chart.tables)]
    with debug_mode(False):  # the tests hold every chart against Vega-Lite's schema; that takes most of a report's time
        spec = drawn(chart, *given, game=game).to_dict(validate=False)
    for known in ("$schema", "config"):  # the page knows both
        spec.pop(known, None)
    legend = "; ".join(spec.get("usermeta", {}).get("key", ()))
    titles = " and ".join(f"“{table.title}”" for table in tables)
    words = f"{spec['description']} Its numbers are in the table {titles} below."
    every, things = sum(table.frame.height for table in tables), 0
    some = f"{chart.most} of {every} shown, the rest below" if 0 < chart.most < every else ""
    if (column := label(tables[0])) in (MATCHUP, *THINGS, *ASKED):  # other things with a name
        things = tables[0].frame[column].n_unique()
    cut = f" (the first {OFFERED} of {things} rows; the numbers below have all)" if things > OFFERED else ""
    what, finding = chart.caption + cut, said(chart, *given)
    below = [each for each in (what if finding else "", chart.note, some) if each]
    return Figure(finding or what, words, spec, chart.wide, "; ".join(below), legend)
