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
    seats = []
    for seat, name in enumerate(seat_names(lying.players)):
        note = "has to decide" if lying.mover == seat and not lying.over else ""
        hand = tuple((card, "") for card in lying.hand(seat))
        keeps = tuple(f"{what}: {text}" for what, text in lying.before(seat).items())
        seats.append(Seat(name, replay.players[seat], lying.scores[seat], note, hand, keeps))
    return Frame(number, line, places, tuple(seats))
