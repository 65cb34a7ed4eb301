"""Dragonwood forked: when cards are at stake, what can be changed by decree, and what kinds of moves there are.

A card of a title is handed over as a whole: it leaves the place where it lies, the same place whoever gets it, so that
all arms of a fork see the same cards to come. It is taken from the landscape; if none lies there from the draw pile,
the one nearest to the top; else from the cards that are out of the game, spent ones first; else from a player, the
mover first. A gap in the landscape stays open for the turn at hand and is filled at its end, as after a capture; a gap
in the pile closes. A dragon that was handed over, to whomever, need not be captured any more: the end of the game comes
in all arms when no other dragon is left. Whoever takes part sees all this.
"""

from __future__ import annotations

from typing import Any

from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.engine.bits import lowest, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.game import Forking
from dhstats.engine.stream import address, next_word, shuffle
from dhstats.games.dragonwood.ending import note_lead
from dhstats.games.dragonwood.hands import around, end_now
from dhstats.games.dragonwood.play import take_away
from dhstats.games.dragonwood.plays import number_of
from dhstats.games.dragonwood.setup import DICE, RENEWAL
from dhstats.games.dragonwood.table import (
    A_TURN,
    ACTS,
    ANYWHERE,
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
    TITLES,
)

TARGETS = TITLES[:N_TARGETS]
MOMENTS = (*(f"open-{name}" for name in TARGETS), *(f"captured-{name}" for name in TARGETS))
CHANGES = (*TARGETS, "points", "cards")
POINTS, CARDS = N_TARGETS + 1, N_TARGETS + 2
RANGES = (*[(TO_NOBODY, MAX_SEATS)] * N_TARGETS, (-9999, 9999), (1, MAX_HAND))
KINDS = (*ACTS, "creature", "enhancement", "dragon", *TARGETS)
CREATURE, ENHANCEMENT, DRAGON = (len(ACTS) + place for place in (1, 2, 3))


# ---- Moments ---------------------------------------------------------------------------------------------------


@compiled()
def begins(table: Any) -> bool:
    """Whether somebody is about to reload or to attack, rather than to roll again, to discard or to pass a card."""
    return bool(table.seen.phase == A_TURN)


@compiled(inline=False)
def due(view: Any, _: Any, moment: int) -> bool:
    """Open: a card of the title lies there and the mover has cards to attack it with. Captured: somebody has one."""
    if view.phase != A_TURN:
        return False
    if moment <= N_TARGETS:
        return bool(view.hand != 0 and view.landscape >> moment - 1 & 1 != 0)
    for seat in range(view.rules.players):
        if has(view, seat, moment - 1 - N_TARGETS) > 0:
            return True
    return False


@compiled()
def has(seen: Any, seat: int, title: int) -> int:
    """How many cards of a title a player has before him or in his victory pile."""
    count: int = seen.owned[seat] >> title - N_CREATURES & 1 if title >= N_CREATURES else seen.captured[seat, title]
    return count


@compiled(inline=False)
def situate(table: Any, seat: int, fork: Any) -> None:
    """The mover's lead in points over the best of the others, and Dragonwood cards left."""
    seen = table.seen
    best = seen.points[around(seat + 1, seen.rules.players)]
    for i in range(2, seen.rules.players):
        best = max(best, seen.points[around(seat + i, seen.rules.players)])
    fork.lead = seen.points[seat] - best
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


# ---- Decrees ---------------------------------------------------------------------------------------------------


@compiled(inline=False)
def intervene(table: Any, focal: int, what: int, value: int) -> None:
    """A change by decree.

    A title: a card of it goes to nobody, to the mover or to another player. points: for the mover. cards: so many
    adventurer cards more in the mover's hand.
    """
    if what <= N_TARGETS:
        hand_over(table, focal, what - 1, value)
    elif what == POINTS:
        table.seen.points[focal] += value
        note_lead(table)
    else:
        for _ in range(value):
            deal_one_more(table, focal)


@compiled(inline=False)
def hand_over(table: Any, focal: int, title: int, value: int) -> None:
    """A card of a title leaves its place and goes to a player, or out of the game."""
    seen = table.seen
    players = seen.rules.players
    uncaptured = take_out(table, focal, title)
    if value != TO_NOBODY:
        give(table, around(focal + value - TO_MOVER, players), title)
    note_lead(table)
    if uncaptured and title < N_CREATURES and seen.rules.dragons >> title & 1 != 0:
        table.dragons_left -= 1
        if table.dragons_left == 0 and seen.rules.end_dragons != 0 and seen.turns_left != 0:
            end_now(table, DRAGONS, focal)


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
    if seen.wood_left == 0 and seen.rules.end_last_card != 0 and seen.turns_left != 0:
        end_now(table, LAST_CARD, seen.mover)
    return True


@compiled(inline=False)
def give(table: Any, seat: int, title: int) -> None:
    """A card comes to a player as if he had captured it."""
    seen = table.seen
    if title >= N_CREATURES:
        seen.owned[seat] |= 1 << title - N_CREATURES
        table.won[seat] |= 1 << title - N_CREATURES
        return
    seen.captured[seat, title] += 1
    seen.creatures[seat] += 1
    seen.points[seat] += seen.rules.points[title]
    if title == seen.rules.tie_title:
        table.dragon_holder = seat


@compiled(inline=False)
def take_back(table: Any, seat: int, title: int) -> None:
    """A card leaves a player as if he had never captured it."""
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
        seen.points[seat] = 0
        for title in range(N_CREATURES):
            seen.points[seat] += seen.captured[seat, title] * seen.rules.points[title]
    note_lead(table)
    if seen.rules.tie_title != tie_title:
        table.dragon_holder = captor(seen, seen.rules.tie_title)


@compiled(inline=False)
def captor(seen: Any, title: int) -> int:
    """Who captured a creature, the last of those round the table if several have; nobody for no title."""
    found = NOBODY
    if title != NO_TITLE:
        for seat in range(seen.rules.players):
            if seen.captured[seat, title] > 0:
                found = seat
    return found


# ---- What nobody knows -----------------------------------------------------------------------------------------


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


@compiled(inline=False)
def held(table: Any, seat: int, counts: Any) -> None:
    """How many cards of each number a player holds."""
    for number in range(NUMBERS):
        counts[number] = ones(number_of(table.hands[seat], number))


# ---- Kinds of moves --------------------------------------------------------------------------------------------


@compiled(inline=False)
def fits(view: Any, move: Any, kind: int) -> bool:
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
    begins, due, situate, holders, intervene, rearrange, held, fits, switch, MOMENTS, CHANGES, RANGES,
    things=TARGETS, costly=TARGETS, kinds=KINDS,
    settled=(
        "players", "hand_size", "suits", "numbers", "ladybugs", "removed", "dragons_lie", "copies", "dragons",
        "dragon_cards", "adventurer_deck", "adventurers", "wood_deck", "wood",
    ),
    cards=tuple(map(str, range(1, NUMBERS + 1))),
)  # fmt: skip
