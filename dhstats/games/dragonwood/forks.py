"""Dragonwood forked: when cards are at stake, who has what, what can be changed, and what kinds of moves there are."""

from typing import Any

import numpy as np

from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.engine.game import Forking
from dhstats.engine.stream import address, below, mix, next_word, shuffle
from dhstats.games.dragonwood.players.guess import gather_unseen, insert_dragons
from dhstats.games.dragonwood.players.rivals import best_other, captor
from dhstats.games.dragonwood.rules.attempts import number_of
from dhstats.games.dragonwood.rules.hands import around, end_now, lay_out, note_lead
from dhstats.games.dragonwood.rules.play import give, take_away
from dhstats.games.dragonwood.rules.setup import DICE, RENEWAL, draw_anew, insert
from dhstats.games.dragonwood.table import (
    A_TURN,
    ACTS,
    DRAGONS,
    LADYBUG,
    LAST_CARD,
    MAX_HAND,
    MAX_SEATS,
    N_CREATURES,
    N_TARGETS,
    N_TITLES,
    NO_TITLE,
    NOBODY,
    NUMBERS,
    TARGETS,
)

CHANGES = (*TARGETS, "points", "cards")
POINTS = N_TARGETS + 1
RANGES = (*[(TO_NOBODY, MAX_SEATS)] * N_TARGETS, (-9999, 9999), (1, MAX_HAND))


@compiled()
def has(seen: Any, seat: int, title: int) -> int:
    """How many cards of a title a player has before them or in their victory pile."""
    return seen.owned[seat] >> title - N_CREATURES & 1 if title >= N_CREATURES else seen.captured[seat, title]


@compiled(inline=False)
def intervene(table: Any, focal: int, what: int, value: int) -> None:
    """A change by decree.

    A title: a card of it leaves its place and goes to nobody, to the mover or to another player. points: for the mover.
    cards: so many adventurer cards more in the mover's hand.
    """
    seen, title = table.seen, what - 1
    if what <= N_TARGETS:
        uncaptured = take_out(table, focal, title)
        if value != TO_NOBODY:
            give(table, around(focal + value - TO_MOVER, seen.rules.players), title)
        note_lead(table)
        if uncaptured and title < N_CREATURES and seen.rules.dragons >> title & 1 != 0:
            table.dragons_left -= 1
            if table.dragons_left == 0 and seen.rules.end_dragons != 0:
                end(table, DRAGONS, focal)
    elif what == POINTS:
        seen.points[focal] += value
        note_lead(table)
    else:
        for _ in range(value):
            deal_one_more(table, focal)


@compiled(inline=False)
def end(table: Any, reason: int, seat: int) -> None:
    """The game is over before the turn that was about to begin, or with this round if rules play it out."""
    seen = table.seen
    if seen.turns_left == 0:
        return
    end_now(table, reason, seat)
    if seen.rules.full_rounds != 0 and seen.mover > 0:
        seen.turns_left = seen.rules.players - seen.mover


@compiled(inline=False)
def take_out(table: Any, focal: int, title: int) -> bool:
    """Takes a card of a title from where it lies; whether it still could have been captured there."""
    seen = table.seen
    if seen.lying[title] > 0:
        take_away(seen, title)
        return True
    if draw_out(table, title):
        return True
    players = seen.rules.players
    owned = 0
    for seat in range(players):
        owned += has(seen, seat, title)
    if owned < seen.rules.copies[title]:  # spent, removed by an event or by decree, or never in the game
        fetch(table, owned, title)
        return False
    for i in range(players):
        seat = around(focal + i, players)
        if has(seen, seat, title) > 0:
            take_back(table, seat, title)
            break
    return False


@compiled(inline=False)
def fetch(table: Any, owned: int, title: int) -> None:
    """A card comes back from outside the game, for all to see; nobody counts as having captured it."""
    seen = table.seen
    if seen.revealed[title] == owned:  # all that were seen are still with players, so this one is new
        seen.revealed[title] += 1
    if title >= N_CREATURES:
        for seat in range(seen.rules.players):
            table.won[seat] &= ~(1 << title - N_CREATURES)


