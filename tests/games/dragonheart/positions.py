"""Dragonheart positions in notation: set one up, play a turn, read back everything that lies on the table.

A position lies on the engine's table, or on the referee's where a test tries both (`tests/games/tellings.py`).
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
from dhstats.games.dragonheart.files.rulesets import load as load_rules
from dhstats.games.dragonheart.referee import tabletop
from dhstats.games.dragonheart.referee.chronicle import Card, in_order, packed, unpacked
from dhstats.games.dragonheart.referee.tabletop import set_up
from dhstats.games.dragonheart.table import BELOW, MAX_DECK, NO_CHOICE, PETRIFIED_DRAGON, PICTURES, PLACES, card_code
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from tests.games.tellings import PLAIN, OpenPosition
from tests.harness import OpenGame

BUNDLE = load("dragonheart")
rule_set = cache(load_rules)  # a shipped rule set with some keys set
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


def cards_of(piles: Any) -> list[Card]:
    """The cards of packed piles, one a picture."""
    return [(name, value) for name, pile in zip(PICTURES, piles, strict=True) for value in unpacked(int(pile))]


def deck_of(codes: Any) -> list[Card]:
    """A deck of card codes whose last is the top, as cards with the top first."""
    return [(PICTURES[code >> 4], code & 15) for code in np.asarray(codes)[::-1].tolist()]


def move_text(picture: int, values: int, target: int) -> str:
    """The notation of a move of the engine."""
    play = text((PICTURES[picture], value) for value in unpacked(values))
    return play if target == NO_CHOICE else f"{play} -> {PLACES[target]}"


class Position(OpenPosition):
    """A game in a given position on the engine's table; the seats are 0 and 1, the mover of an even turn is seat 0."""

    def __init__(self, rules: RuleSet, seed: int = 0) -> None:
        self.rules = rules
        self.rows: list[dict[str, Any]] = []
        self._lay_out(seed)

    def _lay_out(self, seed: int) -> None:
        """Deals the cards of a seed."""
        self._game = OpenGame(BUNDLE, self.rules.record())
        self._game.deal(seed, 0)
        self.table = self._game.table
        self.seen = self.table["seen"]

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

    def set_place(self, place: str, found: list[Card]) -> None:
        """Lays cards onto a space or below the ship."""
        number = PLACES.index(place)
        self.seen["cards"][number] = len(found)
        self.seen["points"][number] = sum(value for _, value in found)
        if number == BELOW:
            self.seen["below_dragons"] = sum(name == PICTURES[PETRIFIED_DRAGON] for name, _ in found)

    def set_state(self, *, stacks: int, figure: str, turn: int) -> None:
        """Says how many stacks lie beside the board, who has the figure and which turn it is."""
        self.seen["stacks"] = stacks
        self.seen["figure"] = HOLDERS[figure]
        self.seen["turn"] = turn

    def set_scores(self, first: int, second: int) -> None:
        """Gives the players score piles of so many points."""
        self.seen["scores"] = (first, second)

    # Playing

    def moves(self) -> list[str]:
        """All that the mover may play, in notation."""
        return [move_text(picture, values, target) for picture, values, _, target in self._game.moves()]

    def play(self, *plays: str) -> Position:
        """Plays one whole turn after the other; "pass" where nothing can be played."""
        for play in plays:
            moves = self.moves()
            assert play in (moves or [PASS]), f"{play} is not among {moves}"
            row = self._take(moves.index(play) if moves else -1)
            self.rows.append(row | {"legal_moves": len(moves), "values": tuple(unpacked(row["values"]))})
        return self

    def _take(self, choice: int) -> dict[str, Any]:
        row = self._game.take(choice)
        return {
            **row,
            "picture": None if row["picture"] < 0 else PICTURES[row["picture"]],
            "target": None if row["target"] < 0 else PLACES[row["target"]],
            "claimed_figure": bool(row["claimed_figure"]),
        }

    # Reading back

    @property
    def taken(self) -> tuple[int, int]:
        """Cards and points that the last turn brought to the mover's score pile."""
        return self.row["taken_cards"], self.row["taken_points"]

    def order(self, seat: int) -> list[Card]:
        """A player's whole deck as it was shuffled, top card first."""
        return deck_of(self.table["orders"][seat, :50])

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

    def lying_in_all(self) -> tuple[int, int]:
        """Cards and points on all spaces and below the ship."""
        found = [self.lying(place) for place in (*PICTURES, PLACES[BELOW])]
        return sum(count for count, _ in found), sum(points for _, points in found)

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
    def turn(self) -> int:
        """The number of the turn."""
        return int(self.seen["turn"])

    @property
    def turns_left(self) -> int:
        """How many turns are left; -1 while the end has not been called."""
        return int(self.seen["turns_left"])

    @property
    def over(self) -> bool:
        """Whether the last turn has been played."""
        return self.mover < 0


