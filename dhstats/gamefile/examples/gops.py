"""Goofspiel: bid a card for each prize, both at once; the higher card takes it.

Source: the folk game, also called GOPS, as Sheldon M. Ross analysed it in "Goofspiel, the game of pure strategy"
(1971). Both players have the same cards and bid at once, so no seat is worth more than the other.
"""

from dhstats.gamefile import OWNER, Chance, Position, below, draw, each_seat, fill, held, key, next_seat, number, pile
from dhstats.gamefile import shuffle, word

TITLE = "Goofspiel"
SEATS = 2
LONGEST = 26
LEAD = 20
MOST = 13


class Rules:
    cards: int = key(13, 2, MOST, "Cards of every player, and prizes.")
    ties: int = word(("nobody", "carried"), "Who gets the prize of equal bids: nobody, or it is carried to the next.")


class State(Position):
    hands: list[list[int]] = each_seat(held(MOST + 1))  # a card lies here until both have bid
    bids: list[int] = each_seat(number(0, MOST), seen=OWNER)
    prizes: list[int] = pile(MOST, MOST + 1)
    prize: int = number(0, 91)  # what is bid for: the card that lies open, and what was carried
    shown: list[int] = held(MOST + 1)  # prizes that have been turned over
    last: list[int] = each_seat(number(0, MOST))  # the bids for the prize before
    points: list[int] = each_seat(number(0, 91))


class Move:
    card: int = number(1, MOST)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for card in range(1, rules.cards + 1):
        fill(state.prizes, card, 1)
        for seat in range(2):
            state.hands[seat, card] = 1
    shuffle(chance, state.prizes)
    turn_over(state)
    state.mover = 0


def turn_over(state: State) -> None:
    if state.prizes.count > 0:
        card = draw(state.prizes)
        state.shown[card] = 1
        state.prize += card


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return view.hands[view.mover, move.card] > 0


def play(state: State, move: Move, rules: Rules) -> None:
    state.bids[state.mover] = move.card
    state.mover = next_seat(state)


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.mover == 1:
        return
    if state.bids[0] != state.bids[1]:
        state.points[0 if state.bids[0] > state.bids[1] else 1] += state.prize
        state.prize = 0
    elif rules.ties == 0:
        state.prize = 0
    for seat in range(2):
        state.hands[seat, state.bids[seat]] = 0
        state.last[seat] = state.bids[seat]
        state.bids[seat] = 0
    turn_over(state)


def over(state: State, rules: Rules) -> bool:
    return state.decisions >= 2 * rules.cards - 1 and state.last[0] > 0 and nothing_left(state)


def nothing_left(state: State) -> bool:
    for card in range(1, MOST + 1):
        if state.hands[0, card] > 0:
            return False
    return True


def score(state: State, rules: Rules, seat: int) -> int:
    return state.points[seat]


def guess(state: State, rules: Rules, seat: int, chance: Chance) -> None:
    """The bid of who has bid already may be any of their cards; what prizes are to come, in any order."""
    if seat == 1 and state.mover == 1:
        count = 0
        for card in range(1, MOST + 1):
            if state.hands[0, card] > 0:
                count += 1
                if below(chance, count) == 0:
                    state.bids[0] = card
    state.prizes.count = 0
    for card in range(1, rules.cards + 1):
        if state.shown[card] == 0:
            fill(state.prizes, card, 1)
    shuffle(chance, state.prizes)


def matching(view, moves, count, randomness) -> int:
    """Bids the card that is worth as much as the prize, or the nearest that is left."""
    best, nearest = 0, 100
    for i in range(count):
        distance = abs(moves[i].card - view.state.prize)
        if distance < nearest:
            best, nearest = i, distance
    return best


def one_more(view, moves, count, randomness) -> int:
    """Bids one more than the prize, the lowest card for the dearest prize."""
    best, nearest = 0, 100
    for i in range(count):
        distance = moves[i].card - view.state.prize - 1
        if 0 <= distance < nearest:
            best, nearest = i, distance
    return best


PLAYERS = (matching, one_more)
