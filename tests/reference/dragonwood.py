"""Dragonwood as the rulebook tells it: plain lists of cards, one small function a rule, no regard for speed.

Written from the rulebook and the project's page of rulings (GAMES.md, section 2) alone, so that it can contradict the
fast engine. A game is a `Position`; `legal(position)` lists the decisions of whoever is asked next, and
`apply(position, decision, chance)` gives the position after one of them, up to the next question. All luck is asked
from the object `chance`, so that a logged game can be played again in it. Piles lie with their top card first.

Where the rulebook is silent or can be read in two ways.

Settled by GAMES.md:
 1. A ladybug counts when dealt as when drawn: it is discarded and two cards come for it, again if need be. Whoever is
    dealt one starts with six cards.
 2. The wound is any card of the whole hand, by his choice; the cards played in vain are part of the hand again.
 3. Enhancements of every kind, the three that are used once among them, give no help in capturing an enhancement.
 4. Never more than six dice: the bunny's die is one of the six.
 5. The discard pile is shuffled once; when that second deck is out too, every player has one more turn, also the one
    who drew its last card (he is the last to move), and nobody draws.
 6. Both dragons captured, by whomever, end the game at once: the landscape is not filled up and no event happens.
 7. Most creatures: 3 points; several with most: 2 each. The dragons are creatures.
 8. A tie of points goes to who captured the orange dragon.
 9. The texts of the cards: Sunny Day, all draw two; Thunder Storm, all discard one; Wind Storm, all pass one to the
    right; Quicksand, enhancements leave the landscape. The mushroom re-rolls one die of an attempt.

Settled here; those with a name in brackets are fields of `Rules`, so that the other reading can be played:
10. Lower half: the deck without its dragons is cut in two, the dragons are shuffled into the lower part (two players:
    among the last 16 of 30). An odd card goes to the upper part.
11. Events revealed in setting up go back to places drawn by lot, and no other card moves, so that the dragons stay
    low (`events_back = "by_lot"`). The cards dealt instead may be events again; then it is done again. Whoever lays
    them aside and puts them back when all other cards lie there (`"when_all_lie"`) does the same: every order of the
    deck is as likely. Read to the letter, the whole deck is shuffled and dragons may rise (`"whole_deck"`).
12. Cards are dealt five to a seat, seat 0 first unless another is named. Seat 0 hiked last. Where hands differ, as no
    rulebook has it, each is first dealt as many as the smallest holds, then in the same order the rest.
13. A ladybug drawn with eight or nine cards in hand may mean ten or eleven: he discards down to nine. The rulebook
    speaks of one card. The limit holds after Sunny Day too.
14. The discard pile becomes the new deck at the moment when the last card is drawn, thus before a discard by the hand
    limit, though with a ladybug just drawn (`new_deck = "at_once"`). Or only when a card is wanted: `"when_needed"`.
    As long as nothing has been discarded there is no new deck, and nothing is drawn.
15. The second deck is out when its last card is drawn (`deck_out = "last_card_drawn"`). Or when a card is wanted in
    vain: `"cannot_draw"`. The turn in which that happens is none of the extra turns.
16. In the extra turns reloading draws nothing: it is a pass, and it remains possible. Sunny Day draws nothing then.
17. Everything is announced before the roll: nobody adds a Lightning Bolt after he has seen the dice. Several
    enhancements help together. What helps for ever helps always, without being asked: it never harms.
18. An enhancement used once is gone also when the attempt fails. It is not in the hand: no wound and no storm takes it.
19. The potion is a card and brings a die. It may stand alone, double a card that is played, make six of a number, and
    fill a gap; it does not make a 0 or a 13, for rows end at 1 and 12. An attempt has at most six cards, the potion
    among them: a seventh would bring nothing.
20. With six dice already, the bunny cannot be used.
21. The mushroom: after the roll he may re-roll one die, once an attempt, and the new face counts. The question is put
    even when the roll suffices.
22. Who fails and has no card (he played the potion alone) takes no wound. A storm takes nothing from an empty hand.
23. Events are carried out in the order of seats from the one whose turn it is. Sunny Day: all draw, then all discard
    down to the limit. Wind Storm: all choose before any card arrives. Right is whose turn was before.
24. A landscape without cards to come stays smaller. Cards of the Dragonwood deck that were used, swallowed or were
    events never come back.
25. Most creatures with none captured at all: a tie of everybody, two points each.
26. A tie of points without the player of the orange dragon among the tied: the win is shared among these.
27. Dragon Spell: exactly three cards, two dice. The cards are the price and are gone also when it fails, with the wound
    on top (`spell_cards = "paid"`; `"returned"`: as in other attempts). What helps in any attempt (cloak, unicorn,
    mushroom, bolt, bunny, potion as one of the three) helps a spell, sword, spinach and ghost do not
    (`spell_help = "any_attempt"`; `"none"`: six or more with two bare dice).
28. Shorter and longer: `removed` says how many cards. Longer, until both dragons: `decks = 0`, the discard pile is
    shuffled as often as needed.
29. Simple set-up: all 42 cards shuffled together, dragons anywhere; the two endings it names replace the usual ones, so
    that both dragons captured end nothing. It ends when the last card is revealed: if that is an event, it is not
    carried out (none would change a score).
30. A turn in which the game ends at once was a turn of whoever had it.
31. Where few cards are dealt to many, the last deck can run out in the opening deal. That is nobody's turn: every
    player has one turn, and that is all.
32. Where decks never end and all other cards are in hands, a ladybug that is drawn brings nothing.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, Protocol, TypeVar

Item = TypeVar("Item")
Card = tuple[str, int]

# The cards and the dice

WAYS = ("strike", "stomp", "scream")
SPELL = "spell"


class Creature(NamedTuple):
    """A title of the Dragonwood deck that is worth points; the numbers are those of strike, stomp and scream."""

    copies: int
    points: int
    numbers: tuple[int, int, int]


class Enhancement(NamedTuple):
    """A title of which there is one card: its numbers, what it adds in which ways, whether it is used once."""

    numbers: tuple[int, int, int]
    adds: int = 0
    ways: tuple[str, ...] = (*WAYS, SPELL)
    once: bool = False


CREATURES = {
    "spooky_spiders": Creature(4, 1, (3, 3, 4)),
    "crazy_bats": Creature(4, 1, (4, 3, 3)),
    "giggling_goblin": Creature(2, 2, (7, 5, 5)),
    "fire_ants": Creature(2, 2, (7, 4, 6)),
    "wasps_nest": Creature(2, 2, (5, 6, 7)),
    "hungry_bear": Creature(2, 3, (7, 6, 9)),
    "pack_of_wolves": Creature(2, 3, (6, 7, 9)),
    "fierce_jaguar": Creature(2, 3, (8, 6, 8)),
    "wild_boar": Creature(2, 3, (8, 7, 7)),
    "grumpy_troll": Creature(1, 4, (9, 11, 9)),
    "gigantic_python": Creature(1, 4, (11, 8, 10)),
    "secret_shadow": Creature(1, 4, (10, 8, 11)),
    "angry_ogre": Creature(1, 5, (12, 9, 14)),
    "gooey_glob": Creature(1, 5, (14, 9, 10)),
    "blue_dragon": Creature(1, 6, (13, 10, 13)),
    "orange_dragon": Creature(1, 7, (15, 11, 12)),
}
ENHANCEMENTS = {
    "silver_sword": Enhancement((10, 6, 7), adds=2, ways=("strike",)),
    "bucket_of_spinach": Enhancement((7, 10, 8), adds=2, ways=("stomp",)),
    "ghost_disguise": Enhancement((8, 7, 10), adds=2, ways=("scream",)),
    "cloak_of_darkness": Enhancement((11, 9, 11), adds=2),
    "magical_unicorn": Enhancement((8, 6, 8), adds=1),
    "lucky_mushroom": Enhancement((7, 5, 7)),
    "lightning_bolt": Enhancement((7, 5, 7), adds=4, once=True),
    "friendly_bunny": Enhancement((4, 4, 4), once=True),
    "charmed_potion": Enhancement((5, 4, 5), once=True),
}
EVENTS = ("sunny_day", "thunder_storm", "wind_storm", "quicksand")
DRAGONS = ("blue_dragon", "orange_dragon")
MUSHROOM, BUNNY, POTION = "lucky_mushroom", "friendly_bunny", "charmed_potion"
USED_ONCE = tuple(name for name, enhancement in ENHANCEMENTS.items() if enhancement.once)

COLOURS = ("red", "orange", "green", "blue", "purple")  # only that there are five, and different, plays a part
NUMBERS = range(1, 13)
LADYBUG: Card = ("ladybug", 0)
LADYBUGS = 4
FACES = (1, 2, 2, 3, 3, 4)
SPELL_CARDS, SPELL_DICE, SPELL_NUMBER = 3, 2, 6
REMOVED = {2: 12, 3: 10, 4: 8}


def dragonwood_cards() -> list[str]:
    """The 42 cards with a green back, unshuffled."""
    creatures = [name for name, creature in CREATURES.items() for _ in range(creature.copies)]
    return [*creatures, *ENHANCEMENTS, *EVENTS]


def adventurer_cards(suits: int = 5) -> list[Card]:
    """The 64 cards with a red back, or fewer of them, unshuffled."""
    return [(colour, number) for colour in COLOURS[:suits] for number in NUMBERS] + [LADYBUG] * LADYBUGS


def numbers_of(title: str) -> tuple[int, int, int]:
    """What strike, stomp and scream have to reach."""
    return (CREATURES[title] if title in CREATURES else ENHANCEMENTS[title]).numbers


@dataclass(frozen=True)
class Rules:
    """The numbers and switches of one game; the last five fields are readings (see above)."""

    players: int
    removed: int | None = None
    suits: int = 5
    hand_size: int = 5
    hand_sizes: tuple[int, ...] = ()  # by seat, where they differ
    given: tuple[int, ...] = ()  # points before the game by seat, where there are any
    hand_limit: int = 9
    landscape: int = 5
    most_dice: int = 6
    most_creatures: int = 3
    most_creatures_tied: int = 2
    decks: int = 2
    dragons_low: bool = True
    ends_with_dragons: bool = True
    ends_with_last_card: bool = False
    dragon_spell: bool = False
    events_back: str = "by_lot"
    new_deck: str = "at_once"
    deck_out: str = "last_card_drawn"
    spell_cards: str = "paid"
    spell_help: str = "any_attempt"


def simple(players: int) -> Rules:
    """The simple set-up: every card, and two endings of its own."""
    return Rules(players, removed=0, dragons_low=False, ends_with_dragons=False, ends_with_last_card=True)


def until_both_dragons(players: int, removed: int | None = None) -> Rules:
    """The longer game that only the dragons end."""
    return Rules(players, removed=removed, decks=0)


# Luck, asked for and handed in


class Chance(Protocol):
    """Whoever shuffles and rolls."""

    def shuffle(self, name: str, items: list[Item]) -> list[Item]:
        """The items in another order. Names: dragonwood, lower_half, event_place, whole_deck, adventurers, new_deck."""

    def roll(self, name: str, n: int) -> list[int]:
        """The faces of n dice. Names: attempt, reroll."""


class Luck:
    """Honest luck."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def shuffle(self, name: str, items: list[Item]) -> list[Item]:
        """Every order is equally likely."""
        return self.rng.sample(items, len(items))

    def roll(self, name: str, n: int) -> list[int]:
        """Every side of a die is equally likely."""
        return self.rng.choices(FACES, k=n)


