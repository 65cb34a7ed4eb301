"""Dragon! on an ordinary table: lists of cards, one decision after the other, no regard for speed.

Written from the rulebook and the project's rulings, without the engine's rules: the referee judges logs by it. A game
is a story that stops wherever a player has to decide.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from dhstats.engine.stream import DECK
from dhstats.games.dragon.referee.chronicle import NO_CARD, NOBODY, Choice, Paper, Position, packed
from dhstats.games.dragon.referee.fight import Dragon, Fight, Over
from dhstats.games.dragon.referee.legal import plays, toppers
from dhstats.games.dragon.table import ABSENT, SEATS
from dhstats.games.refereeing import Problem, by_seat, followed, lead_changes, lead_since, shuffled, words
from dhstats.games.retelling import Kept

Rules = Mapping[str, Any]
Ask = tuple[int, tuple[Choice, ...]]  # which seat has to decide, between what
Story = Generator[Ask, Choice, None]
PASS, HOLD = Choice("pass"), Choice("hold")


class Tabletop(Fight):
    """A game from the deal on, for decisions that somebody else makes.

    `piles` are the shuffled decks by place, last card on top, `dragons` their dragons; seat s has place s + layout.
    """

    def __init__(self, rules: Rules, piles: Sequence[Sequence[str]], dragons: Sequence[str], layout: int) -> None:
        super().__init__(rules, piles, dragons, layout)
        self.codes = {name: code for code, name in enumerate(self.book)}
        self.decisions = 0
        self.leaders: list[int] = []  # which side led alone after each decision, or nobody
        self.chains: list[int] = []  # cards played to top in each chain that was settled
        self.tops = 0
        self.chain: list[tuple[int, Paper]] = []  # seats and cards, the first card first
        self.step = "agility"
        self._outcome: str | None = None
        self._story = self._tell()
        self.asked: Ask | None = next(self._story, None)

    # The game as a story

    def _tell(self) -> Story:
        try:
            while True:
                yield from self._round() if self.rules["turn"]["play"] == "rounds" else self._turn()
        except Over:  # a card whose cost was the end was played all the same
            self._mine.discards += [card.name for _, card in self.chain[:1]]

    def _turn(self) -> Story:
        self._agility()
        yield from self._grounds()
        self.step, played = "play", 0
        while self._mine.alive and (options := self._plays()):
            if self.rules["turn"]["play"] == "one_card" and played:
                break
            choice = yield self.mover, options
            if choice == PASS:
                break
            yield from self._play(choice)
            played += 1
        yield from self._discards()
        yield from self._draws()
        self.mover = self.next_alive(self.mover)

    def _round(self) -> Story:
        """Interactive play: every step is everybody's before the next one begins; cards are played in turn."""
        for _ in self._everybody():
            self._agility()
        for _ in self._everybody():
            yield from self._grounds()
        self.step, passed = "play", set[int]()
        self.mover = self.next_alive(self.players - 1)
        while len(passed) < self.players:
            options = self._plays() if self._mine.alive else ()
            choice = (yield self.mover, options) if options else PASS
            if choice == PASS:
                passed.add(self.mover)
            else:
                yield from self._play(choice)
            waiting = [(self.mover + i) % self.players for i in range(1, self.players + 1)]
            passed |= {seat for seat in waiting if not self.seats[seat].alive}
            self.mover = next((seat for seat in waiting if seat not in passed), self.mover)
        for _ in self._everybody():
            yield from self._discards()
        for _ in self._everybody():
            yield from self._draws()

    def _everybody(self) -> Iterator[int]:
        """Gives one player after the other the turn, as long as their dragons are in the fight."""
        for seat in range(self.players):
            if self.seats[seat].alive:
                self.mover = seat
                yield seat

    @property
    def _mine(self) -> Dragon:
        return self.seats[self.mover]

    def _agility(self) -> None:
        self.step = "agility"
        self.draw(self._mine, self._mine.power("agility"))

    def _grounds(self) -> Story:
        self.step = "ground"
        for _ in range(self.rules["turn"]["grounds"]):
            options = plays(self, self._mine, "grounds") if self._mine.alive else ()
            choice = (yield self.mover, (PASS, *options)) if options else PASS
            if choice == PASS:
                return
            yield from self._play(choice)

    def _plays(self) -> tuple[Choice, ...]:
        """What may be played in the step of playing cards, and to play nothing; empty where nothing may."""
        options = plays(self, self._mine, "")
        return (PASS, *options) if options else ()

    def _discards(self) -> Story:
        self.step = "discard"
        while self._mine.alive and self.rules["turn"]["discards"] and self._mine.hand:
            choice = yield self.mover, (PASS, *self._each("discard", self._mine))
            if choice == PASS:
                return
            self._mine.throw(choice.card or "")

    def _draws(self) -> Story:
        """Draw; attachments may run out as the turn ends."""
        self.step, mine = "draw", self._mine
        limits = self.draws(mine)
        if mine.alive and self.rules["turn"]["draw"] == "must":
            self.draw(mine, min(limits["draws"], limits["hand"]))
        elif mine.alive and (most := min(limits.values())) > 0:
            numbers = range(most + 1)
            choice = yield self.mover, tuple(Choice("draw", number=number) for number in numbers)
            self.draw(mine, choice.number)
        mine.attacks = []
        if mine.alive:
            mine.turns += 1
            mine.expire()
            self.check(mine)

    def draws(self, mine: Dragon) -> dict[str, int]:
        """How many cards a player may draw now, by what says so: the step, the limit of the hand, the deck."""
        return {
            "draws": self.rules["turn"]["draws"] + mine.power("draws"),
            "hand": self.rules["hand"]["limit"] + mine.power("hand") - len(mine.hand), "deck": len(mine.pile),
        }  # fmt: skip

    def _each(self, act: str, dragon: Dragon) -> tuple[Choice, ...]:
        return tuple(Choice(act, card) for card in dict.fromkeys(dragon.hand))

    # Playing a card

    def _play(self, choice: Choice) -> Story:
        """A card is played and paid for, topped or not, and takes effect or not."""
        mine, card = self._mine, self.book[choice.card or ""]
        mine.hand.remove(card.name)
        self.chain = [(self.mover, card)]
        if card.is_attack:
            mine.attacks.append(card)
        if card.number("suffers"):
            self.wound(mine, card.number("suffers"))
            if not mine.alive:
                mine.discards.append(card.name)
                self.chain = []
                return
        cost = card.number("discards")
        if cost >= len(mine.hand):
            mine.throw_all() if cost else None
        else:
            for _ in range(cost):
                paid = yield self.mover, self._each("pay", mine)
                mine.throw(paid.card or "")
        yield from self._topping()
        yield from self._settle(choice, card)

    def _topping(self) -> Story:
        """Back and forth until nobody on the side whose turn it is to answer plays a card."""
        while True:
            last_seat, last = self.chain[-1]
            answer: Choice | None = None
            for i in range(1, self.players):
                seat = (last_seat + i) % self.players
                answers = self.same_team(seat, self.mover) == (len(self.chain) % 2 == 0)
                if self.seats[seat].alive and answers and (cards := toppers(self, self.seats[seat], last)):
                    answer = yield seat, (HOLD, *(Choice("top", card) for card in cards))
                    if answer != HOLD:
                        break
            if answer is None or answer == HOLD:
                return
            self.seats[seat].throw(answer.card or "")
            self.chain.append((seat, self.book[answer.card or ""]))
            self.tops += 1

    def _settle(self, choice: Choice, card: Paper) -> Story:
        """Who played the last card decides."""
        mine, cancelled = self._mine, len(self.chain) % 2 == 0
        self.chains.append(len(self.chain) - 1)
        self._outcome = "cancelled" if cancelled else "effect"
        self.chain = []
        if cancelled:
            mine.discards.append(card.name)
            if card.is_attack and not self.rules["attacks"]["cancelled"]:
                mine.attacks.pop()
        elif card.section == "actions":
            mine.discards.append(card.name)
            yield from self._act(choice, card)
        elif card.section == "grounds":
            if self.seats[choice.rival].alive:
                mine.grounds.append((card.name, choice.rival))
                self.check(self.seats[choice.rival])
            else:
                mine.discards.append(card.name)
        else:
            mine.level += card.section == "upgrades"
            if card.section == "attachments":
                lasts = card.number("lasts")
                mine.attached.append((card.name, mine.turns + lasts if lasts else 0))
            self.check(mine)

    def _act(self, choice: Choice, card: Paper) -> Story:
        """The text of an action card, line by line."""
        mine = self._mine
        rival = self.seats[choice.rival] if choice.rival != NOBODY else None
        if rival and card.number("wounds"):
            aimed = choice.at if not card.destroys else None
            self.strike(card, rival, aimed)
            if aimed and self.rules["ground"]["text"] == "wounds":
                return
        if rival and rival.alive and card.destroys:
            self.destroy(rival, card.destroys, choice.at or "")
        mine.wounds = max(0, mine.wounds - card.number("heals"))
        for seat, facing in choice.declared:
            if self.seats[seat].alive:
                self.seats[seat].facing = facing
        # Cards that the rival loses from the deck and draws, that the player draws, that the rival discards
        if rival and rival.alive:
            rival.mill(card.number("rival_mills"))
            self.draw(rival, card.number("rival_draws"))
        self.draw(mine, card.number("draws"))
        if rival and rival.alive and card.number("rival_discards"):
            yield from self._shed(rival, card.number("rival_discards"))

    def _shed(self, rival: Dragon, number: int) -> Story:
        if number >= len(rival.hand):
            rival.throw_all()
            return
        for _ in range(number):
            choice = yield rival.seat, self._each("shed", rival)
            rival.throw(choice.card or "")

    # What a player may do, and doing it

    @property
    def over(self) -> bool:
        """Whether nobody has anything to decide any more."""
        return self.asked is None

    def objection(self, choice: Choice) -> tuple[str, str]:
        """Why a move is against the rules: the column of the log that says it, and what it should be; or nothing."""
        assert self.asked is not None
        left = list(self.asked[1])
        for column in ("act", "card", "rival", "at", "declared", "number"):
            fitting = [option for option in left if getattr(option, column) == getattr(choice, column)]
            if not fitting:
                allowed = dict.fromkeys(str(getattr(option, column)) for option in left)
                return column, f"one of {', '.join(allowed)}"
            left = fitting
        return "", ""

    def play(self, choice: Choice) -> dict[str, Any]:
        """A legal decision with all that follows from it; its row."""
        assert self.asked is not None
        seat, options = self.asked
        row: dict[str, Any] = {"turn": self.decisions, "own_turn": self._mine.turns, "seat": seat}
        row |= {"mover": self.mover, "step": self.step, "act": choice.act}
        row |= {"card": self._code(choice.card), "rival": choice.rival, "at": self._code(choice.at)}
        row |= {"declared": packed(choice.declared), "number": choice.number}
        # Where in a chain a decision is, and which card the chain is about
        depth = len(self.chain) if choice.act in ("top", "hold") else 0
        about = choice.card if choice.act == "play" else self.chain[0][1].name if self.chain else None
        row |= {"depth": depth, "first_card": self._code(about)}
        self._outcome, self.wounds = None, 0
        try:
            self.asked = self._story.send(choice)
        except StopIteration:
            self.asked = None
        self.decisions += 1
        self.leaders.append(self.leader())
        row |= {"outcome": self._outcome, "wounds": self.wounds, "legal_moves": len(options)}
        row |= {"hand_after": len(self.seats[seat].hand), "deck_after": len(self.seats[seat].pile)}
        return row | self.standing()

    def _code(self, name: str | None) -> int:
        return NO_CARD if name is None else self.codes[name]

    def position(self) -> Position:
        """All cards as they lie now."""
        sides = tuple(dragon.side(self.siege(dragon.seat)) for dragon in self.seats)
        return Position(sides, self.asked[0] if self.asked else ABSENT)


