"""Dragonwood on an ordinary table: lists of cards, one decision after the other, no regard for speed.

Written from the rulebook and the project's rulings, without the engine's rules: the referee judges logs by it. A game
is a story that stops wherever a player has to decide.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from dhstats.games.dragonwood.files import rulesets
from dhstats.games.dragonwood.files.schema import SCHEMA
from dhstats.games.dragonwood.referee import chronicle, legal
from dhstats.games.dragonwood.referee.chronicle import (
    LADYBUG,
    NOBODY,
    Adventurer,
    Choice,
    Dice,
    Position,
    adventurers,
    dragonwood,
    new_deck,
    packed,
    packed_dice,
    packed_helpers,
)
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, EVENTS, SEATS, WAYS
from dhstats.games.refereeing import Problem, by_seat, followed, lead_changes, lead_since
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import flat

Rules = Mapping[str, Any]
Ask = tuple[str, int]  # what is to be decided (a turn, a reroll, a discard or a pass), and by which seat
Story = Generator[Ask, Choice, None]


class Over(Exception):
    """The game ends in the middle of a turn."""


class Tabletop:
    """A game from the deal on, for decisions that somebody else makes.

    `landscape` and `wood` are the Dragonwood cards, the last one on top, `adventurers` the shuffled deck. `new_deck`
    shuffles discards as number i of the game, `dice` rolls for attempt k of a place; seat s has place s + layout.
    """

    def __init__(
        self, rules: Rules, landscape: Sequence[str], wood: Sequence[str], adventurers: Sequence[Adventurer],
        new_deck: Callable[[int, Sequence[Adventurer]], list[Adventurer]], dice: Callable[[int, int], Dice],
        layout: int,
    ) -> None:  # fmt: skip
        self.rules, self._new_deck, self._dice, self._layout = rules, new_deck, dice, layout
        self.players = int(rules["players"])
        self.landscape, self.wood, self.pile = list(landscape), list(wood), list(adventurers)
        self.discards: list[Adventurer] = []
        self.decks_begun = 1
        self.hands: list[list[Adventurer]] = [[] for _ in range(self.players)]
        self.captured: list[list[str]] = [[] for _ in range(self.players)]
        self.owned: list[list[str]] = [[] for _ in range(self.players)]
        self.enhancements, self.turns = [0] * self.players, [0] * self.players
        self.decisions, self.mover, self.turns_left = 0, 0, -1
        self.end_reason, self.ended_by, self.tie_holder = "", NOBODY, NOBODY  # it is who captured what breaks ties
        self.opening_leader, self.leaders = chronicle.leader(self.points()), list[int]()
        self.attempts = [0] * self.players  # by place, for which the next dice are counted
        self.rolled: list[int] = []
        self.laid: list[list[Adventurer]] = [[] for _ in range(self.players)]  # cards on their way to the right
        self._noted: dict[str, Any] = {}
        self._most_decisions = rulesets.turn_limit(flat(SCHEMA, rules))
        # Each place in turn has as many cards as every seat is dealt, then the seats with more have the rest
        seats = [(place - self._layout) % self.players for place in range(self.players)]
        sizes = rulesets.opening_hands(flat(SCHEMA, self.rules))
        for seat, wanted in [(s, min(sizes)) for s in seats] + [(s, sizes[s] - min(sizes)) for s in seats]:
            self._draw(seat, wanted)
        self.turns_left = min(self.turns_left, self.players)  # if the decks are out already, dealing was nobody's turn
        self._story = self._tell()
        self.asked: Ask | None = next(self._story, None)

    def _tell(self) -> Story:
        try:
            yield from self._discard({seat: self._too_many(seat) for seat in range(self.players)})
            while self.turns_left != 0:
                choice = yield "turn", self.mover
                if choice.act == "reload":
                    self._draw(self.mover, self.rules["reload"]["draws"])
                    yield from self._discard({self.mover: self._too_many(self.mover)})
                else:
                    yield from self._attempt(choice)
                while len(self.landscape) < self.rules["landscape"]["size"] and self.wood:
                    card = self.wood.pop()
                    last = not self.wood and self.rules["end"]["last_card"]
                    if card not in EVENTS:
                        self.landscape.append(card)
                    if last:
                        self._end("last_card", self.mover)
                    if card in EVENTS:
                        yield from self._event(self.rules["events"][card])
                self.turns[self.mover] += 1
                self.turns_left -= self.turns_left > 0
                self.mover = (self.mover + 1) % self.players
        except Over:
            return

    def _attempt(self, choice: Choice) -> Story:
        """Roll, perhaps roll one die again, capture or take a wound."""
        seat, target = self.mover, choice.target or ""
        own = self.rules["enhancements"]
        helping = legal.helping(self.rules, choice.act, target, self.owned[seat], choice.used)
        earned = legal.earned(self.rules, choice.act, target, len(choice.cards), self.owned[seat], choice.used)
        place = (seat + self._layout) % self.players
        dice = self._dice(place, self.attempts[place])
        self.attempts[place] += 1
        faces = dice.first[: min(earned, self.rules["dice"]["max"])]
        adds = sum(own[name][f"adds_to_{choice.act}"] for name in helping)
        self._noted |= {"rolled": packed_dice(faces), "total": sum(faces) + adds}
        if any(own[name]["rerolls"] for name in helping):
            self.rolled = faces
            again = yield "reroll", seat
            if again.act == "reroll":
                faces[faces.index(again.die)] = dice.again()
            self._noted |= {"rolled": packed_dice(faces), "total": sum(faces) + adds}
        self.owned[seat] = [name for name in self.owned[seat] if not (name in choice.used and own[name]["once"])]
        if sum(faces) + adds >= legal.number(self.rules, choice.act, target):
            self._throw_away(seat, choice.cards)
            self._capture(seat, target)
        else:
            if choice.act == "spell" and self.rules["spell"]["spends"]:
                self._throw_away(seat, choice.cards)
            yield from self._discard({seat: self.rules["attempt"]["wounds"]})

    def _capture(self, seat: int, target: str) -> None:
        self.landscape.remove(target)
        self._noted["captured"] = True
        if target in ENHANCEMENTS:
            self.owned[seat].append(target)
            self.enhancements[seat] += 1
            return
        self.captured[seat].append(target)
        if target == self.rules["score"]["ties"]:
            self.tie_holder = seat
        self._noted["points"] = self.rules["creatures"][target]["points"]
        if self.dragons_left() == 0 and self.rules["creatures"][target]["dragon"] and self.rules["end"]["dragons"]:
            self._end("dragons", seat)

    def dragons_left(self) -> int:
        """How many dragons nobody has captured yet."""
        creatures = self.rules["creatures"]
        caught = sum(creatures[name]["dragon"] for own in self.captured for name in own)
        return int(sum(card["copies"] for card in creatures.values() if card["dragon"]) - caught)

    def _event(self, event: Mapping[str, Any]) -> Story:
        owed = {}
        for seat in self._round():
            if event["draws"]:
                self._draw(seat, event["draws"])
            owed[seat] = self._too_many(seat) + event["discards"]
        if event["clears"]:
            self.landscape = [card for card in self.landscape if card in CREATURES]
        yield from self._discard(owed)
        if event["passes"]:
            yield from self._pass(event["passes"])

    # Adventurer cards

    def _round(self) -> list[int]:
        return [(self.mover + i) % self.players for i in range(self.players)]

    def _too_many(self, seat: int) -> int:
        return max(0, len(self.hands[seat]) - int(self.rules["hand"]["limit"]))

    def _draw(self, seat: int, wanted: int) -> None:
        at_once = self.rules["end"]["runs_out"] == "at_once"
        while wanted:
            if not self.pile and not self._shuffle_discards(seat):
                return
            wanted -= 1
            card = self.pile.pop()
            if card == LADYBUG:
                self.discards.append(card)
                more = self.rules["adventurers"]["ladybug_draws"]
                ladybugs_alone = not self.pile and set(self.discards) == {LADYBUG}
                wanted = 0 if more and ladybugs_alone and not self.rules["end"]["decks"] else wanted + more
            else:
                self.hands[seat].append(card)
            if not self.pile and at_once:
                self._shuffle_discards(seat)

    def _shuffle_discards(self, seat: int) -> bool:
        """Makes a new deck; whether there is one. The end is called where the last one is out."""
        end = self.rules["end"]
        was_last = end["decks"] and self.decks_begun >= end["decks"]
        if self.discards and not was_last:
            self.pile = self._new_deck(self.decks_begun - 1, self.discards)
            self.discards = []
            self.decks_begun += 1
            return True
        if was_last and self.turns_left < 0:
            self.end_reason, self.ended_by = "decks", seat
            self.turns_left = 1 + (self.players if end["last_round"] else 0)
            self.turns_left += self.players - 1 - self.mover if end["full_rounds"] else 0  # who still has a turn
        return False

    def _throw_away(self, seat: int, cards: Sequence[Adventurer]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.discards.append(card)

    def _discard(self, owed: Mapping[int, int]) -> Story:
        """Every player discards what they owe; who owes a whole hand has no choice."""
        for seat in self._round():
            number = min(owed.get(seat, 0), len(self.hands[seat]))
            if number == len(self.hands[seat]):
                self._throw_away(seat, list(self.hands[seat]))
                continue
            for _ in range(number):
                choice = yield "discard", seat
                self._throw_away(seat, choice.cards)

    def _pass(self, number: int) -> Story:
        """Everybody lays down cards for their right neighbour, then all take up what is theirs."""
        for seat in self._round():
            if len(self.hands[seat]) <= number:
                self.laid[seat], self.hands[seat] = self.hands[seat], []
                continue
            for _ in range(number):
                choice = yield "pass", seat
                self.hands[seat].remove(choice.cards[0])
                self.laid[seat].append(choice.cards[0])
        for seat in range(self.players):
            self.hands[seat - 1] += self.laid[seat]
            self.laid[seat] = []
        yield from self._discard({seat: self._too_many(seat) for seat in range(self.players)})

    def _end(self, reason: str, seat: int) -> None:
        self.end_reason, self.ended_by, self.turns_left = reason, seat, 0
        if not self.rules["end"]["full_rounds"]:
            self.turns[self.mover] += 1  # a turn that is broken off was one too
            raise Over
        self.turns_left = self.players - self.mover  # this turn, and those of the round that are still to come

    # What a player may do, and doing it

    @property
    def over(self) -> bool:
        """Whether nobody has anything to decide any more."""
        return self.asked is None

    def choices(self) -> list[Choice]:
        """All that the player may decide who is asked; nothing once the game is over."""
        kind, seat = self.asked or ("", NOBODY)
        if kind == "turn":
            own = legal.attempts(self.rules, self.hands[seat], self.landscape, self.owned[seat])
            return [Choice("reload"), *own]
        if kind == "reroll":
            return [Choice("keep"), *(Choice("reroll", die=face) for face in dict.fromkeys(self.rolled))]
        return [Choice(kind, cards=(card,)) for card in sorted(self.hands[seat])] if kind else []

    def objection(self, choice: Choice) -> tuple[str, str]:
        """Why a move is against the rules: the column of the log that says it, and what it should be; or nothing."""
        assert self.asked is not None
        kind, seat = self.asked
        acts = {"turn": ("reload", *WAYS), "reroll": ("keep", "reroll")}.get(kind, (kind,))
        if choice.act not in acts:
            return "act", f"one of {', '.join(acts)}"
        if stray := choice.stray():
            return stray, "empty"
        if not set(choice.cards) <= set(self.hands[seat]):
            return "cards", "cards in hand"
        if choice.act in WAYS:
            return legal.objection(self.rules, choice, self.landscape, self.owned[seat])
        if choice.act == "reroll":
            return ("", "") if choice.die in self.rolled else ("die", f"one of {self.rolled}")
        return ("cards", "one card") if kind in ("discard", "pass") and len(choice.cards) != 1 else ("", "")

    def play(self, choice: Choice) -> dict[str, Any]:
        """A legal decision with all that follows from it; its row."""
        assert self.asked is not None
        seat, mover, options = self.asked[1], self.mover, len(self.choices())
        row = {"turn": self.decisions, "own_turn": self.turns[mover], "seat": seat, "mover": mover, "act": choice.act}
        row |= {"target": choice.target, "cards": packed(choice.cards), "used": packed_helpers(choice.used)}
        self._noted = {"rolled": 0, "total": 0, "captured": False, "points": 0}
        try:
            self.asked = self._story.send(choice)
        except StopIteration:
            self.asked = None
        self.decisions += 1
        if self.asked and self.decisions >= self._most_decisions:
            self.asked, self.end_reason, self.ended_by = None, "turn_limit", NOBODY
        points = self.points()
        self.leaders.append(chronicle.leader(points))
        row |= {"die": choice.die} | self._noted | {"legal_moves": options, "hand_after": len(self.hands[seat])}
        row |= {"adventurers_after": len(self.pile), "wood_after": len(self.wood)}
        return row | dict(zip((f"score_{name}_after" for name in SEATS), [*points, 0, 0], strict=False))

    def points(self) -> list[int]:
        """The victory points on everybody's captured creatures, and those that the seat was given."""
        worth, seats = self.rules["creatures"], self.rules["seats"]
        piles = zip(SEATS, self.captured, strict=False)
        return [seats[seat]["points"] + sum(worth[name]["points"] for name in own) for seat, own in piles]

    def position(self) -> Position:
        """All cards as they lie now."""
        return Position(
            tuple(sorted(self.landscape, key=(*CREATURES, *ENHANCEMENTS).index)), len(self.wood), len(self.pile),
            len(self.discards), self.decks_begun, tuple(tuple(sorted(hand)) for hand in self.hands),
            tuple(map(tuple, self.captured)), tuple(map(tuple, self.owned)), tuple(self.points()),
            self.asked[1] if self.asked else NOBODY,
        )  # fmt: skip


