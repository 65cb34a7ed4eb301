"""Borders: three scouting parties each, five lands; whoever has most there when a land is counted takes its points.

Source: the family of area majority, as in Wolfgang Kramer and Richard Ulrich's "El Grande" (1995); the map is made up.
"""

from dhstats.gamefile import Chance, Position, each_seat, graph, key, next_seat, number, several

TITLE = "Borders"
SEATS = (2, 4)
LONGEST = 120
LEAD = 6
LANDS = ("coast", "forest", "hills", "marsh", "river")
ROADS = graph(LANDS, "coast-forest coast-marsh forest-hills forest-river hills-river marsh-river")
N = len(LANDS)
OUTSIDE = N  # parties that have not come yet


class Rules:
    rounds: int = key(3, 1, 6, "Times that all lands are counted.")
    turns: int = key(3, 1, 5, "Turns of every player between two counts.")
    parties: int = key(6, 2, 12, "Parties of every player.")
    second: int = key(1, 0, 3, "Points for the second most parties in a land.")


class State(Position):
    here: list[list[int]] = each_seat(several(N + 1, number(0, 12), names=(*LANDS, "outside")))  # parties
    points: list[int] = each_seat(number(0, 120))
    counted: int = number(0, 6)


class Move:
    start: int = number(0, N)
    to: int = number(0, N - 1)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for seat in range(state.players):
        state.here[seat, OUTSIDE] = rules.parties


def allowed(view: State, move: Move, rules: Rules) -> bool:
    """A party comes from outside to any land, or goes from a land to one beside it."""
    if view.here[view.mover, move.start] == 0:
        return False
    return move.start == OUTSIDE or ROADS[move.start, move.to]


def play(state: State, move: Move, rules: Rules) -> None:
    state.here[state.mover, move.start] -= 1
    state.here[state.mover, move.to] += 1
    state.mover = next_seat(state)


def then(state: State, rules: Rules, chance: Chance) -> None:
    if (state.decisions + 1) % (rules.turns * state.players) == 0:
        for land in range(N):
            count(state, rules, land)
        state.counted += 1


def count(state: State, rules: Rules, land: int) -> None:
    """Most parties take as many points as the land has roads, the second most fewer; equals take the lower prize."""
    for seat in range(state.players):
        more, alike = 0, 0
        for other in range(state.players):
            more += 1 if state.here[other, land] > state.here[seat, land] else 0
            alike += 1 if other != seat and state.here[other, land] == state.here[seat, land] else 0
        if state.here[seat, land] > 0 and more == 0 and alike == 0:
            state.points[seat] += ROADS[land].sum()
        elif state.here[seat, land] > 0 and more + alike == 1:
            state.points[seat] += rules.second


def over(state: State, rules: Rules) -> bool:
    return state.counted == rules.rounds


def score(state: State, rules: Rules, seat: int) -> int:
    return state.points[seat]


def spreader(view, moves, count, randomness) -> int:
    """Goes where one party more gives the majority, to the land with most roads among those."""
    state, best, most = view.state, 0, -1
    for index in range(count):
        to, start = moves[index].to, moves[index].start
        rival = 0
        for other in range(state.players):
            if other != view.seat:
                rival = max(rival, state.here[other, to])
        gained = 2 * ROADS[to].sum() if state.here[view.seat, to] == rival else 0
        if start != OUTSIDE:
            gained -= ROADS[start].sum()
        if gained > most:
            best, most = index, gained
    return best


PLAYERS = (spreader,)
