"""Dragonwood: why attempts cannot be made, as the referee has it; rulebook, Capturing and Enhancements."""

from collections.abc import Iterator
from typing import Any

from dhstats.games.dragonwood.files.rulesets import spoken
from dhstats.games.dragonwood.referee import legal
from dhstats.games.dragonwood.referee.tabletop import Tabletop
from dhstats.games.dragonwood.table import CREATURES, WAYS
from dhstats.games.retelling import Reason, Tried, counted

ATTACKS = WAYS[:3]
SPELL = "spell"
ALIKE = {
    "strike": "follow each other in number", "stomp": "have the same number", "scream": "are of one suit",
    SPELL: "follow each other in one suit",
}  # fmt: skip
KEYS = {"no_spells": "spell.allowed", "dice": "dice.max", "dice_in_vain": "dice.max"}
OWED = "Discard a card: for an attempt that failed, for an event, or because a hand holds at most {} cards."
ONE_BY_ONE = Reason("Discard cards one by one.")


def tried(table: Tabletop) -> Iterator[Tried]:
    """Every way with every number of cards, what is helped with, spells; or what else than the one thing asked for."""
    assert table.asked is not None
    kind, seat = table.asked
    if kind == "turn":
        yield from _Turn(table, seat).tried()
    elif kind == "reroll":
        for face in sorted(set(table.rules["dice"]["faces"]) - set(table.rolled)):
            yield Tried({"die": face}, f"roll a {face} again", Reason("No die shows this number."))
        yield Tried({"dice": 2}, "roll two dice again", Reason("Only one die is rolled again."))
    else:
        if kind == "pass":
            owed = Reason("Everybody passes a card to the right.")
        else:
            owed = Reason(OWED.format(table.rules["hand"]["limit"]), "hand.limit")
        yield Tried({"size": 0}, "no card", owed)
        if len(table.hands[seat]) > 1:
            yield Tried({"size": 2}, "two cards at once", ONE_BY_ONE)


