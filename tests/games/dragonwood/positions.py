"""Dragonwood positions in notation: set one up, decide, read back everything that lies on the table.

A position lies on the engine's table, or on the referee's where a test tries both (`tests/games/tellings.py`).
An adventurer card is its suit and number: "r3". Suits are r, o, p, b, g (which colour is which does not matter). Titles
are written with blanks or underscores. A move is "reload", "keep", "reroll 2", "discard r3", "pass r3", or an attempt:
"strike fire_ants r3 b4 + lightning_bolt".
"""

from __future__ import annotations

from functools import cache
from typing import Any

from dhstats.games.catalogue import load
from dhstats.games.dragonwood.files.rulesets import load as load_rules
from dhstats.games.dragonwood.referee import chronicle
from dhstats.games.dragonwood.referee.chronicle import Adventurer, Choice, Dice, helpers, unpacked
from dhstats.games.dragonwood.referee.tabletop import outcome, set_up
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
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from tests.games.tellings import PLAIN, OpenPosition, bits
from tests.harness import OpenGame

BUNDLE = load("dragonwood")
rule_set = cache(load_rules)  # a shipped rule set with some keys set
SUIT_NAMES = "ropbg"
BUG = "*"


def code(card: str) -> int:
    """The code of a card."""
    return LADYBUG if card == BUG else NUMBERS * SUIT_NAMES.index(card[0]) + int(card[1:]) - 1


def name(card: int) -> str:
    """A card in notation."""
    return card_text(_plain(card))


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


def choice_of(act: int, target: int, held: int, used: int, die: int) -> Choice:
    """A move of the engine as a decision at the referee's table."""
    return Choice(ACTS[act], TITLES[target] if target >= 0 else None, unpacked(held), helpers(used), die)


class Position(OpenPosition):
    """A game in a given position; seats are numbers from 0 on."""

    def __init__(self, rules: RuleSet, seed: int = 0, layout: int = 0, number: int = 0) -> None:
        self.rules, self._deal, self._layout = rules, (seed, number), layout
        self.players = int(rules.effective["players"])
        self.rows: list[dict[str, Any]] = []
        self._lay_out()

    def _lay_out(self) -> None:
        """Deals the cards of a seed and a deal."""
        self._game = OpenGame(BUNDLE, self.rules.record())
        self._game.deal(*self._deal, self._layout)
        self.table = self._game.table
        self.seen = self.table["seen"]

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
            self.table["dragons_left"] -= int(self.rules.effective["creatures"][TITLES[number]]["dragon"])
            if TITLES[number] == self.rules.effective["score"]["ties"]:
                self.table["dragon_holder"] = seat

    def set_decks_begun(self, number: int) -> None:
        """Says which adventurer deck is being drawn from."""
        self.seen["decks_begun"] = number

    def roll(self, *wanted: int, again: int | None = None) -> Position:
        """Has the mover's next attempt begin with these faces, and a die that is rolled again show this one.

        It is the first attempt of his place that does.
        """
        place = (self.turn_of + self._layout) % self.players
        for attempt in range(50_000):
            dice = Dice(self.rules.effective, *self._deal, place, attempt)
            if dice.first[: len(wanted)] == list(wanted) and again in (None, dice.again()):
                self._set_attempt(place, attempt)
                return self
        raise AssertionError(f"no attempt rolls {wanted}")

    def _set_attempt(self, place: int, attempt: int) -> None:
        self.table["dice"][place]["turn"] = attempt - 1

    # Playing

    def told(self, move: tuple[int, ...]) -> str:
        return choice_text(choice_of(*move))

    # Reading back

    @property
    def turn_of(self) -> int:
        """Whose turn it is, whoever has to decide in it."""
        return int(self.seen["mover"])

    @property
    def turns(self) -> list[int]:
        """How many turns everybody has had."""
        return self.seen["turns"][: self.players].tolist()

    @property
    def turns_left(self) -> int:
        """How many turns are left; -1 while the end has not been called."""
        return int(self.seen["turns_left"])

    @property
    def decks_begun(self) -> int:
        """How many adventurer decks have been begun."""
        return int(self.seen["decks_begun"])

    def adventurer_deck(self) -> list[str]:
        """All adventurers of the rules, sorted."""
        rules = self.seen["rules"]
        return sorted(name(card) for card in rules["adventurer_deck"][: rules["adventurers"]])

    def wood_deck(self) -> list[str]:
        """All Dragonwood cards of the rules, sorted."""
        rules = self.seen["rules"]
        return sorted(TITLES[number] for number in rules["wood_deck"][: rules["wood"]])

    def wood(self) -> list[str]:
        """The Dragonwood cards to come, the top card first."""
        return [TITLES[number] for number in self.table["wood_pile"][: self.seen["wood_left"]][::-1]]

    def points(self, seat: int) -> int:
        """The points that lie before a player."""
        return int(self.seen["points"][seat])

    def creatures(self, seat: int) -> int:
        """How many creatures a player has captured."""
        return int(self.seen["creatures"][seat])

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


