"""Deep Dive: draw pearls as often as you dare; the second shark, eel or squid of a dive sends you up with nothing.

Source: no game of its own, but the usual kind of push-your-luck game with a common deck that remembers: cards that were
drawn come back only when the deck is used up, so what lies open tells what is to come.
"""

from dhstats.gamefile import Chance, Position, choice, draw, each_seat, fill, key, next_seat, number, pile, put, several
from dhstats.gamefile import shuffle, word

TITLE = "Deep Dive"
SEATS = (2, 5)
LONGEST = 1000
LEAD = 15
DIVE, SURFACE = range(2)
DANGERS, KINDS, DECK = 3, 8, 72  # kinds 0 to 2 are dangers, kinds 3 to 7 pearls worth 1 to 5


class Rules:
    dives: int = key(6, 1, 12, "Dives of every player.")
    dangers: int = key(4, 1, 8, "Cards of each of the three dangers.")
    pearls: int = key(4, 1, 8, "Cards of each of the five pearls, worth 1 to 5.")
    saved: int = word(("nothing", "half"), "What is kept of a dive that ends by a danger: nothing, or half of it.")


class State(Position):
    deck: list[int] = pile(DECK, KINDS)
    open: list[int] = pile(DECK, KINDS, seen="everybody")  # drawn since the last shuffle, in earlier dives
    drawn: list[int] = pile(DECK, KINDS, seen="everybody")  # in this dive
    finds: int = number(0, 300)
    met: list[int] = several(DANGERS, number(0, 2))
    diving: int = choice("no", "yes")
    dives: list[int] = each_seat(number(0, 12))
    busts: list[int] = each_seat(number(0, 12))
    points: list[int] = each_seat(number(0, 1000))


class Move:
    act: int = choice("dive", "surface")


def setup(state: State, rules: Rules, chance: Chance) -> None:
    for kind in range(KINDS):
        fill(state.deck, kind, rules.dangers if kind < DANGERS else rules.pearls)
    shuffle(chance, state.deck)
    state.mover = 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    left = view.deck.count + view.open.count > 0
    return left if move.act == DIVE else view.drawn.count > 0


def play(state: State, move: Move, rules: Rules) -> None:
    if move.act == DIVE:
        state.diving = 1
    else:
        state.points[state.mover] += state.finds
        end_dive(state)


def then(state: State, rules: Rules, chance: Chance) -> None:
    if state.diving == 0:
        return
    state.diving = 0
    if state.deck.count == 0:
        while state.open.count > 0:
            put(state.deck, draw(state.open))
        shuffle(chance, state.deck)
    kind = draw(state.deck)
    put(state.drawn, kind)
    if kind >= DANGERS:
        state.finds += kind - DANGERS + 1
        return
    state.met[kind] += 1
    if state.met[kind] == 2:
        state.busts[state.mover] += 1
        if rules.saved == 1:
            state.points[state.mover] += state.finds // 2
        end_dive(state)


def end_dive(state: State) -> None:
    state.dives[state.mover] += 1
    while state.drawn.count > 0:
        put(state.open, draw(state.drawn))
    for danger in range(DANGERS):
        state.met[danger] = 0
    state.finds = 0
    state.mover = next_seat(state)


def over(state: State, rules: Rules) -> bool:
    return state.mover == 0 and state.dives[state.players - 1] == rules.dives


def score(state: State, rules: Rules, seat: int) -> int:
    return state.points[seat]


def tie_break(state: State, rules: Rules, seat: int) -> int:
    """Who was sent up less often."""
    return -state.busts[seat]


def nine(view, moves, count, randomness) -> int:
    """Surfaces once the dive has brought nine points, or two dangers were met."""
    state = view.state
    met = state.met[0] + state.met[1] + state.met[2]
    return count - 1 if state.drawn.count > 0 and (state.finds >= 9 or (met >= 2 and state.finds > 2)) else 0


def counting(view, moves, count, randomness) -> int:
    """Counts the cards that are left, and surfaces where the next one costs more than it brings."""
    state, cards, loss, gain = view.state, 0, 0, 0
    for kind in range(KINDS):
        left = view.unseen[kind]
        if state.deck.count == 0:
            for place in range(state.open.count):
                left += 1 if state.open.cards[place] == kind else 0
        cards += left
        if kind >= DANGERS:
            gain += left * (kind - DANGERS + 1)
        elif state.met[kind] == 1:
            loss += left
    at_stake = state.finds - state.finds // 2 if view.rules.saved == 1 else state.finds
    return count - 1 if state.drawn.count > 0 and loss * at_stake > gain else 0


PLAYERS = (nine, counting)
