"""Guessing what is hidden: a table that a player could be facing, with whatever they cannot see laid out by lot."""

from typing import Any

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import address, mix, next_word
from dhstats.games.dragonwood.players.race import captured_by_all
from dhstats.games.dragonwood.rules.setup import DICE, RENEWAL
from dhstats.games.dragonwood.table import (
    ANYWHERE,
    DECKS,
    LADYBUG,
    MAX_SEATS,
    N_CREATURES,
    N_TITLES,
    NO_TITLE,
    NOBODY,
    NUMBERS,
    RUNNING,
)


@compiled(inline=False)
def guess(view: Any, table: Any, stream: Any) -> None:
    """Lays out a table that agrees with all that a player sees.

    Every hand of the others and every order of the adventurer pile is equally likely; so is every choice and order of
    the Dragonwood cards to come, the dragons within the part into which they were shuffled (an event that went back at
    set-up may have lifted one a little higher; that is not followed). Dice and new decks get addresses by lot.
    """
    table.seen = view
    deal_adventurers(view, table, stream)
    deal_wood(view, table, stream)
    table.layout = 0
    word = next_word(stream)
    number = next_word(stream)
    address(table.renewal, word, number, RENEWAL)
    for place in range(MAX_SEATS):
        address(table.dice[place], word, number, DICE + place)
    keep_books(view, table)


@compiled(inline=False)
def deal_adventurers(view: Any, table: Any, stream: Any) -> None:
    """The adventurers that are nowhere in sight, mixed: some in hands, some on their way, the others in the pile."""
    pile = table.pile
    unseen = full_deck(view.rules) & ~(view.hand | view.laid | view.discarded)
    size = 0
    while unseen != 0:
        pile[size] = lowest(unseen)
        unseen &= unseen - 1
        size += 1
    mix(pile, size, stream)
    for seat in range(MAX_SEATS):
        table.hands[seat], table.passed[seat] = view.hand, view.laid
        if seat != view.seat:
            table.hands[seat], size = taken(pile, size, view.hand_sizes[seat])
            table.passed[seat], size = taken(pile, size, view.laid_sizes[seat])
    while size < view.adventurers_left:
        pile[size] = LADYBUG
        size += 1
    mix(pile, size, stream)


@compiled()
def full_deck(rules: Any) -> int:
    """All adventurers that the rules have, a bit each, ladybugs left out."""
    cards = 0
    for suit in range(rules.suits):
        cards |= (1 << rules.numbers) - 1 << NUMBERS * suit
    return cards


@compiled()
def taken(pile: Any, size: int, count: int) -> Any:
    """So many cards from the top of a pile, a bit each, and the size that is left."""
    cards = 0
    for i in range(size - count, size):
        cards |= 1 << pile[i]
    return cards, size - count


@compiled(inline=False)
def deal_wood(view: Any, table: Any, stream: Any) -> None:
    """The Dragonwood cards to come: the dragons that were not seen, and some of the other cards, which may be removed.

    The dragons lie where they were shuffled in: no higher than half of the cards without them, and their own number.
    """
    rules, order, pile = view.rules, table.wood_order, table.wood_pile
    size, dragons = 0, 0
    for title in range(N_TITLES):
        left = rules.copies[title] - view.revealed[title]
        if title < N_CREATURES and rules.dragons >> title & 1 != 0:
            dragons += left
            continue
        for _ in range(left):
            order[size] = title
            size += 1
    mix(order, size, stream)
    others = rules.wood - rules.dragon_cards - rules.removed
    anywhere = rules.dragons_lie == ANYWHERE or view.mixed != 0
    low = (others if anywhere else others // 2) + rules.dragon_cards
    low = min(low, view.wood_left)
    for i in range(low - dragons):
        pile[i] = order[i]
    fill_dragons(view, pile, low - dragons)
    mix(pile, low, stream)
    for i in range(low, view.wood_left):
        pile[i] = order[i - dragons]


@compiled()
def fill_dragons(view: Any, pile: Any, size: int) -> None:
    """Puts the dragons that were not seen onto a pile."""
    for title in range(N_CREATURES):
        if view.rules.dragons >> title & 1 != 0:
            for _ in range(view.rules.copies[title] - view.revealed[title]):
                pile[size] = title
                size += 1


@compiled()
def keep_books(view: Any, table: Any) -> None:
    """What a table notes beside the view; of who led when, which no player needs, nothing."""
    rules = view.rules
    table.dragons_left = rules.dragon_cards
    table.dragon_holder = NOBODY
    for title in range(N_CREATURES):
        table.dragons_left -= captured_by_all(view, title) * (rules.dragons >> title & 1)
    for seat in range(rules.players):
        table.won[seat] = view.owned[seat]
        if rules.tie_title != NO_TITLE and view.captured[seat, rules.tie_title] > 0:
            table.dragon_holder = seat
    table.end_reason = RUNNING if view.turns_left < 0 else DECKS  # no other end is called before it comes
    table.ended_by = NOBODY
    table.leader, table.last_leader = NOBODY, NOBODY
    table.lead_since, table.lead_changes = 0, 0
