"""Round the table: take a card of your hand, pass the others on, all at once; sets and pairs count at the end.

Source: the family of closed drafts, as in Antoine Bauza's "7 Wonders" (2010); cards and points are made up here.
"""

from dhstats.gamefile import EVERYBODY, OWNER, Chance, Pile, Position, draw, each_seat, fill, held, key, number, pile
from dhstats.gamefile import shuffle

TITLE = "Round the table"
SEATS = (2, 5)
LONGEST = 100
LEAD = 10
CARDS = ("gem", "bead", "shell", "crown", "coin")
GEM, BEAD, SHELL, CROWN, COIN = range(5)
COPIES = (14, 14, 14, 8, 10)  # of each card in the deck of 60


class Rules:
    hand: int = key(7, 3, 10, "Cards that everybody is dealt.")
    gems: int = key(10, 0, 20, "Points for three gems.")
    beads: int = key(5, 0, 20, "Points for two beads.")
    crowns: int = key(6, 0, 20, "Points for most crowns, shared by nobody.")
    coin: int = key(2, 0, 6, "Points of a coin.")


class State(Position):
    deck: Pile = pile(60, CARDS)
    hands: list[list[int]] = each_seat(held(CARDS, 10), seen=OWNER, dealt=True)
    taken: list[list[int]] = each_seat(held(CARDS, 14), seen=EVERYBODY)
    left: int = number(0, 10)  # cards in every hand


class Move:
    card: int = number(0, 4)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for card in range(5):
        fill(state.deck, card, COPIES[card])
    shuffle(chance, state.deck)
    for seat in range(state.players):
        for _ in range(rules.hand):
            state.hands[seat, draw(state.deck)] += 1
    state.left = rules.hand


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return view.hands[view.mover, move.card] > 0


def resolve(state: State, rules: Rules, chance: Chance) -> None:
    """Everybody lays down the card that they took, and hands on the others to the left."""
    for seat in range(state.players):
        card = state.chosen_card[seat]
        state.hands[seat, card] -= 1
        state.taken[seat, card] += 1
    state.left -= 1
    for card in range(5):
        last = state.hands[state.players - 1, card]
        for seat in range(state.players - 1, 0, -1):
            state.hands[seat, card] = state.hands[seat - 1, card]
        state.hands[0, card] = last


def over(state: State, rules: Rules) -> bool:
    return state.left == 0


def score(state: State, rules: Rules, seat: int) -> int:
    """Three gems, two beads, the number of shells times itself, most crowns, coins."""
    taken, most = state.taken[seat], True
    for other in range(state.players):
        most = most and (other == seat or state.taken[other, CROWN] < taken[CROWN])
    points = rules.gems * (taken[GEM] // 3) + rules.beads * (taken[BEAD] // 2)
    points += taken[SHELL] * taken[SHELL] + rules.coin * taken[COIN]
    return points + (rules.crowns if most and taken[CROWN] > 0 else 0)


def collector(view, moves, count, randomness) -> int:
    """Takes what brings most at once; a shell or a bead where nothing does."""
    taken, best, most = view.state.taken[view.seat], 0, -1
    for index in range(count):
        card = moves[index].card
        worth = 2
        if card == GEM:
            worth = 8 if taken[GEM] % 3 == 2 else 3
        elif card == BEAD:
            worth = 5 if taken[BEAD] % 2 == 1 else 3
        elif card == SHELL:
            worth = 2 * taken[SHELL] + 1
        if worth > most:
            best, most = index, worth
    return best


PLAYERS = (collector,)
