"""Dragonheart: cards of one picture are played to its space, and take what lies where its arrows lead.

The game of the folder once more, from its rulebook, as one file: what such a file costs beside rules written by hand.
"""

import numpy as np

from dhstats.gamefile import (
    OWNER,
    Chance,
    Pile,
    Position,
    below,
    choice,
    choices,
    draw,
    each_seat,
    fill,
    held,
    key,
    number,
    pile,
    put,
    several,
    shuffle,
    switch,
    whose,
)

TITLE = "Dragonheart as a file"
LONGEST = 400
LEAD = 20
ENDINGS = ("ships", "deck_out")

PICTURES = (
    "treasure_chest", "fire_dragon", "petrified_dragon", "sorceress", "troll", "dwarf", "knight", "huntress", "ship",
)  # fmt: skip
CHEST, FIRE_DRAGON, PETRIFIED_DRAGON, SORCERESS, TROLL, DWARF, KNIGHT, HUNTRESS, SHIP, BELOW_SHIP = range(10)
NOWHERE = 10  # where the arrows of a space without arrows lead: nothing ever lies there
STACK = 0  # slots of a space that is one stack

# The cards of a deck: for every picture its values and how many cards there are of each.
VALUES = ((1, 2, 3, 4), (2, 3, 4), (2,), (1, 2), (1, 2, 3), (1, 2, 3), (1, 2), (1, 2), (0,))
COPIES = ((2, 2, 2, 1), (1, 2, 1), (5,), (2, 2), (1, 1, 1), (6, 3, 1), (4, 1), (4, 2), (6,))
CARDS = tuple(f"{name}_{value}" for name, values in zip(PICTURES, VALUES, strict=True) for value in values)
VALUE = np.array([value for values in VALUES for value in values])
COUNT = np.array([copies for each in COPIES for copies in each])
FIRST = np.array([sum(map(len, VALUES[:picture])) for picture in range(len(PICTURES) + 1)])  # of each picture's cards
KINDS = len(CARDS)

# The board: how many outlines a space has, where its arrows lead, what becomes of its own cards.
TAKES = np.array([NOWHERE, CHEST, NOWHERE, CHEST, SORCERESS, DWARF, SORCERESS, FIRE_DRAGON, BELOW_SHIP])
OR = np.array([-1, -1, -1, PETRIFIED_DRAGON, -1, -1, TROLL, -1, -1])  # where a second arrow leads


class Rules:
    hand_size: int = key(5, 1, 8, "Cards to which a hand is filled.")
    figure_hand_size: int = key(6, 1, 8, "Cards to which the hand of the Great Dragon's keeper is filled.")
    figure_points: int = key(3, 0, 10, "Points of the Great Dragon at the end.")
    ship_stacks: int = key(3, 1, 6, "Stacks of ships that call the end.")
    dwarves: int = key(4, 1, 8, "Outlines of the dwarf space.")
    knights: int = key(2, 1, 8, "Outlines of the knight space.")
    huntresses: int = key(3, 1, 8, "Outlines of the huntress space.")
    ships: int = key(3, 1, 8, "Outlines of the ship space.")
    last_turn: bool = switch(True, "Whether the other player has one more turn once the end is called.")
    figure_breaks_ties: bool = switch(True, "Whether the Great Dragon's keeper wins ties.")


class State(Position):
    decks: list[Pile] = each_seat(pile(50, CARDS), of=OWNER, dealt=True)
    hands: list[list[int]] = each_seat(held(CARDS, 8), seen=OWNER, of=OWNER, dealt=True)
    cards: list[int] = several(11, number(0, 100))
    points: list[int] = several(11, number(0, 200))
    taken: list[int] = each_seat(number(0, 200))
    figure: int = whose()
    robbed: int = whose()  # whose hand a card of is going back to the deck
    stacks: int = number(0, 12)
    turns_left: int = number(-1, 1, -1)
    reason: int = choice(*ENDINGS)


class Move:
    picture: int = choice(*PICTURES)
    copies: list[int] = held(4, 8)  # of each value of the picture, the lowest first
    target: int = choice(*PICTURES, "below_ship", "nowhere")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for seat in range(2):
        for card in range(KINDS):
            fill(state.decks[seat], card, COUNT[card])
        shuffle(chance, state.decks[seat])
        for _ in range(rules.hand_size):
            state.hands[seat, draw(state.decks[seat])] += 1


