"""The harbour: workers take places that have room for so many; fish become coins, coins become houses.

Source: the family of worker placement, as in William Attia's "Caylus" (2005); places and prices are made up here.
"""

from dhstats.gamefile import Chance, Position, choice, each_seat, key, next_seat, number, several, whose

TITLE = "The harbour"
SEATS = (2, 4)
LONGEST = 200
LEAD = 10
PLACES = ("boats", "pier", "market", "feast", "builder", "inn", "lighthouse")
BOATS, PIER, MARKET, FEAST, BUILDER, INN, LIGHTHOUSE = range(7)
ROOM = (1, 4, 1, 1, 1, 1, 1)  # workers that a place has room for


class Rules:
    rounds: int = key(7, 2, 12, "Rounds of a game.")
    workers: int = key(2, 1, 4, "Workers that everybody has at first.")
    boats: int = key(3, 1, 6, "Fish for a worker at the boats.")
    price: int = key(2, 1, 4, "Coins for a fish at the market.")
    house: int = key(4, 1, 9, "Coins that the builder takes for a house.")
    house_points: int = key(5, 1, 12, "Points of a house.")


class State(Position):
    free: list[int] = each_seat(number(0, 6))  # workers that wait
    workers: list[int] = each_seat(number(0, 6))
    fish: list[int] = each_seat(number(0, 60))
    coins: list[int] = each_seat(number(0, 150))
    points: list[int] = each_seat(number(0, 150))
    taken: list[int] = several(7, number(0, 4), names=PLACES)  # workers at every place
    starter: int = whose()
    next_starter: int = whose()
    round: int = number(0, 12)


class Move:
    place: int = choice(*PLACES)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for seat in range(state.players):
        state.workers[seat] = rules.workers
        state.free[seat] = rules.workers
        state.coins[seat] = 1 if seat > 0 else 0  # for those who do not begin
    state.starter = 0
    state.next_starter = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    """A place with room, and something to give there."""
    seat, place = view.mover, move.place
    if view.free[seat] == 0 or view.taken[place] >= ROOM[place]:
        return False
    if place in (MARKET, FEAST):
        return view.fish[seat] >= (1 if place == MARKET else 3)
    if place == BUILDER:
        return view.coins[seat] >= rules.house
    return place != INN or (view.coins[seat] >= 3 and view.workers[seat] < 6)


def play(state: State, move: Move, rules: Rules) -> None:
    seat, place = state.mover, move.place
    state.free[seat] -= 1
    state.taken[place] += 1
    if place == BOATS:
        state.fish[seat] += rules.boats
    elif place == PIER:
        state.fish[seat] += 1
    elif place == MARKET:
        sold = min(3, state.fish[seat])
        state.fish[seat] -= sold
        state.coins[seat] += sold * rules.price
    elif place == FEAST:
        state.fish[seat] -= 3
        state.points[seat] += 4
    elif place == BUILDER:
        state.coins[seat] -= rules.house
        state.points[seat] += rules.house_points
    elif place == INN:
        state.coins[seat] -= 3
        state.workers[seat] += 1
    else:
        state.coins[seat] += 1
        state.next_starter = seat
    following(state)


def stuck(state: State, rules: Rules) -> None:
    """Who can place no worker takes the others home."""
    state.free[state.mover] = 0
    following(state)


def following(state: State) -> None:
    """The next player who has a worker left."""
    state.mover = next_seat(state)
    for _ in range(state.players - 1):
        if state.free[state.mover] == 0:
            state.mover = next_seat(state)


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.free.sum() > 0:
        return
    state.round += 1
    state.starter = state.next_starter
    state.mover = state.starter
    for seat in range(state.players):
        state.free[seat] = state.workers[seat]
    for place in range(7):
        state.taken[place] = 0


def over(state: State, rules: Rules) -> bool:
    return state.round == rules.rounds


def score(state: State, rules: Rules, seat: int) -> int:
    return state.points[seat]


def tie_break(state: State, rules: Rules, seat: int) -> int:
    return state.coins[seat]


def trader(view, moves, count, randomness) -> int:
    """Builds where it can, sells three fish, fishes at the boats, else at the pier."""
    best, most = 0, -1
    for index in range(count):
        place = moves[index].place
        worth = 1
        if place == BUILDER:
            worth = 9
        elif place == MARKET:
            worth = 7 if view.state.fish[view.seat] >= 3 else 0
        elif place == BOATS:
            worth = 6
        elif place == FEAST:
            worth = 5
        elif place == PIER:
            worth = 3
        if worth > most:
            best, most = index, worth
    return best


PLAYERS = (trader,)
