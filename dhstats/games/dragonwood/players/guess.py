"""Guessing what is hidden: a table that a player could be facing, with whatever they cannot see laid out by lot."""

from typing import Any

from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.engine.stream import mix, next_word
from dhstats.games.dragonwood.players.prospects import unseen_cards
from dhstats.games.dragonwood.players.rivals import captor
from dhstats.games.dragonwood.rules.hands import dragons_captured, lay_out
from dhstats.games.dragonwood.rules.setup import draw_anew
from dhstats.games.dragonwood.table import (
    ANYWHERE,
    DECKS,
    LADYBUG,
    MAX_SEATS,
    N_CREATURES,
    N_TITLES,
    NOBODY,
    NUMBERS,
    RUNNING,
)


@compiled(inline=False)
def guess(view: Any, table: Any, stream: Any) -> None:
    """Lays out a table that agrees with all that a player sees.

    Every hand of the others and every order of the adventurer pile is equally likely; so is every choice and order of
    the Dragonwood cards to come, the dragons within the part into which they were shuffled. Dice and new decks get
    addresses by lot.
    """
    table.seen = view
    deal_adventurers(view, table, stream)
    mix(table.wood_pile, gather_unseen(view, table.wood_pile), stream)
    mix(table.wood_pile, insert_dragons(view, table.wood_pile, view.wood_left), stream)
    table.layout = 0
    word, number = next_word(stream), next_word(stream)
    draw_anew(table, word, number)
    # What a table notes beside the view; of who led when, which no player needs, nothing
    rules = view.rules
    table.dragons_left = rules.dragon_cards - dragons_captured(view)
    table.dragon_holder = captor(view, rules.tie_title)
    for seat in range(rules.players):
        table.won[seat] = view.owned[seat]
    table.end_reason = RUNNING if view.turns_left < 0 else DECKS  # no other end is called before it comes
    table.ended_by = NOBODY
    table.leader, table.last_leader = NOBODY, NOBODY
    table.lead_since, table.lead_changes = 0, 0


@compiled(inline=False)
def deal_adventurers(view: Any, table: Any, stream: Any) -> None:
    """The adventurers that are nowhere in sight, mixed: some in hands, some on their way, the others in the pile."""
    pile, unseen = table.pile, 0
    for suit in range(view.rules.suits):
        unseen |= (1 << view.rules.numbers) - 1 << NUMBERS * suit
    unseen &= ~(view.hand | view.laid | view.discarded)
    size = ones(unseen)
    lay_out(pile, unseen, size)
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
def taken(pile: Any, size: int, count: int) -> Any:
    """So many cards from the top of a pile, a bit each, and the size that is left."""
    cards = 0
    for i in range(size - count, size):
        cards |= 1 << pile[i]
    return cards, size - count


@compiled(inline=False)
def gather_unseen(view: Any, pile: Any) -> int:
    """Lays down the Dragonwood cards that nobody has seen, those that were removed among them, but no dragon.

    Returns how many they are.
    """
    size = 0
    for title in range(N_TITLES):
        if view.rules.dragons >> title & 1 == 0:
            for _ in range(view.rules.copies[title] - view.revealed[title]):
                pile[size] = title
                size += 1
    return size


@compiled(inline=False)
def insert_dragons(view: Any, pile: Any, left: int) -> int:
    """Puts the dragons that nobody has seen above the lower cards of a pile of so many; how many cards are low then.

    Dragons lie where they were shuffled in: no higher than half of the cards without them, and their own number. An
    event that was met at the start and went back below a dragon may have lifted it a little; that is not followed.
    """
    rules = view.rules
    _, dragons = unseen_cards(view)
    others = rules.wood - rules.dragon_cards - rules.removed
    anywhere = rules.dragons_lie == ANYWHERE or view.mixed != 0
    low = min((others if anywhere else others // 2) + rules.dragon_cards, left)
    for place in range(left - 1, low - 1, -1):  # the upper part makes room
        pile[place] = pile[place - dragons]
    place = low - dragons
    for title in range(N_CREATURES):
        if rules.dragons >> title & 1 != 0:
            for _ in range(rules.copies[title] - view.revealed[title]):
                pile[place] = title
                place += 1
    return low
