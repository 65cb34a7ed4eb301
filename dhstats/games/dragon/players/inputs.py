"""What a trained player takes in of a position that no move of the decision changes.

Everything comes from the player's own view and from the rule record, so that the same inputs serve every pack, every
deck and two to four players. The inputs are counts and points on a scale of about one.

Beside what dragons are capable of: what each deck still holds by class and by what it does, so that one player plays
any decks; the exact chances that an enemy holds a card of a kind; and which of these cards came to them since they last
let such a card pass. `afterwards` has the inputs that depend on the move.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.games.course import RECENT
from dhstats.games.dragon.players.guess import is_friend, unseen
from dhstats.games.dragon.rules.legal import is_first_turn, topping
from dhstats.games.dragon.rules.zones import is_alive, with_types, wounds_of
from dhstats.games.dragon.table import FACINGS, MAX_SEATS, N_ATTACKS, N_FIXED, N_TYPES, NO_CARD, TAIL

OTHERS = MAX_SEATS - 1
CLASSES = N_FIXED + 1  # the types that every pack has; all special types count as one

# Other players are taken in the order in which their turns come.
ABILITIES = 0  # by player, oneself first: what their dragon has
AGILITY, ATTACKS, SECOND, THIRD, DRAWS, HAND, MORE = range(7)
ADDS = MORE + N_ATTACKS  # by type of attack, then by special types together
ARMOUR = ADDS + N_ATTACKS + 1
N_ABILITIES = ARMOUR + N_ATTACKS + 1
ALIVE = ABILITIES + N_ABILITIES * MAX_SEATS  # by other player
ALLY = ALIVE + OTHERS
MAY_TOP = ALLY + OTHERS  # by class: the chance that an enemy holds a card that tops it
FRESH_TOP = MAY_TOP + CLASSES  # the same, by cards that came since they let such a card pass
WOUND_STEPS = (1, 3, 5, 7)
THREAT = FRESH_TOP + CLASSES  # by own facing and step: the chance that an enemy holds an attack of so many wounds
CHANCES = THREAT + len(FACINGS) * len(WOUND_STEPS)  # where these chances end
# Of some cards: the share of each class, the share that tops each class, and what they do, a card.
N_DEEDS = 8
PROFILE = 2 * CLASSES + N_DEEDS
THEIR_CARDS = CHANCES  # the profile of the enemies' hidden cards
OWN_DECK = THEIR_CARDS + PROFILE  # the profile of the own deck
OWN_TURN = OWN_DECK + PROFILE
FIRST_TURN = OWN_TURN + 1  # whether attacks are barred
FIXED = FIRST_TURN + 1

ZERO, HALF, ONE, TWICE = np.float32(0.0), np.float32(0.5), np.float32(1.0), np.float32(2.0)
ABILITY_SCALE = np.float32(0.4)


@compiled(inline=False)
def situation(view: Any, x: Any) -> None:
    """Writes the inputs that no move changes: what dragons are capable of, what hidden cards are, whose turn it is."""
    players, seat = view.rules.players, view.seat
    for place in range(FIXED):
        x[place] = ZERO
    for i in range(players):
        describe_dragon(view, (seat + i) % players, i, x)
    enemies_cards(view, x)
    describe_cards(view, seat, unseen(view, seat), OWN_DECK, x)
    x[OWN_TURN] = ONE if view.mover == seat else ZERO
    x[FIRST_TURN] = ONE if view.rules.first_turn != 0 and is_first_turn(view, seat) else ZERO


@compiled(inline=False)
def describe_dragon(view: Any, seat: int, place: int, x: Any) -> None:
    """What a dragon is capable of, and on whose side it is."""
    power = view.power[seat]
    at = ABILITIES + N_ABILITIES * place
    x[at + AGILITY] = np.float32(power.agility) * ABILITY_SCALE
    x[at + ATTACKS] = np.float32(power.attacks)
    x[at + SECOND] = ONE if view.level[seat] >= 1 else ZERO
    x[at + THIRD] = ONE if view.level[seat] >= 2 else ZERO
    x[at + DRAWS] = np.float32(power.draws)
    x[at + HAND] = np.float32(power.hand) * HALF
    for kind in range(N_ATTACKS):
        x[at + MORE + kind] = np.float32(power.more[kind])
        x[at + ADDS + kind] = np.float32(power.adds[kind]) * HALF
        x[at + ARMOUR + kind] = np.float32(power.armour[kind]) * HALF
    for kind in range(N_FIXED, N_TYPES):
        x[at + ADDS + N_ATTACKS] += np.float32(power.adds[kind]) * HALF
        x[at + ARMOUR + N_ATTACKS] += np.float32(power.armour[kind]) * HALF
    if place > 0:
        x[ALIVE + place - 1] = ONE if is_alive(view, seat) else ZERO
        x[ALLY + place - 1] = ONE if is_friend(view, seat) else ZERO


# ---- What the enemies may hold ---------------------------------------------------------------------------------


@compiled(inline=False)
def enemies_cards(view: Any, x: Any) -> None:
    """The profile of the enemies' hidden cards, and chances that one of them can top a class, or strike so hard."""
    sides = 0
    for i in range(MAY_TOP, CHANCES):
        x[i] = ONE  # for now: that nobody can
    for seat in range(view.rules.players):
        if is_friend(view, seat) or not is_alive(view, seat):
            continue
        cards = unseen(view, seat)
        sides += 1
        describe_cards(view, seat, cards, THEIR_CARDS, x)
        top_classes(view, seat, cards, x)
        threaten(view, seat, cards, x)
    for i in range(MAY_TOP, CHANCES):
        x[i] = ONE - x[i]
    for i in range(PROFILE):
        x[THEIR_CARDS + i] *= ONE / np.float32(max(1, sides))


