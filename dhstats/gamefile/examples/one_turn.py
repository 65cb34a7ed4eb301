"""One turn: roll a die as often as you dare and add up; a one costs all of it. A game for one.

Source: a single turn of Pig (John Scarne, 1945). Whoever wants most points on average holds at 20 with six sides, and
has 8.14 then; 62 % of such turns are lost.
"""

from dhstats.gamefile import Chance, Position, choice, key, number, roll

TITLE = "One turn"
SEATS = 1
LONGEST = 200
LEAD = 20
ENDINGS = ("held", "lost")


class Rules:
    sides: int = key(6, 2, 20, "Sides of the die.")


class State(Position):
    total: int = number(0, 4000)
    rolling: int = number(0, 1)
    done: int = choice("no", "held", "lost")


class Move:
    act: int = choice("hold", "roll")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    state.total = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return move.act == 1 or view.total > 0


def play(state: State, move: Move, rules: Rules) -> None:
    if move.act == 0:
        state.done = 1
    else:
        state.rolling = 1


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.rolling == 0:
        return
    state.rolling = 0
    rolled = roll(chance, rules.sides)
    if rolled == 1:
        state.total = 0
        state.done = 2
    else:
        state.total += rolled


def over(state: State, rules: Rules) -> bool:
    return state.done > 0


def ending(state: State, rules: Rules) -> int:
    return state.done - 1


def score(state: State, rules: Rules, seat: int) -> int:
    return state.total


def at_twenty(view, moves, count, randomness) -> int:
    """Holds at twenty, which is best with six sides."""
    return 0 if view.state.total >= 20 else count - 1


def at_ten(view, moves, count, randomness) -> int:
    """Holds at ten."""
    return 0 if view.state.total >= 10 else count - 1


PLAYERS = (at_twenty, at_ten)
