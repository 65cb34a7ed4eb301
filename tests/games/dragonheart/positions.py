"""Dragonheart positions in notation: set one up, play a turn, read back everything that lies on the table.

Cards are written "fire_dragon 3, dwarf 1 1" (a picture, then the value of each card), a play the same way with its
choice behind an arrow: "sorceress 1 2 -> petrified_dragon". What is read back is sorted like the board's list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from dhstats.games.catalogue import load
from dhstats.games.dragonheart.files.rulesets import RuleSet
from dhstats.games.dragonheart.files.rulesets import load as load_rules
from dhstats.games.dragonheart.table import (
    BELOW,
    MAX_DECK,
    MAX_VALUE,
    NO_CHOICE,
    PETRIFIED_DRAGON,
    PICTURES,
    PLACES,
    card_code,
)
from tests.harness import OpenGame

Card = tuple[str, int]
TITLE = load("dragonheart")
BEHIND = "dwarf" + " 1" * 20  # a deck with something to draw
IDLE = "dwarf 1 1 1 1 1"  # a hand for a player who does not matter
PASS = "pass"
HOLDERS = {"nobody": -1, "first": 0, "second": 1}

_code = getattr(card_code, "py_func", card_code)


def cards(notation: str) -> list[Card]:
    """The cards of a notation, in its order."""
    found: list[Card] = []
    for group in notation.split(","):
        picture, *values = group.split() or [""]
        if picture:
            assert picture in PICTURES, notation
            found += [(picture, int(value)) for value in values]
    return found


def text(found: Iterable[Card]) -> str:
    """The notation of cards, in its order."""
    words: list[str] = []
    last = ""
    for picture, value in found:
        if picture != last:
            words.append(f", {picture}" if words else picture)
        words.append(f" {value}")
        last = picture
    return "".join(words)


def in_order(found: Iterable[Card]) -> list[Card]:
    """Cards sorted like the board's list, then by value."""
    return sorted(found, key=lambda card: (PICTURES.index(card[0]), card[1]))


def packed(values: Iterable[int]) -> int:
    """Cards of one picture as the table keeps them."""
    return sum(1 << 6 * value for value in values)


def unpacked(number: int) -> tuple[int, ...]:
    """The values of a packed pile, lowest first."""
    number = int(number)
    return tuple(value for value in range(MAX_VALUE + 1) for _ in range(number >> 6 * value & 63))


def cards_of(piles: Any) -> list[Card]:
    """The cards of packed piles, one a picture."""
    return [(name, value) for name, pile in zip(PICTURES, piles, strict=True) for value in unpacked(pile)]


def deck_of(codes: Any) -> list[Card]:
    """A deck of card codes whose last is the top, as cards with the top first."""
    return [(PICTURES[code >> 4], code & 15) for code in np.asarray(codes)[::-1].tolist()]


def move_text(picture: int, values: int, target: int) -> str:
    """The notation of a move of the engine."""
    play = text((PICTURES[picture], value) for value in unpacked(values))
    return play if target == NO_CHOICE else f"{play} -> {PLACES[target]}"


@cache
def rule_set(name: str, settings: tuple[str, ...]) -> RuleSet:
    """A shipped rule set with some keys set."""
    return load_rules(name, settings)