@compiled()
def ways(cards: int, number: int) -> float:
    """In how many ways so many of these cards can come one after another."""
    count = 1.0
    for i in range(number):
        count *= max(0, cards - i)
    return count


@compiled()
def without(wanted: int, cards: int, number: int) -> float:
    """The chance that so many out of `cards` cards are none of the `wanted` ones among them."""
    return ways(cards - wanted, number) / max(1.0, ways(cards, number))


@compiled(inline=False)
def top_classes(view: Any, seat: int, cards: int, x: Any) -> None:
    """Times the chances that an enemy cannot top a card of a class: with their hand, and with its fresh cards."""
    hand, total = view.hand_sizes[seat], ones(cards)
    for kind in range(CLASSES):
        types = types_of_class(view, kind)
        able = ones(cards & topping(view, seat, types))
        if able == 0:
            continue
        none = without(able, total, hand)
        new = fresh_cards(view, seat, types)
        x[MAY_TOP + kind] *= np.float32(none)
        x[FRESH_TOP + kind] *= np.float32(none if new == hand else without(able, total, new))


@compiled()
def fresh_cards(view: Any, seat: int, types: int) -> int:
    """How many cards of a hand came since its player last let a card of such types pass; all, if they did not."""
    cards = 0
    for back in range(RECENT):
        past = view.recent[seat, back]
        if past.let_pass & types == types:
            return min(cards, view.hand_sizes[seat])
        cards += past.drawn
    return int(view.hand_sizes[seat])


@compiled(inline=False)
def fresh_danger(view: Any, card: int) -> float:
    """The chance that on the other side of a chain somebody tops this card with one that came to them since.

    Since they last let such a card pass, that is; with any card of their hand where they did not.
    """
    rules = view.rules
    types = rules.cards[card].types
    attacker = rules.team[view.mover] == rules.team[view.seat]
    none = 1.0
    for seat in range(rules.players):
        other_side = (rules.team[seat] == rules.team[view.mover]) != attacker
        if other_side and is_alive(view, seat):
            cards = unseen(view, seat)
            able = ones(cards & topping(view, seat, types))
            none *= without(able, ones(cards), fresh_cards(view, seat, types))
    return 1.0 - none


@compiled(inline=False)
def threaten(view: Any, seat: int, cards: int, x: Any) -> None:
    """Times the chances that an enemy holds no attack of so many wounds, by own facing."""
    total, hand = ones(cards), view.hand_sizes[seat]
    for facing in range(len(FACINGS)):
        attacks = sorted_attacks(view, seat, cards, facing)
        for step in range(len(WOUND_STEPS)):
            x[THREAT + len(WOUND_STEPS) * facing + step] *= np.float32(without(ones(attacks[step]), total, hand))


@compiled()
def sorted_attacks(view: Any, seat: int, cards: int, facing: int) -> Any:
    """Those of an enemy's cards that inflict as many wounds as each step on the player's dragon if it faces so."""
    rules, me = view.rules, view.seat
    place = view.place[seat]
    left = cards & rules.attack[place] & rules.rival_facing[place, facing] & view.usable[seat]
    first, second, third, fourth = 0, 0, 0, 0
    while left != 0:
        slot = lowest(left)
        group = rules.group[place, slot] & left
        left ^= group
        card = rules.code[place, slot]
        wounds = wounds_of(view, seat, card, me, NO_CARD)
        if (view.facing[me] == TAIL) != (facing == TAIL):
            wounds += rules.cards[card].tail_wounds if facing == TAIL else -rules.cards[card].tail_wounds
        first |= group if wounds >= WOUND_STEPS[0] else 0
        second |= group if wounds >= WOUND_STEPS[1] else 0
        third |= group if wounds >= WOUND_STEPS[2] else 0
        fourth |= group if wounds >= WOUND_STEPS[3] else 0
    return first, second, third, fourth


# ---- What cards are ------------------------------------------------------------------------------------------


@compiled()
def types_of_class(view: Any, kind: int) -> int:
    """The types that a class stands for, a bit each."""
    return 1 << kind if kind < N_FIXED else int(view.rules.special)


@compiled(inline=False)
def describe_cards(view: Any, seat: int, cards: int, start: int, x: Any) -> None:
    """Adds the profile of some cards of a deck."""
    rules, place = view.rules, view.place[seat]
    share = ONE / np.float32(max(1, ones(cards)))
    for kind in range(CLASSES):
        types = types_of_class(view, kind)
        x[start + kind] += np.float32(ones(cards & with_types(rules.of_type[place], types))) * share
        x[start + CLASSES + kind] += np.float32(ones(cards & with_types(rules.topping[place], types))) * share
    wounds, siege, mills, robs, draws, heals, turns, costs = 0, 0, 0, 0, 0, 0, 0, 0
    while cards != 0:
        slot = lowest(cards)
        group = rules.group[place, slot] & cards
        cards ^= group
        own, count = rules.cards[rules.code[place, slot]], ones(group)
        wounds += count * own.wounds
        siege += count * own.lair_attack
        mills += count * (own.rival_mills + own.rival_draws)
        robs += count * own.rival_discards
        draws += count * own.draws
        heals += count * own.heals
        turns += count if own.whose[0] != 0 else 0
        costs += count * own.discards
    at = start + 2 * CLASSES
    x[at] += HALF * share * np.float32(wounds)
    x[at + 1] += share * np.float32(siege)
    x[at + 2] += share * np.float32(mills)
    x[at + 3] += TWICE * share * np.float32(robs)
    x[at + 4] += TWICE * share * np.float32(draws)
    x[at + 5] += share * np.float32(heals)
    x[at + 6] += TWICE * share * np.float32(turns)
    x[at + 7] += share * np.float32(costs)
