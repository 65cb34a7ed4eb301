"""The village: wolves hide among villagers, who vote every day for one to leave; at night the wolves take a villager.

Source: Dimitry Davidoff's party game "Mafia" (1986). Where everybody votes at random, the chances are known exactly:
Mark Braverman, Omid Etesami and Elchanan Mossel, "Mafia: a theoretical study of players and coalitions" (2008).
"""

from dhstats.gamefile import OWNER, Chance, Pile, Position, below, choice, draw, each_seat, fill, held, key, number
from dhstats.gamefile import pile, shuffle, switch

TITLE = "The village"
SEATS = (5, 8)
SIDES = ("village", "wolves")
LONGEST = 64
LEAD = 1
ENDINGS = ("no_wolf_left", "wolves_rule")
VILLAGER, WOLF = range(2)


class Rules:
    wolves: int = key(1, 1, 3, "Wolves among the players.")
    shown: bool = switch(
        True, "Whether it is shown what those were who left.",
        {True: "The role of who leaves is shown.", False: "The role of who leaves is hidden."},
    )  # fmt: skip


class State(Position):
    roles: list[list[int]] = each_seat(held(("villager", "wolf")), seen=OWNER)
    deck: Pile = pile(8, ("villager", "wolf"))
    pack: list[int] = each_seat(number(0, 255), seen=OWNER)  # the wolves that a wolf knows, a bit each
    alive: list[int] = each_seat(number(0, 1))
    was: list[int] = each_seat(choice("unknown", "villager", "wolf"))
    left: int = number(0, 8)
    wolves_left: int = number(0, 3, seen="nobody")


class Move:
    suspect: int = number(0, 7)  # who should leave the village
    prey: int = number(0, 7)  # whom a wolf takes at night; villagers name themselves


def setup(state: State, rules: Rules, chance: Chance) -> None:
    fill(state.deck, WOLF, rules.wolves)
    fill(state.deck, VILLAGER, state.players - rules.wolves)
    shuffle(chance, state.deck)
    pack = 0
    for seat in range(state.players):
        role = draw(state.deck)
        state.roles[seat, role] = 1
        pack |= role << seat
        state.alive[seat] = 1
    for seat in range(state.players):
        state.pack[seat] = pack if state.roles[seat, WOLF] > 0 else 0
    state.left = state.players
    state.wolves_left = rules.wolves


def chooses(state: State, rules: Rules, seat: int) -> bool:
    return state.alive[seat] > 0


def allowed(view: State, move: Move, rules: Rules) -> bool:
    own, pack = view.mover, view.pack[view.mover]
    if move.suspect == own or view.alive[move.suspect] == 0:
        return False
    if pack == 0:
        return move.prey == own
    return view.alive[move.prey] > 0 and pack >> move.prey & 1 == 0


def resolve(state: State, rules: Rules, chance: Chance) -> None:
    """Who has most votes leaves, among equals by lot; then somebody whom a wolf has named is taken."""
    accused = most_accused(state, chance)
    hunter, hunters = -1, 0
    for seat in range(state.players):
        if state.alive[seat] > 0 and state.roles[seat, WOLF] > 0 and seat != accused:
            hunters += 1
            if below(chance, hunters) == 0:
                hunter = seat
    leave(state, rules, accused)
    if hunter >= 0 and not ended(state):
        prey = state.chosen_prey[hunter]
        leave(state, rules, prey if state.alive[prey] > 0 else any_villager(state, chance))


def most_accused(state: State, chance: Chance) -> int:
    accused, most, equals = 0, -1, 0
    for seat in range(state.players):
        votes = 0
        for voter in range(state.players):
            votes += 1 if state.alive[voter] > 0 and state.chosen_suspect[voter] == seat else 0
        if state.alive[seat] > 0 and votes >= most:
            equals = 1 if votes > most else equals + 1
            if votes > most or below(chance, equals) == 0:
                accused = seat
            most = votes
    return accused


def any_villager(state: State, chance: Chance) -> int:
    found, many = 0, 0
    for seat in range(state.players):
        if state.alive[seat] > 0 and state.roles[seat, VILLAGER] > 0:
            many += 1
            if below(chance, many) == 0:
                found = seat
    return found


def leave(state: State, rules: Rules, seat: int) -> None:
    state.alive[seat] = 0
    state.left -= 1
    state.wolves_left -= state.roles[seat, WOLF]
    if rules.shown:
        state.was[seat] = 1 + state.roles[seat, WOLF]


def ended(state: State) -> bool:
    return state.wolves_left == 0 or 2 * state.wolves_left >= state.left


def over(state: State, rules: Rules) -> bool:
    return ended(state)


def ending(state: State, rules: Rules) -> int:
    return 0 if state.wolves_left == 0 else 1


def side(state: State, rules: Rules, seat: int) -> int:
    return state.roles[seat, WOLF]


def score(state: State, rules: Rules, seat: int) -> int:
    return 1 if ended(state) and (state.wolves_left == 0) == (state.roles[seat, WOLF] == 0) else 0


def fits(state: State, rules: Rules, seat: int) -> bool:
    """A wolf knows the pack, and everybody what those were who left."""
    for other in range(state.players):
        wolf = state.roles[other, WOLF]
        if state.was[other] > 0 and state.was[other] != 1 + wolf:
            return False
        if state.pack[seat] > 0 and state.pack[seat] >> other & 1 != wolf:
            return False
    return True


def guess(state: State, rules: Rules, seat: int, chance: Chance) -> None:
    """Whoever is a wolf by the roles that are dealt knows the pack."""
    pack = 0
    state.wolves_left = 0
    for other in range(state.players):
        pack |= state.roles[other, WOLF] << other
        state.wolves_left += state.roles[other, WOLF] if state.alive[other] > 0 else 0
    for other in range(state.players):
        state.pack[other] = pack if state.roles[other, WOLF] > 0 else 0
