"""Black Lady: a small game of Hearts for three or four; every heart is a penalty point, the queen of spades five.

Source: the family of Hearts as David Parlett describes it in "The Penguin Book of Card Games" (2008), here with the 32
cards from seven to ace and no exchange before play. Three play without the sevens of clubs and diamonds.
"""

from dhstats.gamefile import OWNER, Chance, Position, choice, draw, each_seat, fill, held, key, next_seat, number, pile
from dhstats.gamefile import shuffle, switch, whose

TITLE = "Black Lady"
SEATS = (3, 4)
LONGEST = 32
LEAD = 8
SUITS = ("clubs", "diamonds", "spades", "hearts")
RANKS = ("7", "8", "9", "10", "jack", "queen", "king", "ace")
CARDS = tuple(f"{suit}_{rank}" for suit in SUITS for rank in RANKS)
SPADES, HEARTS, QUEEN = 2, 3, 5
LADY = SPADES * 8 + QUEEN
NOTHING = -1


class Rules:
    lady: int = key(5, 0, 13, "Penalty points for the queen of spades.")
    breaking: bool = switch(False, "Whether hearts may be led only once one was played, or where nothing else is held.")
    slam: bool = switch(True, "Whether who takes all penalty points gives them to all others instead.")


class State(Position):
    hands: list[list[int]] = each_seat(held(32), seen=OWNER, dealt=True)
    deck: list[int] = pile(32, 32)
    table: list[int] = each_seat(number(NOTHING, 31, NOTHING))  # cards of the trick
    leader: int = whose()  # of the trick
    lying: int = number(0, 4)  # how many cards
    broken: int = choice("no", "yes")
    left: int = number(0, 32)  # cards in hands
    points: list[int] = each_seat(number(0, 34))  # penalties


class Move:
    card: int = choice(*CARDS)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for card in range(32):
        if state.players == 4 or card not in (0, 8):
            fill(state.deck, card, 1)
    shuffle(chance, state.deck)
    state.left = state.deck.count
    for at in range(state.left):
        state.hands[at % state.players, draw(state.deck)] = 1
    state.mover = 0
    state.leader = 0


def holds(state: State, seat: int, suit: int) -> bool:
    for card in range(8 * suit, 8 * suit + 8):
        if state.hands[seat, card] > 0:
            return True
    return False


def allowed(view: State, move: Move, rules: Rules) -> bool:
    if view.hands[view.mover, move.card] == 0:
        return False
    if view.lying > 0:
        led = view.table[view.leader] // 8
        return move.card // 8 == led or not holds(view, view.mover, led)
    if not rules.breaking or view.broken == 1 or move.card // 8 != HEARTS:
        return True
    return not (holds(view, view.mover, 0) or holds(view, view.mover, 1) or holds(view, view.mover, SPADES))


def play(state: State, move: Move, rules: Rules) -> None:
    state.hands[state.mover, move.card] = 0
    state.table[state.mover] = move.card
    state.lying += 1
    state.left -= 1
    if move.card // 8 == HEARTS:
        state.broken = 1
    state.mover = next_seat(state)
    if state.lying == state.players:
        take(state, rules)


def take(state: State, rules: Rules) -> None:
    winner, highest, penalty = state.leader, NOTHING, 0
    for seat in range(state.players):
        card = state.table[seat]
        penalty += 1 if card // 8 == HEARTS else rules.lady if card == LADY else 0
        if card // 8 == state.table[state.leader] // 8 and card > highest:
            winner, highest = seat, card
    for seat in range(state.players):
        state.table[seat] = NOTHING
    state.points[winner] += penalty
    state.leader, state.mover, state.lying = winner, winner, 0
    if state.left == 0 and rules.slam:
        settle_slam(state, 8 + rules.lady)


def settle_slam(state: State, everything: int) -> None:
    for seat in range(state.players):
        if state.points[seat] == everything:
            for other in range(state.players):
                state.points[other] = 0 if other == seat else everything
            return


def over(state: State, rules: Rules) -> bool:
    return state.left == 0


def score(state: State, rules: Rules, seat: int) -> int:
    return -state.points[seat]


def describe(state: State, rules: Rules) -> str:
    lines = []
    for seat in range(state.players):
        suits = (
            " ".join(RANKS[card % 8] for card in range(8 * suit, 8 * suit + 8) if state.hands[seat, card] > 0)
            for suit in range(4)
        )
        lines.append("; ".join(f"{name} {cards or '–'}" for name, cards in zip(SUITS, suits, strict=True)))
    return "\n".join(lines)


def ducking(view, moves, count, randomness) -> int:
    """Plays the highest card that does not take the trick, else the lowest; throws off the lady, then hearts."""
    state = view.state
    led, highest = NOTHING, NOTHING
    if state.lying > 0:
        led = state.table[state.leader] // 8
        for seat in range(state.players):
            if state.table[seat] // 8 == led:
                highest = max(highest, state.table[seat])
    best, chosen = -100, 0
    for i in range(count):
        card = moves[i].card
        worth = -(card % 8)
        if led != NOTHING and card // 8 != led:
            worth = 100 if card == LADY else 60 + card % 8 if card // 8 == HEARTS else 40 + card % 8
        elif led != NOTHING and card < highest:
            worth = 20 + card % 8 + (50 if card == LADY else 0)
        if worth > best:
            best, chosen = worth, i
    return chosen


PLAYERS = (ducking,)
