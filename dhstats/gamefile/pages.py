"""How a moment of a game of a game file is drawn: a place for every open field, and the players."""

from dhstats.gamefile.file import GameFile
from dhstats.gamefile.story import Lying, fields
from dhstats.games.retelling import SEATS
from dhstats.report.drawing.frames import Frame, Place, Seat
from dhstats.report.plans.plans import Own
from dhstats.simulate.replays.replay import Replay


def pages_of(file: GameFile) -> Own:
    """No charts beside those that every game has."""

    def frame(replay: Replay, number: int, line: str, lying: Lying) -> Frame:
        players = len(lying.scores)
        told = dict(fields(file, lying.state, players))
        shared = [name for name, each in file.state.items() if not each.by_seat]
        places = tuple(Place(name.replace("_", " "), "", big=told[name]) for name in shared)
        seats = tuple(_seat(file, replay, lying, told, seat) for seat in range(players))
        return Frame(number, line, places, seats)

    return Own({}, frame, step="decision")


def _seat(file: GameFile, replay: Replay, lying: Lying, told: dict[str, str], seat: int) -> Seat:
    """A player with what lies before them."""
    own = [name for name, each in file.state.items() if each.by_seat]
    keeps = tuple(f"{name.replace('_', ' ')}: {told[name].split(' | ')[seat]}" for name in own)
    note = "has to decide" if lying.mover == seat and not lying.over else ""
    return Seat(SEATS[seat], replay.players[seat], lying.scores[seat], note, (), keeps)
