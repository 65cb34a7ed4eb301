"""Game files for tests of the lab, as text: hidden cards that can be exchanged, bids that are sealed."""

from tests.gamefile.small import HIGH_CARD

# High card with two more rules, which exchange two cards of the shuffled pile: worlds that differ by hidden cards.
EXCHANGED = HIGH_CARD.replace(
    '    hand = key(3, 1, 5, "Cards in hand at first.")\n',
    '    hand = key(3, 1, 5, "Cards in hand at first.")\n'
    '    one = key(0, 0, 23, "A place of the pile.")\n'
    '    other = key(0, 0, 23, "Another place, whose card it has.")\n',
).replace(
    "    shuffle(chance, state.deck)\n",
    "    shuffle(chance, state.deck)\n"
    "    card = state.deck.cards[rules.one]\n"
    "    state.deck.cards[rules.one] = state.deck.cards[rules.other]\n"
    "    state.deck.cards[rules.other] = card\n",
)
assert EXCHANGED.count("rules.one") == 2

SEALED = '''"""Sealed: both bid at once; the higher bid takes the round, most of three rounds win."""

from dhstats.gamefile import OWNER, Position, below, each_seat, key, next_seat, number

TITLE = "Sealed bids"


class Rules:
    most = key(5, 2, 9, "The highest bid.")


class State(Position):
    bids = each_seat(number(0, 9), seen=OWNER)
    last = each_seat(number(0, 9))
    points = each_seat(number(0, 3))
    rounds = number(0, 3)


class Move:
    bid = number(1, 9)


def setup(state, rules, chance):
    state.mover = 0


def allowed(view, move, rules):
    return move.bid <= rules.most


def play(state, move, rules):
    state.bids[state.mover] = move.bid
    state.mover = next_seat(state)


def then(state, rules, chance):
    if state.mover == 1:
        return
    for seat in range(2):
        if state.bids[seat] > state.bids[1 - seat]:
            state.points[seat] += 1
    for seat in range(2):
        state.last[seat] = state.bids[seat]
        state.bids[seat] = 0
    state.rounds += 1


def over(state, rules):
    return state.rounds == 3


def score(state, rules, seat):
    return state.points[seat]


def guess(state, rules, seat, chance):
    if seat == 1:
        state.bids[0] = 1 + below(chance, rules.most)
'''

PASSING = '''"""Passing: each passes a card to the next face down, then shows the others; the higher sum of what was shown wins."""

from dhstats.gamefile import OWNER, NOBODY, Position, choice, draw, each_seat, fill, held, next_seat, number, pile, shuffle

SEATS = 3
KINDS = 5
PASS, SHOW = range(2)


class Rules:
    pass


class State(Position):
    deck = pile(10, KINDS, seen=NOBODY)
    hands = each_seat(held(KINDS, 8), seen=OWNER)
    points = each_seat(number(0, 40))
    lying = number(-1, KINDS - 1, -1)
    made = number(0, 12)


class Move:
    act = choice("pass", "show")
    card = number(0, KINDS - 1)


def setup(state, rules, chance):
    for card in range(KINDS):
        fill(state.deck, card, 2)
    shuffle(chance, state.deck)
    for seat in range(3):
        for _ in range(3):
            state.hands[seat][draw(state.deck)] += 1


def allowed(view, move, rules):
    wanted = PASS if view.made < 3 else SHOW
    return move.act == wanted and view.hands[view.mover][move.card] > 0


def play(state, move, rules):
    state.hands[state.mover][move.card] -= 1
    if move.act == PASS:
        state.hands[next_seat(state)][move.card] += 1
    else:
        state.lying = move.card
        state.points[state.mover] += move.card
    state.made += 1
    state.mover = next_seat(state)


def over(state, rules):
    return state.made == 12


def score(state, rules, seat):
    return state.points[seat]
'''
