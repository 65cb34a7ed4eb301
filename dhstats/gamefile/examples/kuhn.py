"""Kuhn poker: three cards, one for each player, one round of betting.

Source: Harold W. Kuhn, "A simplified two-person poker" (1950). Under the standard rules a hand is worth -1/18 of a chip
to who begins, if both play an equilibrium; they have to bluff for it, and by lot.
"""

from dhstats.gamefile import NOBODY, OWNER, Chance, Position, below, choice, draw, each_seat, fill, held, key, next_seat
from dhstats.gamefile import number, pile, shuffle

TITLE = "Kuhn poker"
SEATS = 2
LONGEST = 3
ENDINGS = ("showdown", "fold")
LEAD = 2
OBJECTIVE = "points"  # chips count, not hands
PASS, BET = range(2)
JACK, QUEEN, KING = range(3)


class Rules:
    ante: int = key(1, 1, 4, "Chips that everybody lays in before the cards.")
    bet: int = key(1, 1, 4, "Chips of a bet.")


class State(Position):
    hands: list[list[int]] = each_seat(held(3), seen=OWNER, dealt=True)
    left: list[int] = pile(3, 3, seen=NOBODY)
    chips: list[int] = each_seat(number(0, 8))  # laid in
    won: list[int] = each_seat(number(-8, 8))
    stage: int = choice("open", "called", "folded")


class Move:
    act: int = choice("pass", "bet")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for card in range(3):
        fill(state.left, card, 1)
    shuffle(chance, state.left)
    for seat in range(2):
        state.hands[seat, draw(state.left)] = 1
        state.chips[seat] = rules.ante
    state.mover = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return True


def play(state: State, move: Move, rules: Rules) -> None:
    other = 1 - state.mover
    behind = state.chips[state.mover] < state.chips[other]
    if move.act == BET:
        state.chips[state.mover] += rules.bet
        if behind:
            state.stage = 1
    elif behind:
        state.stage = 2
        pay(state, other)
    elif state.decisions == 1:
        state.stage = 1
    state.mover = next_seat(state)


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.stage == 1:
        pay(state, 0 if card_of(state, 0) > card_of(state, 1) else 1)


def pay(state: State, winner: int) -> None:
    state.won[winner] = state.chips[1 - winner]
    state.won[1 - winner] = -state.chips[1 - winner]


def card_of(state: State, seat: int) -> int:
    for card in range(3):
        if state.hands[seat, card] > 0:
            return card
    return 0


def over(state: State, rules: Rules) -> bool:
    return state.stage > 0


def ending(state: State, rules: Rules) -> int:
    return 0 if state.stage == 1 else 1


def score(state: State, rules: Rules, seat: int) -> int:
    return state.won[seat]


def describe(state: State, rules: Rules) -> str:
    names = ("jack", "queen", "king")
    return " | ".join(f"{names[card_of(state, seat)]}, {state.chips[seat]} in" for seat in range(2))


def equilibrium(view, moves, count, randomness) -> int:
    """Bluffs with a third of the jacks; what it does with a queen leaves the other player no better choice."""
    state = view.state
    card, facing = card_of(state, view.seat), state.chips[1 - view.seat] > state.chips[view.seat]
    lot = below(randomness, 3)
    if card == KING:
        return BET
    if card == JACK:
        return BET if not facing and lot == 0 else PASS
    calls = lot < 2 if view.seat == 0 else lot == 0
    return BET if facing and calls else PASS


def honest(view, moves, count, randomness) -> int:
    """Bets and calls with the king alone."""
    return BET if card_of(view.state, view.seat) == KING else PASS


PLAYERS = (equilibrium, honest)
