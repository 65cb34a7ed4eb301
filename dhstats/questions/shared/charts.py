"""Charts of questions as data: what each shows, which tables it takes, and the function of the report that draws it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from dhstats.questions.shared import captions
from dhstats.questions.shared.answer import WANTED, Table
from dhstats.questions.shared.captions import Says

ALWAYS = 0.95  # shares that are all at least this are not drawn
MOST_ROWS = 5  # that fit into a first screen
PER_CENT, OF_100 = ".1%", ".1h"  # formats: "h" writes a share as so many of a hundred
OF_GAMES = "Games, of 100"
RESULTS, OPENINGS = "report.charts.results", "report.first_screens.openings"  # where most drawing functions are
GAPS = "report.charts.comebacks.gaps"


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
class Chart:
    """A chart to draw: what it shows, the tables it takes, and what draws it.

    `draw` is the function of the report that does, by its place below dhstats, with `options`; a game that does not
    come along hands over a function of its own. `says` makes the title
    from the tables: what there is to be seen; a text names a function, as `draw` does. A chart that is about some rows
    of its first table alone says which: the column, and what stands there. `worth` tells from the first table whether
    there is anything to be seen at all. `note` stands below the title. `most` are the rows that are drawn, where they
    may be fewer than there are, and `beside` tables that are handed over too where there are such. A first picture that
    is `picked` shows a part of what its tables hold, so that the section keeps its own charts of them. What is drawn
    `by_game` takes its name as well, as `game`.
    """

    caption: str
    tables: tuple[str, ...]
    draw: str | Callable[..., Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    wide: bool = False
    about: tuple[str, str] | None = None
    says: Says | str | None = None
    worth: Callable[[Table], bool] = filled
    note: str = ""
    most: int = 0
    beside: tuple[str, ...] = ()
    picked: bool = False
    by_game: bool = False


def by_skill(quantity: str, caption: str, title: str, form: str) -> Chart:
    """A quantity along the skill ladder."""
    options = {"quantity": quantity, "title": title, "form": form}
    return Chart(caption, ("curves",), "report.charts.comebacks.by_skill", options, about=("quantity", quantity))


def histogram(what: str, caption: str, title: str, unit: str, role: str, says: str, *, wide: bool = False) -> Chart:
    """A histogram with its quantiles, titled by the middle nine tenths."""
    options = {"what": what, "title": title, "unit": unit, "role": role}
    range_of_most = partial(captions.range_of_most, what=what, says=says)
    tables = ("histogram", "quantiles")
    return Chart(caption, tables, f"{RESULTS}.spread", options, wide, says=range_of_most, beside=(WANTED,))


def counted(what: str, caption: str, unit: str, says: str, title: str = "") -> Chart:
    """A histogram titled by what half of the games do not exceed."""
    options = {"what": what, "title": title or caption, "unit": unit, "role": "amount"}
    half = partial(captions.half_at_most, what=what, says=says)
    return Chart(caption, ("histogram",), f"{RESULTS}.spread", options, says=half, beside=(WANTED,))


def bars(
    caption: str, table: str, column: str, amount: tuple[str, str, str], words: str, says: Says | None = None,
    **more: Any,
) -> Chart:  # fmt: skip
    """An amount (its column, what its axis says, its format) as bars, a row a name in another column."""
    options = {"column": column, "amount": amount, "words": words} | more
    return Chart(caption, (table,), f"{RESULTS}.bars", options, says=says)


def differences(caption: str, table: str, *, form: str = "+.1h", wide: bool = True) -> Chart:
    """Effects, on the chance to win if nothing else is said, a row each, with the line of no effect."""
    return Chart(caption, (table,), f"{RESULTS}.differences", {"form": form}, wide)


def first_differences(caption: str, table: str) -> Chart:
    """The largest effects, for a first screen."""
    return Chart(caption, (table,), f"{OPENINGS}.differences", wide=True, most=MOST_ROWS)


def most(
    name: str, value: str, says: str, form: Callable[[float], str] = captions.percent, ends: tuple[str, str] = ("", "")
) -> Says:
    """A title that names what is most."""
    return partial(captions.leading, name=name, value=value, says=says, form=form, ends=ends)


def cell(value: str, says: str) -> Says:
    """A title that names the greatest cell of a grid."""
    return partial(captions.greatest_cell, value=value, says=says)