@compiled(inline=False)
def draw_out(table: Any, title: int) -> bool:
    """Takes the topmost card of a title out of the draw pile, if there is one, for all to see."""
    seen = table.seen
    place = seen.wood_left - 1
    while place >= 0 and table.wood_pile[place] != title:
        place -= 1
    if place < 0:
        return False
    seen.wood_left -= 1
    for above in range(place, seen.wood_left):
        table.wood_pile[above] = table.wood_pile[above + 1]
    seen.revealed[title] += 1
    if seen.wood_left == 0 and seen.rules.end_last_card != 0:
        end(table, LAST_CARD, seen.mover)
    return True


@compiled(inline=False)
def take_back(table: Any, seat: int, title: int) -> None:
    """A card leaves a player as if they had never captured it."""
    seen = table.seen
    if title >= N_CREATURES:
        seen.owned[seat] &= ~(1 << title - N_CREATURES)
        table.won[seat] &= ~(1 << title - N_CREATURES)
        return
    seen.captured[seat, title] -= 1
    seen.creatures[seat] -= 1
    seen.points[seat] -= seen.rules.points[title]
    if title == seen.rules.tie_title and table.dragon_holder == seat:
        table.dragon_holder = NOBODY


@compiled(inline=False)
def deal_one_more(table: Any, seat: int) -> None:
    """One card more in a hand that is not full: the lowest of the pile, so that those to come are the same.

    If there is none but the next one the first of the discards; if there is none there, nothing happens.
    """
    seen = table.seen
    if seen.hand_sizes[seat] >= seen.rules.hand_limit:
        return
    place = 0
    while place < seen.adventurers_left - 1 and table.pile[place] == LADYBUG:
        place += 1
    if place < seen.adventurers_left - 1:
        table.hands[seat] |= 1 << table.pile[place]
        seen.adventurers_left -= 1
        for above in range(place, seen.adventurers_left):
            table.pile[above] = table.pile[above + 1]
    elif seen.discarded != 0:
        table.hands[seat] |= seen.discarded & -seen.discarded
        seen.discarded &= seen.discarded - 1
    else:
        return
    seen.hand_sizes[seat] += 1


@compiled(inline=False)
def switch(table: Any, other: Any) -> None:
    """The rules of another table hold from here on, also for what captured creatures count and who wins ties."""
    seen = table.seen
    tie_title = seen.rules.tie_title
    seen.rules = other.seen.rules
    for seat in range(seen.rules.players):
        seen.points[seat] = seen.rules.opening_points[seat]
        for title in range(N_CREATURES):
            seen.points[seat] += seen.captured[seat, title] * seen.rules.points[title]
    note_lead(table)
    if seen.rules.tie_title != tie_title:
        table.dragon_holder = captor(seen, seen.rules.tie_title)


# Cards of a pile by title: those that were shuffled into it, and events met at set-up that were put back.
COUNTED = np.dtype([("shuffled", "i8", N_TITLES), ("returned", "i8", N_TITLES)])


@compiled(inline=False)
def mix_chance(table: Any, stream: Any) -> None:
    """Both piles in a new order, new dice and new decks of discards; hands and the cards of the piles stay."""
    pile, left, cards = table.pile, table.seen.adventurers_left, 0
    for i in range(left):
        cards |= 1 << pile[i] if pile[i] != LADYBUG else 0
    lay_out(pile, cards, left)
    mix(pile, left, stream)
    mix_wood(table, stream)
    word, number = next_word(stream), next_word(stream)
    draw_anew(table, word, number)


@compiled(inline=False)
def mix_wood(table: Any, stream: Any) -> None:
    """The Dragonwood pile as it was shuffled: dragons among its lower cards, events that were put back anywhere."""
    seen, pile, counted = table.seen, table.wood_pile, scratch(COUNTED)
    count_titles(table, counted)
    size, dragons = 0, 0
    for title in range(N_TITLES):
        if seen.rules.dragons >> title & 1 != 0:
            dragons += counted.shuffled[title]
            continue
        for _ in range(counted.shuffled[title]):
            pile[size] = title
            size += 1
    mix(pile, size, stream)
    mix(pile, insert_dragons(seen, pile, size + dragons), stream)
    size += dragons
    for i in range(size):
        table.returned[i] = 0
    for title in range(N_TITLES):
        for _ in range(counted.returned[title]):
            insert(pile, table.returned, size, below(stream, size + 1), title)
            size += 1


@compiled()
def count_titles(table: Any, counted: Any) -> None:
    """Counts the cards of the Dragonwood pile by title."""
    for title in range(N_TITLES):
        counted.shuffled[title], counted.returned[title] = 0, 0
    for i in range(table.seen.wood_left):
        if table.returned[i] != 0:
            counted.returned[table.wood_pile[i]] += 1
        else:
            counted.shuffled[table.wood_pile[i]] += 1


