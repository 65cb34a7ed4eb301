"""Dragonwood positions in notation: set one up, decide, read back everything that lies on the table.

An adventurer card is its suit and number: "r3". Suits are r, o, p, b, g (which colour is which does not matter). Titles
are written with blanks or underscores. A move is "reload", "keep", "reroll 2", "discard r3", "pass r3", or an attempt:
"strike fire_ants r3 b4 + lightning_bolt".
"""

from __future__ import annotations

from functools import cache
from typing import Any

from dhstats.games.catalogue import load
from dhstats.games.dragonwood.files.rulesets import RuleSet
from dhstats.games.dragonwood.files.rulesets import load as load_rules
from dhstats.games.dragonwood.referee.draws import Dice
from dhstats.games.dragonwood.table import (
    ACTS,
    ENHANCEMENTS,
    LADYBUG,
    MAX_SEATS,
    N_CREATURES,
    N_TARGETS,
    NUMBERS,
    TITLES,
)
from tests.harness import OpenGame

TITLE = load("dragonwood")
SUIT_NAMES = "ropbg"
BUG = "*"


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [number for number in range(64) if int(mask) >> number & 1]


def code(card: str) -> int:
    """The code of a card."""
    return LADYBUG if card == BUG else NUMBERS * SUIT_NAMES.index(card[0]) + int(card[1:]) - 1


def name(card: int) -> str:
    """A card in notation."""
    return BUG if card == LADYBUG else f"{SUIT_NAMES[card // NUMBERS]}{card % NUMBERS + 1}"


def mask(cards: str) -> int:
    """Cards as bits."""
    return sum(1 << code(card) for card in cards.split())


def cards(held: int) -> str:
    """Bits as cards."""
    return " ".join(name(card) for card in bits(held))


def title(text: str) -> int:
    """The number of a title."""
    return TITLES.index(text)


def titles(text: str) -> list[int]:
    """The numbers of several titles."""
    return [title(word) for word in text.split()]


def move_text(act: int, target: int, held: int, used: int, die: int) -> str:
    """The notation of a move of the engine."""
    words = [ACTS[act]]
    words += [TITLES[target]] if target >= 0 else []
    words += [cards(held)] if held else []
    words += [f"+ {' '.join(ENHANCEMENTS[number] for number in bits(used))}"] if used else []
    words += [str(die)] if die else []
    return " ".join(words)


@cache
def rule_set(rules: str, settings: tuple[str, ...]) -> RuleSet:
    """A shipped rule set with some keys set."""
    return load_rules(rules, settings)