class Prepared:
    """Luck known beforehand: rolls one after the other; a shuffle moves nothing unless its next order is given."""

    def __init__(self, *rolls: Sequence[int], **orders: list[list[int]]) -> None:
        self.rolls = [list(faces) for faces in rolls]
        self.orders = {name: list(given) for name, given in orders.items()}
        self.asked: list[tuple[str, int]] = []

    def shuffle(self, name: str, items: list[Item]) -> list[Item]:
        """An order is the list of the places from which the items come."""
        self.asked.append((name, len(items)))
        given = self.orders.get(name, [])
        return [items[place] for place in given.pop(0)] if given else list(items)

    def roll(self, name: str, n: int) -> list[int]:
        """The next roll."""
        self.asked.append((name, n))
        return self.rolls.pop(0)


def shuffled(chance: Chance, name: str, items: list[Item]) -> list[Item]:
    """Asks for a shuffle and looks that no card came or went."""
    order = chance.shuffle(name, list(items))
    if Counter(order) != Counter(items):
        raise ValueError(f"the shuffle {name!r} changed the cards")
    return order


def rolled(chance: Chance, name: str, n: int) -> list[int]:
    """Asks for a roll and looks that it can be one of n such dice."""
    faces = list(chance.roll(name, n))
    if len(faces) != n or not set(faces) <= set(FACES):
        raise ValueError(f"{faces} is no roll of {n} dice")
    return faces


