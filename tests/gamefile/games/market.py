"""Market: buy wares for points; a rule for every ware, for every seat, a list of prices, and decks that say which."""

from dhstats.gamefile import (
    Position, decks, each_of, each_seat, held, key, listed, next_seat, number, switch, word,
)  # fmt: skip

WARES = ("grain", "salt", "amber")
SEATS = (2, 3)
LONGEST = 60
VARIANTS = {"dear": {"wares.amber.points": 9, "market": {"prices": [3, 2, 1]}}, "night": {"market.deck": "night"}}
UNCLEAR = {
    "first": (
        "Rulebook, page 2",
        "Who begins?",
        {"the first": {"seats": {"first": {"coins": 8}}}, "all": {"market.prices": [1, 1, 1]}},
    )
}


class Rules:
    deck = decks(
        {
            "day": {"wares": {"grain": {"copies": 4}, "amber": {"copies": 2}}},
            "night": {"wares": {"grain": {"copies": 1}}},
        },
        "Which wares there are.",
        "The wares are those of the {n}.",
        name="market.deck",
    )
    copies = each_of(
        WARES, key(3, 0, 9, "How many there are of a ware.", "There {which} is {n} times."), name="wares.<ware>.copies"
    )
    points = each_of(
        WARES, key(1, 0, 9, "What a ware is worth."), name="wares.<ware>.points", defaults={"amber": 5, "salt": 2}
    )
    coins = each_seat(key(6, 0, 20, "Coins of a seat."))
    prices = listed((1, 2, 3), 0, 9, "What the stalls cost, in their order.", name="market.prices")
    fees = listed((), 0, 5, "What the first wares cost besides.", most=4)
    change = word(
        ("keep", "lose"), "What happens to coins at the end.", {"keep": "Coins count.", "lose": "Coins are lost."}
    )
    open = switch(
        True, "Whether stalls are open.", {True: "All stalls are open.", False: "The last stall is closed."}, since=2
    )


class State(Position):
    left = held(WARES, 9)
    owned = each_seat(held(WARES, 9))
    coins = each_seat(number(0, 40))
    passed = number(0, 3)  # players in a row who could buy nothing


class Move:
    ware = number(0, 2)
    stall = number(0, 2)


def setup(state, rules, chance):
    for ware in range(3):
        state.left[ware] = rules.copies[ware]
    for seat in range(state.players):
        state.coins[seat] = rules.coins[seat]


def price(state, rules, move):
    fee = rules.fees[min(3, state.decisions)]
    return rules.prices[move.stall] + max(0, fee)


def allowed(view, move, rules):
    if move.stall == 2 and not rules.open:
        return False
    return view.left[move.ware] > 0 and view.coins[view.mover] >= price(view, rules, move)


def play(state, move, rules):
    state.left[move.ware] -= 1
    state.owned[state.mover][move.ware] += 1
    state.coins[state.mover] -= price(state, rules, move)
    state.passed = 0
    state.mover = next_seat(state)


def stuck(state, rules):
    state.passed += 1
    state.mover = next_seat(state)


def over(state, rules):
    return state.left[0] + state.left[1] + state.left[2] == 0 or state.passed == state.players


def score(state, rules, seat):
    total = state.coins[seat] if rules.change == 0 else 0
    for ware in range(3):
        total += rules.points[ware] * state.owned[seat][ware]
    return total