class Position:
    """A game in a given position; seats are numbers from 0 on."""

    def __init__(self, rules: RuleSet, seed: int = 0, layout: int = 0, number: int = 0) -> None:
        self.rules = rules
        self._game = OpenGame(TITLE, rules.record())
        self._game.deal(seed, number, layout)
        self._deal, self._layout = (seed, number), layout
        self.table = self._game.table
        self.seen = self.table["seen"]
        self.players = int(self.seen["rules"]["players"])
        self.rows: list[dict[str, Any]] = []

    # Setting up

    def set_hands(self, *hands: str) -> None:
        """Gives the players exactly these cards; all others lie in the pile, sorted, without ladybugs."""
        for seat in range(MAX_SEATS):
            held = mask(hands[seat]) if seat < len(hands) else 0
            self.table["hands"][seat] = held
            self.seen["hand_sizes"][seat] = len(bits(held))
        taken = sum(int(hand) for hand in self.table["hands"])
        rest = [card for card in range(LADYBUG) if not taken >> card & 1]
        self.table["pile"][: len(rest)] = rest
        self.seen["adventurers_left"] = len(rest)
        self.seen["discarded"] = self.seen["discarded_ladybugs"] = 0

    def set_pile(self, pile: str, discards: str = "") -> None:
        """Lays out the draw pile, top card first, and the discard pile."""
        codes = [code(card) for card in reversed(pile.split())]
        self.table["pile"][: len(codes)] = codes
        self.seen["adventurers_left"] = len(codes)
        self.seen["discarded"] = mask(discards.replace(BUG, ""))
        self.seen["discarded_ladybugs"] = discards.count(BUG)

    def set_landscape(self, lying: str, coming: str = "") -> None:
        """Lays out the landscape and the cards to come, the top card first."""
        self.seen["lying"][:] = 0
        self.seen["landscape"] = 0
        for number in titles(lying):
            self.seen["lying"][number] += 1
            self.seen["landscape"] |= 1 << number
        self.seen["open"] = len(titles(lying))
        pile = titles(coming)[::-1]
        self.table["wood_pile"][: len(pile)] = pile
        self.seen["wood_left"] = len(pile)

    def set_owned(self, seat: int, owned: str) -> None:
        """Gives a player these enhancements."""
        self.seen["owned"][seat] = sum(1 << ENHANCEMENTS.index(word) for word in owned.split())

    def set_captured(self, seat: int, captured: str) -> None:
        """Gives a player these creatures."""
        for number in titles(captured):
            assert number < N_CREATURES
            self.seen["captured"][seat, number] += 1
            self.seen["creatures"][seat] += 1
            self.seen["points"][seat] += self.seen["rules"]["points"][number]

    def roll(self, *wanted: int, again: int | None = None) -> Position:
        """Has the mover's next attempt begin with these faces, and a die that is rolled again show this one.

        It is the first attempt of his place that does.
        """
        place = (int(self.seen["mover"]) + self._layout) % self.players
        for attempt in range(50_000):
            dice = Dice(self.rules.effective, *self._deal, place, attempt)
            if dice.first[: len(wanted)] == list(wanted) and again in (None, dice.again()):
                self.table["dice"][place]["turn"] = attempt - 1
                return self
        raise AssertionError(f"no attempt rolls {wanted}")

    # Playing

    def moves(self) -> list[str]:
        """All that the player to move may do, in notation."""
        return [move_text(*move) for move in self._game.moves()]

    def play(self, *plays: str) -> Position:
        """Makes one decision after the other."""
        for play in plays:
            moves = self.moves()
            assert play in moves, f"{play} is not among {moves[:60]}"
            row = self._game.take(moves.index(play))
            self.rows.append(row | {"legal_moves": len(moves)})
        return self

    # Reading back

    @property
    def row(self) -> dict[str, Any]:
        """The row of the last decision."""
        return self.rows[-1]

    @property
    def mover(self) -> int:
        """Who has to decide; -1 once the game is over."""
        return self._game.mover

    def hand(self, seat: int) -> str:
        """A player's hand."""
        return cards(self.table["hands"][seat])

    def hand_sizes(self) -> list[int]:
        """How many cards everybody holds."""
        return self.seen["hand_sizes"][: self.players].tolist()

    def landscape(self) -> str:
        """The titles in the landscape, sorted."""
        return " ".join(TITLES[n] for n in range(N_TARGETS) for _ in range(self.seen["lying"][n]))

    def owned(self, seat: int) -> str:
        """A player's enhancements."""
        return " ".join(ENHANCEMENTS[number] for number in bits(self.seen["owned"][seat]))

    def discards(self) -> str:
        """The discard pile, ladybugs last."""
        return " ".join([*cards(self.seen["discarded"]).split(), *[BUG] * int(self.seen["discarded_ladybugs"])])

    def pile(self) -> str:
        """The draw pile, top card first."""
        return " ".join(name(card) for card in self.table["pile"][: self.seen["adventurers_left"]][::-1])

    def view(self, seat: int) -> Any:
        """What a player may know."""
        return self._game.view(seat)

    def result(self) -> dict[str, Any]:
        """The result of the game, its codes in words."""
        row: dict[str, Any] = self._game.result()
        return row | {key: TITLE.words[key][row[key]] for key in ("decided_by", "end_reason") if row[key] >= 0}
