"""Can't stop: four dice make two pairs, pairs climb columns, and who rolls nothing that climbs loses the turn's climb."""

from dhstats.gamefile import Chance, Position, choice, each_seat, key, next_seat, number, roll, several, whose

SEATS = (2, 4)
LONGEST = 2000
LEAD = 2
LENGTH = (0, 0, 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)  # of the columns by their numbers, from 2 to 12
PAIRS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))  # the dice of the two sums, for each way to pair them
ROLL, STOP = 3, 4


class Rules:
    wanted: int = key(3, 1, 3, "Columns that win.")


class State(Position):
    dice: list[int] = several(4, number(1, 6))
    rolling: int = number(0, 1)  # whether the dice are about to be rolled
    rolled: int = number(0, 1)  # whether they lie there, to be paired
    columns: list[list[int]] = each_seat(several(13, number(0, 13)))  # how far everybody has climbed
    climbers: list[int] = several(13, number(0, 13))  # how far in this turn, 0 where nobody climbs
    climbing: int = number(0, 3)
    owner: list[int] = several(13, whose())


class Move:
    act: int = choice("pair_12_34", "pair_13_24", "pair_14_23", "roll", "stop")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    roll_all(state, chance)


def roll_all(state: State, chance: Chance) -> None:
    for die in range(4):
        state.dice[die] = roll(chance, 6)
    state.rolling = 0
    state.rolled = 1


def can_climb(view: State, column: int) -> bool:
    if view.owner[column] >= 0 or view.climbers[column] == LENGTH[column]:
        return False
    return view.climbers[column] > 0 or view.climbing < 3


def sum_of(view: State, way: int, half: int) -> int:
    return view.dice[PAIRS[way][2 * half]] + view.dice[PAIRS[way][2 * half + 1]]


def allowed(view: State, move: Move, rules: Rules) -> bool:
    if move.act >= ROLL:
        return view.rolled == 0
    if view.rolled == 0:
        return False
    return can_climb(view, sum_of(view, move.act, 0)) or can_climb(view, sum_of(view, move.act, 1))


def climb(state: State, column: int) -> None:
    if can_climb(state, column):
        if state.climbers[column] == 0:
            state.climbing += 1
            state.climbers[column] = state.columns[state.mover, column]
        state.climbers[column] += 1


def play(state: State, move: Move, rules: Rules) -> None:
    if move.act < ROLL:
        climb(state, sum_of(state, move.act, 0))
        climb(state, sum_of(state, move.act, 1))
        state.rolled = 0
    elif move.act == STOP:
        for column in range(2, 13):
            if state.climbers[column] > 0:
                state.columns[state.mover, column] = state.climbers[column]
                if state.climbers[column] == LENGTH[column]:
                    state.owner[column] = state.mover
        next_turn(state)
    else:
        state.rolling = 1


def next_turn(state: State) -> None:
    state.climbers[:] = 0
    state.climbing = 0
    state.rolling = 1
    state.mover = next_seat(state)


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.rolling == 1:
        roll_all(state, chance)


def stuck(state: State, rules: Rules) -> None:
    next_turn(state)


def over(state: State, rules: Rules) -> bool:
    for seat in range(state.players):
        if score(state, rules, seat) >= rules.wanted:
            return True
    return False


def score(state: State, rules: Rules, seat: int) -> int:
    won = 0
    for column in range(2, 13):
        won += 1 if state.owner[column] == seat else 0
    return won
