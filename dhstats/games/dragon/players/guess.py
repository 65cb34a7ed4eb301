"""Guessing what is hidden: a table that a player could be facing, with whatever they cannot see laid out by lot."""

from typing import Any

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import mix
from dhstats.games.dragon.players.prospects import unseen
from dhstats.games.dragon.rules.setup import clear_table
from dhstats.games.dragon.rules.zones import group_of, is_alive, with_one


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
    """The deck of a seat, and its hand if that is another player's, by lot."""
    order = table.orders[view.place[seat]]
    size = lay_out(view, seat, order)
    mix(order, size, stream)
    hand = 0
    for i in range(view.left[seat], size):
        hand = with_one(hand, group_of(view, seat, order[i]))
    table.hands[seat] = view.hand if seat == view.seat else hand


@compiled()
def lay_out(view: Any, seat: int, order: Any) -> int:
    """Writes the hidden cards of a seat, each as the lowest slot of its title; returns how many they are."""
    cards = unseen(view, seat)
    size = 0
    while cards != 0:
        order[size] = lowest(group_of(view, seat, lowest(cards)))
        cards &= cards - 1
        size += 1
    return size