class PlainPosition(Position):
    """The same on the referee's table."""

    def _lay_out(self) -> None:
        seed, number = self._deal
        self._table = set_up(
            self.rules.effective, Kept(seed, {"deal_id": number, "layout": self._layout, "swapped": 0}, [])
        )

    def set_hands(self, *hands: str) -> None:
        self._table.hands = [adventurers_of(hand) for hand in (*hands, *[""] * self.players)[: self.players]]
        held = {card for hand in self._table.hands for card in hand}
        self._table.pile = [_plain(card) for card in range(LADYBUG) if _plain(card) not in held]
        self._table.discards = []

    def set_pile(self, pile: str, discards: str = "") -> None:
        self._table.pile, self._table.discards = adventurers_of(pile)[::-1], adventurers_of(discards)

    def set_landscape(self, lying: str, coming: str = "") -> None:
        self._table.landscape, self._table.wood = lying.split(), coming.split()[::-1]

    def set_owned(self, seat: int, owned: str) -> None:
        self._table.owned[seat] = owned.split()

    def set_captured(self, seat: int, captured: str) -> None:
        self._table.captured[seat] += captured.split()
        if self.rules.effective["score"]["ties"] in captured.split():
            self._table.tie_holder = seat

    def set_decks_begun(self, number: int) -> None:
        self._table.decks_begun = number

    def _set_attempt(self, place: int, attempt: int) -> None:
        self._table.attempts[place] = attempt

    def moves(self) -> list[str]:
        return [choice_text(choice) for choice in self._table.choices()]

    def _take(self, choice: int) -> dict[str, Any]:
        return self._table.play(self._table.choices()[choice])

    @property
    def mover(self) -> int:
        return self._table.asked[1] if self._table.asked else -1

    @property
    def turn_of(self) -> int:
        return self._table.mover

    @property
    def turns(self) -> list[int]:
        return self._table.turns

    @property
    def turns_left(self) -> int:
        return self._table.turns_left

    @property
    def decks_begun(self) -> int:
        return self._table.decks_begun

    def adventurer_deck(self) -> list[str]:
        return sorted(map(card_text, chronicle.adventurers(self.rules.effective, *self._deal)))

    def wood_deck(self) -> list[str]:
        return sorted(
            card for dragons in (True, False) for card in chronicle.wood_cards(self.rules.effective, dragons=dragons)
        )

    def wood(self) -> list[str]:
        return self._table.wood[::-1]

    def points(self, seat: int) -> int:
        return self._table.points()[seat]

    def creatures(self, seat: int) -> int:
        return len(self._table.captured[seat])

    def hand(self, seat: int) -> str:
        return " ".join(map(card_text, sorted(self._table.hands[seat])))

    def hand_sizes(self) -> list[int]:
        return [len(hand) for hand in self._table.hands]

    def landscape(self) -> str:
        return " ".join(sorted(self._table.landscape, key=TITLES.index))

    def owned(self, seat: int) -> str:
        return " ".join(sorted(self._table.owned[seat], key=ENHANCEMENTS.index))

    def discards(self) -> str:
        return " ".join(map(card_text, sorted(self._table.discards)))

    def pile(self) -> str:
        return " ".join(map(card_text, self._table.pile[::-1]))

    def result(self) -> dict[str, Any]:
        return outcome(self._table)


def _plain(card: int) -> Adventurer:
    """A card of the engine as the referee has it."""
    return chronicle.LADYBUG if card == LADYBUG else (card // NUMBERS, card % NUMBERS + 1)


def adventurers_of(text: str) -> list[Adventurer]:
    """Cards in notation as the referee has them."""
    return [_plain(code(card)) for card in text.split()]


def card_text(card: Adventurer) -> str:
    """A card of the referee in notation."""
    return BUG if card == chronicle.LADYBUG else f"{SUIT_NAMES[card[0]]}{card[1]}"


def choice_text(choice: Choice) -> str:
    """The notation of a decision at the referee's table."""
    words = [choice.act, *([choice.target] if choice.target else []), *map(card_text, choice.cards)]
    words += ["+", *choice.used] if choice.used else []
    return " ".join([*words, *([str(choice.die)] if choice.die else [])])


def dealt(rules: RuleSet, seed: int = 0, number: int = 0) -> Position:
    """A game as it is dealt, on the table that the test tries."""
    return (PlainPosition if PLAIN.get() else Position)(rules, seed, 0, number)
