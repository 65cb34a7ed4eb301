"""The cellar: buy cards for your own deck, draw them, buy dearer ones; who has most points in their deck wins.

Source: the family of deck builders that began with Donald X. Vaccarino's "Dominion" (2008); cards are made up.
"""

from dhstats.gamefile import EVERYBODY, OWNER, Chance, Pile, Position, choice, draw, each_of, each_seat, fill, held, key
from dhstats.gamefile import next_seat, number, pile, put, shuffle

TITLE = "The cellar"
SEATS = (2, 4)
LONGEST = 2000
LEAD = 8
ENDINGS = ("barrels_gone", "piles_gone")
CARDS = ("copper", "silver", "gold", "bottle", "cask", "barrel", "porter", "merchant", "helper", "press")
COPPER, SILVER, GOLD, BOTTLE, CASK, BARREL, PORTER, MERCHANT, HELPER, PRESS = range(10)
COINS = (1, 2, 3, 0, 0, 0, 0, 1, 0, 2)  # that a card gives when it is played
DRAWS = (0, 0, 0, 0, 0, 0, 3, 1, 1, 0)
ACTIONS = (0, 0, 0, 0, 0, 0, 0, 1, 2, 0)
BUYS = (0, 0, 0, 0, 0, 0, 0, 1, 0, 1)
POINTS = (0, 0, 0, 1, 3, 6, 0, 0, 0, 0)
PRICES = (0, 3, 6, 2, 5, 8, 4, 5, 3, 4)
SUPPLY = (5, 8, 8, 4, 6, 6, 4, 4, 4, 4)


class Rules:
    hand: int = key(5, 3, 7, "Cards of a new hand.")
    barrels: int = key(4, 2, 12, "Barrels in the supply.")
    empty: int = key(2, 1, 6, "Piles that end the game when they are gone.")
    price: list[int] = each_of(
        CARDS, key(0, 0, 12, "What a card costs."), name="cards.<card>.price",
        defaults=dict(zip(CARDS, PRICES, strict=True)),
    )  # fmt: skip


class State(Position):
    decks: list[Pile] = each_seat(pile(80, CARDS), of=OWNER)
    hands: list[list[int]] = each_seat(held(CARDS, 40), seen=OWNER, of=OWNER)
    discards: list[Pile] = each_seat(pile(80, CARDS, seen=EVERYBODY), of=OWNER)
    played: list[int] = held(CARDS, 40, seen=EVERYBODY)
    owned: list[list[int]] = each_seat(held(CARDS, 40), seen=EVERYBODY)  # wherever they lie
    supply: list[int] = held(CARDS, 40, seen=EVERYBODY)
    actions: int = number(0, 40)
    buys: int = number(0, 40)
    coins: int = number(0, 100)
    drawing: int = number(0, 10)  # cards that are drawn after this decision
    ends: int = choice("no", "yes")  # the turn ends


class Move:
    act: int = choice("play", "buy", "end")
    card: int = choice(*CARDS)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for card in range(10):
        state.supply[card] = SUPPLY[card]
    state.supply[BARREL] = rules.barrels
    for seat in range(state.players):
        fill(state.decks[seat], COPPER, 7)
        fill(state.decks[seat], BOTTLE, 3)
        state.owned[seat, COPPER] = 7
        state.owned[seat, BOTTLE] = 3
        shuffle(chance, state.decks[seat])
        draw_cards(state, seat, rules.hand, chance)
    begin(state)


def begin(state: State) -> None:
    state.actions = 1
    state.buys = 1
    state.coins = 0


def draw_cards(state: State, seat: int, wanted: int, chance: Chance) -> None:
    """Cards from the own deck; where it is empty the discards are shuffled first."""
    for _ in range(wanted):
        if state.decks[seat].count == 0:
            while state.discards[seat].count > 0:
                put(state.decks[seat], draw(state.discards[seat]))
            shuffle(chance, state.decks[seat])
        if state.decks[seat].count > 0:
            state.hands[seat, draw(state.decks[seat])] += 1


def allowed(view: State, move: Move, rules: Rules) -> bool:
    """Coins may be played at any time, other cards for an action; points are never played."""
    card = move.card
    if move.act == 2:
        return card == COPPER
    if move.act == 1:
        return view.buys > 0 and view.supply[card] > 0 and rules.price[card] <= view.coins
    if view.hands[view.mover, card] == 0 or POINTS[card] > 0:
        return False
    return card <= GOLD or view.actions > 0


def play(state: State, move: Move, rules: Rules) -> None:
    seat, card = state.mover, move.card
    state.drawing, state.ends = 0, 0
    if move.act == 0:
        state.hands[seat, card] -= 1
        state.played[card] += 1
        state.actions += ACTIONS[card] - (1 if card > GOLD else 0)
        state.buys += BUYS[card]
        state.coins += COINS[card]
        state.drawing = DRAWS[card]
    elif move.act == 1:
        state.supply[card] -= 1
        state.owned[seat, card] += 1
        put(state.discards[seat], card)
        state.coins -= rules.price[card]
        state.buys -= 1
    else:
        state.ends = 1


def then(state: State, rules: Rules, chance: Chance) -> None:
    seat = state.mover
    draw_cards(state, seat, state.drawing, chance)
    if state.ends == 0:
        return
    for card in range(10):
        fill(state.discards[seat], card, state.played[card] + state.hands[seat, card])
        state.played[card] = 0
        state.hands[seat, card] = 0
    draw_cards(state, seat, rules.hand, chance)
    begin(state)
    state.mover = next_seat(state)


def empty_piles(state: State) -> int:
    return (state.supply == 0).sum()


def over(state: State, rules: Rules) -> bool:
    return state.ends == 1 and (state.supply[BARREL] == 0 or empty_piles(state) >= rules.empty)


def ending(state: State, rules: Rules) -> int:
    return 0 if state.supply[BARREL] == 0 else 1


def score(state: State, rules: Rules, seat: int) -> int:
    points = 0
    for card in range(BOTTLE, PORTER):
        points += POINTS[card] * state.owned[seat, card]
    return points


def big_money(view, moves, count, randomness) -> int:
    """Plays all coins, buys the dearest of barrel, gold, cask, silver; never a bottle, nor what needs actions."""
    wanted, best, most = (0, 2, 4, 0, 3, 5, 0, 0, 0, 0), 0, -1
    for index in range(count):
        act, card = moves[index].act, moves[index].card
        worth = 0
        if act == 0:
            worth = 10 if card <= GOLD else -2
        elif act == 1:
            worth = wanted[card] if wanted[card] > 0 else -2
        if worth > most:
            best, most = index, worth
    return best


PLAYERS = (big_money,)