class PlainPosition(Position):
    """The same on the referee's table."""

    def _lay_out(self, seed: int) -> None:
        self._table = set_up(self.rules.effective, Kept(seed, {"deal_id": 0, "swapped": False}, []))
        self._orders = [tabletop.deck(self.rules.effective, seed, 0, number)[::-1] for number in (0, 1)]

    def set_hand(self, seat: int, hand: str) -> None:
        self._table.hands[seat] = cards(hand)

    def set_deck(self, seat: int, deck: str) -> None:
        self._table.decks[seat] = cards(deck)[::-1]
        self._table.emptied[seat] = not deck

    def set_place(self, place: str, found: list[Card]) -> None:
        pile = self._table.below_ship if place == PLACES[BELOW] else self._table.spaces[place]
        pile[:] = found

    def set_state(self, *, stacks: int, figure: str, turn: int) -> None:
        self._table.stacks, self._table.figure, self._table.turn = stacks, HOLDERS[figure], turn
        self._table.margins = [self._table.scores[0] - self._table.scores[1]] * turn  # as if it had always been so

    def set_scores(self, first: int, second: int) -> None:
        self._table.scores = [first, second]

    def moves(self) -> list[str]:
        plays = [] if self.over else self._table.plays()
        return [move_text(PICTURES.index(p), values, PLACES.index(to) if to else NO_CHOICE) for p, values, to in plays]

    def _take(self, choice: int) -> dict[str, Any]:
        return self._table.play(self._table.plays()[choice] if choice >= 0 else (None, 0, None))

    def order(self, seat: int) -> list[Card]:
        return self._orders[seat]

    def hand(self, seat: int) -> str:
        return text(in_order(self._table.hands[seat]))

    def hand_size(self, seat: int) -> int:
        return len(self._table.hands[seat])

    def deck(self, seat: int) -> str:
        return text(self._table.decks[seat][::-1])

    def lying(self, place: str) -> tuple[int, int]:
        pile = self._table.below_ship if place == PLACES[BELOW] else self._table.spaces[place]
        return len(pile), sum(value for _, value in pile)

    @property
    def stacks(self) -> int:
        return self._table.stacks

    @property
    def figure(self) -> str:
        return next(name for name, seat in HOLDERS.items() if seat == self._table.figure)

    @property
    def scores(self) -> tuple[int, int]:
        return self._table.scores[0], self._table.scores[1]

    @property
    def turn(self) -> int:
        return self._table.turn

    @property
    def turns_left(self) -> int:
        return self._table.turns_left

    @property
    def mover(self) -> int:
        return -1 if self._table.over else self._table.mover

    def result(self) -> dict[str, Any]:
        return self._table.outcome()


def dealt(rules: RuleSet, seed: int) -> Position:
    """A game as it is dealt, on the table that the test tries."""
    return (PlainPosition if PLAIN.get() else Position)(rules, seed)


def position(
    *settings: str, rules: str = "ffg", first: str = IDLE, second: str = IDLE, decks: tuple[str, str] = (BEHIND, BEHIND),
    board: str = "", below: str = "", stacks: int = 0, figure: str = "nobody", scores: tuple[int, int] = (0, 0),
    turn: int = 10, seed: int = 0,
) -> Position:  # fmt: skip
    """A position under shipped rules, with keys set as on the command line; what is not named is an empty board."""
    place = dealt(rule_set(rules, settings), seed)
    for seat, (hand, deck) in enumerate(zip((first, second), decks, strict=True)):
        place.set_hand(seat, hand)
        place.set_deck(seat, deck)
    for picture in PICTURES:
        place.set_place(picture, [card for card in cards(board) if card[0] == picture])
    place.set_place(PLACES[BELOW], cards(below))
    place.set_scores(*scores)
    place.set_state(stacks=stacks, figure=figure, turn=turn)
    return place


def opening(*settings: str, rules: str = "ffg", seed: int = 0) -> Position:
    """A game as it is dealt, with keys set as on the command line."""
    return dealt(rule_set(rules, settings), seed)