Outcome = dict[str, Any]  # a row of the games table, without those columns that follow from the plan of the run


def outcome(table: Tabletop) -> Outcome:
    """The row of a finished game."""
    points = table.points()
    creatures = [len(own) for own in table.captured]
    # Three points for most creatures, two to each who ties (or what the rules say)
    most = max(creatures)
    bonus = int(table.rules["score"]["bonus" if creatures.count(most) == 1 else "tied_bonus"])
    scores = [own + (bonus if creatures[seat] == most else 0) for seat, own in enumerate(points)]
    holder = table.tie_holder
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(best) == 1:
        winner, decided_by = best[0], "points"
    else:
        winner, decided_by = (holder, "dragon") if holder in best else (NOBODY, "draw")
    # Places from 1; equal scores share one, unless the tie for the first was broken
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    ranks = [2 if rank == 1 and winner not in (NOBODY, seat) else rank for seat, rank in enumerate(ranks)]
    told: Outcome = {
        "winner": winner, "decided_by": decided_by, "turns": table.decisions, "end_reason": table.end_reason,
        "ended_by": table.ended_by, "lead_changes": lead_changes([table.opening_leader, *table.leaders]),
        "lead_since": lead_since(table.leaders, winner), "players": table.players,
        "dragons": sum(table.rules["creatures"][name]["dragon"] for own in table.captured for name in own),
        "dragon_holder": holder, "adventurer_decks": table.decks_begun, "wood_left": len(table.wood),
    }  # fmt: skip
    columns = {
        "points": points, "score": scores, "rank": ranks, "creatures": creatures,
        "enhancements": table.enhancements, "turns": table.turns,
    }  # fmt: skip
    return told | by_seat(columns, SEATS)


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first decision: cards and dice from seed and deal."""
    seed, deal = kept.seed, int(kept.row["deal_id"])
    return laid_out(rules, kept, *dragonwood(rules, seed, deal), adventurers(rules, seed, deal))


def laid_out(
    rules: Rules, kept: Kept, landscape: Sequence[str], wood: Sequence[str], deck: Sequence[Adventurer]
) -> Tabletop:
    """The same with these cards, in whatever order they lie; dice and new decks are those of the deal."""
    seed, deal = kept.seed, int(kept.row["deal_id"])
    decks, dice = partial(new_deck, seed, deal), partial(Dice, rules, seed, deal)
    return Tabletop(rules, landscape, wood, deck, decks, dice, kept.layout)


def problems(rules: Rules, kept: Kept) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first decision that could not be made."""
    return followed(kept, set_up(rules, kept), Choice.of, outcome)
