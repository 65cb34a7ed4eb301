"""How a moment of a game of a game file is drawn: a place for every shared field, and the players."""

from dhstats.gamefile.declarations import spoken
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.telling.lying import Lying
from dhstats.games.retelling import seat_names
from dhstats.report.drawing.drawing import Frame, Own, Place, Seat
from dhstats.report.drawing.theme import KINDS
from dhstats.simulate.replays import Replay

LIMITED = "limit of decisions"


def pages_of(file: GameFile) -> Own:
    """No charts beside those that every game has; what the file says of itself."""
    roles = {name: KINDS[at % len(KINDS)] for at, name in enumerate(file.endings)}
    endings = {name: (LIMITED if name == file.endings[-1] else spoken(name), role) for name, role in roles.items()}
    return Own(frame, step="decision", endings=endings, legend=file.idea)


def frame(replay: Replay, number: int, line: str, lying: Lying) -> Frame:
    """One moment of a game."""
    places = tuple(Place(name, "", big=text) for name, text in lying.before().items())
    seats = tuple(_seat(replay, lying, seat) for seat in range(lying.players))
    return Frame(number, line, places, seats)


def _seat(replay: Replay, lying: Lying, seat: int) -> Seat:
    note = "has to decide" if lying.mover == seat and not lying.over else ""
    hand = tuple((card, "") for card in lying.hand(seat))
    keeps = tuple(f"{name}: {text}" for name, text in lying.before(seat).items())
    return Seat(seat_names(lying.players)[seat], replay.players[seat], lying.scores[seat], note, hand, keeps)
