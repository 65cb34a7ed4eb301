"""Turns of Dragonheart in a log, and tables whose hidden cards are laid down as the log tells of them.

A turn says the `picture`, the `values` of the cards (left out for cards without a value: then `cards` says how many),
and the `target` where there was a choice; a player who could play none says `"picture": null`. What it may say of
hidden cards: `drawn`, the cards drawn at its end in their order, and `lost`, those that the former keeper of the figure
put back. A card is text such as "knight 2" or "ship"; null is one that nobody knows.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dhstats.engine.stream import CHANCE
from dhstats.games.dragonheart import forks
from dhstats.games.dragonheart.referee import tabletop
from dhstats.games.dragonheart.referee.chronicle import SEATS, Card, choice_of, in_order, packed, unpacked
from dhstats.games.dragonheart.referee.tabletop import Play, Rules, Tabletop
from dhstats.games.dragonheart.table import PICTURES, PLACES, card_code
from dhstats.games.logged import Dealt, Logging, Wrong, whole, word
from dhstats.games.refereeing import Problem, below, turn_words
from dhstats.games.retelling import Kept, Row
from dhstats.games.stacks import OWN_DECKS, Renewal, Stack, Stacking
from dhstats.quoting import quoted

KEYS = ("picture", "values", "cards", "target", "drawn", "lost")
MOST_CARDS = 62
_code = getattr(card_code, "py_func", card_code)


def card(text: Any, what: str) -> Card | None:
    """A card by its text, nothing where it is not known; Wrong for what is no card."""
    if text is None:
        return None
    picture, _, value = (text if isinstance(text, str) else "").strip().rpartition(" ")
    if not value.isascii() or not value.isdecimal() or len(value) > 1:
        picture, value = str(text), "0"
    if not isinstance(text, str) or picture.strip().lower().replace(" ", "_") not in PICTURES:
        raise Wrong(f'{what}: a card is a picture and its value, as "knight 2" or "ship", not {quoted(text)}')
    return word(picture, what, PICTURES), int(value)


def card_text(told: Card) -> str:
    """A card as a log writes it."""
    picture, value = told
    return f"{picture.replace('_', ' ')} {value}" if value else picture.replace("_", " ")


def cards(value: Any, what: str) -> list[Card | None]:
    """Cards of a list, each with the place where it stands."""
    if not isinstance(value, list) or len(value) > 2 * MOST_CARDS:
        raise Wrong(f"{what} must be a list of cards, not {quoted(value)}")
    return [card(each, what) for each in value]


def choice(_: Any, turn: Mapping[str, Any]) -> Play:
    """What a turn chose."""
    if turn.get("picture") is None:
        if told := [key for key in ("values", "cards", "target") if turn.get(key)]:
            raise Wrong(f"{told[0]}: gives cards, but picture says that nothing was played")
        return None, 0, None
    picture, target = word(turn["picture"], "picture", PICTURES), turn.get("target")
    if "values" in turn:
        if not isinstance(turn["values"], list) or not 0 < len(turn["values"]) <= MOST_CARDS:
            raise Wrong(f"values must be a list with the value of every card, not {quoted(turn['values'])}")
        values = [whole(each, "values", 0, 9) for each in turn["values"]]
    else:
        values = [0] * whole(turn.get("cards", 1), "cards", 1, MOST_CARDS)
    if "cards" in turn and turn["cards"] != len(values):
        raise Wrong(f"cards is {quoted(turn['cards'])}, but values has {len(values)}")
    return picture, packed(values), None if target is None else word(target, "target", PLACES)


def turn_of(_: Any, row: Row) -> dict[str, Any]:
    """The turn of a stored row."""
    if row["picture"] is None:
        return {"picture": None}
    told = {"picture": row["picture"], "values": unpacked(row["values"])}
    return told | ({"target": row["target"]} if row["target"] else {})


class ShownCards(Tabletop):
    """A table whose decks nobody has seen: a card gets its place when the log tells of it, and not before.

    Until then any card lies there that could. A card that is told, or played, stays where it is from then on; the
    others change places with what is told next, which is right whatever order the log comes in, as cards that nobody
    knows are alike. `_told` has the places whose card the log said when it was drawn.
    """

    def __init__(self, rules: Rules, hands: Sequence[Any]) -> None:
        decks = [[(name, value) for name in PICTURES for value in rules["cards"][name]["values"]] for _ in SEATS]
        self._cards = [list(deck) for deck in decks]  # by place in the deck as it was dealt
        self._pile: list[list[int]] = [list(range(len(deck))) for deck in decks]  # places still in it, the top last
        self._places: list[list[int]] = [[] for _ in SEATS]
        self._told: list[set[int]] = [set() for _ in SEATS]
        self._settled: list[set[int]] = [set() for _ in SEATS]
        self._coming: list[list[Card | None]] = [[] if hand is None else cards(hand, "hands") for hand in hands]
        self._putting: list[Card | None] = []
        self._losses: list[tuple[int, int, int, tuple[int, ...]]] = []  # turn, victim, place, all places in hand
        self.known: list[bool] = []
        self._kept = 0
        super().__init__(rules, decks, lambda index, _: index, self.known)  # whose losses `_lose_card` tells
        for seat, coming in enumerate(self._coming):
            if coming:
                size = len(self.hands[seat])
                raise Wrong(f"hands: the {SEATS[seat]} player is dealt {size} cards, not {len(hands[seat])}")

    # Where hidden cards lie

    def _draw_up_to(self, seat: int, size: int) -> None:
        while len(self.hands[seat]) < size and self.decks[seat]:
            place = self._pile[seat].pop()
            self.decks[seat].pop()
            if self._coming[seat] and (told := self._coming[seat].pop(0)):
                self._settle(seat, place, told)
                self._told[seat].add(place)
            self._places[seat].append(place)
            self.hands[seat].append(self._cards[seat][place])
            self.emptied[seat] |= not self.decks[seat]

    def _settle(self, seat: int, place: int, told: Card) -> None:
        """The card at a place is the one that is told; Wrong where no such card can be there."""
        own = self._cards[seat]
        if own[place] == told:
            self._settled[seat].add(place)
            return
        free = [at for at, each in enumerate(own) if each == told and at not in self._settled[seat] and at != place]
        if place in self._settled[seat] or not free:
            raise Wrong(f"{card_text(told)} cannot be there: all such cards of the {SEATS[seat]} player are elsewhere")
        other = min(free, key=lambda at: at in self._places[seat])
        own[place], own[other] = told, own[place]
        self._settled[seat].add(place)
        self._lay_again(seat)

    def _lay_again(self, seat: int) -> None:
        """Hand and deck hold what lies at their places."""
        self.hands[seat] = [self._cards[seat][place] for place in self._places[seat]]
        self.decks[seat] = [self._cards[seat][place] for place in self._pile[seat]]

    def prepare(self, turn: Mapping[str, Any], play: Play) -> None:
        """Puts the cards that are played into the hand where they may be, and keeps what else the turn tells."""
        seat = self.mover
        self.known.append(set(self._places[seat]) <= self._told[seat])
        self._coming[seat] = cards(turn["drawn"], "drawn") if turn.get("drawn") is not None else []
        self._putting = cards(turn["lost"], "lost") if turn.get("lost") is not None else []
        for told in self._wanted(play):
            free = [place for place in self._places[seat] if place not in self._settled[seat]]
            if not free:
                return  # the referee says what is wrong with the play
            place = free[0]
            own = self._cards[seat]
            if own[place] == told or any(c == told and at not in self._settled[seat] for at, c in enumerate(own)):
                self._settle(seat, place, told)

    def _wanted(self, play: Play) -> list[Card]:
        """Cards that are played and not yet settled in the hand."""
        (picture, values, _), seat = play, self.mover
        settled = [place for place in self._places[seat] if place in self._settled[seat]]
        held = Counter(self._cards[seat][place] for place in settled)
        return list((Counter((picture, value) for value in unpacked(values)) - held).elements()) if picture else []

    def objection(self, play: Play) -> tuple[str, str]:
        """As of any table; of cards that nobody knows it says that they cannot be those."""
        column, should_be = super().objection(play)
        if column in ("picture", "values") and play[0] and not self.known[-1] and self._wanted(play):
            return column, "cards that can be in hand: all others of this kind are elsewhere"
        return column, should_be

    def play(self, play: Play) -> dict[str, Any]:
        """A turn."""
        seat = self.mover
        self._kept = len(self._places[seat])
        row = super().play(play)
        if self._coming[seat]:
            drawn = len(self._places[seat]) - self._kept
            raise Wrong(
                f"drawn: the {SEATS[seat]} player draws {drawn} cards here, not {drawn + len(self._coming[seat])}"
            )
        if self._putting:
            raise Wrong("lost: nobody puts back this number of cards here")
        return row

    def _lay(self, picture: str, values: list[int], target: str | None) -> list[Card]:
        seat = self.mover
        for value in values:
            fits = [place for place in self._places[seat] if self._cards[seat][place] == (picture, value)]
            place = min(fits, key=lambda place: place not in self._settled[seat])
            self._settled[seat].add(place)
            self._places[seat].remove(place)
        self._kept = len(self._places[seat])
        return super()._lay(picture, values, target)

    def _lose_card(self, victim: int) -> Card:
        """The card that is told goes back, or any of which nothing is."""
        place = self._lost_place(victim, self._putting.pop(0) if self._putting else None)
        gone = self._cards[victim][place]
        self._losses.append((self.turn, victim, place, tuple(self._places[victim])))
        self._places[victim].remove(place)
        self._pile[victim].append(place)
        self._lay_again(victim)
        return gone

    def _lost_place(self, victim: int, told: Card | None) -> int:
        held, own = self._places[victim], self._cards[victim]
        silent = [place for place in held if place not in self._told[victim]]
        if told is None:
            if not silent:
                raise Wrong(f"lost: name the card that the {SEATS[victim]} player puts back, because all are known")
            return silent[0]
        if here := [place for place in held if own[place] == told]:
            place = min(here, key=lambda place: (place not in self._told[victim], place not in self._settled[victim]))
            self._settled[victim].add(place)
            return place
        if not (free := [place for place in silent if place not in self._settled[victim]]):
            raise Wrong(f"lost: {card_text(told)} is not in the hand of the {SEATS[victim]} player")
        self._settle(victim, free[0], told)
        return free[0]

    # What chance laid down

    def dealt(self) -> Dealt:
        """Both decks as they turned out to lie, and which cards were lost."""
        # Of every card that was lost the turn, its place in the victim's sorted hand, and the size of that
        found = []
        for turn, victim, place, places in self._losses:
            own = self._cards[victim]
            found.append((turn, in_order(own[each] for each in places).index(own[place]), len(places)))
        decks, known, rules = [list(own) for own in self._cards], tuple(self.known), self.rules

        def table() -> Tabletop:
            return Tabletop(rules, decks, lambda index, _: found[index][1], known)

        def arrange(record: Any) -> None:
            for seat, own in enumerate(decks):
                record["orders"][seat][: len(own)] = [_code(PICTURES.index(name), value) for name, value in own]

        by_turn: dict[int, list[tuple[int, int]]] = {}
        for turn, index, size in found:
            by_turn.setdefault(turn, []).append((index, size))
        return Dealt(table, arrange, {turn: _losing(lost) for turn, lost in by_turn.items()}, known)


def _losing(lost: Sequence[tuple[int, int]]) -> Callable[[Any], None]:
    """Points the engine's chance at the first address whose draws lose just these cards."""
    seed = 0
    while any(below(turn_words(seed, 0, CHANCE, at), size) != index for at, (index, size) in enumerate(lost)):
        seed += 1

    def put(record: Any) -> None:
        chance = record["chance"]
        chance["key"][0], chance["key"][1] = seed % 2**32, seed // 2**32
        chance["deal"][:] = 0
        chance["channel"], chance["block"] = CHANCE, 0
        chance["used"], chance["turn"], chance["group"] = 4, -1, -1

    return put


