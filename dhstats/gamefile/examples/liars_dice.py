"""Liar's dice: bid how many dice show a number at least, higher and higher, until somebody doubts it.

Source: the folk game, as Reiner Knizia describes it in "Dice Games Properly Explained" (1999), here for two with one or
two dice each and a single challenge. Sixes are wild where the rules say so.
"""

from dhstats.gamefile import OWNER, Chance, Position, choice, each_seat, key, next_seat, number, roll, several, switch

TITLE = "Liar's dice"
SEATS = 2
LONGEST = 30
LEAD = 1
MOST = 2


class Rules:
    dice: int = key(1, 1, MOST, "Dice of each player.")
    sides: int = key(6, 2, 6, "Sides of a die.")
    wild: bool = switch(True, "Whether the highest number counts as any.")


class State(Position):
    dice: list[list[int]] = each_seat(several(MOST, number(0, 6)), seen=OWNER, dealt=True)
    bid: int = number(-1, 23, -1)  # the last one: (dice - 1) * 6 + number - 1
    bidder: int = number(0, 1)
    doubted: int = choice("no", "yes")


class Move:
    act: int = choice("bid", "doubt")
    count: int = number(1, 2 * MOST)
    face: int = number(1, 6)


def setup(state: State, rules: Rules, chance: Chance) -> None:
    throw(state, rules, 0, chance)
    throw(state, rules, 1, chance)


def throw(state: State, rules: Rules, seat: int, chance: Chance) -> None:
    for die in range(rules.dice):
        state.dice[seat, die] = roll(chance, rules.sides)


def allowed(view: State, move: Move, rules: Rules) -> bool:
    """A bid of more dice, or of as many with a higher number; a doubt once somebody has bid."""
    if move.act == 1:
        return view.bid >= 0 and move.count == 1 and move.face == 1
    higher = (move.count - 1) * 6 + move.face - 1 > view.bid
    return higher and move.count <= 2 * rules.dice and move.face <= rules.sides


def play(state: State, move: Move, rules: Rules) -> None:
    if move.act == 1:
        state.doubted = 1
        return
    state.bid = (move.count - 1) * 6 + move.face - 1
    state.bidder = state.mover
    state.mover = next_seat(state)


def stuck(state: State, rules: Rules) -> None:
    state.doubted = 1


def over(state: State, rules: Rules) -> bool:
    return state.doubted == 1


def matching(state: State, rules: Rules) -> int:
    """How many dice show the number of the last bid."""
    face, found = state.bid % 6 + 1, 0
    for seat in range(2):
        for die in range(rules.dice):
            shown = state.dice[seat, die]
            found += 1 if shown == face or (rules.wild and shown == rules.sides) else 0
    return found


def score(state: State, rules: Rules, seat: int) -> int:
    """Who bid wins if there are as many, else who doubted."""
    if state.doubted == 0:
        return 0
    true = matching(state, rules) >= state.bid // 6 + 1
    return 1 if true == (seat == state.bidder) else 0


def guess(state: State, rules: Rules, seat: int, chance: Chance) -> None:
    throw(state, rules, 1 - seat, chance)


def doubter(view, moves, count, randomness) -> int:
    """Doubts what the own dice do not show, else bids one step higher."""
    state, rules = view.state, view.rules
    own = 0
    for die in range(rules.dice):
        shown = state.dice[view.seat, die]
        own += 1 if shown == state.bid % 6 + 1 or (rules.wild and shown == rules.sides) else 0
    if state.bid >= 0 and own + rules.dice // 2 < state.bid // 6 + 1:
        return count - 1
    return 0


PLAYERS = (doubter,)
