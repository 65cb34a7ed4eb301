"""Game files for tests, as text: each a whole game, small enough to be worked by hand."""

HIGH_CARD = '''"""High card: play a card against the other's; who has the higher one takes a point, and the draw pile refills."""

from dhstats.gamefile import NOBODY, OWNER, Position, choice, draw, each_seat, fill, held, key, next_seat, number, pile
from dhstats.gamefile import shuffle, whose

SEATS = (2, 3)
LONGEST = 40
LEAD = 4
ENDINGS = ("points", "empty_hands")
VARIANTS = {"short": {"wanted": 2}}
KINDS = 6


class Rules:
    wanted = key(3, 1, 20, "Points that win.")
    hand = key(3, 1, 5, "Cards in hand at first.")


class State(Position):
    deck = pile(24, KINDS, seen=NOBODY)
    hands = each_seat(held(KINDS, 4), seen=OWNER, dealt=True)
    left = each_seat(number(0, 24))
    scores = each_seat(number(0, 20, by="wanted"))
    lying = each_seat(number(-1, 5, -1))
    leader = whose()


class Move:
    card = number(0, KINDS - 1)


def setup(state, rules, chance):
    for card in range(KINDS):
        fill(state.deck, card, 4)
    shuffle(chance, state.deck)
    for seat in range(state.players):
        for _ in range(rules.hand):
            state.hands[seat][draw(state.deck)] += 1
        state.left[seat] = rules.hand


def allowed(view, move, rules):
    return view.hands[view.mover][move.card] > 0


def play(state, move, rules):
    state.hands[state.mover][move.card] -= 1
    state.left[state.mover] -= 1
    state.lying[state.mover] = move.card
    state.mover = next_seat(state)


def then(state, rules, chance):
    if state.lying[state.mover] < 0:
        return
    best, tied = 0, False
    for seat in range(1, state.players):
        if state.lying[seat] > state.lying[best]:
            best, tied = seat, False
        elif state.lying[seat] == state.lying[best]:
            tied = True
    if not tied:
        state.scores[best] += 1
        state.leader = best
        state.mover = best
    for seat in range(state.players):
        state.lying[seat] = -1
        if state.deck.count > 0:
            state.hands[seat][draw(state.deck)] += 1
            state.left[seat] += 1


def over(state, rules):
    return ending(state, rules) == 0 or state.left[state.mover] == 0


def ending(state, rules):
    for seat in range(state.players):
        if state.scores[seat] >= rules.wanted:
            return 0
    return 1


def score(state, rules, seat):
    return state.scores[seat]


def highest(view, moves, count, randomness):
    """Plays the highest card."""
    return count - 1


PLAYERS = (highest,)
'''

COUNT_DOWN = '''"""Count down: take one, two or three from a heap; who takes the last one wins."""

from dhstats.gamefile import Position, key, next_seat, number, whose


class Rules:
    heap = key(10, 1, 60, "How many there are at first.")


class State(Position):
    heap = number(0, 60, by="heap")
    winner = whose()


class Move:
    take = number(1, 3)


def setup(state, rules, chance):
    state.heap = rules.heap


def allowed(view, move, rules):
    return move.take <= view.heap


def play(state, move, rules):
    state.heap -= move.take
    if state.heap == 0:
        state.winner = state.mover
    state.mover = next_seat(state)


def over(state, rules):
    return state.heap == 0


def score(state, rules, seat):
    return 1 if state.winner == seat else 0


def leave_fours(view, moves, count, randomness):
    """Leaves a multiple of four where it can, which wins for certain from any other heap."""
    wanted = view.state.heap % 4
    for number in range(count):
        if moves[number].take == wanted:
            return number
    return 0


PLAYERS = (leave_fours,)
'''