def opening(table: Tabletop) -> list[list[str]]:
    """The opening hands as a log tells them."""
    return [[card_text(each) for each in hand] for hand in table.hands]


def show(table: Tabletop, row: Row) -> dict[str, Any]:
    """Plays a stored turn on a table; the cards that were drawn at its end, and those lost with the figure."""
    seat, played = table.mover, row["cards"]
    left = len(table.hands[seat]) - played
    table.play(choice_of(row))
    lost = table.position().put_back
    told = {"drawn": [card_text(each) for each in table.hands[seat][left:]]}
    return told | ({"lost": [card_text(each) for each in lost]} if lost else {})


LOGGING = Logging(KEYS, choice, turn_of, Tabletop.outcome, lambda table: table.mover, ShownCards, show, opening)


LEFT_OPEN = "which card is lost with the Great Dragon: draw it blind from the hand, as the rules say"


def stacks(rules: Mapping[str, Any], seed: int, deal: int) -> tuple[Stack, ...]:
    """Both decks, the top card first."""
    decks = (tabletop.deck(rules, seed, deal, number) for number in range(2))
    return tuple(Stack(f"Deck {at}", tuple(map(card_text, cards[::-1]))) for at, cards in enumerate(decks, start=1))


def problems(rules: Mapping[str, Any], kept: Kept, laid: Sequence[Stack]) -> Iterator[Problem]:
    """What a game contradicts when these decks lie before the players."""
    read = [[card(text, stack.name) for text in stack.cards] for stack in laid]
    decks = [[known for known in deck if known is not None][::-1] for deck in read]
    return tabletop.problems(rules, kept, tabletop.laid(rules, kept, decks))


STACKING = Stacking(
    stacks, problems, "deck", OWN_DECKS, LEFT_OPEN, "points", Renewal(forks.draw_anew, Path(forks.__file__))
)
