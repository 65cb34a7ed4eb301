"""Guessing what is hidden: a table that a player could be facing, with whatever they cannot see laid out by lot."""

from typing import Any

from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import mix
from dhstats.games.dragon.rules.legal import topping
from dhstats.games.dragon.rules.setup import clear_table
from dhstats.games.dragon.rules.zones import all_grounds, group_of, is_alive, with_one, with_types
from dhstats.games.dragon.table import N_ATTACKS, N_TYPES, NO_CARD

# What a dragon gains by one more of each, in wounds.
HEALTH, AGILITY, LAIR, ATTACK, DRAW, HAND = 0.7, 2.0, 0.8, 1.5, 1.0, 0.5
MORE, ADDED, ARMOUR = 1.0, 1.5, 1.2


@compiled()
def is_friend(view: Any, seat: int) -> bool:
    """Whether a seat fights on the player's side."""
    return bool(view.rules.team[seat] == view.rules.team[view.seat])


@compiled()
def enemies(view: Any) -> int:
    """How many dragons of other sides are in the fight; at least one."""
    count = 0
    for seat in range(view.rules.players):
        if is_alive(view, seat) and not is_friend(view, seat):
            count += 1
    return max(1, count)


# ---- Cards that were not seen ----------------------------------------------------------------------------------


@compiled(inline=False)
def unseen(view: Any, seat: int) -> int:
    """The cards of a seat that are not in the player's sight, as slots: of each title the lowest."""
    rules = view.rules
    place = view.place[seat]
    grounds = all_grounds(view, seat)
    shown = view.first_card if seat == view.mover else NO_CARD
    titles = rules.titles[place]
    upgraded = 0  # upgrades of which one lies on the dragon
    for level in range(view.level[seat]):
        upgraded |= rules.upgrade[place, level]
    cards = 0
    while titles != 0:
        slot = lowest(titles)
        titles &= titles - 1
        group = rules.group[place, slot]
        left = ones(group) - ones(view.discarded[seat] & group) - ones(grounds & group)
        left -= ones(view.attached[seat] & group) + (upgraded >> slot & 1)
        if seat == view.seat:
            left -= ones(view.hand & group)
        if rules.code[place, slot] == shown:
            left -= 1
        cards |= group & (1 << slot + left) - 1
    return cards


@compiled()
def lacks(wanted: int, cards: int, hand: int) -> float:
    """The chance that a hand of so many out of `cards` cards has none of the `wanted` ones among them."""
    none = 1.0
    for i in range(hand):
        none *= max(0, cards - wanted - i) / max(1, cards - i)
    return none


@compiled()
def holds(wanted: int, cards: int, hand: int) -> float:
    """The chance that it has one of them."""
    return 1.0 - lacks(wanted, cards, hand)


@compiled(inline=False)
def may_top(view: Any, seat: int, types: int) -> float:
    """The chance that a player holds a card that tops one of such types."""
    cards = unseen(view, seat)
    return holds(ones(cards & topping(view, seat, types)), ones(cards), view.hand_sizes[seat])


@compiled(inline=False)
def danger(view: Any, card: int) -> float:
    """The chance that anybody on the other side of a chain holds a card that tops this one of the player's."""
    rules = view.rules
    types = rules.cards[card].types
    attacker = rules.team[view.mover] == rules.team[view.seat]
    none = 1.0
    for seat in range(rules.players):
        other_side = (rules.team[seat] == rules.team[view.mover]) != attacker
        if other_side and is_alive(view, seat):
            none *= 1.0 - may_top(view, seat, types)
    return 1.0 - none


@compiled(inline=False)
def reach(view: Any, card: int) -> float:
    """The share of the enemies' cards that were not seen that a card could top."""
    rules = view.rules
    place = view.place[view.seat]
    if rules.special_tops == 0 and view.usable[view.seat] >> rules.slot[place, card] & 1 == 0:
        return 0.0
    topped, all_cards = 0, 0
    for seat in range(rules.players):
        if is_friend(view, seat) or not is_alive(view, seat):
            continue
        cards = unseen(view, seat)
        all_cards += ones(cards)
        topped += ones(cards & with_types(rules.of_type[view.place[seat]], rules.cards[card].tops))
    return topped / max(1, all_cards)


# ---- What dragons are capable of -------------------------------------------------------------------------------


@compiled(inline=False)
def power_worth(power: Any) -> float:
    """What an attachment or a level brings, in wounds over a whole game."""
    worth = HEALTH * power.health + AGILITY * power.agility + LAIR * power.lair + ATTACK * power.attacks
    worth += DRAW * power.draws + HAND * power.hand
    for i in range(N_ATTACKS):
        worth += MORE * power.more[i]
    for i in range(N_TYPES):
        worth += ADDED * power.adds[i] + ARMOUR * power.armour[i]
    return float(worth)


@compiled()
def attachment_worth(view: Any, card: int) -> float:
    """What an attachment brings; one that goes after some turns a quarter for each of them."""
    own = view.rules.cards[card]
    share = 1.0 if own.lasts == 0 else 0.25 * min(own.lasts, 4)
    return float(share * power_worth(view.rules.powers[own.power]))


@compiled()
def upgrade_worth(view: Any, seat: int) -> float:
    """What the next level brings beyond the present one."""
    levels = view.rules.levels[view.place[seat]]
    level = view.level[seat]
    return float(power_worth(levels[level + 1]) - power_worth(levels[level]))


@compiled(inline=False)
def guess(view: Any, table: Any, stream: Any) -> None:
    """Lays out a table that agrees with all that a player sees; every order of hidden cards is equally likely.

    Hand and deck of another player are mixed together: that somebody let a card pass tells nothing for sure. Who led
    when, and which of several dragons fell first, no player needs; it is not followed.
    """
    table.seen = view
    clear_table(table, view.place[0])
    out = 0
    for seat in range(view.rules.players):
        hide(view, table, seat, stream)
        if not is_alive(view, seat):
            table.fallen[seat] = out
            out += 1


@compiled(inline=False)
def hide(view: Any, table: Any, seat: int, stream: Any) -> None:
    """The deck of a seat, and its hand if that is another player's, by lot: each card as the lowest of its title."""
    order, cards = table.orders[view.place[seat]], unseen(view, seat)
    size, hand = 0, 0
    while cards != 0:
        order[size] = lowest(group_of(view, seat, lowest(cards)))
        cards &= cards - 1
        size += 1
    mix(order, size, stream)
    for i in range(view.left[seat], size):
        hand = with_one(hand, group_of(view, seat, order[i]))
    table.hands[seat] = view.hand if seat == view.seat else hand
