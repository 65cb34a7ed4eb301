"""Four in a row: discs fall into columns; who has four in a line wins.

Source: the game that Howard Wexler published in 1974. Known: on four by four and on five by four nobody can be beaten.
"""

from dhstats.gamefile import Chance, Position, key, next_seat, number, several, whose

TITLE = "Four in a row"
SEATS = 2
LONGEST = 42
ENDINGS = ("four", "full_board")
LEAD = 1
WIDE, HIGH = 7, 6
EMPTY = -1


class Rules:
    columns: int = key(4, 4, WIDE, "How many columns the board has.")
    rows: int = key(4, 3, HIGH, "How many discs fit into a column.")


class State(Position):
    board: list[int] = several(WIDE * HIGH, whose())
    heights: list[int] = several(WIDE, number(0, HIGH))
    discs: int = number(0, WIDE * HIGH)
    winner: int = whose()


class Move:
    column: int = number(0, WIDE - 1)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    state.winner = EMPTY
    state.mover = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return move.column < rules.columns and view.heights[move.column] < rules.rows


def play(state: State, move: Move, rules: Rules) -> None:
    state.board[move.column * HIGH + state.heights[move.column]] = state.mover
    if is_four(state, move.column, state.heights[move.column]):
        state.winner = state.mover
    state.heights[move.column] += 1
    state.discs += 1
    state.mover = next_seat(state)


def in_line(state: State, column: int, row: int, across: int, up: int) -> int:
    """How many discs of the mover follow each other in this direction, the first one not counted."""
    count = 0
    for _ in range(3):
        column += across
        row += up
        if column < 0 or column >= WIDE or row < 0 or row >= HIGH or state.board[column * HIGH + row] != state.mover:
            break
        count += 1
    return count


def is_four(state: State, column: int, row: int) -> bool:
    flat = in_line(state, column, row, 1, 0) + in_line(state, column, row, -1, 0)
    rising = in_line(state, column, row, 1, 1) + in_line(state, column, row, -1, -1)
    falling = in_line(state, column, row, 1, -1) + in_line(state, column, row, -1, 1)
    return max(flat, rising, falling, in_line(state, column, row, 0, -1)) >= 3


def over(state: State, rules: Rules) -> bool:
    return state.winner != EMPTY or state.discs == rules.columns * rules.rows


def ending(state: State, rules: Rules) -> int:
    return 0 if state.winner != EMPTY else 1


def score(state: State, rules: Rules, seat: int) -> int:
    return 1 if state.winner == seat else 0


def describe(state: State, rules: Rules) -> str:
    rows = [
        [" ·XO"[2 + int(state.board[column * HIGH + row])] for column in range(rules.columns)]
        for row in range(rules.rows - 1, -1, -1)
    ]
    return "\n".join(" ".join(row) for row in rows)
