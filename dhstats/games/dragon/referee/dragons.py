"""A dragon with its cards on an ordinary table."""

from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.games.dragon.referee.cardbook import Paper
from dhstats.games.dragon.referee.chronicle import Side
from dhstats.games.dragon.table import SEATS


class Dragon:
    """A player's dragon, hand, deck, discards and cards in play; the last card of the deck is its top."""

    def __init__(
        self, seat: int, rules: Mapping[str, Any], book: Mapping[str, Paper], name: str, pile: Sequence[str]
    ) -> None:
        self.seat, self.name, self.book = seat, name, book
        self.card = rules["pack"]["dragons"][name]
        self.level, self.wounds, self.turns, self.alive = 1, 0, 0, True
        self.facing = str(rules["start"]["facing"])
        self.pile = list(pile)
        dealt = rules["hand"]["size"] + rules["start"]["cards"][SEATS[seat]]
        self.hand = [self.pile.pop() for _ in range(dealt)]
        self.discards: list[str] = []
        self.grounds: list[tuple[str, int]] = []  # with the rival that they stand against
        self.attached: list[tuple[str, int]] = []  # with the own turn after which they go; 0: never
        self.attacks: list[Paper] = []  # attack cards of this turn

    def texts(self) -> list[Mapping[str, Any]]:
        """What the dragon's card says, and all its attachments."""
        return [self.card["levels"][self.level - 1], *(self.book[name].text for name, _ in self.attached)]

    def power(self, what: str) -> int:
        """A number of the dragon, attachments included."""
        return sum(int(text.get(what, 0)) for text in self.texts())

    def by_type(self, what: str, name: str) -> int:
        """What it adds to wounds by cards of a type, or takes off them."""
        return sum(int(text.get(what, {}).get(name, 0)) for text in self.texts())

    def left(self) -> int:
        """Wounds that it can take before it is dead."""
        return max(0, self.power("health") - self.wounds)

    def can_use(self, card: Paper, specials: Sequence[str]) -> bool:
        """Whether it may use a card of these types."""
        gifts = {self.card.get("special"), *(gift for text in self.texts() for gift in text.get("uses", ()))}
        return all(name in gifts for name in card.types if name in specials)

    def throw(self, name: str) -> None:
        """Discards a card of the hand."""
        self.hand.remove(name)
        self.discards.append(name)

    def throw_all(self) -> None:
        """Discards the hand."""
        self.discards += self.hand
        self.hand = []

    def mill(self, number: int) -> None:
        """Discards cards from the top of the deck, as far as there are any."""
        for _ in range(min(number, len(self.pile))):
            self.discards.append(self.pile.pop())

    def detach(self, name: str) -> None:
        """Discards an attachment; of equal ones that which would stay longest."""
        equal = [one for one in self.attached if one[0] == name]
        self.attached.remove(max(equal, key=lambda one: (one[1] == 0, one[1])))
        self.discards.append(name)

    def expire(self) -> None:
        """Discards the attachments whose time is over."""
        gone = [one for one in self.attached if 0 < one[1] <= self.turns]
        self.attached = [one for one in self.attached if one not in gone]
        self.discards += [name for name, _ in gone]

    def side(self, siege: int) -> Side:
        """What lies before the player."""
        grounds, attached = tuple(sorted(self.grounds)), tuple(sorted(self.attached))
        return Side(
            self.card["title"] or self.name, self.level, self.facing, self.wounds, self.power("health"), siege,
            self.power("lair"), tuple(sorted(self.hand)), len(self.pile), len(self.discards), grounds, attached,
            self.alive,
        )  # fmt: skip