class Position:
    """A game in a given position; the seats are 0 and 1, the mover of an even turn is seat 0."""

    def __init__(self, rules: RuleSet, seed: int = 0) -> None:
        self.rules = rules
        self._game = OpenGame(TITLE, rules.record())
        self._game.deal(seed, 0)
        self.table = self._game.table
        self.seen = self.table["seen"]
        self.row: dict[str, Any] = {}

    # Setting up

    def set_hand(self, seat: int, hand: str) -> None:
        """Gives a player exactly these cards."""
        held = Counter(cards(hand))
        for number, picture in enumerate(PICTURES):
            own = [value for name, value in held.elements() if name == picture]
            self.table["hands"][seat, number] = packed(own)
        self.table["held"][seat] = sum(1 << PICTURES.index(picture) for picture in {name for name, _ in held})
        self.seen["hand_sizes"][seat] = held.total()

    def set_deck(self, seat: int, deck: str) -> None:
        """Gives a player this draw deck, top card first; an empty one was drawn out earlier."""
        codes = [_code(PICTURES.index(picture), value) for picture, value in reversed(cards(deck))]
        self.table["decks"][seat] = codes + [-1] * (MAX_DECK - len(codes))
        self.seen["deck_sizes"][seat] = len(codes)
        self.seen["emptied"][seat] = -1 if codes else 0

    def set_place(self, place: int, found: list[Card]) -> None:
        """Lays cards onto a space or below the ship."""
        self.seen["cards"][place] = len(found)
        self.seen["points"][place] = sum(value for _, value in found)
        if place == BELOW:
            self.seen["below_dragons"] = sum(name == PICTURES[PETRIFIED_DRAGON] for name, _ in found)

    # Playing

    def moves(self) -> list[str]:
        """All that the mover may play, in notation."""
        return [move_text(picture, values, target) for picture, values, _, target in self._game.moves()]

    def play(self, *plays: str) -> Position:
        """Plays one whole turn after the other; "pass" where nothing can be played."""
        for play in plays:
            moves = self.moves()
            count = len(moves)
            assert play in (moves or [PASS]), f"{play} is not among {moves}"
            row = self._game.take(moves.index(play) if moves else -1)
            self.row = {**row, "legal_moves": count, **self._words(row)}
        return self

    def _words(self, row: dict[str, int]) -> dict[str, Any]:
        return {
            "picture": None if row["picture"] < 0 else PICTURES[row["picture"]],
            "values": unpacked(row["values"]),
            "target": None if row["target"] < 0 else PLACES[row["target"]],
            "claimed_figure": bool(row["claimed_figure"]),
        }

    # Reading back

    @property
    def taken(self) -> tuple[int, int]:
        """Cards and points that the last turn brought to the mover's score pile."""
        return self.row["taken_cards"], self.row["taken_points"]

    def hand(self, seat: int) -> str:
        """A player's hand."""
        return text(cards_of(self.table["hands"][seat]))

    def hand_size(self, seat: int) -> int:
        """How many cards a player holds."""
        assert len(cards(self.hand(seat))) == self.seen["hand_sizes"][seat]
        return int(self.seen["hand_sizes"][seat])

    def deck(self, seat: int) -> str:
        """A player's draw deck, top card first."""
        return text(deck_of(self.table["decks"][seat, : self.seen["deck_sizes"][seat]]))

    def lying(self, place: str) -> tuple[int, int]:
        """Cards and points that lie on a space or below the ship."""
        number = PLACES.index(place)
        return int(self.seen["cards"][number]), int(self.seen["points"][number])

    @property
    def stacks(self) -> int:
        """Ship stacks beside the board."""
        return int(self.seen["stacks"])

    @property
    def figure(self) -> str:
        """Who has the Great Dragon: nobody, first or second."""
        return next(name for name, seat in HOLDERS.items() if seat == self.seen["figure"])

    @property
    def scores(self) -> tuple[int, int]:
        """The points of both score piles."""
        first, second = self.seen["scores"].tolist()
        return first, second

    @property
    def mover(self) -> int:
        """Whose turn it is; -1 once the game is over."""
        return self._game.mover

    @property
    def over(self) -> bool:
        """Whether the last turn has been played."""
        return self.mover < 0

    def view(self, seat: int) -> Any:
        """What a player may know."""
        return self._game.view(seat)

    def result(self) -> dict[str, Any]:
        """The result of the game, its codes in words."""
        row: dict[str, Any] = self._game.result()
        return row | {name: TITLE.words[name][row[name]] for name in ("decided_by", "end_reason") if row[name] >= 0}


def position(
    *settings: str, rules: str = "ffg", first: str = IDLE, second: str = IDLE, decks: tuple[str, str] = (BEHIND, BEHIND),
    board: str = "", below: str = "", stacks: int = 0, figure: str = "nobody", scores: tuple[int, int] = (0, 0),
    turn: int = 10, seed: int = 0,
) -> Position:  # fmt: skip
    """A position under shipped rules, with keys set as on the command line; what is not named is an empty board."""
    place = Position(rule_set(rules, settings), seed)
    for seat, (hand, deck) in enumerate(zip((first, second), decks, strict=True)):
        place.set_hand(seat, hand)
        place.set_deck(seat, deck)
    for number, picture in enumerate(PICTURES):
        place.set_place(number, [card for card in cards(board) if card[0] == picture])
    place.set_place(BELOW, cards(below))
    place.seen["stacks"] = stacks
    place.seen["figure"] = HOLDERS[figure]
    place.seen["scores"] = scores
    place.seen["turn"] = turn
    return place


def opening(*settings: str, rules: str = "ffg", seed: int = 0) -> Position:
    """A game as it is dealt, with keys set as on the command line."""
    return Position(rule_set(rules, settings), seed)
