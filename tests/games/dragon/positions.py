"""Dragon! positions in notation: set one up, decide, read back everything that lies on the table.

A position lies on the engine's table, or on the referee's where a test tries both (`tests/games/tellings.py`).
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
from typing import Any, Self

import numpy as np

from dhstats.games.catalogue import load
from dhstats.games.dragon.files.rulesets import load as load_rules
from dhstats.games.dragon.referee import tabletop
from dhstats.games.dragon.referee.chronicle import ATTACKS, Choice, cardbook, packed, unpacked
from dhstats.games.dragon.referee.tabletop import Story, Tabletop, outcome
from dhstats.games.dragon.table import ACTS, FACINGS, POWER, SEATS, STEPS
from tests.games.tellings import PLAIN, OpenPosition, bits
from tests.harness import OpenGame

BUNDLE = load("dragon")
rule_set = cache(load_rules)  # a shipped rule set with some keys set
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


NUMBERS = ("health", "agility", "lair", "attacks", "draws", "hand")  # of what a dragon is capable of


def engine_seat(table: Any, names: Sequence[str], seat: int) -> dict[str, Any]:
    """A dragon and its cards on the engine's table: cards by name and sorted, but for the pile, whose last is the top."""
    seen, place = table["seen"], int(table["seen"]["place"][seat])
    power, code = seen["power"][seat], seen["rules"]["code"][place].tolist()

    def cards(mask: int) -> list[str]:
        return sorted(names[code[slot]] for slot in bits(mask))

    attached = bits(seen["attached"][seat])
    return {
        "hand": cards(table["hands"][seat]), "hand_size": int(seen["hand_sizes"][seat]),
        "pile": [names[code[slot]] for slot in table["orders"][place][: seen["left"][seat]]],
        "discards": cards(seen["discarded"][seat]),
        "grounds": [cards(mask) for mask in seen["grounds"][seat][: seen["rules"]["players"]]],
        "attached": sorted((names[code[slot]], int(seen["until"][seat][slot])) for slot in attached),
        "level": int(seen["level"][seat]) + 1, "wounds": int(seen["wounds"][seat]),
        "facing": FACINGS[seen["facing"][seat]], "siege": int(seen["siege"][seat]), "turns": int(seen["turns"][seat]),
        "alive": bool(seen["alive"] >> seat & 1), **{f"power of {what}": int(power[what]) for what in NUMBERS},
        **{f"adds to {name}": number for name, number in zip(ATTACKS, power["adds"].tolist(), strict=False)},
    }  # fmt: skip


def plain_seat(table: Tabletop, seat: int) -> dict[str, Any]:
    """The same on the referee's table."""
    dragon = table.seats[seat]
    return {
        "hand": sorted(dragon.hand), "hand_size": len(dragon.hand), "pile": dragon.pile,
        "discards": sorted(dragon.discards),
        "grounds": [sorted(card for card, r in dragon.grounds if r == rival) for rival in range(table.players)],
        "attached": sorted(dragon.attached), "level": dragon.level, "wounds": dragon.wounds, "facing": dragon.facing,
        "siege": table.siege(seat), "turns": dragon.turns, "alive": dragon.alive,
        **{f"power of {what}": dragon.power(what) for what in NUMBERS},
        **{f"adds to {name}": dragon.by_type("adds", name) for name in ATTACKS},
    }  # fmt: skip


