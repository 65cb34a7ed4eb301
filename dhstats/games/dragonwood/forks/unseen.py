"""What nobody at the table can know, laid out by lot: both piles with the box, dice and decks to come."""

from typing import Any

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import address, next_word, shuffle
from dhstats.games.dragonwood.rules.setup import DICE, RENEWAL
from dhstats.games.dragonwood.table import ANYWHERE, MAX_SEATS, N_CREATURES, N_TITLES


@compiled(inline=False)
def rearrange(table: Any, stream: Any) -> None:
    """Both piles laid out anew, new dice and new decks of discards; hands stay as they are."""
    shuffle(stream, table.pile, table.seen.adventurers_left)
    lay_out_wood(table, stream)
    for place in range(MAX_SEATS):
        address(table.dice[place], next_word(stream), next_word(stream), DICE + place)
    address(table.renewal, next_word(stream), next_word(stream), RENEWAL)


@compiled(inline=False)
def lay_out_wood(table: Any, stream: Any) -> None:
    """The Dragonwood pile anew: unseen cards of the pile and of the box mixed, dragons among the lower ones.

    A dragon lies as deep as the set-up shuffles it in. Where an event that was met at the start went back below it,
    which nobody has in view, it may lie a card higher; that is not followed.
    """
    seen = table.seen
    rules = seen.rules
    pile = table.wood_pile
    size, dragons = 0, 0
    for title in range(N_TITLES):
        unseen = rules.copies[title] - seen.revealed[title]
        if title < N_CREATURES and rules.dragons >> title & 1 != 0:
            dragons += unseen
        else:
            for _ in range(unseen):
                pile[size] = title
                size += 1
    shuffle(stream, pile, size)
    others = rules.wood - rules.dragon_cards - rules.removed
    low = rules.dragon_cards + (others if rules.dragons_lie == ANYWHERE else others // 2)
    low = min(low, seen.wood_left)
    for place in range(seen.wood_left - 1, low - 1, -1):  # the upper part makes room
        pile[place] = pile[place - dragons]
    place = low - dragons
    left = rules.dragons
    while left != 0:
        title = lowest(left)
        left &= left - 1
        for _ in range(rules.copies[title] - seen.revealed[title]):
            pile[place] = title
            place += 1
    shuffle(stream, pile, low)