Outcome = dict[str, Any]  # a row of the games table, without those columns that follow from the plan of the run


def outcome(table: Tabletop) -> Outcome:
    """The row of a finished game."""
    winner = table.first_of_side(next(dragon.seat for dragon in table.seats if dragon.alive))
    reason = table.end_reason
    row: Outcome = {
        "winner": winner, "decided_by": reason, "turns": table.decisions, "end_reason": reason,
        "ended_by": table.ended_by, "lead_changes": lead_changes(table.leaders),
        "lead_since": lead_since(table.leaders, winner), "players": table.players,
        "chains": sum(tops > 0 for tops in table.chains), "longest_chain": max(table.chains, default=0),
        "tops": table.tops, "cancelled": sum(tops % 2 for tops in table.chains),
    }  # fmt: skip
    health = [dragon.left() for dragon in table.seats]
    # Places from 1: the winner's side, then the others, who left the fight later before who left it sooner
    sides = [table.first_of_side(seat) for seat in range(table.players)]
    order = dict.fromkeys([winner, *(sides[seat] for seat in reversed(table.out))])
    places, place = {}, 1
    for side in order:
        places[side] = place
        place += sides.count(side)
    columns = {
        "points": health, "score": health, "rank": [places[side] for side in sides],
        "turns": [dragon.turns for dragon in table.seats], "level": [dragon.level for dragon in table.seats],
        "siege": [table.siege(seat) for seat in range(table.players)],
        "deck": [len(dragon.pile) for dragon in table.seats],
    }  # fmt: skip
    return row | by_seat(columns, SEATS)


def deck_of(rules: Mapping[str, Any], place: int) -> Mapping[str, Any]:
    """The deck of a place as the pack lists it: its dragon and its cards."""
    deck: Mapping[str, Any] = rules["pack"]["decks"][rules["decks"][SEATS[place]]]
    return deck


def pile(rules: Mapping[str, Any], seed: int, deal: int, place: int) -> list[str]:
    """The shuffled deck of a place; the last card is the top."""
    cards = []
    for line in deck_of(rules, place)["cards"]:
        count, name = line.split()
        cards += [name] * int(count)
    return shuffled(words(seed, deal, DECK + place), cards)


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first decision: decks from seed and deal."""
    places = range(rules["players"])
    piles = [pile(rules, kept.seed, int(kept.row["deal_id"]), place) for place in places]
    return Tabletop(rules, piles, [deck_of(rules, place)["dragon"] for place in places], kept.layout)


def problems(rules: Rules, kept: Kept) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first decision that could not be made."""
    table = set_up(rules, kept)
    return followed(kept, table, lambda turn: Choice.of(turn, list(table.book)), outcome)
