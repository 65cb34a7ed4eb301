"""What a trained player takes in of a position that no move of the decision changes; `outlook` has the other inputs.

Everything comes from the player's own view and from the rule record, so that the same inputs serve every pack, every
deck and two to four players. The inputs are counts and points on a scale of about one.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.players.prospects import holds, is_friend, unseen
from dhstats.games.dragon.rules.legal import is_first_turn, topping
from dhstats.games.dragon.rules.zones import is_alive, with_types
from dhstats.games.dragon.table import MAX_SEATS, N_FIXED, N_TYPES

OTHERS = MAX_SEATS - 1
CLASSES = N_FIXED + 1  # the types that every pack has; all special types count as one

# Other players are taken in the order in which their turns come.
ABILITIES = 0  # by player, oneself first: what their dragon has
AGILITY, ATTACKS, ADDS, ARMOUR, LEVEL = range(5)
N_ABILITIES = LEVEL + 1
ALIVE = ABILITIES + N_ABILITIES * MAX_SEATS  # by other player
ALLY = ALIVE + OTHERS
MAY_TOP = ALLY + OTHERS  # by class: the chance that an enemy holds a card that tops it
THEIR_CARDS = MAY_TOP + CLASSES  # by class: its share of the enemies' hidden cards
OWN_DECK = THEIR_CARDS + CLASSES  # by class: its share of the own deck
PLACE = OWN_DECK + CLASSES  # by place: whether the own deck is that one
OWN_TURN = PLACE + MAX_SEATS
FIRST_TURN = OWN_TURN + 1  # whether attacks are barred
FIXED = FIRST_TURN + 1

ZERO, ONE = np.float32(0.0), np.float32(1.0)
ABILITY_SCALE = np.float32(0.4)


@compiled(inline=False)
def situation(view: Any, x: Any) -> None:
    """Writes the inputs that no move changes: what dragons are capable of, whose turn it is, what hidden cards are."""
    players, seat = view.rules.players, view.seat
    for place in range(FIXED):
        x[place] = ZERO
    for i in range(players):
        describe_dragon(view, (seat + i) % players, i, x)
    enemies_cards(view, x)
    count_classes(view, seat, unseen(view, seat), OWN_DECK, x)
    x[PLACE + view.place[seat]] = ONE
    x[OWN_TURN] = ONE if view.mover == seat else ZERO
    x[FIRST_TURN] = ONE if view.rules.first_turn != 0 and is_first_turn(view, seat) else ZERO


@compiled(inline=False)
def describe_dragon(view: Any, seat: int, place: int, x: Any) -> None:
    """What a dragon is capable of, and on whose side it is."""
    power = view.power[seat]
    adds, armour = 0, 0
    for kind in range(N_TYPES):
        adds += power.adds[kind]
        armour += power.armour[kind]
    start = ABILITIES + N_ABILITIES * place
    x[start + AGILITY] = np.float32(power.agility) * ABILITY_SCALE
    x[start + ATTACKS] = np.float32(power.attacks) * ABILITY_SCALE
    x[start + ADDS] = np.float32(adds) * ABILITY_SCALE
    x[start + ARMOUR] = np.float32(armour) * ABILITY_SCALE
    x[start + LEVEL] = np.float32(view.level[seat]) * ABILITY_SCALE
    if place > 0:
        x[ALIVE + place - 1] = ONE if is_alive(view, seat) else ZERO
        x[ALLY + place - 1] = ONE if is_friend(view, seat) else ZERO


@compiled(inline=False)
def enemies_cards(view: Any, x: Any) -> None:
    """What the enemies may hold: shares of their hidden cards, and chances that one of them can top a class."""
    sides = 0
    for kind in range(CLASSES):
        x[MAY_TOP + kind] = ONE  # for now: that nobody can
    for seat in range(view.rules.players):
        if is_friend(view, seat) or not is_alive(view, seat):
            continue
        cards = unseen(view, seat)
        total = ones(cards)
        sides += 1
        count_classes(view, seat, cards, THEIR_CARDS, x)
        for kind in range(CLASSES):
            able = ones(cards & topping(view, seat, types_of_class(view, kind)))
            x[MAY_TOP + kind] *= np.float32(1.0 - holds(able, total, view.hand_sizes[seat]))
    for kind in range(CLASSES):
        x[MAY_TOP + kind] = ONE - x[MAY_TOP + kind]
        x[THEIR_CARDS + kind] *= ONE / np.float32(max(1, sides))


@compiled()
def types_of_class(view: Any, kind: int) -> int:
    """The types that a class stands for, a bit each."""
    return 1 << kind if kind < N_FIXED else int(view.rules.special)


@compiled()
def class_of(view: Any, seat: int, kind: int) -> int:
    """The cards of a class in a deck."""
    return with_types(view.rules.of_type[view.place[seat]], types_of_class(view, kind))


@compiled(inline=False)
def count_classes(view: Any, seat: int, cards: int, start: int, x: Any) -> None:
    """Adds the share that each class has of some cards."""
    total = np.float32(max(1, ones(cards)))
    for kind in range(CLASSES):
        x[start + kind] += np.float32(ones(cards & class_of(view, seat, kind))) / total


# ---- What came of a game ---------------------------------------------------------------------------------------

# Health left says next to nothing of who wins: a dragon may be banished or exhausted unhurt. So games are judged by
# their winner, and no lead in health counts as large.
LARGE_LEAD = 1000.0


@compiled()
def outcome(result: Any, seat: int) -> Any:
    """How a game ended for a seat: their share of the win, and their lead in health over the best of other places."""
    ranks = (result.rank_first, result.rank_second, result.rank_third, result.rank_fourth)
    scores = (result.score_first, result.score_second, result.score_third, result.score_fourth)
    first, best = 0, 0
    for other in range(MAX_SEATS):
        first += 1 if ranks[other] == 1 else 0
        if ranks[other] > 0 and ranks[other] != ranks[seat]:  # below 1 where nobody plays
            best = max(best, scores[other])
    return 1.0 / first if ranks[seat] == 1 else 0.0, scores[seat] - best
