"""Dragonheart on an ordinary table: lists of cards, one turn after the other, no regard for speed.

Written from the rulebooks and the project's rulings, without the engine's rules: the referee judges logs by it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from dhstats.engine.stream import CHANCE, DECK
from dhstats.games.dragonheart.referee import chronicle
from dhstats.games.dragonheart.referee.chronicle import NOBODY, SEATS, Card, Space, in_order, packed, unpacked
from dhstats.games.dragonheart.table import BELOW_SHIP, PETRIFIED_DRAGON, PICTURES
from dhstats.games.refereeing import Problem, below, followed, lead_changes, lead_since, shuffled, turn_words, words
from dhstats.games.retelling import Kept

Rules = Mapping[str, Any]
Play = tuple[str | None, int, str | None]  # picture, packed values, target where it is chosen; no picture passes
DRAGON = PICTURES[PETRIFIED_DRAGON]
HOLDERS = {"nobody": NOBODY, "first": 0, "second": 1}


class Tabletop:
    """A game from the opening hands on, for moves that somebody else chooses.

    `decks` lie face down with the top card last; `lose(index, hand_size)` names the card, by its place in the
    victim's sorted hand, that is lost with the figure as number `index` of the game. `known` says of each turn whether
    all cards of its player are: else nobody can say how many plays were legal, which counts as 0 then.
    """

    players = 2

    def __init__(
        self, rules: Rules, decks: Sequence[Sequence[Card]], lose: Callable[[int, int], int],
        known: Sequence[bool] | None = None,
    ) -> None:  # fmt: skip
        self.rules, self._lose, self.lost, self._known = rules, lose, 0, known
        self.spaces: dict[str, list[Card]] = {picture: [] for picture in PICTURES}
        self.below_ship: list[Card] = []
        self.stacks = 0
        self.figure = HOLDERS[rules["great_dragon"]["holder"]]
        self.decks = [list(deck) for deck in decks]
        self.hands: list[list[Card]] = [[], []]
        self.scores = [int(rules["seats"][seat]["points"]) for seat in SEATS]
        self.turn, self.turns_left = 0, -1  # -1: the end has not been called
        self._longest = 2 * sum(map(len, decks)) + 4
        self._end_reason, self._ended_by = "", NOBODY
        self._claims: list[int] = []  # the turns in which the figure moved
        self.margins: list[int] = []
        self.emptied = [False, False]
        self._played, self._reached, self._put_back = "", "", list[Card]()
        self._taken_from = ""
        for seat, name in enumerate(SEATS):
            self._draw_up_to(seat, rules["seats"][name]["hand_size"])
            self.emptied[seat] = not self.decks[seat]

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self.turn % 2

    @property
    def decisions(self) -> int:
        """How many were made: one a turn."""
        return self.turn

    @property
    def over(self) -> bool:
        """Whether the last turn has been played."""
        return self.turns_left == 0

    # Play cards

    def plays(self) -> list[Play]:
        """Every play open to the mover: by picture, most of the highest cards first, arrows as the rules list them."""
        held = {picture for picture, _ in self.hands[self.mover]}
        return [
            (picture, values, target)
            for picture in sorted(held, key=PICTURES.index)
            for values, cards in selections(self.held(picture), self._room(picture))
            for target in self._choices(picture, cards)
        ]

    def held(self, picture: str) -> list[int]:
        """The values of the mover's cards of a picture."""
        return [value for held, value in self.hands[self.mover] if held == picture]

    def limits(self, picture: str) -> dict[str, int]:
        """How many cards of a picture may be played now, by what says so: the hand, the space, the first turn."""
        slots = self.rules["spaces"][picture]["slots"]
        limit = self.rules["seats"][SEATS[self.mover]]["first_turn_max_cards"]
        room = {"hand": len(self.hands[self.mover])}
        room |= {"space": slots - len(self.spaces[picture])} if slots else {}
        room |= {"first_turn": limit} if limit and self.turn < len(SEATS) else {}
        return room

    def _room(self, picture: str) -> int:
        return min(self.limits(picture).values())

    def acts(self, picture: str, cards: int) -> bool:
        """A stack acts at every play, a row when the play fills it."""
        slots: int = self.rules["spaces"][picture]["slots"]
        return slots in (0, len(self.spaces[picture]) + cards)

    def _choices(self, picture: str, cards: int) -> list[str | None]:
        """The targets to choose from; None alone where there is nothing to choose."""
        takes: list[str | None] = self.rules["spaces"][picture]["takes"]
        return takes if len(takes) > 1 and self.acts(picture, cards) else [None]

    def objection(self, play: Play) -> tuple[str, str]:
        """Why a play is against the rules: the column of the log that says it, and what it should be; or nothing."""
        plays, (picture, values, _) = self.plays(), play
        if play in plays or (picture is None and not plays):
            return "", ""
        if picture is None:
            return "picture", f"one of {len(plays)} legal plays"
        held, cards = self.held(picture), unpacked(values)
        if not held:
            return "picture", f"a picture in hand: {', '.join(sorted({name for name, _ in self.hands[self.mover]}))}"
        if not cards or Counter(cards) - Counter(held):
            return "values", f"some of the cards in hand: {sorted(held)}, packed {packed(held)}"
        choices = [choice for name, chosen, choice in plays if (name, chosen) == (picture, values)]
        if not choices:
            return "values", f"no more cards than there is room for: {self._room(picture)}"
        return "target", f"one of {', '.join(map(str, choices))}" if choices != [None] else "empty"

    def play(self, play: Play) -> dict[str, Any]:
        """A whole turn by a legal play: play, collect, draw. Returns its row."""
        picture, values, target = play
        seat, claims = self.mover, len(self._claims)
        hidden = self._known is not None and not any(self._known[self.turn : self.turn + 1])
        options = 0 if hidden else len(self.plays())
        cards = unpacked(values) if picture else []
        self._played, self._reached, self._put_back = picture or "", "", []
        self._taken_from = ""
        taken = self._lay(picture, cards, target) if picture else []
        self.scores[seat] += points(taken)
        deck_is_out = self._refill(seat)
        self.turn += 1
        self.margins.append(self.scores[0] - self.scores[1])
        end = self.rules["end"]
        if self.turns_left > 0:
            self.turns_left -= 1
        elif self.stacks >= end["ship_stacks"] or deck_is_out:
            self._end_reason = "ships" if self.stacks >= end["ship_stacks"] else "deck"
            self._ended_by, self.turns_left = seat, int(end["last_turn"])
        elif self.turn >= self._longest:
            self._end_reason, self.turns_left = "turn_limit", 0
        return {
            "turn": self.turn - 1, "seat": seat, "picture": picture, "cards": len(cards), "values": packed(cards),
            "target": target if picture else None, "taken_cards": len(taken), "taken_points": points(taken),
            "claimed_figure": len(self._claims) > claims, "legal_moves": options, "hand_after": len(self.hands[seat]),
            "deck_after": len(self.decks[seat]),
            "score_first_after": self.scores[0], "score_second_after": self.scores[1],
        }  # fmt: skip

    def _lay(self, picture: str, values: list[int], target: str | None) -> list[Card]:
        acts = self.acts(picture, len(values))
        for value in values:
            self.hands[self.mover].remove((picture, value))
            self.spaces[picture].append((picture, value))
        return self._collect(picture, target) if acts else []

    # Collect cards

    def _collect(self, picture: str, target: str | None) -> list[Card]:
        """First what the arrow leads to, then the space's own cards; then perhaps the figure."""
        space = self.rules["spaces"][picture]
        self._reached = target or "".join(space["takes"][:1])
        taken = self._lift(self._reached) if self._reached else []
        self._taken_from = self._reached if taken else ""
        own = [] if space["then"] == "stay" else self._lift(picture)
        if space["then"] == "score":
            taken += own
        elif space["then"] == "below_ship":
            self.below_ship += own
        elif space["then"] == "stack":
            self.stacks += 1
        chosen = self.rules["great_dragon"]["claim"] == "any" and self._reached == DRAGON
        if self.figure != self.mover and (chosen or any(name == DRAGON for name, _ in taken)):
            self._claim()
        return taken

    def _lift(self, place: str) -> list[Card]:
        pile = self.below_ship if place == BELOW_SHIP else self.spaces[place]
        lifted = list(pile)
        pile.clear()
        return lifted

    def _claim(self) -> None:
        victim, self.figure = self.figure, self.mover
        self._claims.append(self.turn)
        self._rob(victim)

    def _rob(self, victim: int) -> None:
        """Who had the figure loses all cards above a normal hand, or one."""
        held = len(self.hands[victim]) if victim != NOBODY else 0
        always_one = self.rules["great_dragon"]["theft"] == "always_one"
        for _ in range(min(1, held) if always_one else held - self.rules["hand"]["size"]):
            self._put_back.append(self._lose_card(victim))
            self.lost += 1

    def _lose_card(self, victim: int) -> Card:
        """A card of the victim's hand goes back onto their deck."""
        hand = self.hands[victim]
        card = in_order(hand)[self._lose(self.lost, len(hand))]
        hand.remove(card)
        self.decks[victim].append(card)
        return card

    # Draw cards, end of the game

    def _draw_up_to(self, seat: int, size: int) -> None:
        while len(self.hands[seat]) < size and self.decks[seat]:
            self.hands[seat].append(self.decks[seat].pop())
            self.emptied[seat] |= not self.decks[seat]

    def _refill(self, seat: int) -> bool:
        """The mover draws; returns whether their deck calls the end of the game."""
        keeper = self.figure == seat
        size = self.rules["great_dragon"]["hand_size"] if keeper else self.rules["hand"]["size"]
        in_vain = len(self.hands[seat]) < size and not self.decks[seat]
        emptied_before = self.emptied[seat]
        self._draw_up_to(seat, size)
        rule = self.rules["end"]["deck_end"]
        if rule == "cannot_draw":
            return in_vain
        return emptied_before if rule == "after_last_card" else self.emptied[seat]

    # What can be told

    def position(self) -> chronicle.Position:
        """All cards as they lie now, hands and spaces in order."""
        spaces = self.rules["spaces"]
        return chronicle.Position(
            tuple(
                Space(name, spaces[name]["slots"], tuple(spaces[name]["takes"]), tuple(value for _, value in cards))
                for name, cards in self.spaces.items()
            ),
            tuple(self.below_ship), self.stacks, self.rules["end"]["ship_stacks"], self.figure,
            (self.scores[0], self.scores[1]),
            (tuple(in_order(self.hands[0])), tuple(in_order(self.hands[1]))),
            (len(self.decks[0]), len(self.decks[1])),
            self._played, self._taken_from, tuple(self._put_back),
        )  # fmt: skip

    def outcome(self) -> dict[str, Any]:
        """The row of a finished game."""
        bonus = self.rules["great_dragon"]["points"]
        totals = [score + bonus * (self.figure == seat) for seat, score in enumerate(self.scores)]
        winner, decided_by = NOBODY, "draw"
        if lead := totals[0] - totals[1]:
            winner, decided_by = int(lead < 0), "points"
        elif self.rules["great_dragon"]["breaks_ties"] and self.figure != NOBODY:
            winner, decided_by = self.figure, "figure"
        leaders = [int(margin < 0) if margin else NOBODY for margin in self.margins]
        return {
            "points_first": self.scores[0], "points_second": self.scores[1],
            "score_first": totals[0], "score_second": totals[1], "figure": self.figure,
            "winner": winner, "decided_by": decided_by, "turns": self.turn,
            "end_reason": self._end_reason, "ended_by": self._ended_by, "ship_stacks": self.stacks,
            "figure_changes": len(self._claims), "first_claim_turn": self._claims[0] if self._claims else -1,
            "lead_changes": lead_changes(leaders), "lead_since": lead_since(leaders, winner),
        }  # fmt: skip


