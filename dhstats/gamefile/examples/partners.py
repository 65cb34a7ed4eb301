"""Two by two: a trick game for partners who sit opposite each other; who takes most tricks together wins.

Source: the family of Whist as David Parlett describes it in "The Penguin Book of Card Games" (2008), here with the 24
cards from nine to ace. The side of the last dealer's left leads; a suit turned over is trumps.
"""

from dhstats.gamefile import OWNER, Chance, Pile, Position, below, choice, draw, each_seat, fill, held, key, next_seat
from dhstats.gamefile import number, pile, shuffle, switch, whose

TITLE = "Two by two"
SEATS = 4
SIDES = {"north_south": (0, 2), "east_west": (1, 3)}
LONGEST = 24
LEAD = 3
SUITS, RANKS = 4, 6
CARDS = tuple(f"{rank}_{suit}" for suit in "CDHS" for rank in ("9", "10", "J", "Q", "K", "A"))


class Rules:
    trumps: bool = switch(True, "Whether a suit is trumps.")
    last_trick: int = key(1, 0, 3, "Tricks that the last one counts for.")


class State(Position):
    deck: Pile = pile(24, CARDS)
    hands: list[list[int]] = each_seat(held(CARDS), seen=OWNER, dealt=True)
    trump: int = number(-1, SUITS - 1, -1)
    table: list[int] = each_seat(number(-1, 23, -1))  # the cards of the trick
    leader: int = whose()
    lying: int = number(0, 4)
    tricks: list[int] = each_seat(number(0, 8))
    played: int = number(0, 6)  # tricks


class Move:
    card: int = choice(*CARDS)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for card in range(24):
        fill(state.deck, card, 1)
    shuffle(chance, state.deck)
    for at in range(24):
        state.hands[at % 4, draw(state.deck)] = 1
    state.trump = below(chance, SUITS) if rules.trumps else -1
    state.leader = 0
    state.mover = 0


def holds(state: State, seat: int, suit: int) -> bool:
    return state.hands[seat, suit * RANKS : suit * RANKS + RANKS].sum() > 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    """A suit that is led is followed by who can."""
    if view.hands[view.mover, move.card] == 0:
        return False
    led = view.table[view.leader]
    return led < 0 or move.card // RANKS == led // RANKS or not holds(view, view.mover, led // RANKS)


def play(state: State, move: Move, rules: Rules) -> None:
    state.hands[state.mover, move.card] = 0
    state.table[state.mover] = move.card
    state.lying += 1
    state.mover = next_seat(state)


def beats(state: State, card: int, other: int) -> bool:
    """Whether a card takes a trick from one that was led or has taken it so far."""
    if card // RANKS == other // RANKS:
        return card > other
    return card // RANKS == state.trump


def best_seat(state: State) -> int:
    best = state.leader
    for seat in range(4):
        if state.table[seat] >= 0 and beats(state, state.table[seat], state.table[best]):
            best = seat
    return best


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.lying < 4:
        return
    taker = best_seat(state)
    state.played += 1
    state.tricks[taker] += rules.last_trick if state.played == RANKS else 1
    state.leader = taker
    state.mover = taker
    state.lying = 0
    for seat in range(4):
        state.table[seat] = -1


def over(state: State, rules: Rules) -> bool:
    return state.played == RANKS


def score(state: State, rules: Rules, seat: int) -> int:
    """What a seat adds to its side: dhstats counts both partners together."""
    return state.tricks[seat]


def partner(view, moves, count, randomness) -> int:
    """Leads the highest card; else takes a trick as cheaply as possible, unless the partner has it already."""
    state, lowest, winning = view.state, 0, -1
    for index in range(count):
        if moves[index].card % RANKS < moves[lowest].card % RANKS:
            lowest = index
    if state.lying == 0:
        return count - 1
    best = best_seat(state)
    if (best - view.seat) % 4 == 2 and state.lying > 1:
        return lowest
    for index in range(count):
        if winning < 0 and beats(state, moves[index].card, state.table[best]):
            winning = index
    return winning if winning >= 0 else lowest


PLAYERS = (partner,)
