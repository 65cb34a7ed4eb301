"""Tic-tac-toe: three in a row on nine squares; nobody can be beaten who looks ahead.

Source: the folk game. Known by counting: 5,478 positions can come up, 255,168 games can be played (Schaefer, "How many
games of tic-tac-toe are there?", 2002), and with perfect play every one is drawn.
"""

import numpy as np

from dhstats.gamefile import Chance, Position, below, next_seat, number, several, whose

TITLE = "Tic-tac-toe"
SEATS = 2
LONGEST = 9
ENDINGS = ("row", "full_board")
LEAD = 1
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = -1


class State(Position):
    board: list[int] = several(9, whose(), rows=3)


class Move:
    square: int = number(0, 8)


def setup(state: State, rules: None, chance: Chance) -> None:
    state.mover = 0


def allowed(view: State, move: Move, rules: None) -> bool:
    return view.board[move.square] == EMPTY


def play(state: State, move: Move, rules: None) -> None:
    state.board[move.square] = state.mover
    state.mover = next_seat(state)


def has_row(state: State, seat: int) -> bool:
    for a, b, c in LINES:
        if state.board[a] == state.board[b] == state.board[c] == seat:
            return True
    return False


def over(state: State, rules: None) -> bool:
    return has_row(state, 0) or has_row(state, 1) or is_full(state)


def is_full(state: State) -> bool:
    for square in range(9):
        if state.board[square] == EMPTY:
            return False
    return True


def ending(state: State, rules: None) -> int:
    return 0 if has_row(state, 0) or has_row(state, 1) else 1


def score(state: State, rules: None, seat: int) -> int:
    return 1 if has_row(state, seat) else 0


def describe(state: State, rules: None) -> str:
    marks = ["·XO"[int(mark) + 1] for mark in state.board]
    return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))


def solve() -> np.ndarray:
    """What each board is worth to who is to move (1 won, 0 drawn, -1 lost), by its number in base three."""
    known: dict[int, int] = {}

    def worth(board: list[int], seat: int) -> int:
        at = sum((mark + 1) * 3**square for square, mark in enumerate(board))
        if at not in known:
            lost = any(board[a] == board[b] == board[c] == 1 - seat for a, b, c in LINES)
            free = [] if lost else [square for square in range(9) if board[square] == EMPTY]
            after = [[*board[:square], seat, *board[square + 1 :]] for square in free]
            known[at] = max((-worth(each, 1 - seat) for each in after), default=-1 if lost else 0)
        return known[at]

    worth([EMPTY] * 9, 0)
    table = np.full(3**9, 2, np.int8)  # 2: cannot come up
    table[list(known)] = list(known.values())
    return table


WORTH = solve()


def perfect(view, moves, count, randomness) -> int:
    """Leaves the other player a position that is worth least to them; by lot among equals."""
    at = 0
    for square in range(9):
        at += (view.state.board[square] + 1) * 3**square
    best, chosen, equals = 2, 0, 0
    for i in range(count):
        worth = WORTH[at + (view.seat + 1) * 3 ** moves[i].square]
        if worth < best:
            best, chosen, equals = worth, i, 1
        elif worth == best:
            equals += 1
            if below(randomness, equals) == 0:
                chosen = i
    return chosen


PLAYERS = (perfect,)
