"""Kalah: seeds are sown round the board; who has most in their store wins.

Source: the game that William Champion sold from 1944 on. Known for few houses and seeds (Irving, Donkers and Uiterwijk,
"Solving Kalah", 2000), for example: three houses of two seeds each are won by the first player, of one are drawn.
"""

from dhstats.gamefile import Chance, Position, key, next_seat, number, several

TITLE = "Kalah"
SEATS = 2
LONGEST = 400
LEAD = 6
MOST = 4


class Rules:
    houses: int = key(3, 1, MOST, "How many houses each player has.")
    seeds: int = key(2, 1, 4, "How many seeds lie in each house when the game begins.")


class State(Position):
    houses: list[int] = several(2 * MOST, number(0, 2 * MOST * 4))  # those of the first player, then of the second
    stores: list[int] = several(2, number(0, 2 * MOST * 4))


class Move:
    house: int = number(0, MOST - 1)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for seat in range(2):
        for house in range(rules.houses):
            state.houses[seat * MOST + house] = rules.seeds
    state.mover = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return view.houses[view.mover * MOST + move.house] > 0


def play(state: State, move: Move, rules: Rules) -> None:
    """Sows on into the own store and the other's houses; into the own store at last, the mover goes on."""
    mine, side, house = state.mover, state.mover, move.house
    left = state.houses[mine * MOST + house]
    state.houses[mine * MOST + house] = 0
    again = False
    for _ in range(left):
        house += 1
        again = house == rules.houses and side == mine
        if again:
            state.stores[mine] += 1
        else:
            if house >= rules.houses:
                side, house = 1 - side, 0
            state.houses[side * MOST + house] += 1
        if again:
            side, house = 1 - side, -1
    facing = (1 - side) * MOST + rules.houses - 1 - house
    if not again and side == mine and state.houses[side * MOST + house] == 1 and state.houses[facing] > 0:
        state.stores[mine] += 1 + state.houses[facing]
        state.houses[side * MOST + house] = 0
        state.houses[facing] = 0
    if not again:
        state.mover = next_seat(state)


def in_houses(state: State, seat: int) -> int:
    seeds = 0
    for house in range(MOST):
        seeds += state.houses[seat * MOST + house]
    return seeds


def over(state: State, rules: Rules) -> bool:
    return in_houses(state, 0) == 0 or in_houses(state, 1) == 0


def score(state: State, rules: Rules, seat: int) -> int:
    return state.stores[seat] + in_houses(state, seat)
