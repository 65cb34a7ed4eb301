"""Dragon! positions in notation: set one up, decide, read back everything that lies on the table.

A card is its name in the pack; a hand or pile is names with blanks between, the top card first. A move is "pass",
"hold", "draw 2", an act and a card ("top quick_turn", "pay hot_blast", "pay stone"), or a play: "play claw_attack", "play hot_blast
at sappers" (a ground card), "play positioning: second side" (declared facings), with "> third" after the card where
there are several rivals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from dhstats.games.catalogue import load
from dhstats.games.dragon.files.rulesets import RuleSet
from dhstats.games.dragon.files.rulesets import load as load_rules
from dhstats.games.dragon.referee.cardbook import cardbook
from dhstats.games.dragon.referee.chronicle import unpacked
from dhstats.games.dragon.table import ACTS, FACINGS, NO_FACING, POWER, SEATS, STEPS
from tests.harness import OpenGame

TITLE = load("dragon")
PACK = "pack=draft"  # the cards that positions are worked out with, whatever balance does to those that are played
DECKS = ("kill", "banish", "exhaust", "mixed")  # the decks that positions replace, by place
FILLERS = ("time_slip", "slow_spiral", "tight_circle", "steep_climb", "stooping_dive", "thunder_roar", "tail_wind")
STONE = "emberwing_3"  # a card that can do nothing at level 1: neither be played nor top


@dataclass(frozen=True)
class Side:
    """What lies before a player; a pile's first card is its top, `grounds` stand against the next player."""

    hand: str = ""
    pile: str = f"{STONE} {STONE} {STONE} {STONE}"
    attached: str = ""
    grounds: str = ""
    dragon: str = "emberwing"
    level: int = 1
    wounds: int = 0
    facing: str = "front"

    def cards(self) -> list[str]:
        """Every card of the deck but for what fills it up."""
        own = f"{self.hand} {self.pile} {self.attached} {self.grounds}".split()
        return own + [f"{self.dragon}_{level}" for level in range(2, self.level + 1)]


@cache
def rule_set(rules: str, settings: tuple[str, ...]) -> RuleSet:
    """A shipped rule set with some keys set."""
    return load_rules(rules, settings)


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [number for number in range(64) if int(mask) >> number & 1]


