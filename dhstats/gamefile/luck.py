"""Chance and cards for game files: dice, draws, shuffled piles; compiled into whatever calls them.

Every decision of a game has random numbers of its own, whatever was drawn before.
"""

from collections.abc import Iterator
from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import below as number_below

NO_CARD = -1


@compiled()
def below(chance: Any, n: int) -> int:
    """A whole number from 0 to `n` - 1, each equally likely."""
    return int(number_below(chance, n))


@compiled()
def roll(chance: Any, sides: int) -> int:
    """A die with so many sides: a whole number from 1 to `sides`, each equally likely."""
    return int(number_below(chance, sides)) + 1


@compiled()
def shuffle(chance: Any, pile: Any) -> None:
    """Brings the cards of a pile into random order, each order equally likely."""
    for i in range(pile.count - 1, 0, -1):
        j = number_below(chance, i + 1)
        pile.cards[i], pile.cards[j] = pile.cards[j], pile.cards[i]


@compiled()
def draw(pile: Any) -> int:
    """Takes the top card off a pile; -1 where it is empty."""
    if pile.count == 0:
        return NO_CARD
    pile.count -= 1
    card = int(pile.cards[pile.count])
    pile.cards[pile.count] = 0  # an empty place tells nothing
    return card


@compiled()
def put(pile: Any, card: int) -> None:
    """Lays a card on top of a pile."""
    pile.cards[pile.count] = card
    pile.count += 1


@compiled()
def fill(pile: Any, card: int, copies: int) -> None:
    """Lays so many cards of a kind on top of a pile."""
    for _ in range(copies):
        put(pile, card)


def choices(held: Any, most: int = 1 << 20) -> Iterator[tuple[list[int], int]]:
    """Every choice of at least one of some cards and of at most so many: how many of each kind, and how many in all.

    It stands in a loop of the function `moves`, which is rewritten as the file is read (`reading.offers`).
    """
    raise TypeError(
        "choices belongs into a loop of the function moves, as in for cards, count in choices(view.hands[seat])"
    )


@compiled()
def clear_choice(cards: Any) -> None:
    """No cards are chosen yet."""
    for kind in range(len(cards)):
        cards[kind] = 0


@compiled()
def next_choice(cards: Any, held: Any, most: int, count: int) -> int:
    """Counts on from a choice of so many cards to the next among those that are held; of how many it is, 0 for none."""
    for kind in range(len(held)):
        if count < most and cards[kind] < held[kind]:
            cards[kind] += 1
            return count + 1
        count -= cards[kind]
        cards[kind] = 0
    return 0


@compiled()
def next_seat(state: Any) -> int:
    """The seat after the mover, the first after the last."""
    return int((state.mover + 1) % state.players)
