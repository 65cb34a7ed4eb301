"""Fires: together you put out fires in a row of houses, and hold out until the rain comes.

Source: made up for this catalogue. How often players succeed who put out the largest fire within reach is worked out
exactly for small rows in the tests.
"""

from dhstats.gamefile import Chance, Position, each_seat, key, next_seat, number, roll, several

TITLE = "Fires"
SEATS = (1, 4)
OBJECTIVE = "together"
ENDINGS = ("rain", "burnt_down")
SUCCESS = ("rain",)
LONGEST = 60
MOST = 8


class Rules:
    houses: int = key(6, 3, MOST, "Houses in the row.")
    rounds: int = key(6, 1, 15, "Turns of every player until it rains.")
    flames: int = key(3, 2, 6, "Flames that burn a house down.")
    lost: int = key(1, 1, 3, "Houses whose loss loses the game.")
    sparks: int = key(1, 1, 3, "Flames that are added after every turn.")


class State(Position):
    flames: list[int] = several(MOST, number(0, 6))
    burnt: list[int] = several(MOST, number(0, 1))
    at: list[int] = each_seat(number(0, MOST - 1))  # the house of every player
    ruins: int = number(0, MOST)


class Move:
    to: int = number(0, MOST - 1)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for seat in range(state.players):
        state.at[seat] = seat * rules.houses // state.players
    for _ in range(rules.houses // 2):
        state.flames[roll(chance, rules.houses) - 1] = 1
    state.mover = 0


def spark(state: State, rules: Rules, chance: Chance) -> None:
    """A die says which house gets a flame; one with too many burns down."""
    house = roll(chance, rules.houses) - 1
    if state.burnt[house] == 0:
        state.flames[house] += 1
        if state.flames[house] == rules.flames:
            state.burnt[house] = 1
            state.flames[house] = 0
            state.ruins += 1


def allowed(view: State, move: Move, rules: Rules) -> bool:
    """A player stays, or goes to the next house on either side."""
    return move.to < rules.houses and abs(move.to - view.at[view.mover]) <= 1


def play(state: State, move: Move, rules: Rules) -> None:
    """Who comes puts out one flame, two where somebody else is there already."""
    state.at[state.mover] = move.to
    helped = 0
    for seat in range(state.players):
        helped += 1 if seat != state.mover and state.at[seat] == move.to else 0
    state.flames[move.to] = max(0, state.flames[move.to] - (2 if helped > 0 else 1))
    state.mover = next_seat(state)


def then(state: State, rules: Rules, chance: Chance) -> None:
    for _ in range(rules.sparks):
        spark(state, rules, chance)


def over(state: State, rules: Rules) -> bool:
    return state.ruins >= rules.lost or state.decisions >= rules.rounds * state.players


def ending(state: State, rules: Rules) -> int:
    return 1 if state.ruins >= rules.lost else 0


def score(state: State, rules: Rules, seat: int) -> int:
    """Houses that still stand, for all alike."""
    return rules.houses - state.ruins


def largest(view, moves, count, randomness) -> int:
    """Goes where most flames are within reach, to the first of equals."""
    best = 0
    for index in range(count):
        if view.state.flames[moves[index].to] > view.state.flames[moves[best].to]:
            best = index
    return best


PLAYERS = (largest,)
