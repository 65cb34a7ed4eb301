"""Small deck: everybody buys cards for a deck of their own; the first empty pile ends the game, and crowns count."""

from dhstats.gamefile import EVERYBODY, OWNER, Chance, Pile, Position, choice, draw, each_seat, fill, held, key
from dhstats.gamefile import next_seat, number, pile, put, several, shuffle

SEATS = (2, 3)
LONGEST = 200
LEAD = 4
CARDS = ("copper", "silver", "crown")
COPPER, SILVER, CROWN = range(3)
PRICES = (0, 2, 4)  # of a card by its kind
COINS = (1, 2, 0)
NOTHING = 2
SIZE = 30  # cards for which a deck has room


class Rules:
    stock: int = key(4, 1, 8, "Cards in each pile of the market.")
    hand: int = key(4, 2, 6, "Cards that everybody draws for a turn.")


class State(Position):
    decks: list[Pile] = each_seat(pile(SIZE, CARDS), of=OWNER)
    discards: list[Pile] = each_seat(pile(SIZE, CARDS, seen=EVERYBODY), of=OWNER)
    hands: list[list[int]] = each_seat(held(CARDS, SIZE), seen=OWNER, of=OWNER)
    market: list[Pile] = several(2, pile(8, CARDS, seen=EVERYBODY))  # silver and crowns
    crowns: list[int] = each_seat(number(0, 8))


class Move:
    buy: int = choice("silver", "crown", "nothing")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    fill(state.market[0], SILVER, rules.stock)
    fill(state.market[1], CROWN, rules.stock)
    for seat in range(state.players):
        fill(state.decks[seat], COPPER, 5)
        fill(state.decks[seat], SILVER, 1)
        shuffle(chance, state.decks[seat])
        draw_hand(state, rules, chance, seat)


def draw_hand(state: State, rules: Rules, chance: Chance, seat: int) -> None:
    for _ in range(rules.hand):
        if state.decks[seat].count == 0:
            while state.discards[seat].count > 0:
                put(state.decks[seat], draw(state.discards[seat]))
            shuffle(chance, state.decks[seat])
        if state.decks[seat].count > 0:
            state.hands[seat, draw(state.decks[seat])] += 1


def coins(view: State) -> int:
    hand = view.hands[view.mover]
    return hand[COPPER] * COINS[COPPER] + hand[SILVER] * COINS[SILVER]


def allowed(view: State, move: Move, rules: Rules) -> bool:
    if move.buy == NOTHING:
        return True
    return view.market[move.buy].count > 0 and coins(view) >= PRICES[move.buy + 1]


def play(state: State, move: Move, rules: Rules) -> None:
    seat = state.mover
    if move.buy != NOTHING:
        put(state.discards[seat], draw(state.market[move.buy]))
        state.crowns[seat] += 1 if move.buy + 1 == CROWN else 0
    for card in range(3):
        fill(state.discards[seat], card, state.hands[seat, card])
        state.hands[seat, card] = 0
    state.mover = next_seat(state)


def then(state: State, rules: Rules, chance: Chance) -> None:
    draw_hand(state, rules, chance, (state.mover + state.players - 1) % state.players)


def over(state: State, rules: Rules) -> bool:
    return state.market[0].count == 0 or state.market[1].count == 0


def score(state: State, rules: Rules, seat: int) -> int:
    return state.crowns[seat]
