"""A replayed game as one HTML page: the board after every turn, to step through or to read as a list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from dhstats import __version__
from dhstats.errors import BadInput
from dhstats.games.dragonheart.chronicle import NOBODY, Position, Space
from dhstats.games.dragonheart.notation import counted, spoken
from dhstats.report import theme
from dhstats.report.page import environment, policy
from dhstats.simulate.replay import Replay


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the board as it is drawn: cards by value, free outlines, what happened here in this turn."""

    name: str
    note: str
    values: tuple[int, ...]
    free: int
    mark: str

    @property
    def points(self) -> str:
        """What the cards are worth, in words."""
        return counted(sum(self.values), "point")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as he is drawn: his cards as (picture, value), a dash in place of a value that is 0."""

    name: str
    score: int
    keeps_figure: bool
    deck: int
    hand: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The page's picture of one moment: before the first turn, or after one."""

    number: int
    line: str
    places: tuple[Place, ...]
    stacks: str
    figure: str
    seats: tuple[Seat, ...]


def replay_html(replay: Replay) -> str:
    """The replay as one HTML file that loads nothing; without scripts it is a list of boards.

    BadInput for a game that has no board here.
    """
    if not isinstance(replay.opening, Position):
        raise BadInput(f"--html: there is no board for {replay.game} yet; leave it out for the game in words")
    script = _file("board.js")
    text: str = _template().render(
        replay=replay,
        frames=frames(replay),
        version=__version__,
        policy=policy((script,)),
        style=Markup(_style()),
        script=Markup(script),
    )
    return text + "\n"


def frames(replay: Replay) -> tuple[Frame, ...]:
    """All moments of a game in order, the deal first."""
    positions = [("the deal", replay.opening), *((step.deed, step.after) for step in replay.turns)]
    return tuple(_frame(replay, number, line, after) for number, (line, after) in enumerate(positions))


def _frame(replay: Replay, number: int, line: str, position: Position) -> Frame:
    places = [_place(space, position) for space in position.spaces]
    values = tuple(value for _, value in position.below_ship)
    reached = "taken from here" if position.reached == "below_ship" else ""
    places.append(Place("below the ship", "taken by the ship's arrow", values, 0, reached))
    holder = "nobody" if position.figure == NOBODY else f"{('first', 'second')[position.figure]} player"
    seats = tuple(_seat(replay, seat, position) for seat in range(2))
    return Frame(number, line, tuple(places), f"{position.stacks} of {position.stacks_wanted}", holder, seats)


def _place(space: Space, position: Position) -> Place:
    takes = " or ".join(map(spoken, space.takes))
    marks = ["played here"] if space.picture == position.played else []
    marks += ["taken from here"] if space.picture == position.reached else []
    free = max(0, space.slots - len(space.values))
    return Place(spoken(space.picture), f"takes {takes}" if takes else "", space.values, free, ", ".join(marks))


def _seat(replay: Replay, seat: int, position: Position) -> Seat:
    hand = tuple((spoken(picture), str(value) if value else "–") for picture, value in position.hands[seat])
    return Seat(replay.players[seat], position.scores[seat], position.figure == seat, position.decks[seat], hand)


def _style() -> str:
    light, dark = (theme.css_variables(mode) for mode in theme.MODES)
    return (
        f":root{{--font:{theme.FONT};{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}" + _file("board.css")
    )


def _file(name: str) -> str:
    return files("dhstats.report").joinpath(name).read_text("utf-8")


@cache
def _template() -> Any:
    return environment().get_template("board.html.j2")