@compiled(inline=False)
def rearrange(table: Any, stream: Any) -> None:
    """Both piles laid out anew, new dice and new decks of discards; hands stay as they are."""
    shuffle(stream, table.pile, table.seen.adventurers_left)
    shuffle(stream, table.wood_pile, gather_unseen(table.seen, table.wood_pile))
    shuffle(stream, table.wood_pile, insert_dragons(table.seen, table.wood_pile, table.seen.wood_left))
    for place in range(MAX_SEATS):
        address(table.dice[place], next_word(stream), next_word(stream), DICE + place)
    address(table.renewal, next_word(stream), next_word(stream), RENEWAL)


MOMENTS = (*(f"open-{name}" for name in TARGETS), *(f"captured-{name}" for name in TARGETS))
KINDS = (*ACTS, "creature", "enhancement", "dragon", *TARGETS)
CREATURE, ENHANCEMENT, DRAGON = (len(ACTS) + place for place in (1, 2, 3))


# ---- Moments ---------------------------------------------------------------------------------------------------


@compiled()
def begins(table: Any) -> bool:
    """Whether somebody is about to reload or to attack, rather than to roll again, to discard or to pass a card."""
    return bool(table.seen.phase == A_TURN)


@compiled(inline=False)
def has_come(view: Any, _: Any, moment: int) -> bool:
    """Open: a card of the title lies there and the mover has cards to attack it with. Captured: somebody has one."""
    if view.phase != A_TURN:
        return False
    if moment <= N_TARGETS:
        return bool(view.hand != 0 and view.landscape >> moment - 1 & 1 != 0)
    for seat in range(view.rules.players):
        if has(view, seat, moment - 1 - N_TARGETS) > 0:
            return True
    return False


@compiled(inline=False)
def describe_position(table: Any, seat: int, fork: Any) -> None:
    """The mover's lead in points over the best of the others, and Dragonwood cards left."""
    seen = table.seen
    fork.lead = seen.points[seat] - best_other(seen.rules, seen.points, seat)
    fork.left = seen.wood_left


@compiled(inline=False)
def holders(table: Any, seat: int, found: Any) -> None:
    """Who captured each enhancement, spent or not, and who captured most cards of each creature, if one did."""
    seen = table.seen
    players = seen.rules.players
    for title in range(N_TARGETS):
        found[title] = TO_NOBODY
        most = 0
        for i in range(players):
            other = around(seat + i, players)
            count = table.won[other] >> title - N_CREATURES & 1 if title >= N_CREATURES else seen.captured[other, title]
            if count > most:
                found[title] = TO_MOVER + i
                most = count
            elif count == most:
                found[title] = TO_NOBODY


@compiled(inline=False)
def count_cards(table: Any, seat: int, counts: Any) -> None:
    """How many cards of each number a player holds."""
    for number in range(NUMBERS):
        counts[number] = ones(number_of(table.hands[seat], number))


# ---- Kinds of moves --------------------------------------------------------------------------------------------


@compiled(inline=False)
def is_of_kind(view: Any, move: Any, kind: int) -> bool:
    """Whether a move is an act of this kind, or attacks a creature, an enhancement, a dragon, or this title."""
    if kind <= len(ACTS):
        return bool(move.act == kind - 1)
    if move.target == NO_TITLE:
        return False
    if kind == ENHANCEMENT:
        return bool(move.target >= N_CREATURES)
    if kind == CREATURE:
        return bool(move.target < N_CREATURES)
    if kind == DRAGON:
        return bool(view.rules.dragons >> move.target & 1 != 0)
    return bool(move.target == kind - DRAGON - 1)


FORKING = Forking(
    begins, has_come, describe_position, holders, intervene, rearrange, count_cards, is_of_kind, switch,
    MOMENTS, CHANGES, RANGES,
    things=TARGETS, costly=TARGETS, kinds=KINDS,
    settled=(
        "players", "hand_size", "opening_hand", "opening_points", "suits", "numbers", "ladybugs", "removed",
        "dragons_lie", "copies", "dragons", "dragon_cards", "adventurer_deck", "adventurers", "wood_deck", "wood",
    ),
    cards=tuple(map(str, range(1, NUMBERS + 1))), mix_chance=mix_chance,
)  # fmt: skip
