"""Dragon! as the rulebook tells it: plain lists of cards, and a game told as one story that stops at every question.

Written from the rulebook, the documented vocabulary of card packs and the list of rulings (`UNCLEAR` and `RULINGS` in
`games/dragon/files/unclear.py`) alone, so that it can contradict the fast engine. `Fight` deals; `begin` plays to the first
question; `options` are the decisions open to `asked`; `decide` plays one of them on to the next question and returns
its row. Cards are names, seats are numbers from 0 to the left; the last card of a pile is its top.

Where the reference found both silent, the rulings now say what is played.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from tests.engine.philox import Words, shuffled
from tests.reference.dragon_cards import SEATS, Card, Level, Pack, Table

NOBODY = -1
DECK_CHANNEL = 1
OTHER_CARDS = ("action", "attachment", "upgrade")  # than those of the ground step
Facings = tuple[tuple[int, str], ...]

# Where a dragon can face after so many quarter turns; left and right are alike.
TURNED = {
    0: {"front": ("front",), "side": ("side",), "tail": ("tail",)},
    1: {"front": ("side",), "side": ("front", "tail"), "tail": ("side",)},
    2: {"front": ("tail",), "side": ("side",), "tail": ("front",)},
}


class Move(NamedTuple):
    """A decision: what is done, with which card, against which rival, at which of his cards, with which facings."""

    act: str
    card: str | None = None
    rival: int | None = None
    at: str | None = None
    declared: Facings = ()
    number: int = 0


PASS, HOLD = Move("pass"), Move("hold")


class Question(NamedTuple):
    """Who is asked, and what he may answer."""

    seat: int
    options: frozenset[Move]


class FightOver(Exception):
    """At most one side is left in the fight."""


Story = Generator[Question, Move, None]
Told = Generator[Question, Move, bool]


@dataclass
class Attachment:
    """An attachment beside a dragon, and the own turn with whose end it goes (None: it stays)."""

    card: str
    until: int | None


@dataclass
class Player:
    """A dragon, its deck and all that lies before its player."""

    dragon: str
    deck: list[str]
    facing: str
    hand: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    upgrades: list[str] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    grounds: list[tuple[str, int]] = field(default_factory=list)  # and the rival that each stands against
    level: int = 1
    wounds: int = 0
    turns: int = 0
    fallen: int | None = None  # how many were out before
    attacks: list[Card] = field(default_factory=list)  # attack cards that count for the limits of this turn
    grounds_played: int = 0


def decks_of_a_deal(rules: Table, seed: int, deal: int) -> list[list[str]]:
    """The decks of all places of a deal: each list shuffled by the words of its own channel."""
    decks = []
    for place, name in enumerate(SEATS[: rules["players"]]):
        cards = Pack(rules["pack"]).listed(rules["decks"][name])
        order = shuffled(Words(seed, DECK_CHANNEL + place, deal), len(cards))
        decks.append([cards[number] for number in order])
    return decks


class Fight:
    """A game from the opening hands to the last dragon. `decks` by place; seat s plays that of place s + layout."""

    def __init__(self, rules: Table, decks: Sequence[Sequence[str]], layout: int = 0) -> None:
        self.rules, self.pack = rules, Pack(rules["pack"])
        self.seats = range(rules["players"])
        self.players = [self._player((seat + layout) % len(self.seats), decks) for seat in self.seats]
        self.mover, self.step = 0, "agility"
        self.over, self.end_reason, self.ended_by = False, "", NOBODY
        self.tops_of_chains: list[int] = []
        self.leaders: list[int] = []
        self.first_card: str | None = None
        self.depth = 0
        self.row: dict[str, Any] = {}
        self.decisions = 0
        for seat in self.seats:
            self._draw(seat, rules["hand"]["size"] + rules["start"]["cards"][SEATS[seat]])
        self._story = self._fight()
        self._question = Question(NOBODY, frozenset())

    def _player(self, place: int, decks: Sequence[Sequence[str]]) -> Player:
        """Who plays the deck of a place."""
        deck = self.pack.decks[self.rules["decks"][SEATS[place]]]
        return Player(deck["dragon"], list(decks[place]), self.rules["start"]["facing"])

    # Questions and answers

    def begin(self) -> "Fight":
        """Plays up to the first question."""
        try:
            self._question = next(self._story)
        except StopIteration:
            self.over = True
        return self

    @property
    def asked(self) -> int:
        """The seat that has to decide; nobody when the fight is over."""
        return NOBODY if self.over else self._question.seat

    @property
    def options(self) -> frozenset[Move]:
        """What he may decide."""
        return frozenset() if self.over else self._question.options

    def decide(self, move: Move) -> dict[str, Any]:
        """Plays a decision with all that follows of itself; returns its row."""
        if move not in self.options:
            raise ValueError(f"{move} is not open to seat {self.asked}; options: {sorted(self.options, key=str)}")
        seat = self.asked
        self.row = self._row(move, seat)
        try:
            self._question = self._story.send(move)
        except StopIteration:
            self.over = True
        self.leaders.append(self._leader())
        self.decisions += 1
        return self._finished(self.row, seat)

    def _row(self, move: Move, seat: int) -> dict[str, Any]:
        """What stands in a row when the decision is made."""
        answers = move.act in ("top", "hold")
        of_a_chain = answers or move.act == "pay"
        return {
            "turn": self.decisions,
            "own_turn": self.players[self.mover].turns,
            "seat": seat,
            "mover": self.mover,
            "step": self.step,
            **move._asdict(),
            "depth": self.depth + 1 if answers else 0,
            "first_card": self.first_card if of_a_chain else move.card if move.act == "play" else None,
            "outcome": None,
            "wounds": 0,
            "legal_moves": len(self.options),
        }

    def _finished(self, row: dict[str, Any], seat: int) -> dict[str, Any]:
        """The row with what lies on the table at the next question."""
        row["hand_after"], row["deck_after"] = len(self.players[seat].hand), len(self.players[seat].deck)
        for other in self.seats:
            row[f"score_{SEATS[other]}_after"] = self.health_left(other)
            row[f"facing_{SEATS[other]}_after"] = self.players[other].facing
            row[f"siege_{SEATS[other]}_after"] = self.siege(other)
        return row

    # Looking at the table

    def team(self, seat: int) -> int:
        """The side of a seat: its own, or with the one across."""
        return seat % 2 if self.rules["teams"] == "pairs" else seat

    def fighting(self) -> list[int]:
        """The seats whose dragons are in the fight."""
        return [seat for seat in self.seats if self.players[seat].fallen is None]

    def rivals(self, seat: int) -> list[int]:
        """The rivals in the fight."""
        return [other for other in self.fighting() if self.team(other) != self.team(seat)]

    def to_the_left(self, seat: int) -> list[int]:
        """All seats in the fight, from the one left of a seat round to itself."""
        order = [(seat + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
        return [other for other in order if other in self.fighting()]

    def level(self, seat: int) -> Level:
        """What the dragon is by its level."""
        player = self.players[seat]
        return self.pack.level(player.dragon, player.level)

    def attached(self, seat: int) -> list[Card]:
        """The attachments of a dragon."""
        return [self.pack.cards[attachment.card] for attachment in self.players[seat].attachments]

    def strength(self, seat: int, key: str) -> int:
        """Health, agility, lair or another number of a dragon: its level's and all its attachments'."""
        return self.level(seat).number(key) + sum(card.number(key) for card in self.attached(seat))

    def wounds_by_type(self, seat: int, key: str, types: Iterable[str]) -> int:
        """What a dragon adds to cards of these types, or takes off them."""
        tables: list[Mapping[str, int]] = [self.level(seat).text.get(key, {})]
        tables += [card.text.get(key, {}) for card in self.attached(seat)]
        return sum(table.get(name, 0) for table in tables for name in types)

    def health_left(self, seat: int) -> int:
        """How many more wounds a dragon takes until it is dead."""
        return max(0, self.strength(seat, "health") - self.players[seat].wounds)

    def siege(self, seat: int) -> int:
        """All lair attack points that stand against a dragon."""
        standing = [name for player in self.players for name, rival in player.grounds if rival == seat]
        return sum(self.pack.cards[name].number("lair_attack") for name in standing)

    def can_use(self, seat: int, card: Card) -> bool:
        """Whether the dragon may use all special types of a card."""
        gifts = {self.pack.dragons[self.players[seat].dragon].get("special")}
        gifts |= {gift for attachment in self.attached(seat) for gift in attachment.words("uses")}
        return set(self.pack.special_of(card)) <= gifts

    def _leader(self) -> int:
        """The side that alone has most health left, that of its dragons in the fight together."""
        sides = {self.team(seat) for seat in self.fighting()}
        health = {side: sum(self.health_left(seat) for seat in self.fighting() if self.team(seat) == side)
                  for side in sides}  # fmt: skip
        leaders = [side for side in sides if health[side] == max(health.values())]
        return leaders[0] if len(leaders) == 1 else NOBODY

    # Ways out of the fight

    def _look_for_the_end(self) -> None:
        """Dragons with wounds of at least their health are dead, those with their lair taken are banished."""
        for seat in self.fighting():
            if self.players[seat].wounds >= self.strength(seat, "health"):
                self._fall(seat, "kill")
            elif self.siege(seat) >= self.strength(seat, "lair"):
                self._fall(seat, "banish")

    def _fall(self, seat: int, reason: str) -> None:
        """A dragon is out and takes its ground cards with it; the fight ends when one side is left."""
        player = self.players[seat]
        player.fallen = len(self.seats) - len(self.fighting())
        if len({self.team(other) for other in self.fighting()}) == 1:
            self.end_reason, self.ended_by = reason, self.mover
            raise FightOver
        player.discards += [name for name, _ in player.grounds]
        player.grounds.clear()

    def _is_out(self, seat: int) -> bool:
        return self.players[seat].fallen is not None

    # Turns

    def _fight(self) -> Story:
        """The whole game."""
        try:
            yield from self._rounds() if self.rules["turn"]["play"] == "rounds" else self._turns()
        except FightOver:
            if self.first_card is not None:
                self.players[self.mover].discards.append(self.first_card)

    def _turns(self) -> Story:
        """One turn after the other, to the left."""
        while True:
            yield from self._turn()
            self.mover = self.to_the_left(self.mover)[0]

    def _turn(self) -> Story:
        """The steps of a turn; it ends where its dragon is out."""
        self._draw_by_agility()
        for step in (self._play_grounds, self._play_cards, self._discard_cards, self._draw_and_end):
            if not self._is_out(self.mover):
                yield from step()

    def _draw_and_end(self) -> Story:
        """The last step; what lasted until now is over."""
        yield from self._draw_cards()
        if not self._is_out(self.mover):
            self._end_turn()

    def _rounds(self) -> Story:
        """All draw by agility, all play ground cards; they play card by card in turn; all discard, all draw."""
        while True:
            for seat in self.fighting():
                self.mover = seat
                self._draw_by_agility()
            yield from self._all(self._play_grounds)
            yield from self._play_by_turns()
            yield from self._all(self._discard_cards)
            yield from self._all(self._draw_and_end)

    def _all(self, step: Callable[[], Story]) -> Story:
        """One player after the other does a step, as long as he is in the fight."""
        for seat in self.seats:
            if not self._is_out(seat):
                self.mover = seat
                yield from step()

    def _play_by_turns(self) -> Story:
        """One card each as long as somebody can and wants to play one."""
        self.step, playing = "play", self.fighting()
        while playing:
            for seat in list(playing):
                self.mover = seat
                plays = set() if self._is_out(seat) else self._plays(seat, OTHER_CARDS)
                move = (yield Question(seat, frozenset(plays | {PASS}))) if plays else PASS
                if move == PASS:
                    playing.remove(seat)
                else:
                    yield from self._chain(move)

    def _draw_by_agility(self) -> None:
        """A turn begins: nothing has been played in it, and the player draws."""
        self.step, player = "agility", self.players[self.mover]
        player.attacks, player.grounds_played = [], 0
        self._draw(self.mover, self.strength(self.mover, "agility"))

    def _play_grounds(self) -> Story:
        """A ground card, or as many as the rules allow."""
        self.step = "ground"
        while not self._is_out(self.mover):
            plays = self._plays(self.mover, ("ground",))
            move = (yield Question(self.mover, frozenset(plays | {PASS}))) if plays else PASS
            if move == PASS:
                return
            yield from self._chain(move)

    def _play_cards(self) -> Story:
        """Any number of other cards, or a single one."""
        self.step = "play"
        while not self._is_out(self.mover):
            plays = self._plays(self.mover, OTHER_CARDS)
            move = (yield Question(self.mover, frozenset(plays | {PASS}))) if plays else PASS
            if move == PASS:
                return
            yield from self._chain(move)
            if self.rules["turn"]["play"] == "one_card":
                return

    def _discard_cards(self) -> Story:
        """Any cards, one by one."""
        self.step = "discard"
        while self.rules["turn"]["discards"] and self.players[self.mover].hand:
            move = yield Question(self.mover, self._each_card(self.mover, "discard") | {PASS})
            if move == PASS:
                return
            self._discard(self.mover, move.card)

    def _draw_cards(self) -> Story:
        """Up to three cards, up to the limit of the hand: as many as he wants, or as many as he can hold."""
        self.step = "draw"
        player, turn = self.players[self.mover], self.rules["turn"]
        room = self.rules["hand"]["limit"] + self.strength(self.mover, "hand") - len(player.hand)
        most = max(0, min(turn["draws"] + self.strength(self.mover, "draws"), room))
        if turn["draw"] == "must":
            self._draw(self.mover, most)
            return
        most = min(most, len(player.deck))
        if most:
            move = yield Question(self.mover, frozenset(Move("draw", number=n) for n in range(most + 1)))
            self._draw(self.mover, move.number)

    def _end_turn(self) -> None:
        """Attachments whose time is over go."""
        player = self.players[self.mover]
        player.turns += 1
        for attachment in list(player.attachments):
            if attachment.until is not None and attachment.until <= player.turns:
                self._detach(self.mover, attachment)
        self._look_for_the_end()

    # Cards that move

    def _draw(self, seat: int, number: int) -> None:
        """Cards one by one from the top of the deck; who draws in vain is out."""
        player = self.players[seat]
        for _ in range(number):
            if not player.deck:
                self._fall(seat, "exhaust")
                return
            player.hand.append(player.deck.pop())

    def _discard(self, seat: int, card: str | None) -> None:
        """A card of the hand is discarded."""
        if card is not None:
            self.players[seat].hand.remove(card)
            self.players[seat].discards.append(card)

    def _detach(self, seat: int, attachment: Attachment) -> None:
        """An attachment is discarded."""
        self.players[seat].attachments.remove(attachment)
        self.players[seat].discards.append(attachment.card)

    def _each_card(self, seat: int, act: str) -> frozenset[Move]:
        """What can be done with any card of a hand, done with each of them."""
        return frozenset(Move(act, card) for card in self.players[seat].hand)

    def _give_up(self, seat: int, number: int, act: str) -> Story:
        """A player chooses so many cards of his hand and discards them; of all his cards there is no choice."""
        hand = self.players[seat].hand
        if number >= len(hand):
            for card in list(hand):
                self._discard(seat, card)
            return
        for _ in range(number):
            move = yield Question(seat, self._each_card(seat, act))
            self._discard(seat, move.card)

    # What may be played

    def _plays(self, seat: int, kinds: Sequence[str]) -> set[Move]:
        """Every way to play a card of these kinds from the hand."""
        cards = [self.pack.cards[name] for name in set(self.players[seat].hand)]
        able = [card for card in cards if card.kind in kinds and self._may_play(seat, card)]
        return {move for card in able for move in self._ways(seat, card)}

    def _may_play(self, seat: int, card: Card) -> bool:
        """Whether the dragon can use the card now, and its player can pay for it."""
        player = self.players[seat]
        facings = card.words("own_facing")
        return (
            self.can_use(seat, card)
            and (not facings or player.facing in facings)
            and card.number("discards") < len(player.hand)
            and (card.kind != "ground" or player.grounds_played < self.rules["turn"]["grounds"])
            and (card.kind != "upgrade" or card.number("level") == player.level + 1)
            and (not card.attack_types or self._may_attack(seat, card))
        )

    def _may_attack(self, seat: int, card: Card) -> bool:
        """Whether facing, the mix of attacks and the limit of the first turn leave room for one more attack card."""
        player, limits = self.players[seat], self.rules["attacks"]
        if self.rules["first_turn"]["limit"] != "none" and self._in_first_turn(seat):
            return False
        if len(player.attacks) >= limits[player.facing] + self.strength(seat, "attacks"):
            return False
        return all(
            sum(name in attack.types for attack in player.attacks) < limits[name] + self.strength(seat, f"more_{name}")
            for name in card.attack_types
        )

    def _in_first_turn(self, seat: int) -> bool:
        """Whether this is the first player in his own first turn."""
        return seat == 0 == self.mover and self.players[seat].turns == 0

    def _ways(self, seat: int, card: Card) -> list[Move]:
        """A card against each rival that it may be played on, at each target, with every declaration of facings."""
        allowed = card.words("rival_facing")
        rivals = [
            rival for rival in self.rivals(seat) if not allowed or self.players[rival].facing in allowed
        ] if card.names_a_rival else [None]  # fmt: skip
        return [
            Move("play", card.name, rival, at, declared)
            for rival in rivals
            for at in self._targets(rival, card)
            for declared in self._declarations(seat, rival, card, at)
        ]

    def _targets(self, rival: int | None, card: Card) -> list[str | None]:
        """The card of the rival that is meant: the one to discard, a ground card to attack, or none, for his dragon."""
        if rival is None:
            return [None]
        player = self.players[rival]
        grounds = sorted({name for name, _ in player.grounds})
        if card.destroys:
            attachments = sorted({attachment.card for attachment in player.attachments})
            return [*(grounds if card.destroys == "ground" else attachments)]
        return [None, *grounds] if card.number("wounds") else [None]

    def _attacks_ground(self, card: Card, at: str | None) -> bool:
        return at is not None and not card.destroys

    def _declarations(self, seat: int, rival: int | None, card: Card, at: str | None) -> list[Facings]:
        """All ways to declare the changes of facing on a card, one after the other."""
        ways: list[Facings] = [()]
        if self._attacks_ground(card, at) and self.rules["ground"]["text"] == "wounds":
            return ways
        for change in card.facings:
            whom = {"own": [seat], "rival": [rival], "any": self.fighting()}[change["dragon"]]
            ways = [
                (*way, (dragon, facing))
                for way in ways
                for dragon in whom
                if dragon is not None
                for facing in self._facings_after(change, dict(way).get(dragon, self.players[dragon].facing))
            ]
        return ways

    def _facings_after(self, change: Table, before: str) -> list[str]:
        """How a dragon that faced so may face after a change."""
        if "to" in change:
            return [change["to"]]
        return sorted({facing for turns in change["by"] for facing in TURNED[turns][before]})

    # A card is played, and topped

    def _chain(self, move: Move) -> Story:
        """A card with what it costs, the exchange about it, and its effects if the last word is its player's."""
        seat = self.mover
        player = self.players[seat]
        card = self.pack.cards[str(move.card)]
        player.hand.remove(card.name)
        self.first_card, self.depth = card.name, 0
        if card.attack_types:
            player.attacks.append(card)
        if card.kind == "ground":
            player.grounds_played += 1
        self._wound(seat, card.number("suffers"))
        takes_effect = False
        if not self._is_out(seat):
            yield from self._give_up(seat, card.number("discards"), "pay")
            takes_effect = yield from self._exchange(seat, card)
        self.first_card, self.depth = None, 0
        if takes_effect and card.kind != "action":
            self._put_into_play(seat, move, card)
            self._look_for_the_end()
            return
        player.discards.append(card.name)
        if takes_effect:
            yield from self._act(seat, move, card)

    def _exchange(self, seat: int, card: Card) -> Told:
        """Cards top cards until nobody of the side that could goes on; tells whether the first takes effect."""
        last, last_seat = card, seat
        while answer := (yield from self._answer(seat, last, last_seat)):
            last, last_seat = answer
            self.depth += 1
        takes_effect = self.depth % 2 == 0
        self.tops_of_chains.append(self.depth)
        self.row["outcome"] = "effect" if takes_effect else "cancelled"
        if not takes_effect and not self.rules["attacks"]["cancelled"] and card.attack_types:
            self.players[seat].attacks.remove(card)
        return takes_effect

    def _answer(self, seat: int, last: Card, last_seat: int) -> Generator[Question, Move, tuple[Card, int] | None]:
        """Everybody on the other side than the last card's who has a card to top it is asked, until one does."""
        by_first_side = self.team(last_seat) == self.team(seat)
        for other in self.to_the_left(last_seat):
            if (self.team(other) == self.team(seat)) == by_first_side:
                continue
            tops = {Move("top", name) for name in self.players[other].hand if self._may_top(other, name, last)}
            move = (yield Question(other, frozenset(tops | {HOLD}))) if tops else HOLD
            if move != HOLD:
                self._discard(other, move.card)
                return self.pack.cards[str(move.card)], other
        return None

    def _may_top(self, seat: int, name: str, last: Card) -> bool:
        """Whether a card lists one of the other's types; its text counts for nothing, special types may."""
        card = self.pack.cards[name]
        if self.rules["topping"]["special"] == "needed" and not self.can_use(seat, card):
            return False
        if self.rules["first_turn"]["limit"] == "all" and self._in_first_turn(seat) and card.attack_types:
            return False
        return bool(set(card.words("tops")) & set(last.types))

    # Effects

    def _put_into_play(self, seat: int, move: Move, card: Card) -> None:
        """A ground card, an attachment or an upgrade comes to the table."""
        player = self.players[seat]
        if card.kind == "ground" and move.rival is not None:
            player.grounds.append((card.name, move.rival))
        elif card.kind == "attachment":
            lasts = card.number("lasts")
            player.attachments.append(Attachment(card.name, player.turns + lasts if lasts else None))
        elif card.kind == "upgrade":
            player.upgrades.append(card.name)
            player.level = card.number("level")

    def _act(self, seat: int, move: Move, card: Card) -> Story:
        """The effects of an action in their order; what concerns a dragon that is out is left undone."""
        rival = seat if move.rival is None else move.rival
        ground_attacked = self._attacks_ground(card, move.at)
        if ground_attacked:
            self._attack_ground(seat, rival, str(move.at), card)
            self._look_for_the_end()
            if self.rules["ground"]["text"] == "wounds":
                return
        elif card.number("wounds"):
            self._wound(rival, self._wounds_of(seat, rival, card))
        if card.destroys and not self._is_out(rival):
            self._destroy(seat, rival, str(move.at), card)
        if not self._is_out(seat):
            self.players[seat].wounds = max(0, self.players[seat].wounds - card.number("heals"))
        for dragon, facing in move.declared:
            if not self._is_out(dragon):
                self.players[dragon].facing = facing
        yield from self._move_cards(seat, rival, card)

    def _move_cards(self, seat: int, rival: int, card: Card) -> Story:
        """Cards that the rival loses from his deck, that he draws, that the player draws, that the rival discards."""
        player = self.players[rival]
        if not self._is_out(rival):
            for _ in range(min(card.number("rival_mills"), len(player.deck))):
                player.discards.append(player.deck.pop())
            self._draw(rival, card.number("rival_draws"))
        if not self._is_out(seat):
            self._draw(seat, card.number("draws"))
        if not self._is_out(rival):
            yield from self._give_up(rival, min(card.number("rival_discards"), len(player.hand)), "shed")

    def _wounds_of(self, seat: int, rival: int, card: Card) -> int:
        """What an attack inflicts on a rival's dragon."""
        types = [*card.attack_types, *self.pack.special_of(card)]
        behind = card.number("tail_wounds") if self.players[rival].facing == "tail" else 0
        armour = self.wounds_by_type(rival, "armour", types)
        return max(0, card.number("wounds") + behind + self.wounds_by_type(seat, "adds", types) - armour)

    def _wound(self, seat: int, number: int) -> None:
        """A dragon takes wounds, and may die of them."""
        self.players[seat].wounds += number
        self.row["wounds"] += number
        self._look_for_the_end()

    def _attack_ground(self, seat: int, rival: int, at: str, card: Card) -> None:
        """An attack of at least its lair attack destroys a ground card; a weaker one does nothing."""
        types = [*card.attack_types, *self.pack.special_of(card)]
        wounds = card.number("wounds") + self.wounds_by_type(seat, "adds", types)
        if wounds >= self.pack.cards[at].number("lair_attack"):
            self._remove_ground(seat, rival, at)

    def _destroy(self, seat: int, rival: int, at: str, card: Card) -> None:
        """A rival's card in play is discarded; of equal attachments the one that would stay longest."""
        if card.destroys == "ground":
            self._remove_ground(seat, rival, at)
        else:
            alike = [attachment for attachment in self.players[rival].attachments if attachment.card == at]
            stays = [attachment for attachment in alike if attachment.until is None]
            self._detach(rival, stays[0] if stays else max(alike, key=lambda attachment: attachment.until or 0))
        self._look_for_the_end()

    def _remove_ground(self, seat: int, rival: int, at: str) -> None:
        """A ground card is discarded: of equal ones that against the attacker, else against the next to his left."""
        player = self.players[rival]
        against = [standing for name, standing in player.grounds if name == at]
        nearest = min(against, key=lambda standing: (standing - seat) % len(self.seats))
        player.grounds.remove((at, nearest))
        player.discards.append(at)

    # The end

    def winner(self) -> int:
        """The last dragon in the fight, or the lower seat of the last team."""
        return min(self.team(seat) for seat in self.fighting())

    def ranks(self) -> list[int]:
        """The side that is left is first; the others rank the better the later they fell; partners rank alike."""
        lasted = {side: max(self._lasted(seat) for seat in self.seats if self.team(seat) == side)
                  for side in map(self.team, self.seats)}  # fmt: skip
        return [
            1 + sum(lasted[self.team(other)] > lasted[self.team(seat)] for other in self.seats) for seat in self.seats
        ]

    def _lasted(self, seat: int) -> int:
        """How long a dragon was in the fight: the later it fell the more, most of all if it did not."""
        fallen = self.players[seat].fallen
        return len(self.seats) if fallen is None else fallen

    def lead_changes(self) -> int:
        """How often the lead went from one player to another."""
        alone = [leader for leader in self.leaders if leader != NOBODY]
        return sum(a != b for a, b in pairwise(alone))

    def lead_since(self) -> int:
        """The first decision from which on the winner was in the lead to the end."""
        behind = [number + 1 for number, leader in enumerate(self.leaders) if leader != self.winner()]
        return max(behind, default=0)

    def result(self) -> dict[str, Any]:
        """The finished game in one row."""
        by_seat = {
            "points": [self.health_left(seat) for seat in self.seats],
            "score": [self.health_left(seat) for seat in self.seats],
            "rank": self.ranks(),
            "turns": [player.turns for player in self.players],
            "level": [player.level for player in self.players],
            "siege": [self.siege(seat) for seat in self.seats],
            "deck": [len(player.deck) for player in self.players],
        }
        columns = {
            f"{what}_{name}": dict(enumerate(values)).get(number, -1)
            for what, values in by_seat.items()
            for number, name in enumerate(SEATS)
        }
        return {
            **columns,
            "winner": self.winner(),
            "decided_by": self.end_reason,
            "turns": self.decisions,
            "end_reason": self.end_reason,
            "ended_by": self.ended_by,
            "lead_changes": self.lead_changes(),
            "lead_since": self.lead_since(),
            "players": len(self.seats),
            "chains": sum(tops > 0 for tops in self.tops_of_chains),
            "longest_chain": max(self.tops_of_chains, default=0),
            "tops": sum(self.tops_of_chains),
            "cancelled": sum(tops % 2 for tops in self.tops_of_chains),
        }
