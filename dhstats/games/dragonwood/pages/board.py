"""Dragonwood's table as a page draws it: the landscape with its numbers, both decks, open hands, what was captured."""

from collections.abc import Mapping
from typing import Any

from dhstats.games.dragonwood.files.rulesets import spoken
from dhstats.games.dragonwood.pages.charts import ENDINGS
from dhstats.games.dragonwood.referee.chronicle import Position
from dhstats.games.dragonwood.table import CREATURES, SEATS, WAYS
from dhstats.games.dragonwood.words.notation import SUIT_LETTERS, tally
from dhstats.games.retelling import counted
from dhstats.report.drawing.drawing import Frame, Own, Place, Seat
from dhstats.simulate.replays import Replay


def frame(replay: Replay, number: int, line: str, position: Position) -> Frame:
    """One moment of a game."""
    size = int(replay.rules["landscape"]["size"])
    places = [_card(replay.rules, name) for name in position.landscape]
    places += [Place("no card", "", free=1)] * (size - len(places))
    decks = replay.rules["end"]["decks"]
    pile = f"adventurers, deck {position.decks_begun}" + (f" of {decks}" if decks else "")
    rest = f"{counted(position.discards, 'card')} discarded; Dragonwood: {position.wood} to come"
    places.append(Place("decks", pile, big=f"{position.adventurers} left", foot=rest))
    return Frame(
        number, line, tuple(places), tuple(_seat(replay, seat, position) for seat in range(len(position.hands)))
    )


def _card(rules: Mapping[str, Any], name: str) -> Place:
    """A card of the landscape: the number that each way has to reach, and what it is worth."""
    kind = "creatures" if name in CREATURES else "enhancements"
    card = rules[kind][name]
    numbers = tuple(str(card[way]) for way in WAYS[:3])
    worth = counted(card["points"], "point") if kind == "creatures" else "enhancement"
    return Place(spoken(name), "", numbers, foot=worth, labels=tuple(WAYS[:3]))


def _seat(replay: Replay, seat: int, position: Position) -> Seat:
    hand = tuple((f"{SUIT_LETTERS[suit]}{number}", "") for suit, number in position.hands[seat])
    keeps = (*tally(position.captured[seat]), *(f"{spoken(name)} (helps)" for name in position.owned[seat]))
    asked = " · has to decide" if position.asked == seat else ""
    note = f"{counted(len(position.captured[seat]), 'creature')}{asked}"
    return Seat(SEATS[seat], replay.players[seat], position.scores[seat], note, hand, keeps)


LEGEND = (
    "A card of the hand has a suit, A to E, and a number. Strike with numbers that follow each other, stomp with equal"
    " numbers, scream with one suit: as many dice as cards have to reach the number for that way."
)
OWN = Own(frame, step="decision", legend=LEGEND, endings=ENDINGS)