class Position(OpenPosition):
    """A game in a given position, by default in the play step of the first player's second turn."""

    def __init__(self, *sides: Side, rules: str = "", settings: Sequence[str] = (), step: str = "play") -> None:
        name = rules or {2: "standard", 3: "three", 4: "four"}[len(sides)]
        self.rules = rule_set(name, decks(sides, tuple(settings)))
        self.book = cardbook(self.rules.effective["pack"])
        self.names = list(self.book)
        self.players = len(sides)
        self.rows: list[dict[str, Any]] = []
        self._lay_out()
        for seat, side in enumerate(sides):
            self._set_side(seat, side)
        self.set_turns(*[1] * self.players)
        self.set_step(0, step)

    def _lay_out(self) -> None:
        """Deals the cards, and forgets whatever was done on the way to the first decision."""
        self._game = OpenGame(BUNDLE, self.rules.record())
        self._game.deal(0, 0)
        self.table = self._game.table
        self.seen = self.table["seen"]
        for what in ("passed", "made", "made_of", "grounds_played", "played"):
            self.seen[what] = 0

    # Setting up

    def set_step(self, seat: int, step: str) -> Self:
        """Lets a player decide in a step of his turn."""
        self.seen["mover"] = self.seen["to_move"] = seat
        self.seen["step"] = self.seen["phase"] = STEPS.index(step)
        self.seen["grounds_played"][seat] = 0
        return self

    def set_turns(self, *turns: int) -> None:
        """Says how many turns the players have had."""
        self.seen["turns"][: len(turns)] = turns

    def set_wounds(self, seat: int, wounds: int) -> None:
        """Gives a dragon so many wounds."""
        self.seen["wounds"][seat] = wounds

    def set_until(self, seat: int, *ends: int) -> None:
        """Says after which own turns a player's attachments go."""
        for slot, end in zip(bits(self.seen["attached"][seat]), ends, strict=True):
            self.seen["until"][seat, slot] = end

    def set_fallen(self, *seats: int) -> None:
        """Takes dragons out of the fight, in this order."""
        for number, seat in enumerate(seats):
            self.seen["alive"] &= ~(1 << seat)
            self.table["fallen"][seat] = number

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

    # Reading back

    @property
    def outcome(self) -> str:
        """What became of the card in the last row; "" if it was not settled."""
        return {0: "cancelled", 1: "effect"}.get(self.row["outcome"], "")

    @property
    def step(self) -> str:
        """Where in his turn the player is whose turn it is."""
        return STEPS[int(self.seen["step"])]

    def seat(self, seat: int) -> dict[str, Any]:
        """What lies before a player."""
        return engine_seat(self.table, self.names, seat)

    def of_all(self, what: str) -> list[Any]:
        """One thing of all players."""
        return [self.seat(seat)[what] for seat in range(self.players)]

    def hand(self, seat: int) -> str:
        """A player's hand."""
        return " ".join(self.seat(seat)["hand"])

    def discards(self, seat: int) -> str:
        """A player's discards, without what filled up his deck."""
        return " ".join(card for card in self.seat(seat)["discards"] if card not in FILLERS)

    def attached(self, seat: int) -> str:
        """A player's attachments."""
        return " ".join(name for name, _ in self.seat(seat)["attached"])

    def until(self, seat: int) -> list[int]:
        """After which own turns a player's attachments go."""
        return [end for _, end in self.seat(seat)["attached"]]

    def grounds(self, seat: int, rival: int) -> str:
        """The ground cards of one player against another."""
        return " ".join(self.seat(seat)["grounds"][rival])

    def left(self, seat: int) -> int:
        """How many cards a player has to draw."""
        return len(self.seat(seat)["pile"])

    def wounds(self) -> list[int]:
        """The wounds of all dragons."""
        return self.of_all("wounds")

    def siege(self) -> list[int]:
        """The lair attack against all dragons."""
        return self.of_all("siege")

    def facings(self) -> str:
        """How all dragons face."""
        return " ".join(self.of_all("facing"))

    def turns(self) -> list[int]:
        """How many turns the players have had."""
        return self.of_all("turns")

    def alive(self) -> list[int]:
        """The seats whose dragons are in the fight."""
        return [seat for seat, alive in enumerate(self.of_all("alive")) if alive]

    def level(self, seat: int) -> int:
        """The level of a dragon."""
        return self._number(seat, "level")

    def _number(self, seat: int, what: str) -> int:
        number: int = self.seat(seat)[what]
        return number

    def power(self, seat: int, what: str) -> int:
        """A number of a dragon, attachments included."""
        return self._number(seat, f"power of {what}")

    def adds(self, seat: int, attack: str) -> int:
        """What a dragon adds to wounds by cards of a type."""
        return self._number(seat, f"adds to {attack}")

    def leader(self) -> int:
        """The side that has most health left, or nobody."""
        return int(self.table["leader"])

    def end(self) -> tuple[int, str]:
        """Who has won and how; nobody and nothing while the game continues."""
        return (self.result()["winner"], self.result()["end_reason"]) if self.mover < 0 else (-1, "")


