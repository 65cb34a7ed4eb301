"""The duel: both plan two moves at once, of loading, shooting and ducking; who is hit first loses.

Source: a children's game in many versions; this one is made up. Its value for either player is worked out by linear
programmes in the tests.
"""

from dhstats.gamefile import Chance, Position, choice, each_seat, key, number

TITLE = "The duel"
SEATS = 2
LONGEST = 40
LEAD = 1
ENDINGS = ("hit", "out_of_rounds")
DUCK, LOAD, SHOOT = range(3)


class Rules:
    rounds: int = key(4, 1, 8, "Rounds, after which nobody wins.")
    loaded: int = key(1, 0, 2, "Shots that the first player has at first.")
    most: int = key(2, 1, 3, "The most shots that anybody can hold ready.")


class State(Position):
    shots: list[int] = each_seat(number(0, 3))
    hit: list[int] = each_seat(number(0, 1))
    ducked: list[int] = each_seat(number(0, 1))  # just now: nobody ducks twice in a row
    round: int = number(0, 8)


class Move:
    now: int = choice("duck", "load", "shoot")
    next: int = choice("duck", "load", "shoot")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    state.shots[0] = rules.loaded


def can(shots: int, act: int, most: int) -> bool:
    if act == SHOOT:
        return shots > 0
    return act == DUCK or shots < most


def after(shots: int, act: int) -> int:
    return shots + (1 if act == LOAD else -1 if act == SHOOT else 0)


def allowed(view: State, move: Move, rules: Rules) -> bool:
    shots = view.shots[view.mover]
    if (move.now == DUCK and view.ducked[view.mover] == 1) or (move.now == DUCK and move.next == DUCK):
        return False
    return can(shots, move.now, rules.most) and can(after(shots, move.now), move.next, rules.most)


def resolve(state: State, rules: Rules, chance: Chance) -> None:
    """Both first moves, then both second ones, unless somebody was hit."""
    step(state, state.chosen_now[0], state.chosen_now[1])
    if state.hit.sum() == 0:
        step(state, state.chosen_next[0], state.chosen_next[1])
    state.round += 1


def step(state: State, one: int, other: int) -> None:
    state.shots[0] = after(state.shots[0], one)
    state.shots[1] = after(state.shots[1], other)
    state.ducked[0] = 1 if one == DUCK else 0
    state.ducked[1] = 1 if other == DUCK else 0
    state.hit[0] = 1 if other == SHOOT and one != DUCK else 0
    state.hit[1] = 1 if one == SHOOT and other != DUCK else 0


def over(state: State, rules: Rules) -> bool:
    return state.hit.sum() > 0 or state.round == rules.rounds


def ending(state: State, rules: Rules) -> int:
    return 0 if state.hit.sum() > 0 else 1


def score(state: State, rules: Rules, seat: int) -> int:
    return 1 - state.hit[seat]


def wary(view, moves, count, randomness) -> int:
    """Ducks first while the other one can shoot, then shoots or loads."""
    danger, best, most = view.state.shots[1 - view.seat] > 0, 0, -1
    for index in range(count):
        worth = moves[index].next + (3 if (moves[index].now == DUCK) == danger else 0)
        if worth > most:
            best, most = index, worth
    return best


PLAYERS = (wary,)
