"""Three dice: roll, keep some, roll the others again up to twice, and enter each result in one of four boxes.

Source: the family of "Yacht", as in Edwin S. Lowe's "Yahtzee" (1956), made small. The best expected score is worked out
exactly in the tests.
"""

from dhstats.gamefile import Chance, Position, choice, key, number, roll, several

TITLE = "Three dice"
SEATS = 1
LONGEST = 20
LEAD = 30
BOXES = ("sum", "pair", "row", "alike")


class Rules:
    again: int = key(2, 0, 3, "Times that dice may be rolled again.")
    row: int = key(15, 0, 40, "Points for three numbers in a row.")
    alike: int = key(25, 0, 60, "Points for three dice alike.")


class State(Position):
    dice: list[int] = several(3, number(1, 6))
    rolls: int = number(0, 3)  # times that dice may be rolled again now
    keep: int = number(0, 7)  # the dice that are not rolled again, a bit each
    entered: int = choice("no", "yes")  # whether a box was filled in just now
    used: list[int] = several(4, number(0, 1))
    points: int = number(0, 200)


class Move:
    act: int = choice("roll", *BOXES)
    keep: int = number(0, 7)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    throw(state, 0, chance)
    state.rolls = rules.again


def throw(state: State, keep: int, chance: Chance) -> None:
    """Rolls the dice that are not kept, and lays all in order."""
    for die in range(3):
        if keep >> die & 1 == 0:
            state.dice[die] = roll(chance, 6)
    for _ in range(2):
        for die in range(2):
            if state.dice[die] > state.dice[die + 1]:
                low = state.dice[die + 1]
                state.dice[die + 1] = state.dice[die]
                state.dice[die] = low


def allowed(view: State, move: Move, rules: Rules) -> bool:
    if move.act == 0:
        return view.rolls > 0 and move.keep < 7
    return move.keep == 7 and view.used[move.act - 1] == 0


def play(state: State, move: Move, rules: Rules) -> None:
    state.entered = 1 if move.act > 0 else 0
    state.keep = 0 if move.act > 0 else move.keep
    if move.act > 0:
        state.used[move.act - 1] = 1
        state.points += worth(state, rules, move.act - 1)


def worth(state: State, rules: Rules, box: int) -> int:
    """What the dice bring in a box."""
    low, middle, high = state.dice[0], state.dice[1], state.dice[2]
    if box == 0:
        return low + middle + high
    if box == 1:
        return 2 * middle if middle in (low, high) else 0
    if box == 2:
        return rules.row if middle == low + 1 and high == middle + 1 else 0
    return rules.alike if low == high else 0


def then(state: State, rules: Rules, chance: Chance) -> None:
    """The dice are rolled; all of them where a box was filled in."""
    state.rolls = rules.again if state.entered == 1 else state.rolls - 1
    throw(state, state.keep, chance)


def over(state: State, rules: Rules) -> bool:
    return state.used.sum() == 4


def score(state: State, rules: Rules, seat: int) -> int:
    return state.points


def keeper(view, moves, count, randomness) -> int:
    """Keeps a pair and rolls on; enters three alike or a row at once, else the best box that is left."""
    state, best, most = view.state, 0, -1
    pair = 3 if state.dice[0] == state.dice[1] else 6 if state.dice[1] == state.dice[2] else 4
    for index in range(count):
        act, keep = moves[index].act, moves[index].keep
        value = worth(state, view.rules, act - 1) if act > 0 else 12 if keep == pair else 0
        if value > most:
            best, most = index, value
    return best


PLAYERS = (keeper,)
