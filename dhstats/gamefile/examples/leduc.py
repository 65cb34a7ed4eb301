"""Leduc poker: six cards, two rounds of betting, and an open card between them; a pair beats the higher card.

Source: Finnegan Southey et al., "Bayes' bluff: opponent modelling in poker" (2005). If both play an equilibrium, who
begins loses 0.0856 chips a hand.
"""

from dhstats.gamefile import EVERYBODY, OWNER, Chance, Pile, Position, choice, draw, each_seat, fill, held, key, number
from dhstats.gamefile import pile, shuffle

TITLE = "Leduc poker"
SEATS = 2
LONGEST = 8
ENDINGS = ("showdown", "fold")
LEAD = 13
OBJECTIVE = "points"
RANKS = ("jack", "queen", "king")
FOLD, CALL, RAISE = range(3)


class Rules:
    ante: int = key(1, 1, 4, "Chips that everybody lays in before the cards.")
    first_bet: int = key(2, 1, 8, "Chips of a raise before the open card.")
    second_bet: int = key(4, 1, 8, "Chips of a raise after it.")
    raises: int = key(2, 1, 3, "Raises in a round.")


class State(Position):
    deck: Pile = pile(6, RANKS)
    hands: list[list[int]] = each_seat(held(RANKS), seen=OWNER, dealt=True)
    open: list[int] = held(RANKS, seen=EVERYBODY)
    chips: list[int] = each_seat(number(0, 60))  # laid in
    round: int = number(0, 1)
    raised: int = number(0, 3)  # in this round
    checked: int = number(0, 1)  # whether somebody has called or checked in this round
    stage: int = choice("open", "round_over", "folded", "shown")


class Move:
    act: int = choice("fold", "call", "raise")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for card in range(3):
        fill(state.deck, card, 2)
    shuffle(chance, state.deck)
    for seat in range(2):
        state.hands[seat, draw(state.deck)] = 1
        state.chips[seat] = rules.ante


def allowed(view: State, move: Move, rules: Rules) -> bool:
    behind = view.chips[view.mover] < view.chips[1 - view.mover]
    if move.act == FOLD:
        return behind
    return move.act == CALL or view.raised < rules.raises


def play(state: State, move: Move, rules: Rules) -> None:
    seat, other = state.mover, 1 - state.mover
    behind = state.chips[seat] < state.chips[other]
    state.mover = other
    if move.act == FOLD:
        state.stage = 2
        state.mover = seat
    elif move.act == CALL:
        state.chips[seat] = state.chips[other]
        if behind or state.checked == 1:
            state.stage = 1
        state.checked = 1
    else:
        state.chips[seat] = state.chips[other] + (rules.first_bet if state.round == 0 else rules.second_bet)
        state.raised += 1
        state.checked = 1


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.stage != 1:
        return
    if state.round == 1:
        state.stage = 3
        return
    state.open[draw(state.deck)] = 1
    state.round, state.raised, state.checked, state.stage, state.mover = 1, 0, 0, 0, 0


def over(state: State, rules: Rules) -> bool:
    return state.stage >= 2


def ending(state: State, rules: Rules) -> int:
    return 1 if state.stage == 2 else 0


def strength(state: State, seat: int) -> int:
    """A pair beats every card."""
    best = 0
    for card in range(3):
        if state.hands[seat, card] > 0:
            best = card + (3 if state.open[card] > 0 else 0)
    return best


def score(state: State, rules: Rules, seat: int) -> int:
    other = 1 - seat
    if state.stage == 2:
        return state.chips[other] if state.mover == other else -state.chips[seat]
    if state.stage < 2 or strength(state, seat) == strength(state, other):
        return 0
    return state.chips[other] if strength(state, seat) > strength(state, other) else -state.chips[seat]


def careful(view, moves, count, randomness) -> int:
    """Raises with a pair or a king, folds a jack that is behind, else calls."""
    best, folding = strength(view.state, view.seat), moves[0].act == FOLD
    if best >= 2:
        return count - 1
    return 0 if best == 0 or not folding else 1


PLAYERS = (careful,)
