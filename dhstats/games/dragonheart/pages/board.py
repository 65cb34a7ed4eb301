"""Dragonheart's board as a page draws it: nine spaces, the pile below the ship, stacks, the figure, two open hands."""

from dhstats.games.dragonheart.referee.chronicle import NOBODY, Position, Space
from dhstats.games.dragonheart.words.notation import spoken
from dhstats.games.retelling import counted
from dhstats.report.drawing.drawing import Frame, Own, Place, Seat
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
    return Frame(number, line, tuple(places), tuple(_seat(replay, seat, position) for seat in range(2)))


def _place(space: Space, position: Position) -> Place:
    takes = " or ".join(map(spoken, space.takes))
    marks = ["played here"] if space.picture == position.played else []
    marks += ["its cards were taken"] if space.picture == position.reached else []
    free = max(0, space.slots - len(space.values))
    return _cards(spoken(space.picture), f"takes {takes}" if takes else "", space.values, free, ", ".join(marks))


def _cards(name: str, note: str, values: tuple[int, ...], free: int, mark: str) -> Place:
    """A place with its cards by value, a dash for those without, and what they are worth together."""
    return Place(name, note, tuple(map(_value, values)), free, counted(sum(values), "point"), mark)


def _seat(replay: Replay, seat: int, position: Position) -> Seat:
    hand = tuple((_value(value), spoken(picture)) for picture, value in position.hands[seat])
    note = f"{position.decks[seat]} in the deck" + (" · keeps the Great Dragon" if position.figure == seat else "")
    return Seat(ROLES[seat], replay.players[seat], position.scores[seat], note, hand)


def _value(value: int) -> str:
    return str(value) if value else "–"


ENDINGS = {"ships": ("last ship stack", "kind1"), "deck": ("empty deck", "kind2")}
OWN = Own(frame, step="turn", endings=ENDINGS)
