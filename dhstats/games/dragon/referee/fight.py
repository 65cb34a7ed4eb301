"""Dragons with their cards on an ordinary table, and what happens to them: wounds, ground wars, the end of a fight."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.games.dragon.referee.chronicle import ATTACKS, NOBODY, Paper, Side, cardbook
from dhstats.games.dragon.table import ABSENT, SEATS


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


class Over(Exception):
    """The game ends in the middle of a turn."""


class Fight:
    """All dragons of a game, and whose turn it is; `piles` and `dragons` are those of the places, as for a Tabletop."""

    def __init__(
        self, rules: Mapping[str, Any], piles: Sequence[Sequence[str]], dragons: Sequence[str], layout: int
    ) -> None:
        self.rules, self.book = rules, cardbook(rules["pack"])
        self.players, self.mover = int(rules["players"]), 0
        places = [(seat + layout) % self.players for seat in range(self.players)]
        self.seats = [Dragon(seat, rules, self.book, dragons[place], piles[place]) for seat, place in enumerate(places)]
        self.end_reason, self.ended_by = "", NOBODY
        self.out: list[int] = []  # seats in the order in which their dragons left the fight
        self.wounds = 0  # taken by all since the last decision

    # Wounds and what they destroy

    def strike(self, card: Paper, rival: Dragon, at: str | None) -> None:
        """Wounds of an attack for a dragon, or for a ground card: all or nothing."""
        specials = self.rules["pack"]["special_types"]
        mine, wounds = self.seats[self.mover], card.number("wounds")
        for name in card.types:
            if name in ATTACKS or name in specials:
                wounds += mine.by_type("adds", name) - (0 if at else rival.by_type("armour", name))
        if at is None:
            wounds += card.number("tail_wounds") if rival.facing == "tail" else 0
            self.wound(rival, max(0, wounds))
        elif wounds >= self.book[at].number("lair_attack"):
            self.raze(rival, at)

    def wound(self, dragon: Dragon, wounds: int) -> None:
        """A dragon takes wounds."""
        dragon.wounds += wounds
        self.wounds += wounds
        self.check(dragon)

    def destroy(self, owner: Dragon, section: str, name: str) -> None:
        """A card that a rival has in play is discarded."""
        if section == "grounds":
            self.raze(owner, name)
        else:
            owner.detach(name)
            self.check(owner)

    def raze(self, owner: Dragon, name: str) -> None:
        """A ground card is destroyed: of equal ones that against the player whose turn it is, or who follows them."""
        for i in range(self.players):
            ground = (name, (self.mover + i) % self.players)
            if ground in owner.grounds:
                owner.grounds.remove(ground)
                owner.discards.append(name)
                return

    # Victory

    def draw(self, dragon: Dragon, number: int) -> None:
        """Cards one by one; a dragon whose deck has none left is exhausted."""
        for _ in range(number):
            if not dragon.alive:
                return
            if not dragon.pile:
                self.fall(dragon, "exhaust")
                return
            dragon.hand.append(dragon.pile.pop())

    def siege(self, seat: int) -> int:
        """The lair attack against a dragon."""
        grounds = [name for own in self.seats for name, rival in own.grounds if rival == seat]
        return sum(self.book[name].number("lair_attack") for name in grounds)

    def check(self, dragon: Dragon) -> None:
        """Whether a dragon is dead or banished."""
        if not dragon.alive:
            return
        if dragon.wounds >= dragon.power("health"):
            self.fall(dragon, "kill")
        elif self.siege(dragon.seat) >= dragon.power("lair"):
            self.fall(dragon, "banish")

    def fall(self, dragon: Dragon, reason: str) -> None:
        """A dragon is out; the game is over when all that are left are of one team."""
        dragon.alive = False
        self.out.append(dragon.seat)
        self.end_reason, self.ended_by = reason, self.mover
        left = [other.seat for other in self.seats if other.alive]
        if all(self.same_team(seat, left[0]) for seat in left):
            raise Over
        dragon.discards += [name for name, _ in dragon.grounds]
        dragon.grounds = []

    def same_team(self, one: int, other: int) -> bool:
        """Whether two seats fight on one side."""
        return one == other or (self.rules["teams"] == "pairs" and one % 2 == other % 2)

    def first_of_side(self, seat: int) -> int:
        """The lowest seat of a side, which stands for it."""
        return next(other for other in range(self.players) if self.same_team(seat, other))

    def leader(self) -> int:
        """The side whose dragons in the fight have most health left together, or nobody if that are several."""
        health: Counter[int] = Counter()
        for dragon in self.seats:
            if dragon.alive:
                health[self.first_of_side(dragon.seat)] += dragon.left()
        best = [seat for seat, own in health.items() if own == max(health.values())]
        return best[0] if len(best) == 1 else NOBODY

    def next_alive(self, seat: int) -> int:
        """The next seat to the left whose dragon is in the fight."""
        order = [(seat + i) % self.players for i in range(1, self.players + 1)]
        return next(other for other in order if self.seats[other].alive)

    def standing(self) -> dict[str, Any]:
        """The columns on how all dragons stand; nobody plays at the seats behind the last."""
        columns: dict[str, Any] = {}
        for seat, name in enumerate(SEATS):
            there = seat < self.players
            columns[f"score_{name}_after"] = self.seats[seat].left() if there else ABSENT
            columns[f"facing_{name}_after"] = self.seats[seat].facing if there else None
            columns[f"siege_{name}_after"] = self.siege(seat) if there else ABSENT
        return columns
