"""Goofspiel: bid a card for each prize, both at once; the higher card takes it.

Source: the folk game, also called GOPS, as Sheldon M. Ross analysed it in "Goofspiel, the game of pure strategy"
(1971). Both players have the same cards and bid at once, so no seat is worth more than the other.
"""

from dhstats.gamefile import EVERYBODY, Chance, Pile, Position, draw, each_seat, fill, held, key, number, pile
from dhstats.gamefile import shuffle, word

TITLE = "Goofspiel"
SEATS = 2
LONGEST = 26
MOST = 13
NOBODY_GETS_IT, CARRIED = range(2)


class Rules:
    cards: int = key(13, 2, MOST, "Cards of every player, and prizes.")
    ties: int = word(("nobody", "carried"), "Who gets the prize of equal bids: nobody, or it is carried to the next.")


class State(Position):
    hands: list[list[int]] = each_seat(held(MOST + 1), seen=EVERYBODY)
    prizes: Pile = pile(MOST, MOST + 1)
    prize: int = number(0, 91)  # what is bid for: the card that lies open, and what was carried
    points: list[int] = each_seat(number(0, 91))


class Move:
    card: int = number(1, MOST)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for card in range(1, rules.cards + 1):
        fill(state.prizes, card, 1)
        for seat in range(2):
            state.hands[seat, card] = 1
    shuffle(chance, state.prizes)
    state.prize = draw(state.prizes)


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return view.hands[view.mover, move.card] > 0


def resolve(state: State, rules: Rules, chance: Chance) -> None:
    bids = state.chosen_card
    if bids[0] != bids[1]:
        state.points[0 if bids[0] > bids[1] else 1] += state.prize
    if bids[0] != bids[1] or rules.ties == NOBODY_GETS_IT:
        state.prize = 0
    for seat in range(2):
        state.hands[seat, bids[seat]] = 0
    if state.prizes.count > 0:
        state.prize += draw(state.prizes)


def over(state: State, rules: Rules) -> bool:
    return state.hands[0].sum() == 0


def score(state: State, rules: Rules, seat: int) -> int:
    return state.points[seat]


def matching(view, moves, count, randomness) -> int:
    """Bids the card that is worth as much as the prize, or the nearest that is left."""
    best = 0
    for i in range(count):
        if abs(moves[i].card - view.state.prize) < abs(moves[best].card - view.state.prize):
            best = i
    return best


PLAYERS = (matching,)
