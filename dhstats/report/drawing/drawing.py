"""What every chart shares: rows out of a table, the choice of a matchup, and words for those who do not see it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import altair as alt

from dhstats.games.catalogue import part
from dhstats.questions.shared.answer import Table
from dhstats.simulate.replays import Replay

NAME = re.compile(r"(?<![\w./:=-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w=(-]|[./:]\w)")  # as a command has it


def spoken(text: str) -> str:
    """A text in which names have spaces for underscores, where they are no part of a key, a file or a command."""
    return NAME.sub(lambda found: found.group().replace("_", " "), text)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the board as it is drawn: its cards, free outlines, what happened here in this turn.

    `cards` are drawn as cards with a word each, and what that is below it where `labels` say so; `big` is a word in
    their place ("" if there are cards); `foot` stands below them, `mark` says what happened.
    """

    name: str
    note: str
    cards: tuple[str, ...] = ()
    free: int = 0
    foot: str = ""
    mark: str = ""
    big: str = ""
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as drawn: the open hand, each card as a word to stress and one beside it; what is kept."""

    role: str
    name: str
    score: int
    note: str
    hand: tuple[tuple[str, str], ...]
    keeps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The page's picture of one moment: before the first turn, or after one."""

    number: int
    line: str
    places: tuple[Place, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """How a moment of a game is drawn, and what leads from one moment to the next.

    `endings` are the ways in which it ends, as charts say each, with its colour. `legend` says in a sentence or two how
    what is drawn is to be read.
    """

    frame: Callable[[Replay, int, str, Any], Frame]
    step: str
    endings: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    legend: str = ""


def own(game: str) -> Own:
    """What a game has of its own on pages; BadInput if there is no such game."""
    of_game: Own = part(game, "pages")
    return of_game


Chart = alt.LayerChart
Row = dict[str, Any]

ROW_CAP = 5_000
OFFERED = 20  # matchups that a chart shows or offers; the tables and the JSON have all
DIGITS = 6  # that count in a number which is only drawn
MATCHUP = "matchup"  # in charts also what other rows are called
# Columns by which tables of other things than matchups begin: of them too a chart shows no more than it offers.
THINGS = ("item", "card", "picture", "play", "way", "swap", "component", "effect", "band", "number")
ASKED = ("question", "player", "restriction", "tweak", "reading", "rule_set", "setting")
NAMED = frozenset({MATCHUP, "strategy", "opponent", "deck", "against", "card"})  # columns of names from commands
CHOSEN = "datum.matchup === chosen"


class Rows(alt.InlineData):
    """Rows of a chart, which nobody changes: layers and their copies share them, where Altair copies every number."""

    def __deepcopy__(self, _: Any) -> Rows:
        """The same rows."""
        return self


class TooManyRowsError(ValueError):
    """A chart was given more rows than a page should carry: it wants a smaller table, never raw games."""


def label(table: Table) -> str:
    """The column that says of what a row is: of a matchup, or of what the table begins with."""
    return MATCHUP if MATCHUP in table.frame.columns else table.columns[0].name


def rows(table: Table, *names: str) -> list[Row]:
    """The named columns of a table, for the matchups that a chart shows."""
    held = [label(table) if name == MATCHUP else name for name in names]
    lines = [dict(zip(names, line, strict=True)) for line in table.frame.select(held).iter_rows()]
    for name in NAMED.intersection(names):
        for line in lines:
            line[name] = spoken(line[name])
    if MATCHUP not in names:
        return lines
    shown = set(distinct(lines, MATCHUP)[:OFFERED])
    return [line for line in lines if line[MATCHUP] in shown]


def plotted(values: Sequence[Row]) -> alt.Chart:
    """A chart without marks of some rows; what is not a number, or endless, becomes null."""
    if len(values) > ROW_CAP:
        raise TooManyRowsError(f"a chart of {len(values):,} rows; it may have {ROW_CAP:,}, and never raw games")
    drawn = [{name: _drawn(value) for name, value in row.items()} for row in values]
    return alt.Chart(Rows(values=drawn))


def _drawn(value: Any) -> Any:
    value = finite(value)
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def finite(value: Any) -> Any:
    """The value, or None for the floats that JSON cannot hold."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def encode(mark: alt.Chart, **channels: Any) -> alt.Chart:
    """A mark with its channels; Altair's own method does not say what it returns."""
    if isinstance(mark.mark, alt.MarkDef):  # of which Altair copies all that nobody set, time and again
        mark.mark = mark.mark.to_dict(validate=False)
    chart: alt.Chart = mark.encode(**{name: _channel(name, value) for name, value in channels.items()})
    return chart


def _channel(name: str, value: Any) -> Any:
    """A channel of a column or of a value; Altair makes the same of what it is handed, but takes far longer."""
    kind = name[0].upper() + name[1:]
    if isinstance(value, str):
        return getattr(alt, kind)(value)
    if isinstance(value, dict) and value.keys() == {"value"}:
        return getattr(alt, f"{kind}Value")(**value)
    return value


def distinct(values: Iterable[Row], name: str) -> list[Any]:
    """What a column holds, in order of first appearance."""
    return list(dict.fromkeys(row[name] for row in values))


def finish(layers: Sequence[Any], words: str, height: int, room: tuple[int, int] | None = None) -> Chart:
    """Layers as wide as their place, with words that stand in for the picture."""
    size = alt.AutoSizeParams(type="fit-x", contains="padding")
    chart = alt.LayerChart(layer=list(layers), width="container", height=height, autosize=size, description=words)
    return roomy(chart, room) if room else chart


def roomy(chart: Chart, room: tuple[int, int]) -> Chart:
    """A chart that the first screen of a page may make as high as between these heights."""
    chart.usermeta = {"least": room[0], "most": room[1]}
    return chart


@dataclass(frozen=True, slots=True)
class Choice:
    """The matchups among which the reader of a chart chooses; charts of a page choose together."""

    labels: tuple[str, ...]

    @classmethod
    def among(cls, values: Iterable[Row]) -> Choice:
        """A choice among the matchups of some rows."""
        return cls(tuple(distinct(values, MATCHUP)))

    def base(self, values: Sequence[Row]) -> alt.Chart:
        """A chart of the rows that belong to the chosen matchup."""
        if not self.labels:
            return plotted(values)
        if len(self.labels) < 2:
            return plotted([{name: row[name] for name in row if name != MATCHUP} for row in values])
        return plotted(values).transform_filter(CHOSEN)

    def offered(self, chart: Chart) -> Chart:
        """The chart with a list to choose from; without one where there is nothing to choose."""
        if len(self.labels) < 2:
            return chart
        listed = alt.binding_select(options=list(self.labels), name="Matchup")
        given: list[Any] = chart.params if isinstance(chart.params, list) else []
        chosen: Any = alt.param(name="chosen", value=self.labels[0], bind=listed).param
        chart.params = [*given, chosen]  # `add_params` copies every layer
        return chart