class _Turn:
    """What a player may think of in a turn."""

    def __init__(self, table: Tabletop, seat: int) -> None:
        self._rules, self._hand, self._owned = table.rules, table.hands[seat], table.owned[seat]
        own = self._rules["enhancements"]
        self._wild = [name for name in dict.fromkeys(self._owned) if own[name]["wild"]]
        self._landscape = list(dict.fromkeys(table.landscape))
        self._creatures = [name for name in self._landscape if name in CREATURES]
        self._sizes = {
            (way, wild): legal.sizes(self._rules, way, self._hand, wild=wild)
            for way in WAYS
            for wild in dict.fromkeys((False, bool(self._wild)))
        }

    def tried(self) -> Iterator[Tried]:
        """All of it."""
        for way in ATTACKS if self._landscape else ():
            for cards in range(1, len(self._hand) + 1):
                yield self._sized(way, cards, "", self._landscape[0])
            for wild in self._wild if self._creatures else ():
                for cards in range(len(self._hand) + 1):
                    yield self._sized(way, cards, wild, self._creatures[0])
        yield from self._spells()
        for name in dict.fromkeys(self._owned):
            yield from self._helped(name)
        if len(self._wild) > 1:
            yield Tried({"wilds": 2}, " and ".join(map(spoken, self._wild)), self._reason("wild_twice"))

    def _sized(self, way: str, cards: int, wild: str, target: str) -> Tried:
        """A way with so many cards, whatever it is at."""
        words = f"{way} with {counted(cards, 'card') if cards or not wild else ''}"
        words = words.rstrip() + (f"{' and ' if cards else ' '}{spoken(wild)}" if wild else "")
        word = legal.barred(self._rules, way, target, cards, self._owned, [wild] if wild else [])
        reason, sizes = self._reason(word), self._sizes[way, bool(wild)]
        if not reason and cards not in sizes:
            beside = f", even with {spoken(wild)} as one more" if wild else ""
            number = f"At most {most}" if (most := max(sizes, default=0)) > 1 else "No two"
            reason = Reason(f"{number} of your cards {ALIKE[way]}{beside}.")
        return Tried({"act": way, "size": cards, "wild": wild}, words, reason)

    def _spells(self) -> Iterator[Tried]:
        """A spell at everything that lies there, and with other numbers of cards."""
        need, wilds = self._rules["spell"]["cards"], ["", *self._wild]
        if not self._rules["spell"]["allowed"]:
            yield Tried({"act": SPELL}, "spell", self._reason("no_spells"))
            return
        for target in self._landscape:
            reasons = [self._spell_at(target, wild) for wild in wilds]
            yield Tried(
                {"act": SPELL, "target": target}, f"spell at {spoken(target)}", None if None in reasons else reasons[0]
            )
        for cards in range(1, len(self._hand) + 1):
            if cards not in (need, need - bool(self._wild)):
                text = f"A spell takes {counted(need, 'card')} of one suit in a row, no more and no less."
                words = f"spell with {counted(cards, 'card')}"
                yield Tried({"act": SPELL, "size": cards}, words, Reason(text, "spell.cards"))

    def _spell_at(self, target: str, wild: str) -> Reason | None:
        need = self._rules["spell"]["cards"] - bool(wild)
        word = legal.barred(self._rules, SPELL, target, need, self._owned, [wild] if wild else [])
        if word or need in self._sizes[SPELL, bool(wild)]:
            return self._reason(word)
        text = f"A spell needs {need} cards in a row of one suit; you do not have them."
        return Reason(text, "spell.cards")

    def _helped(self, name: str) -> Iterator[Tried]:
        if not (own := self._rules["enhancements"][name])["once"] and not own["wild"]:
            yield Tried({"used": name}, f"use {spoken(name)}", self._reason("lasting"))
            return
        for target in self._landscape:
            yield Tried(
                {"used": name, "target": target}, f"{spoken(name)} at {spoken(target)}", self._use_at(name, target)
            )
        if self._rules["spell"]["allowed"] and self._creatures and not self._rules["spell"]["enhanced"]:
            yield Tried({"used": name, "act": SPELL}, f"{spoken(name)} in a spell", self._reason("no_help", SPELL))
        if own["dice"] and not own["wild"] and self._creatures:
            for way in ATTACKS:
                for cards in sorted(self._sizes[way, False]):
                    word = legal.barred(self._rules, way, self._creatures[0], cards, self._owned, [name])
                    words = f"{way} with {counted(cards, 'card')} and {spoken(name)}"
                    at: dict[str, Any] = {"act": way, "size": cards, "wild": "", "used": name}
                    yield Tried(at, words, self._reason(word))

    def _use_at(self, name: str, target: str) -> Reason | None:
        """Why an enhancement is of no use at a target, with whatever attempt."""
        beside = [""] if self._rules["enhancements"][name]["wild"] else ["", *self._wild]
        words = [
            legal.barred(self._rules, way, target, cards, self._owned, [*filter(None, [wild]), name])
            for way in ATTACKS
            for wild in beside
            for cards in sorted(self._sizes[way, name in self._wild or bool(wild)])
        ]
        return None if "" in words else self._reason(next(iter(words), "no_card"))

    def _reason(self, word: str, way: str = "") -> Reason | None:
        most = self._rules["dice"]["max"]
        said = {
            "no_spells": "There are no spells under these rules.",
            "no_dragon": "A spell works only on dragons.",
            "lasting": "It helps by itself in every attempt at a creature.",
            "no_help": "Enhancements help against creatures, not to capture enhancements.",
            "wild_twice": "One wild card counts in an attempt, not two.",
            "dice": f"At most {most} dice are rolled, and so at most {counted(most, 'card')} are played.",
            "dice_in_vain": f"At most {most} dice are rolled: its dice would be one too many.",
            "no_card": "There is no attempt in which it could be used.",
        }
        if not word:
            return None
        if way == SPELL:
            return Reason("Enhancements do not help with a spell.", "spell.enhanced")
        return Reason(said[word], KEYS.get(word, ""))
