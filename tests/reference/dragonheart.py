"""Dragonheart as the rulebook tells it: plain lists of cards, one small function a rule, no regard for speed.

Written from the rulebooks and the project's page of rulings alone, so that it can contradict the fast engine.
"""

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

Card = tuple[str, int]
Move = tuple[str, tuple[int, ...], str | None]
Rules = dict[str, Any]

PICTURES = (
    "treasure_chest",
    "fire_dragon",
    "petrified_dragon",
    "sorceress",
    "troll",
    "dwarf",
    "knight",
    "huntress",
    "ship",
)
BELOW_SHIP = "below_ship"
NOBODY = -1
SEATS = ("first", "second")
HOLDERS = {"first": 0, "second": 1, "nobody": NOBODY}


def in_order(cards: list[Card]) -> list[Card]:
    """The cards sorted by picture, in the order of the board's list, then by value."""
    return sorted(cards, key=lambda card: (PICTURES.index(card[0]), card[1]))


def deck_of(rules: Rules) -> list[Card]:
    """One player's unshuffled deck, in the order of the pictures."""
    return [(picture, value) for picture in PICTURES for value in rules["cards"][picture]]


def points(cards: list[Card]) -> int:
    """What these cards are worth together."""
    return sum(value for _, value in cards)


class Match:
    """One game, from the opening hands to the count of points.

    `decks` are the shuffled decks, top card first. `steal(hand, index)` names the place, in the victim's
    sorted hand, of the card he loses; `index` counts the cards lost so far by both. `stacks` are the stacks
    beside the board.
    """

    def __init__(
        self,
        rules: Rules,
        decks: tuple[list[Card], list[Card]],
        steal: Callable[[list[Card], int], int],
    ) -> None:
        self.rules, self.steal = rules, steal
        self.decks = [list(deck) for deck in decks]
        self.hands: list[list[Card]] = [[], []]
        self.scored: list[list[Card]] = [[], []]
        self.board: dict[str, list[Card]] = {picture: [] for picture in PICTURES}
        self.below_ship: list[Card] = []
        self.stacks: list[list[Card]] = []
        self.figure = HOLDERS[rules["great_dragon"]["holder"]]
        self.turn, self.most_turns = 0, 2 * sum(map(len, decks)) + 4
        self.over, self.end_reason, self.ended_by = False, "", NOBODY
        self.stolen, self.figure_changes, self.first_claim_turn = 0, 0, -1
        self.margins: list[int] = []
        self.emptied = [False, False]
        self._draw_opening_hands()

    # Looking at the table

    @property
    def mover(self) -> int:
        """Whose turn it is: 0 the first seat, 1 the second; they alternate."""
        return self.turn % 2

    @property
    def ship_stacks(self) -> int:
        """How many stacks lie beside the board."""
        return len(self.stacks)

    def cards(self) -> list[Card]:
        """Every card in the game, wherever it lies."""
        piles = [*self.hands, *self.decks, *self.scored, *self.board.values(), self.below_ship, *self.stacks]
        return [card for pile in piles for card in pile]

    def points(self, seat: int) -> int:
        """The worth of a player's score pile and the points he was given at the start; no figure points."""
        given: int = self.seat_rules(seat)["points"]
        return points(self.scored[seat]) + given

    def seat_rules(self, seat: int) -> Rules:
        """What the rules say of this seat's start."""
        start: Rules = self.rules["seats"][SEATS[seat]]
        return start

    def hand_limit(self, seat: int) -> int:
        """Up to how many cards this player refills: the keeper of the Great Dragon may hold more."""
        limits: tuple[int, int] = self.rules["hand"]["size"], self.rules["great_dragon"]["hand_size"]
        return limits[self.figure == seat]

    # Play cards

    def legal(self) -> list[Move]:
        """Every play open to the mover: a picture, some of his cards with it, the target if he chooses."""
        if self.over:
            return []
        return [move for picture in PICTURES for move in self._plays_of(picture)]

    def _plays_of(self, picture: str) -> list[Move]:
        """The plays of this picture: any selection of the cards in hand that finds room on the space."""
        values = sorted(value for held, value in self.hands[self.mover] if held == picture)
        return [
            (picture, chosen, target)
            for number in range(1, min(len(values), self._room(picture)) + 1)
            for chosen in sorted(set(combinations(values, number)))
            for target in self._choices(picture, number)
        ]

    def _room(self, picture: str) -> int:
        """How many cards this space takes now: empty outlines of a row, and the limit on a first turn."""
        slots = self.rules["spaces"][picture]["slots"]
        free = slots - len(self.board[picture]) if slots else len(self.hands[self.mover])
        limit = self.seat_rules(self.mover)["first_turn_max_cards"]
        return min(free, limit) if limit and self.turn < len(SEATS) else free

    def _activates(self, picture: str, number: int) -> bool:
        """A stack acts at every play; a row acts when the play lays its last card."""
        slots: int = self.rules["spaces"][picture]["slots"]
        return slots == 0 or len(self.board[picture]) + number == slots

    def _choices(self, picture: str, number: int) -> list[str | None]:
        """The stacks to choose from when an acting space has two arrows or more; else there is no choice."""
        takes = self.rules["spaces"][picture]["takes"]
        return list(takes) if len(takes) > 1 and self._activates(picture, number) else [None]

    def play(self, move: Move | None) -> dict[str, Any]:
        """One whole turn: play, collect, draw, and see whether the game ends. None passes."""
        options = self.legal()
        if self.over or (move not in options if options else move is not None):
            raise ValueError(f"{move} cannot be played in turn {self.turn}; options: {options}")
        seat, figure_before = self.mover, self.figure
        taken = self._play_cards(move) if move else []
        trigger = self._draw_and_look_for_the_end(seat)
        self.margins.append(self.points(0) - self.points(1))
        row = self._row(move, taken, len(options), self.figure != figure_before)
        self._end_turn(seat, trigger)
        return row

    def _row(self, move: Move | None, taken: list[Card], options: int, claimed: bool) -> dict[str, Any]:
        """The finished turn in one row."""
        picture, values, target = move or (None, (), None)
        return {
            "turn": self.turn,
            "seat": self.mover,
            "picture": picture,
            "cards": len(values),
            "values": values,
            "target": target,
            "taken_cards": len(taken),
            "taken_points": points(taken),
            "claimed_figure": claimed,
            "legal_moves": options,
            "hand_after": len(self.hands[self.mover]),
            "deck_after": len(self.decks[self.mover]),
            "score_first_after": self.points(0),
            "score_second_after": self.points(1),
        }

    def _play_cards(self, move: Move) -> list[Card]:
        """The cards go from the hand to their space; if it acts, the mover collects. Returns what he took."""
        picture, values, target = move
        acts = self._activates(picture, len(values))
        for value in values:
            self.hands[self.mover].remove((picture, value))
            self.board[picture].append((picture, value))
        return self._collect(picture, target) if acts else []

    # Collect cards

    def _collect(self, picture: str, target: str | None) -> list[Card]:
        """First the cards the arrow leads to, then the acting space's own cards; then perhaps the figure."""
        space = self.rules["spaces"][picture]
        if target is None and space["takes"]:
            target = space["takes"][0]
        taken = self._lift(target) if target else []
        taken += self._move_own_cards(picture, space["then"])
        self.scored[self.mover] += taken
        if self._brings_the_figure(taken, target):
            self._claim_the_figure()
        return taken

    def _lift(self, place: str) -> list[Card]:
        """All cards lying at a place are picked up; it may be none."""
        pile = self.below_ship if place == BELOW_SHIP else self.board[place]
        lifted = list(pile)
        pile.clear()
        return lifted

    def _move_own_cards(self, picture: str, then: str) -> list[Card]:
        """The acting space's own cards stay, go below the ship, form a stack, or are scored by him."""
        own = [] if then == "stay" else self._lift(picture)
        if then == BELOW_SHIP:
            self.below_ship += own
        if then == "stack":
            self.stacks.append(own)
        return own if then == "score" else []

    def _brings_the_figure(self, taken: list[Card], target: str | None) -> bool:
        """A petrified dragon taken brings the Great Dragon; by claim "any" reaching for them is enough."""
        reached = self.rules["great_dragon"]["claim"] == "any" and target == "petrified_dragon"
        return reached or any(picture == "petrified_dragon" for picture, _ in taken)

    def _claim_the_figure(self) -> None:
        """The Great Dragon comes to the mover, unless he has it; who had it may have to pay in cards."""
        victim = self.figure
        if victim == self.mover:
            return
        self.figure = self.mover
        self.figure_changes += 1
        if self.first_claim_turn == -1:
            self.first_claim_turn = self.turn
        if victim != NOBODY:
            self._rob(victim)

    def _rob(self, victim: int) -> None:
        """Cards go unseen from the victim's hand onto his deck: down to the normal hand, or exactly one."""
        hand = self.hands[victim]
        always_one = self.rules["great_dragon"]["theft"] == "always_one"
        losses = min(1, len(hand)) if always_one else max(0, len(hand) - self.rules["hand"]["size"])
        for _ in range(losses):
            ordered = in_order(hand)
            card = ordered[self.steal(ordered, self.stolen)]
            hand.remove(card)
            self.decks[victim].insert(0, card)
            self.stolen += 1

    # Draw cards

    def _draw_opening_hands(self) -> None:
        """Both players take their first cards from the top of their decks."""
        for seat in range(len(SEATS)):
            self._draw_up_to(seat, self.seat_rules(seat)["hand_size"])
            self.emptied[seat] = not self.decks[seat]

    def _draw_up_to(self, seat: int, size: int) -> None:
        """Draws until the hand has this size or the deck is out, and remembers who drew his last card."""
        hand, deck = self.hands[seat], self.decks[seat]
        while len(hand) < size and deck:
            hand.append(deck.pop(0))
            self.emptied[seat] = self.emptied[seat] or not deck

    def _draw_and_look_for_the_end(self, seat: int) -> str:
        """The mover refills his hand; returns what calls the end of the game now, if anything."""
        drew_last_card_earlier = self.emptied[seat]
        in_vain = len(self.hands[seat]) < self.hand_limit(seat) and not self.decks[seat]
        self._draw_up_to(seat, self.hand_limit(seat))
        deck_is_out = {
            "cannot_draw": in_vain,
            "after_last_card": drew_last_card_earlier,
            "last_card_drawn": self.emptied[seat],
        }[self.rules["end"]["deck_end"]]
        if self.ship_stacks >= self.rules["end"]["ship_stacks"]:
            return "ships"
        return "deck" if deck_is_out else ""

    # End of the game

    def _end_turn(self, seat: int, trigger: str) -> None:
        """The first call of the end counts; the opponent may have one last turn, and nothing prolongs it."""
        last_turn = bool(self.end_reason)
        if trigger and not last_turn:
            self.end_reason, self.ended_by = trigger, seat
        self.turn += 1
        self.over = last_turn or bool(self.end_reason and not self.rules["end"]["last_turn"])
        if not self.over and self.turn == self.most_turns:
            self.over, self.end_reason, self.ended_by = True, "turn_limit", NOBODY

    def final_score(self, seat: int) -> int:
        """Score pile and start points, and what the Great Dragon is worth to its keeper."""
        return self.points(seat) + (self.rules["great_dragon"]["points"] if self.figure == seat else 0)

    def verdict(self) -> tuple[int, str]:
        """Who wins and by what: most points; if equal, the keeper of the figure; if there is none, nobody."""
        lead = self.final_score(0) - self.final_score(1)
        if lead != 0:
            return (0 if lead > 0 else 1), "points"
        if self.rules["great_dragon"]["breaks_ties"] and self.figure != NOBODY:
            return self.figure, "figure"
        return NOBODY, "draw"

    def lead_changes(self) -> int:
        """How often the lead on score piles went over to the other player; level turns are skipped."""
        leaders = [margin > 0 for margin in self.margins if margin]
        return sum(a != b for a, b in pairwise(leaders))

    def lead_since(self, winner: int) -> int:
        """The first turn from which the winner of the game stays ahead on score piles to the end."""
        if winner == NOBODY:
            return -1
        sign = 1 if winner == 0 else -1
        return max((t + 1 for t, margin in enumerate(self.margins) if sign * margin <= 0), default=0)

    def result(self) -> dict[str, Any]:
        """The finished game in one row."""
        winner, decided_by = self.verdict()
        return {
            "points_first": self.points(0),
            "points_second": self.points(1),
            "score_first": self.final_score(0),
            "score_second": self.final_score(1),
            "figure": self.figure,
            "winner": winner,
            "decided_by": decided_by,
            "turns": self.turn,
            "end_reason": self.end_reason,
            "ended_by": self.ended_by,
            "ship_stacks": self.ship_stacks,
            "figure_changes": self.figure_changes,
            "first_claim_turn": self.first_claim_turn,
            "lead_changes": self.lead_changes(),
            "lead_since": self.lead_since(winner),
        }
