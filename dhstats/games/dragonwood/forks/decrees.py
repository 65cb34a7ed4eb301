"""What can be changed by decree in Dragonwood.

A card of a title is handed over as a whole: it leaves the place where it lies, the same place whoever gets it, so that
all arms of a fork see the same cards to come. It is taken from the landscape; if none lies there from the draw pile,
the one nearest to the top; else from the cards that are out of the game, spent ones first; else from a player, the
mover first. A gap in the landscape stays open for the turn at hand and is filled at its end, as after a capture; a gap
in the pile closes. A dragon that was handed over, to whomever, need not be captured any more: the end of the game comes
in all arms when no other dragon is left. Whoever takes part sees all this.
"""

from typing import Any

from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.players.race import captor
from dhstats.games.dragonwood.rules.hands import around, end_now
from dhstats.games.dragonwood.rules.logbook import note_lead
from dhstats.games.dragonwood.rules.play import give, take_away
from dhstats.games.dragonwood.table import (
    DRAGONS,
    LADYBUG,
    LAST_CARD,
    MAX_HAND,
    MAX_SEATS,
    N_CREATURES,
    N_TARGETS,
    NOBODY,
    TITLES,
)

TARGETS = TITLES[:N_TARGETS]
CHANGES = (*TARGETS, "points", "cards")
POINTS = N_TARGETS + 1
RANGES = (*[(TO_NOBODY, MAX_SEATS)] * N_TARGETS, (-9999, 9999), (1, MAX_HAND))


@compiled()
def has(seen: Any, seat: int, title: int) -> int:
    """How many cards of a title a player has before them or in their victory pile."""
    count: int = seen.owned[seat] >> title - N_CREATURES & 1 if title >= N_CREATURES else seen.captured[seat, title]
    return count


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
        if table.dragons_left == 0 and seen.rules.end_dragons != 0:
            end(table, DRAGONS, focal)


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
