"""Pig: roll a die as often as you dare; a one loses the points of the turn.

Source: the folk game as John Scarne wrote it down in 1945; solved by Neller and Presser, "Optimal play of the dice
game Pig" (2004): the first player wins 53.06 % among optimal players.
"""

from dhstats.gamefile import Chance, Position, choice, each_seat, key, next_seat, number, roll, switch

TITLE = "Pig"
SEATS = (2, 4)
LONGEST = 4000
ROLL, HOLD = range(2)


class Rules:
    target: int = key(100, 10, 500, "Points that win the game.")
    sides: int = key(6, 2, 20, "Sides of the die.")
    last_turn: bool = switch(False, "Whether everybody after the player who reaches the target has one more turn.")


class State(Position):
    scores: list[int] = each_seat(number(0, 600, by="target"))
    turn_points: int = number(0, 600, by="target")
    rolling: int = choice("no", "yes")
    turns_left: int = number(-1, 4, -1)  # once somebody has reached the target; -1 before


class Move:
    act: int = choice("roll", "hold")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    state.mover = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    if move.act == HOLD:
        return view.turn_points > 0
    return rules.last_turn or view.scores[view.mover] + view.turn_points < rules.target  # who has enough holds


def play(state: State, move: Move, rules: Rules) -> None:
    if move.act == ROLL:
        state.rolling = 1
    else:
        state.scores[state.mover] += state.turn_points
        end_turn(state, rules)


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.rolling == 1:
        state.rolling = 0
        die = roll(chance, rules.sides)
        if die == 1:
            end_turn(state, rules)
        else:
            state.turn_points += die


def end_turn(state: State, rules: Rules) -> None:
    if state.turns_left > 0:
        state.turns_left -= 1
    elif state.turns_left < 0 and state.scores[state.mover] >= rules.target:
        state.turns_left = state.players - 1 - state.mover if rules.last_turn else 0
    state.turn_points = 0
    state.mover = next_seat(state)


def over(state: State, rules: Rules) -> bool:
    return state.turns_left == 0


def score(state: State, rules: Rules, seat: int) -> int:
    return state.scores[seat]


def hold_at_20(view, moves, count, randomness) -> int:
    """Holds once the turn has brought 20 points, or enough to win."""
    state = view.state
    enough = state.turn_points >= 20 or state.scores[view.seat] + state.turn_points >= view.rules.target
    return 1 if count == 2 and enough else 0


PLAYERS = (hold_at_20,)
