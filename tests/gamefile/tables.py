"""Game files for tests of five and six players, as text: what they come to can be counted by hand."""

HIGH_ROLL = '''"""High roll: all roll a die in turn, and the highest wins; those who are highest alike share the win."""

from dhstats.gamefile import Chance, Position, choice, each_seat, key, next_seat, number, roll

SEATS = (2, 6)
LONGEST = 6
LEAD = 6
SYMMETRICAL = True


class Rules:
    sides: int = key(6, 1, 20, "Sides of the die.")


class State(Position):
    rolling: int = number(0, 1)
    rolled: list[int] = each_seat(number(0, 20))


class Move:
    act: int = choice("roll", "wait")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    state.mover = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return move.act == 0


def play(state: State, move: Move, rules: Rules) -> None:
    state.rolling = 1


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.rolling == 1:
        state.rolling = 0
        state.rolled[state.mover] = roll(chance, rules.sides)
        state.mover = next_seat(state)


def over(state: State, rules: Rules) -> bool:
    return state.rolled[state.players - 1] > 0


def score(state: State, rules: Rules, seat: int) -> int:
    return state.rolled[seat]
'''

FIRST_SIX = '''"""First six: roll a die in turn; whoever rolls a six first wins."""

from dhstats.gamefile import Chance, Position, choice, key, next_seat, number, roll, whose

SEATS = (5, 6)
LONGEST = 400
LEAD = 1


class Rules:
    wanted: int = key(6, 1, 6, "The least that wins.")


class State(Position):
    rolling: int = number(0, 1)
    winner: int = whose()


class Move:
    act: int = choice("roll", "wait")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    state.mover = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return move.act == 0


def play(state: State, move: Move, rules: Rules) -> None:
    state.rolling = 1


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.rolling == 0:
        return
    state.rolling = 0
    if roll(chance, 6) >= rules.wanted:
        state.winner = state.mover
    else:
        state.mover = next_seat(state)


def over(state: State, rules: Rules) -> bool:
    return state.winner >= 0


def score(state: State, rules: Rules, seat: int) -> int:
    return 1 if state.winner == seat else 0
'''

DRAWN_CARD = '''"""Drawn card: everybody holds a card of their own; keep it, or swap it for the top of the deck. The highest wins."""

from dhstats.gamefile import NOBODY, OWNER, Chance, Position, choice, draw, each_seat, fill, held, key, next_seat, number
from dhstats.gamefile import pile, shuffle

SEATS = 6
LONGEST = 6
LEAD = 6
KINDS = 12


class Rules:
    copies: int = key(1, 1, 3, "Cards of each kind.")


class State(Position):
    deck: list[int] = pile(3 * KINDS, KINDS, seen=NOBODY)
    hands: list[int] = each_seat(held(KINDS), seen=OWNER, dealt=True)
    gone: list[int] = pile(6, KINDS, seen=NOBODY)
    swaps: int = number(0, 1)
    decided: int = number(0, 6)


class Move:
    act: int = choice("keep", "swap")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for kind in range(KINDS):
        fill(state.deck, kind, rules.copies)
    shuffle(chance, state.deck)
    for seat in range(state.players):
        state.hands[seat][draw(state.deck)] = 1


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return True


def play(state: State, move: Move, rules: Rules) -> None:
    state.swaps = move.act


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.swaps == 1:
        kind = held_card(state, state.mover)
        state.hands[state.mover][kind] = 0
        state.gone.cards[state.gone.count] = kind
        state.gone.count += 1
        state.hands[state.mover][draw(state.deck)] = 1
    state.swaps = 0
    state.decided += 1
    state.mover = next_seat(state)


def held_card(state: State, seat: int) -> int:
    for kind in range(KINDS):
        if state.hands[seat][kind] > 0:
            return kind
    return 0


def over(state: State, rules: Rules) -> bool:
    return state.decided == state.players


def score(state: State, rules: Rules, seat: int) -> int:
    return held_card(state, seat) if state.decided == state.players else 0


def keeper(view, moves, count, randomness) -> int:
    """Keeps every card."""
    return 0


def upper(view, moves, count, randomness) -> int:
    """Keeps the upper half of the cards."""
    for kind in range(6):
        if view.state.hands[view.seat][kind] > 0:
            return count - 1
    return 0


PLAYERS = (keeper, upper)
'''
