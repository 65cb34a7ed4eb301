"""A chart to draw, the usual kinds of titles that are made from tables, and what a game adds to pages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from dhstats.games.catalogue import part
from dhstats.questions.shared.answer import WANTED, Table
from dhstats.report.charts import results, turns
from dhstats.report.drawing import captions
from dhstats.report.drawing.captions import Says, leading
from dhstats.report.drawing.drawing import Chart
from dhstats.report.drawing.frames import Frame
from dhstats.simulate.replays.replay import Replay

ALWAYS = 0.95  # shares that are all at least this are not drawn


def filled(table: Table) -> bool:
    """There is something to draw."""
    return not table.frame.is_empty()


def several(column: str) -> Callable[[Table], bool]:
    """There are several, as of matchups: one bar cut in two says no more than its sentence."""
    return lambda table: table.frame[column].n_unique() > 1


def differing(column: str) -> Callable[[Table], bool]:
    """Something is not nearly always so: bars that are all as good as full tell nothing."""

    def differs(table: Table) -> bool:
        least = table.frame[column].min()
        return least is not None and float(least) < ALWAYS  # type: ignore[arg-type]

    return differs


@dataclass(frozen=True, slots=True)
class Plan:
    """A chart to draw: what it shows, the tables it takes, and the function that draws it.

    `says` makes its title from the tables that it is handed: what there is to be seen. One that is about some rows of
    its first table alone says which: the column, and what stands there. `worth` tells from the first table whether
    there is anything to be seen at all. `note` stands below the title. `most` are the rows that are drawn, where they
    may be fewer than there are, and `beside` tables that are handed over too where there are such. A first picture that
    is `picked` shows a part of what its tables hold, so that the section keeps its own charts of them. What is drawn
    `by_game` takes its name as well, as `game`.
    """

    caption: str
    tables: tuple[str, ...]
    draw: Callable[..., Chart]
    wide: bool = False
    about: tuple[str, str] | None = None
    says: Says | None = None
    worth: Callable[[Table], bool] = filled
    note: str = ""
    most: int = 0
    beside: tuple[str, ...] = ()
    picked: bool = False
    by_game: bool = False


def by_skill(quantity: str, caption: str, title: str, form: str) -> Plan:
    """A quantity along the skill ladder."""
    draw = partial(turns.by_skill, quantity=quantity, title=title, form=form)
    return Plan(caption, ("curves",), draw, about=("quantity", quantity))


def spread(what: str, caption: str, title: str, unit: str, role: str, says: str, *, wide: bool = False) -> Plan:
    """A histogram with its quantiles, titled by the middle nine tenths."""
    draw = partial(results.spread, what=what, title=title, unit=unit, role=role)
    range_of_most = partial(captions.range_of_most, what=what, says=says)
    return Plan(caption, ("histogram", "quantiles"), draw, wide, says=range_of_most, beside=(WANTED,))


def counts(what: str, caption: str, title: str, unit: str, says: str) -> Plan:
    """A histogram titled by what half of the games do not exceed."""
    draw = partial(results.spread, what=what, title=title, unit=unit, role="amount")
    says_half = partial(captions.half_at_most, what=what, says=says)
    return Plan(caption, ("histogram",), draw, says=says_half, beside=(WANTED,))


def most(
    name: str, value: str, says: str, form: Callable[[float], str] = captions.percent, ends: tuple[str, str] = ("", "")
) -> Says:
    """A title that names what is most."""
    return partial(leading, name=name, value=value, says=says, form=form, ends=ends)


def cell(value: str, says: str) -> Says:
    """A title that names the greatest cell of a grid."""
    return partial(captions.greatest_cell, value=value, says=says)


@dataclass(frozen=True, slots=True)
class Own:
    """A game's own charts by question, how a moment of it is drawn, and what leads from one moment to the next.

    `endings` are the ways in which it ends, as charts say each, with its colour. How often it ends in some of them is
    followed `by_skill`, and so are `others`: charts of that question, after those of how long it takes, and at the end.
    `legend` says in a sentence or two how what is drawn is to be read.
    """

    plans: Mapping[str, tuple[Plan, ...]]
    frame: Callable[[Replay, int, str, Any], Frame]
    step: str
    endings: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    by_skill: tuple[Plan, ...] = ()
    others: tuple[Plan, ...] = ()
    legend: str = ""


def own(game: str) -> Own:
    """What a game has of its own on pages; BadInput if there is no such game."""
    of_game: Own = part(game, "pages")
    return of_game
