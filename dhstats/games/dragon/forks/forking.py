"""Dragon! forked: when something is at stake, who is behind whom, what can be changed, what kinds of moves there are.

A turn of a fork is an action: a decision outside of chains, with all that follows from it. Cards have numbers here, as
packs differ; `spelling` turns the names that people write into them.
"""

from typing import Any

from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.engine.game import Forking
from dhstats.engine.stream import mix, shuffle
from dhstats.games.dragon.forks.decrees import CHANGES, RANGES, intervene, switch
from dhstats.games.dragon.rules.standing import health_left, next_alive
from dhstats.games.dragon.rules.zones import is_alive
from dhstats.games.dragon.table import ACTS, DRAW_STEP, FIXED_TYPES, MAX_CARDS, N_FIXED, PLAY, TAIL, TOP

NUMBERS = range(MAX_CARDS)
MOMENTS = ("first", "tail", *(f"played-{n}" for n in NUMBERS), *(f"topped-{n}" for n in NUMBERS))
FIRST, FACES_TAIL = 1, 2
KINDS = (*ACTS, *FIXED_TYPES, *(f"card-{n}" for n in NUMBERS), *(f"top-{n}" for n in NUMBERS))
N_ACTS = len(ACTS)


# ---- Moments ---------------------------------------------------------------------------------------------------


@compiled()
def begins(table: Any) -> bool:
    """Whether an action is to be decided, rather than what comes of one: costs, topping, forced discards."""
    return bool(table.seen.phase <= DRAW_STEP)


@compiled(inline=False)
def has_come(view: Any, move: Any, moment: int) -> bool:
    """The first decision; the mover's dragon faces tail, or another's; they play a card, or top with it."""
    if moment == FIRST:
        return bool(view.turn == 0)
    if moment == FACES_TAIL:
        for seat in range(view.rules.players):
            if view.phase <= DRAW_STEP and is_alive(view, seat) and view.facing[seat] == TAIL:
                return True
        return False
    card = moment - FACES_TAIL - 1
    if card < MAX_CARDS:
        return bool(move.act == PLAY and move.card == card)
    return bool(move.act == TOP and move.card == card - MAX_CARDS)


@compiled(inline=False)
def describe_position(table: Any, seat: int, fork: Any) -> None:
    """By how much more health the mover's dragon leads the best of the others, and the cards left in their pile."""
    seen = table.seen
    best = 0
    for other in range(seen.rules.players):
        if other != seat and is_alive(seen, other):
            best = max(best, health_left(seen, other))
    fork.lead = health_left(seen, seat) - best
    fork.left = seen.left[seat]


@compiled(inline=False)
def holders(table: Any, seat: int, found: Any) -> None:
    """Who alone is behind the next dragon to their left: that one faces tail and their own does not."""
    seen = table.seen
    players = seen.rules.players
    found[0] = TO_NOBODY
    several = False
    for i in range(players):
        other = (seat + i) % players
        if is_alive(seen, other) and seen.facing[other] != TAIL and seen.facing[next_alive(seen, other)] == TAIL:
            several = several or found[0] != TO_NOBODY
            found[0] = TO_MOVER + i
    if several:
        found[0] = TO_NOBODY


@compiled(inline=False)
def count_cards(table: Any, seat: int, counts: Any) -> None:
    """How many cards of each type a player holds."""
    rules = table.seen.rules
    for number in range(N_FIXED):
        counts[number] = ones(table.hands[seat] & rules.of_type[table.seen.place[seat], number])


@compiled(inline=False)
def rearrange(table: Any, stream: Any) -> None:
    """All piles laid out anew; hands stay as they are."""
    seen = table.seen
    for seat in range(seen.rules.players):
        shuffle(stream, table.orders[seen.place[seat]], seen.left[seat])


@compiled(inline=False)
def mix_chance(table: Any, stream: Any) -> None:
    """The same, every pile gathered in the order of its slots first: equal draws lay equal tables out alike."""
    seen = table.seen
    for seat in range(seen.rules.players):
        pile, left = table.orders[seen.place[seat]], seen.left[seat]
        for i in range(1, left):
            card, place = pile[i], i
            while place > 0 and pile[place - 1] > card:
                pile[place] = pile[place - 1]
                place -= 1
            pile[place] = card
        mix(pile, left, stream)


# ---- Kinds of moves --------------------------------------------------------------------------------------------


@compiled(inline=False)
def is_of_kind(view: Any, move: Any, kind: int) -> bool:
    """Whether a move is an act of this kind, plays a card of this type, or plays or tops with this card."""
    if kind <= N_ACTS:
        return bool(move.act == kind - 1)
    if kind <= N_ACTS + N_FIXED:
        return bool(move.act == PLAY and view.rules.cards[move.card].types >> (kind - N_ACTS - 1) & 1 != 0)
    card = kind - N_ACTS - N_FIXED - 1
    if card < MAX_CARDS:
        return bool(move.act == PLAY and move.card == card)
    return bool(move.act == TOP and move.card == card - MAX_CARDS)


FORKING = Forking(
    begins, has_come, describe_position, holders, intervene, rearrange, count_cards, is_of_kind, switch,
    MOMENTS, CHANGES, RANGES,
    things=("behind",), costly=("behind", "facing", "lost"), kinds=KINDS,
    settled=(
        "players", "team", "hand_size", "facing", "more_cards", "special", "deck_size", "deck", "code", "group",
        "slot", "titles",
    ),
    cards=FIXED_TYPES, mix_chance=mix_chance,
)  # fmt: skip