def fillers(size: int) -> list[str]:
    """So many cards that no test asks for."""
    return [FILLERS[number // 9] for number in range(size)]


def decks(sides: Sequence[Side], settings: Sequence[str]) -> tuple[str, ...]:
    """The settings that give everybody a deck of the cards in the position, filled up to equal size."""
    size = max(10, *(len(side.cards()) for side in sides))
    told = [PACK, f"construction.size={size}", "construction.copies=45", "hand.size=1"]
    for name, side in zip(DECKS, sides, strict=False):
        cards = Counter(side.cards() + fillers(size - len(side.cards())))
        lines = ", ".join(f'"{count} {card}"' for card, count in cards.items())
        told += [f"pack.decks.{name}.dragon={side.dragon}", f"pack.decks.{name}.cards=[{lines}]"]
    return (*told, *settings)


class Position:
    """A game in a given position, by default in the play step of the first player's second turn."""

    def __init__(self, *sides: Side, rules: str = "", settings: Sequence[str] = (), step: str = "play") -> None:
        name = rules or {2: "standard", 3: "three", 4: "four"}[len(sides)]
        self.rules = rule_set(name, decks(sides, tuple(settings)))
        self.book = cardbook(self.rules.effective["pack"])
        self.names = list(self.book)
        self._game = OpenGame(TITLE, self.rules.record())
        self._game.deal(0, 0)
        self.table = self._game.table
        self.seen = self.table["seen"]
        self.players = len(sides)
        self.rows: list[dict[str, Any]] = []
        for seat, side in enumerate(sides):
            self._set_side(seat, side)
        for what in ("passed", "made", "made_of", "grounds_played", "played"):
            self.seen[what] = 0  # whatever was done on the way to the first decision of the deal
        self.seen["turns"][: self.players] = 1
        self.set_step(0, step)

    # Setting up

    def set_step(self, seat: int, step: str) -> Position:
        """Lets a player decide in a step of his turn."""
        self.seen["mover"] = self.seen["to_move"] = seat
        self.seen["step"] = self.seen["phase"] = STEPS.index(step)
        return self

    def _set_side(self, seat: int, side: Side) -> None:
        seen, rival = self.seen, (seat + 1) % self.players
        seen["level"][seat] = side.level - 1
        seen["wounds"][seat] = side.wounds
        seen["facing"][seat] = FACINGS.index(side.facing)
        self.table["hands"][seat] = self.mask(seat, side.hand)
        seen["hand_sizes"][seat] = len(side.hand.split())
        pile = [self._slot(seat, card) for card in reversed(side.pile.split())]
        self.table["orders"][seat][: len(pile)] = pile
        seen["left"][seat] = len(pile)
        seen["attached"][seat] = self.mask(seat, side.attached)
        for slot in bits(seen["attached"][seat]):
            lasts = self.book[self.names[int(seen["rules"]["code"][seat, slot])]].number("lasts")
            seen["until"][seat, slot] = 1 + lasts if lasts else 0
        seen["grounds"][seat, rival] = self.mask(seat, side.grounds)
        seen["siege"][rival] = sum(self.book[card].number("lair_attack") for card in side.grounds.split())
        filled = Counter(fillers(int(seen["rules"]["deck_size"][seat]) - len(side.cards())))
        seen["discarded"][seat] = self.mask(seat, " ".join(filled.elements()))
        self._set_power(seat)

    def _set_power(self, seat: int) -> None:
        """What the dragon has by its level and attachments, and which cards it may use."""
        seen, rules = self.seen, self.seen["rules"]
        codes = [int(rules["code"][seat, slot]) for slot in bits(seen["attached"][seat])]
        parts = [
            rules["levels"][seat, int(seen["level"][seat])],
            *(rules["powers"][rules["cards"][c]["power"]] for c in codes),
        ]
        for field in POWER.names or ():
            total = np.bitwise_or.reduce if field == "uses" else np.add.reduce
            seen["power"][seat][field] = total([part[field] for part in parts])
        barred = bits(int(rules["special"]) & ~int(seen["power"][seat]["uses"]))
        seen["usable"][seat] = ~sum(int(rules["of_type"][seat, kind]) for kind in barred)

    def _slot(self, seat: int, card: str) -> int:
        return int(self.seen["rules"]["slot"][seat, self.names.index(card)])

    def mask(self, seat: int, cards: str) -> int:
        """Cards of a player's deck as slots: the lowest of each title."""
        return sum(
            1 << self._slot(seat, card) + number for card, count in Counter(cards.split()).items() for number in range(count)
        )  # fmt: skip

    # Playing

    def told(self, move: tuple[int, ...]) -> str:
        """The notation of a move of the engine."""
        act, card, rival, at, declared, number = move
        words = [ACTS[act]]
        words += [self.names[card]] if card >= 0 else []
        words += [f"> {SEATS[rival]}"] if rival >= 0 and self.players > 2 else []
        words += [f"at {self.names[at]}"] if at >= 0 else []
        turned = ", ".join(f"{SEATS[seat]} {facing}" for seat, facing in unpacked(declared))
        words += [str(number)] if ACTS[act] == "draw" else []
        return " ".join(words) + (f": {turned}" if turned else "")

    def moves(self) -> list[str]:
        """All that the player to move may do, in notation."""
        return [self.told(move) for move in self._game.moves()]

    def play(self, *plays: str) -> Position:
        """Makes one decision after the other."""
        for play in plays:
            moves = self.moves()
            assert play in moves, f"{play} is not among {moves[:40]}"
            row = self._game.take(moves.index(play))
            self.rows.append(row | {"legal_moves": len(moves)})
        return self

    # Reading back

    @property
    def row(self) -> dict[str, Any]:
        """The row of the last decision."""
        return self.rows[-1]

    @property
    def outcome(self) -> str:
        """What became of the card in the last row; "" if it was not settled."""
        return {0: "cancelled", 1: "effect"}.get(self.row["outcome"], "")

    @property
    def mover(self) -> int:
        """Who has to decide; -1 once the game is over."""
        return self._game.mover

    @property
    def step(self) -> str:
        """Where in his turn the player is whose turn it is."""
        return STEPS[int(self.seen["step"])]

    def cards(self, seat: int, mask: int) -> str:
        """Slots of a player's deck as cards, sorted."""
        codes = [int(self.seen["rules"]["code"][self.seen["place"][seat], slot]) for slot in bits(mask)]
        return " ".join(sorted(self.names[code] for code in codes))

    def hand(self, seat: int) -> str:
        """A player's hand."""
        return self.cards(seat, self.table["hands"][seat])

    def discards(self, seat: int) -> str:
        """A player's discards, without what filled up his deck."""
        return " ".join(card for card in self.cards(seat, self.seen["discarded"][seat]).split() if card not in FILLERS)

    def attached(self, seat: int) -> str:
        """A player's attachments."""
        return self.cards(seat, self.seen["attached"][seat])

    def grounds(self, seat: int, rival: int) -> str:
        """The ground cards of one player against another."""
        return self.cards(seat, self.seen["grounds"][seat, rival])

    def left(self, seat: int) -> int:
        """How many cards a player has to draw."""
        return int(self.seen["left"][seat])

    def wounds(self) -> list[int]:
        """The wounds of all dragons."""
        told: list[int] = self.seen["wounds"][: self.players].tolist()
        return told

    def siege(self) -> list[int]:
        """The lair attack against all dragons."""
        told: list[int] = self.seen["siege"][: self.players].tolist()
        return told

    def facings(self) -> str:
        """How all dragons face."""
        return " ".join(FACINGS[facing] for facing in self.seen["facing"] if facing != NO_FACING)

    def view(self, seat: int) -> Any:
        """What a player may know."""
        return self._game.view(seat)

    def result(self) -> dict[str, Any]:
        """The result of the game, its codes in words."""
        row: dict[str, Any] = self._game.result()
        return row | {key: TITLE.words[key][row[key]] for key in ("decided_by", "end_reason") if row[key] >= 0}

    def end(self) -> tuple[int, str]:
        """Who has won and how; nobody and nothing while the game goes on."""
        return (self.result()["winner"], self.result()["end_reason"]) if self.mover < 0 else (-1, "")