def points(cards: Sequence[Card]) -> int:
    """What cards are worth together."""
    return sum(value for _, value in cards)


def selections(values: Sequence[int], most: int) -> list[tuple[int, int]]:
    """All ways to choose up to so many of these cards, packed, with how many they are; the highest cards come first."""
    ways = {0: 0}
    for value in values:
        ways |= {chosen + 64**value: cards + 1 for chosen, cards in ways.items() if cards < most}
    return sorted(((chosen, cards) for chosen, cards in ways.items() if chosen), reverse=True)


def deck(rules: Mapping[str, Any], seed: int, deal: int, number: int) -> list[Card]:
    """Deck 0 or 1 of a deal as shuffled; the last card is the top."""
    cards = [(picture, value) for picture in PICTURES for value in rules["cards"][picture]["values"]]
    return shuffled(words(seed, deal, DECK + number), cards)


def lost_card(seed: int, deal: int, index: int, hand_size: int) -> int:
    """The place, in the victim's sorted hand, of the card that is lost as number `index` of the game."""
    return below(turn_words(seed, deal, CHANCE, index), hand_size)


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first turn: decks and lost cards from seed and deal, or as shown."""
    if kept.table is not None:
        laid_out: Tabletop = kept.table()
        return laid_out
    return laid(rules, kept, [deck(rules, kept.seed, int(kept.row["deal_id"]), number) for number in range(2)])


def laid(rules: Rules, kept: Kept, decks: Sequence[Sequence[Card]]) -> Tabletop:
    """The table of a kept game with these decks, before its first turn."""
    own = decks[::-1] if kept.row["swapped"] else decks
    return Tabletop(rules, own, partial(lost_card, kept.seed, int(kept.row["deal_id"])))


def problems(rules: Rules, kept: Kept, table: Tabletop | None = None) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first move that could not be played."""
    return followed(kept, table or set_up(rules, kept), chronicle.choice_of, Tabletop.outcome, "turns")
