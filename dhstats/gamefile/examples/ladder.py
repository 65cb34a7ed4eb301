"""The ladder: get rid of your cards, as many of a kind as lie there and higher; the first out takes the first place.

Source: the family of climbing games, as David Parlett describes it in "The Penguin Book of Card Games" (2008); this one
is made up.
"""

from dhstats.gamefile import OWNER, Chance, Pile, Position, draw, each_seat, fill, held, key, next_seat, number, pile
from dhstats.gamefile import shuffle, whose

TITLE = "The ladder"
SEATS = (3, 6)
OBJECTIVE = "ranks"
LONGEST = 600
LEAD = 3
RANKS, COPIES = 10, 4
MOST = 14  # cards of a hand


class Rules:
    hand: int = key(6, 3, 6, "Cards that everybody is dealt.")
    most: int = key(4, 1, 4, "The most cards that are played at once.")


class State(Position):
    deck: Pile = pile(RANKS * COPIES, RANKS)
    hands: list[list[int]] = each_seat(held(RANKS, COPIES), seen=OWNER, dealt=True)
    left: list[int] = each_seat(number(0, MOST))
    place: list[int] = each_seat(number(0, 6))  # 0 while still in the game
    out: int = number(0, 6)
    lying: int = number(-1, RANKS - 1, -1)  # the rank to beat, and how many cards of it
    copies: int = number(0, COPIES)
    owner: int = whose()  # who played it


class Move:
    copies: int = number(0, COPIES)  # 0: passes
    rank: int = number(0, RANKS - 1)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for rank in range(RANKS):
        fill(state.deck, rank, COPIES)
    shuffle(chance, state.deck)
    for seat in range(state.players):
        for _ in range(rules.hand):
            state.hands[seat, draw(state.deck)] += 1
        state.left[seat] = rules.hand


def allowed(view: State, move: Move, rules: Rules) -> bool:
    """As many cards as lie there of a higher rank; whoever leads plays any number of one rank."""
    if move.copies == 0:
        return move.rank == 0 and view.copies > 0
    if view.hands[view.mover, move.rank] < move.copies or move.copies > rules.most:
        return False
    return view.copies == 0 or (move.copies == view.copies and move.rank > view.lying)


def play(state: State, move: Move, rules: Rules) -> None:
    seat = state.mover
    if move.copies > 0:
        state.hands[seat, move.rank] -= move.copies
        state.left[seat] -= move.copies
        state.lying, state.copies, state.owner = move.rank, move.copies, seat
        if state.left[seat] == 0:
            state.out += 1
            state.place[seat] = state.out
    follow(state)


def follow(state: State) -> None:
    """The next player who is still in; the table is cleared where it comes round to who played last."""
    state.mover = next_seat(state)
    for _ in range(state.players):
        if state.mover == state.owner:
            state.lying, state.copies, state.owner = -1, 0, -1
        if state.left[state.mover] == 0:
            state.mover = next_seat(state)


def over(state: State, rules: Rules) -> bool:
    return state.out >= state.players - 1


def score(state: State, rules: Rules, seat: int) -> int:
    """The last one in has nothing."""
    return state.players - state.place[seat] if state.place[seat] > 0 else 0


def saver(view, moves, count, randomness) -> int:
    """Leads as many of the lowest rank as it has; else plays the lowest that beats what lies there, or passes."""
    best = 0
    for index in range(count):
        leads = (
            view.state.copies == 0
            and moves[index].rank == moves[best].rank
            and moves[index].copies > moves[best].copies
        )
        lower = moves[index].copies > 0 and moves[index].rank < moves[best].rank
        if moves[best].copies == 0 or leads or lower:
            best = index
    return best


PLAYERS = (saver,)