def slots(rules: Rules, picture: int) -> int:
    """How many outlines a space has."""
    if picture == DWARF:
        return rules.dwarves
    if picture == KNIGHT:
        return rules.knights
    if picture == HUNTRESS:
        return rules.huntresses
    return rules.ships if picture == SHIP else STACK


def moves(view: State, rules: Rules):
    """Cards of one picture, no more than there are free outlines; with a choice of arrows where two lead on."""
    for picture in range(len(PICTURES)):
        first, last = FIRST[picture], FIRST[picture + 1]
        row = slots(rules, picture)
        free = row - view.cards[picture] if row != STACK else 8
        for copies, count in choices(view.hands[view.mover, first:last], free):
            full = row == STACK or count == free
            yield Move(picture=picture, copies=copies, target=TAKES[picture] if full else NOWHERE)
            if full and OR[picture] >= 0:
                yield Move(picture=picture, copies=copies, target=OR[picture])


def play(state: State, move: Move, rules: Rules) -> None:
    """The cards go to their space; then what they take goes to the score pile, the Great Dragon with it."""
    mover, picture = state.mover, move.picture
    first = FIRST[picture]
    for place in range(FIRST[picture + 1] - first):
        copies = move.copies[place]
        if copies > 0:
            state.hands[mover, first + place] -= copies
            state.cards[picture] += copies
            state.points[picture] += copies * VALUE[first + place]
    row = slots(rules, picture)
    state.robbed = -1
    if row == STACK or state.cards[picture] == row:
        if move.target == PETRIFIED_DRAGON and state.cards[PETRIFIED_DRAGON] > 0 and state.figure != mover:
            state.robbed = state.figure
            state.figure = mover
        state.taken[mover] += state.points[move.target]
        state.cards[move.target] = 0
        state.points[move.target] = 0
        clear_away(state, picture)


def clear_away(state: State, picture: int) -> None:
    """Knights and huntresses that took something go below the ship, ships beside the board."""
    if picture == KNIGHT or picture == HUNTRESS:
        state.cards[BELOW_SHIP] += state.cards[picture]
        state.points[BELOW_SHIP] += state.points[picture]
    elif picture == SHIP:
        state.stacks += 1
    else:
        return
    state.cards[picture] = 0
    state.points[picture] = 0


def then(state: State, rules: Rules, chance: Chance) -> None:
    """Who lost the Great Dragon loses cards of a larger hand; the mover draws; the end may be called."""
    if state.robbed >= 0:
        while hand_size(state, state.robbed) > rules.hand_size:
            put(state.decks[state.robbed], lose(state, state.robbed, chance))
    deck_out = refill(state, rules, state.mover)
    if state.turns_left > 0:
        state.turns_left -= 1
    elif state.stacks >= rules.ship_stacks or deck_out:
        state.reason = 0 if state.stacks >= rules.ship_stacks else 1
        state.turns_left = 1 if rules.last_turn else 0
    state.mover = 1 - state.mover


def stuck(state: State, rules: Rules) -> None:
    """Who holds no card passes, and draws."""
    state.robbed = -1


def hand_size(state: State, seat: int) -> int:
    """How many cards a seat holds."""
    total = 0
    for card in range(KINDS):
        total += state.hands[seat, card]
    return total


def lose(state: State, seat: int, chance: Chance) -> int:
    """A card of a hand, drawn by lot, leaves it."""
    left = below(chance, hand_size(state, seat))
    for card in range(KINDS):
        left -= state.hands[seat, card]
        if left < 0:
            state.hands[seat, card] -= 1
            return card
    return 0


def refill(state: State, rules: Rules, seat: int) -> bool:
    """Fills a hand; whether cards were wanted and none could be drawn."""
    size = rules.figure_hand_size if state.figure == seat else rules.hand_size
    wanted, drawn = size - hand_size(state, seat), 0
    while drawn < wanted and state.decks[seat].count > 0:
        state.hands[seat, draw(state.decks[seat])] += 1
        drawn += 1
    return wanted > 0 and drawn == 0


def over(state: State, rules: Rules) -> bool:
    return state.turns_left == 0


def ending(state: State, rules: Rules) -> int:
    return state.reason


def score(state: State, rules: Rules, seat: int) -> int:
    return state.taken[seat] + (rules.figure_points if state.figure == seat else 0)


def tie_break(state: State, rules: Rules, seat: int) -> int:
    return 1 if rules.figure_breaks_ties and state.figure == seat else 0
