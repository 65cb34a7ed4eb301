"""Dragon!'s table as a page draws it: each dragon with its facing, what lies in play, the decks, open hands."""

from collections.abc import Mapping

from dhstats.games.dragon.referee.cardbook import Paper, cardbook
from dhstats.games.dragon.referee.chronicle import Position, Side
from dhstats.games.dragon.table import SEATS
from dhstats.games.dragon.words.notation import INDENT, cards_text
from dhstats.games.retelling import counted
from dhstats.report.drawing.drawing import Frame, Own, Place, Seat
from dhstats.simulate.replays import Replay


def frame(replay: Replay, number: int, line: str, position: Position) -> Frame:
    """One moment of a game; an answer in a chain is marked by an arrow."""
    book = cardbook(replay.rules["pack"])
    places = [place for seat, side in enumerate(position.sides) for place in _places(seat, side, book)]
    seats = tuple(_seat(replay, seat, position, book) for seat in range(len(position.sides)))
    return Frame(number, _indented(line), tuple(places), seats)


def _indented(line: str) -> str:
    """A line whose spaces at its left, which a page would swallow, are dots before an arrow."""
    bare = line.lstrip(" ")
    depth = (len(line) - len(bare)) // INDENT
    return f"{'· ' * (depth - 1)}↳ {bare}" if depth else bare


def _places(seat: int, side: Side, book: Mapping[str, Paper]) -> list[Place]:
    """A player's dragon, and what they have in play."""
    who = f"{SEATS[seat]} player"
    if not side.alive:
        return [Place(side.dragon, who, big="out of the fight")]
    lair = f"lair attack {side.siege} of {side.lair}"
    wounds = f"{side.wounds} of {counted(side.health, 'wound')}"
    places = [Place(side.dragon, f"{who}, level {side.level}", big=f"faces {side.facing}", foot=f"{wounds} · {lair}")]
    if grounds := [name for name, _ in side.grounds]:
        attack = sum(book[name].number("lair_attack") for name in grounds)
        places.append(Place("ground cards", who, big=cards_text(grounds, book), foot=f"lair attack {attack}"))
    if side.attached:
        attached = ", ".join(_attached(name, until, book) for name, until in side.attached)
        places.append(Place("attachments", who, big=attached))
    return places


def _attached(name: str, until: int, book: Mapping[str, Paper]) -> str:
    return book[name].title + (f" until turn {until}" if until else "")


def _seat(replay: Replay, seat: int, position: Position, book: Mapping[str, Paper]) -> Seat:
    side = position.sides[seat]
    hand = tuple((book[name].title, ", ".join(book[name].types)) for name in side.hand)
    asked = " · has to decide" if position.asked == seat else ""
    note = f"health left · {counted(side.deck, 'card')} to draw, {counted(side.discards, 'discard')}{asked}"
    return Seat(SEATS[seat], replay.players[seat], side.health - side.wounds if side.alive else 0, note, hand)


ENDINGS = {"kill": ("killing", "kind1"), "banish": ("banishing", "kind3"), "exhaust": ("exhausting", "kind2")}
OWN = Own(frame, step="decision", endings=ENDINGS)
