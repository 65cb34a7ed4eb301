"""Brim: pour into the bowl in turn; who fills it exactly takes its cards, who spills it hands them to the other.

Source: made up for these pages, with twenty cards: four each of one to five. A bowl brings a point for each card in
it to who filled it, or to the other if it was spilled. Who poured draws a card while there are any; what lies in the
bowl in the end is nobody's. `docs/tutorials/own_game.md` makes the game even.
"""

from dhstats.gamefile import OWNER, Chance, Position, draw, each_seat, fill, held, key, next_seat, number, pile
from dhstats.gamefile import shuffle, word, whose

TITLE = "Brim"
SEATS = 2
LONGEST = 40
LEAD = 6
VALUES, COPIES = 5, 4
OTHER, TAKER = range(2)
VARIANTS = {"taker": {"after": "taker"}}


class Rules:
    brim: int = key(10, 6, 15, "What the cards in a full bowl add up to.")
    hand: int = key(4, 2, 6, "Cards that everybody holds.")
    gift: int = key(0, 0, 6, "Points with which the first player begins.")
    after: int = word(("other", "taker"), "Who pours first into an empty bowl: who did not pour last, or who took it.")


class State(Position):
    hands: list[list[int]] = each_seat(held(VALUES + 1, COPIES), seen=OWNER, dealt=True)
    deck: list[int] = pile(VALUES * COPIES, VALUES + 1)
    bowl: int = number(0, 20)
    poured: int = number(0, 20)  # cards in the bowl
    poured_by: int = whose()  # who draws a card now
    points: list[int] = each_seat(number(0, 26))


class Move:
    card: int = number(1, VALUES)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for card in range(1, VALUES + 1):
        fill(state.deck, card, COPIES)
    shuffle(chance, state.deck)
    for _ in range(rules.hand):
        for seat in range(2):
            state.hands[seat, draw(state.deck)] += 1
    state.points[0] = rules.gift
    state.mover = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return view.hands[view.mover, move.card] > 0


def play(state: State, move: Move, rules: Rules) -> None:
    seat = state.mover
    state.hands[seat, move.card] -= 1
    state.bowl += move.card
    state.poured += 1
    state.poured_by = seat
    state.mover = next_seat(state)
    if state.bowl >= rules.brim:
        taker = seat if state.bowl == rules.brim else 1 - seat
        state.points[taker] += state.poured
        state.bowl, state.poured = 0, 0
        if rules.after == TAKER:
            state.mover = taker


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.deck.count > 0:
        state.hands[state.poured_by, draw(state.deck)] += 1


def stuck(state: State, rules: Rules) -> None:
    """Who has no cards left passes."""
    state.mover = next_seat(state)


def holds(state: State, seat: int) -> int:
    cards = 0
    for card in range(1, VALUES + 1):
        cards += state.hands[seat, card]
    return cards


def over(state: State, rules: Rules) -> bool:
    return holds(state, 0) + holds(state, 1) + state.deck.count == 0


def score(state: State, rules: Rules, seat: int) -> int:
    return state.points[seat]


def watchful(view, moves, count, randomness) -> int:
    """Fills the bowl if it can; else leaves what the other fills least likely, and is likely to spill."""
    state, brim = view.state, view.rules.brim
    best, chosen = -1000, 0
    for i in range(count):
        bowl = state.bowl + moves[i].card
        worth = 0
        if bowl == brim:
            worth = 500 + moves[i].card
        elif bowl > brim:
            worth = -500 + moves[i].card
        else:
            for card in range(1, VALUES + 1):
                unseen = view.unseen[card] * (state.poured + 2)
                worth += -2 * unseen if bowl + card == brim else unseen if bowl + card > brim else 0
        if worth > best:
            best, chosen = worth, i
    return chosen


PLAYERS = (watchful,)
