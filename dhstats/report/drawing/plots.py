"""Whole charts of the usual kinds: intervals, bars, lines, stacks, a grid around even. A reader chooses the matchup."""

from collections.abc import Sequence
from dataclasses import dataclass

from dhstats.report.drawing import shapes, tiles
from dhstats.report.drawing.drawing import MATCHUP, Chart, Choice, Row, finish, plotted
from dhstats.report.drawing.shapes import PLOT, STEP, Axis, Names

ENDS = ("low", "high")
LEAST_REACH = 0.05  # how far a grid around even reaches to either side, at the least
GRID_ROW, AMOUNT_ROW = 36, 32  # height of a row of a grid


@dataclass(frozen=True, slots=True)
class Held:
    """What intervals are held against: a dashed line, and a strip that counts as no difference from it."""

    even: float | None = None
    strip: tuple[float, float] | None = None


NOTHING = Held()


def span(values: Sequence[Row], columns: Sequence[str]) -> tuple[float, float]:
    """From the least to the greatest number in some columns, with a little room."""
    numbers = [number for row in values for name in columns if (number := row.get(name)) is not None]
    room = 0.04 * (max(numbers) - min(numbers))
    return min(numbers) - room, max(numbers) + room


def interval_plot(
    values: Sequence[Row], names: Names, estimate: Axis, words: str, held: Held = NOTHING, *,
    ends: tuple[str, str] = ENDS, step: int = STEP, choose: Choice | None = None,
) -> Chart:  # fmt: skip
    """Estimates with their intervals, a row a name."""
    choose = choose or _matchups(values, names)
    known = [each for each in (held.even, *(held.strip or ())) if each is not None]
    domain = span([*values, *({estimate.column: each} for each in known)], (estimate.column, *ends))
    layers = [shapes.band(*held.strip, domain, names)] if held.strip else []
    layers += [shapes.even(held.even, domain, names)] if held.even is not None else []
    layers += shapes.intervals(choose.base(values), names, estimate, ends, domain)
    return choose.offered(finish(layers, words, shapes.height_of(names, step)))


def bar_plot(
    values: Sequence[Row], names: Names, length: Axis, words: str, *, ends: tuple[str, str] = ENDS, step: int = STEP,
    choose: Choice | None = None,
) -> Chart:  # fmt: skip
    """Amounts from nothing with their intervals, a row a name."""
    choose = choose or _matchups(values, names)
    layers = shapes.bars(choose.base(values), names, length, ends, "amount")
    return choose.offered(finish(layers, words, shapes.height_of(names, step)))


def line_plot(
    values: Sequence[Row], x: Axis, y: Axis, names: Names, words: str, *, level: float | None = None, zero: bool = True,
    at: Sequence[float] = (),
) -> Chart:  # fmt: skip
    """A line a name with its interval as a ribbon, and a dashed line at a level; `zero` and `at` as `shapes.lines`."""
    choose = _matchups(values, names)
    layers = shapes.lines(choose.base(values), x, y, ENDS, names, zero=zero, at=at)
    return choose.offered(finish([*([] if level is None else [shapes.level_line(level)]), *layers], words, PLOT))


def stack_plot(values: Sequence[Row], parts: Names, share: Axis, words: str) -> Chart:
    """Parts that make a whole in their order, a bar a matchup."""
    placed = [{**row, "place": parts.order.index(row[parts.column])} for row in values]
    names = Names.of(placed, MATCHUP, "Matchup")
    return finish(tiles.stacks(plotted(placed), names, parts, share), words, shapes.height_of(names))


def even_grid(
    values: Sequence[Row], across: Names, down: Names, score: Axis, words: str, row_height: int = GRID_ROW
) -> Chart:
    """Scores of all against all as cells: below even, even, above even."""
    reach = max(LEAST_REACH, *(abs(row[score.column] - 0.5) for row in values))
    domain = [0.5 - reach, 0.5, 0.5 + reach]
    layers = tiles.cells(plotted(values), across, down, score, ("below", "middle", "above"), domain)
    return finish(layers, words, row_height * len(down.order))


def own_ends(axis: Axis) -> tuple[str, str]:
    """The columns of the ends of a column's own interval."""
    return f"{axis.column}_low", f"{axis.column}_high"


def amount_grid(
    values: Sequence[Row], across: tuple[str, str], down: tuple[str, str], value: Axis, order: tuple[str, ...] = ()
) -> Chart:
    """Amounts from nothing as cells, by column and title; `order` is that of the columns, if not that of the data."""
    known = [row for row in values if row[value.column] is not None]
    choose, lines = Choice.among(known), Names.of(known, *down)
    columns = Names(*across, order) if order else Names.of(known, *across)
    domain = [0.0, max((row[value.column] for row in known), default=1.0)]
    layers = tiles.cells(choose.base(known), columns, lines, value, ("low", "high"), domain)
    words = f"Grid: {value.title[0].lower()}{value.title[1:]}, by {down[1].lower()} and {across[1].lower()}."
    return choose.offered(finish(layers, words, AMOUNT_ROW * len(lines.order)))


def _matchups(values: Sequence[Row], names: Names) -> Choice:
    """The matchups among which the reader chooses; none where the rows are of matchups, or know of none."""
    return Choice.among(values) if values and MATCHUP in values[0] and names.column != MATCHUP else Choice(())