class Begun(Tabletop):
    """The referee's table in the middle of a turn: steps that lie behind its player are left out."""

    skipped: frozenset[str] = frozenset()

    def begin(self, seat: int, step: str) -> None:
        """Lets a player go on from a step of his turn."""
        self.skipped, self.mover = frozenset(STEPS[: STEPS.index(step)]), seat
        self._story = self._tell()
        self.asked = next(self._story, None)

    def _skips(self, step: str) -> bool:
        if step not in self.skipped:
            self.skipped = frozenset()
        return step in self.skipped

    def _agility(self) -> None:
        if not self._skips("agility"):
            super()._agility()

    def _grounds(self) -> Story:
        if not self._skips("ground"):
            yield from super()._grounds()

    def _plays(self) -> tuple[Choice, ...]:
        return () if self._skips("play") else super()._plays()

    def _discards(self) -> Story:
        if not self._skips("discard"):
            yield from super()._discards()

    def _draws(self) -> Story:
        self._skips("draw")
        yield from super()._draws()


class PlainPosition(Position):
    """The same on the referee's table."""

    def _lay_out(self) -> None:
        rules, places = self.rules.effective, range(self.players)
        piles = [tabletop.pile(rules, 0, 0, place) for place in places]
        self._plain = Begun(rules, piles, [tabletop.deck_of(rules, place)["dragon"] for place in places], 0)
        self._begins = (0, "play")
        self._pending: tuple[int, str] | None = None

    @property
    def _table(self) -> Begun:
        """The table, on which the story goes on from the step that was set."""
        if self._pending:
            self._plain.begin(*self._pending)
            self._pending = None
        return self._plain

    def set_step(self, seat: int, step: str) -> Self:
        self._begins = self._pending = (seat, step)
        return self

    def set_turns(self, *turns: int) -> None:
        for dragon, number in zip(self._plain.seats, turns, strict=False):
            dragon.turns = number
        self._pending = self._begins  # what may be decided is listed anew

    def set_wounds(self, seat: int, wounds: int) -> None:
        self._plain.seats[seat].wounds = wounds

    def set_until(self, seat: int, *ends: int) -> None:
        dragon = self._plain.seats[seat]
        dragon.attached = [(name, end) for (name, _), end in zip(dragon.attached, ends, strict=True)]

    def set_fallen(self, *seats: int) -> None:
        self._plain.out = list(seats)
        for seat in seats:
            self._plain.seats[seat].alive = False

    def _set_side(self, seat: int, side: Side) -> None:
        dragon = self._plain.seats[seat]
        dragon.level, dragon.wounds, dragon.facing = side.level, side.wounds, side.facing
        dragon.hand, dragon.pile = sorted(side.hand.split(), key=self.names.index), side.pile.split()[::-1]
        lasts = {card: self.book[card].number("lasts") for card in side.attached.split()}
        dragon.attached = [(card, 1 + lasts[card] if lasts[card] else 0) for card in side.attached.split()]
        dragon.grounds = [(card, (seat + 1) % self.players) for card in side.grounds.split()]
        dragon.attacks, dragon.discards = [], []

    def moves(self) -> list[str]:
        return [self._words(choice) for choice in (self._table.asked[1] if self._table.asked else ())]

    def _words(self, choice: Choice) -> str:
        codes = self._plain.codes
        card, at = (-1 if name is None else codes[name] for name in (choice.card, choice.at))
        return self.told((ACTS.index(choice.act), card, choice.rival, at, packed(choice.declared), choice.number))

    def _take(self, choice: int) -> dict[str, Any]:
        assert self._table.asked
        return self._table.play(self._table.asked[1][choice])

    @property
    def outcome(self) -> str:
        return self.row["outcome"] or ""

    @property
    def mover(self) -> int:
        return self._table.asked[0] if self._table.asked else -1

    @property
    def step(self) -> str:
        return self._table.step

    def seat(self, seat: int) -> dict[str, Any]:
        return plain_seat(self._table, seat)

    def leader(self) -> int:
        return self._table.leaders[-1]

    def result(self) -> dict[str, Any]:
        return outcome(self._table)


def position(*sides: Side, rules: str = "", settings: Sequence[str] = (), step: str = "play") -> Position:
    """A position on the table that the test tries."""
    return (PlainPosition if PLAIN.get() else Position)(*sides, rules=rules, settings=settings, step=step)