# Decisions and positions


class Reload(NamedTuple):
    """Draw a card."""


class Attempt(NamedTuple):
    """Try to capture a title of the landscape in one way with these cards, sorted, and these enhancements used once."""

    target: str
    way: str
    cards: tuple[Card, ...]
    once: tuple[str, ...] = ()


class Reroll(NamedTuple):
    """Roll the die that shows this face again; None: leave the dice as they lie."""

    face: int | None


class Discard(NamedTuple):
    """Put this card of the hand on the discard pile."""

    card: Card


class Pass(NamedTuple):
    """Pass this card to the right."""

    card: Card


Decision = Reload | Attempt | Reroll | Discard | Pass


class Demand(NamedTuple):
    """Who is asked for what: turn, reroll, wound, limit (hand limit), storm (thunder) or pass (wind)."""

    seat: int
    what: str


@dataclass
class Position:
    """All that lies on the table, and who is asked next (the first of `demands`)."""

    rules: Rules
    hands: list[list[Card]]
    pile: list[Card]
    discards: list[Card]
    deck: list[str]
    landscape: list[str]
    captured: list[list[str]]
    enhancements: list[list[str]]
    gone: list[str] = field(default_factory=list)
    box: list[str] = field(default_factory=list)
    seat: int = 0
    turns: list[int] = field(default_factory=list)
    decks_begun: int = 1
    demands: list[Demand] = field(default_factory=list)
    attempt: Attempt | None = None
    dice: list[int] = field(default_factory=list)
    passing: list[tuple[int, Card]] = field(default_factory=list)
    refilling: bool = False
    turns_left: int | None = None
    over: bool = False
    end_reason: str = ""
    ended_by: int | None = None

    def copy(self) -> "Position":
        """The same table again; what happens at one does not touch the other."""
        after = replace(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(after, name, list(value))
        for name in ("hands", "captured", "enhancements"):
            setattr(after, name, [list(pile) for pile in getattr(self, name)])
        return after

    def seats_from_mover(self) -> list[int]:
        """All seats, to the left from the one whose turn it is."""
        return [(self.seat + step) % self.rules.players for step in range(self.rules.players)]

    def adventurers(self) -> list[Card]:
        """Every adventurer card, wherever it lies."""
        held = [card for hand in self.hands for card in hand]
        return [*held, *self.pile, *self.discards, *(card for _, card in self.passing)]

    def dragonwood(self) -> list[str]:
        """Every Dragonwood card, wherever it lies."""
        own = [card for pile in (*self.captured, *self.enhancements) for card in pile]
        return [*own, *self.deck, *self.landscape, *self.gone, *self.box]


# Set-up


def set_up(rules: Rules, chance: Chance, dealt_first: int = 0) -> Position:
    """Removes cards, hides the dragons, lays out the landscape, deals round the table from this seat on."""
    deck, box = dragonwood_deck(rules, chance)
    landscape, deck = first_landscape(rules, deck, chance)
    seats = range(rules.players)
    position = Position(
        rules=rules,
        hands=[[] for _ in seats],
        pile=shuffled(chance, "adventurers", adventurer_cards(rules.suits)),
        discards=[],
        deck=deck,
        landscape=landscape,
        captured=[[] for _ in seats],
        enhancements=[[] for _ in seats],
        box=box,
        turns=[0 for _ in seats],
        demands=[Demand(0, "turn")],
    )
    sizes = rules.hand_sizes or (rules.hand_size,) * rules.players
    order = [(dealt_first + step) % rules.players for step in seats]
    dealt = [seat for seat in order for _ in range(min(sizes))]
    extra = [seat for seat in order for _ in range(sizes[seat] - min(sizes))]
    for seat in dealt + extra:
        draw(position, seat, chance)
    if position.turns_left is not None:  # dealing is nobody's turn
        position.turns_left = rules.players
    return position


def dragonwood_deck(rules: Rules, chance: Chance) -> tuple[list[str], list[str]]:
    """The deck with its dragons in the lower half (or anywhere), and the cards put back into the box."""
    removed = REMOVED[rules.players] if rules.removed is None else rules.removed
    others = [card for card in dragonwood_cards() if card not in DRAGONS]
    if not 0 <= removed <= len(others):
        raise ValueError(f"{removed} cards cannot be removed; possible: 0 to {len(others)}")
    others = shuffled(chance, "dragonwood", others)
    box, deck = others[:removed], others[removed:]
    above = len(deck) - len(deck) // 2 if rules.dragons_low else 0
    return deck[:above] + shuffled(chance, "lower_half", [*deck[above:], *DRAGONS]), box


def first_landscape(rules: Rules, deck: list[str], chance: Chance) -> tuple[list[str], list[str]]:
    """Five cards face up, none of them an event, and what is left of the deck."""
    landscape: list[str] = []
    aside: list[str] = []
    while len(landscape) < rules.landscape and any(card not in EVENTS for card in deck):
        landscape, deck, events = deal_out(rules, landscape, deck)
        if rules.events_back == "when_all_lie":
            aside += events
        else:
            deck = shuffled_back(rules, events, deck, chance)
    return landscape, shuffled_back(rules, aside, deck, chance)


def deal_out(rules: Rules, landscape: list[str], deck: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Reveals as many cards as are missing: the landscape then, the deck then, and the events among them."""
    missing = rules.landscape - len(landscape)
    revealed = deck[:missing]
    lying = [card for card in revealed if card not in EVENTS]
    return landscape + lying, deck[missing:], [card for card in revealed if card in EVENTS]


def shuffled_back(rules: Rules, events: list[str], deck: list[str], chance: Chance) -> list[str]:
    """The deck with these events somewhere in it again."""
    if not events:
        return deck
    if rules.events_back == "whole_deck":
        return shuffled(chance, "whole_deck", [*reversed(events), *deck])
    for event in events:
        place = shuffled(chance, "event_place", list(range(len(deck) + 1)))[0]
        deck = [*deck[:place], event, *deck[place:]]
    return deck


# What may be decided


def legal(position: Position) -> list[Decision]:
    """Everything open to whoever is asked; nothing when the game is over."""
    if position.over:
        return []
    seat, what = position.demands[0]
    hand = sorted(position.hands[seat])
    if what == "turn":
        return [Reload(), *attempts(position)]
    if what == "reroll":
        return [Reroll(None), *(Reroll(face) for face in sorted(set(position.dice)))]
    if what == "pass":
        return [Pass(card) for card in hand]
    return [Discard(card) for card in hand]


def attempts(position: Position) -> list[Decision]:
    """Every attempt of the player whose turn it is."""
    rules = position.rules
    hand = sorted(position.hands[position.seat])
    owned = position.enhancements[position.seat].count(POTION)
    fitting = {
        (way, wild): selections(way, hand, wild, rules.most_dice) for way in ways_of(rules) for wild in range(owned + 1)
    }
    return [
        Attempt(target, way, cards, once)
        for target in sorted(set(position.landscape))
        for way in ways_of(rules)
        for once in helpers(position, target, way)
        for cards in fitting[way, once.count(POTION)]
        if len(cards) + len(once) <= rules.most_dice or dice_of(Attempt(target, way, cards, once)) <= rules.most_dice
    ]


def selections(way: str, hand: Sequence[Card], wild: int, most: int) -> list[tuple[Card, ...]]:
    """Which cards of a hand make a strike, stomp, scream or spell; only what can be together is tried together."""
    together = {"strike": lambda card: None, "stomp": lambda card: card[1]}.get(way, lambda card: card[0])
    groups = [[card for card in hand if together(card) == kind] for kind in {together(card): 0 for card in hand}]
    tries = [(), *(chosen for group in groups for size in range(1, most + 1) for chosen in combinations(group, size))]
    return [chosen for chosen in tries if fits(way, chosen, wild)]


def possible(position: Position, decision: Decision) -> bool:
    """Whether whoever is asked may decide so: whether `legal` lists it, without making the list."""
    if position.over:
        return False
    seat, what = position.demands[0]
    if isinstance(decision, Reload):
        return what == "turn"
    if isinstance(decision, Attempt):
        return what == "turn" and may_attempt(position, decision)
    if isinstance(decision, Reroll):
        return what == "reroll" and (decision.face is None or decision.face in position.dice)
    asked_for = {"turn": None, "reroll": None, "pass": Pass}.get(what, Discard)
    return type(decision) is asked_for and decision.card in position.hands[seat]


def may_attempt(position: Position, attempt: Attempt) -> bool:
    """Whether this is an attempt of the player whose turn it is."""
    target, way, cards, once = attempt
    return (
        target in position.landscape
        and way in ways_of(position.rules)
        and once in helpers(position, target, way)
        and list(cards) == sorted(set(cards) & set(position.hands[position.seat]))
        and fits(way, cards, once.count(POTION))
        and dice_of(attempt) <= position.rules.most_dice
    )


def ways_of(rules: Rules) -> tuple[str, ...]:
    """In which ways a card can be attempted."""
    return (*WAYS, SPELL) if rules.dragon_spell else WAYS


def helpers(position: Position, target: str, way: str) -> list[tuple[str, ...]]:
    """Which enhancements used once may be spent together on this target in this way; none at all where it cannot be."""
    if way == SPELL and target not in DRAGONS:
        return []
    owned = [name for name in USED_ONCE if name in position.enhancements[position.seat]]
    if not enhanced(position.rules, target, way):
        owned = []
    return [chosen for size in range(len(owned) + 1) for chosen in combinations(owned, size)]


def enhanced(rules: Rules, target: str, way: str) -> bool:
    """Whether enhancements help at all: never against an enhancement."""
    return target in CREATURES and (way != SPELL or rules.spell_help == "any_attempt")


def fits(way: str, cards: Sequence[Card], wild: int = 0) -> bool:
    """Whether these cards, with a potion (1) or without (0), make a strike, stomp, scream or spell."""
    if len(cards) + wild == 0:
        return False
    if way == "stomp":
        return len({number for _, number in cards}) <= 1
    if way == "scream":
        return one_colour(cards)
    if way == "strike":
        return in_a_row(cards, wild)
    return len(cards) + wild == SPELL_CARDS and one_colour(cards) and in_a_row(cards, wild)


def one_colour(cards: Sequence[Card]) -> bool:
    """Whether all cards have the same colour."""
    return len({colour for colour, _ in cards}) <= 1


def in_a_row(cards: Sequence[Card], wild: int) -> bool:
    """Numbers without repetition that leave no more gaps than the potion fills."""
    numbers = {number for _, number in cards}
    if len(numbers) < len(cards):
        return False
    span = max(numbers) - min(numbers) + 1 if numbers else 0
    return span <= len(cards) + wild <= len(NUMBERS)


def dice_of(attempt: Attempt) -> int:
    """A die a card, the potion counted as one; two for a spell; one more for the bunny."""
    from_cards = SPELL_DICE if attempt.way == SPELL else len(attempt.cards) + attempt.once.count(POTION)
    return from_cards + attempt.once.count(BUNNY)


def need_of(attempt: Attempt) -> int:
    """What the total has to reach."""
    return SPELL_NUMBER if attempt.way == SPELL else numbers_of(attempt.target)[WAYS.index(attempt.way)]


def bonus_of(position: Position, attempt: Attempt) -> int:
    """What the enhancements of the player whose turn it is add to the dice: those kept, and those spent on this."""
    if not enhanced(position.rules, attempt.target, attempt.way):
        return 0
    kept = [name for name in position.enhancements[position.seat] if not ENHANCEMENTS[name].once]
    helping = [ENHANCEMENTS[name] for name in (*kept, *attempt.once)]
    return sum(helper.adds for helper in helping if attempt.way in helper.ways)


def may_reroll(position: Position, attempt: Attempt) -> bool:
    """Whether the player whose turn it is has the mushroom, and it helps here."""
    return MUSHROOM in position.enhancements[position.seat] and enhanced(position.rules, attempt.target, attempt.way)


# What a decision does


def apply(position: Position, decision: Decision, chance: Chance) -> Position:
    """The position after this decision, gone on with until somebody is asked again or the game is over."""
    if not possible(position, decision):
        raise ValueError(f"{decision} is not possible; {position.demands[:1]} allows {len(legal(position))} decisions")
    after = position.copy()
    seat, _ = after.demands.pop(0)
    if isinstance(decision, Reload):
        reload(after, seat, chance)
    elif isinstance(decision, Attempt):
        announce(after, decision, chance)
    elif isinstance(decision, Reroll):
        reroll(after, decision, chance)
    elif isinstance(decision, Pass):
        after.hands[seat].remove(decision.card)
        after.passing.append((seat, decision.card))
    else:
        discard(after, seat, [decision.card])
    go_on(after, chance)
    return after


def go_on(position: Position, chance: Chance) -> None:
    """Whatever follows without a decision."""
    while not position.over and not position.demands:
        if position.passing:
            hand_over(position)
        elif position.refilling:
            reveal(position, chance)
        else:
            end_turn(position)


def discard(position: Position, seat: int, cards: Sequence[Card]) -> None:
    """Cards go from the hand to the discard pile."""
    for card in cards:
        position.hands[seat].remove(card)
        position.discards.append(card)


# Reload


def reload(position: Position, seat: int, chance: Chance) -> None:
    """One card, or what comes for a ladybug; nobody keeps more than nine."""
    draw(position, seat, chance)
    demand_limit(position, seat)


def draw(position: Position, seat: int, chance: Chance) -> None:
    """A card from the pile; a ladybug goes away at once and two cards come for it."""
    wanted = 1
    while wanted:
        if not position.pile:
            begin_new_deck(position, chance)
        if not position.pile:
            call_the_end(position, seat)
            return
        wanted -= 1
        card = position.pile.pop(0)
        if card == LADYBUG:
            position.discards.append(card)
            wanted = 0 if only_ladybugs(position) else wanted + 2
        else:
            position.hands[seat].append(card)
        look_at_the_pile(position, seat, chance)


def only_ladybugs(position: Position) -> bool:
    """Whether nothing but ladybugs could be drawn for a ladybug, for ever."""
    return not position.pile and set(position.discards) == {LADYBUG} and position.rules.decks == 0


def look_at_the_pile(position: Position, seat: int, chance: Chance) -> None:
    """What happens as soon as this seat has drawn the last card."""
    if not position.pile and position.rules.new_deck == "at_once":
        begin_new_deck(position, chance)
    if not position.pile and position.rules.deck_out == "last_card_drawn":
        call_the_end(position, seat)


def is_last_deck(position: Position) -> bool:
    """Whether no deck comes after this one."""
    return position.rules.decks > 0 and position.decks_begun >= position.rules.decks


def begin_new_deck(position: Position, chance: Chance) -> None:
    """The discard pile, shuffled, is the next deck, if there is to be one."""
    if position.discards and not is_last_deck(position):
        position.pile = shuffled(chance, "new_deck", position.discards)
        position.discards = []
        position.decks_begun += 1


def call_the_end(position: Position, seat: int) -> None:
    """The last deck is out, by the draw of this seat: after this turn everybody has one more."""
    if position.turns_left is None and is_last_deck(position):
        position.turns_left = position.rules.players + 1
        position.ended_by = seat


def demand_limit(position: Position, seat: int) -> None:
    """He is asked for a card for each that is too many."""
    excess = len(position.hands[seat]) - position.rules.hand_limit
    position.demands += [Demand(seat, "limit")] * max(0, excess)


# Capture


def announce(position: Position, attempt: Attempt, chance: Chance) -> None:
    """Enhancements used once are spent, the dice are rolled; who has the mushroom looks at them first."""
    for name in attempt.once:
        position.enhancements[position.seat].remove(name)
        position.gone.append(name)
    position.attempt = attempt
    position.dice = rolled(chance, "attempt", dice_of(attempt))
    if may_reroll(position, attempt):
        position.demands.append(Demand(position.seat, "reroll"))
    else:
        settle(position, attempt)


def reroll(position: Position, decision: Reroll, chance: Chance) -> None:
    """One die is rolled again, or none; then it is settled."""
    if decision.face is not None:
        place = position.dice.index(decision.face)
        position.dice[place] = rolled(chance, "reroll", 1)[0]
    if position.attempt is not None:
        settle(position, position.attempt)


def settle(position: Position, attempt: Attempt) -> None:
    """The total, with what enhancements add, reaches the number on the card or it does not."""
    total = sum(position.dice) + bonus_of(position, attempt)
    position.attempt, position.dice = None, []
    if total >= need_of(attempt):
        capture(position, attempt)
    else:
        fail(position, attempt)


def capture(position: Position, attempt: Attempt) -> None:
    """The card is his, the cards used are discarded; the landscape is filled up, unless the last dragon fell."""
    discard(position, position.seat, attempt.cards)
    position.landscape.remove(attempt.target)
    mine = position.captured if attempt.target in CREATURES else position.enhancements
    mine[position.seat].append(attempt.target)
    position.refilling = True
    fallen = {card for pile in position.captured for card in pile if card in DRAGONS}
    if position.rules.ends_with_dragons and len(fallen) == len(DRAGONS):
        finish(position, "dragons")


def fail(position: Position, attempt: Attempt) -> None:
    """The cards come back, except those of a spell, and one card is the wound."""
    if attempt.way == SPELL and position.rules.spell_cards == "paid":
        discard(position, position.seat, attempt.cards)
    if position.hands[position.seat]:
        position.demands.append(Demand(position.seat, "wound"))


# Filling up the landscape, and events


def reveal(position: Position, chance: Chance) -> None:
    """One more card for the landscape; an event is carried out and is gone; when five lie there, that is all."""
    if len(position.landscape) == position.rules.landscape or not position.deck:
        position.refilling = False
        return
    card = position.deck.pop(0)
    (position.gone if card in EVENTS else position.landscape).append(card)
    if position.rules.ends_with_last_card and not position.deck:
        finish(position, "last_card")
    elif card in EVENTS:
        carry_out(position, card, chance)


def carry_out(position: Position, event: str, chance: Chance) -> None:
    """An event befalls everybody, or the landscape."""
    if event == "sunny_day":
        sunny_day(position, chance)
    elif event == "quicksand":
        quicksand(position)
    else:
        what = {"thunder_storm": "storm", "wind_storm": "pass"}[event]
        position.demands += [Demand(seat, what) for seat in position.seats_from_mover() if position.hands[seat]]


def sunny_day(position: Position, chance: Chance) -> None:
    """All draw two; then the hand limit is looked at."""
    for seat in position.seats_from_mover():
        draw(position, seat, chance)
        draw(position, seat, chance)
    for seat in position.seats_from_mover():
        demand_limit(position, seat)


def quicksand(position: Position) -> None:
    """The enhancements of the landscape are swallowed."""
    position.gone += [card for card in position.landscape if card in ENHANCEMENTS]
    position.landscape = [card for card in position.landscape if card not in ENHANCEMENTS]


def hand_over(position: Position) -> None:
    """The cards that all have chosen arrive at the right; play goes to the left, so that is the seat before."""
    for seat, card in position.passing:
        position.hands[(seat - 1) % position.rules.players].append(card)
    position.passing = []


# The end


def end_turn(position: Position) -> None:
    """The next player to the left, unless that was the last of the extra turns."""
    position.turns[position.seat] += 1
    if position.turns_left is not None:
        position.turns_left -= 1
    if position.turns_left == 0:
        finish(position, "decks")
    else:
        position.seat = (position.seat + 1) % position.rules.players
        position.demands = [Demand(position.seat, "turn")]


def finish(position: Position, reason: str) -> None:
    """Nothing happens any more; a turn that was broken off counts as one."""
    if reason != "decks":
        position.turns[position.seat] += 1
        position.ended_by = position.seat
    position.over, position.end_reason = True, reason
    position.refilling, position.demands = False, []


def bonuses(position: Position) -> list[int]:
    """The points for most creatures, by seat."""
    counts = [len(pile) for pile in position.captured]
    first = [seat for seat, count in enumerate(counts) if count == max(counts)]
    worth = position.rules.most_creatures if len(first) == 1 else position.rules.most_creatures_tied
    return [worth if seat in first else 0 for seat in range(position.rules.players)]


def points_of(position: Position) -> list[int]:
    """Points given before the game and those of the creatures, by seat."""
    given = position.rules.given or (0,) * position.rules.players
    piles = zip(given, position.captured, strict=True)
    return [own + sum(CREATURES[card].points for card in pile) for own, pile in piles]


def scores(position: Position) -> list[int]:
    """Points and the bonus, by seat."""
    return [own + bonus for own, bonus in zip(points_of(position), bonuses(position), strict=True)]


def winners(position: Position) -> list[int]:
    """Who has most points; among several, who captured the orange dragon; if none of them did, all of them."""
    total = scores(position)
    best = [seat for seat, score in enumerate(total) if score == max(total)]
    orange = [seat for seat in best if "orange_dragon" in position.captured[seat]]
    return orange or best


def shares(position: Position) -> list[Fraction]:
    """One win, shared equally among the winners, by seat."""
    best = winners(position)
    return [Fraction(seat in best, len(best)) for seat in range(position.rules.players)]


def play(rules: Rules, chance: Chance, choose: Callable[[Position, list[Decision]], Decision]) -> Position:
    """A whole game."""
    position = set_up(rules, chance)
    while not position.over:
        position = apply(position, choose(position, legal(position)), chance)
    return position
