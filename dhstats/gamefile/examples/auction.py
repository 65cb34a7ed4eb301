"""Sealed bids: everybody bids at once for a thing that is worth something else to each; the highest bid takes it.

Source: William Vickrey, "Counterspeculation, auctions, and competitive sealed tenders" (1961). With two bidders whose
worth is drawn evenly, bidding half of it is the equilibrium: nobody gains by bidding otherwise.
"""

from dhstats.gamefile import OWNER, Chance, Position, below, each_seat, key, number, switch

TITLE = "Sealed bids"
SEATS = (2, 5)
OBJECTIVE = "points"
LONGEST = 50
LEAD = 20
MOST = 40


class Rules:
    worth: int = key(20, 4, MOST, "The most that a thing can be worth to somebody.")
    things: int = key(1, 1, 5, "Things that are sold, one after the other.")
    second_price: bool = switch(
        False, "Whether the winner pays the second highest bid.",
        {True: "The price is the second highest bid.", False: "The price is the highest bid."},
    )  # fmt: skip


class State(Position):
    worth: list[int] = each_seat(number(0, MOST), seen=OWNER, dealt=True)  # of the thing, to each bidder
    sold: int = number(0, 5)
    paid: int = number(0, MOST)  # for the last thing
    gained: list[int] = each_seat(number(-200, 200))


class Move:
    bid: int = number(0, MOST)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    show(state, rules, chance)


def show(state: State, rules: Rules, chance: Chance) -> None:
    """The next thing: everybody sees what it is worth to them."""
    for seat in range(state.players):
        state.worth[seat] = below(chance, rules.worth + 1)


def allowed(view: State, move: Move, rules: Rules) -> bool:
    return move.bid <= rules.worth


def resolve(state: State, rules: Rules, chance: Chance) -> None:
    """The highest bid takes the thing, among equal ones by lot."""
    taker, second, equals = 0, 0, 1
    for seat in range(1, state.players):
        bid, best = state.chosen_bid[seat], state.chosen_bid[taker]
        equals = 1 if bid > best else equals + 1 if bid == best else equals
        if bid > best or (bid == best and below(chance, equals) == 0):
            second, taker = best, seat
        else:
            second = max(second, bid)
    state.paid = second if rules.second_price else state.chosen_bid[taker]
    state.gained[taker] += state.worth[taker] - state.paid
    state.sold += 1
    if state.sold < rules.things:
        show(state, rules, chance)


def over(state: State, rules: Rules) -> bool:
    return state.sold == rules.things


def score(state: State, rules: Rules, seat: int) -> int:
    return state.gained[seat]


def guess(state: State, rules: Rules, seat: int, chance: Chance) -> None:
    """What the thing is worth to others may be anything."""
    for other in range(state.players):
        if other != seat:
            state.worth[other] = below(chance, rules.worth + 1)


def half(view, moves, count, randomness) -> int:
    """Bids half of what the thing is worth, rounded down."""
    return view.state.worth[view.seat] // 2


def honest(view, moves, count, randomness) -> int:
    """Bids what the thing is worth, and so gains nothing unless it pays a lower bid."""
    return view.state.worth[view.seat]


PLAYERS = (half, honest)
