"""Count down: take one, two or three from a heap; who takes the last one wins."""

from dhstats.gamefile import Position, key, next_seat, number, whose


class Rules:
    heap = key(10, 1, 60, "How many there are at first.")


class State(Position):
    heap = number(0, 60, by="heap")
    winner = whose()


class Move:
    take = number(1, 3)


def setup(state, rules, chance):
    state.heap = rules.heap


def allowed(view, move, rules):
    return move.take <= view.heap


def play(state, move, rules):
    state.heap -= move.take
    if state.heap == 0:
        state.winner = state.mover
    state.mover = next_seat(state)


def over(state, rules):
    return state.heap == 0


def score(state, rules, seat):
    return 1 if state.winner == seat else 0


def leave_fours(view, moves, count, randomness):
    """Leaves a multiple of four where it can, which wins for certain from any other heap."""
    wanted = view.state.heap % 4
    for at in range(count):
        if moves[at].take == wanted:
            return at
    return 0


PLAYERS = (leave_fours,)
