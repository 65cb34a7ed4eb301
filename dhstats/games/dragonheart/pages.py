"""Dragonheart on a page: its board as it is drawn, and the charts that only Dragonheart has."""

from dhstats.games.dragonheart.referee.chronicle import NOBODY, Position, Space
from dhstats.games.dragonheart.words.notation import spoken
from dhstats.games.retelling import counted
from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import GAMES, OF_100, SEATS, wins_of
from dhstats.report.drawing import plots
from dhstats.report.drawing.drawing import MATCHUP, Chart, Choice, Frame, Own, Place, Seat, finish, rows
from dhstats.report.drawing.plots import bar_plot, own_ends
from dhstats.report.drawing.shapes import Axis, Names
from dhstats.simulate.replays import Replay

ROLES = ("first", "second")


def frame(replay: Replay, number: int, line: str, position: Position) -> Frame:
    """One moment of a game."""
    places = [_place(space, position) for space in position.spaces]
    values = tuple(value for _, value in position.below_ship)
    reached = "its cards were taken" if position.reached == "below_ship" else ""
    places.append(_cards("below the ship", "taken by the ship's arrow", values, 0, reached))
    stacks = f"{position.stacks} of {position.stacks_wanted}"
    holder = "nobody" if position.figure == NOBODY else f"{ROLES[position.figure]} player"
    places.append(Place("ship stacks", "beside the board", big=stacks))
    places.append(Place("Great Dragon", "is with", big=holder))
    seats = []
    for seat, role in enumerate(ROLES):
        hand = tuple((_value(value), spoken(picture)) for picture, value in position.hands[seat])
        note = f"{position.decks[seat]} in the deck" + (" · keeps the Great Dragon" if position.figure == seat else "")
        seats.append(Seat(role, replay.players[seat], position.scores[seat], note, hand))
    return Frame(number, line, tuple(places), tuple(seats))


def _place(space: Space, position: Position) -> Place:
    takes = " or ".join(map(spoken, space.takes))
    marks = ["played here"] if space.picture == position.played else []
    marks += ["its cards were taken"] if space.picture == position.reached else []
    free = max(0, space.slots - len(space.values))
    return _cards(spoken(space.picture), f"takes {takes}" if takes else "", space.values, free, ", ".join(marks))


def _cards(name: str, note: str, values: tuple[int, ...], free: int, mark: str) -> Place:
    """A place with its cards by value, a dash for those without, and what they are worth together."""
    return Place(name, note, tuple(map(_value, values)), free, counted(sum(values), "point"), mark)


def _value(value: int) -> str:
    return str(value) if value else "–"


ENDINGS = {"ships": ("last ship stack", "kind1"), "deck": ("empty deck", "kind2")}
OWN = Own(frame, step="turn", endings=ENDINGS)


def picture_bands(bands: Table) -> Chart:
    """How the share of plays of each picture shifts from the opening to the end."""
    values = rows(bands, MATCHUP, "turns", "picture", "share", "points")
    choose = Choice.among(values)
    across, down = Names.of(values, "turns", "Turns"), Names.of(values, "picture", "Picture")
    share = Axis("share", "Share of the plays in these turns", ".0%")
    domain = [0.0, max(row["share"] or 0.0 for row in values)]
    layers = plots.cells(choose.base(values), across, down, share, ("low", "high"), domain)
    words = "Grid: the share of plays of each picture, by turns of ten."
    return choose.offered(finish(layers, words, 32 * len(down.order)))


def figure_shares(roles: Table) -> Chart:
    """How often each player has the figure at the end, and claimed it first."""
    axis = Axis("share", GAMES, OF_100)
    values = _roles(roles, "share", ("first", "second", "nobody"))
    words = "Bars: how often each player has the Great Dragon at the end, and claimed it first, with intervals."
    return bar_plot(values, Names.of(values, "what", "Role"), axis, words, ends=own_ends(axis))


def figure_wins(roles: Table) -> Chart:
    """How often the player who holds or first claimed the figure has won."""
    values = _roles(roles, "win_rate", ("first", "second"))
    words = "Interval plot: how often the player who has or first claimed the Great Dragon has won. Not its value."
    return wins_of(values, "what", words, "Role")


def _roles(roles: Table, measure: str, seats: tuple[str, ...]) -> list[dict[str, object]]:
    columns = (measure, f"{measure}_low", f"{measure}_high")
    values = rows(roles, MATCHUP, "role", "seat", *columns)
    kept = [row for row in values if row["seat"] in seats and row[measure] is not None]
    kept.sort(key=lambda row: (row["seat"] == "nobody", not row["role"].startswith("holds"), row["seat"]))
    for row in kept:
        row["what"] = row["role"] if row["seat"] == "nobody" else f"{SEATS[row['seat']]} {row['role']}"
    return [{name: row[name] for name in (MATCHUP, "what", *columns)} for row in kept]
